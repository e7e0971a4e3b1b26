"""How long a bot may think: so many iterations, or so many seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from gdl.interpreter.match import Match

ENOUGH = 1_000_000
"""Iterations that are never reached: where only time is limited."""
TURN = 50
"""Decisions that a playout goes on at most to come to the end of the turn, where the game advises."""
SLICE = 50
"""Decisions of a playout between two looks at the clock, where time is limited."""


@dataclass(frozen=True, slots=True)
class Budget:
    """`200` iterations, or `0.5s`."""

    iterations: int = ENOUGH
    seconds: float = float("inf")

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.iterations == ENOUGH else str(self.iterations)

    def begin(self) -> Clock:
        return Clock(self.iterations, self.seconds, time.monotonic())


@dataclass(slots=True)
class Clock:
    """A budget that is being spent. Playouts are left at `patience` decisions; it doubles while most of
    them do not come to an end, so that a rare endless one costs little and a long game is still seen
    through. Where the game advises (`evaluate`), they are left after a fixed number of decisions, when the turn is over:
    in the middle of a turn, what is still to come of it would make putting things off look good."""

    iterations: int
    seconds: float
    start: float
    done: int = 0
    patience: int = 100
    advised: bool = False
    finished: int = 0
    left: int = 0

    @property
    def is_over(self) -> bool:
        """Whether no further iteration may begin; the first one always takes place."""
        return self.done > 0 and self.spent >= 1

    @property
    def spent(self) -> float:
        """How much of the budget has been used: 0 at the start, 1 at the end."""
        return max(self.done / self.iterations, (time.monotonic() - self.start) / (self.seconds or 1e-9))

    def ticks(self) -> Iterator[int]:
        """Numbers the iterations."""
        while not self.is_over:
            yield self.done
            self.done += 1

    def advise(self, depth: int) -> None:
        """Playouts are left after so many decisions, and the game's own advice says what they are worth."""
        self.advised, self.patience = True, depth

    def playout(self, match: Match, rng: Random, limit: int) -> None:
        """Plays on at random to the end of the game, of the patience or of the time, and no further than
        the limit; what is left there is undecided."""
        if self.advised:
            match.playout(rng, min(limit, self.patience))
            self._end_turn(match, rng, min(limit, TURN))
            return
        made = 0
        most = min(limit, self.patience)
        timed = self.seconds < float("inf")
        while made < most and not match.over and not (made and timed and self.spent >= 1):
            made += match.playout(rng, min(SLICE, most - made) if timed else most - made)
        if match.over:
            self.finished += 1
            return
        self.left += 1
        if self.left > self.finished:
            self.patience = min(limit, 2 * self.patience)

    def _end_turn(self, match: Match, rng: Random, limit: int) -> None:
        """On until another seat is asked; where there is only one, that is at once."""
        question = match.question
        if match.program.seats == 1 or question is None:
            return
        seat = question.seat
        for _ in range(limit):
            match.playout(rng, 1)
            question = match.question
            if question is None or question.seat != seat:
                return
