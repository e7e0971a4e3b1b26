"""Tokens to text: where a space stands between two of them, and where none."""

from __future__ import annotations

from gdl.dsl.format.pages import Piece

_OPEN = frozenset("([{")
_CLOSE = frozenset(")]}")
_OPERAND = frozenset(
    {"NAME", "UPPER", "NUMBER", "STRING", ")", "]", "}", "none", "yes", "no", "flip", "COPIES"}
)
"""What an operand ends in: a minus after it subtracts, any other minus negates."""

_CALLED = frozenset({"NAME", "UPPER", ")", "]"})
_FUNCTIONS = frozenset({"count", "sum"})
_EITHER = frozenset({"most", "least"})
"""`most(e for x in z)` is a function, `with most (a + b)` is not: there the author's space stays."""

_TAKES_VALUES = frozenset({"pick", "do"})
"""`pick p1 [A, B]`: after the player a value begins, no index."""


def written(pieces: list[Piece]) -> str:
    """The pieces of one line with canonical space between them."""
    out = ""
    for index, piece in enumerate(pieces):
        if index and spaced(pieces, index):
            out += " "
        out += piece.text
    return out


def spaced(pieces: list[Piece], index: int) -> bool:
    """Whether a space stands before piece number `index`, which is not the first."""
    left, right = pieces[index - 1], pieces[index]
    before, after = left.terminal, right.terminal
    if before in _OPEN or after in _CLOSE or after in (",", ":", "."):
        return False
    if before == "." or before == ".." or after == "..":
        return False
    if before == "-" and is_sign(pieces, index - 1):
        return False
    if before in ("+", "-") and left.glued:
        return False
    if after == "(" or after == "[":
        if before in _FUNCTIONS:
            return False
        if before in _EITHER:
            return left.token.end != right.token.column
        if before in _CALLED:
            return index == 2 and pieces[0].terminal in _TAKES_VALUES
    return True


def is_sign(pieces: list[Piece], index: int) -> bool:
    """Whether the `-` at `index` negates what follows."""
    return index == 0 or pieces[index - 1].terminal not in _OPERAND


def cells_of(pieces: list[Piece]) -> list[str]:
    """`| a | b, c |` as `a` and `b, c`"""
    cells: list[list[Piece]] = []
    for piece in pieces:
        if piece.terminal == "|":
            cells.append([])
        else:
            cells[-1].append(piece)
    return [written(cell) for cell in cells[:-1]]
