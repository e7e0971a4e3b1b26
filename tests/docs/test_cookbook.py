"""Every game of the cookbook is clean, laid out, on its page, and plays to an end with few and with many players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import written

import gdl
from gdl.dsl.format import format_source
from gdl.dsl.source import Source
from gdl.examine import examine
from gdl.scenarios import outcomes_of

DOCS = Path(__file__).parents[2] / "docs"
GAMES = sorted((DOCS / "cookbook").glob("*.gdl"))


def test_the_page_names_every_game() -> None:
    page = (DOCS / "cookbook.md").read_text(encoding="utf-8")
    assert sorted(set(re.findall(r"\(cookbook/(\w+\.gdl)\)", page))) == [path.name for path in GAMES]
    assert len(GAMES) >= 12


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_clean(path: Path) -> None:
    assert list(examine([path]).diagnostics) == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_played(path: Path) -> None:
    game = gdl.load(path)
    for seed in range(3):
        for players in (game.least, game.most):
            assert written.play_at_random(game, seed, players).over


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_source(Source(path.name, text)) == text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_its_scenarios_pass(path: Path) -> None:
    outcomes = list(outcomes_of(path))
    assert outcomes and [(o.name, o.message) for o in outcomes if not o.passed] == []
