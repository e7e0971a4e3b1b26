"""Information-set Monte Carlo tree search, with a tree for every seat.

An iteration makes a guess at all that the searching seat does not know, goes down the trees, tries one new
move, plays out at random, and writes down what each seat had of it:

    at a decision       the tree of the seat that decides chooses, by what that seat knows
    after a move        every tree goes on by what its seat learns of the move; of a secret one nothing,
                        of one in a private block when all blocks are joined
    chance              as it comes: what follows is averaged
    subsets, splits     pick by pick, like any other decision

Each seat maximises its own reward: that serves two players and many, teams, and all against the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gdl.interpreter.bots.budget import Budget, Clock
from gdl.interpreter.bots.monte_carlo import LIMIT
from gdl.interpreter.bots.observe import Move, Name, Observer
from gdl.interpreter.bots.position import Judged, Position, best
from gdl.interpreter.bots.rewards import Rewards
from gdl.interpreter.bots.tree import Node
from gdl.interpreter.choice import Question
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match


class Ismcts:
    """An iteration is one guess and one playout."""

    def __init__(self, budget: Budget, limit: int = LIMIT):
        self.budget = budget
        self.limit = limit
        self.name = f"ismcts:{budget}"

    def choose(self, position: Position, rng: Random) -> int:
        return 0 if position.count == 1 else best(self.judge(position, rng), position, rng)

    def judge(self, position: Position, rng: Random) -> Sequence[Judged]:
        search: _Search | None = None
        clock = self.budget.begin()
        for _ in clock.ticks():
            guess = position.guess(rng)
            if guess is None:
                break
            search = search or _Search(guess, clock, self.limit, rng)
            search.iterate(guess)
        if search is None:
            return ()
        tried = search.roots[position.seat].children.items()
        found = [Judged(i, node.visits, node.reward / node.visits) for i, node in tried if node.visits]
        return sorted(found, key=lambda judged: (-judged.visits, -judged.worth, judged.index))


class _Search:
    """The trees of one decision."""

    def __init__(self, guess: Match, clock: Clock, limit: int, rng: Random):
        self.observer = Observer(guess.machine)
        self.rewards = Rewards(guess.machine)
        self.seats = guess.program.seats
        self.clock = clock
        self.limit = limit
        self.rng = rng
        self.roots = [Node() for _ in range(self.seats)]

    def iterate(self, match: Match) -> None:
        """One guess, down the trees, out to the end, and back."""
        path: list[tuple[int, Node]] = []
        try:
            self._descend(match, path)
            self.clock.playout(match, self.rng, self.limit)
            rewards = self.rewards.of(match)
        except PlayError:
            rewards = [0.5] * self.seats  # a guess that the definition cannot bear tells nothing
        for seat, node in path:
            node.visits += 1
            node.reward += rewards[seat]

    def _descend(self, match: Match, path: list[tuple[int, Node]]) -> None:
        observer = self.observer
        nodes = list(self.roots)
        waiting: list[tuple[int, Move]] = []
        question = match.question
        while question is not None:
            seat = question.seat
            moves = [observer.move(question, index) for index in range(len(question.options))]
            names: Sequence[Name | int] = range(len(moves))  # at the root the same in every guess
            if path:
                names = [observer.name(match.state, seat, move) for move in moves]
            number, child = nodes[seat].select(names, self.rng)
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
