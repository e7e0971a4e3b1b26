"""A loaded game to its Program: the whole of `dsl/` behind `load`, for one number of seats and one set of options."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

from gdl.dsl import ir, ir_scenario
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate import abilities, events, flow, layout, offers, parts, scenarios, texts, unasked, world
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import World
from gdl.dsl.elaborate.types import PLAYER
from gdl.dsl.load import Loaded
from gdl.dsl.lower.assemble import assemble
from gdl.dsl.lower.buckets import sort_out

Option = int | bool | str


def compile_game(
    loaded: Loaded, seats: int, options: Mapping[str, Option], diagnostics: Diagnostics
) -> ir.Program | None:
    """The program, or None where something is wrong (told in `diagnostics`)."""
    made = elaborate(loaded, seats, options, diagnostics)
    return made[1] if made is not None else None


def elaborate(
    loaded: Loaded, seats: int, options: Mapping[str, Option], diagnostics: Diagnostics
) -> tuple[World, ir.Program] | None:
    """The program together with all that is known about the declarations, for lint and scenarios."""
    return _made(loaded, seats, options, diagnostics)


Elaborated = tuple[ir_scenario.Scenario | None, Diagnostics]


def elaborate_scenarios(
    loaded: Loaded,
    seats: int,
    options: Mapping[str, Option],
    scenes: Sequence[s.Scenario],
    diagnostics: Diagnostics,
) -> tuple[ir.Program, tuple[Elaborated, ...]] | None:
    """A program that can begin at any of its phases, and these scenarios in it, each with what is wrong with it."""
    found: list[Elaborated] = []

    def also(w: World) -> None:
        for node in scenes:
            told = Diagnostics()
            found.append((scenarios.elaborate_scenario(w, node, told), told))

    made = _made(loaded, seats, options, diagnostics, also)
    return (made[1], tuple(found)) if made is not None else None


def _made(
    loaded: Loaded,
    seats: int,
    options: Mapping[str, Option],
    diagnostics: Diagnostics,
    also: Callable[[World], None] | None = None,
) -> tuple[World, ir.Program] | None:
    """All stages; `also` is done when everything is declared and before the program is put together."""
    nodes = [k for d in loaded.declarations for k in (d.kinds if isinstance(d, s.KindTable) else (d,))]
    before = len([d for d in diagnostics if d.severity == "error"])
    given = {n: ("yes" if v else "no") if isinstance(v, bool) else str(v) for n, v in options.items()}
    w = world.collect(nodes, loaded.game, seats, given, diagnostics)
    top = Cx(w, w.functions[0])
    parts.declare(top, nodes)
    slots = layout.lay_out(top)
    abilities.settle_uses(top)
    abilities.mark_given(top, nodes)
    _requirements(w, loaded.game)
    flow.reserve(w)
    if also is not None:
        scenarios.prepare(w)
    main = flow.build(w)
    facts = _facts(w)
    anytime = _anytime(w)
    unasked.check(w)
    if also is not None:
        scenarios.openings(w)
        also(w)
    flow._drain(w)
    _cites(w, nodes)
    w.functions[0].body = []
    if len([d for d in diagnostics if d.severity == "error"]) > before:
        return None
    sort_out(w)
    return w, assemble(w, slots, main, facts, anytime, loaded.chosen, source_hash(loaded, given))


def source_hash(loaded: Loaded, options: Mapping[str, str]) -> str:
    """The same for the same text, variants and options."""
    text = repr(
        (
            sorted(h for f, h in loaded.files.items() if "scenarios" not in f),
            loaded.chosen,
            sorted(options.items()),
        )
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _requirements(w: World, game: s.Game) -> None:
    """`requires "reason": c` in the header refuses players and options that do not fit."""
    for req in game.requires:
        for c in req.conditions:
            cx = Cx(w, w.functions[0])
            cx.scope["players"] = ex.expr(cx, s.Name(span=c.span, name="seats"))
            n = b.number(ex.condition(cx.pure(), c))
            if n is None:
                w.error(
                    "GDL0404",
                    c.span,
                    "what a game requires must be known before it begins",
                    "use options and the number of players",
                )
            elif not n:
                reason = _reason(cx, req.reason)
                w.error(
                    "GDL0527", c.span, reason, "choose other options, variants or another number of players"
                )


def _reason(cx: Cx, node: s.Text | None) -> str:
    if node is None:
        return "these options and players do not fit"
    out = ""
    for part in texts.template(cx, node).parts:
        out += (
            part
            if isinstance(part, str)
            else str(part.value.value if isinstance(part.value, ir.Const) else "…")
        )
    return out


def _facts(w: World) -> list[tuple[str, int, s.Fact]]:
    out: list[tuple[str, int, s.Fact]] = []
    for node in w.facts:
        fn = w.new_function("fact", "value", node.span)
        fn.pure = True
        cx = Cx(w, fn)
        fn.result = b.both(*(ex.condition(cx.child(), c) for c in node.conditions))
        out.append((texts.plain_text(node.text), fn.index, node))
    return out


def _anytime(w: World) -> list[ir.Entry]:
    fn = w.new_function("anytime", "value")
    cx = Cx(w, fn)
    cx.bind("asked", PLAYER)
    fn.params, fn.pure, fn.result = 1, True, b.NO
    return offers.anytime(cx)


def _cites(w: World, nodes: list[s.Declaration]) -> None:
    for x in abilities.walk(nodes):
        for cite in getattr(x, "cites", ()):
            w.cites.setdefault(cite.id, []).append(cite.span)


__all__ = ["compile_game", "elaborate", "events", "source_hash"]
