"""Side by side in one run: random play of a definition, and of the same game written by hand in idiomatic Python.

    python -m benchmarks.against_python [--seconds 1.0] [--rounds 5]

Both play random games to the end from a new match (set-up and dealing included); both list their legal moves before each.
Processor time, in turns; the best of several rounds counts (other work on the machine only makes rounds slower).
A ratio over 1 means that the definition is faster. `gdl bench GAME --against FILE.py` measures one game in the same way.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gdl
from gdl.cli.bench import by_hand, defined, side_by_side, written_by_hand

HERE = Path(__file__).parent
GAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "pig": "pig",
    "war": str(HERE / "war.gdl"),
}
COPIES = 20_000


def copies(copy: Callable[[], Any]) -> float:
    """Microseconds a copy."""
    start = time.process_time()
    for _ in range(COPIES):
        copy()
    return (time.process_time() - start) / COPIES * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    print(
        f"{'game':14} {'definition/s':>14} {'by hand/s':>14} {'ratio':>7} {'copy µs':>9} {'by hand µs':>11}"
    )
    for name, path in GAMES.items():
        match = gdl.load(path).new_match(2, 0)
        new = written_by_hand(HERE / "by_hand" / f"{name}.py")
        ours, theirs = side_by_side(defined(match.machine), by_hand(new), args.seconds, args.rounds)
        mine, hand = copies(match.copy), copies(new(0).copy)
        print(f"{name:14} {ours:14,.0f} {theirs:14,.0f} {ours / theirs:7.2f} {mine:9.2f} {hand:11.2f}")


if __name__ == "__main__":
    main()
