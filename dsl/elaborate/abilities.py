"""Who has an ability now: bearers of traits, printed or given, and whether they are live.

An effect that was given lies in the trait's own slot as a list of entries `(bearer, until, source, argument, ...)`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, refs
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.layout import slots_of
from gdl.dsl.elaborate.model import CompType, KindDecl, TraitDecl, World
from gdl.dsl.elaborate.types import ANY, PLAYER, Ty, Val, component
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span

FOREVER = -1
"""The `until` of an effect that stays until its bearer leaves play."""


@dataclass(slots=True)
class Bearer:
    """One place of code in which a trait is at work: `cx` knows `self`, `you` and the trait's parameters."""

    cx: Cx
    stmts: list[ir.Stmt]


def settle_uses(cx: Cx) -> None:
    """`traits:` lines of types and kinds become uses of their traits."""
    w = cx.w
    for t in w.types.values():
        for line in t.lines:
            if isinstance(line, s.Traits):
                for c in range(t.low, t.high):
                    _uses(cx, w.comps[c].kind, c, line)
    for kind in w.kinds.values():
        for line in kind.lines:
            if isinstance(line, s.Traits):
                for c in kind.components:
                    _uses(cx, kind, c, line)
        for row in kind.rows:
            given = [x for x in row.lines if isinstance(x, s.GiveField) and x.name.name == "traits"]
            for c in kind.components:
                if w.comps[c].row is row:
                    for g in given:
                        _uses(
                            cx,
                            kind,
                            c,
                            s.Traits(span=g.span, uses=tuple((_as_call(w, v), None) for v in g.values)),
                        )


def _as_call(w: World, node: s.Expr) -> s.TraitCall:
    match node:
        case s.Name():
            return s.TraitCall(span=node.span, name=s.Ident(span=node.span, name=node.name), args=())
        case s.Call() if isinstance(node.function, s.Name):
            return s.TraitCall(
                span=node.span, name=s.Ident(span=node.span, name=node.function.name), args=node.args
            )
    w.error("GDL0601", node.span, "the name of a trait is wanted here")
    return s.TraitCall(span=node.span, name=s.Ident(span=node.span, name=""), args=())


def _uses(cx: Cx, kind: KindDecl, c: int, line: s.Traits) -> None:
    w = cx.w
    for call, condition in line.uses:
        name = call.name.name
        fld = kind.type.find_field(name)
        if fld is not None and fld.ty.word == "trait":
            found = _trait_field(w, w.comps[c].row, name)
            if found is None:
                continue
            call = found
            name = call.name.name
        if not name:
            continue
        trait = w.traits.get(name)
        if trait is None:
            w.unknown("trait", name, call.name.span, list(w.traits))
            continue
        if not any(kind.type.is_a(t) for t in trait.on):
            on = ", ".join(t.name for t in trait.on) or "Player"
            w.error(
                "GDL0519", call.span, f"`{name}` is a trait on {on}, and {kind.name} is a {kind.type.name}"
            )
            continue
        w.touched.add(trait)
        args = trait_args(cx, trait, call)
        values = tuple(b.static(a) for a in args)
        if any(v is None for v in values):
            w.error(
                "GDL0404", call.span, "the arguments of a printed trait must be known before the game begins"
            )
            continue
        trait.uses.append((c, tuple(v for v in values if v is not None), condition))


def _trait_field(w: World, row: s.Kind | None, name: str) -> s.TraitCall | None:
    for line in row.lines if row is not None else ():
        if isinstance(line, s.GiveField) and line.name.name == name and line.values:
            return _as_call(w, line.values[0])
    return None


def trait_args(cx: Cx, trait: TraitDecl, call: s.TraitCall) -> list[ir.Expr]:
    from gdl.dsl.elaborate import functions

    if len(call.args) != len(trait.params):
        cx.w.error(
            "GDL0307",
            call.span,
            f"`{trait.name}` takes {functions.arguments_of(len(trait.params))}, but {functions.given(len(call.args))}",
            f"write `{trait.name}({', '.join(p for p, _ in trait.params)})`" if trait.params else "",
        )
        return [b.MINUS] * len(trait.params)
    for a, (p, ty) in zip(call.args, trait.params, strict=True):
        functions.written_inside(cx, a, ty, f"`{p}` of `{trait.name}`")
    return [ex.value(cx, a, ty).e for a, (_, ty) in zip(call.args, trait.params, strict=True)]


# ---------------------------------------------------------------------------------------------- live


def live(cx: Cx, t: CompType) -> ir.Expr:
    """Whether `self` counts now; `cx` knows `self` (and `you`)."""
    w = cx.w
    me = cx.scope["self"].e
    conditions = [c for x in t.chain() for c in x.live_while]
    if conditions:
        return b.both(*(ex.condition(cx.pure(), c) for c in conditions))
    if t.root.sort == "space" and not any(t.is_a(x) for f in w.families for x in f.item.types):
        return b.YES
    place = ir.Place(me)
    in_play = b.table(w.tables, refs.in_play_table(w), place)
    if w.counters["up_slot"] < 0:
        return in_play
    hidden = w.table(tuple(int(z.sight == "face down") for z in w.zone_infos))
    return b.both(
        in_play, b.either(b.invert(b.table(w.tables, hidden, place)), ir.Load(w.counters["up_slot"], me))
    )


def each_bearer(cx: Cx, trait: TraitDecl, work: Callable[[Cx], list[ir.Stmt]]) -> list[ir.Stmt]:
    """`work` for everyone who has the trait now, in order; in there `self`, `you` and the parameters are known."""
    out: list[ir.Stmt] = []
    plain = [u for u in trait.uses if u[2] is None]
    if plain:
        out += _printed(cx, trait, plain, None, work)
    for condition in dict.fromkeys(u[2] for u in trait.uses if u[2] is not None):
        out += _printed(cx, trait, [u for u in trait.uses if u[2] is condition], condition, work)
    if trait.given:
        out += _given(cx, trait, work)
    return out


def _enter(cx: Cx, trait: TraitDecl, t: CompType | None) -> Cx:
    inner = cx.child()
    inner.out = None
    inner.trait = trait
    if t is not None:
        inner.bind("self", component(t))
        you = inner.bind("you", PLAYER)
        _ = you
    return inner


def _common(w: World, trait: TraitDecl, comps: list[int]) -> CompType:
    types = list(dict.fromkeys(w.comps[c].type for c in comps))
    for t in reversed(types[0].chain()):
        if all(x.is_a(t) for x in types):
            return t
    return trait.on[0]


def _printed(
    cx: Cx,
    trait: TraitDecl,
    uses: list[tuple[int, tuple[ir.Static, ...], s.Expr | None]],
    condition: s.Expr | None,
    work: Callable[[Cx], list[ir.Stmt]],
) -> list[ir.Stmt]:
    w = cx.w
    by_type: dict[CompType, list[tuple[int, tuple[ir.Static, ...], s.Expr | None]]] = {}
    for use in uses:
        c = w.comps[use[0]]
        root = next((x for x in c.type.chain() if x.live_while), c.type.root)
        by_type.setdefault(root if not c.type.live_while else c.type, []).append(use)
    out: list[ir.Stmt] = []
    for group in by_type.values():
        t = _common(w, trait, [u[0] for u in group])
        inner = _enter(cx, trait, t)
        me = inner.scope["self"].e
        assert isinstance(me, ir.Local)
        body: list[ir.Stmt] = []
        header: list[ir.Stmt] = []
        entry: ir.Local | None = None
        if trait.params:
            entry = inner.temp(Ty("list", item=ANY), "use")
            header.append(ir.SetLocal(me.slot, b.item(entry, 1)))
            for i, (name, ty) in enumerate(trait.params):
                local = inner.bind(name, ty)
                header.append(ir.SetLocal(local.slot, b.item(entry, i + 2)))
        known = live(inner, t)
        if condition is not None:
            known = b.both(known, ex.condition(inner.pure(), condition))
        header.append(_set_you(inner))
        body = b.stmt_if(known, work(inner))
        if entry is not None:
            rows = tuple((c, *args) for c, args, _ in group)
            out.append(ir.Each(entry.slot, b.const(rows), tuple(header + body)))
        else:
            out.append(ir.Each(me.slot, b.const(tuple(c for c, _, _ in group)), tuple(header + body)))
    return out


def _set_you(cx: Cx) -> ir.Stmt:
    you, me = cx.scope["you"], cx.scope["self"]
    assert isinstance(you.e, ir.Local)
    return ir.SetLocal(you.e.slot, refs.owner(cx.w, me.e, me.ty).e)


def _given(cx: Cx, trait: TraitDecl, work: Callable[[Cx], list[ir.Stmt]]) -> list[ir.Stmt]:
    w = cx.w
    entry = cx.temp(Ty("list", item=ANY), "effect")
    t = trait.on[0] if trait.on else None
    inner = _enter(cx, trait, None)
    header: list[ir.Stmt] = []
    if trait.on_players:
        me = inner.bind("self", PLAYER)
        inner.scope["you"] = Val(me, PLAYER)
        header.append(ir.SetLocal(me.slot, b.item(entry, 1)))
        known: ir.Expr = b.YES
    else:
        assert t is not None
        me = inner.bind("self", Ty("component", types=trait.on))
        inner.bind("you", PLAYER)
        header += [ir.SetLocal(me.slot, b.item(entry, 1)), _set_you(inner)]
        known = live(inner, t)
    for i, (name, ty) in enumerate(trait.params):
        local = inner.bind(name, ty)
        header.append(ir.SetLocal(local.slot, b.item(entry, i + 4)))
    return [
        ir.Each(entry.slot, ir.Load(effect_slot(w, trait)), tuple(header + b.stmt_if(known, work(inner))))
    ]


def effect_slot(w: World, trait: TraitDecl) -> int:
    if trait.effect_slot < 0:
        trait.effect_slot = slots_of(w).counter(f"effect {trait.index} {trait.name}", 1, ())
    return trait.effect_slot


def mark_given(cx: Cx, nodes: list[s.Declaration]) -> None:
    """Finds out before any body is made which traits are ever given (also by `traits of`)."""
    w = cx.w
    copied = False
    for declaration in nodes:
        for node in _gives(declaration):
            if node.trait is not None and node.trait.name.name in w.traits:
                w.traits[node.trait.name.name].given = True
            if node.copied is not None:
                copied = True
    if copied:
        for trait in w.trait_list:
            trait.given = trait.given or bool(trait.uses)
    for trait in w.traits.values():
        if not trait.uses and (trait.on or trait.on_players):
            trait.given = True  # nobody has it, but what stands in it is checked
    for trait in w.trait_list:
        if trait.given:
            effect_slot(w, trait)


_Found = tuple[s.Declaration, tuple[s.Give, ...], tuple[s.During, ...], tuple[s.Reveal, ...]]
_FOUND: dict[int, _Found] = {}
"""What `_looked_through` has found, by declaration (which is kept, so that its number stays its own)."""
_MOST_FOUND = 20_000


def _looked_through(declaration: s.Declaration) -> _Found:
    """What has to be known of a declaration before any body is made; it is looked through once, however many games it
    becomes part of."""
    found = _FOUND.get(id(declaration))
    if found is None:
        if len(_FOUND) >= _MOST_FOUND:
            _FOUND.clear()
        inside = walk(declaration)
        gives = tuple(x for x in inside if isinstance(x, s.Give))
        during = tuple(x for x in inside if isinstance(x, s.During))
        reveals = tuple(x for x in inside if isinstance(x, s.Reveal))
        found = _FOUND[id(declaration)] = (declaration, gives, during, reveals)
    return found


def _gives(declaration: s.Declaration) -> tuple[s.Give, ...]:
    """The `give` steps in a declaration."""
    return _looked_through(declaration)[1]


def asked_during(declaration: s.Declaration) -> tuple[s.During, ...]:
    """The questions in a declaration whether a phase is running."""
    return _looked_through(declaration)[2]


def reveals(declaration: s.Declaration) -> tuple[s.Reveal, ...]:
    """The `reveal` steps in a declaration."""
    return _looked_through(declaration)[3]


@cache
def _holding(kind: type) -> tuple[str, ...] | None:
    """The fields of a class of nodes in which others may be; None for what is no node."""
    if not issubclass(kind, s.Node):
        return None
    plain = ("Span", "str", "str | None", "int", "bool", "tuple[str, ...]")
    every = kind.__dataclass_fields__.values()
    return tuple(f.name for f in every if f.type not in plain and not str(f.type).startswith("Literal"))


def walk(nodes: object) -> list[s.Node]:
    """Every syntax node below."""
    out: list[s.Node] = []
    stack: list[object] = [nodes]
    while stack:
        x = stack.pop()
        kind = x.__class__
        if kind is tuple or kind is list:
            stack.extend(x)  # type: ignore[arg-type]
            continue
        holding = _holding(kind)  # type: ignore[arg-type]
        if holding is not None:
            out.append(x)  # type: ignore[arg-type]
            for name in holding:
                value = getattr(x, name)
                if value is not None:
                    stack.append(value)
    return out


def bears(cx: Cx, trait: TraitDecl, v: Val) -> ir.Expr:
    """`u has protect`: printed on it (live or not), or given to it."""
    w = cx.w
    if v.ty.word not in ("component", "player", "any"):
        v = coerce.to(cx, v, component(), Span("", 1, 1, 1, 1))
    holders = sorted({c for c, _, cond in trait.uses if cond is None})
    parts: list[ir.Expr] = []
    if holders:
        parts.append(b.binary("in", v.e, b.const(tuple(holders))))
    if trait.given:
        e = cx.temp(Ty("list", item=ANY), "effect")
        gen = ir.For(e.slot, ir.Load(effect_slot(w, trait)), b.binary("==", b.item(e, 1), v.e))
        parts.append(ir.Fold("any", (gen,), b.YES))
    return b.either(*parts)


def until_code(cx: Cx, node: s.Give) -> int:
    """A number for the moment at which an effect ends: the phase, and whether it begins or ends."""
    w = cx.w
    if node.until is None:
        return FOREVER
    if not isinstance(node.until, s.Name):
        w.error("GDL0601", node.until.span, "the name of a phase or rule is wanted after `until`")
        return FOREVER
    name = node.until.name
    if name not in w.callables or w.callables[name].word not in ("phase", "rule", "action"):
        w.error(
            "GDL0301",
            node.until.span,
            f"there is no phase `{name}`",
            suggestion(name, [n for n, c in w.callables.items() if c.word == "phase"]),
        )
        return FOREVER
    code = list(w.callables).index(name) * 2 + int(node.ends)
    ends = w.cache.setdefault(("until", name, node.ends), code)
    assert isinstance(ends, int)
    return ends


def expiring(w: World, name: str, ends: bool) -> list[ir.Stmt]:
    """Statements that end what lasts until this phase begins (or ends)."""
    code = w.cache.get(("until", name, ends))
    if not isinstance(code, int):
        return []
    out: list[ir.Stmt] = []
    for trait in w.trait_list:
        if trait.given:
            out.append(_keep(w, trait, lambda e: b.binary("!=", b.item(e, 2), ir.Const(code))))
    return out


_KEEP_LOCAL = 0


def _keep(w: World, trait: TraitDecl, test: Callable[[ir.Expr], ir.Expr]) -> ir.Stmt:
    """Keeps the effects for which `test` holds. The caller's local 0 is free for it: see `effect functions`."""
    slot = effect_slot(w, trait)
    e = ir.Local(_KEEP_LOCAL)
    kept = ir.Fold("list", (ir.For(e.slot, ir.Load(slot), test(e)),), e)
    return ir.Store(slot, None, kept)
