"""Colours of the table; a terminal without colour loses nothing but them."""

from __future__ import annotations

from rich.padding import Padding
from rich.text import Text

DIM = "dim"
HEAD = "bold"
SEATS = ("cyan", "magenta", "yellow", "green", "blue", "red")


def seat_style(seat: int) -> str:
    """The colour in which a seat's things and name are written."""
    return SEATS[seat % len(SEATS)]


def indented(text: Text | str, by: int, style: str = "") -> Padding:
    """Text that stays so far to the right on all of its lines, however narrow the terminal is."""
    return Padding(text if isinstance(text, Text) else Text(text, style), (0, 0, 0, by))
