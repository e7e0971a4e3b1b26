"""Text to syntax nodes.

    source ── tokens ── machine (tables of gdl.lark) ── build_* ── tree ──► syntax.File
                 └───────────── messages, stuck ─────────────┘

Afterwards each declaration without a syntax error is a node with exact spans, comments are kept in the file
node, and citations sit at the node they stand at. An error costs the declaration it is in, never the file.
"""

from __future__ import annotations

from gdl.dsl import syntax
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse.reader import Reader
from gdl.dsl.source import Source

__all__ = ["parse", "parse_expression", "parse_expressions", "parse_text"]


def parse(source: Source, diagnostics: Diagnostics) -> syntax.File | None:
    """The declarations of a file; None where nothing could be read. What is wrong is in `diagnostics`."""
    before = len(diagnostics)
    file = Reader(source, diagnostics).file()
    return None if len(diagnostics) > before and not file.declarations else file


def parse_expression(text: str, file: str, line: int, column: int, diagnostics: Diagnostics) -> syntax.Expr:
    """The expression in a string that stands at a place of a file: a cell of YAML, an answer of a player."""
    return Reader(Source(file, text), diagnostics).expression(text, line, column)


def parse_expressions(
    text: str, file: str, line: int, column: int, diagnostics: Diagnostics
) -> tuple[syntax.Expr, ...]:
    """The same for several, separated by commas: `strength_per(Mouse), cheaper(1)`."""
    return Reader(Source(file, text), diagnostics).expressions(text, line, column)


def parse_text(text: str, file: str, line: int, column: int, diagnostics: Diagnostics) -> syntax.Text:
    """The inside of a text, with its `{...}`, that stands without `"` signs of its own: a title in YAML."""
    return Reader(Source(file, text), diagnostics).text(text, line, column)
