"""Several things: binders, folds, searches, and the joining and comparing of lists, sets and zones."""

from __future__ import annotations

from typing import Literal, cast

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, conditions, maybe_numbers, refs
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.types import (
    ANY,
    BOOL,
    INT,
    Ty,
    Val,
    comparable,
    component,
    describe,
    join,
    list_of,
    set_of,
)
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span


@dataclass(slots=True)
class Bound:
    """A binder made ready: its local, what it runs over, and the test of its type if it has one."""

    local: ir.Local
    ty: Ty
    domain: ir.Expr
    test: ir.Expr | None

    def generator(self, where: ir.Expr | None = None) -> ir.For:
        parts = [e for e in (self.test, where) if e is not None]
        return ir.For(self.local.slot, self.domain, b.both(*parts) if parts else None)


def bind(cx: Cx, node: s.Binder) -> Bound:
    """`x in z`, `c: Hero in z`, `Mouse in z`: the name (if any) goes into `cx`."""
    dom = ex.expr(cx, node.domain)
    if dom.ty.word == "int":
        dom = cx.w.error(
            "GDL0402", node.domain.span, "several things are wanted here, but this is one number", "write `1..n`"
        )
    lst = coerce.as_list(cx, dom, node.domain.span)
    item = lst.ty.item or ANY
    ty = item
    test: ir.Expr | None = None
    name = node.name.name if node.name is not None else "_"
    if node.type is not None:
        ty, test_of = narrow(cx, node.type, item)
        local = cx.bind(name, ty) if node.name is not None else cx.temp(ty)
        test = test_of(local)
        if test == b.YES:
            test = None
    else:
        local = cx.bind(name, ty) if node.name is not None else cx.temp(ty)
    return Bound(local, ty, lst.e, test)


def narrow(cx: Cx, node: s.TypeNode, item: Ty):  # type: ignore[no-untyped-def]
    """The type of what is kept, and the test that keeps it, as a function of the local."""
    from gdl.dsl.elaborate import conditions, declared_types

    w = cx.w
    if item.word == "any":
        return ANY, lambda local: b.YES
    if isinstance(node, s.NamedType):
        what = s.Name(span=node.span, name=node.name)
        in_scope = node.name in cx.scope
        if in_scope or node.name in w.kinds or node.name in w.types or node.name in w.aliases:
            types: tuple = ()  # type: ignore[type-arg]
            if in_scope:
                types = cx.scope[node.name].ty.types or item.types
            elif node.name in w.types and (node.name not in w.kinds):
                types = (w.types[node.name],)
            elif node.name in w.aliases:
                types = w.aliases[node.name].types
            elif node.name in w.kinds:
                types = (w.kinds[node.name].type,)
            ty = Ty(item.word, types=types) if item.word in ("component", "cube", "kind") else item
            return ty, lambda local: conditions.is_a(cx, Val(local, item), what)
    if isinstance(node, s.UnionType):
        ty = declared_types.resolve(cx, node)
        tests = [narrow(cx, part, item)[1] for part in node.parts]
        return ty, lambda local: b.either(*(t(local) for t in tests))
    ty = declared_types.resolve(cx, node)
    low, high = ty.low, ty.high
    if ty.word != "int" or item.word != "int" or low is None or high is None:
        return ty, lambda local: b.YES
    if item.low is not None and item.high is not None and low <= item.low and item.high <= high:
        return ty, lambda local: b.YES
    return ty, lambda local: b.both(b.binary("<=", ir.Const(low), local), b.binary("<=", local, ir.Const(high)))


def binders(cx: Cx, node: s.Binders) -> list[ir.For]:
    """All generators of `x in z, y in f(x) where c`, with the condition at the last one."""
    out = [bind(cx, x).generator() for x in node.binders]
    if node.where is not None:
        cond = ex.condition(cx, node.where)
        conditions.learn(cx, node.where, True)
        last = out[-1]
        out[-1] = ir.For(last.slot, last.domain, b.both(last.where, cond) if last.where is not None else cond)
    return out


def once_each(cx: Cx, gens: list[ir.For]) -> list[ir.For]:
    """The same for options: cubes of one kind in one place are one option, however many lie there."""
    return [
        ir.For(g.slot, b.unary("unique", g.domain), g.where) if cx.fn.types[g.slot].word == "cube" else g
        for g in gens
    ]


def _best(cx: Cx, gens: list[ir.For], value: Val, best: s.Best | None) -> Val:
    if best is None:
        return Val(_simple_list(gens, value.e), list_of(value.ty))
    key = maybe_numbers.key(cx, best.value)
    return Val(ir.Fold(best.word, tuple(gens), value.e, key.e), list_of(value.ty))


def _simple_list(gens: list[ir.For], value: ir.Expr) -> ir.Expr:
    """`[x for x in z]` is z."""
    if len(gens) == 1 and gens[0].where is None and value == ir.Local(gens[0].slot):
        return gens[0].domain
    return ir.Fold("list", tuple(gens), value)


# ---------------------------------------------------------------------------------------------- forms


def comprehension(cx: Cx, node: s.Comprehension, want: Ty | None) -> Val:
    inner = cx.child()
    inner.out = None
    gens = binders(inner, node.binders)
    v = ex.expr(inner, node.value)
    if (
        v.ty.word == "zone"
        and node.word == "list"
        and not (v.ty.family and v.ty.family.shape == "slot" and want is None)
    ):
        return Val(ir.Fold("list", tuple(gens), v.e), Ty("zones", item=v.ty.item, family=v.ty.family))
    v = coerce.plain(inner, v)
    lst = _best(inner, gens, v, node.binders.best)
    if node.word == "list":
        return lst
    return Val(b.unary("mask", lst.e), set_of(v.ty))


def count(cx: Cx, node: s.Count, want: Ty | None) -> Val:
    inner = cx.child()
    inner.out = None
    if node.of is not None:
        v = ex.expr(inner, node.of)
        if v.ty.word == "set":
            return Val(b.unary("size", v.e), Ty("int", low=0))
        if v.ty.word == "amount":
            return Val(b.unary("total", v.e), Ty("int", low=0))
        if v.ty.word == "zone":
            return Val(b.unary("len", ir.Content(v.e)), Ty("int", low=0))
        return Val(b.unary("len", coerce.several(inner, v, node.span).e), Ty("int", low=0))
    assert node.binders is not None
    gens = binders(inner, node.binders)
    return Val(_counted(inner, gens), Ty("int", low=0))


def _counted(cx: Cx, gens: list[ir.For]) -> ir.Expr:
    """`count(Mouse in z)` for cubes is a look at the zone's counts."""
    if len(gens) == 1:
        g = gens[0]
        if g.where is None:
            return b.unary("len", g.domain)
        if isinstance(g.domain, ir.Handles) and isinstance(g.where, ir.Binary) and g.where.op == "==":
            left, right = g.where.left, g.where.right
            if left == refs.kind_of(cx.w, ir.Local(g.slot), Ty("cube")) and not _reads(right, g.slot):
                return ir.Binary("count", right, ir.Content(g.domain.zone))
    return ir.Fold("count", tuple(gens), b.YES)


def _reads(e: ir.Expr, slot: int) -> bool:
    return (isinstance(e, ir.Local) and e.slot == slot) or not isinstance(e, ir.Const | ir.Local)


def fold(cx: Cx, node: s.Fold, want: Ty | None) -> Val:
    inner = cx.child()
    inner.out = None
    word = {"sum": "sum", "most": "max", "least": "min"}[node.word]
    if node.binders is None:
        lst = coerce.as_list(inner, ex.expr(inner, node.value), node.value.span)
        x = inner.temp(lst.ty.item or INT, "x")
        gens, v = [ir.For(x.slot, lst.e)], Val(x, lst.ty.item or INT)
    else:
        gens = binders(inner, node.binders)
        v = ex.value(inner, node.value)
    if v.ty.word == "enum" and word != "sum":
        return Val(ir.Fold(cast("Literal['max']", word), tuple(gens), v.e), v.ty.or_none())
    e = coerce.num(inner, v, node.value.span)
    found = ir.Fold(cast("Literal['sum']", word), tuple(gens), e)
    return Val(found, INT) if word == "sum" else _or_zero(found, v.ty)


def _or_zero(found: ir.Fold, ty: Ty) -> Val:
    """The most or least number among none at all is 0, where the fold itself says -1."""
    if ty.low is not None and ty.low >= 0:
        return Val(b.binary("max", found, ir.Const(0)), Ty("int", low=0, high=ty.high))
    some = ir.Fold("any", found.binders, b.YES)
    return Val(b.if_else(some, found, ir.Const(0)), INT)


def quantified(cx: Cx, node: s.Quantified, want: Ty | None) -> Val:
    inner = cx.child()
    inner.out = None
    bound = bind(inner, node.binder)
    if node.word == "every":
        assert node.condition is not None
        cond = ex.condition(inner, node.condition)
        gen = bound.generator()
        return Val(ir.Fold("all", (gen,), cond), BOOL)
    if node.condition is None:
        if bound.test is None:
            e = b.invert(no_items(bound.domain))
        else:
            e = ir.Fold("any", (bound.generator(),), b.YES)
    else:
        found = conditions.search(inner, node.condition)
        gen = bound.generator(b.both(*found.front) if found.front else None)
        e = ir.Fold("any", (gen, *found.generators), b.YES)
    return Val(e if node.word == "some" else b.invert(e), BOOL)


def search(cx: Cx, node: s.Search, want: Ty | None) -> Val:
    from gdl.dsl.elaborate import calls, conditions

    inner = cx.child()
    inner.out = None
    bound = bind(inner, node.binder)
    where = ex.condition(inner, node.where) if node.where is not None else None
    if node.where is not None:
        conditions.learn(inner, node.where, True)
    gens = [bound.generator(where)]
    x = Val(bound.local, bound.ty)
    match node.word:
        case "those":
            return _best(inner, gens, x, node.best)
        case "first" | "last":
            at = maybe_numbers.first if node.word == "first" else maybe_numbers.last
            if node.best is not None:
                return maybe_numbers.picked(cx, _best(inner, gens, x, node.best).e, at, bound.ty, node.span)
            if gens[0].where is None:
                return maybe_numbers.picked(cx, gens[0].domain, at, bound.ty, node.span)
            if maybe_numbers.passes_for_none(bound.ty):
                return maybe_numbers.picked(cx, _simple_list(gens, x.e), at, bound.ty, node.span)
            found = ir.Fold(node.word, tuple(gens), x.e)
            return Val(found, maybe_numbers.or_none(cx, bound.ty, node.span))
        case "sort":
            assert node.best is not None
            key = maybe_numbers.key(inner, node.best.value)
            word = cast("Literal['sort most', 'sort least']", f"sort {node.best.word}")
            return Val(ir.Fold(word, tuple(gens), x.e, key.e), list_of(bound.ty))
        case "random":
            lst = Val(_simple_list(gens, x.e), list_of(bound.ty))
            if node.count is None:
                return calls.chance(cx, node.span, lst)
            n = ex.number(cx, node.count)
            return calls.chance_order(cx, node.span, lst, n)
    lst = Val(_simple_list(gens, x.e), list_of(bound.ty))
    return calls.chance_order(cx, node.span, lst, None)


# ---------------------------------------------------------------------------------------------- lists as wholes


def no_items(e: ir.Expr) -> ir.Expr:
    """Whether a list is empty, without making it."""
    if isinstance(e, ir.Fold) and e.word == "list":
        return b.invert(ir.Fold("any", e.binders, b.YES))
    if isinstance(e, ir.Handles):
        return b.binary("==", b.unary("len", ir.Content(e.zone)), ir.Const(0))
    return b.binary("==", b.unary("len", e), ir.Const(0))


def contains(cx: Cx, left: s.Expr, right: s.Expr, span: Span) -> ir.Expr:
    """`x in z`"""
    dom = ex.expr(cx, right)
    if dom.ty.word == "any":
        return b.NO
    item = dom.ty.item if dom.ty.is_list else dom.ty
    if dom.ty.word == "kindname":
        item = component(dom.ty.types[0])
    v = ex.expr(cx, left, item)
    if v.ty.word == "any":
        return b.NO
    if isinstance(right, s.Range) and v.ty.word == "int":
        low, high = ex.number(cx, right.low), ex.number(cx, right.high)
        return b.both(b.binary("<=", low, v.e), b.binary("<=", v.e, high))
    v = coerce.plain(cx, v) if v.ty.word != "kindname" else v
    if v.ty.word == "kindname":
        v = (
            coerce.to(
                cx,
                v,
                item if item is not None and item.word in ("component", "kind") else Ty("kind"),
                left.span,
            )
            if (item is None or item.word != "cube")
            else coerce.as_kind(v)
        )
    if v.ty.word == "kind" and item is not None and item.word == "cube" and dom.ty.word == "zone":
        return b.binary("in", v.e, ir.Content(dom.e))
    if v.ty.is_list:
        return _all_in(cx, v, dom, span)
    if item is not None and not comparable(v.ty, item):
        return cx.w.error("GDL0407", span, f"{describe(v.ty)} is never in {describe(dom.ty)}").e
    if dom.ty.word == "set":
        known = b.number(v.e)
        bit = b.binary("in set", v.e, dom.e)
        return b.both(b.binary(">=", v.e, ir.Const(0)), bit) if v.ty.optional and known is None else bit
    if dom.ty.word == "zone" and v.ty.word == "component":
        return (
            b.binary("==", ir.Place(v.e), dom.e)
            if not v.ty.optional
            else b.both(b.binary(">=", v.e, ir.Const(0)), b.binary("==", ir.Place(v.e), dom.e))
        )
    if dom.ty.word == "zones" and v.ty.word == "component":
        inside = b.binary("in", ir.Place(v.e), dom.e)
        return b.both(b.binary(">=", v.e, ir.Const(0)), inside) if v.ty.optional else inside
    lst = coerce.as_list(cx, dom, right.span)
    return b.binary("in", v.e, lst.e)


def _all_in(cx: Cx, v: Val, dom: Val, span: Span) -> ir.Expr:
    lst = coerce.as_list(cx, v, span)
    whole = coerce.as_list(cx, dom, span)
    x = cx.temp(lst.ty.item or ANY, "x")
    return ir.Fold("all", (ir.For(x.slot, lst.e),), b.binary("in", x, whole.e))


def joined(cx: Cx, node: s.Binary, left: Val, right: Val) -> Val:
    """`a + b`: both, one after the other; `a - b`: without those in b."""
    if left.ty.word == "set" and right.ty.word in (
        "set",
        "list",
        "zone",
        "zones",
        "component",
        "enum",
        "kindname",
        "kind",
        "player",
    ):
        other = coerce.to(cx, right, left.ty, node.right.span)
        return Val(b.binary("|" if node.op == "+" else "&~", left.e, other.e), left.ty)
    if left.ty.word == "zones" and right.ty.word == "zones" and node.op == "+":
        family = left.ty.family if left.ty.family is right.ty.family else None
        return Val(b.binary("++", left.e, right.e), Ty("zones", item=_item(left, right), family=family))
    a, z = _several(cx, left, node.left), _several(cx, right, node.right)
    item = join(a.ty.item or ANY, z.ty.item or ANY)
    if item is None:
        if (a.ty.item or ANY).word == "component" and (z.ty.item or ANY).word == "component":
            assert a.ty.item is not None and z.ty.item is not None
            item = Ty("component", types=a.ty.item.types + z.ty.item.types)
        else:
            return cx.w.error(
                "GDL0406", node.span, f"{describe(left.ty)} and {describe(right.ty)} do not go together"
            )
    if node.op == "+":
        return Val(b.binary("++", a.e, z.e), list_of(item))
    x = cx.temp(item, "x")
    return Val(
        ir.Fold("list", (ir.For(x.slot, a.e, b.invert(b.binary("in", x, z.e))),), x),
        list_of(a.ty.item or ANY),
    )


def _item(left: Val, right: Val) -> Ty:
    return join(left.ty.item or ANY, right.ty.item or ANY) or component()


def _several(cx: Cx, v: Val, node: s.Expr) -> Val:
    return coerce.as_list(cx, v, node.span)


def equal_lists(cx: Cx, a: Val, z: Val, span: Span) -> ir.Expr:
    """Two sets, or several things: ordered ones in order, unordered ones in any."""
    if a.ty.word == "set" or z.ty.word == "set":
        if a.ty.word == "set" and z.ty.word == "set":
            return b.binary("==", a.e, z.e)
        want = a.ty if a.ty.word == "set" else z.ty
        return b.binary("==", coerce.to(cx, a, want, span).e, coerce.to(cx, z, want, span).e)
    for v in (a, z):
        if not v.ty.is_list and v.ty.word not in ("component", "any", "cube", "none", "kindname"):
            return cx.w.error("GDL0407", span, f"{describe(a.ty)} is never equal to {describe(z.ty)}").e
    x, y = coerce.as_list(cx, a, span), coerce.as_list(cx, z, span)
    ordered = all(_ordered(v) for v in (a, z))
    return b.binary("==" if ordered else "same", x.e, y.e)


def _ordered(v: Val) -> bool:
    if v.ty.word == "zone":
        return v.ty.family is not None and v.ty.family.shape in ("deck", "stack", "row", "slot")
    return v.ty.word == "list"
