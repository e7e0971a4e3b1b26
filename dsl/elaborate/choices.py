"""Asking players: `choose`, `choose one`, `may`, `split`, `arrange`, `together`. Offers of actions are in `offers`."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import (
    coerce,
    collections,
    conditions,
    core,
    effects,
    functions,
    maybe_numbers,
    moving,
    offers,
    texts,
    windows,
)
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import Callable_
from gdl.dsl.elaborate.types import ANY, PLAYER, Ty, Val, component, describe, list_of
from gdl.dsl.source import Span

offer = offers.offer
open_window = windows.open_window


def choose(cx: Cx, node: s.Choose) -> None:
    """`choose hero in p.tableau where ... by p "Who?"`"""
    by = coerce.player(cx, ex.expr(cx, node.by, PLAYER), node.by.span)
    several = node.alias is not None or (node.quantity is not None and not _single(cx, node))
    inner = cx.child()
    inner.out = None
    bound = collections.bind(inner, node.binder)
    where = ex.condition(inner, node.where) if node.where is not None else None
    if node.where is not None:
        conditions.learn(inner, node.where, True)
    gens = _domain(inner, bound, where, node.best)
    if not several:
        gens = tuple(collections.once_each(inner, list(gens)))
    label = ir.Template((ir.Shown(bound.local, texts.ir_type(cx.w, bound.ty)),))
    name = node.binder.name.name if node.binder.name is not None else "item"
    entry = ir.Entry(name, gens, None, label, (texts.ir_type(cx.w, bound.ty),), "item", span=node.span)
    prompt = texts.template(cx, node.prompt) if node.prompt is not None else None
    if several:
        _choose_some(cx, node, by, entry, bound, prompt)
    else:
        _choose_one(cx, node, by, entry, bound, prompt, inner)


def _domain(
    cx: Cx, bound: collections.Bound, where: ir.Expr | None, best: s.Best | None
) -> tuple[ir.For, ...]:
    gen = bound.generator(where)
    if best is None:
        return (gen,)
    key = maybe_numbers.key(cx, best.value)
    x = cx.temp(bound.ty, "x")
    lst = ir.Fold(best.word, (gen,), bound.local, key.e)
    _ = x
    return (ir.For(bound.local.slot, lst),)


def _single(cx: Cx, node: s.Choose) -> bool:
    """`choose up to 1 x ...:` and `choose 1 x ...` bind the one that is chosen."""
    q = node.quantity
    assert q is not None
    if node.alias is not None:
        return False
    if q.word == "up to" and q.high is not None:
        return isinstance(q.high, s.Number) and q.high.value == 1
    if q.word == "exactly" and q.low is not None:
        return isinstance(q.low, s.Number) and q.low.value == 1
    return False


def _choose_one(
    cx: Cx,
    node: s.Choose,
    by: ir.Expr,
    entry: ir.Entry,
    bound: collections.Bound,
    prompt: ir.Template | None,
    inner: Cx,
) -> None:
    which = cx.temp(Ty("int"), "which")
    optional = node.quantity is not None and node.quantity.word == "up to"
    entries: tuple[ir.Entry, ...] = (entry,)
    if optional:
        none = ir.Entry("none", (), None, ir.Template(("none",)), (), "pass", span=node.span)
        entries = (entry, none)
    cx.emit(core.Ask(ir.Choice("one", by, prompt, which.slot, entries, asked=optional, span=node.span)))
    chosen = b.binary("==", which, ir.Const(0))
    if node.body is not None:
        body = inner.child()
        body.in_loop = cx.in_loop
        from gdl.dsl.elaborate import steps

        then = steps.block(body, node.body)
        other = steps.block(cx, node.otherwise) if node.otherwise is not None else []
        cx.emit(ir.If(chosen, tuple(then), tuple(other)))
        return
    ty = bound.ty
    sure = not optional
    if node.otherwise is not None:
        from gdl.dsl.elaborate import steps

        other = steps.block(cx, node.otherwise)
        cx.emit(ir.If(b.invert(chosen), tuple(other)))
        sure = bool(node.otherwise) and steps.leaves(node.otherwise[-1])
    if not sure:
        one = maybe_numbers.not_below_zero(Val(bound.local, ty), node.span)
        if maybe_numbers.passes_for_none(ty):
            cx.emit(ir.If(chosen, (ir.SetLocal(bound.local.slot, one.e),)))
            ty = one.ty
        ty = maybe_numbers.or_none(cx, ty, node.span)
    if not sure or node.otherwise is None:
        cx.emit(ir.If(b.invert(chosen), (ir.SetLocal(bound.local.slot, b.MINUS),)))
    if node.binder.name is not None:
        cx.forget(node.binder.name.name)
        cx.scope[node.binder.name.name] = Val(bound.local, ty)


def _choose_some(
    cx: Cx, node: s.Choose, by: ir.Expr, entry: ir.Entry, bound: collections.Bound, prompt: ir.Template | None
) -> None:
    low, high = _limits(cx, node.quantity)
    name = node.alias.name if node.alias is not None else "chosen"
    q = node.quantity
    exact = q is None or q.word in ("exactly", "between")
    got_ty = list_of(bound.ty)
    got = cx.temp(got_ty, name)
    choice = ir.Choice(
        "some",
        by,
        prompt,
        got.slot,
        (entry,),
        asked=not exact,
        low=low,
        high=high,
        item_type=texts.ir_type(cx.w, bound.ty),
        span=node.span,
    )
    from gdl.dsl.elaborate import steps

    cx.emit(core.Ask(choice))
    if node.body is None and node.otherwise is None:
        cx.scope[name] = Val(got, got_ty)
        cx.forget(name)
        return
    inner = cx.child()
    inner.scope[name] = Val(got, got_ty)
    inner.forget(name)
    if node.alias is None and node.binder.name is not None:
        inner.scope[node.binder.name.name] = Val(got, got_ty)
    enough = b.binary(">=", b.unary("len", got), b.binary("max", low, ir.Const(1)))
    if node.body is not None:
        then = steps.block(inner, node.body)
        other = steps.block(cx, node.otherwise) if node.otherwise is not None else []
        cx.emit(ir.If(enough, tuple(then), tuple(other)))
        return
    assert node.otherwise is not None
    other = steps.block(cx, node.otherwise)
    cx.emit(ir.If(b.invert(enough), tuple(other)))
    cx.scope[name] = Val(got, got_ty)


def _limits(cx: Cx, q: s.Quantity | None) -> tuple[ir.Expr, ir.Expr]:
    if q is None:
        return ir.Const(1), ir.Const(1)
    match q.word:
        case "up to":
            assert q.high is not None
            return ir.Const(0), ex.number(cx, q.high)
        case "between":
            assert q.low is not None and q.high is not None
            return ex.number(cx, q.low), ex.number(cx, q.high)
        case "all":
            return ir.Const(0), ir.Const(1_000_000)
        case "random":
            cx.w.error("GDL0622", q.span, "a player chooses, so it is not random", "use `random n x in ...`")
            return ir.Const(0), ir.Const(0)
    node = q.low if q.low is not None else q.high
    assert node is not None
    n = ex.number(cx, node)
    return n, n


# ---------------------------------------------------------------------------------------------- menus


def choose_one(cx: Cx, node: s.ChooseOne) -> None:
    """`choose one by p "And now?":` and its entries"""
    from gdl.dsl.elaborate import steps

    by = coerce.player(cx, ex.expr(cx, node.by, PLAYER), node.by.span)
    which = cx.temp(Ty("int"), "which")
    entries: list[ir.Entry] = []
    bodies: list[list[ir.Stmt]] = []
    for item in node.entries:
        inner = cx.child()
        inner.out = None
        gens: list[ir.For] = []
        where: ir.Expr | None = None
        types: tuple[ir.Type, ...] = ()
        if item.binders is not None:
            gens = collections.once_each(inner, collections.binders(inner, item.binders))
            types = tuple(texts.ir_type(cx.w, inner.fn.types[g.slot]) for g in gens)
        if item.guard is not None:
            where = ex.condition(inner, item.guard)
            conditions.learn(inner, item.guard, True)
        if gens and where is not None:
            last = gens[-1]
            gens[-1] = ir.For(
                last.slot, last.domain, b.both(last.where, where) if last.where is not None else where
            )
            where = None
        label = texts.template(inner, item.label)
        entries.append(
            ir.Entry(texts.plain_text(item.label), tuple(gens), where, label, types, "menu", span=item.span)
        )
        body = inner.child()
        bodies.append(steps.block(body, item.body))
    prompt = texts.template(cx, node.prompt) if node.prompt is not None else None
    cx.emit(core.Ask(ir.Choice("one", by, prompt, which.slot, tuple(entries), span=node.span)))
    stmts: list[ir.Stmt] = []
    for i in reversed(range(len(bodies))):
        stmts = (
            [ir.If(b.binary("==", which, ir.Const(i)), tuple(bodies[i]), tuple(stmts))]
            if bodies[i] or stmts
            else stmts
        )
    cx.emit(*stmts)


def may(cx: Cx, node: s.May) -> None:
    """`may q "help" if c: ... else: ...`"""
    from gdl.dsl.elaborate import steps

    who = coerce.player(cx, ex.expr(cx, node.who, PLAYER), node.who.span)
    guard = ex.condition(cx.child(), node.guard) if node.guard is not None else None
    inner = cx.child()
    if node.guard is not None:
        conditions.learn(inner, node.guard, True)
    which = cx.temp(Ty("int"), "which")
    yes = ir.Entry(
        texts.plain_text(node.label), (), guard, texts.template(inner, node.label), (), "menu", span=node.span
    )
    no = ir.Entry("no", (), None, ir.Template(("no",)), (), "pass", span=node.span)
    cx.emit(core.Ask(ir.Choice("one", who, None, which.slot, (yes, no), asked=True, span=node.span)))
    then = steps.block(inner, node.body)
    other = steps.block(cx, node.otherwise) if node.otherwise is not None else []
    cx.emit(ir.If(b.binary("==", which, ir.Const(0)), tuple(then), tuple(other)))


# ---------------------------------------------------------------------------------------------- rich choices


def split(cx: Cx, node: s.Split) -> None:
    """`split p.hand into p.pile[1..n] by p, each at least 2`"""
    v = ex.expr(cx, node.what)
    lst = coerce.as_list(cx, v, node.what.span)
    item = lst.ty.item or component()
    into = ex.expr(cx, node.into)
    if into.ty.word == "list" and into.ty.item is not None and into.ty.item.word == "zone":
        into = Val(into.e, Ty("zones", item=into.ty.item.item, family=into.ty.item.family))
    if into.ty.word not in ("zones", "any"):
        cx.w.error(
            "GDL0616",
            node.into.span,
            f"several zones are wanted here, but this is {describe(into.ty)}",
            "write `p.pile[1..n]` or `[x.down for x in ...]`",
        )
        return
    if not moving.may_hold(cx, into, item, node.what.span):
        return
    by = coerce.player(cx, ex.expr(cx, node.by, PLAYER), node.by.span)
    least = ex.number(cx, node.at_least) if node.at_least is not None else ir.Const(0)
    zones = cx.temp(Ty("zones", item=item), "zones")
    got = cx.temp(list_of(list_of(item)), "piles")
    cx.emit(ir.SetLocal(zones.slot, into.e))
    cx.emit(
        core.Ask(
            ir.Choice(
                "split",
                by,
                None,
                got.slot,
                low=least,
                items=lst.e,
                piles=b.unary("len", zones),
                item_type=texts.ir_type(cx.w, item),
                pile_labels=zones,
                span=node.span,
            )
        )
    )
    i, c = cx.temp(Ty("int"), "i"), cx.temp(item, "c")
    goal = cx.temp(Ty("zone", item=item), "goal")
    family = into.ty.family
    goal_val = Val(goal, Ty("zone", item=item, family=family))
    moves = moving.shift(cx, c, item, goal_val, ("bottom", None), node.span, v.ty.family)
    inner: list[ir.Stmt] = [
        ir.SetLocal(goal.slot, ir.Item(zones, i)),
        ir.Each(c.slot, ir.Item(got, i), tuple(moves)),
    ]
    cx.emit(ir.Each(i.slot, b.span(ir.Const(1), b.unary("len", got)), tuple(inner)))


def arrange(cx: Cx, node: s.Arrange) -> None:
    """`arrange top(deck, 3) by p`: the same places, another order"""
    lst = coerce.things(cx, ex.expr(cx, node.what), node.what.span)
    item = lst.ty.item or component()
    by = coerce.player(cx, ex.expr(cx, node.by, PLAYER), node.by.span)
    before, after = cx.temp(list_of(item), "before"), cx.temp(list_of(item), "after")
    cx.emit(ir.SetLocal(before.slot, lst.e))
    cx.emit(
        core.Ask(
            ir.Choice(
                "order",
                by,
                None,
                after.slot,
                items=before,
                item_type=texts.ir_type(cx.w, item),
                span=node.span,
            )
        )
    )
    effects.keep_excluded(cx)
    cx.emit(ir.Arrange(before, after, by))


# ---------------------------------------------------------------------------------------------- together


def together(cx: Cx, node: s.Together) -> None:
    """Private blocks: a function of its own, called once for each binding."""
    from gdl.dsl.elaborate import steps

    w = cx.w
    outer = cx.pure()
    gens = collections.binders(outer, node.binders)
    names = [x.name.name for x in node.binders.binders if x.name is not None]
    if node.seen_by is not None:
        seers = steps.seers(outer, node.seen_by)
    else:
        last = outer.scope[names[-1]] if names else Val(b.MINUS, ANY)
        player = next((outer.scope[n] for n in names if outer.scope[n].ty.word == "player"), last)
        if player.ty.word not in ("player", "any"):
            w.error(
                "GDL0623",
                node.span,
                "who sees what happens in here?",
                "say it: `together each w in War seen by members(w):`",
            )
        seers = b.seq(player.e)
    fn = w.new_function(f"{cx.fn.name} together", "together", node.span)
    inner = Cx(w, fn, scope={}, out=[], trait=cx.trait, known=dict(outer.known), instead=None)
    free = [(n, v) for n, v in cx.scope.items() if isinstance(v.e, ir.Local) and n not in names]
    args: list[ir.Expr] = []
    for n, v in [(n, outer.scope[n]) for n in names] + free:
        inner.scope[n] = Val(ir.Local(fn.local(n, v.ty)), v.ty)
        args.append(v.e)
    for n, v in cx.scope.items():
        if not isinstance(v.e, ir.Local):
            inner.scope.setdefault(n, v)
    fn.params = len(fn.types)
    assert inner.out is not None
    steps.run(inner, node.body)
    fn.body = inner.out
    t = cx.temp(list_of(ANY), "branches")
    lst = ir.Fold("list", tuple(gens), ir.Seq((ir.Seq(tuple(args)), seers)))
    cx.emit(ir.SetLocal(t.slot, lst))
    x = cx.temp(list_of(ANY), "branch")
    branches = ir.Fold("list", (ir.For(x.slot, t),), b.item(x, 1))
    who = ir.Fold("list", (ir.For(x.slot, t),), b.item(x, 2))
    cx.emit(core.Together(fn.index, branches, who, node.span))


def perform(cx: Cx, target: Callable_, args: list[s.Expr], span: Span) -> None:
    """An action called as a step: it happens as if it had been chosen."""
    functions.call_rule(cx, target, args, span)
