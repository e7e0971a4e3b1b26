"""`gdl bench FILE`: how fast: loading and compiling, decisions, playouts and copies; with `--against`, side by side with
the same game written by hand in Python."""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.cli.game_options import add_game, chosen_game, program_for, seed_of
from gdl.cli.parser import Usage

if TYPE_CHECKING:
    from gdl.interpreter.machine import Machine

Play = Callable[[int], int]
"""A random game to its end, from a seed: how many decisions it took."""
ROUNDS = 5


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--seconds", type=float, default=1.0, metavar="T", help="how long to measure each (1)"
    )
    parser.add_argument(
        "--against",
        metavar="FILE.py",
        help="the same game written by hand: `new(seed)` gives a game with `is_over`, `legal_moves`, `apply` and `copy`",
    )
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to say it (text)")


def run(args: argparse.Namespace) -> int:
    if not 0 < args.seconds < 3600:
        raise Usage("--seconds is more than 0, and less than an hour")
    start = time.perf_counter()
    game = chosen_game(args)
    program = program_for(game, args.players)
    compiled = time.perf_counter() - start
    new = None
    if args.against is not None:
        try:
            new = written_by_hand(Path(args.against))
        except (OSError, ImportError, SyntaxError, AttributeError) as error:
            print(f"gdl bench: {args.against} cannot be used: {error}", file=sys.stderr)
            return 2
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
    told: dict[str, Any] = {
        "game": program.name,
        "players": program.seats,
        "load_and_compile_seconds": round(compiled, 4),
        "first_playout_seconds": round(first, 4),
        "playouts_per_second": round(playouts, 1),
        "decisions_per_second": round(decisions / spent, 1),
        "copies_per_second": round(copies, 1),
        "microseconds_a_copy": round(1e6 / copies, 2),
    }
    if new is not None:
        ours, theirs = side_by_side(defined(machine), by_hand(new), args.seconds / ROUNDS)
        told["side_by_side_decisions_per_second"] = round(ours, 1)
        told["by_hand_decisions_per_second"] = round(theirs, 1)
        told["by_hand_microseconds_a_copy"] = round(1e6 / _rate(new(1).copy, args.seconds / 4)[0], 2)
        told["times_as_fast_as_by_hand"] = round(ours / theirs, 2)
    if args.format == "json":
        print(json.dumps(told, indent=2))
    else:
        for name, value in told.items():
            print(
                f"{name.replace('_', ' '):<34} {value:>14,}"
                if not isinstance(value, str)
                else f"{name:<34} {value:>14}"
            )
    return 0


def _rate(act: Callable[[], object], seconds: float) -> tuple[float, float]:
    """How often a second, and how long it was tried."""
    start, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < seconds:
        act()
        count += 1
    return count / spent, spent


# ---------------------------------------------------------------------------------------------- side by side


def written_by_hand(path: Path) -> Callable[[int], Any]:
    """`new` of a Python file."""
    spec = importlib.util.spec_from_file_location(f"by_hand_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there for the module they are defined in
    spec.loader.exec_module(module)
    new: Callable[[int], Any] = module.new
    return new


def defined(machine: Machine) -> Play:
    """Random games of a definition, each from a new match."""
    from gdl.interpreter.match import Match

    def play(seed: int) -> int:
        return Match.new(machine, seed, mode="fast").playout(random.Random(seed))

    return play


def by_hand(new: Callable[[int], Any]) -> Play:
    """Random games of a class written by hand, which lists its moves before each one, too."""

    def play(seed: int) -> int:
        rng = random.Random(seed)
        game = new(seed)
        decisions = 0
        while not game.is_over():
            moves = game.legal_moves()
            game.apply(moves[int(rng.random() * len(moves))])
            decisions += 1
        return decisions

    return play


def side_by_side(ours: Play, theirs: Play, seconds: float, rounds: int = ROUNDS) -> tuple[float, float]:
    """Decisions in a second of processor time for both, in turns; the best round of each counts, since other work on the
    machine only makes rounds slower."""
    best = [0.0, 0.0]
    for _ in range(rounds):
        for i, play in enumerate((ours, theirs)):
            best[i] = max(best[i], _decisions_a_second(play, seconds))
    return best[0], best[1]


def _decisions_a_second(play: Play, seconds: float) -> float:
    decisions = seed = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds or not seed:
        decisions += play(seed)
        seed += 1
    return decisions / spent
