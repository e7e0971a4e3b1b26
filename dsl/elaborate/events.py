"""Events: what stands around a rule, action or phase. `before`, `after`, `instead of`, `when`, states `per` a phase, effects that end.

Each callable has an *entry* function that everyone calls. Where nothing stands around it, the entry is the body itself.
"""

from __future__ import annotations

from typing import cast

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import abilities, collections, conditions, core, functions
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.again import as_before
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.layout import slots_of
from gdl.dsl.elaborate.model import Callable_, FnBuilder, TriggerDecl, World, ZoneFamily
from gdl.dsl.elaborate.types import ANY, PLAYER, Ty, Val, component, list_of

HEAD = 4
"""An entry of the list of triggers at work: (number, order, self, you, trait's arguments ...)."""


def triggers_of(w: World, target: Callable_) -> list[TriggerDecl]:
    """What stands around an event, by priority and text."""
    everywhere, by_name = _triggers(w)
    out = by_name.get(target.name, [])
    if target.word == "phase":
        out = [*out, *everywhere]
    return sorted(out, key=lambda t: (-t.priority, t.order))


def _triggers(w: World) -> tuple[list[TriggerDecl], dict[str, list[TriggerDecl]]]:
    """Those around every phase, and those around what is called by a name."""
    key = "triggers", len(w.triggers)
    known = w.cache.get(key)
    if known is None:
        everywhere = [t for t in w.triggers if t.event.word == "every phase"]
        by_name: dict[str, list[TriggerDecl]] = {}
        for t in w.triggers:
            if t.event.word == "call" and isinstance(t.event.name, s.Name):
                by_name.setdefault(t.event.name.name, []).append(t)
        known = w.cache[key] = everywhere, by_name
    return cast("tuple[list[TriggerDecl], dict[str, list[TriggerDecl]]]", known)


def check_names(w: World) -> None:
    """Every trigger and modifier must speak of something that exists."""
    events = [n for n, c in w.callables.items() if c.word != "value"]
    values = [n for n, c in w.callables.items() if c.word == "value"]
    methods = [n for n, ms in w.methods.items() if isinstance(ms[0].node, s.Value)]
    for t in w.triggers:
        if t.event.word != "call" or t.event.name is None:
            continue
        if isinstance(t.event.name, s.Name):
            name = t.event.name.name
            if name in values:
                w.error(
                    "GDL0311",
                    t.event.span,
                    f"`{name}` is a value: it never happens",
                    "to change a value write `value +1` or `becomes`",
                )
            elif name not in events:
                w.error(
                    "GDL0311",
                    t.event.name.span,
                    f"there is no rule, action or phase `{name}`",
                    suggestion(name, events),
                )
        else:
            w.error(
                "GDL0311",
                t.event.span,
                "a trigger names a rule, action or phase of the game",
                "actions of cards: name a rule that they call",
            )
    for name, ms in w.modifiers.items():
        if name not in values and name not in methods:
            for m in ms:
                hint = (
                    f"`{name}` is a rule: use `after {name}(...)`"
                    if name in events
                    else suggestion(name, values)
                )
                w.error("GDL0312", m.node.name.span, f"there is no value `{name}` to modify", hint)


# ---------------------------------------------------------------------------------------------- trigger functions


def trigger_function(w: World, t: TriggerDecl, params: list[tuple[str, Ty]], replaces: str | None) -> int:
    """The body of a trigger: parameters are self, you and arguments of its trait, then those of the event (and what is used up)."""
    key = ("trigger", t.event, replaces)
    if key not in w.cache:
        fn = w.new_function(_title(t), "trigger", t.node.span)
        w.cache[key] = fn.index
        fn.cites = tuple(c.id for c in t.node.cites)
        cx = Cx(w, fn, trait=t.trait)
        if t.trait is not None:
            on_player = t.trait.on_players
            cx.bind("self", PLAYER if on_player else Ty("component", types=t.trait.on))
            cx.bind("you", PLAYER)
            for n, ty in t.trait.params:
                cx.bind(n, ty)
        vals = [Val(ir.Local(fn.local(n, ty)), ty) for n, ty in params]
        if replaces is not None:
            cx.instead = (replaces, fn.local("used", Ty("int")))
        fn.params = len(fn.types)
        w.pending.append(("trigger", fn, cx, t, vals))
    found = w.cache[key]
    assert isinstance(found, int)
    return found


def _title(t: TriggerDecl) -> str:
    where = t.event.name.name if isinstance(t.event.name, s.Name) else t.event.word
    if t.event.binder is not None and t.event.zone is not None:
        zone = t.event.zone.name if isinstance(t.event.zone, s.Name) else "there"
        where = f"{t.event.binder.name} {t.event.word} {zone if isinstance(zone, str) else zone.name}"
    owner = f"{t.trait.name.removesuffix(' body')}: " if t.trait is not None else ""
    name = f" called {t.node.called.name}" if t.node.called is not None else ""
    return f"{owner}{t.node.moment} {where}{name}"


def build_trigger(w: World, fn: FnBuilder, cx: Cx, t: TriggerDecl, vals: list[Val]) -> None:
    from gdl.dsl.elaborate import steps

    cx.out = []
    told = tuple(ir.Local(i) for i in range(fn.params - (cx.instead is not None)))
    if t.phase is not None:
        cx.emit(ir.If(b.invert(_in_its_phase(w, t)), (ir.Return(),)))
    if t.event.word == "call":
        functions.match_head(cx, t.event.args, vals, t.event.span, _event_name(t))
    elif t.event.binder is not None and vals:
        cx.scope[t.event.binder.name] = vals[0]
    if t.node.condition is not None:
        found = conditions.search(cx, t.node.condition)
        conditions.learn(cx, t.node.condition, True)
        pre: list[ir.Stmt] = []
        cond = found.fetch(pre) if found.generators else found.holds()
        skipped = ir.Event("skipped", fn.name, fn.index, told)
        cx.emit(*pre, *b.stmt_if(b.invert(cond), [skipped, ir.Return()]))
    cx.emit(
        ir.Event(
            "instead" if t.node.moment == "instead of" else "trigger",
            fn.name,
            fn.index,
            told,
        )
    )
    steps.run(cx, t.node.body)
    fn.body = cx.out


def _in_its_phase(w: World, t: TriggerDecl) -> ir.Expr:
    """A trigger that stands in a phase counts only while that phase is running."""
    if t.phase is None:
        return b.YES
    return b.binary(">", ir.Load(functions.running_slot(w, t.phase)), ir.Const(0))


def _event_name(t: TriggerDecl) -> str:
    return t.event.name.name if isinstance(t.event.name, s.Name) else "the event"


def zone_trigger(cx: Cx, t: TriggerDecl, c: Val, z: ir.Expr, family: ZoneFamily) -> list[ir.Stmt]:
    """`after c enters z`: the call, for everyone who has it."""
    if t.node.moment != "after":
        cx.w.error("GDL0313", t.node.span, "`enters` and `leaves` go with `after` only")
        return []
    fn = trigger_function(cx.w, t, [("c", family.item)], None)
    if t.trait is None:
        return _whose(cx, t, z, family, [ir.Do(fn, (c.e,), None, t.node.span)], cx)

    def work(inner: Cx) -> list[ir.Stmt]:
        extra = [inner.scope[n].e for n, _ in t.trait.params] if t.trait is not None else []
        call: list[ir.Stmt] = [
            ir.Do(fn, (inner.scope["self"].e, inner.scope["you"].e, *extra, c.e), None, t.node.span)
        ]
        return _whose(inner, t, z, family, call, inner)

    return abilities.each_bearer(cx, t.trait, work)


def _whose(
    cx: Cx, t: TriggerDecl, z: ir.Expr, family: ZoneFamily, call: list[ir.Stmt], inner: Cx
) -> list[ir.Stmt]:
    """`c enters you.hand` listens to that hand only."""
    node = t.event.zone
    if not isinstance(node, s.Member):
        return call
    v = ex.expr(inner, node)
    if v.ty.word != "zone":
        return call
    return b.stmt_if(b.binary("==", z, v.e), call)


# ---------------------------------------------------------------------------------------------- around an event


def build_entry(w: World, target: Callable_, body: FnBuilder) -> None:
    """Makes the entry of a callable, when everything else is known."""
    entry = w.functions[target.function]
    around = triggers_of(w, target)
    entry.span, entry.cites = body.span, body.cites
    begin, end = _borders(w, target)
    checks = _checks(w, target, body, around)
    note = ir.Event(
        target.word, target.name, target.function, tuple(ir.Local(i) for i in range(len(target.params)))
    )
    if not around and not begin and not end and not checks and not entry.endable:
        entry.params, entry.types, entry.names = body.params, body.types, body.names
        entry.body = [note, *(body.body or [])]
        body.on_demand = True
        return
    inline = _can_stand_inside(w, target, body)
    cx = Cx(w, entry)
    if inline:
        entry.types, entry.names = list(body.types), list(body.names)
        vals = [Val(ir.Local(i), ty) for i, (_, ty) in enumerate(target.params)]
    else:
        vals = [Val(cx.bind(n, ty), ty) for n, ty in target.params]
    instead = [t for t in around if t.node.moment == "instead of"]
    used = cx.bind("used", Ty("int")) if functions.has_replacements(w, target.name) else None
    entry.params = body.params if inline else len(entry.types)
    cx.out = [note]
    if instead and used is not None:
        _replacements(cx, target, instead, vals, used)
    before = [t for t in around if t.node.moment == "before"]
    after = [t for t in around if t.node.moment == "after"]
    cx.emit(*begin)
    _run(cx, before, vals, _collect(cx, before, vals))
    late = _collect(cx, after, vals)
    result = cx.temp(target.result, "result") if target.result is not None else None
    if inline:
        cx.emit(*(body.body or []))
        body.on_demand = True
    else:
        cx.emit(ir.Do(body.index, tuple(v.e for v in vals), result.slot if result is not None else None))
    if entry.endable:
        cx.emit(core.ExitHere())
    _run(cx, after, vals, late)
    cx.emit(*end)
    cx.emit(*checks)
    if result is not None:
        cx.emit(ir.Return(result))
    entry.body = cx.out
    if end:
        cleanup = w.new_function(f"leave {target.name}", "hook")
        cleanup.body = list(end)
        entry.cleanup = cleanup.index


def _can_stand_inside(w: World, target: Callable_, body: FnBuilder) -> bool:
    """Whether the steps can be written into the entry itself: nothing in them leaves early or changes a parameter that
    triggers still need."""
    from gdl.dsl.lower.touches import walk

    if w.checking or functions.has_replacements(w, target.name) or w.functions[target.function].endable:
        return False
    for x in walk(body.body or []):
        if isinstance(x, ir.Return):
            return False
        if isinstance(x, ir.SetLocal | ir.Each) and x.slot < body.params:
            return False
    return True


def _collect(cx: Cx, triggers: list[TriggerDecl], vals: list[Val]) -> ir.Local | None:
    """Who answers an event, as things stand when it begins: a list of entries, in turn order."""
    if not any(t.trait is not None for t in triggers):
        return None
    w = cx.w
    found = cx.temp(list_of(list_of(ANY)), "answers")
    stmts: list[ir.Stmt] = [ir.SetLocal(found.slot, b.EMPTY)]
    for i, t in enumerate(triggers):
        rank = -t.priority * (w.seats + 1)
        if t.trait is None:
            entry = ir.Seq((ir.Const(i), ir.Const(rank + w.seats), ir.Const(-1), ir.Const(-1)))
            stmts.append(ir.SetLocal(found.slot, b.binary("++", found, ir.Seq((entry,)))))
            continue
        trait = t.trait

        def work(inner: Cx, i: int = i, rank: int = rank, t: TriggerDecl = t) -> list[ir.Stmt]:
            assert t.trait is not None
            inner = inner.child()
            _, test = (
                functions.match_head(inner, t.event.args, vals, t.event.span, _event_name(t))
                if t.event.word == "call"
                else ([], b.YES)
            )
            args = [inner.scope[n].e for n, _ in t.trait.params]
            me, you = inner.scope["self"].e, inner.scope["you"].e
            order = b.binary("+", _turn_order(inner, you), ir.Const(rank))
            entry = ir.Seq((ir.Const(i), order, me, you, *args))
            return b.stmt_if(test, [ir.SetLocal(found.slot, b.binary("++", found, ir.Seq((entry,))))])

        stmts += abilities.each_bearer(cx, trait, work)
    cx.emit(*stmts)
    e = cx.temp(list_of(ANY), "answer")
    order = ir.Fold("sort least", (ir.For(e.slot, found),), e, b.item(e, 2))
    many = b.binary(">", b.unary("len", found), ir.Const(1))
    cx.emit(ir.If(many, (ir.SetLocal(found.slot, order),)))
    return found


def _turn_order(cx: Cx, you: ir.Expr) -> ir.Expr:
    """0 for the first player, counted in turn order; things without an owner come last."""
    w = cx.w
    first: ir.Expr = ir.Const(0)
    if w.first is not None:
        outside = Cx(w, cx.fn)
        v = ex.value(outside, w.first)
        if v.ty.word == "player":
            first = v.e
    step = b.binary("-", you, first) if w.clockwise else b.binary("-", first, you)
    return b.if_else(
        b.binary("<", you, ir.Const(0)),
        ir.Const(w.seats),
        b.binary("%", b.binary("+", step, ir.Const(w.seats)), ir.Const(w.seats)),
    )


def _run(cx: Cx, triggers: list[TriggerDecl], vals: list[Val], answers: ir.Local | None) -> None:
    if not triggers:
        return
    params = _params_of(triggers, vals)
    if answers is None:
        for t in triggers:
            fits: ir.Expr = b.YES
            if t.event.word == "call":
                _, fits = functions.match_head(cx.child(), t.event.args, vals, t.event.span, _event_name(t))
            args = () if t.event.word == "every phase" else tuple(v.e for v in vals)
            fn = trigger_function(cx.w, t, [] if t.event.word == "every phase" else params, None)
            cx.emit(*b.stmt_if(fits, [ir.Do(fn, args, None, t.node.span)]))
        return
    e = cx.temp(list_of(ANY), "answer")
    stmts: list[ir.Stmt] = []
    for i, t in reversed(list(enumerate(triggers))):
        every = t.event.word == "every phase"
        fn = trigger_function(cx.w, t, [] if every else params, None)
        own: list[ir.Expr] = []
        test: ir.Expr = b.YES
        if t.trait is not None:
            own = [b.item(e, 3), b.item(e, 4), *(b.item(e, HEAD + 1 + k) for k in range(len(t.trait.params)))]
        elif not every:
            _, test = functions.match_head(cx.child(), t.event.args, vals, t.event.span, _event_name(t))
        call: list[ir.Stmt] = [
            ir.Do(fn, (*own, *(() if every else tuple(v.e for v in vals))), None, t.node.span)
        ]
        call = b.stmt_if(test, call)
        stmts = [ir.If(b.binary("==", b.item(e, 1), ir.Const(i)), tuple(call), tuple(stmts))]
    cx.emit(ir.Each(e.slot, answers, tuple(stmts)))


def _params_of(triggers: list[TriggerDecl], vals: list[Val]) -> list[tuple[str, Ty]]:
    return [(f"arg{i + 1}", v.ty) for i, v in enumerate(vals)]


def _replacements(
    cx: Cx, target: Callable_, triggers: list[TriggerDecl], vals: list[Val], used: ir.Local
) -> None:
    """The first replacement that applies and is not used up takes the event's place."""
    w = cx.w
    answers = _collect(cx, triggers, vals)
    params = _params_of(triggers, vals)
    result = cx.temp(target.result, "result") if target.result is not None else None
    e = cx.temp(list_of(ANY), "answer")
    stmts: list[ir.Stmt] = []
    plain: list[ir.Stmt] = []
    for i, t in reversed(list(enumerate(triggers))):
        fn = trigger_function(w, t, params, target.name)
        inner = cx.pure()
        inner.scope = {n: v for (n, _), v in zip(target.params, vals, strict=True)} if False else {}
        inner.trait = t.trait
        header: list[ir.Stmt] = []
        own: list[ir.Expr] = []
        me: ir.Expr = ir.Const(-1)
        if t.trait is not None:
            ty = PLAYER if t.trait.on_players else Ty("component", types=t.trait.on)
            names = [("self", ty), ("you", PLAYER), *t.trait.params]
            for k, (n, nty) in enumerate(names):
                local = inner.bind(n, nty)
                header.append(ir.SetLocal(local.slot, b.item(e, 3 + k)))
                own.append(local)
            me = own[0]
        _, test = functions.match_head(inner, t.event.args, vals, t.event.span, target.name)
        test = b.both(_in_its_phase(w, t), test)
        holds: ir.Expr = b.YES
        if t.node.condition is not None:
            holds = conditions.search(inner, t.node.condition).holds()
        bit = b.binary("+", me, ir.Const(i * (len(w.comps) + 1) + 1))
        free = b.invert(b.binary("in set", bit, used))
        spent = b.binary("|", used, b.unary("mask", ir.Seq((bit,))))
        call: list[ir.Stmt] = [
            ir.Do(
                fn,
                (*own, *(v.e for v in vals), spent),
                result.slot if result is not None else None,
                t.node.span,
            ),
            ir.Return(result),
        ]
        skipped = ir.Event("skipped", w.functions[fn].name, fn, tuple(v.e for v in vals))
        whole = header + b.stmt_if(test, [ir.If(b.both(free, holds), tuple(call), (skipped,))])
        if answers is None:
            plain = whole + plain
        else:
            stmts = [ir.If(b.binary("==", b.item(e, 1), ir.Const(i)), tuple(whole), tuple(stmts))]
    cx.emit(*(plain if answers is None else [ir.Each(e.slot, answers, tuple(stmts))]))


# ---------------------------------------------------------------------------------------------- begin and end


def _borders(w: World, target: Callable_) -> tuple[list[ir.Stmt], list[ir.Stmt]]:
    """What happens when a phase (or rule) begins and when it has ended."""
    begin: list[ir.Stmt] = []
    end: list[ir.Stmt] = []
    resets = _resets(w, target.name)
    for ends, out in ((False, begin), (True, end)):
        stmts = resets + abilities.expiring(w, target.name, ends)
        if stmts:
            fn = w.new_function(f"{'end' if ends else 'begin'} {target.name}", "hook")
            fn.local("e", list_of(ANY))
            fn.body = stmts
            out.append(ir.Do(fn.index, ()))
    if ("running", target.name) in w.touched:
        slot = functions.running_slot(w, target.name)
        begin.append(ir.Store(slot, None, b.binary("+", ir.Load(slot), ir.Const(1))))
        end.append(ir.Store(slot, None, b.binary("-", ir.Load(slot), ir.Const(1))))
    return begin, end


def _resets(w: World, name: str) -> list[ir.Stmt]:
    """States `per` this phase begin anew: steps that cannot be wrong."""
    out: list[ir.Stmt] = []
    if w.checking:
        return out
    for decl in w.state_list:
        if decl.per == name:
            out += [
                ir.Store(decl.base + i, None, b.const(decl.initial)) for i in range(decl.size * decl.holders)
            ]
            if decl.told >= 0:
                out += [
                    ir.Store(decl.told + i, None, ir.Const(0)) for i in range(decl.size * decl.holders)
                ]
    marks = w.cache.get(("once", name), [])
    assert isinstance(marks, list)
    for slot, size in marks:
        out += [ir.Store(slot + i, None, ir.Const(0)) for i in range(size)]
    return out


# ---------------------------------------------------------------------------------------------- when


def declare_whens(w: World) -> None:
    """One function for all `when`, one for all `when settled`; filled when the rest is made."""
    for settled in (False, True):
        mine = [x for x in w.whens if x.node.settled == settled]
        if mine:
            fn = w.new_function("when settled" if settled else "when", "hook")
            w.cache["whens", settled] = fn.index
            w.pending.append(("whens", fn, mine))
            for x in mine:
                if x.phase is not None:
                    functions.running_slot(w, x.phase)
    for t in w.triggers:
        if t.phase is not None:
            functions.running_slot(w, t.phase)
    if w.flow is not None and any(line.word == "once" for line in w.flow.lines) and w.whens:
        slots_of(w).counter("armed")
    if ("whens", True) in w.cache:
        slots_of(w).counter("acting")


def build_whens(w: World, fn: FnBuilder, mine: list[object]) -> None:
    from gdl.dsl.elaborate.model import WhenDecl

    cx = Cx(w, fn, out=[])
    assert cx.out is not None
    if "armed" in w.counters:
        cx.emit(ir.If(b.invert(ir.Load(w.counters["armed"])), (ir.Return(),)))
    for i, decl in enumerate(mine):
        assert isinstance(decl, WhenDecl)
        if not as_before(w, decl.node, trait=decl.trait):
            _when(cx, decl, i)
    fn.body = cx.out


def _when(cx: Cx, decl: object, number: int) -> None:
    from gdl.dsl.elaborate import steps
    from gdl.dsl.elaborate.model import WhenDecl

    assert isinstance(decl, WhenDecl)
    w = cx.w
    ends = (
        bool(decl.node.body)
        and steps.leaves(decl.node.body[-1])
        and not isinstance(decl.node.body[-1], s.Leave | s.EndPhase)
    )
    running = (
        b.binary(">", ir.Load(functions.running_slot(w, decl.phase)), ir.Const(0))
        if decl.phase is not None
        else b.YES
    )
    now = cx.temp(list_of(list_of(ANY)), "now")
    body = w.new_function(
        f"when {decl.node.called.name if decl.node.called else 'line ' + str(decl.node.span.line)}",
        "trigger",
        decl.node.span,
    )
    body.cites = tuple(c.id for c in decl.node.cites)

    def work(inner: Cx) -> list[ir.Stmt]:
        inner = inner.child()
        inner.out = None
        found = conditions.search(inner, decl.node.condition)
        conditions.learn(inner, decl.node.condition, True)
        own: list[tuple[str, Val]] = []
        if decl.trait is not None:
            own = [(n, inner.scope[n]) for n in ("self", "you", *(p for p, _ in decl.trait.params))]
        names = own + [(n, Val(local, ty)) for n, local, ty in found.names]
        run = Cx(w, body, out=[], trait=decl.trait)
        for n, v in names:
            run.bind(n, v.ty)
        body.params = len(body.types)
        assert run.out is not None
        run.known = {k: t for k, t in inner.known.items()}
        run.emit(ir.Event("trigger", body.name, body.index, tuple(ir.Local(i) for i in range(body.params))))
        steps.run(run, decl.node.body)
        body.body = run.out
        args = tuple(v.e for _, v in names)
        if ends:
            if not found.generators:
                return b.stmt_if(
                    b.both(running, found.holds()), [ir.Do(body.index, args, None, decl.node.span)]
                )
            pre: list[ir.Stmt] = []
            cond = found.fetch(pre)
            return b.stmt_if(
                running, [*pre, *b.stmt_if(cond, [ir.Do(body.index, args, None, decl.node.span)])]
            )
        row = ir.Seq(args)
        if found.generators:
            lst: ir.Expr = ir.Fold("list", tuple(found.generators), row)
            if found.front:
                lst = b.if_else(b.both(*found.front), lst, b.EMPTY)
        else:
            lst = b.if_else(found.holds(), ir.Seq((row,)), b.EMPTY)
        return [ir.SetLocal(now.slot, b.binary("++", now, lst))]

    start: list[ir.Stmt] = [] if ends else [ir.SetLocal(now.slot, b.EMPTY)]
    stmts = start + (abilities.each_bearer(cx, decl.trait, work) if decl.trait is not None else work(cx))
    if ends:
        cx.emit(*stmts)
        return
    slot = slots_of(w).counter(f"when {decl.node.settled} {number}", 1, ())
    old, x = cx.temp(list_of(list_of(ANY)), "old"), cx.temp(list_of(ANY), "binding")
    args = tuple(b.item(x, i + 1) for i in range(body.params))
    fire = ir.If(b.invert(b.binary("in", x, old)), (ir.Do(body.index, args, None, decl.node.span),))
    change: list[ir.Stmt] = [
        ir.SetLocal(old.slot, ir.Load(slot)),
        ir.If(
            b.binary("!=", now, old),
            (ir.Store(slot, None, now), ir.Each(x.slot, now, (fire,))),
        ),
    ]
    cx.emit(*b.stmt_if(running, stmts + change))


def _checks(w: World, target: Callable_, body: FnBuilder, around: list[TriggerDecl]) -> list[ir.Stmt]:
    """Looking at `when` where the event may have changed what it looks at."""
    if w.checking:
        return []
    from gdl.dsl.lower import near, touches

    out: list[ir.Stmt] = []
    plain = w.cache.get(("whens", False))
    if isinstance(plain, int):
        wrote = touches.writes(body.body or [])
        for t in around:
            fn = w.cache.get(("trigger", t.event, None))
            fn2 = w.cache.get(("trigger", t.event, target.name))
            for f in (fn, fn2):
                if isinstance(f, int):
                    wrote |= touches.writes(w.functions[f].body or [])
        if any(d.per == target.name for d in w.state_list):
            wrote.add("all")
        if touches.meets(w, wrote, _when_reads(w, plain)):
            out += (None if around else near.near_check(w, plain, body)) or [ir.Do(plain, ())]
    settled = w.cache.get(("whens", True))
    if isinstance(settled, int) and target.word in ("action", "phase"):
        acting = w.counters["acting"]
        out.append(ir.If(b.binary("==", ir.Load(acting), ir.Const(0)), (ir.Do(settled, ()),)))
    return out


def _when_reads(w: World, function: int) -> set[object]:
    from gdl.dsl.lower import touches

    key = ("when reads", function)
    if key not in w.cache:
        w.cache[key] = touches.reads_of_function(w, function)
    found = w.cache[key]
    assert isinstance(found, set)
    return found


__all__ = [
    "build_entry",
    "build_trigger",
    "build_whens",
    "check_names",
    "collections",
    "component",
    "declare_whens",
    "zone_trigger",
]
