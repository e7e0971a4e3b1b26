"""A game of two players whose sums are zero, solved from its tree: regret matching, and what it is surely worth.

The tree is walked once through `gdl.Node`; the solving is plain arithmetic and knows nothing of the machine. A player at a
decision knows `key(node, seat)` and all answers that were given so far, which all have heard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import gdl

Key = Callable[[gdl.Node, int], str]


@dataclass
class Information:
    """What one player knows at some decisions, with regrets and the sum of strategies so far."""

    regrets: list[float]
    total: list[float]

    def now(self) -> list[float]:
        positive = sum(self.regrets)
        return [r / positive for r in self.regrets] if positive > 0 else [1 / len(self.regrets)] * len(self.regrets)

    def average(self) -> list[float]:
        whole = sum(self.total)
        return [t / whole for t in self.total] if whole > 0 else [1 / len(self.total)] * len(self.total)


@dataclass
class Tree:
    """`payoff` of the first player at an end; `seat` at a decision, where `know` is its information; else `chances`."""

    payoff: float = 0.0
    below: list[Tree] = field(default_factory=list)
    chances: list[float] | None = None
    seat: int = -1
    know: Information | None = None
    name: tuple[object, ...] = ()


def tree_of(root: gdl.Node, key: Key) -> tuple[Tree, dict[tuple[object, ...], Information]]:
    known: dict[tuple[object, ...], Information] = {}

    def walk(node: gdl.Node, said: tuple[str, ...]) -> Tree:
        if node.kind == "end":
            return Tree(float(node.payoffs[0]))
        branches = node.branches()
        if node.kind == "chance":
            return Tree(below=[walk(b.node, said) for b in branches], chances=[float(b.chance) for b in branches])
        assert node.seat is not None
        name = (node.seat, key(node, node.seat), said)
        know = known.setdefault(name, Information([0.0] * len(branches), [0.0] * len(branches)))
        assert len(know.regrets) == len(branches), f"what {name} may do depends on what it does not know"
        below = [walk(b.node, (*said, b.label)) for b in branches]
        return Tree(below=below, seat=node.seat, know=know, name=name)

    return walk(root, ()), known


def improve(tree: Tree, known: dict[tuple[object, ...], Information], rounds: int) -> None:
    """Regret matching with regrets kept above zero; later strategies count for more."""
    for number in range(1, rounds + 1):
        for seat in (0, 1):
            now = {id(know): know.now() for know in known.values()}
            _walk(tree, seat, 1.0, 1.0, number, now)
            for (whose, *_), know in known.items():
                if whose == seat:
                    know.regrets = [max(0.0, regret) for regret in know.regrets]


def _walk(tree: Tree, seat: int, mine: float, others: float, number: int, now: dict[int, list[float]]) -> float:
    """What the tree is worth to the seat; its regrets are added up on the way."""
    if tree.chances is not None:
        pairs = zip(tree.chances, tree.below, strict=True)
        return sum(p * _walk(t, seat, mine, others * p, number, now) for p, t in pairs)
    know = tree.know
    if know is None:
        return tree.payoff if seat == 0 else -tree.payoff
    strategy = now[id(know)]
    if tree.seat != seat:
        pairs = zip(strategy, tree.below, strict=True)
        return sum(p * _walk(t, seat, mine, others * p, number, now) for p, t in pairs if p > 0)
    values = [_walk(t, seat, mine * p, others, number, now) for p, t in zip(strategy, tree.below, strict=True)]
    value = sum(p * v for p, v in zip(strategy, values, strict=True))
    for i, v in enumerate(values):
        know.regrets[i] += others * (v - value)
        know.total[i] += number * mine * strategy[i]
    return value


def best_answer(tree: Tree, known: dict[tuple[object, ...], Information], seat: int) -> float:
    """What the seat gets at best against the average strategy of the other."""
    average = {id(know): know.average() for know in known.values()}
    meetings: dict[tuple[object, ...], list[tuple[Tree, float]]] = {}

    def meet(at: Tree, reach: float) -> None:
        if at.know is not None and at.seat == seat:
            meetings.setdefault(at.name, []).append((at, reach))
        shares = at.chances
        if at.know is not None:
            shares = [1.0] * len(at.below) if at.seat == seat else average[id(at.know)]
        for share, below in zip(shares or (), at.below, strict=True):
            meet(below, reach * share)

    @cache
    def choice(name: tuple[object, ...]) -> int:
        own = meetings[name]
        sums = [sum(reach * worth(at.below[i]) for at, reach in own) for i in range(len(own[0][0].below))]
        return sums.index(max(sums))

    def worth(at: Tree) -> float:
        if at.know is None and at.chances is None:
            return at.payoff if seat == 0 else -at.payoff
        if at.know is not None and at.seat == seat:
            return worth(at.below[choice(at.name)])
        shares = at.chances if at.know is None else average[id(at.know)]
        return sum(p * worth(t) for p, t in zip(shares or (), at.below, strict=True) if p > 0)

    meet(tree, 1.0)
    return worth(tree)


def worth_between(tree: Tree, known: dict[tuple[object, ...], Information], rounds: int) -> tuple[float, float]:
    """Two numbers between which the worth of the game to the first player surely lies."""
    improve(tree, known, rounds)
    return -best_answer(tree, known, 1), best_answer(tree, known, 0)
