"""A loaded game to its Program: the whole of `dsl/` behind `load`, for one number of seats and one set of options."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from gdl.dsl import ir, ir_scenario
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate import (
    abilities,
    again,
    events,
    flow,
    functions,
    layout,
    offers,
    parts,
    scenarios,
    telling,
    texts,
    unasked,
    world,
)
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.coerce import num
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import World
from gdl.dsl.elaborate.types import PLAYER
from gdl.dsl.load import Loaded
from gdl.dsl.lower.assemble import assemble
from gdl.dsl.lower.buckets import sort_out
from gdl.dsl.records import dataclass

LONGEST_WAIT = 1_000
"""Decisions that `evaluate p after ... decisions` can name."""

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
    made = _World(loaded, seats, options, diagnostics)
    program = made.program()
    return (made.w, program) if program is not None else None


Elaborated = tuple[ir_scenario.Scenario | None, Diagnostics]


def elaborate_scenarios(
    loaded: Loaded,
    seats: int,
    options: Mapping[str, Option],
    scenes: Sequence[s.Scenario],
    diagnostics: Diagnostics,
) -> tuple[ir.Program, tuple[Elaborated, ...]] | None:
    """A program that can begin at any of its phases, and these scenarios in it, each with what is wrong with it."""
    made = _World(loaded, seats, options, diagnostics, playable=True)
    found = made.scenes(scenes)
    program = made.program()
    return (program, found) if program is not None else None


def check(
    loaded: Loaded,
    seats: int,
    options: Mapping[str, Option],
    diagnostics: Diagnostics,
    scenes: Sequence[s.Scenario] = (),
    before: Memory | None = None,
) -> tuple[Diagnostics, Diagnostics]:
    """All that is wrong, and no program: `diagnostics` gets what is wrong with the game.

    `before` remembers what has been checked of the same declarations: only what has another meaning is checked again.
    Given back is what only making the scenarios brought to light about the game, and what is wrong with them; both are
    empty where the game itself is wrong.
    """
    known = before.world if before is not None else None
    made = _World(loaded, seats, options, diagnostics, playable=bool(scenes), checking=True, before=known)
    if before is not None and known is None and not diagnostics.items:
        before.world = again.remembered(made.w, again.Mentions(made.nodes, before.known))
    beyond, wrong = Diagnostics(), Diagnostics()
    if scenes and not made.failed:
        made.w.diagnostics = beyond
        for _, told in made.scenes(scenes):
            wrong.extend(told)
    return beyond, wrong


@dataclass(slots=True)
class Memory:
    """A world of some declarations that was checked before, with nothing wrong in it; and what is known of their text."""

    world: again.Before | None = None
    known: again.Known | None = None


class _World:
    """All stages up to the program, which `program` makes of it; `scenes` come before that.

    `playable` from each of its phases; when `checking`, what only a program needs is left out.
    """

    def __init__(
        self,
        loaded: Loaded,
        seats: int,
        options: Mapping[str, Option],
        diagnostics: Diagnostics,
        playable: bool = False,
        checking: bool = False,
        before: again.Before | None = None,
    ):
        self.nodes = nodes = [
            k for d in loaded.declarations for k in (d.kinds if isinstance(d, s.KindTable) else (d,))
        ]
        self.loaded, self.playable = loaded, playable
        self.diagnostics = diagnostics
        self.before = _errors(diagnostics)
        self.given = {
            n: ("yes" if v else "no") if isinstance(v, bool) else str(v) for n, v in options.items()
        }
        self.w = w = world.collect(nodes, loaded.game, seats, self.given, diagnostics, loaded.library)
        w.checking = checking
        top = Cx(w, w.functions[0])
        parts.declare(top, nodes)
        self.slots = layout.lay_out(top)
        abilities.settle_uses(top)
        abilities.mark_given(top, nodes)
        functions.mark_running(w, nodes)
        telling.mark(w, nodes)
        _requirements(w, loaded.game)
        if before is not None:
            again.compare(w, before)
        flow.reserve(w)
        if playable:
            scenarios.prepare(w)
        self.main = flow.build(w)
        self.facts = _facts(w)
        self.advice = _advice(w)
        self.anytime = _anytime(w)
        unasked.check(w)
        flow._drain(w)

    @property
    def failed(self) -> bool:
        return _errors(self.diagnostics) > self.before

    def scenes(self, nodes: Sequence[s.Scenario]) -> tuple[Elaborated, ...]:
        """Each scenario with what is wrong with it."""
        found: list[Elaborated] = []
        scenarios.openings(self.w)
        for node in nodes:
            told = Diagnostics()
            found.append((scenarios.elaborate_scenario(self.w, node, told), told))
        flow._drain(self.w)
        return tuple(found)

    def program(self) -> ir.Program | None:
        """The program, or None where something is wrong."""
        w = self.w
        w.functions[0].body = []
        if self.failed:
            return None
        sort_out(w)
        hash_ = source_hash(self.loaded, self.given)
        chosen = self.loaded.chosen
        return assemble(w, self.slots, self.main, self.facts, self.advice, self.anytime, chosen, hash_)


def _errors(diagnostics: Diagnostics) -> int:
    return sum(d.severity == "error" for d in diagnostics)


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
        if again.as_before(w, node):
            continue
        fn = w.new_function("fact", "value", node.span)
        fn.pure = True
        cx = Cx(w, fn)
        fn.result = b.both(*(ex.condition(cx.child(), c) for c in node.conditions))
        out.append((texts.plain_text(node.text), fn.index, node))
    return out


def _advice(w: World) -> int:
    """The function of `evaluate p: ...`; -1 where the game gives no advice."""
    for extra in w.evaluations[1:]:
        first = w.evaluations[0].span
        hint = f"the first is in {first.file} line {first.line}; a variant can `replace` it"
        w.error("GDL0501", extra.span, "there are two `evaluate`", hint)
    if not w.evaluations:
        return -1
    node = w.evaluations[0]
    fn = w.new_function("evaluate", "value", node.span)
    cx = Cx(w, fn)
    cx.bind(node.player.name, PLAYER)
    fn.params, fn.pure = 1, True
    fn.result = num(cx, ex.expr(cx.pure(), node.value), node.value.span)
    if node.after and not 1 <= node.after.value <= LONGEST_WAIT:
        hint = "left out, bots see for themselves how far they look"
        w.error("GDL0504", node.after.span, f"bots can look 1 to {LONGEST_WAIT} decisions ahead", hint)
    return fn.index


def _anytime(w: World) -> list[ir.Entry]:
    fn = w.new_function("anytime", "value")
    cx = Cx(w, fn)
    cx.bind("asked", PLAYER)
    fn.params, fn.pure, fn.result = 1, True, b.NO
    return offers.anytime(cx)


__all__ = ["check", "compile_game", "elaborate", "events", "source_hash"]
