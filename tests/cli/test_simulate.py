"""Many games by bots: tallies of programs made by hand, whose properties are known."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "run"))
import small_games

import gdl
from gdl.cli import main
from gdl.sim_report import percentile, report
from gdl.simulate import Tally, how_it_ended, never_used, seeds_of, simulate

SCHEMAS = Path(__file__).parents[2] / "schemas"


def test_tic_tac_toe_is_over_in_five_to_nine_moves() -> None:
    tally = simulate(small_games.tic_tac_toe(), 60, seed=1)
    assert (tally.games, tally.finished, tally.capped) == (60, 60, 0)
    assert min(tally.lengths) >= 5 and max(tally.lengths) <= 9
    assert tally.decisions == sum(tally.taken.values())
    assert tally.winners[0] + tally.winners[1] == tally.ends["one won"]
    assert tally.ends["one won"] + tally.ends["all tied"] == 60


def test_the_same_seed_gives_the_same_tally_however_many_workers() -> None:
    alone = simulate(small_games.dice_race(), 40, seed=3)
    shared = simulate(small_games.dice_race(), 40, seed=3, workers=2)
    other = simulate(small_games.dice_race(), 40, seed=4)
    assert (alone.lengths, alone.taken, alone.winners) == (shared.lengths, shared.taken, shared.winners)
    assert alone.lengths != other.lengths


def test_a_game_at_the_limit_is_given_up_and_counted() -> None:
    tally = simulate(small_games.tic_tac_toe(), 5, seed=1, cap=3)
    assert (tally.finished, tally.capped, tally.lengths) == (0, 5, [3] * 5)
    assert tally.ends == {"not within the limit": 5}


def test_how_often_a_phase_happens_in_a_game_is_told() -> None:
    program = gdl.load("nim").program(2)
    tally = simulate(program, 10, seed=1)
    phases = report(program, tally, 10, seed=1)["phases"]
    assert phases["Setup"] == 1
    assert phases["Turn"] > 1


def test_a_flow_that_repeats_nothing_has_no_rounds() -> None:
    program = gdl.load("kuhn_poker").program(2)
    assert report(program, simulate(program, 4, seed=1), 4, seed=1)["rounds"] is None


def test_seeds_are_those_of_single_games() -> None:
    assert seeds_of(7, 3) == seeds_of(7, 5)[:3]
    assert len(set(seeds_of(7, 100))) == 100


def test_what_no_game_took_is_told() -> None:
    program = small_games.bag_draw()

    def unused(tally: Tally) -> set[str]:
        return {str(each) for each in never_used(program, tally)}

    assert {"menu again", "menu stop"} <= unused(Tally())
    taken = Tally()
    taken.taken.update(["again"])
    assert "menu again" not in unused(taken)
    assert "menu stop" in unused(taken)


def test_cards_that_never_moved_are_told() -> None:
    program = small_games.deck_and_hands()
    names = {f"card {kind.name}" for kind in program.kinds}
    assert names and names <= {str(each) for each in never_used(program, Tally())}
    played = simulate(program, 10, seed=1)
    assert not names & {str(each) for each in never_used(program, played)}


def test_kuhn_poker_at_random_gives_the_first_player_nine_sixteenths() -> None:
    """Check-check 1/4 and check-bet-call 1/8 and bet-call 1/4 go to either half the time, check-bet-fold 1/8 to
    the second, bet-fold 1/4 to the first: 1/8 + 1/16 + 1/8 + 1/4. Four standard deviations of 2000 games are 0.045."""
    tally = simulate(gdl.load("kuhn_poker").program(2), 2000, seed=2)
    assert abs(tally.winners[0] / 2000 - 9 / 16) < 0.045


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ([1, -1], "one won"),
        ([1, 1, -1], "2 won"),
        ([1, 1], "all won"),
        ([1], "one won"),
        ([0, 0], "all tied"),
        ([0, 0, -1], "2 tied"),
        ([-1, -1], "all lost"),
    ],
)
def test_how_it_ended(outcomes: list[int], said: str) -> None:
    assert how_it_ended(outcomes) == said


def test_percentiles() -> None:
    hundred = list(range(1, 101))
    assert [percentile(hundred, p) for p in (5, 50, 95)] == [5, 50, 95]
    assert [percentile([4, 8, 15], p) for p in (5, 50, 95)] == [4, 8, 15]
    assert percentile([7], 5) == 7


def test_the_report_counts_shares_of_all_games() -> None:
    program = small_games.tic_tac_toe()
    told = report(program, simulate(program, 10, seed=1), 10, 1)
    assert told["players"] == 2 and set(told["winners"]) == {"1", "2"}
    assert told["playouts_per_second"] > 0


def test_a_simulated_game_is_the_one_that_run_plays(capsys: pytest.CaptureFixture[str]) -> None:
    (seed,) = seeds_of(5, 1)
    (length,) = simulate(gdl.load("pig").program(2), 1, seed=5).lengths
    main(["run", "pig", "--seed", str(seed)])
    assert f"after {length} decisions" in capsys.readouterr().out


GREEDY = """
game Greedy:
    players: 2

card Stone x4
card Gem x4

zones:
    deck: deck of Stone or Gem, open, starts with all Stone
    each player:
        hand: hand of Stone or Gem, owner, starts with 2 Gem

state:
    each player:
        gold: 0..9 = 0
        moves: 0..9 = 0

flow:
    repeat Turn for each player

phase Turn(p: Player):
    offer p: Grab, Wait, Show
    p.moves += 1
    if every q in players has q.moves = 2:
        end with score q.gold for q in players

action Grab(p: Player):
    p.gold += 1

action Wait(p: Player): pass

action Show(p: Player, c: Gem in p.hand): pass

evaluate p: p.gold
"""


@pytest.fixture(scope="module")
def greedy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("greedy") / "greedy.gdl"
    file.write_text(GREEDY, encoding="utf-8")
    return file


def test_what_is_won_with_a_choice_and_without(greedy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only Grab scores, so who grabs wins more; Gems are offered and shown, Stones never leave the deck."""
    assert main(["sim", str(greedy), "--games", "300", "--seed", "1", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    jsonschema.validate(told, json.loads((SCHEMAS / "sim.schema.json").read_text()))
    assert [each["what"] for each in told["dominant"]] == ["action Grab"]
    grab = told["actions"]["Grab"]
    assert grab["seats"] + grab["others"] == 600 and grab["offered"] == 1200
    assert grab["won_with"]["share"] > 0.6 > 0.4 > grab["won_without"]["share"]
    # All that is won is shared by who grabs and who does not: one win a game.
    won = grab["won_with"]["share"] * grab["seats"] + grab["won_without"]["share"] * grab["others"]
    assert won == pytest.approx(300, abs=0.2)
    assert told["cards"]["Gem"]["offered"] == 1200 and "Stone" not in told["cards"]
    assert "card Stone" in told["dead_cards"]
    # Two turns each, so every game has two rounds of two turns.
    assert told["rounds"] == {"phase": "Turn", "in_a_round": 2, "mean": 2.0, "p5": 2, "p50": 2, "p95": 2}
    assert told["lead_changes"] is None  # four decisions are too few to look at the table


def test_a_simulation_goes_on_where_it_was_stopped(
    greedy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    words = ["sim", str(greedy), "--seed", "3", "--format", "json", "--games"]
    assert main([*words, "40"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert main([*words, "15", "--keep", str(kept)]) == 0
    kept.write_text(kept.read_text()[:-30])  # the last line was cut off
    capsys.readouterr()
    assert main([*words, "40", "--keep", str(kept), "--workers", "2"]) == 0
    again = json.loads(capsys.readouterr().out)
    timed = ("decisions_per_second", "playouts_per_second")
    assert {k: v for k, v in again.items() if k not in timed} == {k: v for k, v in whole.items() if k not in timed}
    assert main(["sim", str(greedy), "--seed", "4", "--keep", str(kept)]) == 2
    assert "another simulation" in capsys.readouterr().err


def test_the_page_is_self_contained(greedy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", str(greedy), "--games", "100", "--seed", "1", "--format", "html", "--bot", "mc:4"]) == 0
    page = capsys.readouterr().out
    assert page.count("<svg") >= 2 and "all mc:4" in page
    assert not any(word in page for word in ("<script", "http:", "https:", "src=", "@import", "url("))


ASKING = """\
game Asking:
    players: 2

enum Colour: Red, Blue

state:
    each player:
        gold: 0..99 = 0

flow:
    once Ask

phase Ask:
    for p in players:
        choose c in Colour by p "Which of the {count(players)} colours?"
        choose one by p "And now?":
            "take {2} gold":
                p.gold += 2
            "none": pass
        choose n in 1..20 by p
        pass
    end with score q.gold for q in players
"""


def test_answers_are_told_by_their_question_and_their_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not by the names that the definition gives to what is chosen. Who takes gold where the other does not wins."""
    file = tmp_path / "asking.gdl"
    file.write_text(ASKING, encoding="utf-8")
    assert main(["sim", str(file), "--games", "200", "--seed", "1", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    jsonschema.validate(told, json.loads((SCHEMAS / "sim.schema.json").read_text()))
    assert told["actions"] == {}
    choices = told["choices"]
    assert set(choices) == {"Which of the … colours?", "And now?", "(Ask)"}
    assert set(choices["Which of the … colours?"]) == {"Red", "Blue"}
    assert all(each["offered"] == 400 for each in choices["And now?"].values())
    assert sum(each["taken"] for each in choices["And now?"].values()) == 400
    assert [each["what"] for each in told["dominant"]] == ["choice And now? – take … gold"]
    assert main(["sim", str(file), "--games", "200", "--seed", "1"]) == 0
    text = capsys.readouterr().out
    assert "\nAnd now?\n  take … gold " in text or "\nAnd now?\n  none " in text
    assert "\n  12 others " in text  # of 20 numbers the 8 that were taken most are listed
