"""`gdl fmt PATH...`: one layout for all definitions. What does not parse is left as it is and reported."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
import tempfile
from pathlib import Path

from gdl.cli.files import definitions, read_text, shown
from gdl.cli.output import complain


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help=".gdl files, folders of them, or `-` for standard input"
    )
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if a file would change")
    parser.add_argument("--diff", action="store_true", help="change nothing; show what would change")


def run(args: argparse.Namespace) -> int:
    if args.paths == ["-"]:
        return _standard_input()
    paths = definitions(args.paths)
    broken = changed = 0
    for path in paths:
        before = read_text(path)
        after = laid_out(before, shown(path))
        if after is None:
            broken += 1
        elif after != before:
            changed += 1
            if args.diff:
                sys.stdout.writelines(_difference(before, after, shown(path)))
            elif args.check:
                print(f"would lay out {shown(path)} anew")
            else:
                _write(path, after)
                print(f"laid out {shown(path)}")
    same = len(paths) - broken - changed
    only_looking = args.check or args.diff
    what = "would change" if only_looking else "changed"
    counts = [(changed, what), (same, "unchanged"), (broken, "cannot be parsed")]
    print(", ".join(f"{number} {what}" for number, what in counts if number), file=sys.stderr)
    return 1 if broken or (only_looking and changed) else 0


def laid_out(text: str, file: str) -> str | None:
    """The canonical layout of `text`, or None if it does not parse (the reasons are on standard error)."""
    from gdl.dsl.diagnostics import Diagnostics
    from gdl.dsl.format import format_source
    from gdl.dsl.parse import parse
    from gdl.dsl.source import Source

    source, diagnostics = Source(file, text), Diagnostics()
    parse(source, diagnostics)
    if diagnostics.has_errors:
        complain(diagnostics.sorted(), {file: source})
        return None
    return format_source(source)


def _standard_input() -> int:
    after = laid_out(sys.stdin.read(), "<standard input>")
    if after is None:
        return 1
    sys.stdout.write(after)
    return 0


def _difference(before: str, after: str, name: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, f"{name} (laid out)")
    return [line if line.endswith("\n") else line + "\n" for line in lines]


def _write(path: Path, text: str) -> None:
    """All or nothing: an interrupted run leaves the old file. A link stays a link."""
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, target.stat().st_mode & 0o7777)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
