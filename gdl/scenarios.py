"""The scenarios of a game, run: one outcome each.

Scenarios that play with the same variants, options and number of players share one program.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gdl.dsl import ir_scenario
from gdl.dsl import syntax as s
from gdl.dsl.compile import Elaborated, elaborate_scenarios
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import Loaded, load
from gdl.dsl.source import Source, Span
from gdl.groups import Group, at_the_scenario, grouped, is_expected, with_group
from gdl.interpreter.machine import Machine
from gdl.interpreter.scenario import Runner
from gdl.interpreter.scenario_report import Verdict
from gdl.simulate import Tally, Thing, never_used, things_in


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


@dataclass(frozen=True, slots=True)
class Witness:
    """A scenario that passes: what it came to, and how the seats came out if the game was over."""

    title: str
    used: frozenset[Thing]
    outcomes: tuple[int, ...]


def witnesses(loaded: Loaded) -> Iterator[Witness]:
    """The scenarios of a game that pass, run once more to see what they come to. What lies somewhere because a scenario
    says so has not been moved there, so kinds are never among it."""
    for group, scenes in grouped(loaded.scenarios).items():
        made = _Group(loaded, group, scenes).elaborated(Diagnostics())
        if made is None:
            continue
        machine, parts = made
        runner = Runner(machine)
        things = {thing for thing, components in things_in(machine.program).items() if not components}
        for scene, (scenario, _) in zip(scenes, parts, strict=True):
            verdict = _verdict(runner, scenario) if scenario is not None else None
            if verdict is not None and verdict.passed:
                tally = Tally(happened=Counter(verdict.happened), taken=Counter(verdict.taken))
                unused = never_used(machine.program, tally)
                yield Witness(scene.title, frozenset(things.difference(unused)), verdict.outcomes)


def _is_wanted(scene: s.Scenario, wanted: str) -> bool:
    return wanted.lower() in scene.title.lower() or any(wanted in cite for cite in cites_of(scene))


def cites_of(scene: s.Scenario) -> tuple[str, ...]:
    cites = [*scene.cites, *(cite for line in scene.scenes for cite in line.cites)]
    return tuple(dict.fromkeys(cite.id for cite in cites))


def _verdict(runner: Runner, scenario: ir_scenario.Scenario) -> Verdict:
    """A defect of ours fails one scenario, not all of them."""
    try:
        return runner.run(scenario)
    except Exception as error:
        if os.environ.get("GDL_DEBUG"):
            raise
        return Verdict(scenario.span, f"this is a defect in gdl: {type(error).__name__}: {error}")


@dataclass(frozen=True, slots=True)
class _Group:
    """Scenarios that share a program."""

    loaded: Loaded
    group: Group
    scenes: list[s.Scenario]

    def elaborated(self, told: Diagnostics) -> tuple[Machine, tuple[Elaborated, ...]] | None:
        """The program and the scenarios in it; None where the game itself is wrong with these variants and options."""
        changed = with_group(self.loaded, self.group, self.scenes[0].span, told)
        if changed is None:
            return None
        made = elaborate_scenarios(changed[0], changed[1], dict(self.group[1]), self.scenes, told)
        return (Machine(made[0]), made[1]) if made is not None else None

    def outcomes(self) -> Iterator[Outcome]:
        start = time.perf_counter()
        told = Diagnostics()
        made = self.elaborated(told)
        if made is None:
            for scene in self.scenes:
                here = at_the_scenario(told, [scene])
                errors = [item for item in here.sorted() if item.severity == "error"]
                expected = is_expected(scene, [item.message for item in errors])
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
