"""Thousands of whole matches of the classics, and at every decision all that must hold of any match.

The same seed and answers give the same match, to the byte. A copy, a match that was saved and loaded, and one whose answer was
taken back and given again go on as the match does. The reference and both forms of compiled code agree, state by state.
"""

from __future__ import annotations

import json
import os
import random
import time

import pytest
import whole
from shipped import GAMES, Table

from gdl.dsl import ir
from gdl.interpreter.match import Match, load, replay

BUDGET = float(os.environ.get("GDL_SOAK_SECONDS", "20"))
MATCHES = {
    "kuhn_poker": 1000, "leduc_poker": 500, "tic_tac_toe": 300, "nim": 300, "goofspiel": 12, "connect_four": 30,
    "liars_dice": 6, "pig": 4, "love_letter": 4, "breakthrough": 3, "reversi": 2, "hex": 1, "backgammon": 1,
}  # fmt: skip
"""How many are played of each; the long ones are played on in the soak."""


def test_every_classic_is_played() -> None:
    assert set(MATCHES) == {name for name, path in GAMES.items() if path.parent.name == "classics"}
    assert sum(MATCHES.values()) >= 2000


def as_bytes(match: Match) -> bytes:
    return json.dumps(match.save(), sort_keys=True).encode()


def play(made: ir.Program, seed: int) -> None:
    choose = random.Random(seed)
    match = Match.new(made, seed)
    others = [Match.new(made, seed, mode=mode) for mode in ("reference", "fast")]
    while match.question is not None:
        key, options = match.state_key(), match.question.options
        whole.check(match)
        saved = as_bytes(match)
        twin, again = match.copy(), load(made, json.loads(saved))
        assert as_bytes(again) == saved
        for other in (*others, twin, again):
            assert other.question is not None
            assert (other.state_key(), other.question.seat, other.question.options) == (key, match.question.seat, options)
        index = choose.randrange(len(options))
        match.apply(index)
        after = match.state_key()
        match.undo()
        assert as_bytes(match) == saved
        match.apply(index)
        for other in (*others, twin, again):
            other.apply_index(index)
        assert {other.state_key() for other in (match, *others, twin, again)} == {after}
        assert again.result == match.result
    assert as_bytes(replay(made, seed, match.answers)) == as_bytes(match)


@pytest.mark.parametrize("game", MATCHES)
def test_all_that_holds_of_a_match(game: str) -> None:
    made = Table(game).program
    for seed in range(MATCHES[game]):
        play(made, seed)


@pytest.mark.soak
@pytest.mark.parametrize("table", [Table(game, most=most) for game in MATCHES for most in (False, True)], ids=str)
def test_and_on_and_on(table: Table) -> None:
    end = time.perf_counter() + BUDGET / len(MATCHES) / 2
    seed = 10_000
    while seed == 10_000 or time.perf_counter() < end:
        play(table.program, seed)
        seed += 1
