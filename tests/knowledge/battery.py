"""What must hold of knowledge in every game at every decision, as one function to run on any program."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from gdl.dsl.ir import RANDOM, Program
from gdl.interpreter.chance import Forced
from gdl.interpreter.context import Context
from gdl.interpreter.errors import PlayError
from gdl.interpreter.guess import Guesser
from gdl.interpreter.match import Match, machine_for, private_blocks
from gdl.interpreter.record import MatchRecorder
from gdl.interpreter.sight import Reader
from gdl.interpreter.state import State
from gdl.interpreter.view import Viewer


def random_play(program: Program, seed: int, decisions: int) -> Iterator[Match]:
    """A light match at each of its decisions."""
    match, rng = Match.new(program, seed, mode="fast"), Random(seed)
    for _ in range(decisions):
        question = match.question
        if question is None:
            return
        yield match
        match.apply_index(rng.randrange(len(question.options)))


class Watching(MatchRecorder):
    """What a reader is shown whenever something is written down, and what it reads then, one after the other."""

    def __init__(self, battery: Battery, reader: Reader):
        super().__init__(battery.texts, battery.machine.evaluator)
        self.battery = battery
        self.reader = reader
        self.place = -2 if reader is None else reader
        self.seen: list[tuple[str, str]] = []
        self.last = ""

    def say(self, S: State, *args: Any, **more: Any) -> None:
        self.look(S)
        super().say(S, *args, **more)
        self.reads(self.lines[-1].texts[self.place])

    def joined(self, S: State) -> None:
        """What was done in private becomes readable; what has been read stays read."""
        self.look(S)
        before = [line.texts[self.place] for line in self.lines]
        super().joined(S)
        for line, text in zip(self.lines, before, strict=True):
            if text is None:
                self.reads(line.texts[self.place])

    def reads(self, text: str | None) -> None:
        if text is not None:
            self.seen.append(("reads", text))

    def look(self, S: State) -> None:
        if self.seers:
            return  # in private: what it does there itself it sees, what others do it does not
        shown = json.dumps(self.battery.viewer.view(S, self.reader, None))
        if shown != self.last:
            self.seen.append(("is shown", shown))
            self.last = shown


class Battery:
    """The checks for one program."""

    def __init__(self, program: Program):
        self.program = program
        self.machine = machine_for(program)
        self.guesser = Guesser(self.machine)
        self.viewer = Viewer(program)
        self.knowledge = self.viewer.knowledge
        self.texts = Match.new(self.machine, 0).texts
        self.compared = 0
        """How many deeds have been done in a guess as well."""

    def at(self, state: list[Any]) -> Match:
        return Match(self.machine, state, None, self.machine.fast)

    def shown(self, match: Match, seat: int, asked: bool) -> dict[str, Any]:
        """All that a seat is shown: its view, and its question if it is asked."""
        found: dict[str, Any] = {"view": match.view(seat)}
        if asked:
            request = match.request
            assert request is not None and request.seat == seat, "it is still this seat's question"
            found["prompt"] = request.prompt
            found["options"] = [option.label for option in request.options]
        return found

    def check(self, match: Match, seed: int, seats: Sequence[int] = ()) -> None:
        """Everything below, for these seats or every seat, at this decision."""
        self.whole(match.state)
        assert match.question is not None
        index = Random(seed).randrange(len(match.question.options))
        for seat in seats or range(self.program.seats):
            guess = self.guesser.guess(match.state, seat, Random(seed))
            self.whole(guess)
            self.no_leak(match, guess, seat)
            self.blind(match.state, guess, seat, seed)
            self.compared += self.log_is_blind(match, guess, seat, index)
            self.guessed_again(guess, seat, seed)

    def whole(self, S: list[Any]) -> None:
        """Every component lies in one place; what a seat sees it knows; groups are named by their smallest
        member."""
        program = self.program
        lying = [
            c for z, zone in enumerate(program.zones) if not zone.cubes for c in S[program.zone_slot + z]
        ]
        assert len(lying) == len(set(lying))
        for z, zone in enumerate(program.zones):
            if not zone.cubes:
                content = S[program.zone_slot + z]
                assert all(S[program.place_slot + c] == z for c in content)
                assert zone.ordered or list(content) == sorted(content)
        for seat in range(program.seats):
            self._knowledge_is_true(S, seat)
            for component in lying:
                if self.knowledge.sees(S, seat, component):
                    assert self.knowledge.knows(S, seat, component), (
                        seat,
                        program.components[component].name,
                    )
            for group in self.knowledge.groups(S, seat):
                first = program.group_slot + seat * len(program.components)
                assert {S[first + c] for c in group} == {group[0]}
                assert len(group) > 1 or group[0] in self.knowledge.sight.dice
        for var in program.vars:
            low, high = var.type.low, var.type.high
            if var.type.word == "int" and low is not None and high is not None:
                none = var.type.optional
                values = [S[var.base + i] for i in range(var.size)]
                assert all(low <= value <= high or (none and value == -1) for value in values), var.name

    def no_leak(self, match: Match, guess: list[Any], seat: int) -> None:
        """What a seat does not know changes nothing that it is shown."""
        asked = match.question is not None and match.question.seat == seat
        assert match.view(None) == self.at(guess).view(None), "a spectator is shown what a player does not know"
        now, then = self.shown(match, seat, asked), self.shown(self.at(guess), seat, asked)
        assert json.dumps(now) == json.dumps(then), f"p{seat + 1} is shown what it does not know"

    def log_is_blind(self, match: Match, guess: list[Any], seat: int, index: int) -> bool:
        """The same is done here and where what the seat does not know is otherwise: as long as it has been shown the
        same, it reads the same. Whether that could be tried: in the guess, the same must be possible."""
        here, there = self.at(match.state), self.at(guess)
        assert here.question is not None
        done = here.question.options[index]
        if there.question is None or there.question.seat != here.question.seat:
            return False
        other = index
        if here.question.seat != seat and here.question.picking != there.question.picking:
            return False  # a pick is one of several that are alike, and these are others
        if here.question.seat != seat:  # its own options look the same by themselves: `no_leak`
            if done not in there.question.options or not self._lie_alike(match.state, guess, done):
                return False
            other = there.question.options.index(done)
        with_same_luck = guess.copy()
        with_same_luck[RANDOM] = match.state[RANDOM]
        now, then = self._watched(match.state, index, seat), self._watched(with_same_luck, other, seat)
        if [what for word, what in now if word != "reads"] == [what for word, what in then if word != "reads"]:
            assert now == then, f"p{seat + 1} reads what it does not know: {now}, not {then}"
        for one, two in zip(now, then, strict=False):
            if one[0] != two[0] or (one[0] == "is shown" and one != two):
                break  # it has learnt something, and may read it
            assert one == two, f"p{seat + 1} reads what it does not know: {one[1]!r}, not {two[1]!r}"
        return True

    def _lie_alike(self, S: list[Any], guess: list[Any], option: Any) -> bool:
        """Whether all that an option may speak of lies in the same place in both: then it is the same deed."""
        if not isinstance(option, int):
            return all(self._lie_alike(S, guess, part) for part in option)
        if not 0 <= option < len(self.program.components):
            return True
        zone = S[self.program.place_slot + option]
        if guess[self.program.place_slot + option] != zone:
            return False
        slot = self.program.zone_slot + zone
        ordered = zone >= 0 and self.program.zones[zone].ordered
        return not ordered or S[slot].index(option) == guess[slot].index(option)

    def _watched(self, state: list[Any], index: int, reader: Reader) -> list[tuple[str, str]]:
        """What a reader is shown and reads while an option is taken."""
        watching = Watching(self, reader)
        watching.seers = private_blocks(self.machine, state)
        match = Match(self.machine, state.copy(), None, self.machine.full)
        match.recorder, match._snapshots = watching, []
        match._context = Context(Forced(self.machine.moves), watching)
        try:
            match.apply_index(index)
        except PlayError:
            watching.seen.append(("is stopped", ""))
        watching.look(match.state)
        return watching.seen

    def blind(self, S: list[Any], guess: list[Any], seat: int, seed: int) -> None:
        """From another truth that looks the same, the same generator gives the same guess; it is one that
        obeys the facts."""
        for other_truth in (guess, self.guesser.guess(S, seat, Random(seed + 1))):
            again = self.guesser.guess(other_truth, seat, Random(seed))
            assert again == guess, f"a guess for p{seat + 1} depends on the truth"
        assert self.guesser.sampler.facts.hold(guess)

    def guessed_again(self, guess: list[Any], seat: int, seed: int) -> None:
        """If a guess were the truth, another seat's guesses would be as good as any."""
        other = (seat + 1) % self.program.seats
        question = self.at(guess).question
        if other == seat or question is None:
            return
        second = self.guesser.guess(guess, other, Random(seed))
        self.whole(second)
        self.no_leak(self.at(guess), second, other)
        self.blind(guess, second, other, seed)

    def _knowledge_is_true(self, S: list[Any], seat: int) -> None:
        """What lies in a place is not among what a seat knows not to lie there; what others know of its groups is less than
        what it knows itself."""
        program, n = self.program, len(self.program.components)
        if not self.knowledge.excludes:
            return
        for c in range(n):
            assert not S[program.exclude_slot + seat * n + c] >> c & 1, program.components[c].name
        shown = program.shown_slot + seat * n
        for group in self.knowledge.groups(S, seat):
            assert len({S[shown + c] for c in group}) == 1 and S[shown + group[0]] >= 0

    def varies(self, match: Match, seat: int) -> bool:
        """Whether guesses differ in more than the future."""
        found = set()
        for seed in range(6):
            guess = list(self.guesser.guess(match.state, seat, Random(seed)))
            guess[RANDOM] = 0
            found.add(repr(guess))
        return len(found) > 1
