"""`gdl explain CODE`: the page of a diagnostic. `gdl explain std.dice`: a part of the library."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from gdl.cli.parser import Usage
from gdl.dsl.diagnostics import suggestion

FORM = re.compile(r"---\n(?P<head>.*?)\n---\n(?P<body>.*)", re.DOTALL)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "code",
        nargs="?",
        metavar="CODE",
        help="such as GDL0301, or a part of the library, such as std.dice; all are listed if it is left out",
    )


def run(args: argparse.Namespace) -> int:
    found = pages()
    if args.code is None:
        for code, path in found.items():
            print(f"{code}  {title(path)}")
        for name, path in library().items():
            print(f"{name}  {_first_line(path)}")
        return 0
    if args.code in library():
        print(library()[args.code].read_text(encoding="utf-8"), end="")
        return 0
    code = args.code.upper()
    if code.isdigit():
        code = f"GDL{code:>04}"
    if code not in found:
        all_of_them = "`gdl explain` lists them all"
        if args.code.startswith("std."):
            near = suggestion(args.code, library(), files=True) or all_of_them
            raise Usage(f"there is no part of the library called `{args.code}`", near)
        raise Usage.unknown("diagnostic", args.code, found, all_of_them)
    print(_for_people(code, found[code]), end="")
    return 0


def pages() -> dict[str, Path]:
    """The page of every code, in order."""
    folder = Path(__file__).parent.parent / "dsl" / "codes"
    return {path.name.split("-")[0]: path for path in sorted(folder.glob("GDL*.md"))}


def library() -> dict[str, Path]:
    """The parts of the library, by the names under which they are used."""
    from gdl.dsl.load import STD

    return {f"std.{path.stem}": path for path in sorted(STD.glob("*.gdl"))}


def _first_line(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def front_matter(path: Path) -> dict[str, str]:
    """`code`, `title` and `severity` at the head of a page."""
    matched = FORM.match(path.read_text(encoding="utf-8"))
    if not matched:
        return {}
    pairs = (line.partition(":") for line in matched["head"].splitlines())
    return {key.strip(): value.strip().strip("\"'") for key, _, value in pairs}


def title(path: Path) -> str:
    return front_matter(path).get("title", path.stem)


def _for_people(code: str, path: Path) -> str:
    matched = FORM.match(path.read_text(encoding="utf-8"))
    body = matched["body"].strip() if matched else path.read_text(encoding="utf-8")
    severity = front_matter(path).get("severity", "")
    heading = f"{code}{f' ({severity})' if severity else ''}: {title(path)}"
    return f"{heading}\n\n{body}\n"
