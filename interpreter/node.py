"""The tree of a game, for those who solve games: decisions, chance points with exact probabilities, and ends.

    def value(node, seat):
        if node.kind == "end":
            return node.payoffs[seat]
        if node.kind == "chance":
            return sum(branch.chance * value(branch.node, seat) for branch in node.branches())
        ...

Every option is a branch, even where a player has just one. Outcomes of chance that are just like each other are one
branch. Where a shuffled deck is drawn from or looked at, that is the chance point, not the shuffle.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gdl.dsl import ir
from gdl.interpreter.machine import Machine
from gdl.interpreter.match import Match
from gdl.interpreter.perft import Explorer, Position


@dataclass(frozen=True, slots=True)
class Branch:
    """A way on. `label`: the option, or what chance gives, in words; `chance`: how likely it is, 1 for an option."""

    label: str
    chance: Fraction
    node: Node


class Node:
    """Where a game can stand. Nodes are made when they are first asked for, and keep nothing of each other."""

    def __init__(self, explorer: Explorer, position: Position):
        self._explorer = explorer
        self._position = position

    @staticmethod
    def root(program: ir.Program | Machine) -> Node:
        """The beginning, before anything is dealt or rolled."""
        explorer = Explorer(program)
        [start] = explorer.first()
        return Node(explorer, start)

    @property
    def kind(self) -> Literal["decision", "chance", "end"]:
        if self._position.index != -1:
            return "chance"
        return "end" if self._position.question is None else "decision"

    @property
    def seat(self) -> int | None:
        """Who decides; None where nobody does."""
        question = self._position.question
        return question.seat if question is not None and self.kind == "decision" else None

    @property
    def match(self) -> Match:
        """A new light match at this decision or end: its request, the views of its seats, its result."""
        if self.kind == "chance":
            raise ValueError("in the middle of a step there is no match to look at: go on to a branch")
        machine = self._explorer.machine
        return Match(machine, self._position.state.copy(), self._position.question, machine.fast)

    @property
    def payoffs(self) -> tuple[int, ...]:
        """At the end, the score of each seat: 1 won, 0 tied, -1 lost where the game counts no scores."""
        result = self.match.result
        if result is None:
            raise ValueError("the game is not over here")
        return tuple(seat.score for seat in result)

    def branches(self) -> list[Branch]:
        """Every way on: the options, or what chance can give; none at the end."""
        if self.kind == "end":
            return []
        explorer = self._explorer
        steps = explorer.next(self._position)
        if self.kind == "chance":
            labels = explorer.outcome_labels(self._position)
        else:
            request = self.match.request
            assert request is not None
            labels = [option.label for option in request.options]
        total = sum(weight for weight, _ in steps) if self.kind == "chance" else 1
        return [
            Branch(label, Fraction(weight, total), Node(explorer, after))
            for label, (weight, after) in zip(labels, steps, strict=True)
        ]

    def __repr__(self) -> str:
        return f"<Node {self.kind}{'' if self.seat is None else f' of seat {self.seat}'}>"
