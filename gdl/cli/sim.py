"""`gdl sim FILE`: many games by bots, and what came of them."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.cli import contest
from gdl.cli.game_options import add_game, chosen_game, program_for, seed_of
from gdl.cli.output import complain
from gdl.cli.parser import Usage

if TYPE_CHECKING:
    from gdl.dsl import ir
    from gdl.simulate import Tally


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many (100)")
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="how many processes share them (1)"
    )
    parser.add_argument(
        "--limit", type=int, default=20_000, metavar="N", help="give a game up after N decisions (20000)"
    )
    parser.add_argument(
        "--bot", metavar="BOT", help="who plays all seats: `random` (default), `mc:50`, `ismcts:50`"
    )
    parser.add_argument(
        "--keep", metavar="F", help="write each game to this file; the same command goes on where it was stopped"
    )
    parser.add_argument(
        "--bots", metavar="BOTS", help="let these bots meet, as in `ismcts:100,random`; tells what each wins"
    )
    parser.add_argument(
        "--rotate", action="store_true", help="with --bots: they change seats from game to game"
    )
    parser.add_argument(
        "--format", choices=["text", "json", "html"], default="text", help="how to say it (text)"
    )


def run(args: argparse.Namespace) -> int:
    from gdl.dsl.header import endless_of
    from gdl.sim_report import report
    from gdl.sim_text import as_text

    if args.games < 1 or args.workers < 1:
        raise Usage("--games and --workers are at least 1")
    game = chosen_game(args)
    program = program_for(game, args.players)
    if args.keep and args.seed is None:
        raise Usage("with --keep, say which games: `--seed S`")
    seed = seed_of(args)
    if args.bots:
        if args.keep or args.bot:
            raise Usage("--keep and --bot are for one kind of player; --bots lets several meet")
        return contest.run(args, game, program, seed)
    tally = _played(args, program, seed)
    endless = endless_of(game.loaded.game) if game.loaded else ""
    told = report(program, tally, args.games, seed, endless, args.bot or "random")
    sys.stdout.write({"text": as_text, "json": _json, "html": _html}[args.format](told))
    for played, diagnostic in tally.failures.items():
        print(f"the game with seed {played} failed:", file=sys.stderr)
        complain([diagnostic], game.sources)
    return 1 if tally.failures else 0


def _played(args: argparse.Namespace, program: ir.Program, seed: int) -> Tally:
    """All games; Ctrl-C leaves those that are done in the file of `--keep`."""
    from gdl.interpreter.bots import bot_for
    from gdl.sim_file import OtherSimulation, games_kept
    from gdl.simulate import How, Tally, each_game, seeds_of

    if args.bot:
        try:
            bot_for(args.bot)
        except ValueError as error:
            raise Usage(str(error), "as in `--bot mc:50`") from None
    how = How(args.limit, bot="" if args.bot == "random" else args.bot or "", watch=True)
    seeds = seeds_of(seed, args.games)
    progress = _progress(args.games)
    total = Tally()
    played = (
        games_kept(Path(args.keep), program, seeds, seed, how, args.workers)
        if args.keep
        else each_game(program, seeds, how, args.workers)
    )
    try:
        for tally in played:
            total.add(tally)
            if progress:
                progress(total.games)
    except OtherSimulation as error:
        raise Usage(str(error), "take another file, or remove it") from None
    except OSError as error:
        raise Usage(f"{args.keep} cannot be written: {error.strerror}") from None
    except KeyboardInterrupt:
        if progress:
            sys.stderr.write("\r\x1b[K")
        if args.keep:
            print(f"{total.games} games are in {args.keep}; the same command goes on", file=sys.stderr)
        raise
    return total


def _progress(games: int) -> Any:
    """A bar on standard error, at a terminal only."""
    if not sys.stderr.isatty():
        return None
    start = time.monotonic()

    def show(done: int) -> None:
        filled = done * 40 // games
        left = (time.monotonic() - start) / done * (games - done)
        end = "\r\x1b[K" if done >= games else ""
        bar = f"[{'#' * filled}{' ' * (40 - filled)}]"
        sys.stderr.write(f"\r{bar} {done} of {games}, {left:.0f} s left\x1b[K{end}")
        sys.stderr.flush()

    return show


def _json(told: dict[str, Any]) -> str:
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _html(told: dict[str, Any]) -> str:
    from gdl.sim_page import as_html

    return as_html(told)
