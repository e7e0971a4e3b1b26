"""What of an expression is settled before play: constants, and values that can never be `none`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cached_property
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.codegen.scope import Scope
from gdl.interpreter.errors import PlayError
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.liveness import Liveness

Bounds = tuple[int | None, int | None]
UNKNOWN: Bounds = (None, None)
STATE_READERS = (ir.Load, ir.Content, ir.Handles, ir.Place, ir.Call, ir.Checked)

ORDER = {"<": "<", "<=": "<=", ">": "<", ">=": "<="}
NEVER_FAIL = (
    ir.Const, ir.Local, ir.Load, ir.Table, ir.Content, ir.Place, ir.Unary, ir.Binary, ir.Logic, ir.IfElse, ir.Seq,
    ir.Seats, ir.Item, ir.Beside,
)  # fmt: skip


class Static:
    """Questions about expressions of one program."""

    def __init__(self, program: ir.Program, evaluator: Evaluator, liveness: Liveness):
        self.program = program
        self.evaluator = evaluator
        self.liveness = liveness
        self._constant: dict[int, tuple[bool, Any]] = {}
        self._reads_state: dict[int, bool] = {}
        self._cannot_fail: dict[int, bool] = {}
        self._results: dict[int, Bounds] = {}
        self._type_at = {var.base: var.type for var in program.vars}
        self._bounds_in_table: dict[int, Bounds] = {}
        self._seats_fixed = not any(isinstance(stmt, ir.Eliminate) for stmt in all_statements(program))
        # Who is in the game is settled where nobody can leave it.
        self._readers = STATE_READERS if self._seats_fixed else (*STATE_READERS, ir.Seats, ir.Beside)
        self._table = list(program.initial)

    @property
    def seats_fixed(self) -> bool:
        """Nobody ever leaves the game."""
        return self._seats_fixed

    def constant(self, e: ir.Expr) -> tuple[bool, Any]:
        """(True, value) for what is the same in every state."""
        if isinstance(e, ir.Const):
            return True, e.value
        known = self._constant.get(id(e))
        if known is None:
            known = False, None
            if not self.liveness.reads(e) and not self.reads_state(e):
                try:
                    known = True, self.evaluator.value(e, self._table, [0] * 400)
                except (PlayError, ArithmeticError, LookupError, TypeError):
                    known = False, None  # it fails at run time, if it is ever reached
            self._constant[id(e)] = known
        return known

    def reads_state(self, node: Any) -> bool:
        known = self._reads_state.get(id(node))
        if known is None:
            known = isinstance(node, self._readers) or any(
                self.reads_state(child) for child in children(node)
            )
            self._reads_state[id(node)] = known
        return known

    def is_never_none(self, e: ir.Expr, scope: Scope) -> bool:
        """Whether the value is certain to be 0 or more."""
        least = self.bounds(e, scope)[0]
        return least is not None and least >= 0

    def is_within(self, e: ir.Expr, low: int, high: int, scope: Scope) -> bool:
        """Whether the value is certain to be in the range."""
        least, most = self.bounds(e, scope)
        return least is not None and most is not None and low <= least and most <= high

    def decided(self, op: str, left: ir.Expr, right: ir.Expr, scope: Scope) -> bool | None:
        """How a comparison of numbers certainly comes out; None where that cannot be said, or where it may fail."""
        if op not in ORDER or not (self.cannot_fail(left) and self.cannot_fail(right)):
            return None
        (a, b), (c, d) = self.bounds(left, scope, sure=True), self.bounds(right, scope, sure=True)
        if op in (">", ">="):
            op, (a, b), (c, d) = ORDER[op], (c, d), (a, b)
        if op == "<":
            if b is not None and c is not None and b < c:
                return True
            return False if a is not None and d is not None and a >= d else None
        if b is not None and c is not None and b <= c:
            return True
        return False if a is not None and d is not None and a > d else None

    def cannot_fail(self, e: ir.Expr) -> bool:
        """Whether working it out can never be a run-time diagnostic (as far as can be told cheaply)."""
        known = self._cannot_fail.get(id(e))
        if known is None:
            known = isinstance(e, NEVER_FAIL) and all(self.cannot_fail(child) for child in children(e))
            if isinstance(e, ir.Binary) and e.op in ("//", "/^", "%"):
                known = known and isinstance(e.right, ir.Const) and e.right.value != 0
            if isinstance(e, ir.Item) and e.checked:
                known = False
            self._cannot_fail[id(e)] = known
        return known

    def bounds(self, e: ir.Expr, scope: Scope, sure: bool = False) -> Bounds:
        """Between which numbers the value lies; None where that cannot be said. By types: what was asked for before (`is
        Card as c`) counts as settled. `sure`: without that, fit for deciding such a condition itself."""
        settled, value = self.constant(e)
        if settled:
            return (value, value) if isinstance(value, int) else UNKNOWN
        match e:
            case ir.Local(slot):
                known = scope.limits.get(slot, UNKNOWN)
                if sure:
                    return known
                return self._narrowed(scope.type(slot), scope.typed.get(slot, known))
            case ir.Load(base):
                type = self._type_at.get(base)
                return UNKNOWN if sure and (type is None or type.word != "int") else self._bounds_of(type)
            case ir.Table(table):
                return self._bounds_in(table)
            case ir.Checked():
                return e.low, e.high
            case ir.Binary(op, left, right) if op in ARITHMETIC:
                return ARITHMETIC[op](self.bounds(left, scope, sure), self.bounds(right, scope, sure))
            case ir.IfElse(_, then, otherwise):
                return _either(self.bounds(then, scope, sure), self.bounds(otherwise, scope, sure))
            case ir.Fold("count") | ir.Unary("len" | "size"):
                return 0, None
            case ir.Item(ir.Content()):
                return 0 if e.checked else -1, len(self.program.components) - 1
            case ir.Call(function):
                return self._bounds_of_result(function)
            case ir.Place(component) if not sure:
                placed = self.is_never_none(component, scope) and self._always_placed(component, scope)
                return (0, len(self.program.zones) - 1) if placed else UNKNOWN
        return UNKNOWN

    def _bounds_of_result(self, number: int) -> Bounds:
        """What a value certainly lies between, whatever it is given."""
        known = self._results.get(number)
        if known is None:
            function, known = self.program.functions[number], UNKNOWN
            self._results[number] = UNKNOWN  # while it is being worked out: it may call itself
            if function.result is not None and not function.body:
                known = self.bounds(function.result, Scope(function), sure=True)
            self._results[number] = known
        return known

    def bounds_of_items(self, e: ir.Expr, scope: Scope) -> Bounds:
        """What is certain of something that runs over a list."""
        settled, value = self.constant(e)
        if settled:
            if value and all(isinstance(item, int) for item in value):
                return min(value), max(value)
        elif isinstance(e, ir.Span_):
            return self.bounds(e.low, scope, sure=True)[0], self.bounds(e.high, scope, sure=True)[1]
        elif isinstance(e, ir.Seats):
            return 0, self.program.seats - 1
        return UNKNOWN

    def _narrowed(self, type: ir.Type | None, known: Bounds) -> Bounds:
        (low, high), (least, most) = self._bounds_of(type), known
        if low is not None:
            least = low if least is None else max(low, least)
        if high is not None:
            most = high if most is None else min(high, most)
        return least, most

    def zones(self, e: ir.Expr, scope: Scope) -> range | None:
        """The zones that an expression can be (`p.pile`, whoever p is); None where that cannot be said."""
        low, high = self.bounds(e, scope)
        if low is None or high is None or low < 0 or high >= len(self.program.zones):
            return None
        return range(low, high + 1)

    @cached_property
    def shuffled_families(self) -> frozenset[str]:
        """The families of zones in which the order may be one that nobody knows."""
        found: set[str] = set()
        swapped: list[set[str]] = []
        for function, stmt in statements_in_functions(self.program):
            if isinstance(stmt, ir.Shuffle):
                found |= self._families(stmt.zone, Scope(function))
            elif isinstance(stmt, ir.SwapZones):
                scope = Scope(function)
                swapped.append(self._families(stmt.left, scope) | self._families(stmt.right, scope))
        for _ in swapped:  # an order that nobody knows goes where its zone goes
            found.update(*(both for both in swapped if both & found))
        return frozenset(found)

    def _families(self, zone: ir.Expr, scope: Scope) -> set[str]:
        which = self.zones(zone, scope)
        return {self.program.zones[z].family for z in which or range(len(self.program.zones))}

    def _bounds_in(self, table: int) -> Bounds:
        known = self._bounds_in_table.get(table)
        if known is None:
            numbers = [value for value in self.program.tables[table] if isinstance(value, int)]
            whole = numbers and len(numbers) == len(self.program.tables[table])
            known = self._bounds_in_table[table] = (min(numbers), max(numbers)) if whole else UNKNOWN
        return known

    def _bounds_of(self, type: ir.Type | None) -> Bounds:
        if type is None or type.optional:
            return UNKNOWN
        if type.word == "int":
            return type.low, type.high
        program = self.program
        if type.word == "component" and type.of >= 0:
            return program.types[type.of].low, program.types[type.of].high - 1
        counts = {
            "player": program.seats,
            "component": len(program.components),
            "zone": len(program.zones),
            "kind": len(program.kinds),
            "bool": 2,
        }
        return (0, counts[type.word] - 1) if type.word in counts else UNKNOWN

    def _always_placed(self, e: ir.Expr, scope: Scope) -> bool:
        """Whether the component lies in a zone: spaces of a board do not, all others always do."""
        program = self.program
        low, high = 0, len(program.components)
        if isinstance(e, ir.Local) and (type := scope.type(e.slot)) is not None and type.of >= 0:
            low, high = program.types[type.of].low, program.types[type.of].high
        return all(program.initial[program.place_slot + c] != -1 for c in range(low, high))


def _add(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _negative(a: int | None) -> int | None:
    return None if a is None else -a


def _sum(a: Bounds, b: Bounds) -> Bounds:
    return _add(a[0], b[0]), _add(a[1], b[1])


def _difference(a: Bounds, b: Bounds) -> Bounds:
    return _add(a[0], _negative(b[1])), _add(a[1], _negative(b[0]))


def _product(a: Bounds, b: Bounds) -> Bounds:
    if a[0] is None or b[0] is None or a[0] < 0 or b[0] < 0:
        return UNKNOWN
    return a[0] * b[0], None if a[1] is None or b[1] is None else a[1] * b[1]


def _quotient(a: Bounds, b: Bounds) -> Bounds:
    if a[0] is None or b[0] is None or a[0] < 0 or b[0] <= 0:
        return UNKNOWN
    return 0, a[1]


def _remainder(a: Bounds, b: Bounds) -> Bounds:
    return (0, _add(b[1], -1)) if b[0] is not None and b[0] > 0 else UNKNOWN


def _either(a: Bounds, b: Bounds) -> Bounds:
    least = None if a[0] is None or b[0] is None else min(a[0], b[0])
    return least, None if a[1] is None or b[1] is None else max(a[1], b[1])


ARITHMETIC: dict[str, Callable[[Bounds, Bounds], Bounds]] = {
    "+": _sum, "-": _difference, "*": _product, "//": _quotient, "%": _remainder, "min": _either, "max": _either,
}  # fmt: skip


def children(node: Any) -> list[Any]:
    """The expressions directly below a node."""
    found: list[Any] = []
    for f in fields(node):
        value = getattr(node, f.name)
        if isinstance(value, (ir.Expr, ir.For)):
            found.append(value)
        elif isinstance(value, tuple):
            found += [item for item in value if isinstance(item, (ir.Expr, ir.For))]
    return found


def size(node: Any) -> int:
    """How many nodes an expression has."""
    return 1 + sum(size(child) for child in children(node))


def statements_of(stmts: ir.Stmts) -> list[ir.Stmt]:
    """All statements, those inside others among them."""
    found: list[ir.Stmt] = []
    for stmt in stmts:
        found.append(stmt)
        match stmt:
            case ir.If():
                found += statements_of(stmt.then) + statements_of(stmt.otherwise)
            case ir.Each() | ir.Loop():
                found += statements_of(stmt.body)
    return found


def statements_in_functions(program: ir.Program) -> list[tuple[ir.Function, ir.Stmt]]:
    """All statements, each with the function whose locals it reads."""
    found: list[tuple[ir.Function, ir.Stmt]] = []
    for function in program.functions:
        found += [(function, stmt) for stmt in statements_of(function.body or ())]
    for block in program.blocks:
        found += [(program.functions[block.function], stmt) for stmt in statements_of(block.body)]
    return found


def all_statements(program: ir.Program) -> list[ir.Stmt]:
    return [stmt for _, stmt in statements_in_functions(program)]
