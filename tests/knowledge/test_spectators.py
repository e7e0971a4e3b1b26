"""A spectator is told what everybody was shown, by name, and nothing that one of the players does not know."""

from __future__ import annotations

from pathlib import Path

import gdl
from gdl.interpreter.match import Match

GAME = """\
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

flow:
    once Deal
    repeat Turn for each player

phase Deal:
    shuffle deck
    for p in players:
        draw 1 from deck to p.role

phase Turn(p: Player):
    turns += 1
    choose one by p "Show?":
        "show":
            reveal p.role
            log "{p} was {p.role}"
        "show to the left":
            reveal p.role to left of p
            log "{p} shows {p.role} to the left"
        "keep": pass
    if turns = 6:
        tie
"""


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
    assert str(match.log_for(None)[-1]) == "Player 1 shows the card in Player 1's role to the left"
