"""Looking at what chance has not settled yet, for solvers.

A solver does not settle the order of a shuffled zone when it is shuffled: until somebody looks, any order stands
for all of them, and a draw is the chance point. So is any other look: `top(deck)`, `deck[3]`, the first card that
is an ace. `Looking` works out expressions like the reference does and settles what they look at, position by
position and no more than that; where it cannot say which positions count, all of them. Settling early is always
exact, it only makes more outcomes. What is the same in any order (how many there are, whether some card is among
them, a sum) settles nothing.

`looks_at_orders` says whether a program does so at all. Where it does not, the compiled code is as exact, and
faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.chance import Scripted
from gdl.interpreter.choice import Option
from gdl.interpreter.code import ReferenceCode
from gdl.interpreter.codegen.scope import Scope
from gdl.interpreter.codegen.static import Static
from gdl.interpreter.context import Context
from gdl.interpreter.evaluate import Evaluator, Value
from gdl.interpreter.liveness import Liveness
from gdl.interpreter.moves import Moves
from gdl.interpreter.reference import Reference
from gdl.interpreter.state import Frame, State

SAME_IN_ANY_ORDER = frozenset({"any", "all", "count", "sum", "max", "min"})
"""Folds whose result does not depend on the order in which they go through a zone."""
ONE_BY_ONE = frozenset({"first", "prefix"})
"""Folds that look at one after the other and stop."""
COUNTING = frozenset({"len", "mask", "size"})
COMPARING = frozenset({"in", "count", "same"})


@dataclass(frozen=True, slots=True)
class Anyhow(ir.Content):
    """What lies in a zone, where its order does not matter."""


@dataclass(frozen=True, slots=True)
class InTurn(ir.Content):
    """What lies in a zone, one after the other, as far as it is asked for."""


class Looking(Evaluator):
    """Settles what expressions look at. `chance` is that of the run."""

    def __init__(self, moves: Moves):
        super().__init__(moves)
        self.chance = Scripted(moves)
        self._by_class[Anyhow] = super()._content
        self._by_class[InTurn] = self._in_turn
        self._folds: dict[int, tuple[ir.Fold, ir.Fold]] = {}

    def _content(self, e: ir.Content, S: State, L: Frame) -> Value:
        return tuple(self._in_turn(e, S, L))

    def _in_turn(self, e: ir.Content, S: State, L: Frame) -> Iterator[int]:
        zone = self.value(e.zone, S, L)
        lying = () if zone < 0 else S[self.program.zone_slot + zone]
        for position in range(len(lying)):
            yield self.chance.settle(S, zone, position) if self.moves.ordered[zone] else lying[position]

    def _item(self, e: ir.Item, S: State, L: Frame) -> Value:
        if isinstance(e.list, ir.Content):
            self._settle_until(e.list, self.value(e.index, S, L), S, L, only=True)
            e = replace(e, list=Anyhow(e.list.zone))
        return super()._item(e, S, L)

    def _first(self, e: ir.First, S: State, L: Frame) -> Value:
        if isinstance(e.list, ir.Content):
            self._settle_until(e.list, self.value(e.count, S, L), S, L)
            e = replace(e, list=Anyhow(e.list.zone))
        return super()._first(e, S, L)

    def _settle_until(self, e: ir.Content, number: int, S: State, L: Frame, only: bool = False) -> None:
        """The first `number` of a zone, or `only` the one with that number, if there are so many."""
        zone = self.value(e.zone, S, L)
        if zone < 0 or not self.moves.ordered[zone]:
            return
        there = len(S[self.program.zone_slot + zone])
        positions = range(number - 1, number) if only else range(min(number, there))
        for position in positions:
            if 0 <= position < there:
                self.chance.settle(S, zone, position)

    def _unary(self, e: ir.Unary, S: State, L: Frame) -> Value:
        return super()._unary(replace(e, operand=loose(e.operand)) if e.op in COUNTING else e, S, L)

    def _binary(self, e: ir.Binary, S: State, L: Frame) -> Value:
        if e.op in COMPARING:
            e = replace(e, left=loose(e.left), right=loose(e.right))
        return super()._binary(e, S, L)

    def _fold(self, e: ir.Fold, S: State, L: Frame) -> Value:
        known = self._folds.get(id(e))
        if known is None:
            known = self._folds[id(e)] = e, in_its_way(e)
        return super()._fold(known[1], S, L)


def loose(e: ir.Expr) -> ir.Expr:
    """The same where order does not matter."""
    if isinstance(e, ir.Content):
        return Anyhow(e.zone)
    if isinstance(e, ir.Fold) and e.word == "list":
        return replace(e, binders=loose_binders(e.binders))
    return e


def loose_binders(binders: tuple[ir.For, ...]) -> tuple[ir.For, ...]:
    return tuple(replace(binder, domain=loose(binder.domain)) for binder in binders)


def in_its_way(e: ir.Fold) -> ir.Fold:
    """A fold that settles no more than it looks at."""
    if e.word in SAME_IN_ANY_ORDER:
        return replace(e, binders=loose_binders(e.binders))
    if e.word in ONE_BY_ONE and len(e.binders) == 1:
        [binder] = e.binders
        if isinstance(binder.domain, ir.Content):
            return replace(e, binders=(replace(binder, domain=InTurn(binder.domain.zone)),))
    return e


class LookingReference(Reference):
    """Steps for which the order of what they are given does not matter."""

    def _conceal(self, s: ir.Conceal, S: State, L: Frame, X: Context) -> int:
        return super()._conceal(replace(s, components=loose(s.components)), S, L, X)

    def _random(self, s: ir.Random, S: State, L: Frame, X: Context) -> int:
        return super()._random(replace(s, list=loose(s.list)), S, L, X)

    def _random_order(self, s: ir.RandomOrder, S: State, L: Frame, X: Context) -> int:
        return super()._random_order(replace(s, list=loose(s.list)), S, L, X)

    def _each(self, s: ir.Each, S: State, L: Frame, X: Context) -> int:
        return super()._each(replace(s, list=loose(s.list)) if self._only_gathers(s, S, L) else s, S, L, X)

    def _only_gathers(self, s: ir.Each, S: State, L: Frame) -> bool:
        """`for c in a: move c to b`, where b has no order."""
        steps = [step for step in s.body if not isinstance(step, ir.Event)]
        if len(steps) != 1 or not isinstance(steps[0], ir.Move) or steps[0].component != ir.Local(s.slot):
            return False
        goal = steps[0].zone
        return isinstance(goal, ir.Const) and isinstance(goal.value, int) and not self.moves.ordered[goal.value]

    def _swap(self, s: ir.SwapZones, S: State, L: Frame, X: Context) -> int:
        assert isinstance(X.chance, Scripted)
        zones = self.value(s.left, S, L), self.value(s.right, S, L)
        for zone, goal in (zones, zones[::-1]):
            if zone >= 0 and goal >= 0 and any(seat[goal] for seat in self.moves.alike.sight.by_seat):
                for position in range(len(S[self.program.zone_slot + zone])):
                    X.chance.settle(S, zone, position)  # it comes to where somebody may see it
        return super()._swap(s, S, L, X)

    def _arrange(self, s: ir.Arrange, S: State, L: Frame, X: Context) -> int:
        assert isinstance(X.chance, Scripted)
        for component in self.value(s.before, S, L):
            X.chance.settle_place(S, component)
        return super()._arrange(s, S, L, X)


class LookingCode(ReferenceCode):
    """The reference, with options that can be worked out before an order is settled."""

    def _options(self, choice: ir.Choice, S: State, L: Frame) -> list[Option]:
        if choice.word == "one":
            entries = tuple(replace(e, binders=loose_binders(e.binders)) for e in choice.entries)
            choice = replace(choice, entries=entries)
        return super()._options(choice, S, L)


def looking_code(moves: Moves, liveness: Liveness) -> tuple[Looking, LookingCode]:
    evaluator = Looking(moves)
    return evaluator, LookingCode(LookingReference(moves, evaluator, liveness))


# ---------------------------------------------------------------------------------- whether it is needed


def looks_at_orders(program: ir.Program, evaluator: Evaluator, liveness: Liveness) -> bool:
    """Whether anything but a draw may look at, or take from the middle of, a zone that may have been shuffled."""
    static = Static(program, evaluator, liveness)
    shuffled = frozenset(
        z for z, zone in enumerate(program.zones) if zone.ordered and zone.family in static.shuffled_families
    )
    if not shuffled:
        return False
    parts: list[tuple[ir.Function | None, Any]] = [(None, program.anytime)]
    parts += [(f, (f.body or (), f.result)) for f in program.functions]
    parts += [(program.functions[b.function], (b.body, b.exit)) for b in program.blocks]
    return any(_looks(node, Scope(function), static, shuffled) for function, node in parts)


def _looks(node: Any, scope: Scope, static: Static, shuffled: frozenset[int]) -> bool:
    if isinstance(node, tuple):
        return any(_looks(each, scope, static, shuffled) for each in node)
    if isinstance(node, ir.Content) and not isinstance(node, Anyhow):
        zones = static.zones(node.zone, scope)
        if zones is None or not shuffled.isdisjoint(zones):
            return True
    elif isinstance(node, ir.SwapZones):
        return True
    elif isinstance(node, ir.Unary) and node.op in COUNTING:
        node = replace(node, operand=loose(node.operand))
    elif isinstance(node, ir.Binary) and node.op in COMPARING:
        node = replace(node, left=loose(node.left), right=loose(node.right))
    elif isinstance(node, ir.Fold):
        node = in_its_way(node)
    elif not isinstance(node, (ir.Expr, ir.For, ir.Stmt, ir.Exit, ir.Choice, ir.Entry, ir.Template, ir.Shown)):
        return False
    return any(_looks(getattr(node, f.name), scope, static, shuffled) for f in fields(node))
