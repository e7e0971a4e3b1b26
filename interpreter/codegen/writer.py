"""Python source, line by line, and names for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Writer:
    """Lines with an indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0
        self.known: dict[tuple[Any, ...], tuple[str, int]] = {}
        """What has been worked out and still holds: (value, arguments) -> the variable it is in, and how deep that was
        set."""
        self.regions: list[tuple[int, int, str]] = []
        """(first line, line after the last, whose) of rules that are written out here, the inner ones first."""

    def line(self, text: str) -> None:
        if self.known:
            self.known = {key: found for key, found in self.known.items() if found[1] <= self.depth}
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """`header:` and an indented body; `pass` if nothing is written into it."""
        self.line(header)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1


    def forget(self, name: str) -> None:
        """This variable has another value now."""
        if self.known:
            self.known = {key: found for key, found in self.known.items() if name not in key}

    @contextmanager
    def region(self, name: str) -> Iterator[None]:
        """What is written inside belongs to the rule of this name."""
        first = len(self.lines)
        yield
        self.regions.append((first, len(self.lines), name))


def identifier(name: str) -> str:
    """A name of the definition as part of a Python name."""
    return re.sub(r"\W+", "_", name).strip("_") or "x"


def remark(name: str) -> str:
    """A name of the definition as part of a comment or docstring; nothing in it can end either."""
    return re.sub(r"[^\w /.,()\[\]#-]", " ", name)


def is_atom(text: str) -> bool:
    """Whether a piece of source may be repeated at no cost: a name, a number, `S[7]`."""
    return re.fullmatch(r"-?\w+|[SL]\[\d+\]", text) is not None


def is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+", text) is not None


def numbers_in(text: str) -> list[int]:
    """The numbers of a tuple that is written out as such; none for anything else."""
    if re.fullmatch(r"\(-?\d+(, -?\d+)*,?\)", text) is None or "," not in text:
        return []
    return [int(part) for part in text[1:-1].split(",") if part.strip()]


def listed(items: list[str]) -> str:
    """A tuple of these."""
    return "()" if not items else "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"
