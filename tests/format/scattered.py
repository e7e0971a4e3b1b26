"""Definitions as a careless hand would type them: the same tokens, with other space between them.

A text is cut at its top-level declarations. `scattered` gives one of them another layout that means the same: more
space or less between tokens, another indentation, lines broken in brackets and before a joining word, lines that went
on joined, blank lines, and comments and citations wherever a line ends or begins.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from gdl.dsl.parse.tokens import CLOSING, CONTINUES, DECLARES, OPENING, Token, scan_line

INDENTS = (1, 2, 3, 4, 4, 8)
OWN_SPACE = frozenset({"most", "least"})
"""`most (a)` and `most(a)` are two things: here the space is not free."""


@dataclass(slots=True)
class Row:
    """A line: its tokens, the blocks around it, whether it goes on with the one before; what trails behind."""

    tokens: list[Token]
    depth: int
    goes_on: bool = False
    cites: list[str] = field(default_factory=list)
    comment: str = ""


def declarations(text: str) -> list[str]:
    """The text in parts, each with one declaration and the comments and citations above it."""
    parts: list[str] = [""]
    complete = False
    for line in text.splitlines(keepends=True):
        outside = not line[0].isspace() and line[0] not in "#@)]}" and not _joins(line)
        above = line[0] in "#@" or line == "\n"
        if complete and (outside or line[0] == "@"):
            parts.append("")
            complete = False
        complete = complete or not above
        parts[-1] += line
    return [part for part in parts if part.strip()]


def _joins(line: str) -> bool:
    return bool(re.match(r"(and|or|where|by)\b", line))


def scattered(text: str, chance: random.Random) -> str:
    """The same declaration, typed otherwise."""
    rows = _rows(text)
    rows = _joined(rows, chance) if chance.random() < 0.4 else rows
    rows = _broken(rows, chance)
    if chance.random() < 0.5:
        _decorate(rows, chance)
    return _typed(rows, chance)


def respaced(text: str, chance: random.Random) -> tuple[str, str]:
    """The declaration without its lines of comment, tidy and with other space in its lines and before them."""
    rows = [row for row in _rows(text) if row.tokens or row.cites]
    return _typed(rows, None), _typed(rows, chance)


def _rows(text: str) -> list[Row]:
    rows: list[Row] = []
    columns = [1]
    open_brackets = 0
    for number, line in enumerate(text.splitlines(), 1):
        tokens = scan_line(line, number)
        comment = tokens.pop().text if tokens and tokens[-1].type == "COMMENT" else ""
        cites: list[str] = []
        while tokens and tokens[-1].type == "CITE":
            cites.insert(0, tokens.pop().text)
        goes_on = bool(tokens) and (open_brackets > 0 or (tokens[0].text in CONTINUES and bool(rows)))
        if tokens and not goes_on:
            while columns[-1] > tokens[0].column:
                columns.pop()
            if columns[-1] < tokens[0].column:
                columns.append(tokens[0].column)
        rows.append(Row(tokens, len(columns) - 1, goes_on, cites, comment))
        open_brackets += sum((t.text in OPENING) - (t.text in CLOSING) for t in tokens if t.type == "SIGN")
    return rows


def _joined(rows: list[Row], chance: random.Random) -> list[Row]:
    """Some lines that go on stand behind the line before instead, if nothing trails there."""
    out: list[Row] = []
    for row in rows:
        before = out[-1] if out else None
        if before and row.goes_on and before.tokens and not before.cites and not before.comment and chance.random() < 0.7:
            before.tokens = before.tokens + row.tokens
            before.cites, before.comment = row.cites, row.comment
        else:
            out.append(row)
    return out


def _broken(rows: list[Row], chance: random.Random) -> list[Row]:
    """Lines broken between tokens in brackets, and before a word that joins lines."""
    often = chance.choice((0.0, 0.05, 0.3))
    out: list[Row] = []
    depth = 0
    for row in rows:
        start = 0
        parts: list[list[Token]] = []
        for index, token in enumerate(row.tokens):
            joins = token.text in CONTINUES and token.type == "WORD"
            if index and (depth or joins) and _may_part(row.tokens, index) and chance.random() < often:
                parts.append(row.tokens[start:index])
                start = index
            if token.type == "SIGN":
                depth += (token.text in OPENING) - (token.text in CLOSING)
        parts.append(row.tokens[start:])
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            trail = (row.cites, row.comment) if last else ([], "")
            out.append(Row(part, row.depth, row.goes_on or number > 0, *trail))
    return out


def _may_part(tokens: list[Token], index: int) -> bool:
    """Whether more or less space, or a line's end, may stand before this token."""
    return not (tokens[index].text in ("(", "[") and tokens[index - 1].text in OWN_SPACE)


def _decorate(rows: list[Row], chance: random.Random) -> None:
    """Comments and citations, behind lines and on lines of their own, and blank lines."""
    often = chance.choice((0.05, 0.3))
    number = 0
    for index in range(len(rows), -1, -1):
        if chance.random() < often:
            number += 1
            what = chance.choice(("comment", "cite", "both", "blank", "blank"))
            cites = [f"@X-{number}"] if what in ("cite", "both") and index < len(rows) else []
            comment = f"# note {number}" if what in ("comment", "both") else ""
            if index and rows[index - 1].tokens and not rows[index - 1].comment and chance.random() < 0.5:
                rows[index - 1].cites += cites
                rows[index - 1].comment = comment
            else:
                goes_on = index < len(rows) and rows[index].goes_on
                depth = rows[index].depth if index < len(rows) else chance.randint(0, 2)
                rows.insert(index, Row([], depth, goes_on, cites, comment))


def _typed(rows: list[Row], chance: random.Random | None) -> str:
    """The rows as text; without chance, with the space that their tokens had."""
    step = chance.choice(INDENTS) if chance else 4
    wide = chance.choice((0.0, 0.1, 0.5)) if chance else 0.0
    lines: list[str] = []
    for row in rows:
        indent = row.depth * step
        gap = "  "
        if chance:
            gap = " " * chance.randint(1, 3)
            if row.goes_on or not row.tokens:
                indent = chance.choice((indent, indent + step, chance.randint(0, 60)))
        if row.goes_on and row.tokens and (row.tokens[0].text in DECLARES or row.tokens[0].type == "UPPER"):
            indent = max(indent, 1)
        parts = [_code(row.tokens, wide, chance or random.Random(0)), *row.cites, row.comment]
        lines.append(" " * indent + gap.join(part for part in parts if part) + (gap if chance else ""))
    return "\n".join(lines) + "\n"


def _code(tokens: list[Token], wide: float, chance: random.Random) -> str:
    out = ""
    for index, token in enumerate(tokens):
        if index:
            before = tokens[index - 1]
            gap = token.column - before.end if token.line == before.line else 1
            if chance.random() < wide and _may_part(tokens, index):
                gap = chance.randint(0, 4)
            if gap <= 0 and not _may_touch(before, token):
                gap = 1
            out += " " * gap
        out += token.text
    return out


def _may_touch(left: Token, right: Token) -> bool:
    """Whether the two are read as two with no space between them."""
    both = [(t.type, t.text) for t in scan_line(left.text + right.text, 1)]
    return both == [(left.type, left.text), (right.type, right.text)]
