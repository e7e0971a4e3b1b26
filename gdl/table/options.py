"""The numbered options on the screen: all of them where they fit, else page by page or only some.

A filter (`/moss`) keeps the numbers, so that what is seen can be answered.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gdl.table.answers import LETTERED
from gdl.table.styles import DIM, HEAD

WIDEST_COLUMN = 36
"""Labels up to this length are set in columns where there are many."""
FEW = 10
"""Options up to this number stand one under the other."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Which of the labels are on the screen."""

    labels: Sequence[str]
    page: int = 0
    wanted: str = ""

    @property
    def numbers(self) -> list[int]:
        low = self.wanted.lower()
        return [number for number, label in enumerate(self.labels) if low in label.lower()]

    def pages(self, size: int) -> int:
        return max(1, -(-len(self.numbers) // size))

    def turned(self, step: int, size: int) -> Listing:
        """Another page; after the last one comes the first."""
        return Listing(self.labels, (self.page + step) % self.pages(size), self.wanted)


def columns_for(listing: Listing, width: int) -> int:
    """How many labels stand side by side."""
    longest = max((len(label) for label in listing.labels), default=0)
    if len(listing.numbers) <= FEW or longest > WIDEST_COLUMN:
        return 1
    return max(1, width // (longest + 8))


def page_size(listing: Listing, width: int, height: int) -> int:
    """How many labels fit: half of the screen is left to the table."""
    return max(8, height // 2) * columns_for(listing, width)


def options(listing: Listing, width: int, height: int) -> RenderableType:
    """The labels of this page, numbered."""
    columns = columns_for(listing, width)
    size = page_size(listing, width, height)
    numbers = listing.numbers
    shown = numbers[listing.page * size : (listing.page + 1) * size]
    lettered = len(listing.labels) <= LETTERED
    rows = Table.grid(padding=(0, 2, 0, 0))
    down = -(-len(shown) // columns)
    for row in range(down):
        cells = []
        for number in shown[row::down]:
            text = Text(f"{number + 1:>3} ", HEAD)
            if lettered:
                text.append(f"{string.ascii_lowercase[number]} ", DIM)
            text.append(f" {listing.labels[number]}", "not bold")
            cells.append(text)
        rows.add_row(*cells)
    notes = []
    if listing.wanted:
        notes.append(f"with `{listing.wanted}`: {len(numbers)} of {len(listing.labels)}; `/` shows all")
    if len(shown) < len(numbers):
        notes.append(f"page {listing.page + 1} of {listing.pages(size)}: `more`, `back`, or `/words` to find")
    return Group(rows, *(Text(f"    {note}", DIM) for note in notes))
