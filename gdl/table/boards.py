"""Boards drawn in a terminal: a grid where spaces have columns and rows, a picture where they were written as one, a
map where they are linked (`maps.py`), else a list of what is not empty.

3 · · 2            3   · · 2
2 · 1 ·           2  · 1 ·        grids of squares and of hexes: who has what where, and under it what the signs mean
1 1 · ·          1 1 · ·
  a b c            a b c

N1  N2  ^^^        a picture: each space by its name, and on what lies there
N1  ·   S1
N3  K1  ·
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gdl.interpreter.text import words
from gdl.table.maps import drawn_map, link_states, map_of
from gdl.table.styles import DIM, HEAD, indented, seat_style
from gdl.table.words import Json, Titles, item_words, space_words

CELL = re.compile(r".*\[(\d+), (\d+)\]")
ALGEBRAIC = re.compile(r"[a-z]+\d+")
NAMES_WIDTH = 26
"""Columns for the names of spaces in a list."""
NOTHING = "^^^"
"""A square of a picture where there is nothing."""
ALL_OF = 4
"""Where so many spaces or more all look the same, they are not named."""
MOST_LINES = 30
"""Lines of a list of spaces."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing in a cell: what it is, and whose."""

    name: str
    owner: str | None


def boards(view: Json, titles: Titles, width: int = 80) -> Iterator[RenderableType]:
    """All boards, each under its name where there are several; those that are linked to each other as one map."""
    links = {link["name"] for drawn in view["boards"] for link in drawn["links"]}
    carrying = [drawn for drawn in view["boards"] if drawn["type"] in links]
    linked = [drawn for drawn in view["boards"] if drawn["links"] and not has_shape(drawn)]
    for drawn in view["boards"]:
        if drawn in linked:
            if drawn is linked[0]:
                found = map_of(linked)
                found.states = link_states(carrying)
                yield from drawn_map(found, titles, view["seat"])
            continue
        lines = board(drawn, titles, width)
        if lines and len(view["boards"]) > 1:
            yield Text(words(drawn["type"]), HEAD)
        yield from lines


def has_shape(drawn: Json) -> bool:
    """Whether it can be drawn as a grid or a picture."""
    return bool(drawn.get("picture")) or all(CELL.fullmatch(space["id"]) for space in drawn["spaces"])


def board(drawn: Json, titles: Titles, width: int = 80) -> Sequence[RenderableType]:
    """The lines of one board; none where nothing is on it."""
    cells = {}
    for space in drawn["spaces"]:
        place = CELL.fullmatch(space["id"])
        if place is None:
            return picture(drawn, titles, width) if drawn.get("picture") else listed(drawn, titles)
        cells[int(place[1]), int(place[2])] = space
    return grid(cells, titles, hex=drawn.get("hex", False))


def listed(drawn: Json, titles: Titles) -> list[RenderableType]:
    """The spaces on which something lies or holds; those that look the same in one line."""
    same: dict[str, list[str]] = {}
    for space in drawn["spaces"]:
        said = space_words(space, titles)
        if said:
            same.setdefault(said, []).append(space.get("title", space["id"]))
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(style=HEAD, max_width=NAMES_WIDTH)
    rows.add_column(overflow="fold")
    for said, names in list(same.items())[:MOST_LINES]:
        whole = len(names) == len(drawn["spaces"]) >= ALL_OF
        rows.add_row(f"all {len(names)}" if whole else ", ".join(names), said)
    lines: list[RenderableType] = [Padding(rows, (0, 0, 0, 2))] if same else []
    if len(same) > MOST_LINES:
        lines.append(Text("  and more; `look NAME` shows one", DIM))
    return lines


# ------------------------------------------------------------------------------------------ grids


def grid(cells: Mapping[tuple[int, int], Json], titles: Titles, hex: bool = False) -> list[RenderableType]:
    """Row 1 is in the south, as in the language. Of hexes, each row is half a cell further to the right than the one
    south of it: a cell touches the two that lie half over it."""
    signs = {place: signs_of(space, titles) for place, space in cells.items()}
    letters = letters_for({sign.name for found in signs.values() for sign in found})
    columns = sorted({column for column, _ in cells})
    rows = sorted({row for _, row in cells}, reverse=True)
    heads = {column: heading(cells, column, rows[-1]) for column in columns}
    texts = {place: cell_text(found, letters, titles) for place, found in signs.items()}
    width = max(len(text.plain) for text in [*texts.values(), *map(Text, heads.values())])
    if hex:
        width += 1 - width % 2  # with the gap between cells, half of one is whole
    margin = max(len(str(row)) for row in rows)
    lines: list[Text] = []
    for row in rows:
        line = Text("  " + " " * ((row - rows[-1]) * (width + 1) // 2 if hex else 0))
        line.append(f"{row:>{margin}}", DIM)
        for column in columns:
            text = texts.get((column, row), Text(" "))
            line.append(" ")
            line.append_text(text)
            line.append(" " * (width - len(text.plain)))
        lines.append(line)
    lines.append(
        Text("  " + " " * margin + "".join(f" {heads[column]:<{width}}" for column in columns).rstrip(), DIM)
    )
    return [*(line for line in lines if line.plain.strip()), *legend(signs, letters, titles)]


# ------------------------------------------------------------------------------------------ pictures


def picture(drawn: Json, titles: Titles, width: int) -> list[RenderableType]:
    """The squares as they were written: a space by its name where nothing lies on it, else by what does. Of a space of
    several squares, the first tells that. Where the map is too wide, what is on it is listed instead."""
    spaces = {space["id"]: space for space in drawn["spaces"]}
    signs = {name: signs_of(space, titles) for name, space in spaces.items()}
    letters = letters_for({sign.name for found in signs.values() for sign in found})
    told: set[str] = set()
    rows: list[list[Text]] = []
    for row in drawn["picture"]:
        rows.append([])
        for name in row:
            if name is None:
                text = Text(NOTHING, DIM)
            elif signs.get(name) and name not in told:
                text = Text(f"{spaces[name].get('title', name)} ", DIM)
                text.append_text(cell_text(signs[name], letters, titles))
            else:
                text = Text(spaces[name].get("title", name) if name in spaces else name, DIM)
            told.add(name)
            rows[-1].append(text)
    columns = max(map(len, rows))
    widths = [max(len(row[x].plain) for row in rows if x < len(row)) for x in range(columns)]
    gap = 2 if 2 + sum(widths) + 2 * columns <= width else 1
    if 1 + sum(widths) + gap * columns > width:
        return listed(drawn, titles)
    lines: list[RenderableType] = []
    for row in rows:
        line = Text("  ")
        for x, text in enumerate(row):
            line.append_text(text)
            line.append(" " * (widths[x] - len(text.plain) + gap))
        line.rstrip()
        lines.append(line)
    return [*lines, *legend(signs, letters, titles)]


def heading(cells: Mapping[tuple[int, int], Json], column: int, row: int) -> str:
    """`c` where cells are called `c4`, else the number of the column."""
    title = cells[column, row].get("title", "") if (column, row) in cells else ""
    return title.rstrip("0123456789") if ALGEBRAIC.fullmatch(title) else str(column)


def signs_of(space: Json, titles: Titles) -> list[Sign]:
    """What can be seen on a space: the things lying there, then its state."""
    found = []
    for zone in space.get("zones", ()):
        for item in zone["items"]:
            found.append(Sign(item_words(item, titles, owner=False), item.get("owner")))
        for name, count in (zone.get("cubes") or {}).items():
            found += [Sign(name, None)] * count
    for name, value in space.get("state", {}).items():
        if isinstance(value, str) and value in titles.numbers:
            found.append(Sign(name, value))
        elif value is True:
            found.append(Sign(name, None))
        elif value and not isinstance(value, Mapping):
            found.append(Sign(titles.of(value), None))
    return found


def letters_for(names: set[str]) -> dict[str, str]:
    """The shortest beginnings that tell the names apart."""
    found = {}
    for name in sorted(names):
        for length in range(1, len(name) + 1):
            short = name[:length]
            if not any(other != name and other.startswith(short) for other in names):
                break
        found[name] = short
    return found


def cell_text(signs: list[Sign], letters: Mapping[str, str], titles: Titles) -> Text:
    """`·`, `1` where only owners differ, `K2` where kinds do too."""
    text = Text()
    for sign in signs:
        letter = "" if len(letters) == 1 and sign.owner else letters[sign.name]
        number = titles.numbers.get(sign.owner or "", 0)
        text.append(letter + (str(number) if number else ""), seat_style(number - 1) if number else "")
    return text if signs else Text("·", DIM)


def legend(signs: Mapping[Any, list[Sign]], letters: Mapping[str, str], titles: Titles) -> list[RenderableType]:
    used = [sign for found in signs.values() for sign in found]
    parts = []
    if not (len(letters) == 1 and all(sign.owner for sign in used)):
        parts = [f"{letter} {name}" for name, letter in letters.items() if letter != name]
    owners = sorted({sign.owner for sign in used if sign.owner})
    parts += [f"{titles.numbers[owner]} {titles.of(owner)}" for owner in owners]
    return [indented(", ".join(parts), 2, DIM)] if parts else []
