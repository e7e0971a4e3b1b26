"""Offers: which actions a player may take now. Every action becomes an entry of a choice; what is chosen then happens.

An action that an offer names is there; one that comes by its occasion must be of a live component.
"""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import (
    abilities,
    coerce,
    collections,
    conditions,
    core,
    domains,
    functions,
    refs,
    texts,
)
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.layout import slots_of
from gdl.dsl.elaborate.model import Callable_, CompType, KindDecl, Method, TraitDecl, World
from gdl.dsl.elaborate.types import ANY, PLAYER, Ty, Val, component, list_of
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span


@dataclass(slots=True)
class Offered:
    """An entry with what happens when it is chosen."""

    entry: ir.Entry
    then: list[ir.Stmt]


def offer(cx: Cx, node: s.Offer) -> None:
    """`offer p: Move, Attack, pass`"""
    from gdl.dsl.elaborate import steps

    p = coerce.player(cx, ex.expr(cx, node.to, PLAYER), node.to.span)
    who = cx.temp(PLAYER, "asked")
    cx.emit(ir.SetLocal(who.slot, p))
    there: set[int] = set()
    made = [o for item in node.items for o in items(cx, item, Val(who, PLAYER), there)]
    optional = any(item.what is None for item in node.items)
    which = cx.temp(Ty("int"), "which")
    entries = tuple(o.entry for o in made)
    cx.emit(core.Ask(ir.Choice("one", who, None, which.slot, entries, asked=optional, span=node.span)))
    other = steps.block(cx, node.otherwise) if node.otherwise is not None else []
    cx.emit(*branches(which, made, other))


def branches(which: ir.Local, made: list[Offered], other: list[ir.Stmt]) -> list[ir.Stmt]:
    """One branch for each entry; `other` where there was nothing to choose."""
    stmts: list[ir.Stmt] = b.stmt_if(b.binary("<", which, ir.Const(0)), other) if other else []
    if len(made) == 1 and not other:
        return b.stmt_if(b.binary("==", which, ir.Const(0)), made[0].then)
    for i in reversed(range(len(made))):
        if made[i].then or stmts:
            stmts = [ir.If(b.binary("==", which, ir.Const(i)), tuple(made[i].then), tuple(stmts))]
    return stmts


def items(cx: Cx, item: s.OfferItem, who: Val, there: set[int] | None = None) -> list[Offered]:
    """What one item of an offer brings. `there`: the actions that other items of it have brought already; what is for two
    occasions is offered once."""
    w = cx.w
    there = set() if there is None else there
    if item.what is None:
        return [Offered(ir.Entry("pass", (), None, ir.Template(("pass",)), (), "pass", span=item.span), [])]
    node = item.what
    args: list[s.Expr] = []
    if isinstance(node, s.Call):
        args, node = list(node.args), node.function
    if isinstance(node, s.Name):
        n = node.name
        if n in w.callables and w.callables[n].word == "action":
            w.callables[n].used = True
            w.touched.add(("offered", n))
            if not args:
                there.add(id(w.callables[n].node))
            return [plain_action(cx, w.callables[n], who, args, item.span)]
        if n[:1].islower():
            found = occasion(cx, n, who, [ex.value(cx, a) for a in args], item.span, there)
            if found or _known_occasion(w, n):
                return found
        actions = [x for x, c in w.callables.items() if c.word == "action"] + occasions(w)
        if n in w.callables:
            what = w.callables[n].word
            w.error("GDL0309", node.span, f"`{n}` is a {what}, and only actions are offered")
            return []
        w.error("GDL0309", node.span, f"there is no action or occasion `{n}`", suggestion(n, actions))
        return []
    if isinstance(node, s.Member):
        return _member(cx, item, node, args, who)
    w.error("GDL0601", item.span, "an action is wanted here")
    return []


def _known_occasion(w: World, name: str) -> bool:
    return name in occasions(w)


def occasions(w: World) -> list[str]:
    """All occasions that any action names."""
    if "occasions" not in w.cache:
        found: list[str] = []
        for node in all_actions(w):
            found += [o.name.name for o in node.occasions]
        w.cache["occasions"] = list(dict.fromkeys(found))
    found_ = w.cache["occasions"]
    assert isinstance(found_, list)
    return found_


def all_actions(w: World) -> list[s.Action]:
    key = "all actions", len(w.callables), len(w.types), len(w.kinds), len(w.trait_list)
    if key not in w.cache:
        w.cache[key] = _every_action(w)
    found = w.cache[key]
    assert isinstance(found, list)
    return found


def _every_action(w: World) -> list[s.Action]:
    out: list[s.Action] = []
    for c in w.callables.values():
        if isinstance(c.node, s.Action):
            out.append(c.node)
    for t in w.types.values():
        out += [x for x in t.lines if isinstance(x, s.Action)]
    for k in w.kinds.values():
        out += [x for x in k.lines if isinstance(x, s.Action)]
    for t_ in w.trait_list:
        if t_.node is not None:
            out += [x for x in t_.lines if isinstance(x, s.Action)]
    return out


# ---------------------------------------------------------------------------------------------- plain actions


def _params(
    cx: Cx,
    params: tuple[s.Param, ...],
    types: list[tuple[str, Ty]],
    given: dict[str, Val],
    gens: list[ir.For],
) -> list[Val]:
    """Binds the parameters that are not given, left to right; generators go to `gens`."""
    out: list[Val] = []
    for i, p in enumerate(params):
        n = p.name.name
        if n in given:
            cx.scope[n] = given[n]
            cx.forget(n)
            if p.where is not None:
                _where(gens, cx, p.where)
            out.append(given[n])
            continue
        ty = types[i][1] if i < len(types) else ANY
        if p.domain is not None:
            bound = collections.bind(cx, s.Binder(span=p.span, name=p.name, type=p.type, domain=p.domain))
            gens += collections.once_each(cx, [bound.generator()])
            out.append(Val(bound.local, bound.ty))
        else:
            local = cx.bind(n, ty)
            gens.append(ir.For(local.slot, _whole(cx, ty, p)))
            out.append(Val(local, ty))
        if p.where is not None:
            _where(gens, cx, p.where)
    return out


def _where(gens: list[ir.For], cx: Cx, node: s.Expr) -> None:
    cond = ex.condition(cx, node)
    conditions.learn(cx, node, True)
    add_condition(gens, cond)


def add_condition(gens: list[ir.For], cond: ir.Expr) -> ir.Expr | None:
    """Puts a condition at the last generator; without one it is returned."""
    if cond == b.YES:
        return None
    if not gens:
        return cond
    last = gens[-1]
    gens[-1] = ir.For(last.slot, last.domain, b.both(last.where, cond) if last.where is not None else cond)
    return None


def _whole(cx: Cx, ty: Ty, p: s.Param) -> ir.Expr:
    """All values of a type, for a parameter without a domain."""
    w = cx.w
    if ty.word == "player":
        return ir.Seats()
    if ty.word == "component" and ty.types:
        return b.const(tuple(c for t in ty.types for c in range(t.low, t.high)))
    if refs.size_of(w, ty) > 0:
        return b.const(tuple(refs.values_of(w, ty)))
    if ty.word != "any":
        w.error(
            "GDL0624",
            p.span,
            f"what can `{p.name.name}` be? {ty} has no end",
            f"say it: `{p.name.name} in ...`",
        )
    return b.EMPTY


def _given_args(
    cx: Cx,
    params: tuple[s.Param, ...],
    types: list[tuple[str, Ty]],
    args: list[s.Expr],
    skip: int,
    span: Span,
) -> dict[str, Val]:
    out: dict[str, Val] = {}
    rest = params[skip:]
    if len(args) > len(rest):
        cx.w.error("GDL0307", span, f"too many arguments: {len(rest)} can be given after the player")
        return out
    for a, p, (_, ty) in zip(args, rest, types[skip:], strict=False):
        v = ex.expr(cx, a, ty if ty.word != "any" else None)
        v = functions.fit(cx, v, ty, a.span, f"`{p.name.name}`")
        out[p.name.name] = functions.in_range(cx, v, ty, a.span, f"`{p.name.name}`")
    return out


def plain_action(
    cx: Cx,
    target: Callable_,
    who: Val,
    args: list[s.Expr],
    span: Span,
    occasion_args: dict[str, Val] | None = None,
) -> Offered:
    w = cx.w
    node = target.node
    assert isinstance(node, s.Action)
    inner = cx.pure()
    inner.scope = {}
    inner.known = {}
    given = _given_args(cx, node.params, target.params, args, 1, span)
    if node.params:
        given[node.params[0].name.name] = who
    inner.scope.update(occasion_args or {})
    gens: list[ir.For] = []
    vals = _params(inner, node.params, target.params, given, gens)
    where = _requirements(inner, node, gens)
    once = _once(w, node, target.name, who, None)
    if once is not None:
        where = both_maybe(where, add_condition(gens, once[0]))
    label = texts.template(inner, node.label, target.name)
    types = tuple(texts.ir_type(w, inner.fn.types[g.slot]) for g in gens)
    extra = [(occasion_args or {}).get(n, Val(b.MINUS, ty)).e for n, ty in target.params[len(node.params) :]]
    if functions.has_replacements(w, target.name):
        extra.append(ir.Const(0))
    deed = (target.function, tuple([v.e for v in vals] + extra))
    entry = ir.Entry(target.name, tuple(gens), where, label, types, "action", deed, node.span)
    return Offered(entry, [ir.Do(deed[0], deed[1], None, span)])


def both_maybe(a: ir.Expr | None, z: ir.Expr | None) -> ir.Expr | None:
    if a is None:
        return z
    return a if z is None else b.both(a, z)


def _requirements(cx: Cx, node: s.Action, gens: list[ir.For]) -> ir.Expr | None:
    out: ir.Expr | None = None
    for req in node.requires:
        for c in req.conditions:
            cond = ex.condition(cx, c)
            conditions.learn(cx, c, True)
            out = both_maybe(out, add_condition(gens, cond))
    return out


def _once(
    w: World, node: s.Action, name: str, who: Val, me: ir.Expr | None
) -> tuple[ir.Expr, ir.Stmt] | None:
    """`once per Day`: a mark for each player (and component), wiped when the phase begins and ends."""
    if node.once_per is None:
        return None
    phase = node.once_per.name if isinstance(node.once_per, s.Name) else ""
    if phase not in w.callables:
        w.unknown(
            "phase",
            phase,
            node.once_per.span,
            [n for n, c in w.callables.items() if c.word in ("phase", "rule")],
        )
        return None
    size = len(w.comps) if me is not None else w.seats
    slot = slots_of(w).counter(f"once {name} {node.span.line}", size)
    w.cache.setdefault(("once", phase), [])
    marks = w.cache["once", phase]
    assert isinstance(marks, list)
    if (slot, size) not in marks:
        marks.append((slot, size))
    at = me if me is not None else who.e
    return b.invert(ir.Load(slot, at)), ir.Store(slot, at, ir.Const(1))


# ---------------------------------------------------------------------------------------------- actions of components


def _member(cx: Cx, item: s.OfferItem, node: s.Member, args: list[s.Expr], who: Val) -> list[Offered]:
    """`Advisor.Advise`, `c.Play for c in drawn`, `self.Use`"""
    w, n = cx.w, node.name.name
    if n not in w.methods or not any(isinstance(m.node, s.Action) for m in w.methods[n]):
        w.error(
            "GDL0309",
            node.name.span,
            f"there is no action `{n}` of a component",
            suggestion(n, list(w.methods)),
        )
        return []
    w.touched.add(("offered", n))
    if isinstance(node.object, s.Name) and node.object.name in w.types and node.object.name not in cx.scope:
        t = w.types[node.object.name]
        return of_kinds(cx, n, t, who, None, args, item.span)
    inner = cx.pure()
    if item.binder is not None:
        bound = collections.bind(inner, item.binder)
        where = ex.condition(inner, item.where) if item.where is not None else None
        domain: ir.Expr = (
            ir.Fold("list", (bound.generator(where),), bound.local)
            if where is not None or bound.test is not None
            else bound.domain
        )
        types = bound.ty.types
    else:
        v = coerce.plain(inner, ex.expr(inner, node.object))
        lst = coerce.as_list(inner, v, node.object.span)
        domain, types = lst.e, (lst.ty.item or ANY).types
    out: list[Offered] = []
    for t in types:
        out += of_kinds(cx, n, t, who, domain, args, item.span)
    return out


def of_kinds(
    cx: Cx,
    name: str,
    t: CompType,
    who: Val,
    domain: ir.Expr | None,
    args: list[s.Expr],
    span: Span,
    live_only: bool = False,
    bound: dict[str, Val] | None = None,
) -> list[Offered]:
    """The action `name` of all kinds of a type: one entry for each body, over the components that share it."""
    w = cx.w
    groups: dict[tuple[Method | None, Method | None], list[KindDecl]] = {}
    for kind in t.all_kinds():
        own = kind.methods.get(name)
        base = kind.type.find_method(name)
        if own is None and base is None:
            continue
        groups.setdefault((base, own), []).append(kind)
    out: list[Offered] = []
    for (base, own), kinds in groups.items():
        comps = tuple(c for k in kinds for c in k.components)
        if comps:
            out.append(
                _component_action(cx, name, base, own, comps, who, domain, args, span, live_only, bound)
            )
    _ = w
    return out


def _component_action(
    cx: Cx,
    name: str,
    base: Method | None,
    own: Method | None,
    comps: tuple[int, ...],
    who: Val,
    domain: ir.Expr | None,
    args: list[s.Expr],
    span: Span,
    live_only: bool,
    bound: dict[str, Val] | None,
) -> Offered:
    w = cx.w
    method = own or base
    assert method is not None
    inner = cx.pure()
    inner.scope = dict(bound or {})
    inner.known = {}
    t = _common_type(w, comps)
    me = inner.bind("self", component(t))
    if domain is None:
        gens = [ir.For(me.slot, b.const(comps))]
    else:
        inside = functions._kinds_test(
            refs.kind_of(w, me, component(t)), sorted({w.comps[c].kind.index for c in comps})
        )
        gens = [ir.For(me.slot, domain, inside)]
    you = Val(refs.owner(w, me, component(t)).e, PLAYER)
    inner.scope["you"] = you
    _own_states(w, inner, own, t)
    if live_only:
        add_condition(gens, abilities.live(inner, t))
    vals: list[Val] = []
    where: ir.Expr | None = None
    done: set[str] = set()
    for m in (base, own):
        if m is None:
            continue
        assert isinstance(m.node, s.Action)
        given: dict[str, Val] = {}
        params = list(m.node.params)
        if params and params[0].name.name == "you":
            add_condition(gens, b.binary("==", you.e, who.e))
            given["you"] = who
        elif params:
            given[params[0].name.name] = who
        if m is method:
            types = (
                functions.method_params(w, name)
                if base is not None and len(params) <= len(base.node.params)
                else _own_types(cx, m)
            )
            given |= _given_args(cx, m.node.params, types, args, 1, span)
        else:
            types = _own_types(cx, m)
        fresh = [p for p in params if p.name.name not in done]
        first = [p for p in params if p.name.name in done]
        for p in first:
            inner.scope.setdefault(p.name.name, who)
        made = _params(inner, tuple(fresh), [types[params.index(p)] for p in fresh], given, gens)
        if m is method:
            by_name = dict(zip((p.name.name for p in fresh), made, strict=True))
            vals = [by_name.get(p.name.name, inner.scope.get(p.name.name, who)) for p in params]
        done |= {p.name.name for p in params}
        where = both_maybe(where, _requirements(inner, m.node, gens))
    once = next(
        (
            o
            for m in (own, base)
            if m is not None and isinstance(m.node, s.Action) and (o := _once(w, m.node, name, who, me))
        ),
        None,
    )
    if once is not None:
        where = both_maybe(where, add_condition(gens, once[0]))
    label_node = next(
        (
            m.node.label
            for m in (own, base)
            if m is not None and isinstance(m.node, s.Action) and m.node.label is not None
        ),
        None,
    )
    label = (
        texts.template(inner, label_node)
        if label_node is not None
        else ir.Template((f"{name} ", ir.Shown(me, texts.ir_type(w, component(t)))))
    )
    types_ = tuple(texts.ir_type(w, inner.fn.types[g.slot]) for g in gens)
    function = action_function(w, name, base, own)
    deed = (function, (me, *(v.e for v in vals)))
    shown = f"{w.comps[comps[0]].kind.name}.{name}" if own is not None else f"{method.owner.name}.{name}"
    entry = ir.Entry(shown, tuple(gens), where, label, types_, "action", deed, method.node.span)
    then: list[ir.Stmt] = [once[1]] if once is not None else []
    return Offered(entry, [*then, ir.Do(function, deed[1], None, span)])


def _own_states(w: World, cx: Cx, own: Method | None, t: CompType) -> None:
    if own is not None and own.kind is not None and own.kind.states:
        cx.trait = TraitDecl(own.kind.name, None, [], (t,), [], own.kind.span, states=own.kind.states)


def _own_types(cx: Cx, m: Method) -> list[tuple[str, Ty]]:
    from gdl.dsl.elaborate import parts

    shared = functions.method_params(cx.w, m.name)
    out: list[tuple[str, Ty]] = []
    for i, p in enumerate(m.node.params):
        ty = parts.param_type(cx, p)
        if p.domain is not None and p.type is None:
            ty = ANY
        elif ty.word == "any" and i < len(shared):
            ty = shared[i][1]
        out.append((p.name.name, ty))
    return out


def _common_type(w: World, comps: tuple[int, ...]) -> CompType:
    types = list(dict.fromkeys(w.comps[c].type for c in comps))
    for t in reversed(types[0].chain()):
        if all(x.is_a(t) for x in types):
            return t
    return types[0]


def action_function(w: World, name: str, base: Method | None, own: Method | None) -> int:
    """The function of an action on components: the type's steps with the kind's own steps in their place."""
    key = ("action", base, own)
    if key not in w.cache:
        method = own or base
        assert method is not None
        label = own.kind.name if own is not None and own.kind is not None else method.owner.name
        fn = w.new_function(f"{label}.{name}", "action", method.node.span)
        w.cache[key] = fn.index
        cx = Cx(w, fn)
        cx.bind("self", component(method.owner))
        for n, ty in domains.typed(cx, method.node.params, _own_types(cx, method)):
            cx.bind(n, ty)
        fn.params = len(fn.types)
        w.pending.append(("action", fn, cx, base, own))
    found = w.cache[key]
    assert isinstance(found, int)
    return found


# ---------------------------------------------------------------------------------------------- occasions, windows


def occasion(
    cx: Cx, name: str, who: Val, args: list[Val], span: Span, there: set[int] | None = None
) -> list[Offered]:
    """All actions that are `for` this occasion: of the table, of live components, of traits at work, and of the window of that name."""
    w = cx.w
    w.touched.add(("occasion", name))
    there = set() if there is None else there
    before = set(there)
    there.update(id(node) for node in all_actions(w) if _for(node, name) is not None)
    out: list[Offered] = []
    for target in w.callables.values():
        if isinstance(target.node, s.Action):
            for o in target.node.occasions:
                if o.name.name == name and id(target.node) not in before:
                    target.used = True
                    w.touched.add(("offered", target.name))
                    out.append(plain_action(cx, target, who, [], span, _occasion_args(o, args)))
    done: set[tuple[CompType, str]] = set()
    for t in w.types.values():
        for line in t.lines:
            if (
                isinstance(line, s.Action)
                and _for(line, name) is not None
                and id(line) not in before
                and (t, line.name.name) not in done
            ):
                done.add((t, line.name.name))
                out += of_kinds(
                    cx, line.name.name, t, who, None, [], span, True, _occasion_args(_for(line, name), args)
                )
    for kind in w.kinds.values():
        for line in kind.lines:
            if (
                isinstance(line, s.Action)
                and _for(line, name) is not None
                and kind.components
                and id(line) not in before
            ):
                own = kind.methods[line.name.name]
                base = kind.type.find_method(line.name.name)
                out.append(
                    _component_action(
                        cx,
                        line.name.name,
                        base,
                        own,
                        tuple(kind.components),
                        who,
                        None,
                        [],
                        span,
                        True,
                        _occasion_args(_for(line, name), args),
                    )
                )
    for trait in w.trait_list:
        if trait.node is not None:
            for line in trait.lines:
                if isinstance(line, s.Action) and _for(line, name) is not None and id(line) not in before:
                    out.append(
                        _trait_action(cx, trait, line, who, span, _occasion_args(_for(line, name), args))
                    )
    return out


def _for(node: s.Action, name: str) -> s.Occasion | None:
    return next((o for o in node.occasions if o.name.name == name), None)


def _occasion_args(o: s.Occasion | None, args: list[Val]) -> dict[str, Val]:
    out: dict[str, Val] = {}
    if o is not None:
        for a, v in zip(o.args, args, strict=False):
            if isinstance(a, s.Name):
                out[a.name] = v
    return out


def _trait_action(
    cx: Cx, trait: TraitDecl, node: s.Action, who: Val, span: Span, bound: dict[str, Val]
) -> Offered:
    """An action that a trait brings: over all who have the trait now."""
    w = cx.w
    inner = cx.pure()
    inner.scope = dict(bound)
    inner.known = {}
    inner.trait = trait
    use = inner.temp(list_of(ANY), "use")
    rows: ir.Expr = b.const(tuple((c, -1, -1, *args) for c, args, cond in trait.uses if cond is None))
    if trait.given:
        rows = b.binary("++", rows, ir.Load(abilities.effect_slot(w, trait)))
    gens = [ir.For(use.slot, rows)]
    ty = PLAYER if trait.on_players else Ty("component", types=trait.on)
    me = inner.bind("self", ty)
    gens.append(ir.For(me.slot, b.seq(b.item(use, 1))))
    for i, (n, t) in enumerate(trait.params):
        local = inner.bind(n, t)
        gens.append(ir.For(local.slot, b.seq(b.item(use, i + 4))))
    owner = Val(me, PLAYER) if trait.on_players else Val(refs.owner(w, me, ty).e, PLAYER)
    inner.scope["you"] = owner
    if not trait.on_players and trait.on:
        add_condition(gens, abilities.live(inner, trait.on[0]))
    from gdl.dsl.elaborate import parts

    types = [(p.name.name, parts.param_type(cx, p)) for p in node.params]
    given: dict[str, Val] = {}
    if node.params and node.params[0].name.name == "you":
        add_condition(gens, b.binary("==", owner.e, who.e))
        given["you"] = who
    elif node.params:
        given[node.params[0].name.name] = who
    vals = _params(inner, node.params, types, given, gens)
    where = _requirements(inner, node, gens)
    once = _once(w, node, node.name.name, who, None if trait.on_players else me)
    if once is not None:
        where = both_maybe(where, add_condition(gens, once[0]))
    label = texts.template(inner, node.label, node.name.name)
    key = ("trait action", trait, node)
    if key not in w.cache:
        fn = w.new_function(f"{trait.name}.{node.name.name}", "action", node.span)
        w.cache[key] = fn.index
        body = Cx(w, fn, trait=trait)
        body.bind("self", ty)
        for n, t in trait.params:
            body.bind(n, t)
        extra = [(n, v) for n, v in bound.items()]
        for n, v in extra:
            body.bind(n, v.ty)
        for (n, t), v in zip(types, vals, strict=True):
            body.bind(n, v.ty if t.word == "any" else t)
        fn.params = len(fn.types)
        w.pending.append(("trait action", fn, body, node))
    function = w.cache[key]
    assert isinstance(function, int)
    deed = (
        function,
        (
            me,
            *(inner.scope[n].e for n, _ in trait.params),
            *(v.e for v in bound.values()),
            *(v.e for v in vals),
        ),
    )
    types_ = tuple(texts.ir_type(w, inner.fn.types[g.slot]) for g in gens)
    entry = ir.Entry(node.name.name, tuple(gens), where, label, types_, "action", deed, node.span)
    then: list[ir.Stmt] = [once[1]] if once is not None else []
    return Offered(entry, [*then, ir.Do(function, deed[1], None, span)])


def anytime(cx: Cx) -> list[ir.Entry]:
    """`anytime` actions as entries of a question to the player in local 0 of `cx`."""
    who = Val(ir.Local(0), PLAYER)
    out: list[ir.Entry] = []
    for target in cx.w.callables.values():
        if isinstance(target.node, s.Action) and target.node.anytime:
            target.used = True
            cx.w.touched.add(("offered", target.name))
            out.append(plain_action(cx, target, who, [], target.node.span).entry)
    return out
