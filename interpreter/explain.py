"""Where a value comes from: what is printed, and what each modifier makes of it.

    strength(Matthias)    5 = 3 printed + 2 Great Hall
    side(u)               Ann = Bob printed, becomes Ann by Turncoat

A value that modifiers reach is a function whose body first sets a local to what is printed and then,
modifier by modifier, sets it again and tells so by an `Event` "modifier". Explaining carries out that body
and listens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.sight import Reader
from gdl.interpreter.state import Frame, State
from gdl.interpreter.text import Texts, words


@dataclass(frozen=True, slots=True)
class Part:
    """One modifier that counted: `source` in words, and the value before and after it."""

    source: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Explanation:
    """`value` is `printed` changed by `parts` in their order (and kept in its range at the end)."""

    name: str
    type: ir.Type
    printed: Any
    parts: tuple[Part, ...]
    value: Any


class _Listening(Evaluator):
    """Works out one function and notes its modifiers; calls of other functions are not listened to."""

    def __init__(self, evaluator: Evaluator):
        super().__init__(evaluator.moves)
        self.heard: list[tuple[ir.Event, Frame]] = []
        self.listens = False

    def set_locals(self, stmts: ir.Stmts, S: State, L: Frame) -> None:
        for stmt in stmts:
            match stmt:
                case ir.Event(word="modifier") if self.listens:
                    self.heard.append((stmt, list(L)))
                case ir.Event():
                    pass
                case ir.If(condition, then, otherwise):
                    self.set_locals(then if self._quietly(condition, S, L) else otherwise, S, L)
                case ir.Each(slot, items, body):
                    for item in self._quietly(items, S, L):
                        L[slot + 1] = item
                        self.set_locals(body, S, L)
                case ir.SetLocal(slot, value):
                    L[slot + 1] = self._quietly(value, S, L)
                case _:
                    super().set_locals((stmt,), S, L)

    def _quietly(self, e: ir.Expr, S: State, L: Frame) -> Any:
        listens, self.listens = self.listens, False
        value = self.value(e, S, L)
        self.listens = listens
        return value


def explain(
    evaluator: Evaluator, texts: Texts, S: State, function: int, args: Sequence[Any], reader: Reader
) -> Explanation:
    """Why a value is what it is, in words for the reader."""
    program = evaluator.program
    f = program.functions[function]
    type_ = f.locals[f.body[0].slot] if f.body and isinstance(f.body[0], ir.SetLocal) else ir.Type("int")
    if not f.body or not isinstance(f.body[0], ir.SetLocal):
        value = evaluator.call(function, tuple(args), S)
        return Explanation(f.name, type_, value, (), value)
    it = f.body[0].slot + 1
    listening = _Listening(evaluator)
    L: Frame = [0, *args, *([0] * (len(f.locals) - len(args)))]
    listening.set_locals(f.body[:1], S, L)
    printed = before = L[it]
    listening.listens = True
    listening.set_locals(f.body[1:], S, L)
    listening.listens = False
    parts = []
    for event, frame in listening.heard:
        source = _source(listening, texts, S, event, frame, reader)
        parts.append(Part(source, before, frame[it]))
        before = frame[it]
    value = before if f.result is None else listening.value(f.result, S, L)
    return Explanation(f.name, type_, printed, tuple(parts), value)


def _source(
    evaluator: Evaluator, texts: Texts, S: State, event: ir.Event, frame: Frame, reader: Reader
) -> str:
    """Whose modifier it is: the component it stands on, or the name of the trait or rule."""
    for arg in event.args:
        component = evaluator.value(arg, S, frame)
        if isinstance(component, int) and 0 <= component < len(evaluator.program.components):
            return texts.component(S, component, reader)
    return words(event.name.split(":")[0])


def in_words(explanation: Explanation, texts: Texts, S: State, reader: Reader) -> str:
    """`5 = 3 printed + 2 Great Hall`; what does not change the value is left out."""

    def said(value: Any) -> str:
        return texts.value(S, value, explanation.type, reader)

    text = f"{said(explanation.value)} = {said(explanation.printed)} printed"
    for part in explanation.parts:
        if part.before == part.after:
            continue
        if explanation.type.word == "int":
            change = part.after - part.before
            text += f" {'+' if change > 0 else '-'} {abs(change)} {part.source}"
        else:
            text += f", becomes {said(part.after)} by {part.source}"
    last = explanation.parts[-1].after if explanation.parts else explanation.printed
    if last != explanation.value:
        text += f", kept at {said(explanation.value)}"
    return text
