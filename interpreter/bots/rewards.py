"""What the end of a game is worth to each seat, from 0 to 1.

    won 1, tied 1/2, lost 0          where the game does not count
    half of that, and half of where the lead lies between the lowest and highest seen      where it does
    lost by all: up to 1/4, the more the longer they held out
    undecided 1/2, and the score as it would be counted now                                at a playout's limit
    undecided: how far the lead has grown or shrunk since the search began    where the game says `evaluate p: ...`

Partners and co-operating players share their outcome, so each of them maximises its own reward.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from gdl.dsl import ir
from gdl.dsl.ir import RESULT
from gdl.interpreter.machine import Machine
from gdl.interpreter.match import Match

LAST_STAND = 0.25
"""What the longest of the games that all have lost is worth: where nothing else tells moves apart, those
that hold out are better."""
OUTCOMES = {1: 1.0, 0: 0.5, -1: 0.0}
ADVICE = 0.4
"""How far from 1/2 advice can come: no promise is as good as a win."""


class Rewards:
    """Rewards of one search: it remembers the leads that it has seen, and the position that it began with."""

    def __init__(self, match: Match):
        machine = match.machine
        self.machine = machine
        self.seats = machine.program.seats
        self.advised = machine.program.advice >= 0
        self.after = machine.program.advice_after
        self.leads = self.leads_in(match) if self.advised else []
        self.moved = self.looks = 0
        ends = {end.word for end in ends_of(machine)}
        self.scored = "score" in ends
        self.always_scored = ends <= {"score", "tie"}  # what has no other end is tied
        self.longest = 1
        self.low: int | None = None
        self.high: int | None = None

    def of(self, match: Match) -> list[float]:
        """What each seat has of this end, or of where the playout was left."""
        if not match.over:
            return self._undecided(match)
        results = match.state[RESULT]
        plain = [OUTCOMES[outcome] for outcome, _ in results]
        if not any(plain) and self.advised:
            return [LAST_STAND * share for share in self._advice(match)]
        if not any(plain):
            self.longest = max(self.longest, match.turn_id)
            return [LAST_STAND * match.turn_id / self.longest] * self.seats
        if not self.scored:
            return plain
        if not self.always_scored and all(outcome == score for outcome, score in results):
            return plain  # this end was not counted, but won, tied or lost outright
        shares = self._shares(match, [score for _, score in results])
        return [(outcome + share) / 2 for outcome, share in zip(plain, shares, strict=True)]

    def _undecided(self, match: Match) -> list[float]:
        if self.advised:
            return self._advice(match)
        scores = score_now(match)
        if scores is None:
            return [0.5] * self.seats
        return [(0.5 + share) / 2 for share in self._shares(match, scores)]

    def _advice(self, match: Match) -> list[float]:
        """The change of each seat's lead, measured by how much leads change in this search."""
        changes = [now - then for now, then in zip(self.leads_in(match), self.leads, strict=True)]
        self.moved += sum(map(abs, changes))
        self.looks += self.seats
        scale = 2 * self.moved / self.looks or 1.0
        return [0.5 + ADVICE * math.tanh(change / scale) for change in changes]

    def leads_in(self, match: Match) -> list[int]:
        """By seat: what the game says the position is worth to it, compared with the others."""
        program = match.program
        value = match.machine.fast.code.whole[program.advice]
        assert value is not None
        return self._ahead(match, [value(match.state, seat) for seat in range(self.seats)])

    def _ahead(self, match: Match, worth: list[int]) -> list[int]:
        """By seat: what it has, less what the best of those has who do not win with it."""
        program = match.program
        if program.cooperative or self.seats == 1:
            return worth
        teams = match.state[program.team_slot : program.team_slot + self.seats] if program.teams else range(self.seats)
        best: dict[int, int] = {}
        for team, mine in zip(teams, worth, strict=True):
            best[team] = max(mine, best.get(team, mine))
        return [
            mine - max(other for key, other in best.items() if key != team) if len(best) > 1 else mine
            for team, mine in zip(teams, worth, strict=True)
        ]

    def _shares(self, match: Match, scores: list[int]) -> list[float]:
        """By seat: where its lead lies between the lowest and the highest seen."""
        leads = self._ahead(match, scores)
        self.low = min(leads) if self.low is None else min(self.low, *leads)
        self.high = max(leads) if self.high is None else max(self.high, *leads)
        width = self.high - self.low
        return [(lead - self.low) / width if width else 0.5 for lead in leads]


def score_now(match: Match) -> list[int] | None:
    """The score of each seat if it were counted now; None where the game has no such count that can be
    made anywhere."""
    machine = match.machine
    for end in ends_of(machine):
        if end.word == "score" and not machine.liveness.reads(end.who):
            pairs: Any = machine.evaluator.maybe(end.who, match.state, [0] * _frame_size(machine.program))
            by_seat = {row[0]: row[1] for row in pairs or ()}
            return [by_seat.get(seat, 0) for seat in range(machine.program.seats)]
    return None


@lru_cache(maxsize=16)
def ends_of(machine: Machine) -> tuple[ir.Over, ...]:
    """Every way in which the program ends a game; looked for once, since every decision asks."""
    program = machine.program
    bodies = [function.body or () for function in program.functions] + [block.body for block in program.blocks]
    return tuple(end for body in bodies for end in _inside(body))


def _inside(statements: Iterable[ir.Stmt]) -> Iterator[ir.Over]:
    for statement in statements:
        if isinstance(statement, ir.Over):
            yield statement
        elif isinstance(statement, ir.If):
            yield from _inside(statement.then)
            yield from _inside(statement.otherwise)
        elif isinstance(statement, ir.Each | ir.Loop):
            yield from _inside(statement.body)


def _frame_size(program: ir.Program) -> int:
    """Room for the locals of any function."""
    return 1 + max(len(function.locals) for function in program.functions)
