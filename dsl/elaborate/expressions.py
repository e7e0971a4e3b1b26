"""Expressions: every form of the language, with its type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import calls, coerce, collections, conditions, maybe_numbers, members, names, refs
from gdl.dsl.elaborate.cx import Cx, path
from gdl.dsl.elaborate.types import (
    ANY,
    BOOL,
    INT,
    NONE,
    PLAYER,
    TEXT,
    Ty,
    Val,
    comparable,
    describe,
    join,
    list_of,
    ranged,
    set_of,
)


def expr(cx: Cx, node: s.Expr, want: Ty | None = None) -> Val:
    """Any expression. `want` is only advice: which member of several enums, which component of a kind."""
    handler = _FORMS.get(type(node))
    if handler is None:
        return cx.w.error("GDL0601", node.span, "this cannot stand here")
    v: Val = handler(cx, node, want)
    if v.ty.optional or v.ty.word == "zone":
        key = path(node)
        if key is not None and key in cx.known:
            if maybe_numbers.is_one(v.ty) and cx.known[key].word == "int":
                return Val(maybe_numbers.taken_to_be_there(cx, v, key, node.span), v.ty.sure())
            return Val(v.e, _narrowed(v.ty, cx.known[key]))
    elif v.ty.word == "component" and cx.known:
        key = path(node)
        if key is not None and key in cx.known:
            return Val(v.e, cx.known[key])
    return v


def _narrowed(ty: Ty, known: Ty) -> Ty:
    if ty.word == "zone":
        return Ty(
            "zone", family=ty.family, item=known if known.word in ("component", "cube") else ty.item, low=1
        )
    return known if known.word != "any" else ty.sure()


def value(cx: Cx, node: s.Expr, want: Ty | None = None) -> Val:
    """An expression as a plain value: slots read, kind names settled."""
    v = expr(cx, node, want)
    if want is not None:
        return coerce.to(cx, v, want, node.span)
    return coerce.plain(cx, v)


def number(cx: Cx, node: s.Expr) -> ir.Expr:
    return coerce.num(cx, expr(cx, node), node.span)


def condition(cx: Cx, node: s.Expr) -> ir.Expr:
    return coerce.truth(cx, expr(cx, node, BOOL), node.span)


def constant(cx: Cx, node: s.Expr, what: str) -> int | None:
    """A number that must be known before play."""
    v = value(cx.pure(), node)
    if v.ty.word == "any":
        return None
    n = b.number(coerce.num(cx, v, node.span))
    if n is None and v.ty.word == "int":
        cx.w.error(
            "GDL0404",
            node.span,
            f"{what} must be known before the game begins",
            "use numbers and options only",
        )
    return n


# ---------------------------------------------------------------------------------------------- simple ones


def _number(cx: Cx, node: s.Number, want: Ty | None) -> Val:
    return Val(ir.Const(node.value), ranged(node.value, node.value))


def _truth(cx: Cx, node: s.Truth, want: Ty | None) -> Val:
    return Val(b.const(node.value), BOOL)


def _nothing(cx: Cx, node: s.Nothing, want: Ty | None) -> Val:
    return Val(b.MINUS, NONE)


def _text(cx: Cx, node: s.Text, want: Ty | None) -> Val:
    return Val(b.MINUS, TEXT)


def _flip(cx: Cx, node: s.Flip, want: Ty | None) -> Val:
    return calls.chance(cx, node.span, Val(b.const((0, 1)), list_of(BOOL)))


def _list(cx: Cx, node: s.ListOf, want: Ty | None) -> Val:
    item_want = want.item if want is not None and want.is_list else None
    vals = [_listed(cx, i, item_want) for i in node.items]
    item: Ty | None = None
    for v, i in zip(vals, node.items, strict=True):
        merged = v.ty if item is None else join(item, v.ty)
        if merged is None:
            assert item is not None
            return cx.w.error(
                "GDL0406", i.span, f"{describe(v.ty)} does not go into one list with {describe(item)}"
            )
        item = merged
    return Val(b.seq(*(v.e for v in vals)), list_of(item or ANY))


def _listed(cx: Cx, node: s.Expr, want: Ty | None) -> Val:
    v = expr(cx, node, want)
    if v.ty.word == "zone" and v.ty.family is not None and v.ty.family.shape != "slot":
        return v
    if want is not None and v.ty.word == "kindname":
        return coerce.to(cx, v, want, node.span)
    if v.ty.word == "kindname":
        t = v.ty.types[0]
        decl = next(k for k in t.all_kinds() if k.index == v.ty.low)
        if len(decl.components) == 1 and t.sort == "space":
            return coerce.to(cx, v, Ty("component", types=(decl.type,)), node.span)
    if v.ty.word == "zone":
        return v if want is None or want.word == "zone" else coerce.plain(cx, v)
    return coerce.plain(cx, v)


def _set(cx: Cx, node: s.SetOf, want: Ty | None) -> Val:
    lst = _list(cx, s.ListOf(span=node.span, items=node.items), want)
    if lst.ty.word == "any":
        return lst
    return Val(b.unary("mask", lst.e), set_of(lst.ty.item or ANY))


def _range(cx: Cx, node: s.Range, want: Ty | None) -> Val:
    low, high = value(cx, node.low), value(cx, node.high)
    if low.ty.word == "enum" and high.ty.word == "enum":
        return Val(b.span(low.e, high.e), list_of(low.ty))
    lo, hi = coerce.num(cx, low, node.low.span), coerce.num(cx, high, node.high.span)
    a = b.number(lo) if b.number(lo) is not None else low.ty.low
    z = b.number(hi) if b.number(hi) is not None else high.ty.high
    return Val(b.span(lo, hi), list_of(Ty("int", low=a, high=z)))


def _amount(cx: Cx, node: s.Amount, want: Ty | None) -> Val:
    """`2 Mouse + 1 Food`: of the type wanted, or of the nearest type of all its kinds."""
    w = cx.w
    counts: dict[int, int] = {}
    root = None
    for portion in node.portions:
        kind = w.kinds.get(portion.kind.name)
        if kind is None:
            t = w.types.get(portion.kind.name)
            if t is not None and len(t.all_kinds()) == 1:
                kind = t.all_kinds()[0]
        if kind is None:
            return w.unknown("kind", portion.kind.name, portion.kind.span, list(w.kinds))
        w.touched.add(kind)
        counts[kind.index] = counts.get(kind.index, 0) + portion.count
        if root is not None and root is not kind.type.root:
            return w.error(
                "GDL0406",
                portion.span,
                f"`{kind.name}` is no {root.name} and cannot be in one amount with it",
            )
        root = kind.type.root
    assert root is not None
    t = want.types[0] if want is not None and want.word == "amount" else root
    if any(not t.kind_low <= k < t.kind_high for k in counts):
        t = root
    return Val(
        b.const(tuple(counts.get(k, 0) for k in range(t.kind_low, t.kind_high))), Ty("amount", types=(t,))
    )


def _if_else(cx: Cx, node: s.IfElse, want: Ty | None) -> Val:
    return conditions.if_else(cx, node, want)


def _kinds_of(cx: Cx, node: s.KindsOf, want: Ty | None) -> Val:
    t = cx.w.types.get(node.type.name)
    if t is None:
        return cx.w.unknown("component type", node.type.name, node.type.span, list(cx.w.types))
    return Val(b.const(tuple(range(t.kind_low, t.kind_high))), list_of(Ty("kind", types=(t,))))


def _during(cx: Cx, node: s.During, want: Ty | None) -> Val:
    from gdl.dsl.elaborate import functions

    return Val(functions.during(cx.w, node.phase), BOOL)


# ---------------------------------------------------------------------------------------------- operators


def _unary(cx: Cx, node: s.Unary, want: Ty | None) -> Val:
    match node.op:
        case "not":
            return Val(b.invert(condition(cx.child(), node.operand)), BOOL)
        case "-":
            v = value(cx, node.operand)
            e = coerce.num(cx, v, node.operand.span)
            bounded = v.ty.low is not None and v.ty.high is not None
            return Val(b.unary("-", e), ranged(-(v.ty.high or 0), -(v.ty.low or 0)) if bounded else INT)
        case "players from":
            p = coerce.player(cx, expr(cx, node.operand, PLAYER), node.operand.span)
            return Val(ir.Seats(p), list_of(PLAYER))
    p = coerce.player(cx, expr(cx, node.operand, PLAYER), node.operand.span)
    return Val(ir.Beside(p, 1 if node.op == "left of" else -1), PLAYER)


_ARITH = {"+": "+", "-": "-", "*": "*", "/down": "//", "/up": "/^", "mod": "%"}
_ORDER = ("<", "<=", ">", ">=")


def _binary(cx: Cx, node: s.Binary, want: Ty | None) -> Val:
    match node.op:
        case "and" | "or":
            return conditions.logic(cx, node)
        case "in" | "not in":
            e = collections.contains(cx, node.left, node.right, node.span)
            return Val(e if node.op == "in" else b.invert(e), BOOL)
        case "has":
            return Val(calls.has_trait(cx, node), BOOL)
        case "=" | "!=":
            return _equal(cx, node)
    if node.op in _ORDER:
        return _compare(cx, node)
    return _arith(cx, node, want)


def _equal(cx: Cx, node: s.Binary) -> Val:
    left = expr(cx, node.left)
    right = expr(cx, node.right, _advice(left.ty))
    if left.ty.word in ("none", "any", "kindname", "list") or isinstance(node.left, s.Name):
        left = expr(cx, node.left, _advice(right.ty))
    e = equal_values(cx, left, right, node.span)
    return Val(e if node.op == "=" else b.invert(e), BOOL)


def _advice(ty: Ty) -> Ty | None:
    if ty.word == "zone":
        if ty.family is not None and ty.family.shape == "slot":
            return ty.item
        return list_of(ty.item) if ty.item else None
    return ty.sure() if ty.optional else ty


def equal_values(cx: Cx, left: Val, right: Val, span: Any) -> ir.Expr:
    """`=` between any two things that can be compared."""
    a, z = left, right
    if "any" in (a.ty.word, z.ty.word):
        return b.NO
    if z.ty.word == "amount" or a.ty.word == "amount":
        if a.ty.word != "amount":
            a, z = z, a
        if z.ty.word in ("zone", "kindname", "list", "set", "amount"):
            z = coerce.to(cx, z, a.ty, span) if z.ty.word != "amount" else z
            if z.ty.word == "amount" and z.ty.types[0] is not a.ty.types[0]:
                wide = a.ty if z.ty.types[0].is_a(a.ty.types[0]) else z.ty
                a, z = coerce.to(cx, a, wide, span), coerce.to(cx, z, wide, span)
            return b.binary("==", a.e, z.e)
    if a.ty.word == "kindname" or z.ty.word == "kindname":
        a, z = _settle_names(cx, a, z, span)
    slot_a = a.ty.word == "zone" and a.ty.family is not None and a.ty.family.shape == "slot"
    slot_z = z.ty.word == "zone" and z.ty.family is not None and z.ty.family.shape == "slot"
    if slot_a and not (z.ty.is_list and not slot_z):
        a = coerce.slot_value(cx, a)
    if slot_z and not (a.ty.is_list and not slot_a):
        z = coerce.slot_value(cx, z)
    if a.ty.is_list or z.ty.is_list:
        return collections.equal_lists(cx, a, z, span)
    if not comparable(a.ty, z.ty):
        return cx.w.error("GDL0407", span, f"{describe(a.ty)} is never equal to {describe(z.ty)}").e
    return maybe_numbers.equal(a, z)


def _settle_names(cx: Cx, a: Val, z: Val, span: Any) -> tuple[Val, Val]:
    if a.ty.word == "kindname" and z.ty.word == "kindname":
        return coerce.as_kind(a), coerce.as_kind(z)
    flip = z.ty.word == "kindname"
    name, other = (z, a) if flip else (a, z)
    other = coerce.plain(cx, other) if not other.ty.is_list or other.ty.word == "zone" else other
    if other.ty.word in ("component",):
        t = name.ty.types[0]
        decl = next(k for k in t.all_kinds() if k.index == name.ty.low)
        name = coerce.to(cx, name, Ty("component", types=(decl.type,)), span)
    elif other.ty.is_list:
        name = coerce.as_list(cx, name, span)
    else:
        name = coerce.as_kind(name)
        if other.ty.word == "cube":
            other = Val(refs.kind_of(cx.w, other.e, other.ty), Ty("kind", types=other.ty.types))
    return (other, name) if flip else (name, other)


def _compare(cx: Cx, node: s.Binary) -> Val:
    left = value(cx, node.left)
    right = value(cx, node.right, left.ty.sure() if left.ty.word == "enum" else None)
    if right.ty.word == "enum" and left.ty.word != "enum":
        left = value(cx, node.left, right.ty.sure())
    ordered = ("int", "enum", "kind", "bool")
    for v, n in ((left, node.left), (right, node.right)):
        if v.ty.word != "any" and v.ty.word not in ordered:
            return cx.w.error("GDL0408", n.span, f"{describe(v.ty)} has no order to compare by")
        if v.ty.optional and v.ty.word != "enum":
            return cx.w.error(
                "GDL0405", n.span, "this may be none, and none has no order", "test it first: `is not none`"
            )
    if left.ty.word != "any" and right.ty.word != "any" and not comparable(left.ty, right.ty):
        return cx.w.error(
            "GDL0407", node.span, f"{describe(left.ty)} cannot be compared with {describe(right.ty)}"
        )
    return Val(b.binary(node.op, left.e, right.e), BOOL)


def _arith(cx: Cx, node: s.Binary, want: Ty | None) -> Val:
    left = expr(cx, node.left, want)
    right = expr(cx, node.right, want)
    if left.ty.word == "amount" or right.ty.word == "amount":
        return _amounts(cx, node, left, right)
    if node.op in ("+", "-") and (
        left.ty.is_list or right.ty.is_list or left.ty.word in ("component", "kindname")
    ):
        return collections.joined(cx, node, left, right)
    a, z = coerce.plain(cx, left), coerce.plain(cx, right)
    x, y = coerce.num(cx, a, node.left.span), coerce.num(cx, z, node.right.span)
    if node.op in ("/down", "/up", "mod") and b.number(y) == 0:
        return cx.w.error("GDL0409", node.right.span, "nothing can be divided by 0")
    return Val(b.binary(_ARITH[node.op], x, y), _bounds(node.op, a.ty, z.ty))


def _amounts(cx: Cx, node: s.Binary, left: Val, right: Val) -> Val:
    if left.ty.word != "amount" or right.ty.word != "amount" or node.op not in ("+", "-"):
        return cx.w.error(
            "GDL0401", node.span, "an amount can only be joined with another amount, by `+` or `-`"
        )
    wide = left.ty if right.ty.types[0].is_a(left.ty.types[0]) else right.ty
    a, z = coerce.to(cx, left, wide, node.span), coerce.to(cx, right, wide, node.span)
    return Val(b.binary("a" + node.op, a.e, z.e), wide)


def _bounds(op: str, a: Ty, z: Ty) -> Ty:
    if a.low is None or a.high is None or z.low is None or z.high is None:
        if op == "mod" and z.high is not None:
            return ranged(0, max(0, z.high - 1))
        return INT
    match op:
        case "+":
            return ranged(a.low + z.low, a.high + z.high)
        case "-":
            return ranged(a.low - z.high, a.high - z.low)
        case "*":
            ends = [a.low * z.low, a.low * z.high, a.high * z.low, a.high * z.high]
            return ranged(min(ends), max(ends))
        case "mod":
            return ranged(0, max(0, z.high - 1))
        case "/down" | "/up" if z.low > 0 and a.low >= 0:
            return ranged(0, a.high // z.low + (op == "/up"))
    return INT


def _is(cx: Cx, node: s.Is, want: Ty | None) -> Val:
    return Val(conditions.is_test(cx, node), BOOL)


_FORMS: dict[type, Callable[[Cx, Any, Ty | None], Val]] = {
    s.Name: names.name,
    s.Number: _number,
    s.Truth: _truth,
    s.Nothing: _nothing,
    s.Text: _text,
    s.Flip: _flip,
    s.Member: members.member,
    s.Call: calls.call,
    s.Item: members.item,
    s.Amount: _amount,
    s.Range: _range,
    s.ListOf: _list,
    s.SetOf: _set,
    s.Comprehension: collections.comprehension,
    s.Count: collections.count,
    s.Fold: collections.fold,
    s.KindsOf: _kinds_of,
    s.Unary: _unary,
    s.Binary: _binary,
    s.Is: _is,
    s.During: _during,
    s.Quantified: collections.quantified,
    s.Search: collections.search,
    s.IfElse: _if_else,
}
