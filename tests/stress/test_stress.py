"""Games that exist only here and put constructs together in unusual ways. Every game of this folder, with every variant:
its scenarios pass, and at every decision of random play all ways of executing agree, a copy, a save, a step back and a
replay give the same match, nothing leaks, and guesses are legal and blind. A new file is found by itself."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import whole
from battery import Battery, random_play

import gdl
from gdl.dsl import ir
from gdl.interpreter.match import Match, load, replay
from gdl.scenarios import outcomes_of

FILES = sorted(Path(__file__).parent.glob("*.gdl"))


def tables() -> list[object]:
    found: list[object] = []
    for path in FILES:
        game = gdl.load(path)
        assert game.loaded is not None
        for variants in ([], *([each.name] for each in game.loaded.variants)):
            found.append(pytest.param(path, variants, id="+".join([path.stem, *variants])))
    return found


TABLES = tables()


def test_there_are_games() -> None:
    assert len(FILES) >= 8 and len(TABLES) >= 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_scenarios_pass(path: Path) -> None:
    outcomes = list(outcomes_of(path))
    assert outcomes and [(each.name, each.message) for each in outcomes if not each.passed] == []


@pytest.mark.parametrize(("path", "variants"), TABLES)
def test_copied_saved_taken_back_and_replayed_at_every_decision(path: Path, variants: list[str]) -> None:
    program = gdl.load(path, variants=variants).program()
    ended = 0
    for seed in range(3):
        ended += _play(program, seed)
    assert ended > 0


def _play(program: ir.Program, seed: int) -> bool:
    """One match in three ways side by side, and back and forth at every decision; whether it came to its end."""
    rng = random.Random(seed)
    match, *others = [Match.new(program, seed, mode=mode) for mode in ("full", "reference", "fast")]
    for _ in range(60):
        assert {other.state_key() for other in others} == {match.state_key()}
        whole.check(match)
        if match.question is None:
            return True
        key, options = match.state_key(), match.question.options
        logs = [match.log_for(reader) for reader in (*range(program.seats), None)]
        again = load(program, json.loads(json.dumps(match.save())))
        assert again.state_key() == key and again.question is not None and again.question.options == options
        assert [again.log_for(reader) for reader in (*range(program.seats), None)] == logs
        assert replay(program, seed, match.answers).state_key() == key
        index = rng.randrange(len(options))
        twin = match.copy()
        twin.apply_index(index)
        again.apply_index(index)
        match.apply_index(index)
        after = match.state_key()
        assert twin.state_key() == again.state_key() == after
        match.undo()
        assert match.state_key() == key
        assert [match.log_for(reader) for reader in (*range(program.seats), None)] == logs
        match.apply_index(index)
        assert match.state_key() == after
        for other in others:
            other.apply_index(index)
    return False


@pytest.mark.parametrize(("path", "variants"), TABLES)
def test_nothing_leaks_and_guesses_are_blind(path: Path, variants: list[str]) -> None:
    battery = Battery(gdl.load(path, variants=variants).program())
    checked = 0
    for seed in range(3):
        for number, match in enumerate(random_play(battery.program, seed, 40)):
            battery.check(match, seed + number)
            checked += 1
    assert checked > 10
