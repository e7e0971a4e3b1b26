"""All that can be said about a set of definition files without playing them: what `gdl lint` prints.

A file with a `game`, or with a variant `of` another file, is looked at whole, with all it brings in.
Any other file is only parsed, unless a game among them brings it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.cli.files import read_text, shown
from gdl.cli.game_options import check_variants
from gdl.combinations import CLASH, REFUSED, Combination, every_combination, named, rotation, with_variants
from gdl.coverage import catalogues_of, places_of
from gdl.dsl import syntax as s
from gdl.dsl.compile import Memory, check
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.again import Known
from gdl.dsl.header import players_of
from gdl.dsl.lint import lint
from gdl.dsl.lint.catalogue import misspelt_keys
from gdl.dsl.load import Loaded, load
from gdl.dsl.messages_files import no_game
from gdl.dsl.parse import parse
from gdl.dsl.source import Source, Span
from gdl.groups import Group, Options, at_the_scenario, for_seats, grouped, is_expected, with_names
from gdl.memory import tidy

if TYPE_CHECKING:
    from gdl.hunt import Sitting

GAME = re.compile(r"^game\s+\w", re.MULTILINE)
ENTRY = re.compile(r"^(game\s+\w|variant\s.*\sof\s)", re.MULTILINE)
MANY = 8
"""Where more numbers of players than this are possible, the least and the most stand for all."""
ROTATION = 16
"""So many combinations of variants are played at random at most, unless every one of them is asked for."""
SHARE = 4
"""Each of them is played a fourth as often as the plain game."""


@dataclass(slots=True)
class Findings:
    """`files` counts the definitions looked at; `sources` holds their text, for showing the lines. Of the combinations of variants
    that were to be looked at, so many are `allowed` and so many `refused`."""

    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    sources: dict[str, Source] = field(default_factory=dict)
    files: int = 0
    allowed: int = 0
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Wish:
    """What to look at: so many games at random (`deep`), shared by so many processes; the game with `variants`; or with `every`
    combination of them."""

    deep: int = 0
    variants: tuple[str, ...] = ()
    every: bool = False
    workers: int = 1


PLAIN = Wish()


def examine(paths: Iterable[Path], wish: Wish = PLAIN) -> Findings:
    """All there is to say about these files."""
    found = Findings()
    texts = {path: read_text(path) for path in paths}
    entries = [path for path, text in texts.items() if ENTRY.search(text)]
    for path in sorted(entries, key=lambda path: not GAME.search(texts[path])):
        if shown(path) not in found.sources:  # a variant's file has been looked at with its game
            _game(path, found, wish)
    seen = {Path(name).resolve() for name in found.sources}
    for path, text in texts.items():
        if path.resolve() not in seen:
            source = Source(shown(path), text)
            found.sources[source.file] = source
            parse(source, found.diagnostics)
            if not text.strip():
                no_game(found.diagnostics, Span(source.file, 1, 1, 1, 2), source.file)
    found.files = len(texts)
    return found


def _game(path: Path, found: Findings, wish: Wish) -> None:
    """The plain game for every number of players it takes, and with each of its variants for the least and the most.

    What only a variant brings is checked only with it, so each of them is made at least once. The scenarios are
    checked in what has been made for the same variants, options and players.
    """
    before = len(found.diagnostics)
    if wish.variants:
        plain = load(Path(shown(path)), Diagnostics(), ())
        if plain is not None:
            check_variants(plain, path, wish.variants)
    loaded = load(Path(shown(path)), found.diagnostics, wish.variants)
    if loaded is None:
        return
    found.sources.update(loaded.sources)

    def wrong() -> bool:
        return any(item.severity == "error" for item in found.diagnostics.items[before:])

    if wrong():
        return
    trials = _Trials(loaded)
    trials.tried(loaded, found, every=True)
    if not wrong():
        lint(loaded, found.diagnostics, places_of(path))
        for source in catalogues_of(path):
            found.sources[source.file] = source
            misspelt_keys(source, found.diagnostics)
    if not loaded.chosen:
        for names in every_combination(loaded) if wish.every else [(each.name,) for each in loaded.variants]:
            _combined(loaded, names, trials, found, wish.every)
    if wrong():
        return
    trials.scenarios(found)
    if wish.deep:
        from gdl.deep import play_deep

        play_deep(loaded, _plan(loaded, wish, found.diagnostics), found.diagnostics, workers=wish.workers)


def _combined(loaded: Loaded, names: Combination, trials: _Trials, found: Findings, every: bool) -> None:
    """The game with these variants. Of `every` combination it is the game's right to refuse some."""
    told = Diagnostics()
    changed = with_variants(loaded, names, told)
    refused = any(item.code == CLASH for item in told)
    if not told.has_errors:
        alone = Findings()
        refused = not trials.tried(changed, alone, every=False, may_refuse=every)
        several = names if len(names) > 1 and alone.diagnostics.has_errors else ()
        found.diagnostics.extend(named(alone.diagnostics, several))
    elif not (every and refused):
        found.diagnostics.extend(told)
    if every:
        found.refused += refused
        found.allowed += not refused


def _plan(loaded: Loaded, wish: Wish, diagnostics: Diagnostics) -> Iterator[Sitting]:
    """The games at random that are wished for: of the game as it is loaded, for the fewest and the most players; of
    every combination likewise; or of some combinations, fewer games of each, for the fewest and the most in turn."""
    from gdl.deep import sittings

    yield from sittings(loaded, wish.deep, diagnostics)
    if loaded.chosen or not loaded.variants:
        return
    chosen = every_combination(loaded)[1:] if wish.every else rotation(loaded, ROTATION)
    for number, names in enumerate(chosen):
        told = Diagnostics()
        changed = with_variants(loaded, names, told)
        if not told.has_errors:
            if wish.every:
                yield from sittings(changed, wish.deep, diagnostics)
            else:
                yield from sittings(changed, -(-wish.deep // SHARE), diagnostics, number % 2)


@dataclass(frozen=True, slots=True)
class _Trial:
    """What is wrong with the game for some variants, options and players; and, where scenarios play so, what only they
    brought to light about it, and what is wrong with them."""

    told: Diagnostics
    beyond: Diagnostics
    scenes: Diagnostics


Key = tuple[tuple[str, ...], Options, int]


class _Trials:
    """Makes the game for variants, options and players, once for each."""

    def __init__(self, loaded: Loaded):
        self.groups: list[tuple[Key | None, list[s.Scenario], Diagnostics]] = []
        """Scenarios by what they play with; without a key where it does not go together, as told."""
        self.changed: dict[Key, Loaded] = {}
        self.done: dict[Key, _Trial] = {}
        self.same: dict[tuple[str, ...], Loaded] = {}
        """The game with the same variants has the very same declarations each time."""
        self.memory: dict[tuple[str, ...], Memory] = {}
        self.known: Known = {}
        self.with_names: dict[tuple[str, ...], Loaded] = {}
        for group, scenes in grouped(loaded.scenarios).items():
            told = Diagnostics()
            made = self._made(loaded, group, scenes[0].span, told)
            key = None if made is None else (made[0].chosen, group[1], made[1])
            if made is not None and key is not None:
                self.changed[key] = made[0]
            self.groups.append((key, scenes, told))

    def _made(self, loaded: Loaded, group: Group, at: Span, told: Diagnostics) -> tuple[Loaded, int] | None:
        """The game with the variants of a group, which are put in once for all groups that have the same."""
        changed = self.with_names.get(group[0])
        if changed is None:
            changed = with_names(loaded, group[0], at, told)
            if changed is None:
                return None
            self.with_names[group[0]] = changed
        return for_seats(changed, group[2], at, told)

    def trial(self, key: Key, loaded: Loaded) -> _Trial:
        if key not in self.done:
            told = Diagnostics()
            scenes = [scene for other, each, _ in self.groups if other == key for scene in each]
            loaded = self.same.setdefault(key[0], loaded)
            memory = self.memory.setdefault(key[0], Memory(known=self.known))
            self.done[key] = _Trial(told, *check(loaded, key[2], dict(key[1]), told, scenes, memory))
            tidy()
        return self.done[key]

    def tried(self, loaded: Loaded, found: Findings, every: bool, may_refuse: bool = False) -> bool:
        """`every` number of players, or the least and the most unless the game refuses those. Tells whether there is one that
        it takes; if not, that is a mistake unless it `may_refuse`."""
        least, most = players_of(loaded.game)
        every = every and most - least < MANY
        ends = range(least, most + 1) if every else sorted({least, most})
        if self._accepted(loaded, ends, found) or self._accepted(loaded, range(least + 1, most), found):
            return True
        if not may_refuse:
            found.diagnostics.extend(self.trial((loaded.chosen, (), least), loaded).told)
        return False

    def _accepted(self, loaded: Loaded, numbers: Iterable[int], found: Findings) -> bool:
        """Tells whether one of these numbers of players was not refused.

        Refusing some by `requires` is the game's right and is not told. Refusing all is a mistake, told by `tried`.
        """
        accepted = False
        for seats in numbers:
            told = self.trial((loaded.chosen, (), seats), loaded).told
            if not any(item.code == REFUSED for item in told):
                accepted = True
                found.diagnostics.extend(told)
        return accepted

    def scenarios(self, found: Findings) -> None:
        """What is wrong with the scenarios, and with the game as they play it."""
        for key, scenes, told in self.groups:
            if key is not None:
                trial = self.trial(key, self.changed[key])
                told.extend(trial.told)
                told.extend(trial.beyond)
            told = at_the_scenario(told, scenes)
            messages = [item.message for item in told if item.severity == "error"]
            if not messages or not all(is_expected(scene, messages) for scene in scenes):
                found.diagnostics.extend(told)
            if key is not None and not messages:
                found.diagnostics.extend(trial.scenes)
