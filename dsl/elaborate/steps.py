"""Steps: the inside of rules, as statements. Moving things is in `moving`, asking players in `choices`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import (
    abilities,
    choices,
    coerce,
    collections,
    conditions,
    core,
    effects,
    functions,
    maybe_numbers,
    moving,
    places,
    refs,
    telling,
    texts,
    truths,
)
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx, path
from gdl.dsl.elaborate.model import World
from gdl.dsl.elaborate.types import ANY, PLAYER, Ty, Val, component, describe, list_of


def block(cx: Cx, nodes: s.Steps) -> list[ir.Stmt]:
    """A block with its own names."""
    inner = cx.child()
    inner.out = []
    run(inner, nodes)
    return inner.out


def run(cx: Cx, nodes: s.Steps) -> None:
    """Steps one after the other; what they bind is seen by those that follow."""
    gone = False
    for node in nodes:
        if gone:
            cx.w.warning("GDL1002", node.span, "this step is never reached: the step before it always leaves")
            gone = False
        handler = _STEPS.get(type(node))
        if handler is None:
            cx.w.error("GDL0601", node.span, "this cannot stand here")
            continue
        handler(cx, node)
        gone = leaves(node)


def leaves(node: s.Step) -> bool:
    """Whether nothing after this step in its block can happen."""
    match node:
        case s.Leave():
            return node.guard is None
        case s.EndPhase() | s.EndWithScore():
            return True
        case s.Outcome():
            return node.word != "eliminate"
        case s.If():
            return node.otherwise is not None and _all_leave(node.then) and _all_leave(node.otherwise)
    return False


def _all_leave(nodes: s.Steps) -> bool:
    return bool(nodes) and leaves(nodes[-1])


# ---------------------------------------------------------------------------------------------- values and calls


def _let(cx: Cx, node: s.Let) -> None:
    v = ex.expr(cx, node.value)
    if v.ty.word in ("zones",):
        v = coerce.as_list(cx, v, node.value.span) if not _zone_list(node.value) else v
    elif v.ty.word == "zone" and v.ty.family is not None and v.ty.family.shape != "slot":
        pass
    elif v.ty.word == "kindname" and _only_one(cx, v):
        v = coerce.to(cx, v, component(), node.value.span)
    else:
        v = coerce.plain(cx, v)
    if v.ty.word == "none":
        cx.w.error(
            "GDL0606",
            node.value.span,
            "`none` alone does not say what it could be",
            "use a state of type `T or none`",
        )
        v = Val(v.e, ANY)
    ty = v.ty
    if ty.word == "int":
        ty = Ty("int", optional=ty.optional)
    if ty.word == "zone":
        ty = Ty("zone", family=ty.family, item=ty.item)
    local = cx.bind(node.name.name, ty)
    cx.emit(ir.SetLocal(local.slot, v.e))


def _zone_list(node: s.Expr) -> bool:
    return isinstance(node, s.ListOf | s.Comprehension)


def _only_one(cx: Cx, v: Val) -> bool:
    t = v.ty.types[0]
    return t.sort == "space" and len(next(k for k in t.all_kinds() if k.index == v.ty.low).components) == 1


def _assign(cx: Cx, node: s.Assign) -> None:
    if isinstance(node.target, s.Name) and node.target.name in cx.scope:
        _assign_local(cx, node, node.target)
        return
    place = places.resolve(cx, node.target)
    if place is None:
        return
    if node.op == "=":
        v = ex.expr(cx, node.value, place.ty)
        v = functions.fit(cx, v, place.ty, node.value.span, f"`{place.name}`")
        functions.written_inside(cx, node.value, place.ty, f"`{place.name}`")
    else:
        v = _changed(cx, _there(cx, Val(ir.Load(place.base, place.offset), place.ty), node), node)
    cx.emit(*place.forgotten(), place.store(cx, v, node.span))
    key = path(node.target)
    if key is not None and v.ty.optional:
        cx.forget(key)


def _assign_local(cx: Cx, node: s.Assign, target: s.Name) -> None:
    old = cx.scope[target.name]
    if not isinstance(old.e, ir.Local) or target.name in ("self", "you"):
        cx.w.error(
            "GDL0607", target.span, f"`{target.name}` cannot be changed", "use another name with `let`"
        )
        return
    if node.op == "=":
        v = functions.fit(cx, ex.expr(cx, node.value, old.ty), old.ty, node.value.span, f"`{target.name}`")
    else:
        v = _changed(cx, _there(cx, old, node), node)
    if maybe_numbers.is_one(old.ty):
        v = maybe_numbers.not_below_zero(v, node.value.span)
    cx.emit(ir.SetLocal(old.e.slot, v.e))
    cx.forget(target.name)


def _there(cx: Cx, old: Val, node: s.Assign) -> Val:
    """What is raised or lowered must be there."""
    if not maybe_numbers.is_one(old.ty):
        return old
    return Val(ex.number(cx, node.target), old.ty.sure())


def _changed(cx: Cx, old: Val, node: s.Assign) -> Val:
    op = node.op[0]
    match old.ty.word:
        case "set":
            other = functions.fit(cx, ex.expr(cx, node.value, old.ty), old.ty, node.value.span, "the set")
            return Val(b.binary("|" if op == "+" else "&~", old.e, other.e), old.ty)
        case "list":
            lst = coerce.as_list(cx, ex.expr(cx, node.value), node.value.span)
            return Val(b.binary("++", old.e, lst.e), old.ty)
        case "amount":
            more = coerce.to(cx, ex.expr(cx, node.value, old.ty), old.ty, node.value.span)
            return Val(b.binary("a" + op, old.e, more.e), old.ty)
        case "int" | "any":
            return Val(b.binary(op, old.e, ex.number(cx, node.value)), Ty("int"))
    return cx.w.error("GDL0401", node.span, f"{describe(old.ty)} cannot be raised or lowered", "use `=`")


def _do(cx: Cx, node: s.Do) -> None:
    w = cx.w
    call = node.call
    if not isinstance(call, s.Call):
        if isinstance(call, s.Name) and call.name in w.callables:
            c = w.callables[call.name]
            want = ", ".join(p for p, _ in c.params)
            w.error(
                "GDL0608", call.span, f"to let `{call.name}` happen, call it", f"write `{call.name}({want})`"
            )
        else:
            ex.expr(cx, call)
            w.error(
                "GDL0608",
                call.span,
                "this is no step: it has a value, but nothing happens",
                "a step calls a rule, or begins with a word such as `move`",
            )
        return
    if isinstance(call.function, s.Name):
        name = call.function.name
        target = w.callables.get(name)
        if target is None:
            if "self" in cx.scope and name in w.methods:
                functions.call_method(cx, name, cx.scope["self"], None, list(call.args), call.span)
                return
            known = [n for n, c in w.callables.items() if c.word != "value"]
            w.error("GDL0301", call.function.span, f"there is no rule `{name}`", suggestion(name, known))
            return
        if target.word == "value":
            w.error(
                "GDL0608",
                call.span,
                f"`{name}` is a value: nothing happens when it is asked",
                "use it in an expression",
            )
            return
        if target.word == "action":
            choices.perform(cx, target, list(call.args), call.span)
            return
        functions.call_rule(cx, target, functions.listed(cx, call, target.params), call.span)
        return
    if isinstance(call.function, s.Member):
        name = call.function.name.name
        obj = ex.expr(cx, call.function.object)
        if obj.ty.word == "any":
            return
        if name not in w.methods:
            w.error(
                "GDL0306",
                call.function.name.span,
                f"{describe(obj.ty)} has no rule `{name}`",
                suggestion(name, list(w.methods)),
            )
            return
        me = (
            coerce.to(cx, ex.expr(cx, node.as_self), component(), node.span)
            if node.as_self is not None
            else None
        )
        if obj.ty.word == "kindname" and me is not None:
            obj = coerce.as_kind(obj)
        functions.call_method(cx, name, obj, me, list(call.args), call.span)
        return
    w.error("GDL0608", call.span, "this cannot be called")


# ---------------------------------------------------------------------------------------------- showing


def _reveal(cx: Cx, node: s.Reveal) -> None:
    to = seers(cx, node.to) if node.to is not None else None
    known = len(cx.w.diagnostics.items)
    v = ex.expr(cx, node.what)
    state = telling.state_in(cx, node.what) if len(cx.w.diagnostics.items) == known else None
    told = state is not None and telling.can_be_told(state)
    if state is not None and told:
        telling.tell(cx, node, state, to)
    elif v.ty.word == "bool":
        truths.reveal(cx, node, to)
        return
    if v.ty.word in ("zone", "zones", "list", "set", "component", "kindname"):
        lst = coerce.as_list(cx, v, node.what.span)
        if lst.ty.item is not None and lst.ty.item.word == "component":
            cx.emit(ir.Reveal(lst.e, to))
            return
        if lst.ty.item is not None and lst.ty.item.word in ("cube", "any"):
            return
    if v.ty.word != "any" and not told:
        cx.w.error("GDL0609", node.what.span, *telling.refused(v, state))


def seers(cx: Cx, node: s.Expr) -> ir.Expr:
    """A list of seats: a player, several, or a team."""
    v = ex.expr(cx, node)
    if v.ty.word == "enum" and v.ty.enum is not None and v.ty.enum.name == "Team":
        from gdl.dsl.elaborate import members

        found = members.try_member(cx, v, "members", node.span)
        assert found is not None
        return found.e
    lst = coerce.as_list(cx, v, node.span)
    if lst.ty.item is not None and lst.ty.item.word not in ("player", "any"):
        cx.w.error("GDL0401", node.span, f"players are wanted here, but this is {describe(v.ty)}")
    return lst.e


def _conceal(cx: Cx, node: s.Conceal) -> None:
    lst = coerce.things(cx, ex.expr(cx, node.what), node.what.span)
    effects.keep_excluded(cx)
    cx.emit(ir.Conceal(lst.e))


def _turn(cx: Cx, node: s.Turn) -> None:
    if cx.w.counters["up_slot"] < 0:
        cx.w.error(
            "GDL0413", node.span, "nothing is ever face down in this game", "declare a zone as `face down`"
        )
        return
    lst = coerce.things(cx, ex.expr(cx, node.what), node.what.span)
    if lst.ty.item is not None:
        conditions.may_lie_face_down(cx, lst.ty.item, node.span)
    cx.emit(ir.TurnFace(lst.e, node.up))


def _log(cx: Cx, node: s.Log) -> None:
    to = seers(cx, node.to) if node.to is not None else None
    cx.emit(ir.Log(texts.template(cx, node.text), to, node.span))


# ---------------------------------------------------------------------------------------------- ends


def _end_phase(cx: Cx, node: s.EndPhase) -> None:
    w = cx.w
    target = w.callables.get(node.phase.name)
    if target is None or target.word != "phase":
        w.unknown(
            "phase",
            node.phase.name,
            node.phase.span,
            [n for n, c in w.callables.items() if c.word == "phase"],
        )
        return
    w.functions[target.function].endable = True
    cx.emit(core.EndPhase(target.function))


def _end_with_score(cx: Cx, node: s.EndWithScore) -> None:
    if cx.w.cooperative:
        hint = "compare the number yourself: `win players`, or `everyone loses`"
        cx.w.error("GDL0610", node.span, "in a cooperative game nobody has a score of their own", hint)
    inner = cx.child()
    inner.out = None
    bound = collections.bind(inner, node.binder)
    where = ex.condition(inner, node.where) if node.where is not None else None
    score = ex.number(inner, node.score)
    gens: list[ir.For] = [bound.generator(where)]
    seat: ir.Expr = bound.local
    if bound.ty.word == "enum":
        p = inner.temp(PLAYER, "p")
        team = refs.load(cx.w, cx.w.states["team"], p, []) if "team" in cx.w.states else b.MINUS
        gens.append(ir.For(p.slot, b.const(tuple(range(cx.w.seats))), b.binary("==", team, bound.local)))
        seat = p
    elif bound.ty.word not in ("player", "any"):
        cx.w.error("GDL0401", node.binder.span, f"players or teams are scored, not {describe(bound.ty)}")
    row = (seat, score, bound.local) if bound.ty.word == "enum" else (seat, score)
    cx.emit(ir.Over("score", ir.Fold("list", tuple(gens), ir.Seq(row)), node.span))


def _outcome(cx: Cx, node: s.Outcome) -> None:
    w = cx.w
    match node.word:
        case "everyone loses":
            cx.emit(ir.Over("lose", None, node.span))
        case "tie":
            who = seers(cx, node.who) if node.who is not None else ir.Seats()
            cx.emit(ir.Over("tie", _all_seats(w) if w.cooperative else who, node.span))
        case "win":
            assert node.who is not None
            who = seers(cx, node.who)
            if w.cooperative and not (isinstance(node.who, s.Name) and node.who.name in ("players", "seats")):
                w.error("GDL0610", node.span, "in a cooperative game all win together", "write `win players`")
            cx.emit(ir.Over("win", _all_seats(w) if w.cooperative else who, node.span))
        case "eliminate":
            assert node.who is not None
            w.uses_elimination = True
            lst = Val(seers(cx, node.who), list_of(PLAYER))
            p = cx.temp(PLAYER, "p")
            cx.emit(ir.Each(p.slot, lst.e, (ir.Eliminate(p),)))


def _all_seats(w: World) -> ir.Expr:
    """Where all win or lose together, those who are out do so, too."""
    return b.const(tuple(range(w.seats)))


def _leave(cx: Cx, node: s.Leave) -> None:
    w = cx.w
    stmts: list[ir.Stmt] = []
    inner = cx.child()
    guard = ex.condition(cx.child(), node.guard) if node.guard is not None else None
    if node.guard is not None:
        conditions.learn(inner, node.guard, True)
    inner.out = stmts
    if node.word in ("stop", "next"):
        if not cx.in_loop:
            w.error(
                "GDL0611",
                node.span,
                f"there is no loop to {'leave' if node.word == 'stop' else 'go on with'} here",
                "`return` leaves a rule",
            )
            return
        stmts.append(ir.Break() if node.word == "stop" else ir.Continue())
    else:
        value: ir.Expr | None = None
        if node.value is not None:
            if cx.returns is None:
                w.error(
                    "GDL0612",
                    node.value.span,
                    "this rule returns nothing",
                    "declare what it returns: `rule f(x) -> int:`",
                )
            else:
                v = functions.fit(
                    inner, ex.expr(inner, node.value, cx.returns), cx.returns, node.value.span, "the result"
                )
                value = functions.in_range(cx, v, cx.returns, node.value.span, "the result").e
        elif cx.returns is not None and cx.returns.word != "any":
            w.error("GDL0612", node.span, f"{describe(cx.returns)} must be returned here")
        stmts.append(ir.Return(value))
    if guard is None:
        cx.emit(*stmts)
        return
    cx.emit(*b.stmt_if(guard, stmts))
    assert node.guard is not None
    conditions.learn(cx, node.guard, False)


def _own_steps(cx: Cx, node: s.OwnSteps) -> None:
    if not cx.own_steps:
        if cx.own_steps is None:
            cx.w.error(
                "GDL0613",
                node.span,
                "`own steps` stands only in an action of a type",
                "kinds then say their own steps",
            )
        return
    steps, inner = cx.own_steps[-1]
    deeper = inner.child()
    deeper.out = cx.out
    deeper.own_steps = None
    deeper.in_loop = cx.in_loop
    run(deeper, steps)


def _pass(cx: Cx, node: s.Pass) -> None:
    return


# ---------------------------------------------------------------------------------------------- branches and loops


def _if(cx: Cx, node: s.If) -> None:
    yes, no = cx.child(), cx.child()
    found = conditions.search(yes, node.condition)
    conditions.learn(yes, node.condition, True)
    conditions.learn(no, node.condition, False)
    pre: list[ir.Stmt] = []
    cond = found.fetch(pre) if found.generators else found.holds()
    cx.emit(*pre)
    then = block(yes, node.then)
    other = block(no, node.otherwise) if node.otherwise is not None else []
    if then or other:
        cx.emit(ir.If(cond, tuple(then), tuple(other)))
    if _all_leave(node.then):
        conditions.learn(cx, node.condition, False)


def _for(cx: Cx, node: s.For) -> None:
    inner = cx.child()
    inner.in_loop = True
    if node.binders.best is not None:
        pure = inner.pure()
        gens = collections.binders(pure, node.binders)
        key = maybe_numbers.key(pure, node.binders.best.value)
        names = [x.name.name for x in node.binders.binders if x.name is not None]
        if len(gens) == 1:
            local = ir.Local(gens[0].slot)
            lst: ir.Expr = ir.Fold(node.binders.best.word, tuple(gens), local, key.e)
            for n in names:
                inner.scope[n] = pure.scope[n]
            inner.known = pure.known
            body = block(inner, node.body)
            cx.emit(ir.Each(local.slot, lst, tuple(body)))
            return
        cx.w.error("GDL0614", node.binders.span, "`with most` and `with least` stand with one binder only")
        return
    stmts: list[ir.Stmt] = []
    heads: list[collections.Bound] = [collections.bind(inner, x) for x in node.binders.binders]
    where: ir.Expr | None = None
    if node.binders.where is not None:
        where = ex.condition(inner, node.binders.where)
        conditions.learn(inner, node.binders.where, True)
    stmts = block(inner, node.body)
    if where is not None:
        stmts = b.stmt_if(where, stmts)
    nested = len(heads) > 1
    if nested and _has(stmts, ir.Break):
        _nested(cx, heads, stmts)
        return
    for bound in reversed(heads):
        if bound.test is not None:
            stmts = b.stmt_if(bound.test, stmts)
        stmts = [ir.Each(bound.local.slot, bound.domain, tuple(stmts))]
    cx.emit(*stmts)


def _nested(cx: Cx, heads: list[collections.Bound], body: list[ir.Stmt]) -> None:
    """`stop` in a loop over several binders leaves all of it: all bindings are worked out first."""
    gens = tuple(x.generator() for x in heads)
    t = cx.temp(list_of(ANY), "bindings")
    lst = ir.Fold("list", gens, ir.Seq(tuple(x.local for x in heads)))
    header = [ir.SetLocal(x.local.slot, b.item(t, i)) for i, x in enumerate(heads, 1)]
    cx.emit(ir.Each(t.slot, lst, tuple(header + body)))


def _has(stmts: list[ir.Stmt] | tuple[ir.Stmt, ...], what: type) -> bool:
    """Whether a Break (or the like) of this loop is among the statements."""
    for x in stmts:
        if isinstance(x, what):
            return True
        if isinstance(x, ir.If) and (_has(x.then, what) or _has(x.otherwise, what)):
            return True
    return False


def _repeat(cx: Cx, node: s.Repeat) -> None:
    inner = cx.child()
    inner.in_loop = True
    if node.times is None:
        cx.emit(ir.Loop(None, tuple(block(inner, node.body)), node.span))
        return
    n = ex.number(cx, node.times)
    i = cx.temp(Ty("int"), "i")
    cx.emit(ir.Each(i.slot, b.span(ir.Const(1), n), tuple(block(inner, node.body))))


def _while(cx: Cx, node: s.While) -> None:
    inner = cx.child()
    inner.in_loop = True
    found = conditions.search(inner, node.condition)
    conditions.learn(inner, node.condition, True)
    if not found.generators:
        cx.emit(ir.Loop(found.holds(), tuple(block(inner, node.body)), node.span))
        return
    pre: list[ir.Stmt] = []
    cond = found.fetch(pre)
    body = block(inner, node.body)
    cx.emit(ir.Loop(None, (*pre, ir.If(b.invert(cond), (ir.Break(),)), *body), node.span))


_STEPS: dict[type, Callable[[Cx, Any], None]] = {
    s.Let: _let,
    s.Assign: _assign,
    s.Do: _do,
    s.Move: moving.move,
    s.Take: moving.take,
    s.Draw: moving.draw,
    s.Roll: moving.roll,
    s.Shuffle: moving.shuffle,
    s.Swap: moving.swap,
    s.Reveal: _reveal,
    s.Conceal: _conceal,
    s.Turn: _turn,
    s.Give: effects.give,
    s.EndEffects: effects.end_effects,
    s.Split: choices.split,
    s.Arrange: choices.arrange,
    s.OpenWindow: choices.open_window,
    s.Log: _log,
    s.EndPhase: _end_phase,
    s.EndWithScore: _end_with_score,
    s.Outcome: _outcome,
    s.Leave: _leave,
    s.OwnSteps: _own_steps,
    s.Pass: _pass,
    s.If: _if,
    s.For: _for,
    s.Repeat: _repeat,
    s.While: _while,
    s.Choose: choices.choose,
    s.ChooseOne: choices.choose_one,
    s.May: choices.may,
    s.Offer: choices.offer,
    s.Together: choices.together,
}

__all__ = ["abilities", "block", "run", "seers"]
