"""Golden screens: whole small matches as people see them. Read the difference before `--update`."""

from __future__ import annotations

from random import Random

import pytest
from screens import Typed, compare, match_of, session_of

from gdl.table.draw import table
from gdl.table.play import play

SMALL = {
    "tic_tac_toe": ["mark b2", "a", "/c", "2", "undo", "1", "2", "1", "2"],
    "kuhn_poker": ["", "bet", "", "help", "call"],
    "nim": ["log", "1", "table", "2"],
}
"""Two people play these: what they type, line by line."""


@pytest.mark.parametrize("name", SMALL)
def test_a_match_of_two_people(name: str, update: bool) -> None:
    screen = Typed(SMALL[name])
    play(session_of(match_of(name), {0, 1}, screen), limit=100)
    compare(name, screen.text, update)


TABLES = {"reversi": 7, "backgammon": 9, "love_letter": 6, "liars_dice": 3, "goofspiel": 5, "hex": 6}
"""Tables in the middle of a game: after so many random decisions."""


@pytest.mark.parametrize("name", TABLES)
def test_a_table_in_the_middle_of_a_game(name: str, update: bool) -> None:
    match = match_of(name)
    match.playout(Random(2), TABLES[name])
    screen = Typed()
    for reader in (0, 1, None):
        screen.show(table(match.view(reader)))
    compare(f"{name}_table", screen.text, update)


FIVE = {"mossflower": 12, "tossing_tiger": 5, "bones_and_banners": 40, "stratego_conquest": 90, "weasel_wars": 50}
"""The larger games after so many random decisions. They grow: read the difference, then `--update`."""


@pytest.mark.parametrize("name", FIVE)
def test_a_screen_of_a_larger_game(name: str, update: bool) -> None:
    """All that the asked person sees: the table, the news, the question."""
    match = match_of(name)
    match.playout(Random(2), FIVE[name])
    assert match.request is not None
    seat = match.request.seat
    screen = Typed()
    session = session_of(match, {seat}, screen)
    session.draw(seat)
    session.question(session.listing())
    compare(f"{name}_screen", screen.text, update)


@pytest.mark.parametrize("width", [20, 40, 200])
@pytest.mark.parametrize("name", ["reversi", "mossflower", "weasel_wars"])
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    match = match_of(name)
    match.playout(Random(2), 10)
    screen = Typed()
    screen.console.width = width
    screen.show(table(match.view(0)))
    assert max(len(line) for line in screen.text.splitlines()) <= width
