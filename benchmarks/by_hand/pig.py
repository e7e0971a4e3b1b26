"""Pig for two as one writes it in Python."""

from __future__ import annotations

import random

TARGET = 100


class Pig:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.scores = [0, 0]
        self.pot = 0
        self.player = 0
        self.winner: int | None = None
        self.roll()

    def copy(self) -> Pig:
        other = Pig.__new__(Pig)
        other.random = random.Random()
        other.random.setstate(self.random.getstate())
        other.scores = self.scores[:]
        other.pot, other.player, other.winner = self.pot, self.player, self.winner
        return other

    def legal_moves(self) -> list[str]:
        return ["again", "hold"]

    def is_over(self) -> bool:
        return self.winner is not None

    def roll(self) -> None:
        while True:
            face = self.random.randint(1, 6)
            if face != 1:
                self.pot += face
                return
            self.pot = 0
            self.player = 1 - self.player

    def apply(self, move: str) -> None:
        if move == "hold":
            self.scores[self.player] += self.pot
            self.pot = 0
            if self.scores[self.player] >= TARGET:
                self.winner = self.player
                return
            self.player = 1 - self.player
        self.roll()


def new(seed: int) -> Pig:
    return Pig(seed)
