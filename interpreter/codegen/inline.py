"""Rules that are written out where they are carried out, instead of being called: which, and how their `return`s are
told."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.codegen.static import statements_of
from gdl.interpreter.liveness import choice_writes, written

SMALL = 60
"""Rules of no more nodes than this are written out wherever they are called."""
ONCE = 600
"""Rules that are called from one place only may be this large."""


def weight(node: Any) -> int:
    """How many nodes there are in statements, their expressions among them."""
    if isinstance(node, tuple):
        return sum(weight(part) for part in node)
    if isinstance(node, (ir.Log, ir.Event)):
        return 0
    if isinstance(node, (ir.Stmt, ir.Expr, ir.Choice, ir.Entry)):
        return 1 + sum(weight(getattr(node, f.name)) for f in fields(node))
    return 0


def returns(stmts: ir.Stmts) -> bool:
    """Whether there is a `return` in these."""
    for stmt in stmts:
        match stmt:
            case ir.Return():
                return True
            case ir.If() if returns(stmt.then) or returns(stmt.otherwise):
                return True
            case ir.Each() | ir.Loop() if returns(stmt.body):
                return True
    return False


def ends(stmts: ir.Stmts) -> bool:
    """Whether nothing that follows these is ever reached."""
    if not stmts:
        return False
    last = stmts[-1]
    if isinstance(last, ir.If):
        return ends(last.then) and ends(last.otherwise)
    return isinstance(last, (ir.Return, ir.Break, ir.Continue, ir.Over, ir.Fail))


def can_be_written_out(stmts: ir.Stmts, in_loop: bool = False) -> bool:
    """Whether every `return` can be told without one: at the end there is nothing to leave, before it what follows
    goes into the other branch, and in a loop at the end it is `break`."""
    for i, stmt in enumerate(stmts):
        last = i == len(stmts) - 1
        match stmt:
            case ir.Return(value):
                return value is None or isinstance(value, (ir.Const, ir.Local))
            case ir.If(_, then, otherwise) if returns((stmt,)):
                if not (last or in_loop):
                    if not (ends(then) or ends(otherwise)):
                        return False
                    stmt = with_the_rest(stmt, stmts[i + 1 :])
                    return can_be_written_out(stmt.then) and can_be_written_out(stmt.otherwise)
                if not (can_be_written_out(then, in_loop) and can_be_written_out(otherwise, in_loop)):
                    return False
            case ir.Each() | ir.Loop() if returns(stmt.body):
                if in_loop or not last or not can_be_written_out(stmt.body, in_loop=True):
                    return False
    return True


def with_the_rest(stmt: ir.If, rest: ir.Stmts) -> ir.If:
    """`if c: return` before the rest: the rest where it is not left."""
    return ir.If(
        stmt.condition,
        stmt.then if ends(stmt.then) else stmt.then + rest,
        stmt.otherwise if ends(stmt.otherwise) else stmt.otherwise + rest,
    )


def leaves_loop(stmts: ir.Stmts) -> bool:
    """Whether there is a `break` or `continue` in these that belongs to the loop around them."""
    return any(
        isinstance(stmt, (ir.Break, ir.Continue))
        or (isinstance(stmt, ir.If) and (leaves_loop(stmt.then) or leaves_loop(stmt.otherwise)))
        for stmt in stmts
    )


def with_returns(stmts: ir.Stmts) -> ir.Stmts:
    """The body of a loop that is gone through once, where leaving it is like returning from a rule."""
    changed: list[ir.Stmt] = []
    for stmt in stmts:
        if isinstance(stmt, (ir.Break, ir.Continue)):
            stmt = ir.Return()
        elif isinstance(stmt, ir.If):
            stmt = ir.If(stmt.condition, with_returns(stmt.then), with_returns(stmt.otherwise))
        changed.append(stmt)
    return tuple(changed)


def set_by(stmt: ir.Stmt) -> set[int]:
    """The locals that a statement sets, without those inside it."""
    found = set(written(stmt))
    if isinstance(stmt, (ir.Each, ir.RevealTruth)):
        found.add(stmt.slot)
    if isinstance(stmt, ir.Choose):
        found |= choice_writes(stmt.choice)
    return found


def written_slots(stmts: ir.Stmts) -> set[int]:
    """The locals that statements set, questions among them."""
    return set().union(*(set_by(stmt) for stmt in statements_of(stmts)))
