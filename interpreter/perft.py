"""How many ways a game can go: sequences of decisions and chance outcomes, by length, and whole games.

A step is one answer or one outcome of chance; outcomes that are just like each other count once. The order of a
shuffled deck is settled where it is drawn from or looked at, and no further: that is the chance point. `outcomes`
gives what one answer can lead to, with exact probabilities.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from gdl.dsl import ir
from gdl.interpreter.chance import NeedsOutcome, Scripted, spoken
from gdl.interpreter.choice import Question
from gdl.interpreter.context import Context
from gdl.interpreter.looking import Looking, looking_code, looks_at_orders
from gdl.interpreter.machine import Machine, Player
from gdl.interpreter.match import Match, machine_for
from gdl.interpreter.state import State

MOST_OUTCOMES = 10_000


@dataclass(frozen=True, slots=True)
class Count:
    """After `depth` steps: `lines` sequences of that length, and `finished` games that have ended just
    there."""

    depth: int
    lines: int
    finished: int


@dataclass(frozen=True, slots=True)
class Position:
    """A state at a decision (or at its end), or on the way there with a script of outcomes so far."""

    state: State
    question: Question | None
    index: int = -1
    script: tuple[int, ...] = ()


class Explorer:
    """Goes through all that can happen in a program, from one state to the next."""

    def __init__(self, program: ir.Program | Machine):
        self.machine = program if isinstance(program, Machine) else machine_for(program)
        machine = self.machine
        self.looking: Looking | None = None
        if looks_at_orders(machine.program, machine.evaluator, machine.liveness):
            self.looking, code = looking_code(machine.moves, machine.liveness)
            self.player = Player(machine, code, self.looking)
        else:
            self.player = machine.full

    def _context(self, script: tuple[int, ...]) -> Context:
        """Outcomes by script; a player with one option is asked all the same, as in published counts."""
        chance = Scripted(self.machine.moves, script)
        if self.looking is not None:
            self.looking.chance = chance
        return Context(chance, most_forced=0)

    def first(self, seed: int = 0) -> list[Position]:
        """Where the game can stand before the first step: more than one position if chance comes first."""
        return [self._started(seed, ())]

    def _started(self, seed: int, script: tuple[int, ...]) -> Position:
        try:
            state, question = self.player.start(seed, self._context(script))
            return Position(state, question)
        except NeedsOutcome:
            return Position([seed], None, -2, script)

    def next(self, position: Position) -> list[tuple[int, Position]]:
        """One step on: every answer, or every outcome of the chance point at which it stands, with its
        weight."""
        question = position.question
        if question is None and position.index == -1:
            return []
        if question is not None and position.index < 0:
            return [(1, self._after(position, i, ())) for i in range(len(question.options))]
        scripts = [
            (weight, (*position.script, i)) for i, (weight, _) in enumerate(self._open(position).outcomes)
        ]
        if question is None:
            return [(weight, self._started(position.state[0], script)) for weight, script in scripts]
        return [(weight, self._after(position, position.index, script)) for weight, script in scripts]

    def _after(self, position: Position, index: int, script: tuple[int, ...]) -> Position:
        assert position.question is not None
        state = position.state.copy()
        try:
            X = self._context(script)
            return Position(state, self.player.answer(state, position.question, index, X))
        except NeedsOutcome:
            return Position(position.state, position.question, index, script)

    def _open(self, position: Position) -> NeedsOutcome:
        """The chance point at which a position stands."""
        X = self._context(position.script)
        try:
            if position.question is None:
                self.player.start(position.state[0], X)
            else:
                self.player.answer(position.state.copy(), position.question, position.index, X)
        except NeedsOutcome as needs:
            return needs
        raise AssertionError("a script that was open has come to an end")

    def outcome_labels(self, position: Position) -> list[str]:
        """What chance can give here, in words, in the order of `next`."""
        needs = self._open(position)
        return [spoken(self.machine.program, item, needs.point.type) for _, item in needs.outcomes]

    def settled(self, position: Position) -> Iterator[tuple[Fraction, Position]]:
        """The decisions (or ends) that chance leads to from here, with their probabilities.

        ValueError where there are too many, or no end to them (chance alone can go on for ever).
        """
        queue = deque([(Fraction(1), position)])
        for _ in range(MOST_OUTCOMES):
            if not queue:
                return
            chance, at = queue.popleft()
            if at.index == -1:
                yield chance, at
                continue
            steps = self.next(at)
            total = sum(weight for weight, _ in steps)
            queue.extend((chance * Fraction(weight, total), after) for weight, after in steps)
        raise ValueError("chance can go in more ways here than can be gone through")


def outcomes(match: Match, index: int) -> list[tuple[Fraction, State]]:
    """What the option can lead to: (probability, the state at the next decision), the sum of probabilities
    being 1."""
    explorer = Explorer(match.machine)
    start = Position(match.state, match.question)
    return [(chance, after.state) for chance, after in explorer.settled(explorer._after(start, index, ()))]


def perft(program: ir.Program | Machine, depth: int, seed: int = 0) -> list[Count]:
    """The counts for each depth from 0 up to `depth`, as far as the game goes."""
    explorer = Explorer(program)
    counts = [[0, 0] for _ in range(depth + 1)]

    def visit(position: Position, steps: int) -> None:
        counts[steps][0] += 1
        if position.question is None and position.index == -1:
            counts[steps][1] += 1
        elif steps < depth:
            for _, after in explorer.next(position):
                visit(after, steps + 1)

    for position in explorer.first(seed):
        visit(position, 0)
    return [Count(d, lines, finished) for d, (lines, finished) in enumerate(counts) if lines]
