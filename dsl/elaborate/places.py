"""What can be assigned to: states of the game, of players and of components, and the face of a die."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import coerce, maybe_numbers, refs
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import StateDecl
from gdl.dsl.elaborate.types import Ty, Val, component, describe
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span


@dataclass(frozen=True, slots=True)
class Place:
    """A slot (or a run of slots and an offset) and what may lie in it."""

    base: int
    offset: ir.Expr | None
    ty: Ty
    name: str
    clamped: bool = False
    told: int = -1
    """The slot (with the same offset) of the seats that have been told what lies there."""

    def forgotten(self) -> tuple[ir.Stmt, ...]:
        """Before something else is put there: who had been told what it was does not know what it is now."""
        return (ir.Store(self.told, self.offset, ir.Const(0)),) if self.told >= 0 else ()

    def store(self, cx: Cx, v: Val, span: Span) -> ir.Store:
        low, high = (self.ty.low, self.ty.high) if self.ty.word == "int" else (None, None)
        value = v.e
        if maybe_numbers.is_one(self.ty) and low is not None:
            value = maybe_numbers.fitted(cx, v, self.ty, self.clamped, self.name, span)
            low = high = None
        return ir.Store(self.base, self.offset, value, low, high, self.clamped, self.name, span)


def resolve(cx: Cx, node: s.Expr) -> Place | None:
    """The place that an expression names, or None after a diagnostic."""
    w = cx.w
    index: list[s.Expr] = []
    target = node
    if isinstance(node, s.Item):
        index, target = list(node.index), node.object
    if isinstance(target, s.Name):
        decl = w.states.get(target.name)
        if cx.trait is not None and target.name in cx.trait.states:
            return _place(cx, cx.trait.states[target.name], cx.scope["self"].e, index, node)
        if decl is not None and decl.where == "game":
            return _place(cx, decl, None, index, node)
        if decl is not None:
            w.error(
                "GDL0615",
                node.span,
                f"every player has a `{target.name}`: whose is meant?",
                f"write `p.{target.name}`",
            )
            return None
        if target.name in w.zones:
            w.error("GDL0615", node.span, f"`{target.name}` is a zone", "use `move ... to`")
            return None
        if target.name in w.options:
            w.error(
                "GDL0615",
                node.span,
                f"`{target.name}` is an option: it does not change during play",
                "use a state",
            )
            return None
        ex.expr(cx, target)
        if not w.diagnostics.has_errors:
            w.error("GDL0615", node.span, "this cannot be changed", "only states can be assigned to")
        return None
    if isinstance(target, s.Member):
        return _member(cx, target, index, node)
    w.error("GDL0615", node.span, "this cannot be changed", "only states can be assigned to")
    return None


def _member(cx: Cx, target: s.Member, index: list[s.Expr], node: s.Expr) -> Place | None:
    w, n = cx.w, target.name.name
    obj = coerce.certain(cx, ex.expr(cx, target.object), target.object.span)
    if obj.ty.word == "any":
        return None
    if obj.ty.word == "zone" and cx.scenario:
        obj = coerce.slot_value(cx, obj)
    elif obj.ty.word == "zone" and obj.ty.family is not None and obj.ty.family.shape != "slot":
        name = obj.ty.family.name
        hint = f"write `{name}[1].{n}`, or go through them: `for c in {name}:`"
        w.error("GDL0401", target.object.span, f"one component is wanted, but in `{name}` may lie several", hint)
        return None
    elif obj.ty.word in ("kindname", "zone"):
        obj = coerce.to(
            cx,
            obj,
            component() if obj.ty.word == "kindname" else obj.ty.item or component(),
            target.object.span,
        )
    if obj.ty.word == "any":
        return None
    if obj.ty.optional and not cx.scenario:
        w.error(
            "GDL0405",
            target.object.span,
            f"this may be none, and none has no `{n}`",
            "test it first: `is not none`",
        )
        return None
    decl: StateDecl | None = None
    if obj.ty.word == "player":
        found = w.states.get(n)
        decl = found if found is not None and found.where == "player" else None
    elif obj.ty.word == "component":
        decl = next((d for t in obj.ty.types if (d := t.find_state(n)) is not None), None)
        if decl is None and cx.trait is not None and n in cx.trait.states:
            decl = cx.trait.states[n]
        if decl is None:
            decl = next((k.states[n] for t in obj.ty.types for k in t.all_kinds() if n in k.states), None)
        if decl is None and n == "face" and any(t.root.sort == "die" for t in obj.ty.types):
            ty = obj.ty.types[0].face_ty or Ty("int")
            return Place(w.counters["face_slot"], obj.e, ty, "face")
    if decl is not None:
        return _place(cx, decl, obj.e, index, node)
    from gdl.dsl.diagnostics import suggestion
    from gdl.dsl.elaborate import members

    if members.try_member(cx, obj, n, target.span) is not None:
        w.error(
            "GDL0615",
            node.span,
            f"`{n}` of {describe(obj.ty)} cannot be changed",
            "only states can be assigned to",
        )
    else:
        w.error(
            "GDL0306",
            target.name.span,
            f"{describe(obj.ty)} has no `{n}`",
            suggestion(n, members.member_names(cx, obj.ty)),
        )
    return None


def _place(
    cx: Cx, decl: StateDecl, holder: ir.Expr | None, index: list[s.Expr], node: s.Expr
) -> Place | None:
    from gdl.dsl.elaborate import members

    if len(index) != len(decl.index):
        needs = f"needs {len(decl.index)} in its brackets, but {len(index)} are given"
        cx.w.error("GDL0410", node.span, f"`{decl.name}` {needs if decl.index else 'takes no brackets'}")
        return None
    exprs: list[ir.Expr] = []
    if index:
        assert isinstance(node, s.Item)
        made = members._indices(cx, node, decl.index, decl.name)
        if made is None:
            return None
        exprs = made
    base, offset = refs.slot(cx.w, decl, holder, exprs)
    told = decl.told + base - decl.base if decl.told >= 0 else -1
    return Place(base, offset, decl.ty, decl.name, decl.clamped, told)


__all__ = ["Place", "Val", "resolve"]
