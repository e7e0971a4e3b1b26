"""`gdl sim FILE --bots A,B`: bots meet, and the standings are told with how sure they are."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from gdl.cli.output import complain
from gdl.cli.parser import Usage

if TYPE_CHECKING:
    from gdl.dsl import ir
    from gdl.game import Game
    from gdl.tournament import Standing


def run(args: argparse.Namespace, game: Game, program: ir.Program, seed: int) -> int:
    from gdl.interpreter.errors import PlayError
    from gdl.tournament import tournament

    bots = named(args.bots, program)
    if args.format == "html" or args.workers > 1:
        raise Usage("with --bots there is `--format text` and `json`, and one process")
    standings: list[Standing] = []
    try:
        for done, now in enumerate(tournament(program, bots, args.games, seed, args.rotate, args.limit), 1):
            standings = now
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{done} of {args.games} games\x1b[K" if done < args.games else "\r\x1b[K")
    except PlayError as error:
        complain([error.diagnostic], game.sources)
        return 1
    told = report(program, standings, args.games, seed)
    sys.stdout.write(_text(told) if args.format == "text" else json.dumps(told, indent=2) + "\n")
    return 0


def named(words: str, program: ir.Program) -> list[str]:
    """The bots of `ismcts:100,random`, or `Usage`."""
    from gdl.interpreter.bots import bot_for

    bots = [word.strip() for word in words.split(",")]
    for bot in bots:
        try:
            bot_for(bot)
        except ValueError as error:
            raise Usage(str(error), "as in `--bots ismcts:100,random`") from None
    if len(bots) > program.seats and not program.cooperative:
        raise Usage(f"{len(bots)} bots are named, but there are only {program.seats} seats")
    return bots


def report(program: ir.Program, standings: list[Standing], games: int, seed: int) -> dict[str, Any]:
    """What `--format json` prints; it follows `schemas/tournament.schema.json`."""
    return {
        "game": program.name,
        "variants": list(program.variants),
        "players": program.seats,
        "cooperative": program.cooperative,
        "games": games,
        "seed": seed,
        "bots": [
            {
                "bot": each.bot,
                "games": each.games,
                "won": round(each.won, 3),
                "tied": round(each.tied, 3),
                "unfinished": each.unfinished,
                "share": round(each.share, 4),
                "low": round(each.interval[0], 4),
                "high": round(each.interval[1], 4),
                "score": round(each.mean_score, 3),
            }
            for each in standings
        ],
    }


def _text(told: dict[str, Any]) -> str:
    together = ", all seats of a game by the same bot" if told["cooperative"] else ""
    lines = [
        f"{told['game']}: {told['players']} players, {told['games']} games, seed {told['seed']}{together}",
        "",
    ]
    width = max(10, *(len(bot["bot"]) for bot in told["bots"]))
    lines.append(f"{'bot':<{width}}  games    won   tied  share           95%     score")
    for bot in told["bots"]:
        won, tied = (bot[name] / bot["games"] if bot["games"] else 0.0 for name in ("won", "tied"))
        sure = f"{bot['low']:.0%} to {bot['high']:.0%}"
        lines.append(
            f"{bot['bot']:<{width}} {bot['games']:>6} {won:>6.0%} {tied:>6.0%} {bot['share']:>6.0%}"
            f" {sure:>13} {bot['score']:>9.2f}"
        )
        if bot["unfinished"]:
            lines.append(f"{'':<{width}}  {bot['unfinished']} given up at the limit")
    return "\n".join(lines) + "\n"
