"""Which locals of a frame can still be read: only they are kept where a frame waits.

What is dead is 0 in a waiting frame, so that states that will go on alike are equal, and every way of
executing the IR writes the same frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from gdl.dsl import ir

Slots = frozenset[int]
NONE: Slots = frozenset()


def union(parts: Iterable[Slots]) -> Slots:
    return frozenset().union(*parts)


def _may_hold(value: object) -> bool:
    return isinstance(value, (ir.Expr, tuple))


def choice_writes(choice: ir.Choice) -> Slots:
    """What an answer sets: what the entries bind is 0 where another one is chosen."""
    bound = {binder.slot for entry in choice.entries for binder in entry.binders}
    return frozenset((choice.slot, *bound))


def written(stmt: ir.Stmt) -> Slots:
    """The local that a plain statement sets."""
    match stmt:
        case ir.Pick(slot) | ir.Random(slot) | ir.RandomOrder(slot) | ir.SetLocal(slot):
            return frozenset((slot,))
        case ir.MoveCubes() if stmt.moved is not None:
            return frozenset((stmt.moved,))
        case ir.Do() if stmt.result is not None:
            return frozenset((stmt.result,))
    return NONE


class Liveness:
    """`entering[b]`: live at the start of block b. `waiting[b]`: kept in a frame that waits at its exit."""

    def __init__(self, program: ir.Program):
        self._memo: dict[int, Slots] = {}  # by id: the program keeps its nodes alive
        count = len(program.blocks)
        self.entering: list[Slots] = [NONE] * count
        self.waiting: list[Slots] = [NONE] * count
        of_function: dict[int, list[int]] = {}
        for b, block in enumerate(program.blocks):
            of_function.setdefault(block.function, []).append(b)
        for function, numbers in of_function.items():
            exit_block = program.functions[function].exit
            self._settle(program, numbers, exit_block)

    def _settle(self, program: ir.Program, numbers: list[int], exit_block: int | None) -> None:
        changed = True
        while changed:
            changed = False
            # `end Phase` may lead from any waiting place of the function to its exit block.
            ended = NONE if exit_block is None else self.entering[exit_block]
            for b in reversed(numbers):
                block = program.blocks[b]
                self.waiting[b] = self._held(block.exit) | ended
                live = self.before(block.body, self._at_exit(b, block.exit, ended))
                if live != self.entering[b]:
                    self.entering[b] = live
                    changed = True

    def _held(self, exit: ir.Exit) -> Slots:
        match exit:
            case ir.Invoke():
                return self.entering[exit.block] - ({exit.result} if exit.result is not None else set())
            case ir.Ask():
                return (self.entering[exit.block] - choice_writes(exit.choice)) | self.choice_reads(
                    exit.choice
                )
            case ir.Together():
                return self.entering[exit.block]
        return NONE

    def _at_exit(self, b: int, exit: ir.Exit, ended: Slots) -> Slots:
        match exit:
            case ir.Jump(block):
                return self.entering[block]
            case ir.Branch(condition, yes, no):
                return self.reads(condition) | self.entering[yes] | self.entering[no]
            case ir.Switch(value, blocks, otherwise):
                return self.reads(value) | union(self.entering[n] for n in (*blocks, otherwise))
            case ir.Invoke():
                return self.waiting[b] | self.reads(exit.args)
            case ir.Ask():
                return self.waiting[b]
            case ir.Together():
                return self.waiting[b] | self.reads(exit.branches) | self.reads(exit.seers)
            case ir.Leave(value):
                return self.reads(value)
            case ir.EndPhase(_, block):
                return self.entering[block] | ended
        return NONE

    def reads(self, node: Any) -> Slots:
        """The locals that an expression or text reads and does not bind itself."""
        known = self._memo.get(id(node))
        if known is None:
            known = self._memo[id(node)] = self._reads(node)
        return known

    def _reads(self, node: Any) -> Slots:
        match node:
            case None:
                return NONE
            case ir.Local(slot):
                return frozenset((slot,))
            case ir.Bind(slot, value, body):
                return self.reads(value) | (self.reads(body) - {slot})
            case ir.Fold(_, binders, value, key):
                return self._bound(binders, self.reads(value) | self.reads(key))
            case ir.Reach():
                inner = self.reads(node.open) | self.reads(node.through) | self.reads(node.cost)
                return (
                    (inner - {node.here, node.there})
                    | self.reads(node.start)
                    | self.reads(node.goal)
                    | self.reads(node.within)
                )
            case ir.Template(parts):
                return union(self.reads(part.value) for part in parts if isinstance(part, ir.Shown))
            case tuple():
                return union(self.reads(part) for part in node if isinstance(part, (ir.Expr, tuple)))
            case ir.Expr():
                return union(
                    self.reads(getattr(node, f.name))
                    for f in fields(node)
                    if _may_hold(getattr(node, f.name))
                )
        return NONE

    def _bound(self, binders: tuple[ir.For, ...], inner: Slots) -> Slots:
        for binder in reversed(binders):
            inner = ((inner | self.reads(binder.where)) - {binder.slot}) | self.reads(binder.domain)
        return inner

    def entry_reads(self, entry: ir.Entry) -> Slots:
        inner = self.reads(entry.where) | self.reads(entry.label)
        if entry.deed is not None:
            inner |= self.reads(entry.deed[1])
        return self._bound(entry.binders, inner)

    def option_reads(self, entry: ir.Entry) -> Slots:
        """What the options of an entry depend on, apart from the state."""
        return self._bound(entry.binders, self.reads(entry.where))

    def choice_reads(self, choice: ir.Choice) -> Slots:
        """What must stay in the frame while the question is open."""
        parts = [self.reads(part) for part in (choice.player, choice.prompt, choice.low, choice.high)]
        parts += [self.reads(part) for part in (choice.items, choice.piles, choice.pile_labels)]
        return union(parts + [self.entry_reads(entry) for entry in choice.entries])

    def before(
        self, stmts: Sequence[ir.Stmt], after: Slots, on_break: Slots = NONE, on_continue: Slots = NONE
    ) -> Slots:
        """The locals that are live before the statements, where `after` are live behind them."""
        live = after
        for stmt in reversed(stmts):
            live = self._before_one(stmt, live, on_break, on_continue)
        return live

    def _before_one(self, stmt: ir.Stmt, after: Slots, on_break: Slots, on_continue: Slots) -> Slots:
        match stmt:
            case ir.SetLocal(slot, value):
                return (after - {slot}) | self.reads(value)
            case ir.If(condition, then, otherwise):
                yes, no = (
                    self.before(then, after, on_break, on_continue),
                    self.before(otherwise, after, on_break, on_continue),
                )
                return yes | no | self.reads(condition)
            case ir.Each(slot, items, body):
                live = after
                while True:
                    inner = after | (self.before(body, live, after, live) - {slot})
                    if inner == live:
                        return live | self.reads(items)
                    live = inner
            case ir.Loop(condition, body):
                out = after if condition is not None else NONE
                live = out | self.reads(condition)
                while True:
                    inner = live | self.before(body, live, after, live)
                    if inner == live:
                        return live
                    live = inner
            case ir.Break():
                return on_break
            case ir.Continue():
                return on_continue
            case ir.Return(value):
                return self.reads(value)
            case ir.Choose(choice):
                # What an entry binds is set only if it is the one that is chosen.
                options = union(self.option_reads(entry) for entry in choice.entries)
                return (after - {choice.slot}) | self.reads(choice.player) | options
            case ir.RevealTruth():
                return (
                    after
                    | self.reads(stmt.component)
                    | self.reads(stmt.to)
                    | (self.reads(stmt.test) - {stmt.slot})
                )
        live = after - written(stmt)
        return live | union(
            self.reads(getattr(stmt, f.name))
            for f in fields(stmt)
            if isinstance(getattr(stmt, f.name), (ir.Expr, ir.Template, tuple))
        )
