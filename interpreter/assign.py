"""Which of a group's things lies in which of its places: a random assignment that keeps to what is excluded.

First whole random orders are tried, each as likely; where exclusions are so narrow that this fails, an
assignment is built place by place (augmenting paths) and then mixed by random swaps that are allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

TRIES = 20


def assignment(
    places: Sequence[int], things: Sequence[int], allowed: Mapping[int, frozenset[int]], rng: Random
) -> dict[int, int] | None:
    """One thing for each place (both as component numbers). `allowed[place]` where not everything may lie
    there.

    None if no assignment is possible. What comes out depends on the order of `places` and `things`, which
    must be one that tells nothing, and on `rng`.
    """
    order = list(things)
    if not allowed:
        rng.shuffle(order)
        return dict(zip(places, order, strict=True))
    for _ in range(TRIES):
        rng.shuffle(order)
        found = dict(zip(places, order, strict=True))
        if all(found[place] in fine for place, fine in allowed.items()):
            return found
    built = _matching(places, order, allowed)
    if built is not None:
        _mix(built, places, allowed, rng)
    return built


def _matching(
    places: Sequence[int], things: Sequence[int], allowed: Mapping[int, frozenset[int]]
) -> dict[int, int] | None:
    lies_at: dict[int, int] = {}

    def settle(place: int, tried: set[int]) -> bool:
        fine = allowed.get(place)
        for thing in things:
            if thing in tried or (fine is not None and thing not in fine):
                continue
            tried.add(thing)
            if thing not in lies_at or settle(lies_at[thing], tried):
                lies_at[thing] = place
                return True
        return False

    narrow_first = sorted(range(len(places)), key=lambda i: (len(allowed.get(places[i], things)), i))
    for i in narrow_first:
        if not settle(places[i], set()):
            return None
    return {place: thing for thing, place in lies_at.items()}


def _mix(
    found: dict[int, int], places: Sequence[int], allowed: Mapping[int, frozenset[int]], rng: Random
) -> None:
    for _ in range(4 * len(places)):
        a, b = rng.choice(places), rng.choice(places)
        if may_swap(found, a, b, allowed):
            found[a], found[b] = found[b], found[a]


def may_swap(found: Mapping[int, int], a: int, b: int, allowed: Mapping[int, frozenset[int]]) -> bool:
    """Whether the things at two places may change places."""
    return (a not in allowed or found[b] in allowed[a]) and (b not in allowed or found[a] in allowed[b])
