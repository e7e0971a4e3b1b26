"""Classics held to rules that are written by hand: the same moves at every decision of random games, and the same end."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from by_hand import Backgammon, Breakthrough, Hex, Reversi

import gdl
from gdl.dsl import ir
from gdl.interpreter.choice import Question
from gdl.interpreter.perft import Explorer, perft


class Walk:
    """A random game in which every option is asked about, even where it is the only one."""

    def __init__(self, program: ir.Program, seed: int):
        self.program = program
        self.explorer = Explorer(program)
        self.choose = random.Random(seed)
        [self.position] = self.explorer.first()
        self._settle()

    @property
    def question(self) -> Question | None:
        return self.position.question

    @property
    def state(self) -> list[Any]:
        return self.position.state

    def answer(self, index: int) -> None:
        self.position = self.explorer.next(self.position)[index][1]
        self._settle()

    def _settle(self) -> None:
        while self.position.index != -1:
            steps = self.explorer.next(self.position)
            [weights, positions] = zip(*steps, strict=True)
            [self.position] = self.choose.choices(positions, weights)

    def spot(self, component: int) -> tuple[int, ...]:
        """The numbers in the name of a space: `Cell[3, 4]` as (3, 4)."""
        return tuple(map(int, re.findall(r"\d+", self.program.components[component].name)))

    def below(self, component: int) -> tuple[int, ...]:
        """The space on which a component lies."""
        return self.spot(self.program.zones[self.state[self.program.place_slot + component]].holder)

    def winners(self) -> list[int]:
        return [seat for seat, (outcome, _) in enumerate(self.state[ir.RESULT]) if outcome == 1]


def cell_of(walk: Walk, option: tuple[Any, ...]) -> Any:
    return walk.spot(option[1])


def step_of(walk: Walk, option: tuple[Any, ...]) -> Any:
    return walk.below(option[1]), walk.spot(option[2])


TABLES: dict[str, tuple[dict[str, int], Callable[[], Any], Callable[[Walk, Any], Any], int]] = {
    "reversi": ({}, Reversi, cell_of, 2),
    "hex": ({"SIZE": 4}, lambda: Hex(4), cell_of, 10),
    "breakthrough": ({}, Breakthrough, step_of, 2),
}


@pytest.mark.parametrize("game", TABLES)
def test_the_same_moves_and_the_same_end(game: str) -> None:
    options, table_of, move_of, matches = TABLES[game]
    program = gdl.load(game, options=options).program()
    for seed in range(matches):
        walk, table = Walk(program, seed), table_of()
        while walk.question is not None:
            moves = [move_of(walk, option) for option in walk.question.options]
            assert walk.question.seat == table.turn
            assert sorted(moves) == sorted(table.legal())
            index = walk.choose.randrange(len(moves))
            walk.answer(index)
            table.play(moves[index])
        assert walk.winners() == ([table.winner] if table.winner is not None and table.winner >= 0 else [])


def games_of_hex(table: Hex) -> int:
    """All games from here to their end."""
    if table.winner is not None:
        return 1
    found = 0
    for cell in table.legal():
        after = Hex(table.size)
        after.stones, after.turn = dict(table.stones), table.turn
        after.play(cell)
        found += games_of_hex(after)
    return found


@pytest.mark.soak
def test_all_games_of_the_smallest_hex() -> None:
    counts = perft(gdl.load("hex", options={"SIZE": 3}).program(), 9)
    assert sum(count.finished for count in counts) == games_of_hex(Hex(3))


# ---------------------------------------------------------------------------------------------- backgammon


def men(walk: Walk, seat: int) -> tuple[dict[int, int], dict[int, int]]:
    """Own and other men, by the seat's own count of points."""
    program, found = walk.program, ({}, {})  # type: tuple[dict[int, int], dict[int, int]], Any
    for z, zone in enumerate(program.zones):
        if zone.family == "men":
            [n] = walk.spot(zone.holder)
            for c in walk.state[program.zone_slot + z]:
                at, mine = n if seat == 0 else 25 - n, program.components[c].owner == seat
                side = found[0 if mine else 1]
                side[at] = side.get(at, 0) + 1
    return found


def numbers_left(walk: Walk) -> tuple[int, ...]:
    base = next(var.base for var in walk.program.vars if var.name == "uses")
    return tuple(n for n in range(1, 7) for _ in range(walk.state[base + n - 1]))


def check_turn(walk: Walk, longest: int | None) -> int:
    """The options are the first moves of all the sequences that the rules allow; tells how long those are."""
    assert walk.question is not None
    own, other = men(walk, walk.question.seat)
    allowed = Backgammon(own, other).legal(numbers_left(walk))
    assert sorted({(k, n) for _, k, n in walk.question.options}) == sorted({moves[0] for moves in allowed})
    assert longest in (None, len(allowed[0]))
    return len(allowed[0])


@pytest.mark.parametrize("seed", [pytest.param(n, marks=[pytest.mark.soak] if n > 1 else []) for n in range(6)])
def test_backgammon_moves(seed: int) -> None:
    """At every decision, from the opening over the bar to the last man off."""
    walk = Walk(gdl.load("backgammon").program(), seed)
    turn: tuple[int, tuple[int, ...]] | None = None
    longest: int | None = None
    while walk.question is not None:
        left = numbers_left(walk)
        goes_on = turn is not None and turn[0] == walk.question.seat and len(turn[1]) == len(left) + 1
        longest = check_turn(walk, longest - 1 if goes_on and longest is not None else None)
        turn = walk.question.seat, left
        walk.answer(walk.choose.randrange(len(walk.question.options)))
    assert len(walk.winners()) == 1


def test_the_opening_of_backgammon() -> None:
    """Six equal rolls of 36 are rolled again, one die after the other; the others are played, move by move."""
    own = {24: 2, 13: 5, 8: 3, 6: 5}
    table = Backgammon(own, {25 - k: count for k, count in own.items()})
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7) if a != b]
    plays = [moves for roll in rolls for moves in set(table.legal(roll))]
    starts = {(roll, moves[0]) for roll in rolls for moves in table.legal(roll)}
    assert all(len(moves) == 2 for moves in plays)
    counts = perft(gdl.load("backgammon").program(), 4)
    assert [count.lines for count in counts] == [1, 6, 36, 6 * 6 + len(starts), 6 * 36 + len(plays)]
