"""Places in an order that tells nothing: the same whatever numbers the components in them have."""

from __future__ import annotations

from random import Random

import pytest

from gdl.interpreter.in_order import Tie, Ties, ranked

Table = tuple[dict[int, str], list[Tie]]

RING_OF_SIX = [("next", (i, (i + 1) % 6)) for i in range(6)]
TWO_RINGS_OF_THREE = [("next", (6 + i, 6 + (i + 1) % 3)) for i in range(3)] + [("next", (9 + i, 9 + (i + 1) % 3)) for i in range(3)]

TABLES: dict[str, Table] = {
    "nothing to tell apart": (dict.fromkeys(range(5), "hand"), []),
    "by their keys": ({0: "deck 1", 1: "deck 2", 2: "hand", 3: "hand"}, []),
    "by what is known": (dict.fromkeys(range(4), "hand"), [("group", (0, 100)), ("group", (1, 101)), ("group", (2, 102))]),
    "by the keys of what they are tied to": ({0: "hand", 1: "hand", 2: "deck 1", 3: "deck 2"}, [("group", (0, 2)), ("group", (1, 3))]),
    "by how far something is": (dict.fromkeys(range(6), "hand"), [("group", (i, i + 1)) for i in range(5)]),
    "pairs": (dict.fromkeys(range(6), "hand"), [("group", (0, 1)), ("group", (2, 3)), ("group", (4, 5))]),
    "pairs across pairs": (dict.fromkeys(range(4), "hand"), [("p2", (0, 1)), ("p2", (2, 3)), ("p3", (0, 2)), ("p3", (1, 3))]),
    "two rings and one": (dict.fromkeys(range(12), "hand"), [*RING_OF_SIX, *TWO_RINGS_OF_THREE]),
}  # fmt: skip


def picture(table: Table) -> list[tuple[str, list[int]]]:
    """The ties with places in order instead of numbers."""
    keys, ties = table
    ranks = ranked(keys, Ties(ties))
    places = sorted(keys, key=lambda c: (ranks[c], c))
    at = {place: number for number, place in enumerate(places)}
    return sorted((sort, sorted(at.get(c, c) for c in members)) for sort, members in ties)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_other_numbers_give_the_same_order(table: Table) -> None:
    keys, ties = table
    expected = picture(table)
    for seed in range(30):
        numbers = list(keys)
        Random(seed).shuffle(numbers)
        new = dict(zip(keys, numbers, strict=True))
        mixed = [(sort, tuple(new.get(c, c) for c in members)) for sort, members in ties]
        Random(seed).shuffle(mixed)
        assert picture(({new[c]: key for c, key in keys.items()}, mixed)) == expected


def test_what_nothing_tells_apart_has_the_same_rank() -> None:
    keys = {0: "hand", 1: "hand", 2: "hand", 3: "deck"}
    ranks = ranked(keys, Ties([("group", (0, 1, 3))]))
    assert ranks[0] == ranks[1] != ranks[2]
    assert ranks[3] < min(ranks[0], ranks[2])
