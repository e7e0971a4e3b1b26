"""Saved matches on the command line: the file, and the game as it was played."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.cli.files import read_text
from gdl.cli.game_options import chosen_game, program_for
from gdl.cli.parser import Usage
from gdl.shipped import shipped_games

if TYPE_CHECKING:
    from gdl.dsl import ir
    from gdl.game import Game

Save = dict[str, Any]


def saved_in(path: Path) -> Save:
    """The save in a file, or `Usage`."""
    from gdl.saves import read_save

    if path.is_dir():
        raise Usage(f"{path} is a folder, not a saved match", "`gdl run FILE --save F` writes one")
    if not path.is_file():
        raise Usage(f"there is no file {path}")
    try:
        return read_save(read_text(path))
    except ValueError:
        raise Usage(f"{path} is not a saved match", "`gdl run FILE --save F` writes one") from None


def game_of(saved: Save, file: str | None = None) -> tuple[Game, ir.Program]:
    """The game of a save, in `file` or among those that are shipped, with its variants and options; and the
    program for its players."""
    name = file
    if name is None:
        plain = saved["game"].lower()
        near = [stem for stem in shipped_games() if stem.replace("_", "") == plain]
        if not near:
            raise Usage(f"this is a match of {saved['game']}", "say where that game is: `--game FILE`")
        name = near[0]
    compiled = Path(name).suffix == ".json"
    chosen = argparse.Namespace(file=name, variant=[] if compiled else saved["variants"], set=[])
    game = chosen_game(chosen)
    program = program_for(game, saved["seats"])
    if program.name != saved["game"]:
        raise Usage(f"this is a match of {saved['game']}, not of {program.name}")
    if not compiled and [list(option) for option in program.options] != saved["options"]:
        known = {option[0] for option in program.options}
        options = [(name, value) for name, value in saved["options"] if name in known]
        chosen.set = [f"{name}={_written(game, name, value)}" for name, value in options]
        game = chosen_game(chosen)
        program = program_for(game, saved["seats"])
    return game, program


def _written(game: Game, name: str, value: Any) -> str:
    """The value of an option as it is written: a program holds truths and members of enums as numbers."""
    from gdl.dsl import syntax as s

    declarations = game.loaded.declarations if game.loaded else ()
    types = {each.name.name: each.type for each in declarations if isinstance(each, s.Option)}
    enums = {each.name.name: each.members for each in declarations if isinstance(each, s.Enum)}
    type = types.get(name)
    if isinstance(type, s.NamedType) and type.name in enums:
        return str(enums[type.name][value].name)
    if isinstance(type, s.NamedType) and type.name == "bool":
        return "yes" if value else "no"
    return str(value)


def note_changes(program: ir.Program, saved: Save) -> str:
    """Where playing the save again differs from it, in words; says on standard error that the definition has
    changed, if it has."""
    from gdl.saves import first_difference, is_changed

    different = first_difference(program, saved)
    if is_changed(program, saved):
        same = "it plays again to the same state" if not different else "it does not play again"
        print(f"the definition has changed since this match was saved; {same}", file=sys.stderr)
    return different
