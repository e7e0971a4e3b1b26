"""The battery on small games in bare IR, at every decision of random play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
import small_games
from battery import Battery, random_play

from gdl.dsl import ir

GAMES = [
    small_games.tic_tac_toe, small_games.bag_draw, small_games.deck_and_hands, small_games.bids,
    small_games.ended_phase, small_games.anytime, small_games.rich, small_games.dice_race,
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_knowledge_holds_in_random_play(game: Callable[[], ir.Program]) -> None:
    battery = Battery(game())
    decisions = 0
    for seed in range(5):
        for match in random_play(battery.program, seed, 40):
            battery.check(match, seed)
            decisions += 1
    assert decisions > 0


def test_guesses_vary_where_cards_are_hidden() -> None:
    battery = Battery(small_games.deck_and_hands())
    for match in random_play(battery.program, 3, 10):
        assert battery.varies(match, 0) and battery.varies(match, 1)


def test_a_secret_bid_is_guessed_anew() -> None:
    """p1 has bid in private; p2, who is asked now, may not learn it from a guess."""
    battery = Battery(small_games.bids())
    guessed = set()
    for match in random_play(battery.program, 1, 10):
        if match.question is not None and match.question.seat == 1:
            for seed in range(40):
                other = battery.at(battery.guesser.guess(match.state, 1, Random(seed)))
                while other.question is not None:
                    other.apply_index(0)
                bid = next(var.base for var in battery.program.vars if var.name == "bid")
                guessed.add(other.state[bid])
            break
    assert guessed == {1, 2, 3}
