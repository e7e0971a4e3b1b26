"""Texts with holes: labels, prompts, log lines. And static types as the IR keeps them."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import coerce
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import World
from gdl.dsl.elaborate.types import Ty


def ir_type(w: World, ty: Ty) -> ir.Type:
    of = -1
    if ty.word in ("component", "cube", "kind", "amount", "kindname"):
        of = ty.types[0].index if len(ty.types) == 1 else -1
    elif ty.word == "enum" and ty.enum is not None:
        of = ty.enum.index
    word = {"zones": "list", "kindname": "kind", "any": "int", "none": "int"}.get(ty.word, ty.word)
    item = ir_type(w, ty.item) if ty.item is not None and word in ("list", "set") else None
    if ty.word == "zones":
        item = ir.Type("zone")
    return ir.Type(
        word, of, item, ty.optional, ty.low if word == "int" else None, ty.high if word == "int" else None
    )


def template(cx: Cx, node: s.Text | None, default: str = "") -> ir.Template:
    from gdl.dsl.elaborate import expressions as ex

    if node is None:
        return ir.Template((default,) if default else ())
    inner = cx.child()
    inner.out = None
    parts: list[str | ir.Shown] = []
    for part in node.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        v = ex.expr(inner, part)
        v = coerce.as_list(inner, v, part.span) if v.ty.word == "zones" else coerce.plain(inner, v)
        if v.ty.word == "zone":
            v = coerce.as_list(inner, v, part.span)
        if v.ty.word == "text":
            continue
        parts.append(ir.Shown(v.e, ir_type(cx.w, v.ty)))
    return ir.Template(tuple(parts))


def plain_text(node: s.Text | None) -> str:
    """A text without holes, as it is printed on a card."""
    if node is None:
        return ""
    return "".join(p if isinstance(p, str) else "…" for p in node.parts)
