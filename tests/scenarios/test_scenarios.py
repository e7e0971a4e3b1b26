"""Small games whose scenarios must pass, or fail at a marked line.

`#! part of the message` at the end of a line: the scenario fails there and says so. `#! GDL0804 part`: it is wrong before it is
played, with that code at that line. A scenario without a mark passes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from gdl.examine import examine
from gdl.scenarios import Outcome, outcomes_of

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.gdl"))
MARK = re.compile(r"#! (?:(GDL\d{4}) ?)?(.*)$")


@dataclass(frozen=True, slots=True)
class Mark:
    line: int
    code: str | None
    text: str


def marks(path: Path) -> list[Mark]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark = MARK.search(line)
        if mark:
            found.append(Mark(number, mark[1], mark[2]))
    return found


def problem(outcome: Outcome, mark: Mark | None) -> str:
    """Why an outcome is not what the file says; empty if it is."""
    if mark is None:
        return "" if outcome.passed else f"{outcome.name} should pass: {outcome.message}"
    if outcome.passed:
        return f"{outcome.name} should fail at line {mark.line}"
    place = f":{mark.line}:" if mark.code else f"line {mark.line}: "
    wanted = [place, mark.text, mark.code or ""]
    missing = [part for part in wanted if part not in outcome.message]
    return f"{outcome.name}: {missing} is not in: {outcome.message}" if missing else ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_outcomes(path: Path) -> None:
    found = sorted(outcomes_of(path), key=lambda outcome: outcome.line)
    starts = [outcome.line for outcome in found] + [10**6]
    wrong = []
    for outcome, end in zip(found, starts[1:], strict=True):
        mine = [mark for mark in marks(path) if outcome.line < mark.line < end]
        assert len(mine) <= 1, f"{outcome.name} has two marks"
        wrong.append(problem(outcome, mine[0] if mine else None))
    assert [text for text in wrong if text] == []


def test_there_are_enough() -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    assert sum(text.count("\nscenario ") for text in texts) >= 75
    assert sum(len(marks(path)) for path in FILES) >= 30


@pytest.mark.parametrize("name", ["chance", "knows", "sees", "could_be", "given", "answers"])
def test_every_form_has_its_scenarios(name: str) -> None:
    """At least ten for each form, some of which fail as they should."""
    path = FOLDER / f"{name}.gdl"
    assert path.read_text(encoding="utf-8").count("\nscenario ") >= 10
    assert marks(path)


def test_a_failure_shows_the_question_and_the_table() -> None:
    (outcome,) = outcomes_of(FOLDER / "answers.gdl", "an action that is not legal")
    lines = outcome.message.splitlines()
    assert lines[0].startswith("line ") and "do p1 Eat(Pear)" in lines[0]
    assert lines[1] == "p1 cannot Eat(Pear) now"
    assert lines[2].startswith("p1 is asked: eat Apple, give Apple to p2, 1, ")
    assert lines[3] == "the table:" and "  p1.basket: Apple" in lines[4:]


def test_lint_tells_what_is_wrong_with_scenarios() -> None:
    path = FOLDER / "wrong.gdl"
    found = {(item.span.line, item.code) for item in examine([path]).diagnostics if item.severity == "error"}
    assert found == {(mark.line, mark.code) for mark in marks(path)}
    assert not examine([FOLDER / "claims.gdl"]).diagnostics.has_errors


def test_only_the_wanted_ones_run() -> None:
    path = FOLDER / "chance.gdl"
    assert [outcome.name for outcome in outcomes_of(path, "one at random")] == ["one at random"]
    assert not list(outcomes_of(path, "no such scenario"))
