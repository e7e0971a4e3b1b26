"""Options with the same words are told apart; the log says what a choice was about."""

from __future__ import annotations

from pathlib import Path

import pytest

import gdl
from gdl.interpreter import match as matches
from gdl.interpreter.errors import IllegalAnswer
from gdl.interpreter.match import Match

GAME = """\
game Drill:
    players: 2

space Cell for each col in 1..3, row in 1..3 "{{col}}{{row}}":
    has units: pool of Foot, open
link step: Cell -- Cell

piece Foot x4:
    state wounds: 0..3 = 0

card Order x3
card Secret x2:
    power: 0..9 = 4

zones:
    camp: row of Foot, open, starts with all Foot
    orders: row of Order, open, starts with all Order
    used: pool of Order, open
    each player:
        plans: hand of Secret, {sight}

state:
    turns: 0..9 = 0

flow:
    once Setup
    repeat Turn for each player

phase Setup:
    take 1 x in camp to Cell[1, 1].units
    take 1 x in camp to Cell[2, 2].units
    if some f in Cell[2, 2].units:
        f.wounds = 2
    take 1 x in camp to Cell[2, 2].units
    for p in players:
        take 1 c: Secret in box to p.plans

phase Turn(p: Player):
    turns += 1
    offer p: March, Cheer, Draw, Ask
    if turns = 8:
        tie

action March(p: Player, f: Foot, there in [Cell[1, 2]]) "Foot marches to {{there}}":
    requires: f not in camp
    move f to there.units

action Cheer(p: Player) "cheer":
    choose q in players by p "Whom does {{p}} cheer, {{sum(c.power for c in p.plans)}} times?"
    pass

action Draw(p: Player, o: Order in orders) "play {{o}}":
    move o to used

action Ask(p: Player) "ask":
    choose f in Foot where f not in camp by p "Which Foot?"
    f.wounds = 1
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return drill(tmp_path, "open")


def drill(folder: Path, sight: str) -> Match:
    file = folder / "drill.gdl"
    file.write_text(GAME.format(sight=sight))
    return gdl.load(file).new_match(players=2, seed=1, names=["Ann", "Ben"])


def labels(match: Match) -> list[str]:
    assert match.request is not None
    return [option.label for option in match.request.options]


def test_by_place_and_by_state(match: Match) -> None:
    """One Foot on 11; two on 22, one of them wounded."""
    assert [label for label in labels(match) if label.startswith("Foot")] == [
        "Foot marches to 12 (the Foot on 11)",
        "Foot marches to 12 (the Foot on 22, the one with wounds 2)",
        "Foot marches to 12 (the Foot on 22, the one without)",
    ]


def test_equal_copies_that_differ_only_in_their_position_keep_the_same_words(match: Match) -> None:
    assert labels(match).count("play Order") == 3


def test_a_label_is_answered_with_what_tells_it_apart_or_is_ambiguous(match: Match) -> None:
    with pytest.raises(IllegalAnswer, match="can mean several options: 0, 1, 2"):
        match.apply("Foot marches to 12")
    match.apply("Foot marches to 12 (the Foot on 11)")
    assert match.log_for(0)[-1] == "Foot marches to 12 (the Foot on 11)"


def test_the_log_says_what_a_choice_was_about(match: Match) -> None:
    """An action speaks for itself."""
    match.apply("cheer")
    match.apply("Ben")
    for reader in (0, 1, None):
        assert match.log_for(reader)[-2:] == ["cheer", "Whom does Ann cheer, 4 times? – Ben"]
    assert match.log[-1].text(1) == "Ben" and match.log[-1].question(1) == "Whom does Ann cheer, 4 times?"


def test_others_are_not_told_the_numbers_of_a_question_that_was_put_to_one(tmp_path: Path) -> None:
    """The power of Ann's plans is hers to know. Which player is meant may follow from what is hidden, too."""
    match = drill(tmp_path, "owner")
    match.apply("cheer")
    match.apply("Ben")
    assert match.log_for(0)[-1] == "Whom does Ann cheer, 4 times? – Ben"
    for reader in (1, None):
        assert match.log_for(reader)[-1] == "Whom does … cheer, … times? – Ben"


def test_which_others_there_were_is_told_to_the_chooser_alone(tmp_path: Path) -> None:
    match = drill(tmp_path, "owner")
    match.apply(0)
    assert match.log_for(0)[-1] == "Foot marches to 12 (the Foot on 11)"
    assert match.log_for(1)[-1] == "Foot marches to 12"


def test_a_match_that_was_saved_still_says_it(match: Match) -> None:
    match.apply("cheer")
    match.apply("Ben")
    again = matches.load(match.program, match.save())
    assert again.log_for(1) == match.log_for(1)
