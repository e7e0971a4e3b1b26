"""No text, however odd, does more than get a diagnostic."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse import parse, parse_expression
from gdl.dsl.parse.tables import tables
from gdl.dsl.source import Source


def codes(text: str) -> list[str]:
    diagnostics = Diagnostics()
    parse(Source("x.gdl", text), diagnostics)
    return [d.code for d in diagnostics.sorted()]


@pytest.mark.parametrize(
    "text",
    [
        "value a = " + "(" * 100_000,
        "value a = " + "(" * 3000 + "1" + ")" * 3000,
        "value a = " + "not " * 5000 + "x",
        "value a = " + "- " * 5000 + "1",
        "value a = " + " + ".join(["1"] * 5000),
        "value a = " + "if a then b else " * 3000 + "c",
        "value a = a" + ".b" * 5000,
        "rule a():\n" + "".join("    " * (n + 1) + "if x:\n" for n in range(500)) + "    " * 501 + "stop\n",
        "rule a():\n    if x: stop\n" + "    elif y: stop\n" * 2000,
    ],
    ids=["open", "brackets", "not", "minus", "sum", "if", "members", "blocks", "elifs"],
)
def test_deep_text_is_told_not_raised(text: str) -> None:
    assert codes(text) == ["GDL0118"]


def test_wide_text_is_fine() -> None:
    assert codes("enum E: " + ", ".join(f"M{n}" for n in range(5000))) == []
    assert codes("value a = [" + ", ".join(["1"] * 5000) + "]") == []


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x0b", "\x1b", "\x7f", "\x85", "\u2028", "\rx"])
def test_control_characters(character: str) -> None:
    assert codes(f"rule a():\n    stop {character}\n") == ["GDL0122"]


def test_binary_junk() -> None:
    junk = random.Random(1).randbytes(20_000).decode("latin-1")
    assert codes(junk) == ["GDL0122"]


def test_nothing_at_all() -> None:
    assert codes("") == []
    assert codes("\n\n# only a comment\n") == []
    assert codes("\ufeffgame A:\n    players: 2\n") == []
    assert codes("game A:\r\n    players: 2\r\n") == []


def words() -> list[str]:
    more = ["x", "Y", "7", '"t {p}"', "@A-B-1", "# c", "\n", "\n    ", "\n        ", "\t"]
    return [*sorted(tables().literals), *more]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(words()), max_size=60), st.sampled_from(["", " "]))
def test_any_words_in_any_order(parts: list[str], between: str) -> None:
    text = between.join(parts)
    diagnostics = Diagnostics()
    parse(Source("x.gdl", text), diagnostics)
    lines = text.count("\n") + 1
    for diagnostic in diagnostics:
        assert 1 <= diagnostic.span.line <= lines
        assert diagnostic.message and "\n" not in diagnostic.message


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_any_text_as_expression(text: str) -> None:
    diagnostics = Diagnostics()
    made = parse_expression(text, "x.yaml", 3, 5, diagnostics)
    assert diagnostics.has_errors or type(made).__name__ != "Broken"


def test_messages_name_few_continuations() -> None:
    for text in (
        "rule a():\n    x y\n",
        "rule a() b\n",
        "zones:\n    a: 3\n",
        "value a = 1 2\n",
        "flow:\n    x\n",
    ):
        diagnostics = Diagnostics()
        parse(Source("x.gdl", text), diagnostics)
        for diagnostic in diagnostics:
            offered = diagnostic.message.partition("could stand")[2]
            assert offered.count(",") <= 2 and len(diagnostic.message) < 160, diagnostic
