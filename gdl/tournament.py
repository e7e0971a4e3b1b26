"""Bots against each other: they change seats from game to game, and what each wins is told with how sure
that is.

    bot          games    won   tied    share           95%    score
    ismcts:100      40    97%     0%      97%    87% to 100%     0.95
    random          40     3%     0%       3%     0% to  13%    -0.95

A tie counts as half a win. In a game that is played together the bots of one kind sit at one table.
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
    """What one bot has come to. A bot in several seats of a game has one result there: the mean of theirs."""

    bot: str
    games: int = 0
    won: float = 0.0
    tied: float = 0.0
    score: float = 0.0
    unfinished: int = 0

    @property
    def share(self) -> float:
        """Wins, and half of the ties, of all that it played; what was given up counts as not won."""
        return (self.won + self.tied / 2) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies in 95 of 100 cases (Wilson's interval)."""
        return wilson(self.share, self.games)

    @property
    def mean_score(self) -> float:
        finished = self.games - self.unfinished
        return self.score / finished if finished else 0.0

    def add(self, results: Sequence[Result] | None) -> None:
        """A game: how the bot's seats came out, or None if it was given up."""
        self.games += 1
        if results is None:
            self.unfinished += 1
            return
        self.won += mean([result.outcome == 1 for result in results])
        self.tied += mean([result.outcome == 0 for result in results])
        self.score += mean([result.score for result in results])


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
            own = [seat for seat, bot in enumerate(seating) if bot == number]
            standings[number].add(match.result and [match.result[seat] for seat in own])
        yield standings
