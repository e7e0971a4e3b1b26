"""Who can see what right now: from the sight of zones, who owns what, and which side is up. What seats
remember is `knowledge`.

    open       everybody
    owner      the zone's player; on a common zone, each component's owner
    secret     nobody
    face down  as `owner`, and everybody once the component is turned face up

A reader is a seat, or None for a spectator, who sees what is open. In tables and rows of knowledge the spectator stands behind
the last seat, as *the public*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.dsl.ir import Program, VarInfo

NEVER, ALWAYS, DEPENDS = 0, 1, 2
"""What can be said of a seat and a zone before play; DEPENDS: on the component's owner or side."""

Reader = int | None


class Sight:
    """Static tables of a program, and questions to a state."""

    def __init__(self, program: Program):
        self.program = program
        self.components = len(program.components)
        self.zone_slot = program.zone_slot
        self.place_slot = program.place_slot
        self.owner_slot = program.owner_slot
        self.up_slot = program.up_slot
        self.ordered = tuple(zone.ordered for zone in program.zones)
        self.public = program.seats
        self.by_seat = tuple(self._static(seat) for seat in range(program.seats + 1))
        self.zones_on = _zones_by_holder(program)
        self.dice = frozenset(c for face in program.faces for c in _components_of(program, face.type))

    def _static(self, seat: int) -> tuple[int, ...]:
        found = []
        for zone in self.program.zones:
            if zone.sight == "open":
                found.append(ALWAYS)
            elif zone.sight == "secret":
                found.append(NEVER)
            else:
                owner = zone.player
                if owner < 0 and zone.holder >= 0:
                    owner = self.program.components[zone.holder].owner
                if owner < 0:
                    found.append(DEPENDS)
                elif owner == seat:
                    found.append(ALWAYS)
                else:
                    found.append(DEPENDS if zone.sight == "face down" else NEVER)
        return tuple(found)

    def static(self, reader: Reader) -> Sequence[int]:
        return self.by_seat[self.public if reader is None else reader]

    def owner(self, S: Sequence[Any], component: int) -> int:
        """The player to whom a component belongs, or -1: fixed, or the last one, or the one in whose zone
        it lies."""
        info = self.program.components[component]
        if info.owner >= 0:
            return info.owner
        if info.keeps:
            return int(S[self.owner_slot + component])
        zone = S[self.place_slot + component]
        return -1 if zone < 0 else self.zone_owner(S, zone)

    def zone_owner(self, S: Sequence[Any], zone: int) -> int:
        """The player to whom a zone belongs, or to whom the thing belongs on which it lies, or -1."""
        info = self.program.zones[zone]
        if info.player >= 0:
            return info.player
        return self.owner(S, info.holder) if info.holder >= 0 else -1

    def sees(self, S: Sequence[Any], reader: Reader, component: int) -> bool:
        """Whether the reader sees the front of a component where it lies."""
        zone = S[self.place_slot + component]
        if zone < 0:
            return True
        static: int = self.static(reader)[zone]
        if static != DEPENDS:
            return static == ALWAYS
        if self.program.zones[zone].sight == "face down" and S[self.up_slot + component]:
            return True
        owner = self.zone_owner(S, zone)
        if owner < 0:
            owner = self.owner(S, component)
        return owner == reader and reader is not None

    def seers(self, S: Sequence[Any], component: int) -> int:
        """The seats that see a component, as a bit mask; behind them the public."""
        return sum(1 << seat for seat in range(self.public + 1) if self.sees(S, seat, component))

    def unseen_in(self, S: Sequence[Any], reader: Reader, zone: int) -> list[int]:
        """What lies in a zone and the reader cannot see there."""
        static = self.static(reader)[zone]
        if static == ALWAYS or self.program.zones[zone].cubes:
            return []
        content = S[self.zone_slot + zone]
        if static == NEVER:
            return list(content)
        return [c for c in content if not self.sees(S, reader, c)]

    def sees_cubes(self, S: Sequence[Any], reader: Reader, zone: int) -> bool:
        """Whether the reader sees which cubes lie in a zone of cubes; how many, everybody sees."""
        static = self.static(reader)[zone]
        if static != DEPENDS:
            return static == ALWAYS
        return reader is not None and self.zone_owner(S, zone) == reader

    def sees_variable(self, S: Sequence[Any], reader: Reader, var: VarInfo, offset: int) -> bool:
        """Whether the reader sees the value at `var.base + offset`."""
        if var.sight == "open":
            return True
        if var.told >= 0 and self._was_told(S[var.told + offset], reader):
            return True
        if var.sight == "secret" or var.holder in ("game", "hidden"):
            return False
        holder = self.holder_of(var, offset)
        if var.holder == "player":
            return holder == reader
        if var.sight == "owner":
            return reader is not None and self.owner(S, holder) == reader
        return self.sees(S, reader, holder)

    def _was_told(self, seats: int, reader: Reader) -> bool:
        """Whether the reader is one of those who have been told."""
        return bool(seats >> (self.public if reader is None else reader) & 1)

    def holder_of(self, var: VarInfo, offset: int) -> int:
        """The seat or component that holds the value at `var.base + offset`; -1 if the game does."""
        if var.holder == "player":
            return offset * self.program.seats // var.size
        if var.of >= 0:
            info = self.program.types[var.of]
            return info.low + offset * (info.high - info.low) // var.size
        return -1


def _components_of(program: Program, type_: int) -> range:
    return range(program.types[type_].low, program.types[type_].high)


def _zones_by_holder(program: Program) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    for number, zone in enumerate(program.zones):
        if zone.holder >= 0:
            found.setdefault(zone.holder, []).append(number)
    return {holder: tuple(zones) for holder, zones in found.items()}
