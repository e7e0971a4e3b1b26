"""What need not be looked at again: the same text, for another number of players or with other options.

A body that was checked once and mentions nothing whose meaning has changed cannot be wrong now. So for a second check of the same
declarations only those bodies are made that mention, themselves or by way of what they mention, an option of another value, the
number of seats, or a type or kind of which there are now more or fewer. Names are compared as text, whatever they stand for in
their place: that takes in too much, never too little.

All that is declared (types, fields, zones, the set-up of the table) is always made anew; this is only about bodies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate.model import TraitDecl, World
from gdl.dsl.records import dataclass

SEATS = "seats"
OFFERS = "\0offers"
"""Stands for all actions: a step that offers need not name the ones it brings."""
FEW = 20
_INSIDE = ("body", "rows", "triggers", "lines", "cites", "span")
"""What does not count for those who only mention a declaration."""


Known = dict[int, tuple[object, frozenset[str]]]
"""Nodes, by their number, with the names at or below them. Games with other variants share it."""


class Mentions:
    """The names in the text of a game. `propagate`: for each name, what has another meaning when it has."""

    def __init__(self, declarations: Iterable[s.Declaration], known: Known | None = None):
        self.known: Known = {} if known is None else known
        self.propagate: dict[str, set[str]] = {}
        for declaration in declarations:
            self._item(declaration, ())

    def of(self, node: object) -> frozenset[str]:
        """All names at or below a node."""
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = (node, frozenset(_names(node)))
        return found[1]

    def closed(self, names: set[str]) -> set[str]:
        """These names and all that depend on them."""
        done: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in done:
                done.add(name)
                todo += self.propagate.get(name, ())
        return done

    def _item(self, node: s.Declaration, owner: tuple[str, ...]) -> None:
        """Notes what a declaration makes of what it mentions; `owner`: the type or kind that it stands in."""
        for line in getattr(node, "lines", ()):
            self._item(line, _declared(node))
        match node:
            case s.Trigger() | s.When() | s.Fact() | s.Flow() | s.Requires():
                return
            case s.Value() | s.Modifier():
                self._note(self.of(node), (node.name.name,))
            case s.Action():
                names = (node.name.name, *(o.name.name for o in node.occasions), OFFERS)
                self._note(self._head(node), names)
            case s.Rule() | s.Phase() | s.Table() | s.Window() | s.Trait():
                self._note(self._head(node), (node.name.name,))
            case s.Field() | s.State():
                self._note(self.of(node), (node.name.name,))
            case s.FieldDefault() | s.GiveField():
                self._note(self.of(node), (node.name.name, *owner))
            case s.Component() | s.Kind() | s.Link():
                self._note(self._head(node), _declared(node))
            case s.Zones():
                for _, zone in node.zones:
                    self._note(self.of(zone), (zone.name.name,))
            case s.States():
                for _, state in node.states:
                    self._note(self.of(state), (state.name.name,))
            case s.HasZone():
                self._note(self.of(node), (node.zone.name.name,))
            case _:
                found = self.of(node)
                if len(found) <= FEW:
                    self._note(found, (*found, *owner))
                else:  # each of very many hangs on every other: by way of the declaration
                    self._note(found, (f"\0{id(node)}",))
                    self._note((f"\0{id(node)}",), (*found, *owner))

    def _head(self, node: s.Declaration) -> frozenset[str]:
        key = ~id(node)  # beside what `of` knows about the whole node
        found = self.known.get(key)
        if found is None:
            fields = [f for f in node.__dataclass_fields__ if f not in _INSIDE]
            names = frozenset(n for f in fields for n in _names(getattr(node, f)))
            found = self.known[key] = (node, names)
        return found[1]

    def _note(self, mentioned: Iterable[str], changed: tuple[str, ...]) -> None:
        for name in mentioned:
            self.propagate.setdefault(name, set()).update(changed)


def _declared(node: s.Declaration) -> tuple[str, ...]:
    match node:
        case s.Kind():
            return (*(n.name for n in node.names), node.type.name)
        case s.Component() | s.Link() | s.Trait():
            return (node.name.name,)
    return ()


def _names(root: object) -> Iterator[str]:
    stack = [root]
    while stack:
        x = stack.pop()
        if isinstance(x, str):
            yield x
        elif isinstance(x, tuple | list):
            stack.extend(x)
        elif isinstance(x, s.Node):
            if isinstance(x, s.Offer | s.Window | s.OpenWindow):
                yield OFFERS
            elif isinstance(x, s.Table):
                yield SEATS
            stack += [getattr(x, name) for name in _told_by(x.__class__)]  # type: ignore[arg-type]


@cache
def _told_by(kind: type[s.Node]) -> tuple[str, ...]:
    """The fields of a class of nodes that can hold names."""
    return tuple(name for name in kind.__dataclass_fields__ if name not in ("span", "cites", "op"))


@dataclass(frozen=True, slots=True)
class Before:
    """A world with nothing wrong in it, as far as another one of the same declarations is compared with it."""

    mentions: Mentions
    seats: int
    options: dict[str, object]
    types: dict[str, int]
    kinds: dict[str, int]
    touched: frozenset[object]
    used: frozenset[str]


def remembered(w: World, mentions: Mentions) -> Before:
    return Before(
        mentions,
        w.seats,
        _options(w),
        {n: t.high - t.low for n, t in w.types.items()},
        {n: len(k.components) for n, k in w.kinds.items()},
        frozenset(x for x in w.touched if isinstance(x, tuple) and x[0] in ("offered", "occasion", "window")),
        frozenset(n for n, c in w.callables.items() if c.used),
    )


def _options(w: World) -> dict[str, object]:
    return {n: v.e.value if isinstance(v.e, ir.Const) else None for n, v in w.options.items()}


def compare(w: World, before: Before) -> None:
    """Lets a world make only what has another meaning than before; everything where too much is different."""
    kinds = {n: len(k.components) for n, k in w.kinds.items()}
    if kinds.keys() != before.kinds.keys() or any(bool(n) != bool(before.kinds[k]) for k, n in kinds.items()):
        return
    mine = _options(w)
    changed = {n for n, value in mine.items() if value != before.options.get(n)}
    changed |= {n for n, count in kinds.items() if count != before.kinds[n]}
    changed |= {n for n, t in w.types.items() if t.high - t.low != before.types.get(n)}
    if w.seats != before.seats:
        changed.add(SEATS)
    w.changed = before.mentions.closed(changed)
    w.mentions = before.mentions
    w.touched |= before.touched
    for name in before.used:
        w.callables[name].used = True


def as_before(w: World, *nodes: object, trait: TraitDecl | None = None) -> bool:
    """Whether these have been looked at before, in a world in which they mean the same; `trait`: in which they stand."""
    changed = w.changed
    if changed is None:
        return False
    assert isinstance(w.mentions, Mentions)
    if trait is not None:
        if trait.name in changed or (trait.owner_kind is not None and trait.owner_kind.name in changed):
            return False
        if any(t.name in changed for on in trait.on for t in on.chain()):
            return False
        if trait.node is not None and not w.mentions.of(trait.node).isdisjoint(changed):
            return False
    return all(w.mentions.of(node).isdisjoint(changed) for node in nodes if node is not None)


__all__ = ["Before", "Known", "Mentions", "as_before", "compare", "remembered"]
