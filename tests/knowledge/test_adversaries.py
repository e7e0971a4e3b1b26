"""Turns in which something hidden is chosen, counted, drawn by lot, named in a prompt, laid down or passed on: the whole battery
at every decision, for every seat and a spectator. `adversaries.gdl` holds one table, and what happens in a turn of each game.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest
from battery import Battery, random_play

import gdl

FRAME, *PARTS = re.split(
    r"^---\n", Path(__file__).with_name("adversaries.gdl").read_text(encoding="utf-8"), flags=re.MULTILINE
)
TURNS = dict(part.removeprefix("# ").split("\n", 1) for part in PARTS)


TABLES = [
    pytest.param(turn, players, id=f"{title}, {players} players")
    for title, turn in TURNS.items()
    for players in (2, 3, 4)
]


@pytest.mark.parametrize(("turn", "players"), TABLES)
def test_nothing_hidden_shows(turn: str, players: int, tmp_path: Path) -> None:
    file = tmp_path / "adversary.gdl"
    file.write_text(FRAME.replace("    # here\n", indent(turn, "    ")))
    battery = Battery(gdl.load(file).program(players))
    decisions = 0
    for seed in range(3):
        for match in random_play(battery.program, seed, 16):
            battery.check(match, seed * 100 + decisions)
            decisions += 1
    assert decisions > 12
    assert battery.compared > 5
