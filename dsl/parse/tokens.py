"""Text to tokens, cut in pieces: one for each top-level declaration, so that an error stays in its own.

Layout becomes tokens here (`_NL`, `_INDENT`, `_DEDENT`); comments and citations are kept beside the tokens.
Which keyword or name a word is depends on what can stand there, so that is left to the machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from functools import cache
from typing import NamedTuple

from gdl.dsl.diagnostics import Diagnostics, slips
from gdl.dsl.parse import brackets, messages
from gdl.dsl.parse.tables import tables
from gdl.dsl.records import dataclass
from gdl.dsl.source import Source, Span

MOST_BRACKETS = 60
MOST_INDENTS = 40

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {close: open for open, close in OPENING.items()}
CONTINUES = frozenset({"and", "or", "where", "by"})
"""A line that begins with one of these goes on with the line before."""

_PLAIN = frozenset({"NAME", "UPPER", "STRING", "WORD"})
"""Tokens with which nothing can be wrong by themselves."""

_JUNK = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]|\r(?!\n)")


class Token(NamedTuple):
    """`type`: NAME, WORD (reserved), UPPER, NUMBER, STRING, CITE, COPIES, SIGN, a pair (`_LEFT_OF`), ..."""

    type: str
    text: str
    line: int
    column: int
    end: int


@dataclass(slots=True)
class Piece:
    """The tokens of one declaration. A `broken` one has a diagnostic already and is not read further."""

    tokens: list[Token] = field(default_factory=list)
    broken: bool = False


@dataclass(slots=True)
class Lexed:
    """`cites` are (id, span, line of what it stands at), `comments` (line, column, text), both in order."""

    pieces: list[Piece] = field(default_factory=list)
    cites: list[tuple[str, Span, int]] = field(default_factory=list)
    comments: list[tuple[int, int, str]] = field(default_factory=list)


@cache
def _scanner() -> re.Pattern[str]:
    """One expression for all tokens; `wrong` and the like catch what other languages write."""
    made = tables()
    signs = sorted((text for text in made.literals if not text[0].isalpha()), key=len, reverse=True)
    pairs = [name for name in made.patterns if name.startswith("_")]
    parts = [
        r"(?P<COMMENT>\#.*)",
        r"(?P<wrong>==|&&|&|<>|=>|:=|\+\+|\*\*|//|%|!(?!=)|;|'|`|\$|\?|~|\^|[“”„«»‘’]|→|≤|≥|≠|–|—)",
        r"(?P<decimal>[0-9]+\.[0-9]+)",
        r"(?P<misnumber>[0-9]+[A-Za-z_][A-Za-z0-9_]*)",
        *(f"(?P<{name}>{made.patterns[name]})" for name in pairs),
        rf"(?P<COPIES>{made.patterns['COPIES']}\b)",
        *(f"(?P<{name}>{made.patterns[name]})" for name in ("NAME", "UPPER", "NUMBER", "STRING", "CITE")),
        r"(?P<WORD>[a-z_][a-z0-9_]*)",
        r'(?P<unclosed>"[^\n]*)',
        r"(?P<SIGN>" + "|".join(re.escape(text) for text in signs) + ")",
        r"(?P<tab>\t+)",
        r"(?P<unknown>[^ \n])",
    ]
    return re.compile(" *(?:" + "|".join(parts) + ")")


_token: Callable[[type[Token], tuple[object, ...]], Token] = tuple.__new__
"""Makes a token at once: a file has very many."""


def scan_line(text: str, line: int, column: int = 1) -> list[Token]:
    """The tokens of one line, whatever they are; the first stands at `column`."""
    found: list[Token] = []
    for match in _scanner().finditer(text):
        group = match.lastindex
        assert group is not None
        start, end = match.span(group)
        found.append(_token(Token, (match.lastgroup, match[group], line, start + column, end + column)))
    return found


def lex(source: Source, diagnostics: Diagnostics) -> Lexed:
    """All tokens of a file. Afterwards each piece that is not broken has balanced brackets and blocks."""
    junk = _JUNK.search(source.text)
    if junk:
        line = source.text.count("\n", 0, junk.start()) + 1
        column = junk.start() - source.text.rfind("\n", 0, junk.start())
        messages.control_character(
            diagnostics, Span(source.file, line, column, line, column + 1), junk.group()
        )
        return Lexed()
    return _Lexer(source, diagnostics).run()


class _Lexer:
    """Line by line; `piece` is the declaration that is being read, `indents` its open blocks."""

    def __init__(self, source: Source, diagnostics: Diagnostics):
        self.source = source
        self.diagnostics = diagnostics
        self.lexed = Lexed()
        self.piece: Piece | None = None
        self.indents = [0]
        self.brackets: list[Token] = []
        self.pending: list[Token] = []
        """Citations on lines of their own, which wait for what they stand above."""
        self.tab_told = False

    def run(self) -> Lexed:
        lines = self.source.text.removeprefix("\ufeff").split("\n")
        for number, text in enumerate(lines, 1):
            tokens = scan_line(text.removesuffix("\r"), number)
            tokens = self.without_trivia(tokens)
            if tokens:
                self.logical_line(tokens)
        self.end_piece()
        for cite in self.pending:
            self.lexed.cites.append((cite.text[1:], self.span(cite), len(lines)))
        return self.lexed

    def span(self, token: Token) -> Span:
        return Span(self.source.file, token.line, token.column, token.line, token.end)

    def without_trivia(self, tokens: list[Token]) -> list[Token]:
        """The line without its comment and the citations at its end, which are put by."""
        if tokens and tokens[-1].type == "COMMENT":
            comment = tokens.pop()
            self.lexed.comments.append((comment.line, comment.column, comment.text.rstrip()))
        cites: list[Token] = []
        while tokens and tokens[-1].type == "CITE":
            cites.append(tokens.pop())
        cites.reverse()
        if not tokens:
            self.pending += cites
            return tokens
        line = tokens[0].line
        in_head = [t for t in tokens if t.type == "CITE"] if tokens[0].text == "scenario" else []
        for cite in [*self.pending, *in_head, *cites]:
            self.lexed.cites.append((cite.text[1:], self.span(cite), line))
        self.pending = []
        return tokens

    def logical_line(self, tokens: list[Token]) -> None:
        first = tokens[0]
        column = first.column - 1
        if first.type == "tab":
            self.odd(first)
            return
        if self.brackets and column == 0 and _begins_declaration(tokens):
            self.unclosed_bracket()
        if self.brackets or (first.text in CONTINUES and first.type == "WORD" and self.piece):
            self.add(tokens)
            return
        if column == 0:
            self.end_piece()
            self.piece = Piece()
            self.lexed.pieces.append(self.piece)
        elif self.piece is None:
            self.piece = Piece(broken=True)
            self.lexed.pieces.append(self.piece)
            messages.indented_start(self.diagnostics, self.span(first))
        else:
            self.layout(first, column)
        self.add(tokens)

    def layout(self, first: Token, column: int) -> None:
        """Ends the line before, and opens or closes blocks so that a line in this column can follow."""
        assert self.piece is not None
        self.end_line()
        tokens = self.piece.tokens
        last = tokens[-1] if tokens else first
        if column > self.indents[-1]:
            self.indents.append(column)
            tokens.append(Token("_INDENT", "", last.line, last.end, last.end))
            if len(self.indents) > MOST_INDENTS and not self.piece.broken:
                self.piece.broken = True
                messages.too_deep(self.diagnostics, self.span(first))
        while column < self.indents[-1]:
            self.indents.pop()
            tokens.append(Token("_DEDENT", "", last.line, last.end, last.end))
        if column != self.indents[-1] and not self.piece.broken:
            self.piece.broken = True
            messages.bad_dedent(self.diagnostics, self.span(first), self.indents[-1], column)

    def end_line(self) -> None:
        assert self.piece is not None
        tokens = self.piece.tokens
        if tokens:
            last = tokens[-1]
            tokens.append(Token("_NL", "", last.line, last.end, last.end))

    def end_piece(self) -> None:
        """Closes the declaration that is being read, with its blocks."""
        if self.piece is None:
            return
        if self.brackets:
            self.unclosed_bracket()
        self.end_line()
        tokens = self.piece.tokens
        if tokens:
            last = tokens[-1]
            tokens += [Token("_DEDENT", "", last.line, last.end, last.end) for _ in self.indents[1:]]
            tokens.append(Token("$END", "", last.line, last.end, last.end))
        self.indents = [0]
        self.piece = None

    def unclosed_bracket(self) -> None:
        if self.piece and not self.piece.broken:
            self.piece.broken = True
            opened = self.brackets[-1]
            inside = brackets.left_open_inside(self.piece.tokens, opened)
            line = brackets.lost_closing(self.piece.tokens, opened, alone=len(self.brackets) == 1)
            if inside is not None:
                messages.unclosed_bracket(self.diagnostics, self.span(inside), inside.text)
            elif line is None:
                messages.unclosed_bracket(self.diagnostics, self.span(opened), opened.text)
            else:
                messages.missing_closing(self.diagnostics, self.span(line[-1]), opened.text, opened.line)
        self.brackets = []

    def add(self, tokens: list[Token]) -> None:
        assert self.piece is not None
        for token in tokens:
            kind = token.type
            if kind in _PLAIN:
                continue
            if kind == "SIGN":
                if token.text in OPENING:
                    self.brackets.append(token)
                    if len(self.brackets) > MOST_BRACKETS:
                        self.fault(messages.too_deep, token)
                elif token.text in CLOSING:
                    self.close_bracket(token, tokens)
            elif kind.islower():
                self.odd(token)
            elif kind == "CITE" and tokens[0].text != "scenario" and slips(tokens[0].text, "scenario") > 2:
                self.fault(messages.citation_inside, token)
            elif kind == "NUMBER" and len(token.text) > 9:
                self.fault(messages.large_number, token)
        self.piece.tokens += tokens

    def close_bracket(self, token: Token, line: list[Token]) -> None:
        if self.brackets and self.brackets[-1].text == CLOSING[token.text]:
            self.brackets.pop()
        elif self.piece and not self.piece.broken:
            self.piece.broken = True
            if self.brackets:
                self.other_bracket(token, self.brackets[-1], line)
            else:
                lost = brackets.lost_opening(self.piece.tokens, line)
                if lost is not None:
                    whole = Span(self.source.file, lost[0].line, lost[0].column, lost[-1].line, lost[-1].end)
                    messages.missing_opening(self.diagnostics, whole, token.text, token.line)
                else:
                    messages.wrong_closing(self.diagnostics, self.span(token), token.text, "", "")

    def other_bracket(self, token: Token, opened: Token, line: list[Token]) -> None:
        """`token` cannot close what was opened last: that was left open, on its own line if this one lies outside it."""
        assert self.piece is not None
        own = [each for each in self.piece.tokens if each.line == opened.line]
        if own and not brackets.is_inside(own, opened, line):
            later = f"`{token.text}` of line {token.line}"
            messages.left_open(self.diagnostics, self.span(opened), opened.text, later)
        else:
            place = f"line {opened.line}"
            messages.wrong_closing(self.diagnostics, self.span(token), token.text, opened.text, place)

    def odd(self, token: Token) -> None:
        """Tokens that the language does not have; each has its own words."""
        if token.type == "tab":
            if not self.tab_told:
                messages.tab(self.diagnostics, self.span(token))
            self.tab_told = True
            if self.piece:
                self.piece.broken = True
        elif token.type == "wrong":
            self.fault(messages.foreign_sign, token)
        elif token.type == "decimal":
            self.fault(messages.decimal, token)
        elif token.type == "misnumber":
            self.fault(messages.name_with_digit, token)
        elif token.type == "unclosed":
            self.fault(messages.unclosed_text, token)
        else:
            self.fault(messages.unknown_character, token)

    def fault(self, message: messages.TokenMessage, token: Token) -> None:
        """Tells it, unless this declaration is broken already."""
        if self.piece and not self.piece.broken:
            self.piece.broken = True
            message(self.diagnostics, self.span(token), token.text)


DECLARES = frozenset(
    ["game", "use", "option", "enum", "type", "card", "cube", "token", "tile", "piece", "die", "space",
     "zones", "state", "link", "board", "flow", "phase", "table", "window", "fact", "variant", "scenario",
     "value", "rule", "action", "anytime", "trait", "when", "before", "after", "instead"]
)  # fmt: skip
"""The words that a declaration begins with."""


def _begins_declaration(tokens: list[Token]) -> bool:
    """Whether an unindented line looks like a new declaration, rather than like more of an open bracket."""
    if tokens[0].text in DECLARES:
        return True
    return len(tokens) > 1 and tokens[0].type == "UPPER" and tokens[1].type == "UPPER"


def scan_expression(
    file: str, text: str, line: int, column: int, diagnostics: Diagnostics
) -> list[Token] | None:
    """The tokens of an expression that stands inside another text, with `$END`; None after an error."""
    lexer = _Lexer(Source(file, text), diagnostics)
    piece = Piece()
    lexer.piece = piece
    tokens = scan_line(text.replace("\n", " "), line, column)
    if any(token.type == "COMMENT" for token in tokens):
        hash_sign = next(token for token in tokens if token.type == "COMMENT")
        lexer.fault(messages.unknown_character, hash_sign._replace(text="#", end=hash_sign.column + 1))
    lexer.add(tokens)
    if lexer.brackets:
        lexer.unclosed_bracket()
    end = column + len(text)
    piece.tokens.append(Token("$END", "", line, end, end))
    return None if piece.broken else piece.tokens
