"""Parts of things: `p.hand`, `c.cost`, `holders(p).cubes`, `heap[i]`, `Battle[w, 3]`, `Symbol.Shield`."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, refs
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx, path
from gdl.dsl.elaborate.model import CompType, StateDecl, World, ZoneFamily
from gdl.dsl.elaborate.types import ANY, PLAYER, Ty, Val, component, describe, join, kind_of, list_of
from gdl.dsl.source import Span


def member(cx: Cx, node: s.Member, want: Ty | None) -> Val:
    w, n = cx.w, node.name.name
    if isinstance(node.object, s.Name) and node.object.name in w.enums and node.object.name not in cx.scope:
        enum = w.enums[node.object.name]
        if n in enum.members:
            w.touched.add((enum, n))
            return Val(ir.Const(enum.members.index(n)), Ty("enum", enum=enum))
        return w.error(
            "GDL0301", node.name.span, f"`{enum.name}` has no member `{n}`", suggestion(n, enum.members)
        )
    obj = coerce.certain(cx, ex.expr(cx, node.object), node.object.span)
    if obj.ty.word == "any":
        return obj
    found = try_member(cx, obj, n, node.name.span)
    if found is not None:
        key = path(node.object)
        if _maybe_none(obj.ty) and not cx.scenario and not (key and key in cx.known):
            return w.error(
                "GDL0405",
                node.object.span,
                f"this may be none, and none has no `{n}`",
                f"test it first: `if {key or 'x'} is not none`, or use `some x in ...`",
            )
        return found
    return w.error(
        "GDL0306",
        node.name.span,
        f"{describe(obj.ty)} has no `{n}`",
        suggestion(n, member_names(cx, obj.ty)) or _where(cx, n),
    )


def _maybe_none(ty: Ty) -> bool:
    if ty.word == "zone" and ty.family is not None and ty.family.shape == "slot":
        return not ty.family.node.always_full and ty.low != 1
    return ty.optional


def _where(cx: Cx, n: str) -> str:
    owners = [t.name for t in cx.w.types.values() if n in t.fields or n in t.states or n in t.zones]
    return f"`{n}` belongs to {', '.join(owners[:3])}" if owners else ""


def member_names(cx: Cx, ty: Ty) -> list[str]:
    w = cx.w
    if ty.item is not None and ty.word != "amount":
        ty = ty.item
    if ty.word == "player":
        return [n for n, z in w.zones.items() if z.per_player] + [
            n for n, d in w.states.items() if d.where == "player"
        ]
    out: list[str] = []
    for t in ty.types:
        for x in t.chain():
            out += [*x.fields, *x.zones, *x.states, *x.methods, *(a for a, _, _ in x.axes)]
        if t.root.sort == "die":
            out.append("face")
        if t.grid is not None:
            out += ["col", "row"]
    return [*out, "owner", "kind"]


def try_member(cx: Cx, obj: Val, n: str, span: Span) -> Val | None:
    """The part `n` of a thing, or None if it has none of that name."""
    ty = obj.ty
    match ty.word:
        case "player":
            return _of_player(cx, obj, n)
        case "component" | "cube":
            return _of_component(cx, obj, n, span)
        case "kindname":
            return _of_kind_name(cx, obj, n, span)
        case "kind":
            return _of_kind(cx, obj, n)
        case "enum":
            return _of_enum(cx, obj, n)
        case "zone":
            if ty.family is not None and ty.family.shape == "slot":
                return try_member(cx, coerce.slot_value(cx, obj), n, span)
            return _of_several(cx, coerce.as_list(cx, obj, span), n, span)
        case "list" | "set" | "zones":
            return _of_several(cx, coerce.as_list(cx, obj, span), n, span)
    return None


def _of_player(cx: Cx, obj: Val, n: str) -> Val | None:
    w = cx.w
    family = w.zones.get(n)
    if family is not None and family.per_player:
        w.touched.add(family)
        return zone_or_family(cx, family, obj.e)
    decl = w.states.get(n)
    if decl is not None and decl.where == "player":
        return _state(cx, decl, obj.e)
    if cx.scenario:
        return _players_piece(cx, obj, n)
    return None


def _players_piece(cx: Cx, obj: Val, n: str) -> Val | None:
    """`p1.King`, in scenarios: the piece of that kind which belongs to the player."""
    seat = b.number(obj.e)
    kind = cx.w.kinds.get(n)
    if kind is None and n in cx.w.types and len(cx.w.types[n].all_kinds()) == 1:
        kind = cx.w.types[n].all_kinds()[0]  # `piece Pawn x16 for each player` is its own only kind
    if kind is None or seat is None:
        return None
    mine = tuple(c for c in kind.components if cx.w.comps[c].owner == seat)
    if len(mine) == 1:
        return Val(ir.Const(mine[0]), component(kind.type))
    return Val(b.const(mine), list_of(component(kind.type)))


def zone_or_family(cx: Cx, family: ZoneFamily, holder: ir.Expr | None) -> Val:
    if family.index:
        start = refs.zone_number(cx.w, family, holder, [])
        high = b.binary("+", start, ir.Const(family.count - 1))
        return Val(b.span(start, high), Ty("zones", item=family.item, family=family))
    return Val(refs.zone_number(cx.w, family, holder, []), Ty("zone", family=family, item=family.item))


def _state(cx: Cx, decl: StateDecl, holder: ir.Expr | None) -> Val:
    if decl.index:
        return Val(holder or b.MINUS, Ty("any", item=decl.ty))
    return Val(refs.load(cx.w, decl, holder, []), decl.ty)


def _of_component(cx: Cx, obj: Val, n: str, span: Span) -> Val | None:
    w, ty = cx.w, obj.ty
    if n == "owner":
        return refs.owner(w, obj.e, ty)
    if n == "kind":
        return Val(refs.kind_of(w, obj.e, ty), kind_of(*ty.types))
    if ty.word == "cube":
        return _of_kind(cx, Val(refs.kind_of(w, obj.e, ty), kind_of(*ty.types)), n)
    if not ty.types:
        return None
    found = [_of_type(cx, obj.e, t, n, span) for t in ty.types]
    if any(f is None for f in found):
        return (
            _state(cx, cx.trait.states[n], obj.e) if cx.trait is not None and n in cx.trait.states else None
        )
    first = found[0]
    assert first is not None
    if len(found) == 1:
        return first
    return _of_union(cx, obj, [f for f in found if f is not None])


def _of_union(cx: Cx, obj: Val, found: list[Val]) -> Val | None:
    """One word for several types: the part that the component's own type gives."""
    if all(f.e == found[0].e for f in found):
        return found[0]
    ty: Ty | None = found[0].ty
    out = found[-1].e
    for f in found[1:]:
        ty = join(ty, f.ty) if ty is not None else None
    if ty is None:
        return None
    for t, f in list(zip(obj.ty.types, found, strict=True))[-2::-1]:
        out = b.if_else(refs.in_range(obj.e, t.low, t.high), f.e, out)
    return Val(out, ty)


def _axis(w: World, t: CompType, n: str) -> int:
    """The table that tells of each member of a family what it is one of."""
    table = w.cache.get(("axis", t, n))
    if table is None:
        table = w.cache["axis", t, n] = w.table(tuple(c.axes.get(n, -1) for c in w.comps[t.low : t.high]))
    assert isinstance(table, int)
    return table


def _of_type(cx: Cx, c: ir.Expr, t: CompType, n: str, span: Span) -> Val | None:
    w = cx.w
    fld = t.find_field(n)
    if fld is not None:
        w.touched.add(fld)
        if fld.index:
            return Val(c, Ty("any", item=fld.ty))
        return Val(field_of(cx, fld.table, fld.owner, c), fld.ty)
    family = t.find_zone(n)
    if family is not None:
        w.touched.add(family)
        return zone_or_family(cx, family, c)
    decl = t.find_state(n)
    if decl is not None:
        return _state(cx, decl, c)
    for x in t.chain():
        for axis, axis_ty, _ in x.axes:
            if axis == n:
                return Val(field_of(cx, _axis(w, x, n), x, c), axis_ty)
        if x.grid is not None and n in ("col", "row"):
            values = tuple(w.comps[i].column if n == "col" else w.comps[i].line for i in range(x.low, x.high))
            return Val(
                field_of(cx, w.table(values), x, c),
                Ty("int", low=1, high=x.grid[1] if n == "col" else x.grid[2]),
            )
    if t.root.sort == "die" and n == "face" and t.face_ty is not None:
        return Val(ir.Load(w.counters["face_slot"], c), t.face_ty)
    method = t.find_method(n)
    if method is not None and isinstance(method.node, s.Value) and not method.node.params:
        from gdl.dsl.elaborate import functions

        return functions.call_method(cx, n, Val(c, component(t)), None, [], span)
    known = b.number(c)
    if known is not None:
        kind_state = w.comps[known].kind.states.get(n)
        if kind_state is not None:
            return _state(cx, kind_state, c)
    return None


def field_of(cx: Cx, table: int, t: CompType, c: ir.Expr) -> ir.Expr:
    return b.table(cx.w.tables, table, b.binary("-", c, ir.Const(t.low)))


def _of_kind(cx: Cx, obj: Val, n: str) -> Val | None:
    w = cx.w
    if not obj.ty.types:
        return None
    fld = obj.ty.types[0].find_field(n)
    if fld is None:
        return None
    w.touched.add(fld)
    if fld.index:
        return Val(obj.e, Ty("any", item=fld.ty))
    return Val(b.table(w.tables, fld.kind_table, b.binary("-", obj.e, ir.Const(fld.owner.kind_low))), fld.ty)


def _of_kind_name(cx: Cx, obj: Val, n: str, span: Span) -> Val | None:
    """`RedwallInfirmary.cubes`: of the one component of that kind."""
    t = obj.ty.types[0]
    decl = next(k for k in t.all_kinds() if k.index == obj.ty.low)
    if len(decl.components) != 1 and t.find_field(n) is not None:
        return _of_kind(cx, coerce.as_kind(obj), n)
    one = coerce.to(cx, obj, component(decl.type), span)
    if one.ty.word == "any":
        return one
    if n in decl.states:
        return _state(cx, decl.states[n], one.e)
    return try_member(cx, one, n, span)


def _of_enum(cx: Cx, obj: Val, n: str) -> Val | None:
    w = cx.w
    if n == "members" and obj.ty.enum is not None and obj.ty.enum.name == "Team" and "team" in w.states:
        p = cx.temp(PLAYER, "p")
        test = b.binary("==", refs.load(w, w.states["team"], p, []), obj.e)
        return Val(ir.Fold("list", (ir.For(p.slot, ir.Seats(), test),), p), list_of(PLAYER))
    return None


def _of_several(cx: Cx, lst: Val, n: str, span: Span) -> Val | None:
    """A part of several is the parts of all: `holders(p).cubes`, `side.drawn`, `cards.cost`."""
    item_ty = lst.ty.item or ANY
    if item_ty.word == "any":
        return Val(b.EMPTY, list_of(ANY))
    x = cx.temp(item_ty, "x")
    part = try_member(cx, Val(x, item_ty), n, span)
    if part is None:
        return None
    binder = (ir.For(x.slot, lst.e),)
    if part.ty.word == "zone":
        known = b.items(lst.e)
        family = part.ty.family
        if known is not None and family is not None:
            zones = [refs.zone_number(cx.w, family, ir.Const(i), []) for i in known if isinstance(i, int)]
            return Val(b.seq(*zones), Ty("zones", item=part.ty.item, family=family))
        return Val(ir.Fold("list", binder, part.e), Ty("zones", item=part.ty.item, family=family))
    if part.ty.is_list:
        y = cx.temp(part.ty.item or ANY, "y")
        inner = coerce.as_list(cx, part, span)
        return Val(ir.Fold("list", (*binder, ir.For(y.slot, inner.e)), y), list_of(part.ty.item or ANY))
    return Val(ir.Fold("list", binder, part.e), list_of(part.ty))


# ---------------------------------------------------------------------------------------------- items


def item(cx: Cx, node: s.Item, want: Ty | None) -> Val:
    w = cx.w
    if isinstance(node.object, s.Name) and node.object.name not in cx.scope:
        n = node.object.name
        if n in w.types:
            return _family_member(cx, w.types[n], node)
        if n in w.states and w.states[n].index and w.states[n].where == "game":
            return indexed_state(cx, w.states[n], None, node)
        if n in w.zones and w.zones[n].index and not w.zones[n].per_player:
            return _indexed_zone(cx, w.zones[n], None, node)
        if cx.trait is not None and n in cx.trait.states and cx.trait.states[n].index:
            return indexed_state(cx, cx.trait.states[n], cx.scope["self"].e, node)
    if isinstance(node.object, s.Member):
        found = _indexed_member(cx, node, node.object)
        if found is not None:
            return found
    obj = ex.expr(cx, node.object)
    if obj.ty.word == "any":
        return Val(b.MINUS, ANY)
    if len(node.index) != 1:
        return w.error("GDL0410", node.span, "only one number can follow here", "write `list[n]`")
    if obj.ty.word == "amount":
        t = obj.ty.types[0]
        k = ex.value(cx, node.index[0], kind_of(t))
        place = b.binary("+", b.binary("-", k.e, ir.Const(t.kind_low)), ir.Const(1))
        n_ = b.number(place)
        return Val(
            b.item(obj.e, n_) if n_ is not None else ir.Item(obj.e, place), Ty("int", low=0, high=None)
        )
    lst = coerce.as_list(cx, obj, node.object.span)
    i = ex.number(cx, node.index[0])
    known = b.number(i)
    result = lst.ty.item or ANY
    if known is not None and known < 1 and isinstance(node.index[0], s.Number):
        return w.error(
            "GDL0411", node.index[0].span, f"there is no item {known}", "the first item is number 1"
        )
    if known is not None and b.items(lst.e) is not None:
        if not 0 < known <= len(b.items(lst.e) or ()):
            return w.error(
                "GDL0411", node.index[0].span, f"the list has no item {known}", "the first item is number 1"
            )
        return Val(b.item(lst.e, known), result)
    return Val(ir.Item(lst.e, i, True, node.span), result)


def _indices(cx: Cx, node: s.Item, tys: tuple[Ty, ...], what: str) -> list[ir.Expr] | None:
    if len(node.index) != len(tys):
        cx.w.error(
            "GDL0410", node.span, f"`{what}` needs {len(tys)} in its brackets, but {len(node.index)} are given"
        )
        return None
    out: list[ir.Expr] = []
    for i, ty in zip(node.index, tys, strict=True):
        v = ex.value(cx, i, ty if ty.word != "int" else None)
        if ty.word == "int":
            e = coerce.num(cx, v, i.span)
            assert ty.low is not None and ty.high is not None
            if v.ty.low is None or v.ty.high is None or v.ty.low < ty.low or v.ty.high > ty.high:
                n = b.number(e)
                if n is not None:
                    cx.w.error(
                        "GDL0411", i.span, f"`{what}` goes from {ty.low} to {ty.high}: there is no {n}"
                    )
                    return None
                e = ir.Checked(e, ty.low, ty.high, f"the index of `{what}`", i.span)
            out.append(e)
        else:
            out.append(v.e)
    return out


def indexed_state(cx: Cx, decl: StateDecl, holder: ir.Expr | None, node: s.Item) -> Val:
    index = _indices(cx, node, decl.index, decl.name)
    if index is None:
        return Val(b.MINUS, ANY)
    return Val(refs.load(cx.w, decl, holder, index), decl.ty)


def _indexed_zone(cx: Cx, family: ZoneFamily, holder: ir.Expr | None, node: s.Item) -> Val:
    cx.w.touched.add(family)
    if len(node.index) == 1 and isinstance(node.index[0], s.Range):

        several = coerce.as_list(cx, ex.expr(cx, node.index[0]), node.span)
        i = cx.temp(family.index[0], "i")
        number = refs.zone_number(cx.w, family, holder, [i])
        return Val(
            ir.Fold("list", (ir.For(i.slot, several.e),), number),
            Ty("zones", item=family.item, family=family),
        )
    index = _indices(cx, node, family.index, family.name)
    if index is None:
        return Val(b.MINUS, ANY)
    return Val(refs.zone_number(cx.w, family, holder, index), Ty("zone", family=family, item=family.item))


def _indexed_member(cx: Cx, node: s.Item, obj: s.Member) -> Val | None:
    """`p.pile[2]`, `w.captain[Attacker]`, `u.needs[Stone]`"""
    w, n = cx.w, obj.name.name
    if isinstance(obj.object, s.Name) and obj.object.name in w.enums and obj.object.name not in cx.scope:
        return None
    holder = coerce.plain(cx, ex.expr(cx, obj.object))
    if holder.ty.word == "player":
        family, decl = w.zones.get(n), w.states.get(n)
        if family is not None and family.per_player and family.index:
            return _indexed_zone(cx, family, holder.e, node)
        if decl is not None and decl.where == "player" and decl.index:
            return indexed_state(cx, decl, holder.e, node)
        return None
    if holder.ty.word not in ("component", "kind") or not holder.ty.types:
        return None
    t = holder.ty.types[0]
    decl = t.find_state(n)
    if decl is not None and decl.index:
        return indexed_state(cx, decl, holder.e, node)
    family = t.find_zone(n)
    if family is not None and family.index:
        return _indexed_zone(cx, family, holder.e, node)
    fld = t.find_field(n)
    if fld is not None and fld.index:
        index = _indices(cx, node, fld.index, fld.name)
        if index is None:
            return Val(b.MINUS, ANY)
        sizes = tuple(refs.size_of(w, x) for x in fld.index)
        place = b.binary("+", refs.index_offset(w, fld.index, sizes, index), ir.Const(1))
        table = fld.table if holder.ty.word == "component" else fld.kind_table
        low = fld.owner.low if holder.ty.word == "component" else fld.owner.kind_low
        row = b.table(w.tables, table, b.binary("-", holder.e, ir.Const(low)))
        k = b.number(place)
        return Val(b.item(row, k) if k is not None else ir.Item(row, place), fld.ty)
    return None


def _how_many(w: World, tys: tuple[Ty, ...]) -> int:
    """How many members a family over these has."""
    number = 1
    for ty in tys:
        number *= max(1, refs.size_of(w, ty))
    return number


def has_copies(w: World, name: str, node: s.Item) -> bool:
    """Whether `Name[...]` stands for several copies of one kind."""
    t = w.types.get(name)
    if t is None or t.grid is not None or len(t.all_kinds()) != 1:
        return False
    tys = tuple(([PLAYER] if t.per_player else []) + [ty for _, ty, _ in t.axes])
    return len(tys) == len(node.index) > 0 and t.high - t.low != _how_many(w, tys)


def _family_member(cx: Cx, t: CompType, node: s.Item) -> Val:
    """`Battle[w, 3]`, `Cell[4, 5]`, `Bid[p, 3]`, `Hero[p]`"""
    w = cx.w
    if t.grid is not None:
        sides = (Ty("int", low=1, high=t.grid[1]), Ty("int", low=1, high=t.grid[2]))
        index = _indices(cx, node, sides, t.name)
        if index is None:
            return Val(b.MINUS, ANY)
        col = b.binary("-", index[0], ir.Const(1))
        row = b.binary("-", index[1], ir.Const(1))
        e = b.binary("+", b.binary("+", b.binary("*", row, ir.Const(t.grid[1])), col), ir.Const(t.low))
        return Val(e, component(t))
    tys = tuple(([PLAYER] if t.per_player else []) + [ty for _, ty, _ in t.axes])
    if not tys:
        return w.error("GDL0410", node.span, f"`{t.name}` is no family: it has no `for each`")
    if len(node.index) != len(tys) and t.per_player and len(node.index) == len(tys) - 1:
        tys = tys[1:]
    if t.high - t.low != _how_many(w, tys):
        return w.error(
            "GDL0304",
            node.span,
            f"there are several `{t.name}` for each of these",
            f"say which: `choose c in ...`, `first c in ... where ...`, or all of them, `those c in {t.name} where ...`",
        )
    index = _indices(cx, node, tys, t.name)
    if index is None:
        return Val(b.MINUS, ANY)
    sizes = tuple(refs.size_of(w, ty) for ty in tys)
    return Val(b.binary("+", refs.index_offset(w, tys, sizes, index), ir.Const(t.low)), component(t))
