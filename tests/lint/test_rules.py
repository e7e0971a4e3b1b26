"""Lint rules: the example of a rule's page gets that warning and no other, its cure none; shipped games are clean.

`cases/*.gdl` holds small definitions, separated by lines of `---`: a line that should be warned about ends in
`#! CODE part of the message`, every other line must stay without a warning.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from definitions import complaints, write
from test_cases import EXPECTED

from gdl.coverage import catalogues_of, places_of
from gdl.dsl.diagnostics import Diagnostic, Diagnostics
from gdl.dsl.lint import lint
from gdl.dsl.lint.catalogue import misspelt_keys
from gdl.dsl.load import load

ROOT = Path(__file__).parent.parent.parent
PAGES = [p for p in sorted((ROOT / "dsl" / "codes").glob("*.md")) if "GDL1001" <= p.name < "GDL1900"]
GAMES = [
    p
    for folder in ("gamedefs", "docs/cookbook")
    for p in sorted((ROOT / folder).rglob("*.gdl"))
    if re.search(r"^game ", p.read_text(), re.M)
]


OF_WHOLE_GAMES = {"GDL1020", "GDL1021"}
"""A fragment sets and declares what only the rest of a game would ask about: these are told in `unread.gdl` and on pages of their own."""
CASES = [
    pytest.param(text, path.stem == "unread", id=f"{path.stem}-{number}")
    for path in sorted((Path(__file__).parent / "cases").glob("*.gdl"))
    for number, text in enumerate(
        re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE), 1
    )
]


def warnings(section: str, folder: Path) -> list[str]:
    """The codes that the checker and lint give to the example or the cure of a page."""
    (text,) = re.findall(r"^```gdl\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    others = re.findall(r"^```yaml (\S+)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return [d.code for d in told(text + "".join(f"=== {name}\n{data}" for name, data in others), folder)]


def told(text: str, folder: Path) -> list[Diagnostic]:
    """All that the checker and lint say about a definition; other files stand below lines of `=== name`."""
    first, *others = re.split(r"^=== (\S+)\n", text, flags=re.MULTILINE)
    path = write(folder, {"game.gdl": first, **dict(zip(others[::2], others[1::2], strict=True))})
    found = Diagnostics()
    found.extend(complaints(path))
    loaded = load(path, Diagnostics())
    assert loaded is not None
    listed = re.search(r"^# catalogue: (.*)$", text, re.MULTILINE)
    rules = listed[1].split(", ") if listed else []
    lint(loaded, found, places_of(path) or dict.fromkeys(rules, loaded.game.span))
    for source in catalogues_of(path):
        misspelt_keys(source, found)
    return found.sorted()


@pytest.mark.parametrize(("text", "whole"), CASES)
def test_case(text: str, whole: bool, tmp_path: Path) -> None:
    expected = []
    for part in re.split(r"^=== \S+\n", text, flags=re.MULTILINE):
        for number, line in enumerate(part.split("\n"), 1):
            match = EXPECTED.search(line)
            if match:
                expected.append((number, match[2], match[3] or ""))
    found = [d for d in told(text, tmp_path) if whole or d.code not in OF_WHOLE_GAMES]
    assert sorted((d.span.line, d.code) for d in found) == sorted((n, c) for n, c, _ in expected), found
    for number, code, part in expected:
        assert any(
            part in f"{d.message} ({d.hint})" for d in found if (d.span.line, d.code) == (number, code)
        ), found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path) -> None:
    code = page.name[:7]
    example, cure = page.read_text(encoding="utf-8").split("## Example\n")[1].split("## Cure\n")
    of_the_checker = code in ("GDL1001", "GDL1002")
    beside = set() if code in OF_WHOLE_GAMES else OF_WHOLE_GAMES
    found = set(warnings(example, tmp_path / "example")) - beside
    assert found & {code} and (of_the_checker or found == {code}), found
    left = set(warnings(cure, tmp_path / "cure")) - beside
    assert code not in left and (of_the_checker or not left), left


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_shipped_games_are_clean(game: Path) -> None:
    found = Diagnostics()
    loaded = load(game, found)
    assert loaded is not None and not found.has_errors
    lint(loaded, found, places_of(game))
    for source in catalogues_of(game):
        misspelt_keys(source, found)
    assert [str(d) for d in found] == []


def test_there_are_enough() -> None:
    assert len(PAGES) >= 18
    assert len(GAMES) >= 18
