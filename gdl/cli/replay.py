"""`gdl replay LOG`: step through a saved match; `--check` plays it again and compares."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.cli.parser import Usage
from gdl.cli.run import result_lines
from gdl.cli.saved import game_of, note_changes, saved_in

if TYPE_CHECKING:
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
    from gdl.interpreter.match import replay as play_again

    saved = saved_in(Path(args.log))
    _, program = game_of(saved, args.game)
    if args.seat is not None and not 1 <= args.seat <= program.seats:
        raise Usage(f"--seat is 1 to {program.seats}")
    if saved["seed"] is None:
        raise Usage(
            f"{args.log} was played with chosen outcomes of chance; there is no seed to replay it from"
        )
    different = note_changes(program, saved)
    if args.check:
        said = f"another match than the saved one: {different}" if different else "the same match"
        print(f"{len(saved['answers'])} decisions: {said}")
        return 1 if different else 0
    try:
        match = play_again(program, saved["seed"], saved["answers"], saved["names"])
    except (IllegalAnswer, PlayError):
        print(different)
        return 1
    _show(match, None if args.seat is None else args.seat - 1)
    if different:
        print(f"this is another match than the saved one: {different}")
    return 1 if different else 0


def _show(match: Match, seat: int | None) -> None:
    for line in match.log:
        text = line.told(seat)
        if text is not None:
            chose = line.word == "choice" and line.seat >= 0
            print(f"{line.turn:>5}  " + (f"{match.names[line.seat]}: " if chose else "") + text)
    print("\n".join(result_lines(match, list(match.names))))
