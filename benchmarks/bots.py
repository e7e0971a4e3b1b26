"""The table of docs/bots.md: searching bots against random ones in shipped games.

    nice python benchmarks/bots.py [GAME ...]        rows as Markdown, each when it is done

Few games and few iterations, so that two cores do it in minutes: the intervals say how much it proves.
"""

from __future__ import annotations

import sys
import time

import gdl
from gdl.tournament import Standing, tournament

SEED = 1
ROWS = [
    ("tic_tac_toe", 2, "ismcts:200", 100),
    ("nim", 2, "ismcts:200", 100),
    ("connect_four", 2, "ismcts:200", 40),
    ("kuhn_poker", 2, "ismcts:200", 1000),
    ("leduc_poker", 2, "ismcts:200", 400),
    ("liars_dice", 2, "ismcts:50", 40),
    ("love_letter", 2, "ismcts:30", 30),
    ("love_letter", 4, "ismcts:30", 20),
    ("tossing_tiger", 2, "ismcts:10", 12),
    ("bones_and_banners", 2, "ismcts:5", 6),
    ("stratego_conquest", 2, "ismcts:5", 4),
    ("mossflower", 1, "ismcts:100", 20),
]
"""Game, players, the bot that meets `random`, and how many games."""
CAP = 1_500
"""Decisions after which a game is given up."""


def row(name: str, players: int, bot: str, games: int) -> str:
    program = gdl.load(name).program(players)
    start = time.perf_counter()
    standings: list[Standing] = []
    for now in tournament(program, [bot, "random"], games, SEED, cap=CAP):
        standings = now
    seconds = time.perf_counter() - start
    searching, chance = standings
    low, high = searching.interval
    return (
        f"| {name} | {players} | {bot} | {searching.games} | {searching.share:.0%} | {low:.0%} to {high:.0%} |"
        f" {searching.mean_score:.2f} | {chance.share:.0%} | {chance.mean_score:.2f} | {seconds:.0f} |"
    )


def main(wanted: list[str]) -> None:
    print("| game | players | bot | games | share | 95% | score | random's share | its score | seconds |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, players, bot, games in ROWS:
        if not wanted or name in wanted:
            print(row(name, players, bot, games), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
