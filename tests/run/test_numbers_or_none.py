"""A number that may be none: to a reader it is null, in a save it stays what it was, and where it is hidden it may be either."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import gdl
from gdl.dsl.ir_json import from_json, to_json
from gdl.interpreter.match import Match

GAME = """game Bids:
    players: 2

state:
    highest: 0..3 or none = none
    rounds: 0..9 = 0
    each player:
        guess: 0..3 or none = none, owner

flow:
    repeat Turn for each player

phase Turn(p: Player):
    rounds += 1
    choose one by p "Guess?":
        "none": p.guess = none
        "two": p.guess = 2
    highest = if rounds > 2 then rounds - 3 else none
    log "highest {highest}"
    if rounds = 5:
        tie
"""


def started(tmp_path: Path) -> tuple[gdl.Game, Match]:
    path = tmp_path / "bids.gdl"
    path.write_text(GAME)
    game = gdl.load(path)
    return game, game.new_match(players=2, seed=1)


def test_a_view_says_null_and_a_log_says_none(tmp_path: Path) -> None:
    _, match = started(tmp_path)
    assert match.view(0)["state"]["highest"] is None
    for _ in range(3):
        match.apply("two")
    assert match.view(0)["state"]["highest"] == 0
    told = [str(line) for line in match.log_for(1) if str(line).startswith("highest")]
    assert told == ["highest none", "highest none", "highest 0"]


def test_what_is_hidden_may_be_none_or_any_number(tmp_path: Path) -> None:
    _, match = started(tmp_path)
    match.apply("two")
    before = json.dumps([match.view(1), match.request and match.request.options], default=str)
    seen = set()
    for seed in range(60):
        guess = match.sample(1, Random(seed))
        assert json.dumps([guess.view(1), guess.request and guess.request.options], default=str) == before
        seen.add(guess.view(0)["players"][0]["state"]["guess"])
    assert seen == {None, 0, 1, 2, 3}


def test_a_save_and_the_ir_keep_it(tmp_path: Path) -> None:
    game, match = started(tmp_path)
    match.apply("two")
    again = game.load_match(json.loads(json.dumps(match.save())))
    assert again.view(0) == match.view(0)
    program = match.program
    assert from_json(json.loads(json.dumps(to_json(program)))) == program
