"""`gdl schema FILE TYPE`: the JSON Schema of a type's YAML rows, for editors."""

from __future__ import annotations

import argparse
import json

from gdl.cli.game_options import add_variants, loaded
from gdl.cli.parser import Usage


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .gdl file, or the name of a shipped game")
    parser.add_argument("type", metavar="TYPE", help="a component type of the game")
    add_variants(parser)


def run(args: argparse.Namespace) -> int:
    from gdl.dsl.row_schema import row_schema, types_with_rows

    declarations = loaded(args).declarations
    types = types_with_rows(declarations)
    if args.type not in types:
        raise Usage.unknown("component type", args.type, types, f"it has {', '.join(types)}")
    print(json.dumps(row_schema(declarations, args.type), indent=2))
    return 0
