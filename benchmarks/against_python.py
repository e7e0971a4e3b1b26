"""Side by side in one run: random play of a definition, and of the same game written by hand in idiomatic Python.

    python -m benchmarks.against_python [--seconds 1.0] [--rounds 3]

Both play random games to the end from a new match; both list their legal moves before each. The best of several rounds
counts (other work on the machine only makes rounds slower). A ratio over 1 means that the definition is faster.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable
from pathlib import Path

import gdl

HERE = Path(__file__).parent
GAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "pig": "pig",
    "war": str(HERE / "war.gdl"),
}


def measured(play: Callable[[int], int], seconds: float) -> float:
    """Decisions a second."""
    decisions, seed = 0, 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        decisions += play(seed)
        seed += 1
    return decisions / (time.perf_counter() - start)


def by_hand(name: str) -> Callable[[int], int]:
    new = importlib.import_module(f"benchmarks.by_hand.{name}").new

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


def defined(path: str) -> Callable[[int], int]:
    first = gdl.load(path).new_match(2, 0)

    def play(seed: int) -> int:
        match = first.copy()
        match.state[1] = (seed * 2654435761 + 1) & (2**64 - 1)
        return match.playout(random.Random(seed))

    return play


def copies(make: Callable[[], object]) -> float:
    """Microseconds a copy."""
    copied = make()
    start = time.perf_counter()
    for _ in range(20_000):
        copied.copy()  # type: ignore[attr-defined]
    return (time.perf_counter() - start) / 20_000 * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    print(
        f"{'game':14} {'definition/s':>14} {'by hand/s':>14} {'ratio':>7} {'copy µs':>9} {'by hand µs':>11}"
    )
    for name, path in GAMES.items():
        ours, theirs = defined(path), by_hand(name)
        best = [0.0, 0.0]
        for _ in range(args.rounds):
            for i, play in enumerate((ours, theirs)):
                best[i] = max(best[i], measured(play, args.seconds))
        new = importlib.import_module(f"benchmarks.by_hand.{name}").new
        match = gdl.load(path).new_match(2, 0)
        mine, hand = copies(lambda m=match: m), copies(lambda n=new: n(0))  # type: ignore[misc]
        print(
            f"{name:14} {best[0]:14,.0f} {best[1]:14,.0f} {best[0] / best[1]:7.2f} {mine:9.2f} {hand:11.2f}"
        )


if __name__ == "__main__":
    main()
