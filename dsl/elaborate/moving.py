"""Steps that move things: `move`, `take`, `draw`, `roll`, `shuffle`, `swap`. Each component that moves may
set off what stands on the zones it leaves
and enters; `hooks` says for which zones there is anything to do."""

from __future__ import annotations

from typing import Literal

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, collections, conditions, hooks, places, refs
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import ZoneFamily
from gdl.dsl.elaborate.types import ANY, Ty, Val, component, describe, list_of
from gdl.dsl.source import Span

At = tuple[Literal["top", "bottom", "index"], ir.Expr | None]
CUBE_BOX = 1


def zone(cx: Cx, node: s.Expr, item: Ty | None = None) -> Val:
    """A single zone, as the goal of a step."""
    v = ex.expr(cx, node)
    if v.ty.word == "any":
        return Val(b.MINUS, Ty("zone", item=component()))
    if v.ty.word != "zone":
        hint = "write the name of a zone"
        if v.ty.word == "zones":
            of_player = v.ty.family is None or v.ty.family.per_player
            name = v.ty.family.name if v.ty.family is not None else "zone"
            hint = f"which one? write `p.{name}`" if of_player else f"which one? write `{name}[...]`"
        cx.w.error("GDL0616", node.span, f"one zone is wanted here, but this is {describe(v.ty)}", hint)
        return Val(b.MINUS, Ty("zone", item=component()))
    if item is not None and item.word == "cube" and v.ty.family is not None and v.ty.family.name == "box":
        return Val(ir.Const(CUBE_BOX), Ty("zone", item=item, family=cx.w.zones["cube box"]))
    may_hold(cx, v, item, node.span)
    return v


def may_hold(cx: Cx, v: Val, item: Ty | None, span: Span) -> bool:
    """May such things lie there at all? If not, it is said."""
    goal = v.ty.item
    if item is None or goal is None or not goal.types or not item.types or item.word == "any":
        return True
    if goal.word != item.word or not any(a.is_a(z) or z.is_a(a) for a in item.types for z in goal.types):
        name = f"`{v.ty.family.name}`" if v.ty.family is not None else "that zone"
        cx.w.error("GDL0617", span, f"{describe(item)} cannot lie in {name}: it holds {describe(goal)}")
        return False
    return True


def _at(cx: Cx, node: s.At | None, goal: Val, drawn: bool = False) -> At:
    if node is None:
        shape = goal.ty.family.shape if goal.ty.family is not None else ""
        return ("top", None) if shape in ("stack", "deck") else ("bottom", None)
    if node.word == "at":
        assert node.index is not None
        return "index", ex.number(cx, node.index)
    return node.word, None


def shift(
    cx: Cx, c: ir.Expr, item: Ty, goal: Val, at: At, span: Span, source: ZoneFamily | None = None
) -> list[ir.Stmt]:
    """One component or cube into a zone, with what that sets off."""
    if item.word == "cube":
        n = ir.Const(refs.kinds_count(cx.w))
        kind, home = b.binary("%", c, n), b.binary("//", c, n)
        return shift_cubes(cx, kind, ir.Const(1), home, goal, span, source)
    return hooks.around(cx, c, goal, [ir.Move(c, goal.e, at[0], at[1], span)], source, item)


def shift_cubes(
    cx: Cx,
    kind: ir.Expr,
    count: ir.Expr,
    home: ir.Expr,
    goal: Val,
    span: Span,
    source: ZoneFamily | None = None,
) -> list[ir.Stmt]:
    if not hooks.cubes_matter(cx, goal, source):
        return [ir.MoveCubes(kind, count, home, goal.e, None, span)]
    i = cx.temp(Ty("int"), "i")
    moved = cx.temp(Ty("int"), "moved")
    k = cx.temp(Ty("kind"), "kind")
    h = cx.temp(Ty("zone"), "home")
    one: list[ir.Stmt] = [ir.MoveCubes(k, ir.Const(1), h, goal.e, moved.slot, span)]
    handle = b.binary("+", b.binary("*", goal.e, ir.Const(refs.kinds_count(cx.w))), k)
    one += [ir.If(moved, tuple(hooks.after_cube(cx, handle, h, goal.e)))]
    return [
        ir.SetLocal(k.slot, kind),
        ir.SetLocal(h.slot, home),
        ir.Each(i.slot, b.span(ir.Const(1), count), tuple(one)),
    ]


# ---------------------------------------------------------------------------------------------- move


def move(cx: Cx, node: s.Move) -> None:
    want = Ty("amount", types=()) if node.source is not None else None
    v = ex.expr(cx, node.what, want if want and want.types else None)
    if v.ty.word == "any":
        zone(cx, node.target)
        return
    if v.ty.word == "amount":
        _move_amount(cx, node, v)
        return
    if v.ty.word == "kindname" and node.source is not None:
        t = v.ty.types[0]
        counts = tuple(int(k == v.ty.low) for k in range(t.kind_low, t.kind_high))
        _move_amount(cx, node, Val(b.const(counts), Ty("amount", types=(t,))))
        return
    if node.source is not None:
        cx.w.error(
            "GDL0618",
            node.source.span,
            "`from` goes with an amount only: other things are taken from where they are",
        )
    item, family = _item(v)
    if item.word not in ("component", "cube"):
        cx.w.error(
            "GDL0619",
            node.what.span,
            f"{describe(v.ty)} cannot be moved",
            "move components, or what lies in a zone",
        )
        return
    goal = zone(cx, node.target, item)
    at = _at(cx, node.at, goal)
    if v.ty.word == "kindname":
        v = (
            coerce.to(cx, v, component(v.ty.types[0]), node.what.span)
            if len(_named(v)) == 1
            else coerce.as_list(cx, v, node.what.span)
        )
    slot = v.ty.word == "zone" and v.ty.family is not None and v.ty.family.shape == "slot"
    if v.ty.word in ("component", "cube") or slot:
        one = coerce.plain(cx, v)
        c = one.e
        if not isinstance(c, ir.Local | ir.Const):
            local = cx.temp(item, "c")
            cx.emit(ir.SetLocal(local.slot, c))
            c = local
        stmts = shift(cx, c, item, goal, at, node.span, family)
        cx.emit(
            *(
                b.stmt_if(b.binary(">=", c, ir.Const(0)), stmts)
                if one.ty.optional and not _bare(stmts)
                else stmts
            )
        )
        if item.word == "cube" and isinstance(c, ir.Local) and isinstance(node.what, s.Name):
            n = ir.Const(refs.kinds_count(cx.w))
            cx.emit(ir.SetLocal(c.slot, b.binary("+", b.binary("*", goal.e, n), b.binary("%", c, n))))
        return
    lst = coerce.as_list(cx, v, node.what.span)
    goal_e = goal.e
    if not isinstance(goal_e, ir.Const | ir.Local):
        z = cx.temp(Ty("zone"), "goal")
        cx.emit(ir.SetLocal(z.slot, goal_e))
        goal = Val(z, goal.ty)
    c = cx.temp(item, "c")
    cx.emit(ir.Each(c.slot, lst.e, tuple(shift(cx, c, item, goal, at, node.span, family))))


def _bare(stmts: list[ir.Stmt]) -> bool:
    """A Move of none does nothing by itself."""
    return len(stmts) == 1 and isinstance(stmts[0], ir.Move)


def _named(v: Val) -> list[int]:
    t = v.ty.types[0]
    return next(k for k in t.all_kinds() if k.index == v.ty.low).components


def _item(v: Val) -> tuple[Ty, ZoneFamily | None]:
    if v.ty.word == "kindname":
        return component(v.ty.types[0]), None
    if v.ty.is_list:
        return v.ty.item or ANY, v.ty.family
    return v.ty.sure(), None


def _move_amount(cx: Cx, node: s.Move, v: Val) -> None:
    """`move 2 Mouse + 1 Food from z to z`: as many as there are."""
    w = cx.w
    t = v.ty.types[0]
    if node.source is None:
        w.error(
            "GDL0618",
            node.what.span,
            "an amount is moved from a zone",
            "write `move 2 Mouse from supply to p.bag`",
        )
        return
    item = component(t)
    home = zone(cx, node.source, item)
    goal = zone(cx, node.target, item)
    at = _at(cx, node.at, goal)
    for i, k in enumerate(range(t.kind_low, t.kind_high)):
        count = b.item(v.e, i + 1)
        if b.number(count) == 0:
            continue
        if item.word == "cube":
            cx.emit(*shift_cubes(cx, ir.Const(k), count, home.e, goal, node.span, home.ty.family))
        else:
            c = cx.temp(item, "c")
            gen = ir.For(c.slot, ir.Content(home.e), b.binary("==", refs.kind_of(w, c, item), ir.Const(k)))
            lst = ir.First(ir.Fold("list", (gen,), c), count)
            cx.emit(ir.Each(c.slot, lst, tuple(shift(cx, c, item, goal, at, node.span, home.ty.family))))


# ---------------------------------------------------------------------------------------------- take


def take(cx: Cx, node: s.Take) -> None:
    """`take n x in z where c to z`, `move all x in z where c to z`"""
    inner = cx.child()
    inner.out = None
    from_box = _cubes_of_box(cx, node)
    if from_box is not None:
        inner.scope["box"] = from_box
    home = ex.expr(inner, node.binder.domain)
    bound = collections.bind(inner, node.binder)
    if bound.ty.word not in ("component", "cube"):
        if bound.ty.word != "any":
            cx.w.error("GDL0619", node.binder.span, f"{describe(bound.ty)} cannot be moved")
        return
    where = ex.condition(inner, node.where) if node.where is not None else None
    goal = zone(cx, node.target, bound.ty)
    at = _at(cx, node.at, goal)
    count = _count(cx, node.quantity)
    if _plain_cubes(cx, node, home, bound, where, count, goal):
        return
    if from_box is not None:
        hint = "name their kind alone: `take 2 g: k in box to ...`"
        cx.w.error("GDL0619", node.binder.span, "the box never runs out of cubes: which ones are meant?", hint)
        return
    gen = bound.generator(where)
    lst: ir.Expr = gen.domain if gen.where is None else ir.Fold("list", (gen,), bound.local)
    if node.quantity.word == "random":
        assert count is not None
        got = cx.temp(list_of(bound.ty), "taken")
        from gdl.dsl.elaborate import texts

        cx.emit(ir.RandomOrder(got.slot, lst, count, texts.ir_type(cx.w, bound.ty)))
        lst = got
    elif count is not None:
        lst = ir.First(lst, count)
    if not isinstance(goal.e, ir.Const | ir.Local):
        z = cx.temp(Ty("zone"), "goal")
        cx.emit(ir.SetLocal(z.slot, goal.e))
        goal = Val(z, goal.ty)
    c = cx.temp(bound.ty, "c")
    cx.emit(ir.Each(c.slot, lst, tuple(shift(cx, c, bound.ty, goal, at, node.span, home.ty.family))))


def _cubes_of_box(cx: Cx, node: s.Take) -> Val | None:
    """`box`, where what is taken from it goes to a zone of cubes: the endless supply."""
    domain = node.binder.domain
    if not isinstance(domain, s.Name) or domain.name != "box" or "box" in cx.scope:
        return None
    goal = conditions.quiet(cx, node.target).ty
    if goal.word != "zone" or goal.item is None or goal.item.word != "cube":
        return None
    return Val(ir.Const(CUBE_BOX), Ty("zone", item=goal.item, family=cx.w.zones["cube box"]))


def _count(cx: Cx, q: s.Quantity) -> ir.Expr | None:
    node = q.high if q.high is not None else q.low
    if q.word == "exactly":
        node = q.low if q.low is not None else q.high
    return ex.number(cx, node) if node is not None else None


def _plain_cubes(
    cx: Cx,
    node: s.Take,
    home: Val,
    bound: collections.Bound,
    where: ir.Expr | None,
    count: ir.Expr | None,
    goal: Val,
) -> bool:
    """Cubes of one kind out of one zone: only a number changes."""
    if (
        bound.ty.word != "cube"
        or home.ty.word != "zone"
        or where is not None
        or node.quantity.word == "random"
    ):
        return False
    test = bound.test
    n = ir.Const(refs.kinds_count(cx.w))
    if not isinstance(test, ir.Binary) or test.op != "==" or test.left != b.binary("%", bound.local, n):
        return False
    how_many = count if count is not None else ir.Binary("count", test.right, ir.Content(home.e))
    cx.emit(*shift_cubes(cx, test.right, how_many, home.e, goal, node.span, home.ty.family))
    return True


# ---------------------------------------------------------------------------------------------- draw


def draw(cx: Cx, node: s.Draw) -> None:
    """`draw n from z to z [as got]`: as many as there are; a zone that refills does so in mid-draw."""
    w = cx.w
    home = zone(cx, node.source)
    item = home.ty.item or component()
    goal = zone(cx, node.target, item)
    at = _at(cx, node.at, goal)
    n = ex.number(cx, node.count)
    for name, v in (("home", home), ("goal", goal)):
        if not isinstance(v.e, ir.Const | ir.Local):
            z = cx.temp(Ty("zone"), name)
            cx.emit(ir.SetLocal(z.slot, v.e))
            if name == "home":
                home = Val(z, v.ty)
            else:
                goal = Val(z, v.ty)
    got: ir.Local | None = None
    if node.alias is not None:
        got = cx.bind(node.alias.name, list_of(item))
        cx.emit(ir.SetLocal(got.slot, b.EMPTY))
    c = cx.temp(item, "c")
    body: list[ir.Stmt] = []
    family = home.ty.family
    if family is not None and family.node.refills is not None:
        body += _refill(cx, home, family, node.span)
    body.append(ir.Pick(c.slot, home.e))
    done = shift(cx, c, item, goal, at, node.span, family)
    if item.word == "cube":
        k = ir.Const(refs.kinds_count(w))
        done.append(ir.SetLocal(c.slot, b.binary("+", b.binary("*", goal.e, k), b.binary("%", c, k))))
    if got is not None:
        done.append(ir.SetLocal(got.slot, b.binary("++", got, ir.Seq((c,)))))
    if b.number(n) == 1:
        cx.emit(*body, ir.If(b.binary(">=", c, ir.Const(0)), tuple(done)))
        return
    i = cx.temp(Ty("int"), "i")
    body.append(ir.If(b.binary("<", c, ir.Const(0)), (ir.Break(),)))
    cx.emit(ir.Each(i.slot, b.span(ir.Const(1), n), tuple(body + done)))


def _refill(cx: Cx, home: Val, family: ZoneFamily, span: Span) -> list[ir.Stmt]:
    w = cx.w
    node = family.node.refills
    assert node is not None
    other = w.zones.get(node.name) if isinstance(node, s.Name) else None
    if other is None and family.holder is not None and isinstance(node, s.Name):
        other = family.holder.find_zone(node.name)
    if other is None:
        name = node.name if isinstance(node, s.Name) else "that"
        w.unknown("zone", name, node.span, list(w.zones))
        return []
    stock: ir.Expr = ir.Const(other.base)
    if other.per_player or other.holder is not None or other.index:
        stock = b.binary("+", b.binary("-", home.e, ir.Const(family.base)), ir.Const(other.base))
    c = cx.temp(family.item, "c")
    stmts: list[ir.Stmt] = [
        ir.Each(
            c.slot, ir.Content(stock), tuple(shift(cx, c, family.item, home, ("bottom", None), span, other))
        ),
        ir.Shuffle(home.e),
    ]
    empty = b.binary("==", b.unary("len", ir.Content(home.e)), ir.Const(0))
    return [ir.If(empty, tuple(stmts))]


# ---------------------------------------------------------------------------------------------- dice, order


def roll(cx: Cx, node: s.Roll) -> None:
    v = ex.expr(cx, node.what, None)
    lst = coerce.as_list(cx, v, node.what.span)
    item = lst.ty.item or ANY
    if item.word != "any" and not (
        item.word == "component" and all(t.root.sort == "die" for t in item.types)
    ):
        cx.w.error("GDL0620", node.what.span, f"only dice are rolled, and this is {describe(v.ty)}")
        return
    dice = lst.e
    if node.count is not None:
        dice = ir.First(dice, ex.number(cx, node.count))
    if node.alias is not None:
        got = cx.bind(node.alias.name, list_of(item))
        cx.emit(ir.SetLocal(got.slot, dice))
        dice = got
    one = b.items(dice)
    if one is not None and len(one) == 1:
        cx.emit(ir.Roll(ir.Const(one[0])))
        return
    d = cx.temp(item, "d")
    cx.emit(ir.Each(d.slot, dice, (ir.Roll(d),)))


def shuffle(cx: Cx, node: s.Shuffle) -> None:
    v = ex.expr(cx, node.zone)
    if v.ty.word == "zone":
        cx.emit(ir.Shuffle(v.e))
    elif v.ty.word == "zones":
        z = cx.temp(Ty("zone"), "z")
        cx.emit(ir.Each(z.slot, v.e, (ir.Shuffle(z),)))
    elif v.ty.word != "any":
        cx.w.error(
            "GDL0616",
            node.zone.span,
            f"a zone is shuffled, and this is {describe(v.ty)}",
            "for a random order use `random all x in ...`",
        )


def swap(cx: Cx, node: s.Swap) -> None:
    """Two zones, two states, or two components change places."""
    a, z = ex.expr(cx, node.left), ex.expr(cx, node.right)
    if a.ty.word == "any" or z.ty.word == "any":
        return
    if a.ty.word == "zone" and z.ty.word == "zone":
        if may_hold(cx, z, a.ty.item, node.left.span):
            may_hold(cx, a, z.ty.item, node.right.span)
        cx.emit(*hooks.around_swap(cx, a, z, [ir.SwapZones(a.e, z.e)]))
        return
    a = coerce.to(cx, a, component(), node.left.span) if a.ty.word == "kindname" else a
    z = coerce.to(cx, z, component(), node.right.span) if z.ty.word == "kindname" else z
    one, other = coerce.plain(cx, a), coerce.plain(cx, z)
    state = _is_state(cx, node.left) and _is_state(cx, node.right)
    if one.ty.word == "component" and other.ty.word == "component" and not state:
        c, d = cx.temp(one.ty, "one"), cx.temp(other.ty, "other")
        cx.emit(ir.SetLocal(c.slot, one.e), ir.SetLocal(d.slot, other.e))
        both = b.both(b.binary(">=", c, ir.Const(0)), b.binary(">=", d, ir.Const(0)))
        swapped: list[ir.Stmt] = [ir.Arrange(b.seq(c, d), b.seq(d, c), b.MINUS)]
        cx.emit(*b.stmt_if(both, hooks.around_exchange(cx, Val(c, one.ty), Val(d, other.ty), swapped)))
        return
    left, right = places.resolve(cx, node.left), places.resolve(cx, node.right)
    if left is None or right is None:
        return
    if left.ty.word != right.ty.word:
        cx.w.error("GDL0407", node.span, f"{describe(left.ty)} and {describe(right.ty)} cannot change places")
        return
    t = cx.temp(left.ty, "swapped")
    cx.emit(
        *left.forgotten(),
        *right.forgotten(),
        ir.SetLocal(t.slot, ir.Load(left.base, left.offset)),
        left.store(cx, Val(ir.Load(right.base, right.offset), right.ty), node.span),
        right.store(cx, Val(t, left.ty), node.span),
    )


def _is_state(cx: Cx, node: s.Expr) -> bool:
    target = node.object if isinstance(node, s.Item) else node
    if isinstance(target, s.Name):
        return target.name in cx.w.states and target.name not in cx.scope
    if isinstance(target, s.Member):
        n = target.name.name
        return n in cx.w.states or any(n in t.states for t in cx.w.types.values())
    return False
