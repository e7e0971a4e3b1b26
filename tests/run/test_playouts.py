"""A light match plays on at random in code of its own (straight, rules and moves written out): it must come to the very
state to which the same random numbers lead step by step."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from shipped import GAMES
from small_games import GAMES as SMALL
from test_games import play_side_by_side

import gdl
from gdl.dsl import ir
from gdl.interpreter.match import Match

ROOT = Path(__file__).parents[2]
WAR = "benchmarks/war.gdl"
HERE = Path(__file__).parent / "playouts"
WRITTEN = sorted(path.name for path in HERE.glob("*.gdl"))
LONGEST = 700
"""Games that are longer than this at random are left to the tests that go step by step."""


@cache
def program(path: Path, most: bool = False) -> ir.Program:
    loaded = gdl.load(path)
    return loaded.program(loaded.most if most else loaded.least)


def both_ways(made: ir.Program, seed: int) -> None:
    slow = Match.new(made, seed, mode="full")
    count = slow.playout(random.Random(seed), LONGEST)
    if not slow.over:
        return
    quick = Match.new(made, seed, mode="fast")
    assert quick.playout(random.Random(seed)) == count
    assert quick.state == slow.state
    assert quick.result == slow.result


@pytest.mark.parametrize("game", sorted(GAMES))
def test_shipped_games(game: str) -> None:
    path = GAMES[game]
    both_ways(program(path), 1)
    if path.parent.name == "classics":
        for seed in range(2, 6):
            both_ways(program(path, most=True), seed)


@pytest.mark.parametrize("game", SMALL)
def test_small_games(game: str) -> None:
    for seed in range(4):
        both_ways(SMALL[game](), seed)


def test_war() -> None:
    for seed in range(4):
        both_ways(program(ROOT / WAR), seed)


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_out(name: str, most: bool) -> None:
    """Games made of just what the code for playouts treats in a way of its own."""
    made = program(HERE / name, most)
    for seed in range(8):
        both_ways(made, seed)
    for seed in range(3):
        assert play_side_by_side(made, seed, 200), "it does not end"


@pytest.mark.parametrize("name", WRITTEN)
def test_moves_are_written_out(name: str) -> None:
    """What these games are for: if no move were written out any more, the test above would compare nothing new."""
    source = Match.new(program(HERE / name), 1, mode="fast").machine.fast.code.source
    assert "= lying[1:]" in source
    if name != "slots.gdl":  # in which cards may look alike, and everybody learns something by each move
        assert "in lying:" in source and "random()" in source
