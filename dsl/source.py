"""Places in source text. Every node and every diagnostic carries a `Span`; nothing here reads files."""

from __future__ import annotations

from gdl.dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """From (line, column) up to and excluding (end_line, end_column), all counted from 1."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("", 1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Source:
    """One file's text, by the name that diagnostics show."""

    file: str
    text: str

    def line(self, number: int) -> str:
        lines = self.text.splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""
