"""Groups of components as a row of the state: `S[first + c]` is -1 where c is known, else the smallest number in its group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from gdl.interpreter.state import State


def take_out(S: State, first: int, n: int, component: int, dice: Collection[int]) -> tuple[int, int]:
    """A component is known from now on. Tells the label of what is left of its group, and the component that is left
    alone in it and so known as well; -1 where there is no such thing. Of a die that is left alone the face is still
    hidden."""
    label = S[first + component]
    S[first + component] = -1
    # The smallest of a group has its own number as the label: it need not be looked for.
    after = first + n
    try:
        smallest = label if label != component else S.index(label, first + component + 1, after) - first
    except ValueError:
        return -1, -1
    try:
        S.index(label, first + smallest + 1, after)
    except ValueError:
        S[first + smallest] = smallest if smallest in dice else -1
        return -1, smallest
    if label == component:
        for other in range(first + smallest, after):
            if S[other] == label:
                S[other] = smallest
        label = smallest
    return label, -1


def with_groups(S: State, first: int, n: int, components: Sequence[int]) -> set[int]:
    """The components and all that is in their groups."""
    members = set(components)
    row = S[first : first + n]
    counted = Counter([row[component] for component in members])
    labels = {label for label, count in counted.items() if label >= 0 and row.count(label) != count}
    if labels:
        members.update([c for c in range(min(labels), n) if row[c] in labels])
    return members


def put_together(S: State, first: int, members: Collection[int]) -> None:
    """These are one group from now on."""
    smallest = min(members)
    for component in members:
        S[first + component] = smallest
