"""`gdl lint --deep`: the pages of its codes, and a definition that fails at the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.cli import main
from gdl.deep import play_deep
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import load

CODES = Path(__file__).parents[2] / "dsl" / "codes"
PAGES = sorted(CODES.glob("GDL19*.md"))


def found_in(text: str, folder: Path) -> Diagnostics:
    path = folder / "game.gdl"
    path.write_text(text)
    diagnostics = Diagnostics()
    loaded = load(path, diagnostics)
    assert loaded is not None and not diagnostics.items
    play_deep(loaded, 20, diagnostics, cap=200)
    return diagnostics


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path) -> None:
    example, cure = re.findall(r"^```gdl\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    found = found_in(example, tmp_path)
    assert {each.code for each in found} == {page.name[:7]}
    assert all(each.severity == "warning" for each in found)
    assert list(found_in(cure, tmp_path)) == []


def test_there_are_pages() -> None:
    assert len(PAGES) == 2


def test_what_was_never_used_is_told_at_its_place(tmp_path: Path) -> None:
    page = next(page for page in PAGES if "never-used" in page.name)
    example = re.findall(r"^```gdl\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)[0]
    (found,) = found_in(example, tmp_path)
    assert "action `Hurry` was never taken in 20 games" in found.message
    assert example.splitlines()[found.span.line - 1].startswith("action Hurry")


def test_a_definition_that_fails_at_the_table_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.gdl").write_text(
        "game Bad:\n    players: 2\n\nstate:\n    pot: 0..3 = 0\n\nflow:\n    repeat Turn for each player\n\n"
        'phase Turn(p: Player):\n    offer p: Add, More\n\naction Add(p: Player) "add":\n    pot += 1\n\n'
        'action More(p: Player) "more":\n    pot += 1\n'
    )
    assert main(["lint", "bad.gdl"]) == 0
    capsys.readouterr()
    assert main(["lint", "bad.gdl", "--deep", "5"]) == 1
    told = capsys.readouterr().out
    assert "error GDL0904" in told and "bad.gdl:1" in told and "pot += 1" in told
