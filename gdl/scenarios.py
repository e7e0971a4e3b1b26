"""The scenarios of a game, run: one outcome each.

Scenarios that play with the same variants, options and number of players share one program.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gdl.dsl import ir_scenario
from gdl.dsl import syntax as s
from gdl.dsl.compile import Elaborated, elaborate_scenarios
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.texts import plain_text
from gdl.dsl.load import Loaded, load
from gdl.dsl.source import Source, Span
from gdl.dsl.variants import apply
from gdl.game import seats_of
from gdl.interpreter.machine import Machine
from gdl.interpreter.scenario import Runner
from gdl.interpreter.scenario_report import Verdict

Options = tuple[tuple[str, str], ...]
Group = tuple[tuple[str, ...], Options, int | None]
"""Variants, options and how many players (None: as few as may play)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a scenario came out. `message`: empty if it passed; else the step, what was expected and found."""

    name: str
    file: str
    line: int
    cites: tuple[str, ...]
    passed: bool
    message: str = ""
    seconds: float = 0.0


def outcomes_of(path: Path, wanted: str = "") -> Iterator[Outcome]:
    """Runs the scenarios of a game whose name or citation contains `wanted`."""
    told = Diagnostics()
    loaded = load(path, told)
    if loaded is None or told.has_errors:
        found = "\n".join(str(item) for item in told.sorted() if item.severity == "error")
        yield Outcome("the game can be read", str(path), 1, (), False, found or "there is no game here")
        return
    chosen = [x for x in loaded.scenarios if _is_wanted(x, wanted)]
    for group, scenes in grouped(chosen).items():
        yield from _Group(loaded, group, scenes).outcomes()


def grouped(scenes: Sequence[s.Scenario]) -> dict[Group, list[s.Scenario]]:
    """By what they play with, in the order of their text."""
    found: dict[Group, list[s.Scenario]] = {}
    for scene in scenes:
        found.setdefault(_group_of(scene), []).append(scene)
    return found


def check(loaded: Loaded, diagnostics: Diagnostics) -> None:
    """What is wrong with the scenarios of a game, without playing them."""
    for group, scenes in grouped(loaded.scenarios).items():
        told = Diagnostics()
        made = _Group(loaded, group, scenes).elaborated(told)
        messages = [item.message for item in told if item.severity == "error"]
        if made is not None or not all(_is_expected(scene, messages) for scene in scenes):
            diagnostics.extend(told)
        for _, wrong in made[1] if made is not None else ():
            diagnostics.extend(wrong)


def _is_wanted(scene: s.Scenario, wanted: str) -> bool:
    return wanted.lower() in scene.title.lower() or any(wanted in cite for cite in cites_of(scene))


def cites_of(scene: s.Scenario) -> tuple[str, ...]:
    cites = [*scene.cites, *(cite for line in scene.scenes for cite in line.cites)]
    return tuple(dict.fromkeys(cite.id for cite in cites))


def _is_expected(scene: s.Scenario, messages: list[str]) -> bool:
    """`then error "..."` of a game that is refused with these variants, options and players."""
    claims = [line.claim for line in scene.scenes if isinstance(line, s.ThenScene)]
    texts = [
        plain_text(claim.text).lower() if isinstance(claim, s.Claim) and claim.word == "error" else None
        for claim in claims
    ]
    return bool(texts) and all(
        text is not None and any(text in message.lower() for message in messages) for text in texts
    )


def _verdict(runner: Runner, scenario: ir_scenario.Scenario) -> Verdict:
    """A defect of ours fails one scenario, not all of them."""
    try:
        return runner.run(scenario)
    except Exception as error:
        if os.environ.get("GDL_DEBUG"):
            raise
        return Verdict(scenario.span, f"this is a defect in gdl: {type(error).__name__}: {error}")


def _group_of(scene: s.Scenario) -> Group:
    variants: list[str] = []
    options: dict[str, str] = {}
    seats: int | None = None
    for line in scene.scenes:
        match line:
            case s.WithScene():
                variants += [name.name for name in line.variants]
            case s.OptionScene():
                options[line.name.name] = _option_text(line.value)
            case s.SeatsScene():
                seats = line.count
    return tuple(variants), tuple(sorted(options.items())), seats


def _option_text(value: s.Expr) -> str:
    match value:
        case s.Number():
            return str(value.value)
        case s.Truth():
            return "yes" if value.value else "no"
        case s.Name():
            return value.name
        case s.Unary(op="-", operand=s.Number() as number):
            return f"-{number.value}"
    return "?"


@dataclass(frozen=True, slots=True)
class _Group:
    """Scenarios that share a program."""

    loaded: Loaded
    group: Group
    scenes: list[s.Scenario]

    def elaborated(self, told: Diagnostics) -> tuple[Machine, tuple[Elaborated, ...]] | None:
        """The program and the scenarios in it; None where the game itself is wrong with these variants and options."""
        variants, options, seats = self.group
        at = self.scenes[0].span
        known = {variant.name: variant.node for variant in self.loaded.variants}
        wanted = list(dict.fromkeys((*self.loaded.chosen, *variants)))
        applied = apply(self.loaded.game, self.loaded.base, known, wanted, told, at)
        if told.has_errors:
            return None
        changed = replace(
            self.loaded, game=applied.game, declarations=applied.declarations, chosen=applied.chosen
        )
        least, most = seats_of(changed.game)
        count = least if seats is None else seats
        if not least <= count <= most:
            told.error("GDL0803", at, f"this game is for {least} to {most} players, not {count}")
            return None
        found: Mapping[str, str] = dict(options)
        made = elaborate_scenarios(changed, count, found, self.scenes, told)
        return (Machine(made[0]), made[1]) if made is not None else None

    def outcomes(self) -> Iterator[Outcome]:
        start = time.perf_counter()
        told = Diagnostics()
        made = self.elaborated(told)
        if made is None:
            errors = [item for item in told.sorted() if item.severity == "error"]
            for scene in self.scenes:
                expected = _is_expected(scene, [item.message for item in errors])
                yield self._outcome(scene, "" if expected else "\n".join(map(str, errors)), start)
            return
        runner = Runner(made[0])
        for scene, (scenario, wrong) in zip(self.scenes, made[1], strict=True):
            if scenario is None:
                message = "\n".join(str(item) for item in wrong.sorted() if item.severity == "error")
                yield self._outcome(scene, message, start)
            else:
                verdict = _verdict(runner, scenario)
                message = ""
                if not verdict.passed:
                    message = f"{self._line(verdict.span)}\n{verdict.message}"
                    if verdict.table:
                        message += "\nthe table:\n" + "\n".join(f"  {x}" for x in verdict.table.splitlines())
                yield self._outcome(scene, message, start)
            start = time.perf_counter()

    def _line(self, span: Span) -> str:
        """`line 14: then p1.score = 3`"""
        source: Source | None = self.loaded.sources.get(span.file)
        lines = source.text.splitlines() if source is not None else []
        text = lines[span.line - 1].strip() if 0 < span.line <= len(lines) else ""
        return f"line {span.line}: {text}"

    def _outcome(self, scene: s.Scenario, message: str, start: float) -> Outcome:
        seconds = time.perf_counter() - start
        span = scene.span
        return Outcome(scene.title, span.file, span.line, cites_of(scene), not message, message, seconds)
