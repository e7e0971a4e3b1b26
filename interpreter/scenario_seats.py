"""At the table of a scenario: what is asked, and answers as the lines of a scenario give them.

What a line does not speak of is passed on where it can be. What the machine has done by itself, there being nothing to
decide, may be in the script all the same.
"""

from __future__ import annotations

from typing import Any

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.dsl.source import Span
from gdl.interpreter import scenario_report as report
from gdl.interpreter.choice import Question
from gdl.interpreter.match import Match
from gdl.interpreter.request import Request
from gdl.interpreter.scenario_answers import Reader, act_of, fits_deed
from gdl.interpreter.scenario_chance import Wish
from gdl.interpreter.scenario_claims import settled_deed
from gdl.interpreter.scenario_match import Matcher, said
from gdl.interpreter.scenario_report import Failed
from gdl.interpreter.scenario_table import Table, Unasked, Watch
from gdl.interpreter.state import Frame
from gdl.interpreter.text import Texts

MOST_PASSES = 300
"""Questions that are passed on before a line is given up."""


class AtTable:
    """`L` is the frame of the scenario; `goal` the event that a `run to` waits for; `noted` how many of the choices that the machine
    made by itself have been looked at."""

    def __init__(self, table: Table, matcher: Matcher, texts: Texts, L: Frame):
        self.table, self.matcher, self.texts, self.L = table, matcher, texts, L
        self.program = table.program
        self.goal: Watch | None = None
        self.noted = 0

    def stop_at_error(self, span: Span) -> None:
        error = self.table.error
        if error is not None:
            found = error.diagnostic
            place = f" ({found.span})" if found.span.line else ""
            raise Failed(span, f"the match stopped: {found.message}{place}")

    # ------------------------------------------------------------------------------ looking

    def match(self) -> Match:
        """The position as a match, for views and guesses."""
        table, S = self.table, self.table.S
        if table.paused:  # the frames that are written down are those before the run
            S = S.copy()
            S[ir.STACK] = ()
        match = Match(table.machine, S, table.question, table.player)
        match.names = tuple(f"p{seat + 1}" for seat in range(self.program.seats))
        return match

    def request(self) -> Request | None:
        question = self.table.question
        if question is None:
            return None
        table = self.table
        return Request(table.S, question, table.player.choices, table.machine.evaluator, self.texts, 0)

    def reader(self) -> Reader | None:
        request = self.request()
        return None if request is None else Reader(self.matcher, request, self.table.S, self.L)

    def asked_next(self, seat: int, patient: bool) -> Request | None:
        """What a seat is asked now; where `patient`, after others have passed where they can."""
        kept = self.table.mark()
        try:
            for _ in range(MOST_PASSES):
                request = self.request()
                if request is None or request.seat == seat:
                    return request
                if not patient or not self.passed_on():
                    return None
            return None
        finally:
            self.table.back_to(kept)

    # ------------------------------------------------------------------------------ answers

    def passed_on(self, watch: Watch | None = None, stops: bool = False) -> bool:
        """The question is passed, if it can be."""
        reader = self.reader()
        index = None if reader is None else reader.passing()
        if index is None:
            return False
        self.table.answer(index, [], watch or self.goal, stops)
        return True

    def do(self, span: Span, seat: int, deed: sc.Deed | sc.Passing, told: list[Wish]) -> None:
        first = self.request()
        wanted = (
            deed if isinstance(deed, sc.Passing) else settled_deed(self.matcher, deed, self.table.S, self.L)
        )
        kept = self.table.mark()
        for _ in range(MOST_PASSES):
            reader = self.reader()
            if reader is not None and reader.request.seat == seat:
                fitting = reader.deeds(wanted)
                if fitting:
                    self.only_one(span, reader, wanted, fitting)
                    self.answered(reader, fitting[0], told, self.tells(told))
                    return
            if self.unasked_deed(seat, wanted, told):
                return
            if self.table.error is not None or not self.passed_on():
                break
        self.table.back_to(kept)
        what = f"p{seat + 1} cannot {said(wanted, self.program)} now"
        raise Failed(span, f"{what}\n{report.asked(first)}")

    def tells(self, told: list[Wish]) -> bool:
        """Whether outcomes are told, now or before without having been asked for."""
        return bool(told or self.table.chance.queue)

    def only_one(self, span: Span, reader: Reader, wanted: sc.Deed | sc.Passing, fitting: list[int]) -> None:
        """Arguments may be left out only where one option fits."""
        if isinstance(wanted, sc.Passing) or len(fitting) == 1 or reader.is_whole(wanted, fitting[0]):
            return
        labels = [reader.request.say(i) for i in fitting]
        raise Failed(span, f"{said(wanted, self.program)} can mean several options: {', '.join(labels[:8])}")

    def answered(
        self, reader: Reader, index: int, told: list[Wish], stops: bool, wanted: tuple[Any, ...] = ()
    ) -> None:
        self.noted = len(self.table.watcher.unasked)
        number = None
        members = reader.question.alike.get(index)
        if members is not None and wanted:
            number = next((i for i, m in enumerate(members) if m[-1] in wanted), None)
        self.table.answer(index, told, self.goal, stops, wanted, number)

    def unasked_deed(self, seat: int, wanted: sc.Deed | sc.Passing, told: list[Wish]) -> bool:
        """Whether the machine has done it by itself, there being nothing else to do."""
        for number, note in enumerate(self.notes(), self.noted):
            entry = _entry(note)
            if note.seat != seat or entry is None:
                continue
            if isinstance(wanted, sc.Passing):
                fits = entry.style == "pass"
            else:
                fits = entry.deed is not None and fits_deed(
                    self.matcher,
                    wanted,
                    act_of(self.matcher, entry, note.state, list(note.frame)),
                    note.state,
                    self.L,
                )
            if fits:
                self.accept(number, note, told)
                return True
        return False

    def notes(self) -> list[Unasked]:
        return self.table.watcher.unasked[self.noted :]

    def accept(self, number: int, note: Unasked, told: list[Wish]) -> None:
        self.noted = number + 1
        if told:
            self.table.tell_after(note.after, told, stops=True)

    def pick(self, line: sc.Pick, told: list[Wish]) -> None:
        first = self.request()
        kept = self.table.mark()
        values = [self.matcher.settled(v, self.table.S, self.L) for v in line.values]
        passes = 0
        while values:
            reader = self.reader()
            count = 0
            if reader is not None and reader.request.seat == line.seat:
                count = self.picked(reader, values, told)
            if count:
                told = []
                del values[:count]
                first, kept = self.request(), self.table.mark()
                if values:
                    self.table.finish()
                continue
            if self.unasked_pick(line.seat, values[0], told):
                told = []
                del values[0]
                continue
            flat = values[0]
            if isinstance(flat, sc.Several) and flat.items and not _is_rich(reader, line.seat):
                values[:1] = list(flat.items)
                continue
            passes += 1
            if passes > MOST_PASSES or self.table.error is not None or not self.passed_on():
                self.table.back_to(kept)
                self.stop_at_error(line.span)
                what = f"p{line.seat + 1} cannot pick {said(values[0], self.program)} now"
                raise Failed(line.span, f"{what}\n{report.asked(first)}")

    def unasked_pick(self, seat: int, value: sc.Arg, told: list[Wish]) -> bool:
        for number, note in enumerate(self.notes(), self.noted):
            if note.seat == seat and self._was_picked(note, value):
                self.accept(number, note, told)
                return True
        return False

    def _was_picked(self, note: Unasked, value: sc.Arg) -> bool:
        entry = _entry(note)
        if note.ask.word != "one":
            taken = note.frame[note.ask.slot]
            if note.ask.word == "split":
                return False
            type = note.ask.choice.entries[0].types[-1] if note.ask.word == "some" else note.ask.item_type
            items = value.items if isinstance(value, sc.Several) else (value,)
            return self.matcher.paired(items, taken, type, note.state, self.L, ordered=False)
        if entry is None:
            return False
        if isinstance(value, sc.Label):
            values = self.table.machine.evaluator.shown(entry.label, note.state, list(note.frame))
            label = self.texts.render(note.state, entry.label, values, -1)
            return value.text.lower() in (label.lower(), entry.name.lower())
        if not entry.binders:
            return False
        taken = note.frame[entry.binders[-1].slot + 1]
        return self.matcher.fits(value, taken, entry.types[-1], note.state, self.L)

    def picked(self, reader: Reader, values: list[sc.Arg], told: list[Wish]) -> int:
        """Answers the question by the first of the values: how many of them that took, 0 if they do not fit."""
        if reader.question.picking is None:
            fitting = reader.values(values[0])
            if not fitting:
                return 0
            wanted = _values(values[0])
            self.answered(reader, fitting[0], told, len(values) == 1 and self.tells(told), wanted)
            return 1
        if reader.question.picking.word == "split":
            return self._split(reader, values, told)
        if isinstance(values[0], sc.Several):
            items = reader.items(values[0].items)
            if items is None:
                return 0
            return self._whole(reader, items, told, 1)
        return self._one_by_one(reader, values, told)

    def _one_by_one(self, reader: Reader, values: list[sc.Arg], told: list[Wish]) -> int:
        picking = reader.question.picking
        assert picking is not None
        if isinstance(values[0], sc.Label):
            fitting = reader.values(values[0])
            if fitting:
                self.answered(reader, fitting[0], told, len(values) == 1 and self.tells(told))
                return 1
        items: list[Any] = []
        for value in values[: picking.high]:
            found = reader.item(value, items)
            if found is None:
                break
            items.append(found)
        return self._whole(reader, items, told, len(items)) if items else 0

    def _split(self, reader: Reader, values: list[sc.Arg], told: list[Wish]) -> int:
        """`[A, B], [C]` or `[[A, B], [C]]`"""
        count, first = 1, values[0]
        piles: list[sc.Several] = []
        if (
            isinstance(first, sc.Several)
            and first.items
            and all(isinstance(p, sc.Several) for p in first.items)
        ):
            piles = [p for p in first.items if isinstance(p, sc.Several)]
        elif all(isinstance(p, sc.Several) for p in values):
            piles, count = [p for p in values if isinstance(p, sc.Several)], len(values)
        flat = reader.items([item for pile in piles for item in pile.items]) if piles else None
        if flat is None:
            return 0
        answer, at = [], 0
        for pile in piles:
            answer.append(flat[at : at + len(pile.items)])
            at += len(pile.items)
        return self._whole(reader, answer, told, count)

    def _whole(self, reader: Reader, answer: list[Any], told: list[Wish], count: int) -> int:
        """A whole answer of a rich choice, pick by pick."""
        picking = reader.question.picking
        assert picking is not None
        if picking.word == "order":
            answer = [*answer, *(item for item in picking.items if item not in answer)]
        if picking.problem(answer):
            return 0
        flat = tuple(i for part in answer for i in part) if picking.word == "split" else tuple(answer)
        self.noted = len(self.table.watcher.unasked)
        question: Question | None = reader.question
        stops = self.tells(told)
        while question is not None and question.picking is not None:
            pick = question.picking.next_pick(answer)
            index = [option[0] for option in question.options].index(pick)
            self.table.answer(index, told, self.goal, stops, flat)
            told = []
            now = self.table.question
            goes_on = (
                now is not None
                and now.picking is not None
                and now.block == question.block
                and len(now.picking.picks) > len(question.picking.picks)
            )
            question = now if goes_on else None
        return count


def _entry(note: Unasked) -> ir.Entry | None:
    """The entry that was taken unasked."""
    if note.ask.word != "one":
        return None
    number = note.frame[note.ask.slot]
    return note.ask.entries[number] if 0 <= number < note.ask.own else None


def _is_rich(reader: Reader | None, seat: int) -> bool:
    return reader is not None and reader.request.seat == seat and reader.question.picking is not None


def _values(arg: sc.Arg) -> tuple[Any, ...]:
    """What an arg names, where it is exact: for choices among things that look alike."""
    if isinstance(arg, sc.Exact) and isinstance(arg.value, ir.Const):
        value = arg.value.value
        return value if isinstance(value, tuple) else (value,)
    return ()
