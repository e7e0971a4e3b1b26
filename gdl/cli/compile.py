"""`gdl compile FILE`: the game as IR in JSON, which plays without its text; or as the Python that is run."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from gdl.cli.game_options import add_game, chosen_program
from gdl.cli.parser import Usage


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, seed=False)
    parser.add_argument("-o", "--output", metavar="F", help="where to write it (default: standard output)")
    parser.add_argument("--emit", choices=["ir", "python"], default="ir", help="what to write (ir)")


def run(args: argparse.Namespace) -> int:
    program = chosen_program(args)
    if args.emit == "ir":
        from gdl.dsl.ir_json import to_json

        text = json.dumps(to_json(program), ensure_ascii=False, separators=(",", ":")) + "\n"
    else:
        from gdl.interpreter.codegen.module import ModuleWriter
        from gdl.interpreter.match import machine_for

        text = ModuleWriter(machine_for(program), full=False).write()
    if args.output is None:
        sys.stdout.write(text)
        return 0
    try:
        Path(args.output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Usage(f"{args.output} cannot be written: {error.strerror}") from None
    print(
        f"wrote {args.output}: {program.title}, {program.seats} players, {len(text):,} characters",
        file=sys.stderr,
    )
    return 0
