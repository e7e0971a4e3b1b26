"""What lies in the box and where it goes, in words: how many of each, tables of cards, zones."""

from __future__ import annotations

from gdl.book.words import Words, article, capital, in_words, plural
from gdl.dsl import syntax as s
from gdl.dsl.compile import elaborate
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.header import players_of
from gdl.dsl.load import Loaded

SHAPES = {
    "deck": "deck",
    "stack": "pile",
    "row": "row",
    "hand": "hand",
    "bag": "bag",
    "pool": "space",
    "slot": "place",
}
SIGHT = {
    "open": "open to all",
    "owner": "seen only by its owner",
    "secret": "seen by nobody",
    "face down": "face down",
}
HIDDEN = {"deck": "secret", "hand": "owner", "bag": "secret"}
"""Who sees a zone of this shape, unless it says otherwise."""
MANY = 6
"""So many kinds that differ in nothing but their names are listed in a sentence, not in a table."""
SORTS = {
    "piece": "piece",
    "token": "token",
    "card": "card",
    "tile": "tile",
    "cube": "cube",
    "die": "die",
    "space": "space",
}


class Box:
    """How many there are of each, for the fewest players."""

    def __init__(self, loaded: Loaded):
        least, self.most = players_of(loaded.game)
        made = elaborate(loaded, least, {}, Diagnostics())
        self.types: dict[str, int] = {}
        self.kinds: dict[str, int] = {}
        self.each: set[str] = set()
        self.cubes: set[str] = set()
        if made is not None:
            world = made[0]
            for name, kind in world.kinds.items():
                self.kinds[name] = len(kind.components)
            for name, type in world.types.items():
                self.types[name] = type.high - type.low
                if type.cubes:
                    self.cubes.add(name)
                if type.per_player:
                    self.each.add(name)
                    self.types[name] //= least
                    for own in type.kinds:
                        self.kinds[own.name] = len(own.components) // least

    def count(self, component: s.Component) -> str:
        """`42 cards`, `18 pieces for each player`"""
        name = component.name.name
        if name in self.cubes:
            return f"as many {plural(component.sort)} as are needed"
        many = self.types.get(name, 0)
        word = component.sort if many == 1 else "dice" if component.sort == "die" else plural(component.sort)
        each = " for each player" if name in self.each else ""
        return f"{many} {word}{each}" if many else ""


def kinds_table(words: Words, box: Box, kinds: list[s.Kind]) -> list[str]:
    """A table of kinds: name, how many, and a column for each field that one of them gives."""
    merged: dict[str, dict[str, str]] = {}
    for kind in kinds:
        for name in kind.names:
            row = merged.setdefault(name.name, {})
            row["name"] = words.kinds[name.name]
            copies = kind.copies is not None and kind.copies.count is None
            row["number"] = "any" if copies else str(box.kinds.get(name.name, ""))
            for line in kind.lines:
                if isinstance(line, s.GiveField) and line.name.name not in ("x", "kind", "title", "traits"):
                    field = in_words(line.name.name) + (f" {words.said(line.index)}" if line.index else "")
                    row[field] = ", ".join(_shown(words, value) for value in line.values)
                elif isinstance(line, s.Traits):
                    row["abilities"] = ", ".join(_ability(words, use) for use, _ in line.uses)
    if not merged:
        return []
    plain = [name for name, row in merged.items() if not row.keys() - {"name", "number"}]
    plain = [name for name in plain if len(plain) >= MANY and merged[name]["number"] in ("1", "")]
    names = [merged.pop(name)["name"] for name in plain]
    if names:
        lead = f"And {len(names)} more" if merged else f"{len(names)}"
        names = [f"{lead}, with nothing printed on them: {', '.join(names)}.", ""]
    if not merged:
        return names
    columns = list(dict.fromkeys(name for row in merged.values() for name in row))
    if all(row.get("number") in ("1", "") for row in merged.values()):
        columns.remove("number")
    columns.sort(key=lambda name: (name != "name", name != "number", name == "text"))
    lines = [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    for row in merged.values():
        lines.append("| " + " | ".join(row.get(name, "").replace("|", "\\|") for name in columns) + " |")
    return [*lines, "", *names]


def _ability(words: Words, use: s.Node) -> str:
    name = getattr(use, "name", None)
    args = [words.said(each) for each in getattr(use, "args", ())]
    told = in_words(name.name) if isinstance(name, s.Ident) else ""
    return f"{told} ({', '.join(args)})" if args else told


def _shown(words: Words, value: s.Expr) -> str:
    return words.text(value) if isinstance(value, s.Text) else words.said(value)


def zone_line(words: Words, zone: s.Zone, each_player: bool) -> str:
    """`- Each player's **hand**: a hand of cards, seen only by its owner.`"""
    whose = "Each player’s" if each_player else "The"
    item = words.of_type(zone.of)
    things = plural(item)
    shape = SHAPES.get(zone.shape, zone.shape)
    what = (
        f"a place for one {item}"
        if zone.shape == "slot"
        else f"{article(shape)} for {things}"
        if zone.shape == "pool"
        else f"{article(shape)} of {things}"
    )
    told = [what, SIGHT[zone.sight or HIDDEN.get(zone.shape, "open")]]
    if zone.limit is not None:
        told.append(f"at most {words.said(zone.limit)}")
    if zone.starts is not None:
        told.append(_starts(words, zone.starts))
    if zone.refills is not None:
        told.append(f"when it is empty, {words.said(zone.refills)} is shuffled and becomes the new one")
    index = f" (one for each {', '.join(words.of_type(each) for each in zone.index)})" if zone.index else ""
    return f"- {whose} **{in_words(zone.name.name)}**{index}: {'; '.join(told)}."


def _starts(words: Words, stock: s.Stock) -> str:
    if stock.type is not None:
        return f"at the beginning all {plural(words.kind(stock.type.name))}"
    return "filled at the beginning"


__all__ = ["Box", "capital", "kinds_table", "zone_line"]
