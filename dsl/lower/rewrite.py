"""Rewriting IR: the same tree with some nodes put in the place of others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from gdl.dsl import ir

_NODES = (ir.Expr, ir.Stmt, ir.Entry, ir.Choice, ir.Template, ir.Shown)


def rewritten(node: Any, change: Callable[[Any], Any]) -> Any:
    """`node` with `change` applied to every node in it, inner ones first. What does not change stays the same object."""
    if isinstance(node, tuple):
        parts = tuple(rewritten(x, change) for x in node)
        return parts if any(a is not b for a, b in zip(parts, node, strict=True)) else node
    if isinstance(node, list):
        return [rewritten(x, change) for x in node]
    if not isinstance(node, _NODES):
        return node
    if isinstance(node, ir.Const):
        return change(node)
    new: dict[str, Any] = {}
    for f in fields(node):
        old = getattr(node, f.name)
        if isinstance(old, (tuple, *_NODES)):
            made = rewritten(old, change)
            if made is not old:
                new[f.name] = made
    return change(replace(node, **new) if new else node)
