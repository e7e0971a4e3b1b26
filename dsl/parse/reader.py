"""A file's text, or one expression, to nodes."""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse.build_scenarios import Builder
from gdl.dsl.parse.machine import Machine, Stuck
from gdl.dsl.parse.stuck import explain
from gdl.dsl.parse.tokens import DECLARES, Lexed, Piece, Token, lex, scan_expression
from gdl.dsl.parse.tree import finish
from gdl.dsl.source import Source, Span


class Reader:
    """Reads one source; what is wrong goes to `diagnostics`."""

    def __init__(self, source: Source, diagnostics: Diagnostics):
        self.source = source
        self.diagnostics = diagnostics
        lines = source.text.removeprefix("\ufeff").split("\n")
        self.builder = Builder(self, source.file, lines, diagnostics)
        self.machine = Machine(self.builder, source.file)

    def file(self) -> s.File:
        """All declarations that can be read; those with an error are left out."""
        lexed: Lexed = lex(self.source, self.diagnostics)
        whole: list[s.Declaration] = []
        open_head = False
        for piece in lexed.pieces:
            if piece.broken or (open_head and piece.tokens[0].text not in DECLARES):
                # What stands below a header that has no block is that block, not indented: told already.
                continue
            declaration = self.declaration(piece)
            open_head = declaration is None and self.diagnostics.items[-1].code == "GDL0105"
            if declaration is not None:
                whole.append(declaration)
        declarations = finish(tuple(whole), lexed.cites, self.diagnostics)
        last = self.source.text.count("\n") + 1
        span = Span(self.source.file, 1, 1, last, 1)
        return s.File(span=span, declarations=declarations, comments=tuple(lexed.comments))

    def declaration(self, piece: Piece) -> s.Declaration | None:
        result = self.machine.run(piece.tokens, "declaration_alone")
        if isinstance(result, Stuck):
            self.complain(piece.tokens, result, "declaration_alone")
            return None
        assert isinstance(result, s.Declaration)
        return result

    def expression(self, text: str, line: int, column: int) -> s.Expr:
        """The expression that `text` is; a Broken one, with a diagnostic, where it is none."""
        result = self._alone(text, line, column, "expression_alone")
        if isinstance(result, s.Expr):
            return result
        return s.Broken(span=Span(self.source.file, line, column, line, column + len(text)))

    def expressions(self, text: str, line: int, column: int) -> tuple[s.Expr, ...]:
        """The same for `a, b, c`."""
        result = self._alone(text, line, column, "expressions_alone")
        if isinstance(result, tuple):
            return result
        return (s.Broken(span=Span(self.source.file, line, column, line, column + len(text))),)

    def text(self, text: str, line: int, column: int) -> s.Text:
        span = Span(self.source.file, line, column, line, column + len(text))
        return self.builder.text_of(text, line, column, span)

    def _alone(self, text: str, line: int, column: int, start: str) -> object:
        tokens: list[Token] | None = scan_expression(self.source.file, text, line, column, self.diagnostics)
        if tokens is None:
            return None
        result = self.machine.run(tokens, start)
        if isinstance(result, Stuck):
            self.complain(tokens, result, start)
            return None
        return result

    def complain(self, tokens: list[Token], stuck: Stuck, start: str) -> None:
        quiet = Reader(self.source, Diagnostics()).machine
        explain(
            self.diagnostics,
            self.source.file,
            tokens,
            stuck,
            lambda index: quiet.expected_at(tokens, index, start),
        )
