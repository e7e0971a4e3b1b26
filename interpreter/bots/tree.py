"""The tree of one seat: what it knows of the moves so far leads to a node, its own moves lead on.

A move can be tried only where it is legal, which differs from guess to guess. So each child counts how
often it could have been chosen, and the rule that weighs the best against the least known (UCB) uses that
count in place of the node's visits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

EXPLORATION = 0.7


class Node:
    """After some moves: how often it was come to, and what its seat had of it."""

    __slots__ = ("available", "children", "reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.reward = 0.0
        self.children: dict[Any, Node] = {}

    def child(self, name: Any) -> Node:
        """The node after this has been seen to happen."""
        found = self.children.get(name)
        if found is None:
            found = self.children[name] = Node()
        return found

    def first(self, name: Any) -> Node:
        """The node after a move that is tried where none has been."""
        child = self.child(name)
        child.available += 1
        return child

    def select(self, names: Sequence[Any], rng: Random) -> tuple[int, Node]:
        """Which of the legal moves to try: one that has not been tried, or the most promising; the number of
        the move, and the node after it."""
        untried = [number for number, name in enumerate(names) if name not in self.children]
        for name in set(names):
            if name in self.children:
                self.children[name].available += 1
        if untried:
            number = untried[int(rng.random() * len(untried))]
            return number, self.first(names[number])
        number = max(range(len(names)), key=lambda n: self.children[names[n]].promise())
        return number, self.children[names[number]]

    def promise(self) -> float:
        """The upper confidence bound of what this node's move is worth."""
        if not self.visits:
            return math.inf
        return self.reward / self.visits + EXPLORATION * math.sqrt(math.log(self.available) / self.visits)
