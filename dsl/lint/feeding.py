"""GDL1009: a value that always needs itself, or a modifier that needs what it changes."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.lint.text import Text


def feeding_on_itself(text: Text, to: Diagnostics) -> None:
    """Values that read each other in a circle with no condition on the way, and modifiers that read what they change.

    What stands after `if`, `and` or `or`, or in a search, may not be read, so it does not count.
    """
    plain = {n.name.name: n for n in text.declarations if isinstance(n, s.Value)}
    reads = {
        name: [x for x in _always_read(node.body, {p.name.name for p in node.params}) if x in plain]
        for name, node in plain.items()
    }
    for name, node in plain.items():
        way = _way_back(name, reads)
        if way:
            to.warning(
                "GDL1009",
                node.name.span,
                f"`{name}` needs itself"
                + (f" by way of {', '.join(f'`{w}`' for w in way)}" if way[0] else ""),
                "let one of them be a state, or end the circle with a condition",
            )
    for modifier in text.of(s.Modifier):
        if modifier.name.name in plain and any(_asks_the_same(x, modifier) for x in _heads(modifier)):
            to.warning(
                "GDL1009",
                modifier.span,
                f"this changes `{modifier.name.name}` and needs to know it first",
                "`it` is the value so far: `becomes it + 1`; and ask about something else after `while`",
            )


def _heads(modifier: s.Modifier) -> Iterator[s.Expr]:
    """What a modifier surely asks: its condition, or its value where there is none."""
    yield modifier.value if modifier.condition is None else modifier.condition


def _asks_the_same(node: s.Expr, modifier: s.Modifier) -> bool:
    """Whether the value of the head is asked for the very things of the head: `power(self) + power(self)`."""
    wanted = [x.name if isinstance(x, s.Name) else "" for x in modifier.args]
    match node:
        case s.Call(function=s.Name() as function) if function.name == modifier.name.name:
            return [x.name if isinstance(x, s.Name) else "-" for x in node.args] == wanted
        case s.Name():
            return node.name == modifier.name.name and not wanted
        case s.Binary() if node.op in ("and", "or"):
            return _asks_the_same(node.left, modifier)
        case s.Binary():
            return _asks_the_same(node.left, modifier) or _asks_the_same(node.right, modifier)
        case s.Unary() | s.Is():
            return _asks_the_same(node.operand, modifier)
        case s.IfElse():
            return _asks_the_same(node.condition, modifier)
    return False


def _always_read(node: object, own: set[str]) -> Iterator[str]:
    match node:
        case s.Name():
            if node.name not in own:
                yield node.name
        case s.Binary() if node.op in ("and", "or"):
            yield from _always_read(node.left, own)
        case s.Binary():
            yield from _always_read(node.left, own)
            yield from _always_read(node.right, own)
        case s.Unary() | s.Is():
            yield from _always_read(node.operand, own)
        case s.IfElse():
            yield from _always_read(node.condition, own)
        case s.Call():
            for arg in node.args:
                yield from _always_read(arg, own)
            if isinstance(node.function, s.Name):
                yield node.function.name


def _way_back(name: str, reads: dict[str, list[str]]) -> list[str]:
    """The values between `name` and itself; `['']` where it reads itself directly; nothing where it does not."""
    paths = [[x] for x in reads[name]]
    seen: set[str] = set()
    while paths:
        path = paths.pop(0)
        if path[-1] == name:
            return path[:-1] or [""]
        if path[-1] not in seen:
            seen.add(path[-1])
            paths += [[*path, x] for x in reads[path[-1]]]
    return []
