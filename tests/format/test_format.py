"""The formatter: golden files, and what must hold for every text.

`NAME.gdl` is laid out as `NAME.expected.gdl`; `pytest --update` writes the latter anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.format import format_source
from gdl.dsl.parse import parse
from gdl.dsl.parse.tree import walk
from gdl.dsl.same import same
from gdl.dsl.source import Source

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
MESSY = sorted(path for path in HERE.glob("*.gdl") if not path.name.endswith(".expected.gdl"))
GAMES = sorted((ROOT / "gamedefs").rglob("*.gdl"))


def laid_out(text: str) -> str:
    return format_source(Source("x.gdl", text))


def read(text: str) -> s.File:
    diagnostics = Diagnostics()
    file = parse(Source("x.gdl", text), diagnostics)
    assert file is not None and not len(diagnostics), "\n".join(map(str, diagnostics))
    return file


def cited(file: s.File) -> list[tuple[str, list[str]]]:
    """All citations, each with the sort of node that it stands at."""
    nodes = [node for declaration in file.declarations for node, _ in walk(declaration)]
    return [(type(n).__name__, [c.id for c in n.cites]) for n in nodes if getattr(n, "cites", ())]  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_golden(path: Path, update: bool) -> None:
    golden = path.with_suffix(".expected.gdl")
    found = laid_out(path.read_text(encoding="utf-8"))
    if update:
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [*MESSY, *GAMES], ids=lambda path: path.name)
def test_meaning_comments_and_citations_stay(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    after = laid_out(before)
    old, new = read(before), read(after)
    assert same(old.declarations, new.declarations)
    assert [text for _, _, text in old.comments] == [text for _, _, text in new.comments]
    assert cited(old) == cited(new)


@pytest.mark.parametrize("path", [*MESSY, *GAMES], ids=lambda path: path.name)
def test_twice_is_as_once(path: Path) -> None:
    once = laid_out(path.read_text(encoding="utf-8"))
    assert laid_out(once) == once


@pytest.mark.parametrize("path", [*MESSY, *GAMES], ids=lambda path: path.name)
def test_no_stray_space(path: Path) -> None:
    text = laid_out(path.read_text(encoding="utf-8"))
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert "\n\n\n\n" not in text and not text.startswith("\n")
    assert text.endswith("\n") and not text.endswith("\n\n")


def test_what_cannot_be_read_stays() -> None:
    broken = "rule   a(:\n  stop\n"
    assert laid_out(broken) == broken


def test_there_is_something_to_format() -> None:
    assert len(MESSY) >= 4


# The space between tokens is the formatter's, so any amount of it gives the same result.

LINE = [
    "if",
    "p.score",
    ">=",
    "f",
    "(",
    "a",
    ",",
    "-",
    "1",
    ")",
    "and",
    "not",
    "x",
    "in",
    "[",
    "1",
    "..",
    "3",
    "]",
    ":",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=len(LINE), max_size=len(LINE)), st.integers(1, 9))
def test_space_does_not_matter(gaps: list[int], indent: int) -> None:
    tight = {"f", "(", ".."}  # whatever: words need at least one space between them
    line = "".join(" " * (gap + (token not in tight)) + token for gap, token in zip(gaps, LINE, strict=True))
    text = f"rule a(p: Player):\n{' ' * indent}{line.strip()}\n{' ' * (indent + 2)}stop\n"
    assert laid_out(text) == (
        "rule a(p: Player):\n    if p.score >= f(a, -1) and not x in [1..3]:\n        stop\n"
    )
