"""Small tables for tests of knowledge: a few cards and zones in one line each, and what happens as lines of
words.

    table = SmallTable(2, "deck: deck secret = a b c d", "hand each: hand owner", "discard: deck open")
    table.play("draw deck p1.hand", "shuffle deck", "reveal a p2")
    table.groups(1)          'bcd'        what p2 does not know, group by group
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from gdl.dsl import ir
from gdl.dsl.initial_groups import initial_groups
from gdl.interpreter.knowledge import Knowledge
from gdl.interpreter.moves import Moves

ORDERED = ("deck", "stack", "row")
INT = ir.Type("int", low=0, high=9)


class SmallTable:
    """A program without rules, a state, and steps that are done to it.

    A zone is `name [each] [in play]: shape sight = content`; `each` gives one to every player. Cards are
    words: `w1` and `w2` are copies of `w`; `P1x` belongs to p1 for good. `on a: name: ...` puts a zone on
    card a. `vars` are (name, sight, place, holder): one for every card, every player or the game, an int
    0..9 unless it says its type. `dice` are the cards that are dice with the faces 1..6.
    """

    def __init__(
        self,
        seats: int,
        *zones: str,
        vars: tuple[tuple[str, str, bool, str], ...] = (),
        var_types: dict[str, ir.Type] | None = None,
        dice: str = "",
        facts: tuple[ir.Expr, ...] = (),
        functions: tuple[ir.Function, ...] = (),
        keeps: str = "",
    ):
        self.names: list[str] = []
        infos: list[ir.ZoneInfo] = []
        contents: list[list[str]] = []
        for line in zones:
            for info, content in _zones(line, seats):
                infos.append(info)
                contents.append(content)
        self.names = sorted({name for content in contents for name in content})
        number = {name: i for i, name in enumerate(self.names)}
        self.zones = {info.name: i for i, info in enumerate(infos)}
        infos = [
            replace(info, holder=number[info.name.split(".")[0]]) if info.holder >= 0 else info
            for info in infos
        ]
        kinds = sorted({_kind(name) for name in self.names})
        looks = {kind: i for i, kind in enumerate(kinds)}
        components = tuple(
            ir.ComponentInfo(name, kind, looks[kind], _owner(name), name in keeps.split(), looks[kind])
            for name, kind in ((name, _kind(name)) for name in self.names)
        )
        n, z = len(components), len(infos)
        dice_names = dice.split()
        card_type = ir.TypeInfo("Card", "card", -1, 0, n, 0, len(kinds), False, "Card")
        types = [card_type]
        faces: tuple[ir.FaceInfo, ...] = ()
        if dice_names:
            low, high = number[dice_names[0]], number[dice_names[-1]] + 1
            types.append(ir.TypeInfo("D6", "die", 0, low, high, 0, 0, False, "D6"))
            faces = (ir.FaceInfo(1, (1, 2, 3, 4, 5, 6), INT),)
        slot = ir.FIRST_FREE
        var_infos = []
        for name, sight, place, holder in vars:
            size = {"component": n, "player": seats, "game": 1}[holder]
            of = 0 if holder == "component" else -1
            type_ = (var_types or {}).get(name, INT)
            var = ir.VarInfo(name, slot, size, (), type_, holder, of, sight, place)  # type: ignore[arg-type]
            var_infos.append(var)
            slot += size
        zone_slot = slot
        place_slot = zone_slot + z
        owner_slot = place_slot + n
        face_slot = owner_slot + n
        up_slot = face_slot + n
        shuffled_slot = up_slot + n
        group_slot = shuffled_slot + z
        exclude_slot = group_slot + (seats + 1) * n
        shown_slot = exclude_slot + (seats + 1) * n
        asked_slot = shown_slot + seats * n
        initial: list[Any] = [0] * asked_slot + [()] * seats
        initial[ir.STACK], initial[ir.RESULT], initial[ir.PASSED] = (), (), ()
        initial[ir.PLAYERS] = tuple(range(seats))
        for var in var_infos:
            if var.type.word != "int":
                initial[var.base : var.base + var.size] = [-1] * var.size
        lying = []
        for i, content in enumerate(contents):
            cards = [number[name] for name in content]
            lying.append(tuple(cards) if infos[i].ordered else tuple(sorted(cards)))
            initial[zone_slot + i] = lying[-1]
            for card in cards:
                initial[place_slot + card] = i
        for i in range(n):
            initial[owner_slot + i] = infos[initial[place_slot + i]].player
            initial[face_slot + i] = 1 if self.names[i] in dice_names else 0
        groups = initial_groups(seats, components, infos, lying, frozenset(number[d] for d in dice_names))
        initial[group_slot : group_slot + len(groups)] = groups
        initial[shown_slot : shown_slot + seats * n] = groups[: seats * n]
        fact_functions = tuple(
            ir.Function(f"fact {i}", "fact", 0, (ir.Type("component"),) * 4, ("",) * 4, (), fact, pure=True)
            for i, fact in enumerate(facts)
        )
        tables = (tuple(c.kind for c in components),)
        self.program = ir.Program(
            name="Small", title="Small", seats=seats, variants=(), options=(), source_hash="",
            cooperative=False, clockwise=True, teams=(), team_slot=-1, types=tuple(types),
            kinds=tuple(
                ir.KindInfo(k, k, 0, tuple(i for i, c in enumerate(components) if c.kind == looks[k]))
                for k in kinds
            ),
            components=components, enums=(), zones=tuple(infos), vars=tuple(var_infos), faces=faces, links=(),
            tables=tables, functions=fact_functions + functions, blocks=(),
            facts=tuple(ir.FactInfo(f"fact {i}", i) for i in range(len(facts))), anytime=(), anytime_player=0,
            start=0, flow=(), initial=tuple(initial), zone_slot=zone_slot, place_slot=place_slot,
            owner_slot=owner_slot, face_slot=face_slot, up_slot=up_slot, group_slot=group_slot,
            exclude_slot=exclude_slot, shown_slot=shown_slot, asked_slot=asked_slot, shuffled_slot=shuffled_slot,
        )  # fmt: skip
        self.S: list[Any] = list(self.program.initial)
        self.knowledge = Knowledge(self.program)
        self.moves = Moves(self.program)
        self.number = number
        self.looks = looks

    # ------------------------------------------------------------------------------------------ steps

    def play(self, *steps: str) -> SmallTable:
        for step in steps:
            word, *rest = step.split()
            getattr(self, "_" + word)(*rest)
        return self

    def _move(self, card: str, zone: str, at: str = "bottom") -> None:
        self.moves.move(self.S, self.number[card], self.zones[zone], at)

    def _draw(self, source: str, target: str) -> None:
        self.moves.move(self.S, self.lying(source)[0], self.zones[target])

    def _shuffle(self, zone: str, *order: str) -> None:
        content = tuple(self.number[c] for c in order) or tuple(reversed(self.lying(zone)))
        self.moves.set_order(self.S, self.zones[zone], content)

    def _swap(self, left: str, right: str) -> None:
        self.moves.swap_zones(self.S, self.zones[left], self.zones[right])

    def _reveal(self, cards: str, *seats: str) -> None:
        to = [int(seat[1:]) - 1 for seat in seats] or None
        self.moves.reveal(self.S, [self.number[c] for c in cards.split(",")], to)

    def _conceal(self, cards: str, *but: str) -> None:
        self.moves.conceal(self.S, [self.number[c] for c in cards.split(",")], [int(s[1:]) - 1 for s in but])

    def _arrange(self, before: str, after: str, by: str) -> None:
        old, new = ([self.number[c] for c in cards.split(",")] for cards in (before, after))
        self.moves.arrange(self.S, old, new, int(by[1:]) - 1)

    def _turn(self, card: str, side: str) -> None:
        self.moves.turn(self.S, [self.number[card]], int(side == "up"))

    def _truth(self, card: str, kinds: str, *seats: str) -> None:
        """Whether the card is one of these kinds is told."""
        looks = {self.looks[k] for k in kinds.split(",")}
        to = [int(seat[1:]) - 1 for seat in seats] or None
        kind_of = self.program.components
        self.moves.reveal_truth(self.S, self.number[card], lambda c: kind_of[c].kind in looks, to)

    def _roll(self, die: str, face: str = "6") -> None:
        self.S[self.program.face_slot + self.number[die]] = int(face)
        self.knowledge.rolled(self.S, self.number[die])

    def _set(self, var: str, holder: str, value: str) -> None:
        info = next(v for v in self.program.vars if v.name == var)
        offset = 0 if holder == "-" else self.number.get(holder, ord(holder[-1]) - ord("1"))
        self.S[info.base + offset] = self.number[value] if value in self.number else int(value)

    # ------------------------------------------------------------------------------------------ answers

    def lying(self, zone: str) -> tuple[int, ...]:
        return tuple(self.S[self.program.zone_slot + self.zones[zone]])

    def cards(self, components: Any) -> str:
        return " ".join(self.names[c] for c in components)

    def groups(self, seat: int) -> str:
        """What a seat (1, 2, ...) does not know: `a b | c d`; empty if it knows everything."""
        return " | ".join(self.cards(group) for group in self.knowledge.groups(self.S, seat - 1))

    def could_be(self, seat: int, card: str) -> str:
        return self.cards(self.knowledge.candidates(self.S, seat - 1, self.number[card]))


def _kind(name: str) -> str:
    return re.sub(r"\d+$", "", re.sub(r"^P\d", "", name)) or name


def _owner(name: str) -> int:
    match = re.match(r"P(\d)", name)
    return int(match[1]) - 1 if match else -1


def _zones(line: str, seats: int) -> list[tuple[ir.ZoneInfo, list[str]]]:
    """`hand each: hand owner = a b / c d` (a slash between the players' shares), `on a: cards: pool open =
    x`"""
    holder = -1
    prefix = ""
    if line.startswith("on "):
        prefix, line = line[3:].split(": ", 1)
        prefix += "."
        holder = 0
    head, _, content = line.partition("=")
    name, _, kind = head.partition(":")
    shape, sight = kind.split()[0], " ".join(kind.split()[1:])
    in_play = "in play" in name
    each = " each" in name
    name = name.split()[0]
    shares = [share.split() for share in content.split("/")]
    found = []
    for seat in range(seats) if each else (-1,):
        share = shares[seat] if each and seat < len(shares) else [] if each else shares[0]
        info = ir.ZoneInfo(
            f"p{seat + 1}.{name}" if each else prefix + name, name, seat, holder, (),
            shape, sight,  # type: ignore[arg-type]
            shape in ORDERED, in_play, False, False, 1 if shape == "slot" else None, False,
        )  # fmt: skip
        found.append((info, share))
    return found
