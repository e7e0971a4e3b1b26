"""Flat Monte Carlo: every option is tried in guesses and played out at random; the best on average is taken.

All options are tried in the same guess before the next one is made, so that no option is the better one
because it met the kinder guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gdl.dsl.ir import RANDOM
from gdl.interpreter.bots.budget import Budget
from gdl.interpreter.bots.position import Judged, Position, best
from gdl.interpreter.bots.rewards import Rewards
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match

LIMIT = 4_000
"""Decisions after which a playout is left as undecided."""
DEPTH = 30
"""The same, where the game advises."""


class MonteCarlo:
    """An iteration is one playout."""

    def __init__(self, budget: Budget, limit: int = LIMIT):
        self.budget = budget
        self.limit = limit
        self.name = f"mc:{budget}"

    def choose(self, position: Position, rng: Random) -> int:
        return 0 if position.count == 1 else best(self.judge(position, rng), position, rng)

    def judge(self, position: Position, rng: Random) -> Sequence[Judged]:
        visits = [0] * position.count
        worth = [0.0] * position.count
        rewards: Rewards | None = None
        left: list[int] = []
        guess: Match | None = None
        clock = self.budget.begin()
        for _ in clock.ticks():
            if not left:
                guess = position.guess(rng)
                left = rng.sample(range(position.count), position.count)
            if guess is None:
                break
            if rewards is None:
                rewards = Rewards(guess)
                if rewards.advised:
                    clock.advise(DEPTH)
            option, trial = left.pop(), guess.copy()
            trial.state[RANDOM] = rng.getrandbits(64)
            try:
                trial.apply_index(option)
                clock.playout(trial, rng, self.limit)
            except PlayError:
                continue  # a guess that the definition cannot bear tells nothing
            visits[option] += 1
            worth[option] += rewards.of(trial)[position.seat]
        found = [Judged(i, n, worth[i] / n) for i, n in enumerate(visits) if n]
        return sorted(found, key=lambda judged: (-judged.worth, -judged.visits, judged.index))
