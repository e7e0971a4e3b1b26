"""What one run of the machine carries along beside the state: who decides chance, and who writes down what
happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.chance import Sampled
from gdl.interpreter.state import State


class Recorder:
    """Writes nothing down; the one of a match overrides all of this."""

    def log(self, S: State, stmt: ir.Log, values: tuple[Any, ...], to: tuple[int, ...] | None) -> None:
        """A `log` step; `to` are its readers, None for all."""

    def event(self, S: State, stmt: ir.Event, args: tuple[Any, ...]) -> None:
        """A rule, action, phase or trigger begins."""

    def chance(self, S: State, word: str, type: ir.Type, value: Any, die: int = -1) -> None:
        """Chance has decided; `die` is the one that shows the value."""

    def failure(self, S: State, stmt: ir.Fail, values: tuple[Any, ...]) -> str:
        """The text of a run-time diagnostic."""
        shown = iter(values)
        return "".join(part if isinstance(part, str) else str(next(shown)) for part in stmt.text.parts)

    def private(self, seers: tuple[int, ...] | None) -> None:
        """From now on only these seats see what happens; None: the innermost private block has ended."""

    def joined(self, S: State) -> None:
        """All private blocks have been joined: everybody may read what happened in them."""


SILENT = Recorder()

MOST_FORCED = 500


class Context:
    """`steps` counts towards the budget until the next decision; `decisions` those of a random playout.

    `forced` is how many options may still be taken unasked before the next decision: turns in which nobody can
    decide anything do not go on for ever, the next one is asked about. With none, every option is asked about.
    """

    __slots__ = ("chance", "decisions", "forced", "limit", "most_forced", "random", "recorder", "steps")

    def __init__(self, chance: Sampled, recorder: Recorder = SILENT, most_forced: int = MOST_FORCED):
        self.forced = self.most_forced = most_forced
        self.random: Callable[[], float] = float
        self.limit = 0
        self.chance = chance
        self.recorder = recorder
        self.steps = 0
        self.decisions = 0
