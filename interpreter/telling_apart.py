"""Options whose labels are the same, though they are different options: what tells them apart, in words.

    Foot marches to b2 (the Foot on b1)       another place
    mend Foot (the one with 2 wounds)         another state
    take Wolf (the 2nd)                       another position

What the label leaves out is looked for in this order: another value, whose the thing is, where it lies, its state,
its position.
Equal copies that differ in nothing but their position get no words: whichever is taken, the table looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.alike import Alike
from gdl.interpreter.state import State
from gdl.interpreter.text import Texts, ordinal, words

Described = tuple[str, tuple[Any, ...], tuple[ir.Type, ...]]
"""One option: the name of its entry, and what its binders stand for."""


def can_coincide(program: ir.Program, entry: ir.Entry) -> bool:
    """Whether two options of one entry can have the same label: unless all that it is made of is named in it, by names of
    which there is only one each."""
    named = {
        part.value.slot
        for part in entry.label.parts
        if isinstance(part, ir.Shown)
        and isinstance(part.value, ir.Local)
        and _is_distinct(program, part.type)
    }
    return any(binder.slot not in named for binder in entry.binders)


def _is_distinct(program: ir.Program, type: ir.Type) -> bool:
    """Whether different values of the type have different words."""
    if type.word != "component":
        return type.word in ("int", "bool", "player", "team", "enum")
    if type.of < 0:
        return False
    info = program.types[type.of]
    titles = [component.title for component in program.components[info.low : info.high]]
    return info.sort == "space" and len(set(titles)) == len(titles)


def told_apart(labels: Sequence[str], described: Callable[[int], Described], clues: Clues) -> list[str]:
    """The labels; those that are the same with a note in brackets, where there is one."""
    found = list(labels)
    same: dict[str, list[int]] = {}
    for number, label in enumerate(labels):
        same.setdefault(label, []).append(number)
    for label, numbers in same.items():
        if len(numbers) > 1:
            notes = clues.notes([described(number) for number in numbers])
            for number, note in zip(numbers, notes, strict=True):
                found[number] = f"{label} ({note})" if note else label
    return found


class Clues:
    """What can be said of options in one state, to one seat."""

    def __init__(self, S: State, seat: int, texts: Texts):
        self.S = S
        self.seat = seat
        self.texts = texts.choosing
        self.program = texts.program

    def notes(self, options: Sequence[Described]) -> list[str]:
        """For each of several options with the same label, what tells it apart; nothing where there is nothing."""
        if len({name for name, _, _ in options}) > 1:
            return [words(name).lower() for name, _, _ in options]
        found = [""] * len(options)
        for clue in (self._value, self._owner, self._place, self._state, self._position):
            same: dict[str, list[int]] = {}
            for number, note in enumerate(found):
                same.setdefault(note, []).append(number)
            for note, numbers in same.items():
                said = self._by(clue, [options[number] for number in numbers]) if len(numbers) > 1 else None
                for number, more in zip(numbers, said or (), strict=False):
                    found[number] = f"{note}, {more}" if note and more and note not in more else more or note
        return found

    def _by(
        self, clue: Callable[[int, ir.Type, bool], str], options: Sequence[Described]
    ) -> list[str] | None:
        """The clue of the first value by which the options differ; None where they do not."""
        types = options[0][2]
        for place, type in enumerate(types):
            values = [values[place] for _, values, _ in options]
            if len(set(values)) == 1:
                continue
            identical = type.word == "component" and self._identical(values)
            said = [clue(value, type, identical) for value in values]
            if len(set(said)) > 1:
                return said
        return None

    # ------------------------------------------------------------------------------ clues

    def _value(self, value: Any, type: ir.Type, identical: bool) -> str:
        return self.texts.value(self.S, value, type, self.seat)

    def _owner(self, value: Any, type: ir.Type, identical: bool) -> str:
        """`Ann's Champion`"""
        if type.word != "component" or value < 0:
            return ""
        if self.program.components[value].keeps and not self._is_seen(value):
            return ""
        owner = self._alike.sight.owner(self.S, value)
        return f"{self.texts.names[owner]}'s {self._called(value)}" if owner >= 0 else ""

    def _called(self, component: int) -> str:
        known = self.texts.known_title(self.S, component, self.seat)
        return known or self.texts.noun(self.S, component, self.seat)

    def _place(self, value: Any, type: ir.Type, identical: bool) -> str:
        """`the Foot on b1`, `the Wolf in Ann's hand`"""
        if value < 0 or type.word not in ("component", "cube"):
            return ""
        if type.word == "cube":
            zone, title = value // len(self.program.kinds), self.texts.value(self.S, value, type, self.seat)
        else:
            zone, title = self.S[self.program.place_slot + value], self._called(value)
        if zone < 0:
            return ""
        info = self.program.zones[zone]
        if info.holder >= 0:
            return f"the {title} on {self.texts.component(self.S, info.holder, self.seat)}"
        return f"the {title} in {self.texts.zone(self.S, zone, self.seat, article=True)}"

    def _state(self, value: Any, type: ir.Type, identical: bool) -> str:
        """`the one with 2 wounds, tired`"""
        if type.word != "component" or value < 0 or not self._is_seen(value):
            return ""
        alike = self._alike
        said = []
        for var, first, count in alike.vars_of[value]:
            if var.holder == "hidden" or count > 1:
                continue
            if not alike.sight.sees_variable(self.S, self.seat, var, first - var.base):
                continue
            held, name = self.S[first], words(var.name)
            if var.type.word == "bool":
                said += [name] if held else []
            elif held not in (0, -1):
                said.append(f"{name} {self.texts.value(self.S, held, var.type, self.seat)}")
        for zone in alike.sight.zones_on.get(value, ()):
            count = len(self.S[self.program.zone_slot + zone])
            if count:
                said.append(f"{count} in {words(self.program.zones[zone].family)}")
        return f"the one with {', '.join(said)}" if said else "the one without"

    def _position(self, value: Any, type: ir.Type, identical: bool) -> str:
        if identical or type.word != "component" or value < 0:
            return ""
        zone = self.S[self.program.place_slot + value]
        if zone < 0 or not self.program.zones[zone].ordered:
            return ""
        return f"the {ordinal(self.S[self.program.zone_slot + zone].index(value) + 1)}"

    # ------------------------------------------------------------------------------ equal copies

    @property
    def _alike(self) -> Alike:
        return self.texts.knowledge.alike

    def _is_seen(self, component: int) -> bool:
        return self._alike.sight.sees(self.S, self.seat, component)

    def _identical(self, components: Sequence[int]) -> bool:
        """Whether these are copies that the seat sees and that are equal in all but their position."""
        if any(c < 0 or not self._is_seen(c) for c in components):
            return False
        return len({self._alike.copy_key(self.S, self.seat, c) for c in components}) == 1
