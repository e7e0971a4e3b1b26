"""Whether two nodes say the same, wherever they stand: spans and citations do not count."""

from __future__ import annotations

from dataclasses import fields

from gdl.dsl import syntax as s


def same(one: object, other: object) -> bool:
    """Equal in all but places, citations, and how the cells of a table were written."""
    todo = [(one, other)]
    while todo:
        left, right = todo.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, tuple) and isinstance(right, tuple):
            if len(left) != len(right):
                return False
            todo += zip(left, right, strict=True)
        elif isinstance(left, s.Node):
            for field in fields(left):
                if field.name not in ("span", "cites", "comments", "rows") or not _layout(left, field.name):
                    todo.append((getattr(left, field.name), getattr(right, field.name)))
        elif left != right:
            return False
    return True


def _layout(node: s.Node, name: str) -> bool:
    """Whether a field only tells how the text looked: `rows` of a table of kinds, but not of a picture."""
    return name != "rows" or isinstance(node, s.KindTable)
