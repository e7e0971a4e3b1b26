"""Trying options in guesses, so that only the options differ.

All options of a round are tried in the same guess with the same luck: the same seed for dice and cards, and the same
random numbers for the moves of the playout. So none is the better one because it met the kinder guess or the kinder
dice, and far fewer playouts tell two of them apart.
"""

from __future__ import annotations

from random import Random

from gdl.dsl.ir import RANDOM
from gdl.interpreter.match import Match


class Round:
    """One guess, and the luck that all options meet in it."""

    def __init__(self, guess: Match, rng: Random):
        self.guess = guess
        self.luck = rng.getrandbits(64)

    def trial(self) -> tuple[Match, Random]:
        """The guess to try an option in, and the random numbers to play it out with."""
        match = self.guess.copy()
        match.state[RANDOM] = self.luck
        return match, Random(self.luck)

    def is_idle(self, after: Match) -> bool:
        """Whether an option has left everything as it was: whoever takes it is asked the same again, and could go on
        so for ever."""
        before, now = self.guess.state, after.state
        return before[:RANDOM] == now[:RANDOM] and before[RANDOM + 1 :] == now[RANDOM + 1 :]
