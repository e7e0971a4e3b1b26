"""What every command about one game takes: `--variant`, `--set`, `--players`, `--seed`; and the game."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.cli.files import game_file, read_text, shown
from gdl.cli.output import complain
from gdl.cli.parser import Unplayable, Usage

if TYPE_CHECKING:
    from gdl.dsl import ir
    from gdl.dsl.load import Loaded
    from gdl.game import Game, Option


def add_game(parser: argparse.ArgumentParser, seed: bool = True) -> None:
    """FILE and the options that choose how it is played."""
    parser.add_argument(
        "file", metavar="FILE", help="a .gdl file, a compiled .ir.json, or the name of a shipped game"
    )
    add_variants(parser)
    parser.add_argument("--players", type=int, metavar="N", help="how many sit down (default: as few as may)")
    if seed:
        parser.add_argument(
            "--seed", type=int, metavar="S", help="the seed of all chance (default: a new one)"
        )


def add_variants(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant", action="append", default=[], metavar="V", help="with this variant; repeatable"
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
    read_text(path)  # whatever cannot be read at all is no fault of the definition
    diagnostics = Diagnostics()
    found = load(Path(shown(path)), diagnostics, ())
    if found is not None:
        check_variants(found, path, args.variant)
        if args.variant:
            diagnostics = Diagnostics()
            found = load(Path(shown(path)), diagnostics, args.variant)
    if found is None or diagnostics.has_errors:
        complain(diagnostics.sorted(), found.sources if found else {})
        raise Unplayable
    option_values(getattr(args, "set", []), found)
    return found


def check_variants(found: Loaded, path: Path, names: Iterable[str]) -> None:
    """`Usage` for a variant that the game does not have."""
    known = {variant.name for variant in found.variants}
    for name in names:
        if name not in known:
            otherwise = f"it has {', '.join(sorted(known))}" if known else "it has no variants"
            raise Usage.unknown(f"variant of {shown(path)}", name, known, otherwise)


def chosen_game(args: argparse.Namespace) -> Game:
    """The game that `args` name, with its variants and options; or `Unplayable`, or `Usage`."""
    from gdl.dsl.diagnostics import Diagnostics, GdlError
    from gdl.game import from_loaded, load

    path = game_file(args.file)
    try:
        if path.suffix != ".gdl":
            if args.variant or args.set:
                raise Usage(f"{args.file} is compiled: its variants and options cannot be chosen again")
            try:
                return load(path)
            except ValueError as error:
                raise Usage(str(error), "compile it again with `gdl compile`") from None
        text = loaded(args)
        try:
            return from_loaded(text, option_values(args.set, text), Diagnostics())
        except GdlError as error:
            complain(error.diagnostics, text.sources)
            raise Unplayable from None
    except GdlError as error:
        complain(error.diagnostics, {})
        raise Unplayable from None


def chosen_program(args: argparse.Namespace) -> ir.Program:
    """The program of the chosen game for `--players`."""
    return program_for(chosen_game(args), args.players)


def program_for(game: Game, players: int | None) -> ir.Program:
    from gdl.dsl.diagnostics import GdlError

    try:
        return game.program(players)
    except ValueError as error:
        raise Usage(str(error)) from None
    except GdlError as error:
        complain(error.diagnostics, game.sources)
        raise Unplayable from None


def seed_of(args: argparse.Namespace) -> int:
    """The seed asked for, or a new one: small enough to be typed again."""
    return secrets.randbelow(10**6) if args.seed is None else int(args.seed)


def option_values(pairs: list[str], text: Loaded) -> dict[str, Option]:
    """`["GOAL=20", "QUICK=yes"]` as {"GOAL": 20, "QUICK": True}; `Usage` for what the game does not have."""
    from gdl.dsl import syntax as s

    known = {each.name.name: each for each in text.declarations if isinstance(each, s.Option)}
    values: dict[str, Option] = {}
    for pair in pairs:
        name, equals, word = (part.strip() for part in pair.partition("="))
        if not equals or not word:
            raise Usage(f"`--set {pair}` does not say what to set", "as in `--set GOAL=20`")
        if name not in known:
            otherwise = f"it has {', '.join(known)}" if known else "the game has no options"
            raise Usage.unknown("option of the game", name, known, otherwise)
        value = _value(word)
        _check(known[name], name, value)
        values[name] = value
    return values


def _value(word: str) -> Option:
    if re.fullmatch(r"-?\d+", word):
        return int(word)
    return {"yes": True, "true": True, "no": False, "false": False}.get(word.lower(), word)


def _check(option: object, name: str, value: Option) -> None:
    """A number outside a plain range is answered here; everything else by the checker."""
    from gdl.dsl import syntax as s

    assert isinstance(option, s.Option)
    type = option.type
    if isinstance(type, s.RangeType) and isinstance(type.low, s.Number) and isinstance(type.high, s.Number):
        low, high = type.low.value, type.high.value
        if isinstance(value, bool) or not isinstance(value, int):
            raise Usage(f"{name} is a number from {low} to {high}, not `{value}`")
        if not low <= value <= high:
            raise Usage(f"{name} is a number from {low} to {high}; {value} is outside")
