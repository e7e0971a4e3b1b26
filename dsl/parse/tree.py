"""Walking over nodes: citations find what they stand at, and nothing is nested too deeply.

It works with a list of things to do, never by calling itself, so that it can look at any depth.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse import messages
from gdl.dsl.source import Span

MOST_LEVELS = 100
Citable = s.Declaration | s.Step | s.MenuEntry | s.Scene


@cache
def _parts(kind: type[s.Node]) -> tuple[str, ...]:
    """The fields of a class of nodes that can hold other nodes worth a visit."""
    plain = ("str", "int", "bool", "Span", "Ident", "Ident | None", "tuple[Ident, ...]", "tuple[Cite, ...]")
    words = ("Literal", "tuple[str,")
    return tuple(
        f.name for f in fields(kind) if f.type not in plain and not str(f.type).startswith(words)
    )


def walk(root: s.Node) -> Iterator[tuple[s.Node, int]]:
    """Each node below `root` and itself, with its depth; a node comes before its parts."""
    todo: list[tuple[object, int]] = [(root, 0)]
    while todo:
        item, depth = todo.pop()
        if isinstance(item, tuple):
            todo += [(each, depth) for each in reversed(item)]
        elif isinstance(item, s.Node):
            yield item, depth
            for name in _parts(item.__class__):  # type: ignore[arg-type]
                part = getattr(item, name)
                if part is not None and part.__class__ is not str:
                    todo.append((part, depth + 1))


def finish(
    declarations: tuple[s.Declaration, ...], cites: list[tuple[str, Span, int]], diagnostics: Diagnostics
) -> tuple[s.Declaration, ...]:
    """The declarations that are not too deep, each citation at the outermost node that begins on its line.

    On a line where none begins (a line that goes on) it belongs to the last that began before.
    """
    kept: list[s.Declaration] = []
    starts: dict[int, Citable] = {}
    for declaration in declarations:
        deep = False
        for node, depth in walk(declaration):
            if depth > MOST_LEVELS:
                messages.too_deep(diagnostics, node.span)
                deep = True
                break
            if isinstance(node, Citable):
                starts.setdefault(node.span.line, node)
        if not deep:
            kept.append(declaration)
    _give(starts, cites)
    return tuple(kept)


def _give(starts: dict[int, Citable], cites: list[tuple[str, Span, int]]) -> None:
    given: dict[int, list[s.Cite]] = {}
    lines = sorted(starts)
    for id, span, line in cites:
        before = bisect_right(lines, line)
        if before:
            given.setdefault(lines[before - 1], []).append(s.Cite(span=span, id=id))
    for line, here in given.items():
        # The nodes are still in the making; nobody has seen them yet.
        object.__setattr__(starts[line], "cites", tuple(here))
