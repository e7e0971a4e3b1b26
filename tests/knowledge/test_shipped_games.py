"""The battery on every game that comes with the package: nothing leaks, and guesses are legal, blind and varied."""

from __future__ import annotations

import json
import os
import time
from importlib.resources import files

import jsonschema
import pytest
from battery import Battery, random_play
from shipped import GAMES, TABLES, Table

BUDGET = float(os.environ.get("GDL_SOAK_SECONDS", "20"))

SECRETIVE = ["bones_and_banners", "kuhn_poker", "love_letter", "stratego_conquest", "tossing_tiger"]
"""Games in which every seat has something to guess from its first decision on."""
DECISIONS = 24


def test_there_are_games_and_variants() -> None:
    assert len(GAMES) >= 18
    assert set(SECRETIVE) <= set(GAMES)
    assert len([table for table in TABLES if table.variants]) >= 18


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_nothing_leaks_and_guesses_are_blind(table: Table) -> None:
    """Two halves of matches, so that the second is not all set-up; every seat, the log with it."""
    battery = Battery(table.program)
    checked = 0
    for seed, first in ((1, 0), (2, 40)):
        for number, match in enumerate(random_play(table.program, seed, first + DECISIONS // 2)):
            if number >= first:
                battery.check(match, seed + number)
                checked += 1
    assert checked > 0 and battery.compared > 0


@pytest.mark.soak
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_nothing_leaks_in_long_play(table: Table) -> None:
    """As far as this table's share of the budget goes, one seat at each decision."""
    battery = Battery(table.program)
    end = time.perf_counter() + BUDGET / len(TABLES)
    for seed in range(3, 100):
        for number, match in enumerate(random_play(table.program, seed, 400)):
            if time.perf_counter() > end and number:
                return
            battery.check(match, seed + number, seats=(number % table.program.seats,))


@pytest.mark.parametrize("name", SECRETIVE)
def test_guesses_vary(name: str) -> None:
    program = Table(name).program
    battery = Battery(program)
    match = next(random_play(program, 1, 1))
    assert all(battery.varies(match, seat) for seat in range(program.seats))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_views_fit_their_schema(name: str) -> None:
    schema = json.loads((files("gdl.schemas") / "view.schema.json").read_text(encoding="utf-8"))
    check = jsonschema.Draft202012Validator(schema)
    program = Table(name).program
    for number, match in enumerate(random_play(program, 1, 60)):
        if number % 20 == 0:
            for reader in (*range(program.seats), None):
                check.validate(match.view(reader))
