"""Every word of the language is on the page: those of the grammar, the functions that the checker brings, the settings of
a header, the types. A word that is added to the language fails here until the page speaks of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.dsl.elaborate import calls, declared_types, world

ROOT = Path(__file__).parents[2]
GRAMMAR = (ROOT / "dsl" / "gdl.lark").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
CODE = "\n".join(re.findall(r"^```[^\n]*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)) + "\n".join(
    re.findall(r"`([^`\n]+)`", PAGE)
)
"""What stands in blocks and between backticks: a word of the prose does not count."""


def words_of_the_grammar() -> list[str]:
    rules = re.sub(r"//[^\n]*", "", GRAMMAR)
    found = re.findall(r'"([a-z]+)"', rules)
    found += re.findall(r"\w+", re.search(r"\(\?!\(\?:(.*?)\)\\b\)", rules, re.DOTALL)[1])  # type: ignore[index]
    return sorted(set(found))


def brought() -> list[str]:
    """Functions, settings and types that need no declaration."""
    return sorted({*calls.BUILTINS, *world._SETTINGS, *declared_types._WORDS})


def on_page(word: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", CODE) is not None


def test_there_are_words() -> None:
    assert len(words_of_the_grammar()) > 150 and len(brought()) > 20
    assert not on_page("frobnicate")


@pytest.mark.parametrize("word", [*words_of_the_grammar(), *brought()])
def test_the_page_speaks_of_it(word: str) -> None:
    assert on_page(word)
