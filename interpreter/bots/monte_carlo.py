"""Flat Monte Carlo: every option is tried in guesses and played out at random; the best on average is taken.

All options are tried in the same guess before the next one is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gdl.interpreter.bots.budget import Budget
from gdl.interpreter.bots.position import Judged, Position, best
from gdl.interpreter.bots.race import Race
from gdl.interpreter.bots.rewards import Rewards
from gdl.interpreter.bots.trial import Round
from gdl.interpreter.errors import PlayError

LIMIT = 4_000
"""Decisions after which a playout is left as undecided."""
DEPTH = 12
"""The same, where the game advises and does not say after how many decisions."""


class MonteCarlo:
    """An iteration is one playout."""

    def __init__(self, budget: Budget, limit: int = LIMIT):
        self.budget = budget
        self.limit = limit
        self.name = f"mc:{budget}"

    def choose(self, position: Position, rng: Random) -> int:
        return 0 if position.count == 1 else best(self.judge(position, rng), position, rng)

    def judge(self, position: Position, rng: Random) -> Sequence[Judged]:
        race = Race(position.count, rng, halving=False)
        rewards: Rewards | None = None
        now: Round | None = None
        turns: list[int] = []
        clock = self.budget.begin()
        for _ in clock.ticks():
            if not turns:
                guess = position.guess(rng)
                now = Round(guess, rng) if guess is not None else None
                turns = race.round(clock.spent)
            if now is None:
                break
            if rewards is None:
                rewards = Rewards(now.guess)
                if rewards.advised:
                    clock.advise(rewards.after or DEPTH)
            option = turns.pop()
            trial, moves = now.trial()
            try:
                trial.apply_index(option)
                idle = now.is_idle(trial)
                clock.playout(trial, moves, self.limit)
            except PlayError:
                continue  # a guess that the definition cannot bear tells nothing
            race.tell(option, rewards.of(trial)[position.seat], idle)
        return race.standings()
