"""A match: one game being played. The face that people, bots, scenarios, replays and adapters all use.

    match = Match.new(program, seed=7)
    while match.request:
        match.apply(0)                  # an index, a label, an Option, or a whole answer: a list, a list of
        lists
    match.result

A match that is played by people keeps a log and all that it needs to take back decisions. `copy()` gives a
light one for search: it plays the same way, faster, and remembers nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol

from gdl.dsl import ir
from gdl.dsl.ir import OVER, RESULT, STACK
from gdl.interpreter import together
from gdl.interpreter.answers import meant_items, meant_option
from gdl.interpreter.chance import Forced, Outcome
from gdl.interpreter.choice import Question
from gdl.interpreter.context import Context, Recorder
from gdl.interpreter.errors import IllegalAnswer, PlayError
from gdl.interpreter.explain import explain, in_words
from gdl.interpreter.guess import guesser_for, viewer_for
from gdl.interpreter.machine import Machine, Player
from gdl.interpreter.record import Happened, Line, MatchRecorder
from gdl.interpreter.request import Option, Request
from gdl.interpreter.sight import Reader
from gdl.interpreter.state import State, from_json, state_bytes
from gdl.interpreter.text import GOD, Texts

Mode = Literal["full", "fast", "reference"]
Answer = int | str | Option | Sequence[Any]
FORMAT = 1


class Rng(Protocol):
    """What is needed of `random.Random`."""

    def random(self) -> float: ...
    def getrandbits(self, k: int, /) -> int: ...


@dataclass(frozen=True, slots=True)
class Result:
    """How a seat came out. `outcome`: 1 won, 0 tied, -1 lost; `score` where there are scores, else the
    outcome."""

    outcome: int
    score: int

    @property
    def word(self) -> str:
        return {1: "won", 0: "tied", -1: "lost"}[self.outcome]


class Match:
    """Where a game stands. Made by `Match.new`, `load`, `replay`, or from another match by `copy` and
    `sample`."""

    __slots__ = (
        "_context", "_player", "_question", "_request", "_snapshots", "_texts", "answers", "machine", "names",
        "recorder", "seed", "state", "turn_id",
    )  # fmt: skip

    def __init__(self, machine: Machine, state: State, question: Question | None, player: Player):
        self.machine = machine
        self.state = state
        self.names: tuple[str, ...] = ()
        self.seed: int | None = None
        self.answers: list[int] = []
        self.turn_id = 0
        self.recorder: MatchRecorder | None = None
        self._question = question
        self._player = player
        self._context = machine.quiet
        self._request: Request | None = None
        self._snapshots: list[tuple[Any, ...]] | None = None
        self._texts: Texts | None = None

    @staticmethod
    def new(
        program: ir.Program | Machine,
        seed: int = 0,
        names: Sequence[str] = (),
        mode: Mode = "full",
        chance: Sequence[Outcome] = (),
    ) -> Match:
        """A match at its first decision. `mode` "fast" keeps no log; `chance` are outcomes that come
        first."""
        machine = program if isinstance(program, Machine) else machine_for(program)
        match = Match(machine, [], None, machine.player(mode))
        match.names = tuple(names)
        match.seed = None if chance else seed
        if mode != "fast":
            match.recorder = MatchRecorder(match.texts, machine.evaluator)
            match._snapshots = []
            match._context = Context(Forced(machine.moves, chance), match.recorder)
        match.state, match._question = match._player.start(seed, match._context)
        return match

    @staticmethod
    def watched(program: ir.Program | Machine, seed: int, recorder: Recorder) -> Match:
        """A match that plays as any other and tells the recorder what happens; it keeps no log and takes nothing back."""
        machine = program if isinstance(program, Machine) else machine_for(program)
        match = Match(machine, [], None, machine.full)
        match.seed = seed
        match._context = Context(machine.sampled, recorder)
        match.state, match._question = match._player.start(seed, match._context)
        return match

    # ------------------------------------------------------------------------------ where it stands

    @property
    def program(self) -> ir.Program:
        return self.machine.program

    @property
    def over(self) -> bool:
        return bool(self.state[OVER])

    @property
    def question(self) -> Question | None:
        """The bare question, for bots: who is asked, and how many options there are."""
        if self._question is None and not self.state[OVER]:
            self._question = self._player.choices.question(self.state)
        return self._question

    @property
    def request(self) -> Request | None:
        """Who must decide what; None when the game is over."""
        if self._request is None:
            question = self.question
            if question is not None:
                machine = self.machine
                self._request = Request(
                    self.state, question, self._player.choices, machine.evaluator, self.texts, self.turn_id
                )
        return self._request

    @property
    def result(self) -> tuple[Result, ...] | None:
        """How each seat came out; None while the game goes on."""
        if not self.state[OVER]:
            return None
        return tuple(Result(outcome, score) for outcome, score in self.state[RESULT])

    @property
    def texts(self) -> Texts:
        if self._texts is None:
            self._texts = Texts(self.program, self.names, self.machine.moves.alike)
        return self._texts

    @property
    def chance(self) -> Forced:
        """Outcomes that a scenario wants next go into `chance.queue`."""
        assert isinstance(self._context.chance, Forced), "a light match cannot be told what chance gives"
        return self._context.chance

    @property
    def log(self) -> list[Line]:
        return [] if self.recorder is None else self.recorder.lines

    def log_for(self, reader: Reader) -> list[str]:
        """The log as a seat reads it; None for a spectator."""
        texts = (line.told(reader) for line in self.log)
        return [text for text in texts if text is not None]

    @property
    def history(self) -> tuple[int, ...]:
        """The answers so far, option by option: with the seed they give the match again (`replay`)."""
        return tuple(self.answers)

    def trace(self, turn: int | None = None) -> list[str]:
        """What has happened, one line an event, in words for one who knows everything: rules, actions and phases as
        they began, triggers and replacements that applied, and those that could have but whose condition did not hold
        (or, for a replacement, that were used up). Of one turn (`turn_id`) if given."""
        if self.recorder is None:
            return []
        return [self._told(event) for event in self.recorder.trace if turn in (None, event.turn)]

    def _told(self, event: Happened) -> str:
        said = {"trigger": "applies", "instead": "takes its place", "skipped": "could apply, but does not"}
        types = self.program.functions[event.function].locals if event.function >= 0 else ()
        shown = [
            self.texts.value(self.state, value, type_, GOD) if isinstance(value, int) and value >= 0 else str(value)
            for value, type_ in zip(event.args, types, strict=False)
        ]
        if event.word in said:
            return f"{event.name}: {said[event.word]}" + (f" ({', '.join(shown)})" if shown else "")
        return f"{event.word} {event.name}" + (f"({', '.join(shown)})" if shown else "")

    def state_for(self, reader: Reader) -> State:
        """The state as the reader may look at it: without what goes on in private blocks of others."""
        return self.state if reader == GOD else together.seen_by(self.machine.moves, self.state, reader)

    def state_key(self) -> bytes:
        return state_bytes(self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match) or self.state != other.state:
            return False
        return self.program is other.program or program_key(self.program) == program_key(other.program)

    def __hash__(self) -> int:
        return hash(self.state_key())

    # ------------------------------------------------------------------------------ playing

    def apply(self, answer: Answer) -> None:
        """Answers the question: by the option's index, label or the Option itself; a rich choice also by a
        whole answer, a list of items (or of lists of items, for piles), each by its index, label or name.
        Raises IllegalAnswer and changes nothing if that is not possible; raises PlayError if the definition
        turns out to be wrong."""
        request = self.request
        if request is None:
            raise IllegalAnswer("the game is over: there is nothing to answer")
        if isinstance(answer, (list, tuple)):
            self._apply_whole(request, answer)
        else:
            self.apply_index(meant_option(request, answer))

    def apply_index(self, index: int) -> None:
        """Answers by the number of an option, which must be one."""
        question = self.question
        if question is None:
            raise IllegalAnswer("the game is over: there is nothing to answer")
        if self._snapshots is None:
            self._question = self._player.answer(self.state, question, index, self._context)
        else:
            self._apply_and_remember(question, index)
        self._request = None
        now = self._question
        if now is None or now.picking is None or not _goes_on(question, now):
            self.turn_id += 1

    def _apply_and_remember(self, question: Question, index: int) -> None:
        recorder, request = self.recorder, self.request
        assert recorder is not None and self._snapshots is not None and request is not None
        before = (self.state, question, recorder.mark(), self.turn_id, list(self.chance.queue))
        self.state = self.state.copy()
        recorder.turn = self.turn_id
        template, values = request.words(index)
        if index in question.alike:
            # Which one it is, nobody can say yet: all read what the chooser reads.
            template, values = ir.Template((request.say(index),)), ()
        secret = request.secret or request.kind == "anytime"
        chosen = template, values
        recorder.choice(self.state, question.seat, chosen, request.about(index), request.note(index), secret)
        try:
            self._question = self._player.answer(self.state, question, index, self._context)
        except BaseException:
            self._go_back(before)
            raise
        self._snapshots.append(before)
        self.answers.append(index)

    def _apply_whole(self, request: Request, answer: Sequence[Any]) -> None:
        wanted = meant_items(request, answer)
        turn, count = self.turn_id, len(self.answers)
        try:
            while True:
                question = self.question
                if question is None or question.picking is None or self.turn_id != turn:
                    return
                pick = question.picking.next_pick(wanted)
                self.apply_index([option[0] for option in question.options].index(pick))
        except PlayError:
            while len(self.answers) > count:
                self.undo()
            raise

    def undo(self) -> None:
        """Takes back the last decision."""
        if not self._snapshots:
            raise IllegalAnswer("there is nothing to take back")
        self._go_back(self._snapshots.pop())
        self.answers.pop()

    def _go_back(self, before: tuple[Any, ...]) -> None:
        assert self.recorder is not None
        self.state, self._question, mark, self.turn_id, queue = before
        self.recorder.back_to(mark)
        self.chance.queue[:] = queue
        self._request = None

    def playout(self, rng: Rng, limit: int = 100_000) -> int:
        """Plays on at random until the game is over; tells how many decisions that took. Stops at the
        limit."""
        if self._snapshots is not None:
            count = 0
            while count < limit and (question := self.question) is not None:
                self.apply_index(int(rng.random() * len(question.options)))
                count += 1
            return count
        question = self.question
        if question is None:
            return 0
        self._request = None
        count, self._question = self._player.playout(self.state, question, rng.random, limit, self._context)
        self.turn_id += count
        return count

    # ------------------------------------------------------------------------------ other matches

    def copy(self) -> Match:
        """A light copy for search: no log, nothing to take back."""
        twin = Match.__new__(Match)
        twin.machine = self.machine
        twin.state = self.state.copy()
        twin.names = self.names
        twin.seed = None
        twin.answers = []
        twin.turn_id = self.turn_id
        twin.recorder = None
        twin._question = self._question
        twin._player = self.machine.fast
        twin._context = self.machine.quiet
        twin._request = None
        twin._snapshots = None
        twin._texts = self._texts
        return twin

    @property
    def unasked(self) -> int:
        """How many options the last step has taken without asking, because there was no other."""
        return self._context.most_forced - self._context.forced

    def sample(self, seat: int, rng: Random) -> Match:
        """Another match, consistent with all that the seat knows; light, like a copy."""
        twin = self.copy()
        twin.state = guesser_for(self.machine).guess(self.state, seat, rng)
        twin._question = None
        return twin

    def could_be(self, seat: int, component: int) -> tuple[int, ...]:
        """What may lie in this component's place, as far as the seat knows."""
        sampler = guesser_for(self.machine).sampler
        return sampler.could_be(self.state_for(seat), seat, component)

    def explain(self, value: str, *args: int | str, reader: Reader = None, turn: int | None = None) -> str:
        """Why a value of the game is what it is: `match.explain("banners", "Scout")` gives `3 = 2 printed + 1
        Watchtower`. Arguments are names of components, or numbers of components, seats and so on. `turn`: as it was
        when the decisions of that turn began. KeyError if there is no such value, or no such component."""
        found = [i for i, f in enumerate(self.program.functions) if f.pure and f.name == value]
        if not found:
            raise KeyError(f"there is no value `{value}` in {self.program.title}")
        names = {c.name: number for number, c in enumerate(self.program.components)}
        numbers = [names[arg] if isinstance(arg, str) else arg for arg in args]
        S = self.state_for(reader) if turn is None else self._state_at(turn, reader)
        explanation = explain(self.machine.evaluator, self.texts, S, found[0], numbers, reader)
        return in_words(explanation, self.texts, S, reader)

    def view(self, reader: Reader) -> dict[str, Any]:
        """What a seat, or a spectator (None), may see: `schemas/view.schema.json`."""
        S = self.state_for(reader)
        asked = self._asked_for(reader) if S is self.state else None
        return viewer_for(self.machine, self.names).view(S, reader, asked)

    def view_at(self, turn: int, reader: Reader) -> dict[str, Any]:
        """The view as it was when the decisions of this turn (`turn_id`) began; of a turn that has not been, the
        view as it is now. A light match remembers nothing."""
        if any(when >= turn for _, _, _, when, _ in self._snapshots or ()):
            return viewer_for(self.machine, self.names).view(self._state_at(turn, reader), reader, None)
        return self.view(reader)

    def _state_at(self, turn: int, reader: Reader) -> State:
        """The state as the reader could look at it when the decisions of a turn began, or as it is now."""
        for state, _, _, when, _ in self._snapshots or ():
            if when >= turn:
                return state if reader == GOD else together.seen_by(self.machine.moves, state, reader)
        return self.state_for(reader)

    def _asked_for(self, reader: Reader) -> int | None:
        """Who is asked, as far as the reader may know: that others are asked in between, or in secret, is
        theirs."""
        question = self.question
        if question is None:
            return None
        if question.seat == reader:
            return reader
        ask = self._player.choices.asks[question.block]
        if ask is None:
            return None
        asked: int = self.machine.evaluator.value(ask.choice.player, self.state, list(self.state[STACK][-1]))
        # Who is to be asked in secret knows that, and learns nothing from others being asked before.
        return None if ask.choice.secret and asked != reader else asked

    def save(self) -> dict[str, Any]:
        """All of it as JSON: played again from seed and answers it gives the same match."""
        return {
            "format": FORMAT,
            "program": program_key(self.program),
            "game": self.program.name,
            "seats": self.program.seats,
            "variants": list(self.program.variants),
            "options": [list(option) for option in self.program.options],
            "names": list(self.names),
            "seed": self.seed,
            "answers": list(self.answers),
            "turn_id": self.turn_id,
            "state": self.state,
            "log": [
                {"word": line.word, "seat": line.seat, "turn": line.turn, "texts": line.texts, "asked": line.asked}
                for line in self.log
            ],
        }


def _goes_on(question: Question, now: Question) -> bool:
    """Whether `now` is the next pick of the same rich choice."""
    return (
        question.picking is not None
        and now.picking is not None
        and question.block == now.block
        and len(now.picking.picks) > len(question.picking.picks)
    )


def program_key(program: ir.Program) -> str:
    """What tells programs apart: the text, the seats, the variants and options."""
    options = ",".join(f"{name}={value}" for name, value in program.options)
    return f"{program.source_hash}:{program.seats}:{'+'.join(program.variants)}:{options}"


def load(program: ir.Program | Machine, data: dict[str, Any]) -> Match:
    """A saved match: played again where that gives the saved state, else just put there as it was.

    ValueError if the save is of another game or of a definition whose states look different.
    """
    machine = program if isinstance(program, Machine) else machine_for(program)
    if data.get("format") != FORMAT or data.get("game") != machine.program.name:
        raise ValueError(f"this is not a saved match of {machine.program.name}")
    state: State = [from_json(value) for value in data["state"]]
    names = tuple(data["names"])
    if data["seed"] is not None:
        try:
            match = replay(machine, data["seed"], data["answers"], names)
            if match.state == state:
                return match
        except (IllegalAnswer, PlayError):
            pass
    if data["program"] != program_key(machine.program):
        raise ValueError(
            "the game's definition has changed since this match was saved, and it cannot be played again"
        )
    match = Match(machine, state, None, machine.full)
    match.names, match.turn_id = names, data["turn_id"]
    match.recorder = MatchRecorder(match.texts, machine.evaluator)
    match.recorder.lines = [
        Line(x["word"], list(x["texts"]), x["seat"], x["turn"], asked=list(x.get("asked", ()))) for x in data["log"]
    ]
    match.recorder.seers = private_blocks(machine, state)
    match._snapshots = []
    match._context = Context(Forced(machine.moves), match.recorder)
    return match


def private_blocks(machine: Machine, S: State) -> list[tuple[int, ...]]:
    """Who sees each of the private blocks that a state is in."""
    blocks = machine.program.blocks
    frames = [frame for frame in S[STACK] if frame[0] < 0 and isinstance(blocks[~frame[0]].exit, ir.Together)]
    return [together.seers(list(frame)) for frame in frames]


def replay(
    program: ir.Program | Machine,
    seed: int,
    answers: Iterable[int],
    names: Sequence[str] = (),
    mode: Mode = "full",
) -> Match:
    """The match that these answers give; IllegalAnswer where one of them is not possible."""
    match = Match.new(program, seed, names, mode)
    for number, index in enumerate(answers):
        question = match.question
        if question is None or not 0 <= index < len(question.options):
            raise IllegalAnswer(f"answer {number + 1} of the replay is not possible")
        match.apply_index(index)
    return match


_machines: dict[int, Machine] = {}


def machine_for(program: ir.Program) -> Machine:
    """One machine a program; the last few are kept."""
    machine = _machines.get(id(program))
    if machine is None or machine.program is not program:
        while len(_machines) >= 16:
            _machines.pop(next(iter(_machines)))
        machine = _machines[id(program)] = Machine(program)
    return machine
