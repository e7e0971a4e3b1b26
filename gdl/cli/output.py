"""How commands speak: results to standard output, the rest to standard error, colour only at a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TextIO

from gdl.dsl.diagnostics import Diagnostic
from gdl.render import Sources, as_text


def colour_at(stream: TextIO) -> bool:
    """Whether to use colour there: at a terminal that can, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def complain(items: Iterable[Diagnostic], sources: Sources) -> None:
    """Diagnostics that stand in the way of a command, to standard error."""
    sys.stderr.write(as_text(list(items), sources, colour_at(sys.stderr)))
