"""What types, kinds and the table have: printed fields, zones, states, methods and abilities. Declared here, filled by `layout`."""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import suggestion
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import declared_types
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import (
    Callable_,
    CompType,
    FieldDecl,
    KindDecl,
    Method,
    ModifierDecl,
    StateDecl,
    TraitDecl,
    TriggerDecl,
    WhenDecl,
    ZoneFamily,
)
from gdl.dsl.elaborate.types import ANY, PLAYER, Ty, component
from gdl.dsl.source import Span

_SHAPES_OPEN = {"deck": "secret", "hand": "owner"}


def declare(cx: Cx, nodes: list[s.Declaration]) -> None:
    """Everything but bodies: after this every name can be looked up, with its type."""
    w = cx.w
    box = s.Zone(
        span=w.game.span,
        name=s.Ident(span=w.game.span, name="box"),
        index=(),
        shape="pool",
        of=s.NamedType(span=w.game.span, name="box"),
        sight="open",
        in_play=False,
        always_full=False,
        limit=None,
        refills=None,
        starts=None,
    )
    for name in ("box", "cube box"):
        family = ZoneFamily(name, box, component())
        w.zones[name] = family
        w.families.append(family)
    for t in list(w.types.values()):
        for line in t.lines:
            if isinstance(line, s.Field):
                _field(cx, t, line)
    for t in list(w.types.values()):
        for line in t.lines:
            _type_line(cx, t, line)
    for node in nodes:
        _top(cx, node)
    for kind in list(w.kinds.values()):
        for line in kind.lines:
            _kind_line(cx, kind, line)
    for target in w.callables.values():
        if isinstance(target.node, s.Action):
            target.params += _occasion_params(cx, target.node)
    _teams(cx)
    _abilities(cx, nodes)


def _field(cx: Cx, t: CompType, node: s.Field) -> None:
    n = node.name.name
    if t.find_field(n) is not None:
        cx.w.error(
            "GDL0501",
            node.name.span,
            f"{t.name} has a field `{n}` already",
            f"to change its default write `{n} = ...`",
        )
        return
    ty = declared_types.resolve(cx, node.type)
    index = tuple(declared_types.resolve(cx, i) for i in node.index)
    least = ex.constant(cx, node.at_least, "the least number") if node.at_least is not None else 0
    t.fields[n] = FieldDecl(n, t, node, ty, index, least or 0, span=node.name.span)


def _type_line(cx: Cx, t: CompType, line: s.Declaration) -> None:
    match line:
        case s.HasZone():
            n = line.zone.name.name
            if t.find_zone(n) is not None:
                cx.w.error("GDL0501", line.span, f"{t.name} has a zone `{n}` already")
                return
            t.zones[n] = zone_family(cx, line.zone, holder=t)
        case s.State():
            state(cx, line, "component", t)
        case s.WhileIn():
            for node in line.states:
                decl = state(cx, node, "component", t)
                if decl is not None:
                    decl.while_in = line.zone
                    decl.place = decl.sight == "open"
        case s.Value() | s.Rule() | s.Action():
            method = Method(line.name.name, t, None, line)
            t.methods[method.name] = method
            cx.w.methods.setdefault(method.name, []).append(method)
        case s.FieldDefault():
            if t.find_field(line.name.name) is None:
                known = [f for x in t.chain() for f in x.fields]
                cx.w.error(
                    "GDL0306",
                    line.name.span,
                    f"{t.name} has no field `{line.name.name}`",
                    suggestion(line.name.name, known),
                )


def _kind_line(cx: Cx, kind: KindDecl, line: s.Declaration) -> None:
    match line:
        case s.Value() | s.Rule() | s.Action():
            method = Method(line.name.name, kind.type, kind, line)
            if method.name in kind.methods:
                cx.w.error("GDL0501", line.span, f"`{kind.name}` says `{method.name}` twice")
            base = kind.type.find_method(method.name)
            if not isinstance(line, s.Action) and base is not None:
                if len(base.node.params) != len(line.params):
                    want = ", ".join(p.name.name for p in base.node.params)
                    cx.w.error(
                        "GDL0529",
                        line.name.span,
                        f"`{method.name}` of {base.owner.name} takes other parameters",
                        f"write `{method.name}({want})`",
                    )
            kind.methods[method.name] = method
            cx.w.methods.setdefault(method.name, []).append(method)
        case s.State():
            decl = state(cx, line, "component", kind.type, kind)
            if decl is not None:
                kind.states[decl.name] = decl


def zone_family(cx: Cx, node: s.Zone, per_player: bool = False, holder: CompType | None = None) -> ZoneFamily:
    item = declared_types.resolve(cx, node.of)
    if item.word not in ("component", "cube"):
        if item.word != "any":
            cx.w.error("GDL0509", node.of.span, f"a zone holds components, not {item}")
        item = component()
    index = tuple(declared_types.resolve(cx, i) for i in node.index)
    if node.always_full and node.shape != "slot":
        cx.w.error(
            "GDL0532",
            node.span,
            f"a {node.shape} is not `always full`: that is said of a slot",
            "leave it out; `limit n` says how many lie there at most",
        )
    family = ZoneFamily(node.name.name, node, item, per_player, holder, index)
    family.sight = node.sight or _SHAPES_OPEN.get(node.shape, "open")
    cx.w.families.append(family)
    return family


def state(
    cx: Cx, node: s.State, where: str, holder: CompType | None = None, kind: KindDecl | None = None
) -> StateDecl | None:
    n = node.name.name
    if (
        holder is not None
        and kind is None
        and (holder.find_state(n) is not None or holder.find_field(n) is not None)
    ):
        cx.w.error("GDL0501", node.name.span, f"{holder.name} has a `{n}` already")
        return None
    ty = declared_types.resolve(cx, node.type)
    index = tuple(declared_types.resolve(cx, i) for i in node.index)
    decl = StateDecl(n, node, ty, where, holder, kind, index, span=node.name.span, clamped=node.clamped)
    decl.initial_expr = node.default
    decl.sight = node.sight or "open"
    if where == "component":
        decl.sight = (
            "open"
            if node.sight is None and holder is not None and holder.root.sort == "space"
            else node.sight or "card"
        )
    decl.per = _phase_name(node.per)
    cx.w.state_list.append(decl)
    if where == "component" and holder is not None and kind is None:
        holder.states[n] = decl
    return decl


def _phase_name(node: s.Expr | None) -> str | None:
    return node.name if isinstance(node, s.Name) else None


def _top(cx: Cx, node: s.Declaration) -> None:
    w = cx.w
    match node:
        case s.Zones():
            for per_player, zone in node.zones:
                w.zones[zone.name.name] = zone_family(cx, zone, per_player)
        case s.States():
            for per_player, st in node.states:
                decl = state(cx, st, "player" if per_player else "game")
                if decl is not None:
                    w.states[decl.name] = decl
        case s.Value():
            _callable(cx, node, "value")
        case s.Rule():
            _callable(cx, node, "rule")
        case s.Action():
            _callable(cx, node, "action")
        case s.Phase():
            _callable(cx, node, "phase")
        case s.Table():
            _callable(cx, node, "table")
        case s.Window():
            w.windows[node.name.name] = node
        case s.Fact():
            w.facts.append(node)
        case s.Evaluate():
            w.evaluations.append(node)
        case s.Flow():
            w.flow = w.flow or node


def _callable(cx: Cx, node: s.Value | s.Rule | s.Action | s.Phase | s.Table, word: str) -> None:
    name = node.name.name
    params = [(p.name.name, param_type(cx, p)) for p in node.params]
    seen: set[str] = set()
    for p in node.params:
        if p.name.name in seen:
            cx.w.error("GDL0501", p.name.span, f"`{name}` has two parameters `{p.name.name}`")
        seen.add(p.name.name)
    if word == "action" and (not params or params[0][1].word not in ("player", "any")):
        cx.w.error(
            "GDL0530",
            (node.params[0].span if node.params else node.name.span),
            "the first parameter of an action is the player who takes it",
            f"write `action {name}(p: Player, ...)`",
        )
    result = None
    if isinstance(node, s.Rule) and node.result is not None:
        result = declared_types.resolve(cx, node.result)
    cx.w.callables.setdefault(name, Callable_(name, word, params, node, result, span=node.name.span))


def param_type(cx: Cx, p: s.Param) -> Ty:
    """Declared, or that of its domain (which may use earlier parameters, so only simple ones are looked at here)."""
    if p.type is not None:
        return declared_types.resolve(cx, p.type)
    if p.name.name == "you":
        return PLAYER
    if isinstance(p.domain, s.Range):
        return Ty("int")
    if p.domain is None:
        return ANY
    return Ty("any")


def _occasion_params(cx: Cx, node: s.Action) -> list[tuple[str, Ty]]:
    """`for before_reveal(b)`: what the window was opened with is known in the action's steps as well."""
    out: dict[str, Ty] = {}
    for occasion in node.occasions:
        window = cx.w.windows.get(occasion.name.name)
        for arg, p in zip(occasion.args, window.params if window is not None else (), strict=False):
            if isinstance(arg, s.Name):
                out.setdefault(arg.name, param_type(cx, p))
    return list(out.items())


def _teams(cx: Cx) -> None:
    w = cx.w
    if w.teams:
        decl = StateDecl("team", None, Ty("enum", enum=w.enums["Team"]), "player", span=w.game.span)
        w.states["team"] = decl
        w.state_list.append(decl)


# ---------------------------------------------------------------------------------------------- abilities


def _abilities(cx: Cx, nodes: list[s.Declaration]) -> None:
    """Traits, and the triggers and modifiers of the table, of types and of kinds."""
    w = cx.w
    for node in nodes:
        if isinstance(node, s.Trait) and node.name.name not in w.traits:
            w.traits[node.name.name] = trait(cx, node, None)
    for kind in w.kinds.values():
        for line in kind.lines:
            if isinstance(line, s.Trait):
                made = trait(cx, line, kind)
                if line.name.name in w.traits:
                    w.error(
                        "GDL0501",
                        line.name.span,
                        f"there is a trait `{line.name.name}` already",
                        "give this one another name",
                    )
                w.traits[line.name.name] = made
    for node in nodes:
        _ability(cx, node, None, None)
        if isinstance(node, s.Phase):
            for inner in node.triggers:
                _ability(cx, inner, None, node.name.name)
    for t in w.types.values():
        comps = [c.index for c in w.comps[t.low : t.high]]
        _body(cx, f"{t.name}", t.lines, t, comps, None, t.node.span)
    for kind in w.kinds.values():
        _body(cx, kind.name, kind.lines, kind.type, kind.components, kind, kind.span)


def trait(cx: Cx, node: s.Trait, kind: KindDecl | None) -> TraitDecl:
    w = cx.w
    on: list[CompType] = []
    players = False
    for name in node.on:
        if name.name == "Player":
            players = True
        elif name.name in w.types:
            on.append(w.types[name.name])
        elif name.name in w.aliases:
            on.extend(w.aliases[name.name].types)
        else:
            w.unknown("component type", name.name, name.span, [*w.types, "Player"])
    params = [(p.name.name, param_type(cx, p)) for p in node.params]
    decl = TraitDecl(
        node.name.name, node, params, tuple(on), list(node.lines), node.span, players, kind, len(w.trait_list)
    )
    w.trait_list.append(decl)
    _trait_lines(cx, decl)
    return decl


def _trait_lines(cx: Cx, decl: TraitDecl) -> None:
    w = cx.w
    for line in decl.lines:
        if isinstance(line, s.State) and decl.node is not None:
            made = state(cx, line, "trait", decl.on[0] if decl.on else None)
            if made is not None:
                made.sight = line.sight or "open"
                decl.states[made.name] = made
                made.low_holder = -1
        _ability(cx, line, decl, None)
    _ = w


def _body(
    cx: Cx,
    name: str,
    lines: list[s.Declaration],
    t: CompType,
    comps: list[int],
    kind: KindDecl | None,
    span: Span,
) -> None:
    """The abilities in a body make one anonymous trait."""
    w = cx.w
    mine: list[s.Declaration] = [
        x
        for x in lines
        if isinstance(x, s.Trigger | s.When | s.Modifier) or (isinstance(x, s.Action) and kind is not None)
    ]
    occasion = [x for x in lines if isinstance(x, s.Action) and (x.occasions or x.anytime)]
    if not [x for x in lines if isinstance(x, s.Trigger | s.When | s.Modifier)] and not occasion:
        return
    decl = TraitDecl(f"{name} body", None, [], (t,), mine, span, owner_kind=kind, index=len(w.trait_list))
    if kind is not None:
        decl.states = kind.states
    w.trait_list.append(decl)
    decl.uses = [(c, (), None) for c in comps]
    w.cache["body", kind if kind is not None else t] = decl
    for line in lines:
        if isinstance(line, s.Trigger | s.When | s.Modifier):
            _ability(cx, line, decl, None)


def _ability(cx: Cx, node: s.Declaration, owner: TraitDecl | None, phase: str | None) -> None:
    w = cx.w
    match node:
        case s.Trigger():
            priority = ex.constant(cx, node.priority, "a priority") if node.priority is not None else 0
            for event in node.events:
                w.triggers.append(TriggerDecl(node, event, owner, priority or 0, len(w.triggers), phase))
        case s.When():
            w.whens.append(WhenDecl(node, owner, phase))
        case s.Modifier():
            w.modifiers.setdefault(node.name.name, []).append(
                ModifierDecl(node, owner, len(w.modifiers.get(node.name.name, [])))
            )


__all__ = ["b", "declare", "param_type", "trait", "zone_family"]
