"""GDL1005, GDL1006, GDL1007: actions that are never offered, phases never reached, rules that never happen."""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.lint.text import Text


def _called(text: Text) -> set[str]:
    """Names that stand where something is called or played: `gain(p, 2)`, `c.rest(p)`, lines of the flow."""
    found: set[str] = set()
    for node in text.nodes:
        match node:
            case s.Call(function=s.Name() as function):
                found.add(function.name)
            case s.Call(function=s.Member() as function):
                found.add(function.name.name)
            case s.FlowLine():
                found.update(phase.name for phase in node.phases)
    return found


def never_offered(text: Text, to: Diagnostics) -> None:
    """An action is offered by name, by its window or by its occasion, or may be taken at any time."""
    windows = {node.name.name for node in text.nodes if isinstance(node, s.Window)}
    offered: set[str] = set()
    for node in text.nodes:
        if isinstance(node, s.OfferItem) and node.what is not None:
            what = node.what.function if isinstance(node.what, s.Call) else node.what
            if isinstance(what, s.Name):
                offered.add(what.name)
            elif isinstance(what, s.Member):
                offered.add(what.name.name)
    called = _called(text)
    for node in text.nodes:
        if not isinstance(node, s.Action) or node.anytime:
            continue
        name = node.name.name
        served = [o.name.name for o in node.occasions if o.name.name in windows or o.name.name in offered]
        others = [
            x for x in text.nodes if isinstance(x, s.Action) and x.name.name == name and x is not node
        ]
        if name in offered or name in called or served or others:
            continue
        if node.occasions:
            first = node.occasions[0].name
            to.warning(
                "GDL1005",
                first.span,
                f"`{name}` is never offered: nothing offers `{first.name}`, and no window is called so",
                f"write `offer p: {first.name}` where it may be done",
            )
        else:
            to.warning(
                "GDL1005",
                node.name.span,
                f"action `{name}` is never offered",
                f"write `offer p: {name}` where it may be done",
            )


def never_reached(text: Text, to: Diagnostics) -> None:
    called = _called(text)
    for node in text.declarations:
        if isinstance(node, s.Phase) and node.name.name not in called:
            to.warning(
                "GDL1006",
                node.name.span,
                f"phase `{node.name.name}` is never reached",
                "name it in the flow, or call it from another phase",
            )


def never_happens(text: Text, to: Diagnostics) -> None:
    """Rules and tables that nothing calls; triggers on them never fire."""
    called = _called(text)
    for node in text.declarations:
        if isinstance(node, s.Rule | s.Table) and node.name.name not in called:
            word = "rule" if isinstance(node, s.Rule) else "table"
            hooked = any(
                isinstance(x, s.Event) and isinstance(x.name, s.Name) and x.name.name == node.name.name
                for x in text.nodes
            )
            tail = ", so triggers on it never fire" if hooked else ""
            to.warning(
                "GDL1007",
                node.name.span,
                f"{word} `{node.name.name}` never happens: nothing calls it{tail}",
                "call it, or take it out",
            )
