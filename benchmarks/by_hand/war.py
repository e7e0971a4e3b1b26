"""War with 52 cards as one writes it in Python (the rules of benchmarks/war.gdl)."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass

BATTLES = 1000


@dataclass(frozen=True)
class Card:
    suit: str
    rank: int


class War:
    def __init__(self, seed: int) -> None:
        deck = [
            Card(suit, rank) for suit in ("clubs", "diamonds", "hearts", "spades") for rank in range(2, 15)
        ]
        random.Random(seed).shuffle(deck)
        self.piles = [deque(deck[0::2]), deque(deck[1::2])]
        self.laid: list[list[Card]] = [[], []]
        self.battles = 0
        self.player = 0
        self.winner: int | None = None
        self.battle()

    def copy(self) -> War:
        other = War.__new__(War)
        other.piles = [pile.copy() for pile in self.piles]
        other.laid = [laid[:] for laid in self.laid]
        other.battles, other.player, other.winner = self.battles, self.player, self.winner
        return other

    def legal_moves(self) -> list[str]:
        return ["own first", "theirs first"]

    def is_over(self) -> bool:
        return self.winner is not None

    def lay(self, count: int) -> None:
        for pile, laid in zip(self.piles, self.laid, strict=True):
            for _ in range(count):
                if pile:
                    laid.append(pile.popleft())

    def battle(self) -> None:
        self.battles += 1
        self.lay(1)
        while self.laid[0][-1].rank == self.laid[1][-1].rank:
            for seat in (0, 1):
                if not self.piles[seat]:
                    self.winner = 1 - seat
                    return
            self.lay(2)
        self.player = 0 if self.laid[0][-1].rank > self.laid[1][-1].rank else 1

    def apply(self, move: str) -> None:
        order = [self.player, 1 - self.player] if move == "own first" else [1 - self.player, self.player]
        for seat in order:
            self.piles[self.player].extend(self.laid[seat])
            self.laid[seat] = []
        for seat in (0, 1):
            if not self.piles[seat]:
                self.winner = 1 - seat
                return
        if self.battles == BATTLES:
            self.winner = 0 if len(self.piles[0]) > len(self.piles[1]) else 1
            return
        self.battle()


def new(seed: int) -> War:
    return War(seed)
