"""A bare name: what it means here."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import members, refs
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import StateDecl, World, ZoneFamily
from gdl.dsl.elaborate.types import PLAYER, Ty, Val, component, list_of


def name(cx: Cx, node: s.Name, want: Ty | None) -> Val:
    found = lookup(cx, node, want)
    if found is not None:
        return found
    return unknown(cx, node)


def lookup(cx: Cx, node: s.Name, want: Ty | None) -> Val | None:
    w, n = cx.w, node.name
    if n in cx.scope:
        return cx.scope[n]
    if cx.trait is not None and n in cx.trait.states and "self" in cx.scope:
        decl = cx.trait.states[n]
        if decl.index:
            return _indexed(decl)
        return Val(refs.load(w, decl, cx.scope["self"].e, []), decl.ty)
    if cx.item is not None:
        found = members.try_member(cx, cx.item, n, node.span)
        if found is not None:
            return found
    if n == "players":
        return Val(ir.Seats(), list_of(PLAYER))
    if n == "seats":
        return Val(b.const(tuple(range(w.seats))), list_of(PLAYER))
    if n in w.states:
        return state(cx, w.states[n])
    if n in w.zones:
        return zone(cx, w.zones[n])
    if n in w.callables and w.callables[n].word == "value" and not w.callables[n].params:
        from gdl.dsl.elaborate import functions

        return functions.call_value(cx, w.callables[n], [], node.span)
    return _capital(cx, node, want)


def _capital(cx: Cx, node: s.Name, want: Ty | None) -> Val | None:
    w, n = cx.w, node.name
    if want is not None and want.item is not None and want.word in ("list", "set"):
        want = want.item
    if want is not None and want.word == "enum" and want.enum is not None and n in want.enum.members:
        w.touched.add((want.enum, n))
        return Val(ir.Const(want.enum.members.index(n)), Ty("enum", enum=want.enum))
    if want is not None and want.word in ("kind", "component", "cube", "amount") and n in w.kinds:
        return _kind(w, n)
    if n in w.options:
        w.touched.add(("option", n))
        return w.options[n]
    choices = w.enum_members.get(n, [])
    if len(choices) == 1 and n not in w.kinds:
        enum, index = choices[0]
        w.touched.add((enum, n))
        return Val(ir.Const(index), Ty("enum", enum=enum))
    if len(choices) > 1 and n not in w.kinds:
        names = " or ".join(f"`{enum.name}.{n}`" for enum, _ in choices)
        return w.error("GDL0303", node.span, f"`{n}` is in more than one enum", f"write {names}")
    if n in w.kinds:
        return _kind(w, n)
    if n in w.other_names:
        return _capital(cx, s.Name(span=node.span, name=w.other_names[n]), want)
    if n in w.comp_names:
        c = w.comps[w.comp_names[n]]
        return Val(ir.Const(c.index), component(c.type))
    if n in w.types:
        t = w.types[n]
        w.touched.add(t)
        if (
            t.sort in ("die", "space", "piece", "token", "tile", "card")
            and t.high - t.low == 1
            and not (want and want.is_list)
        ):
            return Val(ir.Const(t.low), component(t))
        if t.cubes:
            return Val(b.const(tuple(range(t.kind_low, t.kind_high))), list_of(Ty("kind", types=(t,))))
        return Val(b.const(tuple(range(t.low, t.high))), list_of(component(t)))
    if n in w.aliases and w.aliases[n].word == "component":
        together = w.aliases[n].types
        w.touched.update(together)
        found = dict.fromkeys(c for t in together for c in range(t.low, t.high))
        return Val(b.const(tuple(found)), list_of(Ty("component", types=together)))
    if n in w.enums:
        enum = w.enums[n]
        w.touched.add(enum)
        return Val(b.const(tuple(range(len(enum.members)))), list_of(Ty("enum", enum=enum)))
    if n in w.links and w.links[n].type is not None:
        link = w.links[n].type
        assert link is not None
        return Val(b.const(tuple(range(link.low, link.high))), list_of(component(link)))
    return None


def _kind(w: World, n: str) -> Val:
    kind = w.kinds[n]
    w.touched.add(kind)
    return Val(b.MINUS, Ty("kindname", types=(kind.type,), low=kind.index))


def state(cx: Cx, decl: StateDecl) -> Val:
    """A state by its bare name; one of each player, without a player, is everybody's."""
    if decl.index:
        return _indexed(decl)
    if decl.where == "player":
        p = cx.temp(PLAYER, "p")
        seats = b.const(tuple(range(cx.w.seats)))
        return Val(ir.Fold("list", (ir.For(p.slot, seats),), refs.load(cx.w, decl, p, [])), list_of(decl.ty))
    return Val(refs.load(cx.w, decl, None, []), decl.ty)


def _indexed(decl: StateDecl) -> Val:
    """A family of states: only an index makes a value of it. The declaration travels in `family`."""
    return Val(b.MINUS, Ty("any", item=decl.ty))


def zone(cx: Cx, family: ZoneFamily) -> Val:
    w = cx.w
    w.touched.add(family)
    if family.per_player or family.index:
        count = (w.seats if family.per_player else 1) * family.count
        return Val(
            b.const(tuple(range(family.base, family.base + count))),
            Ty("zones", item=family.item, family=family),
        )
    return Val(ir.Const(family.base), Ty("zone", family=family, item=family.item))


def unknown(cx: Cx, node: s.Name) -> Val:
    """Says what is missing, with the nearest names that could stand here."""
    w = cx.w
    near = set(cx.scope) | set(w.states) | set(w.zones) | set(w.options) | set(w.enum_members) | set(w.kinds)
    near |= set(w.types) | set(w.enums) | set(w.callables) | set(w.links) | {"players", "box"}
    near |= set(w.comp_names) | set(w.other_names) | {"yes", "no", "none"}
    if cx.scenario:
        near |= {"over", "won", "tied", "eliminated", "offered", "happened", "everyone"}
    n = node.name
    if n in w.callables:
        c = w.callables[n]
        what = {
            "rule": "a rule: it happens and has no value",
            "action": "an action",
            "phase": "a phase",
            "table": "a table",
        }
        if c.word == "value":
            want = ", ".join(p for p, _ in c.params)
            return w.error("GDL0302", node.span, f"`{n}` needs its arguments", f"write `{n}({want})`")
        return w.error(
            "GDL0302",
            node.span,
            f"`{n}` is {what.get(c.word, 'no value')}",
            "only values, state and zones can be read here",
        )
    if n in ("self", "you"):
        return w.error(
            "GDL0301",
            node.span,
            f"there is no `{n}` here",
            "it exists in the body of a type, kind or trait only",
        )
    if n in w.links:
        text = f"`{n}` carries nothing of its own that could be gone through"
        return w.error("GDL0308", node.span, text, f"give it a state: `link {n}: ...:` with a block")
    if cx.item is not None:
        near |= set(members.member_names(cx, cx.item.ty))
    own = cx.scope.get("self")
    if own is not None and own.ty.types:
        near |= {f"self.{x}" for x in members.member_names(cx, own.ty)}
    known = suggestion(n, near)
    if not known and not w.zone_infos and not w.callables and n[:1].islower():
        known = "before the game begins only numbers and options are known"
    holders = [t.name for t in w.types.values() if t.find_field(n) or t.find_state(n) or t.find_zone(n)]
    if not known and holders:
        known = f"`{n}` belongs to {holders[0]}: write `x.{n}`"
    return w.error("GDL0301", node.span, f"there is nothing called `{n}` here", known)
