"""Chance as a scenario tells it: outcomes in their order, and a stop where they are used up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.dsl import ir_scenario as sc
from gdl.interpreter import errors
from gdl.interpreter.chance import COMPONENT, CUBE, Items, Point, Sampled, distinct, spoken
from gdl.interpreter.moves import Moves
from gdl.interpreter.scenario_match import Matcher, said
from gdl.interpreter.state import Frame, State, draw_order

Wish = sc.Outcome | sc.Order


class UsedUp(Exception):
    """The outcomes are used up, and chance is about to decide something."""


class ToldChance(Sampled):
    """`queue` comes first. Then the generator decides, or, where `stops`, the run is left by `UsedUp`.

    `preferred` are the things that a line has named: where a seat takes one of several that it cannot tell apart, it gets
    one of these.
    """

    def __init__(self, moves: Moves, matcher: Matcher):
        super().__init__(moves)
        self.matcher = matcher
        self.queue: list[Wish] = []
        self.stops = False
        self.preferred: tuple[Any, ...] = ()
        self.preferred_number: int | None = None
        self.frame: Frame = [0]

    def pick(self, S: State, items: Items, point: Point) -> Any:
        if point.word == "unseen":
            return self._unseen(S, items, point)
        head = self.queue[0] if self.queue else None
        if isinstance(head, sc.Outcome):
            self.queue.pop(0)
            return self._found(head.what, items, point, S)
        if head is None and self.stops:
            alike = self.moves.alike.alike
            if len(distinct(self.program, S, alike, items, point.type)) > 1:
                raise UsedUp
        return super().pick(S, items, point)

    def _unseen(self, S: State, items: Items, point: Point) -> Any:
        if point.type.word == "int":
            number = self.preferred_number
            return number if number is not None and number in items else super().pick(S, items, point)
        wanted = next((item for item in items if item in self.preferred), None)
        if wanted is not None:
            return wanted
        head = self.queue[0] if self.queue else None
        if isinstance(head, sc.Outcome):
            fitting = [i for i in items if self.matcher.fits(head.what, i, point.type, S, self.frame)]
            if fitting:
                self.queue.pop(0)
                return fitting[0]
        return super().pick(S, items, point)

    def order(self, S: State, items: Items, count: int | None, point: Point) -> tuple[Any, ...]:
        head = self.queue[0] if self.queue else None
        if isinstance(head, sc.Order) and head.zone is None:
            first = self.matcher.chosen(head.items, list(items), point.type, S, self.frame)
            if first is None:
                raise errors.impossible_chance(
                    said(sc.Several(head.items), self.program), self._possible(items, point)
                )
            self.queue.pop(0)
            return self._continued(S, items, first, count)
        if isinstance(head, sc.Outcome) and count is not None:
            return self._one_by_one(S, items, count, point)
        return super().order(S, items, count, point)

    def _one_by_one(self, S: State, items: Items, count: int, point: Point) -> tuple[Any, ...]:
        """`random 2 x in z` told as two outcomes."""
        rest = list(items)
        first: list[Any] = []
        while len(first) < min(count, len(items)) and self.queue and isinstance(self.queue[0], sc.Outcome):
            first.append(self.pick(S, rest, point))
            rest.remove(first[-1])
        return self._continued(S, items, first, count)

    def _continued(self, S: State, items: Items, first: Sequence[Any], count: int | None) -> tuple[Any, ...]:
        rest = list(items)
        for item in first:
            rest.remove(item)
        whole = tuple(first) + draw_order(S, tuple(rest))
        return whole if count is None else whole[:count]

    def shuffle(self, S: State, zone: int) -> None:
        head = self.queue[0] if self.queue else None
        content = S[self.program.zone_slot + zone]
        if isinstance(head, sc.Order) and self._meant(head, zone):
            type = CUBE if self.program.zones[zone].cubes else COMPONENT
            first = self.matcher.chosen(head.items, list(content), type, S, self.frame)
            if first is not None:
                self.queue.pop(0)
                self.moves.set_order(S, zone, self._continued(S, content, first, None))
                return
            if head.zone is not None:
                possible = self._possible(content, Point("shuffle", type, zone))
                raise errors.impossible_chance(said(sc.Several(head.items), self.program), possible)
        super().shuffle(S, zone)

    def _meant(self, order: sc.Order, zone: int) -> bool:
        return order.zone is None or self.matcher.evaluator.value(order.zone, [], [0]) == zone

    def _found(self, wanted: sc.Arg, items: Items, point: Point, S: State) -> Any:
        for item in items:
            if self.matcher.fits(wanted, item, point.type, S, self.frame):
                return item
        raise errors.impossible_chance(said(wanted, self.program), self._possible(items, point))

    def _possible(self, items: Items, point: Point) -> str:
        return ", ".join(sorted({spoken(self.program, item, point.type) for item in items})) or "nothing"


def said_wish(wish: Wish, matcher: Matcher) -> str:
    """An outcome that nothing asked for, in words."""
    return said(wish.what if isinstance(wish, sc.Outcome) else sc.Several(wish.items), matcher.program)
