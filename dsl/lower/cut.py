"""Cuts functions that can stop into blocks: straight code that ends in a jump, call, question or return.

A function can stop if it asks, ends a phase, runs blocks together, or calls one that can. All others stay whole.
"""

from __future__ import annotations

from dataclasses import field

from gdl.dsl import ir
from gdl.dsl.elaborate import core
from gdl.dsl.elaborate.model import FnBuilder
from gdl.dsl.elaborate.types import ANY, INT, list_of
from gdl.dsl.lower import touches
from gdl.dsl.lower.rewrite import rewritten
from gdl.dsl.records import dataclass


def stopping(functions: list[FnBuilder], main: int) -> set[int]:
    """The numbers of all functions that can stop."""
    calls: dict[int, set[int]] = {}
    stops = {main}
    for fn in functions:
        calls[fn.index] = set()
        if fn.endable:
            stops.add(fn.index)
        for x in touches.walk(fn.body or []):
            if isinstance(x, core.Ask | core.Together | core.EndPhase):
                stops.add(fn.index)
                if isinstance(x, core.Together):
                    stops.add(x.function)
            elif isinstance(x, ir.Do):
                calls[fn.index].add(x.function)
    while True:
        more = {f for f, called in calls.items() if f not in stops and called & stops}
        if not more:
            return stops
        stops |= more


def straightened(fn: FnBuilder) -> tuple[ir.Stmt, ...] | None:
    """The body as it is, with questions as `Choose`; None where it ends a phase or runs blocks together."""
    if fn.endable or any(
        isinstance(x, core.Together | core.EndPhase | core.ExitHere) for x in touches.walk(fn.body or [])
    ):
        return None

    def change(node: object) -> object:
        return ir.Choose(node.choice) if isinstance(node, core.Ask) else node

    return tuple(rewritten(list(fn.body or []), change))


@dataclass(slots=True)
class _Open:
    """A block being filled."""

    number: int
    body: list[ir.Stmt] = field(default_factory=list)


@dataclass(slots=True)
class Cutter:
    """Cuts one function; blocks go into the shared list, which `Block.function` numbers refer to."""

    fn: FnBuilder
    stops: set[int]
    blocks: list[ir.Block | None]
    exit: int | None = None
    loops: list[tuple[int, int]] = field(default_factory=list)
    now: _Open | None = None
    ordinal: int = 0

    def run(self) -> int:
        """Makes all blocks; the number of the first."""
        entry = self.reserve()
        self.now = _Open(entry)
        self.steps(tuple(self.fn.body or ()))
        self.close(ir.Leave())
        return entry

    def reserve(self) -> int:
        self.blocks.append(None)
        return len(self.blocks) - 1

    def close(self, exit: ir.Exit) -> None:
        """Ends the open block, if any: what would follow is never reached."""
        if self.now is None:
            return
        name = f"{self.fn.name}#{self.ordinal}"
        self.ordinal += 1
        self.blocks[self.now.number] = ir.Block(name, self.fn.index, tuple(self.now.body), exit)
        self.now = None

    def open(self, number: int) -> None:
        self.now = _Open(number)

    def steps(self, stmts: tuple[ir.Stmt, ...]) -> None:
        for stmt in stmts:
            if self.now is None:
                return
            self.step(stmt)

    def step(self, stmt: ir.Stmt) -> None:
        assert self.now is not None
        match stmt:
            case core.Ask():
                after = self.reserve()
                self.close(ir.Ask(stmt.choice, after))
                self.open(after)
            case core.Together():
                after = self.reserve()
                self.close(ir.Together(stmt.function, stmt.branches, stmt.seers, after, stmt.span))
                self.open(after)
            case core.EndPhase():
                after = self.reserve()
                self.close(ir.EndPhase(stmt.function, after))
                self.open(after)
            case core.ExitHere():
                self.exit = self.reserve()
                self.close(ir.Jump(self.exit))
                self.open(self.exit)
            case ir.Do() if stmt.function in self.stops:
                after = self.reserve()
                self.close(ir.Invoke(stmt.function, stmt.args, stmt.result, after))
                self.open(after)
            case ir.Return():
                self.close(ir.Leave(stmt.value))
            case ir.Break():
                self.close(ir.Jump(self.loops[-1][1]))
            case ir.Continue():
                self.close(ir.Jump(self.loops[-1][0]))
            case ir.If() if self.must_cut(stmt):
                self.branch(stmt)
            case ir.Each() if self.must_cut(stmt):
                self.each(stmt)
            case ir.Loop() if self.must_cut(stmt):
                self.loop(stmt)
            case _:
                self.now.body.append(stmt)

    def must_cut(self, stmt: ir.Stmt) -> bool:
        """Can it stop, or leave what is cut itself?"""
        return self._escapes(stmt, inside=isinstance(stmt, ir.Each | ir.Loop))

    def _escapes(self, stmt: ir.Stmt, inside: bool) -> bool:
        match stmt:
            case core.Ask() | core.Together() | core.EndPhase() | core.ExitHere() | ir.Return():
                return True
            case ir.Do():
                return stmt.function in self.stops
            case ir.Break() | ir.Continue():
                return not inside
            case ir.If():
                return any(self._escapes(x, inside) for x in (*stmt.then, *stmt.otherwise))
            case ir.Each() | ir.Loop():
                return any(self._escapes(x, True) for x in stmt.body)
        return False

    def branch(self, stmt: ir.If) -> None:
        yes, after = self.reserve(), self.reserve()
        no = self.reserve() if stmt.otherwise else after
        self.close(ir.Branch(stmt.condition, yes, no))
        self.open(yes)
        self.steps(stmt.then)
        self.close(ir.Jump(after))
        if stmt.otherwise:
            self.open(no)
            self.steps(stmt.otherwise)
            self.close(ir.Jump(after))
        self.open(after)

    def each(self, stmt: ir.Each) -> None:
        assert self.now is not None
        lst = ir.Local(
            self.fn.local(
                "list", list_of(self.fn.types[stmt.slot] if stmt.slot < len(self.fn.types) else ANY)
            )
        )
        at = ir.Local(self.fn.local("at", INT))
        self.now.body += [ir.SetLocal(lst.slot, stmt.list), ir.SetLocal(at.slot, ir.Const(0))]
        head, body, after = self.reserve(), self.reserve(), self.reserve()
        self.close(ir.Jump(head))
        self.open(head)
        self.close(ir.Branch(ir.Binary("<", at, ir.Unary("len", lst)), body, after))
        self.open(body)
        step = ir.SetLocal(at.slot, ir.Binary("+", at, ir.Const(1)))
        assert self.now is not None
        self.now.body += [step, ir.SetLocal(stmt.slot, ir.Item(lst, at))]
        self.loops.append((head, after))
        self.steps(stmt.body)
        self.loops.pop()
        self.close(ir.Jump(head))
        self.open(after)

    def loop(self, stmt: ir.Loop) -> None:
        head, after = self.reserve(), self.reserve()
        self.close(ir.Jump(head))
        self.open(head)
        if stmt.condition is not None:
            body = self.reserve()
            self.close(ir.Branch(stmt.condition, body, after))
            self.open(body)
        self.loops.append((head, after))
        self.steps(stmt.body)
        self.loops.pop()
        self.close(ir.Jump(head))
        self.open(after)
