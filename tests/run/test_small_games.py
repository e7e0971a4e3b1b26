"""Every small game, played at random: all ways of executing agree, state by state, and matches are whole."""

from __future__ import annotations

import json
import random

import pytest
import whole
from small_games import GAMES

from gdl.interpreter.match import Match, load, replay

SEEDS = range(6)


@pytest.mark.parametrize("game", GAMES)
def test_all_forms_agree(game: str) -> None:
    program = GAMES[game]()
    for seed in SEEDS:
        rng = random.Random(seed)
        matches = [Match.new(program, seed, mode=mode) for mode in ("reference", "full", "fast")]
        for _ in range(400):
            first = matches[0]
            assert all(match.state == first.state for match in matches)
            assert len({match.state_key() for match in matches}) == 1
            whole.check(first)
            questions = [match.question for match in matches]
            if questions[0] is None:
                assert all(question is None for question in questions)
                break
            assert all(question.options == questions[0].options for question in questions if question)
            assert [o.label for o in matches[1].request.options] == [o.label for o in first.request.options]
            index = rng.randrange(len(questions[0].options))
            for match in matches:
                match.apply_index(index)
        else:
            pytest.fail("the game does not end")
        assert matches[0].log == matches[1].log
        assert matches[0].result == matches[2].result


@pytest.mark.parametrize("game", GAMES)
def test_copy_save_undo_and_replay_at_every_decision(game: str) -> None:
    program = GAMES[game]()
    match = Match.new(program, 3)
    rng = random.Random(3)
    while match.question is not None:
        before, log = match.state_key(), match.log_for(0)
        assert match.copy() == match
        again = load(program, json.loads(json.dumps(match.save())))
        assert again.state_key() == before
        assert [o.label for o in again.request.options] == [o.label for o in match.request.options]
        assert again.log_for(0) == log
        assert replay(program, 3, match.answers).state_key() == before
        turn = match.turn_id
        for index in range(len(match.question.options)):
            match.apply(index)
            match.undo()
            assert (match.state_key(), match.log_for(0), match.turn_id) == (before, log, turn)
        match.apply(rng.randrange(len(match.question.options)))
    assert load(program, json.loads(json.dumps(match.save()))).result == match.result


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_goes_its_own_way(game: str) -> None:
    match = Match.new(GAMES[game](), 5)
    key, options = match.state_key(), len(match.question.options)
    twin = match.copy()
    twin.playout(random.Random(1), 1000)
    assert twin.over
    assert (match.state_key(), len(match.question.options)) == (key, options)
