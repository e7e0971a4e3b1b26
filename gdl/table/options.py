"""The numbered options on the screen: all of them where they fit, else page by page or only some.

  1 a  bet                         few: one under the other, with letters
  2-3 b  play Wolf (either of 2)   equal ones share a line; every number can be answered

walk to                            many: by what is done, the words that all have in common said once
   1  Harbour    2  Hill
visit
   3  Inn at Old Mill

A filter (`/moss`) keeps the numbers, so that what is seen can be answered.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gdl.interpreter.request import Request
from gdl.table.answers import LETTERED, is_whole, listed, others
from gdl.table.styles import DIM, HEAD

WIDEST_COLUMN = 36
"""Labels up to this length are set in columns where there are many."""
FEW = 10
"""Lines of options up to this number stand one under the other."""
ALIKE = 3
"""Options of one action, so many or more, stand under what they have in common."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line: what can be chosen, its numbers from 0 (several of equal things), and the action that it is."""

    label: str
    numbers: tuple[int, ...]
    action: str = ""

    @property
    def number(self) -> str:
        """`3`, `3-5`, `3,7`"""
        first, last = self.numbers[0] + 1, self.numbers[-1] + 1
        if len(self.numbers) == 1:
            return str(first)
        together = last - first == len(self.numbers) - 1
        return f"{first}-{last}" if together else ",".join(str(number + 1) for number in self.numbers)


@dataclass(frozen=True, slots=True)
class Listing:
    """The choices of a question, and which of them are on the screen."""

    choices: Sequence[Choice]
    count: int
    page: int = 0
    wanted: str = ""

    @staticmethod
    def of(request: Request) -> Listing:
        """Equal labels in one line: the player sees no difference."""
        labels = listed(request)
        same: dict[tuple[str, str], list[int]] = {}
        for number, label in enumerate(labels):
            same.setdefault((_action(request, number), label), []).append(number)
        whole = is_whole(request)
        found = []
        for (action, label), numbers in same.items():
            more = len(numbers)
            if more > 1:
                label += f" ×{more}" if whole else " (either of 2)" if more == 2 else f" (any of {more})"
            found.append(Choice(label, tuple(numbers), action))
        return Listing(found, len(labels))

    @property
    def labels(self) -> list[str]:
        return [choice.label for choice in self.choices]

    @property
    def shown(self) -> list[Choice]:
        low = self.wanted.lower()
        return [choice for choice in self.choices if low in choice.label.lower()]

    def turned(self, step: int, width: int, height: int) -> Listing:
        """Another page; after the last one comes the first."""
        return replace(self, page=(self.page + step) % len(pages(self, width, height)))


def _action(request: Request, number: int) -> str:
    if not is_whole(request):
        return request.options[number].name
    items = len(request.items)
    return "" if number < items else request.options[others(request)[number - items]].name


# ------------------------------------------------------------------------------------------ lines


@dataclass(frozen=True, slots=True)
class Line:
    """Choices side by side, without the words of the head under which they stand; or a head alone."""

    choices: Sequence[Choice] = ()
    head: str = ""
    width: int = 0


def lines(listing: Listing, width: int) -> list[Line]:
    """All lines of a list, in the order of the options."""
    shown = listing.shown
    if len(shown) <= FEW:
        return [Line([choice]) for choice in shown]
    found: list[Line] = []
    for block in _blocks(shown):
        head = common_words([choice.label for choice in block]) if len(block) >= ALIKE else ""
        several = len({choice.action for choice in shown}) > 1
        if head and several:
            found.append(Line(head=head.rstrip()))
            block = [replace(choice, label=choice.label[len(head) :]) for choice in block]
        found += _columns(block, width)
    return found


def _blocks(shown: Sequence[Choice]) -> list[list[Choice]]:
    """Choices of one action that has many of them; between such blocks, all others together."""
    counts: dict[str, int] = {}
    for choice in shown:
        counts[choice.action] = counts.get(choice.action, 0) + 1
    blocks: list[list[Choice]] = []
    for choice in shown:
        many = counts[choice.action] >= ALIKE
        last = blocks[-1][-1] if blocks else None
        joins = last is not None and (
            last.action == choice.action or (not many and counts[last.action] < ALIKE)
        )
        if joins:
            blocks[-1].append(choice)
        else:
            blocks.append([choice])
    return blocks


def _columns(block: Sequence[Choice], width: int) -> list[Line]:
    """Side by side where the labels are short, down the columns."""
    longest = max(len(choice.label) for choice in block)
    columns = 1 if longest > WIDEST_COLUMN else max(1, width // (longest + 8))
    down = -(-len(block) // columns)
    return [Line(block[row::down], width=longest) for row in range(down)]


def common_words(labels: Sequence[str]) -> str:
    """The words with which all labels begin, and the space after them; something is left of each."""
    first, last = min(labels).split(" "), max(labels).split(" ")
    count = 0
    while count < min(len(first), len(last)) - 1 and first[count] == last[count]:
        count += 1
    return " ".join(first[:count]) + " " if count else ""


def pages(listing: Listing, width: int, height: int) -> list[list[Line]]:
    """Half of the screen is left to the table. A page that begins inside a block repeats its head."""
    size = max(8, height // 2)
    found: list[list[Line]] = [[]]
    head = None
    for line in lines(listing, width):
        if len(found[-1]) >= size:
            found.append([head] if head is not None and not line.head else [])
        head = line if line.head else head
        found[-1].append(line)
    return found


def options(listing: Listing, width: int, height: int) -> RenderableType:
    """The choices of this page, numbered."""
    every = pages(listing, width, height)
    page = every[listing.page % len(every)]
    lettered = listing.count <= LETTERED
    digits = max((len(choice.number) for line in page for choice in line.choices), default=1)
    parts: list[RenderableType] = []
    for line in page:
        if line.head:
            parts.append(Text(f"  {line.head}", DIM))
            continue
        row = Table.grid(padding=(0, 2, 0, 0))
        cells: list[RenderableType] = []
        for choice in line.choices:
            number = Text(f"{choice.number:>{max(3, digits)}} ", HEAD)
            if lettered:
                number.append(f"{string.ascii_lowercase[choice.numbers[0]]} ", DIM)
            row.add_column(no_wrap=True)
            row.add_column(min_width=min(line.width, width // 2))
            cells += [number, Text(choice.label)]
        row.padding = (0, 1, 0, 0)
        row.add_row(*cells)
        parts.append(row)
    notes = []
    if listing.wanted:
        shown, all_ = len(listing.shown), len(listing.choices)
        notes.append(f"with `{listing.wanted}`: {shown} of {all_}; `/` shows all")
    if len(every) > 1:
        notes.append(f"page {listing.page + 1} of {len(every)}: `more`, `back`, or `/words` to find")
    return Group(*parts, *(Text(f"    {note}", DIM) for note in notes))
