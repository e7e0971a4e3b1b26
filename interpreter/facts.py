"""Facts of a game, as a measure: which bindings break them. Guesses of hidden things are filtered, and
mended, by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.state import Frame, State


class Facts:
    """The facts of one program."""

    def __init__(self, evaluator: Evaluator):
        self.evaluator = evaluator
        self.program = evaluator.program
        self.any = bool(self.program.facts)

    def hold(self, S: State) -> bool:
        return next(self.broken(S), None) is None

    def broken(self, S: State) -> Iterator[tuple[int, ...]]:
        """For each part of a fact that does not hold, the components that it speaks of (none if that is not
        plain).

        `every u in Unit has ...` and facts joined by `and` are taken apart.
        """
        for fact in self.program.facts:
            function = self.program.functions[fact.function]
            L: Frame = [0] * (len(function.locals) + 1)
            self.evaluator.set_locals(function.body or (), S, L)
            if function.result is not None:
                yield from self._parts(function.result, S, L, function.locals)

    def _parts(self, e: ir.Expr, S: State, L: Frame, types: tuple[ir.Type, ...]) -> Iterator[tuple[int, ...]]:
        if isinstance(e, ir.Logic) and e.op == "and":
            for part in e.parts:
                yield from self._parts(part, S, L, types)
        elif isinstance(e, ir.Fold) and e.word == "all":
            for values in self.evaluator.bindings(e.binders, S, L):
                if not self.evaluator.value(e.value, S, L):
                    yield self._components(e.binders, values, types)
        elif not self.evaluator.value(e, S, L):
            yield ()

    @staticmethod
    def _components(
        binders: tuple[ir.For, ...], values: tuple[Any, ...], types: tuple[ir.Type, ...]
    ) -> tuple[int, ...]:
        return tuple(
            value
            for binder, value in zip(binders, values, strict=True)
            if types[binder.slot].word == "component" and value >= 0
        )
