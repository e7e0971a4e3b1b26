"""What each seat knows after which steps. Every expectation follows from the page on knowledge, not from a
run."""

from __future__ import annotations

import pytest
from small_table import SmallTable

CARDS = (
    "deck: deck secret = a b c d e",
    "hand each: hand owner",
    "discard: deck open",
    "table: row open",
    "set_aside each: slot secret",
    "pool each: pool secret",
    "field each: row face down",
)

CASES = [
    # what happens, what p1 does not know, what p2 does not know
    ("a deck at the start is one group", [], "a b c d e", "a b c d e"),
    ("a drawn card is known to who draws it", ["draw deck p1.hand"], "b c d e", "a b c d e"),
    ("a card drawn into the open is known to all", ["draw deck table"], "b c d e", "b c d e"),
    ("both draw", ["draw deck p1.hand", "draw deck p2.hand"], "b c d e", "a c d e"),
    (
        "all but one seen: the last one is known",
        ["draw deck table", "draw deck table", "draw deck table", "draw deck table"],
        "",
        "",
    ),
    (
        "counting includes what lies in other hands",
        ["draw deck p1.hand", "draw deck p2.hand", "draw deck table", "draw deck table", "draw deck table"],
        "",
        "",
    ),
    (
        "a card played openly from a hand",
        ["draw deck p1.hand", "draw deck p1.hand", "move a table"],
        "c d e",
        "b c d e",
    ),
    (
        "a card played face down from a hand: the owner of the hand still knows it",
        ["draw deck p1.hand", "draw deck p1.hand", "move a p1.set_aside"],
        "c d e",
        "a b c d e",
    ),
    (
        "a known card returns to the deck: its place on top is known to who saw it",
        ["draw deck p1.hand", "move a deck top"],
        "b c d e",
        "a b c d e",
    ),
    (
        "an open card goes on top of the deck: everybody knows it",
        ["draw deck table", "move a deck top"],
        "b c d e",
        "b c d e",
    ),
    (
        "a shuffle forgets where the known card was",
        ["draw deck table", "move a deck top", "shuffle deck"],
        "a b c d e",
        "a b c d e",
    ),
    (
        "a shuffle of the deck leaves what has left it alone",
        ["draw deck table", "draw deck p1.hand", "shuffle deck"],
        "c d e",
        "b c d e",
    ),
    (
        "the hand is shuffled into the deck",
        ["draw deck p1.hand", "draw deck p1.hand", "move a deck", "move b deck", "shuffle deck"],
        "a b c d e",
        "a b c d e",
    ),
    (
        "a card passed from hand to hand is known to both",
        ["draw deck p1.hand", "draw deck p1.hand", "move a p2.hand"],
        "c d e",
        "b c d e",
    ),
    ("a look at a card for one seat", ["draw deck p1.hand", "reveal a p2"], "b c d e", "b c d e"),
    ("a look at the top card of the deck", ["reveal a p2"], "a b c d e", "b c d e"),
    ("a card shown to all", ["reveal c"], "a b d e", "a b d e"),
    (
        "a known card in a hand, then one card leaves it unseen: it may have been that one",
        ["draw deck table", "move a p1.hand", "draw deck p1.hand", "move b p1.set_aside"],
        "c d e",
        "a b c d e",
    ),
    (
        "a known card in a hand of one leaves it unseen: it was that one",
        ["draw deck table", "move a p1.hand", "move a p1.set_aside"],
        "b c d e",
        "b c d e",
    ),
    (
        "a known card in a hand, then another one leaves it for all to see",
        ["draw deck table", "move a p1.hand", "draw deck p1.hand", "move b table"],
        "c d e",
        "c d e",
    ),
    (
        "from a place in a row nobody wonders which one went",
        ["draw deck p1.field", "draw deck p1.field", "reveal a p2", "move a p1.pool", "move b p1.set_aside"],
        "c d e",
        "b c d e",
    ),
    (
        "out of a pool that nobody sees into",
        ["draw deck table", "move a p1.pool", "draw deck p1.pool", "move a p2.set_aside"],
        "a b c d e",
        "a b c d e",
    ),
    ("a face-down card is seen by its owner", ["draw deck p1.field"], "b c d e", "a b c d e"),
    ("turned up, all see it", ["draw deck p1.field", "turn a up"], "b c d e", "b c d e"),
    (
        "turned down again, all remember it",
        ["draw deck p1.field", "turn a up", "turn a down"],
        "b c d e",
        "b c d e",
    ),
    (
        "concealed cards are known no longer",
        ["reveal a", "reveal b", "conceal a,b"],
        "a b | c d e",
        "a b | c d e",
    ),
    (
        "concealed, but one seat knows",
        ["reveal a", "reveal b", "conceal a,b p2"],
        "a b | c d e",
        "c d e",
    ),
    (
        "nothing is concealed from who sees it",
        ["draw deck p1.hand", "draw deck p1.hand", "reveal a,b p2", "conceal a,b"],
        "c d e",
        "a b | c d e",
    ),
    (
        "concealing a known and an unknown card joins their groups",
        ["reveal a", "conceal a,b"],
        "a b c d e",
        "a b c d e",
    ),
    ("one seat arranges the top three", ["arrange a,b,c c,a,b p1"], "d e", "a b c d e"),
    (
        "three known cards arranged by one seat",
        ["reveal a,b,c", "arrange a,b,c b,c,a p2"],
        "a b c | d e",
        "d e",
    ),
    (
        "what lies open may be arranged before all eyes",
        ["draw deck table", "draw deck table", "arrange a,b b,a p1"],
        "c d e",
        "c d e",
    ),
    (
        "hands are swapped: both have seen both",
        ["draw deck p1.hand", "draw deck p2.hand", "swap p1.hand p2.hand"],
        "c d e",
        "c d e",
    ),
    ("a truth that leaves one only", ["truth a a"], "b c d e", "b c d e"),
    (
        "a truth told to one seat",
        ["truth a a p2"],
        "a b c d e",
        "b c d e",
    ),
    (
        "two truths that leave two cards for two places",
        ["truth a a,b", "truth b a,b"],
        "a b c d e",
        "a b c d e",
    ),
    (
        "two truths, and one of the two is seen: the other is known",
        ["truth a a,b", "truth b a,b", "reveal a"],
        "c d e",
        "c d e",
    ),
]


@pytest.mark.parametrize(
    ("steps", "first", "second"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_groups(steps: list[str], first: str, second: str) -> None:
    table = SmallTable(2, *CARDS).play(*steps)
    assert (table.groups(1), table.groups(2)) == (first, second)


CANDIDATES = [
    ("without a truth, all of the group", [], "a", "a b c d e"),
    ("those that would have answered otherwise are out", ["truth a a,b,c"], "a", "a b c"),
    ("the same holds for a no", ["truth a d,e"], "a", "a b c"),
    ("it is the place that is told of: others may be anything", ["truth a a,b,c"], "d", "a b c d e"),
    ("truths add up", ["truth a a,b,c", "truth a b,d"], "a", "a c"),
    (
        "it goes with the card, where all can follow it",
        ["truth a a,b,c", "draw deck p1.set_aside"],
        "a",
        "a b c",
    ),
    ("a shuffle forgets it", ["truth a a,b,c", "shuffle deck"], "a", "a b c d e"),
    (
        "a shuffle forgets nothing of what lies elsewhere",
        ["truth a a,b", "draw deck p1.set_aside", "shuffle deck"],
        "a",
        "a b",
    ),
    (
        "a shuffle says nothing new of what lies elsewhere: it cannot be what was known to lie there",
        ["draw deck p1.set_aside", "reveal c", "shuffle deck"],
        "a",
        "a b d e",
    ),
    (
        "and what was known is somewhere in the shuffle",
        ["draw deck p1.set_aside", "reveal c", "shuffle deck"],
        "b",
        "a b c d e",
    ),
    (
        "a card that is seen to leave an unordered zone: which of the places there it was is not",
        ["draw deck p1.pool", "truth b b,c", "draw deck p1.pool", "move a table"],
        "b",
        "b c d e",
    ),
    ("what is seen elsewhere is out", ["truth a a,b,c", "reveal b"], "a", "a c"),
]


@pytest.mark.parametrize(
    ("steps", "card", "expected"), [c[1:] for c in CANDIDATES], ids=[c[0] for c in CANDIDATES]
)
def test_candidates(steps: list[str], card: str, expected: str) -> None:
    table = SmallTable(2, *CARDS).play(*steps)
    assert table.could_be(2, card) == expected


def test_all_of_a_zone_in_one_go_keeps_what_is_known() -> None:
    table = SmallTable(2, *CARDS).play("draw deck table", "move a p1.hand", "draw deck p1.hand")
    S, zones, program = table.S, table.zones, table.program
    hand, pool = zones["p1.hand"], zones["p1.pool"]
    S[program.zone_slot + pool], S[program.zone_slot + hand] = S[program.zone_slot + hand], ()
    for card in S[program.zone_slot + pool]:
        S[program.place_slot + card] = pool
    table.knowledge.moved_many(S, S[program.zone_slot + pool], hand, pool)
    assert table.groups(2) == "b c d e"


def test_cards_of_different_players_are_never_confused() -> None:
    zones = ("field: pool owner = P1x P1y P2x P2y P3x P3y", "away: pool secret")
    table = SmallTable(3, *zones)
    assert table.groups(1) == "P2x P2y | P3x P3y"
    table.play("reveal P2x", "reveal P2y", "move P2x away")
    assert table.groups(1) == "P2x P2y | P3x P3y"
    assert table.groups(3) == "P1x P1y | P2x P2y"


def test_on_a_common_zone_each_owner_sees_its_own() -> None:
    table = SmallTable(2, "field: pool owner = P1x P1y P2x P2y")
    assert [table.groups(1), table.groups(2)] == ["P2x P2y", "P1x P1y"]


def test_the_content_of_a_zone_may_be_known_without_its_order() -> None:
    table = SmallTable(2, *CARDS, "pile each: stack secret").play("draw deck table", "draw deck table")
    pile = table.zones["p1.pile"]
    table.play("move a p1.pile", "move b p1.pile", "shuffle p1.pile")
    assert table.groups(2) == "a b | c d e"
    assert table.knowledge.content(table.S, 1, pile) == (0, 1)
    table.play("draw deck p1.pile", "shuffle p1.pile")
    assert table.knowledge.content(table.S, 1, pile) is None


def test_a_spectator_knows_what_lies_open_and_what_all_were_shown() -> None:
    table = SmallTable(2, *CARDS).play("draw deck table", "draw deck p1.hand", "draw deck p1.hand")
    assert [table.knowledge.knows(table.S, None, c) for c in (0, 1, 2)] == [True, False, False]
    table.play("reveal b")
    assert [table.knowledge.knows(table.S, None, c) for c in (0, 1, 2)] == [True, True, False]
    assert table.knowledge.content(table.S, None, table.zones["p1.hand"]) is None


def test_a_spectator_does_not_know_what_each_has_looked_at_in_private() -> None:
    table = SmallTable(2, *CARDS).play("reveal a p1", "reveal a p2")
    assert table.groups(1) == table.groups(2) == "b c d e"
    assert not table.knowledge.knows(table.S, None, 0)
    table.play("truth b b p1", "truth b b p2")
    assert table.knowledge.candidates(table.S, None, 1) == (0, 1, 2, 3, 4)


def test_a_spectator_hears_a_truth_that_is_told_to_all() -> None:
    table = SmallTable(2, *CARDS).play("truth a a,b")
    assert table.cards(table.knowledge.candidates(table.S, None, 0)) == "a b"
    table.play("truth b a,b", "reveal b")
    assert table.knowledge.knows(table.S, None, 0), "it can be nothing else"


def test_a_spectator_forgets_what_one_of_the_players_has_lost_sight_of() -> None:
    table = SmallTable(2, *CARDS).play("draw deck p1.hand", "draw deck p1.hand", "reveal a")
    table.play("move a deck", "shuffle deck")
    assert not table.knowledge.knows(table.S, None, 0)


def test_zones_on_a_card_that_changes_hands_are_seen_by_the_new_owner() -> None:
    table = SmallTable(2, "front each: pool open = h", "on h: bag: pool owner = x y", "deck: deck secret")
    assert [table.groups(1), table.groups(2)] == ["", "x y"]
    table.play("move h p2.front")
    assert [table.groups(1), table.groups(2)] == ["", ""]


def test_a_die_rolled_under_a_cup_is_hidden_even_alone() -> None:
    table = SmallTable(2, "cup each: pool owner = d1 / d2", dice="d1 d2")
    assert [table.groups(1), table.groups(2)] == ["d2", "d1"]
    table.play("reveal d1,d2")
    assert [table.groups(1), table.groups(2)] == ["", ""]
    table.play("roll d1")
    assert [table.groups(1), table.groups(2)] == ["", "d1"]


PUBLIC = 2
"""Behind the last of two seats."""
MOVES = [
    ("deck", "p1.hand", (0,)),
    ("deck", "p1.set_aside", ()),
    ("deck", "table", (0, 1, PUBLIC)),
    ("table", "deck", ()),
    ("table", "p1.hand", ()),
    ("p1.hand", "table", (1, PUBLIC)),
    ("p1.hand", "deck", (1, PUBLIC)),
    ("p1.hand", "p2.hand", (1, PUBLIC)),
    ("p1.set_aside", "p2.set_aside", ()),
    ("p1.pool", "deck", (0, 1, PUBLIC)),
]


@pytest.mark.parametrize(("source", "target", "expected"), MOVES)
def test_whose_knowledge_a_move_can_touch(source: str, target: str, expected: tuple[int, ...]) -> None:
    table = SmallTable(2, *CARDS)
    assert table.knowledge.touches(table.zones[source], table.zones[target]) == expected
