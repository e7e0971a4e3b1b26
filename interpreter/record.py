"""What a match writes down: the log, line by line and reader by reader, and the trace of everything that
happened.

A line is put into words for every reader at the moment it is written, by what that reader knows then. What
is logged in a private block is read at once by those who see the block, and by the others when all blocks
have been joined. What is chosen or drawn by lot there is never told to the others: they see what came of it,
as far as they can see it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

from gdl.dsl import ir
from gdl.dsl.source import NOWHERE, Span
from gdl.interpreter.context import Recorder
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.sight import Reader
from gdl.interpreter.state import State
from gdl.interpreter.text import GOD, Texts

Words = tuple[ir.Template, tuple[Any, ...]]
"""A text and the values in it."""
PUBLIC = ("player", "team", "int", "bool", "kind", "enum", "phase", "text", "trait", "amount")


@dataclass(slots=True)
class Line:
    """One line of the log. `texts`: for each seat, then a spectator, then one who knows everything; None:
    cannot read it."""

    word: Literal["say", "choice", "chance"]
    texts: list[str | None]
    seat: int
    turn: int
    span: Span = NOWHERE
    asked: list[str | None] = field(default_factory=list)
    """Of a choice: what it was about, for the same readers; empty where its words say it all."""

    def text(self, reader: Reader) -> str | None:
        return self.texts[_place_of(reader)]

    def question(self, reader: Reader) -> str:
        """What was asked, as far as the reader is told it."""
        return self.asked[_place_of(reader)] or "" if self.asked else ""

    def told(self, reader: Reader) -> str | None:
        """The whole line, a choice with what it was about: `Which card? – Wolf`."""
        text, question = self.text(reader), self.question(reader)
        return f"{question} – {text}" if text is not None and question else text


def _place_of(reader: Reader) -> int:
    return -1 if reader == GOD else -2 if reader is None else reader


@dataclass(frozen=True, slots=True)
class Happened:
    """One event of the trace: `rule draw_card (0, 17)`."""

    word: str
    name: str
    function: int
    args: tuple[Any, ...]
    turn: int


@dataclass(slots=True)
class Pending:
    """A line of a private block that some have yet to read."""

    line: int
    template: ir.Template
    values: tuple[Any, ...]
    waiting: tuple[int, ...]


class EventRecorder(Recorder):
    """Only how often each event happened, as (word, name)."""

    def __init__(self, texts: Texts):
        self.texts = texts
        self.happened: Counter[tuple[str, str]] = Counter()

    def event(self, S: State, stmt: ir.Event, args: tuple[Any, ...]) -> None:
        self.happened[stmt.word, stmt.name] += 1

    def chance(self, S: State, word: str, type: ir.Type, value: Any, die: int = -1) -> None:
        self.happened["chance", word] += 1

    def failure(self, S: State, stmt: ir.Fail, values: tuple[Any, ...]) -> str:
        return self.texts.render(S, stmt.text, values, GOD)


class MatchRecorder(Recorder):
    """The log and the trace of one match."""

    def __init__(self, texts: Texts, evaluator: Evaluator):
        self.texts = texts
        self.evaluator = evaluator
        self.seats = texts.program.seats
        self.readers: tuple[Reader, ...] = (*range(self.seats), None, GOD)
        self.lines: list[Line] = []
        self.trace: list[Happened] = []
        self.pending: list[Pending] = []
        self.seers: list[tuple[int, ...]] = []
        self.turn = 0
        program = texts.program
        self.is_open = program.group_slot < 0 and all(var.sight in ("open", "card") for var in program.vars)
        """Nothing is hidden from anybody."""

    # ------------------------------------------------------------------------------ the machine's side

    def log(self, S: State, stmt: ir.Log, values: tuple[Any, ...], to: tuple[int, ...] | None) -> None:
        self.say(S, "say", stmt.text, values, to, -1, stmt.span)

    def event(self, S: State, stmt: ir.Event, args: tuple[Any, ...]) -> None:
        self.trace.append(Happened(stmt.word, stmt.name, stmt.function, args, self.turn))

    def chance(self, S: State, word: str, type: ir.Type, value: Any, die: int = -1) -> None:
        self.trace.append(Happened("chance", word, -1, (value,), self.turn))
        shown = ir.Shown(ir.Const(value), type)
        if die < 0:
            self.say(S, "chance", ir.Template(("by chance: ", shown)), (value,), None, -1)
            return
        sees = self.texts.knowledge.sight.sees
        to = tuple(reader for reader in self.readers[:-1] if sees(S, reader, die))
        named = ir.Shown(ir.Const(die), ir.Type("component"))
        self.say(S, "chance", ir.Template((named, ": ", shown)), (die, value), to, -1)

    def failure(self, S: State, stmt: ir.Fail, values: tuple[Any, ...]) -> str:
        return self.texts.render(S, stmt.text, values, GOD)

    def private(self, seers: tuple[int, ...] | None) -> None:
        if seers is None:
            self.seers.pop()
        else:
            self.seers.append(seers)

    def joined(self, S: State) -> None:
        if self.seers:
            return
        for item in self.pending:
            for place in item.waiting:
                reader = self.readers[place]
                self.lines[item.line].texts[place] = self.texts.render(S, item.template, item.values, reader)
        self.pending = []

    # ------------------------------------------------------------------------------ writing

    def say(
        self,
        S: State,
        word: Literal["say", "choice", "chance"],
        template: ir.Template,
        values: tuple[Any, ...],
        to: tuple[Reader, ...] | None,
        seat: int,
        span: Span = NOWHERE,
    ) -> None:
        """A line for the readers in `to` (all if None), and for one who knows everything. A choice names to others only what they
        could point at themselves: which of the cards in a hand was taken, they do not see."""
        may_read = [to is None or reader == GOD or reader in to for reader in self.readers]
        now = [may and self._sees_now(reader) for may, reader in zip(may_read, self.readers, strict=True)]
        texts = self.texts.choosing if word == "choice" else self.texts
        self.lines.append(Line(word, self._render(texts, S, template, values, now), seat, self.turn, span))
        waiting = tuple(place for place, may in enumerate(may_read) if may and not now[place])
        told_later = word == "say" or (word == "chance" and to is not None)
        if waiting and told_later:
            self.pending.append(Pending(len(self.lines) - 1, template, values, waiting))

    def choice(
        self,
        S: State,
        seat: int,
        chosen: Words,
        asked: Words | None = None,
        note: str = "",
        secret: bool = False,
    ) -> None:
        """What a seat has chosen, told to all unless it is secret. `asked`: what about. `note`: what tells it from other
        options with the same words; since it can give away which others there were, it is for the seat alone."""
        self.say(S, "choice", *chosen, (seat,) if secret else None, seat)
        line = self.lines[-1]
        for place in (seat, -1):
            if note and line.texts[place] is not None:
                line.texts[place] = f"{line.texts[place]}{note}"
        if asked is not None:
            line.asked = [
                None if text is None else self._asked(S, asked, reader, reader in (seat, GOD))
                for text, reader in zip(line.texts, self.readers, strict=True)
            ]

    def _asked(self, S: State, asked: Words, reader: Reader, own: bool) -> str:
        """The question. It was put to one seat: of the values in it, the others read those that are said to everyone by
        what they know, and `…` for numbers and the like."""
        template, values = asked
        if own or self.is_open:
            return self.texts.render(S, template, values, reader)
        parts = [
            "…" if isinstance(part, ir.Shown) and not _follows_knowledge(part.type) else part
            for part in template.parts
        ]
        shown = [part for part in template.parts if isinstance(part, ir.Shown)]
        kept = [value for part, value in zip(shown, values, strict=True) if _follows_knowledge(part.type)]
        return self.texts.choosing.render(S, ir.Template(tuple(parts)), kept, reader)

    def _sees_now(self, reader: Reader) -> bool:
        return reader == GOD or all(reader in seers for seers in self.seers)

    def _render(
        self, texts: Texts, S: State, template: ir.Template, values: tuple[Any, ...], readers: list[bool]
    ) -> list[str | None]:
        render = texts.render
        if all(_is_public(part.type) for part in template.parts if isinstance(part, ir.Shown)):
            text = render(S, template, values, GOD)
            return [text if may else None for may in readers]
        return [
            render(S, template, values, reader) if may else None
            for reader, may in zip(self.readers, readers, strict=True)
        ]

    # ------------------------------------------------------------------------------ going back

    def mark(self) -> tuple[Any, ...]:
        """Enough to come back to what is written now."""
        return len(self.lines), len(self.trace), list(self.pending), list(self.seers), self.turn

    def back_to(self, mark: tuple[Any, ...]) -> None:
        lines, trace, pending, seers, self.turn = mark
        del self.lines[lines:]
        del self.trace[trace:]
        self.pending, self.seers = list(pending), list(seers)
        for item in self.pending:
            for place in item.waiting:
                self.lines[item.line].texts[place] = None


def _follows_knowledge(type: ir.Type) -> bool:
    """Whether a value of the type is put into words by what the reader knows."""
    return type.word in ("component", "zone", "cube") or (type.item is not None and _follows_knowledge(type.item))


def _is_public(type: ir.Type) -> bool:
    return type.word in PUBLIC or (type.item is not None and _is_public(type.item))
