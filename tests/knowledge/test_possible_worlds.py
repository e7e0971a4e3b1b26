"""Groups against an oracle that takes no short cuts: all worlds that a seat cannot rule out, gone through
one by one.

The oracle knows four cards and what each seat sees and hears of each step. Whatever world it still holds
possible must also be possible by the groups: a seat never "knows" more than it can have seen. The groups
may be wider than the oracle.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from small_table import SmallTable

ZONES = (
    "deck: deck secret = a b c d",
    "hand each: hand owner",
    "table: row open",
    "pool: pool secret",
    "field each: row face down",
)
World = tuple[tuple[int, ...], ...]
"""What lies in each zone, unordered ones sorted."""


class Oracle:
    """The worlds that one seat holds possible."""

    def __init__(self, table: SmallTable, seat: int):
        self.table, self.seat = table, seat
        start = world_of(table)
        self.worlds: set[World] = {
            tuple(order if zone else () for zone in start) for order in permutations(start[0])
        }

    def sees(self, zone: int, component: int) -> bool:
        info = self.table.program.zones[zone]
        return info.sight == "open" or (info.sight in ("owner", "face down") and info.player == self.seat)

    def observed(self, world: World) -> tuple[object, ...]:
        return tuple(
            content if all(self.sees(zone, c) for c in content) else len(content)
            for zone, content in enumerate(world)
        )

    def moved(self, before: World, after: World, source: int, index: int, target: int, at: str) -> None:
        """A card has left `source` (number `index` there, where there is an order) for `target`."""
        ordered = self.table.knowledge.sight.ordered
        found = set()
        for world in self.worlds:
            here = world[source]
            for card in [here[index]] if ordered[source] else here:
                found.add(changed(world, source, target, card, at, ordered))
        self.keep(found, after)

    def shuffled(self, after: World, zone: int) -> None:
        if self.table.knowledge.sight.ordered[zone]:
            self.keep({put(w, zone, order) for w in self.worlds for order in permutations(w[zone])}, after)

    def shown(self, after: World, zone: int, card: int) -> None:
        ordered = self.table.knowledge.sight.ordered[zone]
        place = after[zone].index(card)
        fitting = {w for w in self.worlds if (w[zone][place] == card if ordered else card in w[zone])}
        self.keep(fitting, after)

    def keep(self, worlds: set[World], truth: World) -> None:
        seen = self.observed(truth)
        self.worlds = {world for world in worlds if self.observed(world) == seen}
        assert truth in self.worlds, "the oracle itself never loses the truth"


def world_of(table: SmallTable) -> World:
    first = table.program.zone_slot
    return tuple(table.S[first : first + len(table.program.zones)])


def put(world: World, zone: int, content: tuple[int, ...]) -> World:
    return (*world[:zone], content, *world[zone + 1 :])


def changed(world: World, source: int, target: int, card: int, at: str, ordered: tuple[bool, ...]) -> World:
    left = put(world, source, tuple(c for c in world[source] if c != card))
    content = left[target]
    came = (card, *content) if at == "top" else (*content, card)
    return put(left, target, came if ordered[target] else tuple(sorted(came)))


def step(table: SmallTable, oracles: list[Oracle], rng: Random) -> str:
    """One random step, done to the table and told to the oracles."""
    before = world_of(table)
    names = list(table.zones)
    word = rng.choice(["move", "move", "move", "shuffle", "reveal", "swap"])
    if word == "move":
        source = rng.choice([z for z, content in enumerate(before) if content])
        target = rng.choice([z for z in range(len(before)) if z != source])
        card, at = rng.choice(before[source]), rng.choice(["top", "bottom"])
        table.play(f"move {table.names[card]} {names[target]} {at}")
        index = before[source].index(card)
        for oracle in oracles:
            oracle.moved(before, world_of(table), source, index, target, at)
        return f"move {table.names[card]} {names[target]} {at}"
    if word == "shuffle":
        zone = rng.choice([z for z in range(len(before)) if table.knowledge.sight.ordered[z]])
        order = list(before[zone])
        rng.shuffle(order)
        table.moves.set_order(table.S, zone, tuple(order))
        for oracle in oracles:
            oracle.shuffled(world_of(table), zone)
        return f"shuffle {names[zone]}"
    if word == "reveal":
        zone = rng.choice([z for z, content in enumerate(before) if content])
        card, seat = rng.choice(before[zone]), rng.randrange(2)
        table.play(f"reveal {table.names[card]} p{seat + 1}")
        oracles[seat].shown(before, zone, card)
        return f"reveal {table.names[card]} p{seat + 1}"
    table.play("swap p1.hand p2.hand")
    for oracle in oracles:
        hands = [table.zones["p1.hand"], table.zones["p2.hand"]]
        swapped = {put(put(w, hands[0], w[hands[1]]), hands[1], w[hands[0]]) for w in oracle.worlds}
        oracle.keep(swapped, world_of(table))
    return "swap p1.hand p2.hand"


def possible_by_groups(table: SmallTable, seat: int, world: World) -> bool:
    """Whether things of the world lie where the groups and what is excluded allow them."""
    ordered = table.knowledge.sight.ordered
    allowed = [table.knowledge.candidates(table.S, seat, c) for c in range(len(table.names))]
    return all(
        any(
            all(thing in allowed[place] for thing, place in zip(things, content, strict=True))
            for things in ([world[zone]] if ordered[zone] else permutations(world[zone]))
        )
        for zone, content in enumerate(world_of(table))
    )


@pytest.mark.parametrize("seed", range(60))
def test_a_seat_never_knows_more_than_it_can_have_seen(seed: int) -> None:
    rng = Random(seed)
    table = SmallTable(2, *ZONES)
    oracles = [Oracle(table, seat) for seat in range(2)]
    steps = []
    for _ in range(12):
        steps.append(step(table, oracles, rng))
        for oracle in oracles:
            wrong = [w for w in oracle.worlds if not possible_by_groups(table, oracle.seat, w)]
            assert not wrong, (steps, oracle.seat, wrong[0], world_of(table))
