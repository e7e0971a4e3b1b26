"""Folds, bindings and walks: each becomes a small Python function with plain loops, or a comprehension.

def any_12_won(S, p_0):
    for line_1 in (0, 1, 2):
        if all_13_won(S, p_0, line_1):
            return True
    return False
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gdl.dsl import ir
from gdl.interpreter.codegen.expressions import Expressions
from gdl.interpreter.codegen.writer import Writer, identifier, is_atom

if TYPE_CHECKING:
    from gdl.interpreter.codegen.module import ModuleWriter


class Folds:
    """Writes helpers into a module."""

    def __init__(self, module: ModuleWriter):
        self.module = module

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
    def loops(self, writer: Writer, inner: Expressions, binders: tuple[ir.For, ...]) -> Iterator[None]:
        """Nested loops over all bindings; the body is written inside."""
        depth = writer.depth
        for binder in binders:
            writer.line(
                f"for {inner.scope.name(binder.slot)} in {self.root_iterable(writer, inner, binder.domain)}:"
            )
            writer.depth += 1
            if binder.where is not None:
                test = self.root_condition(writer, inner, binder.where)
                if test != "True":
                    writer.line(f"if {test}:")
                    writer.depth += 1
        yield
        writer.depth = depth

    def root_value(self, writer: Writer, inner: Expressions, e: ir.Expr) -> str:
        """`let`s around an expression that is worked out right here become assignments."""
        e = self._unbound(writer, inner, e)
        if not isinstance(e, ir.Checked) or inner.static.is_within(e.value, e.low, e.high, inner.scope):
            return inner.value(e)
        name = f"checked_{self.module.fresh()}"
        writer.line(f"{name} = {self.root_value(writer, inner, e.value)}")
        with writer.block(f"if not {e.low} <= {name} <= {e.high}:"):
            writer.line(f"checked({name}, {self.module.node(e)})")
        return name

    def root_condition(self, writer: Writer, inner: Expressions, e: ir.Expr) -> str:
        return inner.condition(self._unbound(writer, inner, e))

    def root_iterable(self, writer: Writer, inner: Expressions, e: ir.Expr) -> str:
        return inner.iterable(self._unbound(writer, inner, e))

    def _unbound(self, writer: Writer, inner: Expressions, e: ir.Expr) -> ir.Expr:
        while isinstance(e, ir.Bind) and not inner.static.constant(e)[0]:
            text = self.root_value(writer, inner, e.value)
            writer.line(f"{inner.scope.name(e.slot)} = {text}")
            e = e.body
        return e

    # ------------------------------------------------------------------------------ the folds

    def comprehension(self, outer: Expressions, e: ir.Fold, first: str = "") -> str:
        """`[value for x in domain if where ...]`; `first` is put before the value."""
        inner = outer.in_scope(outer.scope.inner([]))
        parts = []
        for binder in e.binders:
            parts.append(f" for {inner.scope.name(binder.slot)} in {inner.iterable(binder.domain)}")
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

    def bound(self, outer: Expressions, e: ir.Bind) -> str:
        """A `let` in the middle of an expression."""
        value = outer.value(e.value)
        if is_atom(value):
            scope = outer.scope.inner([])
            scope.known[e.slot] = value
            return outer.in_scope(scope).value(e.body)
        with self._helper(outer, e, "let") as (writer, inner, call):
            writer.line(f"return {self.root_value(writer, inner, e)}")
        return call[0]

    # ------------------------------------------------------------------------------ walks

    def reach(self, outer: Expressions, e: ir.Reach) -> str:
        with self._helper(outer, e, "reach") as (writer, inner, call):
            here, there = inner.scope.name(e.here), inner.scope.name(e.there)
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
