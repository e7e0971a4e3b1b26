"""Bots against each other: they change seats from game to game, and what each wins is told with how sure
that is.

    bot          games    won   tied    share           95%    score
    ismcts:100      40    97%     0%      97%    87% to 100%     0.95
    random          40     3%     0%       3%     0% to  13%    -0.95

The share is the part of the victories that is a bot's own: all of it where one of its seats has won, its part of it where
several seats share it or tie. So the shares of rivals add up to 1, however many seats each of them has, and what is above an
equal part is better play. In a game that is played together the bots of one kind sit at one table.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gdl.dsl import ir
from gdl.interpreter.bots import Position, bot_for
from gdl.interpreter.match import Match, Result
from gdl.simulate import CAP, seeds_of

SURE = 1.96
"""Standard errors on both sides of a mean that hold 95 of 100 cases."""


@dataclass(slots=True)
class Standing:
    """What one bot has come to. A bot in several seats of a game has one result there: that of the best of them."""

    bot: str
    games: int = 0
    won: int = 0
    tied: int = 0
    victories: float = 0.0
    score: float = 0.0
    unfinished: int = 0

    @property
    def share(self) -> float:
        """Its part of the victories in all that it played; what was given up counts as not won."""
        return self.victories / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies in 95 of 100 cases (Wilson's interval)."""
        return wilson(self.share, self.games)

    @property
    def mean_score(self) -> float:
        finished = self.games - self.unfinished
        return self.score / finished if finished else 0.0

    def add(self, results: Sequence[Result] | None, rivals: Sequence[Result] = ()) -> None:
        """A game: how the bot's seats came out, and those of the others; None if it was given up."""
        self.games += 1
        if results is None:
            self.unfinished += 1
            return
        best = max(result.outcome for result in results)
        self.won += best == 1
        self.tied += best == 0
        self.victories += victory(results, rivals)
        self.score += mean([result.score for result in results])


def victory(own: Sequence[Result], rivals: Sequence[Result]) -> float:
    """The part of the victory that is their own. Where nobody is against them, nobody shares it: won 1, tied 1/2."""
    mine = sum(result.outcome + 1 for result in own)
    if not rivals:
        return mine / (2 * len(own))
    all_of_it = mine + sum(result.outcome + 1 for result in rivals)
    return mine / all_of_it if all_of_it else 0.0


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def wilson(share: float, count: int) -> tuple[float, float]:
    """The interval of a share that was measured so many times; all of 0 to 1 where it was not measured."""
    if not count:
        return 0.0, 1.0
    square = SURE * SURE / count
    middle = (share + square / 2) / (1 + square)
    half = SURE * math.sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def lineup(bots: int, seats: int, game: int, cooperative: bool, rotate: bool) -> list[int]:
    """Which bot sits where. Rotating, each comes to each seat equally often; playing together, all seats
    are of one kind, and the kinds take turns."""
    if cooperative:
        return [game % bots] * seats
    return [(seat + (game if rotate else 0)) % bots for seat in range(seats)]


def sides(
    results: Sequence[Result] | None, seating: Sequence[int], number: int
) -> tuple[list[Result] | None, list[Result]]:
    """How the seats of one bot came out, and how all others did."""
    if results is None:
        return None, []
    by_bot = list(zip(seating, results, strict=True))
    return [result for bot, result in by_bot if bot == number], [result for bot, result in by_bot if bot != number]


def play(program: ir.Program, bots: Sequence[str], seating: Sequence[int], seed: int, cap: int) -> Match:
    """One game of these bots; the match at its end, or where it was given up."""
    match = Match.new(program, seed, mode="fast")
    players = [bot_for(bots[number]) for number in seating]
    choose = random.Random(seed)
    made = 0
    while made < cap and (question := match.question) is not None:
        match.apply_index(players[question.seat].choose(Position(match), choose))
        made += 1
    return match


def tournament(
    program: ir.Program, bots: Sequence[str], games: int, seed: int, rotate: bool = True, cap: int = CAP
) -> Iterator[list[Standing]]:
    """The standings after each game. Games that differ only in who sits where have the same seed."""
    standings = [Standing(bot_for(bot).name) for bot in bots]
    shared = program.cooperative or rotate
    seeds = seeds_of(seed, games)
    for game in range(games):
        seating = lineup(len(bots), program.seats, game, program.cooperative, rotate)
        match = play(program, bots, seating, seeds[game // len(bots) if shared else game], cap)
        for number in dict.fromkeys(seating):
            standings[number].add(*sides(match.result, seating, number))
        yield standings
