"""`gdl replay LOG`: step through a saved match; `--check` plays it again and compares."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.cli.files import read_text
from gdl.cli.game_options import chosen_game, program_for
from gdl.cli.parser import Usage
from gdl.cli.run import result_lines
from gdl.shipped import shipped_games

if TYPE_CHECKING:
    from gdl.game import Game
    from gdl.interpreter.match import Match


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="a match that `gdl run --save` wrote")
    parser.add_argument("--game", metavar="FILE", help="the game it is of, where that is not a shipped one")
    parser.add_argument(
        "--check", action="store_true", help="only tell whether it plays again to the same end"
    )
    parser.add_argument(
        "--seat", type=int, metavar="N", help="show the log as seat N reads it (default: a spectator)"
    )


def run(args: argparse.Namespace) -> int:
    from gdl.interpreter.errors import IllegalAnswer, PlayError
    from gdl.interpreter.match import program_key
    from gdl.interpreter.match import replay as play_again
    from gdl.interpreter.state import from_json

    saved = _saved(Path(args.log))
    program = _program(args, saved)
    if args.seat is not None and not 1 <= args.seat <= program.seats:
        raise Usage(f"--seat is 1 to {program.seats}")
    if saved["seed"] is None:
        raise Usage(
            f"{args.log} was played with chosen outcomes of chance; there is no seed to replay it from"
        )
    if saved["program"] != program_key(program):
        print("the definition has changed since this match was saved", file=sys.stderr)
    try:
        match = play_again(program, saved["seed"], saved["answers"], saved["names"])
    except (IllegalAnswer, PlayError) as error:
        print(f"it does not play again: {error}")
        return 1
    if not args.check:
        _show(match, None if args.seat is None else args.seat - 1)
        return 0
    same = match.state == [from_json(value) for value in saved["state"]]
    same = same and match.save()["log"] == saved["log"]
    print(
        f"{len(match.answers)} decisions: "
        + ("the same match" if same else "another match than the saved one")
    )
    return 0 if same else 1


def _saved(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise Usage(f"there is no file {path}")
    wanted = ("game", "seats", "variants", "options", "names", "seed", "answers", "state", "program", "log")
    try:
        saved = json.loads(read_text(path))
    except ValueError:
        saved = None
    if not isinstance(saved, dict) or any(name not in saved for name in wanted):
        raise Usage(f"{path} is not a saved match", "`gdl run FILE --save F` writes one")
    return saved


def _program(args: argparse.Namespace, saved: dict[str, Any]) -> Any:
    """The program that the match was played with: the same game, variants, options and number of players."""
    name = args.game
    if name is None:
        plain = saved["game"].lower()
        near = [stem for stem in shipped_games() if stem.replace("_", "") == plain]
        if not near:
            raise Usage(f"this is a match of {saved['game']}", "say where that game is: `--game FILE`")
        name = near[0]
    chosen = argparse.Namespace(file=name, variant=saved["variants"], set=[])
    game = chosen_game(chosen)
    program = program_for(game, saved["seats"])
    if [list(option) for option in program.options] != saved["options"]:
        chosen.set = [f"{name}={_word(game, name, value)}" for name, value in saved["options"]]
        program = program_for(chosen_game(chosen), saved["seats"])
    return program


def _word(game: Game, name: str, value: Any) -> str:
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


def _show(match: Match, seat: int | None) -> None:
    for line in match.log:
        text = line.text(seat)
        if text is not None:
            chose = line.word == "choice" and line.seat >= 0
            print(f"{line.turn:>5}  " + (f"{match.names[line.seat]}: " if chose else "") + text)
    print("\n".join(result_lines(match, list(match.names))))
