"""Lasting effects: `give`, `traits of`, `end effects`."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import abilities, coerce
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.layout import slots_of
from gdl.dsl.elaborate.model import TraitDecl
from gdl.dsl.elaborate.types import ANY, Ty, Val, component, describe


def give(cx: Cx, node: s.Give) -> None:
    """`give x rallied(2) until EndOfRound`"""
    w = cx.w
    v = coerce.plain(cx, ex.expr(cx, node.to))
    if v.ty.word == "kindname" or v.ty.word == "kind":
        v = coerce.to(cx, ex.expr(cx, node.to), component(), node.to.span)
    until = abilities.until_code(cx, node)
    source = cx.scope["self"].e if "self" in cx.scope and cx.scope["self"].ty.word == "component" else b.MINUS
    if node.copied is not None:
        if v.ty.word not in ("component", "any"):
            w.error("GDL0401", node.to.span, f"a component is wanted here, but this is {describe(v.ty)}")
            return
        _copy(cx, node, v, until, source)
        return
    assert node.trait is not None
    trait = w.traits.get(node.trait.name.name)
    if trait is None:
        w.unknown("trait", node.trait.name.name, node.trait.name.span, list(w.traits))
        return
    w.touched.add(trait)
    args = abilities.trait_args(cx, trait, node.trait)
    if not can_bear(trait, v.ty):
        on = ", ".join([t.name for t in trait.on] + (["Player"] if trait.on_players else []))
        w.error("GDL0519", node.to.span, f"`{trait.name}` is a trait on {on}, and this is {describe(v.ty)}")
        return
    lst = coerce.as_list(cx, v, node.to.span)
    x = cx.temp(lst.ty.item or ANY, "bearer")
    cx.emit(ir.Each(x.slot, lst.e, tuple(_add(cx, trait, x, until, source, args))))


def can_bear(trait: TraitDecl, ty: Ty) -> bool:
    item = ty.item if ty.is_list and ty.item is not None else ty
    if item.word == "player":
        return trait.on_players
    if item.word != "component":
        return item.word == "any"
    return not item.types or any(t.is_a(o) or o.is_a(t) for t in item.types for o in trait.on)


def _add(
    cx: Cx, trait: TraitDecl, bearer: ir.Expr, until: int, source: ir.Expr, args: list[ir.Expr]
) -> list[ir.Stmt]:
    slot = abilities.effect_slot(cx.w, trait)
    entry = b.seq(bearer, ir.Const(until), source, *args)
    out: list[ir.Stmt] = [ir.Store(slot, None, b.binary("++", ir.Load(slot), ir.Seq((entry,))))]
    for decl in trait.states.values():
        if decl.where != "trait":
            continue
        for i in range(decl.size):
            offset = b.binary(
                "+",
                b.binary("*", b.binary("-", bearer, ir.Const(decl.low_holder)), ir.Const(decl.size)),
                ir.Const(i),
            )
            out.append(ir.Store(decl.base, offset, b.const(decl.initial)))
    return out


def _copy(cx: Cx, node: s.Give, to: Val, until: int, source: ir.Expr) -> None:
    """`give x traits of y`: all that y has printed on it or has been given."""
    w = cx.w
    assert node.copied is not None
    y = coerce.to(cx, ex.expr(cx, node.copied), component(), node.copied.span)
    mine = cx.temp(y.ty, "model")
    cx.emit(ir.SetLocal(mine.slot, y.e))
    for trait in w.trait_list:
        if not trait.given:
            continue
        use = cx.temp(Ty("list", item=ANY), "use")
        rows = tuple((c, *args) for c, args, _ in trait.uses)
        if rows:
            args = [b.item(use, i + 2) for i in range(len(trait.params))]
            stmts = b.stmt_if(
                b.binary("==", b.item(use, 1), mine), _add(cx, trait, to.e, until, source, args)
            )
            cx.emit(ir.Each(use.slot, b.const(rows), tuple(stmts)))
        slot = abilities.effect_slot(w, trait)
        e = cx.temp(Ty("list", item=ANY), "effect")
        args = [b.item(e, i + 4) for i in range(len(trait.params))]
        stmts = b.stmt_if(b.binary("==", b.item(e, 1), mine), _add(cx, trait, to.e, until, source, args))
        cx.emit(ir.Each(e.slot, ir.Load(slot), tuple(stmts)))


def end_effects(cx: Cx, node: s.EndEffects) -> None:
    """`end effects from c`: all that c has given ends."""
    v = coerce.to(cx, ex.expr(cx, node.source), component(), node.source.span)
    c = cx.temp(v.ty, "source")
    cx.emit(ir.SetLocal(c.slot, v.e))
    for trait in cx.w.trait_list:
        if trait.given:
            slot = abilities.effect_slot(cx.w, trait)
            e = cx.temp(Ty("list", item=ANY), "effect")
            kept = ir.Fold("list", (ir.For(e.slot, ir.Load(slot), b.binary("!=", b.item(e, 3), c)),), e)
            cx.emit(
                ir.If(
                    b.binary(">", b.unary("len", ir.Load(slot)), ir.Const(0)), (ir.Store(slot, None, kept),)
                )
            )


def keep_excluded(cx: Cx) -> None:
    """The game has a step after which a seat may know what a thing is not, without knowing what it is."""
    if cx.w.counters["group_slot"] >= 0 and cx.w.counters["exclude_slot"] < 0:
        slots, n = slots_of(cx.w), len(cx.w.comps)
        cx.w.counters["exclude_slot"] = slots.take(n * (cx.w.seats + 1), 0)
        cx.w.counters["shown_slot"] = slots.take(n * cx.w.seats, -1)
        cx.w.counters["asked_slot"] = slots.take(cx.w.seats, ())
