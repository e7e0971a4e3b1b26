"""A game ready to be played: a definition with its variants and options, or a program compiled before."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostic, Diagnostics, GdlError
from gdl.dsl.header import players_of
from gdl.dsl.load import Loaded
from gdl.dsl.source import Source
from gdl.interpreter.match import Match
from gdl.interpreter.match import load as load_match

if TYPE_CHECKING:
    from gdl.interpreter.node import Node

Option = int | bool | str

seats_of = players_of


class Game:
    """A game for `least` to `most` players; the program for each number is made when first needed."""

    def __init__(
        self,
        name: str,
        title: str,
        least: int,
        most: int,
        make: Callable[[int], ir.Program],
        loaded: Loaded | None = None,
        warnings: Sequence[Diagnostic] = (),
    ):
        self.name = name
        self.title = title
        self.least = least
        self.most = most
        self.loaded = loaded
        self.warnings = tuple(warnings)
        self._make = make
        self._programs: dict[int, ir.Program] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name} for {self.least}..{self.most}>"

    @property
    def scenarios(self) -> tuple[s.Scenario, ...]:
        """The game's tests; none in a compiled program."""
        return self.loaded.scenarios if self.loaded else ()

    @property
    def sources(self) -> Mapping[str, Source]:
        return self.loaded.sources if self.loaded else {}

    def program(self, players: int | None = None) -> ir.Program:
        """The program for so many players, or for as few as may play. GdlError if the definition is wrong
        for them; ValueError if so many cannot play."""
        seats = self.least if players is None else players
        if not self.least <= seats <= self.most:
            raise ValueError(f"{self.title} is for {_range(self.least, self.most)} players, not {seats}")
        return self._for(seats)

    def _for(self, seats: int) -> ir.Program:
        """The program for a number of players that has been looked at already."""
        if seats not in self._programs:
            self._programs[seats] = self._make(seats)
        return self._programs[seats]

    def new_match(self, players: int | None = None, seed: int = 0, names: Sequence[str] = ()) -> Match:
        """A match at its first decision."""
        return Match.new(self.program(players), seed, names)

    def tree(self, players: int | None = None) -> Node:
        """The root of the game's tree, for solvers: decisions, chance with exact probabilities, ends."""
        from gdl.interpreter.node import Node

        return Node.root(self.program(players))

    def load_match(self, data: dict[str, Any]) -> Match:
        """A match as `Match.save` gave it; ValueError if it is of another game."""
        seats = data.get("seats")
        if not isinstance(seats, int):
            raise ValueError("this is not a saved match")
        return load_match(self.program(seats), data)


def load(path: str | Path, variants: Sequence[str] = (), options: Mapping[str, Option] | None = None) -> Game:
    """The game in a file, with variants and options. Raises GdlError with all that is wrong with it;
    ValueError or OSError where there is no game to speak of.

    `path` is a .gdl file, a compiled .ir.json, or the name of a shipped game.
    """
    file = _found(path)
    if file.name.endswith(".json"):
        if variants or options:
            raise ValueError(
                "a compiled game has its variants and options in it; they cannot be chosen again"
            )
        return _compiled(file)
    from gdl.dsl.load import load as load_text

    diagnostics = Diagnostics()
    loaded = load_text(file, diagnostics, variants)
    if loaded is None or diagnostics.has_errors:
        raise GdlError(diagnostics.sorted())
    return from_loaded(loaded, options or {}, diagnostics)


def from_loaded(loaded: Loaded, options: Mapping[str, Option], diagnostics: Diagnostics) -> Game:
    """The game that a loaded text makes; its smallest program is made at once: what is wrong is told now."""
    least, most = players_of(loaded.game)

    def make(seats: int) -> ir.Program:
        told = Diagnostics()
        program = compiled(loaded, seats, options, told)
        if program is None or told.has_errors:
            raise GdlError(told.sorted())
        return program

    title = loaded.game.name.name
    game = Game(title, title, least, most, make, loaded, diagnostics.sorted())
    game.title = game._for(least).title or title
    return game


def compiled(
    loaded: Loaded, seats: int, options: Mapping[str, Option], diagnostics: Diagnostics
) -> ir.Program | None:
    """The program of a loaded text, with what is wrong with it in `diagnostics`."""
    from gdl.dsl.compile import compile_game

    return compile_game(loaded, seats, options, diagnostics)


def _compiled(file: Path) -> Game:
    from gdl.dsl.ir_json import from_json

    try:
        program = from_json(json.loads(file.read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{file} is not a compiled game, or of another version: {error}") from None
    return Game(
        program.name, program.title or program.name, program.seats, program.seats, lambda seats: program
    )


def _found(path: str | Path) -> Path:
    file = Path(path)
    if not file.exists() and not file.suffix:
        from gdl.shipped import shipped_games

        return shipped_games().get(str(path), file)
    return file


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
