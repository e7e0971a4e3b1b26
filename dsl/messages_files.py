"""What loading says: files, YAML, variants. One function for each message; every code has a page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from gdl.dsl.diagnostics import Diagnostics, slips, suggestion
from gdl.dsl.source import Span

# ---------------------------------------------------------------------- files


def cannot_read(to: Diagnostics, at: Span, path: str, why: str, near: str = "") -> None:
    hint = near or "check the name, and from which folder it counts"
    to.error("GDL0201", at, f"`{path}` cannot be read: {why}", hint)


def not_utf8(to: Diagnostics, at: Span, path: str) -> None:
    to.error("GDL0202", at, f"`{path}` is not text in UTF-8", "save it as UTF-8")


def too_large(to: Diagnostics, at: Span, path: str, limit: int) -> None:
    message = f"`{path}` is larger than {limit // 1_000_000} MB"
    to.error("GDL0203", at, message, "divide it into several files, with `use`")


def outside(to: Diagnostics, at: Span, path: str) -> None:
    message = f"`{path}` lies outside the game's own folder"
    to.error("GDL0204", at, message, "put the file beside the game, or in a folder below it")


def use_cycle(to: Diagnostics, at: Span, chain: Iterable[str]) -> None:
    message = "these files use each other in a circle: " + " uses ".join(f"`{name}`" for name in chain)
    to.error("GDL0205", at, message, "move what they share to a file that uses none of them")


def unknown_module(to: Diagnostics, at: Span, module: str, known: Iterable[str]) -> None:
    near = suggestion(module, known)
    to.error(
        "GDL0206", at, f"there is no `{module}` in the library", near or "look into `std/` for what there is"
    )


def not_in_use(to: Diagnostics, at: Span, what: str) -> None:
    message = f"the block of a `use` only changes what the file brings in; this {what} would be added"
    to.error("GDL0233", at, message, "write it at the top level of the file")


def used_before(to: Diagnostics, at: Span, file: str) -> None:
    message = f"`{file}` has been brought in before, so nothing of it is left to change here"
    to.error("GDL0234", at, message, "let this `use` come first, or move its lines to the one that does")


def no_game(to: Diagnostics, at: Span, path: str) -> None:
    message = f"`{path}` has no `game` header"
    to.error("GDL0207", at, message, 'begin with `game Name:`, or say `variant Name of "file.gdl":`')


def two_games(to: Diagnostics, at: Span, name: str, first: Span) -> None:
    message = f"`game {name}` is the second `game` header; the first is at {first}"
    to.error("GDL0208", at, message, "keep one; what differs can be a `variant`")


def scenario_file_only(to: Diagnostics, at: Span) -> None:
    message = "a file of scenarios or variants holds nothing else"
    to.error("GDL0209", at, message, "move this to the game's file, or into a `variant`")


# ---------------------------------------------------------------------- YAML


def bad_yaml(to: Diagnostics, at: Span, problem: str) -> None:
    hint = (
        "indent with spaces; YAML takes no tabs"
        if "tab" in problem.split()
        else "see the line, and the one above it"
    )
    to.error("GDL0210", at, f"this is no YAML: {problem}", hint)


def duplicate_key(to: Diagnostics, at: Span, key: str, first: Span) -> None:
    to.error(
        "GDL0211", at, f"`{key}` is given twice; the first is in line {first.line}", "keep one of the two"
    )


def wrong_shape(to: Diagnostics, at: Span, found: str, wanted: str) -> None:
    to.error(
        "GDL0212", at, f"here stands {found}, but it should be {wanted}", "see how the other rows are written"
    )


def row_without_kind(to: Diagnostics, at: Span) -> None:
    message = "here stands a mapping, but it should be a row that says its `kind`"
    to.error("GDL0212", at, message, "begin it with `kind: Name`")


def misspelt_kind(to: Diagnostics, at: Span, text: str) -> None:
    message = f"here stands `{text}`, but it should be a row that says its `kind`"
    to.error("GDL0212", at, message, "did you mean `kind`?")


def unknown_section(to: Diagnostics, at: Span, name: str) -> None:
    known = ("picture", "spaces", "names", "links")
    hint = (
        suggestion(name, known)
        or "a board has `picture`, `spaces`, `names`, `links`, and types with their kinds"
    )
    to.error("GDL0213", at, f"`{name}` is no part of a board", hint)


def bad_data_name(to: Diagnostics, at: Span, name: str, wanted: str) -> None:
    to.error(
        "GDL0214", at, f"`{name}` cannot be {wanted}", "kinds and types are CamelCase, fields snake_case"
    )


def bad_scalar(to: Diagnostics, at: Span, text: str) -> None:
    message = f"`{text}` is no value that a field can have: numbers are whole"
    to.error("GDL0215", at, message, 'write a whole number, a name, or a text in `"` signs')


def yaml_too_large(to: Diagnostics, at: Span, what: str) -> None:
    to.error("GDL0216", at, f"this data {what}", "write it out flat: a mapping of kinds to their fields")


def picture_lacks(to: Diagnostics, at: Span, key: str) -> None:
    to.error("GDL0217", at, f"a picture needs `{key}`", "it has `space`, `link` and `rows`")


# ---------------------------------------------------------------------- variants


def unknown_variant(to: Diagnostics, at: Span, name: str, known: Iterable[str]) -> None:
    known = list(known)
    there = "its variants are " + ", ".join(known) if known else "it has none"
    to.error("GDL0220", at, f"the game has no variant `{name}`", suggestion(name, known) or there)


def variant_cycle(to: Diagnostics, at: Span, chain: Iterable[str]) -> None:
    message = "these variants need each other in a circle: " + " needs ".join(f"`{name}`" for name in chain)
    to.error("GDL0221", at, message, "let one of them do without the other")


def nothing_to_replace(to: Diagnostics, at: Span, what: str, name: str, known: Iterable[str]) -> None:
    hint = suggestion(name, known) or "leave out `replace` to add it"
    to.error("GDL0222", at, f"there is no {what} `{name}` to replace", hint)


def already_there(to: Diagnostics, at: Span, what: str, name: str, first: Span) -> None:
    message = f"`{name}` is there already, at {first}; a variant that adds it again would hide it"
    to.error(
        "GDL0223", at, message, f"write `replace {what}` to put this in its place, or choose another name"
    )


def nothing_to_change(to: Diagnostics, at: Span, what: str, name: str, known: Iterable[str]) -> None:
    to.error("GDL0224", at, f"there is no {what} `{name}` to change", suggestion(name, known))


def no_such_row(to: Diagnostics, at: Span, table: str, key: str, known: Iterable[str]) -> None:
    rows = ", ".join(f"`{row}`" for row in known)
    to.error("GDL0224", at, f"the table `{table}` has no row `{key}` to change", f"its rows are {rows}")


def nothing_to_extend(to: Diagnostics, at: Span, what: str, name: str, known: Iterable[str]) -> None:
    to.error("GDL0225", at, f"there is no {what} `{name}` to extend", suggestion(name, known))


def nothing_to_remove(to: Diagnostics, at: Span, what: str, name: str, known: Iterable[str]) -> None:
    hint = suggestion(name, known)
    if not hint and what == "trigger":
        hint = "triggers get a name with `called`: `after f() called refill:`"
    to.error("GDL0226", at, f"there is no {what} `{name}` to remove", hint)


def variants_clash(to: Diagnostics, at: Span, name: str, one: str, other: str) -> None:
    message = f"the variants {one} and {other} both change `{name}`"
    to.error("GDL0227", at, message, f"use one of them, or write a third that says `with {one}, {other}`")


def unknown_option(to: Diagnostics, at: Span, name: str, known: Iterable[str]) -> None:
    hint = suggestion(name, known) or f"give it a type to add it: `option {name}: 1..9 = 3`"
    to.error("GDL0228", at, f"the game has no option `{name}` whose value this could change", hint)


def variant_of_other(to: Diagnostics, at: Span, name: str, of: str, game: PurePath) -> None:
    message = f"the variant `{name}` is of `{of}`, not of this game"
    near = slips(PurePath(of).stem, game.stem) <= 2
    hint = f"did you mean `{game.name}`?" if near else "put it in the folder of its own game"
    to.error("GDL0229", at, message, hint)


def two_variants(to: Diagnostics, at: Span, name: str, first: Span) -> None:
    to.error(
        "GDL0230", at, f"there are two variants `{name}`; the first is at {first}", "give one another name"
    )


def not_in_variant(to: Diagnostics, at: Span, what: str) -> None:
    to.error("GDL0231", at, f"{what} cannot stand inside a variant", "put it at the top level of the file")


def cannot_replace(to: Diagnostics, at: Span, what: str) -> None:
    to.error(
        "GDL0232", at, f"{what} has no name by which it could be replaced", "name triggers with `called`"
    )
