"""Diagnostics are values: a code, how bad it is, where, what and what to do. They accumulate and are never raised.

`GdlError` is for the front door only: `gdl.load` raises it with every diagnostic it has found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from difflib import get_close_matches
from typing import Literal

from gdl.dsl.records import dataclass
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


def suggestion(name: str, known: Iterable[str], files: bool = False) -> str:
    """`did you mean ...?` for the known names nearest to `name`, or nothing. `self.tired` is near to `tird`; in
    the names of `files` a dot is a letter."""
    pool = {k: k if files else k.rpartition(".")[2] for k in sorted(set(known))}
    allowed = 1 if len(name) < 6 else 2 if len(name) < 10 else 3
    ranked = []
    if len(name) > 1:
        for k, word in pool.items():
            if abs(len(word) - len(name)) <= allowed:
                distance = slips(name.lower(), word.lower())
                if distance <= min(allowed, len(word) - 1):
                    ranked.append((distance, name[0].isupper() != word[0].isupper(), name[0] != word[0], k))
    ranked.sort()
    near = [k for *rank, _, k in ranked if rank[0] <= ranked[0][0] + 1 and rank[1] <= ranked[0][1]][:3]
    if not near:
        close = get_close_matches(name.lower(), [w.lower() for w in pool.values()], n=3, cutoff=0.6)
        near = [k for word in dict.fromkeys(close) for k, w in pool.items() if w.lower() == word][:3]
    if not near:
        return ""
    quoted = [f"`{n}`" for n in near]
    return "did you mean " + (", ".join(quoted[:-1]) + " or " + quoted[-1] if len(quoted) > 1 else quoted[0]) + "?"


def slips(one: str, other: str) -> int:
    """How many slips of the fingers lie between two words: a letter left out, added, changed, or two in the wrong
    order."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
