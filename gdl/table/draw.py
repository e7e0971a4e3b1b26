"""The table as one reader sees it, for a terminal: made from the view alone, so it can show nothing else.

─ Kuhn Poker ─────────────
deck   a card
Player 1 (you)   stake 1
  hand   King
Player 2   stake 1
  hand   a card
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gdl.interpreter.text import words
from gdl.table.boards import boards
from gdl.table.maps import neighbour_lines
from gdl.table.styles import DIM, HEAD, indented, seat_style
from gdl.table.words import (
    MOST_NAMES,
    UNSEEN_ZONES,
    Json,
    Titles,
    awake,
    every_item,
    every_zone,
    item_words,
    pairs,
    zone_content,
)

LABEL_WIDTH = 24
ALL = 1000
"""Names of a zone that are listed where all of them are wanted."""


def table(view: Json, width: int = 80) -> RenderableType:
    """The whole table: boards, what is common, the players."""
    titles = Titles(view)
    parts: list[RenderableType] = [Rule(view["title"] or view["game"], style=DIM, characters="─")]
    parts += boards(view, titles, width)
    common = [zone for zone in view["zones"] if zone["player"] is None and zone["name"] not in UNSEEN_ZONES]
    told = pairs(awake(view), titles, keep_zero=True)
    if told:
        parts.append(Text(" · ".join(told)))
    parts += zones(common, titles)
    for number, player in enumerate(view["players"]):
        parts += player_lines(view, number, player, titles)
    return Group(*parts)


def player_lines(view: Json, seat: int, player: Json, titles: Titles) -> Iterable[RenderableType]:
    head = Text()
    head.append(player["name"], f"bold {seat_style(seat)}")
    notes = [
        "you" if view["seat"] == seat else "",
        player.get("team", ""),
        "" if player["playing"] else "out",
    ]
    if any(notes):
        head.append(f" ({', '.join(note for note in notes if note)})")
    told = pairs(awake(player), titles, keep_zero=True)
    if told:
        head.append("  " + " · ".join(told))
    yield head
    own = [zone for zone in view["zones"] if zone["player"] == player["id"]]
    yield from zones(own, titles, ALL if view["seat"] == seat else MOST_NAMES)


def zones(found: Iterable[Json], titles: Titles, most: int = MOST_NAMES) -> Iterable[RenderableType]:
    """One line for each zone in which something lies, and one for all that are empty."""
    rows = Table.grid(padding=(0, 1, 0, 0))
    rows.add_column(style=DIM, max_width=LABEL_WIDTH, min_width=6)
    rows.add_column(overflow="fold")
    empty = []
    for zone in found:
        name = zone_name(zone)
        if zone["count"]:
            rows.add_row(f"  {name}", zone_content(zone, titles, most))
        elif zone["count"] == 0:
            empty.append(name)
    if rows.row_count:
        yield rows
    if empty:
        yield indented(f"empty: {', '.join(empty)}", 2, DIM)


def zone_name(zone: Json) -> str:
    """`pile[Wood]` of a player's zone `p1.pile[Wood]`."""
    last = zone["id"].rpartition(".")[2] if zone["player"] else zone["id"]
    return words(last)


def closer(view: Json, wanted: str) -> list[RenderableType]:
    """All that is known of the things and zones with this in their name."""
    titles = Titles(view)
    low = wanted.lower()
    lines: list[RenderableType] = []
    for item in every_item(view):
        if low in item.get("title", "").lower():
            lines += item_lines(item, titles)
            if item["sort"] == "space":
                lines += [indented(line, 2, DIM) for line in neighbour_lines(view, item)]
    for zone in every_zone(view):
        if low == zone["name"].lower() or low == words(zone["name"]).lower():
            text = Text(f"{words(zone['id'])}: ", HEAD)
            text.append(zone_content(zone, titles, most=ALL), "not bold")
            lines.append(text)
    return lines


def item_lines(item: Json, titles: Titles) -> list[RenderableType]:
    lines: list[RenderableType] = [Text(item_words(item, titles), HEAD)]
    printed = pairs(item.get("fields", {}), titles)
    if item.get("text"):
        lines.append(indented(item["text"], 2))
    if printed:
        lines.append(indented(" · ".join(printed), 2, DIM))
    if item.get("could_be"):
        lines.append(indented("could be " + ", ".join(item["could_be"]), 2, DIM))
    return lines
