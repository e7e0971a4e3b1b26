"""Blocks as Python functions, each with all that follows it until the machine has to know.

A *head* is a block at which a frame can be picked up (the start or exit of a function, what follows a
question, a call or private blocks) or that is reached from several places. Every head becomes one function;
other blocks are written into it where they are reached. Locals live in Python variables; the frame `L` is
read at the start and written at the end, what is dead is not.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gdl.dsl import ir
from gdl.dsl.ir import RETURN
from gdl.interpreter.choice import ANYTIME, PARTS
from gdl.interpreter.codegen.expressions import Expressions
from gdl.interpreter.codegen.scope import Scope
from gdl.interpreter.codegen.statements import Statements
from gdl.interpreter.codegen.static import statements_of
from gdl.interpreter.codegen.writer import Writer, identifier, listed, remark
from gdl.interpreter.liveness import written
from gdl.interpreter.state import ASK, DEPTH_BUDGET, END_PHASE, LEAVE, TOGETHER

if TYPE_CHECKING:
    from gdl.interpreter.codegen.module import ModuleWriter

Slots = frozenset[int]


def heads(program: ir.Program) -> set[int]:
    """The blocks that get a function of their own."""
    found: set[int] = set()
    reached: dict[int, int] = {}
    for function in program.functions:
        found.update(b for b in (function.entry, function.exit) if b is not None)
    for block in program.blocks:
        match block.exit:
            case ir.Invoke() | ir.Ask() | ir.Together() | ir.EndPhase():
                found.add(block.exit.block)
        for b in set(jumps(block.exit)):
            reached[b] = reached.get(b, 0) + 1
    found.update(b for b, count in reached.items() if count > 1)
    return found


def jumps(exit: ir.Exit) -> tuple[int, ...]:
    """Where a block can go on without stopping."""
    match exit:
        case ir.Jump(block):
            return (block,)
        case ir.Branch(_, yes, no):
            return (yes, no)
        case ir.Switch(_, blocks, otherwise):
            return (*blocks, otherwise)
    return ()


class BlockWriter:
    """Writes the function of one head."""

    def __init__(self, module: ModuleWriter, head: int, random: bool = False):
        """`random`: for playouts, in which a rule with a straight form is simply called."""
        self.module = module
        self.random = random
        self.program = module.program
        self.head = head
        self.block = self.program.blocks[head]
        self.function = self.program.functions[self.block.function]
        self.entering = module.liveness.entering
        self.waiting = module.liveness.waiting
        self.name = f"{'q' if random else 'b'}{head}_{identifier(self.block.name)}"
        self.writer = Writer()
        self.scope = Scope(self.function)
        kind = module.straight_statements if random else Statements
        self.statements = kind(module, self.writer, Expressions(module, self.scope))
        self.comes_back = False
        self.path: list[int] = []
        """The blocks that are being written, one behind the other."""
        self.inside = self._region()

    def _region(self) -> set[int]:
        """The blocks that are written into this function: in playouts also those behind a rule in straight form."""
        found, queue = {self.head}, [self.head]
        while queue:
            exit = self.program.blocks[queue.pop()].exit
            follows = [b for b in jumps(exit) if b not in self.module.heads]
            if self.random and isinstance(exit, ir.Invoke) and exit.function in self.module.straight:
                follows.append(exit.block)
            self.comes_back |= self.random and self.head in (*jumps(exit), *follows)
            for b in follows:
                if b not in found:
                    found.add(b)
                    queue.append(b)
        return found

    def write(self) -> None:
        assigned: set[int] = set()
        for b in self.inside:
            block = self.program.blocks[b]
            assigned |= sets(block.body)
            if isinstance(block.exit, ir.Invoke) and block.exit.result is not None:
                assigned.add(block.exit.result)
        mentioned = assigned | set().union(*(self._mentions(b) for b in self.inside))
        loaded = sorted(self.entering[self.head] & mentioned)
        with self.writer.block(f"def {self.name}(S, L, K, X):"):
            self.writer.line(f'"""{remark(self.block.name)}"""')
            for slot in loaded:
                self.writer.line(f"{self.scope.name(slot)} = L[{slot + 1}]")
            if self.random:
                self.writer.line("random = X.random")
            if self.comes_back:
                with self.writer.block("while True:"):
                    self.statements.count_step()
                    self._block(self.head, frozenset(loaded), frozenset(assigned) & frozenset(loaded))
            else:
                self._block(self.head, frozenset(loaded), frozenset())
        self.module.add(self.name, self.writer, self.function.name)

    def _mentions(self, b: int) -> Slots:
        """What a block reads, itself or where it ends."""
        block = self.program.blocks[b]
        live = self.module.liveness
        found = live.before(block.body, frozenset())
        match block.exit:
            case ir.Branch(test):
                found |= live.reads(test)
            case ir.Switch(value):
                found |= live.reads(value)
            case ir.Invoke(_, args):
                found |= live.reads(args)
            case ir.Together():
                found |= live.reads(block.exit.branches) | live.reads(block.exit.seers)
            case ir.Leave(value):
                found |= live.reads(value)
        return found

    def _block(self, b: int, known: Slots, changed: Slots) -> None:
        """`known`: the locals that are in Python variables when the block begins; `changed`: not as in the
        frame."""
        block = self.program.blocks[b]
        if b != self.head:
            self.writer.line(f"# {remark(block.name)}")
        self.statements.write(block.body)
        now = frozenset(sets(block.body))
        self.path.append(b)
        self._exit(b, block.exit, known | now, changed | now)
        self.path.pop()

    # ------------------------------------------------------------------------------ exits

    def _go(self, b: int, known: Slots, changed: Slots, called: bool = False) -> None:
        """On to block b; `called`: a rule has been called just before, so that it is written here if it can be."""
        if self.comes_back and b == self.head:
            self.writer.line("continue")
        elif called and b not in self.path:
            self._block(b, known, changed)
        elif b in self.module.heads:
            self._keep(changed & self.entering[b])
            self.writer.line(f"return {b}")
        else:
            self._block(b, known, changed)

    def _keep(self, slots: Slots) -> None:
        """Python variables go back into the frame."""
        for slot in sorted(slots):
            self.writer.line(f"L[{slot + 1}] = {self.scope.name(slot)}")

    def _waiting_frame(self, b: int, known: Slots) -> str:
        """The frame that waits at the exit of b: what is live, 0 for the rest."""
        cells = [str(~b)]
        for slot in range(len(self.function.locals)):
            if slot not in self.waiting[b]:
                cells.append("0")
            else:
                cells.append(self.scope.name(slot) if slot in known else f"L[{slot + 1}]")
        return listed(cells)

    def _exit(self, b: int, exit: ir.Exit, known: Slots, changed: Slots) -> None:
        line, statements = self.writer.line, self.statements
        match exit:
            case ir.Jump(block):
                self._go(block, known, changed)
            case ir.Branch():
                self._branch(exit, known, changed)
            case ir.Switch():
                self._switch(exit, known, changed)
            case ir.Leave(value):
                line(f"S[{RETURN}] = {'0' if value is None else statements.value(value)}")
                line(f"return {LEAVE}")
            case ir.Invoke() if self.random and exit.function in self.module.straight:
                self._call_straight(exit, known, changed)
            case ir.Invoke():
                self._invoke(b, exit, known)
            case ir.Ask():
                line(f"L[:] = {self._waiting_frame(b, known)}")
                line(f"return {ASK}")
            case ir.Together():
                branches, seers = statements.value(exit.branches), statements.value(exit.seers)
                line(f"L[:] = (*{self._waiting_frame(b, known)}, {branches}, {seers})")
                line(f"return {TOGETHER}")
            case ir.EndPhase():
                ended = self.function.exit
                live = self.entering[exit.block] | (
                    self.entering[ended] if ended is not None else frozenset()
                )
                self._keep(changed & live)
                line(f"L[0] = {~b}")
                line(f"return {END_PHASE}")

    def _branch(self, exit: ir.Branch, known: Slots, changed: Slots) -> None:
        test = self.statements.condition(exit.condition)
        if test in ("True", "False"):
            self._go(exit.yes if test == "True" else exit.no, known, changed)
            return
        with self.writer.block(f"if {test}:"):
            self._go(exit.yes, known, changed)
        self._go(exit.no, known, changed)

    def _switch(self, exit: ir.Switch, known: Slots, changed: Slots) -> None:
        self.writer.line(f"which = {self.statements.value(exit.value)}")
        by_target: dict[int, list[int]] = {}
        for value, b in enumerate(exit.blocks):
            if b != exit.otherwise:
                by_target.setdefault(b, []).append(value)
        for b, values in by_target.items():
            test = f"which == {values[0]}" if len(values) == 1 else f"which in {tuple(values)}"
            with self.writer.block(f"if {test}:"):
                self._go(b, known, changed)
        self._go(exit.otherwise, known, changed)

    def _call_straight(self, exit: ir.Invoke, known: Slots, changed: Slots) -> None:
        self.statements.write((self.module.keep(ir.Do(exit.function, exit.args, exit.result)),))
        done = frozenset() if exit.result is None else frozenset((exit.result,))
        self._go(exit.block, known | done, changed | done, called=True)

    def _invoke(self, b: int, exit: ir.Invoke, known: Slots) -> None:
        line = self.writer.line
        callee = self.program.functions[exit.function]
        with self.writer.block(f"if len(K) >= {DEPTH_BUDGET}:"):
            line("raise TooDeep")
        args = [self.statements.value(arg) for arg in exit.args]
        cells = ["0", *args, *["0"] * (len(callee.locals) - len(args))]
        line(f"K.append({self._waiting_frame(b, known)})")
        line(f"L[:] = {listed(cells)}")
        line(f"return {callee.entry}")


def sets(stmts: ir.Stmts) -> set[int]:
    """The locals that statements may set."""
    found: set[int] = set()
    for stmt in statements_of(stmts):
        found |= written(stmt)
        if isinstance(stmt, ir.Each):
            found.add(stmt.slot)
    return found


def write_options(module: ModuleWriter, b: int, choice: ir.Choice) -> str:
    """`options_7(S, L)`: all options of a question, entry by entry."""
    block = module.program.blocks[b]
    function = module.program.functions[block.function]
    scope, writer = Scope(function), Writer()
    name = f"options_{b}_{identifier(block.name)}"
    with writer.block(f"def {name}(S, L):"):
        _load(module, writer, scope, [module.liveness.option_reads(entry) for entry in choice.entries])
        _entries(writer, Expressions(module, scope), choice.entries, 0)
    module.add(name, writer, function.name)
    return name


def _load(module: ModuleWriter, writer: Writer, scope: Scope, used: list[Slots]) -> None:
    for slot in sorted(frozenset().union(*used)):
        writer.line(f"{scope.name(slot)} = L[{slot + 1}]")


def write_parts(module: ModuleWriter, b: int, choice: ir.Choice) -> dict[str, str]:
    """`low_7(S, L)` and the like: what else is worked out when a question is asked."""
    block = module.program.blocks[b]
    function = module.program.functions[block.function]
    names = {}
    for part in PARTS:
        e: ir.Expr | None = getattr(choice, part)
        if e is None:
            continue
        scope, writer = Scope(function), Writer()
        names[part] = name = f"{part}_{b}_{identifier(block.name)}"
        with writer.block(f"def {name}(S, L):"):
            _load(module, writer, scope, [module.liveness.reads(e)])
            writer.line(f"return {module.folds.root_value(writer, Expressions(module, scope), e)}")
        module.add(name, writer, function.name)
    return names


def write_anytime(module: ModuleWriter) -> str:
    """`anytime(S, seat)`: the `anytime` options of a seat, which entries read as their first local."""
    scope, writer = Scope(None), Writer()
    with writer.block("def anytime(S, seat):"):
        writer.line(f"{scope.name(0)} = seat")
        _entries(writer, Expressions(module, scope), module.program.anytime, ANYTIME)
    module.add("anytime", writer, "anytime")
    return "anytime"


def _entries(writer: Writer, expressions: Expressions, entries: tuple[ir.Entry, ...], first: int) -> None:
    """The options of all entries, numbered from `first`, as a list that is returned."""
    if all(not entry.binders and entry.where is None for entry in entries):
        writer.line(f"return [{', '.join(f'({number},)' for number, _ in enumerate(entries, first))}]")
        return
    list_options(writer, expressions, entries, first, "found")
    writer.line("return found")


def list_options(
    writer: Writer, expressions: Expressions, entries: tuple[ir.Entry, ...], first: int, target: str
) -> None:
    """`target` becomes the list of the options of all entries, numbered from `first`."""
    if len(entries) == 1 and entries[0].binders:
        write_entry(writer, expressions, first, entries[0], None, target, begins=True)
        return
    shared = _shared_domains(writer, expressions, entries)
    writer.line(f"{target} = []")
    for number, entry in enumerate(entries, first):
        if entry.binders:
            write_entry(writer, expressions, number, entry, shared.get(entry.binders[0].domain), target)
            continue
        test = "True"
        if entry.where is not None:
            test = expressions.module.folds.root_condition(writer, expressions, entry.where)
        if test == "True":
            writer.line(f"{target}.append(({number},))")
        elif test != "False":
            with writer.block(f"if {test}:"):
                writer.line(f"{target}.append(({number},))")


def write_entry(
    writer: Writer, expressions: Expressions, number: int | None, entry: ir.Entry, first: str | None, target: str,
    begins: bool = False,
) -> None:  # fmt: skip
    """All bindings of an entry go into the list `target`: by a comprehension, or by loops where one would have to call
    for what it needs. `begins`: the list is made here."""
    module = expressions.module
    before = len(module.functions)
    text = _entry(expressions, number, entry, first)
    if module.full or first is not None or len(module.functions) == before:
        writer.line(f"{target} {'=' if begins else '+='} {text}")
        return
    del module.functions[before:]
    if begins:
        writer.line(f"{target} = []")
    binders = entry.binders
    inner = module.folds.renamed(expressions, [binder.slot for binder in binders])
    with module.folds.loops(writer, inner, binders, flat=True):
        names = [inner.scope.name(binder.slot) for binder in binders]
        option = names[0] if number is None else listed([str(number), *names])
        if entry.where is None:
            writer.line(f"{target}.append({option})")
            return
        test = module.folds.root_condition(writer, inner, entry.where)
        if test == "True":
            writer.line(f"{target}.append({option})")
        else:
            with writer.block(f"if {test}:"):
                writer.line(f"{target}.append({option})")


def _shared_domains(
    writer: Writer, expressions: Expressions, entries: tuple[ir.Entry, ...]
) -> dict[ir.Expr, str]:
    """Searches that several entries begin with are done once: the names of their results."""
    times = Counter(entry.binders[0].domain for entry in entries if entry.binders)
    names: dict[ir.Expr, str] = {}
    for domain, count in times.items():
        if (
            count > 1
            and isinstance(domain, (ir.Fold, ir.Call))
            and not expressions.static.constant(domain)[0]
        ):
            names[domain] = f"shared_{len(names)}"
            writer.line(f"{names[domain]} = {expressions.iterable(domain)}")
    return names


def _entry(expressions: Expressions, number: int | None, entry: ir.Entry, first: str | None) -> str:
    """All bindings of an entry as a comprehension; `first` is where its first domain is found, if it is
    shared. Without a number: the values of its only binder by themselves."""
    parts = []
    inner = expressions.in_scope(expressions.scope.inner([]))
    for i, binder in enumerate(entry.binders):
        domain = first if i == 0 and first is not None else inner.iterable(binder.domain)
        inner.module.folds.runs_over(inner, binder)
        parts.append(f" for {inner.scope.name(binder.slot)} in {domain}")
        if binder.where is not None and (test := inner.condition(binder.where)) != "True":
            parts.append(f" if {test}")
    if entry.where is not None and (test := inner.condition(entry.where)) != "True":
        parts.append(f" if {test}")
    names = [inner.scope.name(binder.slot) for binder in entry.binders]
    if number is None:
        return f"[{names[0]}{''.join(parts)}]"
    return f"[{listed([str(number), *names])}{''.join(parts)}]"
