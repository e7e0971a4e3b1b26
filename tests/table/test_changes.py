"""What changed on the table, told from two views."""

from __future__ import annotations

import random

import gdl
from gdl.table.changes import changes


def told(game: str, reader: int | None, seed: int, decisions: int) -> list[str]:
    match = gdl.load(game).new_match(players=2, seed=seed)
    rng = random.Random(seed)
    found: list[str] = []
    before = match.view(reader)
    for _ in range(decisions):
        if match.request is None:
            break
        match.apply_index(rng.randrange(len(match.request)))
        after = match.view(reader)
        found += changes(before, after)
        before = after
    return found


def test_a_card_that_is_played_is_named_and_one_that_is_drawn_only_to_its_owner() -> None:
    match = gdl.load("love_letter").new_match(players=2, seed=1)
    before = {reader: match.view(reader) for reader in (0, 1, None)}
    hand = {item["title"] for zone in before[0]["zones"] if zone["id"] == "p1.hand" for item in zone["items"]}
    assert match.request is not None and match.request.seat == 0
    match.apply(0)
    after = {reader: changes(before[reader], match.view(reader)) for reader in (0, 1, None)}
    played = [item["title"] for zone in match.view(None)["zones"] if zone["id"] == "p1.played" for item in zone["items"]]
    assert len(played) == 1 and played[0] in hand
    assert f"{played[0]} from Player 1's hand to Player 1's played" in after[0]
    for reader in (1, None):
        assert f"{played[0]} to Player 1's played" in after[reader]


def test_nothing_changed_tells_nothing() -> None:
    view = gdl.load("weasel_wars").new_match(players=2, seed=1).view(0)
    assert changes(view, view) == []


def test_numbers_are_told_from_and_to() -> None:
    match = gdl.load("nim").new_match(players=2, seed=1)
    before = match.view(0)
    match.apply("take 1 from heap 2")
    assert changes(before, match.view(0)) == ["heap: 2: 3 → 2"]


def test_a_long_list_is_cut_and_counted() -> None:
    assert any(line.endswith("changes more") for line in told("weasel_wars", 0, 3, 120))


def test_a_view_of_an_earlier_turn_is_what_was_seen_then() -> None:
    match = gdl.load("love_letter").new_match(players=2, seed=5)
    seen = []
    for _ in range(8):
        seen.append((match.turn_id, match.view(1)))
        match.apply_index(0)
    for turn, view in seen:
        assert {**match.view_at(turn, 1), "asked": None} == {**view, "asked": None}


def test_what_is_hidden_is_called_by_its_type() -> None:
    """A type without a title of its own goes by its name."""
    match = gdl.load("love_letter").new_match(players=2, seed=1)
    while match.request is not None and len(match.answers) < 30:
        match.apply_index(0)
    assert "play a card" in match.log_for(1)
    assert not any("thing" in line for line in match.log_for(1))


def test_what_comes_to_many_places_is_said_once() -> None:
    """At the end of the set-up the other army stands on the board, each unit on a zone of its own."""
    lines = told("stratego_conquest", 0, 3, 120)
    assert any(line.startswith("a unit from Player 2's reserve to each of ") for line in lines)


def test_state_of_a_phase_that_is_over_is_not_told() -> None:
    """The assaults are counted while a battle goes on; that they are 0 again after it is no news."""
    lines = told("weasel_wars", 0, 3, 200)
    assert any(line.startswith("assaults 0 → ") for line in lines)
    assert not any(line.startswith("assaults") and line.endswith("→ 0") for line in lines)
