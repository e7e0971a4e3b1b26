"""What must hold of knowledge in every game at every decision, as one function to run on any program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from gdl.dsl.ir import RANDOM, Program
from gdl.interpreter.guess import Guesser
from gdl.interpreter.match import Match, machine_for
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


class Battery:
    """The checks for one program."""

    def __init__(self, program: Program):
        self.program = program
        self.machine = machine_for(program)
        self.guesser = Guesser(self.machine)
        self.viewer = Viewer(program)
        self.knowledge = self.viewer.knowledge

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

    def check(self, match: Match, seed: int) -> None:
        """Everything below, for every seat, at this decision."""
        self.whole(match.state)
        for seat in range(self.program.seats):
            guess = self.guesser.guess(match.state, seat, Random(seed))
            self.whole(guess)
            self.no_leak(match, guess, seat)
            self.blind(match, guess, seat, seed)

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
                assert all(low <= S[var.base + i] <= high for i in range(var.size)), var.name

    def no_leak(self, match: Match, guess: list[Any], seat: int) -> None:
        """What a seat does not know changes nothing that it is shown."""
        asked = match.question is not None and match.question.seat == seat
        now, then = self.shown(match, seat, asked), self.shown(self.at(guess), seat, asked)
        assert json.dumps(now) == json.dumps(then), f"p{seat + 1} is shown what it does not know"

    def blind(self, match: Match, guess: list[Any], seat: int, seed: int) -> None:
        """From another truth that looks the same, the same generator gives the same guess; it is one that
        obeys the facts."""
        again = self.guesser.guess(guess, seat, Random(seed))
        assert again == guess, f"a guess for p{seat + 1} depends on the truth"
        assert self.guesser.sampler.facts.hold(guess)

    def varies(self, match: Match, seat: int) -> bool:
        """Whether guesses differ in more than the future."""
        found = set()
        for seed in range(6):
            guess = list(self.guesser.guess(match.state, seat, Random(seed)))
            guess[RANDOM] = 0
            found.add(repr(guess))
        return len(found) > 1
