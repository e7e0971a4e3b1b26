"""A spectator is told what was shown to everybody, by name; not what one of the players does not know, nor what each of them has
looked at in private."""

from __future__ import annotations

from pathlib import Path

from small_texts import dealing

import gdl
from gdl.interpreter.match import Match

GAME = (
    """\
game Roles:
    players: 3

card Role:
    side: 0..1 = 0
Role Wolf:
    side: 1
Role Sheep x2

zones:
    deck: deck of Role, secret, starts with all Role
    each player:
        role: slot of Role, owner

state:
    turns: 0..9 = 0

"""
    + dealing(1, "role")
    + """
phase Turn(p: Player):
    turns += 1
    choose one by p "Show?":
        "show":
            reveal p.role
            log "{p} was {p.role}"
        "show to the left":
            reveal p.role to left of p
            log "{p} shows {p.role} to the left"
        "show to each":
            for q in players:
                reveal p.role to q
            log "{p} shows {p.role} to each"
        "say": reveal p.role is Wolf
        "keep": pass
    if turns = 6:
        tie
"""
)


def started(tmp_path: Path) -> Match:
    file = tmp_path / "roles.gdl"
    file.write_text(GAME)
    return gdl.load(file).new_match(players=3, seed=3)


def role_of(match: Match, seat: int, reader: int | None) -> str | None:
    zones = {zone["id"]: zone for zone in match.view(reader)["zones"]}
    title = zones[f"p{seat + 1}.role"]["items"][0].get("title")
    return None if title is None else str(title)


def test_what_all_were_shown_is_told_by_name(tmp_path: Path) -> None:
    match = started(tmp_path)
    role = role_of(match, 0, 0)
    assert role_of(match, 0, None) is None
    match.apply("show")
    assert str(match.log_for(None)[-1]) == f"Player 1 was {role}"
    assert role_of(match, 0, None) == role


def test_what_one_was_shown_is_not(tmp_path: Path) -> None:
    match = started(tmp_path)
    match.apply("show to the left")
    assert role_of(match, 0, 1) == role_of(match, 0, 0)
    assert role_of(match, 0, None) is None
    assert str(match.log_for(None)[-1]) == "Player 1 shows the role in Player 1's role to the left"


def test_what_each_was_shown_in_private_is_not(tmp_path: Path) -> None:
    match = started(tmp_path)
    match.apply("show to each")
    assert role_of(match, 0, 0) == role_of(match, 0, 1) == role_of(match, 0, 2) is not None
    assert role_of(match, 0, None) is None
    assert str(match.log_for(None)[-1]) == "Player 1 shows the role in Player 1's role to each"


def test_a_truth_told_to_all_is_known(tmp_path: Path) -> None:
    match = started(tmp_path)
    wolf = next(seat for seat in range(3) if role_of(match, seat, seat) == "Wolf")
    for seat in range(3):
        match.apply("say" if seat == wolf else "keep")
    assert [role_of(match, seat, None) for seat in range(3)] == ["Wolf" if seat == wolf else "Sheep" for seat in range(3)]


def test_what_lies_where_is_told_as_far_as_it_is_public(tmp_path: Path) -> None:
    view = started(tmp_path).view(None)
    assert view["groups"] == [{"content": {"Sheep": 2, "Wolf": 1}}]
    zones = {zone["id"]: zone for zone in view["zones"]}
    assert zones["p2.role"]["items"] == [{"id": "p2.role/?1", "hidden": True, "sort": "card", "group": 0}]
