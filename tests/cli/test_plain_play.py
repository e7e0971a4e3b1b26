"""The line-by-line table: people answer by number or words, take back, ask, leave; bots play the rest."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "run"))
import small_games

from gdl.cli.parser import Usage
from gdl.cli.run import result_lines, seats_named
from gdl.interpreter.match import Match
from gdl.plain_play import HELP, PlainTable


def table(match: Match, people: set[int], answers: list[str]) -> tuple[PlainTable, list[str]]:
    said: list[str] = []
    typed: Iterator[str] = iter(answers)

    def ask(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return PlainTable(match, people, said.append, ask), said


def tic_tac_toe() -> Match:
    return Match.new(small_games.tic_tac_toe(), 1, ["Ann", "Ben"])


def test_bots_alone_play_to_the_end() -> None:
    match = tic_tac_toe()
    played, said = table(match, set(), [])
    assert played.play(100) == "over"
    assert match.result is not None
    assert said and all(line.startswith("  ") for line in said)


def test_two_people_by_number_and_words_until_one_has_three_in_a_row() -> None:
    match = tic_tac_toe()
    request = match.request
    assert request is not None
    first = request.options[0].label
    # Cells are offered in order, so the numbers of the free ones move up as cells are taken:
    # Ann takes cells 1, 2, 3 and Ben 4, 5 between them.
    played, _ = table(match, {0, 1}, [first, "3", "1", "2", "1"])
    assert played.play(100) == "over"
    assert result_lines(match, ["Ann", "Ben"]) == ["after 5 decisions: Ann won, Ben lost"]


def test_a_wrong_answer_is_told_and_asked_again() -> None:
    match = tic_tac_toe()
    played, said = table(match, {0, 1}, ["99", "nonsense", "?", "1"])
    assert played.play(100) == "left"
    assert len(match.answers) == 1
    assert HELP in said


def test_taking_back_goes_to_the_last_decision_of_a_person() -> None:
    match = tic_tac_toe()
    played, said = table(match, {0}, ["1", "undo", "2", "quit"])
    assert played.play(100) == "left"
    assert "(took back 2 decisions)" in said
    assert match.answers[0] == 1 and len(match.answers) == 2


def test_nothing_to_take_back_at_the_start() -> None:
    played, said = table(tic_tac_toe(), {0}, ["undo"])
    assert played.play(100) == "left"
    assert "there is nothing to take back" in said


def test_the_limit_ends_it() -> None:
    match = tic_tac_toe()
    played, _ = table(match, set(), [])
    assert played.play(3) == "limit"
    assert result_lines(match, ["Ann", "Ben"]) == ["not over after 3 decisions"]


def test_who_sits_down() -> None:
    assert seats_named(None, 3, at_terminal=True) == {0}
    assert seats_named(None, 3, at_terminal=False) == set()
    assert seats_named("none", 3, at_terminal=True) == set()
    assert seats_named("all", 3, at_terminal=False) == {0, 1, 2}
    assert seats_named("1,3", 3, at_terminal=False) == {0, 2}
    for wrong in ("4", "0", "x", "1,,2", ""):
        with pytest.raises(Usage):
            seats_named(wrong, 3, at_terminal=True)
