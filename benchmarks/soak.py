"""Random play of every shipped game, for few and for many players and with every variant, for as long as is wanted.

    nice python -m benchmarks.soak [--seconds 600] [--seed 1] [GAME ...]        a table as Markdown

Tables take turns by the clock, so that each has the same time. Decisions are made at random by the same code that
bots and simulations use. Every so often the play stops, and all that must hold there is checked for one of the seats,
in turn: every component is in one place, every variable in its range, every fact true; what the seat does not know
changes nothing that it is shown or reads; a guess depends on nothing that it does not know. Whatever fails is told with
the table, the seed and the number of the decision, and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from gdl.dsl import ir
from gdl.interpreter.match import Match

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "knowledge"), str(TESTS / "run")]

from battery import Battery  # noqa: E402
from shipped import TABLES, Table  # noqa: E402

TURN = 2.0
"""Seconds of processor time that a table has in a turn."""
CHECKING = 0.2
"""The part of that time that checks may take."""
STRIDE = 40
"""Decisions between two checks, on average, where they are cheap."""
CAP = 100_000
"""Decisions after which a game is left: a few games may be endless, if nobody wants them to end."""


@dataclass(slots=True)
class Soaked:
    """What has been played of a game, or of all."""

    tables: set[str] = field(default_factory=set)
    games: int = 0
    left: int = 0
    decisions: int = 0
    checks: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: Soaked) -> None:
        self.tables |= other.tables
        self.games += other.games
        self.left += other.left
        self.decisions += other.decisions
        self.checks += other.checks
        self.failures += other.failures


def soak(table: Table, program: ir.Program, seed: int, seconds: float) -> Soaked:
    """Games of one table until the time is up; the last one is not played to its end."""
    told = Soaked({str(table)})
    battery = Battery(program)
    start = time.process_time()
    checking = 0.0
    rng = Random(seed)
    while (spent := time.process_time() - start) < seconds:
        game = rng.getrandbits(32)
        choose = Random(game)
        made = 0
        try:
            match = Match.new(program, game, mode="fast")
            while not match.over and made < CAP and (spent := time.process_time() - start) < seconds:
                made += match.playout(choose, 1 + choose.randrange(2 * STRIDE))
                question = match.question
                # A playout may stop among steps that leave no choice: nobody is asked there.
                if question is not None and len(question.options) > 1 and checking <= CHECKING * spent:
                    before = time.process_time()
                    battery.check(match, game + made, seats=(told.checks % program.seats,))
                    checking += time.process_time() - before
                    told.checks += 1
        except Exception as error:  # whatever it is, it must not happen
            told.failures.append(f"{table}, seed {game}, decision {made}: {type(error).__name__}: {error}"[:400])
        told.games += bool(made) and match.over
        told.left += made >= CAP
        told.decisions += made
    return told


def rows(by_game: dict[str, Soaked]) -> list[str]:
    total = Soaked()
    lines = ["| game | tables | games to the end | decisions | checked | failed |", "|---|---|---|---|---|---|"]
    for name, told in by_game.items():
        total.add(told)
        lines.append(_row(name, told))
    return [*lines, _row("**all**", total)]


def _row(name: str, told: Soaked) -> str:
    return (
        f"| {name} | {len(told.tables)} | {told.games:,} | {told.decisions:,} | {told.checks:,} | {len(told.failures):,} |"
    )


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=600.0, help="of the clock")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    tables = [table for table in TABLES if not args.games or table.game in args.games]
    rng = Random(args.seed)
    by_game: dict[str, Soaked] = {table.game: Soaked() for table in tables}
    ways: Counter[str] = Counter()
    end = time.monotonic() + args.seconds
    start = time.process_time()
    while not ways or time.monotonic() < end:
        for table in tables:
            if ways and time.monotonic() > end and len(ways) == len(tables):
                break
            ways[str(table)] += 1
            told = soak(table, table.program, rng.getrandbits(32), TURN)
            by_game[table.game].add(told)
            for failure in told.failures:
                print(f"failed: {failure}", file=sys.stderr, flush=True)
            if sys.stderr.isatty():
                print(f"\r{sum(each.decisions for each in by_game.values()):>15,} decisions", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print("\n".join(rows(by_game)))
    print(f"\n{time.process_time() - start:.0f} seconds of processor time, seed {args.seed}")
    left = sum(each.left for each in by_game.values())
    if left:
        print(f"{left} games were left after {CAP:,} decisions")
    return 1 if any(each.failures for each in by_game.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
