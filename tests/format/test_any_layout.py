"""Whatever layout an author gives a declaration, the formatter keeps what it says and finds one layout for it.

The declarations of all shipped games, of the cookbook and of the conformance cases are typed anew by chance
(`scattered.py`). The seed is fixed; the soak goes on with other seeds for its share of `GDL_SOAK_SECONDS`.
"""

from __future__ import annotations

import os
import random
import re
import time
from functools import cache
from pathlib import Path

import pytest
from scattered import declarations, respaced, scattered
from test_format import cited, laid_out, read

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse import parse
from gdl.dsl.parse.tokens import lex
from gdl.dsl.same import same
from gdl.dsl.source import Source

ROOT = Path(__file__).parent.parent.parent
SHARE = float(os.environ.get("GDL_SOAK_SECONDS", "20")) / 4
RUNS = 8
EACH = 40


@cache
def all_declarations() -> list[str]:
    texts = [
        part
        for folder in ("gamedefs", "docs/cookbook", "tests/conformance")
        for path in sorted((ROOT / folder).rglob("*.gdl"))
        for part in re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ]
    return [declaration for text in texts for declaration in declarations(text)]


def some_declaration(chance: random.Random) -> str:
    """One that can be read: some conformance cases are about what cannot."""
    while True:
        text = chance.choice(all_declarations())
        told = Diagnostics()
        if parse(Source("x.gdl", text), told) and not len(told):
            return text


def tokens(text: str) -> list[tuple[str, str]]:
    pieces = lex(Source("x.gdl", text), Diagnostics()).pieces
    return [(token.type, token.text) for piece in pieces for token in piece.tokens]


def look_at(chance: random.Random) -> None:
    plain = some_declaration(chance)
    typed = scattered(plain, chance)
    before = read(typed)
    assert same(read(plain).declarations, before.declarations), f"the test itself changed it:\n{typed}"
    once = laid_out(typed)
    after = read(once)
    assert tokens(once) == tokens(typed), once
    assert same(before.declarations, after.declarations), once
    assert [text for *_, text in before.comments] == [text for *_, text in after.comments], once
    assert cited(before) == cited(after), once
    assert laid_out(once) == once
    assert all(line == line.rstrip() for line in once.split("\n")), once
    tidy, loose = respaced(plain, chance)
    assert laid_out(loose) == laid_out(tidy), loose


@pytest.mark.parametrize("run", range(RUNS))
def test_any_layout(run: int) -> None:
    chance = random.Random(f"layout {run}")
    for _ in range(EACH):
        look_at(chance)


@pytest.mark.soak
def test_any_layout_for_long() -> None:
    chance = random.Random()
    end = time.perf_counter() + SHARE
    while time.perf_counter() < end:
        seed = chance.getrandbits(32)
        try:
            look_at(random.Random(seed))
        except AssertionError as error:
            raise AssertionError(f"look_at(random.Random({seed})): {error}") from error


def test_there_is_something_to_type() -> None:
    assert len(all_declarations()) >= 4000
    typed = [scattered(some_declaration(random.Random(n)), random.Random(n)) for n in range(40)]
    whole = "\n".join(typed)
    assert "# note" in whole and "@X-" in whole and len({text.count("\n") for text in typed}) > 5
