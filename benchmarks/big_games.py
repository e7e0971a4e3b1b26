"""Random play of the larger games: decisions and playouts in a second of processor time.

    python -m benchmarks.big_games [--games 1.0] [--rounds 3] [NAME ...]

The same seeds every time, so that two versions of the interpreter play the very same games; the best round counts.
`--games 0.2` plays a fifth as many.
"""

from __future__ import annotations

import argparse
import time

import gdl
from gdl.cli.bench import defined

GAMES = {
    "mossflower": 400, "bones_and_banners": 60, "stratego_conquest": 25, "tossing_tiger": 200, "weasel_wars": 10,
}  # fmt: skip
"""How many games come to about a second."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=list(GAMES), metavar="NAME")
    parser.add_argument("--games", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    print(f"{'game':20} {'decisions/s':>12} {'playouts/s':>11} {'decisions a game':>17}")
    for name in args.names:
        play = defined(gdl.load(name).new_match(2, 0).machine)
        play(0)
        count = max(1, round(GAMES.get(name, 50) * args.games))
        best, decisions = float("inf"), 0
        for _ in range(args.rounds):
            start = time.process_time()
            decisions = sum(play(seed) for seed in range(count))
            best = min(best, time.process_time() - start)
        print(f"{name:20} {decisions / best:12,.0f} {count / best:11.1f} {decisions / count:17.0f}")


if __name__ == "__main__":
    main()
