"""What each seat knows before the first step: the first content of the knowledge slots of `Program.initial`.

A component that a seat can see is known (-1). What starts in one zone that the seat cannot see into is one
group: the seat knows what lies there, not which is where. Things with different backs (a player's own set)
are never in one group. A die that a seat cannot see is never known, even alone: its face is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.dsl.ir import ComponentInfo, ZoneInfo


def initial_groups(
    seats: int,
    components: Sequence[ComponentInfo],
    zones: Sequence[ZoneInfo],
    contents: Sequence[Sequence[int]],
    dice: frozenset[int] = frozenset(),
) -> tuple[int, ...]:
    """`seats * len(components)` group numbers, seat by seat. `contents` is what lies in each zone (for a
    zone of cubes it is not looked at); `dice` are the components that have faces. At the start every
    face-down component is face down."""
    groups = [-1] * (seats * len(components))
    for seat in range(seats):
        first = seat * len(components)
        for zone, content in zip(zones, contents, strict=True):
            if zone.cubes:
                continue
            unseen: dict[int, list[int]] = {}
            for component in content:
                if not _sees_at_start(seat, zone, components, component):
                    unseen.setdefault(components[component].owner, []).append(component)
            for members in unseen.values():
                if len(members) > 1 or members[0] in dice:
                    for member in members:
                        groups[first + member] = min(members)
    return tuple(groups)


def _sees_at_start(seat: int, zone: ZoneInfo, components: Sequence[ComponentInfo], component: int) -> bool:
    if zone.sight == "open":
        return True
    if zone.sight == "secret":
        return False
    owner = zone.player
    if owner < 0 and zone.holder >= 0:
        owner = components[zone.holder].owner
    if owner < 0:
        owner = components[component].owner
    return owner == seat
