"""The deep lint: what shows only in play. Games at random: what fails, what never ends, what nobody wins, what is never
used.

What no game at random came to is looked for in more games, and then in the game's own scenarios: a rare ending that a
scenario proves is worth a note, a rule that nothing ever comes to is worth a warning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from gdl.combinations import REFUSED, named
from gdl.dsl import ir
from gdl.dsl.diagnostics import Diagnostic, Diagnostics
from gdl.dsl.header import endless_of, endless_share, players_of
from gdl.dsl.load import Loaded
from gdl.hunt import SHORT, Hunt, Sitting, Table
from gdl.scenarios import Witness, witnesses
from gdl.simulate import Tally, Thing, never_used, simulate, things_in

LONG = 5_000
"""Decisions after which a game is given up. Games of hundreds are long; the few that never end should not take most of the time."""
SEED = 1
"""Always the same, so that a finding can be found again."""
FAIR = 10
"""A seat that wins its share would have won so many times before its luck is doubted."""


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
        table = Table(loaded, seats)
        program = table.program(told)
        if program is not None:
            wanted -= 1
            yield Sitting(program, games, table, SEED)
        elif not any(item.code == REFUSED for item in told):
            diagnostics.extend(named(told, loaded.chosen))


@dataclass(slots=True)
class Findings:
    """What the games of all sittings have come to, and what there was to come to."""

    games: Counter[Thing] = field(default_factory=Counter)
    """In how many games each thing was there."""
    used: set[Thing] = field(default_factory=set)
    won: bool = False
    played: int = 0
    finished: int = 0

    def add(self, program: ir.Program, tally: Tally) -> None:
        unused = set(never_used(program, tally))
        for thing in things_in(program):
            self.games[thing] += tally.games
            if thing not in unused:
                self.used.add(thing)
        self.won = self.won or bool(tally.winners)
        self.played += tally.games
        self.finished += tally.finished

    @property
    def missing(self) -> list[Thing]:
        return [thing for thing in self.games if thing not in self.used]

    def still_missing(self) -> set[Thing]:
        return set(self.missing)


def play_deep(
    loaded: Loaded, plan: Iterable[Sitting], diagnostics: Diagnostics, cap: int = LONG, workers: int = 1
) -> None:
    """Plays these games, and more for what they have not come to; and tells what they have shown. What only some of the
    programs came to is used."""
    found = Findings()
    given_up: list[tuple[Sitting, Tally]] = []
    tables: list[tuple[Table, frozenset[Thing]]] = []
    asked = 0

    def play(sitting: Sitting, cap: int) -> Tally:
        tally = simulate(sitting.program, sitting.games, sitting.seed, workers, cap, facts=True)
        found.add(sitting.program, tally)
        diagnostics.extend(_failures(loaded, sitting, tally))
        return tally

    for sitting in plan:
        tally = play(sitting, cap)
        diagnostics.extend(_luckless(loaded, sitting, tally))
        if tally.capped:
            given_up.append((sitting, tally))
        tables.append((sitting.table, frozenset(things_in(sitting.program))))
        asked = max(asked, sitting.games)
    diagnostics.extend(_endless(loaded, given_up, cap))
    if not diagnostics.has_errors:
        for sitting in Hunt(found.still_missing, asked, SEED, tables).sittings():
            play(sitting, min(cap, SHORT))
    nobody = found.finished > 0 and not found.won
    if found.missing or nobody:
        seen = list(witnesses(loaded))
        diagnostics.extend(_unused(loaded, found, seen))
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
    some, of = endless_share(loaded.game)
    rare = [each for each in given_up if why and each[1].capped <= 1 + each[1].games * some // of]
    for sitting, tally in given_up:
        if (sitting, tally) not in rare:
            message = f"{tally.capped} of {tally.games} games at random {over}"
            cure = "see that something always brings the end nearer"
            if why:
                cure = f'the header says "{why}", but these are more than {some} in {of}'
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
                f"see whether the seats have the same chances: gdl sim {_file(loaded)} --seed {SEED}{sitting.table.words}",
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


def _unused(loaded: Loaded, found: Findings, seen: list[Witness]) -> Iterator[Diagnostic]:
    """A warning for each thing that nothing comes to, at its place; one note for all that only scenarios come to."""
    shown: list[str] = []
    for thing in found.missing:
        witness = next((each for each in seen if thing in each.used), None)
        if witness is not None:
            shown.append(f"{thing.word} `{thing.name}` (`{witness.title}`)")
            continue
        times = f"{_missing(thing.word)} in {found.games[thing]} games at random"
        hint = "it may be rare: try more games, or show it in a scenario; or it cannot happen"
        yield Diagnostic("GDL1902", "warning", f"{thing.word} `{thing.name}` {times}", thing.span, hint)
    if shown:
        message = f"{found.played} games at random never came to what scenarios show: {', '.join(shown)}"
        yield Diagnostic("GDL1904", "note", message, loaded.game.name.span)


def _missing(word: str) -> str:
    if word in ("action", "menu"):
        return "was never taken"
    return "never happened" if word in ("rule", "phase", "trigger", "table") else "never left its place"


def _file(loaded: Loaded) -> str:
    return loaded.game.name.span.file
