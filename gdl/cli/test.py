"""`gdl test PATH...`: run the scenarios of games, and say of each failure what was expected and found."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from gdl.cli.files import definitions, read_text
from gdl.cli.output import colour_at
from gdl.cli.parser import Usage
from gdl.render import printable

if TYPE_CHECKING:
    from gdl.scenarios import Outcome


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="games, folders of them, or shipped games")
    parser.add_argument(
        "-k", metavar="NAME", default="", help="only scenarios whose name or citation contains this"
    )
    parser.add_argument(
        "--format", choices=["text", "json", "junit"], default="text", help="how to say it (text)"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="name the scenarios that pass, too")


def run(args: argparse.Namespace) -> int:
    found: list[Outcome] = []
    for outcome in _outcomes(args.paths, args.k):
        found.append(outcome)
        if args.format == "text" and (args.verbose or not outcome.passed):
            sys.stdout.write(as_text(outcome, colour_at(sys.stdout)))
    if not found:
        what = f" with `{args.k}` in their name" if args.k else ""
        raise Usage(f"there are no scenarios{what} in {' '.join(args.paths)}")
    failed = sum(not outcome.passed for outcome in found)
    if args.format == "json":
        sys.stdout.write(as_json(found))
    elif args.format == "junit":
        sys.stdout.write(as_junit(found))
    else:
        print(f"{len(found) - failed} passed" + (f", {failed} failed" if failed else ""))
    return 1 if failed else 0


def _outcomes(paths: Sequence[str], wanted: str) -> Iterator[Outcome]:
    from gdl.examine import ENTRY
    from gdl.scenarios import outcomes_of

    found = definitions(paths)
    games = {path.resolve() for path in found}
    for path in found:
        is_part = any(
            folder.name and folder.with_suffix(".gdl") in games for folder in path.resolve().parents
        )
        if path.suffix == ".gdl" and not is_part and ENTRY.search(read_text(path)):
            yield from outcomes_of(path, wanted)


def as_text(outcome: Outcome, colour: bool) -> str:
    """One line if it passed; else the place, the reason and the table as it stood."""
    word = "passed" if outcome.passed else "failed"
    if colour:
        word = f"\x1b[{'32' if outcome.passed else '31'}m{word}\x1b[0m"
    head = f"{outcome.file}:{outcome.line}: {word}: {printable(outcome.name)}\n"
    if outcome.passed:
        return head
    return head + "".join(f"    {printable(line)}\n" for line in outcome.message.splitlines())


def as_json(found: Sequence[Outcome]) -> str:
    """What follows `schemas/test.schema.json`."""
    failed = sum(not outcome.passed for outcome in found)
    scenarios = [
        {
            "name": outcome.name,
            "file": outcome.file,
            "line": outcome.line,
            "cites": list(outcome.cites),
            "passed": outcome.passed,
            "message": outcome.message,
        }
        for outcome in found
    ]
    told = {"passed": len(found) - failed, "failed": failed, "scenarios": scenarios}
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def as_junit(found: Sequence[Outcome]) -> str:
    """JUnit's XML, as build servers read it."""
    failed = sum(not outcome.passed for outcome in found)
    seconds = sum(outcome.seconds for outcome in found)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuite name="gdl" tests="{len(found)}" failures="{failed}" time="{seconds:.3f}">')
    for outcome in found:
        name, file = quoteattr(_xml(outcome.name)), quoteattr(outcome.file)
        place = f'classname={file} file={file} line="{outcome.line}"'
        lines.append(f'  <testcase name={name} {place} time="{outcome.seconds:.3f}">')
        if not outcome.passed:
            first = outcome.message.splitlines()[0] if outcome.message else "failed"
            lines.append(
                f"    <failure message={quoteattr(_xml(first))}>{escape(_xml(outcome.message))}</failure>"
            )
        lines.append("  </testcase>")
    return "\n".join([*lines, "</testsuite>"]) + "\n"


def _xml(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return printable(text)
