"""`gdl coverage` on a small game with a catalogue of five rules, one for each status."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from gdl.cli import main

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "coverage.schema.json").read_text())

GAME = """\
@AB-GO-01
game Small:
    players: 2

option GOAL: 1..9 = 3 @AB-GO-04

flow:
    repeat Turn for each player

phase Turn(p: Player):
    log "a" @AB-GO-02
    log "b" @AB-GO-03 @AB-GO-99
    win p
"""
CATALOGUE = """\
rules:
  - {id: AB-GO-01, rule: "is proven"}
  - {id: AB-GO-02, rule: "is exempt"}
  - {id: AB-GO-03, rule: "is cited only"}
  - {id: AB-GO-04, rule: "has a scenario that fails"}
components:
  cards:
    - {id: AB-CARD-01, what: "is open"}
    - {what: "has no id and is no rule"}
"""
SCENARIOS = """\
# no scenario: AB-GO-02 it only tells how to shuffle
scenario "two may play" @AB-GO-01:
    players 2
    then GOAL = 3

scenario "the goal is four" @AB-GO-04:
    then GOAL = 4
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "small").mkdir()
    (tmp_path / "small.gdl").write_text(GAME)
    (tmp_path / "small" / "rulebook.yaml").write_text(CATALOGUE)
    (tmp_path / "small" / "scenarios.gdl").write_text(SCENARIOS)
    return tmp_path / "small.gdl"


def test_each_rule_gets_its_status(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", str(game), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    jsonschema.validate(told, SCHEMA)
    assert {rule["id"]: rule["status"] for rule in told["rules"]} == {
        "AB-GO-01": "proven",
        "AB-GO-02": "exempt",
        "AB-GO-03": "cited",
        "AB-GO-04": "failing",
        "AB-CARD-01": "open",
    }
    assert (told["total"], told["cited"], told["proven"]) == (5, 4, 1)
    assert told["rules"][0]["scenarios"] == ["two may play"]
    assert told["rules"][1]["exempt"] == "it only tells how to shuffle"
    assert [place.rsplit(":", 2)[1] for place in told["rules"][2]["cited"]] == ["12"]
    assert told["rules"][3]["failing"] == ["the goal is four"] and told["rules"][3]["scenarios"] == []
    assert list(told["unknown"]) == ["AB-GO-99"]


def test_text_names_what_is_missing(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", str(game), "--strict"]) == 1
    told = capsys.readouterr().out
    assert "AB-CARD-01  is open" in told
    assert "AB-GO-03  is cited only" in told
    assert "AB-GO-99  at" in told
    assert "AB-GO-01" not in told
    assert "AB-GO-04  has a scenario that fails" in told
    assert "5 rules: 4 cited, 1 proven, 1 exempt; 2 scenarios, of which 1 pass" in told


def test_without_running_all_scenarios_count(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", str(game), "--no-run"]) == 0
    assert "5 rules: 4 cited, 2 proven, 1 exempt; 2 scenarios\n" in capsys.readouterr().out


def test_a_game_without_a_catalogue_says_where_it_would_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bare.gdl").write_text("game Bare:\n    players: 2\n")
    assert main(["coverage", str(tmp_path / "bare.gdl")]) == 2
    assert "rulebook.yaml" in capsys.readouterr().err
