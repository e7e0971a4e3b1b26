"""All that can be said about a set of definition files without playing them: what `gdl lint` prints.

A file with a `game`, or with a variant `of` another file, is looked at whole, with all it brings in.
Any other file is only parsed, unless a game among them brings it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from gdl.cli.files import read_text, shown
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import load
from gdl.dsl.parse import parse
from gdl.dsl.source import Source

ENTRY = re.compile(r"^(game\s+\w|variant\s.*\sof\s)", re.MULTILINE)


@dataclass(slots=True)
class Findings:
    """`files` counts the definitions looked at; `sources` holds their text, for showing the lines."""

    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    sources: dict[str, Source] = field(default_factory=dict)
    files: int = 0


def examine(paths: Iterable[Path]) -> Findings:
    found = Findings()
    texts = {path: read_text(path) for path in paths}
    entries = [path for path, text in texts.items() if ENTRY.search(text)]
    for path in entries:
        _game(path, found)
    seen = {Path(name).resolve() for name in found.sources}
    for path, text in texts.items():
        if path.resolve() not in seen:
            source = Source(shown(path), text)
            found.sources[source.file] = source
            parse(source, found.diagnostics)
    found.files = len(texts)
    return found


def _game(path: Path, found: Findings) -> None:
    loaded = load(Path(shown(path)), found.diagnostics)
    if loaded is None:
        return
    found.sources.update(loaded.sources)
