"""Rich choices: each whole answer is reached by one sequence of picks, and no pick leads nowhere."""

from __future__ import annotations

from itertools import permutations, product
from math import comb

import pytest
from small_games import anytime, deck_and_hands, rich

from gdl.interpreter.errors import IllegalAnswer
from gdl.interpreter.match import Match
from gdl.interpreter.rich import STOP, Picking, classes


def picking(word: str, items: str, low: int = 0, high: int = 99, piles: int = 0) -> Picking:
    """Items are letters; equal letters look alike. Each is a number of its own."""
    numbers = tuple(range(len(items)))
    groups = classes(numbers, lambda i: items[i])
    return Picking(word, numbers, groups, (), low, min(high, len(items)), piles)


def all_results(start: Picking) -> list[object]:
    """The results of all sequences of picks; fails where a pick leads to a dead end."""
    offers = start.offers()
    if not offers:
        if start.word == "some":
            assert start.low <= len(start.picks) <= start.high
        return [start.result()]
    found = []
    for offer in offers:
        if offer == STOP and start.word == "some":
            found.append(start.result())
            continue
        pick = offer if start.word == "split" else start.unpicked(offer)[0]
        found += all_results(
            Picking(
                start.word,
                start.items,
                start.classes,
                (*start.picks, pick),
                start.low,
                start.high,
                start.piles,
            )
        )
    return found


def by_look(result: object, items: str, word: str) -> object:
    """What an answer is to somebody who cannot tell copies apart."""
    if word == "split":
        return tuple(tuple(sorted(items[i] for i in pile)) for pile in result)
    letters = [items[i] for i in result]
    return tuple(sorted(letters)) if word == "some" else tuple(letters)


@pytest.mark.parametrize("items", ["", "a", "abc", "aab", "aabbc", "abab", "aaaa"])
@pytest.mark.parametrize("low", [0, 1, 2])
@pytest.mark.parametrize("high", [1, 2, 4])
def test_some_reaches_each_subset_once(items: str, low: int, high: int) -> None:
    high = min(high, len(items))
    low = min(low, high)
    subsets = {
        tuple(sorted(letter for letter, taken in zip(items, mask, strict=True) if taken))
        for mask in product((0, 1), repeat=len(items))
        if low <= sum(mask) <= high
    }
    found = [by_look(r, items, "some") for r in all_results(picking("some", items, low, high))]
    assert sorted(found) == sorted(subsets)


@pytest.mark.parametrize("items", ["a", "abc", "aab", "abab"])
def test_order_reaches_each_order_once(items: str) -> None:
    found = [by_look(r, items, "order") for r in all_results(picking("order", items))]
    assert sorted(found) == sorted(set(permutations(items)))


@pytest.mark.parametrize("items", ["a", "abc", "aab", "aabb", "aaaa"])
@pytest.mark.parametrize("piles", [1, 2, 3])
@pytest.mark.parametrize("low", [0, 1, 2])
def test_split_reaches_each_split_once(items: str, piles: int, low: int) -> None:
    low = min(low, len(items) // piles)
    splits = set()
    for where in product(range(piles), repeat=len(items)):
        split = tuple(
            tuple(sorted(letter for letter, at in zip(items, where, strict=True) if at == pile))
            for pile in range(piles)
        )
        if all(len(pile) >= low for pile in split):
            splits.add(split)
    found = [by_look(r, items, "split") for r in all_results(picking("split", items, low, piles=piles))]
    assert sorted(found) == sorted(splits)


def test_a_whole_answer_and_picks_come_to_the_same() -> None:
    whole, picks = Match.new(rich(), 1), Match.new(rich(), 1)
    whole.apply(["a", "c"])
    for label in ("a", "c"):
        picks.apply(label)
    assert whole == picks
    assert whole.request is not None and whole.request.kind == "order"
    whole.apply(["d", "b", "a"])
    for label in ("d", "b"):  # the last one is taken unasked
        picks.apply(label)
    assert whole == picks
    whole.apply([["b"], ["d", "a"]])
    picks.apply("d to pile 2")
    picks.apply("b to pile 1")
    picks.apply("a to pile 2")
    assert whole.state == picks.state
    assert whole.over


def test_picks_of_one_choice_share_a_turn() -> None:
    match = Match.new(rich(), 1)
    turns = []
    while match.request:
        turns.append((match.request.kind, match.turn_id))
        match.apply(0)
    assert turns == [("some", 0), ("some", 0), ("order", 1), ("order", 1), ("split", 2), ("split", 2)]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (7, "there is no option 7: they are numbered 0 to 3"),
        (-1, "there is no option -1"),
        (True, "an answer is the number of an option"),
        ("q", "there is no option `q`"),
        (["a", "b", "c"], "1 to 2 must be named, not 3"),
        ([], "1 to 2 must be named, not 0"),
        (["z"], "there is no item `z`"),
        ([0, 0], "the same thing is named twice"),
        ([9], "there is no item 9"),
        ([["a"], ["b"]], "an item is named by its number or its label"),
    ],
)
def test_an_illegal_answer_says_why_and_changes_nothing(answer: object, message: str) -> None:
    match = Match.new(rich(), 1)
    before = match.state_key()
    with pytest.raises(IllegalAnswer) as error:
        match.apply(answer)
    assert message in str(error.value)
    assert match.state_key() == before
    assert match.answers == []


def test_answers_after_the_end_and_undo_before_the_start() -> None:
    match = Match.new(rich(), 1)
    with pytest.raises(IllegalAnswer, match="nothing to take back"):
        match.undo()
    while match.request:
        match.apply(0)
    with pytest.raises(IllegalAnswer, match="the game is over"):
        match.apply(0)


def test_unseen_cards_are_one_option_and_chance_decides_which() -> None:
    taken = set()
    for seed in range(30):
        match = Match.new(deck_and_hands(), seed)
        match.apply(0)
        assert match.request is not None
        assert match.request.prompt == "Take"
        assert len(match.request) == 1
        before = set(match.state[match.program.zone_slot + 2])
        match.apply(0)
        taken |= {sorted(before).index(c) for c in before - set(match.state[match.program.zone_slot + 2])}
    assert taken == {0, 1, 2}


def test_equal_cards_that_one_sees_are_one_option() -> None:
    for seed in range(20):
        match = Match.new(deck_and_hands(), seed)
        hand = match.state[match.program.zone_slot + 1]
        titles = [match.program.components[c].title for c in hand]
        assert match.request is not None
        assert sorted(o.label for o in match.request) == sorted(set(titles))


def test_anytime_actions_join_and_others_are_asked_first() -> None:
    match = Match.new(anytime(), 0)

    def asked() -> tuple[int, str, list[str]]:
        assert match.request is not None
        return match.request.seat, match.request.kind, [o.label for o in match.request]

    assert asked() == (1, "anytime", ["buy 1", "buy 2", "pass"])
    match.apply("pass")
    assert asked() == (0, "one", ["go on", "wait", "buy 1", "buy 2"])
    match.apply("buy 1")  # p1's own set changes, p2's does not: the pass stands
    assert asked() == (0, "one", ["go on", "wait", "buy 1"])
    match.apply("go on")
    assert asked()[0] == 0
    match.apply("go on")
    match.undo()
    match.undo()
    match.undo()
    match.undo()
    match.apply("buy 1")  # p2 buys, and has fewer options: asked again
    assert asked() == (1, "anytime", ["buy 1", "pass"])
    match.apply("pass")
    for _ in range(3):
        assert asked()[0] == 0
        match.apply("wait")
    assert match.over


def test_counting_whole_answers() -> None:
    """1 or 2 of a a b c d: four singles, and pairs of four letters or two a."""
    found = all_results(picking("some", "aabcd", 1, 2))
    assert len(found) == 4 + comb(4, 2) + 1
