"""What of an expression is settled before play: constants, and values that can never be `none`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.codegen.scope import Scope
from gdl.interpreter.errors import PlayError
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.liveness import Liveness

Bounds = tuple[int | None, int | None]
UNKNOWN: Bounds = (None, None)
STATE_READERS = (ir.Load, ir.Content, ir.Handles, ir.Place, ir.Call, ir.Checked)


class Static:
    """Questions about expressions of one program."""

    def __init__(self, program: ir.Program, evaluator: Evaluator, liveness: Liveness):
        self.program = program
        self.evaluator = evaluator
        self.liveness = liveness
        self._constant: dict[int, tuple[bool, Any]] = {}
        self._reads_state: dict[int, bool] = {}
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

    def bounds(self, e: ir.Expr, scope: Scope) -> Bounds:
        """Between which numbers the value certainly lies; None where that cannot be said."""
        settled, value = self.constant(e)
        if settled:
            return (value, value) if isinstance(value, int) else UNKNOWN
        match e:
            case ir.Local(slot):
                return self._bounds_of(scope.type(slot))
            case ir.Load(base):
                return self._bounds_of(self._type_at.get(base))
            case ir.Table(table):
                return self._bounds_in(table)
            case ir.Checked():
                return e.low, e.high
            case ir.Binary(op, left, right) if op in ARITHMETIC:
                return ARITHMETIC[op](self.bounds(left, scope), self.bounds(right, scope))
            case ir.IfElse(_, then, otherwise):
                return _either(self.bounds(then, scope), self.bounds(otherwise, scope))
            case ir.Fold("count") | ir.Unary("len" | "size"):
                return 0, None
            case ir.Place(component):
                placed = self.is_never_none(component, scope) and self._always_placed(component, scope)
                return (0, len(self.program.zones) - 1) if placed else UNKNOWN
        return UNKNOWN

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


def all_statements(program: ir.Program) -> list[ir.Stmt]:
    found: list[ir.Stmt] = []
    for function in program.functions:
        found += statements_of(function.body or ())
    for block in program.blocks:
        found += statements_of(block.body)
    return found
