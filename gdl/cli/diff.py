"""`gdl diff FILE --variant V`: what variants change, declaration by declaration."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from gdl.cli.game_options import loaded
from gdl.cli.parser import Usage

if TYPE_CHECKING:
    from gdl.dsl.source import Source
    from gdl.dsl.syntax import Node
    from gdl.dsl.variants import Changed


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .gdl file, or the name of a shipped game")
    parser.add_argument(
        "--variant", action="append", default=[], metavar="V", help="the variant to show; repeatable"
    )


def run(args: argparse.Namespace) -> int:
    found = loaded(args)
    wanted = [variant for variant in found.variants if variant.name in found.chosen]
    if not wanted:
        names = ", ".join(variant.name for variant in found.variants)
        raise Usage(
            "say which variant: `--variant NAME`", f"it has {names}" if names else "the game has none"
        )
    for variant in wanted:
        print(f"variant {variant.name}" + (f': "{variant.title}"' if variant.title else ""))
        for (word, what, name), changes in _by_name(variant.changes):
            before = _texts([change.before for change in changes], found.sources)
            after = _texts([change.after for change in changes], found.sources)
            said = _texts([change.extended for change in changes], found.sources)
            if word == "extends":  # what was there stays as it is
                before, after = [], said
            elif said:  # single fields or rows: what was there, and what is said anew
                after = before + said
            print(f"\n  {word} {what} {name}".rstrip())
            for line in _difference(before, after):
                print(f"    {line}".rstrip())
        print()
    return 0


def _by_name(changes: Iterable[Changed]) -> Iterator[tuple[tuple[str, str, str], list[Changed]]]:
    """The changes by what is done to what: a kind may stand in several places, in a table and in a block."""
    from gdl.dsl.syntax import Change

    number = 0
    groups: dict[tuple[str, str, str, int], list[Changed]] = {}
    for change in changes:
        word = "adds" if change.before is None else "removes" if change.after is None else "changes"
        if change.extended is not None and not isinstance(change.extended, Change):
            word = "extends"
        number += not change.name  # what has no name stands alone
        groups.setdefault((word, change.what, change.name, 0 if change.name else number), []).append(change)
    for (word, what, name, _), group in groups.items():
        yield (word, what, name), group


def _texts(nodes: Iterable[Node | None], sources: Mapping[str, Source]) -> list[str]:
    """The source lines of all of them, each place once."""
    places = {str(node.span): node for node in nodes if node is not None}
    return [line for node in places.values() for line in _text(node, sources)]


def _difference(before: list[str], after: list[str]) -> list[str]:
    """The lines of both, marked `-`, `+` or blank; no numbers, for the texts have different places."""
    return [line for line in difflib.ndiff(before, after) if not line.startswith("?")]


def _text(node: Node, sources: Mapping[str, Source]) -> list[str]:
    """The source lines of a node, its indentation taken away."""
    if node.span.file not in sources:
        return []
    span = node.span
    lines = sources[span.file].text.splitlines()[span.line - 1 : span.end_line]
    if span.end_column == 1 and len(lines) > 1:
        lines = lines[:-1]
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[indent:].rstrip() for line in lines if line.strip()]
