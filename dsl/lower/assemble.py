"""The Program: all that has been made, as frozen IR."""

from __future__ import annotations

from typing import Literal, cast

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import texts
from gdl.dsl.elaborate.layout import Slots
from gdl.dsl.elaborate.layout import shown as shown_value
from gdl.dsl.elaborate.model import CompType, FnBuilder, KindDecl, StateDecl, World
from gdl.dsl.elaborate.refs import values_of
from gdl.dsl.elaborate.types import Ty
from gdl.dsl.initial_groups import initial_groups
from gdl.dsl.lower.cut import Cutter, stopping, straightened
from gdl.dsl.source import NOWHERE


def assemble(
    w: World,
    slots: Slots,
    main: int,
    facts: list[tuple[str, int, s.Fact]],
    advice: int,
    anytime: list[ir.Entry],
    variants: tuple[str, ...],
    source_hash: str,
) -> ir.Program:
    blocks, functions = _functions(w, main)
    components = _components(w)
    types = tuple(_type(w, t) for t in w.types.values())
    c = w.counters
    if c["group_slot"] >= 0:
        contents = [
            v if isinstance(v, tuple) else ()
            for v in slots.initial[c["zone_slot"] : c["zone_slot"] + len(w.zone_infos)]
        ]
        dice = frozenset(x.index for x in w.comps if x.type.root.sort == "die")
        groups = initial_groups(
            w.seats, components, w.zone_infos, [[i for i in v if isinstance(i, int)] for v in contents], dice
        )
        slots.initial[c["group_slot"] : c["group_slot"] + len(groups)] = groups
        if c["shown_slot"] >= 0:
            of_seats = groups[: w.seats * len(components)]
            slots.initial[c["shown_slot"] : c["shown_slot"] + len(of_seats)] = of_seats
    return ir.Program(
        name=w.game.name.name,
        title=w.title,
        seats=w.seats,
        variants=variants,
        options=tuple((n, v.e.value) for n, v in w.options.items() if isinstance(v.e, ir.Const)),
        source_hash=source_hash,
        cooperative=w.cooperative,
        clockwise=w.clockwise,
        teams=w.teams,
        team_slot=w.states["team"].base if w.teams else -1,
        types=types,
        kinds=tuple(_kind(w, k) for k in w.kind_list),
        components=components,
        enums=tuple((e.name, tuple(e.members)) for e in w.enums.values()),
        zones=tuple(w.zone_infos),
        vars=tuple(
            [*(_var(w, d) for d in w.state_list), *(_hidden(n, base, size) for n, base, size in slots.hidden)]
        ),
        faces=tuple(
            ir.FaceInfo(t.index, t.face_values, texts.ir_type(w, t.face_ty))
            for t in w.types.values()
            if t.face_ty is not None
        ),
        links=tuple(ir.LinkInfo(x.name, tuple(x.pairs), x.table) for x in w.links.values()),
        tables=tuple(w.tables),
        functions=functions,
        blocks=blocks,
        facts=tuple(ir.FactInfo(text, fn, node.span) for text, fn, node in facts),
        anytime=tuple(anytime),
        anytime_player=0,
        start=main,
        flow=_flow(w),
        initial=tuple(slots.initial),
        zone_slot=c["zone_slot"],
        place_slot=c["place_slot"],
        owner_slot=c["owner_slot"],
        face_slot=c["face_slot"],
        up_slot=c["up_slot"],
        group_slot=c["group_slot"],
        exclude_slot=c["exclude_slot"],
        shown_slot=c["shown_slot"],
        asked_slot=c["asked_slot"],
        shuffled_slot=c["shuffled_slot"],
        advice=advice,
        advice_after=w.evaluations[0].after.value if w.evaluations and w.evaluations[0].after else 0,
        phases=tuple(x.function for x in w.callables.values() if x.word == "phase"),
    )


def _functions(w: World, main: int) -> tuple[tuple[ir.Block, ...], tuple[ir.Function, ...]]:
    stops = stopping(w.functions, main)
    blocks: list[ir.Block | None] = []
    out: list[ir.Function] = []
    for fn in w.functions:
        entry = exit_ = straight = None
        body: ir.Stmts | None = tuple(fn.body) if fn.body is not None else None
        if fn.on_demand:
            body = ()
        elif fn.index in stops:
            straight = straightened(fn)
            cutter = Cutter(fn, stops, blocks)
            entry = cutter.run()
            exit_, body = cutter.exit, None
        elif not fn.pure and body is None:
            body = ()
        out.append(_function(w, fn, body, entry, exit_, straight))
    done = [x for x in blocks if x is not None]
    assert len(done) == len(blocks), "a block was never closed"
    return tuple(done), tuple(out)


def _function(
    w: World,
    fn: FnBuilder,
    body: ir.Stmts | None,
    entry: int | None,
    exit_: int | None,
    straight: ir.Stmts | None,
) -> ir.Function:
    return ir.Function(
        fn.name,
        fn.word,
        fn.params,
        tuple(texts.ir_type(w, t) for t in fn.types),
        tuple(fn.names),
        body,
        fn.result,
        entry,
        exit_,
        fn.cleanup,
        fn.pure,
        fn.span,
        fn.cites,
        straight,
    )


def _components(w: World) -> tuple[ir.ComponentInfo, ...]:
    looks: dict[object, int] = {}
    out: list[ir.ComponentInfo] = []
    for c in w.comps:
        alone = c.type.root.sort == "space" or c.type.root.sort == "die"
        key = (
            c.kind.index,
            tuple(sorted(c.fields.items())),
            tuple(c.axes.items()),
            c.owner,
            c.index if alone else -1,
        )
        keeps = any(t.keeps_owner for t in c.type.chain())
        out.append(
            ir.ComponentInfo(c.name, c.title, c.kind.index, c.owner, keeps, looks.setdefault(key, len(looks)))
        )
    return tuple(out)


def _type(w: World, t: CompType) -> ir.TypeInfo:
    fields = tuple(
        ir.FieldInfo(
            f.name, texts.ir_type(w, f.ty), f.table, f.kind_table, tuple(_names(w, i) for i in f.index)
        )
        for f in t.fields.values()
    )
    parent = t.parent.index if t.parent is not None else -1
    return ir.TypeInfo(
        t.name,
        t.root.sort,
        parent,
        t.low,
        t.high,
        t.kind_low,
        t.kind_high,
        t.cubes,
        t.title,
        fields,
        t.node.span,
        t.grid is not None and t.grid[0],
        t.picture,
    )


def _names(w: World, ty: Ty) -> tuple[str, ...]:
    return tuple(shown_value(w, ty, v) for v in values_of(w, ty))


def _kind(w: World, k: KindDecl) -> ir.KindInfo:
    from gdl.dsl.elaborate.box import words

    text = ""
    for row in k.rows:
        for line in row.lines:
            if (
                isinstance(line, s.GiveField)
                and line.name.name == "text"
                and line.values
                and isinstance(line.values[0], s.Text)
            ):
                text = _printed(w, line.values[0])
    return ir.KindInfo(
        k.name,
        k.title or k.type.title or words(k.name),
        k.type.index,
        tuple(k.components),
        text,
        k.span,
        k.cites,
    )


def _printed(w: World, node: s.Text) -> str:
    """A card's text, with the options in it filled in."""
    out = ""
    for part in node.parts:
        if isinstance(part, str):
            out += part
        elif isinstance(part, s.Name) and part.name in w.options:
            e = w.options[part.name].e
            out += str(e.value) if isinstance(e, ir.Const) else ""
    return out


def _var(w: World, d: StateDecl) -> ir.VarInfo:
    of = d.holder.index if d.holder is not None else -1
    where = cast("Literal['game']", d.where)
    sight = cast("Literal['open']", "secret" if d.sight == "face down" else d.sight)
    index = tuple(_names(w, i) for i in d.index)
    place = d.place or d.sight == "open"
    return ir.VarInfo(
        d.name, d.base, d.size * d.holders, index, texts.ir_type(w, d.ty), where, of, sight, place, d.span, d.told,
        d.per or "",
    )


def _hidden(name: str, base: int, size: int) -> ir.VarInfo:
    return ir.VarInfo(name, base, size, (), ir.Type("int"), "hidden", -1, "open", False, NOWHERE)


def _flow(w: World) -> tuple[tuple[str, str], ...]:
    out: list[tuple[str, str]] = []
    for line in w.flow.lines if w.flow is not None else ():
        word = "repeat for each player" if line.each_player else line.word
        out += [(word, p.name) for p in line.phases]
    return tuple(out)
