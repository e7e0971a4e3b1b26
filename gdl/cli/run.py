"""`gdl run FILE`: play. Without a terminal all seats are bots, and the log and the result are printed."""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.cli.game_options import add_game, chosen_game, program_for, seed_of
from gdl.cli.output import complain
from gdl.cli.parser import Usage

if TYPE_CHECKING:
    from gdl.interpreter.match import Match


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--save", metavar="F", help="write the match here at its end")
    parser.add_argument(
        "--limit", type=int, default=20_000, metavar="N", help="give up after N decisions (20000)"
    )


def run(args: argparse.Namespace) -> int:
    from gdl.interpreter.errors import PlayError
    from gdl.interpreter.match import Match

    game = chosen_game(args)
    program = program_for(game, args.players)
    seed = seed_of(args)
    print(f"{program.title or program.name}: {program.seats} players, all bots, seed {seed}")
    names = [f"Player {seat + 1}" for seat in range(program.seats)]
    try:
        match = Match.new(program, seed, names)
        play_by_bots(match, seed, args.limit)
    except PlayError as error:
        complain([error.diagnostic], game.sources)
        return 1
    if args.save:
        save(match, Path(args.save))
    print("\n".join(result_lines(match, names)))
    return 0


def play_by_bots(match: Match, seed: int, limit: int) -> None:
    """Plays at random to the end or to the limit, printing the log as a spectator reads it."""
    choose = random.Random(seed)
    shown = 0
    for _ in range(limit):
        shown = _print_log(match, shown)
        request = match.request
        if request is None:
            return
        match.apply_index(choose.randrange(len(request)))
    _print_log(match, shown)


def _print_log(match: Match, start: int) -> int:
    for line in match.log[start:]:
        text = line.text(None)
        if text is not None:
            who = f"{match.names[line.seat]}: " if line.word == "choice" and line.seat >= 0 else ""
            sys.stdout.write(f"  {who}{text}\n")
    return len(match.log)


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
