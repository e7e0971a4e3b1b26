"""`counts.txt`: the numbers of ways in which games can go, as the literature (or a short calculation) has them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import gdl
from gdl.interpreter.perft import perft

FILE = Path(__file__).with_name("counts.txt")


@dataclass(frozen=True)
class Known:
    """`game` may have options behind it: `hex[SIZE=3]`."""

    game: str
    what: str
    first: int
    last: int
    numbers: tuple[int, ...]
    soak: bool


def known() -> list[Known]:
    out = []
    for line in FILE.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        game, what, depths, *rest = line.split()
        found = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", depths)
        assert found, line
        first = int(found[1])
        last = int(found[2] or first)
        numbers = tuple(int(n) for n in rest if n.isdigit())
        out.append(Known(game, what, first, last, numbers, "soak" in rest))
    return out


def loaded(words: str) -> gdl.Game:
    name, *options = re.split(r"[\[\],]+", words.removesuffix("]"))
    return gdl.load(name, options={key: int(value) for key, value in (each.split("=") for each in options)})


def test_every_classic_is_counted() -> None:
    folder = Path(__file__).parents[2] / "gamedefs" / "classics"
    names = {path.stem for path in folder.glob("*.gdl")}
    assert len(names) >= 13
    assert names == {case.game.split("[")[0] for case in known()}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(k, marks=[pytest.mark.soak] if k.soak else [], id=f"{k.game}-{k.what}-{k.last}")
        for k in known()
    ],
)
def test_counts(case: Known) -> None:
    counts = perft(loaded(case.game).program(), case.last)
    if case.what == "lines":
        assert tuple(c.lines for c in counts[case.first : case.last + 1]) == case.numbers
    elif case.what == "games":
        assert (sum(c.finished for c in counts),) == case.numbers
    else:
        assert (sum(c.lines for c in counts),) == case.numbers
