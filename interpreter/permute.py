"""Other things in the same places: a state in which hidden components have changed places with each other.

An *exchange* says, component by component, what lies in its place instead: `{a: b, b: a}`. What can be seen
stays with the place: positions, sides, markers and the things lying on a component, and every reference
(variables, locals of waiting frames) goes on speaking of the same place. What is printed on a component and
state that is hidden with it go with the component.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gdl.dsl import ir
from gdl.dsl.ir import STACK, Program, Type
from gdl.interpreter import together
from gdl.interpreter.alike import bits
from gdl.interpreter.knowledge import Knowledge
from gdl.interpreter.liveness import Liveness
from gdl.interpreter.state import State

Exchange = Mapping[int, int]

SPEAKS = ("component", "zone", "cube")
"""Words of types whose values name a component or a zone, which may lie on one."""


def speaks(type_: Type | None) -> bool:
    """Whether values of this type name components or zones."""
    return type_ is not None and (type_.word in SPEAKS or speaks(type_.item))


class Places:
    """Static tables for exchanges in one program."""

    def __init__(self, program: Program, knowledge: Knowledge, liveness: Liveness | None = None):
        self.program = program
        self.knowledge = knowledge
        self.sight = sight = knowledge.sight
        self.n = len(program.components)
        self.live = (liveness or Liveness(program)).waiting
        self.speaking_vars = tuple(
            (slot, var)
            for var in program.vars
            if speaks(var.type)
            for slot in range(var.base, var.base + var.size)
        )
        self.speaking = {slot: var.type.word for slot, var in self.speaking_vars}
        self.twin: dict[int, dict[tuple[str, tuple[int, ...]], int]] = {
            holder: {(program.zones[z].family, program.zones[z].index): z for z in zones}
            for holder, zones in sight.zones_on.items()
        }
        """The zones on a component by name: what `cubes` on one card is on another."""
        self.place_vars = tuple(self._place_vars(c) for c in range(self.n))

    def _place_vars(self, component: int) -> dict[tuple[str, int], int]:
        """Slots of the markers on a component, by (variable, index)."""
        found = {}
        for var in self.program.vars:
            if var.place and var.of >= 0:
                info = self.program.types[var.of]
                if info.low <= component < info.high:
                    each = var.size // (info.high - info.low)
                    for i in range(each):
                        found[var.name, i] = var.base + (component - info.low) * each + i
        return found

    def last_owner(self, S: Sequence[Any], component: int) -> int:
        """Whose the thing at this place is or was last, as far as the place tells; -1 if it does not."""
        zone: int = S[self.program.place_slot + component]
        if zone >= 0 and self.program.zones[zone].player >= 0:
            return self.program.zones[zone].player
        kept = self.program.components[component].keeps
        return int(S[self.program.owner_slot + component]) if kept else -1

    def markers(self, S: Sequence[Any], component: int, known: Callable[[int], bool]) -> list[Any]:
        """The state that belongs to a component's place, where it is not the first value; what is not known
        is not named."""
        found = []
        for key, slot in self.place_vars[component].items():
            value = S[slot]
            if value != self.program.initial[slot]:
                if self.speaking.get(slot, "") == "component" and value >= 0 and not known(value):
                    value = "?"
                found.append((key, value))
        return found

    # ------------------------------------------------------------------------------ what may lie where

    def carries(self, S: Sequence[Any], component: int) -> list[Callable[[int], bool]]:
        """What another component must be able to hold to lie in this one's place: tests of its number. What the zone
        itself takes is told by `taken_by`."""
        tests: list[Callable[[int], bool]] = []
        for zone in self.sight.zones_on.get(component, ()):
            if S[self.program.zone_slot + zone]:
                name = (self.program.zones[zone].family, self.program.zones[zone].index)
                tests.append(lambda c, name=name: name in self.twin.get(c, {}))  # type: ignore[misc]
        for key, slot in self.place_vars[component].items():
            if S[slot] != self.program.initial[slot]:
                tests.append(lambda c, key=key: key in self.place_vars[c])  # type: ignore[misc]
        return tests

    def taken_by(self, S: Sequence[Any], component: int) -> tuple[int, ...]:
        """The types that the zone takes in which this component lies; none where it takes any."""
        place = S[self.program.place_slot + component]
        return self.program.zones[place].holds if place >= 0 else ()

    def of_types(self, group: Iterable[int], types: tuple[int, ...]) -> frozenset[int]:
        """Those of one of the types."""
        ranges = [(self.program.types[t].low, self.program.types[t].high) for t in types]
        return frozenset(c for c in group if any(low <= c < high for low, high in ranges))

    def references(self, S: Sequence[Any], seat: int) -> dict[int, list[tuple[tuple[int, ...], int]]]:
        """What the seat sees speaking of which component: its number to (path, type that it must have or
        -1)."""
        found: dict[int, list[tuple[tuple[int, ...], int]]] = {}

        def note(path: tuple[int, ...], value: Any, type_: Type) -> None:
            if type_.word == "component":
                if value >= 0:
                    found.setdefault(value, []).append((path, type_.of))
            elif type_.word == "list" and type_.item is not None:
                for i, inner in enumerate(value):
                    note((*path, i), inner, type_.item)
            elif type_.word == "set" and type_.item is not None and type_.item.word == "component":
                for member in bits(value):
                    found.setdefault(member, []).append((path, type_.item.of))

        for slot, var in self.speaking_vars:
            if self.sight.sees_variable(S, seat, var, slot - var.base):
                note((slot,), S[slot], var.type)
        for number, frame in enumerate(S[STACK]):
            for i, type_ in self._locals(frame):
                note((-1, number, i), frame[i], type_)
            types = self._branch_types(frame)
            for i, branch in enumerate(frame[-together.PARTS] if types else ()):
                for j, (value, type_) in enumerate(zip(arguments(branch), types, strict=True)):
                    note((-2, number, i, j), value, type_)
        return found

    def _locals(self, frame: Sequence[Any]) -> Iterable[tuple[int, Type]]:
        """The positions in a frame that hold values which may speak of components, with their types."""
        number = ~frame[0] if frame[0] < 0 else frame[0]
        block = self.program.blocks[number]
        types = self.program.functions[block.function].locals
        for slot in self.live[number]:
            if slot < len(types) and speaks(types[slot]):
                yield slot + 1, types[slot]
        if isinstance(block.exit, ir.Ask) and len(frame) > len(types) + 1:
            choice = block.exit.choice
            item = (
                choice.entries[0].types[-1] if choice.word == "some" and choice.entries else choice.item_type
            )
            if choice.word in ("some", "order") and speaks(item):
                yield len(types) + 1, Type("list", item=item)

    def _branch_types(self, frame: Sequence[Any]) -> tuple[Type, ...]:
        """What the arguments of private blocks are, where some of them speak of components; else nothing."""
        if not self.waits_for_branches(frame):
            return ()
        exit = self.program.blocks[~frame[0]].exit
        assert isinstance(exit, ir.Together)
        function = self.program.functions[exit.function]
        types = function.locals[: function.params]
        return types if any(speaks(type_) for type_ in types) else ()

    # ------------------------------------------------------------------------------ exchanging

    def exchanged(self, S: Sequence[Any], exchange: Exchange, seat: int) -> State:
        """The state after the exchange. What `seat` knows stays as it is; other seats know the same places
        as before."""
        moved = {a: b for a, b in exchange.items() if a != b}
        new: State = list(S)
        if moved or self.knowledge.excludes:
            self._exchange(S, new, moved, seat)
        if self.knowledge.excludes:
            for other in range(self.program.seats):
                if other != seat:
                    self.knowledge.work_out(new, other)
        return new

    def _exchange(self, S: Sequence[Any], new: State, moved: Exchange, seat: int) -> None:
        program = self.program
        zone_map = self._zone_map(moved)
        self._move_zones(S, new, moved, zone_map)
        for component, there in moved.items():
            place = S[program.place_slot + component]
            new[program.place_slot + there] = zone_map.get(place, place)
        for zone, twin in zone_map.items():
            if not program.zones[zone].cubes:
                for component in new[program.zone_slot + twin]:
                    new[program.place_slot + component] = twin
        for a, b in moved.items():
            if program.up_slot >= 0:
                new[program.up_slot + b] = S[program.up_slot + a]
            if program.owner_slot >= 0:
                keeps = program.components[b].keeps
                new[program.owner_slot + b] = (
                    self.last_owner(S, a) if keeps else program.initial[program.owner_slot + b]
                )
        self._move_markers(S, new, moved)
        for slot, var in self.speaking_vars:
            new[slot] = self._said(new[slot], var.type, moved, zone_map)
        new[STACK] = tuple(self._frame(frame, moved, zone_map, seat) for frame in S[STACK])
        self._move_knowledge(S, new, moved, seat)

    def _zone_map(self, moved: Exchange) -> dict[int, int]:
        """The zones on an exchanged component become those of the same name on the other one."""
        found = {}
        for a, b in moved.items():
            for name, zone in self.twin.get(a, {}).items():
                other = self.twin.get(b, {}).get(name)
                if other is not None:
                    found[zone] = other
        return found

    def _move_zones(self, S: Sequence[Any], new: State, moved: Exchange, zone_map: Mapping[int, int]) -> None:
        """Contents and shuffled orders of all zones in which, or on which, something has changed."""
        program, on = self.program, self.sight.zones_on
        base, shuffled = program.zone_slot, program.shuffled_slot
        changed = {S[program.place_slot + a] for a in moved}
        for a in moved:
            for zone in on.get(a, ()):
                new[base + zone] = ()
                changed.add(zone)
        changed.discard(-1)
        for zone in changed:
            info = program.zones[zone]
            target = zone_map.get(zone, zone)
            if target == zone and info.holder in moved:
                continue
            content = S[base + zone]
            if not info.cubes:
                content = tuple([moved.get(c, c) for c in content])
                if not info.ordered:
                    content = tuple(sorted(content))
            new[base + target] = content
            if shuffled >= 0:
                mask = S[shuffled + zone]
                new[shuffled + target] = exchanged_mask(mask, moved) if mask else 0

    def _move_markers(self, S: Sequence[Any], new: State, moved: Exchange) -> None:
        for a, b in moved.items():
            mine, others = self.place_vars[a], self.place_vars[b]
            for key, slot in others.items():
                source = mine.get(key)
                new[slot] = S[source] if source is not None else self.program.initial[slot]

    def _said(self, value: Any, type_: Type, moved: Exchange, zone_map: Mapping[int, int]) -> Any:
        """A value that speaks of the same place as before."""
        match type_.word:
            case "component":
                return moved.get(value, value)
            case "zone":
                return zone_map.get(value, value)
            case "cube" if value >= 0:
                zone, kind = divmod(value, len(self.program.kinds))
                return zone_map.get(zone, zone) * len(self.program.kinds) + kind
            case "list" if type_.item is not None and isinstance(value, tuple):
                return tuple([self._said(inner, type_.item, moved, zone_map) for inner in value])
            case "set" if type_.item is not None and type_.item.word == "component":
                return exchanged_mask(value, moved)
        return value

    def _frame(
        self, frame: tuple[Any, ...], moved: Exchange, zone_map: Mapping[int, int], seat: int
    ) -> tuple[Any, ...]:
        new = list(frame)
        for i, type_ in self._locals(frame):
            new[i] = self._said(frame[i], type_, moved, zone_map)
        types = self._branch_types(frame)
        if types:
            new[-together.PARTS] = tuple(
                tuple(
                    self._said(value, type_, moved, zone_map)
                    for value, type_ in zip(arguments(branch), types, strict=True)
                )
                for branch in frame[-together.PARTS]
            )
        if self.waits_for_branches(frame):
            start = tuple(self.exchanged(frame[-2], moved, seat))
            new[-2] = start
            new[-1] = tuple(self._changes(frame[-2], start, change, moved, seat) for change in frame[-1])
        return tuple(new)

    def waits_for_branches(self, frame: Sequence[Any]) -> bool:
        """Whether private blocks above this frame are going on: then it ends in what `together` keeps
        there."""
        block = self.program.blocks[~frame[0]] if frame[0] < 0 else None
        if block is None or not isinstance(block.exit, ir.Together):
            return False
        return len(frame) >= len(self.program.functions[block.function].locals) + 1 + together.PARTS

    def _changes(
        self,
        before: Sequence[Any],
        after: tuple[Any, ...],
        change: together.Changes,
        moved: Exchange,
        seat: int,
    ) -> together.Changes:
        """What a finished private block has changed, said of the other state."""
        finished = list(before)
        for slot, value in change:
            finished[slot] = value
        return together.changes(after, self.exchanged(finished, moved, seat))

    def _move_knowledge(self, S: Sequence[Any], new: State, moved: Exchange, seat: int) -> None:
        """What a seat has been shown is known of the places where it was shown it. The exchange stays inside the groups of
        `seat`, which stay the same, and so inside those of the public; what follows for other seats from what lies there
        now is worked out afterwards."""
        program = self.program
        if program.group_slot < 0:
            return
        groups = program.shown_slot if self.knowledge.excludes else program.group_slot
        for other in range(program.seats):
            if other != seat:
                self._move_row(S, new, groups + other * self.n, moved)
        public = self.knowledge.public
        self._move_row(S, new, program.group_slot + public * self.n, moved)
        if self.knowledge.excludes:
            for row in (seat, public):
                masks = program.exclude_slot + row * self.n
                for a, b in moved.items():
                    new[masks + b] = S[masks + a]
            for slot in range(program.asked_slot, program.asked_slot + program.seats):
                if S[slot]:
                    new[slot] = tuple(sorted((exchanged_mask(places, moved), things) for places, things in S[slot]))

    def _move_row(self, S: Sequence[Any], new: State, first: int, moved: Exchange) -> None:
        """One seat's groups, with the same places in them; each named by its smallest member again."""
        touched = set()
        for a, b in moved.items():
            label = new[first + b] = S[first + a]
            touched.add(label)
        touched.discard(-1)
        after = first + self.n
        stale = [label for label in touched if new.index(label, first, after) - first != label]
        if stale:
            members: dict[int, list[int]] = {label: [] for label in stale}
            for component, label in enumerate(new[first : first + self.n]):
                if label in members:
                    members[label].append(component)
            for group in members.values():
                for component in group:
                    new[first + component] = group[0]


def arguments(branch: Any) -> tuple[Any, ...]:
    """The arguments of a private block; one alone may stand without brackets."""
    return branch if isinstance(branch, tuple) else (branch,)


def exchanged_mask(value: int, moved: Exchange) -> int:
    """A set of components after the exchange."""
    result = 0
    for member in bits(value):
        result |= 1 << moved.get(member, member)
    return result
