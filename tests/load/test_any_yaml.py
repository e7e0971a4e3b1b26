"""No YAML, however odd, does more than get a diagnostic."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.dsl import syntax as s
from gdl.dsl.data import board_from, kinds_from
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.source import NOWHERE, Source

WORDS = [
    "Stoat", "cost", "kind", "x", "picture", "spaces", "links", "names", "rows", "traits", "title", "2",
    "2.5", "yes", "~", "A, B", "f(1)", '"t {p}"', "'", '"', ":", ": ", "- ", "\n", "\n  ", "\n    ",
    "{", "}", "[", "]", ", ", "&a ", "*a", "<<: ", "!!int ", "|", ">", "#", "\t", "---\n", "%", "? ",
]  # fmt: skip
HERO = s.Ident(span=NOWHERE, name="Hero")


def read(text: str) -> Diagnostics:
    diagnostics = Diagnostics()
    source = Source("rows.yaml", text)
    kinds_from(source, HERO, lambda type, field: field == "text", diagnostics)
    board_from(source, lambda type, field: False, diagnostics)
    return diagnostics


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_any_words(parts: list[str]) -> None:
    text = "".join(parts)
    for diagnostic in read(text):
        assert diagnostic.span.file == "rows.yaml"
        assert 1 <= diagnostic.span.line <= text.count("\n") + 2


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_any_text(text: str) -> None:
    read(text)


def test_depth_is_bounded() -> None:
    for text in ("[" * 100_000, "a: " * 5000, "- " * 100_000, "{a: " * 50_000):
        assert read(text).has_errors
