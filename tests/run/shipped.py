"""Every table at which the shipped games can be played: each game as it is for the fewest and the most players, and
with each of its variants. No game is named here; a new one, or a new variant, is found by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import gdl
from gdl.dsl import ir
from gdl.dsl.diagnostics import GdlError
from gdl.shipped import shipped_games

GAMES = shipped_games()
HEAD = re.compile(r"^variant (\w+)(?:[^\n]*?\bwith ([\w, ]+))?", re.MULTILINE)
DOES_NOT_FIT = "GDL0527"
"""What is said where a game's `requires` refuses a number of players."""


@dataclass(frozen=True)
class Table:
    """A game with some variants. `most`: for as many players as may play, else for as few."""

    game: str
    variants: tuple[str, ...] = ()
    most: bool = False

    def __str__(self) -> str:
        return "+".join((self.game, *self.variants)) + (" full" if self.most else "")

    @property
    def program(self) -> ir.Program:
        return _program(self)


@lru_cache(maxsize=4)
def _program(table: Table) -> ir.Program:
    game = gdl.load(GAMES[table.game], variants=list(table.variants))
    numbers = range(game.least, game.most + 1)
    for players in reversed(numbers) if table.most else numbers:
        try:
            return game.program(players)
        except GdlError as error:
            if any(each.code != DOES_NOT_FIT for each in error.diagnostics):
                raise
    raise AssertionError(f"nobody can sit down at {table}")


def variants(game: str) -> dict[str, tuple[str, ...]]:
    """The variants of a game, as they are written, and the others that each needs."""
    path = GAMES[game]
    texts = [file.read_text(encoding="utf-8") for file in (path, *sorted(_beside(path)))]
    return {
        name: tuple(re.findall(r"\w+", needs)) for text in texts for name, needs in HEAD.findall(text)
    }


def _beside(path: Path) -> list[Path]:
    return list((path.parent / path.stem).glob("**/*.gdl"))


def tables(game: str) -> list[Table]:
    found = [Table(game)]
    if re.search(r"^    players: \d+\.\.", GAMES[game].read_text(encoding="utf-8"), re.MULTILINE):
        found.append(Table(game, most=True))
    for number, (name, needs) in enumerate(variants(game).items()):
        found.append(Table(game, (*needs, name), most=number % 2 == 0))
    return found


TABLES = [table for game in sorted(GAMES) for table in tables(game)]
