"""Rules that can stop, written as if they could not: for random play, which answers every question on the spot.

A call of such a rule needs no frame, so a playout runs through it like any other Python function. `straight_functions` tells which:
all whose questions are plain (nothing merged, nobody else joins in) and who call only such themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl.dsl import ir
from gdl.interpreter.choice import Ask
from gdl.interpreter.codegen.blocks import list_options, write_entry
from gdl.interpreter.codegen.expressions import Expressions
from gdl.interpreter.codegen.scope import Scope
from gdl.interpreter.codegen.statements import Statements
from gdl.interpreter.codegen.static import statements_of
from gdl.interpreter.codegen.writer import Writer, identifier, remark
from gdl.interpreter.context import MOST_FORCED
from gdl.interpreter.state import STEP_BUDGET

if TYPE_CHECKING:
    from gdl.interpreter.codegen.module import ModuleWriter


def straight_functions(module: ModuleWriter) -> set[int]:
    program = module.program
    if program.anytime:
        return set()
    plain = {
        id(block.exit.choice)
        for b, block in enumerate(program.blocks)
        if isinstance(block.exit, ir.Ask) and Ask(program, module.machine.moves, b, block.exit).plain
    }
    found = {
        number
        for number, f in enumerate(program.functions)
        if f.straight is not None and number != program.start and all(
            id(s.choice) in plain for s in statements_of(f.straight) if isinstance(s, ir.Choose)
        )
    }
    while True:
        calls_frames = {
            number
            for number in found
            for s in statements_of(program.functions[number].straight or ())
            if isinstance(s, ir.Do) and program.functions[s.function].entry is not None and s.function not in found
        }
        if not calls_frames:
            return found
        found -= calls_frames


def straight_name(module: ModuleWriter, number: int) -> str:
    return f"p{number}_{identifier(module.program.functions[number].name)}"


def write_straight(module: ModuleWriter, number: int) -> None:
    """`p7_Turn(S, X, p)`"""
    function = module.program.functions[number]
    scope, writer = Scope(function), Writer()
    statements = StraightStatements(module, writer, Expressions(module, scope))
    params = ["S", "X", *(scope.name(slot) for slot in range(function.params))]
    with writer.block(f"def {straight_name(module, number)}({', '.join(params)}):"):
        writer.line(f'"""{remark(function.word)} {remark(function.name)}, questions answered at random"""')
        body = function.straight or ()
        unset = module.liveness.before(body, frozenset()) - set(range(function.params))
        if unset:
            writer.line(" = ".join([*(scope.name(slot) for slot in sorted(unset)), "0"]))
        writer.line("random = X.random")
        if number in module.recursive:
            statements.count_step()
        statements.write(body)
        writer.line("return -1")
    module.add(straight_name(module, number), writer, function.name)


class StraightStatements(Statements):
    """Statements in which questions are answered by `random`, which is `X.random`."""

    def _do(self, s: ir.Do) -> None:
        if s.function not in self.module.straight:
            super()._do(s)
            return
        if self.written_out(s, self.program.functions[s.function].straight):
            return
        target = "" if s.result is None else f"{self.local(s.result)} = "
        args = ["S", "X", *self.e.values(s.args)]
        self.module.called_straight.add(s.function)
        self.line(f"{target}{straight_name(self.module, s.function)}({', '.join(args)})")

    def always_decides(self, body: ir.Stmts) -> bool:
        return not leaves_round(body) and any(
            isinstance(s, ir.Choose) and len(s.choice.entries) > 1 and _all_there(s.choice.entries) for s in body
        )

    def _choose(self, s: ir.Choose) -> None:
        choice = s.choice
        if len(choice.entries) > 1 and _all_there(choice.entries):
            self._decide()
            self.line(f"{self.local(choice.slot)} = {_number(len(choice.entries))}")
            return
        plain = len(choice.entries) == 1 and len(choice.entries[0].binders) == 1
        if plain:  # the values themselves: there is but one entry they can belong to
            write_entry(self.writer, self.e, None, choice.entries[0], None, "options", begins=True)
        else:
            list_options(self.writer, self.e, choice.entries, 0, "options")
        self.line("n = len(options)")
        unasked = [i for i, e in enumerate(choice.entries) if not choice.asked or e.style == "pass"]
        if len(unasked) == len(choice.entries):
            forced = "n == 1"
        else:
            forced = f"n == 1 and options[0][0] in {tuple(unasked)}" if unasked else "False"
        with self.writer.block("if n > 1:" if forced == "n == 1" else f"if n and not ({forced}):"):
            self._decide()
            self.line("option = options[int(random() * n)]")
            self._bind(choice, plain)
        if unasked:
            with self.writer.block("elif n:"):
                self._take_unasked()
                self.line("option = options[0]")
                self._bind(choice, plain)
        with self.writer.block("else:"):
            self.line(f"{self.local(choice.slot)} = -1")

    def _take_unasked(self) -> None:
        """Not for ever: after so many in a row the machine asks nevertheless, which only blocks can."""
        self.line(f"X.steps += {STEP_BUDGET // MOST_FORCED}")
        with self.writer.block(f"if X.steps > {STEP_BUDGET}:"):
            self.line("raise Enough")

    def _decide(self) -> None:
        """One more decision, if there may be one."""
        self.line("X.decisions += 1")
        with self.writer.block("if X.decisions > X.limit:"):
            self.line("raise Enough")
        self.line("X.steps = 0")

    def _bind(self, choice: ir.Choice, plain: bool) -> None:
        """The answer goes into the locals."""
        slot = self.local(choice.slot)
        if plain:
            self.line(f"{slot} = 0")
            self.line(f"{self.local(choice.entries[0].binders[0].slot)} = option")
            return
        if len(choice.entries) == 1:
            names = [slot, *(self.local(b.slot) for b in choice.entries[0].binders)]
            self.line(f"{', '.join(names)}{',' if len(names) == 1 else ''} = option")
            return
        self.line(f"{slot} = option[0]")
        for number, entry in enumerate(choice.entries):
            if entry.binders:
                with self.writer.block(f"if {slot} == {number}:"):
                    names = [self.local(b.slot) for b in entry.binders]
                    self.line(f"_, {', '.join(names)} = option")


def _all_there(entries: tuple[ir.Entry, ...]) -> bool:
    return all(not e.binders and e.where is None for e in entries)


def leaves_round(stmts: ir.Stmts) -> bool:
    """Whether the next round of a loop may begin before the end of this one."""
    return any(
        isinstance(s, ir.Continue) or (isinstance(s, ir.If) and (leaves_round(s.then) or leaves_round(s.otherwise)))
        for s in stmts
    )


def _number(count: int) -> str:
    """The number of one of several things, as an index into a list of them would be worked out."""
    return "0 if random() < 0.5 else 1" if count == 2 else f"int(random() * {count})"


def uses_straight(module: ModuleWriter, blocks: Any) -> bool:
    """Whether one of these blocks calls a rule that has a straight form."""
    exits = (module.program.blocks[b].exit for b in blocks)
    return any(isinstance(e, ir.Invoke) and e.function in module.straight for e in exits)
