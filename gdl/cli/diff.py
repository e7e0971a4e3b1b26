"""`gdl diff FILE --variant V`: what variants change, declaration by declaration."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gdl.cli.game_options import loaded
from gdl.cli.parser import Usage

if TYPE_CHECKING:
    from gdl.dsl.source import Source
    from gdl.dsl.syntax import Node


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .gdl file, or the name of a shipped game")
    parser.add_argument(
        "--variant", action="append", default=[], metavar="V", help="the variant to show; repeatable"
    )


def run(args: argparse.Namespace) -> int:
    from gdl.dsl.syntax import Change

    found = loaded(args)
    wanted = [variant for variant in found.variants if variant.name in found.chosen]
    if not wanted:
        names = ", ".join(variant.name for variant in found.variants)
        raise Usage(
            "say which variant: `--variant NAME`", f"it has {names}" if names else "the game has none"
        )
    for variant in wanted:
        print(f"variant {variant.name}" + (f': "{variant.title}"' if variant.title else ""))
        for change in variant.changes:
            before, after = _text(change.before, found.sources), _text(change.after, found.sources)
            word = "adds" if change.before is None else "removes" if change.after is None else "changes"
            if isinstance(change.extended, Change):  # single fields or rows: what was there, and what is said anew
                after = before + _text(change.extended, found.sources)
            elif change.extended is not None:  # what was there stays as it is
                word, before, after = "extends", [], _text(change.extended, found.sources)
            print(f"\n  {word} {change.what} {change.name}".rstrip())
            for line in _difference(before, after):
                print(f"    {line}".rstrip())
        print()
    return 0


def _difference(before: list[str], after: list[str]) -> list[str]:
    """The lines of both, marked `-`, `+` or blank; no numbers, for the texts have different places."""
    return [line for line in difflib.ndiff(before, after) if not line.startswith("?")]


def _text(node: Node | None, sources: Mapping[str, Source]) -> list[str]:
    """The source lines of a node, its indentation taken away."""
    if node is None or node.span.file not in sources:
        return []
    span = node.span
    lines = sources[span.file].text.splitlines()[span.line - 1 : span.end_line]
    if span.end_column == 1 and len(lines) > 1:
        lines = lines[:-1]
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[indent:].rstrip() for line in lines if line.strip()]
