"""Every block of the pages for designers is executed: it compiles and is played to its end three times, or gives
the code it says. How a block says what it is stands in `blocks.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
import written
from blocks import Block, blocks_of

from gdl.examine import examine
from gdl.scenarios import outcomes_of

DOCS = Path(__file__).parents[2] / "docs"
LEAST = {"language.md": 100, "tutorial.md": 7, "tour.md": 3, "cheatsheet.md": 3}
"""How many blocks a page has at least: a page that is not found, or not cut, cannot pass."""


def cases() -> list[object]:
    found: list[object] = []
    for page in LEAST:
        found += [pytest.param(b, id=f"{page}:{b.line}") for b in blocks_of(DOCS / page) if not b.is_form]
    return found


@pytest.mark.parametrize("block", cases())
def test_block(block: Block) -> None:
    game, said = written.compiled(block.files, block.variants)
    if block.wrong:
        assert {d.code for d in said} == {block.wrong}, said
        return
    assert game is not None and not said, said
    for seed in range(3):
        assert written.play_at_random(game, seed).over, "it does not come to an end"


@pytest.mark.parametrize("page", ["language.md", "tutorial.md", "cheatsheet.md"])
def test_scenarios_on_a_page_pass(page: str, tmp_path: Path) -> None:
    found = [b for b in blocks_of(DOCS / page) if "\nscenario " in b.files["game.gdl"]]
    assert found
    for block in found:
        path = tmp_path / "game.gdl"
        path.write_text(block.files["game.gdl"], encoding="utf-8")
        outcomes = list(outcomes_of(path))
        assert outcomes and [(o.name, o.message) for o in outcomes if not o.passed] == []


def test_the_game_on_the_cheat_sheet_is_clean(tmp_path: Path) -> None:
    """It is what a reader copies: not even a warning is said of it."""
    path = tmp_path / "orchard.gdl"
    path.write_text(blocks_of(DOCS / "cheatsheet.md")[0].files["game.gdl"], encoding="utf-8")
    assert list(examine([path]).diagnostics) == []


@pytest.mark.parametrize("page", LEAST)
def test_a_page_has_its_blocks(page: str) -> None:
    assert len([block for block in blocks_of(DOCS / page) if not block.is_form]) >= LEAST[page]
