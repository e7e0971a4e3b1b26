"""Guesses: legal, like the truth in all that the seat knows, never reading it, and varied."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from battery import Battery
from small_table import SmallTable

import gdl
from gdl.dsl import ir
from gdl.interpreter.match import Match
from gdl.interpreter.sample import Sampler
from gdl.interpreter.view import Viewer
from gdl.shipped import shipped_games

CARDS = (
    "deck: deck secret = a b c d e w1 w2",
    "hand each: hand owner",
    "table: row open",
    "set_aside each: slot secret",
    "pool each: pool secret",
    "field each in play: row face down",
)

SITUATIONS: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "at the start": (CARDS, []),
    "after drawing": (CARDS, ["draw deck p1.hand", "draw deck p2.hand", "draw deck table"]),
    "a known card in the other hand": (CARDS, ["draw deck p2.hand", "draw deck p2.hand", "reveal a p1"]),
    "face down on the table": (CARDS, ["draw deck p2.field", "draw deck p2.field", "reveal b p1"]),
    "after a truth": (CARDS, ["draw deck p2.field", "truth a a,b,c", "draw deck p2.field", "truth b b,d,w"]),
    "in a pool": (CARDS, ["draw deck p1.pool", "draw deck p1.pool", "draw deck p2.pool", "reveal a p2"]),
    "after a shuffle": (CARDS, ["draw deck p1.hand", "move a deck", "draw deck table", "shuffle deck"]),
    "concealed": (CARDS, ["reveal a,b,c", "conceal a,b"]),
    "players' own sets": (
        ("field: pool owner = P1x P1y P1z P2x P2y P2z", "heap: pool secret"), ["move P1x heap"],
    ),
    "things on hidden cards": (
        ("field each: row face down = h1 h2 / i1 i2", "on h1: stack: stack open", "on h2: stack: stack open",
         "on i1: stack: stack open", "on i2: stack: stack open", "deck: deck secret = a b c"),
        ["move a i1.stack", "move b h2.stack", "shuffle p1.field", "shuffle p2.field"],
    ),
    "hidden things on hidden cards": (
        ("row: row secret = h1 h2", "on h1: under: pool secret = a b", "on h2: under: pool secret = c"),
        ["conceal a,c"],
    ),
    "dice": (("cup each: pool owner = d1 d2 / d3 d4", "bag: bag secret = d5 d6"), ["roll d1 3", "roll d4 5"]),
}  # fmt: skip

DICE = {"dice": "d1 d2 d3 d4 d5 d6"}


def situation(name: str) -> SmallTable:
    zones, steps = SITUATIONS[name]
    table = SmallTable(2, *zones, dice=DICE.get(name, ""), vars=(("marks", "open", True, "component"),))
    table.play(*steps)
    return table


def whole(table: SmallTable, S: list[Any]) -> None:
    """Every component lies in one place, and zones and places agree; unordered zones are sorted."""
    program = table.program
    seen = []
    for zone, info in enumerate(program.zones):
        content = S[program.zone_slot + zone]
        seen.extend(content)
        assert all(S[program.place_slot + c] == zone for c in content)
        assert info.ordered or list(content) == sorted(content)
    assert sorted(seen) == list(range(len(program.components)))


def seen_is_known(table: SmallTable, S: list[Any]) -> None:
    knowledge = table.knowledge
    for seat in range(table.program.seats):
        for component in range(len(table.names)):
            if knowledge.sees(S, seat, component):
                assert knowledge.knows(S, seat, component)


ALL = [(name, seat) for name in SITUATIONS for seat in (0, 1)]


@pytest.mark.parametrize(("name", "seat"), ALL)
def test_a_guess_is_whole_and_looks_the_same_to_its_seat(name: str, seat: int) -> None:
    table = situation(name)
    sampler, viewer = Sampler(table.program), Viewer(table.program)
    before = json.dumps(viewer.view(table.S, seat))
    for seed in range(20):
        guess = sampler.sample(table.S, seat, Random(seed))
        whole(table, guess)
        seen_is_known(table, guess)
        assert json.dumps(viewer.view(guess, seat)) == before
        assert table.knowledge.groups(guess, seat) == table.knowledge.groups(table.S, seat)


@pytest.mark.parametrize(("name", "seat"), ALL)
def test_a_guess_never_reads_the_truth(name: str, seat: int) -> None:
    """From any other state that looks the same to the seat, the same generator gives the same guess."""
    table = situation(name)
    sampler = Sampler(table.program)
    for seed in range(10):
        other_truth = sampler.sample(table.S, seat, Random(1000 + seed))
        assert sampler.sample(other_truth, seat, Random(seed)) == sampler.sample(table.S, seat, Random(seed))


VARIES = set(SITUATIONS) - {"players' own sets"}
"""In the one left out p1 does not know which of p2's three is which, but all three lie in one pool: nothing
to guess."""


@pytest.mark.parametrize("name", sorted(VARIES))
def test_guesses_vary_where_there_are_alternatives(name: str) -> None:
    table = situation(name)
    sampler = Sampler(table.program)
    hidden = slice(table.program.zone_slot, table.program.group_slot)
    for seat in (0, 1):
        assert table.groups(seat + 1), "there is something to guess"
        guesses = {repr(sampler.sample(table.S, seat, Random(seed))[hidden]) for seed in range(20)}
        assert len(guesses) > 1


def test_every_arrangement_is_as_likely() -> None:
    table = SmallTable(2, "deck: deck secret = a b c", "hand each: hand owner")
    sampler = Sampler(table.program)
    counted: dict[tuple[int, ...], int] = {}
    rng = Random(5)
    for _ in range(1200):
        deck = sampler.sample(table.S, 0, rng)[table.program.zone_slot]
        counted[deck] = counted.get(deck, 0) + 1
    assert len(counted) == 6
    assert all(150 < count < 250 for count in counted.values()), counted


def test_what_a_truth_excludes_is_never_guessed() -> None:
    table = SmallTable(2, *CARDS).play("draw deck p2.field", "truth a a,b,c")
    sampler = Sampler(table.program)
    field = table.program.zone_slot + table.zones["p2.field"]
    guessed = {table.cards(sampler.sample(table.S, 0, Random(seed))[field]) for seed in range(60)}
    assert guessed == {"a", "b", "c"}


def test_narrow_truths_are_obeyed_at_once() -> None:
    names = [chr(ord("a") + i) for i in range(12)]
    table = SmallTable(2, f"row: row secret = {' '.join(names)}", "hand each: hand owner")
    pairs = ["truth " + names[i] + " " + ",".join(names[i // 2 * 2 : i // 2 * 2 + 2]) for i in range(12)]
    table.play(*pairs)
    sampler = Sampler(table.program)
    for seed in range(20):
        guess = sampler.sample(table.S, 0, Random(seed))[table.program.zone_slot]
        assert all(thing // 2 == place // 2 for place, thing in enumerate(guess))


def test_markers_and_references_stay_with_the_place() -> None:
    component = ir.Type("component", 0, optional=True)
    table = SmallTable(
        2,
        "field each: row face down = a b c / d e f",
        vars=(("marks", "open", True, "component"), ("hunted", "open", False, "game")),
        var_types={"hunted": component},
    ).play("set marks e 3", "set hunted - e")
    sampler, program = Sampler(table.program), table.program
    field = program.zone_slot + table.zones["p2.field"]
    marks, hunted = (next(v.base for v in program.vars if v.name == name) for name in ("marks", "hunted"))
    seen = set()
    for seed in range(20):
        guess = sampler.sample(table.S, 0, Random(seed))
        second = guess[field][1]
        assert guess[hunted] == second
        assert [guess[marks + c] for c in range(6)] == [3 if c == second else 0 for c in range(6)]
        seen.add(second)
    assert seen == {3, 4, 5}


def test_hidden_variables_are_drawn_from_their_range() -> None:
    table = SmallTable(
        2,
        "deck: deck secret = a b",
        vars=(("secret", "secret", False, "game"), ("bid", "owner", False, "player")),
    ).play("set secret - 7", "set bid p1 4", "set bid p2 8")
    sampler, program = Sampler(table.program), table.program
    secret, bid = (var.base for var in program.vars)
    guesses = [sampler.sample(table.S, 0, Random(seed)) for seed in range(100)]
    assert {guess[secret] for guess in guesses} == set(range(10))
    assert {guess[bid] for guess in guesses} == {4}, "p1 sees its own"
    assert {guess[bid + 1] for guess in guesses} == set(range(10))


def test_state_hidden_with_a_card_is_first_out_of_play_and_anything_in_play() -> None:
    table = SmallTable(
        2,
        "mission each in play: slot owner = a / b",
        "deck: deck secret = c d",
        vars=(("progress", "card", False, "component"),),
    ).play("set progress b 5", "set progress a 2", "set progress c 9")
    sampler = Sampler(table.program)
    progress = table.program.vars[0].base
    guesses = [sampler.sample(table.S, 0, Random(seed)) for seed in range(100)]
    assert {guess[progress] for guess in guesses} == {2}, "p1 sees its own mission"
    assert {guess[progress + 1] for guess in guesses} == set(range(10))
    assert {guess[progress + 2] for guess in guesses} == {0}


def test_the_future_is_drawn_anew() -> None:
    table = SmallTable(2, "deck: deck secret = a b")
    table.S[ir.RANDOM] = 12345
    sampler = Sampler(table.program)
    assert {sampler.sample(table.S, 0, Random(seed))[ir.RANDOM] for seed in range(5)} & {12345} == set()


def no_marked_card_is(kinds: tuple[int, ...], marks: int, count: int) -> ir.Expr:
    """`every c in Card has not (c.marks > 0 and c is one of these kinds)`"""
    card = ir.Local(0)
    return ir.Fold(
        "all",
        (ir.For(0, ir.Const(tuple(range(count)))),),
        ir.Unary(
            "not",
            ir.Logic(
                "and",
                (
                    ir.Binary(">", ir.Load(marks, card), ir.Const(0)),
                    ir.Binary("in", ir.Table(0, card), ir.Const(kinds)),
                ),
            ),
        ),
    )


def test_guesses_obey_facts_even_where_few_fit() -> None:
    """Sixteen hidden pieces, ten have moved, and six kinds never move: a random order would almost never
    do."""
    names = [chr(ord("a") + i) for i in range(16)]
    marks = ir.FIRST_FREE
    table = SmallTable(
        2,
        f"field each: row face down = / {' '.join(names)}",
        vars=(("marks", "open", True, "component"),),
        facts=(no_marked_card_is((0, 1, 2, 3, 4, 5), marks, 16),),
    ).play(*[f"set marks {name} 1" for name in names[6:]])
    sampler = Sampler(table.program)
    field = table.program.zone_slot + table.zones["p2.field"]
    for seed in range(5):
        guess = sampler.sample(table.S, 0, Random(seed))
        assert sampler.facts.hold(guess)
        assert sorted(guess[field][:6]) == [0, 1, 2, 3, 4, 5]
    assert sampler.could_be(table.S, 0, 0) == (0, 1, 2, 3, 4, 5)
    assert sampler.could_be(table.S, 0, 15) == tuple(range(6, 16))


def test_what_another_seat_excludes_marks_its_place() -> None:
    """Two cards of a hand, and somebody knows what one of them is not: places that others tell apart are told apart by
    a guess as well, or it would put them in the order of what really lies there."""
    program = gdl.load(shipped_games()["love_letter"]).program(4)
    battery = Battery(program)
    match, rng = Match.new(program, 4118334293, mode="fast"), Random(4118334293)
    made = 0
    while made < 78:
        made += match.playout(rng, 1 + rng.randrange(80))
    for seat in range(4):
        for seed in range(10):
            guess = battery.guesser.guess(match.state, seat, Random(seed))
            battery.blind(match.state, guess, seat, seed)
