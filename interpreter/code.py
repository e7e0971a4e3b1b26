"""What the machine runs: the blocks, whole functions and options of a program, however they are carried
out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from gdl.dsl import ir
from gdl.interpreter.choice import ANYTIME, ANYTIME_LOCALS, PARTS, Option, OptionFunction, PartFunction
from gdl.interpreter.context import Context
from gdl.interpreter.reference import Reference
from gdl.interpreter.state import Frame, State

Stack = list[tuple[Any, ...]]
BlockFunction = Callable[[State, Frame, Stack, Context], int]
WholeFunction = Callable[..., Any]


class Code(Protocol):
    """`blocks[b](S, L, K, X)` the next block or a signal · `options[b](S, L)` all options of a question, as
    they are
    · `random_blocks`: the same as `blocks`, for playouts, which answer questions in between by `X.random`
    · `whole[f](S, X, *args)` carries out a whole function · `parts[b]["low"](S, L)` a part of a question
    · `anytime(S, seat)` the `anytime` options of a seat."""

    @property
    def blocks(self) -> Sequence[BlockFunction]: ...
    @property
    def random_blocks(self) -> Sequence[BlockFunction]: ...
    @property
    def options(self) -> Sequence[OptionFunction | None]: ...
    @property
    def whole(self) -> Sequence[WholeFunction | None]: ...
    @property
    def parts(self) -> Sequence[Mapping[str, PartFunction]]: ...
    @property
    def anytime(self) -> Callable[[State, int], list[Option]]: ...


class ReferenceCode:
    """The reference interpreter in this form."""

    def __init__(self, reference: Reference):
        program = reference.program
        self.reference = reference
        self.blocks: list[BlockFunction] = [partial(reference.run, b) for b in range(len(program.blocks))]
        self.random_blocks = self.blocks
        self.options: list[OptionFunction | None] = [
            partial(self._options, block.exit.choice) if isinstance(block.exit, ir.Ask) else None
            for block in program.blocks
        ]
        self.whole: list[WholeFunction | None] = [
            partial(self._whole, number) if function.entry is None else None
            for number, function in enumerate(program.functions)
        ]

        self.parts: list[Mapping[str, PartFunction]] = [
            self._parts_of(block.exit.choice) if isinstance(block.exit, ir.Ask) else {}
            for block in program.blocks
        ]

    def _parts_of(self, choice: ir.Choice) -> dict[str, PartFunction]:
        value = self.reference.evaluator.value
        return {name: partial(value, e) for name in PARTS if (e := getattr(choice, name)) is not None}

    def anytime(self, S: State, seat: int) -> list[Option]:
        evaluator = self.reference.evaluator
        frame: Frame = [0, seat, *([0] * ANYTIME_LOCALS)]
        return [
            (ANYTIME + number, *values)
            for number, entry in enumerate(self.reference.program.anytime)
            for values in evaluator.bindings(entry.binders, S, frame, entry.where)
        ]

    def _whole(self, number: int, S: State, X: Context, *args: Any) -> Any:
        return self.reference.do(number, args, S, X)

    def _options(self, choice: ir.Choice, S: State, L: Frame) -> list[Option]:
        evaluator = self.reference.evaluator
        return [
            (number, *values)
            for number, entry in enumerate(choice.entries)
            for values in evaluator.bindings(entry.binders, S, L, entry.where)
        ]
