"""What a move sets off: `enters` and `leaves` triggers, states that end with a stay (`while in`), effects that
end when their bearer leaves play.

All of it is one function `moved(c, from, to)`, made when the whole game is known; moves between zones where nothing stands do not call it.
"""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import abilities, refs
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import StateDecl, TriggerDecl, World, ZoneFamily
from gdl.dsl.elaborate.types import ANY, Ty, Val, component


def zone_triggers(w: World) -> list[TriggerDecl]:
    return [t for t in w.triggers if t.event.word in ("enters", "leaves")]


def _families(w: World, trigger: TriggerDecl) -> list[ZoneFamily]:
    """The zones by name that a trigger listens to."""
    node = trigger.event.zone
    name = node.name if isinstance(node, s.Name) else node.name.name if isinstance(node, s.Member) else ""
    return [f for f in w.families if f.name == name]


def _listening(w: World) -> tuple[set[ZoneFamily], set[ZoneFamily]]:
    """Zones whose entering, and zones whose leaving, sets something off."""
    if "listening" not in w.cache:
        enters: set[ZoneFamily] = set()
        leaves: set[ZoneFamily] = set()
        for t in zone_triggers(w):
            (enters if t.event.word == "enters" else leaves).update(_families(w, t))
        for decl in w.state_list:
            if decl.while_in is not None:
                leaves.update(stay_families(w, decl))
        if any(t.given for t in w.trait_list):
            leaves.update(f for f in w.families if f.node.in_play)
        w.cache["listening"] = (enters, leaves)
    found = w.cache["listening"]
    assert isinstance(found, tuple)
    return found


def stay_families(w: World, decl: StateDecl) -> list[ZoneFamily]:
    node = decl.while_in
    name = node.name if isinstance(node, s.Name) else node.name.name if isinstance(node, s.Member) else ""
    return [f for f in w.families if f.name == name]


def _matters(w: World, goal: ZoneFamily | None, source: ZoneFamily | None, item: Ty | None) -> bool:
    enters, leaves = _listening(w)
    if (goal is None and enters) or goal in enters:
        return True
    if source is not None:
        return source in leaves
    if not leaves:
        return False
    if item is None or not item.types:
        return True
    return any(
        any(a.is_a(z) or z.is_a(a) for a in item.types for z in f.item.types) if f.item.types else True
        for f in leaves
    )


def around(
    cx: Cx, c: ir.Expr, goal: Val, stmts: list[ir.Stmt], source: ZoneFamily | None, item: Ty | None
) -> list[ir.Stmt]:
    """The move itself, and the call of what it sets off, if anything can."""
    if not _matters(cx.w, goal.ty.family, source, item):
        return stmts
    home = cx.temp(Ty("zone"), "home")
    return [ir.SetLocal(home.slot, ir.Place(c)), *stmts, ir.Do(moved_function(cx.w), (c, home, goal.e))]


def around_exchange(cx: Cx, c: Val, d: Val, stmts: list[ir.Stmt]) -> list[ir.Stmt]:
    """Two components change places: both have left, then what that sets off happens, for the first one first."""
    if not (_matters(cx.w, None, None, c.ty) or _matters(cx.w, None, None, d.ty)):
        return stmts
    home, goal = cx.temp(Ty("zone"), "home"), cx.temp(Ty("zone"), "goal")
    moved = moved_function(cx.w)
    before = [ir.SetLocal(home.slot, ir.Place(c.e)), ir.SetLocal(goal.slot, ir.Place(d.e))]
    return [*before, *stmts, ir.Do(moved, (c.e, home, goal)), ir.Do(moved, (d.e, goal, home))]


def around_swap(cx: Cx, a: Val, z: Val, stmts: list[ir.Stmt]) -> list[ir.Stmt]:
    """All that lies in two zones changes places; then what that sets off, for what lay in the first one first."""
    cubes = a.ty.item is not None and a.ty.item.word == "cube"
    families = (a.ty.family, z.ty.family)
    if cubes:
        matters = any(cubes_matter(cx, to, of.ty.family) for to, of in ((a, z), (z, a)))
    else:
        matters = any(_matters(cx.w, to, of, None) for to, of in (families, families[::-1]))
    if not matters:
        return stmts
    one, other = cx.temp(Ty("zone"), "one"), cx.temp(Ty("zone"), "other")
    before: list[ir.Stmt] = [ir.SetLocal(one.slot, a.e), ir.SetLocal(other.slot, z.e)]
    after: list[ir.Stmt] = []
    for home, goal in ((one, other), (other, one)):
        content, c = cx.temp(Ty("list", item=ANY), "content"), cx.temp(Ty("int"), "c")
        before.append(ir.SetLocal(content.slot, ir.Content(home)))
        handle = b.binary("+", b.binary("*", goal, ir.Const(refs.kinds_count(cx.w))), c) if cubes else c
        after.append(ir.Each(c.slot, content, (ir.Do(moved_function(cx.w, cubes), (handle, home, goal)),)))
    return [*before, *stmts, *after]


def cubes_matter(cx: Cx, goal: Val, source: ZoneFamily | None) -> bool:
    enters, leaves = _listening(cx.w)
    cubes = {f for f in enters | leaves if f.item.word == "cube"}
    return bool(cubes) and (
        goal.ty.family in enters or goal.ty.family is None or source in leaves or source is None
    )


def after_cube(cx: Cx, handle: ir.Expr, home: ir.Expr, goal: ir.Expr) -> list[ir.Stmt]:
    return [ir.Do(moved_function(cx.w, cubes=True), (handle, home, goal))]


def moved_function(w: World, cubes: bool = False) -> int:
    key = ("moved", cubes)
    if key not in w.cache:
        fn = w.new_function("moved cube" if cubes else "moved", "hook")
        w.cache[key] = fn.index
        fn.params = 3
        w.pending.append(("moved", cubes, fn))
    found = w.cache[key]
    assert isinstance(found, int)
    return found


def _in(z: ir.Expr, family: ZoneFamily, w: World) -> ir.Expr:
    holders = family.holder.high - family.holder.low if family.holder is not None else 1
    count = family.count * holders * (w.seats if family.per_player else 1)
    return refs.in_range(z, family.base, family.base + count)


def build_moved(w: World, cubes: bool, fn: object) -> None:
    """Fills `moved`: first what leaving ends and sets off, then what entering sets off."""
    from gdl.dsl.elaborate import events
    from gdl.dsl.elaborate.model import FnBuilder

    assert isinstance(fn, FnBuilder)
    cx = Cx(w, fn)
    c = cx.bind("c", Ty("cube") if cubes else component())
    home, goal = cx.bind("home", Ty("zone")), cx.bind("goal", Ty("zone"))
    cx.out = []
    same = b.binary("==", home, goal)
    cx.emit(ir.If(same, (ir.Return(),)))
    if not cubes:
        _end_stays(cx, c, home)
        _end_effects(cx, c, home, goal)
    for word, z in (("leaves", home), ("enters", goal)):
        listening = [t for t in zone_triggers(w) if t.event.word == word]
        for t in sorted(listening, key=lambda t: (-t.priority, t.order)):
            for family in _families(w, t):
                if (family.item.word == "cube") == cubes:
                    call = events.zone_trigger(cx, t, Val(c, family.item), z, family)
                    cx.emit(*b.stmt_if(_in(z, family, w), call))
    fn.body = cx.out


def _end_stays(cx: Cx, c: ir.Local, home: ir.Local) -> None:
    """`while in z: state` goes back to its first value."""
    w = cx.w
    for decl in w.state_list:
        if decl.while_in is None or decl.holder is None:
            continue
        inside = b.both(
            b.either(*(_in(home, f, w) for f in stay_families(w, decl))),
            refs.in_range(c, decl.holder.low, decl.holder.high),
        )
        stores: list[ir.Stmt] = []
        for i in range(decl.size):
            offset = b.binary(
                "+",
                b.binary("*", b.binary("-", c, ir.Const(decl.low_holder)), ir.Const(decl.size)),
                ir.Const(i),
            )
            stores.append(ir.Store(decl.base, offset, b.const(decl.initial)))
        cx.emit(*b.stmt_if(inside, stores))


def _end_effects(cx: Cx, c: ir.Local, home: ir.Local, goal: ir.Local) -> None:
    """A trait given without `until` stays until its bearer leaves play."""
    w = cx.w
    given = [t for t in w.trait_list if t.given and t.on]
    if not given:
        return
    in_play = w.table(tuple(int(z.in_play) for z in w.zone_infos))
    stmts: list[ir.Stmt] = []
    for trait in given:
        slot = abilities.effect_slot(w, trait)
        e = cx.temp(Ty("list", item=ANY), "effect")
        stays = b.either(
            b.binary("!=", b.item(e, 1), c), b.binary("!=", b.item(e, 2), ir.Const(abilities.FOREVER))
        )
        kept = ir.Fold("list", (ir.For(e.slot, ir.Load(slot), stays),), e)
        stmts.append(
            ir.If(b.binary(">", b.unary("len", ir.Load(slot)), ir.Const(0)), (ir.Store(slot, None, kept),))
        )
    leaving = b.both(b.table(w.tables, in_play, home), b.invert(b.table(w.tables, in_play, goal)))
    cx.emit(*b.stmt_if(leaving, stmts))
