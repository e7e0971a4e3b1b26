"""What all builders share: names, texts with their `{...}`, and the place to complain.

Each builder is a class whose methods are called as the rules of `gdl.lark`: first the span of the whole form,
then its parts: a Token where the grammar has a terminal, None where an optional part is missing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse import messages
from gdl.dsl.parse.tokens import Token
from gdl.dsl.source import Span

if TYPE_CHECKING:
    from gdl.dsl.parse.reader import Reader

_TEXT_PART = re.compile(r"\\(.)|\{\{|\}\}|\{([^{}]*)\}|[{}]")
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n"}
_FOREIGN_TRUTHS = {"true": "yes", "false": "no", "True": "yes", "False": "no", "null": "none", "None": "none"}


class Base:
    """`reader` reads the expressions inside texts; `lines` are those of the file, for cells as written."""

    def __init__(self, reader: Reader, file: str, lines: list[str], diagnostics: Diagnostics):
        self.reader = reader
        self.file = file
        self.lines = lines
        self.diagnostics = diagnostics

    def place(self, token: Token) -> Span:
        return Span(self.file, token.line, token.column, token.line, token.end)

    def ident(self, token: Token) -> s.Ident:
        return s.Ident(span=self.place(token), name=token.text)

    def maybe_ident(self, token: Token | None) -> s.Ident | None:
        return self.ident(token) if token else None

    def text(self, token: Token) -> s.Text:
        """`"{p} has {n}"` with its parts; `\\"`, `\\\\`, `\\n`, `{{` and `}}` are one character each."""
        return self.text_of(token.text[1:-1], token.line, token.column + 1, self.place(token))

    def maybe_text(self, token: Token | None) -> s.Text | None:
        return self.text(token) if token else None

    def text_of(self, raw: str, line: int, column: int, span: Span) -> s.Text:
        if "{" not in raw and "}" not in raw and "\\" not in raw:
            return s.Text(span=span, parts=(raw,) if raw else ())
        parts: list[str | s.Expr] = []
        plain = ""
        done = 0
        for match in _TEXT_PART.finditer(raw):
            plain += raw[done : match.start()]
            done = match.end()
            found, escaped, inner = match.group(), match.group(1), match.group(2)
            here = Span(self.file, line, column + match.start(), line, column + match.end())
            if escaped is not None:
                if escaped in _ESCAPES:
                    plain += _ESCAPES[escaped]
                else:
                    messages.bad_escape(self.diagnostics, here, found)
            elif found in ("{{", "}}"):
                plain += found[0]
            elif inner is None:
                messages.lone_brace(self.diagnostics, here, found)
            else:
                if plain:
                    parts.append(plain)
                    plain = ""
                parts.append(self.hole(inner, line, column + match.start() + 1, here))
        plain += raw[done:]
        if plain:
            parts.append(plain)
        return s.Text(span=span, parts=tuple(parts))

    def hole(self, inner: str, line: int, column: int, here: Span) -> s.Expr:
        """The expression between the braces of a text, in its place."""
        if not inner.strip():
            messages.empty_braces(self.diagnostics, here)
            return s.Broken(span=here)
        if '"' in inner:
            messages.text_in_text(self.diagnostics, here)
            return s.Broken(span=here)
        return self.reader.expression(inner, line, column)

    def plain_text(self, token: Token) -> str:
        """A text that is only characters: a path, a title of a scenario, a row of a picture."""
        text = self.text(token)
        for part in text.parts:
            if not isinstance(part, str):
                messages.braces_in_plain_text(self.diagnostics, part.span)
        return "".join(part for part in text.parts if isinstance(part, str))

    def written(self, span: Span) -> str:
        """The source of a span, on one line."""
        if span.line == span.end_line:
            return self.lines[span.line - 1][span.column - 1 : span.end_column - 1]
        inner = [line.strip() for line in self.lines[span.line : span.end_line - 1]]
        first = self.lines[span.line - 1][span.column - 1 :].strip()
        return " ".join([first, *inner, self.lines[span.end_line - 1][: span.end_column - 1].strip()])

    def checked_name(self, span: Span, name: str) -> None:
        if name in _FOREIGN_TRUTHS:
            messages.foreign_truth(self.diagnostics, span, name, _FOREIGN_TRUTHS[name])

    def plain_args(self, args: list[s.Expr | s.NamedArg] | None) -> tuple[s.Expr, ...]:
        """Arguments where a name for one makes no sense: of traits, triggers, occasions, modifiers."""
        for arg in args or ():
            if isinstance(arg, s.NamedArg):
                messages.named_argument(self.diagnostics, arg.span, arg.name.name)
        return tuple(arg for arg in args or () if isinstance(arg, s.Expr))
