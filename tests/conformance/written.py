"""Games written in a test: compiled from texts in memory, and played at random in all three ways of executing."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import gdl
from gdl.dsl.compile import compile_game
from gdl.dsl.diagnostics import Diagnostic, Diagnostics
from gdl.dsl.load import load
from gdl.game import Game, Option, from_loaded, seats_of
from gdl.interpreter.match import Match

LIBRARY = Path(gdl.__file__).parent / "gamedefs" / "std"
MODES = ("reference", "full", "fast")


def compiled(
    files: Mapping[str, str], variants: Sequence[str] = (), options: Mapping[str, Option] | None = None
) -> tuple[Game | None, list[Diagnostic]]:
    """The game in `game.gdl`, or None, and all that was said about it for its smallest table, warnings too."""

    def read(path: Path) -> bytes:
        if path.is_relative_to(LIBRARY):
            return path.read_bytes()
        if path.as_posix() not in files:
            raise FileNotFoundError(2, "No such file", str(path))
        return files[path.as_posix()].encode()

    def listing(folder: Path) -> list[str]:
        return sorted({name.rpartition("/")[2] for name in files if name.startswith(f"{folder.as_posix()}/")})

    diagnostics = Diagnostics()
    loaded = load(Path("game.gdl"), diagnostics, variants, read, listing)
    if loaded is None or diagnostics.has_errors:
        return None, list(diagnostics.sorted())
    compile_game(loaded, seats_of(loaded.game)[0], options or {}, diagnostics)
    if diagnostics.has_errors:
        return None, list(diagnostics.sorted())
    return from_loaded(loaded, options or {}, Diagnostics()), list(diagnostics.sorted())


def play_at_random(game: Game, seed: int, players: int | None = None, limit: int = 2000) -> Match:
    """One match, played side by side: every way of executing asks the same and comes to the same state, and
    every seat can be shown its view. The match stands at its end, or where `limit` decisions have been made."""
    rng = random.Random(seed)
    program = game.program(players)
    matches = [Match.new(program, seed, mode=mode) for mode in MODES]  # type: ignore[arg-type]
    first = matches[0]
    for _ in range(limit):
        assert len({match.state_key() for match in matches}) == 1
        if first.over:
            break
        assert first.request is not None and first.question is not None
        assert all(option.label for option in first.request.options)
        for seat in range(program.seats):
            first.view(seat)
        index = rng.randrange(len(first.question.options))
        for match in matches:
            match.apply_index(index)
    return first
