"""Parts of a view in words: items, zones, state. All that is known of them stands in the view itself.

Wolf ×2, Hare (wounded), 3 cards        items
red die: [1], [3] ×2, [6]               items whose names begin alike
2 Mouse, 1 Food                         cubes
level 1 · gold 5 · attribute: Magic 1   state
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gdl.interpreter.text import plural, with_article, words

Json = Mapping[str, Any]

UNSEEN_ZONES = ("box", "cube box")
"""Zones that are no part of the table: what is out of play."""
MOST_NAMES = 12
"""Names of a zone that are listed; the rest is counted."""


class Titles:
    """What ids of a view are called."""

    def __init__(self, view: Json):
        self.by_id: dict[str, str] = {player["id"]: player["name"] for player in view["players"]}
        self.numbers = {player["id"]: number for number, player in enumerate(view["players"], 1)}
        for zone in every_zone(view):
            for place, item in enumerate(zone["items"], 1):
                self.by_id[item["id"]] = item.get("title") or self._hidden(item, place, zone)
        for board in view["boards"]:
            for space in board["spaces"]:
                self.by_id[space["id"]] = space.get("title", space["id"])

    def _hidden(self, item: Json, place: int, zone: Json) -> str:
        """`card 2 of Player 1's field`; in no order, `a card of Player 1's hand`."""
        what = f"{sort_of(item)} {place}" if zone["ordered"] else with_article(sort_of(item))
        holder, _, last = zone["id"].rpartition(".")
        return f"{what} of {self.by_id.get(holder, holder) + chr(39) + 's ' if holder else ''}{words(last)}"

    def of(self, value: Any) -> str:
        """A value of some state in words."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value is None:
            return "none"
        if isinstance(value, Mapping):
            return ", ".join(pairs(value, self))
        if isinstance(value, list):
            return ", ".join(self.of(part) for part in value) or "none"
        return self.by_id.get(value, words(value)) if isinstance(value, str) else str(value)


def every_zone(view: Json) -> Iterator[Json]:
    """All zones of a view, those on spaces and other things too."""
    yield from view["zones"]
    for item in every_item(view):
        yield from item.get("zones", ())


def every_item(view: Json) -> Iterator[Json]:
    """All items of a view, wherever they lie."""

    def inside(items: Iterable[Json]) -> Iterator[Json]:
        for item in items:
            yield item
            for zone in item.get("zones", ()):
                yield from inside(zone["items"])

    for board in view["boards"]:
        yield from inside(board["spaces"])
    for zone in view["zones"]:
        yield from inside(zone["items"])


def awake(holder: Json) -> Json:
    """The state of the game or of a player, without what belongs to a phase that does not go on."""
    resting = holder.get("resting", ())
    return {name: value for name, value in holder["state"].items() if name not in resting}


def pairs(state: Json, titles: Titles, keep_zero: bool = False) -> list[str]:
    """State by name; what is off, none or empty is left out, and 0 too unless it is wanted."""
    found = []
    for name, value in state.items():
        said = words(name)
        if value is True:
            found.append(said)
        elif isinstance(value, Mapping):
            inner = pairs(value, titles)
            if inner:
                found.append(f"{said}: {', '.join(inner)}")
        elif value or (keep_zero and value == 0 and value is not False):
            found.append(f"{said}{':' if said.isdigit() else ''} {titles.of(value)}")
    return found


def item_words(item: Json, titles: Titles, owner: bool = True) -> str:
    """An item, and what can be seen of its state and of what lies on it."""
    if item.get("hidden"):
        said = item.get("title") or f"hidden {sort_of(item)}"
    else:
        said = item.get("title", item["id"])
    if item["sort"] == "die" and not item.get("hidden"):
        face = item.get("face")
        said += f" [{'?' if face is None else titles.of(face)}]"
    notes = []
    if owner and item.get("owner"):
        notes.append(titles.of(item["owner"]))
    if item.get("face_up") is False:
        notes.append("face down")
    notes += pairs(item.get("state", {}), titles)
    if notes:
        said += f" ({', '.join(notes)})"
    inside = [zone_content(zone, titles) for zone in item.get("zones", ()) if zone["count"]]
    return f"{said} with {'; '.join(inside)}" if inside else said


def zone_content(zone: Json, titles: Titles, most: int = MOST_NAMES) -> str:
    """What lies in a zone, equal things counted."""
    if zone.get("cubes") is not None:
        return ", ".join(f"{count} {words(name)}" for name, count in zone["cubes"].items()) or "empty"
    if not zone["items"]:
        return counted(zone["count"] or 0, "cube") if zone["count"] else "empty"
    hidden = [item for item in zone["items"] if is_blank(item)]
    mine = zone.get("player")
    shown = [
        item_words(item, titles, owner=item.get("owner") != mine)
        for item in zone["items"]
        if not is_blank(item)
    ]
    named = folded(shown, most)
    if hidden:
        sorts = {sort_of(item) for item in hidden}
        named.append(counted(len(hidden), sorts.pop() if len(sorts) == 1 else "thing"))
    return ", ".join(named)


def space_words(space: Json, titles: Titles) -> str:
    """What holds of a space and lies on it; nothing where it is empty."""
    parts = pairs(space.get("state", {}), titles)
    for zone in space.get("zones", ()):
        if zone["count"]:
            parts.append(zone_content(zone, titles))
    return " · ".join(parts)


def sort_of(item: Json) -> str:
    """What one calls a thing of which no more is known: `card`, or `treasure` where all that may lie there are such."""
    return str(item.get("called") or item["sort"])


def is_blank(item: Json) -> bool:
    """Whether nothing at all can be said of a hidden item but that it is there."""
    return (
        bool(item.get("hidden")) and not item.get("title") and not item.get("state") and not item.get("zones")
    )


def folded(names: Sequence[str], most: int) -> list[str]:
    """`Wolf ×2`; equal ones together, in order of first appearance, and no more than so many names."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    shared = shared_words(list(counts))
    listed = [name[len(shared) :] if count == 1 else f"{name[len(shared) :]} ×{count}" for name, count in counts.items()]
    if shared:
        listed[0] = f"{shared.rstrip()}: {listed[0]}"
    if len(listed) <= most:
        return listed
    return [*listed[:most], f"and {sum(list(counts.values())[most:])} more"]


def shared_words(names: Sequence[str]) -> str:
    """The words with which all of several names begin, and the space after them: they are said once. Less than two
    words would say little, and often only `The`."""
    if len(names) < 3:
        return ""
    first = min(names).split(" ")
    last = max(names).split(" ")
    count = 0
    while count < min(len(first), len(last)) - 1 and first[count] == last[count]:
        count += 1
    return " ".join(first[:count]) + " " if count >= 2 else ""


def counted(number: int, noun: str) -> str:
    return with_article(noun) if number == 1 else f"{number} {plural(noun)}"
