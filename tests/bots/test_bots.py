"""Bots: legal in every game, blind to what their seat does not know, and better than chance."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

import gdl
from gdl.interpreter.bots import Bot, Position, bot_for
from gdl.interpreter.match import Match
from gdl.shipped import shipped_games

SHIPPED = sorted(shipped_games())
SMALL_ONLY = 40
"""Decisions of a game that are looked at where it is long."""


@cache
def game(name: str) -> gdl.Game:
    return gdl.load(shipped_games()[name])


def started(name: str, seed: int = 1, moves: int = 0) -> Match:
    match = game(name).new_match(seed=seed)
    match.playout(Random(seed), moves)
    return match


def test_there_are_games_to_play() -> None:
    assert len(SHIPPED) >= 18


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("spec", ["random", "mc:3", "ismcts:3"])
def test_every_bot_answers_in_every_game(name: str, spec: str) -> None:
    """At some decisions of a random game, the first among them; playouts are cut short to save time."""
    bot = bot_for(spec)
    if hasattr(bot, "limit"):
        bot.limit = 30
    match, rng = started(name), Random(5)
    for decision in range(SMALL_ONLY):
        question = match.question
        if question is None:
            break
        if decision % 8 == 0:
            chosen = bot.choose(Position(match), rng)
            assert 0 <= chosen < len(question.options)
            match.apply_index(chosen)
        else:
            match.apply_index(rng.randrange(len(question.options)))


# ------------------------------------------------------------------------------------ knowledge

HIDDEN = [
    "kuhn_poker",
    "leduc_poker",
    "love_letter",
    "liars_dice",
    "goofspiel",
    "stratego_conquest",
    "bones_and_banners",
]


def judgements(bot: Bot, match: Match) -> object:
    return bot.judge(Position(match), Random(7))


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("spec", ["mc:8", "ismcts:8"])
def test_a_bot_decides_by_what_its_seat_knows(name: str, spec: str) -> None:
    """The match and a guess at it differ in what the asked seat does not know, and in nothing else: a bot
    thinks the same of both."""
    bot = bot_for(spec)
    bot.limit = 60  # type: ignore[attr-defined]
    differing = 0
    for seed in range(6):
        match = started(name, seed, moves=seed % 3)
        question = match.question
        if question is None or len(question.options) < 2:
            continue
        other = match.sample(question.seat, Random(seed + 100))
        differing += other.state != match.state
        assert judgements(bot, match) == judgements(bot, other)
    assert differing >= 2, "nothing was hidden in these positions: the test proves nothing"


def test_the_same_seed_gives_the_same_answer_and_another_may_not() -> None:
    match = started("love_letter")
    bot = bot_for("ismcts:30")
    assert bot.judge(Position(match), Random(1)) == bot.judge(Position(match), Random(1))
    assert bot.judge(Position(match), Random(1)) != bot.judge(Position(match), Random(2))


def test_a_bot_leaves_the_match_as_it_was() -> None:
    for name in ("love_letter", "goofspiel", "tossing_tiger"):
        match = started(name, moves=2)
        before, log = match.state_key(), list(match.log)
        for spec in ("mc:5", "ismcts:5"):
            bot = bot_for(spec)
            bot.limit = 30  # type: ignore[attr-defined]
            bot.choose(Position(match), Random(1))
        assert match.state_key() == before and match.log == log


# ------------------------------------------------------------------------------------ strength


def share(name: str, spec: str, games: int) -> float:
    """What a bot wins against random play, in both seats equally often; ties count half."""
    from gdl.tournament import tournament

    standings = list(tournament(game(name).program(), [spec, "random"], games, seed=11))[-1]
    return standings[0].share


@pytest.mark.parametrize(
    ("name", "spec", "games", "least"),
    [
        # Random players win half of their games: 30 of them give less than 70% in 98 of 100 cases.
        ("tic_tac_toe", "ismcts:60", 30, 0.85),
        ("nim", "ismcts:60", 30, 0.85),
        ("tic_tac_toe", "mc:60", 30, 0.8),
        ("nim", "mc:60", 30, 0.75),
        ("leduc_poker", "ismcts:60", 60, 0.6),
    ],
)
def test_searching_beats_chance(name: str, spec: str, games: int, least: float) -> None:
    assert share(name, spec, games) >= least


def test_kuhn_poker_is_won_by_searching() -> None:
    """What counts there is the stake, not who wins more often: random play gives 0 on average."""
    from gdl.tournament import tournament

    standings = list(tournament(game("kuhn_poker").program(), ["ismcts:100", "random"], 200, seed=3))[-1]
    assert standings[0].mean_score > 0.2


def test_search_finds_the_only_winning_move() -> None:
    """Seat 1 has two in a row and the third place is free: taking it wins at once."""
    match = game("tic_tac_toe").new_match(seed=1)
    for cell in ("mark a1", "mark a2", "mark b1", "mark b2"):
        match.apply(cell)
    request = match.request
    assert request is not None
    for spec in ("mc:200", "ismcts:200"):
        chosen = bot_for(spec).choose(Position(match), Random(1))
        assert request.options[chosen].label == "mark c1"


def test_search_stops_the_other_from_winning() -> None:
    match = game("tic_tac_toe").new_match(seed=1)
    for cell in ("mark a1", "mark b2", "mark b1"):
        match.apply(cell)
    request = match.request
    assert request is not None
    chosen = bot_for("ismcts:400").choose(Position(match), Random(1))
    assert request.options[chosen].label == "mark c1"


# ------------------------------------------------------------------------------------ specs


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("random", "random"),
        ("mc", "mc:200"),
        ("mc:50", "mc:50"),
        ("ismcts:7", "ismcts:7"),
        ("ismcts:0.5s", "ismcts:0.5s"),
    ],
)
def test_bots_by_name(spec: str, name: str) -> None:
    assert bot_for(spec).name == name


@pytest.mark.parametrize("spec", ["", "deep", "mc:", "mc:0", "mc:x", "ismcts:-1", "ismcts:0s", "random:5"])
def test_what_is_no_bot(spec: str) -> None:
    with pytest.raises(ValueError):
        bot_for(spec)


def test_time_is_a_limit_too() -> None:
    match = started("hex")
    import time

    start = time.monotonic()
    bot_for("ismcts:0.05s").choose(Position(match), Random(1))
    assert time.monotonic() - start < 5


def test_the_engine_of_bots_is_no_list_of_games() -> None:
    text = "".join(
        path.read_text() for path in (Path(gdl.__file__).parent / "interpreter" / "bots").glob("*.py")
    )
    assert not [name for name in SHIPPED if f'"{name}"' in text]
