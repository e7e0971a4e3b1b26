"""`chances.gdl`: a solver goes through all that chance can do, with the probabilities that one works out by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

import gdl
from gdl.dsl import ir
from gdl.interpreter.match import Match
from gdl.interpreter.perft import Explorer, Position, outcomes

FILE = Path(__file__).with_name("chances.gdl")


@dataclass(frozen=True)
class Case:
    title: str
    text: str
    claims: tuple[tuple[Fraction, str], ...]


def cases() -> Sequence[Case]:
    head, *parts = FILE.read_text(encoding="utf-8").split("---\n")
    frame = head[head.index("#= cards\n") + len("#= cards\n") :]
    found = []
    for part in parts:
        claims = re.findall(r"^#: ([\d/]+) (.*)$", part, re.MULTILINE)
        body = "".join(f"    {line}\n" for line in part.splitlines() if not line.startswith("#"))
        facts = "".join(f'\nfact "{number}": {claim}\n' for number, (_, claim) in enumerate(claims))
        title = part.splitlines()[0].removeprefix("# ")
        assert claims, title
        found.append(
            Case(title, frame.replace("    # here\n", body) + facts, tuple((Fraction(p), c) for p, c in claims))
        )
    return found


CASES = cases()


def program(text: str, folder: Path) -> ir.Program:
    file = folder / "chances.gdl"
    file.write_text(text, encoding="utf-8")
    return gdl.load(file).program()


def test_there_are_cases() -> None:
    assert len(CASES) >= 24


def ends(explorer: Explorer, position: Position, chance: Fraction) -> Iterator[tuple[Fraction, Position]]:
    """All that leads to the question whether to go on; of the questions before it the first answer is given."""
    for more, at in explorer.settled(position):
        assert at.question is not None
        ask = explorer.machine.program.blocks[at.question.block].exit
        assert isinstance(ask, ir.Ask)
        if ask.choice.entries[0].name == "go on":
            yield chance * more, at
        else:
            yield from ends(explorer, explorer.next(at)[0][1], chance * more)


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_probabilities(case: Case, tmp_path: Path) -> None:
    made = program(case.text, tmp_path)
    explorer = Explorer(made)
    [start] = explorer.first()
    found = list(ends(explorer, start, Fraction(1)))
    assert sum(chance for chance, _ in found) == 1
    holds = explorer.machine.evaluator.call
    for number, (wanted, claim) in enumerate(case.claims):
        function = made.facts[number].function
        assert sum(chance for chance, at in found if holds(function, (), at.state)) == wanted, claim


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_play_by_the_generator_agrees(case: Case, tmp_path: Path) -> None:
    """600 matches: each claim about as often as it says (five deviations are at most 0.102)."""
    made = program(case.text, tmp_path)
    counts = [0] * len(case.claims)
    for seed in range(600):
        match = Match.new(made, seed)
        while match.request and match.request.options[0].label != "go on":
            match.apply(0)
        for number in range(len(counts)):
            counts[number] += match.machine.evaluator.call(made.facts[number].function, (), match.state)
    for count, (wanted, claim) in zip(counts, case.claims, strict=True):
        assert abs(count / 600 - wanted) < 0.11, claim


SEEN = """\
game Seen:
    players: 2

card Card
Card Ace, Bee, Cow, Dog

zones:
    deck: deck of Card, secret, starts with all Card
    shown: row of Card, open

flow:
    once Look
    repeat Turn for each player

phase Look:
    shuffle deck
    reveal top(deck, TOLD) to players[1]

option TOLD: 0..4 = 0

phase Turn(p: Player):
    choose one by p:
        "draw": draw 1 from deck to shown
        "stop": tie
"""


@pytest.mark.parametrize(("told", "wanted"), [(0, [Fraction(1, 4)] * 4), (1, [Fraction(1)])])
def test_what_a_seat_has_seen_is_settled_in_any_match(told: int, wanted: list[Fraction], tmp_path: Path) -> None:
    made = program(SEEN.replace("= 0\n\nphase", f"= {told}\n\nphase"), tmp_path)
    for seed in range(5):
        assert [chance for chance, _ in outcomes(Match.new(made, seed), 0)] == wanted
