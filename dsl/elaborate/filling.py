"""Where everything lies when the game begins: what zones start with, what board data puts on spaces, and the box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, refs
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import World, ZoneFamily
from gdl.dsl.elaborate.types import Val, component, describe

if TYPE_CHECKING:
    from gdl.dsl.elaborate.layout import Slots


def fill(cx: Cx, slots: Slots) -> None:
    """Puts every component where it starts; what no zone asks for lies in the box."""
    w = cx.w
    contents: list[list[int]] = [[] for _ in w.zone_infos]
    where = [0] * len(w.comps)
    free = {c.index for c in w.comps}
    for family in w.families:
        if family.node.starts is None or not _may_hold(w, family, family.node.starts):
            continue
        for z in _zones_of(w, family):
            if family.item.word == "cube":
                contents[z] += _cubes(w, family.node.starts)
            else:
                taken = _stock(cx, family, family.node.starts, w.zone_infos[z].player, free)
                free.difference_update(taken)
                for c in taken:
                    where[c] = z
                contents[z] += taken
            if not _fits_into(w, family, z, len(contents[z])):
                break
    _board_contents(cx, contents, where, free)
    for c in sorted(free):
        if w.comps[c].type.root.sort == "space":
            where[c] = -1
        else:
            contents[0].append(c)
    base, place = w.counters["zone_slot"], w.counters["place_slot"]
    for z, items in enumerate(contents):
        info = w.zone_infos[z]
        slots.initial[base + z] = tuple(items if info.ordered else sorted(items))
    for c, z in enumerate(where):
        slots.initial[place + c] = z
    for comp in w.comps:
        owner_slot = w.counters["owner_slot"]
        if owner_slot >= 0:
            z = where[comp.index]
            slots.initial[owner_slot + comp.index] = (
                comp.owner if comp.owner >= 0 else (w.zone_infos[z].player if z >= 0 else -1)
            )
        if w.counters["face_slot"] >= 0 and comp.type.face_values:
            slots.initial[w.counters["face_slot"] + comp.index] = comp.type.face_values[0]


def _zones_of(w: World, family: ZoneFamily) -> range:
    """The numbers of all its zones: of every player, on every component, for every member of its index."""
    holders = 1 if family.holder is None else family.holder.high - family.holder.low
    return range(family.base, family.base + family.count * holders * (w.seats if family.per_player else 1))


def _named(stock: s.Stock) -> list[s.Ident]:
    """The types and kinds that a stock speaks of."""
    if stock.amount is not None:
        return [portion.kind for portion in stock.amount.portions]
    return [stock.type] if stock.type is not None else []


def _may_hold(w: World, family: ZoneFamily, stock: s.Stock) -> bool:
    """Whether what a zone starts with may lie there at all; if not, it is said."""
    fine = True
    for name in _named(stock):
        t = w.kinds[name.name].type if name.name in w.kinds else w.types.get(name.name)
        if t is None:
            w.unknown("component type", name.name, name.span, [*w.types, *w.kinds])
            fine = False
        elif family.item.types and not any(t.is_a(z) or z.is_a(t) for z in family.item.types):
            holds = describe(family.item)
            w.error("GDL0617", name.span, f"{t.name} cannot lie in `{family.name}`: it holds {holds}")
            fine = False
    return fine


def _fits_into(w: World, family: ZoneFamily, z: int, count: int) -> bool:
    limit = w.zone_infos[z].limit
    if limit is None or count <= limit:
        return True
    w.error(
        "GDL0533",
        family.node.starts.span if family.node.starts is not None else family.node.span,
        f"`{family.name}` starts with {count}, but holds {limit}",
        "say how many: `starts with 1 ...`, or take another shape",
    )
    return False


def _cubes(w: World, stock: s.Stock) -> list[int]:
    """Cubes have no identity: as many of each kind as is said. Of `all` there is no end, and nothing to lay out."""
    if stock.amount is not None:
        return [w.kinds[p.kind.name].index for p in stock.amount.portions for _ in range(p.count)]
    if stock.word == "one of each":
        assert stock.type is not None
        return [kind.index for kind in w.types[stock.type.name].all_kinds()]
    return []


def _stock(cx: Cx, family: ZoneFamily, stock: s.Stock, player: int, free: set[int]) -> list[int]:
    w = cx.w
    if stock.word == "amount":
        assert stock.amount is not None
        out: list[int] = []
        for portion in stock.amount.portions:
            pool = _pool(w, portion.kind)
            if pool is None:
                continue
            mine = [c for c in pool if c in free and w.comps[c].owner in (-1, player)]
            if len(mine) < portion.count:
                w.error(
                    "GDL0518",
                    portion.span,
                    f"only {len(mine)} `{portion.kind.name}` are left for `{family.name}`",
                )
            out += mine[: portion.count]
        return out
    assert stock.type is not None
    pool = _pool(w, stock.type)
    if pool is None:
        return []
    mine = [c for c in pool if c in free and (w.comps[c].owner in (-1, player) or player < 0)]
    if stock.where is not None and pool and not mine:
        _fits(cx, pool[0], stock.where)  # nothing is left for it, but its names are looked at
    if stock.where is not None:
        mine = [c for c in mine if _fits(cx, c, stock.where)]
    if stock.word == "one of each":
        first: dict[int, int] = {}
        for c in mine:
            first.setdefault(w.comps[c].kind.index, c)
        return list(first.values())
    return mine


def _pool(w: World, name: s.Ident) -> list[int] | None:
    if name.name in w.kinds:
        return w.kinds[name.name].components
    if name.name in w.types:
        t = w.types[name.name]
        return list(range(t.low, t.high))
    w.unknown("component type", name.name, name.span, [*w.types, *w.kinds])
    return None


def _fits(cx: Cx, c: int, where: s.Expr) -> bool:
    inner = cx.pure()
    inner.item = Val(ir.Const(c), component(cx.w.comps[c].type))
    v = ex.expr(inner, where)
    n = b.number(coerce.truth(inner, v, where.span))
    if n is None and v.ty.word == "bool":
        cx.w.error("GDL0404", where.span, "where things start must be known before the game begins")
    return bool(n)


def _board_contents(cx: Cx, contents: list[list[int]], where: list[int], free: set[int]) -> None:
    """Board data may say what lies on a space: `settlement: AncientCave`."""
    w = cx.w
    for c in w.comps:
        for line in c.row.lines if c.row is not None else ():
            if not isinstance(line, s.GiveField):
                continue
            family = c.type.find_zone(line.name.name)
            if family is None:
                continue
            z = b.number(refs.zone_number(w, family, ir.Const(c.index), []))
            for v in line.values:
                if not isinstance(v, s.Name) or z is None:
                    continue
                pool = _pool(w, s.Ident(span=v.span, name=v.name)) or []
                mine = [x for x in pool if x in free]
                if not mine:
                    w.error("GDL0518", v.span, f"no `{v.name}` is left to lie on {c.name}")
                    continue
                free.discard(mine[0])
                contents[z].append(mine[0])
                where[mine[0]] = z
