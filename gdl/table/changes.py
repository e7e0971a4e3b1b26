"""What has changed on the table between two views of the same reader, in words.

King to Player 1's played · a card from deck to Player 2's hand · Player 1: tokens 0 → 1

Made from what the reader saw before and sees now and from nothing else, so it can give nothing away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gdl.interpreter.text import joined, words
from gdl.table.words import (
    UNSEEN_ZONES,
    Json,
    Titles,
    awake,
    counted,
    every_item,
    every_zone,
    folded,
    is_blank,
    sort_of,
)

MOST = 8
"""Changes that are told of one moment; the rest is counted."""


MOST_PLACES = 8
"""Places that are named where the same comes to many."""


@dataclass(slots=True)
class _Table:
    """Where everything lies in a view: named things, blank ones by their sort, cubes by their kind."""

    titles: Titles
    zones: dict[str, Json] = field(default_factory=dict)
    lies_in: dict[str, str] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    zones_of: Counter[str] = field(default_factory=Counter)
    """How many zones each thing or player has: the name of an only one goes without saying."""

    @staticmethod
    def of(view: Json, titles: Titles) -> _Table:
        table = _Table(titles)
        for zone in every_zone(view):
            table.zones[zone["id"]] = zone
            table.zones_of[zone["id"].rpartition(".")[0]] += 1
            counts = table.counts[zone["id"]] = Counter()
            for name, count in zone.get("cubes", {}).items():
                counts[words(name)] += count
            for item in zone["items"]:
                if is_blank(item):
                    counts[sort_of(item)] += 1
                elif not item.get("hidden"):
                    table.lies_in[item["id"]] = zone["id"]
                    table.named[item["id"]] = item.get("title", item["id"])
        return table


def changes(before: Json, after: Json) -> list[str]:
    """What the reader saw change, most telling first: things that moved, then what is written down."""
    old_part, new_part = _differing(before, after)
    if old_part == new_part:
        return []
    old, new = _Table.of(old_part, Titles(before)), _Table.of(new_part, Titles(after))
    found = [*_moves(old, new), *_written(old_part, new_part, new.titles)]
    return found if len(found) <= MOST else [*found[: MOST - 1], f"and {len(found) - MOST + 1} changes more"]


def _differing(before: Json, after: Json) -> tuple[Json, Json]:
    """Both views with only those zones and spaces that are not the same in both: most of a table stays as it is."""
    zones = [(was, now) for was, now in zip(before["zones"], after["zones"], strict=True) if was != now]
    spaces = [
        (was, now)
        for old, new in zip(before["boards"], after["boards"], strict=True)
        for was, now in zip(old["spaces"], new["spaces"], strict=True)
        if was != now
    ]

    def part(view: Json, side: int) -> Json:
        board = {"spaces": [pair[side] for pair in spaces]}
        return {
            "players": view["players"],
            "state": view["state"],
            "resting": view.get("resting", ()),
            "zones": [pair[side] for pair in zones],
            "boards": [board],
        }

    return part(before, 0), part(after, 1)


def _moves(old: _Table, new: _Table) -> Iterator[str]:
    """Arrivals, zone by zone; from where, if that was seen or can only be one place."""
    gone = _losses(old, new)
    arrived: dict[tuple[str, str], list[str]] = {}
    for thing, zone in new.lies_in.items():
        was = old.lies_in.get(thing)
        if was == zone or (zone in UNSEEN_ZONES and was is None):
            continue
        if was is None and old.counts.get(zone, Counter()).total() > new.counts[zone].total():
            continue  # it lay there before, and has been turned up or looked at
        arrived.setdefault((was or "", zone), []).append(new.named[thing])
    for (was, zone), names in arrived.items():
        yield _told(", ".join(folded(names, 6)), was, zone, new, old)
    alike: dict[tuple[str, str], list[str]] = {}
    for zone, counts in new.counts.items():
        for sort, number in (counts - old.counts.get(zone, Counter())).items():
            source = gone.get(sort, ())
            what = _number(number, sort, new.zones[zone])
            alike.setdefault((what, source[0] if len(source) == 1 else ""), []).append(zone)
    for (what, was), zones in alike.items():
        seen = [zone for zone in zones if zone not in UNSEEN_ZONES]
        if len(seen) < 2:
            yield from (_told(what, was, zone, new, old) for zone in zones)
        else:
            origin = f" from {_place(was, old)}" if was and was not in UNSEEN_ZONES else ""
            yield f"{what}{origin} to each of {_places(seen, new)}"
    left: dict[str, list[str]] = {}
    for thing, zone in old.lies_in.items():
        if thing not in new.lies_in and zone not in UNSEEN_ZONES:
            left.setdefault(zone, []).append(old.named[thing])
    for zone, names in left.items():
        verb = "leaves" if len(names) == 1 else "leave"
        yield f"{', '.join(folded(names, 4))} {verb} {_place(zone, old)}"


def _places(zones: list[str], table: _Table) -> str:
    named = [_place(zone, table) for zone in zones[:MOST_PLACES]]
    more = len(zones) - len(named)
    return joined([*named, f"{more} more"] if more else named)


def _losses(old: _Table, new: _Table) -> dict[str, list[str]]:
    """By sort: the zones that have fewer blank ones than before."""
    found: dict[str, list[str]] = {}
    for zone, counts in old.counts.items():
        for sort in counts - new.counts.get(zone, Counter()):
            found.setdefault(sort, []).append(zone)
    return found


def _number(number: int, sort: str, zone: Json) -> str:
    return f"{number} {sort}" if "cubes" in zone else counted(number, sort)


def _told(what: str, was: str, zone: str, new: _Table, old: _Table) -> str:
    # From a zone of one space to the same zone of another it goes without saying which zone it is.
    same = bool(was) and was.rpartition(".")[2] == zone.rpartition(".")[2]
    to = "out of play" if zone in UNSEEN_ZONES else f"to {_place(zone, new, same)}"
    if was and was not in UNSEEN_ZONES:
        return f"{what} from {_place(was, old, same)} {to}"
    return f"{what} {to}"


def _place(zone: str, table: _Table, bare: bool = False) -> str:
    """`Player 1's hand`, `Frostmere`, `deck`: how one speaks of a zone."""
    holder, _, last = zone.rpartition(".")
    if not holder:
        return words(last)
    if holder == table.zones[zone]["player"]:
        return f"{table.titles.of(holder)}'s {words(last)}"
    only = bare or table.zones_of[holder] == 1
    return table.titles.of(holder) if only else f"{table.titles.of(holder)} ({words(last)})"


def _written(before: Json, after: Json, titles: Titles) -> Iterator[str]:
    """Changed state: of the game, the players, the things that lie open in both views."""
    yield from _pairs(before["state"], awake(after), titles)
    for was, now in zip(before["players"], after["players"], strict=True):
        told = list(_pairs(was["state"], awake(now), titles))
        if was["playing"] and not now["playing"]:
            told.append("out")
        if told:
            yield f"{now['name']}: {', '.join(told)}"
    earlier = {item["id"]: item for item in every_item(before) if not item.get("hidden")}
    for item in every_item(after):
        known = earlier.get(item["id"])
        if known is None or item.get("hidden"):
            continue
        told = list(_pairs(known.get("state", {}), item.get("state", {}), titles))
        if known.get("face_up") is False and item.get("face_up"):
            told.append("face up")
        if told:
            yield f"{item.get('title', item['id'])}: {', '.join(told)}"


def _pairs(before: Json, after: Json, titles: Titles) -> Iterator[str]:
    for name, now in after.items():
        was = before.get(name)
        if was == now:
            continue
        said = f"{name}:" if name.isdigit() else words(name)
        if isinstance(now, Mapping):
            inner = list(_pairs(was if isinstance(was, Mapping) else {}, now, titles))
            if inner:
                yield f"{said}: {', '.join(inner)}"
        elif isinstance(now, bool):
            yield said if now else f"no longer {said}"
        elif was is None or isinstance(was, list):
            yield f"{said} {titles.of(now)}"
        else:
            yield f"{said} {titles.of(was)} → {titles.of(now)}"
