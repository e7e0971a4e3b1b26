"""Information-set Monte Carlo tree search, with a tree for every seat.

A round makes one guess at all that the searching seat does not know and tries every option that is still in the
race in it, so that none is the better one because it met the kinder guess. The worse half leaves the race as the
budget is spent (sequential halving). An iteration tries one option: it goes down the trees, tries one new move, plays
out at random, and writes down what each seat had of it:

    the first move      one of those in the race
    at a decision       the tree of the seat that decides chooses, by what that seat knows
    after a move        every tree goes on by what its seat learns of the move; of a secret one nothing,
                        of one in a private block when all blocks are joined
    chance              as it comes: what follows is averaged
    subsets, splits     pick by pick, like any other decision

Each seat maximises its own reward: that serves two players and many, teams, and all against the game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from gdl.dsl.ir import RANDOM
from gdl.interpreter.bots.budget import Budget, Clock
from gdl.interpreter.bots.monte_carlo import DEPTH, LIMIT
from gdl.interpreter.bots.observe import Move, Observer
from gdl.interpreter.bots.position import Judged, Position, best
from gdl.interpreter.bots.rewards import Rewards
from gdl.interpreter.bots.tree import Node
from gdl.interpreter.choice import Question
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match


class Ismcts:
    """An iteration is one playout."""

    def __init__(self, budget: Budget, limit: int = LIMIT):
        self.budget = budget
        self.limit = limit
        self.name = f"ismcts:{budget}"

    def choose(self, position: Position, rng: Random) -> int:
        return 0 if position.count == 1 else best(self.judge(position, rng), position, rng)

    def judge(self, position: Position, rng: Random) -> Sequence[Judged]:
        search: _Search | None = None
        clock = self.budget.begin()
        race = Race(position.count, rng)
        guess: Match | None = None
        turns: list[int] = []
        for _ in clock.ticks():
            if not turns:
                guess = position.guess(rng)
                turns = race.round(clock.spent)
            if guess is None:
                break
            search = search or _Search(guess, clock, self.limit, rng)
            option = turns.pop()
            trial = guess.copy()
            trial.state[RANDOM] = rng.getrandbits(64)
            race.tell(option, search.iterate(trial, option)[position.seat])
        return race.standings()


class Race:
    """The options of the decision: all are tried once, then the worse half of those left goes out each time that the
    next part of the budget is spent. With half of the budget gone, half of the halvings have been made."""

    def __init__(self, count: int, rng: Random):
        self.rng = rng
        self.count = count
        self.left = list(range(count))
        self.visits = [0] * count
        self.worth = [0.0] * count
        self.halvings = max(1, math.ceil(math.log2(count)))
        self.made = 0

    def round(self, spent: float) -> list[int]:
        """Those who run, in any order."""
        while len(self.left) > 1 and self.visits[self.left[0]] and spent * self.halvings >= self.made + 1:
            self.made += 1
            self.left.sort(key=self.mean, reverse=True)
            del self.left[-(-len(self.left) // 2) :]
        return self.rng.sample(self.left, len(self.left))

    def tell(self, option: int, reward: float) -> None:
        self.visits[option] += 1
        self.worth[option] += reward

    def mean(self, option: int) -> float:
        return self.worth[option] / self.visits[option] if self.visits[option] else -1.0

    def standings(self) -> list[Judged]:
        """Who stayed longest first; among those the best."""
        stayed = set(self.left)
        tried = [Judged(n, self.visits[n], self.mean(n)) for n in range(self.count) if self.visits[n]]
        return sorted(tried, key=lambda j: (j.index not in stayed, -j.worth, -j.visits, j.index))


class _Search:
    """The trees of one decision."""

    def __init__(self, guess: Match, clock: Clock, limit: int, rng: Random):
        self.observer = Observer(guess.machine)
        self.rewards = Rewards(guess)
        self.seats = guess.program.seats
        self.clock = clock
        if self.rewards.advised:
            clock.advise(DEPTH)
        self.limit = limit
        self.rng = rng
        self.roots = [Node() for _ in range(self.seats)]

    def iterate(self, match: Match, option: int) -> list[float]:
        """The option in one guess, down the trees, out to the end, and back: what each seat had of it."""
        path: list[tuple[int, Node]] = []
        try:
            self._descend(match, option, path)
            self.clock.playout(match, self.rng, self.limit)
            rewards = self.rewards.of(match)
        except PlayError:
            rewards = [0.5] * self.seats  # a guess that the definition cannot bear tells nothing
        for seat, node in path:
            node.visits += 1
            node.reward += rewards[seat]
        return rewards

    def _descend(self, match: Match, option: int, path: list[tuple[int, Node]]) -> None:
        observer = self.observer
        nodes = list(self.roots)
        waiting: list[tuple[int, Move]] = []
        question = match.question
        while question is not None:
            seat = question.seat
            moves = [observer.move(question, index) for index in range(len(question.options))]
            if path:
                names = [observer.name(match.state, seat, move) for move in moves]
                number, child = nodes[seat].select(names, self.rng)
            else:  # at the root options have the same numbers in every guess
                number, child = option, nodes[seat].child(option)
            self._watch(match, question, moves[number], nodes, waiting)
            nodes[seat] = child
            path.append((seat, child))
            match.apply_index(number)
            if not child.visits:
                return
            self._learn(match, nodes, waiting)
            question = match.question

    def _watch(
        self, match: Match, question: Question, move: Move, nodes: list[Node], waiting: list[tuple[int, Move]]
    ) -> None:
        """The other seats' trees go on by what their seats learn of the move now; what they learn only
        when private blocks are joined waits."""
        if not self.observer.told(question):
            return
        blocks = self.observer.seers(match.state)
        for reader in range(self.seats):
            if reader == move.seat:
                continue
            if all(reader in seers for seers in blocks):
                nodes[reader] = nodes[reader].child(self.observer.name(match.state, reader, move))
            else:
                waiting.append((reader, move))

    def _learn(self, match: Match, nodes: list[Node], waiting: list[tuple[int, Move]]) -> None:
        """Where private blocks have been joined, all learn what was done in them."""
        if waiting and not self.observer.seers(match.state):
            for reader, move in waiting:
                nodes[reader] = nodes[reader].child(self.observer.name(match.state, reader, move))
            waiting.clear()
