"""The table at which a scenario is played: runs that can be looked at in the middle.

A run goes from a decision (or the beginning of a phase) to the next one and is the same each time, so a position inside it
is reached by leaving the run there. To go on from such a position the run is made again from its start and not left there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.choice import ANYTIME, Ask, Choices, Question
from gdl.interpreter.context import Context, Recorder
from gdl.interpreter.errors import PlayError
from gdl.interpreter.machine import Machine, Player
from gdl.interpreter.scenario_chance import ToldChance, UsedUp, Wish
from gdl.interpreter.scenario_match import Matcher
from gdl.interpreter.state import Frame, State

Watch = Callable[["Event"], bool]


class Reached(Exception):
    """The event that is waited for is about to begin."""


@dataclass(frozen=True, slots=True)
class Event:
    """`rule draw_card (0, 17)`"""

    word: str
    name: str
    function: int
    args: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unasked:
    """A choice that was no choice: the machine has taken the only option. `after`: how many events came before."""

    seat: int
    ask: Ask
    frame: tuple[Any, ...]
    state: State
    after: int


class Watcher(Recorder):
    """Notes events and unasked choices; leaves the run where the event that `watch` waits for begins."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.unasked: list[Unasked] = []
        self.taken: list[str] = []
        """The options that were taken, by the names under which they are counted."""
        self.watch: Watch | None = None
        self.heard = 0
        self.at: dict[int, list[Callable[[State], None]]] = {}

    def event(self, S: State, stmt: ir.Event, args: tuple[Any, ...]) -> None:
        found = Event(stmt.word, stmt.name, stmt.function, args)
        self.events.append(found)
        count = len(self.events)
        for act in self.at.get(count, ()):
            act(S)
        if count > self.heard and self.watch is not None and self.watch(found):
            raise Reached


class NotedChoices(Choices):
    """Questions, and a note of each that the machine answers by itself."""

    def ask(self, S: State, K: Sequence[tuple[Any, ...]], L: Frame, X: Context) -> Question | int:
        ask = self.asks[~L[0]]
        found = super().ask(S, K, L, X)
        if isinstance(found, int) and isinstance(X.recorder, Watcher) and ask is not None:
            seat = self.evaluator.value(ask.choice.player, S, L)
            X.recorder.unasked.append(Unasked(seat, ask, tuple(L), S.copy(), len(X.recorder.events)))
        return found


class ScenarioPlayer(Player):
    """Plays with the compiled code that tells everything."""

    def __init__(self, machine: Machine):
        super().__init__(machine, machine.full.code)
        self.choices = NotedChoices(machine.moves, machine.evaluator, self.code)
        for ask in self.choices.asks:
            if ask is not None:
                ask.plain = False


@dataclass(slots=True)
class Leg:
    """One run: from `state`, by an answer or by the beginning of a function above waiting frames. `told`: outcomes of chance, with
    the number of events after which they are told (0: from the start)."""

    state: State
    question: Question | None
    index: int
    frames: list[tuple[Any, ...]]
    function: int
    args: tuple[Any, ...]
    events: int
    unasked: int
    told: list[tuple[int, list[Wish]]] = field(default_factory=list)
    given: list[tuple[int, State]] = field(default_factory=list)
    """States that were put in place of what had come about, with the number of events after which."""
    preferred: tuple[Any, ...] = ()
    preferred_number: int | None = None


class Table:
    """`paused`: the run has been left in the middle; `error`: the definition turned out to be wrong."""

    def __init__(self, machine: Machine, player: ScenarioPlayer, matcher: Matcher, S: State):
        self.machine = machine
        self.program = machine.program
        self.player = player
        self.watcher = Watcher()
        self.chance = ToldChance(machine.moves, matcher)
        self.context = Context(self.chance, self.watcher)
        self.S = S
        self.question: Question | None = None
        self.leg: Leg | None = None
        self.paused = False
        self.dry = False
        self.error: PlayError | None = None

    @property
    def over(self) -> bool:
        return bool(self.S[ir.OVER])

    def mark(self) -> tuple[Any, ...]:
        """Enough to come back to this position."""
        watcher = self.watcher
        kept = (list(watcher.events), list(watcher.unasked), list(self.chance.queue), list(watcher.taken))
        return self.S, self.question, self.leg, self.paused, self.dry, self.error, kept

    def back_to(self, mark: tuple[Any, ...]) -> None:
        self.S, self.question, self.leg, self.paused, self.dry, self.error, kept = mark
        self.watcher.events, self.watcher.unasked, self.chance.queue, self.watcher.taken = map(list, kept)

    # ------------------------------------------------------------------------------ running

    def begin(
        self, frames: list[tuple[Any, ...]], function: int, args: tuple[Any, ...], told: list[Wish],
        watch: Watch | None = None, stops: bool = False,
    ) -> None:  # fmt: skip
        """A phase begins above these frames."""
        self.leg = self._leg(None, 0, frames, function, args, told)
        self._run(watch, 0, stops)

    def answer(
        self, index: int, told: list[Wish], watch: Watch | None = None, stops: bool = False,
        preferred: tuple[Any, ...] = (), number: int | None = None,
    ) -> None:  # fmt: skip
        """The question is answered by its option `index`; what is left of the outcomes told before comes first."""
        assert self.question is not None
        ask = self.player.choices.asks[self.question.block]
        option = self.question.options[index]
        if ask is not None and (self.question.word == "one" or option[0] >= ANYTIME):
            self.watcher.taken.append(ask.entries[ask.number(option)].name)
        self.leg = self._leg(self.question, index, [], -1, (), [*self.chance.queue, *told])
        self.leg.preferred, self.leg.preferred_number = preferred, number
        self._run(watch, 0, stops)

    def ask_again(self) -> None:
        """The state has been changed by hand at a question."""
        self.leg = self._leg(None, 0, [], -1, (), list(self.chance.queue))
        self._run(None, 0, False)

    def _leg(
        self, question: Question | None, index: int, frames: list[tuple[Any, ...]], function: int,
        args: tuple[Any, ...], told: list[Wish],
    ) -> Leg:  # fmt: skip
        watcher = self.watcher
        events, unasked = len(watcher.events), len(watcher.unasked)
        return Leg(self.S.copy(), question, index, frames, function, args, events, unasked, [(0, told)])

    def go_on(self, watch: Watch | None = None, told: Sequence[Wish] = (), stops: bool = False) -> None:
        """From the middle of a run: to its end, or to the next place where it is left."""
        assert self.leg is not None and self.paused
        here = len(self.watcher.events)
        if told:
            self.leg.told.append((here, list(told)))
        self._run(watch, here, stops)

    def tell_after(self, events: int, told: Sequence[Wish], stops: bool) -> None:
        """The last run once more, with outcomes told after so many events."""
        assert self.leg is not None
        self.leg.told.append((events if events > self.leg.events else 0, list(told)))
        self._run(None, 0, stops)

    def again(self, watch: Watch, told: Sequence[Wish], stops: bool) -> None:
        """The last run once more, to be left where the event begins."""
        assert self.leg is not None
        if told:
            self.leg.told.append((0, list(told)))
        self._run(watch, self.leg.events, stops)

    def give(self) -> None:
        """The state has been changed by hand; in the middle of a run, that run goes on from the changed one."""
        if self.paused:
            assert self.leg is not None
            self.leg.given.append((len(self.watcher.events), self.S.copy()))

    def finish(self) -> None:
        """To the end of a run that has been left."""
        if self.paused:
            self.go_on()

    def _run(self, watch: Watch | None, heard: int, stops: bool) -> None:
        leg, watcher, chance = self.leg, self.watcher, self.chance
        assert leg is not None
        self.S = leg.state.copy()
        del watcher.events[leg.events :], watcher.unasked[leg.unasked :]
        watcher.watch, watcher.heard = watch, heard
        chance.queue, chance.stops = [], False
        chance.preferred, chance.preferred_number = leg.preferred, leg.preferred_number
        watcher.at = {}
        for count, told in leg.told:
            if count == 0:
                chance.queue.extend(told)
            else:
                watcher.at.setdefault(count, []).append(lambda S, told=told: chance.queue.extend(told))  # type: ignore[misc]
        for count, state in leg.given:
            watcher.at.setdefault(count, []).append(lambda S, state=state: S.__setitem__(slice(None), state))  # type: ignore[misc]
        if stops:
            last = max(count for count, _ in leg.told)
            if last == 0:
                chance.stops = True
            else:
                watcher.at[last].append(lambda S: setattr(chance, "stops", True))
        self.question, self.paused, self.dry, self.error = None, False, False, None
        try:
            if leg.question is not None:
                self.question = self.player.answer(self.S, leg.question, leg.index, self.context)
            elif leg.function < 0:
                self.question = self.player.ask_again(self.S, self.context)
            else:
                self.question = self.player.begin(self.S, leg.frames, leg.function, leg.args, self.context)
        except Reached:
            self.paused = True
        except UsedUp:
            self.paused = self.dry = True
        except PlayError as error:
            self.error = error
