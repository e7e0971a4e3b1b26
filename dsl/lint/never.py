"""GDL1005, GDL1006, GDL1007, GDL1016: actions never offered, phases never reached, rules that never happen, and
triggers that wait for any of these."""

from __future__ import annotations

from collections import Counter

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics, suggestion
from gdl.dsl.lint.text import Text


def _called(text: Text) -> set[str]:
    """Names that stand where something is called or played: `gain(p, 2)`, `c.rest(p)`, lines of the flow."""
    found: set[str] = set()
    for call in text.of(s.Call):
        match call.function:
            case s.Name() as function:
                found.add(function.name)
            case s.Member() as method:
                found.add(method.name.name)
    for line in text.of(s.FlowLine):
        found.update(phase.name for phase in line.phases)
    return found


def _not_offered(text: Text, called: set[str]) -> list[s.Action]:
    """Actions that are offered neither by name, nor by a window or occasion, nor at any time."""
    windows = {node.name.name for node in text.of(s.Window)}
    offered: set[str] = set()
    for item in text.of(s.OfferItem):
        what = item.what.function if isinstance(item.what, s.Call) else item.what
        if isinstance(what, s.Name):
            offered.add(what.name)
        elif isinstance(what, s.Member):
            offered.add(what.name.name)
    often = Counter(node.name.name for node in text.of(s.Action))
    return [
        node
        for node in text.of(s.Action)
        if not node.anytime
        and node.name.name not in offered
        and node.name.name not in called
        and often[node.name.name] == 1
        and not any(o.name.name in windows or o.name.name in offered for o in node.occasions)
    ]


def never(text: Text, to: Diagnostics) -> None:
    """What never happens, and the triggers on it."""
    called = _called(text)
    lost: dict[str, str] = {}
    for node in _not_offered(text, called):
        name = node.name.name
        lost[name] = f"action `{name}` is never offered"
        if node.occasions:
            first = node.occasions[0].name
            to.warning(
                "GDL1005",
                first.span,
                f"`{name}` is never offered: nothing offers `{first.name}`, and no window is called so",
                f"write `offer p: {first.name}` where it may be done",
            )
        else:
            to.warning(
                "GDL1005",
                node.name.span,
                f"action `{name}` is never offered",
                f"write `offer p: {name}` where it may be done",
            )
    for declared in text.declarations:
        match declared:
            case s.Phase() if declared.name.name not in called:
                lost[declared.name.name] = f"phase `{declared.name.name}` is never reached"
                to.warning(
                    "GDL1006",
                    declared.name.span,
                    lost[declared.name.name],
                    "name it in the flow, or call it from another phase",
                )
            case s.Rule() | s.Table() if declared.name.name not in called:
                word = "rule" if isinstance(declared, s.Rule) else "table"
                lost[declared.name.name] = f"nothing calls {word} `{declared.name.name}`"
                to.warning(
                    "GDL1007",
                    declared.name.span,
                    f"{word} `{declared.name.name}` never happens: nothing calls it",
                    "call it, or take it out",
                )
    _in_bodies(text, called, to)
    _waiting(text, lost, to)


def _in_bodies(text: Text, called: set[str], to: Diagnostics) -> None:
    """Rules of types, kinds and traits that nothing calls: under another name, the one that the type has is called."""
    bodies: list[s.Component | s.Kind | s.Trait] = [*text.of(s.Component), *text.of(s.Kind), *text.of(s.Trait)]
    rules = {line.name.name for body in bodies for line in body.lines if isinstance(line, s.Rule)}
    for body in bodies:
        for line in body.lines:
            if isinstance(line, s.Rule) and line.name.name not in called:
                name = line.name.name
                to.warning(
                    "GDL1007",
                    line.name.span,
                    f"rule `{name}` never happens: nothing calls it",
                    suggestion(name, rules & called) or "call it, or take it out",
                )


def _waiting(text: Text, lost: dict[str, str], to: Diagnostics) -> None:
    """Triggers on what never happens, on zones that nothing enters or leaves, and of cards that are never in play."""
    used = _used_zones(text)
    for trigger in text.of(s.Trigger):
        reasons = []
        for event in trigger.events:
            if event.word == "call" and isinstance(event.name, s.Name):
                reasons.append(lost.get(event.name.name, ""))
            elif event.word in ("enters", "leaves"):
                zone = _zone_name(event.zone)
                still = zone and zone not in used and zone in {z.name.name for z in text.of(s.Zone)}
                reasons.append(f"nothing {event.word} `{zone}`" if still else "")
            else:
                reasons.append("")
        if reasons and all(reasons):
            _never_fires(trigger.events[0], reasons[0], to)
    for node, lines in _never_live(text):
        for line in lines:
            if isinstance(line, s.Trigger | s.When | s.Modifier):
                at = line.events[0] if isinstance(line, s.Trigger) else line
                _never_fires(at, f"no zone that a {node} can lie in is `in play`", to)


def _never_fires(at: s.Node, reason: str, to: Diagnostics) -> None:
    cure = (
        "say `in play` behind the zone, or `live while ...`"
        if "in play" in reason
        else "see to it, or take this out"
    )
    to.warning("GDL1016", at.span, f"this never counts: {reason}", cure)


def _used_zones(text: Text) -> set[str]:
    """Names that stand anywhere but at a zone's declaration and in the head of a trigger."""
    heads = {_zone_name(event.zone) for event in text.of(s.Event) if event.zone is not None}
    often = Counter(_zone_name(event.zone) for event in text.of(s.Event) if event.zone is not None)
    declared = Counter(zone.name.name for zone in text.of(s.Zone))
    return {name for name in heads if text.mentions[name] > often[name] + declared[name]}


def _zone_name(node: s.Expr | None) -> str:
    match node:
        case s.Name():
            return node.name
        case s.Member():
            return node.name.name
        case s.Item():
            return _zone_name(node.object)
    return ""


def _never_live(text: Text) -> list[tuple[str, tuple[s.Declaration, ...]]]:
    """Bodies of types and kinds whose components no zone `in play` can hold, and which do not say `live while`."""
    parents = {c.name.name: c.parent.name for c in text.of(s.Component) if c.parent is not None}
    spaces = {c.name.name for c in text.of(s.Component) if c.sort in ("space", "die")}
    aliases = {a.name.name: a.type for a in text.of(s.TypeAlias)}
    live: set[str] = set()

    def holds(node: s.TypeNode) -> None:
        match node:
            case s.UnionType():
                for part in node.parts:
                    holds(part)
            case s.NamedType() if node.name in aliases:
                holds(aliases[node.name])
            case s.NamedType():
                live.add(node.name)

    for zone in text.of(s.Zone):
        if zone.in_play:
            holds(zone.of)
    for component in text.of(s.Component):
        if any(isinstance(line, s.LiveWhile) for line in component.lines):
            live.add(component.name.name)

    def ancestors(name: str) -> set[str]:
        found = {name}
        while name in parents and parents[name] not in found:
            name = parents[name]
            found.add(name)
        return found

    below = {up for name in live for up in ancestors(name)}  # a zone of Hero may let a trigger of Card count
    found: list[tuple[str, tuple[s.Declaration, ...]]] = []
    bodies: list[s.Component | s.Kind] = [*text.of(s.Component), *text.of(s.Kind)]
    for body in bodies:
        name = body.name.name if isinstance(body, s.Component) else body.type.name
        family = ancestors(name)
        own = any(isinstance(line, s.LiveWhile) for line in body.lines)
        if not own and not family & live and name not in below and not family & spaces:
            found.append((name, body.lines))
    return found
