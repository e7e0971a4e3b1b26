"""`gdl sim --bots` and `gdl run --bot`: bots by name on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from gdl.cli import main

SCHEMA = Path(__file__).parents[2] / "schemas" / "tournament.schema.json"


def test_bots_meet_and_the_standings_follow_their_schema(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "sim",
        "nim",
        "--games",
        "6",
        "--seed",
        "1",
        "--bots",
        "mc:20,random",
        "--rotate",
        "--format",
        "json",
    ]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    jsonschema.validate(told, json.loads(SCHEMA.read_text()))
    first, second = told["bots"]
    assert (first["bot"], second["bot"]) == ("mc:20", "random")
    assert first["games"] == second["games"] == 6
    assert first["won"] + second["won"] == 6, "somebody wins each game of Nim"


def test_standings_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "nim", "--games", "4", "--seed", "1", "--bots", "mc:5,random"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Nim: 2 players, 4 games, seed 1"
    assert lines[3].split()[:2] == ["mc:5", "4"]


def test_playing_together_each_bot_has_its_own_games(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "sim",
        "mossflower",
        "--games",
        "4",
        "--seed",
        "1",
        "--bots",
        "random,random",
        "--format",
        "json",
    ]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["cooperative"] and [bot["games"] for bot in told["bots"]] == [2, 2]


def test_run_with_bots_by_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "nim", "--seed", "1", "--bot", "mc:10,random"]) == 0
    first = capsys.readouterr().out
    assert main(["run", "nim", "--seed", "1", "--bot", "mc:10,random"]) == 0
    assert capsys.readouterr().out == first, "the same seed, the same match"
    assert "decisions: Player 1" in first


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "nim", "--bot", "deep"], "there is no bot `deep`; there are random, mc, ismcts"),
        (["run", "nim", "--bot", "random,random,random"], "3 bots are named, but there are only 2 seats"),
        (["sim", "nim", "--bots", "mc:x,random"], "`x` is no limit"),
        (["sim", "nim", "--bots", "mc:5", "--format", "html"], "`--format text` and `json`"),
    ],
)
def test_wrong_usage(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert said in " ".join(capsys.readouterr().err.split())
