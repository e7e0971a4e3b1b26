"""Lint rules: the example of a rule's page gets that warning and no other, its cure none; shipped games are clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from definitions import complaints, write

from gdl.coverage import rules_of
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.lint import lint
from gdl.dsl.load import load

ROOT = Path(__file__).parent.parent.parent
PAGES = [p for p in sorted((ROOT / "dsl" / "codes").glob("*.md")) if "GDL1001" <= p.name < "GDL1900"]
GAMES = [p for p in sorted((ROOT / "gamedefs").rglob("*.gdl")) if re.search(r"^game ", p.read_text(), re.M)]


def warnings(section: str, folder: Path) -> list[str]:
    """The codes that the checker and lint give to the example or the cure of a page."""
    (text,) = re.findall(r"^```gdl\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    path = write(folder, {"game.gdl": text})
    found = Diagnostics()
    found.extend(complaints(path))
    loaded = load(path, Diagnostics())
    assert loaded is not None
    listed = re.search(r"^# catalogue: (.*)$", text, re.MULTILINE)
    lint(loaded, found, frozenset(listed[1].split(", ") if listed else ()))
    return [d.code for d in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path) -> None:
    code = page.name[:7]
    example, cure = page.read_text(encoding="utf-8").split("## Example\n")[1].split("## Cure\n")
    of_the_checker = code in ("GDL1001", "GDL1002")
    found = set(warnings(example, tmp_path / "example"))
    assert found & {code} and (of_the_checker or found == {code}), found
    left = set(warnings(cure, tmp_path / "cure"))
    assert code not in left and (of_the_checker or not left), left


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_shipped_games_are_clean(game: Path) -> None:
    told = Diagnostics()
    loaded = load(game, told)
    assert loaded is not None and not told.has_errors
    lint(loaded, told, frozenset(rules_of(game)))
    assert [str(d) for d in told] == []


def test_there_are_enough() -> None:
    assert len(PAGES) >= 11
    assert len(GAMES) >= 18
