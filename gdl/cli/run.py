"""`gdl run FILE`: play. Without a terminal all seats are bots, and the log and the result are printed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.cli.game_options import add_game, chosen_game, program_for, seed_of
from gdl.cli.output import complain
from gdl.cli.parser import Unplayable, Usage
from gdl.cli.saved import game_of, note_changes, saved_in

if TYPE_CHECKING:
    from gdl.game import Game
    from gdl.interpreter.bots import Bot
    from gdl.interpreter.match import Match

AT_TERMINAL = "ismcts:0.5s"
"""The bot that plays against people, unless they ask for another."""
HINT = "ismcts:1s"
"""The bot that advises people."""


AT_ONE_SCREEN = (
    "Several people at one screen: where anything is hidden, a page without secrets stands between them. While private "
    "blocks of the game go on (`together`), each of them is handed the screen once, asked or not: nobody learns from who "
    "is asked. Whoever has nothing to decide looks at the table and hands it on."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.epilog = AT_ONE_SCREEN
    parser.add_argument(
        "--human", metavar="SEATS", help="who is a person: `1,3`, `all` or `none` (default: seat 1 at a terminal)"
    )
    parser.add_argument(
        "--bot",
        metavar="BOT",
        help="who plays the other seats: `random`, `mc:200`, `ismcts:200`, `ismcts:0.5s`; or one a seat: `mc,random` "
        "(default: `ismcts:0.5s` against people, else `random`)",
    )
    parser.add_argument("--save", metavar="F", help="write the match here when it ends or you leave")
    parser.add_argument("--resume", metavar="F", help="go on with a match that was saved")
    parser.add_argument("--watch", type=int, metavar="SEAT", help="read the log as this seat does")
    parser.add_argument(
        "--limit", type=int, default=20_000, metavar="N", help="give up after N decisions (20000)"
    )


def run(args: argparse.Namespace) -> int:
    from gdl.interpreter.errors import PlayError

    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    game, match = _resumed(args) if args.resume else _new(args)
    try:
        seats = match.program.seats
        people = seats_named(args.human, seats, at_terminal)
        watch = _seat(args.watch, seats) if args.watch is not None else min(people, default=None)
        bots = bots_named(args.bot or (AT_TERMINAL if people and at_terminal else "random"), seats)
        print(
            f"{match.program.title or match.program.name}: {seats} players, {_who(people)}, seed {match.seed}"
        )
        try:
            if people and at_terminal:
                end = _at_screen(args, game, match, people, bots)
            else:
                end = _line_by_line(args, match, people, bots, watch)
        except KeyboardInterrupt:
            _save_and_tell(args, match)
            raise
    except PlayError as error:
        complain([error.diagnostic], game.sources)
        return 1
    _save_and_tell(args, match)
    if end == "left" and not args.save:
        print("you left; `--save F` keeps a match to go on with")
    print("\n".join(result_lines(match, list(match.names))))
    return 0


def _at_screen(
    args: argparse.Namespace, game: Game, match: Match, people: frozenset[int], bots: dict[int, Bot]
) -> str:
    """People at a terminal: the table is drawn, they answer and command."""
    from gdl.interpreter.bots import bot_for
    from gdl.table.play import play
    from gdl.table.screen import Terminal
    from gdl.table.session import Seating, Session

    save_to = Path(args.save) if args.save else None
    seating = Seating(people, bots, bot_for(HINT))
    return play(Session(match, seating, Terminal(), save_to, game.sources), args.limit)


def _line_by_line(
    args: argparse.Namespace, match: Match, people: frozenset[int], bots: dict[int, Bot], watch: int | None
) -> str:
    """Over a pipe, or where only bots play: the log, plain questions."""
    from gdl.plain_play import PlainTable

    return PlainTable(match, people, print, input, watch, bots).play(args.limit)


def _save_and_tell(args: argparse.Namespace, match: Match) -> None:
    if args.save:
        save(match, Path(args.save))
        print(f"saved in {args.save}")


def bots_named(words: str, seats: int) -> dict[int, Bot]:
    """`ismcts:200` for every seat, or `random,mc:50` seat by seat; if there are fewer than seats, from the
    first again."""
    from gdl.interpreter.bots import bot_for

    try:
        bots = [bot_for(word) for word in words.split(",")]
    except ValueError as error:
        raise Usage(str(error), "as in `--bot ismcts:200` or `--bot random,mc:50`") from None
    if len(bots) > seats:
        raise Usage(f"{len(bots)} bots are named, but there are only {seats} seats")
    return {seat: bots[seat % len(bots)] for seat in range(seats)}


def _new(args: argparse.Namespace) -> tuple[Game, Match]:
    from gdl.interpreter.errors import PlayError

    game = chosen_game(args)
    program = program_for(game, args.players)
    names = [f"Player {seat + 1}" for seat in range(program.seats)]
    try:
        return game, game.new_match(program.seats, seed_of(args), names)
    except PlayError as error:
        complain([error.diagnostic], game.sources)
        raise Unplayable from None


def _resumed(args: argparse.Namespace) -> tuple[Game, Match]:
    """The game and the match of a save: with the variants, options and players that it was played with."""
    from gdl.interpreter.errors import PlayError
    from gdl.saves import is_changed

    saved = saved_in(Path(args.resume))
    game, program = game_of(saved, args.file)
    if args.variant or args.set or args.players not in (None, program.seats):
        raise Usage("a resumed match has its variants, options and players: they cannot be chosen again")
    try:
        if is_changed(program, saved) and saved["seed"] is not None:
            different = note_changes(program, saved)
            if different:
                raise Usage(f"{args.resume} cannot be resumed: {different}")
        return game, game.load_match(saved)
    except (ValueError, KeyError, TypeError, AttributeError, PlayError) as error:
        raise Usage(f"{args.resume} cannot be resumed: {error}") from None


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
    from gdl.saves import write_save

    try:
        write_save(match, path)
    except OSError as error:
        raise Usage(f"{path} cannot be written: {error.strerror}") from None
