"""The scenarios of a game, run: one outcome each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a scenario came out. `message`: empty if it passed; else the step, what was expected and found."""

    name: str
    file: str
    line: int
    cites: tuple[str, ...]
    passed: bool
    message: str = ""
    seconds: float = 0.0
