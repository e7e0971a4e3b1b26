"""Values in words, for one reader: a component by its title only where the reader knows it.

    "{p} plays {c} on {n}"     Ann plays Wolf on the Old Mill · Ann plays a card on the Old Mill
    {list}                     Wolf, Hare and 2 cards
    {amount}                   2 Mouse and 1 Food
    {zone}                     Ann's hand · draw pile · the units of Fr2

What is said of a thing that the reader does not know follows from its place and its group alone.
A reader is a seat, None (a spectator) or GOD (for traces and tests, who knows everything).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from gdl.dsl.ir import Program, Shown, Template, Type
from gdl.interpreter.alike import bits
from gdl.interpreter.knowledge import Knowledge
from gdl.interpreter.sight import Reader

GOD = -1

PLURALS = {"die": "dice"}


def words(name: str) -> str:
    """`NorthEast`, `north_east` and `Lair2` as `North East`, `north east` and `Lair 2`; `b2` as it is."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z][a-z]{2})(?=[0-9])", " ", name).replace("_", " ")


def with_article(noun: str) -> str:
    """`a card`, `an arrow`, `a unit`"""
    vowel = noun[:1].lower() in tuple("aeiou") and not re.match(r"(?i)(uni[^mn]|use|eu|one\b)", noun)
    return ("an " if vowel else "a ") + noun


def plural(noun: str) -> str:
    if noun in PLURALS:
        return PLURALS[noun]
    if re.search(r"(s|x|ch|sh)$", noun):
        return noun + "es"
    return noun[:-1] + "ies" if re.search(r"[^aeiou]y$", noun) else noun + "s"


def joined(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; `nothing` for none."""
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


class Texts:
    """Words for one program and one set of players' names."""

    def __init__(
        self,
        program: Program,
        names: Sequence[str] = (),
        knowledge: Knowledge | None = None,
        pointing: bool = False,
    ):
        self.program = program
        self.knowledge = knowledge or Knowledge(program)
        self.names = tuple(names) or tuple(f"Player {seat + 1}" for seat in range(program.seats))
        self.pointing = pointing

    @cached_property
    def choosing(self) -> Texts:
        """For options: what the reader cannot point at is not named, even if it is known to be there."""
        return Texts(self.program, self.names, self.knowledge, pointing=True)

    def render(self, S: Sequence[Any], template: Template, values: Sequence[Any], reader: Reader) -> str:
        """`values` are those of the template's `Shown` parts, in order."""
        found = iter(values)
        return "".join(
            self.value(S, next(found), part.type, reader) if isinstance(part, Shown) else part
            for part in template.parts
        )

    def value(self, S: Sequence[Any], value: Any, type_: Type, reader: Reader) -> str:
        word = type_.word
        if word == "list":
            return self._several(S, value, type_.item, reader)
        if word == "set":
            return self._several(S, tuple(bits(value)), type_.item, reader)
        if word == "amount":
            return self.amount(value, type_.of)
        if word == "bool":
            return "yes" if value else "no"
        if word == "int":
            return "none" if type_.optional and value < 0 else str(value)
        if value < 0:
            return "nobody" if word in ("player", "team") else "nothing"
        say = self._by_word.get(word)
        return say(self, S, value, type_, reader) if say else str(value)

    # ------------------------------------------------------------------------------ components

    def component(self, S: Sequence[Any], component: int, reader: Reader) -> str:
        """The title, or what can be said without knowing it: `the top card of the draw pile`, `a card`."""
        title = self.known_title(S, component, reader)
        return title if title is not None else self._unknown(S, component, reader)

    def known_title(self, S: Sequence[Any], component: int, reader: Reader) -> str | None:
        """The title, if the reader knows the component or all that it could be have the same one."""
        title = self.program.components[component].title
        if reader == GOD:
            return title
        same = all(self.program.components[c].title == title for c in self._candidates(S, component, reader))
        return title if same else None

    def _candidates(self, S: Sequence[Any], component: int, reader: Reader) -> tuple[int, ...]:
        """What it could be; where the reader has to point at it and cannot, anything that lies there."""
        if self.pointing and not self.knowledge.alike.pointed_at(S, reader, component):
            there = self.knowledge.sight.unseen_in(S, reader, S[self.program.place_slot + component])
            return tuple(sorted({other for c in there for other in self.knowledge.candidates(S, reader, c)}))
        return self.knowledge.candidates(S, reader, component)

    def noun(self, S: Sequence[Any], component: int, reader: Reader) -> str:
        """What sort of thing it is: the type, where all that it could be have the same one; else card,
        piece, ..."""
        types = self.program.types
        could_be = self._candidates(S, component, reader)
        kinds = {self.program.kinds[self.program.components[c].kind].type for c in could_be}
        if len(kinds) == 1:
            info = types[kinds.pop()]
            return words(info.title or info.name).lower()
        sorts = {types[kind].sort for kind in kinds}
        return sorts.pop() if len(sorts) == 1 else "thing"

    def _unknown(self, S: Sequence[Any], component: int, reader: Reader) -> str:
        noun = self.noun(S, component, reader)
        zone = S[self.program.place_slot + component]
        if zone < 0:
            return with_article(noun)
        info = self.program.zones[zone]
        content = S[self.program.zone_slot + zone]
        if info.ordered and len(content) > 1:
            position = content.index(component)
            at = "top" if position == 0 and info.shape != "row" else ordinal(position + 1)
            return f"the {at} {noun} of {self.zone(S, zone, reader, article=True)}"
        if info.holder >= 0:
            return f"the {noun} on {self.component(S, info.holder, reader)}"
        if info.shape == "slot":
            return f"the {noun} in {self.zone(S, zone, reader, article=True)}"
        return with_article(noun)

    # ------------------------------------------------------------------------------ the rest

    def zone(self, S: Sequence[Any], zone: int, reader: Reader, article: bool = False) -> str:
        info = self.program.zones[zone]
        name = words(info.family)
        if "[" in info.name and info.index:
            name += " " + words(info.name.rsplit("[", 1)[1].rstrip("]"))
        if info.holder >= 0:
            return f"the {name} of {self.component(S, info.holder, reader)}"
        if info.player >= 0:
            return f"{self.names[info.player]}'s {name}"
        return f"the {name}" if article else name

    def amount(self, counts: Sequence[int], type_: int) -> str:
        """`2 Mouse and 1 Food`"""
        first = self.program.types[type_].kind_low if type_ >= 0 else 0
        kinds = self.program.kinds
        return joined([f"{n} {kinds[first + i].title}" for i, n in enumerate(counts) if n])

    def _several(self, S: Sequence[Any], values: Iterable[Any], item: Type | None, reader: Reader) -> str:
        """Equal ones are counted: `2 Wolf`, `3 cards`."""
        counted: dict[str, int] = {}
        for value in values:
            text = self.value(S, value, item, reader) if item is not None else str(value)
            counted[text] = counted.get(text, 0) + 1
        countable = item is not None and item.word in ("component", "cube", "kind")
        parts: list[str] = []
        for text, count in counted.items():
            if count == 1 or not countable:
                parts.extend([text] * count)
            elif match := re.fullmatch(r"an? ([a-z ]+)", text):
                parts.append(f"{count} {plural(match[1])}")
            else:
                parts.append(f"{count} {text}")
        return joined(parts)

    def _cube(self, S: Sequence[Any], handle: int, _type: Type, reader: Reader) -> str:
        zone, kind = divmod(handle, len(self.program.kinds))
        info = self.program.kinds[kind]
        if reader == GOD or self.knowledge.sight.sees_cubes(S, reader, zone):
            return info.title
        return with_article(self.program.types[info.type].sort)

    def _enum(self, _S: Sequence[Any], value: int, type_: Type, _reader: Reader) -> str:
        return words(self.program.enums[type_.of][1][value])

    def _table(self, _S: Sequence[Any], value: int, type_: Type, _reader: Reader) -> str:
        program = self.program
        match type_.word:
            case "player":
                return self.names[value]
            case "team":
                return program.teams[value]
            case "kind":
                return program.kinds[value].title
            case "phase":
                return words(program.functions[value].name)
            case "text":
                return program.texts[value]
        return str(value)

    _by_word: dict[str, Callable[[Texts, Sequence[Any], int, Type, Reader], str]] = {
        "component": lambda self, S, value, _type, reader: self.component(S, value, reader),
        "zone": lambda self, S, value, _type, reader: self.zone(S, value, reader),
        "cube": _cube,
        "enum": _enum,
        "player": _table,
        "team": _table,
        "kind": _table,
        "phase": _table,
        "text": _table,
    }


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, `11th`"""
    tail = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{tail}"
