"""The commands that read definitions without playing them: lint, diff, hooks; on small games made here."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from small_texts import GOAL_WINS, race

from gdl.cli import main

SCHEMAS = Path(__file__).parents[2] / "schemas"

GAME = (
    """\
game Small:
    players: 2

option GOAL: 1..9 = 3 "points to win"

"""
    + race(9)
    + """
phase Turn(p: Player):
    offer p: Score, turn_option

action Score(p: Player) "score":
    gain(p, 1)

rule gain(p: Player, n: int):               # how points come
    p.score += n

action Rest(p: Player) "rest" for turn_option:
    log "{p} rests"

after gain(p, n) if n > 1 called cheer:
    log "{p} is cheered"

"""
    + GOAL_WINS
    + """
variant Short "a short game":
    option GOAL = 1
    replace rule gain(p, n):
        p.score += 2
    remove trigger cheer
"""
)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("small.gdl").write_text(GAME)
    return tmp_path / "small.gdl"


def test_lint_of_a_sound_game_is_quiet(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "--strict", "small.gdl"]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "nothing to report in 1 file\n"


def test_lint_tells_all_errors_with_places_from_here(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(
        GAME.replace("score: 0..9 = 0", "score: 0..9 == 0").replace("option GOAL = 1", "option = 1")
    )
    assert main(["lint", str(game)]) == 1
    told = capsys.readouterr().out
    assert told.count("small.gdl:8:") == 1 and "small.gdl:8:" in told.splitlines()[0]
    assert "small.gdl:32:" in told
    assert str(game.parent) not in told


def test_lint_as_json_says_nothing_else(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(GAME.replace("score: 0..9 = 0", "score: 0..9 == 0"))
    assert main(["lint", "small.gdl", "--format", "json"]) == 1
    told = capsys.readouterr()
    assert told.err == ""
    found = json.loads(told.out)
    jsonschema.validate(found, json.loads((SCHEMAS / "lint.schema.json").read_text()))
    assert [(item["file"], item["line"]) for item in found] == [("small.gdl", 8)]


def test_lint_select_and_ignore_by_the_beginning_of_codes(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.write_text(GAME.replace("score: 0..9 = 0", "score: 0..9 == 0"))
    assert main(["lint", "small.gdl", "--select", "GDL02"]) == 0
    assert main(["lint", "small.gdl", "--ignore", "01,02"]) == 0
    assert main(["lint", "small.gdl", "--select", "GDL01,GDL02"]) == 1
    assert main(["lint", "small.gdl", "--select", "syntax"]) == 2
    assert "`SYNTAX` is not a code" in capsys.readouterr().err


def test_lint_of_a_folder_reads_parts_with_their_game_once(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("small").mkdir()
    Path("small/part.gdl").write_text("rule broken(p: Player):\n    move\n")
    game.write_text(GAME.replace("option GOAL", 'use "small/part.gdl"\n\noption GOAL', 1))
    assert main(["lint", "."]) == 1
    told = capsys.readouterr()
    assert told.out.count("part.gdl:2:") == 1
    assert "in 2 files" in told.err


def test_diff_shows_each_change(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "small.gdl", "--variant", "Short"]) == 0
    told = capsys.readouterr().out
    assert 'variant Short: "a short game"' in told
    assert '- option GOAL: 1..9 = 3 "points to win"' in told and "+ option GOAL = 1" in told
    assert "changes rule gain" in told and "-     p.score += n" in told and "+     p.score += 2" in told
    assert "removes trigger cheer" in told


def test_diff_shows_by_what_something_is_extended(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(
        GAME
        + "\nvariant Tired:\n    extend action Score:\n        requires: p.score < 2\n"
        + "    extend state:\n        each player:\n            naps: 0..9 = 0\n"
    )
    assert main(["diff", "small.gdl", "--variant", "Tired"]) == 0
    told = capsys.readouterr().out
    assert "extends action Score" in told and "+     requires: p.score < 2" in told
    assert "gain(p, 1)" not in told  # what stays as it is
    assert "adds state naps" in told


def test_diff_shows_what_is_changed_in_part(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = "\ncard Card:\n    worth: 0..9\nCard:\n    | kind | x | worth |\n    | Ape  | 2 | 1     |\n"
    game.write_text(GAME + table + "\nvariant Rich:\n    change Card Ape:\n        worth: 5\n")
    assert main(["diff", "small.gdl", "--variant", "Rich"]) == 0
    told = capsys.readouterr().out
    assert "changes Card Ape" in told and "| Ape  | 2 | 1     |" in told and "+     worth: 5" in told


def test_diff_shows_a_kind_of_several_places_once(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = "\ncard Card:\n    worth: 0..9\nCard:\n    | kind | worth |\n    | Ape  | 1     |\nCard Ape:\n    title: \"ape\"\n"
    game.write_text(GAME + both + "\nvariant Rich:\n    change Card Ape:\n        worth: 5\n")
    assert main(["diff", "small.gdl", "--variant", "Rich"]) == 0
    told = capsys.readouterr().out
    assert told.count("changes Card Ape") == 1 and told.count("+     worth: 5") == 1
    assert "| Ape  | 1     |" in told and 'title: "ape"' in told


def test_an_option_that_a_scenario_misspells_is_told_there(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME + '\nscenario "a long game":\n    option GAOL = 9\n    then not over\n'
    game.write_text(text)
    line = text.splitlines().index("    option GAOL = 9") + 1
    assert main(["lint", "small.gdl"]) == 1
    told = capsys.readouterr().out
    assert f"small.gdl:{line}:12: error GDL0310" in told and "did you mean `GOAL`?" in told
    assert main(["test", "small.gdl"]) == 1
    assert f"small.gdl:{line}:12: error GDL0310" in capsys.readouterr().out


def test_diff_asks_for_a_variant_and_knows_near_names(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "small.gdl"]) == 2
    assert "it has Short" in capsys.readouterr().err
    assert main(["diff", "small.gdl", "--variant", "Shrt"]) == 2
    assert "did you mean `Short`?" in capsys.readouterr().err


def test_hooks_lists_what_can_be_joined(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hooks", "small.gdl", "--format", "json"]) == 0
    hooks = {(hook["word"], hook["name"]): hook for hook in json.loads(capsys.readouterr().out)}
    assert set(hooks) == {
        ("option", "GOAL"),
        ("phase", "Turn"),
        ("action", "Score"),
        ("rule", "gain"),
        ("action", "Rest"),
        ("trigger", "cheer"),
        ("occasion", "turn_option"),
    }
    assert hooks["rule", "gain"]["form"] == "rule gain(p: Player, n: int)"
    assert hooks["rule", "gain"]["place"] == "small.gdl:19:1"
    assert main(["hooks", "small.gdl"]) == 0
    assert "rule gain(p: Player, n: int)  small.gdl:19:1" in capsys.readouterr().out


def test_a_definition_with_errors_stops_other_commands_with_1(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.write_text(GAME.replace("score: 0..9 = 0", "score: 0..9 == 0"))
    assert main(["hooks", "small.gdl"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "small.gdl:8:" in told.err and "^" in told.err
