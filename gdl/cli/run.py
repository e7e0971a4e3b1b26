"""`gdl run FILE`: play. Without a terminal all seats are bots, and the log and the result are printed."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.cli.files import read_text
from gdl.cli.game_options import add_game, chosen_game, program_for, seed_of
from gdl.cli.output import complain
from gdl.cli.parser import Usage

if TYPE_CHECKING:
    from gdl.game import Game
    from gdl.interpreter.match import Match


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--human", metavar="SEATS", help="who is a person: `1,3`, or `none` (default: seat 1 at a terminal)"
    )
    parser.add_argument("--save", metavar="F", help="write the match here when it ends or you leave")
    parser.add_argument("--resume", metavar="F", help="go on with a match that was saved")
    parser.add_argument("--watch", type=int, metavar="SEAT", help="read the log as this seat does")
    parser.add_argument(
        "--limit", type=int, default=20_000, metavar="N", help="give up after N decisions (20000)"
    )


def run(args: argparse.Namespace) -> int:
    from gdl.interpreter.errors import PlayError
    from gdl.plain_play import PlainTable

    game = chosen_game(args)
    try:
        match = _resumed(game, Path(args.resume)) if args.resume else _new(game, args)
        seats = match.program.seats
        people = seats_named(args.human, seats, sys.stdin.isatty() and sys.stdout.isatty())
        print(
            f"{match.program.title or match.program.name}: {seats} players, {_who(people)}, seed {match.seed}"
        )
        watch = _seat(args.watch, seats) if args.watch is not None else min(people, default=None)
        table = PlainTable(match, people, print, input, watch)
        end = table.play(args.limit)
    except PlayError as error:
        complain([error.diagnostic], game.sources)
        return 1
    if args.save:
        save(match, Path(args.save))
    if end == "left" and not args.save:
        print("you left; `--save F` keeps a match to go on with")
    print("\n".join(result_lines(match, list(match.names))))
    return 0


def _new(game: Game, args: argparse.Namespace) -> Match:
    program = program_for(game, args.players)
    names = [f"Player {seat + 1}" for seat in range(program.seats)]
    return game.new_match(program.seats, seed_of(args), names)


def _resumed(game: Game, path: Path) -> Match:
    if not path.is_file():
        raise Usage(f"there is no file {path}")
    try:
        data: Any = json.loads(read_text(path))
        return game.load_match(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Usage(f"{path} cannot be resumed: {error}") from None


def seats_named(words: str | None, seats: int, at_terminal: bool) -> frozenset[int]:
    """`1,3` as seats from 0; by default the first at a terminal and none elsewhere."""
    if words is None:
        return frozenset([0] if at_terminal else [])
    if words == "none":
        return frozenset()
    if words == "all":
        return frozenset(range(seats))
    try:
        return frozenset(_seat(int(word), seats) for word in words.split(","))
    except ValueError:
        raise Usage(f"--human takes seats, as in `1,3`, or `none` or `all`; not `{words}`") from None


def _seat(number: int, seats: int) -> int:
    if not 1 <= number <= seats:
        raise Usage(f"there is no seat {number}; the seats are 1 to {seats}")
    return number - 1


def _who(people: frozenset[int]) -> str:
    if not people:
        return "all bots"
    listed = ", ".join(str(seat + 1) for seat in sorted(people))
    return f"people in seat {listed}"


def result_lines(match: Match, names: list[str]) -> list[str]:
    """How each seat came out, or that the match is not over."""
    if match.result is None:
        return [f"not over after {len(match.answers)} decisions"]
    lines = []
    for name, result in zip(names, match.result, strict=True):
        score = f" with {result.score}" if result.score != result.outcome else ""
        lines.append(f"{name} {result.word}{score}")
    return [f"after {len(match.answers)} decisions: " + ", ".join(lines)]


def save(match: Match, path: Path) -> None:
    try:
        path.write_text(json.dumps(match.save()) + "\n", encoding="utf-8")
    except OSError as error:
        raise Usage(f"{path} cannot be written: {error.strerror}") from None
