"""The terminal that a table is shown at: what is written, and the lines that are typed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from rich.console import Console, RenderableType

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""The screen and what has been scrolled off it: nothing of the last player's cards is left."""


class Screen(Protocol):
    """Where a table is shown; tests have one of their own."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    def show(self, what: RenderableType = "") -> None: ...
    def ask(self, prompt: str) -> str:
        """A line as it was typed; EOFError where no more will come."""
        ...

    def clear(self) -> None: ...


class Terminal:
    """The screen of this process. Rich honours NO_COLOR and TERM=dumb, and follows the window's size."""

    def __init__(self, read: Callable[[str], str] = input):
        self.console = Console(highlight=False, markup=False, soft_wrap=False)
        self.read = read
        with suppress(ImportError):
            import readline  # noqa: F401  (lines can be edited and called back where there is one)

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return self.console.height

    def show(self, what: RenderableType = "") -> None:
        self.console.print(what)

    def ask(self, prompt: str) -> str:
        sys.stdout.flush()
        return self.read(prompt).strip()

    def clear(self) -> None:
        if self.console.is_terminal:
            sys.stdout.write(CLEAR)
            sys.stdout.flush()
