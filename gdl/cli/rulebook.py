"""`gdl rulebook FILE`: a rulebook for people, made from the definition."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gdl.cli.files import game_file, shown
from gdl.cli.game_options import add_variants, loaded
from gdl.cli.parser import Usage


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .gdl file, or the name of a shipped game")
    add_variants(parser)
    parser.add_argument("--format", choices=["md", "html"], default="md", help="how to write it (md)")
    parser.add_argument("-o", "--output", metavar="F", help="where to write it (default: standard output)")


def run(args: argparse.Namespace) -> int:
    from gdl.rulebook import rulebook

    book = rulebook(loaded(args), Path(shown(game_file(args.file))))
    text = book.markdown() if args.format == "md" else book.html()
    if args.output is None:
        sys.stdout.write(text)
        return 0
    try:
        Path(args.output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Usage(f"{args.output} cannot be written: {error.strerror}") from None
    print(f"wrote {args.output}", file=sys.stderr)
    return 0
