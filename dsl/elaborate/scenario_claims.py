"""`then`: what a scenario claims of the position."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import coerce, scenario_args, scenario_given, texts
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.types import Val


def claim(cx: Cx, node: s.Expr) -> sc.Claim:
    """A condition, or what only a scenario can say. The parts of an `and` are claims of their own: a failure names one."""
    match node:
        case s.Claim():
            return _report(cx, node)
        case s.Unary(op="not"):
            return sc.Not(node.span, claim(cx, node.operand))
        case s.Binary(op="and"):
            return sc.All(node.span, (claim(cx, node.left), claim(cx, node.right)))
        case s.Binary(op="=") if isinstance(node.right, s.ListOf):
            listed = _listed(cx, node, node.left, node.right)
            if listed is not None:
                return listed
    return sc.Holds(node.span, ex.condition(cx.child(), node), _sides(cx, node))


def _listed(cx: Cx, node: s.Expr, left: s.Expr, right: s.ListOf) -> sc.Claim | None:
    """`p1.hand = [Militia, c]`, where kinds stand for any of their copies."""
    v = ex.expr(cx.child(), left)
    if v.ty.word not in ("zone", "list", "zones") or v.ty.item is None:
        return None
    found = coerce.as_list(cx, v, left.span)
    ordered = v.ty.word == "list" or (
        v.ty.word == "zone"
        and v.ty.family is not None
        and v.ty.family.shape in ("deck", "stack", "row", "slot")
    )
    items = tuple(scenario_args.arg(cx, i) for i in right.items)
    return sc.Lies(node.span, found.e, texts.ir_type(cx.w, found.ty.item or v.ty.item), items, ordered)


def _sides(cx: Cx, node: s.Expr) -> tuple[ir.Shown, ...]:
    """What is worth showing of a condition that fails: both sides of a comparison."""
    if isinstance(node, s.Binary) and node.op in ("=", "!=", "<", "<=", ">", ">="):
        left = ex.expr(cx.child(), node.left)
        right = ex.expr(cx.child(), node.right, left.ty if left.ty.word == "enum" else None)
        return tuple(x for v in (left, right) if (x := _shown(cx, v, node)) is not None)
    if isinstance(node, s.Binary) and node.op in ("in", "not in"):
        return tuple(x for v in (ex.expr(cx.child(), node.right),) if (x := _shown(cx, v, node)) is not None)
    if isinstance(node, s.Is):
        return tuple(
            x for v in (ex.expr(cx.child(), node.operand),) if (x := _shown(cx, v, node)) is not None
        )
    return ()


def _shown(cx: Cx, v: Val, node: s.Expr) -> ir.Shown | None:
    v = coerce.plain(cx, v)
    if v.ty.word in ("zone", "zones"):
        v = coerce.as_list(cx, v, node.span)
    if v.ty.word in ("any", "none", "text"):
        return None
    return ir.Shown(v.e, texts.ir_type(cx.w, v.ty))


def _report(cx: Cx, node: s.Claim) -> sc.Claim:
    seat = scenario_args.seat(cx, node.player) if node.player is not None else -1
    match node.word:
        case "knows":
            assert node.what is not None
            return sc.Knows(node.span, seat, scenario_given.components(cx, node.what))
        case "sees":
            assert node.what is not None
            return sc.Sees(node.span, seat, claim(cx, node.what))
        case "offered":
            return sc.Offered(node.span, seat, tuple(_offer(cx, item) for item in node.items))
        case "could be" | "could not be":
            assert node.what is not None and node.kind is not None
            what = scenario_given.components(cx, node.what)
            return sc.CouldBe(node.span, seat, what, _kinds(cx, node.kind), node.word == "could be")
        case "happened":
            assert node.what is not None
            return sc.Happened(node.span, scenario_args.event_name(cx, node.what, "`happened`"), node.count)
        case "error":
            return sc.Stopped(node.span, texts.plain_text(node.text))
        case word:
            named = node.players or ((node.player,) if node.player is not None else ())
            return sc.Ended(node.span, word, tuple(scenario_args.seat(cx, player) for player in named))


def _kinds(cx: Cx, node: s.Expr) -> tuple[int, ...]:
    w = cx.w
    name = node.name if isinstance(node, s.Name) else ""
    kind = scenario_args.kind_named(w, name)
    if kind is not None:
        return (kind.index,)
    if name in w.types:
        return tuple(k.index for k in w.types[name].all_kinds())
    w.unknown("kind", name or "?", node.span, [*w.kinds, *w.types])
    return ()


def _offer(cx: Cx, item: s.OfferItem) -> sc.Offer:
    """An action of the game, `pass`, or an option by its value or words."""
    node = item.what
    if node is None:
        return sc.Passing()
    function = node.function if isinstance(node, s.Call) else node
    names = scenario_args.action_names(cx.w)
    if isinstance(function, s.Name) and function.name in names and function.name not in cx.scope:
        return scenario_args.deed(cx, node)
    if isinstance(function, s.Member) and function.name.name in names:
        return scenario_args.deed(cx, node)
    return scenario_args.arg(cx, node)
