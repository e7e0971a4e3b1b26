"""Chance: sampled fairly, forced in order, refused where it is impossible."""

from __future__ import annotations

from collections import Counter

import pytest
from small_games import bag_draw, deck_and_hands, dice_race

from gdl.interpreter.chance import Outcome
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match
from gdl.interpreter.state import draw_below, draw_order, scrambled

WHITE, RED = 0, 1


def kind(number: int) -> Outcome:
    return Outcome("kind", number)


def value(number: int) -> Outcome:
    return Outcome("value", number)


def test_cubes_come_as_they_are_told() -> None:
    match = Match.new(bag_draw(), 0, chance=[kind(RED), kind(WHITE), kind(RED), kind(WHITE)])
    for _ in range(3):
        match.apply("again")
    assert [line for line in match.log_for(0) if not line.endswith("again")] == [
        "drew Red",
        "drew White",
        "drew Red",
        "drew White",
    ]
    assert [r.word for r in match.result] == ["lost"]


def test_later_outcomes_can_be_told_at_any_time() -> None:
    match = Match.new(bag_draw(), 0, chance=[kind(RED)])
    match.chance.queue.append(kind(RED))
    match.apply("again")
    assert match.log_for(0)[-1] == "drew Red"
    assert match.chance.queue == []
    match.undo()
    assert match.chance.queue == [kind(RED)]


def test_what_cannot_come_is_refused() -> None:
    match = Match.new(bag_draw(), 0, chance=[kind(RED), kind(RED)])
    match.apply("again")
    match.chance.queue.append(kind(RED))
    before = match.state_key()
    with pytest.raises(PlayError, match="chance cannot give Red here: it can give White") as error:
        match.apply("again")
    assert error.value.diagnostic.code == "GDL0908"
    assert match.state_key() == before


def test_dice_fall_as_they_are_told() -> None:
    match = Match.new(dice_race(), 0, chance=[value(3), value(2)])
    faces = match.program.face_slot
    assert match.state[faces : faces + 2] == [3, 2]
    with pytest.raises(PlayError, match="chance cannot give 7 here: it can give 1, 2, 3"):
        Match.new(dice_race(), 0, chance=[value(7)])


def test_the_top_of_the_next_shuffle() -> None:
    names = "hgfe"
    wanted = Outcome("order", items=tuple(kind("abcdefgh".index(letter)) for letter in names))
    match = Match.new(deck_and_hands(), 0, chance=[wanted])
    program, S = match.program, match.state

    def hand(seat: int) -> set[str]:
        return {program.components[c].title for c in S[program.zone_slot + 1 + seat]}

    assert {"h", "f"} <= hand(0)
    assert {"g", "e"} <= hand(1)


def test_an_order_for_another_zone_waits() -> None:
    wanted = Outcome("order", items=(kind(0),), zone=3)
    match = Match.new(deck_and_hands(), 0, chance=[wanted])
    assert match.chance.queue == [wanted]


def test_numbers_are_drawn_evenly() -> None:
    """Six thousand draws of one to six: each face about a thousand times (five deviations are 145)."""
    S = [(), scrambled(1)]
    counts = Counter(draw_below(S, 6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 1000) < 145 for count in counts.values())


def test_orders_are_drawn_evenly() -> None:
    S = [(), scrambled(2)]
    counts = Counter(draw_order(S, (1, 2, 3)) for _ in range(6000))
    assert len(counts) == 6
    assert all(abs(count - 1000) < 145 for count in counts.values())
    assert draw_order(S, (1, 2, 3), 0) == ()
    assert len(draw_order(S, (1, 2, 3), 9)) == 3


def test_near_seeds_give_unlike_games() -> None:
    hands = {Match.new(deck_and_hands(), seed).state_key() for seed in range(50)}
    assert len(hands) == 50
