"""The table of docs/bots.md: searching bots against random ones and against each other in shipped games.

    nice python -m benchmarks.bots [GAME ...] [--only ismcts,mc]      plays what is missing, and tells all
    python -m benchmarks.bots --report                                plays nothing
    python -m benchmarks.bots --report --write docs/bots.md           puts the table there in place of the old one

Every game that was played is a line of `bots.jsonl` beside this file (or of `--keep`), with the rules that it was played
by: a run that was stopped goes on where it was, and after a change of a game's rules only that game is played again. Rows take
turns, a few games each, so that what there is when it is stopped is fair to all of them.

Both bots of a pair have the same number of iterations, that is of playouts. Few of them, so that one core does it in an
hour: the intervals say how much it proves.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import gdl
from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.interpreter.bots import bot_for
from gdl.simulate import seeds_of
from gdl.tournament import Standing, lineup, play, sides

SEED = 1
KEPT = Path(__file__).parent / "bots.jsonl"
BATCH = 10
"""Games of a row before the next row has its turn."""
GAMES = {
    "tic_tac_toe": (2, 100, 100, 500),
    "nim": (2, 100, 100, 500),
    "connect_four": (2, 60, 80, 500),
    "liars_dice": (2, 30, 80, 500),
    "love_letter": (2, 20, 60, 500),
    "mossflower": (1, 40, 40, 2000),
    "stratego_conquest": (2, 24, 30, 4000),
    "weasel_wars": (2, 8, 20, 8000),
    "bones_and_banners": (2, 16, 40, 4000),
    "tossing_tiger": (4, 24, 160, 1000),
}
"""Players, iterations a decision, games (of each bot, where they play together), and decisions after which a game is given up."""
PLACES = ("span", "cites", "comments")
"""Where something is written."""
WORDS = ("title", "authors", "rulebook", "endless")
"""What a header says to people only."""
PAIRS = (("ismcts", "random"), ("mc", "random"), ("ismcts", "mc"))
COLUMNS = ("game", "players", "bots", "games", "share", "95%", "other's share", "95%", "", "seconds")


@dataclass(frozen=True)
class Row:
    """Two bots in one game."""

    game: str
    pair: tuple[str, str]

    @property
    def bots(self) -> tuple[str, str]:
        first, second = (bot if bot == "random" else f"{bot}:{GAMES[self.game][1]}" for bot in self.pair)
        return first, second


@cache
def rules_key(name: str) -> str:
    """What tells rules apart: all that the definition says but where it says it, so that comments, scenarios and what the
    compiler makes of it change nothing."""
    loaded = gdl.load(name).loaded
    assert loaded is not None  # read from text
    settings = [setting for setting in loaded.game.settings if setting.name.name not in WORDS]
    text = repr([_said(each) for each in (*settings, *loaded.declarations)])
    return hashlib.sha256(f"{GAMES[name][0]} {text}".encode()).hexdigest()[:16]


def _said(node: object) -> object:
    """A node as plain tuples. What is not given is left out: a new, optional part of the language changes nothing."""
    if isinstance(node, s.Node):
        told = {each.name: getattr(node, each.name) for each in fields(node) if each.name not in PLACES}
        return type(node).__name__, [(key, _said(value)) for key, value in told.items() if value not in (None, (), "")]
    return [_said(each) for each in node] if isinstance(node, tuple) else node


@cache
def program_of(name: str) -> ir.Program:
    return gdl.load(name).program(GAMES[name][0])


class Kept:
    """The games that have been played."""

    def __init__(self, path: Path):
        self.path = path
        self.games: dict[tuple[Any, ...], dict[str, Any]] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                told = json.loads(line)
                self.games[told["game"], told["rules"], *told["bots"], told["number"]] = told

    def add(self, told: dict[str, Any]) -> None:
        self.games[told["game"], told["rules"], *told["bots"], told["number"]] = told
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")

    def of(self, row: Row, program: ir.Program) -> Iterator[dict[str, Any]]:
        key = rules_key(row.game)
        for number in range(count(row, program)):
            told = self.games.get((row.game, key, *row.bots, number))
            if told is not None:
                yield told


def count(row: Row, program: ir.Program) -> int:
    games = GAMES[row.game][2]
    return 2 * games if program.cooperative else games


def played(row: Row, program: ir.Program, number: int) -> dict[str, Any]:
    """One game: what each of the seats of either bot had of it."""
    seating = lineup(2, program.seats, number, program.cooperative, rotate=True)
    start = time.process_time()
    match = play(program, row.bots, seating, seeds_of(SEED, number // 2 + 1)[-1], GAMES[row.game][3])
    results = match.result and [[seat.outcome, seat.score] for seat in match.result]
    return {
        "game": row.game, "rules": rules_key(row.game), "bots": list(row.bots), "number": number, "seating": seating,
        "results": results, "seconds": round(time.process_time() - start, 3),
    }  # fmt: skip


def standings(row: Row, found: Iterable[dict[str, Any]]) -> tuple[list[Standing], float]:
    from gdl.interpreter.match import Result

    both = [Standing(bot_for(bot).name) for bot in row.bots]
    seconds = 0.0
    for told in found:
        seconds += told["seconds"]
        results = told["results"] and [Result(*result) for result in told["results"]]
        for number in dict.fromkeys(told["seating"]):
            both[number].add(*sides(results, told["seating"], number))
    return both, seconds


def verdict(one: Standing, other: Standing, together: bool) -> str:
    """What the intervals say."""
    least, most = (other.interval[1], other.interval[0]) if together else (0.5, 0.5)
    word = "clearly more" if one.interval[0] > least else "clearly less" if one.interval[1] < most else "not told apart"
    given_up = one.unfinished + (other.unfinished if together else 0)
    return f"{word}; {given_up} given up" if given_up else word


def line(row: Row, program: ir.Program, kept: Kept) -> str:
    (one, other), seconds = standings(row, kept.of(row, program))
    shown = [each for bot in (one, other) for each in (f"{bot.share:.0%}", "{:.0%} to {:.0%}".format(*bot.interval))]
    told = (
        row.game, program.seats, " against ".join(row.bots), one.games, *shown,
        verdict(one, other, program.cooperative), f"{seconds:.0f}",
    )  # fmt: skip
    return f"| {' | '.join(map(str, told))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--only", metavar="BOTS", help="a pair, as in `ismcts,mc`")
    parser.add_argument("--keep", type=Path, metavar="F", default=KEPT, help="where the games are kept")
    parser.add_argument("--report", action="store_true", help="play nothing")
    parser.add_argument("--write", type=Path, metavar="F", help="put the table into this page, in place of the old one")
    args = parser.parse_args()
    kept = Kept(args.keep)
    programs = {name: program_of(name) for name in args.games or GAMES}
    rows = [Row(name, pair) for pair in PAIRS if args.only in (None, ",".join(pair)) for name in programs]
    most = 0 if args.report else max(count(row, programs[row.game]) for row in rows)
    for first in range(0, most, BATCH):
        for row in rows:
            program = programs[row.game]
            done = {told["number"] for told in kept.of(row, program)}
            for number in range(first, min(first + BATCH, count(row, program))):
                if number not in done:
                    kept.add(played(row, program, number))
    lines = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    lines += [line(row, programs[row.game], kept) for row in rows if any(kept.of(row, programs[row.game]))]
    print("\n".join(lines))
    if args.write is not None:
        page = args.write.read_text(encoding="utf-8").splitlines()
        first = page.index(next(each for each in page if each.startswith("| game |")))
        last = next((n for n in range(first, len(page)) if not page[n].startswith("|")), len(page))
        page[first:last] = lines
        args.write.write_text("\n".join(page) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
