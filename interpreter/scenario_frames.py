"""Beginning in the middle: the frames that would wait below a phase if play had come to it.

A phase that the flow names waits above the flow alone. One that others call waits above its caller, entered at the call,
with what can be told of its locals: parameters that the call passes on, and the place in a `for` that the call stands in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.state import Frame, State

Link = tuple[int, int]
"""A function, and its block that ends in the call of the next one."""


class Callers:
    """Who calls whom, in one program."""

    def __init__(self, program: ir.Program, evaluator: Evaluator):
        self.program = program
        self.evaluator = evaluator
        self.calls: dict[int, list[tuple[int, ir.Invoke]]] = {}
        for number, block in enumerate(program.blocks):
            if isinstance(block.exit, ir.Invoke):
                self.calls.setdefault(block.function, []).append((number, block.exit))
        self.running = {
            var.name.removeprefix("running "): var.base
            for var in program.vars
            if var.holder == "hidden" and var.name.startswith("running ")
        }

    def chain(self, function: int) -> list[Link] | None:
        """The shortest way from the flow to a function; None if it is never called."""
        start = self.program.start
        before: dict[int, Link] = {}
        queue, seen = deque([start]), {start}
        while queue:
            caller = queue.popleft()
            for block, call in self.calls.get(caller, ()):
                if call.function not in seen:
                    seen.add(call.function)
                    before[call.function] = (caller, block)
                    queue.append(call.function)
        if function not in before:
            return None
        links: list[Link] = []
        while function != start:
            links.append(before[function])
            function = links[-1][0]
        return links[::-1]

    def part_of_set_up(self, function: int) -> str:
        """The phase of the `once` part of the flow by way of which a function is called; empty if play repeats there."""
        links = self.chain(function)
        if not links:
            return ""
        call = self.program.blocks[links[0][1]].exit
        assert isinstance(call, ir.Invoke)
        name = self.program.functions[call.function].name
        return name if ("once", name) in self.program.flow else ""

    def frames(self, S: State, function: int, args: Sequence[Any]) -> list[tuple[Any, ...]] | None:
        """The waiting frames below a function with these arguments; phases among them are marked as running."""
        links = self.chain(function)
        if links is None:
            return None
        known: dict[int, Any] = dict(enumerate(args))
        found: list[tuple[Any, ...]] = []
        for caller, first in reversed(links):
            block, call = self._call_with(caller, first, known)
            known = {
                e.slot: known[i] for i, e in enumerate(call.args) if isinstance(e, ir.Local) and i in known
            }
            frame = self._frame(S, caller, block, known)
            found.insert(0, tuple(frame))
            known = {i: frame[i + 1] for i in range(self.program.functions[caller].params) if i in known}
            info = self.program.functions[caller]
            if info.word == "phase" and info.name in self.running and self._is_entry(caller):
                S[self.running[info.name]] += 1
        return found

    def _call_with(self, caller: int, block: int, known: dict[int, Any]) -> tuple[int, ir.Invoke]:
        """Of several calls of the same function the one that passes on what is known: `Betting(4)`, not `Betting(2)`."""
        first = self.program.blocks[block].exit
        assert isinstance(first, ir.Invoke)
        for number, call in self.calls[caller]:
            constants = {i: e.value for i, e in enumerate(call.args) if isinstance(e, ir.Const)}
            if call.function == first.function and all(known.get(i, v) == v for i, v in constants.items()):
                return number, call
        return block, first

    def _is_entry(self, function: int) -> bool:
        return function in self.program.phases

    def _frame(self, S: State, function: int, block: int, known: dict[int, Any]) -> Frame:
        info = self.program.functions[function]
        frame: Frame = [~block, *(_empty(type) for type in info.locals)]
        for slot, value in known.items():
            frame[slot + 1] = value
        for i in range(info.params):
            if i not in known and info.locals[i].word == "player" and not info.locals[i].optional:
                frame[i + 1] = S[ir.PLAYERS][0] if S[ir.PLAYERS] else 0
        for loop in self._loops(function):
            loop.resume(self.evaluator, S, frame, known)
        return frame

    def _loops(self, function: int) -> list[_Loop]:
        """The `for` loops of a function, by the blocks they were cut into."""
        blocks = [x for x in self.program.blocks if x.function == function]
        sources = {stmt.slot: stmt.value for x in blocks for stmt in x.body if isinstance(stmt, ir.SetLocal)}
        found = []
        for x in blocks:
            match x.exit:
                case ir.Branch(ir.Binary("<", ir.Local(at), ir.Unary("len", ir.Local(items))), yes, _):
                    for stmt in self.program.blocks[yes].body:
                        if isinstance(stmt, ir.SetLocal) and stmt.value == ir.Item(
                            ir.Local(items), ir.Local(at)
                        ):
                            found.append(_Loop(items, at, stmt.slot, sources[items]))
        return found


class _Loop:
    """`for x in list`: local `items` is the list, `at` how many have been taken, `slot` the x."""

    def __init__(self, items: int, at: int, slot: int, source: ir.Expr):
        self.items, self.at, self.slot, self.source = items, at, slot, source

    def resume(self, evaluator: Evaluator, S: State, frame: Frame, known: dict[int, Any]) -> None:
        """If it is known which x is at work, the loop goes on behind it; else it is over."""
        if self.slot not in known:
            return
        listed = evaluator.value(self.source, S, frame)
        if known[self.slot] in listed:
            frame[self.items + 1] = listed
            frame[self.at + 1] = listed.index(known[self.slot]) + 1


def _empty(type: ir.Type) -> Any:
    if type.word == "list":
        return ()
    return -1 if type.optional else 0
