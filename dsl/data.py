"""YAML data to the syntax nodes that the same thing would be in text, with the places in the YAML file.

A file of rows (`Hero from "heroes.yaml"`) is a mapping of kinds to their fields, or a list of rows:

    Boulder: {x: 2, cost: 3, needs: {Stone: 2}, traits: "heavy, slow(1)"}
    - {kind: Boulder, x: 2, cost: 3}

A file of a board (`board from "map.yaml"`) has `picture`, `spaces`, `names`, `links`, and types with kinds.
A string is an expression of the language, unless the field holds text; `true`, `yes`, `no` are truths.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gdl.dsl import messages_files as messages
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics, slips
from gdl.dsl.parse.reader import Reader
from gdl.dsl.source import Source, Span
from gdl.dsl.yaml_tree import Mapping, Scalar, Sequence, Tree, read_yaml

_UPPER = re.compile(r"[A-Z][A-Za-z0-9_]*\Z")
_NAME = re.compile(r"[a-z_][a-z0-9_]*\Z")
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NULLS = ("", "~", "null", "-")
_FLOAT = re.compile(r"[-+]?[0-9]*\.[0-9]+(?:[eE][-+]?[0-9]+)?\Z|[-+]?\.(?:inf|nan)\Z", re.IGNORECASE)

IsText = Callable[[str, str], bool]
"""Whether a field (type, field) holds text."""


def kinds_from(
    source: Source, type: s.Ident, is_text: IsText, diagnostics: Diagnostics
) -> tuple[s.Kind, ...]:
    """The kinds of a file of rows."""
    tree = read_yaml(source, diagnostics)
    return _Data(source, is_text, diagnostics).kinds(type, tree) if tree else ()


def board_from(source: Source, is_text: IsText, diagnostics: Diagnostics) -> tuple[s.Declaration, ...]:
    """The kinds, pictures, links and other names of a board."""
    tree = read_yaml(source, diagnostics)
    return _Data(source, is_text, diagnostics).board(tree) if tree else ()


class _Data:
    def __init__(self, source: Source, is_text: IsText, diagnostics: Diagnostics):
        self.file = source.file
        self.is_text = is_text
        self.diagnostics = diagnostics
        self.reader = Reader(source, diagnostics)

    # ---------------------------------------------------------------------- rows

    def kinds(self, type: s.Ident, tree: Tree) -> tuple[s.Kind, ...]:
        """A mapping of kinds to fields, a list of rows, or a list of names."""
        found: list[s.Kind | None] = []
        if isinstance(tree, Mapping):
            for key, value in tree.items:
                name = self.upper(key, "the name of a kind")
                if name and isinstance(value, Sequence):
                    found += [self.row(type, name, each, key.span) for each in value.items]
                elif name:
                    found.append(self.row(type, name, value, key.span))
        elif isinstance(tree, Sequence):
            for item in tree.items:
                if isinstance(item, Scalar):
                    name = self.upper(item, "the name of a kind")
                    found.append(self.kind(type, name, None, item.span) if name else None)
                else:
                    found.append(self.named_row(type, item))
        elif not self.is_null(tree):
            self.misshapen(tree, "a mapping of kinds to their fields, or a list of rows")
        return tuple(kind for kind in found if kind)

    def named_row(self, type: s.Ident, item: Tree) -> s.Kind | None:
        """`{kind: Boulder, x: 2, ...}`"""
        if not isinstance(item, Mapping):
            self.misshapen(item, "a row, as in `{kind: Boulder, cost: 3}`")
            return None
        kind = item.get("kind")
        if not isinstance(kind, Scalar):
            near = next((key for key, _ in item.items if slips(key.text.lower(), "kind") <= 2), None)
            if near is not None:
                messages.misspelt_kind(self.diagnostics, near.span, near.text)
            else:
                messages.row_without_kind(self.diagnostics, item.span)
            return None
        name = self.upper(kind, "the name of a kind")
        return self.kind(type, name, item, item.span) if name else None

    def row(self, type: s.Ident, name: s.Ident, value: Tree, span: Span) -> s.Kind | None:
        if isinstance(value, Mapping):
            return self.kind(type, name, value, span.to(value.span))
        if self.is_null(value):
            return self.kind(type, name, None, span)
        self.misshapen(value, f"the fields of {name.name}, as in `{{cost: 3}}`")
        return None

    def kind(self, type: s.Ident, name: s.Ident, fields: Mapping | None, span: Span) -> s.Kind:
        copies: s.Copies | None = None
        title: s.Text | None = None
        lines: list[s.Declaration] = []
        for key, value in fields.items if fields else ():
            if key.text == "kind" or self.is_null(value):
                continue
            if key.text == "x" and isinstance(value, Scalar):
                copies = self.copies(value)
            elif key.text == "title" and isinstance(value, Scalar):
                title = self.text(value)
            elif key.text == "traits":
                lines.append(self.traits(key, value))
            else:
                lines += self.field(type, key, value)
        return s.Kind(
            span=span, type=type, names=(name,), copies=copies, title=title, lines=tuple(lines), row=True
        )

    def copies(self, value: Scalar) -> s.Copies:
        if value.text == "unlimited":
            return s.Copies(span=value.span, count=None)
        return s.Copies(span=value.span, count=self.expression(value))

    def traits(self, key: Scalar, value: Tree) -> s.Declaration:
        uses = self.reader.builder.trait_uses(self.values(value, text=False))
        return s.Traits(span=key.span.to(value.span), uses=uses)

    def field(self, type: s.Ident, key: Scalar, value: Tree) -> list[s.Declaration]:
        """One line of a kind; `needs: {Stone: 2, Wood: 1}` makes one for each index."""
        name = self.lower(key, "the name of a field")
        if not name:
            return []
        text = key.text == "text" or self.is_text(type.name, key.text)
        if not isinstance(value, Mapping):
            span = key.span.to(value.span)
            return [s.GiveField(span=span, name=name, index=None, values=self.values(value, text))]
        lines: list[s.Declaration] = []
        for at, each in value.items:
            index = self.expression(at)
            span = at.span.to(each.span)
            lines.append(s.GiveField(span=span, name=name, index=index, values=self.values(each, text)))
        return lines

    # ---------------------------------------------------------------------- values

    def values(self, value: Tree, text: bool) -> tuple[s.Expr, ...]:
        if isinstance(value, Sequence):
            return tuple(self.value(item, text) for item in value.items)
        if isinstance(value, Scalar) and not text and self.plain_value(value) is None:
            return self.reader.expressions(value.text, value.span.line, value.column)
        return (self.value(value, text),)

    def value(self, value: Tree, text: bool) -> s.Expr:
        if isinstance(value, Sequence):
            items = tuple(self.value(item, text) for item in value.items)
            return s.ListOf(span=value.span, items=items)
        if isinstance(value, Mapping):
            self.misshapen(value, "a value or a list of values")
            return s.Broken(span=value.span)
        return self.text(value) if text else self.expression(value)

    def plain_value(self, scalar: Scalar) -> s.Expr | None:
        """A number, a truth or nothing, by the rules of YAML; None where the string is an expression."""
        text = scalar.text
        if not scalar.plain:
            return None
        if text.lower() in _TRUTHS:
            return s.Truth(span=scalar.span, value=_TRUTHS[text.lower()])
        if text.lower() in _NULLS:
            return s.Nothing(span=scalar.span)
        if _FLOAT.match(text):
            messages.bad_scalar(self.diagnostics, scalar.span, text)
            return s.Broken(span=scalar.span)
        return None

    def expression(self, scalar: Scalar) -> s.Expr:
        plain = self.plain_value(scalar)
        return plain or self.reader.expression(scalar.text, scalar.span.line, scalar.column)

    def text(self, scalar: Scalar) -> s.Text:
        return self.reader.builder.text_of(scalar.text, scalar.span.line, scalar.column, scalar.span)

    # ---------------------------------------------------------------------- boards

    def board(self, tree: Tree) -> tuple[s.Declaration, ...]:
        if not isinstance(tree, Mapping):
            self.misshapen(tree, "a mapping with `spaces` or `picture`")
            return ()
        made: list[s.Declaration] = []
        for key, value in tree.items:
            if key.text == "picture":
                pictures = value.items if isinstance(value, Sequence) else (value,)
                made += [picture for each in pictures if (picture := self.picture(each))]
            elif key.text == "spaces":
                for type_name, kinds in self.pairs(value, "a mapping of types to their spaces"):
                    type = self.upper(type_name, "the name of a type")
                    made += self.kinds(type, kinds) if type else ()
            elif key.text == "names":
                for other, of in self.pairs(value, "a mapping of names to spaces"):
                    name = self.upper(other, "the name of a space")
                    space = self.space(of)
                    if name and space:
                        made.append(s.OtherName(span=other.span.to(of.span), name=name, of=space))
            elif key.text == "links":
                for link, lines in self.pairs(value, "a mapping of links to lines"):
                    made += self.links(link, lines)
            elif _UPPER.match(key.text):
                made += self.kinds(s.Ident(span=key.span, name=key.text), value)
            else:
                messages.unknown_section(self.diagnostics, key.span, key.text)
        return tuple(made)

    def picture(self, tree: Tree) -> s.Picture | None:
        if not isinstance(tree, Mapping):
            self.misshapen(tree, "a picture, with `space`, `link` and `rows`")
            return None
        space, link, rows = (tree.get(key) for key in ("space", "link", "rows"))
        for key, part in (("space", space), ("link", link), ("rows", rows)):
            if part is None:
                messages.picture_lacks(self.diagnostics, tree.span, key)
        if not isinstance(space, Scalar) or not isinstance(link, Scalar) or not isinstance(rows, Sequence):
            return None
        of = self.upper(space, "the name of a type")
        by = self.lower(link, "the name of a link")
        nothing = tree.get("nothing")
        empty = nothing.items if isinstance(nothing, Sequence) else (nothing,) if nothing else ()
        if not of or not by:
            return None
        return s.Picture(
            span=tree.span,
            space=of,
            link=by,
            rows=tuple(row.text for row in rows.items if isinstance(row, Scalar)),
            nothing=tuple(each.text for each in empty if isinstance(each, Scalar)) or ("^^^",),
        )

    def links(self, link: Scalar, lines: Tree) -> list[s.Declaration]:
        """`path: ["A, B, C", [C, D]]`: each line links its spaces one after the other."""
        name = self.lower(link, "the name of a link")
        if not isinstance(lines, Sequence):
            self.misshapen(lines, "a list of lines, as in `- A, B, C`")
            return []
        made: list[s.Declaration] = []
        for line in lines.items:
            if isinstance(line, Mapping):
                self.misshapen(line, "spaces in a line, as in `- A, B, C`")
                continue
            spaces = (
                self.line(line) if isinstance(line, Scalar) else [self.space(item) for item in line.items]
            )
            along = tuple(space for space in spaces if space)
            if len(spaces) < 2:
                self.misshapen(line, "at least two spaces, which the link joins")
            elif name and len(along) == len(spaces):
                made.append(s.Linked(span=line.span, link=name, line=along))
        return made

    def line(self, scalar: Scalar) -> list[s.Ident | None]:
        """`A, B, C`, each with its own place"""
        found: list[s.Ident | None] = []
        for match in re.finditer(r"[^,\s]+", scalar.text):
            line, column = scalar.span.line, scalar.column + match.start()
            span = Span(self.file, line, column, line, column + len(match.group()))
            found.append(self.space(Scalar(match.group(), True, span, column)))
        return found

    def space(self, tree: Tree) -> s.Ident | None:
        if isinstance(tree, Scalar):
            return self.upper(tree, "the name of a space")
        self.misshapen(tree, "the name of a space")
        return None

    # ---------------------------------------------------------------------- names and shapes

    def upper(self, scalar: Scalar, wanted: str) -> s.Ident | None:
        if _UPPER.match(scalar.text):
            return s.Ident(span=scalar.span, name=scalar.text)
        messages.bad_data_name(self.diagnostics, scalar.span, scalar.text, wanted)
        return None

    def lower(self, scalar: Scalar, wanted: str) -> s.Ident | None:
        if _NAME.match(scalar.text):
            return s.Ident(span=scalar.span, name=scalar.text)
        messages.bad_data_name(self.diagnostics, scalar.span, scalar.text, wanted)
        return None

    def is_null(self, tree: Tree) -> bool:
        return isinstance(tree, Scalar) and tree.plain and tree.text.lower() in _NULLS

    def pairs(self, tree: Tree, wanted: str) -> tuple[tuple[Scalar, Tree], ...]:
        if isinstance(tree, Mapping):
            return tree.items
        if not self.is_null(tree):
            self.misshapen(tree, wanted)
        return ()

    def misshapen(self, tree: Tree, wanted: str) -> None:
        found = {"Scalar": "a single value", "Sequence": "a list", "Mapping": "a mapping"}[
            type(tree).__name__
        ]
        messages.wrong_shape(self.diagnostics, tree.span, found, wanted)
