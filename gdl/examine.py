"""All that can be said about a set of definition files without playing them: what `gdl lint` prints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from gdl.cli.files import read_text, shown
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse import parse
from gdl.dsl.source import Source


@dataclass(slots=True)
class Findings:
    """`files` counts the definitions looked at; `sources` holds their text, for showing the lines."""

    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    sources: dict[str, Source] = field(default_factory=dict)
    files: int = 0


def examine(paths: Iterable[Path]) -> Findings:
    found = Findings()
    for path in paths:
        source = Source(shown(path), read_text(path))
        found.sources[source.file] = source
        found.files += 1
        parse(source, found.diagnostics)
    return found
