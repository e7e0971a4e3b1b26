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
from gdl.interpreter.errors import PlayError
from gdl.interpreter.machine import Machine
from gdl.interpreter.scenario_chance import Wish, said_wish
from gdl.interpreter.scenario_claims import Judge, is_event
from gdl.interpreter.scenario_frames import Callers
from gdl.interpreter.scenario_given import Giver, Impossible
from gdl.interpreter.scenario_match import Matcher, PartOfNone
from gdl.interpreter.scenario_report import Failed, Verdict
from gdl.interpreter.scenario_seats import MOST_PASSES, AtTable
from gdl.interpreter.scenario_table import Event, ScenarioPlayer, Table, Watch
from gdl.interpreter.state import Frame, State, first_state
from gdl.interpreter.text import Texts

SEED = 1


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
                shown = report.table_text(self.program, self.texts, play.table.S)
            except (IndexError, TypeError):
                shown = ""
            return Verdict(failed.span, failed.message, shown)
        table = play.table
        happened = frozenset((event.word, event.name) for event in table.watcher.events)
        outcomes = tuple(outcome for outcome, _ in table.S[ir.RESULT]) if table.over else ()
        return Verdict(
            scenario.span, happened=happened, taken=frozenset(table.watcher.taken), outcomes=outcomes
        )


class _Play(AtTable):
    """One scenario being played. `used` are the lines of chance that have been told already."""

    def __init__(self, runner: Runner, scenario: sc.Scenario):
        self.runner, self.scenario = runner, scenario
        frame: Frame = [0] * (scenario.locals + 1)
        super().__init__(
            _table(runner, first_state(runner.program, SEED), frame), runner.matcher, runner.texts, frame
        )
        self.named = tuple(slot for _, slot, type in scenario.names if type.word == "component")
        self.giver = Giver(runner.machine.moves, runner.matcher)
        self.used: set[int] = set()
        self.started = self.setting_up = False
        self.opens = True
        """Whether every `when` is looked at before the phase begins: not so in the `once` part of the flow."""
        self.waiting: list[Wish] = []
        """Outcomes that were told before a `run to`, which then uses them."""
        self.looked = False
        """Whether a `then` has looked at the position: then `run to` only goes on, and does not look back into the last run."""
        self.chance_span = scenario.span

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
            self.table = _table(self.runner, self.runner.ready[f"{word} {name}"].copy(), self.L)
            return

        def watch(event: Event) -> bool:
            return event.word == word and event.name == name

        self.goal = watch
        self.started = self.setting_up = True
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
        self.table = _table(self.runner, S, self.L)
        self.started, self.setting_up, self.goal, self.noted = False, False, None, 0

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
                        self.ready_for(line.span)
                        last = i == len(line.deeds) - 1
                        self.do(line.span, seat, deed, self.told_after(number) if last else [])
                    self.let_chance_come()
                case sc.Pick():
                    self.ready_for(line.span)
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
        if self.setting_up:
            if self.table.paused:
                raise Failed(span, "set-up is over before this")
        else:
            self.table.finish()
            self.goal = None
        self.stop_at_error(span)

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


def _table(runner: Runner, S: State, L: Frame) -> Table:
    table = Table(runner.machine, runner.player, runner.matcher, S)
    table.chance.frame = L
    return table


def _about_errors(claim: sc.Claim) -> bool:
    return isinstance(claim, sc.Stopped) or (
        isinstance(claim, sc.Not) and isinstance(claim.claim, sc.Stopped)
    )
