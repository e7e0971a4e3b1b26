"""`reveal u.rank > 0`: what is said about one component also tells what it cannot be.

The component is what the condition speaks of: a name, `deck[1]`, a slot, a state that holds one. It is put into the
condition as a name of its own, so that the same question can be asked of everything that might lie there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import abilities, coerce, effects, refs, telling
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.types import Val, component

IT = "what is shown"
"""A name that no text can write."""
PATHS = (s.Name, s.Member, s.Item, s.Call)


def reveal(cx: Cx, node: s.Reveal, to: ir.Expr | None) -> None:
    if cx.w.diagnostics.has_errors:
        return
    found: dict[str, tuple[s.Expr, Val]] = {}
    _subjects(cx, node.what, False, found)
    if len(found) != 1:
        cx.w.error(
            "GDL0609",
            node.what.span,
            "a revealed truth speaks of one component" + (", and this of none" if not found else ""),
            "reveal one truth for each" if found else telling.instead_of_truth(cx, node.what),
        )
        return
    ((key, (_, subject)),) = found.items()
    if cx.w.counters["group_slot"] < 0:
        return
    inner = cx.child()
    inner.out = None
    x = inner.bind(IT, replace(subject.ty, optional=False))
    test = ex.condition(inner, _put(node.what, key))
    if any(t.parent is not None for t in subject.ty.types):
        of_type = b.either(*(refs.in_range(x, t.low, t.high) for t in subject.ty.types))
        test = b.both(of_type, test)  # it is asked of all that might lie there, and some may have no such thing
    effects.keep_excluded(cx)
    cx.emit(ir.RevealTruth(subject.e, x.slot, test, to))


def _subjects(cx: Cx, node: object, acts: bool, found: dict[str, tuple[s.Expr, Val]]) -> None:
    """The components that a condition speaks of, by how they are written. `acts`: a kind that stands here means its one
    component, not the kind."""
    if isinstance(node, PATHS):
        v = _component(cx, node, acts)
        if v is not None:
            found.setdefault(_key(node), (node, v))
            return
    if isinstance(node, tuple):
        for part in node:
            _subjects(cx, part, False, found)
    if not isinstance(node, s.Node):
        return
    if any(isinstance(getattr(node, f), s.Binder | s.Binders) for f in node.__dataclass_fields__):
        for name in abilities.walk(node):  # names of its own stand in it: only those around it count
            if isinstance(name, s.Name) and name.name in cx.scope:
                _subjects(cx, name, False, found)
        return
    if isinstance(node, s.Call) and isinstance(node.function, s.Member):
        _subjects(cx, node.function.object, True, found)
    for f in node.__dataclass_fields__:
        if f not in ("span", "name", "function") and not (isinstance(node, s.Is) and f == "what"):
            _subjects(cx, getattr(node, f), f in ("object", "operand"), found)


def _component(cx: Cx, node: s.Expr, acts: bool) -> Val | None:
    if isinstance(node, s.Name) and node.name not in cx.scope and not _is_thing(cx, node.name, acts):
        return None
    if isinstance(node, s.Call) and not (isinstance(node.function, s.Name) and node.function.name == "top"):
        return None
    inner = cx.child()
    inner.out = None
    v = ex.expr(inner, node)
    if v.ty.word == "kindname":
        return coerce.to(inner, v, component(), node.span) if acts else None
    v = coerce.plain(inner, v)
    return v if v.ty.word == "component" else None


def _is_thing(cx: Cx, name: str, acts: bool) -> bool:
    kind = cx.w.kinds.get(name)
    return name in cx.w.zones or name in cx.w.states or (acts and kind is not None and len(kind.components) == 1)


def _key(node: object) -> str:
    """How something is written, wherever it stands."""
    if isinstance(node, s.Node):
        parts = (_key(getattr(node, f)) for f in node.__dataclass_fields__ if f != "span")
        return f"{type(node).__name__}({', '.join(parts)})"
    return f"[{', '.join(map(_key, node))}]" if isinstance(node, tuple) else repr(node)


def _put(node: s.Expr, key: str) -> s.Expr:
    """The condition with the name in the place of what it speaks of."""
    found = _replaced(node, key)
    assert isinstance(found, s.Expr)
    return found


def _replaced(node: object, key: str) -> object:
    if isinstance(node, tuple):
        return tuple(_replaced(part, key) for part in node)
    if not isinstance(node, s.Node):
        return node
    if isinstance(node, PATHS) and _key(node) == key:
        return s.Name(span=node.span, name=IT)
    changed: dict[str, Any] = {
        f: _replaced(getattr(node, f), key)
        for f in node.__dataclass_fields__
        if f != "span" and not (isinstance(node, s.Is) and f == "what")
    }
    return replace(node, **changed)
