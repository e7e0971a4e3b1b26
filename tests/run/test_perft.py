"""Counts that are known or that can be worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from small_games import GAMES, bag_draw, tic_tac_toe

from gdl.interpreter.match import Match
from gdl.interpreter.perft import outcomes, perft


def test_tic_tac_toe_to_depth_six() -> None:
    """Of the 255,168 games 1,440 end with the fifth mark and 5,328 with the sixth."""
    counts = perft(tic_tac_toe(), 6)
    assert [c.lines for c in counts] == [1, 9, 72, 504, 3024, 15120, 54720]
    assert [c.finished for c in counts][5:] == [1440, 5328]


@pytest.mark.soak
def test_tic_tac_toe_whole() -> None:
    counts = perft(tic_tac_toe(), 9)
    assert [c.lines for c in counts][7:] == [148176, 200448, 127872]
    assert sum(c.finished for c in counts) == 255168


def test_a_bag_of_three_white_and_two_red() -> None:
    """Draw, decide, draw ... two white ones lose at once; an empty bag banks by itself.

    1 start; white or red; each: again or stop (two games end); after `again` white or red: white white ends;
    two lines are open, with two answers each; and so on: after red red only white can come, unasked.
    """
    counts = perft(bag_draw(), 20)
    # draws: W/R · answers · draws: WW ends, WR, RW, RR · answers of three · ...
    assert [(c.lines, c.finished) for c in counts[:5]] == [(1, 0), (2, 0), (4, 2), (4, 1), (6, 3)]


def test_outcomes_have_exact_probabilities() -> None:
    start = Match.new(bag_draw(), 0)
    while start.log_for(0)[0] != "drew Red":  # a seed whose first cube is red
        start = Match.new(bag_draw(), (start.seed or 0) + 1)
    found = outcomes(start, 0)
    assert sorted(chance for chance, _ in found) == [Fraction(1, 4), Fraction(3, 4)]
    stop = outcomes(start, 1)
    assert [chance for chance, _ in stop] == [Fraction(1)]


def test_chance_without_end_is_said_to_be_so() -> None:
    """In the race both may go bust for ever without a decision."""
    match = Match.new(GAMES["dice_race"](), 1)
    with pytest.raises(ValueError, match="more ways"):
        outcomes(match, 1)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "dice_race"])
def test_probabilities_add_up(game: str) -> None:
    match = Match.new(GAMES[game](), 1)
    for _ in range(3):
        if match.question is None:
            break
        for index in range(len(match.question.options)):
            assert sum(chance for chance, _ in outcomes(match, index)) == 1
        match.apply(0)
