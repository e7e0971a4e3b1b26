"""`use std.…`: what is written in the language itself works in a game, and is not complained about where it is not used."""

from __future__ import annotations

from pathlib import Path

import pytest

import gdl
from gdl.dsl.diagnostics import Diagnostics
from gdl.examine import examine

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


@pytest.mark.parametrize("name", ["dice", "playing_cards"])
def test_library_files_parse(name: str) -> None:
    from gdl.dsl.parse import parse
    from gdl.dsl.source import Source

    path = Path(gdl.__file__).parent / "gamedefs" / "std" / f"{name}.gdl"
    told = Diagnostics()
    assert parse(Source(str(path), path.read_text()), told) is not None
    assert not told.items
