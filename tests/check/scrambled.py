"""Definitions with tokens dropped, doubled, swapped, or taken from elsewhere: nearly right, in every way.

`scrambled(texts, seed)` makes one; `trouble(text, folder)` lints, formats, compiles and plays it, and tells what went
wrong other than by a diagnostic.
"""

from __future__ import annotations

import random
import re
import traceback
from pathlib import Path

from gdl.dsl.compile import compile_game
from gdl.dsl.diagnostics import Diagnostic
from gdl.dsl.format import format_source
from gdl.dsl.load import load
from gdl.dsl.source import Source
from gdl.examine import examine
from gdl.game import seats_of
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match
from gdl.scenarios import outcomes_of

TOKEN = re.compile(r'"[^"\n]*"|\w+|\n *|[^\w\s]+|[ \t]+')
ODD = [
    "99999999999999999999", "-1", "0", "none", "self", "players", "yes", "{", "}", "(", ")", "[", "]", ":", "..", "@X-1",
    "\t", "\n", "\n    ", "\n        ", '"', '"{p}"', "é", "\u2028", "𝕏", "x unlimited", "is", "or none", "per Turn", "?",
    "every", "where", "with most", "random", "flip", "top", "each player", "for each", "x0", "x9999", "1..0", "= 0", "*", "%",
    "int", "Player", "list of int", "set of", "text", "amount of", "kind of", "while", "instead of", "after", "before",
]  # fmt: skip


def scrambled(texts: list[str], seed: str) -> str:
    choose = random.Random(seed)
    tokens = TOKEN.findall(choose.choice(texts))
    solid = [i for i, token in enumerate(tokens) if token.strip()] or [0]
    for _ in range(choose.choice([1, 1, 1, 2, 3])):
        at, other = choose.choice(solid) % len(tokens), choose.choice(solid) % len(tokens)
        match choose.randrange(7):
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, tokens[at])
            case 2:
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 3:
                tokens[at] = tokens[other]
            case 4:
                tokens[at] = choose.choice(ODD)
            case 5:
                tokens.insert(at, choose.choice(ODD) + " ")
            case _:
                low, high = sorted((at, min(at + 12, len(tokens))))
                piece = tokens[low:high]
                if choose.random() < 0.5:
                    del tokens[low:high]
                else:
                    tokens[other:other] = piece
    return "".join(tokens)


def trouble(text: str, folder: Path, name: str = "odd.gdl") -> str:
    """What went wrong other than by a diagnostic; empty if nothing did."""
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    try:
        for each in _told(path, text):
            assert each.code and each.message, each
            if each.span.file.endswith(name):
                assert 0 <= each.span.line <= text.count("\n") + 2, each
    except Exception:
        return traceback.format_exc()
    return ""


def _told(path: Path, text: str) -> list[Diagnostic]:
    """All that `gdl fmt`, `gdl lint`, `gdl compile`, `gdl test` and a game at random have to say."""
    format_source(Source(path.name, text))
    told = examine([path]).diagnostics
    if told.has_errors:
        return told.sorted()
    loaded = load(path, told)
    assert loaded is not None
    program = compile_game(loaded, seats_of(loaded.game)[0], {}, told)
    if program is None:
        return told.sorted()
    for mode in ("full", "fast"):
        try:
            match = Match.new(program, 1, mode=mode)
            match.playout(random.Random(1), 60)
        except PlayError as error:
            told.extend([error.diagnostic])
    for outcome in outcomes_of(path):
        assert outcome.passed or outcome.message
    return told.sorted()
