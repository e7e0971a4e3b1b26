"""The table of docs/bots.md: searching bots against random ones and against each other in shipped games.

    nice python benchmarks/bots.py [GAME ...] [--only ismcts,mc]        rows as Markdown, each when it is done

Few games and few iterations, so that one core does it in half an hour: the intervals say how much it proves.
"""

from __future__ import annotations

import argparse
import time

import gdl
from gdl.tournament import Standing, tournament

SEED = 1
GAMES = {
    "tic_tac_toe": (2, 100, 60, 500),
    "nim": (2, 100, 60, 500),
    "connect_four": (2, 60, 40, 500),
    "liars_dice": (2, 50, 40, 500),
    "love_letter": (2, 30, 40, 500),
    "mossflower": (1, 20, 30, 2000),
    "stratego_conquest": (2, 20, 12, 4000),
    "weasel_wars": (2, 4, 6, 8000),
    "bones_and_banners": (2, 6, 10, 3000),
    "tossing_tiger": (2, 12, 24, 1000),
}
"""Players, iterations a decision, games, and decisions after which a game is given up."""
PAIRS = (("ismcts", "random"), ("mc", "random"), ("ismcts", "mc"))
COLUMNS = ("game", "players", "bots", "games", "share", "95%", "score", "other's share", "its score", "seconds")


def row(name: str, first: str, second: str) -> str:
    players, iterations, games, cap = GAMES[name]
    program = gdl.load(name).program(players)
    bots = [bot if bot == "random" else f"{bot}:{iterations}" for bot in (first, second)]
    start = time.process_time()
    standings: list[Standing] = []
    for now in tournament(program, bots, games * (2 if program.cooperative else 1), SEED, cap=cap):
        standings = now
    one, other = standings
    low, high = one.interval
    told = (
        name, players, " against ".join(bots), one.games, f"{one.share:.0%}", f"{low:.0%} to {high:.0%}",
        f"{one.mean_score:.2f}", f"{other.share:.0%}", f"{other.mean_score:.2f}", f"{time.process_time() - start:.0f}",
    )  # fmt: skip
    return f"| {' | '.join(map(str, told))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--only", metavar="BOTS", help="a pair, as in `ismcts,mc`")
    args = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}", flush=True)
    for pair in PAIRS:
        for name in args.games or GAMES:
            if args.only in (None, ",".join(pair)):
                print(row(name, *pair), flush=True)


if __name__ == "__main__":
    main()
