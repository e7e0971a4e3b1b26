"""What a bot is given, and what it gives back.

A position is all that the asked seat may know of a match: its question, its view, and guesses at the rest.
The match itself stays behind: two matches that differ only in what the seat does not know make the same
position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match
from gdl.interpreter.request import Request

GUESSES = 20
"""Guesses that may miss the question before a bot does without."""


class Position:
    """Where a match waits for an answer, as the asked seat knows it."""

    def __init__(self, match: Match):
        request = match.request
        assert request is not None, "the game is over: there is nothing to decide"
        self.request: Request = request
        self.seat = request.seat
        self.count = len(request)
        self.view: dict[str, Any] | None = None
        self._look: Callable[[], dict[str, Any]] = lambda: match.view(request.seat)
        self._guess: Callable[[Random], Match] = lambda rng: match.sample(request.seat, rng)

    def look(self) -> dict[str, Any]:
        """What the seat sees of the table: `schemas/view.schema.json`."""
        if self.view is None:
            self.view = self._look()
        return self.view

    def guess(self, rng: Random) -> Match | None:
        """A light match that could be the real one, waiting for the same answer with the same options in the
        same order; None where none was found."""
        for _ in range(GUESSES):
            try:
                guessed = self._guess(rng)
                question = guessed.question
            except PlayError:
                continue
            if question is not None and question.seat == self.seat and len(question.options) == self.count:
                return guessed
        return None


@dataclass(frozen=True, slots=True)
class Judged:
    """What a bot thinks of one option: how often it was tried, and what came of it on average, from 0 (all
    lost) to 1 (all won)."""

    index: int
    visits: int
    worth: float


class Bot(Protocol):
    """Decides for a seat. The same position and the same random numbers give the same answer, unless the
    bot is limited by time."""

    @property
    def name(self) -> str:
        """How it is asked for: `ismcts:200`."""
        ...

    def judge(self, position: Position, rng: Random) -> Sequence[Judged]:
        """What it thinks of the options, the best first; empty if it does not think."""
        ...

    def choose(self, position: Position, rng: Random) -> int:
        """The index of the option that it takes."""
        ...


def best(judged: Sequence[Judged], position: Position, rng: Random) -> int:
    """The first of those judged, or any option where nothing could be judged."""
    return judged[0].index if judged else rng.randrange(position.count)
