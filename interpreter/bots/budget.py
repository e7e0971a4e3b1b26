"""How long a bot may think: so many iterations, or so many seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from gdl.interpreter.match import Match

ENOUGH = 1_000_000
"""Iterations that are never reached: where only time is limited."""
SLICE = 25
"""Decisions of a playout between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Budget:
    """`200` iterations, or `0.5s`."""

    iterations: int = ENOUGH
    seconds: float = float("inf")

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.iterations == ENOUGH else str(self.iterations)

    def begin(self) -> Clock:
        return Clock(self.iterations, time.monotonic() + self.seconds)


@dataclass(slots=True)
class Clock:
    """A budget that is being spent. Playouts are left at `patience` decisions; it doubles while most of
    them do not come to an end, so that a rare endless one costs little and a long game is still seen
    through."""

    iterations: int
    end: float
    patience: int = 100
    finished: int = 0
    left: int = 0

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.end

    def ticks(self) -> Iterator[int]:
        """Numbers the iterations; the first one always takes place."""
        for number in range(self.iterations):
            yield number
            if self.is_over:
                return

    def playout(self, match: Match, rng: Random, limit: int) -> None:
        """Plays on at random to the end of the game, of the patience or of the time, and no further than
        the limit; what is left there is undecided."""
        made = 0
        most = min(limit, self.patience)
        while made < most and not match.over and not (made and self.is_over):
            made += match.playout(rng, min(SLICE, most - made))
        if match.over:
            self.finished += 1
            return
        self.left += 1
        if self.left > self.finished:
            self.patience = min(limit, 2 * self.patience)
