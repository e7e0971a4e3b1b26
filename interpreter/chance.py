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
from gdl.interpreter.alike import Alike, components_in
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

    settles = False
    """Whether orders are settled only when they are looked at."""

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

    def lifted(self, S: State, c: int) -> int:
        """What is found where a seat has pointed at a place without seeing what lies there: here, what lies there."""
        return c


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

    settles = True

    def __init__(self, moves: Moves, script: Sequence[int] = ()):
        super().__init__(moves)
        self.script = list(script)
        self.weight = 1
        self.total = 1

    def pick(self, S: State, items: Items, point: Point) -> Any:
        outcomes = distinct(self.program, S, self.moves.alike.alike, items, point.type)
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
        # Looking is the chance point; until then any order stands for all of them. Where a seat sees the cards, it
        # looks at once.
        self.moves.set_order(S, zone, tuple(sorted(S[self.program.zone_slot + zone])))
        for position, c in enumerate(S[self.program.zone_slot + zone]):
            if self.moves.alike.sight.seers(S, c):
                self.settle(S, zone, position)

    def top(self, S: State, zone: int) -> int:
        return self.settle(S, zone, 0)

    def lifted(self, S: State, c: int) -> int:
        zone = S[self.program.place_slot + c] if c >= 0 else -1
        if zone < 0 or not self.moves.ordered[zone]:
            return c
        return self.settle(S, zone, S[self.program.zone_slot + zone].index(c))

    def settle(self, S: State, zone: int, position: int) -> int:
        """What lies at this position (the top is 0) of an ordered zone: from now on that is certain."""
        slot, unknown = self._order_of(S, zone)
        content: tuple[int, ...] = S[slot]
        before = content[position]
        if not unknown >> before & 1:
            return before
        drawn: int = self.pick(S, [c for c in content if unknown >> c & 1], Point("draw", COMPONENT, zone))
        self._lay(S, zone, drawn, position)
        return drawn

    def settle_place(self, S: State, c: int) -> None:
        """Where in its zone this component lies: from now on that is certain."""
        zone = S[self.program.place_slot + c] if c >= 0 else -1
        if zone < 0 or not self.moves.ordered[zone]:
            return
        slot, unknown = self._order_of(S, zone)
        if unknown >> c & 1:
            open_places = [i for i, other in enumerate(S[slot]) if unknown >> other & 1]
            self._lay(S, zone, c, self.pick(S, open_places, Point("draw", ir.Type("int"), zone)))

    def _order_of(self, S: State, zone: int) -> tuple[int, int]:
        return self.program.zone_slot + zone, S[self.program.shuffled_slot + zone]

    def _lay(self, S: State, zone: int, c: int, position: int) -> None:
        """`c` changes places with what lies at the position, both being unknown so far."""
        slot = self.program.zone_slot + zone
        order = list(S[slot])
        order[order.index(c)], order[position] = order[position], c
        S[slot] = tuple(order)
        S[self.program.shuffled_slot + zone] &= ~(1 << c)


def fits(program: ir.Program, wanted: Outcome, item: Any, type: ir.Type) -> bool:
    """Whether the item is what a scenario asks for."""
    if wanted.word == "kind" and type.word == "component":
        return bool(program.components[item].kind == wanted.value)
    if wanted.word == "kind" and type.word == "cube":
        return bool(item % len(program.kinds) == wanted.value)
    return bool(item == wanted.value)


def distinct(
    program: ir.Program, S: State, alike: Alike, items: Items, type: ir.Type
) -> list[tuple[int, Any]]:
    """The items without those that are just like an earlier one, with how many each stands for."""
    found: dict[Any, list[Any]] = {}
    for item in items:
        key = likeness(program, S, alike, item) if type.word == "component" else item
        if key in found:
            found[key][0] += 1
        else:
            found[key] = [1, item]
    return [(weight, item) for weight, item in found.values()]


def likeness(program: ir.Program, S: State, alike: Alike, c: int) -> Any:
    """Equal for components that nobody could tell apart, whatever happens next: printed alike, with the same state and
    things on them, known to the same seats, and no variable speaks of just one of them."""
    if c < 0:
        return c
    info = program.components[c]
    count, seats = len(program.components), range(program.seats)
    return (
        info.look,
        S[program.owner_slot + c] if info.keeps else info.owner,
        S[program.face_slot + c] if program.face_slot >= 0 else -1,
        S[program.up_slot + c] if program.up_slot >= 0 else 0,
        tuple(tuple(S[first : first + size]) for _, first, size in alike.vars_of[c]),
        tuple(slot for slot, var in alike.reference_slots if c in components_in(S[slot], var.type)),
        tuple(S[program.group_slot + seat * count + c] for seat in seats) if program.group_slot >= 0 else (),
        _told(program, S, c) if program.exclude_slot >= 0 else (),
        tuple(_things_in(program, S, alike, zone) for zone in alike.sight.zones_on.get(c, ())),
    )


def _told(program: ir.Program, S: State, c: int) -> Any:
    """What each seat knows it not to be, and what others know of that."""
    count = len(program.components)
    return tuple(
        (
            S[program.exclude_slot + seat * count + c],
            S[program.shown_slot + seat * count + c],
            tuple((places >> c & 1, things >> c & 1) for places, things in S[program.asked_slot + seat]),
        )
        for seat in range(program.seats)
    )


def _things_in(program: ir.Program, S: State, alike: Alike, zone: int) -> Any:
    info, content = program.zones[zone], S[program.zone_slot + zone]
    if info.cubes:
        return content
    inside = [likeness(program, S, alike, c) for c in content]
    return tuple(inside if info.ordered else sorted(inside))


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
