"""GDL1011: a requirement or label that reads cards which nobody may see.

What is offered, and what it is called, tells its reader something. If it hangs on what lies in a `secret` zone, the
offer gives the secret away.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.lint.text import Text


def hidden_in_public(text: Text, to: Diagnostics) -> None:
    """`requires: top(deck).cost > 3`: how many lie in a zone is known to all; what they are is not."""
    secret = {n.name.name for n in text.nodes if isinstance(n, s.Zone) and n.sight == "secret"}
    for node in text.nodes:
        if isinstance(node, s.Action):
            said: list[object] = [c for req in node.requires for c in req.conditions]
            said += [p.where for p in node.params if p.where is not None]
            for name, at in (x for part in (*said, node.label) for x in _looked_into(part, secret)):
                to.warning(
                    "GDL1011",
                    at.span,
                    f"whoever is offered `{node.name.name}` learns something about `{name}`, which is secret",
                    "ask about what the player can see, or reveal it first",
                )


def _looked_into(node: object, secret: set[str], inside: bool = False) -> Iterator[tuple[str, s.Node]]:
    """Parts of components that are taken straight from a secret zone: `top(z).cost`, `z[1].suit`."""
    if isinstance(node, s.Member):
        for name in _straight_from(node.object, secret):
            yield name, node
        return
    if isinstance(node, s.Text):
        for part in node.parts:
            if not isinstance(part, str):
                for name in _straight_from(part, secret):
                    yield name, node
        return
    if isinstance(node, s.Binary | s.Unary | s.Is | s.IfElse | s.Call):
        for field in node.__dataclass_fields__:
            value = getattr(node, field)
            for x in value if isinstance(value, tuple) else (value,):
                if isinstance(x, s.Node):
                    yield from _looked_into(x, secret)


def _straight_from(node: object, secret: set[str]) -> Iterator[str]:
    """The zone that `top(z)`, `z[1]` or `first x in z` takes something from."""
    match node:
        case s.Call(function=s.Name(name="top"), args=(zone, *_)):
            name = _zone(zone)
        case s.Item():
            name = _zone(node.object)
        case s.Search(word="first" | "last"):
            name = _zone(node.binder.domain)
        case _:
            return
    if name in secret:
        yield name


def _zone(node: object) -> str:
    match node:
        case s.Name():
            return node.name
        case s.Member():
            return node.name.name
    return ""
