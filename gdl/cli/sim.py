"""`gdl sim FILE`: many games by bots, and what came of them."""

from __future__ import annotations

import argparse
import json
import sys
from html import escape
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
        "--bots", metavar="BOTS", help="let these bots meet, as in `ismcts:100,random`; tells what each wins"
    )
    parser.add_argument(
        "--rotate", action="store_true", help="with --bots: they change seats from game to game"
    )
    parser.add_argument(
        "--format", choices=["text", "json", "html"], default="text", help="how to say it (text)"
    )


def run(args: argparse.Namespace) -> int:
    from gdl.simulate import simulate

    if args.games < 1 or args.workers < 1:
        raise Usage("--games and --workers are at least 1")
    game = chosen_game(args)
    program = program_for(game, args.players)
    seed = seed_of(args)
    if args.bots:
        return contest.run(args, game, program, seed)
    tally = simulate(program, args.games, seed, args.workers, args.limit, _progress(args.games))
    told = report(program, tally, args.games, seed)
    sys.stdout.write({"text": _text, "json": _json, "html": _html}[args.format](told))
    for played, diagnostic in tally.failures.items():
        print(f"the game with seed {played} failed:", file=sys.stderr)
        complain([diagnostic], game.sources)
    return 1 if tally.failures else 0


def report(program: ir.Program, tally: Tally, games: int, seed: int) -> dict[str, Any]:
    """What `--format json` prints; it follows `schemas/sim.schema.json`."""
    from gdl.simulate import never_used, playouts_per_second

    lengths = sorted(tally.lengths) or [0]
    names = sorted(set(tally.offered) | set(tally.taken))
    failed = bool(tally.failures)
    return {
        "game": program.name,
        "variants": list(program.variants),
        "options": {name: value for name, value in program.options},
        "players": program.seats,
        "games": games,
        "seed": seed,
        "finished": tally.finished,
        "capped": tally.capped,
        "failed": len(tally.failures),
        "decisions": tally.decisions,
        "decisions_per_second": round(tally.decisions / tally.seconds, 1) if tally.seconds else 0.0,
        "playouts_per_second": 0.0 if failed else round(playouts_per_second(program, seed), 1),
        "length": {
            "mean": round(sum(lengths) / len(lengths), 2),
            "p5": _percentile(lengths, 5),
            "p50": _percentile(lengths, 50),
            "p95": _percentile(lengths, 95),
        },
        "winners": {str(seat + 1): tally.winners[seat] for seat in range(program.seats)},
        "ends": dict(tally.ends.most_common()),
        "actions": {name: {"offered": tally.offered[name], "taken": tally.taken[name]} for name in names},
        "never_used": [str(each) for each in never_used(program, tally)],
    }


def _percentile(ordered: list[int], percent: int) -> int:
    """The smallest value that so many percent of all do not exceed."""
    rank = -(-percent * len(ordered) // 100)
    return ordered[max(rank, 1) - 1]


def _progress(games: int) -> Any:
    """A bar on standard error, at a terminal only."""
    if not sys.stderr.isatty():
        return None

    def show(done: int) -> None:
        filled = done * 40 // games
        end = "\r\x1b[K" if done >= games else ""
        sys.stderr.write(f"\r[{'#' * filled}{' ' * (40 - filled)}] {done} of {games}{end}")
        sys.stderr.flush()

    return show


def _json(told: dict[str, Any]) -> str:
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _head(told: dict[str, Any]) -> list[tuple[str, str]]:
    length = told["length"]
    wins = ", ".join(f"seat {seat} {n} ({100 * n // told['games']}%)" for seat, n in told["winners"].items())
    within = ", ".join(str(length[name]) for name in ("p5", "p50", "p95"))
    speed = (
        f"{told['decisions_per_second']:,} decisions and {told['playouts_per_second']:,} playouts a second"
    )
    return [
        ("game", " with ".join([told["game"], *told["variants"]])),
        ("players", f"{told['players']}, seed {told['seed']}"),
        ("games", f"{told['games']}: {told['finished']} finished, {told['capped']} not within the limit"),
        ("length", f"{length['mean']} decisions on average; 5%, 50%, 95% have up to {within}"),
        ("wins", wins),
        ("ends", ", ".join(f"{reason} {n}" for reason, n in told["ends"].items())),
        ("speed", speed),
    ]


def _text(told: dict[str, Any]) -> str:
    lines = [f"{name:<8} {text}" for name, text in _head(told)]
    if told["actions"]:
        width = min(40, max(len(name) for name in ["action", *told["actions"]]))
        lines += ["", f"{'action':<{width}}  offered    taken"]
        for name, counts in sorted(told["actions"].items(), key=lambda item: -item[1]["taken"]):
            lines.append(f"{name[:width]:<{width}} {counts['offered']:>8} {counts['taken']:>8}")
    if told["never_used"]:
        lines += ["", "never used:", *(f"  {name}" for name in told["never_used"])]
    return "\n".join(lines) + "\n"


def _html(told: dict[str, Any]) -> str:
    def table(head: list[str], rows: list[list[str]]) -> str:
        cells = "".join(f"<th>{escape(word)}</th>" for word in head)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows
        )
        return f"<table>\n<tr>{cells}</tr>\n{body}</table>\n"

    actions = [[name, str(n["offered"]), str(n["taken"])] for name, n in told["actions"].items()]
    unused = "".join(f"<li>{escape(name)}</li>\n" for name in told["never_used"])
    style = (
        "body{font:16px sans-serif;max-width:50em;margin:2em auto}td,th{text-align:left;padding-right:1em}"
    )
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(told["game"])}</title>\n'
        f"<style>{style}</style>\n<h1>{escape(told['game'])}</h1>\n"
        f"{table(['what', 'found'], [list(row) for row in _head(told)])}"
        f"<h2>Actions</h2>\n{table(['action', 'offered', 'taken'], actions)}"
        + (f"<h2>Never used</h2>\n<ul>\n{unused}</ul>\n" if unused else "")
        + "</html>\n"
    )
