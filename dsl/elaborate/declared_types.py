"""Types as they are written: `0..10`, `Hero or none`, `set of kind of Critter`."""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate import maybe_numbers
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.types import (
    ANY,
    BOOL,
    INT,
    PLAYER,
    TEXT,
    TRAIT,
    Ty,
    component,
    kind_of,
    list_of,
    set_of,
)

_WORDS = {"bool": BOOL, "int": INT, "text": TEXT, "trait": TRAIT, "Player": PLAYER}


def resolve(cx: Cx, node: s.TypeNode) -> Ty:
    w = cx.w
    match node:
        case s.NamedType():
            return named(cx, node)
        case s.RangeType():
            low, high = (
                ex.constant(cx, node.low, "the end of a range"),
                ex.constant(cx, node.high, "the end of a range"),
            )
            if low is None or high is None:
                return ANY
            if high < low:
                w.error(
                    "GDL0415",
                    node.span,
                    f"the range {low}..{high} is empty",
                    "the smaller number comes first",
                )
                return ANY
            return Ty("int", low=low, high=high)
        case s.UnionType():
            return _union(cx, node)
        case s.NoneType():
            return Ty("none", optional=True)
        case s.OfType(word="set"):
            return set_of(resolve(cx, node.of))
        case s.OfType(word="list"):
            return list_of(resolve(cx, node.of))
        case s.OfType():
            of = resolve(cx, node.of)
            if of.word not in ("component", "cube") or not of.types:
                if of.word != "any":
                    w.error(
                        "GDL0416",
                        node.span,
                        f"only component types have a {node.word}",
                        "write `kind of Card`",
                    )
                return ANY
            return kind_of(*of.types) if node.word == "kind" else Ty("amount", types=of.types)
    return ANY


def named(cx: Cx, node: s.NamedType) -> Ty:
    w, n = cx.w, node.name
    if n in _WORDS:
        return _WORDS[n]
    if n in w.types:
        w.touched.add(w.types[n])
        return component(w.types[n])
    if n in w.enums:
        w.touched.add(w.enums[n])
        return Ty("enum", enum=w.enums[n])
    if n in w.aliases:
        return w.aliases[n]
    if n in w.kinds:
        return component(w.kinds[n].type)
    w.unknown("type", n, node.span, [*w.types, *w.enums, *w.aliases, *w.kinds, *_WORDS])
    return ANY


def _union(cx: Cx, node: s.UnionType) -> Ty:
    parts = [resolve(cx, p) for p in node.parts]
    optional = any(p.word == "none" for p in parts)
    solid = [p for p in parts if p.word != "none"]
    if not solid:
        return Ty("none", optional=True)
    if len(solid) == 1:
        return maybe_numbers.declared(cx, solid[0], node.span) if optional else solid[0]
    if all(p.word == "component" for p in solid):
        types = tuple(dict.fromkeys(t for p in solid for t in p.types))
        return Ty("component", types=types, optional=optional)
    if any(p.word == "any" for p in solid):
        return ANY
    cx.w.error(
        "GDL0417", node.span, "only component types can be joined by `or`", "use two states, one for each"
    )
    return ANY
