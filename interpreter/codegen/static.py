"""What of an expression is settled before play: constants, and values that can never be `none`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.codegen.scope import Scope
from gdl.interpreter.errors import PlayError
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.liveness import Liveness

STATE_READERS = (ir.Load, ir.Content, ir.Handles, ir.Place, ir.Seats, ir.Beside, ir.Call, ir.Checked)


class Static:
    """Questions about expressions of one program."""

    def __init__(self, program: ir.Program, evaluator: Evaluator, liveness: Liveness):
        self.program = program
        self.evaluator = evaluator
        self.liveness = liveness
        self._constant: dict[int, tuple[bool, Any]] = {}
        self._reads_state: dict[int, bool] = {}
        self._type_at = {var.base: var.type for var in program.vars}
        self._least_in_table: dict[int, int | None] = {}
        self._seats_fixed = not any(isinstance(stmt, ir.Eliminate) for stmt in all_statements(program))

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
                    known = True, self.evaluator.value(e, [], [0] * 400)
                except (PlayError, ArithmeticError, LookupError, TypeError):
                    known = False, None  # it fails at run time, if it is ever reached
            self._constant[id(e)] = known
        return known

    def reads_state(self, node: Any) -> bool:
        known = self._reads_state.get(id(node))
        if known is None:
            known = isinstance(node, STATE_READERS) or any(
                self.reads_state(child) for child in children(node)
            )
            self._reads_state[id(node)] = known
        return known

    def is_never_none(self, e: ir.Expr, scope: Scope) -> bool:
        """Whether the value is certain to be 0 or more."""
        least = self.least(e, scope)
        return least is not None and least >= 0

    def least(self, e: ir.Expr, scope: Scope) -> int | None:
        """A number that the value is never below, if that can be said."""
        settled, value = self.constant(e)
        if settled:
            return value if isinstance(value, int) else None
        match e:
            case ir.Local(slot):
                return self._least_of(scope.type(slot))
            case ir.Load(base):
                return self._least_of(self._type_at.get(base))
            case ir.Table(table):
                return self._least_in(table)
            case ir.Binary("+", left, right):
                a, b = self.least(left, scope), self.least(right, scope)
                return None if a is None or b is None else a + b
            case ir.Binary("-", left, right) if self.constant(right)[0]:
                a = self.least(left, scope)
                return None if a is None else a - int(self.constant(right)[1])
            case ir.Binary("*" | "//" | "%", left, right):
                certain = self.is_never_none(left, scope) and self.is_never_none(right, scope)
                return 0 if certain else None
            case ir.IfElse(_, then, otherwise):
                a, b = self.least(then, scope), self.least(otherwise, scope)
                return None if a is None or b is None else min(a, b)
            case ir.Place(component):
                placed = self.is_never_none(component, scope) and self._always_placed(component, scope)
                return 0 if placed else None
        return None

    def _least_in(self, table: int) -> int | None:
        if table not in self._least_in_table:
            values = self.program.tables[table]
            numbers = all(isinstance(value, int) for value in values)
            self._least_in_table[table] = min(values, default=0) if numbers else None  # type: ignore[assignment]
        return self._least_in_table[table]

    def _least_of(self, type: ir.Type | None) -> int | None:
        if type is None or type.optional:
            return None
        if type.word == "int":
            return type.low
        if type.word == "component" and type.of >= 0:
            return self.program.types[type.of].low
        return 0 if type.word in ("player", "component", "zone", "kind", "enum", "bool", "cube") else None

    def _always_placed(self, e: ir.Expr, scope: Scope) -> bool:
        """Whether the component lies in a zone: spaces of a board do not, all others always do."""
        program = self.program
        low, high = 0, len(program.components)
        if isinstance(e, ir.Local) and (type := scope.type(e.slot)) is not None and type.of >= 0:
            low, high = program.types[type.of].low, program.types[type.of].high
        return all(program.initial[program.place_slot + c] != -1 for c in range(low, high))


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
