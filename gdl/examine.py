"""All that can be said about a set of definition files without playing them: what `gdl lint` prints.

A file with a `game`, or with a variant `of` another file, is looked at whole, with all it brings in.
Any other file is only parsed, unless a game among them brings it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from gdl.cli.files import read_text, shown
from gdl.coverage import rules_of
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.lint import lint
from gdl.dsl.load import Loaded, load
from gdl.dsl.parse import parse
from gdl.dsl.source import Source
from gdl.dsl.variants import apply
from gdl.game import compiled, seats_of

GAME = re.compile(r"^game\s+\w", re.MULTILINE)
ENTRY = re.compile(r"^(game\s+\w|variant\s.*\sof\s)", re.MULTILINE)
REFUSED = "GDL0527"
"""A header's `requires` that does not hold for these players and options."""
MANY = 8
"""Where more numbers of players than this are possible, the least and the most stand for all."""


@dataclass(slots=True)
class Findings:
    """`files` counts the definitions looked at; `sources` holds their text, for showing the lines."""

    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    sources: dict[str, Source] = field(default_factory=dict)
    files: int = 0


def examine(paths: Iterable[Path], deep: int = 0) -> Findings:
    """All there is to say about these files; `deep` adds so many games at random for each game."""
    found = Findings()
    texts = {path: read_text(path) for path in paths}
    entries = [path for path, text in texts.items() if ENTRY.search(text)]
    for path in sorted(entries, key=lambda path: not GAME.search(texts[path])):
        if shown(path) not in found.sources:  # a variant's file has been looked at with its game
            _game(path, found, deep)
    seen = {Path(name).resolve() for name in found.sources}
    for path, text in texts.items():
        if path.resolve() not in seen:
            source = Source(shown(path), text)
            found.sources[source.file] = source
            parse(source, found.diagnostics)
    found.files = len(texts)
    return found


def _game(path: Path, found: Findings, deep: int) -> None:
    """The plain game for every number of players it takes, and with each of its variants for the least and the most.

    What only a variant brings is checked only with it, so each of them is made at least once.
    """
    before = len(found.diagnostics)
    loaded = load(Path(shown(path)), found.diagnostics)
    if loaded is None:
        return
    found.sources.update(loaded.sources)
    if any(item.severity == "error" for item in found.diagnostics.items[before:]):
        return
    _tried(loaded, found, every=True)
    if not any(item.severity == "error" for item in found.diagnostics.items[before:]):
        lint(loaded, found.diagnostics, frozenset(rules_of(path)))
    for variant in loaded.variants:
        if not loaded.chosen:
            told = Diagnostics()
            changed = _with_variant(loaded, variant.name, told)
            found.diagnostics.extend(told)
            if not told.has_errors:
                _tried(changed, found, every=False)
    if any(item.severity == "error" for item in found.diagnostics.items[before:]):
        return
    from gdl.scenarios import check

    check(loaded, found.diagnostics)
    if deep:
        from gdl.deep import play_deep

        play_deep(loaded, deep, found.diagnostics)


def _with_variant(loaded: Loaded, name: str, told: Diagnostics) -> Loaded:
    """The plain game with a variant and what that needs, without reading any file again."""
    known = {variant.name: variant.node for variant in loaded.variants}
    applied = apply(loaded.game, loaded.base, known, [name], told)
    return replace(loaded, game=applied.game, declarations=applied.declarations, chosen=applied.chosen)


def _for_players(loaded: Loaded, numbers: Iterable[int], found: Findings) -> bool:
    """Compiles for each of these numbers of players; tells whether one of them was not refused.

    Refusing some by `requires` is the game's right and is not told. Refusing all is a mistake, told by `_tried`.
    """
    accepted = False
    for seats in numbers:
        told = Diagnostics()
        compiled(loaded, seats, {}, told)
        if not any(item.code == REFUSED for item in told):
            accepted = True
            found.diagnostics.extend(told)
    return accepted


def _tried(loaded: Loaded, found: Findings, every: bool) -> None:
    """`every` number of players, or the least and the most unless the game refuses those."""
    least, most = seats_of(loaded.game)
    every = every and most - least < MANY
    ends = range(least, most + 1) if every else sorted({least, most})
    if _for_players(loaded, ends, found) or _for_players(loaded, range(least + 1, most), found):
        return
    compiled(loaded, least, {}, found.diagnostics)
