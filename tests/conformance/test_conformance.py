"""The language by examples: every case in the files of this folder holds. What they can say stands in `cases.py`."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
import written
from cases import TABLE_WORDS, Case, read
from constructs import CONSTRUCTS, LEAST

from gdl.game import Game, Option
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match
from gdl.interpreter.text import GOD

FILES = sorted(Path(__file__).parent.glob("*.gdl"))
CASES = {path.stem: read(path) for path in FILES}
PAGE = Path(__file__).parents[2] / "docs" / "language.md"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_has_good_and_bad_cases(path: Path) -> None:
    cases = CASES[path.stem]
    assert len(cases) >= LEAST
    assert len({case.title for case in cases}) == len(cases), "two cases have the same title"
    assert any(case.is_bad for case in cases) and any(not case.is_bad for case in cases)


def test_every_case_is_about_a_construct_and_shows_it() -> None:
    wrong = []
    for name, cases in CASES.items():
        for case in cases:
            if not case.about:
                wrong.append(f"{name}: {case.title}: about what?")
            for about in case.about:
                text = case.files["game.gdl"]
                if about not in CONSTRUCTS or not re.search(CONSTRUCTS[about][1], text, re.MULTILINE):
                    wrong.append(f"{name}: {case.title}: not about {about}")
    assert wrong == []


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_a_construct_has_its_cases_and_its_place_on_the_page(construct: str) -> None:
    mine = [case for cases in CASES.values() for case in cases if construct in case.about]
    assert len(mine) >= LEAST
    assert any(case.is_bad for case in mine) and any(not case.is_bad for case in mine)
    assert len({case.files["game.gdl"] for case in mine}) == len(mine), "two cases are the same"
    heading = CONSTRUCTS[construct][0]
    assert re.search(rf"^##+ {re.escape(heading)}$", PAGE.read_text(encoding="utf-8"), re.MULTILINE), heading


def test_there_are_files() -> None:
    assert len(FILES) >= 30


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=f"{name}: {case.title}")
        for name, cases in CASES.items()
        for case in cases
        if case.is_bad
    ],
)
def test_bad(case: Case) -> None:
    variants = [rest for word, rest in case.script if word == "with"]
    _, said = written.compiled(case.files, variants)
    found = sorted((d.span.line, d.code) for d in said)
    assert found == sorted((line, code) for line, code, _ in case.marks), said
    for line, code, part in case.marks:
        assert any(
            d.span.line == line and d.code == code and part in f"{d.message} {d.hint}" for d in said
        ), said


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=f"{name}: {case.title}")
        for name, cases in CASES.items()
        for case in cases
        if not case.is_bad
    ],
)
def test_good(case: Case) -> None:
    variants = [rest for word, rest in case.script if word == "with"]
    game, said = written.compiled(case.files, variants, _options(case))
    assert game is not None, said
    players = next((int(rest) for word, rest in case.script if word == "players"), None)
    fails = _follow(case, game, players)
    if not fails:
        for seed in range(3):
            written.play_at_random(game, seed, players, limit=60)


def _options(case: Case) -> dict[str, Option]:
    pairs = [rest.split(" = ") for word, rest in case.script if word == "option"]
    return {name: int(value) if value.isdigit() else value for name, value in pairs}


def _follow(case: Case, game: Game, players: int | None) -> bool:
    """Does what the script says; whether it ends in a failure that it foretold."""
    steps = [step for step in case.script if step[0] not in TABLE_WORDS]
    match: Match | None = None
    asked = 0
    for number, (word, rest) in enumerate(steps):
        foretold = number + 1 < len(steps) and steps[number + 1][0] == "fails"
        if match is None and word != "fails":
            match = Match.new(game.program(players), seed=1)
        match word:
            case "then":
                assert match is not None
                _holds(match, asked, case.conditions[asked])
                asked += 1
            case "do" | "pick":
                assert match is not None
                if foretold:
                    _fails(lambda m=match, w=word, r=rest: _answer(m, w, r), steps[number + 1][1])
                    return True
                _answer(match, word, rest)
            case "fails":
                _fails(lambda: Match.new(game.program(players), seed=1), rest)
                return True
            case _:
                assert match is not None
                _look(match, word, rest)
    return False


def _holds(match: Match, number: int, condition: str) -> None:
    fact = next(f for f in match.program.facts if f.text == f"then {number}")
    assert match.machine.evaluator.call(fact.function, (), match.state), f"not so: {condition}"


def _answer(match: Match, word: str, rest: str) -> None:
    seat, what = _seat(rest)
    assert match.request is not None, f"{word} {rest}: it is over"
    assert match.request.seat == seat, f"{word} {rest}: seat {match.request.seat + 1} is asked"
    if word == "pick":
        piles = [[name.strip() for name in pile.split(",") if name.strip()] for pile in what.split("/")]
        match.apply(piles if len(piles) > 1 else piles[0])
    else:
        match.apply(what.strip().strip('"'))


def _seat(rest: str) -> tuple[int, str]:
    who, _, what = rest.partition(" ")
    return int(who[1:]) - 1, what


def _look(match: Match, word: str, rest: str) -> None:
    match word:
        case "asked":
            assert match.request is not None and match.request.seat == int(rest[1:]) - 1
        case "offered":
            seat, what = _seat(rest)
            assert match.request is not None and match.request.seat == seat
            assert sorted(o.label for o in match.request.options) == sorted(re.findall(r'"([^"]*)"', what))
        case "sees":
            negated = rest.startswith("not ")
            seat, what = _seat(rest.removeprefix("not "))
            assert (what.strip('"') in match.log_for(seat)) != negated, match.log_for(seat)
        case "knows":
            negated = rest.startswith("not ")
            seat, name = _seat(rest.removeprefix("not "))
            knowledge = match.machine.moves.alike
            assert knowledge.knows(match.state_for(seat), seat, _component(match, name)) != negated
        case "told":
            negated = rest.startswith("not ")
            seat, what = _seat(rest.removeprefix("not "))
            name, _, value = what.partition(" = ")
            if negated:
                assert _seen(match, seat, name) is None
                return
            guesses = [match.sample(seat, Random(n)) for n in range(12)] if seat >= 0 else []
            assert {_seen(each, seat, name) for each in (match, *guesses)} == {value}
        case "could":
            seat, what = _seat(rest)
            name, _, names = what.partition(": ")
            found = {match.program.components[c].title for c in match.could_be(seat, _component(match, name))}
            assert found == {each.strip() for each in names.split(",")}
        case "explains":
            call, _, words = rest.partition(": ")
            value, _, args = call.rstrip(")").partition("(")
            numbers = [_argument(match, arg.strip()) for arg in args.split(",") if arg.strip()]
            assert match.explain(value, *numbers, reader=GOD) == words
        case "traced":
            lines = match.trace(match.turn_id - 1)
            assert any(what in line for what in re.findall(r'"([^"]*)"', rest) for line in lines), lines
        case "over":
            how, *seats = rest.split()
            assert match.result is not None, "it is not over"
            wanted = {"won": 1, "tied": 0, "lost": -1}[how]
            found = [f"p{i + 1}" for i, result in enumerate(match.result) if result.outcome == wanted]
            assert found == (seats or [f"p{i + 1}" for i in range(len(match.result))])
        case _:
            raise AssertionError(f"nobody knows the word `{word}`")


def _seen(match: Match, seat: int, name: str) -> str | None:
    """What the seat (the spectator, where it is -1) sees of a state: `lair`, `p1.role`, `price[Wool]`, `Cell[1, 2].trap`."""
    view = match.view(seat if seat >= 0 else None)
    holder, _, plain = name.rpartition(".")
    state = view["state"]
    if re.fullmatch(r"p[1-9]", holder):
        state = view["players"][int(holder[1:]) - 1]["state"]
    elif holder:
        state = next(x["state"] for board in view["boards"] for x in board["spaces"] if x["id"] == holder)
    plain, _, index = plain.partition("[")
    for key in (plain, *(index.rstrip("]").split(", ") if index else ())):
        if key not in state:
            return None
        state = state[key]
    return str(state)


def _component(match: Match, name: str) -> int:
    return next(i for i, c in enumerate(match.program.components) if c.name == name)


def _argument(match: Match, word: str) -> int:
    if re.fullmatch(r"p[1-9]", word):
        return int(word[1:]) - 1
    return int(word) if word.isdigit() else _component(match, word)


def _fails(deed: object, expected: str) -> None:
    code, _, part = expected.partition(" ")
    assert callable(deed)
    with pytest.raises(PlayError) as error:
        deed()
    assert error.value.diagnostic.code == code
    assert part in error.value.diagnostic.message
