"""Diagnostics are values: a code, how bad it is, where, what and what to do. They accumulate and are never raised.

`GdlError` is for the front door only: `gdl.load` raises it with every diagnostic it has found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal

from gdl.dsl.source import Span

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """`code` is the name of its page under `codes/`; `hint` is the most likely cure."""

    code: str
    severity: Severity
    message: str
    span: Span
    hint: str = ""

    def __str__(self) -> str:
        tail = f" ({self.hint})" if self.hint else ""
        return f"{self.span}: {self.severity} {self.code}: {self.message}{tail}"


@dataclass(slots=True)
class Diagnostics:
    """What a stage has to say. Each stage adds to the same list, so that one run shows all there is."""

    items: list[Diagnostic] = field(default_factory=list)

    def error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.add(Diagnostic(code, "error", message, span, hint))

    def warning(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.add(Diagnostic(code, "warning", message, span, hint))

    def add(self, item: Diagnostic) -> None:
        if item not in self.items:
            self.items.append(item)

    def extend(self, items: Iterable[Diagnostic]) -> None:
        for item in items:
            self.add(item)

    @property
    def has_errors(self) -> bool:
        return any(item.severity == "error" for item in self.items)

    def sorted(self) -> list[Diagnostic]:
        return sorted(self.items, key=lambda d: (d.span.file, d.span.line, d.span.column, d.code))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


class GdlError(Exception):
    """All that is wrong with a definition, for callers of the Python API."""

    def __init__(self, diagnostics: Iterable[Diagnostic]):
        self.diagnostics = list(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))


def suggestion(name: str, known: Iterable[str]) -> str:
    """`did you mean ...?` for the known names nearest to `name`, or nothing."""
    pool = sorted(set(known))
    lowered = {k.lower(): k for k in reversed(pool)}
    near = get_close_matches(name, pool, n=3, cutoff=0.6)
    if not near:
        near = [lowered[k] for k in get_close_matches(name.lower(), list(lowered), n=3, cutoff=0.6)]
    if not near:
        return ""
    quoted = [f"`{n}`" for n in near]
    return "did you mean " + (", ".join(quoted[:-1]) + " or " + quoted[-1] if len(quoted) > 1 else quoted[0]) + "?"
