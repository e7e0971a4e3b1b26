"""A file as the formatter sees it: line by line, each with its depth and with what trails behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse.machine import LAYOUT, Stuck
from gdl.dsl.parse.reader import Reader
from gdl.dsl.parse.tokens import Token, lex
from gdl.dsl.parse.tree import walk
from gdl.dsl.source import Source


@dataclass(frozen=True, slots=True)
class Piece:
    """A token and the terminal it was taken for; `glued` tells the sign of `price(you) -1`."""

    token: Token
    terminal: str
    glued: bool = False

    @property
    def text(self) -> str:
        return " ".join(self.token.text.split()) if self.terminal.startswith("_") else self.token.text


@dataclass(slots=True)
class Line:
    """One line of the file. `pieces` is empty for a line of its own comment or citations, or a blank one.

    `depth` counts the blocks around it; `goes_on` tells a line that continues the one before; `column` is
    where the author put it.
    """

    pieces: list[Piece] = field(default_factory=list)
    depth: int = 0
    column: int = 1
    goes_on: bool = False
    cites: list[str] = field(default_factory=list)
    comment: str = ""

    @property
    def blank(self) -> bool:
        return not self.pieces and not self.cites and not self.comment


def page_of(source: Source) -> list[Line] | None:
    """The lines of a file; None where it has a syntax error."""
    diagnostics = Diagnostics()
    lexed = lex(source, diagnostics)
    if len(diagnostics):
        return None
    reader = Reader(source, diagnostics)
    lines = [Line() for _ in range(source.text.count("\n") + 1)]
    in_code: set[tuple[int, int]] = set()
    for piece in lexed.pieces:
        terminals: list[str] = []
        result = reader.machine.run(piece.tokens, "declaration_alone", terminals)
        if isinstance(result, Stuck) or diagnostics.has_errors:
            return None
        _place(lines, piece.tokens, terminals, _glued_signs(result), in_code)
    for id, span, _ in lexed.cites:
        if (span.line, span.column) not in in_code:
            lines[span.line - 1].cites.append(f"@{id}")
            if not lines[span.line - 1].pieces and len(lines[span.line - 1].cites) == 1:
                lines[span.line - 1].column = span.column
    for number, column, text in lexed.comments:
        line = lines[number - 1]
        line.comment = text
        if not line.pieces and not line.cites:
            line.column = column
    return lines


def _place(
    lines: list[Line],
    tokens: list[Token],
    terminals: list[str],
    glued: set[tuple[int, int]],
    in_code: set[tuple[int, int]],
) -> None:
    """Puts the tokens of a declaration on their lines."""
    depth = 0
    fresh = True
    before: Token | None = None
    for token, terminal in zip(tokens, terminals, strict=False):
        if token.type in LAYOUT:
            depth += (token.type == "_INDENT") - (token.type == "_DEDENT")
            fresh = True
            continue
        line = lines[token.line - 1]
        if not line.pieces:
            line.depth, line.column, line.goes_on = depth, token.column, not fresh
        line.pieces.append(Piece(token, terminal))
        if before is not None and (token.line, token.column) in glued:
            home = lines[before.line - 1].pieces
            place = -2 if before.line == token.line else -1
            home[place] = Piece(home[place].token, home[place].terminal, glued=True)
        in_code.add((token.line, token.column))
        fresh = False
        before = token


def _glued_signs(declaration: s.Declaration) -> set[tuple[int, int]]:
    """Where the numbers of modifiers stand: `+2` is written in one, `+ more` in two."""
    return {
        (node.value.span.line, node.value.span.column)
        for node, _ in walk(declaration)
        if isinstance(node, s.Modifier) and node.op != "becomes" and isinstance(node.value, s.Number)
    }
