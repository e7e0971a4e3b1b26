"""The public API: `gdl.load`, `Game`, and what they raise."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from small_texts import GOAL_WINS, race

import gdl

ROOT = Path(__file__).parent.parent
PIG = ROOT / "gamedefs" / "classics" / "pig.gdl"

GAME = (
    """\
game Small:
    title: "A Small Game"
    players: 2..3

option GOAL: 1..9 = 2 "points to win"
option QUICK: bool = no

"""
    + race(99)
    + """
phase Turn(p: Player):
    offer p: Score, Rest

action Score(p: Player) "score":
    p.score += if QUICK then GOAL else 1

action Rest(p: Player) "rest":
    log "{p} rests"

"""
    + GOAL_WINS
    + """
variant Long "a long game":
    option GOAL = 9
"""
)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.gdl"
    path.write_text(GAME)
    return path


def scores_until_won(game: gdl.Game) -> int:
    """How often the first player scores, alone, until the game is over."""
    match = game.new_match(players=2)
    count = 0
    while (request := match.request) is not None:
        match.apply("score" if request.seat == 0 else "rest")
        count += request.seat == 0
    assert match.result is not None and match.result[0].word == "won"
    return count


def test_load_and_play(small: Path) -> None:
    game = gdl.load(small)
    assert (game.name, game.title, game.least, game.most) == ("Small", "A Small Game", 2, 3)
    assert scores_until_won(game) == 2


def test_options_and_variants(small: Path) -> None:
    assert scores_until_won(gdl.load(small, options={"GOAL": 4})) == 4
    assert scores_until_won(gdl.load(small, options={"GOAL": 4, "QUICK": True})) == 1
    assert scores_until_won(gdl.load(small, variants=["Long"])) == 9


def test_a_shipped_game_by_name() -> None:
    assert gdl.load("pig").name == gdl.load(PIG).name == "Pig"


def test_everything_wrong_is_raised_at_once(small: Path) -> None:
    small.write_text(GAME.replace("p.score += if", "p.scor += if").replace("offer p: Score", "offer p: Scre"))
    with pytest.raises(gdl.GdlError) as caught:
        gdl.load(small)
    assert sorted(each.span.line for each in caught.value.diagnostics) == [16, 19]
    assert all(
        isinstance(each, gdl.Diagnostic) and each.severity == "error" for each in caught.value.diagnostics
    )


def test_unknown_variant_and_syntax_errors_raise_too(small: Path) -> None:
    with pytest.raises(gdl.GdlError, match="Lng"):
        gdl.load(small, variants=["Lng"])
    small.write_text("game :\n")
    with pytest.raises(gdl.GdlError):
        gdl.load(small)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(gdl.GdlError, match="none"):
        gdl.load(tmp_path / "none.gdl")


def test_players_that_do_not_fit(small: Path) -> None:
    with pytest.raises(ValueError, match="A Small Game is for 2 to 3 players, not 4"):
        gdl.load(small).new_match(players=4)


def test_programs_are_made_once(small: Path) -> None:
    game = gdl.load(small)
    assert game.program() is game.program(2)
    assert game.program(3).seats == 3


def test_a_match_is_saved_and_loaded(small: Path) -> None:
    game = gdl.load(small)
    match = game.new_match(players=3, seed=5, names=["Ann", "Ben", "Cy"])
    match.apply("rest")
    again = game.load_match(json.loads(json.dumps(match.save())))
    assert again == match and again.names == ("Ann", "Ben", "Cy")
    assert again.log_for(None) == match.log_for(None)
    with pytest.raises(ValueError):
        gdl.load("pig").load_match(match.save())
    with pytest.raises(ValueError):
        game.load_match({})


def test_compiled_games_play_the_same(small: Path, tmp_path: Path) -> None:
    from gdl.dsl.ir_json import to_json

    game = gdl.load(small)
    compiled = tmp_path / "small.ir.json"
    compiled.write_text(json.dumps(to_json(game.program(2))))
    assert scores_until_won(gdl.load(compiled)) == 2
    with pytest.raises(ValueError, match="cannot be chosen again"):
        gdl.load(compiled, options={"GOAL": 3})
    with pytest.raises(ValueError, match="for 2 players, not 3"):
        gdl.load(compiled).program(3)


def test_illegal_answers_change_nothing(small: Path) -> None:
    match = gdl.load(small).new_match()
    before = match.state_key()
    with pytest.raises(gdl.IllegalAnswer):
        match.apply("fly")
    with pytest.raises(gdl.IllegalAnswer):
        match.apply(7)
    assert match.state_key() == before


def test_import_is_light() -> None:
    program = (
        "import gdl, sys; print([m for m in ('lark', 'yaml', 'rich', 'gdl.dsl.parse') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_what_is_exported_is_there() -> None:
    assert all(hasattr(gdl, name) for name in gdl.__all__)
    with pytest.raises(AttributeError):
        gdl.nonsense  # noqa: B018
