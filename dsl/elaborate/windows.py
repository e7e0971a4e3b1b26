"""Windows: moments at which several players may act, asked in circles until all have passed in a row."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import core, functions, offers
from gdl.dsl.elaborate.again import as_before
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.layout import slots_of
from gdl.dsl.elaborate.model import World
from gdl.dsl.elaborate.types import PLAYER, Ty, Val, list_of


def open_window(cx: Cx, node: s.OpenWindow) -> None:
    """`window advice for players from initiative`: asked in circles until all have passed in a row; never inside itself."""
    w = cx.w
    name = node.name.name
    window = w.windows.get(name)
    if window is None:
        w.unknown("window", name, node.name.span, list(w.windows))
        return
    from gdl.dsl.elaborate import parts, steps

    types = [(p.name.name, parts.param_type(cx, p)) for p in window.params]
    vals = functions.arguments(cx, name, types, list(node.args), node.span)
    w.touched.add(("window", name))
    function = _function(w, window, types)
    order: ir.Expr = b.EMPTY
    for p in node.players:
        order = b.binary("++", order, steps.seers(cx, p))
    cx.emit(ir.Do(function, (*(v.e for v in vals), order), None, node.span))


def _function(w: World, window: s.Window, types: list[tuple[str, Ty]]) -> int:
    key = ("window", window.name.name)
    if key not in w.cache:
        fn = w.new_function(f"window {window.name.name}", "window", window.span)
        w.cache[key] = fn.index
        fn.params = len(types) + 1
        w.pending.append(("window", fn, window, types))
    function = w.cache[key]
    assert isinstance(function, int)
    return function


def reopen(w: World) -> None:
    """Makes the windows that have another meaning than when they were made before, whoever opens them."""
    from gdl.dsl.elaborate import parts

    for name, window in w.windows.items():
        if ("window", name) in w.touched and not as_before(w, window):
            cx = Cx(w, w.functions[0])
            _function(w, window, [(p.name.name, parts.param_type(cx, p)) for p in window.params])


def build_window(w: World, fn: object, window: s.Window, types: list[tuple[str, Ty]]) -> None:
    from gdl.dsl.elaborate.model import FnBuilder

    assert isinstance(fn, FnBuilder)
    cx = Cx(w, fn, out=[])
    args = [Val(cx.bind(n, t), t) for n, t in types]
    order = cx.bind("order", list_of(PLAYER))
    busy = slots_of(w).counter(f"window {window.name.name}")
    assert cx.out is not None
    note = ir.Event("window", window.name.name, fn.index, tuple(v.e for v in args))
    cx.emit(ir.If(ir.Load(busy), (ir.Return(),)), note, ir.Store(busy, None, ir.Const(1)))
    at, passed = cx.temp(Ty("int"), "at"), cx.temp(Ty("int"), "passed")
    who, which = cx.temp(PLAYER, "asked"), cx.temp(Ty("int"), "which")
    cx.emit(ir.SetLocal(at.slot, ir.Const(0)), ir.SetLocal(passed.slot, ir.Const(0)))
    inner = cx.child()
    inner.out = []
    there: set[int] = set()
    made = [o for item in window.items for o in offers.items(inner, item, Val(who, PLAYER), there)]
    brought = there if not args else None  # with arguments, an action that names them is another one
    made += offers.occasion(inner, window.name.name, Val(who, PLAYER), args, window.span, brought)
    none = ir.Entry("pass", (), None, ir.Template(("pass",)), (), "pass", span=window.span)
    entries = (*(o.entry for o in made), none)
    body: list[ir.Stmt] = [
        ir.SetLocal(who.slot, ir.Item(order, b.binary("+", at, ir.Const(1)))),
        ir.SetLocal(at.slot, b.binary("%", b.binary("+", at, ir.Const(1)), b.unary("len", order))),
        core.Ask(ir.Choice("one", who, None, which.slot, entries, asked=True, secret=True, span=window.span)),
    ]
    nothing = b.either(b.binary("<", which, ir.Const(0)), b.binary("==", which, ir.Const(len(made))))
    acted: list[ir.Stmt] = [
        ir.SetLocal(passed.slot, ir.Const(0)),
        *inner.out,
        *offers.branches(which, made, []),
    ]
    body.append(ir.If(nothing, (ir.SetLocal(passed.slot, b.binary("+", passed, ir.Const(1))),), tuple(acted)))
    cx.emit(ir.Loop(b.binary("<", passed, b.unary("len", order)), tuple(body), window.span))
    closed = ir.Store(busy, None, ir.Const(0))
    cx.emit(closed)
    cleanup = w.new_function(f"leave window {window.name.name}", "hook")
    cleanup.body = [closed]
    fn.cleanup = cleanup.index  # a phase that is ended from inside the window closes it
    fn.body = cx.out
