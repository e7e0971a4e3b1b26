"""Why a token cannot stand where it does, in words, and what most likely was meant.

The parse tables know forty terminals that could follow; a designer wants the one or two that matter.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.dsl.diagnostics import Diagnostics, suggestion
from gdl.dsl.parse import messages
from gdl.dsl.parse.cures import cure
from gdl.dsl.parse.machine import LAYOUT, Stuck
from gdl.dsl.parse.tokens import DECLARES, Token
from gdl.dsl.source import Span

_OPERATORS = frozenset(
    ["+", "-", "*", "/", "mod", "=", "!=", "<", "<=", ">", ">=", "..", ".", "(", "[",
     "and", "or", "not", "in", "is", "has", "rounded"]
)  # fmt: skip

_GROUPS: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset({"move", "choose", "let"}), "a step, such as `move` or `choose`"),
    (frozenset({"game", "rule", "card"}), "a declaration, such as `rule` or `card`"),
    (frozenset({"replace", "extend"}), "a change, such as `replace` or `extend`"),
    (frozenset({"given", "then", "do"}), "a line of a scenario, such as `do` or `then`"),
    (frozenset({"deck", "hand", "pool"}), "the shape of a zone, such as `deck` or `hand`"),
    (frozenset({"open", "secret", "owner"}), "who sees it, such as `open` or `secret`"),
    (frozenset({"set", "kind", "UPPER"}), "a type, such as `Hero` or `0..5`"),
    (frozenset({"NUMBER", "NAME", "some", "("}), "an expression"),
    (frozenset({"NUMBER", "NAME", "("}), "a number or a name"),
    (frozenset({"keeps", "has", "faces"}), "a field, such as `cost: 1..4`"),
)
"""Terminals that only come together, and what to call them."""

_SEARCHES = frozenset(["those", "first", "last", "random", "sort", "some", "no", "every", "if"])
"""Words that begin something which stands alone or in brackets."""

ExpectedAt = Callable[[int], frozenset[str]]
"""The terminals that could stand in the place of a token."""

_NAMES = {
    "NAME": "a name",
    "UPPER": "a Name with a capital",
    "NUMBER": "a number",
    "STRING": 'a text in `"` signs',
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the declaration",
    "COPIES": "a number of copies, such as `x2`",
    "CITE": "a citation",
}


def explain(to: Diagnostics, file: str, tokens: list[Token], stuck: Stuck, expected_at: ExpectedAt) -> None:
    """Adds the one diagnostic that says best why `tokens[stuck.index]` cannot follow."""
    token = tokens[stuck.index]
    before = tokens[stuck.index - 1] if stuck.index else token
    after = tokens[stuck.index + 1] if stuck.index + 1 < len(tokens) else token
    expected = stuck.expected
    at = Span(file, token.line, token.column, token.line, max(token.end, token.column + 1))
    if token.type == "_INDENT":
        if before.type == "_NL" and ":" in expected_at(stuck.index - 1):
            messages.missing_colon(to, _place(file, before))
        else:
            messages.unexpected_block(to, _place(file, after))
    elif "_INDENT" in expected and before.type == "_NL":
        messages.missing_block(to, _place(file, before))
    elif token.type == "_NL" and ":" in expected and after.type == "_INDENT":
        messages.missing_colon(to, at)
    elif told := cure(tokens, stuck.index, expected):
        if token.type in LAYOUT:
            messages.early_end(to, at, expectation(expected), told)
        else:
            messages.unexpected(to, at, f"`{token.text}`", expectation(expected), told)
    elif token.type in LAYOUT:
        if token.type == "_NL" and "_NL" not in expected:
            messages.early_end(to, at, expectation(expected))
        else:
            messages.early_end(to, at, expectation(expected - LAYOUT) or expectation(expected))
    elif token.text in ("else", "elif"):
        messages.else_alone(to, at, token.text)
    elif token.type == "UPPER" and token.text.lower() in expected:
        messages.unexpected(to, at, f"`{token.text}`", expectation(expected), f"write `{token.text.lower()}`")
    elif (
        token.type == "WORD"
        and "NAME" in expected
        and "NUMBER" not in expected
        and not _begins(tokens, stuck.index)
    ):
        messages.reserved_name(to, at, token.text)
    elif token.text in _SEARCHES and {"(", "NUMBER"} <= expected:
        messages.search_in_brackets(to, at, token.text)
    elif _misspelt(to, file, tokens, stuck, expected_at):
        return
    elif before.text == "each" and expected == {"player"} and not suggestion(token.text, ["player"]):
        messages.each_other_than_player(to, at, token.text, tokens[0].text)
    elif token.type in ("NAME", "COPIES") and "UPPER" in expected and "NAME" not in expected:
        number = before.text if before.type == "NUMBER" and _first(tokens, stuck.index).text == "move" else ""
        messages.needs_capital(to, at, token.text, number)
    elif token.type == "UPPER" and "NAME" in expected and "UPPER" not in expected:
        messages.needs_small(to, at, token.text)
    else:
        hint = suggestion(token.text, (word for word in expected if word.islower() and word.isalpha()))
        messages.unexpected(to, at, f"`{token.text}`", expectation(expected), hint)


def _place(file: str, token: Token) -> Span:
    return Span(file, token.line, token.column, token.line, max(token.end, token.column + 1))


def _begins(tokens: list[Token], index: int) -> bool:
    """Whether a token is the first of its line."""
    return index == 0 or tokens[index - 1].type in LAYOUT


def _first(tokens: list[Token], index: int) -> Token:
    """The first token of the line that this one stands in."""
    while not _begins(tokens, index):
        index -= 1
    return tokens[index]


def _misspelt(to: Diagnostics, file: str, tokens: list[Token], stuck: Stuck, expected_at: ExpectedAt) -> bool:
    """`crad Hero`, `mvoe c to z`, `If x:`: the first word of the line was taken for a name."""
    index = stuck.index
    if index == 0 or tokens[index].type in ("SIGN", *LAYOUT):
        return False
    word = tokens[index - 1]
    claimed = "could" in stuck.expected and "knows" in stuck.expected
    if claimed and word.type == "NAME":
        hint = suggestion(word.text, ["won", "tied", "over", "offered", "happened", "eliminated", "everyone"])
        if hint:
            messages.begins_nothing(to, _place(file, word), word.text, "claim", hint)
            return True
    if tokens[index].text == "of" and word.type == "NAME" and word.text not in ("left", "right"):
        hint = suggestion(word.text, ["left", "right", "kinds", "set", "list", "amount", "kind"])
        if hint:
            messages.unexpected(to, _place(file, word), f"`{word.text} of`", "`left of` or `right of`", hint)
            return True
    if word.type not in ("NAME", "UPPER") or word.text in DECLARES or not _begins(tokens, index - 1):
        return False
    words = [each for each in expected_at(index - 1) if each.isalpha() and each.islower()]
    if word.text in words and ":" not in stuck.expected:
        return False  # the word is right; what follows is not
    hint = f"write `{word.text.lower()}`" if word.text.lower() in words else suggestion(word.text, words)
    if word.text in words:
        hint = ""
    elif not hint and (index > 1 or word.type == "UPPER"):
        return False
    messages.begins_nothing(to, _place(file, word), word.text, "declaration" if index == 1 else "line", hint)
    return True


def expectation(expected: frozenset[str]) -> str:
    """At most three likely continuations, in words."""
    left = set(expected)
    phrases: list[str] = []
    for group, phrase in _GROUPS:
        if group <= left:
            phrases.append(phrase)
            left = {t for t in left if t not in _OPERATORS} - group - {"NAME", "UPPER", "STRING", "NUMBER"}
            if phrase.startswith(
                ("a step", "a decl", "a change", "a line", "an expr", "a number", "a type", "a field")
            ):
                left &= {"_NL", ":", ")", "]"}
            break
    words = sorted(t for t in left if t not in _OPERATORS and t not in _NAMES and t.isalpha())
    signs = sorted(t for t in left if t in (":", ",", ")", "]", "}", "=", "->", "|"))
    names = [_NAMES[t] for t in ("NAME", "UPPER", "STRING", "NUMBER", "_NL", "_INDENT") if t in left]
    few = [f"`{word}`" for word in words] if len(words) <= 3 else []
    if ":" in signs:
        few.insert(0, "`:`")
    phrases += few + names + [f"`{sign}`" for sign in signs if sign != ":"]
    if not phrases:
        phrases = [f"`{word}`" for word in words[:3]]
    if not phrases and left & _OPERATORS:
        phrases = ["an operator, such as `+` or `and`"]
    phrases = phrases[:3]
    return " or ".join([", ".join(phrases[:-1]), phrases[-1]]) if len(phrases) > 1 else "".join(phrases)
