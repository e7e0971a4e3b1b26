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
        self._optional_slots = _optional_slots(program)
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
        settled, value = self.constant(e)
        if settled:
            return isinstance(value, int) and value >= 0
        match e:
            case ir.Local(slot):
                return _never_negative(scope.type(slot))
            case ir.Load(base):
                return base not in self._optional_slots
            case ir.Table(table):
                return all(isinstance(value, int) and value >= 0 for value in self.program.tables[table])
            case ir.Binary("+" | "*" | "//", left, right):
                return self.is_never_none(left, scope) and self.is_never_none(right, scope)
            case ir.Binary("%", _, right):
                return self.is_never_none(right, scope)
            case ir.IfElse(_, then, otherwise):
                return self.is_never_none(then, scope) and self.is_never_none(otherwise, scope)
            case ir.Place(component):
                return self.is_never_none(component, scope) and self._always_placed(component, scope)
        return False

    def _always_placed(self, e: ir.Expr, scope: Scope) -> bool:
        """Whether the component lies in a zone: spaces of a board do not, all others always do."""
        program = self.program
        low, high = 0, len(program.components)
        if isinstance(e, ir.Local) and (type := scope.type(e.slot)) is not None and type.of >= 0:
            low, high = program.types[type.of].low, program.types[type.of].high
        return all(program.initial[program.place_slot + c] != -1 for c in range(low, high))


def _never_negative(type: ir.Type | None) -> bool:
    if type is None or type.optional:
        return False
    if type.word == "int":
        return type.low is not None and type.low >= 0
    return type.word in ("player", "component", "zone", "kind", "enum", "bool", "cube")


def _optional_slots(program: ir.Program) -> frozenset[int]:
    """Where variables begin that may be negative, and all that is no variable."""
    certain = {var.base for var in program.vars if _never_negative(var.type)}
    return frozenset(slot for slot in range(len(program.initial)) if slot not in certain)


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
