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

    Rules, actions and phases have warnings of their own. A kind need not be named by anyone to be drawn. A value
    may be there for the scenarios alone.
    """
    tested = {x.name for x in walk(text.scenarios) if isinstance(x, s.Name)}
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
                continue
            case _:
                continue
        for part in named:
            filled = isinstance(part, s.Zone) and part.starts is not None
            if text.alone(part.name) and not filled:
                _say(to, part, part.name)


def _say(to: Diagnostics, node: s.Declaration, name: s.Ident) -> None:
    if PurePath(name.span.file).parent.name == "std":
        return  # a library offers more than one game needs
    to.warning(
        "GDL1003", name.span, f"{word_of(node)} `{name.name}` is never used", "use it, or take it out"
    )


def states_never_set(text: Text, to: Diagnostics) -> None:
    """A state of the game or of the players that no step assigns to keeps its first value for ever."""
    set_somewhere: set[str] = set()
    for node in text.nodes:
        targets: tuple[s.Expr, ...] = ()
        if isinstance(node, s.Assign):
            targets = (node.target,)
        elif isinstance(node, s.Swap):
            targets = (node.left, node.right)
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
