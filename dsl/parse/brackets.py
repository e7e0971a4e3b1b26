"""Where a bracket was lost: its partner may stand lines away, but how the lines are laid out often tells.

A line goes on where it ends in a comma or an operator, or where the next one is indented without a `:` before it; that
needs an open bracket. What stands further right than a bracket, or below a line that ends in one, lies inside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdl.dsl.parse.tokens import Token

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})
UNFINISHED = frozenset({",", "+", "-", "*", "/", "=", "!=", "<", "<=", ">", ">=", ".", "and", "or", "not", "in", "mod"})
"""No line ends in one of these, unless a bracket is open."""
STEPS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def by_line(tokens: Iterable[Token]) -> list[list[Token]]:
    """The tokens of each line, without those that stand for layout."""
    lines: list[list[Token]] = []
    for token in tokens:
        if token.type not in LAYOUT:
            if not lines or lines[-1][0].line != token.line:
                lines.append([])
            lines[-1].append(token)
    return lines


def lost_opening(before: Sequence[Token], line: Sequence[Token]) -> list[Token] | None:
    """`line` has a bracket that closes nothing: the earlier line that lost the opening one, where its shape tells."""
    lines = [*by_line(before), list(line)]
    start = _head(lines)
    depth = 0
    for each in lines[start:-1]:
        depth += sum(STEPS.get(token.text, 0) for token in each if token.type == "SIGN")
        if depth <= 0:
            return each
    return None


def _head(lines: Sequence[Sequence[Token]]) -> int:
    """The line with which the form begins that the last line belongs to."""
    start = len(lines) - 1
    while start and _goes_on(lines[start - 1], lines[start]):
        start -= 1
    above = start  # lines side by side may all belong to one above them
    while above and lines[above][0].column >= lines[start][0].column:
        above -= 1
    return above if _goes_on(lines[above], lines[start]) else start


def _goes_on(line: Sequence[Token], after: Sequence[Token]) -> bool:
    last = line[-1].text
    return last in UNFINISHED or last in "([{" or (after[0].column > line[0].column and last != ":")


def lost_closing(tokens: Iterable[Token], opened: Token, alone: bool) -> list[Token] | None:
    """`opened` is never closed: the later line at whose end that should have happened, where the layout tells; None where it
    was on its own line. `alone`: no other bracket was open there, so that what goes on there goes on inside it."""
    lines = [each for each in by_line(tokens) if each[0].line >= opened.line]
    if not lines or lines[0][0].line != opened.line:
        return None
    own = lines[0]
    if own[-1].text == ":":
        return None  # a block begins: all brackets should be closed there
    hanging = own[-1] is opened or (alone and own[-1].text in UNFINISHED)
    least = own[0].column if hanging else opened.column
    last = None
    for each in lines[1:]:
        if each[0].column <= least:
            break
        last = each
        if each[-1].text == ":":
            break
    return last


def left_open_inside(tokens: Iterable[Token], opened: Token) -> Token | None:
    """`opened` is never closed: a bracket inside it that should have been closed on its own line, for the next line stands no
    further right, and took what was to close the other one."""
    lines = [each for each in by_line(tokens) if each[0].line >= opened.line]
    stack: list[tuple[Token, Token]] = []
    """The open brackets inside, each with the last token of its line."""
    begun = False
    for line in lines:
        for bracket, last in stack:
            if bracket is not last and line[0].column <= bracket.column:
                return bracket
        for token in line:
            begun = begun or token is opened
            step = STEPS.get(token.text, 0) if begun and token is not opened and token.type == "SIGN" else 0
            if step > 0:
                stack.append((token, line[-1]))
            elif step < 0 and stack:
                stack.pop()
    return None


def is_inside(own: Sequence[Token], opened: Token, line: Sequence[Token]) -> bool:
    """Whether a later line lies inside a bracket, by its indentation."""
    return line[0].column > opened.column or (own[-1] is opened and line[0].column > own[0].column)
