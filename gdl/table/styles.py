"""Colours of the table; a terminal without colour loses nothing but them."""

from __future__ import annotations

DIM = "dim"
HEAD = "bold"
SEATS = ("cyan", "magenta", "yellow", "green", "blue", "red")


def seat_style(seat: int) -> str:
    """The colour in which a seat's things and name are written."""
    return SEATS[seat % len(SEATS)]
