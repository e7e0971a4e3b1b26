"""What each seat, and the public, knows of hidden components, kept in the state and changed by what happens at the table.

For each seat components fall into groups: *the seat knows which components make up the group and which
places they lie in, not which is where*. `S[group_slot + seat * n + c]` is -1 where c is known, else the
smallest number in its group. `S[exclude_slot + seat * n + c]` is a bit mask of what the thing lying at c's
place is known not to be.

    seeing (moved into sight, revealed, turned up)          splits a component off; one left alone is known
    shuffle, conceal, arrange                               join all that the seat cannot see there; what lies
                                                            elsewhere in their groups stays one of its own
    leaving an unordered zone unseen, for an unseen place   joins all that lay in that zone
    a truth revealed                                        excludes what would have given the other answer

These always hold: what a seat sees is known to it; a group never mixes things with different backs (fixed
owners). A die is known when its face is: rolled out of sight it becomes a group of its own, the only kind
of group that may have one member.

The public is what a spectator knows: what lies open and what was shown to everybody. It is kept like a seat that no
zone belongs to, in the row behind the last seat. It never knows more than any of the seats.

Every method changes `S` in place, after the state itself has been changed, and does nothing where the game
hides nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gdl.dsl.ir import Program, Type
from gdl.interpreter.alike import Alike
from gdl.interpreter.rows import put_together, take_out, with_groups
from gdl.interpreter.shown import Shown
from gdl.interpreter.sight import ALWAYS, NEVER, Reader, Sight
from gdl.interpreter.state import State


class Knowledge:
    """The rules above for one program. `hides` says whether there is anything to keep at all."""

    def __init__(self, program: Program):
        self.program = program
        self.sight = Sight(program)
        self.hides = program.group_slot >= 0
        self.excludes = program.exclude_slot >= 0
        self.shown = Shown(program, self.sight)
        """What others know of a seat's knowledge; kept only where there is something to exclude."""
        self.n = len(program.components)
        self.public = program.seats
        self.seats = range(program.seats + 1) if self.hides else range(0)
        """All seats, and behind them the public."""
        rows = program.shown_slot if self.excludes else program.group_slot
        self.followed = (*(rows + seat * self.n for seat in range(program.seats)), self.first(None))
        """Where the rows begin in which each seat, and the public, has a thing as known that it has seen and can follow."""
        self.back = tuple(info.owner for info in program.components)
        self.comparable = _comparable(program) if self.excludes else ()
        self.alike = Alike(program, self.sight)
        self._touched: dict[tuple[int, int], tuple[int, ...]] = {}
        self._carriers = frozenset(
            zone.holder
            for zone in program.zones
            if zone.holder >= 0
            and zone.player < 0
            and zone.sight in ("owner", "face down")
            and program.components[zone.holder].owner < 0
        )

    # ------------------------------------------------------------------------------ questions

    def sees(self, S: Sequence[Any], reader: Reader, component: int) -> bool:
        return self.sight.sees(S, reader, component)

    def knows(self, S: Sequence[Any], reader: Reader, component: int) -> bool:
        """Whether the reader knows which component this is (and, of a die, its face)."""
        if not self.hides:
            return True
        return bool(S[self.first(reader) + component] < 0)

    def first(self, reader: Reader) -> int:
        """Where the groups of a reader begin."""
        return self.program.group_slot + (self.public if reader is None else reader) * self.n

    def excluded(self, S: Sequence[Any], reader: Reader, component: int) -> int:
        """What the reader knows not to lie at this component's place, as a bit mask."""
        if not self.excludes:
            return 0
        row = self.public if reader is None else reader
        return int(S[self.program.exclude_slot + row * self.n + component])

    def group(self, S: Sequence[Any], reader: Reader, component: int) -> tuple[int, ...]:
        """All that this component could be confused with, itself among them."""
        if not self.hides:
            return (component,)
        first = self.first(reader)
        label = S[first + component]
        if label < 0:
            return (component,)
        row = S[first : first + self.n]
        return tuple(c for c in range(label, self.n) if row[c] == label)

    def groups(self, S: Sequence[Any], reader: Reader) -> list[tuple[int, ...]]:
        """All groups of things that the reader does not know, by their smallest member."""
        found: dict[int, list[int]] = {}
        if self.hides:
            first = self.first(reader)
            for component, label in enumerate(S[first : first + self.n]):
                if label >= 0:
                    found.setdefault(label, []).append(component)
        return [tuple(members) for members in found.values()]

    def candidates(self, S: Sequence[Any], reader: Reader, component: int) -> tuple[int, ...]:
        """What may lie at this component's place by groups and revealed truths. `sample.could_be` also asks
        the facts."""
        members = self.group(S, reader, component)
        if not self.excludes or len(members) == 1:
            return members
        mask = self.excluded(S, reader, component)
        return tuple(c for c in members if not mask >> c & 1)

    def content(self, S: Sequence[Any], reader: Reader, zone: int) -> tuple[int, ...] | None:
        """What lies in a zone, sorted, if the reader knows that (perhaps not the order); else None."""
        lying = tuple(sorted(S[self.program.zone_slot + zone]))
        if not self.hides:
            return lying
        first = self.first(reader)
        row = S[first : first + self.n]
        inside = Counter(row[c] for c in lying)
        if all(label < 0 or row.count(label) == count for label, count in inside.items()):
            return lying
        return None

    def option_key(
        self, S: Sequence[Any], seat: int, values: Sequence[Any], types: Sequence[Type]
    ) -> tuple[Any, ...]:
        """Equal keys: options that the seat cannot tell apart. See `alike`."""
        return self.alike.option_key(S, seat, values, types)

    # ------------------------------------------------------------------------------ what happens

    def touches(self, source: int, target: int) -> tuple[int, ...]:
        """The seats whose knowledge a move between these zones can change; known before play."""
        found = self._touched.get((source, target))
        if found is None:
            found = self._touched[source, target] = tuple(
                seat for seat in self.seats if self._touches_seat(self.sight.by_seat[seat], source, target)
            )
        return found

    def _touches_seat(self, sight: Sequence[int], source: int, target: int) -> bool:
        zones = self.program.zones
        if self._carriers and zones[source].player != zones[target].player:
            return True
        if sight[source] == ALWAYS:
            return False
        mixes = not zones[source].ordered and zones[source].limit != 1
        return sight[target] != NEVER or mixes

    def moved(self, S: State, component: int, source: int, target: int, seen: int = 0) -> None:
        """After a component has gone from zone to zone. `seen`: the seats that saw it where it lay
        (`sight.seers` before the move); needed only for zones that some seats see in part."""
        sight = self.sight
        if source == target:
            return
        for seat in self.touches(source, target):
            static = sight.by_seat[seat]
            there = static[target]
            if there == ALWAYS or (there != NEVER and sight.sees(S, seat, component)):
                self._blur(S, seat, component, source)
                self.split(S, seat, component)
            elif (
                static[source] != ALWAYS
                and not sight.ordered[source]
                and not seen >> seat & 1
                and not (static[source] != NEVER and self.back[component] == seat)
            ):
                left = sight.unseen_in(S, seat, source)
                if left:
                    self._join(S, seat, [component, *left])
        if component in self._carriers:
            self._look_inside(S, component)

    def moved_many(self, S: State, components: Sequence[int], source: int, target: int) -> None:
        """After several components have gone together: if all that lay there went, nobody wonders which
        ones."""
        sight = self.sight
        for seat in self.touches(source, target):
            hidden = []
            for component in components:
                if sight.sees(S, seat, component):
                    self._blur(S, seat, component, source, components)
                    self.split(S, seat, component)
                else:
                    hidden.append(component)
            if hidden and sight.by_seat[seat][source] != ALWAYS and not sight.ordered[source]:
                left = sight.unseen_in(S, seat, source)
                if left:
                    self._join(S, seat, [*hidden, *left])
        for component in components:
            if component in self._carriers:
                self._look_inside(S, component)

    def swapped(self, S: State, left: int, right: int) -> None:
        """After the contents of two zones have changed places: all may be looked at where they lie now."""
        for zone in (left, right):
            self.looked_at(S, zone)

    def looked_at(self, S: State, zone: int) -> None:
        """Each seat notes what it sees in a zone."""
        if not self.hides or self.program.zones[zone].cubes:
            return
        for component in S[self.program.zone_slot + zone]:
            for seat in self.seats:
                if self.sight.sees(S, seat, component):
                    self.split(S, seat, component)
            if component in self._carriers:
                self._look_inside(S, component)

    def _look_inside(self, S: State, holder: int) -> None:
        for zone in self.sight.zones_on.get(holder, ()):
            self.looked_at(S, zone)

    def shuffled(self, S: State, zone: int) -> None:
        for seat in self.seats:
            hidden = self.sight.unseen_in(S, seat, zone)
            if len(hidden) > 1:
                self._join(S, seat, hidden)

    def reveal(self, S: State, components: Iterable[int], seats: Iterable[int] | None = None) -> None:
        """These components are shown to these seats, or in public. -1 shows nothing."""
        if not self.hides:
            return
        to = self.seats if seats is None else tuple(seats)
        for component in components:
            if component >= 0:
                for seat in to:
                    self._blur(S, seat, component, S[self.program.place_slot + component])
                    self.split(S, seat, component)

    def reveal_truth(
        self,
        S: State,
        component: int,
        test: Callable[[int], Any],
        seats: Iterable[int] | None = None,
        printed: bool = True,
    ) -> None:
        """The seats (or all, in public) learn whether `test` holds of the component, and so what it cannot be. `printed`: everybody
        could say of any thing whether it holds."""
        if component < 0 or not self.excludes:
            return
        to = self.seats if seats is None else tuple(seats)
        if all(S[self.followed[seat] + component] < 0 for seat in to):
            return
        things = sum(1 << c for c in self.comparable[component] if test(c))
        answer = things >> component & 1
        for seat in to:
            members = self.group(S, seat, component)
            if len(members) > 1:
                slot = self.program.exclude_slot + seat * self.n + component
                for other in members:
                    if other != component and things >> other & 1 != answer:
                        S[slot] |= 1 << other
                self._conclude(S, seat, members)
            if printed:
                self.shown.told(S, seat, component, things)

    def conceal(self, S: State, components: Iterable[int], but: Iterable[int] = ()) -> None:
        """Nobody knows any longer which of these is where, save those who see them, and the seats in
        `but`."""
        cs = [c for c in components if c >= 0]
        spared = set(but)
        for seat in self.seats:
            if seat not in spared:
                self._join(S, seat, [c for c in cs if not self.sight.sees(S, seat, c)])

    def arranged(self, S: State, before: Sequence[int], after: Sequence[int], by: int) -> None:
        """After `after[i]` has been laid where `before[i]` lay, by a seat who looked at them."""
        self.reveal(S, before, (by,))
        for seat in self.seats:
            if seat == by:
                continue
            hidden = []
            for component in after:
                if self.sight.sees(S, seat, component):
                    self.split(S, seat, component)
                else:
                    hidden.append(component)
            if len(hidden) > 1:
                self._join(S, seat, hidden)

    def turned(self, S: State, components: Iterable[int], up: bool) -> None:
        """After components have been turned. Turned down they stay known to those who saw them."""
        if up:
            for component in components:
                for seat in self.seats:
                    if component >= 0 and self.sight.sees(S, seat, component):
                        self._blur(S, seat, component, S[self.program.place_slot + component])
                        self.split(S, seat, component)

    def rolled(self, S: State, die: int) -> None:
        """After a die has got a new face: who does not see it no longer knows it."""
        for seat in self.seats:
            if self.sight.sees(S, seat, die):
                continue
            rows = (self.program.group_slot, self.program.shown_slot if seat != self.public else -1)
            for slot in [first + seat * self.n + die for first in rows if first >= 0]:
                if S[slot] < 0:
                    S[slot] = die

    # ------------------------------------------------------------------------------ groups

    def _blur(self, S: State, seat: int, component: int, zone: int, gone: Sequence[int] = ()) -> None:
        """Before a component that lies in this zone, or has just left it (perhaps with those `gone`), is seen: where
        there is no order nobody can tell which of the places in doubt was its own."""
        if not self.excludes or zone < 0 or self.sight.ordered[zone]:
            return
        slot = self.program.exclude_slot + seat * self.n
        if not any(S[slot : slot + self.n]) and (seat == self.public or not S[self.program.asked_slot + seat]):
            return
        lying = {component, *gone, *S[self.program.zone_slot + zone]}
        self.shown.blurred(S, seat, component, lying)
        first = self.program.group_slot + seat * self.n
        label = S[first + component]
        if label < 0:
            return
        alike = [c for c in lying if S[first + c] == label]
        masks = {S[slot + c] for c in alike}
        if len(masks) > 1:
            common = -1
            for mask in masks:
                common &= mask
            for c in alike:
                S[slot + c] = common

    def split(self, S: State, seat: int, component: int) -> None:
        """The seat sees this component and knows it from now on, and what follows from that."""
        if self.excludes:
            self.shown.seen(S, seat, component)
        if S[self.program.group_slot + seat * self.n + component] >= 0:
            self._known(S, seat, component)

    def _known(self, S: State, seat: int, component: int) -> None:
        """The seat knows this component, of which it was in doubt: by seeing it, or because it can be nothing else."""
        first = self.program.group_slot + seat * self.n
        label, alone = take_out(S, first, self.n, component, self.sight.dice)
        if self.excludes:
            masks = self.program.exclude_slot + seat * self.n
            S[masks + component] = 0
            if alone >= 0:
                S[masks + alone] = 0
            if label >= 0 and any(S[masks : masks + self.n]):
                self._conclude(S, seat, tuple([c for c in range(label, self.n) if S[first + c] == label]))

    def _join(self, S: State, seat: int, mixed: Sequence[int]) -> None:
        """The seat no longer knows which of these is where: one group for each back."""
        by_back: dict[int, list[int]] = {}
        for component in mixed:
            by_back.setdefault(self.back[component], []).append(component)
        for components in by_back.values():
            if len(components) > 1:
                self._join_alike(S, seat, components)

    def _join_alike(self, S: State, seat: int, components: Sequence[int]) -> None:
        first = self.program.group_slot + seat * self.n
        labels = {S[first + component] for component in components}
        alike = len(labels) == 1 and -1 not in labels
        if self.excludes:
            self.shown.mixed(S, seat, components)
            masks = self.program.exclude_slot + seat * self.n
            alike = alike and not any([S[masks + component] for component in components])
        if alike:
            return
        members = with_groups(S, first, self.n, components)
        if self.excludes:
            self._join_excluded(S, seat, components, members)
        put_together(S, first, members)

    def _join_excluded(self, S: State, seat: int, mixed: Sequence[int], members: set[int]) -> None:
        """Before the groups of `members` become one because those `mixed` are: a place that was mixed may hold what
        any of them could be; a place that was not holds one of its old group, as it did before."""
        slot = self.program.exclude_slot + seat * self.n
        first = self.program.group_slot + seat * self.n
        of_group: dict[int, int] = {}
        for component in members:
            label = S[first + component]
            if label >= 0:
                of_group[label] = of_group.get(label, 0) | 1 << component
        everything = sum(1 << component for component in members)
        possible = 0
        for component in mixed:
            label = S[first + component]
            possible |= of_group[label] & ~S[slot + component] if label >= 0 else 1 << component
        untouched = members.difference(mixed)
        for component in mixed:
            S[slot + component] = everything & ~possible
        for component in untouched:
            S[slot + component] |= everything & ~of_group[S[first + component]]

    def _conclude(self, S: State, seat: int, members: Sequence[int]) -> None:
        """A place that only one thing can be at, or a thing that can be at only one place, is known."""
        slot = self.program.exclude_slot + seat * self.n
        masks = [S[slot + c] for c in members]
        excluded = 0
        for mask in masks:
            excluded |= mask
        if not excluded:
            return
        everything = sum(1 << c for c in members)
        for component in members:
            if component in self.sight.dice:
                continue
            here = everything & ~S[slot + component]
            places = len(members)
            if excluded >> component & 1:
                places = sum(1 for mask in masks if not mask >> component & 1)
            if here == 1 << component or places == 1:
                self._known(S, seat, component)
                return

    def work_out(self, S: State, seat: int) -> None:
        """In a state in which other things lie in the places of some: the seat knows what it would know if this were so, as
        far as others can tell. See `shown`."""
        self.shown.worked_out(S, seat, self._conclude)


def _comparable(program: Program) -> tuple[tuple[int, ...], ...]:
    """By component: all of its sort with the same back, of which the same may be asked."""
    roots = [program.types[info.type] for info in program.kinds]
    for number, root in enumerate(roots):
        while root.parent >= 0:
            root = program.types[root.parent]
        roots[number] = root
    found: dict[tuple[str, int], list[int]] = {}
    for c, info in enumerate(program.components):
        found.setdefault((roots[info.kind].name, info.owner), []).append(c)
    return tuple(tuple(found[roots[info.kind].name, info.owner]) for info in program.components)
