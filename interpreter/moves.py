"""What the steps do to the table: components and cubes into zones, orders, faces, players, results.

Each of them leaves the state whole: places agree with zones, unordered zones are sorted, owners are kept,
faces fall back, and who knows what is brought up to date. They are shared by every way of executing the IR.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence

from gdl.dsl import ir
from gdl.dsl.ir import OVER, PLAYERS, RESULT
from gdl.dsl.source import NOWHERE, Span
from gdl.interpreter import errors
from gdl.interpreter.knowledge import Knowledge
from gdl.interpreter.sight import DEPENDS
from gdl.interpreter.state import State

Seats = Sequence[int] | None


class Moves:
    """The steps of one program. `knowledge` is None where nothing is ever hidden; `alike` always tells
    options apart."""

    def __init__(self, program: ir.Program):
        self.program = program
        self.alike = Knowledge(program)
        self.knowledge = self.alike if self.alike.hides else None
        seats = self.alike.sight.by_seat
        self.partly_seen = [
            self.knowledge is not None and any(seat[z] == DEPENDS for seat in seats)
            for z in range(len(program.zones))
        ]
        self.zone_slot, self.place_slot = program.zone_slot, program.place_slot
        self.kind_count = len(program.kinds)
        self.limits = [1 if zone.shape == "slot" else zone.limit for zone in program.zones]
        self.ordered = [zone.ordered for zone in program.zones]
        self.keeps = [component.keeps for component in program.components]

    # ------------------------------------------------------------------------------ components

    def move(
        self, S: State, c: int, z: int, at: str = "bottom", index: int = 0, span: Span = NOWHERE
    ) -> None:
        """Component `c` into zone `z`: on `top`, at the `bottom`, or as number `index` (the first is 1)."""
        if c < 0 or z < 0:
            return
        program, base = self.program, self.zone_slot
        source = S[self.place_slot + c]
        seen = self.alike.sight.seers(S, c) if self.partly_seen[source] else 0
        left = list(S[base + source])
        left.remove(c)
        limit = self.limits[z]
        if source == z:
            entered = left
        else:
            entered = list(S[base + z])
            if limit is not None and len(entered) >= limit:
                raise errors.zone_full(program.zones[z].name, limit, span)
            S[base + source] = tuple(left)
            S[self.place_slot + c] = z
        if not self.ordered[z]:
            insort(entered, c)
        elif at == "bottom":
            entered.append(c)
        else:
            entered.insert(0 if at == "top" else max(0, index - 1), c)
        S[base + z] = tuple(entered)
        if self.ordered[source] and S[program.shuffled_slot + source]:
            S[program.shuffled_slot + source] &= ~(1 << c)
        if self.keeps[c] and program.zones[z].player >= 0:
            S[program.owner_slot + c] = program.zones[z].player
        if program.up_slot >= 0:
            S[program.up_slot + c] = 0
        if self.knowledge is not None:
            self.knowledge.moved(S, c, source, z, seen)

    def swap_zones(self, S: State, a: int, b: int) -> None:
        """All that lies in `a` changes places with all that lies in `b`."""
        if a < 0 or b < 0 or a == b:
            return
        base, program = self.zone_slot, self.program
        for source, goal in ((a, b), (b, a)):
            limit = self.limits[goal]
            if limit is not None and len(S[base + source]) > limit:
                raise errors.zone_full(program.zones[goal].name, limit, NOWHERE)
        S[base + a], S[base + b] = S[base + b], S[base + a]
        if program.zones[a].cubes:
            return
        unknown = S[program.shuffled_slot + a], S[program.shuffled_slot + b]
        for z, came_unknown in ((a, unknown[1]), (b, unknown[0])):
            content = S[base + z]
            if not self.ordered[z]:
                content = S[base + z] = tuple(sorted(content))
            S[program.shuffled_slot + z] = came_unknown if self.ordered[z] else 0
            for c in content:
                S[self.place_slot + c] = z
                if self.keeps[c] and program.zones[z].player >= 0:
                    S[program.owner_slot + c] = program.zones[z].player
                if program.up_slot >= 0:
                    S[program.up_slot + c] = 0
        if self.knowledge is not None:
            self.knowledge.swapped(S, a, b)

    def swap(self, S: State, c: int, d: int) -> None:
        """Two components of different zones change places: to those who know of it, as if each had moved."""
        base, program = self.zone_slot, self.program
        homes = S[self.place_slot + c], S[self.place_slot + d]
        places = S[base + homes[0]].index(c), S[base + homes[1]].index(d)
        for one, place, source, goal in ((c, places[1], *homes), (d, places[0], homes[1], homes[0])):
            seen = self.alike.sight.seers(S, one) if self.partly_seen[source] else 0
            left, entered = list(S[base + source]), list(S[base + goal])
            left.remove(one)
            if self.ordered[goal]:
                entered.insert(place, one)
            else:
                insort(entered, one)
            S[base + source], S[base + goal] = tuple(left), tuple(entered)
            S[self.place_slot + one] = goal
            S[program.shuffled_slot + source] &= ~(1 << one)
            if self.keeps[one] and program.zones[goal].player >= 0:
                S[program.owner_slot + one] = program.zones[goal].player
            if program.up_slot >= 0:
                S[program.up_slot + one] = 0
            if self.knowledge is not None:
                self.knowledge.moved(S, one, source, goal, seen)

    def set_order(self, S: State, z: int, order: tuple[int, ...]) -> None:
        """A shuffled zone lies in this order, which nobody knows."""
        S[self.zone_slot + z] = order
        if not self.program.zones[z].cubes:
            S[self.program.shuffled_slot + z] = sum(1 << c for c in order)
        if self.knowledge is not None:
            self.knowledge.shuffled(S, z)

    def arrange(self, S: State, before: Sequence[int], after: Sequence[int], by: int) -> None:
        """`after[i]` comes to lie where `before[i]` lay."""
        base = self.zone_slot
        if by < 0 and len(before) == 2 and S[self.place_slot + before[0]] != S[self.place_slot + before[1]]:
            self.swap(S, *before)
            return
        places = [(S[self.place_slot + c], S[base + S[self.place_slot + c]].index(c)) for c in before]
        contents = {z: list(S[base + z]) for z, _ in places}
        for (z, index), c in zip(places, after, strict=True):
            contents[z][index] = c
            S[self.place_slot + c] = z
        for z, content in contents.items():
            S[base + z] = tuple(content if self.ordered[z] else sorted(content))
            S[self.program.shuffled_slot + z] &= ~sum(1 << c for c in after)
        if self.knowledge is not None:
            self.knowledge.arranged(S, tuple(before), tuple(after), by)

    def set_face(self, S: State, die: int, face: int) -> None:
        S[self.program.face_slot + die] = face
        if self.knowledge is not None:
            self.knowledge.rolled(S, die)

    def turn(self, S: State, components: Sequence[int], up: int) -> None:
        for c in components:
            if c >= 0:
                S[self.program.up_slot + c] = up
        if self.knowledge is not None:
            self.knowledge.turned(S, tuple(c for c in components if c >= 0), bool(up))

    # ------------------------------------------------------------------------------ cubes

    def move_cubes(
        self, S: State, kind: int, count: int, source: int, target: int, span: Span = NOWHERE
    ) -> int:
        """`count` cubes, or as many as there are; tells how many."""
        if kind < 0 or count <= 0 or source < 0 or target < 0 or source == target:
            return 0
        zones, base = self.program.zones, self.zone_slot
        if not zones[source].endless:
            content = list(S[base + source])
            count = min(count, content.count(kind))
            first = content.index(kind) if count else 0
            del content[first : first + count]
            S[base + source] = tuple(content)
        if not zones[target].endless:
            limit = self.limits[target]
            if limit is not None and len(S[base + target]) + count > limit:
                raise errors.zone_full(zones[target].name, limit, span)
            S[base + target] = tuple(sorted(S[base + target] + (kind,) * count))
        return count

    def handles(self, S: State, z: int, kinds: Sequence[int]) -> tuple[int, ...]:
        """A zone's cubes as handles; an endless zone has one of each of `kinds`."""
        if z < 0:
            return ()
        inside = kinds if self.program.zones[z].endless else S[self.zone_slot + z]
        return tuple([z * self.kind_count + kind for kind in inside])

    # ------------------------------------------------------------------------------ knowledge

    def reveal(self, S: State, components: Sequence[int], to: Seats) -> None:
        if self.knowledge is None:
            return
        shown = tuple(c for c in components if c >= 0)
        for c in shown:
            z = S[self.place_slot + c]
            if z >= 0 and S[self.program.shuffled_slot + z]:
                S[self.program.shuffled_slot + z] &= ~(1 << c)  # somebody knows where it lies
        self.knowledge.reveal(S, shown, None if to is None else tuple(s for s in to if s >= 0))

    def reveal_truth(
        self, S: State, c: int, test: Callable[[int], object], to: Seats, printed: bool = True
    ) -> None:
        if self.knowledge is not None and c >= 0:
            seats = None if to is None else tuple(s for s in to if s >= 0)
            self.knowledge.reveal_truth(S, c, test, seats, printed)

    def conceal(self, S: State, components: Sequence[int], but: Seats) -> None:
        if self.knowledge is not None:
            self.knowledge.conceal(S, tuple(c for c in components if c >= 0), tuple(but or ()))

    # ------------------------------------------------------------------------------ players and results

    def eliminate(self, S: State, player: int) -> None:
        S[PLAYERS] = tuple(seat for seat in S[PLAYERS] if seat != player)
        if not S[PLAYERS]:
            self.over(S, "lose", ())

    def over(self, S: State, word: str, who: Sequence[int] | Sequence[tuple[int, int]] | None) -> None:
        """Writes the result and leaves all rules by `GameOver`."""
        self.settle(S, word, who)
        raise errors.GameOver

    def settle(self, S: State, word: str, who: Sequence[int] | Sequence[tuple[int, int]] | None) -> None:
        """Scores are (seat, score), or (seat, score, team): one side with the best score wins, several tie."""
        seats = range(self.program.seats)
        S[OVER] = 1
        if word == "score":
            rows: list[tuple[int, ...]] = list(who or ())  # type: ignore[arg-type]
            scores = {row[0]: row[1] for row in rows}
            best = max(scores.values(), default=0)
            top = [seat for seat, score in scores.items() if score == best]
            sides = {row[-1] if len(row) > 2 else row[0] for row in rows if row[1] == best}
            good = 1 if len(sides) == 1 else 0
            S[RESULT] = tuple([(good if seat in top else -1, scores.get(seat, -1)) for seat in seats])
        else:
            chosen = S[PLAYERS] if who is None and word != "lose" else who or ()
            good = {"win": 1, "tie": 0, "lose": -1}[word]
            S[RESULT] = tuple([(good, good) if seat in chosen else (-1, -1) for seat in seats])


def seats_from(program: ir.Program, S: State, start: int) -> tuple[int, ...]:
    """The players still in the game in turn order, from `start` (or the first seat if it is negative)."""
    playing: tuple[int, ...] = S[PLAYERS]
    if not program.clockwise:
        first = max(start, 0)
        return tuple(sorted(playing, key=lambda seat: (first - seat) % program.seats))
    if start <= 0 or not playing:
        return playing
    for i, seat in enumerate(playing):
        if seat >= start:
            return playing[i:] + playing[:i]
    return playing


def beside(program: ir.Program, S: State, player: int, step: int) -> int:
    """The next player still in the game to the left (`step` 1) or right (-1) of `player`; -1 if there is
    none."""
    if player < 0:
        return -1
    seat = player
    for _ in range(program.seats):
        seat = (seat + step) % program.seats
        if seat in S[PLAYERS]:
            return seat
    return -1
