"""Information-set Monte Carlo tree search, with a tree for every seat.

A round makes one guess at all that the searching seat does not know and tries every option that is still in the
race in it, with the same luck. The worse half leaves the race as the budget is spent (sequential halving). An
iteration tries one option: it goes down the trees, tries one new move, plays out at random, and writes down what each
seat had of it:

    the first move      one of those in the race
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
from gdl.interpreter.bots.monte_carlo import DEPTH, LIMIT
from gdl.interpreter.bots.observe import Move, Observer
from gdl.interpreter.bots.position import Judged, Position, best
from gdl.interpreter.bots.race import Race
from gdl.interpreter.bots.rewards import Rewards
from gdl.interpreter.bots.tree import Node
from gdl.interpreter.bots.trial import Round
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
        now: Round | None = None
        turns: list[int] = []
        for _ in clock.ticks():
            if not turns:
                guess = position.guess(rng)
                now = Round(guess, rng) if guess is not None else None
                turns = race.round(clock.spent)
            if now is None:
                break
            search = search or _Search(now.guess, clock, self.limit)
            option = turns.pop()
            rewards, idle = search.iterate(now, option)
            race.tell(option, rewards[position.seat], idle)
        return race.standings()


class _Search:
    """The trees of one decision."""

    def __init__(self, guess: Match, clock: Clock, limit: int):
        self.observer = Observer(guess.machine)
        self.rewards = Rewards(guess)
        self.seats = guess.program.seats
        self.clock = clock
        if self.rewards.advised:
            clock.advise(self.rewards.after or DEPTH)
        self.limit = limit
        self.roots = [Node() for _ in range(self.seats)]

    def iterate(self, now: Round, option: int) -> tuple[list[float], bool]:
        """The option in one guess, down the trees, out to the end, and back: what each seat had of it, and whether
        the option changed nothing."""
        path: list[tuple[int, Node]] = []
        match, rng = now.trial()
        idle = False
        try:
            idle = self._descend(now, match, option, path, rng)
            self.clock.playout(match, rng, self.limit)
            rewards = self.rewards.of(match)
        except PlayError:
            rewards = [0.5] * self.seats  # a guess that the definition cannot bear tells nothing
        for seat, node in path:
            node.visits += 1
            node.reward += rewards[seat]
        return rewards, idle

    def _descend(self, now: Round, match: Match, option: int, path: list[tuple[int, Node]], rng: Random) -> bool:
        """Down to the first move that has not been tried, and that one; whether the option changed nothing."""
        nodes = list(self.roots)
        waiting: list[tuple[int, Move]] = []
        idle = False
        question = match.question
        while question is not None:
            seat = question.seat
            if path:
                number, move, child = self._select(match, question, nodes[seat], rng)
            else:  # at the root options have the same numbers in every guess
                number, move, child = option, self.observer.move(question, option), nodes[seat].child(option)
            self._watch(match, question, move, nodes, waiting)
            nodes[seat] = child
            path.append((seat, child))
            match.apply_index(number)
            if len(path) == 1:
                idle = now.is_idle(match)
            if not child.visits:
                break
            self._learn(match, nodes, waiting)
            question = match.question
        return idle

    def _select(self, match: Match, question: Question, node: Node, rng: Random) -> tuple[int, Move, Node]:
        """The move to try here: its number, what it is, and the node after it."""
        observer, count = self.observer, len(question.options)
        if not node.children:  # nothing has been tried: any will do, and the others need no names
            number = int(rng.random() * count)
            move = observer.move(question, number)
            return number, move, node.first(observer.name(match.state, question.seat, move))
        moves = [observer.move(question, index) for index in range(count)]
        number, child = node.select([observer.name(match.state, question.seat, move) for move in moves], rng)
        return number, moves[number], child

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
