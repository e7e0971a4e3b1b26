"""Boards and zones in words, from views written by hand."""

from __future__ import annotations

from typing import Any

from screens import Typed

from gdl.table.boards import board
from gdl.table.words import Titles, folded

VIEW: dict[str, Any] = {"players": [{"id": "p1", "name": "Ann"}, {"id": "p2", "name": "Bea"}], "zones": [], "boards": []}


def space(name: str, *things: tuple[str, str]) -> dict[str, Any]:
    items = [{"id": f"{what}#{who}", "title": what, "sort": "piece", "owner": who} for what, who in things]
    zone = {"id": f"{name}.units", "name": "units", "player": None, "ordered": False, "count": len(items), "items": items}
    return {"id": name, "title": name, "sort": "space", "zones": [zone]}


def drawn(what: dict[str, Any], width: int = 80) -> list[str]:
    screen = Typed()
    for line in board(what, Titles(VIEW), width):
        screen.show(line)
    return [line.rstrip() for line in screen.text.splitlines()]


MAP = {
    "type": "Zone",
    "spaces": [space("N1"), space("N2", ("King", "p1")), space("S1", ("Spy", "p2"))],
    "links": [],
    "picture": [["N1", "N2", None], ["N1", "N2", "S1"]],
}


def test_a_picture_is_drawn_as_it_was_written() -> None:
    """What lies on a space stands in the first of its squares."""
    assert drawn(MAP) == [
        "  N1  N2 K1  ^^^",
        "  N1  N2     S1 S2",
        "  K King, S Spy, 1 Ann, 2 Bea",
    ]


def test_a_picture_that_is_too_wide_is_listed() -> None:
    assert drawn(MAP, width=14) == ["  N2  King (Ann)", "  S1  Spy (Bea)"]


def test_rows_of_hexes_are_shifted_by_half_a_cell() -> None:
    """b1 touches a2 and b2, which lie half over it."""
    cells = [{"id": f"Cell[{x}, {y}]", "title": f"{'ab'[x - 1]}{y}", "sort": "space", "state": {}} for y in (1, 2) for x in (1, 2)]
    cells[1]["state"] = {"stone": "p1"}
    assert drawn({"type": "Cell", "spaces": cells, "links": [], "hex": True}) == [
        "   2 · ·",
        "  1 · 1",
        "    a b",
        "  1 Ann",
    ]


def test_names_that_begin_alike_are_said_once() -> None:
    assert folded(["red die [1]", "red die [6]", "red die [1]", "red die [3]"], 9) == ["red die: [1] ×2", "[6]", "[3]"]
    assert folded(["The Inn", "The Mill", "The Quay"], 9) == ["The Inn", "The Mill", "The Quay"]
    assert folded(["Old Oak A", "Old Oak B"], 9) == ["Old Oak A", "Old Oak B"]
