"""`gdl bench FILE`: how fast: loading and compiling, decisions, playouts and copies."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable

from gdl.cli.game_options import add_game, chosen_game, program_for, seed_of


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--seconds", type=float, default=1.0, metavar="T", help="how long to measure each (1)"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to say it (text)")


def run(args: argparse.Namespace) -> int:
    start = time.perf_counter()
    game = chosen_game(args)
    program = program_for(game, args.players)
    compiled = time.perf_counter() - start
    from gdl.interpreter.match import Match, machine_for

    machine = machine_for(program)
    source = random.Random(seed_of(args))
    start = time.perf_counter()
    Match.new(machine, 1, mode="fast").playout(source, 20_000)
    first = time.perf_counter() - start
    decisions = 0

    def playout() -> None:
        nonlocal decisions
        decisions += Match.new(machine, source.getrandbits(32), mode="fast").playout(source, 20_000)

    playouts, spent = _rate(playout, args.seconds)
    match = Match.new(machine, 1)
    copies, _ = _rate(match.copy, args.seconds / 4)
    told = {
        "game": program.name,
        "players": program.seats,
        "load_and_compile_seconds": round(compiled, 4),
        "first_playout_seconds": round(first, 4),
        "playouts_per_second": round(playouts, 1),
        "decisions_per_second": round(decisions / spent, 1),
        "copies_per_second": round(copies, 1),
    }
    if args.format == "json":
        print(json.dumps(told, indent=2))
    else:
        for name, value in told.items():
            print(
                f"{name.replace('_', ' '):<26} {value:>14,}"
                if not isinstance(value, str)
                else f"{name:<26} {value:>14}"
            )
    return 0


def _rate(act: Callable[[], object], seconds: float) -> tuple[float, float]:
    """How often a second, and how long it was tried."""
    start, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < seconds:
        act()
        count += 1
    return count / spent, spent
