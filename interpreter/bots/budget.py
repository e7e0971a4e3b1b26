"""How long a bot may think: so many iterations, so many seconds, or both."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

ENOUGH = 1_000_000
"""Iterations that are never reached: where only time is limited."""


@dataclass(frozen=True, slots=True)
class Budget:
    """`200` iterations, or `0.5s`."""

    iterations: int = ENOUGH
    seconds: float = float("inf")

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.iterations == ENOUGH else str(self.iterations)

    def spend(self) -> Iterator[int]:
        """Numbers the iterations; the first one always takes place."""
        end = time.monotonic() + self.seconds
        for number in range(self.iterations):
            yield number
            if time.monotonic() >= end:
                return
