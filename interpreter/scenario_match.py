"""Whether a value of the game is what a scenario names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.moves import Moves
from gdl.interpreter.state import Frame, State


class PartOfNone(Exception):
    """A part of `none` was read: the claim that reads it does not hold."""


class ScenarioEvaluator(Evaluator):
    """Expressions of scenarios, which may read a part of none; then they have no value."""

    def _load(self, e: ir.Load, S: State, L: Frame) -> Any:
        offset = 0 if e.offset is None else self.value(e.offset, S, L)
        if offset < 0:
            raise PartOfNone
        return S[e.base + offset]

    def _table(self, e: ir.Table, S: State, L: Frame) -> Any:
        index = self.value(e.index, S, L)
        if index < 0:
            raise PartOfNone
        return self.program.tables[e.table][index]


class Matcher:
    """`settled` fixes the values that a line speaks of; `fits` compares."""

    def __init__(self, moves: Moves):
        self.program = moves.program
        self.evaluator = ScenarioEvaluator(moves)

    def settled(self, arg: sc.Arg, S: State, L: Frame) -> sc.Arg:
        """The same with its expressions worked out now. PartOfNone where there is no such thing."""
        match arg:
            case sc.Exact():
                return replace(arg, value=ir.Const(self.evaluator.value(arg.value, S, L)))
            case sc.Several():
                return sc.Several(tuple(self.settled(item, S, L) for item in arg.items))
        return arg

    def fits(self, arg: sc.Arg, value: Any, type: ir.Type, S: State, L: Frame) -> bool:
        """Whether `value`, of this type, is what `arg` (settled) names."""
        match arg:
            case sc.Named():
                return self._fits_name(arg, value, type)
            case sc.Copy():
                return self._is_component(value, type) and self.is_copy(arg, value, S, L)
            case sc.Exact(value=ir.Const(value=wanted)):
                return self._fits_value(wanted, arg.type, value, type, S)
            case sc.Several():
                return self._fits_list(arg, value, type, S, L)
        return False

    def _fits_name(self, arg: sc.Named, value: Any, type: ir.Type) -> bool:
        if type.word == "enum":
            return (type.of, value) in arg.members
        if arg.kind < 0 or not isinstance(value, int) or value < 0:
            return False
        match type.word:
            case "component":
                return self.program.components[value].kind == arg.kind
            case "cube":
                return value % len(self.program.kinds) == arg.kind
            case "kind":
                return value == arg.kind
        return False

    def _is_component(self, value: Any, type: ir.Type) -> bool:
        return type.word == "component" and isinstance(value, int) and value >= 0

    def is_copy(self, arg: sc.Copy, component: int, S: State, L: Frame) -> bool:
        """Whether a component is such a copy."""
        if self.program.components[component].kind != arg.kind:
            return False
        frame = list(L)
        frame[arg.slot + 1] = component
        return bool(self.evaluator.value(arg.test, S, frame))

    def _fits_value(self, wanted: Any, meant: ir.Type, value: Any, type: ir.Type, S: State) -> bool:
        program = self.program
        if meant.word == "list" and type.word not in ("list", "set") and meant.item is not None:
            return any(self._fits_value(each, meant.item, value, type, S) for each in wanted)
        if meant.word == "zone" and type.word != "zone":
            inside: Sequence[int] = S[program.zone_slot + wanted] if wanted >= 0 else ()
            word = "kind" if wanted >= 0 and program.zones[wanted].cubes else "component"
            return any(self._fits_value(each, ir.Type(word), value, type, S) for each in inside)
        if meant.word == type.word:
            same_enum = meant.word != "enum" or meant.of == type.of
            return bool(same_enum and value == wanted)
        if not isinstance(value, int) or not isinstance(wanted, int):
            return False
        if {meant.word, type.word} <= {"component", "cube", "kind"} and value >= 0 and wanted >= 0:
            return self._kind_of(value, type) == self._kind_of(wanted, meant)
        if wanted < 0 and value < 0:
            return True
        return meant.word in ("int", "bool") and type.word in ("int", "bool") and value == wanted

    def _kind_of(self, value: int, type: ir.Type) -> int:
        if type.word == "component":
            return self.program.components[value].kind
        return value % len(self.program.kinds) if type.word == "cube" else value

    def _fits_list(self, arg: sc.Several, value: Any, type: ir.Type, S: State, L: Frame) -> bool:
        if type.word not in ("list", "set") or type.item is None:
            return False
        items = (
            [i for i in range(int(value).bit_length()) if value >> i & 1]
            if type.word == "set"
            else list(value)
        )
        return self.paired(arg.items, items, type.item, S, L, ordered=False)

    def paired(
        self, args: Sequence[sc.Arg], values: Sequence[Any], type: ir.Type, S: State, L: Frame, ordered: bool
    ) -> bool:
        """Whether these args name just these values: one each."""
        if len(args) != len(values):
            return False
        if ordered:
            return all(self.fits(a, v, type, S, L) for a, v in zip(args, values, strict=True))
        return self.chosen(args, values, type, S, L) is not None

    def chosen(
        self, args: Sequence[sc.Arg], values: Sequence[Any], type: ir.Type, S: State, L: Frame
    ) -> list[Any] | None:
        """One value for each arg, none twice; None if that cannot be. Exact ones choose first."""
        left, found = list(values), {}
        order = sorted(range(len(args)), key=lambda i: not isinstance(args[i], sc.Exact))
        for i in order:
            hit = next((v for v in left if self.fits(args[i], v, type, S, L)), None)
            if hit is None:
                return None
            left.remove(hit)
            found[i] = hit
        return [found[i] for i in range(len(args))]


def said(arg: sc.Arg | sc.Deed | sc.Passing, program: ir.Program) -> str:
    """What a scenario names, in words."""
    match arg:
        case sc.Named():
            return arg.name
        case sc.Label():
            return f'"{arg.text}"'
        case sc.Several():
            return "[" + ", ".join(said(item, program) for item in arg.items) + "]"
        case sc.Copy():
            return program.kinds[arg.kind].name
        case sc.Passing():
            return "pass"
        case sc.Deed():
            head = f"{said(arg.receiver, program)}.{arg.name}" if arg.receiver is not None else arg.name
            return head + (f"({', '.join(said(a, program) for a in arg.args)})" if arg.args else "")
        case sc.Exact(value=ir.Const(value=value)):
            return _said_value(value, arg.type, program)
    return "it"


def _said_value(value: ir.Static, type: ir.Type, program: ir.Program) -> str:
    if isinstance(value, tuple):
        item = type.item or ir.Type("int")
        return "[" + ", ".join(_said_value(v, item, program) for v in value) + "]"
    if value < 0:
        return "none"
    match type.word:
        case "component":
            return program.components[value].name
        case "kind":
            return program.kinds[value].name
        case "player":
            return f"p{value + 1}"
        case "zone":
            return program.zones[value].name
        case "enum":
            return program.enums[type.of][1][value]
        case "bool":
            return "yes" if value else "no"
    return str(value)
