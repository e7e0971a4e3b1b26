"""Plays scenarios: one strict sequence of lines, each of which must fit what happens at the table.

runner = Runner(machine)
verdict = runner.run(scenario)      # Verdict: passed, or the line, what was expected and what was found
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.dsl.source import Span
from gdl.interpreter import scenario_report as report
from gdl.interpreter.choice import Question
from gdl.interpreter.errors import PlayError
from gdl.interpreter.machine import Machine
from gdl.interpreter.match import Match
from gdl.interpreter.request import Request
from gdl.interpreter.scenario_answers import Reader, act_of, fits_deed
from gdl.interpreter.scenario_chance import Wish, said_wish
from gdl.interpreter.scenario_claims import Judge, is_event, settled_deed
from gdl.interpreter.scenario_frames import Callers
from gdl.interpreter.scenario_given import Giver, Impossible
from gdl.interpreter.scenario_match import Matcher, PartOfNone, said
from gdl.interpreter.scenario_report import Verdict
from gdl.interpreter.scenario_table import Event, ScenarioPlayer, Table, Unasked, Watch
from gdl.interpreter.state import Frame, State, first_state
from gdl.interpreter.text import Texts

SEED = 1
MOST_PASSES = 300
"""Questions that are passed on before a line is given up."""


class Failed(Exception):
    """The scenario fails here."""

    def __init__(self, span: Span, message: str):
        super().__init__(message)
        self.span, self.message = span, message


class Runner:
    """Runs the scenarios of one program. Positions after set-up are kept: many scenarios begin at the same one."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.program = machine.program
        self.player = ScenarioPlayer(machine)
        self.matcher = Matcher(machine.moves)
        self.callers = Callers(machine.program, machine.evaluator)
        names = tuple(f"p{seat + 1}" for seat in range(machine.program.seats))
        self.texts = Texts(machine.program, names, machine.moves.alike)
        self.ready: dict[str, State] = {}

    def run(self, scenario: sc.Scenario) -> Verdict:
        play = _Play(self, scenario)
        try:
            play.whole()
        except Failed as failed:
            try:
                table = report.table_text(self.program, self.texts, play.table.S)
            except (IndexError, TypeError):
                table = ""
            return Verdict(failed.span, failed.message, table)
        return Verdict(scenario.span)


class _Play:
    """One scenario being played. `L` is its frame; `told` the lines of chance that have been used already."""

    def __init__(self, runner: Runner, scenario: sc.Scenario):
        self.runner, self.scenario = runner, scenario
        self.program, self.matcher = runner.program, runner.matcher
        self.named = tuple(slot for _, slot, type in scenario.names if type.word == "component")
        self.L: Frame = [0] * (scenario.locals + 1)
        self.table = self.new_table(first_state(self.program, SEED))
        self.giver = Giver(runner.machine.moves, runner.matcher)
        self.used: set[int] = set()
        self.started = False
        self.opens = True
        """Whether every `when` is looked at before the phase begins: not so in the `once` part of the flow."""
        self.goal: Watch | None = None
        self.noted = 0
        self.waiting: list[Wish] = []
        """Outcomes that were told before a `run to`, which then uses them."""
        self.looked = False
        """Whether a `then` has looked at the position: then `run to` only goes on, and does not look back into the last run."""
        self.chance_span = scenario.span

    def new_table(self, S: State) -> Table:
        table = Table(self.runner.machine, self.runner.player, self.matcher, S)
        table.chance.frame = self.L
        return table

    def whole(self) -> None:
        self.set_up()
        lines = self.scenario.lines
        for number in range(self.scenario.early, len(lines)):
            self.play(number)
        if not self.table.paused:
            self.no_chance_left()
        last = lines[-1] if lines else None
        if self.table.error is not None and not isinstance(last, sc.Then):
            self.stop_at_error(self.scenario.span)

    # ------------------------------------------------------------------------------ set-up

    def set_up(self) -> None:
        """Plays the `once` part, up to where the scenario begins."""
        begin = self.scenario.begin
        name = self.runner.callers.part_of_set_up(begin.function)
        self.opens = not name
        name, word = (name, "phase") if name else (sc.PLAY, "flow")
        if not self.scenario.early and f"{word} {name}" in self.runner.ready:
            self.table = self.new_table(self.runner.ready[f"{word} {name}"].copy())
            return

        def watch(event: Event) -> bool:
            return event.word == word and event.name == name

        self.goal = watch
        self.started = True
        self.table.begin([], self.program.start, (), self.wishes(range(self.scenario.early)), watch)
        for number in range(self.scenario.early):
            if number not in self.used:
                self.play(number)
        for _ in range(10_000):
            if self.table.paused or self.table.over or self.table.error is not None:
                break
            self.table.answer(0, [], watch)
        if not self.table.paused:
            self.stop_at_error(begin.span)
            raise Failed(begin.span, "set-up never comes to the place where the scenario begins")
        S = self.table.S
        if not self.scenario.early:
            self.runner.ready[f"{word} {name}"] = S.copy()
        self.table = self.new_table(S)
        self.started, self.goal, self.noted = False, None, 0

    def start(self, told: list[Wish], watch: Watch | None = None, stops: bool = False) -> None:
        """The phase begins."""
        begin, S = self.scenario.begin, self.table.S
        self.started = True
        info = self.program.functions[begin.function]
        args = tuple(self._first_argument(e, info.locals[i], S) for i, e in enumerate(begin.args))
        frames = self.runner.callers.frames(S, begin.function, args)
        if frames is None:
            raise Failed(
                begin.span, f"`{info.name}` is never reached in this game, so nothing can begin there"
            )
        function = begin.opening if self.opens else begin.function
        params = self.program.functions[function].params
        self.table.begin(frames, function, (*args, *((0,) * (params - len(args)))), told, watch, stops)

    def _first_argument(self, e: ir.Expr | None, type: ir.Type, S: State) -> Any:
        if e is not None:
            return self.value(e, S)
        if type.word == "player":
            return S[ir.PLAYERS][0]
        return -1 if type.optional else 0

    # ------------------------------------------------------------------------------ lines

    def play(self, number: int) -> None:
        line = self.scenario.lines[number]
        if isinstance(line, sc.Do | sc.Pick):
            self.looked = False
        if self.table.error is not None and not isinstance(line, sc.Then | sc.Let):
            self.stop_at_error(line.span)
        try:
            match line:
                case sc.Setting():
                    self.given(line)
                case sc.Let():
                    self.L[line.slot + 1] = self.value(line.value, self.table.S)
                case sc.Do():
                    for i, (seat, deed) in enumerate(line.deeds):
                        last = i == len(line.deeds) - 1
                        self.do(line.span, seat, deed, self.told_after(number) if last else [])
                    self.let_chance_come()
                case sc.Pick():
                    self.pick(line, self.told_after(number))
                    self.let_chance_come()
                case sc.RunTo():
                    self.run_to(line, self.told_after(number))
                case sc.Chance():
                    if number not in self.used:
                        self.chance(line, number)
                case sc.Then():
                    self.then(line, number)
        except PartOfNone:
            raise Failed(line.span, "this speaks of a part of none") from None
        except Impossible as impossible:
            raise Failed(impossible.span, impossible.message) from None

    def value(self, e: ir.Expr, S: State) -> Any:
        return self.matcher.evaluator.value(e, S, self.L)

    def told_after(self, number: int) -> list[Wish]:
        """The outcomes of the chance lines right behind a line."""
        end = number + 1
        while end < len(self.scenario.lines) and isinstance(self.scenario.lines[end], sc.Chance):
            end += 1
        return self.wishes(range(number + 1, end))

    def wishes(self, numbers: Sequence[int]) -> list[Wish]:
        found: list[Wish] = []
        for number in numbers:
            line = self.scenario.lines[number]
            if isinstance(line, sc.Chance):
                self.used.add(number)
                self.chance_span = line.span
                found += [self.settled_wish(wish) for wish in line.outcomes]
        return found

    def settled_wish(self, wish: Wish) -> Wish:
        S = self.table.S
        if isinstance(wish, sc.Outcome):
            return sc.Outcome(self.matcher.settled(wish.what, S, self.L))
        zone = None if wish.zone is None else ir.Const(self.value(wish.zone, S))
        return sc.Order(tuple(self.matcher.settled(item, S, self.L) for item in wish.items), zone)

    def ready_for(self, span: Span) -> None:
        """The table stands at a question, with all told chance used."""
        if not self.started:
            self.start([])
        self.table.finish()
        self.goal = None
        self.stop_at_error(span)

    def stop_at_error(self, span: Span) -> None:
        error = self.table.error
        if error is not None:
            found = error.diagnostic
            place = f" ({found.span})" if found.span.line else ""
            raise Failed(span, f"the match stopped: {found.message}{place}")

    def let_chance_come(self) -> None:
        """While outcomes are told and not yet used, what could be done at any time in between is passed on."""
        for _ in range(MOST_PASSES):
            question = self.table.question
            if not self.table.chance.queue or question is None or question.word != "anytime":
                return
            self.passed_on(stops=True)

    def no_chance_left(self) -> None:
        queue = self.table.chance.queue
        if queue:
            raise Failed(
                self.chance_span,
                f"chance was told {said_wish(queue[0], self.matcher)}, but nothing asked for it",
            )

    def given(self, line: sc.Setting) -> None:
        table = self.table
        if table.dry:
            raise Failed(line.span, "nothing can be given while chance decides")
        for item in line.items:
            self.giver.give(item, table.S, self.L)
        table.give()
        if self.started and table.question is not None:
            table.ask_again()

    def chance(self, line: sc.Chance, number: int) -> None:
        told = [*self.wishes([number]), *self.told_after(number)]
        following = next((x for x in self.scenario.lines[number + 1 :] if not isinstance(x, sc.Chance)), None)
        if isinstance(following, sc.RunTo):
            self.waiting = told
        elif not self.started:
            self.start(told, stops=True)
        elif self.table.paused:
            self.goal = self.goal if self.table.dry else None
            self.table.go_on(self.goal, told, stops=True)
            self.pursue(line.span)
        else:
            self.table.tell_after(0, told, stops=True)

    def runs_next(self, number: int) -> bool:
        """Whether the next line that lets anything happen is `run to`: what stands before it speaks of the beginning."""
        for line in self.scenario.lines[number + 1 :]:
            if isinstance(line, sc.Do | sc.Pick | sc.Chance):
                return False
            if isinstance(line, sc.RunTo):
                return True
        return False

    def then(self, line: sc.Then, number: int) -> None:
        if not self.started and not self.runs_next(number):
            self.start([])
        self.looked = self.started
        if self.table.error is not None and not _about_errors(line.claim):
            self.stop_at_error(line.span)
        judge = Judge(self.table, self.matcher, self.match, self.L, self.asked_next, self.named)
        try:
            problem = judge.problem(line.claim)
        except PlayError as error:
            raise Failed(line.span, f"to look at this went wrong: {error.diagnostic.message}") from None
        if problem:
            raise Failed(line.span, f"{problem}\n{report.asked(self.request())}")

    # ------------------------------------------------------------------------------ looking

    def match(self) -> Match:
        """The position as a match, for views and guesses."""
        table, S = self.table, self.table.S
        if table.paused:  # the frames that are written down are those before the run
            S = S.copy()
            S[ir.STACK] = ()
        match = Match(self.runner.machine, S, table.question, self.runner.player)
        match.names = tuple(f"p{seat + 1}" for seat in range(self.program.seats))
        return match

    def request(self) -> Request | None:
        question = self.table.question
        if question is None:
            return None
        runner = self.runner
        return Request(
            self.table.S, question, runner.player.choices, runner.machine.evaluator, runner.texts, 0
        )

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
        self.table.answer(index, [], watch, stops)
        return True

    def do(self, span: Span, seat: int, deed: sc.Deed | sc.Passing, told: list[Wish]) -> None:
        self.ready_for(span)
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
        self.ready_for(line.span)
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
            values = self.runner.machine.evaluator.shown(entry.label, note.state, list(note.frame))
            label = self.runner.texts.render(note.state, entry.label, values, -1)
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

    # ------------------------------------------------------------------------------ running on

    def run_to(self, line: sc.RunTo, told: list[Wish]) -> None:
        told, self.waiting = [*self.waiting, *told], []
        args = [self.matcher.settled(a, self.table.S, self.L) for a in line.args]

        def watch(event: Event) -> bool:
            return (
                is_event(event.name, line.name)
                and self._has_args(event, args)
                and not self._is_beginning(event)
            )

        stops = bool(told)
        self.goal = watch
        if not self.started:
            self.start(told, watch, stops)
        elif not self.looked and self.table.leg is not None:
            self.table.again(watch, told, stops)
        elif self.table.paused:
            self.table.go_on(watch, told, stops)
        elif told:
            self.table.chance.queue.extend(told)
        self.looked = True
        self.pursue(line.span)

    def _is_beginning(self, event: Event) -> bool:
        """The phase with which the scenario begins has begun already: who waits for it waits for the next one."""
        function = self.scenario.begin.function
        if not self.scenario.begin.said:
            return False
        if event.word != "phase" or event.function != function:
            return False
        return sum(e.word == "phase" and e.function == function for e in self.table.watcher.events) == 1

    def _has_args(self, event: Event, args: Sequence[sc.Arg]) -> bool:
        if not args:
            return True
        types = self.program.functions[event.function].locals if event.function >= 0 else ()
        if len(args) > len(event.args):
            return False
        return all(
            self.matcher.fits(a, v, t, self.table.S, self.L)
            for a, v, t in zip(args, event.args, types, strict=False)
        )

    def pursue(self, span: Span) -> None:
        """Passes on questions until the event that is waited for."""
        table, watch = self.table, self.goal
        if watch is None:
            return
        for _ in range(MOST_PASSES):
            if table.paused or table.over:
                return
            self.stop_at_error(span)
            if not self.passed_on(watch, stops=bool(table.chance.queue)):
                raise Failed(span, f"somebody has to decide first\n{report.asked(self.request())}")
        raise Failed(span, "this is never reached")


def _about_errors(claim: sc.Claim) -> bool:
    return isinstance(claim, sc.Stopped) or (
        isinstance(claim, sc.Not) and isinstance(claim.claim, sc.Stopped)
    )


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
