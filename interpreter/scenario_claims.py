"""Whether a claim holds of a position, and if not, what was found instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.interpreter.guess import guesser_for
from gdl.interpreter.match import Match
from gdl.interpreter.request import Request
from gdl.interpreter.scenario_answers import Reader
from gdl.interpreter.scenario_match import Matcher, PartOfNone, said
from gdl.interpreter.scenario_table import Table
from gdl.interpreter.state import Frame, State
from gdl.interpreter.text import GOD

GUESSES = 20


class Judge:
    """Judges the claims of one scenario at its table. `asked` gives the question that a seat is asked next, if it is; `named` are the
    locals that hold a component."""

    def __init__(
        self, table: Table, matcher: Matcher, match: Callable[[], Match], L: Frame,
        asked: Callable[[int, bool], Request | None], named: tuple[int, ...] = (),
    ):  # fmt: skip
        self.named = named
        self.table, self.matcher, self.match, self.L, self.asked = table, matcher, match, L, asked
        self.program = table.program

    def problem(self, claim: sc.Claim, S: State | None = None) -> str:
        """What was found instead; empty if the claim holds."""
        S = self.table.S if S is None else S
        try:
            return self._problem(claim, S)
        except PartOfNone:
            return "found: a part of none, so that it has no answer"

    def _problem(self, claim: sc.Claim, S: State) -> str:
        match claim:
            case sc.Holds():
                return "" if self._value(claim.condition, S) else self._sides(claim, S)
            case sc.Lies():
                return self._lies(claim, S)
            case sc.All():
                return next((p for p in (self.problem(c, S) for c in claim.claims) if p), "")
            case sc.Not(claim=sc.Offered() as offered):
                return "" if self._offered(offered, patient=False) else "found: it is offered"
            case sc.Not():
                return "" if self.problem(claim.claim, S) else "found: it is so"
            case sc.Offered():
                return self._offered(claim)
            case sc.Knows():
                unknown = [c for c in self._components(claim.components, S) if not self._knows(claim.seat, c)]
                return f"p{claim.seat + 1} does not know {self._names(unknown)}" if unknown else ""
            case sc.Sees():
                return self._sees(claim, S)
            case sc.CouldBe():
                return self._could_be(claim, S)
            case sc.Happened():
                count = sum(1 for e in self.table.watcher.events if is_event(e.name, claim.name))
                return "" if count == claim.count else f"found: it happened {count} times"
            case sc.Ended():
                return self._ended(claim, S)
            case sc.Stopped():
                error = self.table.error
                if error is None:
                    return "found: nothing went wrong"
                message = error.diagnostic.message
                return "" if claim.text.lower() in message.lower() else f"found: {message}"
        raise TypeError(type(claim).__name__)

    def _value(self, e: ir.Expr, S: State) -> Any:
        return self.matcher.evaluator.value(e, S, self.L)

    # ------------------------------------------------------------------------------ conditions

    def _sides(self, claim: sc.Holds, S: State) -> str:
        told = []
        for side in claim.sides:
            try:
                told.append(self._said(self._value(side.value, S), side.type, S))
            except PartOfNone:
                told.append("a part of none")
        return "found: " + (" and ".join(told) if told else "it is not so")

    def _said(self, value: Any, type: ir.Type, S: State) -> str:
        match = self.match()
        if type.word == "component" and isinstance(value, int) and value >= 0:
            return self.program.components[value].name
        if type.word == "list" and type.item is not None:
            return "[" + ", ".join(self._said(v, type.item, S) for v in value) + "]"
        return match.texts.value(S, value, type, GOD)

    def _lies(self, claim: sc.Lies, S: State) -> str:
        found = self._value(claim.found, S)
        args = [self.matcher.settled(arg, S, self.L) for arg in claim.items]
        if self.matcher.paired(args, found, claim.type, S, self.L, claim.ordered):
            return ""
        return f"found: [{', '.join(self._said(v, claim.type, S) for v in found)}]"

    # ------------------------------------------------------------------------------ options

    def _offered(self, claim: sc.Offered, patient: bool = True) -> str:
        request = self.asked(claim.seat, patient)
        if request is None:
            return f"p{claim.seat + 1} is asked nothing"
        reader = Reader(self.matcher, request, request._state, self.L)
        for item in claim.items:
            if not self._is_offered(reader, item):
                named = item
                if isinstance(item, sc.Deed):
                    named = settled_deed(self.matcher, item, reader.S, self.L)
                elif isinstance(item, sc.Arg):
                    named = self.matcher.settled(item, reader.S, self.L)
                return f"{said(named, self.program)} is not offered to p{claim.seat + 1}"
        return ""

    def _is_offered(self, reader: Reader, item: sc.Offer) -> bool:
        match item:
            case sc.Passing():
                return reader.passing() is not None
            case sc.Deed():
                return bool(reader.deeds(settled_deed(self.matcher, item, reader.S, self.L)))
        arg = self.matcher.settled(item, reader.S, self.L)
        if reader.question.picking is not None and not isinstance(arg, sc.Label):
            return reader.item(arg, ()) is not None
        return bool(reader.values(arg))

    # ------------------------------------------------------------------------------ knowledge

    def _components(self, e: ir.Expr, S: State) -> Sequence[int]:
        found: Sequence[int] = self._value(e, S)
        return found

    def _knows(self, seat: int, component: int) -> bool:
        """Whether all that it can be looks like what it is."""
        knowledge = self.table.machine.moves.alike
        if component in knowledge.sight.dice and not knowledge.knows(self.table.S, seat, component):
            return False
        components = self.program.components
        look = components[component].look
        return all(components[c].look == look for c in self._possible(seat, component))

    def _possible(self, seat: int, component: int) -> Iterator[int]:
        """What may lie there as far as the seat knows: first what is quick to find out, in the end all of it."""
        match = self.match()
        S = match.state_for(seat)
        candidates = self.table.machine.moves.alike.candidates(S, seat, component)
        yield component
        if all(self._same_kind(c, component) for c in candidates):
            return
        for guessed in self._guesses(seat):
            yield self._in_its_place(self.table.S, guessed, component)
        yield from match.could_be(seat, component)

    def _same_kind(self, a: int, b: int) -> bool:
        return self.program.components[a].look == self.program.components[b].look

    def _guesses(self, seat: int) -> Iterator[State]:
        """Positions that fit all that the seat knows, and every fact."""
        rng, match = Random(0), self.match()
        facts = guesser_for(self.table.machine).sampler.facts
        for _ in range(GUESSES):
            guessed = match.sample(seat, rng).state
            if not facts.any or facts.hold(guessed):
                yield guessed

    def _could_be(self, claim: sc.CouldBe, S: State) -> str:
        could: set[int] = set()
        for component in self._components(claim.components, S):
            for c in self._possible(claim.seat, component):
                could.add(self.program.components[c].kind)
                if claim.possible and could & set(claim.kinds):
                    return ""
        if bool(could & set(claim.kinds)) == claim.possible:
            return ""
        names = sorted(self.program.kinds[k].name for k in could)
        return f"found: for p{claim.seat + 1} it could be {', '.join(names) or 'nothing'}"

    def _sees(self, claim: sc.Sees, S: State) -> str:
        problem = self.problem(claim.claim, S)
        if problem:
            return problem
        for guessed in self._guesses(claim.seat):
            problem = self._in_guess(claim.claim, S, guessed)
            if problem:
                return f"it is so, but p{claim.seat + 1} cannot know it; for p{claim.seat + 1} it may be otherwise ({problem})"
        return ""

    def _in_guess(self, claim: sc.Claim, S: State, guessed: State) -> str:
        """A name of the scenario means what lies in its place: in a guess that may be something else."""
        kept = list(self.L)
        for slot in self.named:
            self.L[slot + 1] = self._in_its_place(S, guessed, self.L[slot + 1])
        try:
            return self.problem(claim, guessed)
        finally:
            self.L[:] = kept

    def _in_its_place(self, S: State, guessed: State, component: Any) -> Any:
        if not isinstance(component, int) or component < 0:
            return component
        zone = S[self.program.place_slot + component]
        before, after = S[self.program.zone_slot + zone], guessed[self.program.zone_slot + zone]
        if component in after and not self.program.zones[zone].ordered:
            return component
        return after[before.index(component)] if len(after) == len(before) else component

    def _names(self, components: Sequence[int]) -> str:
        return ", ".join(self.program.components[c].name for c in components)

    # ------------------------------------------------------------------------------ the end

    def _ended(self, claim: sc.Ended, S: State) -> str:
        if claim.word == "eliminated":
            still = [f"p{seat + 1}" for seat in claim.seats if seat in S[ir.PLAYERS]]
            return f"{still[0]} is still in the game" if still else ""
        if not S[ir.OVER]:
            return "the game is not over"
        outcomes = [outcome for outcome, _ in S[ir.RESULT]]
        holds = {
            "over": True,
            "won": all(outcomes[seat] == 1 for seat in claim.seats),
            "tied": 0 in outcomes and all(outcomes[seat] == 0 for seat in claim.seats),
            "everyone lost": all(outcome == -1 for outcome in outcomes),
        }[claim.word]
        words = {1: "won", 0: "tied", -1: "lost"}
        told = ", ".join(f"p{seat + 1} has {words[outcome]}" for seat, outcome in enumerate(outcomes))
        return "" if holds else f"found: {told}"


def is_event(found: str, wanted: str) -> bool:
    """Whether an event is meant by a name: `reroll`, or `Militia.special` by `special`, or a trigger `called` so."""
    return found == wanted or found.endswith((f".{wanted}", f" called {wanted}", f"when {wanted}"))


def settled_deed(matcher: Matcher, deed: sc.Deed, S: State, L: Frame) -> sc.Deed:
    receiver = None if deed.receiver is None else matcher.settled(deed.receiver, S, L)
    return sc.Deed(deed.name, receiver, tuple(matcher.settled(a, S, L) for a in deed.args))
