"""Which options a seat cannot tell apart, so that they are offered as one.

Things that the seat sees are alike if they are equal copies, lie in the same zone (at the same position
where there is an order), have the same state and the same things on them, and no variable speaks of just
one of them. Things in an unordered zone that the seat cannot see into are alike if the same markers lie on
them: even one known to be there cannot be pointed at. In an ordered zone every position is a thing of its
own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gdl.dsl.ir import Program, Type, VarInfo
from gdl.interpreter.sight import Reader, Sight

REFERENCES = ("component", "cube", "zone")


class Alike:
    """Static tables of a program, and keys of options in a state."""

    def __init__(self, program: Program, sight: Sight):
        self.program = program
        self.sight = sight
        copies: dict[int, int] = {}
        for info in program.components:
            copies[info.look] = copies.get(info.look, 0) + 1
        spaces = {number for number, info in enumerate(program.types) if info.sort == "space"}
        self.single = tuple(
            copies[info.look] == 1 or program.kinds[info.kind].type in spaces for info in program.components
        )
        """There is no other component that looks like it."""
        self.all_open = all(zone.sight == "open" for zone in program.zones)
        self.vars_of = tuple(self._vars_of(c) for c in range(len(program.components)))
        self.reference_slots = tuple(self._reference_slots())

    def _vars_of(self, component: int) -> tuple[tuple[VarInfo, int, int], ...]:
        """The variables that a component holds: (info, first slot, number of slots)."""
        found = []
        for var in self.program.vars:
            if var.of >= 0 and var.holder in ("component", "trait", "hidden"):
                info = self.program.types[var.of]
                if info.low <= component < info.high:
                    each = var.size // (info.high - info.low)
                    found.append((var, var.base + (component - info.low) * each, each))
        return tuple(found)

    def _reference_slots(self) -> Iterator[tuple[int, VarInfo]]:
        for var in self.program.vars:
            if _refers(var.type):
                for slot in range(var.base, var.base + var.size):
                    yield slot, var

    def spoken_of(self, S: Sequence[Any], reader: Reader) -> dict[int, list[int]]:
        """The components that variables speak of, as far as the reader sees those: to their slots."""
        found: dict[int, list[int]] = {}
        for slot, var in self.reference_slots:
            for component in components_in(S[slot], var.type):
                if self.sight.sees_variable(S, reader, var, slot - var.base):
                    found.setdefault(component, []).append(slot)
        return found

    def can_merge(self, types: Sequence[Type]) -> bool:
        """Whether two options of these types can be alike at all; where not, no keys are needed."""
        return any(self._type_can_merge(type_) for type_ in types)

    def _type_can_merge(self, type_: Type) -> bool:
        if type_.item is not None:
            return self._type_can_merge(type_.item)
        if type_.word != "component":
            return type_.word in REFERENCES and not self.all_open
        if not self.all_open:
            return True
        if type_.of < 0:
            return not all(self.single)
        info = self.program.types[type_.of]
        return not all(self.single[info.low : info.high])

    def option_key(
        self, S: Sequence[Any], seat: int, values: Sequence[Any], types: Sequence[Type]
    ) -> tuple[Any, ...]:
        return tuple(self.key(S, seat, value, type_) for value, type_ in zip(values, types, strict=True))

    def key(self, S: Sequence[Any], seat: int, value: Any, type_: Type) -> Any:
        word = type_.word
        if word == "component":
            return self.component_key(S, seat, value) if value >= 0 else -1
        if word == "list" and type_.item is not None:
            return tuple(self.key(S, seat, item, type_.item) for item in value)
        if word == "set" and type_.item is not None and type_.item.word == "component":
            return tuple(sorted((self.component_key(S, seat, c) for c in bits(value)), key=repr))
        if word == "zone":
            return self.zone_key(S, seat, value) if value >= 0 else -1
        if word == "cube":
            zone, kind = divmod(value, len(self.program.kinds))
            if value < 0 or not self.sight.sees_cubes(S, seat, zone):
                kind = -1
            return (self.zone_key(S, seat, zone) if value >= 0 else -1, kind)
        return value

    def component_key(self, S: Sequence[Any], seat: int, component: int) -> Any:
        """A component's number where it is like no other; else all that makes it different for the seat."""
        sees = self.sight.sees(S, seat, component)
        if sees and self.single[component]:
            return component
        zone = S[self.program.place_slot + component]
        if not sees and not self.sight.ordered[zone]:
            back = self._fixed_owner(component)
            return ("?", self.zone_key(S, seat, zone), back, self._markers(S, seat, component))
        if self.sight.ordered[zone]:
            position = S[self.program.zone_slot + zone].index(component)
            return ("at", self.zone_key(S, seat, zone), position)
        return self.copy_key(S, seat, component)

    def copy_key(self, S: Sequence[Any], seat: int, component: int) -> Any:
        """All that makes a component that the seat sees different from another copy of it, but for its position."""
        zone = S[self.program.place_slot + component]
        info = self.program.components[component]
        owner = S[self.program.owner_slot + component] if info.keeps else info.owner
        state = tuple(
            tuple(S[first : first + count])
            for var, first, count in self.vars_of[component]
            if self.sight.sees_variable(S, seat, var, first - var.base)
        )
        face = S[self.program.face_slot + component] if component in self.sight.dice else -1
        up = S[self.program.up_slot + component] if self.program.up_slot >= 0 else 0
        return (
            "like", info.look, owner, face, up, self.zone_key(S, seat, zone), state,
            self._things_on(S, seat, component), self._spoken_of(S, seat, component),
        )  # fmt: skip

    def zone_key(self, S: Sequence[Any], seat: int, zone: int) -> Any:
        """A zone's number; where it lies on something, its name and what that thing is for the seat."""
        info = self.program.zones[zone]
        if info.holder < 0 or (self.single[info.holder] and self.sight.sees(S, seat, info.holder)):
            return zone
        return (info.family, info.index, self.component_key(S, seat, info.holder))

    def _markers(self, S: Sequence[Any], seat: int, component: int) -> Any:
        """What all can see of a hidden thing: open state that belongs to its place, and what lies on it."""
        state = tuple(
            tuple(S[first : first + count])
            for var, first, count in self.vars_of[component]
            if var.place and self.sight.sees_variable(S, seat, var, first - var.base)
        )
        return (state, self._things_on(S, seat, component), self._spoken_of(S, seat, component))

    def _things_on(self, S: Sequence[Any], seat: int, component: int) -> Any:
        found = []
        for zone in self.sight.zones_on.get(component, ()):
            content = S[self.program.zone_slot + zone]
            info = self.program.zones[zone]
            if not content:
                continue
            if info.cubes:
                seen = content if self.sight.sees_cubes(S, seat, zone) else len(content)
                found.append((info.family, info.index, seen))
            else:
                keys = tuple(self._key_inside(S, seat, c) for c in content)
                found.append((info.family, info.index, keys if info.ordered else tuple(sorted(keys))))
        return tuple(found)

    def _key_inside(self, S: Sequence[Any], seat: int, component: int) -> tuple[int, ...]:
        """Of a thing lying on another one only its look counts."""
        if self.sight.sees(S, seat, component):
            info = self.program.components[component]
            return (info.look, info.owner)
        return (-1, self._fixed_owner(component))

    def _fixed_owner(self, component: int) -> int:
        return self.program.components[component].owner

    def _spoken_of(self, S: Sequence[Any], seat: int, component: int) -> tuple[int, ...]:
        """The variables that refer to this component and that the seat sees."""
        return tuple(
            slot
            for slot, var in self.reference_slots
            if component in components_in(S[slot], var.type)
            and self.sight.sees_variable(S, seat, var, slot - var.base)
        )

    def pointed_at(self, S: Sequence[Any], reader: Reader, component: int) -> bool:
        """Whether the reader can say which of several alike things it means; if not, which one it gets is
        chance."""
        zone = S[self.program.place_slot + component]
        return zone < 0 or self.sight.ordered[zone] or self.sight.sees(S, reader, component)


def bits(mask: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _refers(type_: Type) -> bool:
    return type_.word == "component" or (type_.item is not None and _refers(type_.item))


def components_in(value: Any, type_: Type) -> Sequence[int]:
    """The components that a value of this type speaks of."""
    if type_.word == "component":
        return (value,) if value >= 0 else ()
    if type_.word == "set" and type_.item is not None and type_.item.word == "component":
        return tuple(bits(value))
    if type_.word == "list" and type_.item is not None:
        item = type_.item
        return tuple(c for inner in value for c in components_in(inner, item))
    return ()
