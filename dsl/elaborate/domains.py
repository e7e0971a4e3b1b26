"""The types of parameters that only say where they come from: `goal in neighbors(place(frog))`.

An offer binds them anew and reports what is wrong with a domain; here a domain is only looked at for what it holds, so that the
steps of the action know it too.
"""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.elaborate import collections, conditions, functions
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import FnBuilder, World
from gdl.dsl.elaborate.types import INT, Ty


def settle(w: World) -> None:
    """The actions of the table. (Those of components are settled when their function is made.)"""
    _untyped(w)
    for target in w.callables.values():
        if isinstance(target.node, s.Action):
            inner = Cx(w, FnBuilder(target.name, "value", -1))
            for name, ty in target.params:
                inner.bind(name, ty)
            target.params[: len(target.node.params)] = typed(inner, target.node.params, target.params)


def typed(cx: Cx, params: tuple[s.Param, ...], types: list[tuple[str, Ty]]) -> list[tuple[str, Ty]]:
    """`types` with those filled in that follow from a domain; a domain may use the parameters before it."""
    if all(p.type is not None or p.domain is None for p in params):
        return types[: len(params)]
    inner = cx.pure()
    inner.fn = FnBuilder(cx.fn.name, "value", -1)
    inner.fn.types, inner.fn.names = list(cx.fn.types), list(cx.fn.names)
    said = len(cx.w.diagnostics.items)
    out: list[tuple[str, Ty]] = []
    for p, (name, ty) in zip(params, types, strict=False):
        if p.type is None and p.domain is not None and ty.word == "any":
            binder = s.Binder(span=p.span, name=p.name, type=None, domain=p.domain)
            ty = collections.bind(inner, binder).ty
            ty = INT if ty.word == "int" else ty
        else:
            inner.bind(name, ty)
        if p.where is not None:
            conditions.learn(inner, p.where, True)
        out.append((name, ty))
    del cx.w.diagnostics.items[said:]
    return out


def _untyped(w: World) -> None:
    """A parameter of which nothing says what it is. What replaces something has taken over its types by now."""
    for target in w.callables.values():
        if isinstance(target.node, s.Value | s.Rule | s.Action | s.Phase | s.Table):
            _each_typed(w, target.name, target.node.params, target.params)
    for name, methods in w.methods.items():
        shared = functions.method_params(w, name)
        for m in methods:
            _each_typed(w, name, m.node.params, shared)
    for trait in w.trait_list:
        if trait.node is not None:
            _each_typed(w, trait.name, trait.node.params, trait.params)
    for window in w.windows.values():
        _each_typed(w, window.name.name, window.params, [])


def _each_typed(w: World, name: str, params: tuple[s.Param, ...], types: list[tuple[str, Ty]]) -> None:
    for i, p in enumerate(params):
        known = i < len(types) and types[i][1].word != "any"
        if p.type is None and p.domain is None and p.name.name != "you" and not known:
            n = p.name.name
            w.error(
                "GDL0531",
                p.span,
                f"nothing says what `{n}` of `{name}` is",
                f"say its type: `{n}: Player`, `{n}: 0..9` or another",
            )
