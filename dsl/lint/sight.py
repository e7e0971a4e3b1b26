"""Where the things in an expression lie, and who may look there: what the rules about leaks ask.

A small reckoning on the text alone. An expression stands for a player (by the words that name that player), for
components that lie in certain zones, or for something about which nothing is known. Values are followed into their
bodies. Whatever is not known for certain counts as visible, so that what is found is worth saying.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from gdl.dsl import syntax as s
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.text import Text

HIDDEN_SHAPES = {"deck": "secret", "hand": "owner"}
DEEP = 12
"""How many values within values are followed."""


@dataclass(frozen=True, slots=True)
class Who:
    """A player: by the name of a parameter or local, as `left of p`, or one of a circle of several (`each`)."""

    name: str
    each: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A zone: whose it is where it is a player's; `by_owner` where each component's owner sees that component. Without a zone
    it is a state that not all may see."""

    zone: s.Zone | None = field(compare=False)
    name: str
    sight: str
    holder: Who | None
    by_owner: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """Components in these places; `owner` where a condition says whose they are, `others` where whose they are not."""

    places: frozenset[Place]
    owner: Who | None = None
    others: Who | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A number or a truth that was worked out from hidden things: whoever learns it learns something about them."""

    reads: tuple[Read, ...] = field(compare=False)


Known = Who | Lying | Told | None
Names = dict[str, Known]


@dataclass(frozen=True, slots=True)
class Read:
    """`at` in the text a hidden part of what lies in `place` is looked at: its `part`, or whether it is a `kind`."""

    at: s.Node
    place: Place
    lying: Lying
    part: str
    kind: str = ""
    through: tuple[str, ...] = ()


def visible(read: Read, reader: Who | None) -> bool:
    """Whether the reader (everybody, where there is none) may see what lies there, as far as one can tell."""
    place, lying = read.place, read.lying
    if place.sight == "open":
        return True
    if place.sight == "secret":
        return False
    if reader is None:
        return False
    if place.holder == Who("you"):
        return True  # in a modifier: whose it is cannot be told from the text
    if place.by_owner:
        if lying.others is not None:
            return lying.others != reader
        return lying.owner == reader
    return place.holder is None or place.holder == reader


class Sight:
    """What a game's text says about zones, parts of components and values."""

    def __init__(self, text: Text, changed: frozenset[str] = frozenset()):
        """`changed` are zones that a variant says anew: of those, nothing is known."""
        self.values: dict[str, s.Value] = {}
        self.of_types: set[str] = set()
        self.kinds: set[str] = set()
        self.types: set[str] = set()
        self.parents: dict[str, str] = {}
        self.parts: set[str] = set()
        self.printed: set[str] = set()
        self.enums: set[str] = {"players", "seats"}
        self.common: dict[str, s.Zone] = {}
        self.of_players: dict[str, s.Zone] = {}
        self.of_spaces: dict[str, s.Zone] = {}
        self.public: dict[str, s.State] = {}
        self.private: dict[str, s.State] = {}
        self.of_the_table: set[str] = set()
        """Hidden states that belong to no player."""
        self.hidden_on_spaces: set[str] = set()
        self.told = {name for node in text.of(s.Reveal) for name in names_in(node.what)}
        """What is ever shown to somebody, by the names in it."""
        self.rules = {node.name.name: node for node in text.declarations if isinstance(node, s.Rule)}
        self.modifiers: dict[str, list[s.Modifier]] = {}
        for modifier in text.of(s.Modifier):
            self.modifiers.setdefault(modifier.name.name, []).append(modifier)
        self._answers: dict[object, tuple[Known, tuple[Read, ...]]] = {}
        self._deep = 0
        for node in text.declarations:
            self._declare(node)
        for group in (self.common, self.of_players, self.of_spaces):
            for name in changed:
                group.pop(name, None)
        for use in text.of(s.TraitCall):
            self.printed.add(use.name.name)

    def _declare(self, node: s.Declaration) -> None:
        match node:
            case s.Value():
                self.values[node.name.name] = node
            case s.Zones():
                for each_player, zone in node.zones:
                    (self.of_players if each_player else self.common)[zone.name.name] = zone
            case s.States():
                for each_player, state in node.states:
                    if state.sight in (None, "open"):
                        self.public[state.name.name] = state
                    elif each_player:
                        self.private[state.name.name] = state
                    else:
                        self.of_the_table.add(state.name.name)
            case s.Component():
                self.types.add(node.name.name)
                if node.parent is not None:
                    self.parents[node.name.name] = node.parent.name
                for line in node.lines:
                    match line:
                        case s.HasZone() if node.sort == "space":
                            self.of_spaces[line.zone.name.name] = line.zone
                        case s.Field() if node.sort not in ("space", "die"):
                            self.parts.add(line.name.name)
                        case s.State(sight="secret" | "owner") if node.sort == "space":
                            self.hidden_on_spaces.add(line.name.name)
                        case s.State() if line.sight is None and node.sort not in ("space", "die"):
                            self.parts.add(line.name.name)
                        case s.Value() | s.Rule() | s.Action():
                            self.of_types.add(line.name.name)
            case s.Kind():
                self.kinds.update(name.name for name in node.names)

    # ------------------------------------------------------------------------------------ what an expression is

    def known(self, node: object, names: Names) -> Known:
        """Which player or which components an expression stands for."""
        match node:
            case s.Name():
                return self._name(node, names)
            case s.Member():
                return self._member(node, names)
            case s.Item():
                return self.known(node.object, names)
            case s.Call(function=s.Name(name="top"), args=(zone, *_)):
                return self.known(zone, names)
            case s.Call(function=s.Name() as function) if function.name in self.values:
                return self._asked(function.name, node, names)[0]
            case s.Unary(op="left of" | "right of"):
                inner = self.known(node.operand, names)
                return Who(f"{node.op} {inner.name}") if isinstance(inner, Who) else None
            case s.Unary(op="players from"):
                return Who("players", each=True)
            case s.Binary(op="+"):
                return _joined(self.known(node.left, names), self.known(node.right, names))
            case s.Search():
                inside = self.bound(node.binder, node.where, names)
                found = inside.get(node.binder.name.name) if node.binder.name is not None else None
                if isinstance(found, Who) and any(self.reads(node.where, inside)):
                    return None  # who that is, is a secret itself
                return Who(found.name, each=True) if isinstance(found, Who) and found.each else found
            case s.IfElse():
                one, other = self.known(node.then, names), self.known(node.otherwise, names)
                return one if one == other else None
        return None

    def _name(self, node: s.Name, names: Names) -> Known:
        name = node.name
        if name in names:
            return names[name]
        if name in ("players", "seats", "Player"):
            return Who("players", each=True)
        if name in self.common:
            zone = self.common[name]
            return Lying(frozenset([_place(zone, None, by_owner=True)]))
        if name in self.of_players:
            return Lying(frozenset([_place(self.of_players[name], Who("players", each=True))]))
        if name in self.values and not self.values[name].params:
            return self._asked(name, None, names)[0]
        return None

    def _member(self, node: s.Member, names: Names) -> Known:
        name = node.name.name
        if name in self.of_players:
            holder = self.known(node.object, names)
            if isinstance(holder, Who):
                return Lying(frozenset([_place(self.of_players[name], holder)]))
            return None
        if name in self.of_spaces:
            return Lying(frozenset([_place(self.of_spaces[name], None, by_owner=True)]))
        if name == "owner":
            thing = self.known(node.object, names)
            if isinstance(thing, Lying) and thing.owner is not None:
                return thing.owner
        return None

    def bound(self, binder: s.Binder, where: s.Expr | None, names: Names) -> Names:
        """The names inside `x in z where c`: what `c` says about the owner of x is known of x."""
        if binder.name is None:
            return names
        name = binder.name.name
        domain = self.known(binder.domain, names)
        inside = dict(names)
        if isinstance(domain, Who):
            same = _same_as(name, where)
            inside[name] = self.known(same, names) if same is not None else Who(name, each=True)
        else:
            inside[name] = domain
            if isinstance(domain, Lying):
                inside[name] = self._owned(name, domain, where, inside)
                if any(_face_up(part) == name for part in _both(where)):
                    inside[name] = _turned_up(inside[name])
        return inside

    def _owned(self, name: str, thing: Lying, where: s.Expr | None, names: Names) -> Lying:
        for part in _both(where):
            if isinstance(part, s.Binary) and part.op in ("=", "!="):
                for one, other in ((part.left, part.right), (part.right, part.left)):
                    match one:
                        case s.Member(object=s.Name() as of, name=s.Ident(name="owner")) if of.name == name:
                            who = self.known(other, names)
                            if isinstance(who, Who):
                                if part.op == "=":
                                    return replace(thing, owner=who)
                                return replace(thing, others=who)
        return thing

    # ------------------------------------------------------------------------------------ what an expression reads

    def reads(self, node: object, names: Names) -> Iterator[Read]:
        """Every hidden part that an expression looks at, also inside the values that it asks."""
        match node:
            case s.Member():
                name = node.name.name
                if name in self.parts or name == "kind":
                    thing = self.known(node.object, names)
                    if isinstance(thing, Lying):
                        yield from _seen(node, thing, name)
                elif name in self.private:
                    holder = self.known(node.object, names)
                    if isinstance(holder, Who):
                        place = Place(None, name, self.private[name].sight or "owner", holder)
                        yield Read(node, place, Lying(frozenset([place])), name)
                elif name in self.hidden_on_spaces:
                    yield _state_read(node, name)
                yield from self.reads(node.object, names)
            case s.Is():
                if isinstance(node.what, s.Name) and self._tells(node.what.name, names):
                    thing = self.known(node.operand, names)
                    if isinstance(thing, Lying):
                        yield from self._of_kind(node, thing, node.what.name)
                yield from self.reads(node.operand, names)
            case s.Binary(op="has"):
                if isinstance(node.right, s.Name | s.Call):
                    trait = node.right.function if isinstance(node.right, s.Call) else node.right
                    thing = self.known(node.left, names)
                    if isinstance(thing, Lying) and isinstance(trait, s.Name) and trait.name in self.printed:
                        yield from _seen(node, thing, trait.name)
                yield from self.reads(node.left, names)
            case s.Binary(op="and"):
                yield from self.reads(node.left, names)
                yield from self.reads(node.right, self.learnt(node.left, names))
            case s.Quantified():
                yield from self._binder_reads(node.binder, node.condition, None, names)
            case s.Search():
                yield from self._binder_reads(node.binder, node.where, node.best, names)
            case s.Count() if node.binders is not None:
                yield from self._binders_reads(node.binders, (), names)
            case s.Fold() if node.binders is not None:
                yield from self._binders_reads(node.binders, (node.value,), names)
            case s.Comprehension():
                yield from self._binders_reads(node.binders, (node.value,), names)
            case s.Call(function=s.Name() as function) if function.name in self.values:
                for read in self._asked(function.name, node, names)[1]:
                    yield replace(read, at=node, through=(function.name, *read.through))
                for argument in node.args:
                    yield from self.reads(argument, names)
            case s.Call(function=s.Member() as method) if method.name.name in self.of_types:
                thing = self.known(method.object, names)
                if isinstance(thing, Lying):
                    yield from _seen(node, thing, method.name.name)
            case s.Call(function=s.Name() as function) if function.name in self.rules:
                yield from self._answered(node, self.rules[function.name], names)
            case s.Name():
                told = names.get(node.name)
                if isinstance(told, Told):
                    for read in told.reads:
                        yield replace(read, at=node, through=(node.name, *read.through))
                if node.name in self.of_the_table and node.name not in names:
                    yield _state_read(node, node.name)
                if node.name in self.values and node.name not in names and not self.values[node.name].params:
                    for read in self._asked(node.name, None, names)[1]:
                        yield replace(read, at=node, through=(node.name, *read.through))
            case s.Node():
                for part in _parts(node):
                    yield from self.reads(part, names)

    def _answered(self, call: s.Call, rule: s.Rule, names: Names) -> Iterator[Read]:
        """What the answers of a rule hang on: `return sum(c.rank for c in p.hand)`."""
        for argument in call.args:
            yield from self.reads(argument, names)
        if self._deep >= DEEP:
            return
        given = [self.known(argument, names) for argument in call.args]
        inside: Names = {p.name.name: known for p, known in zip(rule.params, given, strict=False)}
        self._deep += 1
        for step in walk(rule.body):
            if isinstance(step, s.Leave) and step.value is not None:
                for read in self.reads(step.value, inside):
                    yield replace(read, at=call, through=(rule.name.name, *read.through))
        self._deep -= 1

    def learnt(self, condition: s.Expr, names: Names) -> Names:
        """What `some x in z where c` binds for what stands behind it."""
        for part in _both(condition):
            if isinstance(part, s.Quantified) and part.word == "some":
                names = self.bound(part.binder, part.condition, names)
            elif _face_up(part) in names:
                names = {**names, _face_up(part): _turned_up(names[_face_up(part)])}
            elif isinstance(part, s.Is) and part.alias is not None:
                names = {**names, part.alias.name: self.known(part.operand, names)}
        return names

    def _tells(self, name: str, names: Names) -> bool:
        """Whether being of this kind or type is written on the face: not of a whole deck's own type."""
        return name in self.kinds or name in self.types or name in names

    def _of_kind(self, node: s.Node, thing: Lying, kind: str) -> Iterator[Read]:
        for place in thing.places:
            if place.zone is None or not self._all_are(place.zone.of, kind):
                yield Read(node, place, thing, "kind", kind)

    def _all_are(self, of: s.TypeNode, kind: str) -> bool:
        """Whether all that may lie there is of this type."""
        name = of.name if isinstance(of, s.NamedType) else ""
        while name and name != kind:
            name = self.parents.get(name, "")
        return name == kind

    def _binder_reads(
        self, binder: s.Binder, where: s.Expr | None, best: s.Best | None, names: Names
    ) -> Iterator[Read]:
        inside = self.bound(binder, where, names)
        yield from self._typed(binder, where, names, inside)
        yield from self.reads(binder.domain, names)
        for part in (where, best):
            yield from self.reads(part, inside)

    def _binders_reads(self, node: s.Binders, values: tuple[s.Expr, ...], names: Names) -> Iterator[Read]:
        inside = names
        for binder in node.binders:
            yield from self.reads(binder.domain, inside)
            before, inside = inside, self.bound(binder, node.where, inside)
            yield from self._typed(binder, node.where, before, inside)
        for part in (node.where, node.best, *values):
            yield from self.reads(part, inside)

    def _typed(self, binder: s.Binder, where: s.Expr | None, names: Names, inside: Names) -> Iterator[Read]:
        """`c: Scout in z` tells whether there is a Scout."""
        if isinstance(binder.type, s.NamedType) and self._tells(binder.type.name, names):
            thing = inside[binder.name.name] if binder.name is not None else self.known(binder.domain, names)
            if isinstance(thing, Lying):
                yield from self._of_kind(binder, thing, binder.type.name)

    def _asked(self, name: str, call: s.Call | None, names: Names) -> tuple[Known, tuple[Read, ...]]:
        """What a value is and what it reads, for these arguments."""
        value = self.values[name]
        arguments = call.args if call is not None else ()
        given = tuple(self.known(argument, names) for argument in arguments)
        key = (name, given)
        if key not in self._answers:
            self._answers[key] = (None, ())  # a value that asks itself
            if self._deep >= DEEP:
                return None, ()
            inside: Names = {p.name.name: known for p, known in zip(value.params, given, strict=False)}
            self._deep += 1
            found = [*self.reads(value.body, inside)]
            for modifier in self.modifiers.get(name, ()):
                own: Names = {"you": Who("you"), "self": None}
                found += [*self.reads(modifier.condition, own), *self.reads(modifier.value, own)]
            self._answers[key] = (self.known(value.body, inside), tuple(found))
            self._deep -= 1
        return self._answers[key]


def _state_read(node: s.Node, name: str) -> Read:
    """A hidden state of the table, or of a space: nobody sees it who has not been told."""
    place = Place(None, name, "secret", None)
    return Read(node, place, Lying(frozenset([place])), name)


def names_in(node: object) -> set[str]:
    return {x.name for x in walk(node) if isinstance(x, s.Name | s.Ident)}


def _place(zone: s.Zone, holder: Who | None, by_owner: bool = False) -> Place:
    sight = zone.sight or HIDDEN_SHAPES.get(zone.shape, "open")
    return Place(zone, zone.name.name, sight, holder, by_owner)


def _seen(node: s.Node, thing: Lying, part: str) -> Iterator[Read]:
    for place in thing.places:
        yield Read(node, place, thing, part)


def _joined(one: Known, other: Known) -> Known:
    if (
        isinstance(one, Lying)
        and isinstance(other, Lying)
        and (one.owner, one.others) == (other.owner, other.others)
    ):
        return replace(one, places=one.places | other.places)
    if isinstance(one, Who) and isinstance(other, Who):
        return Who("players", each=True)
    return None


def _face_up(condition: s.Expr) -> str:
    """The u of `u is face up`."""
    match condition:
        case s.Is(operand=s.Name() as operand, what="face up", negated=False):
            return operand.name
    return ""


def _turned_up(known: Known) -> Known:
    """What lies face up is seen by all, wherever it lies."""
    if not isinstance(known, Lying):
        return known
    return replace(
        known,
        places=frozenset(replace(p, sight="open") if p.sight == "face down" else p for p in known.places),
    )


def _both(condition: s.Expr | None) -> Iterator[s.Expr]:
    """The parts of a condition that all hold: `a and b and c`."""
    if isinstance(condition, s.Binary) and condition.op == "and":
        yield from _both(condition.left)
        yield from _both(condition.right)
    elif condition is not None:
        yield condition


def _same_as(name: str, where: s.Expr | None) -> s.Expr | None:
    """The p of `where q = p`."""
    for part in _both(where):
        if isinstance(part, s.Binary) and part.op == "=":
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, s.Name) and one.name == name:
                    return other
    return None


def _parts(node: s.Node) -> Iterator[object]:
    for slot in node.__dataclass_fields__:
        if slot != "span":
            value = getattr(node, slot)
            if isinstance(value, tuple):
                yield from value
            else:
                yield value
