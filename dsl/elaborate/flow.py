"""The skeleton of a game: its flow, as the function that plays it; and the bodies of all that is declared."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, domains, events, functions, hooks, offers, steps, windows
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.again import as_before
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import Callable_, FnBuilder, Method, World
from gdl.dsl.elaborate.types import PLAYER, Ty, Val, describe
from gdl.dsl.ir_scenario import PLAY

UNKNOWN_ROW = -2
"""The key of a row whose head is wrong: what is wrong has been said."""


def reserve(w: World) -> None:
    """Every rule, action, phase and table gets its entry function, so that bodies can call them."""
    for target in w.callables.values():
        if target.word != "value":
            fn = w.new_function(target.name, target.word, target.span)
            target.function = fn.index
            fn.cites = tuple(c.id for c in target.node.cites) if target.node is not None else ()


def build(w: World) -> int:
    """All bodies, then what stands around them, then the flow. The function that plays the game."""
    events.check_names(w)
    for target in list(w.callables.values()):
        if target.word == "value" and not _value_settled(w, target):
            functions.value_function(w, target, target.span)
    for name, methods in list(w.methods.items()):
        if not isinstance(methods[0].node, s.Action) and not _methods_settled(w, name):
            functions.dispatcher(w, name, methods[0].node.span)
    domains.settle(w)
    events.declare_whens(w)
    for target in list(w.callables.values()):
        if target.word != "value":
            _body(w, target)
    _all_component_actions(w)
    for target in w.callables.values():
        if target.word != "value":
            for t in events.triggers_of(w, target):
                replaces = target.name if t.node.moment == "instead of" else None
                every = t.event.word == "every phase"
                params = [] if every else [(f"arg{i + 1}", ty) for i, (_, ty) in enumerate(target.params)]
                events.trigger_function(w, t, params, replaces)
    if w.changed is not None:
        windows.reopen(w)
        if any(
            t.event.word in ("enters", "leaves") and not as_before(w, t.node, trait=t.trait)
            for t in w.triggers
        ):
            hooks.moved_function(w)
            hooks.moved_function(w, cubes=True)
    _drain(w)
    main = _main(w)
    for target in list(w.callables.values()):
        if target.word != "value":
            around = events.triggers_of(w, target)
            if not as_before(w, target.node) or not all(as_before(w, t.node, trait=t.trait) for t in around):
                events.build_entry(w, target, w.functions[target.body])
    _drain(w)
    return main


def _value_settled(w: World, target: Callable_) -> bool:
    modifiers = w.modifiers.get(target.name, [])
    return as_before(w, target.node) and all(as_before(w, m.node, trait=m.trait) for m in modifiers)


def _methods_settled(w: World, name: str) -> bool:
    modifiers = w.modifiers.get(name, [])
    nodes = [m.node for m in w.methods[name]]
    return as_before(w, *nodes) and all(as_before(w, m.node, trait=m.trait) for m in modifiers)


def _drain(w: World) -> None:
    """Makes what has been asked for on the way, until nothing is left."""
    while w.pending:
        job = w.pending.pop(0)
        assert isinstance(job, tuple)
        match job:
            case ("dispatch", name, fn, kind, me, vals, ty):
                _dispatch_rule(w, name, fn, kind, me, vals, ty)
            case ("moved", cubes, fn):
                hooks.build_moved(w, cubes, fn)
            case ("trigger", fn, cx, t, vals):
                if not as_before(w, t.node, trait=t.trait):
                    events.build_trigger(w, fn, cx, t, vals)
            case ("whens", fn, mine):
                events.build_whens(w, fn, mine)
            case ("window", fn, window, types):
                windows.build_window(w, fn, window, types)
            case ("action", fn, cx, base, own):
                if not as_before(w, base and base.node, own and own.node):
                    _component_action(w, fn, cx, base, own)
            case ("trait action", fn, cx, node):
                if not as_before(w, node, trait=cx.trait):
                    _plain_action(w, fn, cx, node)


# ---------------------------------------------------------------------------------------------- bodies


def _body(w: World, target: Callable_) -> None:
    fn = w.new_function(f"{target.name} body", target.word, target.span)
    target.body = fn.index
    node = target.node
    assert node is not None
    fn.span, fn.cites = node.span, tuple(c.id for c in node.cites)
    cx = Cx(w, fn, out=[], returns=target.result)
    for n, ty in target.params:
        cx.bind(n, ty)
    fn.params = len(fn.types)
    assert cx.out is not None
    if as_before(w, node):
        return
    match node:
        case s.Rule() | s.Phase():
            steps.run(cx, node.body)
            if (
                target.result is not None
                and target.result.word != "any"
                and not (node.body and steps.leaves(node.body[-1]))
            ):
                w.error(
                    "GDL0612",
                    node.span,
                    f"`{target.name}` may end without returning {describe(target.result)}",
                    "end it with `return ...`",
                )
        case s.Action():
            _acting(w, cx, 1)
            once = offers._once(w, node, target.name, Val(ir.Local(0), PLAYER), None)
            if once is not None:
                cx.emit(once[1])
            _granted(cx, node)
            steps.run(cx, node.body or ())
            _acting(w, cx, -1)
        case s.Table():
            _table(cx, node)
    fn.body = cx.out


def _granted(cx: Cx, *nodes: s.Action) -> None:
    """What an action requires is known in its steps."""
    from gdl.dsl.elaborate import conditions

    for node in nodes:
        for p in node.params:
            if p.where is not None:
                conditions.learn(cx, p.where, True)
        for req in node.requires:
            for c in req.conditions:
                conditions.learn(cx, c, True)


def _acting(w: World, cx: Cx, step: int) -> None:
    """`when settled` waits while an action runs."""
    if "acting" in w.counters:
        slot = w.counters["acting"]
        cx.emit(ir.Store(slot, None, b.binary("+", ir.Load(slot), ir.Const(step))))


def _plain_action(w: World, fn: FnBuilder, cx: Cx, node: s.Action) -> None:
    cx.out = [ir.Event("action", fn.name, fn.index, tuple(ir.Local(i) for i in range(fn.params)))]
    if "self" in cx.scope and "you" not in cx.scope:
        _you(w, cx)
    _acting(w, cx, 1)
    _granted(cx, node)
    steps.run(cx, node.body or ())
    _acting(w, cx, -1)
    _after_action(w, cx)
    fn.body = cx.out


def _you(w: World, cx: Cx) -> None:
    from gdl.dsl.elaborate import refs

    me = cx.scope["self"]
    if me.ty.word == "player":
        cx.scope["you"] = me
        return
    you = cx.bind("you", PLAYER)
    cx.emit(ir.SetLocal(you.slot, refs.owner(w, me.e, me.ty).e))


def _after_action(w: World, cx: Cx) -> None:
    for settled in (False, True):
        fn = w.cache.get(("whens", settled))
        if isinstance(fn, int):
            if settled:
                idle = b.binary("==", ir.Load(w.counters["acting"]), ir.Const(0))
                cx.emit(ir.If(idle, (ir.Do(fn, ()),)))
            else:
                cx.emit(ir.Do(fn, ()))


def _component_action(w: World, fn: FnBuilder, cx: Cx, base: Method | None, own: Method | None) -> None:
    """The type's steps, with the kind's own in the place of `own steps`."""
    method = own or base
    assert method is not None
    cx.out = [ir.Event("action", fn.name, fn.index, tuple(ir.Local(i) for i in range(fn.params)))]
    if "you" not in cx.scope:
        _you(w, cx)
    offers._own_states(w, cx, own, method.owner)
    _acting(w, cx, 1)
    base_node = base.node if base is not None else None
    own_node = own.node if own is not None else None
    if isinstance(base_node, s.Action) and base_node is not own_node:
        if isinstance(own_node, s.Action):
            for p, q in zip(base_node.params, own_node.params, strict=False):
                if p.name.name not in cx.scope and q.name.name in cx.scope:
                    cx.scope[p.name.name] = cx.scope[q.name.name]
        _granted(cx, base_node, *((own_node,) if isinstance(own_node, s.Action) else ()))
        cx.own_steps = [(own_node.body or (), cx)] if isinstance(own_node, s.Action) else []
        placed = any(isinstance(x, s.OwnSteps) for x in _deep(base_node.body or ()))
        steps.run(cx, base_node.body or ())
        if isinstance(own_node, s.Action) and not placed:
            cx.own_steps = None
            steps.run(cx, own_node.body or ())
    elif isinstance(own_node, s.Action):
        _granted(cx, own_node)
        steps.run(cx, own_node.body or ())
    _acting(w, cx, -1)
    _after_action(w, cx)
    fn.body = cx.out


def _deep(nodes: object) -> list[s.Node]:
    from gdl.dsl.elaborate import abilities

    return abilities.walk(nodes)


def _all_component_actions(w: World) -> None:
    """Checks the steps of every action, offered or not."""
    for t in w.types.values():
        for line in t.lines:
            if isinstance(line, s.Action) and not as_before(w, line):
                method = t.methods[line.name.name]
                offers.action_function(w, line.name.name, method, None)
    for kind in w.kinds.values():
        for line in kind.lines:
            if isinstance(line, s.Action):
                own, base = kind.methods[line.name.name], kind.type.find_method(line.name.name)
                if not as_before(w, line, base and base.node):
                    offers.action_function(w, line.name.name, base, own)


def _dispatch_rule(
    w: World, name: str, fn: FnBuilder, kind: ir.Local, me: ir.Local, vals: list[Val], ty: Ty
) -> None:
    """Calls the right body of a rule that types and kinds say."""
    from gdl.dsl.elaborate.functions import _kinds_test

    stmts: list[ir.Stmt] = []
    result = fn.local("result", ty) if ty.word != "none" else None
    for method, kinds in functions.implementations(w, name):
        node = method.node
        assert isinstance(node, s.Rule)
        if all(isinstance(x, s.Pass) for x in node.body) or as_before(w, node):
            continue
        label = method.kind.name if method.kind is not None else method.owner.name
        own = w.new_function(f"{label}.{name}", "rule", node.span)
        own.cites = tuple(c.id for c in node.cites)
        method.function = own.index
        cx = functions.method_cx(w, own, method)
        cx.out = [
            *(own.body or []),
            ir.Event("rule", own.name, own.index, tuple(ir.Local(i) for i in range(own.params))),
        ]
        cx.returns = ty if ty.word != "none" else None
        steps.run(cx, node.body)
        whens = w.cache.get(("whens", False))
        if isinstance(whens, int):
            cx.out.append(ir.Do(whens, ()))
        own.body = cx.out
        call = ir.Do(own.index, (me, *(v.e for v in vals)), result, node.span)
        stmts.append(
            ir.If(
                _kinds_test(kind, kinds), (call, ir.Return(ir.Local(result) if result is not None else None))
            )
        )
    fn.body = stmts


def _table(cx: Cx, node: s.Table) -> None:
    """`table t(p) rolls Die:` and `table t(x) by x:`; every face or member once."""
    w = cx.w
    if node.rolls is not None:
        t = w.types.get(node.rolls.name)
        if t is None or t.root.sort != "die":
            w.unknown(
                "die",
                node.rolls.name,
                node.rolls.span,
                [n for n, x in w.types.items() if x.root.sort == "die"],
            )
            return
        die = ir.Const(t.low)
        cx.emit(ir.Roll(die))
        value: Val = Val(ir.Load(w.counters["face_slot"], die), t.face_ty or Ty("int"))
        wanted = sorted(set(t.face_values))
    else:
        assert node.by is not None
        value = ex.value(cx, node.by)
        from gdl.dsl.elaborate import refs

        wanted = refs.values_of(w, value.ty) if value.ty.word not in ("bool", "player") else []
        if not wanted and value.ty.word != "any":
            w.error(
                "GDL0520",
                node.by.span,
                f"a table goes by an enum, a kind or a range, not by {describe(value.ty)}",
            )
            return
    local = cx.temp(value.ty, "row")
    cx.emit(ir.SetLocal(local.slot, value.e))
    seen: dict[int, s.TableRow] = {}
    stmts: list[ir.Stmt] = []
    made: list[tuple[list[int], list[ir.Stmt]]] = []
    for row in node.rows:
        keys = _keys(cx, row, value)
        for k in keys:
            if k in seen and k != UNKNOWN_ROW:
                w.error(
                    "GDL0521",
                    row.span,
                    f"the table has two rows for {_face(w, value.ty, k)}",
                    f"the first is in line {seen[k].span.line}",
                )
            elif wanted and k not in wanted and k != UNKNOWN_ROW:
                w.error("GDL0522", row.span, f"{_face(w, value.ty, k)} never comes up in this table")
            seen[k] = row
        made.append((keys, steps.block(cx, row.body)))
    missing = [k for k in wanted if k not in seen and UNKNOWN_ROW not in seen]
    if missing:
        names = ", ".join(_face(w, value.ty, k) for k in missing[:6])
        w.error("GDL0523", node.span, f"the table has no row for {names}", "every face or member needs a row")
    for keys, body in reversed(made):
        test = (
            b.binary("==", local, ir.Const(keys[0]))
            if len(keys) == 1
            else b.binary("in", local, b.const(tuple(keys)))
        )
        stmts = [ir.If(test, tuple(body), tuple(stmts))]
    cx.emit(*stmts)


def _keys(cx: Cx, row: s.TableRow, value: Val) -> list[int]:
    out: list[int] = []
    for key in row.keys:
        v = ex.expr(cx.pure(), key, value.ty.sure())
        if v.ty.word == "kindname":
            v = coerce.as_kind(v)
        known = b.static(v.e)
        item = v.ty.item if v.ty.is_list and v.ty.item is not None else v.ty
        if "any" not in (v.ty.word, item.word, value.ty.word) and item.word != value.ty.word:
            cx.w.error(
                "GDL0401", key.span, f"{describe(value.ty)} is wanted here, but this is {describe(item)}"
            )
            out.append(UNKNOWN_ROW)
        elif isinstance(known, int) and v.ty.word != "any":
            out.append(known)
        elif isinstance(known, tuple):
            out += [k for k in known if isinstance(k, int)]
        elif v.ty.word != "any":
            cx.w.error("GDL0404", key.span, "the rows of a table must be known before the game begins")
        else:
            out.append(UNKNOWN_ROW)
    return out or [UNKNOWN_ROW]


def _face(w: World, ty: Ty, k: int) -> str:
    from gdl.dsl.elaborate.layout import shown

    return f"`{shown(w, ty, k)}`"


# ---------------------------------------------------------------------------------------------- the whole game


def _main(w: World) -> int:
    fn = w.new_function("the game", "flow")
    cx = Cx(w, fn, out=[])
    assert cx.out is not None
    if w.flow is None:
        w.error("GDL0524", w.game.span, "the game has no flow", "add `flow:` with the phases in their order")
        fn.body = cx.out
        return fn.index
    ready = False
    looping = False
    for line in w.flow.lines:
        if line.word == "once":
            if looping:
                w.error(
                    "GDL0525",
                    line.span,
                    "this is never reached: the line before it repeats for ever",
                    "put `once` lines first",
                )
            for name in line.phases:
                _phase(cx, name, [])
            continue
        if looping:
            w.error(
                "GDL0525",
                line.span,
                "this is never reached: the line before it repeats for ever",
                "name all phases in one line",
            )
        looping = True
        if PLAY in w.touched:
            cx.emit(ir.Event("flow", PLAY, fn.index))
        _arm(w, cx)
        ready = True
        _repeat(cx, line)
    if not ready:
        _arm(w, cx)
    cx.emit(ir.Over("tie", ir.Seats(), w.flow.span))
    fn.body = cx.out
    return fn.index


def _arm(w: World, cx: Cx) -> None:
    """From here on `when` is looked at, for the first time now."""
    if "armed" in w.counters:
        cx.emit(ir.Store(w.counters["armed"], None, ir.Const(1)))
        for settled in (False, True):
            fn = w.cache.get(("whens", settled))
            if isinstance(fn, int):
                cx.emit(ir.Do(fn, ()))


def _phase(cx: Cx, name: s.Ident, args: list[ir.Expr]) -> list[ir.Stmt]:
    w = cx.w
    target = w.callables.get(name.name)
    if target is None or target.word != "phase":
        w.error(
            "GDL0301",
            name.span,
            f"there is no phase `{name.name}`",
            suggestion(name.name, [n for n, c in w.callables.items() if c.word == "phase"]),
        )
        return []
    target.used = True
    if len(target.params) != len(args):
        need = (
            "needs a player: `repeat Turn for each player`"
            if len(target.params) == 1
            else f"has {len(target.params)} parameters"
        )
        w.error(
            "GDL0526",
            name.span,
            f"`{name.name}` {need}" if target.params else f"`{name.name}` takes no player",
            "see its head",
        )
        return []
    call = ir.Do(target.function, tuple(args), None, name.span)
    assert cx.out is not None
    cx.out.append(call)
    return [call]


def _repeat(cx: Cx, line: s.FlowLine) -> None:
    inner = cx.child()
    inner.out = []
    if not line.each_player:
        for name in line.phases:
            _phase(inner, name, [])
        cx.emit(ir.Loop(None, tuple(inner.out), line.span))
        return
    p = cx.temp(PLAYER, "p")
    start: ir.Expr = b.item(ir.Seats(), 1)
    if line.start is not None:
        start = coerce.player(cx, ex.expr(cx, line.start, PLAYER), line.start.span)
    cx.emit(ir.SetLocal(p.slot, start))
    for name in line.phases:
        _phase(inner, name, [p])
    inner.emit(ir.SetLocal(p.slot, ir.Beside(p, 1 if cx.w.clockwise else -1)))
    cx.emit(ir.Loop(None, tuple(inner.out), line.span))
