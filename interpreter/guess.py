"""Guesses of whole matches: where private blocks (`together`) are going on, what others do in theirs is
guessed too.

    start of the blocks      like the guess of the present: the same things have changed places
    blocks the seat sees     as they were
    blocks it does not see   played again from the guessed start, with random answers

So a guess tells nothing of what others have secretly decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from gdl.dsl import ir
from gdl.dsl.ir import PASSED, RANDOM, STACK
from gdl.interpreter import together
from gdl.interpreter.choice import Question
from gdl.interpreter.context import Context
from gdl.interpreter.machine import Machine, Player
from gdl.interpreter.sample import Sampler
from gdl.interpreter.state import ASK, Frame, State
from gdl.interpreter.view import Viewer

TRIES = 30
"""Guesses before one is taken in which nothing is left to decide."""
ANSWERS = 2000
"""Random answers in one private block before it is taken as it stands."""


class BlockDone(Exception):
    """A private block that is played again has come to its end."""


class _OneBlock(Player):
    """Plays until the private block over `depth` frames is done."""

    def __init__(self, machine: Machine, depth: int):
        super().__init__(machine, machine.fast.code)
        self.depth = depth

    def _next_branch(self, S: State, K: list[tuple[Any, ...]], L: Frame, X: Context) -> int:
        if len(K) == self.depth:
            raise BlockDone
        return super()._next_branch(S, K, L, X)


class Guesser:
    """Guesses of matches of one machine; made once and used often."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.sampler = Sampler(machine.program, machine.evaluator, machine.liveness)

    def guess(self, S: Sequence[Any], seat: int, rng: Random) -> State:
        """Another state that is like this one in all that the seat knows."""
        for _ in range(TRIES):
            guessed = self._guess(S, seat, rng)
            if self.machine.program.anytime:
                self._settle_passes(S, guessed, seat)
            if self._asks(guessed) and self._still_waits(S, guessed):
                return guessed
        return guessed if self._asks(guessed) else self._gone_on(guessed)

    def _asks(self, S: State) -> bool:
        """Whether there is a question to answer here: everybody sees that somebody is thinking, so there is
        a choice."""
        if not S[STACK]:
            return True
        choices = self.machine.fast.choices
        frames = S[STACK]
        return isinstance(choices.ask(S, frames[:-1], list(frames[-1]), choices.no_chance), Question)

    def _still_waits(self, S: Sequence[Any], guessed: State) -> bool:
        """Whether private blocks that are going on are going on in the guess: all see that these are not at their end."""
        depth = self._private_depth(S)
        return [frame[0] for frame in S[STACK][: depth + 1]] == [frame[0] for frame in guessed[STACK][: depth + 1]]

    def _gone_on(self, S: State) -> State:
        """Where no guess leaves a choice: what is forced has happened."""
        K, L = list(S[STACK][:-1]), list(S[STACK][-1])
        self.machine.fast._guarded(S, K, L, ASK, self.machine.quiet)
        return S

    def _settle_passes(self, S: Sequence[Any], guessed: State, seat: int) -> None:
        """The question stays whose it is: the others have passed on what they could do at any time,
        whatever that is in the guess; the seat has passed if it really has, or is not the one who is asked now."""
        choices = self.machine.fast.choices
        if not guessed[STACK] or not S[STACK]:
            return
        now, then = (choices.asks[~state[STACK][-1][0]] for state in (S, guessed))
        if now is None or then is None:
            return
        own = choices.anytime_options(list(S), seat, now)
        has_passed = bool(own) and S[PASSED][seat] == own
        if own and not has_passed:
            asked = choices.question(list(S))
            has_passed = asked is not None and asked.seat != seat
        guessed[PASSED] = tuple(
            choices.anytime_options(guessed, other, then) if other != seat or has_passed else ()
            for other in range(self.machine.program.seats)
        )

    def _guess(self, S: Sequence[Any], seat: int, rng: Random) -> State:
        depth = self._private_depth(S)
        if depth < 0:
            return self.sampler.sample(S, seat, rng)
        _, seers, number, _, _ = S[STACK][depth][-together.PARTS :]
        if seat in seers[number]:
            guessed = self.sampler.sample(S, seat, rng)
            self._same_draws(S, guessed, depth)
            self._play_others(guessed, depth, seat, rng)
            return guessed
        return self._begun_again(S, depth, seat, rng)

    def _private_depth(self, S: Sequence[Any]) -> int:
        """The outermost frame that waits for private blocks, or -1."""
        for depth, frame in enumerate(S[STACK]):
            if self.sampler.places.waits_for_branches(frame):
                return depth
        return -1

    def _same_draws(self, S: Sequence[Any], guessed: State, depth: int) -> None:
        """What was drawn anew and has not changed since the start of the blocks was the same at the start."""
        frame = list(guessed[STACK][depth])
        old, new = S[STACK][depth][-2], list(frame[-2])
        for slot in self.sampler.drawn_slots:
            if S[slot] == old[slot]:
                new[slot] = guessed[slot]
        new[RANDOM] = 0
        frame[-2] = tuple(new)
        guessed[STACK] = (*guessed[STACK][:depth], tuple(frame), *guessed[STACK][depth + 1 :])

    def _play_others(self, guessed: State, depth: int, seat: int, rng: Random) -> None:
        """The finished blocks that the seat does not see are played again."""
        frame = list(guessed[STACK][depth])
        branches, seers, _, start, done = frame[-together.PARTS :]
        frame[-1] = tuple(
            change
            if seat in seers[number]
            else self._block(frame, guessed[STACK][:depth], number, branches, seers, start, rng)
            for number, change in enumerate(done)
        )
        guessed[STACK] = (*guessed[STACK][:depth], tuple(frame), *guessed[STACK][depth + 1 :])

    def _block(
        self,
        frame: Sequence[Any],
        below: tuple[Any, ...],
        number: int,
        branches: Sequence[Any],
        seers: Sequence[Any],
        start: tuple[Any, ...],
        rng: Random,
    ) -> together.Changes:
        """What one private block changes when it is played at random."""
        S: State = list(start)
        S[RANDOM] = rng.getrandbits(64)
        L: Frame = [*frame[: -together.PARTS], branches, seers, number, start, ()]
        K = list(below)
        player, X = _OneBlock(self.machine, len(K)), self.machine.quiet
        try:
            exit = self.machine.program.blocks[~L[0]].exit
            assert isinstance(exit, ir.Together)
            question = player._guarded(S, K, L, player._enter_branch(K, L, exit, X), X)
            for _ in range(ANSWERS):
                if question is None:
                    break
                question = player.answer(S, question, rng.randrange(len(question.options)), X)
        except BlockDone:
            pass
        return together.changes(start, S)

    def _begun_again(self, S: Sequence[Any], depth: int, seat: int, rng: Random) -> State:
        """The seat does not see the running block: it is begun again from the guessed start."""
        visible = together.seen_by(self.machine.moves, list(S), seat)
        now = list(visible)
        now[STACK] = (*S[STACK][:depth], S[STACK][depth])
        guessed = self.sampler.sample(now, seat, rng)
        self._same_draws(now, guessed, depth)
        self._play_others(guessed, depth, seat, rng)
        frame = list(guessed[STACK][depth])
        again: State = list(frame[-2])
        again[RANDOM] = rng.getrandbits(64)
        K, L = list(guessed[STACK][:depth]), frame
        player, X = self.machine.fast, self.machine.quiet
        exit = self.machine.program.blocks[~L[0]].exit
        assert isinstance(exit, ir.Together)
        player._guarded(again, K, L, player._enter_branch(K, L, exit, X), X)
        again[STACK] = tuple(map(self._without_luck, again[STACK]))
        return again

    def _without_luck(self, frame: Any) -> Any:
        """A frame whose private blocks began with no luck of their own: where a guess has gone on to the next blocks,
        they look as they would have in any other guess."""
        if not self.sampler.places.waits_for_branches(frame):
            return frame
        start = list(frame[-2])
        start[RANDOM] = 0
        return (*frame[:-2], tuple(start), frame[-1])


@lru_cache(maxsize=16)
def guesser_for(machine: Machine) -> Guesser:
    """One a machine; the last few are kept."""
    return Guesser(machine)


@lru_cache(maxsize=16)
def viewer_for(machine: Machine, names: tuple[str, ...]) -> Viewer:
    """One for a machine and the names at the table; the last few are kept."""
    return Viewer(machine.program, names, machine.moves.alike, guesser_for(machine).sampler.places)
