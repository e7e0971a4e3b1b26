"""GDL1009: a value that always needs itself."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.lint.text import Text


def feeding_on_itself(text: Text, to: Diagnostics) -> None:
    """Values without parameters that read each other in a circle, with no condition on the way.

    What stands after `if`, `and` or `or`, or in a search, may not be read, so it does not count.
    """
    plain = {n.name.name: n for n in text.declarations if isinstance(n, s.Value) and not n.params}
    reads = {name: [x for x in _always_read(node.body) if x in plain] for name, node in plain.items()}
    for name, node in plain.items():
        way = _way_back(name, reads)
        if way:
            to.warning(
                "GDL1009",
                node.name.span,
                f"`{name}` needs itself" + (f" by way of {', '.join(f'`{w}`' for w in way)}" if way[0] else ""),
                "let one of them be a state, or end the circle with a condition",
            )


def _always_read(node: object) -> Iterator[str]:
    match node:
        case s.Name():
            yield node.name
        case s.Binary() if node.op in ("and", "or"):
            yield from _always_read(node.left)
        case s.Binary():
            yield from _always_read(node.left)
            yield from _always_read(node.right)
        case s.Unary() | s.Is():
            yield from _always_read(node.operand)
        case s.IfElse():
            yield from _always_read(node.condition)
        case s.Call():
            for arg in node.args:
                yield from _always_read(arg)
            if isinstance(node.function, s.Name) and not node.args:
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
