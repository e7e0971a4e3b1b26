"""Truths: `and`, `or`, `is`, and what a condition tells about the names in it.

A condition taken as true or false makes paths known (`x is not none and x.cost > 2`). A `some x in z`, or an `is T as y`, that is not under
`or`, `not`, `no` or `every` also binds in the block that follows: `search` turns such a condition into generators.
"""

from __future__ import annotations

from dataclasses import field

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, collections, maybe_numbers, refs
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx, path
from gdl.dsl.elaborate.types import ANY, BOOL, Ty, Val, component, describe, join, list_of
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span


def logic(cx: Cx, node: s.Binary) -> Val:
    """`a and b`, `a or b`: the right side knows what the left one has settled."""
    inner = cx.child()
    if node.op == "and" and _has_alias(node.left):
        return Val(search_any(inner, node), BOOL)
    left = ex.condition(inner, node.left)
    learn(inner, node.left, node.op == "and")
    right = ex.condition(inner, node.right)
    return Val(b.both(left, right) if node.op == "and" else b.either(left, right), BOOL)


def _has_alias(node: s.Expr) -> bool:
    """Does the condition bind a name that what follows may use?"""
    match node:
        case s.Binary(op="and"):
            return _has_alias(node.left) or _has_alias(node.right)
        case s.Is():
            return node.alias is not None
        case s.Quantified(word="some"):
            return node.binder.name is not None
    return False


def search_any(cx: Cx, node: s.Expr) -> ir.Expr:
    found = search(cx, node)
    return found.holds()


def learn(cx: Cx, node: s.Expr, truth: bool) -> None:
    """Notes what `node` being true (or false) says about paths."""
    match node:
        case s.Unary(op="not"):
            learn(cx, node.operand, not truth)
        case s.Binary(op="and") if truth:
            learn(cx, node.left, True)
            learn(cx, node.right, True)
        case s.Binary(op="or") if not truth:
            learn(cx, node.left, False)
            learn(cx, node.right, False)
        case s.Binary(op="=") if truth:
            _learn_equal(cx, node.left, node.right)
            _learn_equal(cx, node.right, node.left)
        case s.Binary(op="!=") if not truth:
            _learn_equal(cx, node.left, node.right)
            _learn_equal(cx, node.right, node.left)
        case s.Binary(op="in") if truth:
            key = path(node.left)
            if key:
                v = quiet(cx, node.left)
                dom = quiet(cx, node.right)
                if v.ty.optional or (v.ty.word == "zone"):
                    cx.known[key] = _some_item(v, dom)
        case s.Binary(op="has") if truth:
            key = path(node.left)
            if key:
                v = coerce.plain(cx, quiet(cx, node.left))
                if v.ty.optional:
                    cx.known[key] = v.ty.sure()
        case s.Is():
            _learn_is(cx, node, truth)
        case s.Quantified(word="some") if truth:
            key = path(node.binder.domain)
            if key:
                v = quiet(cx, node.binder.domain)
                if v.ty.word == "zone" and v.ty.family is not None and v.ty.family.shape == "slot":
                    cx.known[key] = (v.ty.item or component()).sure()
        case s.Quantified(word="no") if not truth and node.condition is None:
            key = path(node.binder.domain)
            if key:
                v = quiet(cx, node.binder.domain)
                if v.ty.word == "zone" and v.ty.family is not None and v.ty.family.shape == "slot":
                    cx.known[key] = (v.ty.item or component()).sure()
        case s.Binary(op="<" | "<=" | ">" | ">="):
            return
    _ = ex


def _some_item(v: Val, dom: Val) -> Ty:
    if dom.ty.item is not None and dom.ty.item.word == "component" and v.ty.word == "component":
        return (
            dom.ty.item.sure()
            if any(t.is_a(u) for t in dom.ty.item.types for u in v.ty.types)
            else v.ty.sure()
        )
    if v.ty.word == "zone":
        return (v.ty.item or component()).sure()
    return v.ty.sure()


def quiet(cx: Cx, node: s.Expr) -> Val:
    """The type of an expression that has been checked already: says nothing a second time."""
    before = len(cx.w.diagnostics.items)
    v = ex.expr(cx.pure(), node)
    del cx.w.diagnostics.items[before:]
    return v


def _learn_equal(cx: Cx, left: s.Expr, right: s.Expr) -> None:
    key = path(left)
    if key is None or isinstance(right, s.Nothing):
        return
    v, other = coerce.plain(cx, quiet(cx, left)), quiet(cx, right)
    if not v.ty.optional or other.ty.word in ("none", "any"):
        return
    if other.ty.word == "kindname" or not coerce.plain(cx, other).ty.optional:
        cx.known[key] = v.ty.sure()


def _learn_is(cx: Cx, node: s.Is, truth: bool) -> None:
    key = path(node.operand)
    holds = truth != node.negated
    if key is None:
        return
    v = quiet(cx, node.operand)
    item = (v.ty.item or component()) if v.ty.word == "zone" else v.ty
    if node.what in ("none", "empty"):
        if not holds and (v.ty.word == "zone" or v.ty.optional):
            cx.known[key] = item.sure()
        return
    if not isinstance(node.what, s.Expr):
        if holds and v.ty.optional:
            cx.known[key] = item.sure()
        return
    narrowed = _is_type(cx, node.what, item)
    if holds and narrowed is not None:
        cx.known[key] = narrowed
    elif not holds and narrowed is not None and item.word == "component" and len(item.types) > 1:
        left = tuple(t for t in item.types if not any(t.is_a(n) for n in narrowed.types))
        if left:
            cx.known[key] = Ty("component", types=left, optional=item.optional)


def _is_type(cx: Cx, what: s.Expr, item: Ty) -> Ty | None:
    w = cx.w
    if not isinstance(what, s.Name):
        return item.sure()
    if what.name in w.types and what.name not in cx.scope:
        t = w.types[what.name]
        return Ty(item.word, types=(t,)) if item.word in ("component", "cube", "kind") else item.sure()
    if what.name in w.aliases:
        alias = w.aliases[what.name]
        if item.word == "component":
            kept = tuple(u for u in item.types if any(u.is_a(a) for a in alias.types))
            return Ty("component", types=kept or alias.types)
        return alias
    if what.name in w.kinds and item.word in ("component", "cube"):
        return Ty(item.word, types=(w.kinds[what.name].type,))
    return item.sure()


# ---------------------------------------------------------------------------------------------- is


def is_test(cx: Cx, node: s.Is) -> ir.Expr:
    v = ex.expr(cx, node.operand)
    e = test(cx, v, node)
    if node.alias is not None:
        ty = _alias_type(cx, node, v)
        local = cx.bind(node.alias.name, ty)
        plain = coerce.plain(cx, v)
        e = ir.Bind(local.slot, plain.e, test(cx, Val(local, plain.ty), node))
    return b.invert(e) if node.negated else e


def _alias_type(cx: Cx, node: s.Is, v: Val) -> Ty:
    item = coerce.plain(cx, v).ty
    if isinstance(node.what, s.Expr):
        if isinstance(node.what, s.Name) and node.what.name == "Player":
            return Ty("player")
        if isinstance(node.what, s.Name) and node.what.name in cx.w.enums:
            return Ty("enum", enum=cx.w.enums[node.what.name])
        return _is_type(cx, node.what, item) or item.sure()
    return item.sure()


def test(cx: Cx, v: Val, node: s.Is) -> ir.Expr:
    w = cx.w
    if v.ty.word == "any":
        return b.NO
    match node.what:
        case "none":
            one = coerce.plain(cx, v)
            if one.ty.is_list:
                return w.error("GDL0412", node.span, f"{describe(v.ty)} is never none", "write `is empty`").e
            always = not one.ty.optional and one.ty.word != "any" and not refs.is_place(w, one.e)
            if always and not cx.scenario:
                w.warning("GDL1001", node.span, f"this is never none: it is always {describe(one.ty)}")
            return (
                b.binary("<", one.e, ir.Const(0))
                if one.ty.word != "int"
                else b.binary("==", one.e, ir.Const(-1))
            )
        case "empty":
            if v.ty.word in ("amount",):
                return b.binary("==", b.unary("total", v.e), ir.Const(0))
            if v.ty.word == "set":
                return b.binary("==", v.e, ir.Const(0))
            lst = coerce.several(cx, v, node.operand.span)
            return collections.no_items(lst.e)
        case "face up" | "face down":
            c = coerce.to(cx, v, component(), node.operand.span)
            if w.counters.get("up_slot", -1) < 0:
                return w.error(
                    "GDL0413",
                    node.span,
                    "nothing is ever face down in this game",
                    "declare a zone as `face down`",
                ).e
            may_lie_face_down(cx, c.ty, node.span)
            up = ir.Load(w.counters["up_slot"], c.e)
            return up if node.what == "face up" else b.invert(up)
    assert isinstance(node.what, s.Expr)
    return is_a(cx, v, node.what)


def may_lie_face_down(cx: Cx, item: Ty, span: Span) -> None:
    """Whether such things can lie in a zone that is `face down`; if not, it is said."""
    down = [family for family in cx.w.families if family.sight == "face down"]
    if not item.types or any(not family.item.types for family in down):
        return
    if not any(a.is_a(z) or z.is_a(a) for a in item.types for family in down for z in family.item.types):
        names = ", ".join(f"`{family.name}`" for family in down)
        cx.w.error(
            "GDL0413", span, f"{describe(item)} never lies face down", f"face down are only {names}"
        )


def is_a(cx: Cx, v: Val, what: s.Expr) -> ir.Expr:
    """Whether a thing is of a type, kind, enum or is a player. None is nothing of these."""
    w = cx.w
    one = coerce.plain(cx, v)
    if isinstance(what, s.Name) and what.name[:1].islower() and what.name not in cx.scope:
        hint = suggestion(what.name, ["empty", "none", "face"])
        if hint:
            return w.error("GDL0301", what.span, f"there is nothing called `{what.name}` here", hint).e
    if one.ty.is_list:
        return w.error(
            "GDL0412",
            what.span,
            f"{describe(v.ty)} is several things",
            "write `some x in ... where x is ...`",
        ).e
    if isinstance(what, s.Name) and what.name not in cx.scope:
        n = what.name
        if n == "Player" or (n in w.enums and one.ty.word == "enum"):
            return b.binary(">=", one.e, ir.Const(0))
        if n in w.types and (n not in w.kinds or len(w.types[n].kinds) != 1):
            t = w.types[n]
            w.touched.add(t)
            if one.ty.word in ("component", "cube", "kind"):
                if one.ty.types and not any(x.is_a(t) or t.is_a(x) for x in one.ty.types):
                    return w.error("GDL0414", what.span, f"{describe(one.ty)} can never be a {n}").e
                if one.ty.types and not one.ty.optional and all(x.is_a(t) for x in one.ty.types):
                    return b.YES
                return refs.is_kind(w, one.e, one.ty, t)
        if n in w.types and n not in w.kinds:
            return w.error("GDL0414", what.span, f"{describe(one.ty)} can never be a {n}").e
        if n in w.aliases:
            parts = [refs.is_kind(w, one.e, one.ty, t) for t in w.aliases[n].types]
            return b.either(*parts)
    k = ex.expr(cx, what)
    if k.ty.word == "any":
        return b.NO
    k = coerce.plain(cx, k)
    if k.ty.word == "kind" and one.ty.word in ("component", "cube", "kind"):
        if (
            one.ty.types
            and k.ty.types
            and not any(x.is_a(t) or t.is_a(x) for x in one.ty.types for t in k.ty.types)
        ):
            return w.error("GDL0414", what.span, f"{describe(one.ty)} can never be {_shown(what)}").e
        mine = refs.kind_of(w, one.e, one.ty) if one.ty.word != "kind" else one.e
        same = b.binary("==", mine, k.e)
        if one.ty.word == "component" and one.ty.optional:
            return b.both(b.binary(">=", one.e, ir.Const(0)), same)
        return same
    return w.error(
        "GDL0414", what.span, "a type or kind is wanted after `is`", "to compare values write `=`"
    ).e


def _shown(node: s.Expr) -> str:
    return f"`{node.name}`" if isinstance(node, s.Name) else "that"


# ---------------------------------------------------------------------------------------------- if as a value


def if_else(cx: Cx, node: s.IfElse, want: Ty | None) -> Val:
    yes, no = cx.child(), cx.child()
    found = search(yes, node.condition)
    learn(yes, node.condition, True)
    learn(no, node.condition, False)
    then, other = ex.expr(yes, node.then, want), ex.expr(no, node.otherwise, want)
    if then.ty.is_list or other.ty.is_list:
        if not _one_item(then.ty, other.ty):
            same = then.ty.word == other.ty.word == "zone"
            if not same:
                then = _listed(yes, then, node.then)
                other = _listed(no, other, node.otherwise)
    if then.ty.word == "kindname" or other.ty.word == "kindname" or _one_item(then.ty, other.ty):
        then, other = _settled(cx, then, other, want, node)
    if then.ty.optional:
        other = maybe_numbers.not_below_zero(other, node.otherwise.span)
    if other.ty.optional:
        then = maybe_numbers.not_below_zero(then, node.then.span)
    ty = join(then.ty, other.ty)
    if ty is None and then.ty.word == other.ty.word == "zone":
        ty = Ty("zone", item=join(then.ty.item or ANY, other.ty.item or ANY))
    if ty is None:
        return cx.w.error(
            "GDL0406", node.span, f"one side is {describe(then.ty)}, the other {describe(other.ty)}"
        )
    if then.ty.word == other.ty.word == "zone":
        ty = Ty(
            "zone", item=then.ty.item, family=then.ty.family if then.ty.family is other.ty.family else None
        )
    alone = found.generators[0] if len(found.generators) == 1 else None
    if alone is not None and isinstance(alone.domain, ir.Seq) and len(alone.domain.items) == 1:
        fits = b.both(*found.front, alone.where if alone.where is not None else b.YES)
        return Val(ir.Bind(alone.slot, alone.domain.items[0], b.if_else(fits, then.e, other.e)), ty)
    if found.generators:
        return Val(b.if_else(found.holds(), found.first(then.e), other.e), ty)
    return Val(b.if_else(found.holds(), then.e, other.e), ty)


def _one_item(a: Ty, z: Ty) -> bool:
    """A slot beside something that is one thing (or none) is read as its content."""
    def slot(t: Ty) -> bool:
        return t.word == "zone" and t.family is not None and t.family.shape == "slot"

    def one(t: Ty) -> bool:
        return t.word in ("component", "none", "kindname", "player", "enum")

    return (slot(a) and one(z)) or (one(a) and slot(z))


def _listed(cx: Cx, v: Val, node: s.Expr) -> Val:
    if v.ty.word == "set":
        return v
    return coerce.as_list(cx, v, node.span)


def _settled(cx: Cx, then: Val, other: Val, want: Ty | None, node: s.IfElse) -> tuple[Val, Val]:
    want = want.sure() if want is not None else None
    if want is None:
        for v in (then, other):
            p = coerce.plain(cx, v)
            if p.ty.word == "component":
                want = p.ty.sure()
    if want is not None and want.word == "component":
        wide = component()
        return (
            coerce.to(cx, then, wide, node.then.span)
            if then.ty.word == "kindname"
            else coerce.plain(cx, then),
            coerce.to(cx, other, wide, node.otherwise.span)
            if other.ty.word == "kindname"
            else coerce.plain(cx, other),
        )
    return coerce.plain(cx, then), coerce.plain(cx, other)


# ---------------------------------------------------------------------------------------------- conditions that bind


@dataclass(slots=True)
class Found:
    """A condition as generators (in order, each with what must hold so far) and a rest without any."""

    cx: Cx
    generators: list[ir.For] = field(default_factory=list)
    names: list[tuple[str, ir.Local, Ty]] = field(default_factory=list)
    front: list[ir.Expr] = field(default_factory=list)

    def add(self, e: ir.Expr) -> None:
        """One more condition, which may read all that is bound so far."""
        if not self.generators:
            self.front.append(e)
            return
        last = self.generators[-1]
        self.generators[-1] = ir.For(
            last.slot, last.domain, b.both(last.where, e) if last.where is not None else e
        )

    def holds(self) -> ir.Expr:
        if not self.generators:
            return b.both(*self.front)
        return b.both(*self.front, ir.Fold("any", tuple(self.generators), b.YES))

    def first(self, value: ir.Expr) -> ir.Expr:
        """`value` for the first binding that fits."""
        return ir.Fold("first", tuple(self.generators), value)

    def fetch(self, out: list[ir.Stmt]) -> ir.Expr:
        """Statements that look for the first binding and put it into the names; the condition under which there is one."""
        if not self.generators:
            return b.both(*self.front)
        if len(self.generators) == 1 and self.generators[0].where is None and not self.front:
            g = self.generators[0]
            if isinstance(g.domain, ir.Seq) and len(g.domain.items) == 1:
                out.append(ir.SetLocal(g.slot, g.domain.items[0]))
                return b.YES
        locals_ = [ir.Local(g.slot) for g in self.generators]
        if len(locals_) == 1:
            found: ir.Expr = self.first(locals_[0])
            if self.front:
                found = b.if_else(b.both(*self.front), found, b.MINUS)
            out.append(ir.SetLocal(locals_[0].slot, found))
            return b.binary("!=", locals_[0], b.MINUS)
        t = self.cx.temp(list_of(ANY), "found")
        found = self.first(ir.Seq(tuple(locals_)))
        if self.front:
            found = b.if_else(b.both(*self.front), found, b.MINUS)
        out.append(ir.SetLocal(t.slot, found))
        then = [ir.SetLocal(x.slot, b.item(t, i)) for i, x in enumerate(locals_, 1)]
        out.extend([ir.If(b.binary("!=", t, b.MINUS), tuple(then))])
        return b.binary("!=", t, b.MINUS)


def search(cx: Cx, node: s.Expr) -> Found:
    """Takes a condition apart; names that it binds are put into `cx`."""
    found = Found(cx)
    _gather(cx, node, found)
    return found


def _gather(cx: Cx, node: s.Expr, found: Found) -> None:
    match node:
        case s.Binary(op="and"):
            _gather(cx, node.left, found)
            learn(cx, node.left, True)
            _gather(cx, node.right, found)
        case s.Quantified(word="some") if node.binder.name is not None:
            binder = collections.bind(cx, node.binder)
            found.generators.append(binder.generator())
            found.names.append((node.binder.name.name, binder.local, binder.ty))
            if node.condition is not None:
                _gather(cx, node.condition, found)
                learn(cx, node.condition, True)
            learn(cx, node, True)
        case s.Is() if node.alias is not None and not node.negated:
            v = ex.expr(cx, node.operand)
            plain = coerce.plain(cx, v)
            ty = _alias_type(cx, node, v)
            local = cx.bind(node.alias.name, ty)
            t = test(cx, Val(local, plain.ty), node)
            found.generators.append(ir.For(local.slot, b.seq(plain.e), t))
            found.names.append((node.alias.name, local, ty))
            learn(cx, node, True)
        case _:
            found.add(ex.condition(cx, node))
