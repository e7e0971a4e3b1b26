"""Calls in expressions: the game's own values and methods, and what the language brings; chance in expressions."""

from __future__ import annotations

from collections.abc import Callable

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import boards, coerce, functions, maybe_numbers, refs
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import CompType
from gdl.dsl.elaborate.types import ANY, INT, Ty, Val, component, describe, list_of, ranged
from gdl.dsl.source import Span


def call(cx: Cx, node: s.Call, want: Ty | None) -> Val:
    w = cx.w
    if isinstance(node.function, s.Name):
        n = node.function.name
        if n in BUILTINS and n not in w.callables:
            return BUILTINS[n](cx, node)
        if n in w.callables:
            target = w.callables[n]
            if target.word == "value":
                return functions.call_value(cx, target, functions.listed(cx, node, target.params), node.span)
            if target.result is not None and cx.out is not None:
                return functions.call_rule(cx, target, functions.listed(cx, node, target.params), node.span)
            what = {"rule": "a rule happens", "action": "an action is offered", "phase": "a phase happens"}
            return w.error(
                "GDL0602",
                node.span,
                f"`{n}` is no value: {what.get(target.word, 'it happens')}",
                "only a `value` can be called here",
            )
        own = _own_method(cx, n)
        if own:
            return functions.call_method(cx, n, cx.scope["self"], None, list(node.args), node.span)
        known = [*BUILTINS, *(k for k, c in w.callables.items() if c.word == "value" or cx.scenario)]
        hint = "a range is written `1..3`" if n == "range" else suggestion(n, known)
        return w.error("GDL0301", node.function.span, f"there is no value `{n}`", hint)
    if isinstance(node.function, s.Member):
        return _method(cx, node, node.function)
    return w.error("GDL0302", node.span, "this cannot be called")


def _own_method(cx: Cx, n: str) -> bool:
    return "self" in cx.scope and n in cx.w.methods


def _method(cx: Cx, node: s.Call, function: s.Member) -> Val:
    """`c.usable(p)`, `k.worth(x)`"""
    w, n = cx.w, function.name.name
    obj = ex.expr(cx, function.object)
    if obj.ty.word == "any":
        return obj
    if n not in w.methods:
        return w.error(
            "GDL0306",
            function.name.span,
            f"{describe(obj.ty)} has no `{n}`",
            suggestion(n, [*w.methods, *(k for k, c in w.callables.items() if c.word == "value")]),
        )
    return functions.call_method(cx, n, obj, None, list(node.args), node.span)


def chance(cx: Cx, span: Span, lst: Val) -> Val:
    """One item at random: a step before the expression."""
    if cx.out is None:
        return cx.w.error(
            "GDL0603",
            span,
            "chance cannot stand in a condition or value",
            "let it happen first: `let x = random ...`",
        )
    item = lst.ty.item or ANY
    slot = cx.temp(item, "chance")
    told = item.word in ("component", "cube") or _known_to_all(cx, lst.e)
    sure = bool(b.items(lst.e)) or _never_empty(lst)
    if not sure and maybe_numbers.passes_for_none(item):
        drawn_from = cx.temp(lst.ty, "drawn from")
        cx.emit(ir.SetLocal(drawn_from.slot, lst.e))
        lst = Val(drawn_from, lst.ty)
    cx.emit(ir.Random(slot.slot, lst.e, _ir_type(cx, item), "all" if told else "nobody"))
    if not sure and maybe_numbers.passes_for_none(item):
        return maybe_numbers.unless_empty(lst.e, Val(slot, item), span)
    return Val(slot, item if sure else maybe_numbers.or_none(cx, item, span))


def _known_to_all(cx: Cx, e: object) -> bool:
    """Whether a lot is surely drawn from what everybody can see. If not, the outcome is not told: it would tell what the lot was
    drawn from. (Of components each reader is told what that reader knows.)"""
    if isinstance(e, tuple | list):
        return all(_known_to_all(cx, x) for x in e)
    if isinstance(e, ir.Call | ir.Content | ir.Handles):
        return False
    if isinstance(e, ir.Local) and cx.fn.types[e.slot].word in ("list", "set"):
        return False
    if isinstance(e, ir.Load) and any(
        d.sight != "open" and d.base - d.low_holder * d.size <= e.base < d.base + d.size * d.holders
        for d in cx.w.state_list
    ):
        return False
    fields = getattr(e, "__dataclass_fields__", ()) if isinstance(e, ir.Expr | ir.For) else ()
    return all(_known_to_all(cx, getattr(e, name)) for name in fields)


def _never_empty(lst: Val) -> bool:
    return isinstance(lst.e, ir.Seats)


def chance_order(cx: Cx, span: Span, lst: Val, n: ir.Expr | None) -> Val:
    if cx.out is None:
        return cx.w.error(
            "GDL0603",
            span,
            "chance cannot stand in a condition or value",
            "let it happen first: `let x = random ...`",
        )
    slot = cx.temp(list_of(lst.ty.item or ANY), "chance")
    cx.emit(ir.RandomOrder(slot.slot, lst.e, n, _ir_type(cx, lst.ty.item or ANY)))
    return Val(slot, list_of(lst.ty.item or ANY))


def _ir_type(cx: Cx, ty: Ty) -> ir.Type:
    from gdl.dsl.elaborate import texts

    return texts.ir_type(cx.w, ty)


def has_trait(cx: Cx, node: s.Binary) -> ir.Expr:
    """`u has protect`"""
    from gdl.dsl.elaborate import abilities, effects

    w = cx.w
    if not isinstance(node.right, s.Name):
        return w.error("GDL0601", node.right.span, "the name of a trait is wanted after `has`").e
    trait = w.traits.get(node.right.name)
    if trait is None:
        n = node.right.name
        if n in w.kinds or n in w.types:
            hint = f"`has` asks for a trait; whether one lies there is asked by `some {n} in ...`"
            return w.error("GDL0301", node.right.span, f"there is no trait `{n}`", hint).e
        return w.unknown("trait", n, node.right.span, list(w.traits)).e
    v = ex.expr(cx, node.left)
    v = coerce.to(cx, v, component(), node.left.span) if v.ty.word == "kindname" else coerce.plain(cx, v)
    w.touched.add(trait)
    if v.ty.word in ("component", "player") and not effects.can_bear(trait, v.ty):
        on = ", ".join([t.name for t in trait.on] + (["Player"] if trait.on_players else []))
        text = f"`{trait.name}` is a trait on {on}: {describe(v.ty)} never has it"
        return w.error("GDL0519", node.left.span, text).e
    return abilities.bears(cx, trait, v)


# ---------------------------------------------------------------------------------------------- what the language brings


def _args(cx: Cx, node: s.Call, low: int, high: int) -> bool:
    name = node.function.name if isinstance(node.function, s.Name) else "it"
    if not low <= len(node.args) <= high:
        many = functions.arguments_of(low) if low == high else f"{low} to {high} arguments"
        cx.w.error("GDL0307", node.span, f"`{name}` takes {many}, but {functions.given(len(node.args))}")
        return False
    return True


def _min_max(op: str) -> Callable[[Cx, s.Call], Val]:
    def make(cx: Cx, node: s.Call) -> Val:
        if not _args(cx, node, 2, 9):
            return Val(b.MINUS, ANY)
        vals = [ex.value(cx, a) for a in node.args]
        e = coerce.num(cx, vals[0], node.args[0].span)
        for v, a in zip(vals[1:], node.args[1:], strict=True):
            e = b.binary(op, e, coerce.num(cx, v, a.span))
        pick = min if op == "min" else max
        lows, highs = [v.ty.low for v in vals], [v.ty.high for v in vals]
        low = pick(x for x in lows if x is not None) if any(x is not None for x in lows) else None
        high = pick(x for x in highs if x is not None) if any(x is not None for x in highs) else None
        if op == "min" and any(x is None for x in lows):
            low = None
        if op == "max" and any(x is None for x in highs):
            high = None
        return Val(e, Ty("int", low=low, high=high))

    return make


def _abs(cx: Cx, node: s.Call) -> Val:
    if not _args(cx, node, 1, 1):
        return Val(b.MINUS, ANY)
    return Val(b.unary("abs", ex.number(cx, node.args[0])), Ty("int", low=0))


def _total(cx: Cx, node: s.Call) -> Val:
    if not _args(cx, node, 1, 1):
        return Val(b.MINUS, ANY)
    v = ex.expr(cx, node.args[0])
    if v.ty.word == "any":
        return Val(ir.Const(0), INT)
    if v.ty.word != "amount":
        return cx.w.error(
            "GDL0401",
            node.args[0].span,
            f"an amount is wanted here, but this is {describe(v.ty)}",
            "use `count(...)`",
        )
    return Val(b.unary("total", v.e), Ty("int", low=0))


def _top(cx: Cx, node: s.Call) -> Val:
    """`top(deck)`: a component or none; `top(deck, 3)`: a list"""
    if not _args(cx, node, 1, 2):
        return Val(b.MINUS, ANY)
    v = ex.expr(cx, node.args[0])
    lst = coerce.several(cx, v, node.args[0].span)
    item = lst.ty.item or ANY
    if len(node.args) == 1:
        return maybe_numbers.picked(cx, lst.e, maybe_numbers.first, item, node.span)
    return Val(ir.First(lst.e, ex.number(cx, node.args[1])), list_of(item))


def _place(cx: Cx, node: s.Call) -> Val:
    """`place(c)`: the space (or other component) on which c lies. What is put on spaces is taken to lie on one: its place may be
    read without a test, and where there is none after all the match says so (`coerce.certain`)."""

    w = cx.w
    if not _args(cx, node, 1, 1):
        return Val(b.MINUS, ANY)
    v = ex.expr(cx, node.args[0])
    v = v if v.ty.word == "kindname" else coerce.plain(cx, v)
    if v.ty.word not in ("component", "cube", "kindname"):
        if v.ty.word == "any":
            return v
        return w.error(
            "GDL0401", node.args[0].span, f"a component is wanted here, but this is {describe(v.ty)}"
        )
    v = coerce.to(cx, v, component(), node.args[0].span) if v.ty.word == "kindname" else v
    holders = _holders_of(cx, v.ty)
    zone = ir.Place(v.e) if v.ty.word == "component" else b.binary("//", v.e, ir.Const(refs.kinds_count(w)))
    e = b.table(w.tables, refs.zone_holder_table(w), zone)
    sure = bool(holders) and not v.ty.optional and all(t.sort == "space" for t in holders)
    ty = Ty("component", types=holders)
    return Val(e, ty if sure else ty.or_none())


def _holders_of(cx: Cx, ty: Ty) -> tuple[CompType, ...]:
    found = [
        f.holder
        for f in cx.w.families
        if f.holder is not None and any(x.is_a(y) or y.is_a(x) for x in f.item.types for y in ty.types)
    ]
    kept = [t for t in dict.fromkeys(found) if not any(t is not o and t.is_a(o) for o in found)]
    return tuple(kept)


def _zone(cx: Cx, node: s.Call) -> Val:
    if not _args(cx, node, 1, 1):
        return Val(b.MINUS, ANY)
    v = coerce.plain(cx, ex.expr(cx, node.args[0]))
    if v.ty.word == "any":
        return v
    if v.ty.word == "cube":
        return Val(b.binary("//", v.e, ir.Const(refs.kinds_count(cx.w))), Ty("zone", item=v.ty.sure()))
    one = coerce.to(cx, v, component(), node.args[0].span)
    return Val(ir.Place(one.e), Ty("zone", item=one.ty if one.ty.types else component()))


BUILTINS: dict[str, Callable[[Cx, s.Call], Val]] = {
    "min": _min_max("min"),
    "max": _min_max("max"),
    "abs": _abs,
    "total": _total,
    "top": _top,
    "place": _place,
    "zone": _zone,
    "neighbors": boards.neighbors,
    "linked": boards.linked,
    "distance": boards.distance,
    "reachable": boards.reachable,
    "lines": boards.lines,
}

__all__ = ["BUILTINS", "call", "chance", "chance_order", "has_trait", "ranged"]
