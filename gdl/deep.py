"""The deep lint: what shows only in play. Games at random: what fails, what never ends, what nobody wins, what is never
used.

What no game at random came to is looked for in the game's own scenarios: a rare ending that a scenario proves is worth a
note, a rule that nothing ever comes to is worth a warning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from gdl.combinations import REFUSED, Combination, named
from gdl.dsl import ir
from gdl.dsl.diagnostics import Diagnostic, Diagnostics
from gdl.dsl.header import endless_of, players_of
from gdl.dsl.load import Loaded
from gdl.game import compiled
from gdl.scenarios import Witness, witnesses
from gdl.simulate import CAP, Tally, Thing, never_used, simulate, things_in

SEED = 1
"""Always the same, so that a finding can be found again."""
RARE = 100
"""Of a game whose header says that it may be endless, one in so many may be given up, and one more by chance."""
FAIR = 10
"""A seat that wins its share would have won so many times before its luck is doubted."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A program of the game, how many games of it to play, and the words that name it."""

    program: ir.Program
    games: int
    words: str

    def again(self, seed: int, file: str) -> str:
        """The command that plays one of its games once more."""
        return f"gdl run {file} --human none --seed {seed}{self.words}"


def sittings(
    loaded: Loaded, games: int, diagnostics: Diagnostics, only: int | None = None
) -> Iterator[Sitting]:
    """The game for the fewest and for the most players that it does not refuse; `only` the first or the second of the two."""
    least, most = players_of(loaded.game)
    ends = [least] if only == 0 else [most] if only == 1 else [least, most]
    wanted = len(set(ends))
    for seats in dict.fromkeys([*ends, *range(least, most + 1)]):
        if not wanted:
            return
        told = Diagnostics()
        program = compiled(loaded, seats, {}, told)
        if program is not None:
            wanted -= 1
            yield Sitting(program, games, words_for(loaded.chosen, seats))
        elif not any(item.code == REFUSED for item in told):
            diagnostics.extend(named(told, loaded.chosen))


def words_for(variants: Combination, seats: int) -> str:
    return f" --players {seats}" + "".join(f" --variant {name}" for name in variants)


@dataclass(slots=True)
class Findings:
    """What the games of all sittings have come to, and what there was to come to."""

    games: Counter[Thing] = field(default_factory=Counter)
    """In how many games each thing was there."""
    used: set[Thing] = field(default_factory=set)
    won: bool = False
    finished: int = 0

    def add(self, program: ir.Program, tally: Tally) -> None:
        unused = set(never_used(program, tally))
        for thing in things_in(program):
            self.games[thing] += tally.games
            if thing not in unused:
                self.used.add(thing)
        self.won = self.won or bool(tally.winners)
        self.finished += tally.finished

    @property
    def missing(self) -> list[Thing]:
        return [thing for thing in self.games if thing not in self.used]


def play_deep(loaded: Loaded, plan: Iterable[Sitting], diagnostics: Diagnostics, cap: int = CAP) -> None:
    """Plays these games, and tells what they have shown. What only some of the programs came to is used."""
    found = Findings()
    given_up: list[tuple[Sitting, Tally]] = []
    for sitting in plan:
        tally = simulate(sitting.program, sitting.games, SEED, cap=cap, facts=True)
        found.add(sitting.program, tally)
        diagnostics.extend(_failures(loaded, sitting, tally))
        diagnostics.extend(_luckless(loaded, sitting, tally))
        if tally.capped:
            given_up.append((sitting, tally))
    diagnostics.extend(_endless(loaded, given_up, cap))
    nobody = found.finished > 0 and not found.won
    if found.missing or nobody:
        seen = list(witnesses(loaded))
        diagnostics.extend(_unused(found, seen))
        if nobody:
            diagnostics.extend(_nobody(loaded, found, seen))


def _failures(loaded: Loaded, sitting: Sitting, tally: Tally) -> Iterator[Diagnostic]:
    """Each kind of failure once, with the first game that showed it."""
    first: dict[tuple[str, str], tuple[int, Diagnostic]] = {}
    for seed, told in tally.failures.items():
        first.setdefault((told.code, str(told.span)), (seed, told))
    for seed, told in first.values():
        count = sum((each.code, each.span) == (told.code, told.span) for each in tally.failures.values())
        times = f"in {count} of {tally.games} games at random: {sitting.again(seed, _file(loaded))}"
        yield replace(told, hint="; ".join(part for part in (told.hint, times) if part))


def _endless(loaded: Loaded, given_up: list[tuple[Sitting, Tally]], cap: int) -> Iterator[Diagnostic]:
    """Games that were given up: a warning for each sitting; where the header says that this may be, one note for all
    sittings in which it was rare."""
    why = endless_of(loaded.game)
    span, over = loaded.game.name.span, f"were not over after {cap:,} decisions"
    rare = [each for each in given_up if why and each[1].capped <= 1 + each[1].games // RARE]
    for sitting, tally in given_up:
        if (sitting, tally) not in rare:
            message = f"{tally.capped} of {tally.games} games at random {over}"
            cure = "see that something always brings the end nearer"
            if why:
                cure = f'the header says "{why}", but these are more than one in {RARE}'
            again = sitting.again(tally.unfinished[0], _file(loaded))
            yield Diagnostic("GDL1901", "warning", message, span, f"{cure}; {again}")
    if rare:
        count = sum(tally.capped for _, tally in rare)
        again = rare[0][0].again(rare[0][1].unfinished[0], _file(loaded))
        yield Diagnostic("GDL1901", "note", f"{count} games at random {over}: {why}", span, again)


def _luckless(loaded: Loaded, sitting: Sitting, tally: Tally) -> Iterator[Diagnostic]:
    """Seats that never win, where chance alone should have let them."""
    seats = sitting.program.seats
    won = sum(tally.winners.values())
    for seat in range(seats):
        if won >= FAIR * seats and not tally.winners[seat]:
            yield Diagnostic(
                "GDL1905",
                "warning",
                f"player {seat + 1} of {seats} won none of {tally.games} games at random; the others won {won}",
                loaded.game.name.span,
                f"see whether the seats have the same chances: gdl sim {_file(loaded)} --seed {SEED}{sitting.words}",
            )


def _nobody(loaded: Loaded, found: Findings, seen: list[Witness]) -> Iterator[Diagnostic]:
    message = f"nobody won any of {found.finished} games at random"
    span = loaded.game.name.span
    shown = next((each for each in seen if 1 in each.outcomes), None)
    if shown is not None:
        yield Diagnostic("GDL1904", "note", f"{message}, but `{shown.title}` is won", span)
    else:
        hint = "see that the game can be won, and write a scenario in which somebody wins it"
        yield Diagnostic("GDL1905", "warning", message, span, hint)


def _unused(found: Findings, seen: list[Witness]) -> Iterator[Diagnostic]:
    for thing in found.missing:
        message = (
            f"{thing.word} `{thing.name}` {_missing(thing.word)} in {found.games[thing]} games at random"
        )
        shown = next((each for each in seen if thing in each.used), None)
        if shown is not None:
            yield Diagnostic("GDL1904", "note", f"{message}, but in the scenario `{shown.title}`", thing.span)
        else:
            hint = "it may be rare: try more games, or show it in a scenario; or it cannot happen"
            yield Diagnostic("GDL1902", "warning", message, thing.span, hint)


def _missing(word: str) -> str:
    if word in ("action", "menu"):
        return "was never taken"
    return "never happened" if word in ("rule", "phase", "trigger", "table") else "never left its place"


def _file(loaded: Loaded) -> str:
    return loaded.game.name.span.file
