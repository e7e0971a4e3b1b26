"""GDL1003, GDL1004: what is declared and never mentioned again; a state that nothing sets."""

from __future__ import annotations

from pathlib import PurePath

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.text import Text
from gdl.dsl.names import word_of


def unused_names(text: Text, to: Diagnostics) -> None:
    """Options, enums, types, values, tables, traits, windows, links, zones and states that nothing mentions.

    Rules, actions and phases have warnings of their own. A value may be there for the scenarios alone.
    """
    tested = {x.name for x in text.tested if isinstance(x, s.Name | s.Ident)}
    for node in text.declarations:
        match node:
            case s.Zones():
                named: list[s.Zone | s.State] = [zone for _, zone in node.zones]
            case s.States():
                named = [state for _, state in node.states]
            case (
                s.Option() | s.Enum() | s.TypeAlias() | s.Component() | s.Value() | s.Trait() | s.Window()
                | s.Link()
            ):  # fmt: skip
                if isinstance(node, s.Enum) and any(text.mentions[m.name] > 1 for m in node.members):
                    continue
                if text.alone(node.name) and node.name.name not in tested:
                    _say(to, node, node.name)
                if isinstance(node, s.Component | s.Trait):
                    _inside(text, node.lines, tested, to)
                continue
            case _:
                continue
        for part in named:
            filled = isinstance(part, s.Zone) and part.starts is not None
            if text.alone(part.name) and not filled:
                _say(to, part, part.name)


def _inside(text: Text, lines: tuple[s.Declaration, ...], tested: set[str], to: Diagnostics) -> None:
    """Zones, states and values of a type or trait."""
    for line in lines:
        parts: tuple[s.Zone | s.State | s.Value, ...] = ()
        match line:
            case s.HasZone():
                parts = (line.zone,)
            case s.State() | s.Value():
                parts = (line,)
            case s.WhileIn():
                parts = line.states
        for part in parts:
            if text.alone(part.name) and part.name.name not in tested:
                _say(to, part, part.name)


def unused_kinds(text: Text, to: Diagnostics) -> None:
    """Kinds that never leave the box: nobody names them, nor their type in a way that means all of it.

    A type is meant as a whole where it stands in an expression, in `starts with all`, or where a player may choose
    among its kinds; then a kind need not be named to come into play.
    """
    parents = {c.name.name: c.parent.name for c in text.of(s.Component) if c.parent is not None}
    fixed = {c.name.name for c in text.of(s.Component) if c.sort in ("space", "die")}
    whole = {node.name for node in text.of(s.Name)} | {node.type.name for node in text.of(s.KindsOf)}
    whole |= {node.type.name for node in text.of(s.Stock) if node.type is not None}
    whole |= {x.name for node in text.of(s.OfType) for x in walk(node.of) if isinstance(x, s.NamedType)}
    whole |= {x.name for p in text.of(s.Param) for x in walk(p.type) if isinstance(x, s.NamedType)}
    whole |= {x.name for b in text.of(s.Binder) for x in walk(b.type) if isinstance(x, s.NamedType)}
    taken = [*(b.domain for b in text.of(s.Binder)), *(d.source for d in text.of(s.Draw))]
    taken += [move.what for move in text.of(s.Move)]
    if any(isinstance(x, s.Name) and x.name == "box" for node in taken for x in walk(node)):
        return  # whatever lies there may be taken
    for node in text.declarations:
        if isinstance(node, s.Kind):
            family = [node.type.name]
            while family[-1] in parents and parents[family[-1]] not in family:
                family.append(parents[family[-1]])
            if whole.isdisjoint(family) and fixed.isdisjoint(family):
                for name in node.names:
                    if text.alone(name):
                        to.warning(
                            "GDL1003",
                            name.span,
                            f"kind `{name.name}` is never used: it stays in the box",
                            "bring it into play, or take it out",
                        )


def _say(to: Diagnostics, node: s.Declaration, name: s.Ident) -> None:
    if PurePath(name.span.file).parent.name == "std":
        return  # a library offers more than one game needs
    to.warning("GDL1003", name.span, f"{word_of(node)} `{name.name}` is never used", "use it, or take it out")


def states_never_set(text: Text, to: Diagnostics) -> None:
    """A state of the game or of the players that no step assigns to keeps its first value for ever."""
    set_somewhere: set[str] = set()
    targets = [node.target for node in text.of(s.Assign)]
    targets += [side for node in text.of(s.Swap) for side in (node.left, node.right)]
    for target in targets:
        base = target.object if isinstance(target, s.Item) else target
        if isinstance(base, s.Name):
            set_somewhere.add(base.name)
        elif isinstance(base, s.Member):
            set_somewhere.add(base.name.name)
    for declared in text.declarations:
        if isinstance(declared, s.States):
            for _, state in declared.states:
                name = state.name.name
                if name not in set_somewhere and not text.alone(state.name):
                    to.warning(
                        "GDL1004",
                        state.name.span,
                        f"no step sets the state `{name}`: it keeps its first value",
                        "set it somewhere, or make it an option or a value",
                    )
