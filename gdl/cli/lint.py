"""`gdl lint PATH...`: all that is wrong or doubtful, in one run."""

from __future__ import annotations

import argparse
import sys

from gdl.cli.files import definitions
from gdl.cli.output import colour_at
from gdl.cli.parser import Usage


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help=".gdl files, folders of them, or shipped games"
    )
    parser.add_argument(
        "--format", choices=["text", "json", "github", "sarif"], default="text", help="how to say it (text)"
    )
    parser.add_argument(
        "--select",
        action="append",
        default=[],
        metavar="CODES",
        help="only codes that begin so: GDL03,GDL1001",
    )
    parser.add_argument(
        "--ignore", action="append", default=[], metavar="CODES", help="all but codes that begin so"
    )
    parser.add_argument(
        "--deep",
        type=int,
        default=0,
        metavar="N",
        help="also play N games at random, and up to twice as many to find what they never came to; say what they show",
    )
    parser.add_argument(
        "--variant", action="append", default=[], metavar="V", help="the game with this variant; repeatable"
    )
    parser.add_argument(
        "--every-variant",
        action="store_true",
        help="the game with every combination of its variants that it allows",
    )
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="how many processes share the games (1)"
    )
    parser.add_argument("--strict", action="store_true", help="warnings count: exit 1 on them too")


def run(args: argparse.Namespace) -> int:
    from gdl.examine import Wish, examine
    from gdl.memory import leave, without_search

    if not args.deep:
        without_search()
    from gdl.render import MACHINE_FORMATS, as_text, summary

    select, ignore = _codes(args.select), _codes(args.ignore)
    if args.deep < 0:
        raise Usage("--deep is 0 or more")
    if args.workers < 1:
        raise Usage("--workers is at least 1")
    if args.variant and args.every_variant:
        raise Usage("`--variant` asks for one combination, `--every-variant` for all of them: use one")
    wish = Wish(args.deep, tuple(args.variant), args.every_variant, args.workers)
    found = examine(definitions(args.paths), wish)
    items = [
        item
        for item in found.diagnostics.sorted()
        if (not select or item.code.startswith(select)) and not item.code.startswith(ignore or ("-",))
    ]
    if args.format == "text":
        sys.stdout.write(as_text(items, found.sources, colour_at(sys.stdout)))
        print(summary(items, found.files), file=sys.stderr)
        if args.every_variant:
            told = f"{found.allowed} combinations of variants looked at, {found.refused} refused by the game"
            print(told, file=sys.stderr)
    else:
        sys.stdout.write(MACHINE_FORMATS[args.format](items, found.sources))
    leave()
    counts = ("error", "warning") if args.strict else ("error",)
    return 1 if any(item.severity in counts for item in items) else 0


def _codes(words: list[str]) -> tuple[str, ...]:
    """`GDL03,1001` as beginnings of codes: ("GDL03", "GDL1001")."""
    codes = []
    for word in ",".join(words).upper().replace(" ", "").split(","):
        if word:
            code = word if word.startswith("GDL") else f"GDL{word}"
            if not code[3:].isdigit() or len(code) > 7:
                raise Usage(f"`{word}` is not a code or the beginning of one", "codes look like GDL0301")
            codes.append(code)
    return tuple(codes)
