"""Statements that can stop: they stand among the IR's own until `dsl/lower` cuts functions into blocks."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl.records import dataclass
from gdl.dsl.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Ask(ir.Stmt):
    choice: ir.Choice


@dataclass(frozen=True, slots=True)
class Together(ir.Stmt):
    function: int
    branches: ir.Expr
    seers: ir.Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class EndPhase(ir.Stmt):
    function: int


@dataclass(frozen=True, slots=True)
class ExitHere(ir.Stmt):
    """Where a phase goes on when it is ended from inside."""
