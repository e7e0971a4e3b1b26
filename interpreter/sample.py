"""Guesses: another state that is consistent with all that a seat knows.

Inside each of the seat's groups the things change places (`permute`), keeping to what revealed truths
exclude; hidden dice get other faces, hidden variables other values, the random generator another future;
every `fact` holds again, as far as a bounded search finds it. The guess depends on what the seat knows and
on `rng`, never on the truth: places are gone through in an order made of what the seat sees of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from gdl.dsl.ir import RANDOM, RETURN, Program, Type, VarInfo
from gdl.interpreter.alike import bits
from gdl.interpreter.assign import assignment, may_swap
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.facts import Facts
from gdl.interpreter.in_order import Tie, Ties, ranked
from gdl.interpreter.liveness import Liveness
from gdl.interpreter.moves import Moves
from gdl.interpreter.permute import Places
from gdl.interpreter.reference import faces_by_die
from gdl.interpreter.state import State

TRIES = 24
"""Whole guesses before the last one is mended step by step."""
MENDING_STEPS = 400

Group = tuple[list[int], tuple[int, ...], dict[int, frozenset[int]]]
"""Places in an order that tells nothing, things, and what may lie where not all may."""


class Sampler:
    """Guesses in one program; made once and used often."""

    def __init__(
        self, program: Program, evaluator: Evaluator | None = None, liveness: Liveness | None = None
    ):
        self.program = program
        self.evaluator = evaluator or Evaluator(Moves(program))
        self.knowledge = self.evaluator.moves.alike
        self.sight = self.knowledge.sight
        self.places = Places(program, self.knowledge, liveness)
        self.facts = Facts(self.evaluator)
        self.faces = faces_by_die(program)
        self.n = len(program.components)
        self._last: tuple[int, list[Any], list[Group]] | None = None
        self.hidden_vars = tuple(
            var for var in program.vars if var.sight != "open" and var.holder != "hidden"
        )
        self.hidden_cubes = tuple(
            z
            for z, zone in enumerate(program.zones)
            if zone.cubes and zone.sight != "open" and not zone.endless
        )
        self.cube_kinds = tuple(k for k, kind in enumerate(program.kinds) if program.types[kind.type].cubes)

    @cached_property
    def drawn_slots(self) -> tuple[int, ...]:
        """Slots whose values may be drawn anew: hidden variables, faces of dice, zones of hidden cubes."""
        program = self.program
        slots = [slot for var in self.hidden_vars for slot in range(var.base, var.base + var.size)]
        slots += [program.face_slot + die for die in sorted(self.faces)]
        slots += [program.zone_slot + zone for zone in self.hidden_cubes]
        return tuple(slots)

    def sample(self, S: Sequence[Any], seat: int, rng: Random) -> State:
        """A state like `S` in all that the seat knows."""
        found = self.guess(S, seat, rng, {})
        assert found is not None, "the truth itself is a possible assignment"
        return found[0]

    def could_be(self, S: Sequence[Any], seat: int, component: int) -> tuple[int, ...]:
        """All that may lie in this component's place as far as the seat knows: by groups, truths and
        facts."""
        candidates = self.knowledge.candidates(S, seat, component)
        if len(candidates) == 1 or not (self.facts.any or self.knowledge.excludes or self._is_choosy(S, seat, component)):
            return candidates
        possible = []
        for candidate in candidates:
            guess = self.guess(S, seat, Random(candidate), {component: candidate})
            if guess is not None and guess[1]:
                possible.append(candidate)
        return tuple(possible)

    def _is_choosy(self, S: Sequence[Any], seat: int, component: int) -> bool:
        """Whether some place of this component's group does not take all of the group."""
        return any(allowed for _, things, allowed in self._groups_again(S, seat) if component in things)

    def guess(
        self, S: Sequence[Any], seat: int, rng: Random, pinned: Mapping[int, int]
    ) -> tuple[State, bool] | None:
        """A guess in which `pinned` things lie in the places of others, and whether all facts hold in it.

        None if there is no assignment at all.
        """
        groups = self._groups(S, seat, pinned) if pinned else self._groups_again(S, seat)
        guess = None
        for _ in range(TRIES if self.facts.any else 1):
            exchange: dict[int, int] = {}
            for places, things, allowed in groups:
                found = assignment(places, things, allowed, rng)
                if found is None:
                    return None
                exchange.update(found)
            guess = self._finished(S, exchange, seat, rng)
            if not self.facts.any or self.facts.hold(guess):
                return guess, True
        assert guess is not None
        return self._mended(S, exchange, groups, seat, rng, pinned)

    # ------------------------------------------------------------------------------ groups and places

    def _groups_again(self, S: Sequence[Any], seat: int) -> list[Group]:
        """The groups, worked out once where many guesses of the same state are wanted."""
        if self._last is None or self._last[0] != seat or self._last[1] != S:
            self._last = (seat, list(S), self._groups(S, seat, {}))
        return self._last[2]

    def _groups(self, S: Sequence[Any], seat: int, pinned: Mapping[int, int]) -> list[Group]:
        """Each group with its places in an order that tells nothing, its things, and what may lie where not
        all may."""
        found = []
        groups = [group for group in self.knowledge.groups(S, seat) if len(group) > 1]
        if not groups:
            return []
        spoken = self.places.references(S, seat)
        ties = self._ties(S, seat, [c for group in groups for c in group])
        keys = {
            c: (number, repr((self._place_key(S, seat, c, spoken), ties.sorts(c))))
            for number, group in enumerate(groups)
            for c in group
        }
        ranks = ranked(keys, ties)
        for group in groups:
            places = sorted(group, key=lambda c: ranks[c])
            allowed = {}
            may = self._allowed(S, seat, group, spoken)
            for place in places:
                fine = may(place)
                if place in pinned:
                    fine &= {pinned[place]}
                if len(fine) < len(group):
                    allowed[place] = fine
            found.append((places, group, allowed))
        return found

    def _allowed(
        self,
        S: Sequence[Any],
        seat: int,
        group: tuple[int, ...],
        spoken: Mapping[int, list[tuple[tuple[int, ...], int]]],
    ) -> Callable[[int], frozenset[int]]:
        """Tells what may lie in a place of the group. Most places of a group are alike, so that what they take is
        worked out once."""
        everything = frozenset(group)
        of_types: dict[tuple[int, ...], frozenset[int]] = {(): everything}
        excludes = self.program.exclude_slot + seat * self.n if self.knowledge.excludes else -1

        def taken(types: tuple[int, ...]) -> frozenset[int]:
            if types not in of_types:
                of_types[types] = self.places.of_types(group, types)
            return of_types[types]

        def may(place: int) -> frozenset[int]:
            fine = taken(self.places.taken_by(S, place))
            if excludes >= 0 and S[excludes + place]:
                mask = S[excludes + place]
                fine = frozenset(c for c in fine if not mask >> c & 1)
            for test in self.places.carries(S, place):
                fine = frozenset(c for c in fine if test(c))
            for _, type_ in spoken.get(place, ()):
                if type_ >= 0:
                    fine &= taken((type_,))
            return fine

        return may

    def _ties(self, S: Sequence[Any], seat: int, hidden: Sequence[int]) -> Ties:
        """What joins hidden places with others: what all know of the knowledge of others (and where truths are told, of one's
        own), and things that lie on hidden ones."""
        program, knowledge = self.program, self.knowledge
        found: list[Tie] = []
        for other, first in enumerate(knowledge.followed):
            if knowledge.excludes and other != knowledge.public:
                for places, things in S[program.asked_slot + other]:
                    found.append((("asked", other, things), tuple(bits(places))))
            elif other == seat:
                continue
            row = S[first : first + self.n]
            groups: dict[int, list[int]] = {}
            for component in hidden:
                if row[component] >= 0:
                    groups.setdefault(row[component], [])
            for component, label in enumerate(row) if groups else ():
                if label in groups:
                    groups[label].append(component)
            found += [(("group", other), group) for group in groups.values()]
        for holder in hidden:
            for zone in self.sight.zones_on.get(holder, ()):
                info, content = program.zones[zone], S[program.zone_slot + zone]
                if content and not info.cubes:
                    found.append((("on", info.family, info.index), (holder, *content)))
        return Ties(found)

    def _place_key(
        self,
        S: Sequence[Any],
        seat: int,
        component: int,
        spoken: Mapping[int, list[tuple[tuple[int, ...], int]]],
    ) -> tuple[Any, ...]:
        """All that the seat sees of a place alone, and nothing of what lies there."""
        program = self.program
        zone = S[program.place_slot + component]
        info = program.zones[zone]
        position = S[program.zone_slot + zone].index(component) if info.ordered else -1
        shuffled = S[program.shuffled_slot + zone] >> component & 1 if program.shuffled_slot >= 0 else 0
        holder: tuple[Any, ...] = ()
        if info.holder >= 0:
            holder = (info.holder,)
            if not self.knowledge.knows(S, seat, info.holder):
                holder = self._place_key(S, seat, info.holder, spoken)
        return (
            (info.family, info.index, info.player, holder),
            position,
            shuffled,
            S[program.up_slot + component] if program.up_slot >= 0 else 0,
            self.places.last_owner(S, component),
            self.knowledge.excluded(S, seat, component),
            self.knowledge.excluded(S, None, component),
            self._markers(S, seat, component),
            self._things_on(S, seat, component),
            [path for path, _ in spoken.get(component, ())],
        )

    def _markers(self, S: Sequence[Any], seat: int, component: int) -> list[Any]:
        return self.places.markers(S, component, lambda c: self.knowledge.knows(S, seat, c))

    def _things_on(self, S: Sequence[Any], seat: int, component: int) -> list[Any]:
        found: list[Any] = []
        for zone in self.sight.zones_on.get(component, ()):
            content = S[self.program.zone_slot + zone]
            info = self.program.zones[zone]
            if content and info.cubes:
                seen = content if self.sight.sees_cubes(S, seat, zone) else len(content)
                found.append((info.family, info.index, seen))
            elif content:
                first = self.program.group_slot + seat * self.n
                things = [(S[first + c], c if S[first + c] < 0 else -1) for c in content]
                found.append((info.family, info.index, things if info.ordered else sorted(things)))
        return found

    # ------------------------------------------------------------------------------ the rest of a guess

    def _finished(self, S: Sequence[Any], exchange: Mapping[int, int], seat: int, rng: Random) -> State:
        """The state after the exchange, with everything else that the seat cannot know drawn anew."""
        new = self.places.exchanged(S, exchange, seat)
        new[RANDOM] = rng.getrandbits(64)
        new[RETURN] = 0
        self._reroll_dice(new, seat, rng)
        self._redraw_cubes(new, seat, rng)
        for var in self.hidden_vars:
            self._redraw_variable(new, seat, var, rng)
        return new

    def _reroll_dice(self, S: State, seat: int, rng: Random) -> None:
        for die, (faces, _) in sorted(self.faces.items()):
            if not self.knowledge.knows(S, seat, die):
                S[self.program.face_slot + die] = rng.choice(faces)

    def _redraw_cubes(self, S: State, seat: int, rng: Random) -> None:
        for zone in self.hidden_cubes:
            slot = self.program.zone_slot + zone
            if S[slot] and not self.sight.sees_cubes(S, seat, zone):
                kinds = [k for k in self.cube_kinds if self._may_hold(zone, k)] or list(self.cube_kinds)
                S[slot] = tuple(sorted(rng.choice(kinds) for _ in S[slot]))

    def _may_hold(self, zone: int, kind: int) -> bool:
        holds = self.program.zones[zone].holds
        return not holds or any(
            self.program.types[t].kind_low <= kind < self.program.types[t].kind_high for t in holds
        )

    def _redraw_variable(self, S: State, seat: int, var: VarInfo, rng: Random) -> None:
        """Any value of its range; on a component that is out of play, the first one: nothing has happened
        to it there."""
        for offset in range(var.size):
            if self.sight.sees_variable(S, seat, var, offset):
                continue
            if var.holder in ("component", "trait"):
                zone = S[self.program.place_slot + self.sight.holder_of(var, offset)]
                if zone >= 0 and not self.program.zones[zone].in_play:
                    S[var.base + offset] = self.program.initial[var.base + offset]
                    continue
            S[var.base + offset] = self._any_value(var.type, S[var.base + offset], rng)

    def _any_value(self, type_: Type, now: Any, rng: Random) -> Any:
        values = self._range(type_)
        if type_.word == "set" and type_.item is not None:
            members = self._range(type_.item)
            return sum(1 << m for m in members if m >= 0 and rng.random() < 0.5)
        if not values:
            return now
        return rng.choice(values)

    def _range(self, type_: Type) -> Sequence[int]:
        program = self.program
        none = [-1] if type_.optional else []
        match type_.word:
            case "int" if type_.low is not None and type_.high is not None:
                return [*none, *range(type_.low, type_.high + 1)]
            case "bool":
                return (0, 1)
            case "player":
                return [*none, *range(program.seats)]
            case "team":
                return [*none, *range(len(program.teams))]
            case "enum":
                return [*none, *range(len(program.enums[type_.of][1]))]
            case "kind" if type_.of >= 0:
                info = program.types[type_.of]
                return [*none, *range(info.kind_low, info.kind_high)]
            case "component" if type_.of >= 0:
                info = program.types[type_.of]
                return [*none, *range(info.low, info.high)]
        return ()

    # ------------------------------------------------------------------------------ mending

    def _mended(
        self,
        S: Sequence[Any],
        exchange: dict[int, int],
        groups: list[Group],
        seat: int,
        rng: Random,
        pinned: Mapping[int, int],
    ) -> tuple[State, bool]:
        """Swaps things that break a fact with others of their group, and keeps what does not make it
        worse."""
        best = self._finished(S, exchange, seat, rng)
        broken = list(self.facts.broken(best))
        group_of = {place: (places, allowed) for places, _, allowed in groups for place in places}
        for _ in range(MENDING_STEPS):
            if not broken:
                break
            tried = self._swapped(exchange, group_of, rng.choice(broken), rng, pinned)
            state = self._finished(S, tried, seat, rng)
            after = list(self.facts.broken(state))
            if len(after) <= len(broken):
                exchange, best, broken = tried, state, after
        return best, not broken

    def _swapped(
        self,
        exchange: dict[int, int],
        group_of: Mapping[int, tuple[list[int], dict[int, frozenset[int]]]],
        culprits: tuple[int, ...],
        rng: Random,
        pinned: Mapping[int, int],
    ) -> dict[int, int]:
        """Another exchange in which one of the culprits, or anything if they are not hidden, lies
        elsewhere."""
        at = {thing: place for place, thing in exchange.items()}
        movable = [at[c] for c in culprits if c in at and at[c] not in pinned]
        if not movable:
            movable = [
                place for places, _ in group_of.values() for place in places[:1] if place not in pinned
            ]
            movable = sorted(set(movable), key=lambda place: exchange[place])
        if not movable:
            return exchange
        place = rng.choice(movable)
        places, allowed = group_of[place]
        if not culprits:
            place = rng.choice(places)
        other = rng.choice(places)
        if place in pinned or other in pinned or not may_swap(exchange, place, other, allowed):
            return exchange
        swapped = dict(exchange)
        swapped[place], swapped[other] = exchange[other], exchange[place]
        return swapped


def sample(program: Program, S: Sequence[Any], seat: int, rng: Random) -> State:
    """One guess; where several are wanted, a `Sampler` is made once."""
    return Sampler(program).sample(S, seat, rng)
