"""Every shipped game, played at random: what must always hold, at every decision."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest
import whole

import gdl
from gdl.dsl import ir
from gdl.dsl.ir_json import from_json, to_json
from gdl.interpreter.match import Match, load, replay

GAMEDEFS = Path(__file__).parents[2] / "gamedefs"
GAMES = sorted(
    str(path.relative_to(GAMEDEFS))
    for path in (*GAMEDEFS.glob("*.gdl"), *GAMEDEFS.glob("classics/*.gdl"))
    if "\ngame " in "\n" + path.read_text()
)
WANDERS = {"weasel_wars.gdl"}
"""Whoever plays at random here may go about the map for as long as they like."""


def test_there_are_games() -> None:
    assert len(GAMES) >= 14


@cache
def program(game: str, most: bool = False) -> ir.Program:
    loaded = gdl.load(GAMEDEFS / game)
    return loaded.program(loaded.most if most else loaded.least)


def play_side_by_side(made: ir.Program, seed: int, decisions: int) -> bool:
    """All three ways of executing, step by step; whether the game has come to its end."""
    rng = random.Random(seed)
    matches = [Match.new(made, seed, mode=mode) for mode in ("reference", "full", "fast")]
    first = matches[0]
    for number in range(decisions):
        assert len({match.state_key() for match in matches}) == 1, f"after {number} decisions"
        whole.check(first)
        questions = [match.question for match in matches]
        if first.over:
            assert questions == [None, None, None]
            break
        assert len({(q.seat, q.word, tuple(q.options)) for q in questions if q is not None}) == 1
        assert first.question is not None
        index = rng.randrange(len(first.question.options))
        for match in matches:
            match.apply_index(index)
    assert first.log == matches[1].log
    assert first.result == matches[2].result
    return first.over


@pytest.mark.parametrize("game", GAMES)
def test_all_forms_agree_state_by_state(game: str) -> None:
    for seed in range(2):
        play_side_by_side(program(game), seed, 80)


@pytest.mark.parametrize("game", GAMES)
def test_all_forms_agree_with_as_many_players_as_may_play(game: str) -> None:
    play_side_by_side(program(game, most=True), 5, 50)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_all_forms_agree_to_the_end(game: str) -> None:
    for seed in range(10, 13):
        play_side_by_side(program(game, most=bool(seed % 2)), seed, 600)


@pytest.mark.parametrize("game", GAMES)
def test_copy_save_undo_and_replay_give_an_equal_match(game: str) -> None:
    made = program(game)
    match = Match.new(made, 11)
    rng = random.Random(11)
    for number in range(60):
        if match.question is None:
            break
        key, log, options = match.state_key(), match.log_for(0), match.question.options
        twin = match.copy()
        assert twin.state_key() == key
        if number % 12 == 0:
            again = load(made, json.loads(json.dumps(match.save())))
            assert (again.state_key(), again.log_for(0), again.question.options) == (key, log, options)
            assert replay(made, 11, match.answers, mode="fast").state_key() == key
        index = rng.randrange(len(options))
        match.apply(index)
        after = match.state_key()
        match.undo()
        assert (match.state_key(), match.log_for(0), match.question.options) == (key, log, options)
        match.apply(index)
        assert match.state_key() == after
        twin.apply_index(index)
        assert twin.state_key() == after


@pytest.mark.parametrize("game", GAMES)
def test_a_program_that_was_written_and_read_is_the_same(game: str) -> None:
    made = program(game)
    assert from_json(json.loads(json.dumps(to_json(made)))) == made


@pytest.mark.parametrize("game", GAMES)
def test_random_play_ends(game: str) -> None:
    rng = random.Random(7)
    match = Match.new(program(game), 7, mode="fast")
    match.playout(rng, 3000)
    whole.check(match)
    assert match.over or game in WANDERS, "not over after 3,000 decisions"
