"""What the parser says when the text itself is wrong: one function for each message, one code for each cause.

What a token *cannot follow* is worked out in `stuck.py`; here are the words. Each code has a page.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.source import Span

TokenMessage = Callable[[Diagnostics, Span, str], None]

# ---------------------------------------------------------------------- layout


def unexpected(to: Diagnostics, at: Span, found: str, expected: str, hint: str = "") -> None:
    tail = f"; here could stand {expected}" if expected else ""
    to.error("GDL0101", at, f"{found} cannot stand here{tail}", hint)


def begins_nothing(to: Diagnostics, at: Span, word: str, what: str, hint: str) -> None:
    to.error(
        "GDL0101", at, f"`{word}` is no word that a {what} begins with, and nothing of that name fits", hint
    )


def search_in_brackets(to: Diagnostics, at: Span, word: str) -> None:
    message = f"`{word} ...` stands alone or in brackets, not beside other things"
    to.error("GDL0101", at, message, f"write `({word} ...)`")


def tab(to: Diagnostics, at: Span) -> None:
    to.error(
        "GDL0102",
        at,
        "there is a tab here; blocks are indented with spaces",
        "replace each tab by four spaces",
    )


def bad_dedent(to: Diagnostics, at: Span, wanted: int, found: int) -> None:
    message = f"this line is indented by {found} spaces, like none of the blocks around it"
    to.error("GDL0103", at, message, f"the block it may belong to is indented by {wanted}")


def indented_start(to: Diagnostics, at: Span, text: str = "") -> None:
    message = "this line is indented, but there is no declaration above it that it could belong to"
    to.error("GDL0104", at, message, "begin it in the first column")


def unexpected_block(to: Diagnostics, at: Span) -> None:
    message = "this line is indented more than the one above, which opens no block"
    to.error("GDL0104", at, message, "end the line above with `:`, or indent both alike")


def missing_block(to: Diagnostics, at: Span) -> None:
    hint = "indent what belongs to it by four spaces, or write `pass` if it does nothing"
    to.error("GDL0105", at, "after the `:` a block should follow, indented below it", hint)


def missing_colon(to: Diagnostics, at: Span) -> None:
    to.error(
        "GDL0106", at, "a block follows, so this line should end in `:`", "put a `:` at the end of the line"
    )


# ---------------------------------------------------------------------- brackets, texts


def unclosed_bracket(to: Diagnostics, at: Span, text: str) -> None:
    closing = {"(": ")", "[": "]", "{": "}"}[text]
    to.error("GDL0107", at, f"this `{text}` is never closed", f"put a `{closing}` where it ends")


def missing_closing(to: Diagnostics, at: Span, opened: str, line: int) -> None:
    closing = {"(": ")", "[": "]", "{": "}"}[opened]
    message = f"here should be a `{closing}`: the `{opened}` of line {line} is never closed"
    to.error("GDL0107", at, message, f"put a `{closing}` behind this, or wherever it ends")


def left_open(to: Diagnostics, at: Span, opened: str, later: str) -> None:
    closing = {"(": ")", "[": "]", "{": "}"}[opened]
    message = f"this `{opened}` is never closed: the {later} closes what was opened before it"
    to.error("GDL0107", at, message, f"put a `{closing}` where it ends")


def missing_opening(to: Diagnostics, at: Span, closing: str, line: int) -> None:
    opening = {")": "(", "]": "[", "}": "{"}[closing]
    message = f"in this line a `{opening}` is missing: the `{closing}` of line {line} closes nothing"
    to.error("GDL0108", at, message, f"put the `{opening}` where it begins, or take the `{closing}` out")


def wrong_closing(to: Diagnostics, at: Span, text: str, opened: str, place: str) -> None:
    if opened:
        closing = {"(": ")", "[": "]", "{": "}"}[opened]
        message = f"`{text}` cannot close the `{opened}` of {place}"
        to.error("GDL0108", at, message, f"close it with `{closing}` first")
    else:
        to.error("GDL0108", at, f"this `{text}` closes nothing", "remove it, or open the bracket before it")


def unclosed_text(to: Diagnostics, at: Span, text: str) -> None:
    message = 'this text has no closing `"`; a text ends on the line it begins on'
    to.error("GDL0109", at, message, 'close it with `"`; a quote inside a text is written `\\"`')


def bad_escape(to: Diagnostics, at: Span, found: str) -> None:
    message = f"`{found}` means nothing in a text"
    to.error("GDL0116", at, message, 'after a backslash stand `"`, `\\` or `n`; a backslash itself is `\\\\`')


def lone_brace(to: Diagnostics, at: Span, found: str) -> None:
    message = f"this `{found}` has no partner; braces in a text hold an expression, as in `{{p.score}}`"
    to.error("GDL0116", at, message, f"a brace that is only a brace is written twice: `{found * 2}`")


def empty_braces(to: Diagnostics, at: Span) -> None:
    message = "there is nothing between these braces; they hold an expression, as in `{p.score}`"
    to.error("GDL0117", at, message, "write the expression, or `{{}}` for the two signs themselves")


def text_in_text(to: Diagnostics, at: Span) -> None:
    message = "between the braces of a text there can be no other text"
    to.error("GDL0117", at, message, "give it a name first, with `let` or `value`")


def braces_in_plain_text(to: Diagnostics, at: Span) -> None:
    message = "this text is read before the game begins, so it cannot hold an expression in braces"
    to.error("GDL0117", at, message, "write it out; a brace that is only a brace is written twice")


# ---------------------------------------------------------------------- words and signs


def reserved_name(to: Diagnostics, at: Span, text: str) -> None:
    message = f"`{text}` is a word of the language and cannot be a name"
    to.error("GDL0110", at, message, f"choose another, such as `the_{text}`")


def needs_capital(to: Diagnostics, at: Span, text: str, moved: str = "") -> None:
    """`moved`: the number in `move 2 k from ...`, where `k` may well hold a kind."""
    message = f"here stands a Name with a capital (of a type, kind, phase, action or option), not `{text}`"
    hint = f"write `{camel(text)}`"
    if moved:
        message = f"an amount names its kinds, as in `{moved} Ruby`; `{text}` has no capital"
        hint = f"if `{text}` holds a kind, write `take {moved} x: {text} in ... to ...`; if it is one, `{camel(text)}`"
    to.error("GDL0111", at, message, hint)


def each_other_than_player(to: Diagnostics, at: Span, text: str, block: str) -> None:
    """`each team:` in the block `state` or `zones`."""
    message = f"`{text}` cannot stand here; only players have a block of their own"
    name = "Team" if text.lower() in ("team", "teams") else camel(text)
    line = f"pile[{name}]: stack of Card, open" if block == "zones" else f"won[{name}]: bool = no"
    to.error("GDL0101", at, message, f"what there is once for each {name} has an index: `{line}`")


def needs_small(to: Diagnostics, at: Span, text: str) -> None:
    message = f"here stands a name in small letters (of a rule, value, zone or field), not `{text}`"
    to.error("GDL0112", at, message, f"write `{snake(text)}`")


_SIGNS = {
    "==": "equality is written `=`",
    "&&": "write `and`",
    "&": "write `and`",
    "<>": "write `!=`",
    "=>": "write `>=` for at least, `->` before the result of a rule",
    ":=": "write `=`; a new name is given with `let`",
    "++": "write `+= 1`",
    "**": "multiply with `*`",
    "//": "write `/ n rounded down`; a comment begins with `#`",
    "%": "write `mod`",
    "!": "write `not`",
    ";": "begin a new line",
    "'": 'a text stands in `"` signs',
    "`": 'a text stands in `"` signs',
    "?": "write `if c then a else b`, or `some x in z` to ask",
    "→": "write `->`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "–": "write `-`, or `..` for a range",
    "—": "write `-`, or `..` for a range",
}


def foreign_sign(to: Diagnostics, at: Span, text: str) -> None:
    hint = _SIGNS.get(text, 'a text stands in straight `"` signs' if text in "“”„«»‘’" else "")
    to.error("GDL0113", at, f"`{text}` is not a sign of the language", hint)


def foreign_truth(to: Diagnostics, at: Span, text: str, meant: str) -> None:
    to.error("GDL0114", at, f"`{text}` is a word of other languages", f"write `{meant}`")


def unknown_character(to: Diagnostics, at: Span, text: str) -> None:
    shown = f"`{text}`" if text.isprintable() and not text.isspace() else f"a character U+{ord(text):04X}"
    to.error(
        "GDL0115",
        at,
        f"{shown} has no meaning outside texts and comments",
        'put it in `"` signs, or remove it',
    )


def control_character(to: Diagnostics, at: Span, text: str) -> None:
    message = f"there is a control character here (U+{ord(text[0]):04X}); is this a text file?"
    to.error("GDL0122", at, message, "definitions are text in UTF-8, with lines ended by LF or CRLF")


def citation_inside(to: Diagnostics, at: Span, text: str) -> None:
    message = f"the citation {text} stands in the middle of a line"
    to.error("GDL0120", at, message, "put it at the end of the line, or on a line of its own above")


def decimal(to: Diagnostics, at: Span, text: str) -> None:
    message = f"`{text}` is no number here: all numbers are whole"
    to.error("GDL0121", at, message, "count in smaller units; a range is written with two dots, as in `1..6`")


def large_number(to: Diagnostics, at: Span, text: str) -> None:
    to.error("GDL0121", at, "this number has more than nine digits", "numbers go up to 999999999")


def name_with_digit(to: Diagnostics, at: Span, text: str) -> None:
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    rest = text[len(digits) :]
    message = f"`{text}` is neither a number nor a name: a name begins with a letter"
    to.error("GDL0121", at, message, f"write `{digits} {rest}` for that many, or `{rest}{digits}` for a name")


def too_deep(to: Diagnostics, at: Span, text: str = "") -> None:
    message = "this is nested too deeply to be read by anyone"
    to.error("GDL0118", at, message, "give a part of it a name, with `let`, `value` or `rule`")


def early_end(to: Diagnostics, at: Span, expected: str, hint: str = "") -> None:
    tail = f"; there should be {expected}" if expected else ""
    to.error("GDL0119", at, f"this breaks off too early{tail}", hint or "finish it, or remove what was begun")


def else_alone(to: Diagnostics, at: Span, text: str) -> None:
    message = f"this `{text}` belongs to nothing: no `if`, `choose`, `may` or `offer` ends just above it"
    to.error("GDL0124", at, message, "indent it like the step that it belongs to")


def named_argument(to: Diagnostics, at: Span, name: str) -> None:
    message = f"an argument cannot be given by its name (`{name}:`) here"
    to.error("GDL0125", at, message, "give the arguments in their order")


def said_twice(to: Diagnostics, at: Span, what: str) -> None:
    to.error("GDL0126", at, f"{what} is said twice on this line", "keep one of the two")


# ---------------------------------------------------------------------- tables of kinds


def no_kind_column(to: Diagnostics, at: Span) -> None:
    message = "the first row of a table of kinds names its columns, and one of them must be `kind`"
    to.error("GDL0123", at, message, "begin the table with `| kind | ... |`")


def row_length(to: Diagnostics, at: Span, found: int, wanted: int) -> None:
    message = f"this row has {found} cells, the first row has {wanted}"
    to.error("GDL0123", at, message, "give each column one cell; `-` says nothing about a field")


def bad_heading(to: Diagnostics, at: Span, text: str) -> None:
    message = f"`{text}` cannot head a column: a heading is a field, as in `cost` or `needs[Wood]`"
    to.error("GDL0123", at, message, "write the name of the field as its type declares it")


def bad_kind_cell(to: Diagnostics, at: Span, text: str) -> None:
    shown = f"`{text}`" if text else "an empty cell"
    to.error(
        "GDL0123", at, f"{shown} is no name of a kind", "the cell below `kind` holds one Name in CamelCase"
    )


def bad_trait_cell(to: Diagnostics, at: Span) -> None:
    to.error("GDL0123", at, "this is no trait", "below `traits` stand traits, as in `protect, bolster(2)`")


# ---------------------------------------------------------------------- spelling


def camel(text: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in text.split("_")) or text


def snake(text: str) -> str:
    if text.isupper():
        return text.lower()
    out = ""
    for index, letter in enumerate(text):
        if letter.isupper() and index and text[index - 1] != "_":
            out += "_"
        out += letter.lower()
    return out
