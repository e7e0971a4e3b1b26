"""Random play of every shipped game with random variants and numbers of players, as long as the budget allows.

`GDL_SOAK_SECONDS` is the budget (20). Each failure names the command that shows it again.
"""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from gdl.dsl import ir
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.header import endless_of, endless_share
from gdl.dsl.load import load
from gdl.game import compiled, seats_of
from gdl.shipped import shipped_games
from gdl.simulate import play_games

BUDGET = float(os.environ.get("GDL_SOAK_SECONDS", "20"))
REFUSED = "GDL0527"
CLASH = "GDL0227"
"""What is said where two variants change the same thing."""
GAMES = shipped_games()


def test_there_are_games() -> None:
    assert len(GAMES) >= 18


def chosen(path: Path, choose: random.Random) -> tuple[ir.Program, str] | None:
    """A game with some number of players and some of its variants, and the words that name it; None if refused:
    variants may shut each other out, and a game may not be for so many."""
    told = Diagnostics()
    plain = load(path, told)
    assert plain is not None and not told.has_errors, str(list(told))
    variants = [each.name for each in plain.variants if choose.random() < 1 / len(plain.variants)]
    loaded = load(path, told, variants) if variants else plain
    if any(each.code == CLASH for each in told):
        return None
    assert loaded is not None and not told.has_errors, str(list(told))
    seats = choose.randint(*seats_of(loaded.game))
    words = f"{path.stem} --players {seats}" + "".join(f" --variant {name}" for name in variants)
    program = compiled(loaded, seats, {}, told)
    if any(each.code == REFUSED for each in told):
        return None
    assert program is not None, f"{words}: {list(map(str, told))}"
    return program, words


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(GAMES))
def test_random_play_never_fails(name: str) -> None:
    """At least one whole game, then more while this game's share of the budget lasts. Of a game whose header says that it may be
    endless, as many may be as it says, and one more by chance."""
    choose = random.Random(f"soak {name}")
    end = time.perf_counter() + BUDGET / len(GAMES)
    played = unfinished = 0
    loaded = load(GAMES[name], Diagnostics())
    assert loaded is not None
    while played == 0 or time.perf_counter() < end:
        found = chosen(GAMES[name], choose)
        if found is None:
            continue
        program, words = found
        seed = choose.getrandbits(24)
        (tally,) = play_games(program, [seed], facts=True)
        again = f"gdl run {words} --seed {seed}"
        assert tally.failures == {}, f"{again}: {tally.failures[seed]}"
        unfinished += tally.capped
        played += 1
        some, of = endless_share(loaded.game)
        most = 1 + played * some // of if endless_of(loaded.game) else 0
        assert unfinished <= most, f"{again}: not over after {tally.decisions} decisions"
