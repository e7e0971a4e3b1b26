"""Folds, bindings and walks: each becomes a small Python function with plain loops, or a comprehension.

def any_12_won(S, p_0):
    for line_1 in (0, 1, 2):
        if all_13_won(S, p_0, line_1):
            return True
    return False
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gdl.dsl import ir
from gdl.interpreter.codegen.expressions import Expressions
from gdl.interpreter.codegen.static import children
from gdl.interpreter.codegen.writer import Writer, identifier, is_atom

if TYPE_CHECKING:
    from gdl.interpreter.codegen.module import ModuleWriter

ROOT_SIZE = 40
"""Values of no more nodes than this are written out where a statement needs them."""
DEEPEST = 12
"""Loops and branches inside each other; below that, searches are functions again."""
FEW = 4
"""Searches among no more things than this are written out one by one."""
FIRST_OWN = 100_000
"""Slots from here on stand for pieces of text."""
ALWAYS: dict[type, tuple[str, ...]] = {
    ir.Binary: ("left", "right"), ir.Unary: ("operand",), ir.Table: ("index",), ir.Load: ("offset",), ir.Item:
    ("list", "index"), ir.Content: ("zone",), ir.Place: ("component",), ir.Beside: ("player",), ir.Checked:
    ("value",), ir.IfElse: ("condition",),
}  # fmt: skip
"""The parts of a node that are worked out in any case."""


def _worked_out_anyway(e: ir.Expr) -> tuple[str, ...]:
    """The parts that are worked out in any case, without those that expressions have a better way for: whether something
    is in a search or whether that finds anything, and what only runs over a list."""
    if isinstance(e, ir.Binary) and e.op in ("in", "in set", "count", "same"):
        return ("left",) if e.op in ("in", "in set") else ()
    if isinstance(e, ir.Binary) and isinstance(e.left, ir.Unary) and e.left.op == "len":
        return ()
    if isinstance(e, ir.Unary) and e.op not in ("not", "-", "abs"):
        return ()
    return ALWAYS.get(type(e), ())


def _innermost(e: ir.Expr) -> ir.Expr:
    while isinstance(e, ir.Bind):
        e = e.body
    return e


class Folds:
    """Writes helpers into a module."""

    def __init__(self, module: ModuleWriter):
        self.module = module
        self._parts: dict[int, bool] = {}

    # ------------------------------------------------------------------------------ helpers in general

    @contextmanager
    def _helper(
        self, outer: Expressions, e: ir.Expr, word: str
    ) -> Iterator[tuple[Writer, Expressions, list[str]]]:
        """A helper for `e` that gets what `e` reads as parameters. The list receives the text that calls
        it."""
        slots = sorted(self.module.liveness.reads(e))
        scope = outer.scope.inner(slots)
        inner = outer.in_scope(scope)
        where = outer.scope.function.name if outer.scope.function is not None else "game"
        name = f"{word}_{self.module.fresh()}_{identifier(where)}"
        params = ["S", *(scope.name(slot) for slot in slots)]
        args = ["S", *(outer.scope.name(slot) for slot in slots)]
        writer = Writer()
        with writer.block(f"def {name}({', '.join(params)}):"):
            yield writer, inner, [f"{name}({', '.join(args)})"]
        self.module.add(name, writer, where)

    @contextmanager
    def loops(
        self, writer: Writer, inner: Expressions, binders: tuple[ir.For, ...], flat: bool = False
    ) -> Iterator[None]:
        """Nested loops over all bindings; the body is written inside. `flat`: all are gone through in any case, so a list
        that is made from loops is these loops, and one of at most one item is a condition."""
        depth = writer.depth
        for binder in binders:
            if not flat or self.module.full or not self._flat_domain(writer, inner, binder.slot, binder.domain):
                self._loop_over(writer, inner, binder)
            if binder.where is not None:
                test = self.root_condition(writer, inner, binder.where)
                if test != "True":
                    writer.line(f"if {test}:")
                    writer.depth += 1
        if writer.depth == depth:
            writer.line("if True:")
            writer.depth += 1
        yield
        writer.depth = depth

    def _loop_over(self, writer: Writer, inner: Expressions, binder: ir.For) -> None:
        domain = self.root_iterable(writer, inner, binder.domain)
        self.runs_over(inner, binder)
        writer.line(f"for {inner.scope.name(binder.slot)} in {domain}:")
        writer.depth += 1

    def _flat_domain(self, writer: Writer, inner: Expressions, slot: int, domain: ir.Expr) -> bool:
        """The loops or the condition that the domain of a binder is made from; False where it is neither."""
        if inner.static.constant(domain)[0] or writer.depth > DEEPEST:
            return False
        within, e = inner.resolved(domain, ROOT_SIZE)
        name = inner.scope.name(slot)
        while isinstance(e, ir.Bind):
            within, e = self._bound_here(writer, within, e)
        if isinstance(e, ir.Fold) and e.word == "list":
            within = self.renamed(within, [binder.slot for binder in e.binders])
            for binder in e.binders:
                if not self._flat_domain(writer, within, binder.slot, binder.domain):
                    self._loop_over(writer, within, binder)
                if binder.where is not None:
                    test = self.root_condition(writer, within, binder.where)
                    if test != "True":
                        writer.line(f"if {test}:")
                        writer.depth += 1
            self._stands_for(writer, inner, slot, name, self.root_value(writer, within, e.value))
            return True
        one = e.then if isinstance(e, ir.IfElse) and e.otherwise in (ir.Const(()), ir.Seq(())) else None
        if isinstance(e, ir.IfElse) and isinstance(one, ir.Seq) and len(one.items) == 1:
            writer.line(f"if {self.root_condition(writer, within, e.condition)}:")
            writer.depth += 1
            self._stands_for(writer, inner, slot, name, self.root_value(writer, within, one.items[0]))
            return True
        if within is inner and e is domain:
            return False
        writer.line(f"for {name} in {self.root_iterable(writer, within, e)}:")
        inner.scope.forget(slot)
        writer.depth += 1
        return True

    def _stands_for(self, writer: Writer, inner: Expressions, slot: int, name: str, text: str) -> None:
        inner.scope.forget(slot)
        if text.isidentifier():
            inner.scope.known[slot] = text
        else:
            writer.line(f"{name} = {text}")

    def _bound_here(self, writer: Writer, inner: Expressions, e: ir.Bind) -> tuple[Expressions, ir.Expr]:
        """A `let` as an assignment: what is left, and the scope it is read in."""
        text = self.root_value(writer, inner, e.value)
        if self.module.full:
            inner.scope.forget(e.slot)
        else:
            limits, typed = inner.static.bounds(e.value, inner.scope, sure=True), inner.static.bounds(e.value, inner.scope)
            inner = self.renamed(inner, (e.slot,))
            inner.scope.limits[e.slot], inner.scope.typed[e.slot] = limits, typed
            if text.isidentifier():
                inner.scope.known[e.slot] = text
                return inner, e.body
        writer.line(f"{inner.scope.name(e.slot)} = {text}")
        return inner, e.body

    def root_value(self, writer: Writer, inner: Expressions, e: ir.Expr) -> str:
        """An expression that is worked out right here: `let`s around it become assignments, searches loops."""
        inner, e = self._lifted(writer, inner, e)
        if not isinstance(e, ir.Checked) or inner.static.is_within(e.value, e.low, e.high, inner.scope):
            return inner.value(e)
        name = f"checked_{self.module.fresh()}"
        writer.line(f"{name} = {self.root_value(writer, inner, e.value)}")
        with writer.block(f"if not {e.low} <= {name} <= {e.high}:"):
            writer.line(f"checked({name}, {self.module.node(e)})")
        return name

    def write_result(self, writer: Writer, inner: Expressions, e: ir.Expr) -> None:
        """`return e`; a value that goes by cases works out only what its case needs, right here."""
        while isinstance(e, ir.Bind) and not inner.static.constant(e)[0]:
            inner, e = self._bound_here(writer, inner, e)
        by_cases = isinstance(e, ir.IfElse) and (self._has_parts(e.then) or self._has_parts(e.otherwise))
        if by_cases and not self.module.full and writer.depth <= DEEPEST and not inner.static.constant(e)[0]:
            assert isinstance(e, ir.IfElse)
            test = self.root_condition(writer, inner, e.condition)
            if test != "False":
                with writer.block("if True:" if test == "True" else f"if {test}:"):
                    self.write_result(writer, inner, e.then)
            if test != "True":
                self.write_result(writer, inner, e.otherwise)
            return
        writer.line(f"return {self.root_value(writer, inner, e)}")

    def root_condition(self, writer: Writer, inner: Expressions, e: ir.Expr) -> str:
        inner, e = self._lifted(writer, inner, e)
        return inner.condition(e)

    def root_iterable(self, writer: Writer, inner: Expressions, e: ir.Expr) -> str:
        inner, e = self._lifted(writer, inner, e, listed=True)
        return inner.iterable(e)

    def _lifted(
        self, writer: Writer, inner: Expressions, e: ir.Expr, listed: bool = False
    ) -> tuple[Expressions, ir.Expr]:
        """What is left of an expression once what it needs first has been written, and the scope it is read in."""
        while True:
            while isinstance(e, ir.Bind) and not inner.static.constant(e)[0]:
                inner, e = self._bound_here(writer, inner, e)
            if self.module.full or writer.depth > DEEPEST or inner.static.constant(e)[0] or not self._has_parts(e):
                return inner, e
            if isinstance(e, ir.Call):
                e = self._with_simple_arguments(writer, inner, e)
                within, body = inner.resolved(e, ROOT_SIZE)
                if body is e:
                    return inner, e
                if isinstance(body, ir.Bind) and not listed and not within.is_truth(_innermost(body)):
                    return inner, self._as_local(inner, self._worked_out_once(writer, inner, e, within, body), e)
                inner, e = within, body
                continue
            if isinstance(e, ir.Fold):
                if listed or not self.is_loop(e):
                    return inner, e
                return inner, self._as_local(inner, self.written(writer, inner, e), e)
            return inner, self._with_lifted_parts(writer, inner, e)

    def _worked_out_once(
        self, writer: Writer, inner: Expressions, e: ir.Call, within: Expressions, body: ir.Expr
    ) -> str:
        """The variable that a small value is worked out into; the one it is in already, if nothing has changed since."""
        key = (e.function, *inner.values(e.args))
        found = writer.known.get(key)
        if found is None or found[1] > writer.depth:
            name = f"{identifier(self.module.program.functions[e.function].name)}_{self.module.fresh()}"
            writer.line(f"{name} = {self.root_value(writer, within, body)}")
            found = writer.known[key] = name, writer.depth
        return found[0]

    def _with_simple_arguments(self, writer: Writer, inner: Expressions, e: ir.Call) -> ir.Call:
        """Arguments that are more than a name get one, if the value is small enough to be written out then."""
        if not inner.can_be_written_out(e.function, ROOT_SIZE):
            return e
        args: list[ir.Expr] = []
        for arg in e.args:
            text = self.root_value(writer, inner, arg)
            if not is_atom(text):
                name = f"given_{self.module.fresh()}"
                writer.line(f"{name} = {text}")
                text = name
            args.append(arg if text == inner.value(arg) else self._as_local(inner, text, arg))
        return self.module.keep(ir.Call(e.function, tuple(args)))

    def _with_lifted_parts(self, writer: Writer, inner: Expressions, e: ir.Expr) -> ir.Expr:
        """The parts that are worked out in any case are written first, from left to right."""
        changes: dict[str, Any] = {}
        if isinstance(e, ir.Item) and e.index == ir.Unary("len", e.list):
            text = self.root_value(writer, inner, e.list)
            if not is_atom(text):
                writer.line(f"lying = {text}")
                text = "lying"
            items = self._as_local(inner, text, e.list)
            return self.module.keep(replace(e, list=items, index=self.module.keep(ir.Unary("len", items))))
        for name in _worked_out_anyway(e):
            part = getattr(e, name)
            if isinstance(part, ir.Expr) and self._has_parts(part) and not inner.static.constant(part)[0]:
                within, left = self._lifted(writer, inner, part)
                if within is not inner:
                    changes[name] = self._as_local(inner, self.root_value(writer, within, left), part)
                elif left is not part:
                    changes[name] = left
        if isinstance(e, ir.Logic) and self._has_parts(e.parts[0]):
            text = self.root_condition(writer, inner, e.parts[0])
            if text in ("True", "False"):
                return e
            changes["parts"] = (self._as_local(inner, text, None), *e.parts[1:])
        return self.module.keep(replace(e, **changes)) if changes else e

    def _as_local(self, inner: Expressions, text: str, e: ir.Expr | None) -> ir.Local:
        """A piece of text in the place of an expression."""
        slot = FIRST_OWN + self.module.fresh()
        inner.scope.known[slot] = text
        if e is not None:
            inner.scope.limits[slot] = inner.static.bounds(e, inner.scope, sure=True)
            inner.scope.typed[slot] = inner.static.bounds(e, inner.scope)
        return self.module.keep(ir.Local(slot))

    def renamed(self, inner: Expressions, slots: Iterable[int]) -> Expressions:
        """A scope in which these have names that nothing else has here."""
        scope = inner.scope.inner([])
        for slot in slots:
            names = scope.function.local_names if scope.function is not None else ()
            base = identifier(names[slot]) if slot < len(names) and names[slot] else "v"
            scope.known[slot] = f"{base}_{slot}_{self.module.fresh()}"
            scope.forget(slot)
        return inner.in_scope(scope)

    def _has_parts(self, e: ir.Expr) -> bool:
        """Whether there is a search, `let` or call in it."""
        known = self._parts.get(id(e))
        if known is None:
            known = isinstance(e, (ir.Fold, ir.Bind, ir.Call)) or any(self._has_parts(c) for c in children(e))
            self._parts[id(e)] = known
            self.module.keep(e)
        return known

    # ------------------------------------------------------------------------------ folds as loops right here

    def is_loop(self, e: ir.Fold) -> bool:
        return e.word in ("first", "any", "all", "count", "sum")

    def written(self, writer: Writer, outer: Expressions, e: ir.Fold) -> str:
        """A search as loops where it is needed: the name of what is found."""
        short = self._one_by_one(outer, e)
        if short is not None:
            return short
        found = f"{e.word}_{self.module.fresh()}"
        inner = self.renamed(outer, [binder.slot for binder in e.binders])
        if e.word in ("count", "sum"):
            writer.line(f"{found} = 0")
            with self.loops(writer, inner, e.binders):
                step = "1" if e.word == "count" else self.root_value(writer, inner, e.value)
                writer.line(f"{found} += {step}")
            return found
        binders, value, wanted = e.binders, e.value, e.word != "all"
        settled, constant = outer.static.constant(value)
        if e.word == "any" and settled and constant and binders[-1].where is not None:
            value, binders = binders[-1].where, (*binders[:-1], ir.For(binders[-1].slot, binders[-1].domain))
            self.module.keep(binders[-1])
        writer.line(f"{found} = {-1 if e.word == 'first' else int(not wanted)}")
        last = binders[-1]
        every = last.where if e.word == "first" else None
        plain = isinstance(every, ir.Fold) and every.word == "all" and len(every.binders) == 1
        if plain and isinstance(every, ir.Fold) and every.binders[0].where is None:
            if not outer.static.constant(every)[0]:
                binders = (*binders[:-1], self.module.keep(ir.For(last.slot, last.domain)))
                with self._loops_that_are_left(writer, inner, binders):
                    within = self.renamed(inner, [every.binders[0].slot])
                    with self.loops(writer, within, every.binders):
                        self._settle(writer, self.root_condition(writer, within, every.value), False, "break")
                    with writer.block("else:"):
                        writer.line(f"{found} = {self.root_value(writer, inner, value)}")
                        writer.line("break")
                return found
        with self._loops_that_are_left(writer, inner, binders):
            if e.word == "first":
                writer.line(f"{found} = {self.root_value(writer, inner, value)}")
                writer.line("break")
            else:
                test = self.root_condition(writer, inner, value)
                with writer.block(f"if {test if wanted else f'not {test}'}:"):
                    writer.line(f"{found} = {int(wanted)}")
                    writer.line("break")
        return found

    def _one_by_one(self, outer: Expressions, e: ir.Fold) -> str | None:
        """A search among a few things that are known before play, as one condition after the other."""
        settled, items = outer.static.constant(e.binders[0].domain)
        if len(e.binders) > 1 or not settled or not 0 < len(items) <= FEW or e.word not in ("first", "any", "all"):
            return None
        tests, values = [], []
        before, scratch = len(self.module.functions), Writer()
        for item in items:
            inner = self.renamed(outer, ())
            if not isinstance(item, int):
                return None
            inner.scope.known[e.binders[0].slot] = str(item)
            inner.scope.limits[e.binders[0].slot] = item, item
            where, value = e.binders[0].where, e.value
            test = "True" if where is None else self.root_condition(scratch, inner, where)
            if e.word == "first":
                values.append(self.root_value(scratch, inner, value))
            else:
                held = self.root_condition(scratch, inner, value)
                if where is not None and test != "True":
                    held = f"({test} and {held})" if e.word == "any" else f"(not {test} or {held})"
                test = held
            tests.append(test)
        if scratch.lines or len(self.module.functions) > before or sum(map(len, tests)) > FEW * 60:
            del self.module.functions[before:]
            return None
        if e.word != "first":
            return f"(1 if {(' or ' if e.word == 'any' else ' and ').join(tests)} else 0)"
        chain = " else ".join(f"{value} if {test}" for value, test in zip(values, tests, strict=True))
        return f"({chain} else -1)"

    @contextmanager
    def _loops_that_are_left(
        self, writer: Writer, inner: Expressions, binders: tuple[ir.For, ...]
    ) -> Iterator[None]:
        """Nested loops, all of which a `break` in the innermost one leaves."""
        start, depths = writer.depth, []
        for binder in binders:
            domain = self.root_iterable(writer, inner, binder.domain)
            self.runs_over(inner, binder)
            depths.append(writer.depth)
            writer.line(f"for {inner.scope.name(binder.slot)} in {domain}:")
            writer.depth += 1
            if binder.where is not None and (test := self.root_condition(writer, inner, binder.where)) != "True":
                writer.line(f"if {test}:")
                writer.depth += 1
        yield
        for depth in reversed(depths[1:]):
            writer.depth = depth
            with writer.block("else:"):
                writer.line("continue")
            writer.line("break")
        writer.depth = start

    def runs_over(self, inner: Expressions, binder: ir.For) -> None:
        inner.scope.forget(binder.slot)
        inner.scope.limits[binder.slot] = inner.static.bounds_of_items(binder.domain, inner.scope)

    # ------------------------------------------------------------------------------ the folds

    def comprehension(self, outer: Expressions, e: ir.Fold, first: str = "") -> str:
        """`[value for x in domain if where ...]`; `first` is put before the value."""
        inner = outer.in_scope(outer.scope.inner([]))
        parts = []
        for binder in e.binders:
            domain = inner.iterable(binder.domain)
            self.runs_over(inner, binder)
            parts.append(f" for {inner.scope.name(binder.slot)} in {domain}")
            if binder.where is not None:
                test = inner.condition(binder.where)
                if test != "True":
                    parts.append(f" if {test}")
        return f"[{first}{inner.value(e.value)}{''.join(parts)}]"

    def truth(self, outer: Expressions, e: ir.Expr) -> str:
        """`any` and `all`."""
        assert isinstance(e, ir.Fold)
        return self._truth(outer, e, e.value, e.word == "any")

    def exists(self, outer: Expressions, e: ir.Fold) -> str:
        """Whether a fold has any bindings."""
        return self._truth(outer, e, ir.Const(1), True)

    def _truth(self, outer: Expressions, e: ir.Fold, value: ir.Expr, found: bool) -> str:
        binders = e.binders
        settled, constant = outer.static.constant(value)
        if found and settled and constant and binders[-1].where is not None:
            # `some x in z where c`: the condition is what is looked for
            value, binders = binders[-1].where, (*binders[:-1], ir.For(binders[-1].slot, binders[-1].domain))
        word = "any" if found else "all"
        with self._helper(outer, e, word) as (writer, inner, call):
            with self.loops(writer, inner, binders):
                within, value = inner.resolved(value)
                if isinstance(value, ir.Fold) and value.word in ("any", "all") and len(value.binders) == 1:
                    self._truth_inside(writer, within, value, word)
                else:
                    self._settle(
                        writer, self.root_condition(writer, within, value), found, f"return {int(found)}"
                    )
            writer.line(f"return {int(not found)}")
        return call[0]

    def _settle(self, writer: Writer, test: str, when: bool, then: str) -> None:
        """`if test: then`, or `if not test: then`."""
        if test == ("False" if when else "True"):
            writer.line("pass")
            return
        if test in ("True", "False"):
            writer.line(then)
            return
        with writer.block(f"if {test}:" if when else f"if not {test}:"):
            writer.line(then)

    def _truth_inside(self, writer: Writer, inner: Expressions, e: ir.Fold, outer: str) -> None:
        """`any` or `all` right inside another one, without a helper of its own.

        The same word goes on looking in the same way. Another one is settled by `break`; its `else` means
        that it was not.
        """
        found = e.word == "any"
        with self.loops(writer, inner, e.binders):
            test = self.root_condition(writer, inner, e.value)
            self._settle(writer, test, found, f"return {int(found)}" if e.word == outer else "break")
        if e.word != outer:
            with writer.block("else:"):
                writer.line(f"return {int(outer == 'any')}")

    def value(self, outer: Expressions, e: ir.Fold) -> str:
        match e.word:
            case "list":
                return f"tuple({self.comprehension(outer, e)})"
            case "max" | "min":
                return f"{e.word}({self.comprehension(outer, e)}, default=-1)"
            case "last":
                return f"last({self.comprehension(outer, e)})"
            case "any" | "all":
                return self.truth(outer, e)
            case "sum" if len(e.binders) == 1 and e.binders[0].where is None:
                return f"sum({self.comprehension(outer, e)})"
        return self._looped(outer, e)

    def _looped(self, outer: Expressions, e: ir.Fold) -> str:
        with self._helper(outer, e, identifier(e.word)) as (writer, inner, call):
            match e.word:
                case "count" | "sum":
                    writer.line("total = 0")
                    with self.loops(writer, inner, e.binders):
                        step = "1" if e.word == "count" else self.root_value(writer, inner, e.value)
                        writer.line(f"total += {step}")
                    writer.line("return total")
                case "first":
                    self._first(writer, inner, e)
                case "prefix":
                    writer.line("found = []")
                    with self.loops(writer, inner, e.binders):
                        writer.line(f"found.append({self.root_value(writer, inner, e.value)})")
                        assert e.key is not None
                        with writer.block(f"if not {self.root_condition(writer, inner, e.key)}:"):
                            writer.line("return tuple(found)")
                    writer.line("return tuple(found)")
                case "most" | "least":
                    self._extremes(writer, inner, e)
                case _:
                    self._sorted(writer, inner, e)
        return call[0]

    def _first(self, writer: Writer, inner: Expressions, e: ir.Fold) -> None:
        """The first binding; an `every` as the last condition is a loop whose `else` has found it."""
        binder = e.binders[-1]
        where = binder.where
        if isinstance(where, ir.Fold) and where.word == "all" and not inner.static.constant(where)[0]:
            if len(where.binders) == 1 and where.binders[0].where is None:
                with self.loops(writer, inner, (*e.binders[:-1], ir.For(binder.slot, binder.domain))):
                    with self.loops(writer, inner, where.binders):
                        self._settle(writer, self.root_condition(writer, inner, where.value), False, "break")
                    with writer.block("else:"):
                        writer.line(f"return {self.root_value(writer, inner, e.value)}")
                writer.line("return -1")
                return
        with self.loops(writer, inner, e.binders):
            writer.line(f"return {self.root_value(writer, inner, e.value)}")
        writer.line("return -1")

    def _extremes(self, writer: Writer, inner: Expressions, e: ir.Fold) -> None:
        assert e.key is not None
        writer.line("best, found = None, []")
        with self.loops(writer, inner, e.binders):
            writer.line(f"key = {self.root_value(writer, inner, e.key)}")
            with writer.block(f"if best is None or key {'>' if e.word == 'most' else '<'} best:"):
                writer.line(f"best, found = key, [{self.root_value(writer, inner, e.value)}]")
            with writer.block("elif key == best:"):
                writer.line(f"found.append({self.root_value(writer, inner, e.value)})")
        writer.line("return tuple(found)")

    def _sorted(self, writer: Writer, inner: Expressions, e: ir.Fold) -> None:
        assert e.key is not None
        writer.line("pairs = []")
        with self.loops(writer, inner, e.binders):
            key = self.root_value(writer, inner, e.key)
            writer.line(f"pairs.append(({key}, {self.root_value(writer, inner, e.value)}))")
        writer.line(f"pairs.sort(key=first_of, reverse={e.word == 'sort most'})")
        writer.line("return tuple([value for _, value in pairs])")

    def apart(self, outer: Expressions, e: ir.Expr) -> str:
        """The call of a helper that works out this expression."""
        with self._helper(outer, e, "worked_out") as (writer, inner, call):
            writer.line(f"return {inner.value(e)}")
        return call[0]

    def bound(self, outer: Expressions, e: ir.Bind) -> str:
        """A `let` in the middle of an expression."""
        value = outer.value(e.value)
        if is_atom(value):
            scope = outer.scope.inner([])
            scope.known[e.slot] = value
            scope.limits[e.slot] = outer.static.bounds(e.value, outer.scope, sure=True)
            scope.typed[e.slot] = outer.static.bounds(e.value, outer.scope)
            return outer.in_scope(scope).value(e.body)
        with self._helper(outer, e, "let") as (writer, inner, call):
            writer.line(f"return {self.root_value(writer, inner, e)}")
        return call[0]

    # ------------------------------------------------------------------------------ walks

    def reach(self, outer: Expressions, e: ir.Reach) -> str:
        with self._helper(outer, e, "reach") as (writer, inner, call):
            here, there = inner.scope.name(e.here), inner.scope.name(e.there)
            for slot in (e.here, e.there):
                inner.scope.forget(slot)
            writer.line(f"start = {self.root_value(writer, inner, e.start)}")
            if e.goal is not None:
                writer.line(f"goal = {self.root_value(writer, inner, e.goal)}")
            if e.within is not None:
                writer.line(f"within = {self.root_value(writer, inner, e.within)}")
            if e.cost is None:
                self._breadth_first(writer, inner, e, here, there)
            else:
                self._cheapest_first(writer, inner, e, here, there)
        return call[0]

    def _breadth_first(self, writer: Writer, inner: Expressions, e: ir.Reach, here: str, there: str) -> None:
        measured = e.word == "distance" or e.within is not None
        writer.line("found = {start: 0}" if measured else "found = {start}")
        writer.line("order = [start]")
        with writer.block(f"for {here} in order:"):
            if e.word == "distance":
                with writer.block(f"if {here} == goal:"):
                    writer.line(f"return found[{here}]")
            if e.through is not None:
                with writer.block(f"if {here} != start:"):
                    writer.line(f"{there} = {here}")
                    with writer.block(f"if not {self.root_condition(writer, inner, e.through)}:"):
                        writer.line("continue")
            if measured:
                writer.line(f"steps = found[{here}] + 1")
            if e.within is not None:
                with writer.block("if steps > within:"):
                    writer.line("break" if e.through is None and e.word == "list" else "continue")
            for table in e.neighbours:
                loop = f"for {there} in {self.module.table(table)}[{here}]:"
                with writer.block(loop), writer.block(f"if {there} not in found:"):
                    if e.open is not None:
                        with writer.block(f"if not {self.root_condition(writer, inner, e.open)}:"):
                            writer.line("continue")
                    writer.line(f"found[{there}] = steps" if measured else f"found.add({there})")
                    writer.line(f"order.append({there})")
        writer.line("return -1" if e.word == "distance" else "return tuple(order[1:])")

    def _cheapest_first(self, writer: Writer, inner: Expressions, e: ir.Reach, here: str, there: str) -> None:
        for name, test, params in (("open", e.open, 2), ("through", e.through, 1), ("cost", e.cost, 2)):
            if test is None:
                writer.line(f"{name} = None")
                continue
            with writer.block(
                f"def {name}({here if params == 2 else there}{', ' + there if params == 2 else ''}):"
            ):
                if params == 1:
                    writer.line(f"{here} = {there}")
                writer.line(f"return {self.root_value(writer, inner, test)}")
        tables = ", ".join(self.module.table(table) for table in e.neighbours)
        within = "within" if e.within is not None else "None"
        goal = "goal" if e.goal is not None else "None"
        writer.line(f"found = walk(start, [{tables}], open, through, cost, {within}, {goal})")
        writer.line(f"return reached({e.word!r}, found, start, {goal})")
