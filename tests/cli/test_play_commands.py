"""The commands that play: run, sim, bench, replay; on compiled games made by hand."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "run"))
import small_games

from gdl.cli import main
from gdl.dsl.ir_json import to_json
from gdl.simulate import seeds_of

SCHEMAS = Path(__file__).parents[2] / "schemas"


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for make in (small_games.tic_tac_toe, small_games.dice_race):
        Path(f"{make.__name__}.ir.json").write_text(json.dumps(to_json(make())))


def test_run_without_a_terminal_is_bots_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "tic_tac_toe.ir.json", "--seed", "3"]) == 0
    first = capsys.readouterr().out
    assert first.startswith("TicTacToe: 2 players, all bots, seed 3\n")
    assert "decisions: Player 1" in first.splitlines()[-1]
    main(["run", "tic_tac_toe.ir.json", "--seed", "3"])
    assert capsys.readouterr().out == first
    main(["run", "tic_tac_toe.ir.json", "--seed", "4"])
    assert capsys.readouterr().out != first


def test_a_saved_match_replays_and_resumes(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "tic_tac_toe.ir.json", "--seed", "3", "--limit", "3", "--save", "m.json"])
    assert "not over after 3 decisions" in capsys.readouterr().out
    assert main(["replay", "m.json", "--game", "tic_tac_toe.ir.json", "--check"]) == 0
    assert capsys.readouterr().out == "3 decisions: the same match\n"
    assert main(["replay", "m.json", "--game", "tic_tac_toe.ir.json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    assert main(["run", "tic_tac_toe.ir.json", "--resume", "m.json"]) == 0
    told = capsys.readouterr().out
    assert "seed 3" in told and "not over" not in told


def test_replay_notices_another_match(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "tic_tac_toe.ir.json", "--seed", "3", "--limit", "4", "--save", "m.json"])
    saved = json.loads(Path("m.json").read_text())
    saved["answers"][0] = (saved["answers"][0] + 1) % 9  # may come to the same position by another way
    Path("m.json").write_text(json.dumps(saved))
    assert main(["replay", "m.json", "--game", "tic_tac_toe.ir.json", "--check"]) == 1
    assert "another match" in capsys.readouterr().out
    saved["answers"][0] = 99
    Path("m.json").write_text(json.dumps(saved))
    assert main(["replay", "m.json", "--game", "tic_tac_toe.ir.json", "--check"]) == 1
    assert "does not play again" in capsys.readouterr().out


def test_sim_as_json_follows_its_schema_and_says_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "dice_race.ir.json", "--games", "10", "--seed", "1", "--format", "json"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    found = json.loads(told.out)
    jsonschema.validate(found, json.loads((SCHEMAS / "sim.schema.json").read_text()))
    assert (found["games"], found["finished"], found["capped"], found["seed"]) == (10, 10, 0, 1)


def test_sim_as_text_and_html(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "dice_race.ir.json", "--games", "5", "--seed", "1"]) == 0
    assert "games    5: 5 finished" in capsys.readouterr().out
    assert main(["sim", "dice_race.ir.json", "--games", "5", "--seed", "1", "--format", "html"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")


def test_sim_says_which_games_were_given_up_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "dance.gdl"
    game.write_text(
        'game Dance:\n    players: 2\n    endless: "nobody ever tires"\n\nflow:\n    repeat Turn for each player\n\n'
        'phase Turn(p: Player):\n    choose one by p:\n        "left": pass\n        "right": pass\n'
    )
    assert main(["sim", str(game), "--games", "2", "--seed", "1", "--limit", "50"]) == 0
    first, second = seeds_of(1, 2)
    said = f"games    2: 0 finished, 2 not within the limit (nobody ever tires; seed {first}, {second})"
    assert said in capsys.readouterr().out


def test_bench_measures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "dice_race.ir.json", "--seconds", "0.05", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["playouts_per_second"] > 0 and told["decisions_per_second"] > told["playouts_per_second"]
    assert told["copies_per_second"] > 0


BY_HAND = """
class Count:
    def __init__(self, left):
        self.left = left

    def copy(self):
        return Count(self.left)

    def is_over(self):
        return self.left == 0

    def legal_moves(self):
        return [1]

    def apply(self, move):
        self.left -= move


def new(seed):
    return Count(5)
"""


def test_bench_side_by_side(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    hand = tmp_path / "hand.py"
    hand.write_text(BY_HAND)
    asked = ["bench", "dice_race.ir.json", "--seconds", "0.05", "--format", "json", "--against"]
    assert main([*asked, str(hand)]) == 0
    told = json.loads(capsys.readouterr().out)
    ratio = told["side_by_side_decisions_per_second"] / told["by_hand_decisions_per_second"]
    assert told["times_as_fast_as_by_hand"] == pytest.approx(ratio, abs=0.02)
    assert told["by_hand_microseconds_a_copy"] > 0
    hand.write_text("x = 1\n")
    assert main([*asked, str(hand)]) == 2
    assert "cannot be used" in capsys.readouterr().err



def test_compile_writes_what_can_be_played_and_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "tic_tac_toe.ir.json", "-o", "again.ir.json"]) == 0
    capsys.readouterr()
    assert json.loads(Path("again.ir.json").read_text()) == json.loads(
        Path("tic_tac_toe.ir.json").read_text()
    )
    assert main(["compile", "tic_tac_toe.ir.json", "--emit", "python"]) == 0
    compile(capsys.readouterr().out, "generated", "exec")
    assert main(["compile", "tic_tac_toe.ir.json", "-o", "no/such/folder/x"]) == 2


def test_perft_of_tic_tac_toe_is_the_known_one(capsys: pytest.CaptureFixture[str]) -> None:
    """9, then 9*8, 9*8*7 ...; the first games end after five moves: 1440 of them."""
    assert main(["perft", "tic_tac_toe.ir.json", "--depth", "5", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["lines"] for each in told["counts"]] == [1, 9, 72, 504, 3024, 15120]
    assert [each["finished"] for each in told["counts"]] == [0, 0, 0, 0, 0, 1440]
    assert main(["perft", "tic_tac_toe.ir.json", "--depth", "1"]) == 0
    assert "    1            9                  0\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "tic_tac_toe.ir.json", "--players", "5"], "TicTacToe is for 2 players, not 5"),
        (["run", "tic_tac_toe.ir.json", "--variant", "X"], "its variants and options cannot be chosen again"),
        (["run", "tic_tac_toe.ir.json", "--human", "7"], "there is no seat 7; the seats are 1 to 2"),
        (["run", "tic_tac_toe.ir.json", "--watch", "0"], "there is no seat 0"),
        (["run", "tic_tac_toe.ir.json", "--resume", "none.json"], "there is no file none.json"),
        (["run", "tic_tac_toe.ir.json", "--resume", "dice_race.ir.json"], "is not a saved match"),
        (["run", "bad.ir.json"], "is not a compiled game"),
        (["run", "tic_tac_toe.ir.json", "--seed", "x"], "`gdl run --help` says what it takes"),
        (["hooks", "tic_tac_toe.ir.json"], "this command needs the text of the game"),
        (["sim", "tic_tac_toe.ir.json", "--games", "0"], "at least 1"),
        (["replay", "bad.ir.json"], "is not a saved match"),
        (["replay", "none.json"], "there is no file none.json"),
    ],
)
def test_wrong_usage(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.ir.json").write_text("{}")
    assert main(words) == 2
    assert said in capsys.readouterr().err
