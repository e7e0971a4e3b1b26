"""Choosing how a game is played: `--variant`, `--set`, `--players`, and what is said to wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_texts import GOAL_WINS, race

from gdl.cli import main

GAME = (
    """\
game Small:
    players: 2..3
    requires "three players need a goal above 2": count(players) = 2 or GOAL > 2

option GOAL: 1..9 = 2 "points to win"
option MOOD: Mood = Calm "how it is played"

enum Mood: Calm, Wild

"""
    + race(99)
    + """
phase Turn(p: Player):
    log "the goal is {GOAL}, the mood {MOOD}"
    offer p: Score, Rest

action Score(p: Player) "score":
    p.score += 1

action Rest(p: Player) "rest":
    log "{p} rests"

"""
    + GOAL_WINS
    + """
variant Long "a long game":
    option GOAL = 9
"""
)


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.gdl").write_text(GAME)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "the goal is 2, the mood Calm"),
        (["--set", "GOAL=4"], "the goal is 4, the mood Calm"),
        (["--set", "GOAL = 4", "--set", "MOOD=Wild"], "the goal is 4, the mood Wild"),
        (["--variant", "Long"], "the goal is 9"),
        (["--players", "3", "--set", "GOAL=3"], "3 players"),
    ],
)
def test_what_is_chosen_is_played(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "small.gdl", "--seed", "1", *words]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--set", "GAOL=4"], "there is no option of the game called `GAOL`\n     did you mean `GOAL`?"),
        (["--set", "GOAL"], "`--set GOAL` does not say what to set"),
        (["--set", "GOAL=12"], "GOAL is a number from 1 to 9; 12 is outside"),
        (["--set", "GOAL=many"], "GOAL is a number from 1 to 9, not `many`"),
        (["--variant", "Lng"], "there is no variant of small.gdl called `Lng`\n     did you mean `Long`?"),
        (["--players", "4"], "Small is for 2 to 3 players, not 4"),
    ],
)
def test_what_cannot_be_is_wrong_usage(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "small.gdl", *words]) == 2
    told = capsys.readouterr()
    assert said in told.err and told.out == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "3"], "three players need a goal above 2"),
        (["--set", "MOOD=Wlid"], "Wlid"),
    ],
)
def test_what_the_game_refuses_is_told_as_its_own(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "small.gdl", *words]) == 1
    told = capsys.readouterr()
    assert said in told.err and "GDL" in told.err and told.out == ""


def test_lint_does_not_mind_that_some_players_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "small.gdl"]) == 0
    Path("small.gdl").write_text(GAME.replace("count(players) = 2 or GOAL > 2", "GOAL > 2"))
    capsys.readouterr()
    assert main(["lint", "small.gdl"]) == 1
    assert "three players need a goal above 2" in capsys.readouterr().out


def test_a_match_with_options_replays(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "small.gdl", "--seed", "1", "--set", "GOAL=4", "--set", "MOOD=Wild", "--save", "m.json"])
    capsys.readouterr()
    assert main(["replay", "m.json", "--game", "small.gdl", "--check"]) == 0
    assert "the same match" in capsys.readouterr().out
