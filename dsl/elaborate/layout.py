"""Numbers for everything: printed fields worked out, zones and variables laid into slots, the box filled, the first state made."""

from __future__ import annotations

from typing import Literal, cast

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import slips, suggestion
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, filling, refs, texts
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import Comp, CompType, FieldDecl, KindDecl, StateDecl, World, ZoneFamily
from gdl.dsl.elaborate.types import ANY, Ty, Val, describe, join, list_of

MOST_VALUES = 100_000
"""That one state may have."""


class Slots:
    """Hands out slots; `initial` is the state they start with."""

    def __init__(self, w: World):
        self.w = w
        self.initial: list[ir.Static] = [()] * ir.FIRST_FREE
        self.initial[ir.RANDOM] = 0
        self.initial[ir.OVER] = 0
        self.initial[ir.PLAYERS] = tuple(range(w.seats))
        self.initial[ir.RETURN] = 0
        self.initial[ir.PASSED] = tuple(() for _ in range(w.seats))
        self.hidden: list[tuple[str, int, int]] = []

    def take(self, size: int, value: ir.Static = 0) -> int:
        base = len(self.initial)
        self.initial.extend([value] * size)
        return base

    def counter(self, name: str, size: int = 1, value: ir.Static = 0) -> int:
        """A variable that no author declared: whether a phase runs, what has fired, what lasts."""
        if name not in self.w.counters:
            self.w.counters[name] = self.take(size, value)
            self.hidden.append((name, self.w.counters[name], size))
        return self.w.counters[name]


def slots_of(w: World) -> Slots:
    found = w.cache["slots"]
    assert isinstance(found, Slots)
    return found


def lay_out(cx: Cx) -> Slots:
    w = cx.w
    slots = Slots(w)
    w.cache["slots"] = slots
    seats = Val(b.const(tuple(range(w.seats))), list_of(Ty("player")))
    cx.scope["players"] = seats
    _faces(cx)
    _fields(cx)
    _zones(cx, slots)
    n = len(w.comps)
    w.counters["place_slot"] = slots.take(n, 0)
    w.counters["owner_slot"] = slots.take(n, -1) if any(t.keeps_owner for t in w.types.values()) else -1
    w.counters["face_slot"] = slots.take(n, 0) if any(t.root.sort == "die" for t in w.types.values()) else -1
    face_down = any(f.sight == "face down" for f in w.families)
    w.counters["up_slot"] = slots.take(n, 0) if face_down else -1
    hidden = any(f.sight != "open" for f in w.families)
    w.counters["group_slot"] = slots.take(n * (w.seats + 1), -1) if hidden else -1
    for kept_on_demand in ("exclude_slot", "shown_slot", "asked_slot"):
        w.counters[kept_on_demand] = -1
    w.counters["shuffled_slot"] = slots.take(len(w.zone_infos), 0)
    for decl in w.state_list:
        _state(cx, slots, decl)
    filling.fill(cx, slots)
    return slots


# ---------------------------------------------------------------------------------------------- dice


def _faces(cx: Cx) -> None:
    for t in cx.w.types.values():
        if t.root.sort != "die":
            continue
        node = next((x.faces for x in reversed(t.chain()) if x.faces is not None), None)
        if node is None:
            cx.w.error("GDL0510", t.node.span, f"the die {t.name} has no faces", "write `faces: 1..6`")
            t.face_values, t.face_ty = (1,), Ty("int", low=1, high=1)
            continue
        values: list[int] = []
        ty: Ty | None = None
        for v in node.values:
            lst = coerce.as_list(cx, ex.expr(cx.pure(), v), v.span)
            known = b.items(lst.e)
            if known is None:
                cx.w.error("GDL0404", v.span, "faces must be known before the game begins")
                continue
            values += [x for x in known if isinstance(x, int)]
            if ty is not None and lst.ty.item is not None and join(ty, lst.ty.item) is None:
                cx.w.error("GDL0406", v.span, f"{describe(lst.ty.item)} and {describe(ty)} on one die")
            ty = lst.ty.item
        t.face_values = tuple(values) or (1,)
        if ty is None or ty.word == "int":
            ty = Ty("int", low=min(t.face_values), high=max(t.face_values))
        t.face_ty = ty


# ---------------------------------------------------------------------------------------------- printed fields


def _fields(cx: Cx) -> None:
    w = cx.w
    for t in w.types.values():
        if not t.cubes:
            printed: dict[tuple[object, ...], dict[str, ir.Static]] = {}
            named = {n for x in t.chain() for f in x.fields.values() for n in _names_in(w, _default(t, f))}
            axes = [n for n, _, _ in t.axes if n in named]
            for c in w.comps[t.low : t.high]:
                if c.type is t:
                    key = c.kind, c.row, *(c.axes.get(n) for n in axes)
                    if key not in printed:
                        printed[key] = _printed(cx, t, c.kind, c.row, c)
                    c.fields = dict(printed[key])
        for kind in t.kinds:
            rows = kind.rows
            if kind.components:
                kind.values = w.comps[kind.components[0]].fields
            else:
                kind.values = _printed(cx, t, kind, rows[0] if rows else None, None)
    for t in w.types.values():
        for fld in t.fields.values():
            default = _blank(cx, fld)
            comps = w.comps[t.low : t.high]
            fld.table = w.table(tuple(c.fields.get(fld.name, default) for c in comps) or (default,))
            kinds = w.kind_list[t.kind_low : t.kind_high]
            fld.kind_table = w.table(tuple(k.values.get(fld.name, default) for k in kinds) or (default,))


def _blank(cx: Cx, fld: FieldDecl) -> ir.Static:
    one: ir.Static = -1
    if fld.ty.word in ("set", "bool"):
        one = 0
    elif fld.ty.word == "int" and not fld.ty.optional:
        one = fld.ty.low if fld.ty.low is not None else 0
    elif fld.ty.word == "list":
        one = ()
    elif fld.ty.word == "amount":
        t = fld.ty.types[0]
        one = (0,) * (t.kind_high - t.kind_low)
    return (one,) * _index_size(cx.w, fld.index) if fld.index else one


def _index_size(w: World, index: tuple[Ty, ...]) -> int:
    n = 1
    for ty in index:
        n *= max(1, refs.size_of(w, ty))
    return n


def _printed(cx: Cx, t: CompType, kind: KindDecl, row: s.Kind | None, c: Comp | None) -> dict[str, ir.Static]:
    """The fields of one printing: what is given, then the defaults (which may use other fields)."""
    w = cx.w
    out: dict[str, ir.Static] = {}
    inner = cx.child()
    for axis, ty, _ in t.axes:
        if c is not None and axis in c.axes:
            inner.scope[axis] = Val(ir.Const(c.axes[axis]), ty)
    given = [x for x in (row.lines if row is not None else ()) if isinstance(x, s.GiveField)]
    fields = {f.name: f for x in t.chain() for f in x.fields.values()}
    seen: set[str] = set()
    for line in given:
        n = line.name.name
        if n in ("x", "kind", "title", "traits"):
            continue
        fld = fields.get(n)
        if fld is None:
            if t.find_state(n) is None and t.find_zone(n) is None:
                w.error(
                    "GDL0306", line.name.span, f"{t.name} has no field `{n}`", suggestion(n, [*fields, "x", "title", "traits"])
                )
            continue
        key = n if line.index is None else f"{n}[{line.span.line}]"
        if key in seen and line.index is None:
            w.error("GDL0503", line.span, f"`{n}` is given twice for {kind.name}")
        seen.add(key)
        _give(inner, fld, line, out)
        _show(inner, fld, out)
    waiting = [f for f in fields.values() if f.name not in out]
    for _ in range(len(waiting) + 1):
        for fld in list(waiting):
            node = _default(t, fld)
            if node is not None and any(f.name in _names_in(w, node) for f in waiting):
                continue
            waiting.remove(fld)
            if node is not None:
                out[fld.name] = _value(inner, fld, node)
                if fld.index:
                    out[fld.name] = (out[fld.name],) * _index_size(w, fld.index)
            elif (fld.ty.word in ("text", "bool", "trait") and fld.node is not None and fld.ty.word == "text") or fld.ty.optional:
                out[fld.name] = -1
            else:
                where = row.span if row is not None else kind.span
                if not (fld.index and fld.name in out):
                    w.error(
                        "GDL0511",
                        where,
                        f"{kind.name} does not say its `{fld.name}`",
                        _like_another(t, kind) or f"add `{fld.name}: ...`, or give the field a default",
                    )
                out.setdefault(fld.name, _blank(cx, fld))
            _show(inner, fld, out)
    for fld in waiting:
        w.error("GDL0512", fld.span, f"the default of `{fld.name}` needs itself")
        out[fld.name] = _blank(cx, fld)
    return out


def _default(t: CompType, fld: FieldDecl) -> s.Expr | None:
    for x in reversed(t.chain()):
        if fld.name in x.defaults:
            return x.defaults[fld.name]
    return fld.node.default if fld.node is not None else None


def _names_in(w: World, node: s.Expr | None) -> set[str]:
    """The names in a default, which is asked for every kind."""
    known = w.cache.get(("names in", node))
    if known is None:
        known = w.cache["names in", node] = _names_below(node)
    return cast("set[str]", known)


def _names_below(node: object) -> set[str]:
    found: set[str] = set()
    stack: list[object] = [node]
    while stack:
        x = stack.pop()
        if isinstance(x, s.Name):
            found.add(x.name)
        elif isinstance(x, s.Node):
            stack.extend(getattr(x, f) for f in x.__dataclass_fields__ if f != "span")
        elif isinstance(x, tuple):
            stack.extend(x)
    return found


def _show(cx: Cx, fld: FieldDecl, out: dict[str, ir.Static]) -> None:
    if fld.name in out and not fld.index:
        cx.scope[fld.name] = Val(b.const(out[fld.name]), fld.ty)


def _give(cx: Cx, fld: FieldDecl, line: s.GiveField, out: dict[str, ir.Static]) -> None:
    w = cx.w
    if fld.ty.word == "text":
        _check_text(cx, fld, line)
        out[fld.name] = -1
        return
    if fld.ty.word == "trait":
        w.cache["trait field", line] = line
        out[fld.name] = -1
        return
    if line.index is None:
        out[fld.name] = _value(cx, fld, *line.values)
        return
    if not fld.index:
        w.error("GDL0410", line.span, f"`{fld.name}` has no index")
        return
    index = ex.value(cx.pure(), line.index, fld.index[0])
    place = b.number(refs.offset_of(w, fld.index[0], index.e))
    size = _index_size(w, fld.index)
    if place is None or not 0 <= place < size:
        if index.ty.word != "any":
            w.error("GDL0411", line.index.span, f"there is no such `{fld.name}`")
        return
    start = out.get(fld.name)
    if not isinstance(start, tuple):
        node = _default(fld.owner, fld)
        one = _value(cx, fld, node) if node is not None else cast("tuple[ir.Static, ...]", _blank(cx, fld))[0]
        start = (one,) * size
    out[fld.name] = (*start[:place], _value(cx, fld, *line.values), *start[place + 1 :])


def _like_another(t: CompType, kind: KindDecl) -> str:
    """`Card Prince:` misspelt is a new kind, which lacks what the other one has elsewhere."""
    return suggestion(kind.name, [k.name for k in t.all_kinds() if k is not kind and slips(k.name, kind.name) <= 2])


def _check_text(cx: Cx, fld: FieldDecl, line: s.GiveField) -> None:
    """What a component says is not known to the rules, but what stands in its braces has to mean something."""
    inner = cx.child().pure()
    for t in fld.owner.chain():
        for name in t.fields:
            inner.scope.setdefault(name, Val(b.MINUS, ANY))
    for value in line.values:
        if isinstance(value, s.Text):
            for part in value.parts:
                if not isinstance(part, str):
                    ex.expr(inner, part)
        else:
            found = ex.expr(inner, value)
            if found.ty.word != "any":
                told = f"`{fld.name}` is a text, but this is {describe(found.ty)}"
                cx.w.error("GDL0401", value.span, told, 'write it between `"` signs')


def _is_plain(ty: Ty, node: s.Expr) -> bool:
    """Whether a value is written as it is printed: most are, and nothing is to be worked out."""
    if isinstance(node, s.Number):
        return ty.word == "int" and (ty.low is None or ty.high is None or ty.low <= node.value <= ty.high)
    return isinstance(node, s.Truth) and ty.word == "bool"


def _value(cx: Cx, fld: FieldDecl, *nodes: s.Expr) -> ir.Static:
    """A field's value, which must be known before play."""
    w = cx.w
    if len(nodes) == 1 and _is_plain(fld.ty, nodes[0]):
        return int(nodes[0].value)  # type: ignore[attr-defined]
    span = nodes[0].span if nodes else fld.span
    if (fld.ty.is_list and (
        len(nodes) > 1
        or not isinstance(nodes[0], s.ListOf | s.SetOf | s.Search | s.Comprehension | s.Name | s.KindsOf)
    )) or (fld.ty.word == "list" and len(nodes) == 1 and isinstance(nodes[0], s.Name)):
        v = ex.value(cx.pure(), s.ListOf(span=span, items=nodes), fld.ty)
    elif len(nodes) > 1:
        w.error("GDL0513", nodes[1].span, f"`{fld.name}` is one thing, but several are given")
        return _blank(cx, fld)
    else:
        v = ex.value(cx.pure(), nodes[0], fld.ty)
    known = b.static(v.e)
    if v.ty.word == "any":
        return _blank(cx, fld)
    if known is None:
        w.error("GDL0404", span, f"`{fld.name}` is printed and must be known before the game begins")
        return _blank(cx, fld)
    if isinstance(known, int) and fld.ty.word == "int" and fld.ty.low is not None and fld.ty.high is not None:
        if not fld.ty.low <= known <= fld.ty.high and not (fld.ty.optional and v.ty.word == "none"):
            w.error(
                "GDL0504",
                span,
                f"`{fld.name}` is {known}, outside {fld.ty.low}..{fld.ty.high}",
                "change it, or widen the field's range",
            )
    if isinstance(known, int) and fld.ty.word == "set" and known.bit_count() < fld.at_least:
        w.error("GDL0514", span, f"`{fld.name}` needs at least {fld.at_least}")
    return known


# ---------------------------------------------------------------------------------------------- zones


def _zones(cx: Cx, slots: Slots) -> None:
    w = cx.w
    number = 0
    for family in w.families:
        family.sizes = tuple(refs.size_of(w, i) for i in family.index)
        for ty, size, node in zip(family.index, family.sizes, family.node.index, strict=False):
            if size == 0 and ty.word != "any":
                w.error("GDL0416", node.span, f"{ty} is no index", "use an enum, a range or a type")
        family.count = 1
        for size in family.sizes:
            family.count *= max(1, size)
        family.base = number
        holders = [-1]
        if family.holder is not None:
            holders = list(range(family.holder.low, family.holder.high))
        players = list(range(w.seats)) if family.per_player else [-1]
        limit = ex.constant(cx, family.node.limit, "a limit") if family.node.limit is not None else None
        if family.shape == "slot":
            limit = 1
        for player in players:
            for holder in holders:
                for i in range(family.count):
                    w.zone_infos.append(_info(w, family, player, holder, i, limit))
                    number += 1
    w.counters["zone_slot"] = slots.take(number, ())


def _info(w: World, family: ZoneFamily, player: int, holder: int, i: int, limit: int | None) -> ir.ZoneInfo:
    index: list[int] = []
    rest = i
    for size in reversed(family.sizes):
        rest, at = divmod(rest, max(1, size))
        index.append(at)
    index.reverse()
    name = family.name
    if player >= 0:
        name = f"p{player + 1}.{name}"
    elif holder >= 0:
        name = f"{w.comps[holder].name}.{name}"
    if index:
        values = [(refs.values_of(w, ty) or [0])[k] for ty, k in zip(family.index, index, strict=True)]
        name += "[" + ", ".join(shown(w, ty, v) for ty, v in zip(family.index, values, strict=True)) + "]"
    cubes = family.item.word == "cube" or family.name == "cube box"
    starts = family.node.starts
    endless = family.name == "cube box" or (cubes and starts is not None and starts.word == "all")
    owner = player
    if holder >= 0 and w.comps[holder].owner >= 0:
        owner = w.comps[holder].owner
    shape = family.shape
    return ir.ZoneInfo(
        name,
        family.name,
        owner,
        holder,
        tuple(index),
        shape,
        cast("Literal['open']", family.sight),
        shape in ("deck", "stack", "row"),
        family.node.in_play,
        cubes,
        endless,
        limit,
        family.node.always_full,
        family.node.span,
        tuple(t.index for t in family.item.types),
    )


def shown(w: World, ty: Ty, v: int) -> str:
    if ty.word == "enum" and ty.enum is not None:
        return ty.enum.members[v] if 0 <= v < len(ty.enum.members) else str(v)
    if ty.word == "kind":
        return w.kind_list[v].name
    if ty.word == "component":
        return w.comps[v].name
    return str(v)


# ---------------------------------------------------------------------------------------------- variables


def _state(cx: Cx, slots: Slots, decl: StateDecl) -> None:
    w = cx.w
    decl.sizes = tuple(refs.size_of(w, i) for i in decl.index)
    if decl.node is not None:
        for ty, size, node in zip(decl.index, decl.sizes, decl.node.index, strict=False):
            if size == 0 and ty.word != "any":
                w.error("GDL0416", node.span, f"{ty} is no index", "use an enum, a range or a type")
    decl.size = 1
    for size in decl.sizes:
        decl.size *= max(1, size)
    if decl.where == "player":
        decl.holders = w.seats
    elif decl.where in ("component", "trait") and decl.holder is not None:
        decl.low_holder, decl.holders = decl.holder.low, decl.holder.high - decl.holder.low
        if decl.holder.cubes:
            w.error(
                "GDL0515",
                decl.span,
                "cubes have no identity and so no state",
                "give the type a number of copies instead of `unlimited`",
            )
    if decl.ty.word == "int" and decl.ty.low is None and decl.node is not None:
        w.error(
            "GDL0516",
            decl.node.type.span,
            f"`{decl.name}` needs a range",
            "write `0..100`, say: state is bounded",
        )
    if decl.ty.word == "text":
        w.error("GDL0517", decl.span, "a state cannot be a text", "use an enum")
    decl.initial = _initial(cx, decl)
    if decl.size * decl.holders > MOST_VALUES:
        w.error(
            "GDL0534",
            decl.span,
            f"`{decl.name}` would be {decl.size * decl.holders} values",
            f"at most {MOST_VALUES} fit: use a smaller range, or keep the state on fewer things",
        )
        decl.size = decl.holders = 1
    decl.base = slots.take(decl.size * decl.holders, decl.initial)
    if decl.name == "team" and decl.node is None:
        for seat in range(w.seats):
            slots.initial[decl.base + seat] = seat % max(1, len(w.teams))


def _initial(cx: Cx, decl: StateDecl) -> ir.Static:
    w = cx.w
    if decl.initial_expr is None:
        if decl.node is not None and not decl.ty.optional and decl.ty.word not in ("set", "list", "amount"):
            decl.must_set = True
        if decl.ty.word in ("set",):
            return 0
        if decl.ty.word == "list":
            return ()
        if decl.ty.word == "amount":
            t = decl.ty.types[0]
            return (0,) * (t.kind_high - t.kind_low)
        if decl.ty.word == "int" and decl.ty.low is not None and not decl.ty.optional:
            return decl.ty.low
        if decl.ty.word in ("bool", "enum", "player") and not decl.ty.optional:
            return 0
        return -1
    v = ex.value(cx.pure(), decl.initial_expr, decl.ty)
    if v.ty.word == "any":
        return 0
    known = b.static(v.e)
    if known is None:
        w.error(
            "GDL0404",
            decl.initial_expr.span,
            f"the first value of `{decl.name}` must be known before the game begins",
            "set it in a set-up phase",
        )
        return 0
    if (
        isinstance(known, int)
        and decl.ty.word == "int"
        and decl.ty.low is not None
        and decl.ty.high is not None
    ):
        if not decl.ty.low <= known <= decl.ty.high and not (decl.ty.optional and v.ty.word == "none"):
            w.error(
                "GDL0504",
                decl.initial_expr.span,
                f"`{decl.name}` starts at {known}, outside {decl.ty.low}..{decl.ty.high}",
            )
    return known


__all__ = ["ANY", "Slots", "lay_out", "slots_of", "texts"]
