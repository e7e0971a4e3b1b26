"""Python source, line by line, and names for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager


class Writer:
    """Lines with an indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def line(self, text: str) -> None:
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


def identifier(name: str) -> str:
    """A name of the definition as part of a Python name."""
    return re.sub(r"\W+", "_", name).strip("_") or "x"


def remark(name: str) -> str:
    """A name of the definition as part of a comment or docstring; nothing in it can end either."""
    return re.sub(r"[^\w /.,()\[\]#-]", " ", name)


def is_atom(text: str) -> bool:
    """Whether a piece of source may be repeated at no cost: a name, a number, `S[7]`."""
    return re.fullmatch(r"-?\w+|[SL]\[\d+\]", text) is not None


def listed(items: list[str]) -> str:
    """A tuple of these."""
    return "()" if not items else "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"
