"""Numbers that may be none: `best: 0..9 or none`.

`none` is -1 in play, as it is for everything else. So a number that may be none is never below 0: a range that goes lower is refused
where it is declared, and what is worked out is looked at where it becomes such a number.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.types import ANY, Ty, Val, describe
from gdl.dsl.source import Span

MOST = 2**31 - 1
_EMPTY_SAYS_IT = ("set", "list", "amount", "zone", "zones")


def or_none(cx: Cx, ty: Ty, span: Span) -> Ty:
    """The type of what may be one of these or nothing at all."""
    if ty.word == "int" and not ty.optional and ty.low is not None and ty.low < 0:
        cx.w.error(
            "GDL0418",
            span,
            f"{describe(ty)} cannot also be none: a number that may be none is 0 or more",
            "begin the range at 0, or keep a truth beside the number",
        )
        return ANY
    return ty.or_none()


def declared(cx: Cx, ty: Ty, span: Span) -> Ty:
    """`ty or none`, as it is written."""
    if ty.word in _EMPTY_SAYS_IT:
        cx.w.error(
            "GDL0418", span, f"{describe(ty)} is never none", "an empty one says the same: test `is empty`"
        )
        return ANY
    if ty.word in ("bool", "text", "trait"):
        cx.w.error("GDL0418", span, f"{describe(ty)} is never none", "use an enum with a word for each case")
        return ANY
    if ty.word == "int" and ty.low is None:
        cx.w.error("GDL0418", span, "a number that may be none needs a range", "write `0..99 or none`, say")
        return ANY
    return or_none(cx, ty, span)


def is_one(ty: Ty) -> bool:
    return ty.word == "int" and ty.optional


def fitted(cx: Cx, v: Val, ty: Ty, clamped: bool, what: str, span: Span) -> ir.Expr:
    """A number, or none, as it is kept where `ty` is declared: none stays none, a number is held to the range."""
    assert ty.low is not None and ty.high is not None
    low, high = ty.low, ty.high
    if v.ty.word == "none":
        return b.MINUS
    inside = v.ty.low is not None and v.ty.high is not None and low <= v.ty.low and v.ty.high <= high
    if inside:
        return v.e

    def held(e: ir.Expr) -> ir.Expr:
        if clamped:
            return b.binary("max", ir.Const(low), b.binary("min", e, ir.Const(high)))
        return ir.Checked(e, low, high, what, span)

    return _if_there(cx, v, held) if v.ty.optional else held(v.e)


def _if_there(cx: Cx, v: Val, make: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    if isinstance(v.e, ir.Local):
        return b.if_else(b.binary("<", v.e, ir.Const(0)), b.MINUS, make(v.e))
    x = cx.temp(v.ty, "x")
    return ir.Bind(x.slot, v.e, b.if_else(b.binary("<", x, ir.Const(0)), b.MINUS, make(x)))


def not_below_zero(v: Val, span: Span) -> Val:
    """A number that is about to become one that may be none."""
    if v.ty.word != "int" or v.ty.optional or (v.ty.low is not None and v.ty.low >= 0):
        return v
    high = v.ty.high if v.ty.high is not None and v.ty.high >= 0 else MOST
    return Val(ir.Checked(v.e, 0, high, "a number that may be none", span), Ty("int", low=0, high=high))


def passes_for_none(ty: Ty) -> bool:
    """Whether a value may look like none without being it: a number that is worked out and may be below 0."""
    return ty.word == "int" and not ty.optional and ty.low is None


def picked(cx: Cx, lst: ir.Expr, at: Callable[[ir.Expr], ir.Expr], item: Ty, span: Span) -> Val:
    """One of a list, or none if the list is empty. `at` tells its position in a list."""
    if not passes_for_none(item):
        return Val(b.item(lst, 1) if at is first else ir.Item(lst, at(lst)), or_none(cx, item, span))
    items = cx.temp(Ty("list", item=item), "items")
    found = unless_empty(items, Val(ir.Item(items, at(items)), item), span)
    return Val(ir.Bind(items.slot, lst, found.e), found.ty)


def unless_empty(lst: ir.Expr, v: Val, span: Span) -> Val:
    """A number out of a list, or none if the list is empty."""
    one = not_below_zero(v, span)
    return Val(b.if_else(b.binary(">", b.unary("len", lst), ir.Const(0)), one.e, b.MINUS), one.ty.or_none())


def first(lst: ir.Expr) -> ir.Expr:
    return ir.Const(1)


def last(lst: ir.Expr) -> ir.Expr:
    return b.unary("len", lst)


def taken_to_be_there(cx: Cx, v: Val, name: str, span: Span) -> ir.Expr:
    """A state that was tested, and may have become none since: the match says so instead of reckoning with it."""
    if v.ty.low is None or v.ty.high is None or cx.scenario or not isinstance(v.e, ir.Load):
        return v.e
    return ir.Checked(v.e, v.ty.low, v.ty.high, f"number in `{name}`: it is none", span, there=True)


def equal(a: Val, z: Val) -> ir.Expr:
    """`=` between numbers: none equals no number, whatever that may be."""
    same = b.binary("==", a.e, z.e)
    for one, other in ((a, z), (z, a)):
        if is_one(one.ty) and other.ty.word == "int" and not other.ty.optional:
            if other.ty.low is None or other.ty.low < 0:
                return b.both(b.binary("<=", ir.Const(0), one.e), same)
    return same


def key(cx: Cx, node: s.Expr) -> Val:
    """By what things are put in order: `with most x.worth`."""
    from gdl.dsl.elaborate import expressions as ex

    v = ex.value(cx, node)
    if is_one(v.ty):
        return cx.w.error(
            "GDL0405",
            node.span,
            "this may be none, and none has no order",
            "leave out those that have none: `where x is not none`",
        )
    return v
