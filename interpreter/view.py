"""What a reader may see of a state, as JSON (`schemas/view.schema.json`): a seat sees exactly what it
knows, a spectator what lies open and what was shown to everybody.

    players   who sits where, their open state
    zones     common ones, then each player's: how many lie there, and what, as far as the reader knows
    boards    spaces with their links, state and the zones on them
    groups    what the reader cannot tell apart: hidden items name their group

Known things have their own name as `id`. Hidden things have a handle made of the place they lie in, so that
it tells nothing: `deck/1` is the top of the deck, `p2.hand/?1` any card of that hand. Things lying on
others are listed inside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gdl.dsl.ir import OVER, PLAYERS, RESULT, STACK, FieldInfo, Program, Type, VarInfo
from gdl.interpreter.alike import bits
from gdl.interpreter.knowledge import Knowledge
from gdl.interpreter.permute import Places
from gdl.interpreter.sight import Reader
from gdl.interpreter.text import words

Json = dict[str, Any]

UNSEEN = object()
"""Stands for a value of an indexed state that the reader may not see."""
VAGUE = ("token", "tile", "piece")
"""Sorts of which the type says more than they do: a treasure rather than a token."""
OUTCOMES = {1: "won", 0: "tied", -1: "lost"}


class Viewer:
    """Views of one program; made once and used often."""

    def __init__(
        self,
        program: Program,
        names: Sequence[str] = (),
        knowledge: Knowledge | None = None,
        places: Places | None = None,
    ):
        self.program = program
        self.knowledge = knowledge or Knowledge(program)
        self.sight = self.knowledge.sight
        self.names = tuple(names) or tuple(f"Player {seat + 1}" for seat in range(program.seats))
        self.places = places or Places(program, self.knowledge)
        self.sort = tuple(program.types[program.kinds[c.kind].type].sort for c in program.components)
        self.vars_of = self.knowledge.alike.vars_of
        self.fields_of = tuple(self._fields_of(c) for c in range(len(program.components)))
        self.printed: dict[int, Json] = {}
        """What is printed on each component that has been shown: the same in every state."""
        self.named_in = _named_in(program)

    def _fields_of(self, component: int) -> tuple[FieldInfo, ...]:
        """The printed fields of a component, those of the types above its own first."""
        chain = []
        type_ = self.program.kinds[self.program.components[component].kind].type
        while type_ >= 0:
            chain.append(self.program.types[type_].fields)
            type_ = self.program.types[type_].parent
        found = {field.name: field for fields in reversed(chain) for field in fields}
        return tuple(found.values())

    def view(self, S: Sequence[Any], reader: Reader, asked: int | None = None) -> Json:
        return _OneView(self, S, reader).whole(asked)


class _OneView:
    """One reader's look at one state."""

    def __init__(self, viewer: Viewer, S: Sequence[Any], reader: Reader):
        self.viewer = viewer
        self.program = viewer.program
        self.knowledge = viewer.knowledge
        self.sight = viewer.sight
        self.S = S
        self.reader = reader
        self.groups = [g for g in self.knowledge.groups(S, reader) if len(g) > 1]
        self.group_of = {c: number for number, group in enumerate(self.groups) for c in group}
        of = viewer.sort
        sorts = [{of[c] for c in group} for group in self.groups]
        self.sorts = [found.pop() if len(found) == 1 else "thing" for found in sorts]
        self.spoken = self.knowledge.alike.spoken_of(S, reader)
        self.ids: dict[int, str] = {}
        self.blanks: dict[tuple[int, int], Json] = {}
        for zone in range(len(self.program.zones)):
            self._name_content(zone)

    def whole(self, asked: int | None) -> Json:
        program, S = self.program, self.S
        found: Json = {
            "game": program.name,
            "title": program.title,
            "seat": self.reader,
            "players": [self._player(seat) for seat in range(program.seats)],
            "state": self._state_of("game", 0),
            "zones": [self._zone(z) for z, zone in enumerate(program.zones) if zone.holder < 0],
            "boards": self._boards(),
            "groups": [{"content": self._titles(group)} for group in self.groups],
            "asked": None if asked is None else _player_id(asked),
            "over": bool(S[OVER]),
            "result": [],
        }
        resting = self._resting("game", 0)
        if resting:
            found["resting"] = resting
        if S[OVER] and S[RESULT]:
            found["result"] = [
                {"player": _player_id(seat), "outcome": OUTCOMES[outcome], "score": score}
                for seat, (outcome, score) in enumerate(S[RESULT])
            ]
        return found

    # ------------------------------------------------------------------------------ names

    def _known(self, component: int) -> bool:
        return self.knowledge.knows(self.S, self.reader, component)

    def _identified(self, component: int) -> bool:
        """Whether the reader knows which one it is; of a die perhaps not its face."""
        if self._known(component):
            return True
        return component not in self.group_of and self.knowledge.hides

    def _name_content(self, zone: int) -> None:
        """Every component in the zone gets the id by which this view speaks of it."""
        info = self.program.zones[zone]
        if info.cubes:
            return
        hidden = []
        for position, component in enumerate(self.S[self.program.zone_slot + zone]):
            if self._identified(component):
                self.ids[component] = self.program.components[component].name
            elif info.ordered:
                self.ids[component] = f"{self._zone_id(zone)}/{position + 1}"
            else:
                hidden.append(component)
        hidden.sort(key=self._hidden_key)
        for number, component in enumerate(hidden):
            self.ids[component] = f"{self._zone_id(zone)}/?{number + 1}"

    def _hidden_key(self, component: int) -> str:
        """Orders hidden things of one zone by what can be seen of them."""
        S = self.S
        markers = self.viewer.places.markers(S, component, self._identified)
        things = []
        for zone in self.sight.zones_on.get(component, ()):
            info = self.program.zones[zone]
            content = S[self.program.zone_slot + zone]
            if info.cubes:
                seen = content if self.sight.sees_cubes(S, self.reader, zone) else len(content)
                things.append((info.family, info.index, seen))
            else:
                known = sorted(c if self._identified(c) else -1 for c in content)
                things.append((info.family, info.index, tuple(known)))
        return repr((
            self.group_of.get(component, -1),
            self._back_owner(component),
            self._excluded(component),
            markers,
            [thing for thing in things if thing[2]],
            self.spoken.get(component, []),
        ))  # fmt: skip

    def _id(self, component: int) -> str:
        if component not in self.ids:
            zone = self.S[self.program.place_slot + component]
            if zone >= 0:
                self._name_content(zone)
        return self.ids.get(component, self.program.components[component].name)

    def _zone_id(self, zone: int) -> str:
        info = self.program.zones[zone]
        if info.holder < 0:
            return info.name
        index = "".join(f"[{i}]" for i in info.index)
        return f"{self._id(info.holder)}.{info.family}{index}"

    def _titles(self, components: Sequence[int]) -> dict[str, int]:
        counted: dict[str, int] = {}
        for title in sorted(self.program.components[c].title for c in components):
            counted[title] = counted.get(title, 0) + 1
        return counted

    # ------------------------------------------------------------------------------ zones and items

    def _zone(self, zone: int) -> Json:
        info, S = self.program.zones[zone], self.S
        content = S[self.program.zone_slot + zone]
        found: Json = {
            "id": self._zone_id(zone),
            "name": info.family,
            "player": _player_id(info.player) if info.player >= 0 else None,
            "shape": info.shape,
            "sight": info.sight,
            "ordered": info.ordered,
            "in_play": info.in_play,
        }
        if info.endless:
            return {**found, "count": None, "items": []}
        if info.cubes:
            found["count"] = len(content)
            if self.sight.sees_cubes(S, self.reader, zone):
                found["cubes"] = {self.program.kinds[k].name: content.count(k) for k in sorted(set(content))}
            return {**found, "items": []}
        listed = [c for c in content if self.viewer.sort[c] != "space"]
        found["count"] = len(listed)
        if not info.ordered:
            listed.sort(key=lambda c: (not self._identified(c), c if self._identified(c) else 0, self.ids[c]))
        found["items"] = [self._item(c) for c in listed]
        if listed and not all(self._identified(c) for c in listed):
            inside = self.knowledge.content(S, self.reader, zone)
            if inside is not None:
                found["content"] = self._titles(inside)
        return found

    def _item(self, component: int) -> Json:
        found: Json = {"id": self._id(component)}
        if self._identified(component):
            found.update(self._known_item(component))
        else:
            found.update(self._hidden_item(component))
        zones = [
            self._zone(z)
            for z in self.sight.zones_on.get(component, ())
            if self.S[self.program.zone_slot + z] or self.viewer.sort[component] == "space"
        ]
        if zones:
            found["zones"] = zones
        return found

    def _known_item(self, component: int) -> Json:
        info = self.program.components[component]
        kind = self.program.kinds[info.kind]
        found: Json = {
            "title": info.title,
            "kind": kind.name,
            "type": self.program.types[kind.type].name,
            "sort": self.viewer.sort[component],
        }
        if kind.text:
            found["text"] = kind.text
        owner = self.sight.owner(self.S, component)
        if owner >= 0:
            found["owner"] = _player_id(owner)
        if not self.sight.sees(self.S, self.reader, component):
            found["seen"] = False
        if component in self.sight.dice:
            known = self._known(component)
            found["face"] = self._face(component) if known else None
        zone = self.S[self.program.place_slot + component]
        if zone >= 0 and self.program.zones[zone].sight == "face down":
            found["face_up"] = bool(self.S[self.program.up_slot + component])
        fields = self.viewer.printed.get(component)
        if fields is None:
            fields = self.viewer.printed[component] = self._fields(component)
        if fields:
            found["fields"] = fields
        state = self._component_state(component, only_markers=False)
        if state:
            found["state"] = state
        return found

    def _hidden_item(self, component: int) -> Json:
        found: Json = {"hidden": True, "sort": self._hidden_sort(component)}
        called = self._only_type(component)
        if called and found["sort"] in VAGUE:
            found["called"] = called
        owner = self._back_owner(component)
        if owner >= 0:
            found["owner"] = _player_id(owner)
        if component in self.group_of:
            found.update(self._of_group(component))
        state = self._component_state(component, only_markers=True)
        if state:
            found["state"] = state
        return found

    def _only_type(self, component: int) -> str:
        """What one calls it, if all that may lie where it lies are of one type."""
        zone = self.S[self.program.place_slot + component]
        if zone < 0 or len(self.program.zones[zone].holds) != 1:
            return ""
        info = self.program.types[self.program.zones[zone].holds[0]]
        return words(info.title or info.name).lower()

    def _of_group(self, component: int) -> Json:
        """What is known of a hidden thing by its group; the same for all in it with the same exclusions."""
        key = self.group_of[component], self._excluded(component)
        if key not in self.blanks:
            group = self.groups[key[0]]
            found: Json = {"group": key[0]}
            possible = self.knowledge.candidates(self.S, self.reader, component)
            if len(possible) < len(group):
                found["could_be"] = self._titles(possible)
            titles = {self.program.components[c].title for c in possible}
            if len(titles) == 1:
                found["title"] = titles.pop()
            self.blanks[key] = found
        return self.blanks[key]

    def _back_owner(self, component: int) -> int:
        """Whose a hidden thing is, where that shows: fixed, or kept by all that it could be."""
        components = self.program.components
        owner = components[component].owner
        if owner < 0 and component in self.group_of:
            if all(components[c].keeps for c in self.groups[self.group_of[component]]):
                owner = self.S[self.program.owner_slot + component]
        return owner

    def _excluded(self, component: int) -> int:
        return self.knowledge.excluded(self.S, self.reader, component)

    def _hidden_sort(self, component: int) -> str:
        if component not in self.group_of:
            return self.viewer.sort[component]
        return self.sorts[self.group_of[component]]

    def _face(self, die: int) -> Any:
        for face in self.program.faces:
            info = self.program.types[face.type]
            if info.low <= die < info.high:
                return self._plain(self.S[self.program.face_slot + die], face.face_type)
        return None

    def _fields(self, component: int) -> Json:
        """What is printed on it; what says nothing (0, no, none, an empty list or text) is left out."""
        found = {}
        kind = self.program.components[component].kind
        type_ = self.program.kinds[kind].type
        for field in self.viewer.fields_of[component]:
            owner = next(t for t in self._chain(type_) if field in self.program.types[t].fields)
            table = self.program.tables[field.table]
            row = component - self.program.types[owner].low
            if row >= len(table):
                continue
            value = self._indexed(table[row], field.index, field.type, printed=True)
            if value not in (0, None, "", [], {}) and value is not False:
                found[field.name] = value
        return found

    def _chain(self, type_: int) -> list[int]:
        found = []
        while type_ >= 0:
            found.append(type_)
            type_ = self.program.types[type_].parent
        return found

    # ------------------------------------------------------------------------------ state

    def _component_state(self, component: int, only_markers: bool) -> Json:
        """What the reader sees of a component's state; of a hidden one what belongs to its place, where it
        is not the first value."""
        found = {}
        for var, first, count in self.viewer.vars_of[component]:
            if var.holder == "hidden" or (only_markers and not var.place):
                continue
            if var.told >= 0 and var.index:
                told = self._told_values(var, first, count)
                if told:
                    found[var.name] = told
                continue
            if not self.sight.sees_variable(self.S, self.reader, var, first - var.base):
                continue
            values = self.S[first : first + count]
            untouched = list(self.program.initial[first : first + count]) == list(values)
            if untouched and (only_markers or var.holder == "trait"):
                continue
            found[var.name] = self._values(var, values)
        return found

    def _state_of(self, holder: str, number: int) -> Json:
        found = {}
        for var in self.program.vars:
            if var.holder == holder:
                each = var.size if holder == "game" else var.size // self.program.seats
                first = var.base + number * each
                if var.told >= 0 and var.index:
                    seen = self._told_values(var, first, each)
                    if seen:
                        found[var.name] = seen
                elif self.sight.sees_variable(self.S, self.reader, var, number * each):
                    found[var.name] = self._values(var, self.S[first : first + each])
        return found

    def _told_values(self, var: VarInfo, first: int, count: int) -> Any:
        """Those values of an indexed state that the reader sees: each may have been told alone."""
        return self._indexed(
            tuple(
                self.S[slot] if self.sight.sees_variable(self.S, self.reader, var, slot - var.base) else UNSEEN
                for slot in range(first, first + count)
            ),
            var.index,
            var.type,
        )

    def _resting(self, holder: str, seat: int) -> list[str]:
        """State that belongs to a phase and has its first value while that phase does not go on, or goes on for another
        player: whoever draws a table can leave it out."""
        found = []
        for var in self.program.vars:
            if var.per and var.holder == holder:
                each = var.size if holder == "game" else var.size // self.program.seats
                slots = range(var.base + seat * each, var.base + (seat + 1) * each)
                if not all(self.sight.sees_variable(self.S, self.reader, var, slot - var.base) for slot in slots):
                    continue  # whether it has changed is not for this reader
                if all(self.S[slot] == self.program.initial[slot] for slot in slots):
                    if not self._goes_on(var.per, seat if holder == "player" else None):
                        found.append(var.name)
        return found

    def _goes_on(self, phase: str, seat: int | None) -> bool:
        """Whether the phase is being carried out; of a phase of one player, for this one."""
        program = self.program
        for frame in self.S[STACK]:
            function = program.functions[program.blocks[frame[0] if frame[0] >= 0 else ~frame[0]].function]
            if function.word == "phase" and function.name == phase:
                of_one = seat is not None and function.params and function.locals[0].word == "player"
                if not of_one or frame[1] == seat:
                    return True
        return False

    def _values(self, var: VarInfo, values: Sequence[Any]) -> Any:
        if not var.index and len(values) == 1:
            return self._plain(values[0], var.type)
        return self._indexed(tuple(values), var.index, var.type)

    def _indexed(
        self, values: Any, index: Sequence[Sequence[str]], type_: Type, printed: bool = False
    ) -> Any:
        """Values with an index as an object, level by level."""
        if not index:
            if isinstance(values, tuple) and type_.word not in ("list", "amount"):
                return [self._plain(value, type_, printed) for value in values]
            return self._plain(values, type_, printed)
        step = max(1, len(values) // len(index[0]))
        found = {}
        for number, label in enumerate(index[0]):
            part = values[number * step : (number + 1) * step]
            if all(value is UNSEEN for value in part):
                continue
            if len(index) > 1:
                found[label] = self._indexed(part, index[1:], type_, printed)
            else:
                found[label] = self._plain(part[0], type_, printed)
        return found

    def _player(self, seat: int) -> Json:
        program = self.program
        found: Json = {
            "id": _player_id(seat),
            "name": self.viewer.names[seat],
            "playing": seat in self.S[PLAYERS],
            "state": self._state_of("player", seat),
        }
        resting = self._resting("player", seat)
        if resting:
            found["resting"] = resting
        if program.teams and program.team_slot >= 0:
            found["team"] = program.teams[self.S[program.team_slot + seat]]
        return found

    def _boards(self) -> list[Json]:
        """One for each type of space: its spaces, and the links between them."""
        found = []
        for number, info in enumerate(self.program.types):
            if info.sort != "space":
                continue
            spaces = [
                c
                for c in range(info.low, info.high)
                if self.program.kinds[self.program.components[c].kind].type == number
            ]
            if not spaces:
                continue
            inside = set(spaces)
            links = [
                {
                    "name": link.name,
                    "pairs": [
                        [self._id(a), self._id(b)] for a, b in link.pairs if a in inside or b in inside
                    ],
                }
                for link in self.program.links
            ]
            board: Json = {
                "type": info.name,
                "spaces": [self._item(c) for c in spaces],
                "links": [link for link in links if link["pairs"]],
            }
            if info.hex:
                board["hex"] = True
            if info.picture:
                board["picture"] = [[None if c < 0 else self._id(c) for c in row] for row in info.picture]
            found.append(board)
        return found

    # ------------------------------------------------------------------------------ values

    def _plain(self, value: Any, type_: Type, printed: bool = False) -> Any:
        """A value as JSON; components and zones by the ids of this view, `none` as null.

        What is `printed` names a component itself, wherever that lies.
        """
        program = self.program
        match type_.word:
            case "int":
                return None if type_.optional and value < 0 else value
            case "bool":
                return bool(value)
            case "list":
                return [self._plain(v, type_.item, printed) if type_.item else v for v in value]
            case "set":
                return [self._plain(v, type_.item, printed) if type_.item else v for v in bits(value)]
            case "amount":
                first = program.types[type_.of].kind_low if type_.of >= 0 else 0
                return {program.kinds[first + i].name: n for i, n in enumerate(value) if n}
            case "component" if printed and value >= 0:
                return program.components[value].name
        if value < 0:
            return None
        match type_.word:
            case "player":
                return _player_id(value)
            case "component":
                return self._id(value)
            case "zone":
                return self._zone_id(value)
            case "cube":
                zone, kind = divmod(value, len(program.kinds))
                seen = self.sight.sees_cubes(self.S, self.reader, zone)
                return program.kinds[kind].name if seen else None
        return self.viewer.named_in.get(type_.word, lambda v, _: v)(value, type_)


def _named_in(program: Program) -> Mapping[str, Any]:
    return {
        "team": lambda v, _: program.teams[v],
        "enum": lambda v, t: program.enums[t.of][1][v],
        "kind": lambda v, _: program.kinds[v].name,
        "phase": lambda v, _: program.functions[v].name,
        "text": lambda v, _: program.texts[v],
    }


def _player_id(seat: int) -> str:
    return f"p{seat + 1}"


def view(
    program: Program,
    S: Sequence[Any],
    reader: Reader,
    names: Sequence[str] = (),
    asked: int | None = None,
) -> Json:
    """One view; where several are wanted, a `Viewer` is made once."""
    return Viewer(program, names).view(S, reader, asked)
