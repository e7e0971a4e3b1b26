"""Boards and zones in words, from views written by hand."""

from __future__ import annotations

from typing import Any

from screens import Typed

from gdl.table.boards import board, boards
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


def joined_up(*spaces: dict[str, Any], path: str, state: dict[str, Any] | None = None) -> dict[str, Any]:
    """A view of Ann's with one board; `path`: `A B, B C`, and a bridge from C to E."""
    pairs = [pair.split() for pair in path.split(", ")]
    links = [{"name": "path", "pairs": pairs}, {"name": "bridge", "pairs": [["C", "E"]]}]
    bridge = {"id": "bridge[C, E]", "title": "C to E", "sort": "space", "state": state or {}}
    boards = [
        {"type": "Place", "spaces": list(spaces), "links": links},
        {"type": "bridge", "spaces": [bridge], "links": []},
    ]
    return {**VIEW, "seat": 0, "boards": boards}


def test_a_map_is_drawn_around_ones_own_piece() -> None:
    """A - B - C, B - D - F, a bridge from C to E. What is empty is passed; where ways part is named."""
    view = joined_up(
        space("A", ("Hero", "p1")), space("B"), space("C"), space("D"), space("E", ("Fort", "p2")), space("F", ("Mill", "p2")),
        path="A B, B C, B D, D F", state={"intact": True},
    )  # fmt: skip
    screen = Typed()
    for line in boards(view, Titles(view)):
        screen.show(line)
    assert [line.rstrip() for line in screen.text.splitlines()][:6] == [
        "  around your Hero on A, in steps",
        "  0 here   Hero (Ann)",
        "  └ 1 B",
        "    ├ 3 E  Fort (Bea)  (by bridge, intact)",
        "    └ 3 F  Mill (Bea)",
        "bridge",
    ]


def test_a_map_without_own_pieces_is_listed_by_the_first_words_of_names() -> None:
    names = [f"{first} {last}" for first in ("Old", "New") for last in ("Mill", "Inn", "Bay", "Hill", "Ford")]
    spaces = [space(name) for name in names]
    spaces[1] = space("Old Inn", ("Fort", "p2"))
    spaces[7] = space("New Bay", ("Fort", "p2"), ("Spy", "p2"))
    view = joined_up(*spaces, space("Rock"), path="A B")
    view["boards"][0]["links"][0]["pairs"] = [["Old Mill", "Old Inn"]]
    screen = Typed()
    for line in boards(view, Titles(view)):
        screen.show(line)
    assert [line.rstrip() for line in screen.text.splitlines()][:2] == [
        "  Old  Inn: Fort (Bea) · 4 empty",
        "  New  Bay: Fort (Bea), Spy (Bea) · 4 empty",
    ]


def test_what_is_only_beside_a_way_is_not_passed_through() -> None:
    """Both B and D touch the den C, but no path leads through it: D is 3 steps from B, not 2."""
    view = joined_up(
        space("A"), space("B", ("Hero", "p1")), space("D", ("Mill", "p2")), space("E"), path="B A, A E, E D"
    )
    beside = {"name": "beside", "pairs": [["B", "C"], ["C", "D"]]}
    view["boards"][0]["links"][1] = beside
    view["boards"].append({"type": "Den", "spaces": [space("C")], "links": [beside]})
    screen = Typed()
    for line in boards(view, Titles(view)):
        screen.show(line)
    assert "└ 3 D   Mill (Bea)" in screen.text


def test_names_that_begin_alike_are_said_once() -> None:
    assert folded(["red die [1]", "red die [6]", "red die [1]", "red die [3]"], 9) == ["red die: [1] ×2", "[6]", "[3]"]
    assert folded(["The Inn", "The Mill", "The Quay"], 9) == ["The Inn", "The Mill", "The Quay"]
    assert folded(["Old Oak A", "Old Oak B"], 9) == ["Old Oak A", "Old Oak B"]
