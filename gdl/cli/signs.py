"""Signs that a terminal or a file cannot take: the nearest that it can. Where the encoding is UTF-8, nothing changes."""

from __future__ import annotations

import codecs
import io
import sys

LOOKALIKES = {
    "·": "-", "×": "x", "→": ">", "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'",
    "─": "-", "│": "|", "├": "|", "└": "`", "≥": ">=", "≤": "<=",
}  # fmt: skip
NAME = "gdl-lookalikes"


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(LOOKALIKES.get(sign, "?") for sign in missing), error.end


def adapt_streams() -> None:
    """Standard output and error never fail on a sign; what is typed is read as far as it can be."""
    codecs.register_error(NAME, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=NAME)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
