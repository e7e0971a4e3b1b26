"""The canonical layout of a file.

    source ─ pages (lines with depth, trailers) ─ spacing (tokens to text) ─ layout ─► text

The tokens stay as they are and in their order, so the result means the same; what changes is the space
between them. Comments, citations, line breaks inside a long form and single blank lines are the author's and
stay. Formatting twice gives the same as once.
"""

from __future__ import annotations

from gdl.dsl.format.layout import laid_out
from gdl.dsl.format.pages import page_of
from gdl.dsl.source import Source

__all__ = ["format_source"]


def format_source(source: Source) -> str:
    """The text in canonical layout; as it is, where it cannot be parsed."""
    page = page_of(source)
    return source.text if page is None else laid_out(page)
