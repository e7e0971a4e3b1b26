"""Broken text and what is said about it.

Each `.gdl` file here holds cases, separated by lines of `---`. A line that should be complained about ends in
`#! CODE part of the message`; where a comment cannot stand on that line, the next line says `#!^ CODE ...`.
Every complaint must be expected and every expectation met.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse import parse
from gdl.dsl.source import Source

HERE = Path(__file__).parent
EXPECTED = re.compile(r"#!(\^?) (GDL\d{4})(?: (.*?))?\s*$")


def cases() -> list[tuple[str, str]]:
    found = []
    for path in sorted(HERE.glob("*.gdl")):
        for number, text in enumerate(
            re.split(r"^---.*\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE), 1
        ):
            found.append((f"{path.stem}-{number}", text))
    return found


def expectations(text: str) -> list[tuple[int, str, str]]:
    """(line, code, part of the message), and no case without one, unless it says that it is fine."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        match = EXPECTED.search(line)
        if match:
            found.append((number - len(match[1]), match[2], match[3] or ""))
    assert found or "#! fine" in text, "a case says what it expects"
    return found


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in cases()])
def test_case(text: str) -> None:
    diagnostics = Diagnostics()
    parse(Source("case.gdl", text.replace("⇥", "\t")), diagnostics)
    left = diagnostics.sorted()
    for line, code, part in expectations(text):
        met = [
            d for d in left if d.span.line == line and d.code == code and part in f"{d.message} ({d.hint})"
        ]
        assert met, f"line {line}: expected {code} {part!r}, found:\n" + "\n".join(
            map(str, diagnostics.sorted())
        )
        left.remove(met[0])
    assert not left, "unexpected:\n" + "\n".join(map(str, left))


def test_there_are_enough_cases() -> None:
    assert len(cases()) >= 60
