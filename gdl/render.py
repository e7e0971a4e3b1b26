"""Diagnostics on their way out: as text for people, as JSON, as GitHub annotations, as SARIF.

Pure: takes values, returns text. Text shows the line, marks the place and ends with the most likely cure:

    pig.gdl:12:14: error GDL0301: there is no state called `pto`
      12 |         pto += D6.face
         |         ^^^
         = did you mean `pot`?
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from gdl.dsl.diagnostics import Diagnostic
from gdl.dsl.source import Source

Sources = Mapping[str, Source]

_COLOURS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "dim": "\x1b[2m",
    "mark": "\x1b[1;32m",
}
_RESET = "\x1b[0m"


def as_text(items: Sequence[Diagnostic], sources: Sources, colour: bool = False) -> str:
    """Every diagnostic with its line of source. Ends with a newline unless there is nothing to say."""
    return "".join(_one(item, sources.get(item.span.file), colour) for item in items)


def summary(items: Iterable[Diagnostic], files: int) -> str:
    """`2 errors and 1 warning in 3 files`, or that all is well."""
    severities = [item.severity for item in items]
    parts = [
        _counted(severities.count(word), word) for word in ("error", "warning", "note") if word in severities
    ]
    where = _counted(files, "file")
    return f"{' and '.join(parts)} in {where}" if parts else f"nothing to report in {where}"


def as_json(items: Sequence[Diagnostic], sources: Sources) -> str:
    """A list that follows `schemas/lint.schema.json`."""
    return json.dumps([as_dict(item) for item in items], indent=2, ensure_ascii=False) + "\n"


def as_dict(item: Diagnostic) -> dict[str, Any]:
    span = item.span
    return {
        "code": item.code,
        "severity": item.severity,
        "message": item.message,
        "hint": item.hint,
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def as_github(items: Sequence[Diagnostic], sources: Sources) -> str:
    """Workflow commands, which GitHub shows beside the changed lines."""
    lines = []
    for item in items:
        level = {"error": "error", "warning": "warning", "note": "notice"}[item.severity]
        span = item.span
        place = {
            "file": span.file,
            "line": span.line,
            "col": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
            "title": item.code,
        }
        pairs = ",".join(f"{key}={_escape_property(str(value))}" for key, value in place.items())
        message = item.message + (f" ({item.hint})" if item.hint else "")
        lines.append(f"::{level} {pairs}::{_escape_data(message)}\n")
    return "".join(lines)


def as_sarif(items: Sequence[Diagnostic], sources: Sources) -> str:
    """SARIF 2.1.0, one run, one rule for each code that occurs."""
    codes = sorted({item.code for item in items})
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "gdl", "rules": [{"id": code} for code in codes]}},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(item, codes) for item in items],
            }
        ],
    }
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


MACHINE_FORMATS: dict[str, Callable[[Sequence[Diagnostic], Sources], str]] = {
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}


# ------------------------------------------------------------------------------------------ text


def _one(item: Diagnostic, source: Source | None, colour: bool) -> str:
    def paint(style: str, text: str) -> str:
        return f"{_COLOURS[style]}{text}{_RESET}" if colour else text

    span = item.span
    place = f"{span.file}:{span.line}:{span.column}: " if span.file else ""
    lines = [f"{place}{paint(item.severity, f'{item.severity} {item.code}')}: {printable(item.message)}"]
    gutter = " " * 5
    text = source.line(span.line) if source else ""
    if text.strip():
        end = span.end_column if span.end_line == span.line else len(text) + 1
        shown, before, width = _marked(text, span.column, end)
        lines.append(paint("dim", f"{span.line:>4} |") + f" {shown}".rstrip())
        lines.append(paint("dim", f"{gutter}|") + " " + " " * before + paint("mark", "^" * width))
    if item.hint:
        lines.append(paint("dim", f"{gutter}=") + f" {printable(item.hint)}")
    return "\n".join(lines) + "\n"


_LONGEST = 160


def _marked(text: str, column: int, end_column: int) -> tuple[str, int, int]:
    """The line as it can be shown, how many cells come before the mark, and how wide the mark is.

    A very long line is cut to the part around the place.
    """
    start = min(max(column - 1, 0), len(text))
    end = min(max(end_column - 1, start), len(text))
    cut = max(0, start - _LONGEST // 2) if len(text) > _LONGEST else 0
    shown = printable(text[cut : cut + _LONGEST])
    lead = "..." if cut else ""
    tail = "..." if cut + _LONGEST < len(text) else ""
    before = len(lead) + _cells(printable(text[cut:start]))
    width = max(1, _cells(printable(text[start : min(end, cut + _LONGEST)])))
    return lead + shown + tail, before, width


def printable(text: str) -> str:
    """`text` without control characters: no text steers its reader's terminal. A tab is a blank."""
    return "".join(_printable(char) for char in text)


def _printable(char: str) -> str:
    if char == "\t":
        return " "
    return "\N{REPLACEMENT CHARACTER}" if _is_control(char) and char != "\n" else char


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _cells(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    wide = sum(unicodedata.east_asian_width(c) in ("W", "F") for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) != 0 for c in text)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


# ------------------------------------------------------------------------------------------ machine formats


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


def _sarif_result(item: Diagnostic, codes: list[str]) -> dict[str, Any]:
    span = item.span
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    message = item.message + (f" ({item.hint})" if item.hint else "")
    artifact = {"uri": quote(span.file.replace("\\", "/"))}
    location = {"physicalLocation": {"artifactLocation": artifact, "region": region}}
    return {
        "ruleId": item.code,
        "ruleIndex": codes.index(item.code),
        "level": item.severity,
        "message": {"text": message},
        "locations": [location],
    }
