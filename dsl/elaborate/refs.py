"""Reaching things: the number of a zone, the slot of a variable, the kind, owner and place of a component."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gdl.dsl import ir
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate.model import CompType, StateDecl, World, ZoneFamily
from gdl.dsl.elaborate.types import PLAYER, Ty, Val, component


def offset_of(w: World, ty: Ty, e: ir.Expr) -> ir.Expr:
    """From a value of an index type to 0, 1, 2, ..."""
    if ty.word == "kind":
        return b.binary("-", e, ir.Const(ty.types[0].kind_low))
    if ty.word == "component":
        return b.binary("-", e, ir.Const(ty.types[0].low))
    if ty.word == "int":
        return b.binary("-", e, ir.Const(ty.low or 0))
    return e


def size_of(w: World, ty: Ty) -> int:
    """How many values an index type has; 0 if it is no index."""
    if ty.word == "kind":
        return ty.types[0].kind_high - ty.types[0].kind_low
    if ty.word == "component":
        return ty.types[0].high - ty.types[0].low
    if ty.word == "int" and ty.low is not None and ty.high is not None:
        return ty.high - ty.low + 1
    if ty.word == "enum" and ty.enum is not None:
        return len(ty.enum.members)
    if ty.word == "player":
        return w.seats
    if ty.word == "bool":
        return 2
    return 0


def values_of(w: World, ty: Ty) -> list[int]:
    n = size_of(w, ty)
    base = 0
    if ty.word == "kind":
        base = ty.types[0].kind_low
    elif ty.word == "component":
        base = ty.types[0].low
    elif ty.word == "int":
        base = ty.low or 0
    return list(range(base, base + n))


def index_offset(w: World, tys: tuple[Ty, ...], sizes: tuple[int, ...], index: list[ir.Expr]) -> ir.Expr:
    out: ir.Expr = ir.Const(0)
    for ty, size, e in zip(tys, sizes, index, strict=False):
        out = b.binary("+", b.binary("*", out, ir.Const(size)), offset_of(w, ty, e))
    return out


def zone_number(w: World, family: ZoneFamily, holder: ir.Expr | None, index: list[ir.Expr]) -> ir.Expr:
    out: ir.Expr = ir.Const(family.base)
    if holder is not None:
        low = family.holder.low if family.holder else 0
        start = b.binary("-", holder, ir.Const(low))
        out = b.binary("+", b.binary("*", start, ir.Const(family.count)), out)
    if index:
        out = b.binary("+", index_offset(w, family.index, family.sizes, index), out)
    return out


def slot(
    w: World, decl: StateDecl, holder: ir.Expr | None, index: list[ir.Expr]
) -> tuple[int, ir.Expr | None]:
    out: ir.Expr = ir.Const(0)
    if holder is not None:
        out = b.binary("*", b.binary("-", holder, ir.Const(decl.low_holder)), ir.Const(decl.size))
    if index:
        out = b.binary("+", out, index_offset(w, decl.index, decl.sizes, index))
    n = b.number(out)
    decl.used = True
    return (decl.base + n, None) if n is not None else (decl.base, out)


def load(w: World, decl: StateDecl, holder: ir.Expr | None, index: list[ir.Expr]) -> ir.Expr:
    base, offset = slot(w, decl, holder, index)
    return ir.Load(base, offset)


# ---------------------------------------------------------------------------------------------- of components


def kind_of(w: World, c: ir.Expr, ty: Ty) -> ir.Expr:
    """The kind of a component or cube."""
    if ty.word == "cube":
        return b.binary("%", c, ir.Const(kinds_count(w)))
    known = b.number(c)
    if known is not None and known >= 0:
        return ir.Const(w.comps[known].kind.index)
    return b.table(w.tables, kind_table(w), c)


def kinds_count(w: World) -> int:
    return max(1, len(w.kind_list))


def kind_table(w: World) -> int:
    return _kept(w, "kinds of components", lambda: (c.kind.index for c in w.comps))


def fixed_owner_table(w: World) -> int:
    return _kept(w, "owners of components", lambda: (c.owner for c in w.comps))


def in_play_table(w: World) -> int:
    return _kept(w, "zones in play", lambda: (int(z.in_play) for z in w.zone_infos))


def _kept(w: World, what: str, values: Callable[[], Iterable[int]]) -> int:
    """A table about all components or zones; made once for as many as there are."""
    key = what, len(w.comps), len(w.zone_infos)
    if key not in w.cache:
        w.cache[key] = w.table(tuple(values()) or (-1,))
    table = w.cache[key]
    assert isinstance(table, int)
    return table


def owner(w: World, c: ir.Expr, ty: Ty) -> Val:
    """`c.owner`: fixed for a player's set, else kept, else the owner of the zone (or of what carries it)."""
    types = ty.types
    if ty.word == "component" and types and all(t.per_player or _all_owned(w, t) for t in types):
        return Val(b.table(w.tables, fixed_owner_table(w), c), PLAYER)
    if ty.word == "component" and types and all(_keeps(t) for t in types):
        return Val(ir.Load(w.counters["owner_slot"], c), PLAYER)
    if ty.word == "cube":
        return Val(
            b.table(w.tables, zone_owner_table(w), b.binary("//", c, ir.Const(kinds_count(w)))),
            PLAYER.or_none(),
        )
    return Val(ir.Call(owner_function(w), (c,)), PLAYER.or_none())


def _all_owned(w: World, t: CompType) -> bool:
    return t.high > t.low and all(w.comps[c].owner >= 0 for c in range(t.low, t.high))


def _keeps(t: CompType) -> bool:
    return any(x.keeps_owner for x in t.chain())


def zone_owner_table(w: World) -> int:
    return w.table(tuple(z.player for z in w.zone_infos) or (-1,))


def is_place(w: World, e: ir.Expr) -> bool:
    """Whether this is what `place(c)` becomes."""
    return isinstance(e, ir.Table) and e.table == zone_holder_table(w)


def zone_holder_table(w: World) -> int:
    return w.table(tuple(z.holder for z in w.zone_infos) or (-1,))


def owner_function(w: World) -> int:
    """A pure function: the owner of any component, looked for outwards through what carries it."""
    key = "owner function"
    if key not in w.cache:
        fn = w.new_function("owner", "value")
        w.cache[key] = fn.index
        fn.params, fn.pure = 1, True
        anything = component()
        c = ir.Local(fn.local("c", anything))
        z = ir.Local(fn.local("z", Ty("zone")))
        holder = b.table(w.tables, zone_holder_table(w), z)
        of_zone = b.table(w.tables, zone_owner_table(w), z)
        outward = ir.IfElse(
            b.binary(">=", of_zone, ir.Const(0)),
            of_zone,
            b.if_else(b.binary(">=", holder, ir.Const(0)), ir.Call(fn.index, (holder,)), ir.Const(-1)),
        )
        by_place = ir.Bind(
            z.slot, ir.Place(c), b.if_else(b.binary(">=", z, ir.Const(0)), outward, ir.Const(-1))
        )
        fixed = b.table(w.tables, fixed_owner_table(w), c)
        result = b.if_else(b.binary(">=", fixed, ir.Const(0)), fixed, by_place)
        if w.counters.get("owner_slot", -1) >= 0:
            keeps = w.table(tuple(int(_keeps(x.type)) for x in w.comps) or (0,))
            result = b.if_else(b.table(w.tables, keeps, c), ir.Load(w.counters["owner_slot"], c), result)
        fn.result = b.if_else(b.binary("<", c, ir.Const(0)), ir.Const(-1), result)
    found = w.cache[key]
    assert isinstance(found, int)
    return found


def is_kind(w: World, c: ir.Expr, ty: Ty, t: CompType) -> ir.Expr:
    """Whether a component (not none) is of a type, by its number."""
    if ty.word == "cube" or ty.word == "kind":
        k = kind_of(w, c, ty) if ty.word == "cube" else c
        return in_range(k, t.kind_low, t.kind_high)
    return in_range(c, t.low, t.high)


def in_range(e: ir.Expr, low: int, high: int) -> ir.Expr:
    """`low <= e < high`; -1 (none) is never inside."""
    if high - low == 1:
        return b.binary("==", e, ir.Const(low))
    return b.both(b.binary("<=", ir.Const(low), e), b.binary("<", e, ir.Const(high)))
