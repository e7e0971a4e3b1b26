"""Saves: whole or not at all; a changed game is noticed, and the first difference named."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from screens import Typed, match_of, session_of

from gdl.cli import main
from gdl.saves import write_save
from gdl.table.play import play

RACE = """\
game Race:
    players: 2

option GOAL: 1..9 = 3

state:
    each player:
        steps: 0..9 = 0

flow:
    repeat Turn for each player

phase Turn(p: Player):
    choose n in 1..{most} by p:
        p.steps += n
        log "{{p}} walks{how}"

when some p in players where p.steps >= GOAL:
    win p
"""


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "race.gdl"
    path.write_text(RACE.format(most=2, how=""))
    return path


def test_a_save_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.json"
    match = match_of("nim")
    write_save(match, path)
    first = path.read_text()
    match.apply_index(0)

    def broken(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(OSError):
        write_save(match, path)
    assert path.read_text() == first
    assert os.listdir(tmp_path) == ["m.json"], "nothing is left lying about"


def test_with_a_file_given_every_answer_is_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    match = match_of("nim")
    play(session_of(match, {0, 1}, Typed(["1", "2"]), save=path), limit=10)
    assert json.loads(path.read_text())["answers"] == [0, 1]


def test_saving_where_nothing_can_be_written_is_told() -> None:
    screen = Typed(["save /no/such/folder/m.json", "save"])
    play(session_of(match_of("nim"), {0}, screen), limit=10)
    assert "/no/such/folder/m.json cannot be written: No such file or directory" in screen.text
    assert "say where" in screen.text


def test_resume_goes_on_with_options_and_players_of_the_save(
    race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", "race.gdl", "--seed", "1", "--set", "GOAL=9", "--limit", "3", "--save", "m.json"]
    assert main(words) == 0
    assert main(["run", "race.gdl", "--resume", "m.json", "--limit", "5"]) == 0
    told = capsys.readouterr()
    assert "not over after 5 decisions" in told.out
    assert told.err == ""
    assert main(["run", "race.gdl", "--resume", "m.json", "--set", "GOAL=2"]) == 2
    assert "they cannot be chosen again" in capsys.readouterr().err


def test_a_change_that_does_not_matter_is_noticed_and_played_on(
    race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["run", "race.gdl", "--seed", "1", "--limit", "1", "--save", "m.json"])
    race.write_text("# a comment\n" + race.read_text())
    capsys.readouterr()
    assert main(["replay", "m.json", "--game", "race.gdl", "--check"]) == 0
    told = capsys.readouterr()
    assert told.out == "1 decisions: the same match\n"
    assert "the definition has changed since this match was saved; it plays again" in told.err
    assert main(["run", "race.gdl", "--resume", "m.json"]) == 0


def test_a_change_that_matters_is_named(race: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "race.gdl", "--seed", "1", "--limit", "1", "--save", "m.json"])
    race.write_text(RACE.format(most=2, how=" on"))
    capsys.readouterr()
    assert main(["replay", "m.json", "--game", "race.gdl", "--check"]) == 1
    said = "after 1 decisions: now `Player 1 walks on` happens, where `Player 1 walks` was saved"
    assert said in capsys.readouterr().out
    assert main(["run", "race.gdl", "--resume", "m.json"]) == 2
    assert said in capsys.readouterr().err
    assert main(["replay", "m.json", "--game", "race.gdl"]) == 1
    assert said in capsys.readouterr().out


def test_an_answer_that_is_no_longer_possible_is_named(
    race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    race.write_text(RACE.format(most=3, how=""))
    main(["run", "race.gdl", "--seed", "1", "--limit", "1", "--save", "m.json"])
    saved = json.loads(Path("m.json").read_text())
    race.write_text(RACE.format(most=2, how=""))
    saved["answers"] = [2]
    Path("m.json").write_text(json.dumps(saved))
    capsys.readouterr()
    assert main(["replay", "m.json", "--game", "race.gdl", "--check"]) == 1
    assert "decision 1 was option 3 of 2" in capsys.readouterr().out
