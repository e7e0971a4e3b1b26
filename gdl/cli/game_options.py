"""What every command about one game takes: `--variant`, `--set`, `--players`, `--seed`; and the game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.cli.files import game_file, shown
from gdl.cli.output import complain
from gdl.cli.parser import Unplayable, Usage

if TYPE_CHECKING:
    from gdl.dsl.load import Loaded


def add_game(parser: argparse.ArgumentParser, players: bool = True, seed: bool = True) -> None:
    """FILE and the options that choose how it is played."""
    parser.add_argument(
        "file", metavar="FILE", help="a .gdl file, a compiled .ir.json, or the name of a shipped game"
    )
    add_variants(parser)
    if players:
        parser.add_argument("--players", type=int, metavar="N", help="how many sit down (as few as may)")
    if seed:
        parser.add_argument("--seed", type=int, metavar="S", help="the seed of all chance (a new one)")


def add_variants(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant", action="append", default=[], metavar="V", help="play with this variant; repeatable"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game; repeatable",
    )


def loaded(args: argparse.Namespace) -> Loaded:
    """The text of the game that `args` name, with its variants; or `Unplayable`, or `Usage`."""
    from gdl.dsl.diagnostics import Diagnostics
    from gdl.dsl.load import load

    path = game_file(args.file)
    if path.suffix != ".gdl":
        raise Usage(f"{args.file} is compiled; this command needs the text of the game, a .gdl file")
    diagnostics = Diagnostics()
    found = load(Path(shown(path)), diagnostics, ())
    if found is not None:
        known = {variant.name for variant in found.variants}
        for name in args.variant:
            if name not in known:
                otherwise = f"it has {', '.join(sorted(known))}" if known else "it has no variants"
                raise Usage.unknown(f"variant of {shown(path)}", name, known, otherwise)
        if args.variant:
            diagnostics = Diagnostics()
            found = load(Path(shown(path)), diagnostics, args.variant)
    if found is None or diagnostics.has_errors:
        complain(diagnostics.sorted(), found.sources if found else {})
        raise Unplayable
    return found
