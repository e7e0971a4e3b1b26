"""Hidden places in an order that tells nothing of what lies there.

A guess goes through places one by one, so their order must come from what its seat can see of them. Each place has a
key for what is seen of it alone. Some places differ only in what they share with others: two cards of a hand look the
same, but a neighbour does not know which of one and of the top of the deck is which. Such *ties* (a group of another
seat, a pool of places of which something was asked, a thing and what lies on it) join places as lines join points, and
places with equal keys are told apart by walking along them: first by the keys of what they are tied to, again and
again; then, where all looks even, one is singled out, the one that makes the least of the rest.

Places that are still equal may change places with each other without anybody noticing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Tie = tuple[Any, Sequence[int]]
"""What sort of tie it is, and the components that it joins."""
Ranks = dict[int, int]


class Ties:
    """The ties of a state."""

    def __init__(self, ties: Sequence[Tie]):
        self.ties = [(repr(sort), members) for sort, members in ties]
        self._of: dict[int, list[int]] = {}
        for number, (_, members) in enumerate(ties):
            for component in members:
                self._of.setdefault(component, []).append(number)

    def of(self, component: int) -> list[int]:
        return self._of.get(component, [])

    def sorts(self, component: int) -> list[tuple[str, int]]:
        """What can be said of a component's ties at once: of what sort they are, and how many they join."""
        return sorted((self.ties[i][0], len(self.ties[i][1])) for i in self.of(component))


def ranked(keys: Mapping[int, Any], ties: Ties) -> Ranks:
    """A number for each place, by its key, equal only for those that nothing tells apart. What is known has a key of its
    own: a place that is not in `keys` is told from all others by its number."""
    ranks = _numbered(keys)
    if not _uneven(ranks, ties):
        return ranks
    ranks = _refined(ranks, ties)
    while uneven := _uneven(ranks, ties):
        outcomes = [_refined(_singled_out(ranks, place), ties) for place in uneven]
        ranks = min(outcomes, key=lambda outcome: _picture(outcome, ties))
    return ranks


def _numbered(keys: Mapping[int, Any]) -> Ranks:
    order = {key: number for number, key in enumerate(sorted(set(keys.values())))}
    return {place: order[key] for place, key in keys.items()}


def _uneven(ranks: Ranks, ties: Ties) -> list[int]:
    """The first places of one rank that have not all the same ties; none where there are no such places."""
    of_rank: dict[int, list[int]] = {}
    for place, rank in ranks.items():
        of_rank.setdefault(rank, []).append(place)
    for _, places in sorted(of_rank.items()):
        if any(ties.of(place) != ties.of(places[0]) for place in places[1:]):
            return places
    return []


def _refined(ranks: Ranks, ties: Ties) -> Ranks:
    """By rank and by what places are tied to, as long as that tells more apart."""
    count = len(set(ranks.values()))
    while True:
        ranks = _numbered({place: (rank, _seen_from(place, ranks, ties)) for place, rank in ranks.items()})
        if len(set(ranks.values())) == count:
            return ranks
        count = len(set(ranks.values()))


def _seen_from(place: int, ranks: Ranks, ties: Ties) -> tuple[Any, ...]:
    return tuple(sorted((ties.ties[i][0], _joined(ties.ties[i][1], ranks)) for i in ties.of(place)))


def _joined(members: Sequence[int], ranks: Ranks) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((1, ranks[c]) if c in ranks else (0, c) for c in members))


def _singled_out(ranks: Ranks, place: int) -> Ranks:
    return {other: 2 * rank + (rank == ranks[place] and other != place) for other, rank in ranks.items()}


def _picture(ranks: Ranks, ties: Ties) -> list[Any]:
    """The ties as they look with these ranks in the place of components."""
    return sorted((sort, _joined(members, ranks)) for sort, members in ties.ties)
