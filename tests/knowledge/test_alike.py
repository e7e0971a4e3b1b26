"""Which options a seat cannot tell apart."""

from __future__ import annotations

import pytest
from small_table import SmallTable

from gdl.dsl import ir

CARD = ir.Type("component", 0, optional=True)
ZONES = (
    "deck: deck secret = a b w1 w2",
    "hand each: hand owner = w3 w4 c / w5 w6 d",
    "row: row open = w7 w8",
    "pool: pool open = v1 v2 v3",
    "mine each: slot open = / u1",
    "field: pool owner = P1x P1y P2x P2y",
    "on v1: load: pool open",
    "on v2: load: pool open",
    "on v3: load: pool open",
)
VARS = (
    ("marks", "open", True, "component"),
    ("wounds", "card", False, "component"),
    ("hunted", "open", False, "game"),
    ("plan", "owner", False, "player"),
)

PAIRS = [
    # what, steps, seat, two cards, alike?
    ("equal copies in one's own hand", [], 1, "w3 w4", True),
    ("different cards in one's own hand", [], 1, "w3 c", False),
    ("copies in two players' hands", [], 1, "w3 w5", False),
    ("copies in a row have places of their own", [], 1, "w7 w8", False),
    ("copies in an open pool", [], 1, "v1 v2", True),
    ("copies in a pool with different state", ["set marks v1 1"], 1, "v1 v2", False),
    ("copies in a pool, one loaded", ["move c v1.load"], 1, "v1 v2", False),
    ("copies in a pool, both loaded alike", ["move w3 v1.load", "move w4 v2.load"], 1, "v1 v2", True),
    ("copies in a pool, a variable speaks of one", ["set hunted - v1"], 1, "v1 v2", False),
    ("a hidden plan of the seat's own tells them apart for it", ["set plan p1 v1"], 1, "v1 v2", False),
    ("but not for others", ["set plan p1 v1"], 2, "v1 v2", True),
    ("any two cards of a hidden hand", [], 1, "w5 d", True),
    ("even if one is known to be there", ["reveal d"], 1, "w5 d", True),
    ("but not if a marker lies on one", ["set marks d 1"], 1, "w5 d", False),
    ("hidden state tells nothing", ["set wounds d 1"], 1, "w5 d", True),
    ("hidden state of one's own cards tells them apart", ["set wounds w3 1"], 1, "w3 w4", False),
    ("two places in a hidden deck", [], 1, "a b", False),
    ("hidden pieces of one player in one pool", [], 1, "P2x P2y", True),
    ("hidden pieces of two players", [], 1, "P1x P2y", False),
]


@pytest.mark.parametrize(
    ("steps", "seat", "cards", "alike"), [p[1:] for p in PAIRS], ids=[p[0] for p in PAIRS]
)
def test_pairs(steps: list[str], seat: int, cards: str, alike: bool) -> None:
    table = SmallTable(2, *ZONES, vars=VARS, var_types={"hunted": CARD, "plan": CARD}).play(*steps)
    first, second = (
        table.knowledge.option_key(table.S, seat - 1, (table.number[name],), (CARD,))
        for name in cards.split()
    )
    assert (first == second) is alike


def test_lists_and_sets_are_compared_item_by_item() -> None:
    table = SmallTable(2, *ZONES)
    key = table.knowledge.option_key
    pair, w = ir.Type("list", item=CARD), table.number
    assert key(table.S, 0, ((w["w3"], w["c"]),), (pair,)) == key(table.S, 0, ((w["w4"], w["c"]),), (pair,))
    several = ir.Type("set", item=CARD)
    masks = [1 << w["w3"] | 1 << w["c"], 1 << w["w4"] | 1 << w["c"], 1 << w["w3"] | 1 << w["w4"]]
    keys = [key(table.S, 0, (mask,), (several,)) for mask in masks]
    assert keys[0] == keys[1] != keys[2]


def test_what_is_plain_is_its_own_key() -> None:
    table = SmallTable(2, *ZONES)
    types = (ir.Type("int"), ir.Type("player"), CARD)
    assert table.knowledge.option_key(table.S, 0, (3, 1, -1), types) == (3, 1, -1)


def test_zones_on_things_that_are_alike_are_alike() -> None:
    table = SmallTable(2, *ZONES)
    zone = ir.Type("zone")
    keys = [table.knowledge.option_key(table.S, 0, (table.zones[f"v{i}.load"],), (zone,)) for i in (1, 2)]
    assert keys[0] == keys[1]


def test_where_nothing_can_be_alike_no_keys_are_needed() -> None:
    single = SmallTable(2, "pool: pool open = a b c")
    copies = SmallTable(2, "pool: pool open = w1 w2")
    hidden = SmallTable(2, "pool: pool open = a b c", "hand each: hand owner")
    asked = [t.knowledge.alike.can_merge((CARD,)) for t in (single, copies, hidden)]
    assert asked == [False, True, True]
    assert not copies.knowledge.alike.can_merge((ir.Type("int"), ir.Type("player")))
