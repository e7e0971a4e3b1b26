"""GDL1019: a key of the catalogue that is surely misspelt.

A catalogue is for people and may say what it likes about a rule. But where a key stands once, in the column of one that stands many
times and is spelt nearly so, nobody meant it: and what it says, `id` before all, is lost.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from gdl.dsl.diagnostics import Diagnostics, slips
from gdl.dsl.source import Source, Span

KEY = re.compile(r"(?P<indent> *(?:- )?)(?P<key>[A-Za-z_]\w*):(?= |$)")
OFTEN = 3
"""What stands so many times in a column is surely meant."""


def misspelt_keys(source: Source, to: Diagnostics) -> None:
    """Keys that are seldom, and one slip or two away from one in the same column that is not."""
    columns: defaultdict[int, Counter[str]] = defaultdict(Counter)
    found: list[tuple[int, int, str]] = []
    for number, line in enumerate(source.text.split("\n"), 1):
        match = KEY.match(line)
        if match:
            column = len(match["indent"])
            columns[column][match["key"]] += 1
            found.append((number, column, match["key"]))
    for number, column, key in found:
        there = columns[column]
        if there[key] == 1:
            often = [other for other, times in there.items() if times >= OFTEN]
            allowed = 1 if len(key) < 8 else 2
            near = [each for each in often if slips(key, each) <= min(allowed, len(each) - 1)]
            if near:
                hint = f"did you mean `{near[0]}`?"
                span = Span(source.file, number, column + 1, number, column + 1 + len(key))
                to.warning("GDL1019", span, f"no other rule of the catalogue has `{key}`", hint)
