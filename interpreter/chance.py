"""Chance: sampled from the match's generator, forced by a scenario, or scripted so that a solver can go
through all outcomes.

A chance point takes one of several items, each as likely. `Sampled` asks the generator in the state.
`Forced` takes the outcomes that it was given first. `Scripted` plays a list of outcome numbers and, where
that ends, raises `NeedsOutcome` with the distinct outcomes and their weights; the solver starts again from
its snapshot with a longer script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gdl.dsl import ir
from gdl.interpreter import errors
from gdl.interpreter.moves import Moves
from gdl.interpreter.state import State, draw_below, draw_order

COMPONENT = ir.Type("component")
CUBE = ir.Type("cube")

Items = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Point:
    """What chance is asked: `word` is draw, roll, random, order, shuffle or unseen (which of several unseen
    things it is)."""

    word: str
    type: ir.Type
    zone: int = -1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a scenario wants: a `value` (number, seat, component, enum member), a `kind`, or the first items
    of an `order`.

    The items of an order are outcomes. `zone` names the zone whose shuffle is meant, -1 any.
    """

    word: Literal["value", "kind", "order"]
    value: int = -1
    items: tuple[Outcome, ...] = ()
    zone: int = -1


class NeedsOutcome(Exception):
    """A script has come to an end at a chance point: `outcomes` are (weight, item), one for each that
    differs."""

    def __init__(self, point: Point, outcomes: list[tuple[int, Any]]):
        self.point = point
        self.outcomes = outcomes
        super().__init__(point.word)


class Sampled:
    """The generator decides. The code that plays fast does the same steps by itself."""

    def __init__(self, moves: Moves):
        self.moves = moves
        self.program = moves.program

    def pick(self, S: State, items: Items, point: Point) -> Any:
        """One of the items; there is at least one."""
        return items[draw_below(S, len(items))]

    def order(self, S: State, items: Items, count: int | None, point: Point) -> tuple[Any, ...]:
        return draw_order(S, tuple(items), count)

    def shuffle(self, S: State, zone: int) -> None:
        content = S[self.program.zone_slot + zone]
        self.moves.set_order(S, zone, draw_order(S, content))

    def top(self, S: State, zone: int) -> int:
        """What lies on top of an ordered zone that is not empty."""
        top: int = S[self.program.zone_slot + zone][0]
        return top


class Forced(Sampled):
    """The outcomes in `queue` come first, in their order; then the generator decides."""

    def __init__(self, moves: Moves, queue: Sequence[Outcome] = ()):
        super().__init__(moves)
        self.queue = list(queue)

    def pick(self, S: State, items: Items, point: Point) -> Any:
        if not self.queue or self.queue[0].word == "order":
            return super().pick(S, items, point)
        return self._found(self.queue.pop(0), items, point)

    def order(self, S: State, items: Items, count: int | None, point: Point) -> tuple[Any, ...]:
        if not self.queue or self.queue[0].word != "order":
            return super().order(S, items, count, point)
        rest, chosen = list(items), []
        for wanted in self.queue.pop(0).items:
            chosen.append(self._found(wanted, rest, point))
            rest.remove(chosen[-1])
        ordered = tuple(chosen) + draw_order(S, tuple(rest))
        return ordered if count is None else ordered[:count]

    def shuffle(self, S: State, zone: int) -> None:
        wanted = self.queue[0] if self.queue else None
        if wanted is None or wanted.word != "order" or wanted.zone not in (-1, zone):
            super().shuffle(S, zone)
            return
        content = S[self.program.zone_slot + zone]
        type = CUBE if self.program.zones[zone].cubes else COMPONENT
        self.moves.set_order(S, zone, self.order(S, content, None, Point("shuffle", type, zone)))

    def _found(self, wanted: Outcome, items: Items, point: Point) -> Any:
        for item in items:
            if fits(self.program, wanted, item, point.type):
                return item
        possible = sorted({spoken(self.program, item, point.type) for item in items})
        asked = (
            self.program.kinds[wanted.value].title
            if wanted.word == "kind"
            else (spoken(self.program, wanted.value, point.type))
        )
        raise errors.impossible_chance(asked, ", ".join(possible) or "nothing")


class Scripted(Sampled):
    """`script` numbers the outcomes to take, chance point by chance point."""

    def __init__(self, moves: Moves, script: Sequence[int] = ()):
        super().__init__(moves)
        self.script = list(script)
        self.weight = 1
        self.total = 1

    def pick(self, S: State, items: Items, point: Point) -> Any:
        outcomes = distinct(self.program, S, items, point.type)
        if len(outcomes) == 1:
            return outcomes[0][1]
        if not self.script:
            raise NeedsOutcome(point, outcomes)
        weight, item = outcomes[self.script.pop(0)]
        self.weight *= weight
        self.total *= len(items)
        return item

    def order(self, S: State, items: Items, count: int | None, point: Point) -> tuple[Any, ...]:
        rest, chosen = list(items), []
        for _ in range(len(rest) if count is None else min(count, len(rest))):
            chosen.append(self.pick(S, rest, point))
            rest.remove(chosen[-1])
        return tuple(chosen)

    def shuffle(self, S: State, zone: int) -> None:
        # The draw is the chance point; until then any order stands for all of them.
        self.moves.set_order(S, zone, tuple(sorted(S[self.program.zone_slot + zone])))

    def top(self, S: State, zone: int) -> int:
        slot = self.program.zone_slot + zone
        content: tuple[int, ...] = S[slot]
        unknown = S[self.program.shuffled_slot + zone]
        if not unknown >> content[0] & 1:
            return content[0]
        drawn: int = self.pick(S, [c for c in content if unknown >> c & 1], Point("draw", COMPONENT, zone))
        swapped = list(content)
        i = content.index(drawn)
        swapped[0], swapped[i] = drawn, content[0]
        S[slot] = tuple(swapped)
        return drawn


def fits(program: ir.Program, wanted: Outcome, item: Any, type: ir.Type) -> bool:
    """Whether the item is what a scenario asks for."""
    if wanted.word == "kind" and type.word == "component":
        return bool(program.components[item].kind == wanted.value)
    if wanted.word == "kind" and type.word == "cube":
        return bool(item % len(program.kinds) == wanted.value)
    return bool(item == wanted.value)


def distinct(program: ir.Program, S: State, items: Items, type: ir.Type) -> list[tuple[int, Any]]:
    """The items without those that are just like an earlier one, with how many each stands for."""
    found: dict[Any, list[Any]] = {}
    for item in items:
        key = likeness(program, S, item) if type.word == "component" else item
        if key in found:
            found[key][0] += 1
        else:
            found[key] = [1, item]
    return [(weight, item) for weight, item in found.values()]


def likeness(program: ir.Program, S: State, c: int) -> Any:
    """Equal for components that are printed alike and have the same state."""
    if c < 0:
        return c
    marks: list[Any] = [program.components[c].look, program.components[c].owner]
    for var in program.vars:
        if var.holder == "component" and program.types[var.of].low <= c < program.types[var.of].high:
            type = program.types[var.of]
            step = var.size // (type.high - type.low)
            start = var.base + (c - type.low) * step
            marks.append(tuple(S[start : start + step]))
    return tuple(marks)


def spoken(program: ir.Program, item: Any, type: ir.Type) -> str:
    """An outcome in words, for messages."""
    if not isinstance(item, int) or item < 0:
        return str(item)
    if type.word == "component" and item < len(program.components):
        return program.components[item].title
    if type.word == "cube":
        return program.kinds[item % len(program.kinds)].title
    if type.word == "kind" and item < len(program.kinds):
        return program.kinds[item].title
    if type.word == "enum" and item < len(program.enums[type.of][1]):
        return program.enums[type.of][1][item]
    if type.word == "player":
        return f"p{item + 1}"
    return str(item)
