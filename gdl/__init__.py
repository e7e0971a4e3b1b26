"""Whole tabletop games, written as text.

    game = gdl.load("gamedefs/classics/nim.gdl")
    match = game.new_match(players=2, seed=7)
    match.request                  # who must decide, what about, and the options; None when it is over
    match.apply(0)                 # an index, a label, or a whole answer
    match.view(seat)               # what that seat may see

`load` raises `GdlError` with every diagnostic at once. Parts are imported when first used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gdl.dsl.diagnostics import Diagnostic, GdlError
    from gdl.game import Game
    from gdl.interpreter.bots import Bot, Judged, Position, bot_for
    from gdl.interpreter.errors import IllegalAnswer, PlayError
    from gdl.interpreter.match import Match
    from gdl.interpreter.node import Node

__all__ = [
    "Bot", "Diagnostic", "Game", "GdlError", "IllegalAnswer", "Judged", "Match", "Node", "PlayError", "Position",
    "bot_for", "load",
]  # fmt: skip

_PLACES = {
    "Bot": "gdl.interpreter.bots",
    "Diagnostic": "gdl.dsl.diagnostics",
    "Game": "gdl.game",
    "GdlError": "gdl.dsl.diagnostics",
    "IllegalAnswer": "gdl.interpreter.errors",
    "Judged": "gdl.interpreter.bots",
    "Match": "gdl.interpreter.match",
    "Node": "gdl.interpreter.node",
    "PlayError": "gdl.interpreter.errors",
    "Position": "gdl.interpreter.bots",
    "bot_for": "gdl.interpreter.bots",
}


def load(
    path: str | Path, variants: Sequence[str] = (), options: Mapping[str, int | bool | str] | None = None
) -> Game:
    """The game in a .gdl file or compiled .ir.json, or a shipped game by its name.

    Raises GdlError with all that is wrong with the definition.
    """
    from gdl.game import load as load_game

    return load_game(path, variants, options)


def __getattr__(name: str) -> Any:
    if name in _PLACES:
        from importlib import import_module

        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module 'gdl' has no attribute {name!r}")
