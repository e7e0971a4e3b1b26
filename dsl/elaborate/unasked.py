"""What no question of the game brings up is checked all the same: an action that is never offered may still be misspelt.

Afterwards every declaration has been looked at once. What is made on the way stands in no function that play reaches.
"""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate import offers
from gdl.dsl.elaborate.again import as_before
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import FnBuilder, World, ZoneFamily
from gdl.dsl.elaborate.types import ANY, PLAYER, Ty, Val, component, describe
from gdl.dsl.source import Span


def check(w: World) -> None:
    """After all bodies are made."""
    _phases_of_states(w)
    _zones_by_name(w)
    _lives(w)
    _actions(w)
    _windows(w)


def _scratch(w: World) -> Cx:
    """A place whose steps go nowhere: its function is no part of the program."""
    return Cx(w, FnBuilder("unasked", "rule", -1), out=[])


def _phases_of_states(w: World) -> None:
    """`state x: 0..9 = 0 per Turn`"""
    known = [n for n, c in w.callables.items() if c.word in ("phase", "rule", "action", "table")]
    for decl in w.state_list:
        if decl.per is not None and decl.per not in known:
            assert decl.node is not None and decl.node.per is not None
            w.unknown("phase", decl.per, decl.node.per.span, known)


def _zones_by_name(w: World) -> None:
    """The zones of `after c enters z`, `while in z` and `refills from z`."""
    known = [f.name for f in w.families if f.name != "cube box"]
    named: list[tuple[str, Span]] = []
    for t in w.triggers:
        node = t.event.zone if t.event.word in ("enters", "leaves") else None
        match node:
            case s.Name():
                named.append((node.name, node.span))
            case s.Member():
                named.append((node.name.name, node.name.span))
    for family in w.families:
        if isinstance(family.node.refills, s.Name):
            named.append((family.node.refills.name, family.node.refills.span))
    for decl in w.state_list:
        if isinstance(decl.while_in, s.Name) and (decl.while_in.name, decl.while_in.span) not in named:
            named.append((decl.while_in.name, decl.while_in.span))
    for name, span in named:
        if name not in known:
            w.unknown("zone", name, span, known)
    for family in w.families:
        node = family.node.refills
        other = refills_from(w, family) if isinstance(node, s.Name) else None
        if node is not None and other is not None:
            _refills(w, family, other, node.span)


def refills_from(w: World, family: ZoneFamily) -> ZoneFamily | None:
    """The zone that is shuffled in: one of the table or of each player, or one on the same component."""
    node = family.node.refills
    if not isinstance(node, s.Name):
        return None
    if family.holder is not None and family.holder.find_zone(node.name) is not None:
        return family.holder.find_zone(node.name)
    return w.zones.get(node.name)


def _refills(w: World, family: ZoneFamily, other: ZoneFamily, span: Span) -> None:
    """One zone is shuffled in, and what lies there may lie here."""
    same = other.per_player == family.per_player and other.holder is family.holder and other.index == family.index
    single = not other.per_player and other.holder is None and not other.index
    if not same and not single:
        w.error(
            "GDL0616",
            span,
            f"one zone is shuffled in, but there are several `{other.name}`",
            f"`{family.name}` and `{other.name}` must both belong to each player, or to all",
        )
    elif family.item.types and other.item.types:
        if not any(a.is_a(z) or z.is_a(a) for a in other.item.types for z in family.item.types):
            holds = describe(family.item)
            w.error("GDL0617", span, f"what lies in `{other.name}` cannot lie in `{family.name}`: it holds {holds}")


def _lives(w: World) -> None:
    """`live while c` of types that nothing has asked about."""
    for t in w.types.values():
        if t.live_while and t.high > t.low:
            cx = _scratch(w).pure()
            cx.bind("self", component(t))
            cx.bind("you", PLAYER)
            for c in t.live_while:
                ex.condition(cx, c)


def _actions(w: World) -> None:
    """The parameters, requirements and labels of actions that no offer and no window names."""
    for target in w.callables.values():
        if isinstance(target.node, s.Action) and not target.used and not as_before(w, target.node):
            cx = _scratch(w)
            who = Val(cx.bind("asked", PLAYER), PLAYER)
            bound = {n: Val(b.MINUS, ANY) for n in _said(target.node)}
            offers.plain_action(cx, target, who, [], target.node.span, bound)
    for t in w.types.values():
        names = dict.fromkeys(
            [n for n, m in t.methods.items() if isinstance(m.node, s.Action)]
            + [n for k in t.kinds for n, m in k.methods.items() if isinstance(m.node, s.Action)]
        )
        for name in names:
            nodes = [m.node for m in w.methods[name] if isinstance(m.node, s.Action)]
            served = any(("occasion", o.name.name) in w.touched for node in nodes for o in node.occasions)
            if ("offered", name) not in w.touched and not served and not as_before(w, *nodes, t.node):
                cx = _scratch(w)
                who = Val(cx.bind("asked", PLAYER), PLAYER)
                bound = {n: Val(b.MINUS, ANY) for node in nodes for n in _said(node)}
                offers.of_kinds(cx, name, t, who, None, [], t.node.span, False, bound)


def _said(node: s.Action) -> list[str]:
    """The names in `for before_reveal(battle)`: the occasion gives them their meaning."""
    return [a.name for o in node.occasions for a in o.args if isinstance(a, s.Name)]


def _windows(w: World) -> None:
    from gdl.dsl.elaborate import parts

    for name, window in w.windows.items():
        if ("window", name) not in w.touched and not as_before(w, window):
            cx = _scratch(w)
            types: list[tuple[str, Ty]] = [(p.name.name, parts.param_type(cx, p)) for p in window.params]
            who = Val(cx.bind("asked", PLAYER), PLAYER)
            for n, ty in types:
                cx.bind(n, ty)
            for item in window.items:
                offers.items(cx, item, who)
