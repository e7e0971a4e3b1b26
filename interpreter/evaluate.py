"""What the expressions of the IR mean: a plain walk over the tree. The definition; speed is `codegen`'s
business.

`L` is the running frame: local `i` is `L[i + 1]`. Expressions change neither state nor locals: what they
bind is put back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from gdl.dsl import ir
from gdl.interpreter import errors
from gdl.interpreter.moves import Moves, beside, seats_from
from gdl.interpreter.state import Frame, State

Value = Any
"""An integer, or a tuple of values."""


class Evaluator:
    """Works out expressions of one program."""

    def __init__(self, moves: Moves):
        self.moves = moves
        self.program = moves.program
        self._by_class: dict[type, Callable[[Any, State, Frame], Value]] = {
            ir.Const: self._const, ir.Local: self._local, ir.Load: self._load, ir.Table: self._table,
            ir.Checked: self._checked, ir.Unary: self._unary, ir.Binary: self._binary, ir.Logic: self._logic,
            ir.IfElse: self._if_else, ir.Bind: self._bind, ir.Seq: self._seq, ir.Span_: self._span,
            ir.Item: self._item, ir.First: self._first, ir.Call: self._call, ir.Fold: self._fold,
            ir.Content: self._content, ir.Handles: self._handles, ir.Place: self._place, ir.Seats:
            self._seats, ir.Beside: self._beside, ir.Reach: self._reach,
        }  # fmt: skip

    def value(self, e: ir.Expr, S: State, L: Frame) -> Value:
        return self._by_class[type(e)](e, S, L)

    def maybe(self, e: ir.Expr | None, S: State, L: Frame) -> Value:
        return None if e is None else self.value(e, S, L)

    def values(self, es: tuple[ir.Expr, ...], S: State, L: Frame) -> tuple[Value, ...]:
        return tuple([self.value(e, S, L) for e in es])

    def shown(self, text: ir.Template, S: State, L: Frame) -> tuple[Value, ...]:
        """The values inside a text."""
        return tuple([self.value(part.value, S, L) for part in text.parts if isinstance(part, ir.Shown)])

    # ------------------------------------------------------------------------------ simple ones

    def _const(self, e: ir.Const, S: State, L: Frame) -> Value:
        return e.value

    def _local(self, e: ir.Local, S: State, L: Frame) -> Value:
        return L[e.slot + 1]

    def _load(self, e: ir.Load, S: State, L: Frame) -> Value:
        return S[e.base if e.offset is None else e.base + self.value(e.offset, S, L)]

    def _table(self, e: ir.Table, S: State, L: Frame) -> Value:
        return self.program.tables[e.table][self.value(e.index, S, L)]

    def _checked(self, e: ir.Checked, S: State, L: Frame) -> Value:
        value = self.value(e.value, S, L)
        if not e.low <= value <= e.high:
            raise errors.not_as_checked(e, value)
        return value

    def _unary(self, e: ir.Unary, S: State, L: Frame) -> Value:
        return unary(e.op, self.value(e.operand, S, L))

    def _binary(self, e: ir.Binary, S: State, L: Frame) -> Value:
        return binary(e.op, self.value(e.left, S, L), self.value(e.right, S, L))

    def _logic(self, e: ir.Logic, S: State, L: Frame) -> Value:
        if e.op == "and":
            return int(all(self.value(part, S, L) for part in e.parts))
        return int(any(self.value(part, S, L) for part in e.parts))

    def _if_else(self, e: ir.IfElse, S: State, L: Frame) -> Value:
        return self.value(e.then if self.value(e.condition, S, L) else e.otherwise, S, L)

    def _bind(self, e: ir.Bind, S: State, L: Frame) -> Value:
        value, before = self.value(e.value, S, L), L[e.slot + 1]
        L[e.slot + 1] = value
        result = self.value(e.body, S, L)
        L[e.slot + 1] = before
        return result

    def _call(self, e: ir.Call, S: State, L: Frame) -> Value:
        return self.call(e.function, self.values(e.args, S, L), S)

    def call(self, function: int, args: tuple[Value, ...], S: State) -> Value:
        """What a pure function answers."""
        f = self.program.functions[function]
        L: Frame = [0, *args, *([0] * (len(f.locals) - len(args)))]
        self.set_locals(f.body or (), S, L)
        if f.result is None:
            return -1
        return self.value(f.result, S, L)

    def set_locals(self, stmts: ir.Stmts, S: State, L: Frame) -> None:
        """The body of a pure function, which only sets locals."""
        for stmt in stmts:
            match stmt:
                case ir.SetLocal(slot, value):
                    L[slot + 1] = self.value(value, S, L)
                case ir.If(condition, then, otherwise):
                    self.set_locals(then if self.value(condition, S, L) else otherwise, S, L)
                case ir.Each(slot, items, body):
                    for item in self.value(items, S, L):
                        L[slot + 1] = item
                        self.set_locals(body, S, L)
                case ir.Event():
                    pass  # a modifier that counted: only `explain` listens
                case _:
                    raise TypeError(f"{type(stmt).__name__} in a pure function")

    # ------------------------------------------------------------------------------ lists

    def _seq(self, e: ir.Seq, S: State, L: Frame) -> Value:
        return self.values(e.items, S, L)

    def _span(self, e: ir.Span_, S: State, L: Frame) -> Value:
        return tuple(range(self.value(e.low, S, L), self.value(e.high, S, L) + 1))

    def _item(self, e: ir.Item, S: State, L: Frame) -> Value:
        return item(self.value(e.list, S, L), self.value(e.index, S, L), e)

    def _first(self, e: ir.First, S: State, L: Frame) -> Value:
        return self.value(e.list, S, L)[: max(0, self.value(e.count, S, L))]

    def bindings(
        self, binders: tuple[ir.For, ...], S: State, L: Frame, where: ir.Expr | None = None
    ) -> Generator[tuple[Value, ...], None, None]:
        """Sets the binders' locals to each binding in turn and tells the values; puts the locals back at
        the end."""
        before = [L[binder.slot + 1] for binder in binders]
        try:
            for _ in self._each(binders, S, L):
                if where is None or self.value(where, S, L):
                    yield tuple([L[binder.slot + 1] for binder in binders])
        finally:
            for binder, old in zip(binders, before, strict=True):
                L[binder.slot + 1] = old

    def _each(self, binders: tuple[ir.For, ...], S: State, L: Frame) -> Iterator[None]:
        if not binders:
            yield
            return
        first, rest = binders[0], binders[1:]
        for value in self.value(first.domain, S, L):
            L[first.slot + 1] = value
            if first.where is None or self.value(first.where, S, L):
                yield from self._each(rest, S, L)

    def _fold(self, e: ir.Fold, S: State, L: Frame) -> Value:
        bindings = self.bindings(e.binders, S, L)
        if e.word == "count":
            return sum(1 for _ in bindings)
        pairs = []
        for _ in bindings:
            value, key = self.value(e.value, S, L), self.maybe(e.key, S, L)
            pairs.append((key, value))
            if settled(e.word, key, value):
                break
        bindings.close()
        return keyed_fold(e.word, pairs)

    # ------------------------------------------------------------------------------ the table

    def _content(self, e: ir.Content, S: State, L: Frame) -> Value:
        zone = self.value(e.zone, S, L)
        return () if zone < 0 else S[self.program.zone_slot + zone]

    def _handles(self, e: ir.Handles, S: State, L: Frame) -> Value:
        return self.moves.handles(S, self.value(e.zone, S, L), e.kinds)

    def _place(self, e: ir.Place, S: State, L: Frame) -> Value:
        component = self.value(e.component, S, L)
        return -1 if component < 0 else S[self.program.place_slot + component]

    def _seats(self, e: ir.Seats, S: State, L: Frame) -> Value:
        return seats_from(self.program, S, -1 if e.start is None else self.value(e.start, S, L))

    def _beside(self, e: ir.Beside, S: State, L: Frame) -> Value:
        return beside(self.program, S, self.value(e.player, S, L), e.step)

    def _reach(self, e: ir.Reach, S: State, L: Frame) -> Value:
        start, goal = self.value(e.start, S, L), self.maybe(e.goal, S, L)
        here, there = e.here + 1, e.there + 1
        before = L[here], L[there]

        def test(condition: ir.Expr | None, a: int, b: int) -> Value:
            if condition is None:
                return 1
            L[here], L[there] = a, b
            return self.value(condition, S, L)

        found = walk(
            start,
            [self.program.tables[table] for table in e.neighbours],
            None if e.open is None else lambda a, b: test(e.open, a, b),
            None if e.through is None else lambda a: test(e.through, a, a),
            None if e.cost is None else lambda a, b: test(e.cost, a, b),
            self.maybe(e.within, S, L),
            goal,
        )
        L[here], L[there] = before
        return reached(e.word, found, start, goal)


def item(items: tuple[Value, ...], index: int, e: ir.Item) -> Value:
    if 0 < index <= len(items):
        return items[index - 1]
    if e.checked:
        raise errors.no_such_item(index, len(items), e.span)
    return -1


def unary(op: str, a: Value) -> Value:
    match op:
        case "not":
            return int(not a)
        case "-":
            return -a
        case "abs":
            return abs(a)
        case "len":
            return len(a)
        case "bits":
            return bits(a)
        case "mask":
            return mask(a)
        case "total":
            return sum(a)
        case "unique":
            return tuple(dict.fromkeys(a))
        case "size":
            return int(a).bit_count()
    raise ValueError(op)


@lru_cache(maxsize=1 << 15)
def bits(a: int) -> tuple[int, ...]:
    """The members of a set, ascending. The same sets come again and again in one game."""
    found = []
    while a:
        low = a & -a
        found.append(low.bit_length() - 1)
        a ^= low
    return tuple(found)


def mask(items: tuple[int, ...]) -> int:
    """A list as a set; `none` is in no set."""
    result = 0
    for i in items:
        if i >= 0:
            result |= 1 << i
    return result


def binary(op: str, a: Value, b: Value) -> Value:
    if op in ("//", "/^", "%") and b == 0:
        raise errors.divided_by_zero()
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "//":
            return a // b
        case "/^":
            return -(-a // b)
        case "%":
            return a % b
        case "min":
            return min(a, b)
        case "max":
            return max(a, b)
        case "==":
            return int(a == b)
        case "!=":
            return int(a != b)
        case "<":
            return int(a < b)
        case "<=":
            return int(a <= b)
        case ">":
            return int(a > b)
        case ">=":
            return int(a >= b)
        case "|":
            return a | b
        case "&":
            return a & b
        case "&~":
            return a & ~b
        case "in":
            return int(a in b)
        case "in set":
            return int(a >= 0 and b >> a & 1)
        case "++":
            return a + b
        case "a+":
            return tuple([x + y for x, y in zip(a, b, strict=True)])
        case "a-":
            return tuple([x - y for x, y in zip(a, b, strict=True)])
        case "count":
            return b.count(a) if isinstance(b, tuple) else a.count(b)
        case "same":
            return int(sorted(a) == sorted(b))
    raise ValueError(op)


def settled(word: str, key: Value, value: Value) -> bool:
    """Whether a fold needs to look no further."""
    match word:
        case "any":
            return bool(value)
        case "all":
            return not value
        case "first":
            return True
        case "prefix":
            return not key
    return False


def fold(word: str, values: list[Value]) -> Value:
    match word:
        case "list":
            return tuple(values)
        case "any":
            return int(any(values))
        case "all":
            return int(all(values))
        case "sum":
            return sum(values)
        case "first":
            return values[0] if values else -1
        case "last":
            return values[-1] if values else -1
        case "max":
            return max(values, default=-1)
        case "min":
            return min(values, default=-1)
    raise ValueError(word)


def keyed_fold(word: str, pairs: list[tuple[Value, Value]]) -> Value:
    """Folds of (key, value) pairs."""
    match word:
        case "most" | "least":
            if not pairs:
                return ()
            best = (max if word == "most" else min)(key for key, _ in pairs)
            return tuple([value for key, value in pairs if key == best])
        case "sort most" | "sort least":
            ordered = sorted(pairs, key=lambda pair: pair[0], reverse=word == "sort most")
            return tuple([value for _, value in ordered])
        case "prefix":
            return tuple([value for _, value in pairs])
    return fold(word, [value for _, value in pairs])


Test = Callable[[int, int], Value]


def walk(
    start: int,
    neighbours: list[tuple[Any, ...]],
    open: Test | None,
    through: Callable[[int], Value] | None,
    cost: Test | None,
    within: int | None,
    goal: int | None = None,
) -> dict[int, int]:
    """The least cost to each space that can be reached, in the order in which they are reached; the start
    is 0. Ends at the goal, if there is one."""
    found: dict[int, int] = {}
    best = {start: 0}
    queue = [(0, 0, start)]
    count = 0
    while queue:
        spent, _, here = heappop(queue)
        if here in found:
            continue
        found[here] = spent
        if here == goal:
            break
        if here != start and through is not None and not through(here):
            continue
        for table in neighbours:
            for there in table[here]:
                if there in found:
                    continue
                total = spent + (1 if cost is None else cost(here, there))
                if (within is not None and total > within) or total >= best.get(there, total + 1):
                    continue
                if open is None or open(here, there):
                    best[there] = total
                    count += 1
                    heappush(queue, (total, count, there))
    return found


def reached(word: str, found: dict[int, int], start: int, goal: int | None) -> Value:
    if word == "distance":
        return -1 if goal is None else found.get(goal, -1)
    return tuple([space for space in found if space != start])
