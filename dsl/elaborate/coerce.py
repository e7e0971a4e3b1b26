"""Turning a value into what the place wants: a slot into its card, a zone into its contents, the name of a kind into its component."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import refs
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.types import (
    ANY,
    BOOL,
    INT,
    PLAYER,
    Ty,
    Val,
    accepts,
    component,
    describe,
    kind_of,
    list_of,
)
from gdl.dsl.source import Span


def plain(cx: Cx, v: Val) -> Val:
    """As a value by itself: a slot is its content (or none), the name of a kind is a kind."""
    if v.ty.word == "zone" and v.ty.family is not None and v.ty.family.shape == "slot":
        return slot_value(cx, v)
    if v.ty.word == "kindname":
        return as_kind(v)
    return v


def slot_value(cx: Cx, v: Val) -> Val:
    family = v.ty.family
    item = v.ty.item or component()
    if item.word == "cube":
        return Val(b.item(ir.Handles(v.e, ()), 1), item.or_none())
    full = (family is not None and family.node.always_full) or (not v.ty.optional and v.ty.low == 1)
    return Val(b.item(ir.Content(v.e), 1), item if full else item.or_none())


def certain(cx: Cx, v: Val, span: Span) -> Val:
    """What is taken to be there without a test, and has a part that is read or set: the content of a slot that is `always
    full`, the owner of what `keeps owner`, the place of what is put on spaces. Where there is none after all, the match
    ends with a diagnostic."""
    family = v.ty.family
    if v.ty.word == "zone" and family is not None and family.node.always_full and family.shape == "slot":
        item = v.ty.item or component()
        if item.word == "component" and not cx.scenario:
            return Val(ir.Item(ir.Content(v.e), ir.Const(1), True, span), item)
    if v.ty.word == "player" and isinstance(v.e, ir.Load) and v.e.base == cx.w.counters.get("owner_slot", -1):
        return Val(ir.Checked(v.e, 0, cx.w.seats - 1, "owner: nobody has had it yet", span, there=True), v.ty)
    if v.ty.word == "component" and not v.ty.optional and refs.is_place(cx.w, v.e) and not cx.scenario:
        what = "place: this lies on no space"
        return Val(ir.Checked(v.e, 0, len(cx.w.comps) - 1, what, span, there=True), v.ty)
    return v


def as_kind(v: Val) -> Val:
    """A bare kind name holds its kind number in `low`."""
    assert v.ty.low is not None
    return Val(ir.Const(v.ty.low), kind_of(*v.ty.types))


def as_list(cx: Cx, v: Val, span: Span) -> Val:
    """As several things, one after the other."""
    ty = v.ty
    match ty.word:
        case "list":
            return v
        case "any":
            return Val(b.EMPTY, list_of(ANY))
        case "set":
            return Val(b.unary("bits", v.e), list_of(ty.item or ANY))
        case "zone":
            item = ty.item or component()
            if item.word == "cube":
                return Val(ir.Handles(v.e, _kinds(item)), list_of(item))
            return Val(ir.Content(v.e), list_of(item))
        case "zones":
            item = ty.item or component()
            z = cx.temp(Ty("zone", item=item), "z")
            c = cx.temp(item, "c")
            inner: ir.Expr = ir.Handles(z, _kinds(item)) if item.word == "cube" else ir.Content(z)
            return Val(ir.Fold("list", (ir.For(z.slot, v.e), ir.For(c.slot, inner)), c), list_of(item))
        case "kindname":
            t = ty.types[0]
            decl = next(k for k in t.all_kinds() if k.index == ty.low)
            if t.cubes:
                return Val(b.const((decl.index,)), list_of(kind_of(t)))
            return Val(b.const(tuple(decl.components)), list_of(component(t)))
        case "component" | "player" | "enum" | "int" | "kind" | "cube":
            if ty.optional:
                return Val(_if_any(cx, v), list_of(ty.sure()))
            return Val(b.seq(v.e), list_of(ty))
        case "none":
            return Val(b.EMPTY, list_of(ANY))
    cx.w.error(
        "GDL0402",
        span,
        f"several things are wanted here, but this is {describe(ty)}",
        "write a zone, a list or a type",
    )
    return Val(b.EMPTY, list_of(ANY))


def _if_any(cx: Cx, v: Val) -> ir.Expr:
    """A thing that may be none, as a list of one or none."""
    if isinstance(v.e, ir.Local):
        return b.if_else(b.binary(">=", v.e, ir.Const(0)), b.seq(v.e), b.EMPTY)
    x = cx.temp(v.ty, "x")
    return ir.Bind(x.slot, v.e, b.if_else(b.binary(">=", x, ir.Const(0)), b.seq(x), b.EMPTY))


def _kinds(item: Ty) -> tuple[int, ...]:
    t = item.types[0]
    return tuple(range(t.kind_low, t.kind_high))


def to(cx: Cx, v: Val, want: Ty, span: Span, what: str = "") -> Val:
    """`v` as a value of type `want`, or a diagnostic."""
    got = v.ty
    if want.word == "any" or got.word == "any":
        return v
    if want.word in ("list", "set"):
        if got.word in ("zone", "zones", "list", "set") or got.word in (
            "component",
            "kindname",
            "player",
            "enum",
            "kind",
            "int",
            "none",
        ):
            lst = _to_list(cx, v, want, span)
            if lst.ty.item is not None and want.item is not None and not accepts(want.item, lst.ty.item):
                return _wrong(cx, want, got, span, what)
            return lst
    if got.word == "zone" and want.word != "zone":
        if want.word == "amount":
            return amount_of_zone(cx, v, want)
        if (got.family is not None and got.family.shape == "slot") or want.word in ("component", "cube"):
            v = slot_value(cx, v)
            got = v.ty
    if got.word == "kindname":
        if want.word == "component":
            return _named_component(cx, v, want, span)
        v = as_kind(v)
        got = v.ty
        if want.word == "amount":
            t = want.types[0]
            counts = (
                tuple(int(k == v.e.value) for k in range(t.kind_low, t.kind_high))
                if isinstance(v.e, ir.Const)
                else ()
            )
            return Val(b.const(counts), want)
    if want.word == "amount" and got.word in ("list", "set") and b.static(v.e) in ((), 0):
        t = want.types[0]
        return Val(b.const((0,) * (t.kind_high - t.kind_low)), want)
    if want.word == "amount" and got.word == "amount":
        return _regrade(cx, v, want)
    if accepts(want, got):
        return v
    if want.word == "kind" and got.word in ("component", "cube") and not got.optional:
        if accepts(want, kind_of(*got.types)):
            return Val(refs.kind_of(cx.w, v.e, got), kind_of(*got.types))
    if want.word == "int" and got.word == "enum":
        return _wrong(cx, want, got, span, what)
    return _wrong(cx, want, got, span, what)


def _to_list(cx: Cx, v: Val, want: Ty, span: Span) -> Val:
    item = want.item
    if v.ty.word == "kindname":
        if item is not None and item.word == "kind":
            v = Val(b.seq(as_kind(v).e), list_of(as_kind(v).ty))
        else:
            v = as_list(cx, v, span)
    if want.word == "set":
        if v.ty.word == "set":
            return v
        lst = as_list(cx, v, span)
        return Val(b.unary("mask", lst.e), Ty("set", item=lst.ty.item))
    return as_list(cx, v, span)


def _regrade(cx: Cx, v: Val, want: Ty) -> Val:
    """An amount of Critter as an amount of Cube: the counts move to the places of the wider type."""
    t, g = want.types[0], v.ty.types[0]
    if t is g:
        return v
    shift, size = g.kind_low - t.kind_low, t.kind_high - t.kind_low
    known = b.items(v.e)
    if known is not None and g.is_a(t):
        return Val(b.const((0,) * shift + known + (0,) * (size - shift - len(known))), want)
    parts = [
        b.item(v.e, i - shift + 1) if 0 <= i - shift < g.kind_high - g.kind_low else ir.Const(0)
        for i in range(size)
    ]
    return Val(b.seq(*parts), want)


def amount_of_zone(cx: Cx, v: Val, want: Ty) -> Val:
    """How many of each kind lie in a zone."""
    w = cx.w
    t = want.types[0]
    item = v.ty.item or component()
    parts: list[ir.Expr] = []
    for k in range(t.kind_low, t.kind_high):
        if item.word == "cube":
            parts.append(ir.Binary("count", ir.Const(k), ir.Content(v.e)))
        else:
            c = cx.temp(item, "c")
            test = b.binary("==", refs.kind_of(w, c, item), ir.Const(k))
            parts.append(ir.Fold("count", (ir.For(c.slot, ir.Content(v.e), test),), b.YES))
    return Val(b.seq(*parts), want)


def _named_component(cx: Cx, v: Val, want: Ty, span: Span) -> Val:
    t = v.ty.types[0]
    decl = next(k for k in t.all_kinds() if k.index == v.ty.low)
    if not decl.type.is_a(t) or not accepts(want, component(decl.type)):
        return _wrong(cx, want, component(decl.type), span, "")
    if len(decl.components) == 1:
        return Val(ir.Const(decl.components[0]), component(decl.type))
    if not decl.components:
        return cx.w.error(
            "GDL0305",
            span,
            f"no `{decl.name}` is in the box",
            "it has no copies with these options and players",
        )
    return cx.w.error(
        "GDL0304",
        span,
        f"there are {len(decl.components)} `{decl.name}`: which one is meant?",
        f"say `c is {decl.name}`, or bind one: `some c: {decl.name} in ...`",
    )


def _wrong(cx: Cx, want: Ty, got: Ty, span: Span, what: str) -> Val:
    place = f" for {what}" if what else ""
    if got.optional and accepts(want, got.sure()):
        return cx.w.error(
            "GDL0405",
            span,
            f"this may be none, but {describe(want)} is wanted{place}",
            "test it first: `if x is not none:`",
        )
    return cx.w.error("GDL0401", span, f"{describe(want)} is wanted{place}, but this is {describe(got)}")


def truth(cx: Cx, v: Val, span: Span) -> ir.Expr:
    if v.ty.word in ("bool", "any"):
        return v.e
    v = plain(cx, v)
    if v.ty.word in ("bool", "any"):
        return v.e
    hint = ""
    if v.ty.is_list:
        hint = "write `is not empty`"
    elif v.ty.optional:
        hint = "write `is not none`"
    elif v.ty.word == "int":
        hint = "compare it: `> 0`"
    return cx.w.error("GDL0403", span, f"a condition is wanted here, but this is {describe(v.ty)}", hint).e


def num(cx: Cx, v: Val, span: Span) -> ir.Expr:
    return to(cx, v, INT, span).e


def player(cx: Cx, v: Val, span: Span) -> ir.Expr:
    return to(cx, v, PLAYER, span).e


def things(cx: Cx, v: Val, span: Span) -> Val:
    """Several components, for steps that do something with them."""
    lst = as_list(cx, v, span)
    if lst.ty.item is not None and lst.ty.item.word not in ("component", "cube", "any"):
        cx.w.error("GDL0401", span, f"components are wanted here, but this is {describe(v.ty)}")
        return Val(b.EMPTY, list_of(ANY))
    return lst


def several(cx: Cx, v: Val, span: Span) -> Val:
    """Several things that can be counted; a number, truth or text is not that."""
    if v.ty.word in ("int", "bool", "text", "enum"):
        cx.w.error("GDL0402", span, f"several things are wanted here, but this is {describe(v.ty)}")
        return Val(b.EMPTY, list_of(ANY))
    return as_list(cx, v, span)


def bool_val(e: ir.Expr) -> Val:
    return Val(e, BOOL)
