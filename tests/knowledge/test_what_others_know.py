"""In a guess, the other seats know what they would know if it were the truth."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from small_table import SmallTable

from gdl.interpreter.sample import Sampler
from gdl.interpreter.view import Viewer

CARDS = (
    "deck: deck secret = a b c d e f",
    "hand each: hand owner",
    "set_aside each: slot secret",
    "pool: pool secret",
    "row: row secret",
    "table: row open",
)
ASIDE = "p1.set_aside"

CASES: list[tuple[str, list[str], dict[str, str]]] = [
    # what happens; what p2 takes to be possible aside, by what p3 guesses to lie there
    (
        "who was told a truth knows the answer that what lies there would have given",
        ["draw deck p1.set_aside", "truth a a,b p2"],
        {"a": "a b", "b": "a b", "c": "c d e f", "d": "c d e f", "e": "c d e f", "f": "c d e f"},
    ),
    (
        "and concludes from it what follows, or nothing",
        ["draw deck p1.set_aside", "truth a a p2"],
        {"a": "a", "b": "b c d e f", "c": "b c d e f", "d": "b c d e f", "e": "b c d e f", "f": "b c d e f"},
    ),
    (
        "questions add up",
        ["draw deck p1.set_aside", "truth a a,b,c p2", "truth a c,d p2"],
        {"a": "a b", "b": "a b", "c": "c", "d": "d", "e": "e f", "f": "e f"},
    ),
    (
        "what all have heard, all have heard in every guess",
        ["draw deck p1.set_aside", "truth a a,b"],
        {"a": "a b", "b": "a b"},
    ),
    (
        "what one sees, it knows in every guess",
        ["draw deck p1.set_aside", "reveal a p2"],
        {card: card for card in "abcdef"},
    ),
    (
        "after a shuffle with what was not asked, nothing is left of it",
        ["draw deck row", "draw deck row", "truth a a,b p2", "shuffle row a b", "move a p1.set_aside"],
        {card: "a b c d e f" for card in "abcdef"},
    ),
]  # fmt: skip


def possible(table: SmallTable, S: list[Any], seat: int) -> str:
    (lying,) = S[table.program.zone_slot + table.zones[ASIDE]]
    return table.cards(table.knowledge.candidates(S, seat - 1, lying))


@pytest.mark.parametrize(("steps", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_by_what_lies_there(steps: list[str], expected: dict[str, str]) -> None:
    table = SmallTable(3, *CARDS).play(*steps)
    sampler = Sampler(table.program)
    found: dict[str, set[str]] = {}
    for seed in range(120):
        guess = sampler.sample(table.S, 2, Random(seed))
        lying = table.cards(guess[table.program.zone_slot + table.zones[ASIDE]])
        found.setdefault(lying, set()).add(possible(table, guess, 2))
    assert found == {card: {could_be} for card, could_be in expected.items()}


def test_places_that_were_asked_the_same_and_mixed() -> None:
    """Where both answers are the same, the mixing has hidden nothing."""
    table = SmallTable(3, *CARDS).play(
        "draw deck row", "draw deck row", "truth a a,b,c p2", "truth b a,b,c p2", "shuffle row b a"
    )
    sampler = Sampler(table.program)
    row = table.program.zone_slot + table.zones["row"]
    for seed in range(80):
        guess = sampler.sample(table.S, 2, Random(seed))
        answers = [table.names[c] in "abc" for c in guess[row]]
        for c in guess[row]:
            could_be = table.cards(table.knowledge.candidates(guess, 1, c))
            assert could_be == ("a b c d e f" if len(set(answers)) > 1 else "a b c" if answers[0] else "d e f")


TABLES = [
    [],
    ["draw deck p1.set_aside", "truth a a,b p2"],
    ["draw deck p1.set_aside", "truth a a p2", "draw deck p1.hand", "truth b b,c p3"],
    ["draw deck p1.hand", "draw deck p1.hand", "truth a a,b p2", "truth b c,d p3"],
    ["draw deck p1.hand", "draw deck p2.hand", "draw deck p3.hand", "truth a a,b", "truth b a,c p1", "truth c a p2"],
    ["draw deck pool", "draw deck pool", "draw deck pool", "truth a a,b p1", "truth b a,b p1", "truth c d,e,f p2"],
    ["draw deck p1.hand", "draw deck p1.hand", "truth a a,b p2", "reveal b p3", "move a deck", "shuffle deck"],
    ["draw deck row", "draw deck row", "draw deck row", "arrange a,b,c c,a,b p1", "truth a a,b p2"],
    ["draw deck row", "draw deck row", "conceal a,b p3", "truth a a p1", "reveal c p2", "conceal b,c p2"],
]


@pytest.mark.parametrize("steps", TABLES, ids=map("; ".join, TABLES))
def test_guesses_from_guesses_of_others(steps: list[str]) -> None:
    """Seat by seat, one guess from the other: each looks to its own seat like what it was made from, and from any truth that
    looks so, the same generator gives the same one."""
    table = SmallTable(3, *CARDS).play(*steps)
    sampler, viewer = Sampler(table.program), Viewer(table.program)
    for seed in range(12):
        truth = table.S
        for number, seat in enumerate((0, 1, 2, 1, 0)):
            guess = sampler.sample(truth, seat, Random(seed + number))
            for reader in (seat, None):
                assert json.dumps(viewer.view(guess, reader)) == json.dumps(viewer.view(truth, reader))
            for other_seed in range(3):
                other_truth = sampler.sample(truth, seat, Random(1000 + other_seed))
                assert sampler.sample(other_truth, seat, Random(seed + number)) == guess
            truth = guess


def test_a_guess_does_not_tell_what_another_has_concluded() -> None:
    """p2 holds b and has heard that a or b lies aside: it knows what lies there. p3 has heard it, too, and cannot know that p2
    knows: from where p2 holds another card, p3's guesses are the same."""
    told = "truth a a,b"
    holds_b = SmallTable(3, *CARDS).play("draw deck p1.set_aside", "draw deck p2.hand", told)
    holds_c = SmallTable(3, *CARDS).play("draw deck p1.set_aside", "shuffle deck c b d e f", "draw deck p2.hand", told)
    holds_c.S[holds_c.program.zone_slot + holds_c.zones["deck"]] = (1, 3, 4, 5)
    holds_b.play("shuffle deck c d e f")
    holds_c.play("shuffle deck b d e f")
    assert possible(holds_b, holds_b.S, 2) == "a" and possible(holds_c, holds_c.S, 2) == "a b"
    sampler = Sampler(holds_b.program)
    for seed in range(20):
        assert sampler.sample(holds_b.S, 2, Random(seed)) == sampler.sample(holds_c.S, 2, Random(seed))
