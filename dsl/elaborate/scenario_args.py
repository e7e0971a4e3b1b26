"""What the lines of a scenario name: seats, things, options, actions, outcomes."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, members, texts
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import CompType, KindDecl, World
from gdl.dsl.elaborate.types import Val, component


def seat(cx: Cx, name: s.Ident) -> int:
    """`p2` is seat 1; a diagnostic and 0 where nobody sits there."""
    n = name.name
    if n in cx.scope and cx.scope[n].ty.word == "player":
        known = b.number(cx.scope[n].e)
        if known is not None:
            return known
    cx.w.error(
        "GDL0803",
        name.span,
        f"there is no player `{n}`",
        f"here sit {', '.join(f'`p{i + 1}`' for i in range(cx.w.seats))}; `players 3` seats more",
    )
    return 0


def arg(cx: Cx, node: s.Expr) -> sc.Arg:
    """An argument, an option, an outcome or a thing, as the line names it."""
    w = cx.w
    match node:
        case s.Text():
            return sc.Label(texts.plain_text(node))
        case s.ListOf() | s.SetOf():
            return sc.Several(tuple(arg(cx, i) for i in node.items))
        case s.Amount():
            return sc.Several(tuple(a for p in node.portions for a in _portion(cx, p)))
        case s.Name() if node.name not in cx.scope and (
            node.name in w.enum_members or kind_named(w, node.name) is not None
        ):
            return named(w, node.name)
        case s.Call() if isinstance(node.function, s.Name) and node.named and node.function.name in w.kinds:
            return _copy(cx, node, w.kinds[node.function.name])
        case s.Item() if isinstance(node.object, s.Name) and members.has_copies(w, node.object.name, node):
            return _copy_of_family(cx, node, w.types[node.object.name])
    v = ex.expr(cx, node)
    if v.ty.word == "kindname":
        v = coerce.as_kind(v)
    return sc.Exact(v.e, texts.ir_type(w, v.ty))


def _portion(cx: Cx, node: s.Portion) -> list[sc.Arg]:
    if kind_named(cx.w, node.kind.name) is None and node.kind.name not in cx.w.enum_members:
        cx.w.unknown("kind", node.kind.name, node.kind.span, list(cx.w.kinds))
    return [named(cx.w, node.kind.name)] * node.count


def kind_named(w: World, n: str) -> KindDecl | None:
    """The kind of this name; a type that has just one kind of its own name counts."""
    if n in w.kinds:
        return w.kinds[n]
    if n in w.other_names:
        return w.kinds.get(w.other_names[n])
    t = w.types.get(n)
    if t is not None and len(t.all_kinds()) == 1 and t.sort != "die":
        return t.all_kinds()[0]
    return None


def named(w: World, n: str) -> sc.Named:
    kind = kind_named(w, n)
    members = tuple((enum.index, i) for enum, i in w.enum_members.get(n, ()))
    return sc.Named(n, kind.index if kind is not None else -1, members)


def _copy(cx: Cx, node: s.Call, kind: KindDecl) -> sc.Arg:
    """`Rooster(dawn: OneLess)`"""
    return _any_with(cx, node, kind, [(given.name, given.value) for given in node.named])


def _copy_of_family(cx: Cx, node: s.Item, t: CompType) -> sc.Arg:
    """`Plant[Red, Meadow]`, where there are several of each"""
    fields = (["owner"] if t.per_player else []) + [name for name, _, _ in t.axes]
    names = [s.Ident(span=node.span, name=field) for field in fields]
    return _any_with(cx, node, t.all_kinds()[0], list(zip(names, node.index, strict=True)))


def _any_with(cx: Cx, node: s.Expr, kind: KindDecl, given: list[tuple[s.Ident, s.Expr]]) -> sc.Arg:
    """Any copy of a kind whose fields are like this."""
    inner = cx.child()
    it = inner.temp(component(kind.type), "it")
    inner.scope["it"] = Val(it, component(kind.type))
    tests: list[ir.Expr] = []
    for name, value in given:
        field = s.Member(span=value.span, object=s.Name(span=node.span, name="it"), name=name)
        tests.append(ex.condition(inner, s.Binary(span=value.span, op="=", left=field, right=value)))
    return sc.Copy(kind.index, it.slot, b.both(*tests))


# ---------------------------------------------------------------------------------------------- actions and events


def deed(cx: Cx, node: s.Expr) -> sc.Deed:
    """`Attack(p2)`, `c.Play(x)`; the action must be one of the game's, with so many arguments."""
    w = cx.w
    args: tuple[s.Expr, ...] = ()
    function = node
    if isinstance(node, s.Call):
        args, function = node.args, node.function
    receiver: sc.Arg | None = None
    most = -1
    if isinstance(function, s.Member):
        name = function.name.name
        receiver = arg(cx, function.object)
        most = _most_arguments(w, name)
        if most < 0:
            known = [m for m, ms in w.methods.items() if isinstance(ms[0].node, s.Action)]
            w.error("GDL0804", function.name.span, f"there is no action `{name}`", suggestion(name, known))
    elif isinstance(function, s.Name):
        name = function.name
        most = _most_arguments(w, name)
        if most < 0:
            w.error(
                "GDL0804", function.span, f"there is no action `{name}`", suggestion(name, action_names(w))
            )
    else:
        w.error("GDL0804", node.span, "an action is wanted here", "write `do p1 Name(arguments)`")
        return sc.Deed("?", None, ())
    if 0 <= most < len(args):
        w.error(
            "GDL0804",
            node.span,
            f"`{name}` has {most} arguments after its player, but here are {len(args)}",
            "leave out the player: it stands before the action",
        )
    _numbers_and_truths(cx, name, args)
    return sc.Deed(name, receiver, tuple(arg(cx, a) for a in args))


def _numbers_and_truths(cx: Cx, name: str, args: tuple[s.Expr, ...]) -> None:
    """`Take(yes)` where a number is wanted: no answer could ever be this."""
    target = cx.w.callables.get(name)
    if target is None or target.word != "action":
        return
    for node, (param, ty) in zip(args, target.params[1:], strict=False):
        truth, number = isinstance(node, s.Truth), isinstance(node, s.Number)
        if (truth and ty.word == "int") or (number and ty.word == "bool"):
            wanted = "a number" if truth else "`yes` or `no`"
            cx.w.error("GDL0401", node.span, f"`{param}` of `{name}` is {wanted}, and this is none")


def action_names(w: World) -> list[str]:
    return [x.name.name for x in _actions(w)]


def _actions(w: World) -> list[s.Action]:
    from gdl.dsl.elaborate import offers

    return offers.all_actions(w)


def _most_arguments(w: World, name: str) -> int:
    """How many arguments an action of this name takes after its player; -1 if there is none."""
    return max((max(0, len(x.params) - 1) for x in _actions(w) if x.name.name == name), default=-1)


def event_name(cx: Cx, node: s.Expr, verb: str) -> str:
    """The rule, phase, action, table or window that `run to` and `happened` speak of."""
    w = cx.w
    name = ""
    if isinstance(node, s.Name):
        name = node.name
    elif isinstance(node, s.Member):
        name = node.name.name
    called = {t.node.called.name for t in w.triggers if t.node.called is not None}
    called |= {x.node.called.name for x in w.whens if x.node.called is not None}
    events = {n for n, c in w.callables.items() if c.word != "value"}
    methods = {n for n, ms in w.methods.items() if not isinstance(ms[0].node, s.Value)}
    known = events | methods | set(w.windows) | called | set(action_names(w))
    if name not in known:
        value = name in w.callables
        told = f"`{name}` is a value: it never happens" if value else f"nothing called `{name}` can happen"
        w.error(
            "GDL0805",
            node.span,
            told,
            suggestion(name, known) or f"{verb} names a phase, rule, action or window",
        )
    return name


def outcome(cx: Cx, node: s.Expr) -> tuple[sc.Outcome | sc.Order, ...]:
    """`Mouse`, `6 Food`, `[A, B]`, `p1.army = [A, B]`"""
    if isinstance(node, s.Binary) and node.op == "=":
        zone = ex.expr(cx, node.left)
        if zone.ty.word not in ("zone", "any"):
            cx.w.error("GDL0806", node.left.span, "a zone is wanted here, whose next shuffle is meant")
        items = arg(cx, node.right)
        return (sc.Order(items.items if isinstance(items, sc.Several) else (items,), zone.e),)
    what = arg(cx, node)
    if isinstance(node, s.Amount) and isinstance(what, sc.Several):
        return tuple(sc.Outcome(item) for item in what.items)
    if isinstance(what, sc.Several):
        return (sc.Order(what.items),)
    if isinstance(what, sc.Label):
        cx.w.error("GDL0806", node.span, "chance gives a face, a kind, a card or yes and no, never a text")
    return (sc.Outcome(what),)
