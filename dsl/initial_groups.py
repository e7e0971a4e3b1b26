"""What each seat, and last the public, knows before the first step: the first content of the knowledge slots of
`Program.initial`.

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
    """`(seats + 1) * len(components)` group numbers, seat by seat, the public last. `contents` is what lies in each zone (for a
    zone of cubes it is not looked at); `dice` are the components that have faces. At the start every
    face-down component is face down."""
    place = {c: z for z, content in enumerate(contents) if not zones[z].cubes for c in content}

    def owner_of(component: int) -> int:
        fixed = components[component].owner
        return fixed if fixed >= 0 or component not in place else owner_of_zone(zones[place[component]])

    def owner_of_zone(zone: ZoneInfo) -> int:
        return owner_of(zone.holder) if zone.player < 0 and zone.holder >= 0 else zone.player

    def sees(seat: int, zone: ZoneInfo, component: int) -> bool:
        if zone.sight in ("open", "secret"):
            return zone.sight == "open"
        owner = owner_of_zone(zone)
        return seat == (owner if owner >= 0 else owner_of(component))

    groups = [-1] * ((seats + 1) * len(components))
    for seat in range(seats + 1):
        first = seat * len(components)
        for zone, content in zip(zones, contents, strict=True):
            unseen: dict[int, list[int]] = {}
            for component in () if zone.cubes else content:
                if not sees(seat, zone, component):
                    unseen.setdefault(components[component].owner, []).append(component)
            for members in unseen.values():
                if len(members) > 1 or members[0] in dice:
                    for member in members:
                        groups[first + member] = min(members)
    return tuple(groups)
