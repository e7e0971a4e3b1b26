"""How commands speak: results to standard output, the rest to standard error, colour only at a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from gdl.dsl.diagnostics import Diagnostic
from gdl.dsl.source import Source
from gdl.render import Sources, as_text


def colour_at(stream: TextIO) -> bool:
    """Whether to use colour there: at a terminal that can, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def complain(items: Iterable[Diagnostic], sources: Sources) -> None:
    """Diagnostics that stand in the way of a command, to standard error."""
    told = list(items)
    sys.stderr.write(as_text(told, with_files(told, sources), colour_at(sys.stderr)))


def with_files(items: Iterable[Diagnostic], sources: Sources) -> Sources:
    """`sources`, and the text of files that only diagnostics name: those could not be loaded."""
    known = dict(sources)
    for item in items:
        name = item.span.file
        if name and name not in known and Path(name).is_file():
            known[name] = Source(name, Path(name).read_text(encoding="utf-8", errors="replace"))
    return known
