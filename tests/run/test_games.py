"""Every shipped game with every variant, played at random: what must always hold, at every decision."""

from __future__ import annotations

import json
import os
import random
import time

import jsonschema
import pytest
import whole
from shipped import GAMES, TABLES, Table, variants

from gdl.dsl import ir
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.ir_json import from_json, schema, to_json
from gdl.dsl.load import load as load_text
from gdl.interpreter.match import Match, load, replay

BUDGET = float(os.environ.get("GDL_SOAK_SECONDS", "20"))
WANDERS = {"weasel_wars"}
"""Whoever plays at random here may go about the map for as long as they like."""


def test_there_are_games() -> None:
    assert len(GAMES) >= 18


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_variant_has_a_table(game: str) -> None:
    told = Diagnostics()
    loaded = load_text(GAMES[game], told)
    assert loaded is not None
    assert {each.name for each in loaded.variants} == set(variants(game))


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


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_all_forms_agree_state_by_state(table: Table) -> None:
    for seed in range(1 if table.variants or table.most else 2):
        play_side_by_side(table.program, seed, 60)


@pytest.mark.soak
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_all_forms_agree_to_the_end(table: Table) -> None:
    """One match to its end, then more while this table's share of the budget lasts."""
    end = time.perf_counter() + BUDGET / len(TABLES)
    for seed in range(10, 10_000):
        play_side_by_side(table.program, seed, 300 if table.variants else 600)
        if time.perf_counter() > end:
            return


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_copy_save_undo_and_replay_give_an_equal_match(table: Table) -> None:
    """So does a program that was written as JSON and read again."""
    made = table.program
    assert from_json(json.loads(json.dumps(to_json(made)))) == made
    match = Match.new(made, 11)
    rng = random.Random(11)
    for number in range(40):
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


@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if GAMES[game].parent.name == "classics"])
def test_a_program_as_json_is_as_the_schema_says(game: str) -> None:
    jsonschema.validate(to_json(Table(game).program), schema())


@pytest.mark.soak
def test_so_are_all_others() -> None:
    """Large ones take long: as many as the budget allows, in any order, and at least one."""
    validator = jsonschema.validators.validator_for(schema())(schema())
    end = time.perf_counter() + BUDGET / 10
    for table in random.Random().sample(TABLES, len(TABLES)):
        validator.validate(to_json(table.program))
        if time.perf_counter() > end:
            break


@pytest.mark.parametrize("game", sorted(GAMES))
def test_random_play_ends(game: str) -> None:
    rng = random.Random(7)
    match = Match.new(Table(game).program, 7, mode="fast")
    match.playout(rng, 3000)
    whole.check(match)
    assert match.over or game in WANDERS, "not over after 3,000 decisions"
