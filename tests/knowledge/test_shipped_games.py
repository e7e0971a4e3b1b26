"""The battery on every game that comes with the package: nothing leaks, and guesses are legal, blind and varied."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest
from battery import Battery, random_play

import gdl
from gdl.dsl.ir import Program
from gdl.shipped import shipped_games

GAMES = sorted(shipped_games())
SECRETIVE = ["bones_and_banners", "kuhn_poker", "love_letter", "stratego_conquest", "tossing_tiger"]
"""Games in which every seat has something to guess from its first decision on."""


def programs(name: str) -> list[Program]:
    """The game for the fewest and for the most players."""
    game = gdl.load(shipped_games()[name])
    return [game.program(seats) for seats in sorted({game.least, game.most})]


def test_there_are_games() -> None:
    assert len(GAMES) >= 18
    assert set(SECRETIVE) <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_leaks_and_guesses_are_blind(name: str) -> None:
    for program in programs(name):
        battery = Battery(program)
        decisions = 0
        for seed in (1, 2):
            for match in random_play(program, seed, 25):
                battery.check(match, seed)
                decisions += 1
        assert decisions > 0


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_nothing_leaks_in_long_play(name: str) -> None:
    for program in programs(name):
        battery = Battery(program)
        for seed in range(3, 8):
            for number, match in enumerate(random_play(program, seed, 400)):
                if number % 5 == seed % 5:
                    battery.check(match, seed)


@pytest.mark.parametrize("name", SECRETIVE)
def test_guesses_vary(name: str) -> None:
    program = programs(name)[0]
    battery = Battery(program)
    match = next(random_play(program, 1, 1))
    assert all(battery.varies(match, seat) for seat in range(program.seats))


@pytest.mark.parametrize("name", GAMES)
def test_views_fit_their_schema(name: str) -> None:
    schema = json.loads((files("gdl.schemas") / "view.schema.json").read_text(encoding="utf-8"))
    check = jsonschema.Draft202012Validator(schema)
    program = programs(name)[0]
    for number, match in enumerate(random_play(program, 1, 60)):
        if number % 20 == 0:
            for reader in (*range(program.seats), None):
                check.validate(match.view(reader))
