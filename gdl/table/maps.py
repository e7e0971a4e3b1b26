"""Maps: spaces joined by links, for which there is no grid and no picture.

around your Hero on Old Mill, in steps              what is near, on the shortest ways to it
  1 Fork 2
    ├ 2 Inn          Merchant
    └ 4 East Gate    lord Ann · by bridge (intact)
elsewhere                                           all else that is not empty, place by place
  Moss   Cave: Ancient Cave · Shore: Moss Boat · 20 empty
  Fern   Gate: lord Bea · 24 empty

Boards whose spaces are linked to each other are one map. All is made from the view: what lies where, and the links.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gdl.interpreter.text import words
from gdl.table.styles import DIM, HEAD, indented
from gdl.table.words import Json, Titles, pairs, space_words

NEAREST = 10
"""Places that are drawn around one's own piece."""
MOST_CENTRES = 2
"""Own pieces around which the map is drawn; of more of them, none is the middle."""
REGION = 5
"""Spaces whose names begin with the same word are a region, if there are so many of them."""


@dataclass(slots=True)
class Map:
    """Spaces by id, and from each the links to others."""

    spaces: dict[str, Json] = field(default_factory=dict)
    ways: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """From a space: the next one, and the name of the link."""
    main: str = ""
    """The link that most of the spaces are joined by: ways lead along it, others may be parts of them."""
    through: set[str] = field(default_factory=set)
    states: dict[tuple[str, str, str], Json] = field(default_factory=dict)
    """Of links that have any: by name and both ends."""

    def title(self, space: str) -> str:
        return str(self.spaces[space].get("title", space))

    def neighbours(self, space: str) -> list[str]:
        return list(dict.fromkeys(other for other, _ in self.ways.get(space, ()) if other in self.spaces))

    def on_the_way(self, space: str) -> bool:
        """Whether ways lead through it: spaces of a type that the main link does not join lie beside one."""
        return space in self.through


def map_of(boards: Sequence[Json]) -> Map:
    """The spaces of these boards and the links between them."""
    found = Map()
    for board in boards:
        found.spaces.update((space["id"], space) for space in board["spaces"])
    names: Counter[str] = Counter()
    for board in boards:
        for link in board["links"]:
            for a, b in link["pairs"]:
                if a in found.spaces and b in found.spaces and (b, link["name"]) not in found.ways.get(a, ()):
                    names[link["name"]] += 1
                    found.ways.setdefault(a, []).append((b, link["name"]))
                    found.ways.setdefault(b, []).append((a, link["name"]))
    found.main = names.most_common(1)[0][0] if names else ""
    for board in boards:
        ids = {space["id"] for space in board["spaces"]}
        if any(name == found.main for space in ids for _, name in found.ways.get(space, ())):
            found.through |= ids
    return found


def link_states(boards: Sequence[Json]) -> dict[tuple[str, str, str], Json]:
    """The state of links that have any: a board of its own, whose spaces are called `bridge[Here, There]`."""
    found = {}
    for board in boards:
        for space in board["spaces"]:
            ends = space["id"].removeprefix(f"{board['type']}[").removesuffix("]").split(", ")
            if len(ends) == 2:
                for a, b in (ends, ends[::-1]):
                    found[board["type"], a, b] = space.get("state", {})
    return found


# ------------------------------------------------------------------------------------------ the whole map


def drawn_map(found: Map, titles: Titles, seat: int | None) -> Iterator[RenderableType]:
    told: set[str] = set()
    mine = [space for space in found.spaces if _has_own(found.spaces[space], seat)]
    if 1 <= len(mine) <= MOST_CENTRES:
        for space in mine:
            yield from around(found, space, titles, seat, told)
    yield from regions(found, titles, told)


def _has_own(space: Json, seat: int | None) -> bool:
    return any(True for _ in _own(space, seat))


def _own(space: Json, seat: int | None) -> Iterator[Json]:
    for zone in space.get("zones", ()):
        for item in zone["items"]:
            if seat is not None and item.get("owner") == f"p{seat + 1}":
                yield item


# ------------------------------------------------------------------------------------------ what is near


@dataclass(slots=True)
class Near:
    """The shortest ways from one space: by space, the one before it, the link, and how many steps it is."""

    before: dict[str, tuple[str, str]] = field(default_factory=dict)
    steps: dict[str, int] = field(default_factory=dict)


def near(found: Map, centre: str) -> Near:
    ways = Near(steps={centre: 0})
    waiting = [centre]
    for space in waiting:
        if space != centre and not found.on_the_way(space):
            continue
        for other, name in found.ways.get(space, ()):
            if other in found.spaces and other not in ways.steps:
                ways.before[other] = (space, name)
                ways.steps[other] = ways.steps[space] + 1
                waiting.append(other)
    return ways


def around(
    found: Map, centre: str, titles: Titles, seat: int | None, told: set[str]
) -> Iterator[RenderableType]:
    """The nearest places with something on them, as a tree of the shortest ways; places where ways part, too."""
    ways = near(found, centre)
    marked = [space for space in ways.steps if space != centre and space_words(found.spaces[space], titles)]
    marked = marked[:NEAREST]
    inner: dict[str, list[str]] = {}
    for space in marked:
        while space != centre:
            parent = ways.before[space][0]
            children = inner.setdefault(parent, [])
            if space in children:
                break
            children.append(space)
            space = parent
    mine = ", ".join(
        dict.fromkeys(item.get("title", item["sort"]) for item in _own(found.spaces[centre], seat))
    )
    head = Text("around your ", DIM)
    head.append(f"{mine} on {found.title(centre)}", HEAD)
    head.append(", in steps")
    yield Padding(head, (0, 0, 0, 2))
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(no_wrap=True, overflow="ellipsis")
    rows.add_column(overflow="fold")
    here = space_words(found.spaces[centre], titles)
    rows.add_row(Text("0 here", HEAD), here)

    def end_of(child: str) -> list[str]:
        """The spaces from here to the next one that is drawn."""
        passed = [child]
        while passed[-1] not in marked and len(inner[passed[-1]]) == 1:
            passed += inner[passed[-1]]
        return passed

    def branch(space: str, guides: str) -> None:
        drawn = sorted(map(end_of, inner.get(space, ())), key=lambda passed: ways.steps[passed[-1]])
        for passed in drawn:
            last, end = passed is drawn[-1], passed[-1]
            text = Text(guides + ("└ " if last else "├ "), DIM)
            text.append(f"{ways.steps[end]} ", HEAD)
            text.append(found.title(end), "not dim")
            rows.add_row(text, _said(found, ways, passed, titles))
            branch(end, guides + ("  " if last else "│ "))

    branch(centre, "")
    yield Padding(rows, (0, 0, 0, 2))
    told.update([centre, *marked])


def _said(found: Map, ways: Near, passed: Sequence[str], titles: Titles) -> Text:
    """What is on the last of these spaces, and what is special on the way to it."""
    text = Text(space_words(found.spaces[passed[-1]], titles))
    notes = []
    for space in passed:
        parent, name = ways.before[space]
        if name != found.main:
            state = found.states.get((name, parent, space))
            said = "" if state is None else f", {_link_words(state, titles)}"
            notes.append(f"by {words(name)}{said}" if found.on_the_way(space) else words(name))
    for space in passed[:-1]:
        unusual = _unusual(found, space, titles)
        if unusual:
            notes.append(f"past {found.title(space)}: {unusual}")
    if notes:
        text.append(f"{'  ' if text else ''}({', '.join(notes)})", DIM)
    return text


def _link_words(state: Json, titles: Titles) -> str:
    off = [f"not {words(name)}" for name, value in state.items() if value is False]
    return ", ".join([*pairs(state, titles), *off])


def _unusual(found: Map, space: str, titles: Titles) -> str:
    """What is printed on a space and not on most of its type."""
    own = found.spaces[space]
    alike = [each.get("fields", {}) for each in found.spaces.values() if each.get("type") == own.get("type")]
    fields = {
        name: value
        for name, value in own.get("fields", {}).items()
        if 2 * sum(each.get(name) == value for each in alike) <= len(alike)
    }
    return ", ".join(pairs(fields, titles))


# ------------------------------------------------------------------------------------------ the rest


def regions(found: Map, titles: Titles, told: set[str]) -> Iterator[RenderableType]:
    """What is not empty and has not been told, by the first word of the names."""
    firsts = Counter(found.title(space).split(" ")[0] for space in found.spaces)
    named: dict[str, list[str]] = {}
    for space in found.spaces:
        first = found.title(space).split(" ")[0]
        named.setdefault(first if firsts[first] >= REGION else "", []).append(space)
    if len(named) == 1:
        named = {"": [space for spaces in named.values() for space in spaces]}
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(style=HEAD, no_wrap=True)
    rows.add_column(overflow="fold")
    for name in sorted(named, key=lambda name: not name):
        said = _region(found, named[name], name, titles, told)
        if said:
            rows.add_row(name or ("others" if len(named) > 1 else ""), " · ".join(said))
    if rows.row_count:
        if told:
            yield indented("elsewhere", 2, DIM)
        yield Padding(rows, (0, 0, 0, 2))


def _region(found: Map, spaces: Sequence[str], name: str, titles: Titles, told: set[str]) -> list[str]:
    same: dict[str, list[str]] = {}
    empty = 0
    for space in spaces:
        if space in told:
            continue
        said = space_words(found.spaces[space], titles)
        if said:
            same.setdefault(said, []).append(found.title(space).removeprefix(f"{name} "))
        else:
            empty += 1
    lines = [f"{', '.join(names)}: {said.replace(' · ', ', ')}" for said, names in same.items()]
    return [*lines, f"{empty} empty"] if empty and lines else lines


def neighbour_lines(view: Mapping[str, object], space: Json) -> list[str]:
    """`next to Hill, Harbour`, link by link."""
    boards = view["boards"]
    assert isinstance(boards, list)
    found = map_of(boards)
    by_link: dict[str, list[str]] = {}
    for other, name in found.ways.get(space["id"], ()):
        by_link.setdefault(name, []).append(found.title(other))
    return [f"{words(name)}: {', '.join(others)}" for name, others in by_link.items()]
