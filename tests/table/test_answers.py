"""What people mean by what they type."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from screens import Typed, match_of, session_of

from gdl.interpreter.errors import IllegalAnswer
from gdl.interpreter.match import Match
from gdl.interpreter.request import Request
from gdl.table.answers import asked as question_of
from gdl.table.answers import how_to, is_whole, listed, understood
from gdl.table.commands import Turn
from gdl.table.options import Choice, Listing, options, pages
from gdl.table.play import play


def asked(match: Match) -> Request:
    assert match.request is not None
    return match.request


@pytest.mark.parametrize(
    ("line", "index"), [("1", 0), ("9", 8), ("c", 2), ("C", 2), ("mark b2", 4), ("MARK B2", 4), ("c3", 8)]
)
def test_one_of_a_few_options(line: str, index: int) -> None:
    assert understood(asked(match_of("tic_tac_toe")), line) == index


@pytest.mark.parametrize("line", ["0", "10", "mark", "z", "mark d4", "1 2"])
def test_what_is_no_option_is_told(line: str) -> None:
    with pytest.raises(IllegalAnswer):
        understood(asked(match_of("tic_tac_toe")), line)


def test_letters_only_where_options_are_few() -> None:
    request = asked(match_of("hex"))
    assert len(request) > 100
    with pytest.raises(IllegalAnswer, match="can mean"):
        understood(request, "a")


def waiting_for(kind: str, name: str, **wanted: int) -> Match:
    """A match that has come to a question of this kind by random play."""
    for seed in range(40):
        match, rng = match_of(name, seed), Random(seed)
        for _ in range(300):
            request = match.request
            if request is None:
                break
            if request.kind == kind and is_whole(request) and len(request.items) >= wanted.get("items", 2):
                return match
            match.apply_index(rng.randrange(len(request)))
    raise AssertionError(f"no question of kind {kind} in {name}")


def test_a_split_is_answered_with_piles() -> None:
    match = waiting_for("split", "tossing_tiger", items=4)
    request = asked(match)
    count, piles = len(request.items), request.piles
    dealt = [" ".join(str(i) for i in range(pile + 1, count + 1, piles)) for pile in range(piles)]
    assert " / ".join(dealt) in how_to(request)
    before = match.turn_id
    match.apply(understood(request, " / ".join(dealt)))
    assert match.turn_id > before
    assert [line.seat for line in match.log if line.turn == before] == [request.seat] * len(
        [line for line in match.log if line.turn == before]
    )


def test_a_split_by_letters_and_by_words() -> None:
    """Cards that are alike are taken one after the other, whichever pile they go to."""
    request = asked(waiting_for("split", "tossing_tiger", items=4))
    count, piles = len(request.items), request.piles
    dealt = [list(range(pile, count, piles)) for pile in range(piles)]
    letters = " / ".join(" ".join("abcdefghi"[number] for number in pile) for pile in dealt)
    assert understood(request, letters) == dealt
    for short in (str, lambda item: item.split()[-1].lower()):
        words = " / ".join(", ".join(short(request.items[number]) for number in pile) for pile in dealt)
        answer = understood(request, words)
        assert sorted(number for pile in answer for number in pile) == list(range(count))
        assert [[request.items[n] for n in pile] for pile in answer] == [
            [request.items[n] for n in pile] for pile in dealt
        ]


def test_a_split_that_leaves_something_out_is_told() -> None:
    match = waiting_for("split", "tossing_tiger", items=6)
    request = asked(match)
    assert len(request.items) > request.low * request.piles, (
        "one can be left out without a pile being too small"
    )
    dealt = [list(range(pile, len(request.items) - 1, request.piles)) for pile in range(request.piles)]
    with pytest.raises(IllegalAnswer, match=f"all {len(request.items)} must be named"):
        match.apply(dealt)


def test_the_question_of_a_split_says_into_how_many_piles() -> None:
    request = asked(waiting_for("split", "tossing_tiger", items=4))
    assert question_of(request) == f"how do you lay out these {len(request.items)} in {request.piles} piles?"


def test_a_split_with_too_few_piles_is_told_and_nothing_is_changed() -> None:
    match = waiting_for("split", "tossing_tiger", items=4)
    before = match.state_key()
    with pytest.raises(IllegalAnswer):
        match.apply(understood(asked(match), "1 2"))
    assert match.state_key() == before


def test_several_by_number_and_by_name() -> None:
    for name in ("mossflower", "bones_and_banners", "weasel_wars", "stratego_conquest"):
        try:
            match = waiting_for("some", name)
        except AssertionError:
            continue
        request = asked(match)
        assert listed(request)[: len(request.items)] == list(request.items)
        number = max(1, request.low)
        by_number = understood(request, " ".join(str(i + 1) for i in range(number)))
        by_name = understood(request, ", ".join(request.items[:number]))
        assert by_number == list(range(number))
        assert [request.items[i] for i in by_name] == list(request.items[:number])
        if request.low == 0:
            assert understood(request, "none") == []
        return
    raise AssertionError("no game asks for several of a list")


def test_long_lists_come_in_pages_and_keep_their_numbers() -> None:
    labels = [f"walk to the place with number {n} beyond the wide river" for n in range(1, 61)]
    listing = Listing([Choice(label, (number,)) for number, label in enumerate(labels)], 60)
    assert [len(page) for page in pages(listing, 80, 40)] == [20, 20, 20]
    screen = Typed()
    screen.show(options(listing.turned(1, 80, 40), 80, 40))
    assert " 21  walk to the place with number 21 " in screen.text
    assert "page 2 of 3" in screen.text
    assert listing.turned(-1, 80, 40).page == 2
    screen = Typed()
    screen.show(options(replace(listing, wanted="number 3"), 80, 40))
    assert "with `number 3`: 11 of 60" in screen.text
    assert " 39  walk" in screen.text and "number 4 " not in screen.text


def shown(choices: list[Choice], width: int = 60) -> list[str]:
    screen = Typed()
    count = sum(len(choice.numbers) for choice in choices)
    screen.show(options(Listing(choices, count), width, 40))
    return [line.rstrip() for line in screen.text.splitlines()]


def test_many_options_stand_under_what_they_have_in_common() -> None:
    names = ["Mill", "Inn", "Hill", "Bay", "Ford"]
    walks = [Choice(f"walk to {name}", (number,), "Walk") for number, name in enumerate(names)]
    visits = [Choice(f"visit {name}", (5 + number,), "Visit") for number, name in enumerate(names)]
    assert shown([*walks, *visits, Choice("stop", (10,), "Stop")]) == [
        "  walk to",
        "  1  Mill   2  Inn    3  Hill   4  Bay    5  Ford",
        "  visit",
        "  6  Mill   7  Inn    8  Hill   9  Bay   10  Ford",
        " 11  stop",
    ]


def test_equal_options_share_a_line_and_keep_their_numbers() -> None:
    """Two Redeploy cards lie in a row: whichever is played, nothing is different."""
    match = match_of("stratego_conquest")
    match.playout(Random(2), 90)
    request = asked(match)
    assert list(request.labels) == ["play Rapid Advance", "play Redeploy", "play Redeploy"]
    choices = Listing.of(request).choices
    assert [(choice.label, choice.number) for choice in choices] == [
        ("play Rapid Advance", "1"),
        ("play Redeploy (either of 2)", "2-3"),
    ]
    assert [understood(request, line) for line in ("2", "3", "b", "play redeploy")] == [1, 2, 1, 1]


def test_an_option_that_sounds_like_a_command_can_be_taken() -> None:
    match = match_of("tic_tac_toe")
    turn = Turn(session_of(match, {0}, Typed()), asked(match))
    turn.list = Listing([Choice("look around", (0,)), *turn.list.choices[1:]], turn.list.count)
    assert turn.understand("look around") == "asked"  # it is taken as an answer, and is none of this question


@pytest.mark.parametrize("name", ["tic_tac_toe", "love_letter", "mossflower"])
def test_commands_change_nothing(name: str) -> None:
    lines = [
        "",
        "help",
        "?",
        "log",
        "table",
        "hint",
        "why",
        "why nonsense",
        "look",
        "look x",
        "/a",
        "/",
        "more",
        "back",
    ]
    match = match_of(name)
    before = match.state_key()
    screen = Typed(lines)
    assert play(session_of(match, {0, 1}, screen), limit=10) == "left"
    assert match.state_key() == before and not match.answers
    assert "take back your last decision" in screen.text
    assert "tries" in screen.text


def test_why_an_action_is_not_offered() -> None:
    match = match_of("kuhn_poker")
    screen = Typed(["why Call", "why Check", "why Conquer"])
    play(session_of(match, {0}, screen), limit=10)
    assert "Call is not offered: its conditions do not hold" in screen.text
    assert "Check is offered: check" in screen.text
    assert "there is no value or action `Conquer`" in screen.text


def test_undo_goes_back_to_the_last_decision_of_a_person_with_all_its_picks() -> None:
    match = waiting_for("split", "tossing_tiger", items=4)
    request = asked(match)
    before, made = match.state_key(), len(match.answers)
    piles = request.piles
    dealt = [" ".join(str(i) for i in range(p + 1, len(request.items) + 1, piles)) for p in range(piles)]
    screen = Typed([" / ".join(dealt), "undo"])
    session = session_of(match, {request.seat}, screen)
    play(session, limit=10_000)
    assert match.state_key() == before and len(match.answers) == made


def test_nothing_to_take_back() -> None:
    screen = Typed(["undo"])
    play(session_of(match_of("nim"), {0}, screen), limit=10)
    assert "there is nothing to take back" in screen.text
