"""Values, rules, phases and methods as functions, and the calls of them."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import abilities, coerce, declared_types, maybe_numbers, refs
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.layout import slots_of
from gdl.dsl.elaborate.model import Callable_, CompType, KindDecl, Method, ModifierDecl, World
from gdl.dsl.elaborate.types import ANY, INT, PLAYER, Ty, Val, component, describe, join, kind_of
from gdl.dsl.source import Span


def during(w: World, phase: s.Ident) -> ir.Expr:
    """Whether a phase is running."""
    if phase.name not in w.callables or w.callables[phase.name].word != "phase":
        known = [n for n, c in w.callables.items() if c.word == "phase"]
        return w.unknown("phase", phase.name, phase.span, known).e
    return b.binary(">", ir.Load(running_slot(w, phase.name)), ir.Const(0))


def mark_running(w: World, nodes: list[s.Declaration]) -> None:
    """Finds out before any body is made which phases are asked about: a phase may be made before what asks."""
    for declaration in nodes:
        for node in abilities.asked_during(declaration):
            phase = w.callables.get(node.phase.name)
            if phase is not None and phase.word == "phase":
                running_slot(w, phase.name)


def running_slot(w: World, phase: str) -> int:
    w.touched.add(("running", phase))
    return slots_of(w).counter(f"running {phase}")


# ---------------------------------------------------------------------------------------------- arguments


def arguments_of(n: int) -> str:
    return "no argument" if n == 0 else "1 argument" if n == 1 else f"{n} arguments"


def given(n: int) -> str:
    return "none is given" if n == 0 else "1 is given" if n == 1 else f"{n} are given"


def listed(cx: Cx, node: s.Call, params: list[tuple[str, Ty]]) -> list[s.Expr]:
    """The arguments of `f(x, since: 3)` in the order of the parameters."""
    args = list(node.args)
    named = {a.name.name: a for a in node.named}
    for p, _ in params[len(args) :]:
        if p not in named:
            break
        args.append(named.pop(p).value)
    for name, arg in named.items():
        known = [p for p, _ in params]
        if name in known[: len(args)]:
            cx.w.error("GDL0307", arg.span, f"`{name}` is given already", "give each parameter once")
        elif name not in known:
            hint = suggestion(name, known) or "there are " + ", ".join(f"`{p}`" for p in known)
            cx.w.error("GDL0307", arg.name.span, f"there is no parameter `{name}`", hint if known else "")
            args.append(arg.value)
    return args


def arguments(cx: Cx, name: str, params: list[tuple[str, Ty]], args: list[s.Expr], span: Span) -> list[Val]:
    if len(args) != len(params):
        want = ", ".join(p for p, _ in params)
        cx.w.error(
            "GDL0307",
            span,
            f"`{name}` takes {arguments_of(len(params))}, but {given(len(args))}",
            f"write `{name}({want})`",
        )
        return [Val(b.MINUS, ANY) for _ in params]
    out: list[Val] = []
    for a, (p, ty) in zip(args, params, strict=True):
        v = ex.expr(cx, a, ty if ty.word != "any" else None)
        written_inside(cx, a, ty, f"`{p}` of `{name}`")
        out.append(in_range(cx, fit(cx, v, ty, a.span, f"`{p}` of `{name}`"), ty, a.span, f"`{p}` of `{name}`"))
    return out


def in_range(cx: Cx, v: Val, ty: Ty, span: Span, what: str) -> Val:
    """A number for a parameter with a range: one that may lie outside is looked at when it is given."""
    if ty.word != "int" or ty.low is None or ty.high is None or v.ty.word != "int":
        return v
    if ty.optional:
        return Val(maybe_numbers.fitted(cx, v, ty, False, what, span), ty)
    if v.ty.low is not None and v.ty.high is not None and ty.low <= v.ty.low and v.ty.high <= ty.high:
        return v
    return Val(ir.Checked(v.e, ty.low, ty.high, what, span), ty)


def written_inside(cx: Cx, node: s.Expr, ty: Ty, what: str) -> None:
    """A number that stands there as such must lie in the range. (An option may be guarded by a condition.)"""
    if isinstance(node, s.Number) and ty.word == "int" and ty.low is not None and ty.high is not None:
        if not ty.low <= node.value <= ty.high:
            cx.w.error(
                "GDL0504", node.span, f"{what} goes from {ty.low} to {ty.high}: {node.value} is outside"
            )


def fit(cx: Cx, v: Val, ty: Ty, span: Span, what: str) -> Val:
    if ty.word == "any":
        return coerce.plain(cx, v)
    got = coerce.to(cx, v, ty, span, what)
    if ty.word == "set" and got.ty.word == "list":
        return Val(b.unary("mask", got.e), ty)
    return got


# ---------------------------------------------------------------------------------------------- values


def call_value(cx: Cx, target: Callable_, args: list[s.Expr], span: Span) -> Val:
    target.used = True
    vals = arguments(cx, target.name, target.params, args, span)
    return call_with(cx, target, vals, span)


def call_with(cx: Cx, target: Callable_, vals: list[Val], span: Span) -> Val:
    ty = value_function(cx.w, target, span)
    if ty.word == "any" and target.function < 0:
        return Val(b.MINUS, ANY)
    if ty.optional is False and ty.word == "zone":
        return Val(ir.Call(target.function, tuple(v.e for v in vals)), ty)
    return Val(ir.Call(target.function, tuple(v.e for v in vals)), ty)


def value_function(w: World, target: Callable_, span: Span) -> Ty:
    """Makes the function of a value when it is first needed; its type."""
    if target.function >= 0:
        if target.result is None:
            node = target.node
            assert isinstance(node, s.Value)
            w.error(
                "GDL0604",
                node.name.span,
                f"the type of `{target.name}` depends on itself",
                f"say it: `value {target.name}(...): bool = ...`",
            )
            target.result = ANY
        return target.result
    node = target.node
    assert isinstance(node, s.Value)
    fn = w.new_function(target.name, "value", node.span)
    target.function = fn.index
    fn.pure, fn.params = True, len(target.params)
    fn.cites = tuple(c.id for c in node.cites)
    cx = Cx(w, fn)
    if node.type is not None:
        target.result = declared_types.resolve(cx, node.type)
    vals = [Val(cx.bind(n, ty), ty) for n, ty in target.params]
    _finish_value(cx, target.name, node, vals, target)
    assert target.result is not None
    return target.result


def _finish_value(
    cx: Cx, name: str, node: s.Value, vals: list[Val], target: Callable_ | None, want: Ty | None = None
) -> Ty:
    declared = declared_types.resolve(cx, node.type) if node.type is not None else want
    v = ex.expr(cx.child(), node.body, declared)
    if declared is not None:
        v = coerce.to(cx, v, declared, node.body.span, f"`{name}`")
        if declared.word == "set" and v.ty.word == "list":
            v = Val(b.unary("mask", v.e), declared)
        ty = declared
    else:
        if v.ty.word not in ("zone", "zones") or (v.ty.family is not None and v.ty.family.shape == "slot"):
            v = coerce.plain(cx, v)
        ty = v.ty
    if ty.word == "int" and node.type is None:
        ty = INT
    if target is not None and target.result is None:
        target.result = ty
    modifiers = cx.w.modifiers.get(name, [])
    fn = cx.fn
    if not modifiers and not node.clamped:
        fn.result = in_range(cx, v, ty, node.body.span, f"`{name}`").e
        return ty
    it = cx.temp(Ty("int", optional=ty.optional) if ty.word == "int" else ty, "it")  # it may leave the range before all have changed it
    fn.body = [ir.SetLocal(it.slot, v.e)]
    for op in ("becomes", "+", "-"):
        for m in modifiers:
            if m.node.op == op:
                fn.body += _modify(cx, name, m, vals, it, ty)
    out: ir.Expr = it
    if ty.word == "int" and ty.low is not None and ty.high is not None and node.clamped:
        if ty.optional:
            out = maybe_numbers.fitted(cx, Val(it, INT.or_none()), ty, True, f"`{name}`", node.body.span)
        else:
            out = b.binary("max", ir.Const(ty.low), b.binary("min", it, ir.Const(ty.high)))
    else:
        plain = Ty("int", optional=ty.optional) if ty.word == "int" else ty
        out = in_range(cx, Val(it, plain), ty, node.body.span, f"`{name}`").e
    fn.result = out
    return ty


def _modify(cx: Cx, name: str, m: ModifierDecl, vals: list[Val], it: ir.Local, ty: Ty) -> list[ir.Stmt]:
    def work(inner: Cx) -> list[ir.Stmt]:
        inner = inner.child()
        inner.scope["it"] = Val(it, ty)
        header, test = match_head(inner, m.node.args, vals, m.node.span, name)
        from gdl.dsl.elaborate import conditions

        found = None
        if m.node.condition is not None:
            found = conditions.search(inner, m.node.condition)
            conditions.learn(inner, m.node.condition, True)
        e = _changed(inner, m, it, ty)
        note = ir.Event(
            "modifier", _label(m), inner.fn.index, (inner.scope["self"].e,) if "self" in inner.scope else ()
        )
        done: list[ir.Stmt] = [ir.SetLocal(it.slot, e), note]
        if found is not None:
            pre: list[ir.Stmt] = []
            cond = found.fetch(pre) if found.generators else found.holds()
            done = pre + b.stmt_if(cond, done)
        return b.stmt_if(test, header + done) if header or test != b.YES else done

    if m.trait is None:
        return work(cx)
    return abilities.each_bearer(cx, m.trait, work)


def _label(m: ModifierDecl) -> str:
    owner = m.trait.name.removesuffix(" body") if m.trait is not None else "a rule"
    return f"{owner}:{m.node.span.line}"


def _changed(cx: Cx, m: ModifierDecl, it: ir.Local, ty: Ty) -> ir.Expr:
    node = m.node
    if node.op == "becomes":
        v = coerce.to(cx, ex.expr(cx, node.value, ty), ty, node.value.span)
        return b.unary("mask", v.e) if ty.word == "set" and v.ty.word == "list" else v.e
    if ty.word == "set":
        v = coerce.to(cx, ex.expr(cx, node.value, ty), ty, node.value.span)
        return b.binary("|" if node.op == "+" else "&~", it, v.e)
    if ty.word == "list":
        lst = coerce.as_list(cx, ex.expr(cx, node.value, ty), node.value.span)
        if node.op == "+":
            return b.unary("unique", b.binary("++", it, lst.e))
        x = cx.temp(ty.item or ANY, "x")
        return ir.Fold("list", (ir.For(x.slot, it, b.invert(b.binary("in", x, lst.e))),), x)
    if ty.word not in ("int", "any") or ty.optional:
        return cx.w.error(
            "GDL0401",
            node.span,
            f"`{node.name.name}` is {describe(ty)}: it cannot be raised or lowered",
            "use `becomes`",
        ).e
    return b.binary(node.op, it, ex.number(cx, node.value))


def match_head(
    cx: Cx, args: tuple[s.Expr, ...], vals: list[Val], span: Span, name: str
) -> tuple[list[ir.Stmt], ir.Expr]:
    """The head of a trigger or modifier: `self`, `you`, trait parameters, constants must match; other names bind."""
    tests: list[ir.Expr] = []
    if len(args) > len(vals):
        cx.w.error("GDL0307", span, f"`{name}` has {len(vals)} parameters, but {len(args)} are named here")
        return [], b.NO
    fixed = {"self", "you"} | ({p for p, _ in cx.trait.params} if cx.trait is not None else set())
    for arg, v in zip(args, vals, strict=False):
        if isinstance(arg, s.Name) and arg.name not in fixed and not arg.name[:1].isupper():
            cx.scope[arg.name] = v
            cx.forget(arg.name)
            continue
        tests.append(_matches(cx, arg, v))
    return [], b.both(*tests)


def _matches(cx: Cx, arg: s.Expr, v: Val) -> ir.Expr:
    want = ex.expr(cx, arg, v.ty.sure())
    if want.ty.word == "kindname" and v.ty.word in ("component", "cube"):
        kind = coerce.as_kind(want)
        guard = b.binary(">=", v.e, ir.Const(0)) if v.ty.optional else b.YES
        return b.both(guard, b.binary("==", refs.kind_of(cx.w, v.e, v.ty), kind.e))
    if v.ty.word == "any":
        return b.binary("==", coerce.plain(cx, want).e, v.e)
    return ex.equal_values(cx, v, want, arg.span)


# ---------------------------------------------------------------------------------------------- rules


def call_rule(cx: Cx, target: Callable_, args: list[s.Expr], span: Span) -> Val:
    """A rule, phase or table happens; its result, if it has one."""
    target.used = True
    vals = arguments(cx, target.name, target.params, args, span)
    extra: list[ir.Expr] = []
    if has_replacements(cx.w, target.name):
        extra = (
            [ir.Local(cx.instead[1])]
            if cx.instead is not None and cx.instead[0] == target.name
            else [ir.Const(0)]
        )
    result = cx.temp(target.result, "result") if target.result is not None else None
    cx.emit(
        ir.Do(
            target.function,
            tuple([v.e for v in vals] + extra),
            result.slot if result is not None else None,
            span,
        )
    )
    return (
        Val(result, target.result) if result is not None and target.result is not None else Val(b.MINUS, ANY)
    )


def has_replacements(w: World, name: str) -> bool:
    return any(
        t.node.moment == "instead of"
        and t.event.word == "call"
        and isinstance(t.event.name, s.Name)
        and t.event.name.name == name
        for t in w.triggers
    )


# ---------------------------------------------------------------------------------------------- methods


def method_params(w: World, name: str) -> list[tuple[str, Ty]]:
    """The parameters of a method by the type that declares it first (kinds inherit the types)."""
    key = ("method params", name)
    if key not in w.cache:
        cx = Cx(w, w.functions[0])
        methods = sorted(w.methods[name], key=lambda m: m.kind is not None)
        best: list[tuple[str, Ty]] = []
        for m in methods:
            own = [(p.name.name, _param(cx, p)) for p in m.node.params]
            if not best:
                best = own
                continue
            best = [
                (n, ty if ty.word != "any" else own[i][1] if i < len(own) else ty)
                for i, (n, ty) in enumerate(best)
            ]
        w.cache[key] = best
    found = w.cache[key]
    assert isinstance(found, list)
    return found


def _param(cx: Cx, p: s.Param) -> Ty:
    from gdl.dsl.elaborate import parts

    return parts.param_type(cx, p)


def implementations(w: World, name: str) -> list[tuple[Method, list[int]]]:
    """Each body of a method with the kinds that use it."""
    out: dict[Method, list[int]] = {}
    for kind in w.kind_list:
        m = find_method(kind, name)
        if m is not None:
            out.setdefault(m, []).append(kind.index)
    return list(out.items())


def find_method(kind: KindDecl, name: str) -> Method | None:
    return kind.methods.get(name) or kind.type.find_method(name)


def call_method(cx: Cx, name: str, obj: Val, as_self: Val | None, args: list[s.Expr], span: Span) -> Val:
    """`c.effect(p)`, `foe.troops`, `k.act(here) as self`"""
    w = cx.w
    if obj.ty.word == "zone" or (obj.ty.word == "kindname" and as_self is None):
        obj = coerce.to(cx, obj, component(), span)
    obj = coerce.plain(cx, obj)
    if obj.ty.word == "any":
        return obj
    if obj.ty.optional and not cx.scenario:
        return w.error(
            "GDL0405", span, f"this may be none, and none has no `{name}`", "test it first: `is not none`"
        )
    if obj.ty.word == "component" and not _has_method(obj.ty, name):
        known = [m for t in obj.ty.types for x in t.chain() for m in x.methods]
        return w.error("GDL0306", span, f"{describe(obj.ty)} has no `{name}`", suggestion(name, known))
    if obj.ty.word not in ("component", "kind"):
        return w.error("GDL0306", span, f"{describe(obj.ty)} has no `{name}`")
    params = method_params(w, name)
    vals = arguments(cx, name, params, args, span)
    kind = obj.e if obj.ty.word == "kind" else refs.kind_of(w, obj.e, obj.ty)
    me = as_self.e if as_self is not None else obj.e
    if obj.ty.word == "kind" and as_self is None:
        return w.error(
            "GDL0605", span, "a kind by itself cannot act", f"say for whom: `k.{name}(...) as self`"
        )
    target, ty, pure = dispatcher(w, name, span)
    all_args = (kind, me, *(v.e for v in vals))
    if pure:
        return Val(ir.Call(target, all_args), ty)
    if cx.out is None:
        return w.error(
            "GDL0602",
            span,
            f"`{name}` is a rule: it happens and is no value",
            "only a `value` can be called here",
        )
    result = cx.temp(ty, "result") if ty.word != "none" else None
    cx.emit(ir.Do(target, all_args, result.slot if result is not None else None, span))
    return Val(result, ty) if result is not None else Val(b.MINUS, ANY)


def _has_method(ty: Ty, name: str) -> bool:
    if not ty.types:
        return True
    return all(
        t.find_method(name) is not None or any(name in k.methods for k in t.all_kinds()) for t in ty.types
    )


def dispatcher(w: World, name: str, span: Span) -> tuple[int, Ty, bool]:
    """The function that calls the right body of a method: parameters (kind, self, arguments)."""
    key = ("dispatch", name)
    if key in w.cache:
        found = w.cache[key]
        assert isinstance(found, tuple)
        index, known, pure = found
        if known is None:
            w.error(
                "GDL0604", span, f"the type of `{name}` depends on itself", "say it: `value x: int = ...`"
            )
            known = ANY
        return index, known, pure
    methods = w.methods[name]
    pure = isinstance(methods[0].node, s.Value)
    fn = w.new_function(name, "value" if pure else "rule", methods[0].node.span)
    declared = next(
        (m.node for m in methods if isinstance(m.node, s.Value) and m.node.type is not None), None
    )
    ty: Ty | None = None
    if declared is not None and isinstance(declared, s.Value) and declared.type is not None:
        ty = declared_types.resolve(Cx(w, fn), declared.type)
    if not pure:
        results = [m.node.result for m in methods if isinstance(m.node, s.Rule) and m.node.result is not None]
        ty = declared_types.resolve(Cx(w, fn), results[0]) if results else Ty("none", optional=True)
    w.cache[key] = (fn.index, ty, pure)
    fn.pure = pure
    cx = Cx(w, fn)
    kind = cx.bind("kind", kind_of())
    me = cx.bind("self", component())
    params = method_params(w, name)
    vals = [Val(cx.bind(n, t), t) for n, t in params]
    fn.params = len(fn.types)
    if pure:
        fn.result, ty = _dispatch_value(cx, name, kind, me, vals, ty)
        w.cache[key] = (fn.index, ty, pure)
    else:
        w.pending.append(("dispatch", name, fn, kind, me, vals, ty))
    assert ty is not None
    return fn.index, ty, pure


def _kinds_test(kind: ir.Expr, kinds: list[int]) -> ir.Expr:
    if kinds == list(range(kinds[0], kinds[-1] + 1)):
        return refs.in_range(kind, kinds[0], kinds[-1] + 1)
    return b.binary("in", kind, b.const(tuple(kinds)))


def _dispatch_value(
    cx: Cx, name: str, kind: ir.Expr, me: ir.Expr, vals: list[Val], ty: Ty | None
) -> tuple[ir.Expr, Ty]:
    out: ir.Expr = b.MINUS
    first = True
    for method, kinds in reversed(implementations(cx.w, name)):
        index, got = _value_method(cx.w, method, ty)
        merged = got if ty is None else join(ty, got)
        if merged is None:
            cx.w.error(
                "GDL0406",
                method.node.span,
                f"`{name}` is {describe(got)} here, elsewhere {describe(ty or ANY)}",
            )
            merged = ty
        ty = merged
        call = ir.Call(index, (me, *(v.e for v in vals)))
        out = call if first else b.if_else(_kinds_test(kind, kinds), call, out)
        first = False
    return out, ty or ANY


def _value_method(w: World, method: Method, want: Ty | None) -> tuple[int, Ty]:
    node = method.node
    assert isinstance(node, s.Value)
    label = method.kind.name if method.kind is not None else method.owner.name
    fn = w.new_function(f"{label}.{method.name}", "value", node.span)
    method.function = fn.index
    fn.pure = True
    cx = method_cx(w, fn, method)
    ty = _finish_value(cx, method.name, node, [], None, want)
    return fn.index, ty


def method_cx(w: World, fn: object, method: Method) -> Cx:
    """A context with `self`, `you` and the method's parameters."""
    from gdl.dsl.elaborate.model import FnBuilder

    assert isinstance(fn, FnBuilder)
    cx = Cx(w, fn)
    own: CompType = method.owner
    me = cx.bind("self", component(own))
    types = method_params(w, method.name)
    for i, p in enumerate(method.node.params):
        ty = types[i][1] if i < len(types) else ANY
        cx.bind(p.name.name, ty)
    fn.params = len(fn.types)
    if fn.pure or isinstance(method.node, s.Value):
        cx.scope["you"] = Val(refs.owner(w, me, component(own)).e, PLAYER)
    else:
        you = cx.bind("you", PLAYER)
        fn.body = [ir.SetLocal(you.slot, refs.owner(w, me, component(own)).e)]
    if method.kind is not None:
        body = w.cache.get(("body", method.kind))
        from gdl.dsl.elaborate.model import TraitDecl

        if isinstance(body, TraitDecl):
            cx.trait = body
        elif method.kind.states:
            cx.trait = TraitDecl(
                method.kind.name, None, [], (own,), [], method.kind.span, states=method.kind.states
            )
    return cx
