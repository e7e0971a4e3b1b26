"""The options of a decision: how often each was tried, and what came of it."""

from __future__ import annotations

import math
from random import Random

from gdl.interpreter.bots.position import Judged


class Race:
    """All options are tried once, then the worse half of those left goes out each time that the next part of the
    budget is spent (sequential halving). With half of the budget gone, half of the halvings have been made.

    An option that has never changed anything comes last, whatever followed: it would be taken again and again."""

    def __init__(self, count: int, rng: Random, halving: bool = True):
        self.rng = rng
        self.count = count
        self.left = list(range(count))
        self.visits = [0] * count
        self.worth = [0.0] * count
        self.idle = [0] * count
        self.halvings = max(1, math.ceil(math.log2(count))) if halving else 0
        self.made = 0

    def round(self, spent: float) -> list[int]:
        """Those who run, in any order."""
        while self.made < self.halvings and self.visits[self.left[0]] and spent * self.halvings >= self.made + 1:
            self.made += 1
            self.left.sort(key=self.mean, reverse=True)
            del self.left[-(-len(self.left) // 2) :]
        return self.rng.sample(self.left, len(self.left))

    def tell(self, option: int, reward: float, idle: bool = False) -> None:
        self.visits[option] += 1
        self.worth[option] += reward
        self.idle[option] += idle

    def mean(self, option: int) -> float:
        tried = self.visits[option]
        if not tried or self.idle[option] == tried:
            return -1.0
        return self.worth[option] / tried

    def standings(self) -> list[Judged]:
        """Who stayed longest first; among those the best."""
        stayed = set(self.left)
        tried = [Judged(n, self.visits[n], self.worth[n] / self.visits[n]) for n in range(self.count) if self.visits[n]]
        return sorted(tried, key=lambda j: (j.index not in stayed, -self.mean(j.index), -j.visits, j.index))
