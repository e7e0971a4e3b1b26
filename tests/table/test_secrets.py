"""What is drawn for a seat is made from its view: it stays the same whatever lies where the seat cannot see."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from screens import Typed, match_of, session_of

import gdl
from gdl.shipped import shipped_games
from gdl.table.draw import table
from gdl.table.play import play
from gdl.table.why import why

COOKBOOK = Path(__file__).parents[2] / "docs" / "cookbook"
GAMES = sorted(shipped_games())


def drawn(match: object, seat: int) -> str:
    screen = Typed()
    screen.show(table(match.view(seat)))  # type: ignore[attr-defined]
    return screen.text


@pytest.mark.parametrize("name", GAMES)
def test_a_guess_looks_like_the_match(name: str) -> None:
    match, rng = match_of(name), Random(4)
    for _ in range(3):
        match.playout(rng, 5)
        request = match.request
        if request is None:
            break
        seat = request.seat
        assert drawn(match.sample(seat, rng), seat) == drawn(match, seat)


def test_the_page_between_two_people_shows_no_secrets() -> None:
    match = match_of("kuhn_poker")
    screen = Typed(["", "bet", "", "call"])
    play(session_of(match, {0, 1}, screen), limit=10)
    parts = screen.text.split("=== the screen is wiped ===\n")
    pages = [part for part in parts if "Hand over" in part]
    assert len(pages) == 2
    for page in pages:
        assert not any(card in page for card in ("Jack", "Queen", "King"))


class Patient(Typed):
    """People who take the first option, and press Enter where they are asked to."""

    def ask(self, prompt: str) -> str:
        line = "1" if prompt == "> " else ""
        self.out.write(f"{prompt}{line}\n")
        return line


@pytest.mark.parametrize("seed", range(4))
def test_at_night_all_are_handed_the_screen_whoever_is_asked(seed: int) -> None:
    """Of five players three have something to do at night, and who they are is the game: the page that all see comes for
    every one of them, once, in the same order."""
    names = [f"Player {number}" for number in range(1, 6)]
    match = gdl.load(COOKBOOK / "hidden_roles.gdl").new_match(5, seed, names)
    screen = Patient()
    play(session_of(match, range(5), screen), limit=3)
    assert re.findall(r"Hand over to (.*)\.", screen.text)[:5] == names
    assert screen.text.count("There is nothing for you to decide now.") == 2


def test_nobody_hands_over_where_nothing_is_hidden_or_one_person_plays() -> None:
    for name, people in (("nim", {0, 1}), ("kuhn_poker", {0})):
        screen = Typed(["1", "1"])
        play(session_of(match_of(name), people, screen), limit=10)
        assert "Hand over" not in screen.text


def test_why_does_not_tell_what_the_seat_cannot_know() -> None:
    """`wins` compares the cards: with the Queen in hand it is open, with the King or the Jack it is not."""
    answers = {}
    for seed in range(12):
        match = match_of("kuhn_poker", seed)
        (card,) = _hand(match)
        answers[card] = why(match, 0, "wins Player 1", {})
    assert set(answers) == {"Jack", "Queen", "King"}
    assert answers["Queen"] == ["that rests on what you cannot know"]
    assert answers["King"][0].startswith("wins of Player 1: 1")
    assert answers["Jack"][0].startswith("wins of Player 1: 0")


def _hand(match: object) -> list[str]:
    zones = match.view(0)["zones"]  # type: ignore[attr-defined]
    return [item["title"] for zone in zones if zone["id"] == "p1.hand" for item in zone["items"]]


def test_that_secret_state_rests_is_no_secret_given_away() -> None:
    """State of a phase that does not go on is left out where it has its first value; whether it has one is not told of
    what the reader cannot see."""
    match = gdl.load(COOKBOOK / "hidden_roles.gdl").new_match(5, 1)
    for _ in range(12):
        for seat in range(5):
            for number, player in enumerate(match.view(seat)["players"]):
                hidden = {"prey", "guarded"} if number != seat else set()
                assert not hidden & set(player.get("resting", ()))
                assert set(player.get("resting", ())) <= set(player["state"])
        match.apply_index(0)
