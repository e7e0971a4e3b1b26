"""Makes the conditions of a `given` line true: no trigger fires, nothing is said."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.dsl.source import Span
from gdl.interpreter import errors
from gdl.interpreter.moves import Moves
from gdl.interpreter.reference import faces_by_die
from gdl.interpreter.scenario_match import Matcher, said
from gdl.interpreter.state import Frame, State
from gdl.interpreter.together import told_slots


class Impossible(Exception):
    """This cannot be given; `span` is where it is asked for."""

    def __init__(self, message: str, span: Span):
        super().__init__(message)
        self.message = message
        self.span = span


class Giver:
    """`used` are the copies that some `given` has laid down or named; the next of a kind is another one."""

    def __init__(self, moves: Moves, matcher: Matcher):
        self.moves = moves
        self.program = moves.program
        self.matcher = matcher
        self.faces = faces_by_die(self.program)
        self.told = {state: slot for slot, state in told_slots(self.program).items()}
        self.used: set[int] = set()
        self.filled: set[int] = set()
        """Zones of which a `given` has said what lies there."""
        self.alone: dict[int, set[int]] = {}  # by seat: laid unseen, and known because nothing else was
        self.box = next(z for z, zone in enumerate(self.program.zones) if zone.name == "box")
        self.places_at_first = self.program.initial[self.program.place_slot :][: len(self.program.components)]

    def give(self, item: sc.Given, S: State, L: Frame) -> None:
        value = self.matcher.evaluator.value
        match item:
            case sc.Fill():
                self.fill(S, L, value(item.zone, S, L), item.items, item.span)
            case sc.FillCubes():
                cubes = [kind for kind, count in item.cubes for _ in range(count)]
                S[self.program.zone_slot + value(item.zone, S, L)] = tuple(sorted(cubes))
            case sc.Put():
                zone = value(item.zone, S, L)
                c = self.found(S, L, item.item.what, zone, item.span)
                if item.item.alias is not None:
                    L[item.item.alias + 1] = c
                self.lay(S, c, zone, item.span, "top" if item.top else "bottom")
            case sc.CountIs():
                self.count(S, value(item.zone, S, L), value(item.count, S, L), item.span)
            case sc.SetState():
                self.set_state(S, L, item.store)
            case sc.Turned():
                self.moves.turn(S, value(item.components, S, L), int(item.up))
            case sc.Told():
                told = value(item.components, S, L)
                self.alone.get(item.seat, set()).difference_update(told)
                self.moves.reveal(S, told, (item.seat,))

    # ------------------------------------------------------------------------------ zones

    def fill(self, S: State, L: Frame, zone: int, items: tuple[sc.Wanted, ...], span: Span) -> None:
        """These and nothing else, the first on top; what lay there before goes back to where it starts (into the
        box if that is this zone, or a `given` has said what lies there)."""
        if self.program.zones[zone].cubes:
            raise Impossible("cubes are given by how many there are: `= 2 Mouse + 1 Food`", span)
        self.filled.add(zone)
        chosen: list[int] = []
        for wanted in self._exact_first(items):
            c = self.found(S, L, wanted.what, zone, span, chosen)
            self.used.add(c)
            chosen.append(c)
        by_item = dict(zip((id(w) for w in self._exact_first(items)), chosen, strict=True))
        for c in S[self.program.zone_slot + zone]:
            if c not in chosen:
                self._send_back(S, c, zone, span)
        for wanted in items:
            c = by_item[id(wanted)]
            self.lay(S, c, zone, span)
            if wanted.alias is not None:
                L[wanted.alias + 1] = c
            if c in self.faces:
                self._show_face(S, L, c, wanted.what, span)

    def _send_back(self, S: State, c: int, zone: int, span: Span) -> None:
        """What a `given` displaces may still be meant by a later one."""
        meant = c in self.used
        home = self.places_at_first[c]
        assert isinstance(home, int)
        self.lay(S, c, home if home not in (zone, -1) and home not in self.filled else self.box, span)
        if not meant:
            self.used.discard(c)

    @staticmethod
    def _exact_first(items: tuple[sc.Wanted, ...]) -> list[sc.Wanted]:
        """Named components before kinds, so that a kind does not take the copy that is named."""
        return sorted(items, key=lambda wanted: not isinstance(wanted.what, sc.Exact))

    def found(
        self, S: State, L: Frame, what: sc.Arg, zone: int, span: Span, taken: Sequence[int] = ()
    ) -> int:
        """The component that is meant: itself, or the first copy that lies there already or is not used, of the zone's player if players
        have their own. Those `taken` are meant by others."""
        program = self.program
        arg = self.matcher.settled(what, S, L)
        component = ir.Type("component")
        if self._holds_dice(zone) and not (isinstance(arg, sc.Exact) and arg.type.word == "component"):
            free = [
                c for c in self.faces if c not in self.used and c not in taken and self._spare(S, c, zone)
            ]
            if free:
                return free[0]
            raise Impossible("no die is left for this", span)
        if isinstance(arg, sc.Exact) and arg.type.word == "component":
            exact = arg.value
            assert isinstance(exact, ir.Const) and isinstance(exact.value, int)
            if exact.value < 0:
                raise Impossible("this is none: nothing can be laid there", span)
            return exact.value
        owner = program.zones[zone].player
        fitting = [c for c in range(len(program.components)) if self.matcher.fits(arg, c, component, S, L)]
        mine = [c for c in fitting if owner < 0 or program.components[c].owner in (-1, owner)]
        there = S[program.zone_slot + zone]
        free = [c for c in mine if c in there and c not in taken] + [c for c in mine if c not in self.used]
        if not free:
            many = f"all {len(mine)} are used" if mine else "there is none"
            raise Impossible(f"no {said(arg, program)} is left for this: {many}", span)
        return free[0]

    def _holds_dice(self, zone: int) -> bool:
        holds = self.program.zones[zone].holds
        return bool(self.faces) and bool(holds) and all(self.program.types[t].sort == "die" for t in holds)

    def _spare(self, S: State, c: int, zone: int) -> bool:
        """A die may be taken from the box, from where it starts, and from the zone itself."""
        place = S[self.program.place_slot + c]
        return place in (self.box, zone, self.places_at_first[c])

    def lay(self, S: State, c: int, zone: int, span: Span, at: str = "bottom") -> None:
        """One component into a zone, seen by those who can see it there and by nobody else."""
        self.used.add(c)
        if self.program.zones[zone].shape == "slot":
            for other in S[self.program.zone_slot + zone]:
                if other != c:
                    self.moves.move(S, other, self.box, span=span)
        try:
            self.moves.move(S, c, zone, at, span=span)
        except errors.PlayError as error:
            raise Impossible(error.diagnostic.message, span) from None
        if zone == self.box:
            self.used.discard(c)
        self._hide(S, c)

    def _hide(self, S: State, c: int) -> None:
        """Who cannot see it where it lies cannot tell it from all else that is hidden and has the same back. What
        was the first of its back to be hidden is in doubt again as soon as there is a second one."""
        knowledge = self.moves.knowledge
        if knowledge is None:
            return
        for seat in knowledge.seats:
            alone = self.alone.setdefault(seat, set())
            alone.discard(c)
            if knowledge.sees(S, seat, c):
                knowledge.reveal(S, (c,), (seat,))
                continue
            first = self.program.group_slot + seat * knowledge.n
            hidden = [
                other
                for other in range(knowledge.n)
                if other == c
                or (S[first + other] >= 0 and other not in knowledge.sight.dice)
                or (other in alone and not knowledge.sees(S, seat, other))
            ]
            others = tuple(s for s in knowledge.seats if s != seat)
            knowledge.conceal(S, hidden, others)
            if S[first + c] < 0:
                alone.add(c)

    def count(self, S: State, zone: int, wanted: int, span: Span) -> None:
        """Fills a zone up from where such things are spare, or takes from it."""
        program = self.program
        info = program.zones[zone]
        lying = list(S[program.zone_slot + zone])
        for c in lying[max(0, wanted) :]:
            home = self.places_at_first[c]
            assert isinstance(home, int)
            self.lay(S, c, home if home != zone else self.box, span)
        missing = wanted - len(lying)
        if missing <= 0:
            return
        types = [program.types[t] for t in info.holds]
        spare = [
            c
            for c in range(len(program.components))
            if any(t.low <= c < t.high for t in types)
            and c not in self.used
            and S[program.place_slot + c] != zone
            and S[program.place_slot + c] in (self.box, self.places_at_first[c])
            and (info.player < 0 or program.components[c].owner in (-1, info.player))
        ]
        if len(spare) < missing:
            raise Impossible(f"{missing} more are needed here, but only {len(spare)} are spare", span)
        for c in spare[:missing]:
            self.lay(S, c, zone, span)

    # ------------------------------------------------------------------------------ states

    def _show_face(self, S: State, L: Frame, die: int, what: sc.Arg, span: Span) -> None:
        arg = self.matcher.settled(what, S, L)
        if isinstance(arg, sc.Exact) and arg.type.word == "component":
            return
        faces, type = self.faces[die]
        face = next((f for f in faces if self.matcher.fits(arg, f, type, S, L)), None)
        if face is None:
            raise Impossible(f"a die has no face {said(arg, self.program)}", span)
        S[self.program.face_slot + die] = face

    def set_state(self, S: State, L: Frame, store: ir.Store) -> None:
        value = self.matcher.evaluator.value
        v = value(store.value, S, L)
        if store.low is not None and store.high is not None and not store.low <= v <= store.high:
            raise Impossible(
                f"{store.what} cannot be {v}: it goes from {store.low} to {store.high}", store.span
            )
        offset = 0 if store.offset is None else value(store.offset, S, L)
        if offset < 0:
            raise Impossible("this is a state of none", store.span)
        S[store.base + offset] = v
        told = self.told.get(store.base + offset)
        if told is not None:
            S[told] = 0
