"""`use std.…`: what is written in the language itself works in a game, and is not complained about where it is not used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gdl
from gdl.cli import main
from gdl.cli.explain import library
from gdl.dsl.format import format_source
from gdl.dsl.source import Source
from gdl.examine import examine

ROOT = Path(__file__).parents[2]

GAME = """\
use std.playing_cards
use std.dice

game HighCard:
    players: 2..4

zones:
    pack: deck of PlayingCard, secret, starts with all PlayingCard
    laid: row of PlayingCard, open
    each player:
        hand: hand of PlayingCard, owner

flow:
    once Deal
    repeat Trick

phase Deal:
    shuffle pack
    roll D6
    for p in players:
        draw D6.face from pack to p.hand

phase Trick:
    for p in players:
        offer p: Lay
    for c in best_cards(laid):
        log "{c} is highest"
    move laid to box
    if hand is empty:
        tie

action Lay(p: Player, c: PlayingCard in p.hand) "lay {c}":
    move c to laid
"""


def test_a_game_of_library_parts(tmp_path: Path) -> None:
    file = tmp_path / "high_card.gdl"
    file.write_text(GAME)
    game = gdl.load(file)
    assert len(game.program(2).components) == 52 + 6
    match = game.new_match(3, seed=1)
    while match.request is not None:
        match.apply(0)
    assert match.over
    found = examine([file])
    assert [d for d in found.diagnostics if d.severity != "note"] == []


PARTS = library()


def test_there_are_parts() -> None:
    assert len(PARTS) >= 8


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_laid_out_and_says_how_it_is_used(name: str) -> None:
    text = PARTS[name].read_text(encoding="utf-8")
    assert format_source(Source(PARTS[name].name, text)) == text
    head = text[: text.index("\n\n") + 1]
    assert f"\n#     use {name}\n" in head, "its first lines show the line that brings it in"


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_on_the_page_and_in_a_game(name: str) -> None:
    """The page of the language speaks of it, and a game that ships, or the cookbook or the page, uses it."""
    page = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    assert f"`{name}` has" in page
    games = [page, *(path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "cookbook").glob("*.gdl"))]
    games += [path.read_text(encoding="utf-8") for path in (ROOT / "gamedefs").rglob("*.gdl")]
    assert sum(bool(re.search(rf"^use {re.escape(name)}:?$", text, re.MULTILINE)) for text in games) >= 2


@pytest.mark.parametrize("name", PARTS)
def test_it_can_be_read(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", name]) == 0
    assert capsys.readouterr().out == PARTS[name].read_text(encoding="utf-8")
