"""One Python module for one program: all its values, whole functions, blocks and options.

`source(machine, full)` is the text; `compiled(machine, full)` is the text compiled, in the form that the
machine runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from gdl.dsl import ir
from gdl.dsl.source import Span
from gdl.interpreter.chance import Point
from gdl.interpreter.choice import Option, OptionFunction, PartFunction
from gdl.interpreter.code import BlockFunction, WholeFunction
from gdl.interpreter.codegen import runtime
from gdl.interpreter.codegen.blocks import BlockWriter, heads, write_anytime, write_options, write_parts
from gdl.interpreter.codegen.expressions import Expressions
from gdl.interpreter.codegen.folds import Folds
from gdl.interpreter.codegen.inline import ONCE, SMALL, can_be_written_out, returns, set_by, weight
from gdl.interpreter.codegen.scope import Scope
from gdl.interpreter.codegen.statements import Statements
from gdl.interpreter.codegen.static import Static, children, statements_of
from gdl.interpreter.codegen.straight import (
    StraightStatements,
    straight_functions,
    uses_straight,
    write_straight,
)
from gdl.interpreter.codegen.tablework import TableWork
from gdl.interpreter.codegen.writer import Writer, identifier, remark
from gdl.interpreter.evaluate import unary
from gdl.interpreter.liveness import choice_writes
from gdl.interpreter.reference import faces_by_die
from gdl.interpreter.state import State

if TYPE_CHECKING:
    from gdl.interpreter.machine import Machine

Node = TypeVar("Node", bound="ir.Expr | ir.Stmt")
LONG = 60
"""Constants longer than this get a name."""


class ModuleWriter:
    """Gathers the functions of a module and the constants they use."""

    def __init__(self, machine: Machine, full: bool):
        self.machine = machine
        self.program = machine.program
        self.full = full
        self.hides = machine.moves.knowledge is not None
        self.liveness = machine.liveness
        self.static = Static(self.program, machine.evaluator, machine.liveness)
        self.folds = Folds(self)
        self.heads = heads(self.program)
        self.recursive = recursive_functions(self.program)
        self.inline_depth = 0
        self._set_once: dict[int, frozenset[int]] = {}
        self._numbers = {id(function): number for number, function in enumerate(self.program.functions)}
        self.tablework = TableWork(self)
        self.straight: set[int] = set() if full else straight_functions(self)
        self.called_straight: set[int] = set()
        self.straight_statements = StraightStatements
        self.globals: dict[str, Any] = {}
        self.constants: dict[str, str] = {}
        self.functions: list[Writer] = []
        self.regions: list[tuple[int, int, str]] = []
        """(first line, line after the last, name) of rules that are written out, the inner ones first."""
        self.function_names: dict[str, str] = {}
        self._fresh = 0
        self._by_id: dict[int, str] = {}
        self._kept: list[Any] = []

    # ------------------------------------------------------------------------------ rules written out

    def keep(self, node: Node) -> Node:
        """A node made here lives as long as those of the program: what is known of nodes is kept by their identity."""
        self._kept.append(node)
        return node

    @cached_property
    def calls(self) -> Counter[int]:
        """How often each rule is carried out by name; in straight code, if it has that."""
        bodies = [
            function.straight if number in self.straight else function.body
            for number, function in enumerate(self.program.functions)
        ]
        found = Counter(s.function for body in bodies for s in statements_of(body or ()) if isinstance(s, ir.Do))
        for block in self.program.blocks:
            if block.function not in self.straight:
                found.update(s.function for s in statements_of(block.body) if isinstance(s, ir.Do))
                if isinstance(block.exit, ir.Invoke):
                    found[block.exit.function] += 1
        return found

    def is_written_out(self, s: ir.Do, stmts: ir.Stmts) -> bool:
        """Whether a rule, whose body this is, is written where it is called."""
        function = self.program.functions[s.function]
        if s.function in self.recursive:
            return False
        if s.result is not None and returns(stmts):
            return False
        if s.result is None and not (function.result is None or isinstance(function.result, (ir.Const, ir.Local))):
            return False
        limit = ONCE if self.calls[s.function] == 1 and s.function in self.straight else SMALL
        return can_be_written_out(stmts) and weight(stmts) <= limit

    def full_weight(self, stmts: ir.Stmts) -> int:
        """How many nodes there are once rules are written out."""
        total = weight(stmts)
        for s in statements_of(stmts):
            if isinstance(s, ir.Do) and s.function not in self.recursive:
                function = self.program.functions[s.function]
                body = function.straight if s.function in self.straight else function.body
                if body is not None and self.is_written_out(s, body):
                    total += self.full_weight(body)
        return total

    def set_once(self, function: ir.Function) -> frozenset[int]:
        """The locals that are set in one place of a function and never read before that."""
        found = self._set_once.get(id(function))
        if found is None:
            number = self._numbers[id(function)]
            blocks = [block for block in self.program.blocks if block.function == number]
            times: Counter[int] = Counter()
            for body in (function.body or (), *(block.body for block in blocks)):
                for stmt in statements_of(body):
                    times.update(set_by(stmt))
            for block in blocks:
                if isinstance(block.exit, ir.Ask):
                    times.update(choice_writes(block.exit.choice))
                elif isinstance(block.exit, ir.Invoke) and block.exit.result is not None:
                    times[block.exit.result] += 1
            unset = self.liveness.before(function.body or (), self.liveness.reads(function.result))
            if function.entry is not None:
                unset = self.liveness.entering[function.entry]
            found = self._set_once[id(function)] = frozenset(
                slot for slot, count in times.items() if count == 1 and slot >= function.params and slot not in unset
            )
        return found

    def is_silent(self, stmt: ir.Stmt) -> bool:
        """Whether nothing comes of a statement where nothing is written down."""
        if isinstance(stmt, ir.Do) and stmt.result is None and stmt.function not in self.recursive:
            function = self.program.functions[stmt.function]
            simple = all(isinstance(arg, (ir.Const, ir.Local)) for arg in stmt.args)
            if simple and function.body is not None and function.result is None:
                return all(self.is_silent(inner) for inner in function.body)
        return isinstance(stmt, (ir.Log, ir.Event))

    # ------------------------------------------------------------------------------ names

    def fresh(self) -> int:
        self._fresh += 1
        return self._fresh

    def function_name(self, number: int) -> str:
        return f"f{number}_{identifier(self.program.functions[number].name)}"

    def add(self, name: str, writer: Writer, function: str) -> None:
        self.functions.append(writer)
        self.function_names[name] = function

    def constant(self, value: Any) -> str:
        """A literal, or the name of one that is long."""
        text = repr(value)
        if len(text) <= LONG:
            return text
        return self.constants.setdefault(text, f"C{len(self.constants)}")

    def frozen_set(self, value: tuple[Any, ...]) -> str:
        text = f"frozenset({value!r})"
        return self.constants.setdefault(text, f"C{len(self.constants)}")

    def table(self, number: int) -> str:
        name = f"T{number}"
        self.globals[name] = self.program.tables[number]
        return name

    def bits_table(self, number: int) -> str:
        """A table of sets, as a table of lists."""
        name = f"T{number}_listed"
        if name not in self.globals:
            self.globals[name] = tuple(unary("bits", value) for value in self.program.tables[number])
        return name

    def faces(self) -> str:
        self.globals["FACES"] = {die: faces for die, (faces, _) in faces_by_die(self.program).items()}
        return "FACES"

    def _named(self, prefix: str, value: Any) -> str:
        name = self._by_id.get(id(value))
        if name is None:
            name = self._by_id[id(value)] = f"{prefix}{len(self._kept)}"
            self._kept.append(value)
            self.globals[name] = value
        return name

    def node(self, node: Any) -> str:
        """A node of the IR itself, for messages and texts."""
        return self._named("N", node)

    def span(self, span: Span) -> str:
        return self._named("P", span)

    def type(self, type: ir.Type) -> str:
        return self._named("Y", type)

    def point(self, word: str, type: ir.Type) -> str:
        name = f"{word.upper()}_{self.type(type)}"
        self.globals[name] = Point(word, type)
        return name

    # ------------------------------------------------------------------------------ functions

    def write(self) -> str:
        program = self.program
        for number, function in enumerate(program.functions):
            if function.entry is None:
                self._whole(number, function)
        self.random_heads: dict[int, str] = {}
        for head in sorted(self.heads):
            BlockWriter(self, head).write()
            random = BlockWriter(self, head, random=True)
            if uses_straight(self, random.inside):
                random.write()
                self.random_heads[head] = random.name
        written: set[int] = set()
        while self.called_straight - written:
            for number in sorted(self.called_straight - written):
                written.add(number)
                write_straight(self, number)
        self.option_names = {
            b: write_options(self, b, block.exit.choice)
            for b, block in enumerate(program.blocks)
            if isinstance(block.exit, ir.Ask)
        }
        self.part_names = {
            b: write_parts(self, b, block.exit.choice)
            for b, block in enumerate(program.blocks)
            if isinstance(block.exit, ir.Ask)
        }
        write_anytime(self)
        named = [f"{name} = {text}" for text, name in self.constants.items()]
        mode = (
            "full: logs, events, controlled chance"
            if self.full
            else "fast: no log, chance sampled on the spot"
        )
        header = f'"""{remark(program.title or program.name)}, {program.seats} seats. {mode}."""'
        lines = [*header.split("\n"), "", "", *named]
        for writer in self.functions:
            lines += ["", ""]
            first = len(lines) + 1
            self.regions += [(first + a, first + z, name) for a, z, name in writer.regions]
            lines += writer.lines
        return "\n".join(lines) + "\n"

    def _whole(self, number: int, function: ir.Function) -> None:
        """A value `f(S, ...)`, or a rule that runs through `f(S, X, ...)`."""
        scope, writer = Scope(function), Writer()
        statements = Statements(self, writer, Expressions(self, scope), function.pure)
        params = ["S"] if function.pure else ["S", "X"]
        params += [scope.name(slot) for slot in range(function.params)]
        name = self.function_name(number)
        body = function.body or ()
        if function.pure and not body and isinstance(function.result, ir.Fold):
            self._fold_alone(name, function, statements.e, params)
            return
        with writer.block(f"def {name}({', '.join(params)}):"):
            writer.line(f'"""{remark(function.word)} {remark(function.name)}"""')
            unset = self.liveness.before(body, self.liveness.reads(function.result)) - set(
                range(function.params)
            )
            for slot in sorted(unset):
                writer.line(f"{scope.name(slot)} = 0")
            if not function.pure and number in self.recursive:
                statements.count_step()
            statements.write(body)
            if function.result is None:
                writer.line("return -1")
            else:
                self.folds.write_result(writer, statements.e, function.result)
        self.add(name, writer, function.name)

    def _fold_alone(
        self, name: str, function: ir.Function, expressions: Expressions, params: list[str]
    ) -> None:
        """A value that is nothing but a fold is the fold's helper itself, where that takes the same
        parameters."""
        assert function.result is not None
        text, writer = expressions.value(function.result), Writer()
        helper = text.partition("(")[0]
        if helper in self.function_names and text == f"{helper}({', '.join(params)})":
            writer.line(f"{name} = {helper}")
        else:
            with writer.block(f"def {name}({', '.join(params)}):"):
                writer.line(f'"""{remark(function.word)} {remark(function.name)}"""')
                writer.line(f"return {text}")
        self.add(name, writer, function.name)


class CompiledCode:
    """Generated Python in the form that the machine runs."""

    def __init__(self, machine: Machine, full: bool):
        module = ModuleWriter(machine, full)
        self.source = module.write()
        space = runtime.names(machine)
        space.update(module.globals)
        space["FUNCTION_NAMES"] = module.function_names
        space["WRITTEN_OUT"] = module.regions
        code = compile(self.source, f"<{machine.program.name} {'full' if full else 'fast'}>", "exec")
        exec(code, space)
        program = machine.program
        by_block = {head: BlockWriter(module, head).name for head in module.heads}
        self.blocks: list[BlockFunction] = [
            space[by_block[b]] if b in by_block else _no_head for b in range(len(program.blocks))
        ]
        self.random_blocks: list[BlockFunction] = [
            space[module.random_heads[b]] if b in module.random_heads else plain
            for b, plain in enumerate(self.blocks)
        ]
        self.options: list[OptionFunction | None] = [
            space[module.option_names[b]] if b in module.option_names else None
            for b in range(len(program.blocks))
        ]
        self.parts: list[Mapping[str, PartFunction]] = [
            {part: space[name] for part, name in module.part_names.get(b, {}).items()}
            for b in range(len(program.blocks))
        ]
        self.anytime: Callable[[State, int], list[Option]] = space["anytime"]
        self.whole: list[WholeFunction | None] = [
            space[module.function_name(number)] if function.entry is None else None
            for number, function in enumerate(program.functions)
        ]


def _no_head(*_: Any) -> int:
    raise AssertionError("a block that is written into another one was entered")


def recursive_functions(program: ir.Program) -> set[int]:
    """The whole functions and values that can come to call themselves."""
    calls: list[set[int]] = []
    for function in program.functions:
        found: set[int] = set()
        nodes: list[Any] = [*statements_of(function.body or ())]
        if function.result is not None:
            nodes.append(function.result)
        while nodes:
            node = nodes.pop()
            if isinstance(node, (ir.Call, ir.Do)):
                found.add(node.function)
            nodes += children(node)
        calls.append(found)
    # Closure by repeated widening: the graphs are small.
    reach = [set(found) for found in calls]
    changed = True
    while changed:
        changed = False
        for found in reach:
            wider = found.union(*(reach[other] for other in found)) if found else found
            if len(wider) > len(found):
                found |= wider
                changed = True
    return {number for number, found in enumerate(reach) if number in found}
