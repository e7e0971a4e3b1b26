"""`gdl perft FILE`: how many sequences of decisions and chance outcomes there are, depth by depth."""

from __future__ import annotations

import argparse
import json
import time

from gdl.cli.game_options import add_game, chosen_game, program_for
from gdl.cli.output import complain
from gdl.cli.parser import Usage


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, seed=False)
    parser.add_argument("--depth", type=int, default=3, metavar="N", help="how many steps from the start (3)")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to say it (text)")


def run(args: argparse.Namespace) -> int:
    from gdl.interpreter.errors import PlayError
    from gdl.interpreter.perft import perft

    if args.depth < 0:
        raise Usage("--depth is 0 or more")
    game = chosen_game(args)
    program = program_for(game, args.players)
    start = time.perf_counter()
    try:
        counts = perft(program, args.depth)
    except PlayError as error:
        complain([error.diagnostic], game.sources)
        return 1
    seconds = time.perf_counter() - start
    if args.format == "json":
        rows = [{"depth": each.depth, "lines": each.lines, "finished": each.finished} for each in counts]
        print(json.dumps({"game": program.name, "players": program.seats, "counts": rows}, indent=2))
        return 0
    print("depth        lines  games ended there")
    for each in counts:
        print(f"{each.depth:>5} {each.lines:>12,} {each.finished:>18,}")
    print(f"in {seconds:.2f} s")
    return 0
