"""`given`: conditions that are made true before play goes on."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, places, scenario_args
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.types import ANY, Ty, Val, component


def given(cx: Cx, node: s.Expr) -> list[sc.Given]:
    """One condition of a `given` line, as what has to be done to make it true."""
    match node:
        case s.Claim(word="knows"):
            assert node.player is not None and node.what is not None
            return [sc.Told(node.span, scenario_args.seat(cx, node.player), components(cx, node.what))]
        case s.Binary(op="and"):
            return [*given(cx, node.left), *given(cx, node.right)]
        case s.Binary(op="="):
            return _equal(cx, node)
        case s.Binary(op="in"):
            zone = ex.expr(cx, node.right)
            if zone.ty.word == "zone":
                return [sc.Put(node.span, zone.e, w) for w in _wanted(cx, node.left, zone.ty.item or ANY)]
        case s.Is(what="face up" | "face down"):
            up = (node.what == "face up") != node.negated
            return [sc.Turned(node.span, components(cx, node.operand), up)]
        case s.Is(what="empty", negated=False):
            zone = ex.expr(cx, node.operand)
            if zone.ty.word == "zone":
                return [_emptied(node, zone)]
            if zone.ty.word == "zones":
                return _all_emptied(cx, node, zone)
        case s.Is(what="none", negated=False):
            nothing = s.Nothing(span=node.span)
            return _equal(cx, s.Binary(span=node.span, op="=", left=node.operand, right=nothing))
        case s.Unary(op="not"):
            return _state(cx, node, node.operand, s.Truth(span=node.span, value=False))
        case s.Name() | s.Member() | s.Item():
            return _state(cx, node, node, s.Truth(span=node.span, value=True))
    return _cannot(cx, node)


def _cannot(cx: Cx, node: s.Expr) -> list[sc.Given]:
    cx.w.error(
        "GDL0802",
        node.span,
        "this cannot be given: there is more than one way to make it true, or none",
        "give zones and states: `p1.hand = [A, B as b]`, `top(deck, 2) = [A, B]`, `score = 3`, `c in z`, `c is face up`, "
        "`p2 knows c`",
    )
    return []


def components(cx: Cx, node: s.Expr) -> ir.Expr:
    """A component or several, as a list."""
    v = ex.expr(cx, node)
    if v.ty.word == "kindname":
        v = coerce.to(cx, v, component(), node.span)
    return coerce.as_list(cx, v, node.span).e


def _equal(cx: Cx, node: s.Binary) -> list[sc.Given]:
    left = node.left
    if isinstance(left, s.Count) and left.of is not None:
        zone = ex.expr(cx, left.of)
        if zone.ty.word == "zone":
            return [sc.CountIs(node.span, zone.e, ex.number(cx, node.right))]
        return _cannot(cx, node)
    if isinstance(left, s.Call):
        if isinstance(left.function, s.Name) and left.function.name == "top" and len(left.args) in (1, 2):
            return _top(cx, node, left)
        return _cannot(cx, node)
    if isinstance(left, s.Name | s.Member | s.Item):
        found = _as_zone(cx, left)
        if found is not None:
            return _fill(cx, node, found)
        return _state(cx, node, left, node.right)
    return _cannot(cx, node)


def _top(cx: Cx, node: s.Binary, call: s.Call) -> list[sc.Given]:
    """`top(deck) = Bear`, `top(deck, 2) = [Bear, Wolf]`"""
    zone = ex.expr(cx, call.args[0])
    if zone.ty.word != "zone":
        return _cannot(cx, node)
    things = _wanted(cx, node.right, zone.ty.item or ANY)
    if len(call.args) == 2:
        wanted = b.number(ex.number(cx, call.args[1]))
        if wanted != len(things):
            here = "this is one" if len(things) == 1 else f"these are {len(things)}"
            cx.w.error("GDL0802", node.right.span, f"as many are wanted as `top` tells, but {here}")
            return []
    return [sc.Put(node.span, zone.e, w, top=True) for w in reversed(things)]


def _as_zone(cx: Cx, node: s.Name | s.Member | s.Item) -> Val | None:
    """The zone that an expression names; None where it is something else (told later, where it is nothing)."""
    held = cx.w.diagnostics
    cx.w.diagnostics = type(held)()
    try:
        v = ex.expr(cx, node)
    finally:
        cx.w.diagnostics = held
    return v if v.ty.word in ("zone", "zones") else None


def _emptied(node: s.Expr, zone: Val) -> sc.Given:
    if zone.ty.item is not None and zone.ty.item.word == "cube":
        return sc.FillCubes(node.span, zone.e, ())
    return sc.Fill(node.span, zone.e, ())


def _all_emptied(cx: Cx, node: s.Expr, zones: Val) -> list[sc.Given]:
    """`Zone.units = []`: several zones can only be emptied."""
    known = b.items(zones.e)
    if known is None:
        return _cannot(cx, node)
    return [_emptied(node, Val(b.const(z), Ty("zone", item=zones.ty.item))) for z in known]


def _fill(cx: Cx, node: s.Binary, zone: Val) -> list[sc.Given]:
    item = zone.ty.item or ANY
    nothing = isinstance(node.right, s.Nothing) or (
        isinstance(node.right, s.ListOf | s.SetOf) and not node.right.items
    )
    if zone.ty.word == "zones":
        return _all_emptied(cx, node, zone) if nothing else _cannot(cx, node)
    if isinstance(node.right, s.Nothing):
        return [_emptied(node, zone)]
    if item.word == "cube":
        counts: dict[int, int] = {}
        for w in _wanted(cx, node.right, item):
            if isinstance(w.what, sc.Named) and w.what.kind >= 0:
                counts[w.what.kind] = counts.get(w.what.kind, 0) + 1
            else:
                return _cannot(cx, node)
        return [sc.FillCubes(node.span, zone.e, tuple(counts.items()))]
    return [sc.Fill(node.span, zone.e, tuple(_wanted(cx, node.right, item)))]


def _wanted(cx: Cx, node: s.Expr, item: Ty) -> list[sc.Wanted]:
    """The things that a `given` names; their aliases are bound from here on."""
    match node:
        case s.ListOf() | s.SetOf():
            return [w for i in node.items for w in _wanted(cx, i, item)]
        case s.Amount():
            made = scenario_args.arg(cx, node)
            assert isinstance(made, sc.Several)
            return [sc.Wanted(a) for a in made.items]
        case s.Alias():
            inner = _wanted(cx, node.value, item)
            if len(inner) != 1:
                cx.w.error("GDL0802", node.span, "an alias names one thing")
                return inner
            local = cx.bind(node.name.name, _type_of(cx, inner[0].what, item))
            return [sc.Wanted(inner[0].what, local.slot)]
        case s.Binary(op="+"):
            return [*_wanted(cx, node.left, item), *_wanted(cx, node.right, item)]
    what = scenario_args.arg(cx, node)
    if isinstance(what, sc.Exact) and what.type.word not in (
        "component",
        "cube",
        "list",
        "zone",
        "int",
        "enum",
    ):
        cx.w.error("GDL0802", node.span, f"a {what.type.word} cannot lie in a zone")
    return [sc.Wanted(what)]


def _type_of(cx: Cx, what: sc.Arg, item: Ty) -> Ty:
    """What an alias is known to be."""
    kind = what.kind if isinstance(what, sc.Named | sc.Copy) else -1
    if kind >= 0:
        return component(cx.w.kind_list[kind].type)
    if isinstance(what, sc.Exact):
        of = what.type.item.of if what.type.item is not None else what.type.of
        if of >= 0 and what.type.word in ("component", "list"):
            return component(list(cx.w.types.values())[of])
    return Ty("component", types=item.types)


def _state(cx: Cx, node: s.Expr, target: s.Expr, value: s.Expr) -> list[sc.Given]:
    place = places.resolve(cx, target)
    if place is None:
        return []
    v = ex.value(cx, value, place.ty)
    if place.ty.word == "set" and v.ty.word == "list":
        v = Val(b.unary("mask", v.e), place.ty)
    return [sc.SetState(node.span, place.store(cx, v, node.span))]
