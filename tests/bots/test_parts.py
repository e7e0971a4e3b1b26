"""The parts of searching bots: rewards, names of moves, the tree's choice, standings."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest

import gdl
from gdl.interpreter.bots import Position, bot_for
from gdl.interpreter.bots.budget import Budget
from gdl.interpreter.bots.observe import Observer
from gdl.interpreter.bots.race import Race
from gdl.interpreter.bots.rewards import Rewards, score_now
from gdl.interpreter.bots.tree import Node
from gdl.interpreter.bots.trial import Round
from gdl.interpreter.match import Match, Result
from gdl.shipped import shipped_games
from gdl.tournament import Standing, lineup, victory, wilson


def test_rewards_are_outcomes_where_nothing_is_counted() -> None:
    match = gdl.load(shipped_games()["tic_tac_toe"]).new_match(seed=1)
    for cell in ("mark a1", "mark a2", "mark b1", "mark b2", "mark c1"):
        match.apply(cell)
    assert Rewards(match).of(match) == [1.0, 0.0]


def test_a_score_is_half_of_the_reward() -> None:
    """Jack folds to a bet in one game and calls the King in the other: losing 1 is better than losing 2."""
    program = gdl.load(shipped_games()["kuhn_poker"])
    rewards = Rewards(program.new_match(seed=1))
    folded, called = program.new_match(seed=1), program.new_match(seed=1)
    for match, answer in ((folded, "fold"), (called, "call")):
        match.apply("bet")
        match.apply(answer)
    high = rewards.of(called)
    assert sorted(high) == [0.0, 1.0]  # 2 and -2 are now the highest and lowest seen
    # The other folds: 1 won, (1 + (1 + 2) / 4) / 2; 1 lost, (0 + (-1 + 2) / 4) / 2.
    assert rewards.of(folded) == [0.875, 0.125]


def test_an_unfinished_game_is_worth_its_count_so_far() -> None:
    match = gdl.load(shipped_games()["reversi"]).new_match(seed=1)
    assert score_now(match) == [2, 2]
    match.apply_index(0)  # the first disc is laid and one is turned
    assert score_now(match) == [4, 1]
    first, second = Rewards(match).of(match)
    assert first == 0.75 and second == 0.25
    unscored = gdl.load(shipped_games()["hex"]).new_match(seed=1)
    assert score_now(unscored) is None
    assert Rewards(unscored).of(unscored) == [0.5, 0.5]


def test_a_hidden_bid_has_one_name_for_the_others_and_its_own_for_the_bidder() -> None:
    match = gdl.load(shipped_games()["goofspiel"]).new_match(seed=1)
    question = match.question
    assert question is not None
    observer = Observer(match.machine)
    moves = [observer.move(question, index) for index in range(len(question.options))]
    own = {observer.name(match.state, question.seat, move) for move in moves}
    seen = {observer.name(match.state, 1 - question.seat, move) for move in moves}
    assert len(own) == len(moves) == 13
    assert len(seen) == 1
    assert observer.seers(match.state) == [(question.seat,)]


def test_the_tree_tries_everything_once_then_the_promising() -> None:
    node, rng = Node(), Random(1)
    tried = []
    for _ in range(3):
        number, child = node.select(["a", "b", "c"], rng)
        child.visits, child.reward = 1, 1.0 if number == 1 else 0.0
        tried.append(number)
    assert sorted(tried) == [0, 1, 2]
    assert node.select(["a", "b", "c"], rng)[0] == 1
    assert node.select(["a", "c"], rng)[0] in (0, 1)  # what is not legal in this guess is not chosen
    assert node.children["b"].available < node.children["a"].available


def test_promise_is_the_confidence_bound() -> None:
    node = Node()
    assert node.promise() == math.inf
    node.visits, node.available, node.reward = 4, 16, 3.0
    assert node.promise() == pytest.approx(0.75 + 0.7 * math.sqrt(math.log(16) / 4))


def test_a_budget_of_iterations_is_used_up() -> None:
    assert len(list(Budget(iterations=5).begin().ticks())) == 5
    assert len(list(Budget(seconds=0.0).begin().ticks())) == 1


def test_a_playout_ends_with_the_time() -> None:
    match = gdl.load(shipped_games()["hex"]).new_match(seed=1).copy()
    Budget(seconds=0.0).begin().playout(match, Random(1), limit=1000)
    assert not match.over  # 50 stones decide nothing on a board of 121
    Budget(iterations=1).begin().playout(match, Random(1), limit=1000)
    assert match.over


def test_patience_grows_while_playouts_do_not_end() -> None:
    """A game of Hex by random players takes more than 60 stones, so none ends within 30."""
    start = gdl.load(shipped_games()["hex"]).new_match(seed=1)
    clock = Budget(iterations=1).begin()
    clock.patience = 30
    grown = []
    for seed in range(6):
        clock.playout(start.copy(), Random(seed), limit=1000)
        grown.append(clock.patience)
    assert grown[:2] == [60, 120]
    assert clock.finished > 0
    clock.playout(start.copy(), Random(1), limit=10)
    assert grown[-1] == clock.patience or clock.left > clock.finished


DOOMED = """
game Doomed:
    players: 2
    cooperative: yes

state:
    steps: 0..99 = 0

flow:
    repeat Turn for each player

phase Turn(p: Player):
    offer p: Stay, Fall
    if steps >= 20:
        everyone loses

action Stay(p: Player):
    steps += 1

action Fall(p: Player):
    everyone loses
"""

RACE = """
game Race:
    players: 2

state:
    each player:
        gold: 0..20 = 0

flow:
    repeat Turn for each player

phase Turn(p: Player):
    choose n in {1, 2, 3} by p "How far?":
        p.gold += n

when some p in players where p.gold >= 18:
    win p

evaluate p: p.gold
"""


def written(text: str, folder: Path) -> gdl.Game:
    file = folder / "game.gdl"
    file.write_text(text, encoding="utf-8")
    return gdl.load(file)


def test_where_all_lose_the_longest_stand_is_best(tmp_path: Path) -> None:
    game = written(DOOMED, tmp_path)
    ends = []
    for stays in (3, 1, 0):
        match = game.new_match(seed=1)
        for _ in range(stays):
            match.apply("Stay")
        match.apply("Fall")
        ends.append(match)
    rewards = Rewards(game.new_match(seed=1))
    worth = [rewards.of(match)[0] for match in ends]
    assert worth[0] == 0.25 and worth == sorted(worth, reverse=True) and worth[-1] > 0


def test_advice_is_the_change_of_the_lead(tmp_path: Path) -> None:
    """`evaluate p: p.gold`: who has gained more than the other stands better than at first; a win is better still."""
    match = written(RACE, tmp_path).new_match(seed=1)
    rewards = Rewards(match)
    assert rewards.of(match) == [0.5, 0.5]
    match.apply(2)
    match.apply(0)
    first, second = rewards.of(match)
    assert rewards.leads_in(match) == [2, -2]
    assert 0.5 < first < 1 and first - 0.5 == pytest.approx(0.5 - second)
    while match.request:
        match.apply(2)
    assert rewards.of(match) == [1.0, 0.0]


def test_playouts_of_an_advised_game_are_short(tmp_path: Path) -> None:
    match = written(RACE, tmp_path).new_match(seed=1).copy()
    clock = Budget(iterations=1).begin()
    clock.advise(4)
    clock.playout(match, Random(1), limit=1000)
    assert not match.over and match.turn_id == 5  # four, and one to end the turn that has begun


@pytest.mark.parametrize("spec", ["mc:6", "ismcts:3"])  # three options; the tree is still flat
@pytest.mark.parametrize(("after", "most"), [(1, 3), (4, 6)])
def test_the_game_says_how_far_bots_look(
    spec: str, after: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move that is tried, so many decisions, and one to end the turn that has begun."""
    text = RACE.replace("evaluate p:", f"evaluate p after {after} decisions:")
    match = written(text, tmp_path).new_match(seed=1)
    seen: list[int] = []
    of = Rewards.of

    def watched(self: Rewards, at: Match) -> list[float]:
        seen.append(at.turn_id)
        return of(self, at)

    monkeypatch.setattr(Rewards, "of", watched)
    bot_for(spec).judge(Position(match), Random(1))
    assert set(seen) == {most}


def test_the_race_halves_as_the_budget_is_spent() -> None:
    race = Race(4, Random(1))
    for option in race.round(0.0):
        race.tell(option, option / 10)
    assert sorted(race.round(0.4)) == [0, 1, 2, 3]  # the first half of the budget is for all
    assert sorted(race.round(0.5)) == [2, 3]
    assert race.round(1.0) == [3]
    assert [judged.index for judged in race.standings()] == [3, 2, 1, 0]


def test_nobody_leaves_the_race_untried() -> None:
    race = Race(3, Random(1))
    assert sorted(race.round(0.9)) == [0, 1, 2]


def test_wilson_intervals() -> None:
    """Known values: 5 of 10 is 24% to 76%; 10 of 10 is 72% to 100%."""
    low, high = wilson(0.5, 10)
    assert (round(low, 2), round(high, 2)) == (0.24, 0.76)
    low, high = wilson(1.0, 10)
    assert (round(low, 2), high) == (0.72, 1.0)
    assert wilson(0.0, 0) == (0.0, 1.0)


def test_who_sits_where() -> None:
    assert [lineup(2, 2, game, False, True) for game in range(3)] == [[0, 1], [1, 0], [0, 1]]
    assert lineup(2, 4, 1, False, False) == [0, 1, 0, 1]
    assert [lineup(2, 3, game, True, True) for game in range(2)] == [[0, 0, 0], [1, 1, 1]]


def test_a_standing_counts_games_not_seats() -> None:
    standing = Standing("x")
    standing.add([Result(1, 5), Result(-1, 1)], [Result(-1, 0), Result(-1, 2)])
    standing.add([Result(0, 2), Result(-1, 0)], [Result(0, 2), Result(-1, 1)])
    standing.add(None)
    assert (standing.games, standing.won, standing.tied, standing.unfinished) == (3, 1, 1, 1)
    assert standing.share == pytest.approx(0.5)  # one whole victory and half of another in three games
    assert standing.mean_score == 2.0


@pytest.mark.parametrize(
    ("own", "rivals", "part"),
    [
        ([1], [-1], 1.0),
        ([-1], [1], 0.0),
        ([0], [0], 0.5),
        ([0, -1], [0, 0], 1 / 3),  # a tie of three of the four seats, one of them its own
        ([1, -1], [1, -1], 0.5),  # partners of two kinds
        ([-1], [-1], 0.0),
        ([1, 1], [], 1.0),  # all against the game
        ([0, 0], [], 0.5),
        ([-1, -1], [], 0.0),
    ],
)
def test_a_victory_is_shared(own: list[int], rivals: list[int], part: float) -> None:
    assert victory([Result(each, 0) for each in own], [Result(each, 0) for each in rivals]) == pytest.approx(part)



WAITING = """
game Waiting:
    players: 2

state:
    each player:
        gold: 0..20 = 0
    stepped: bool = no

flow:
    repeat Turn for each player

phase Turn(p: Player):
    stepped = no
    while not stepped:
        offer p: Wait, Look, Step

action Wait(p: Player):
    pass

action Look(p: Player):
    pass

action Step(p: Player):
    p.gold += 1
    stepped = yes
    if p.gold >= 18:
        win p

evaluate p: p.gold
"""


@pytest.mark.parametrize("spec", ["mc:12", "ismcts:12"])
def test_what_changes_nothing_is_not_done_for_ever(spec: str, tmp_path: Path) -> None:
    """Waiting is as good as any: the same question comes again. Bots would do it again and again."""
    match = written(WAITING, tmp_path).new_match(seed=1)
    for seed in range(6):
        judged = bot_for(spec).judge(Position(match), Random(seed))
        assert match.request is not None
        assert match.request.options[judged[0].index].label == "Step"


def test_a_round_has_one_guess_and_one_luck(tmp_path: Path) -> None:
    match = gdl.load(shipped_games()["love_letter"]).new_match(seed=1)
    now = Round(match.sample(0, Random(3)), Random(5))
    (one, first), (two, second) = now.trial(), now.trial()
    assert one.state == two.state and one.state is not two.state
    assert [first.random() for _ in range(5)] == [second.random() for _ in range(5)]
    assert now.is_idle(one)
    one.apply_index(0)
    assert not now.is_idle(one) and now.is_idle(two)


def test_a_playout_of_an_advised_game_ends_with_the_turn(tmp_path: Path) -> None:
    """However many decisions it takes: in the middle of a turn, putting things off would look good."""
    start = written(WAITING, tmp_path).new_match(seed=1)
    for seed in range(20):
        match = start.copy()
        clock = Budget(iterations=1).begin()
        clock.advise(1)
        clock.playout(match, Random(seed), limit=1000)
        assert match.question is not None
        steps = sum(match.view(None)["players"][seat]["state"]["gold"] for seat in (0, 1))
        assert steps >= 1 and match.question.seat == steps % 2
