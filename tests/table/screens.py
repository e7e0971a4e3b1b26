"""A screen for tests, fed with lines, that keeps what is shown; matches, sessions and golden files for it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console, RenderableType

import gdl
from gdl.interpreter.bots import bot_for
from gdl.interpreter.match import Match
from gdl.shipped import shipped_games
from gdl.table.session import Seating, Session

HERE = Path(__file__).parent


class Typed:
    """A screen of 80 columns without colour; `lines` are typed one after the other, then nobody is there."""

    width = 80
    height = 40

    def __init__(self, lines: Iterable[str] = ()):
        self.lines = iter(lines)
        self.out = io.StringIO()
        self.console = Console(file=self.out, width=self.width, highlight=False, markup=False, no_color=True)

    def show(self, what: RenderableType = "") -> None:
        self.console.print(what)

    def ask(self, prompt: str) -> str:
        try:
            line = next(self.lines)
        except StopIteration:
            raise EOFError from None
        self.out.write(f"{prompt}{line}\n")
        return line

    def clear(self) -> None:
        self.out.write("=== the screen is wiped ===\n")

    @property
    def text(self) -> str:
        return re.sub(r" +$", "", self.out.getvalue(), flags=re.MULTILINE)


def match_of(name: str, seed: int = 1, players: int | None = None) -> Match:
    game = gdl.load(shipped_games()[name])
    seats = game.program(players).seats
    return game.new_match(players, seed, [f"Player {seat + 1}" for seat in range(seats)])


def session_of(match: Match, people: Iterable[int], screen: Typed, save: Path | None = None) -> Session:
    """With random bots in the other seats."""
    bots = {seat: bot_for("random") for seat in range(match.program.seats)}
    return Session(match, Seating(frozenset(people), bots, bot_for("mc:40")), screen, save)


def compare(name: str, text: str, update: bool) -> None:
    """The screen as it is in `NAME.txt`; `--update` writes it anew."""
    path = HERE / f"{name}.txt"
    if update:
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path} is missing; `pytest --update` writes it"
    assert text == path.read_text(encoding="utf-8")
