"""Many games by bots: how they end, how long they are, who wins, what is taken, what is never used."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from gdl.dsl import ir
from gdl.dsl.diagnostics import Diagnostic
from gdl.dsl.source import Span
from gdl.interpreter.bots import Bot, Position, bot_for
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match, machine_for
from gdl.interpreter.record import EventRecorder
from gdl.interpreter.text import Texts
from gdl.uses import MOVING, Uses, Watcher

CAP = 20_000
"""Decisions after which a game is given up as endless. What leaves no choice counts too: a game can go round for ever
without asking anything."""
LOOK_EVERY = 16
"""Decisions after which the table is looked at for what has moved."""


@dataclass(slots=True)
class Tally:
    """What some games have come to. Tallies of parts are added up, whichever process made them."""

    games: int = 0
    finished: int = 0
    capped: int = 0
    seconds: float = 0.0
    lengths: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    """How often the flow has gone round, where it repeats anything."""
    winners: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    happened: Counter[tuple[str, str]] = field(default_factory=Counter)
    moved: set[int] = field(default_factory=set)
    """Components that were seen elsewhere than where they began."""
    failures: dict[int, Diagnostic] = field(default_factory=dict)
    """By seed: the diagnostic of a game in which the definition failed."""
    unfinished: list[int] = field(default_factory=list)
    """The seeds of the games that were given up."""
    uses: Uses = field(default_factory=Uses)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.finished += other.finished
        self.capped += other.capped
        self.seconds += other.seconds
        self.lengths += other.lengths
        self.rounds += other.rounds
        for name in ("winners", "ends", "offered", "taken", "happened"):
            getattr(self, name).update(getattr(other, name))
        self.moved |= other.moved
        self.failures.update(other.failures)
        self.unfinished += other.unfinished
        self.uses.add(other.uses)

    @property
    def decisions(self) -> int:
        return sum(self.lengths)


def seeds_of(seed: int, games: int) -> list[int]:
    """The seeds of the single games: each can be played again by itself with `gdl run --seed`."""
    source = random.Random(seed)
    return [source.getrandbits(32) for _ in range(games)]


def play_games(
    program: ir.Program, seeds: Iterable[int], cap: int = CAP, facts: bool = False, bot: str = "", watch: bool = False
) -> Iterator[Tally]:
    """One tally for each game, by a bot or at random; with `facts`, a game in which a fact does not hold at a decision
    has failed; with `watch`, who used what and won is counted too."""
    for seed in seeds:
        start = time.perf_counter()
        tally = _play(program, seed, cap, facts, bot_for(bot) if bot else None, watch)
        tally.seconds = time.perf_counter() - start
        yield tally


def _play(program: ir.Program, seed: int, cap: int, facts: bool, bot: Bot | None, watch: bool) -> Tally:
    tally = Tally(games=1)
    watcher = Watcher(program) if watch else None
    choose = random.Random(seed)
    length = unasked = 0
    match = None
    machine = machine_for(program)
    recorder = EventRecorder(Texts(program, (), machine.moves.alike))
    try:
        match = Match.watched(machine, seed, recorder)
        while length + unasked < cap and (request := match.request) is not None:
            if facts:
                _hold_to_facts(match)
            names = [option.name for option in request.options]
            picked = choose.randrange(len(names)) if bot is None else bot.choose(Position(match), choose)
            if watcher is not None:
                watcher.decides(request, picked)
            tally.offered.update(set(names))
            tally.taken[names[picked]] += 1
            match.apply_index(picked)
            length += 1
            unasked += match.unasked
            if length % LOOK_EVERY == 0:
                _look(program, match, tally)
                if watcher is not None:
                    watcher.look(match)
    except PlayError as error:
        tally.failures[seed] = error.diagnostic
        tally.ends["failed"] += 1
    tally.lengths.append(length)
    if match is not None:
        _look(program, match, tally)
    tally.happened.update(recorder.happened)
    if (beat := beat_of(program)) is not None:
        times = tally.happened["phase", beat[0]]
        tally.rounds.append(-(-times // beat[1]))
    if match is not None and match.result is not None:
        tally.finished = 1
        tally.ends[how_it_ended([seat.outcome for seat in match.result])] += 1
        tally.winners.update(seat for seat, result in enumerate(match.result) if result.outcome == 1)
        if watcher is not None:
            watcher.ends(match.result)
    elif not tally.failures:
        tally.capped = 1
        tally.unfinished.append(seed)
        tally.ends["not within the limit"] += 1
    if watcher is not None:
        tally.uses = watcher.uses
    return tally


def beat_of(program: ir.Program) -> tuple[str, int] | None:
    """The phase with which each round begins, and how often it happens in a round: once, or once for each player."""
    for word, phase in program.flow:
        if word.startswith("repeat"):
            return phase, program.seats if word == "repeat for each player" else 1
    return None


def _hold_to_facts(match: Match) -> None:
    machine = match.machine
    for fact in machine.program.facts:
        holds = machine.full.code.whole[fact.function]
        assert holds is not None
        if not holds(match.state):
            span = machine.program.functions[fact.function].span
            message = f'the fact "{fact.text}" does not hold at this decision'
            hint = "one of the two is wrong: the fact, or a rule that breaks it"
            raise PlayError(Diagnostic("GDL1903", "error", message, span, hint))


def _look(program: ir.Program, match: Match, tally: Tally) -> None:
    """Notes which components are elsewhere than at the start."""
    slot, count = program.place_slot, len(program.components)
    now, then = match.state[slot : slot + count], program.initial[slot : slot + count]
    tally.moved.update(c for c, (here, there) in enumerate(zip(now, then, strict=True)) if here != there)


def how_it_ended(outcomes: list[int]) -> str:
    """`one won`, `2 won`, `all won`, `2 tied`, `all tied`, `all lost`."""
    for outcome, word in ((1, "won"), (0, "tied"), (-1, "lost")):
        count = outcomes.count(outcome)
        if count:
            whole = count == len(outcomes) > 1
            return f"{'all' if whole else 'one' if count == 1 else count} {word}"
    return "ended"


@dataclass(frozen=True, slots=True)
class Thing:
    """`action Hold`, `trigger feeds: after fall`, `card Matthias`: something that a game could come to."""

    word: str
    name: str
    span: Span

    def __str__(self) -> str:
        return f"{self.word} {self.name}"


def things_in(program: ir.Program) -> dict[Thing, tuple[int, ...]]:
    """Actions, menu texts, rules, phases, tables and triggers, and kinds that are there to be moved, with their components."""
    found: dict[tuple[str, str], Span] = {}
    for entry in _entries(program):
        if entry.style in ("action", "menu"):
            found.setdefault((entry.style, entry.name), entry.span)
    called = _called(program)
    for event in _events(program):
        if event.function in called:
            found.setdefault((event.word, event.name), program.functions[event.function].span)
    things: dict[Thing, tuple[int, ...]] = {Thing(*key, span): () for key, span in found.items()}
    for kind in program.kinds:
        sort = program.types[kind.type].sort
        if sort in MOVING and kind.components:
            if not all(_laid_out(program, c) for c in kind.components):
                things[Thing(sort, kind.name, kind.span)] = tuple(kind.components)
    return things


def never_used(program: ir.Program, tally: Tally) -> list[Thing]:
    """What no game came to: an action is taken, by choice or because there was no other; a kind has moved; all else
    happens."""
    happened = {name for _, name in tally.happened}

    def is_used(thing: Thing, components: tuple[int, ...]) -> bool:
        if components:
            return not tally.moved.isdisjoint(components)
        if thing.word in ("action", "menu") and tally.taken[thing.name]:
            return True
        return thing.word != "menu" and thing.name in happened

    return [thing for thing, components in things_in(program).items() if not is_used(thing, components)]


def _laid_out(program: ir.Program, component: int) -> bool:
    """Whether it lies on the table from the start, where it may well stay."""
    place = program.initial[program.place_slot + component]
    assert isinstance(place, int)
    return place > 0 and program.zones[place].shape not in ("deck", "stack", "bag")


def _called(program: ir.Program) -> set[int]:
    """The functions that anything calls: a type's own form of an action, which every kind says anew, is none of them."""
    found = {program.start, *(entry.deed[0] for entry in _entries(program) if entry.deed is not None)}
    bodies = [f.body for f in program.functions if f.body] + [b.body for b in program.blocks]
    for block in program.blocks:
        if isinstance(block.exit, ir.Invoke | ir.Together):
            found.add(block.exit.function)
    while bodies:
        for statement in bodies.pop():
            if isinstance(statement, ir.Do):
                found.add(statement.function)
            elif isinstance(statement, ir.If):
                bodies += [statement.then, statement.otherwise]
            elif isinstance(statement, ir.Each | ir.Loop):
                bodies.append(statement.body)
    return found


def _entries(program: ir.Program) -> Iterator[ir.Entry]:
    yield from program.anytime
    for block in program.blocks:
        if isinstance(block.exit, ir.Ask):
            yield from block.exit.choice.entries


def _events(program: ir.Program) -> Iterator[ir.Event]:
    """What a trace could tell of: the events that stand in the program's code."""

    def inside(statements: Iterable[ir.Stmt]) -> Iterator[ir.Event]:
        for statement in statements:
            if isinstance(statement, ir.Event) and statement.word not in ("skipped", "instead", "modifier"):
                yield statement
            elif isinstance(statement, ir.If):
                yield from inside(statement.then)
                yield from inside(statement.otherwise)
            elif isinstance(statement, ir.Each | ir.Loop):
                yield from inside(statement.body)

    for function in program.functions:
        yield from inside(function.body or ())
    for block in program.blocks:
        yield from inside(block.body)


def playouts_per_second(program: ir.Program, seed: int, seconds: float = 0.5) -> float:
    """How many whole random games a second, in the fast form that searching bots use."""
    machine = machine_for(program)
    source = random.Random(seed)
    start, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < seconds:
        Match.new(machine, source.getrandbits(32), mode="fast").playout(source, CAP)
        count += 1
    return count / spent


Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class How:
    """How games are played and what is counted: see `play_games`."""

    cap: int = CAP
    facts: bool = False
    bot: str = ""
    watch: bool = False

    def play(self, program: ir.Program, seeds: Iterable[int]) -> Iterator[Tally]:
        return play_games(program, seeds, self.cap, self.facts, self.bot, self.watch)


def simulate(
    program: ir.Program,
    games: int,
    seed: int,
    workers: int = 1,
    cap: int = CAP,
    progress: Progress | None = None,
    facts: bool = False,
) -> Tally:
    """The tally of all games: the same for the same seed, however many workers share them."""
    total = Tally()
    for tally in each_game(program, seeds_of(seed, games), How(cap, facts), workers):
        total.add(tally)
        if progress:
            progress(total.games)
    return total


def each_game(program: ir.Program, seeds: list[int], how: How, workers: int = 1) -> Iterator[Tally]:
    """One tally for each game, in the order of the seeds, however many workers share them."""
    if workers <= 1 or len(seeds) <= 1:
        yield from how.play(program, seeds)
        return
    from concurrent.futures import ProcessPoolExecutor

    shares = [seeds[start : start + SHARE] for start in range(0, len(seeds), SHARE)]
    with ProcessPoolExecutor(workers, initializer=_begin_worker, initargs=(program, how)) as pool:
        for tallies in pool.map(_share, shares):
            yield from tallies


SHARE = 8
"""Games that a worker is given at a time."""
_worker: list[Any] = []


def _begin_worker(program: ir.Program, how: How) -> None:
    _worker[:] = [program, how]


def _share(seeds: list[int]) -> list[Tally]:
    program, how = _worker
    return list(how.play(program, seeds))
