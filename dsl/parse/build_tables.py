"""Kinds given as a table: a row of headings, then a row for each kind.

    | kind        | x | symbols     | needs[Wood] | traits   |
    | Footsoldier | 2 | Boot, Sword | -           | born(1)  |

The headings `kind`, `x`, `title` and `traits` have their own sense; any other is a field.
`-` and an empty cell say nothing.
"""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.parse import messages
from gdl.dsl.parse.build_components import ComponentNodes
from gdl.dsl.parse.tokens import Token
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span


@dataclass(frozen=True, slots=True)
class Cell:
    span: Span
    text: str
    values: tuple[s.Expr, ...]


@dataclass(frozen=True, slots=True)
class Row:
    span: Span
    cells: tuple[Cell, ...]


class TableNodes(ComponentNodes):
    def cell(self, span: Span, *values: s.Expr) -> Cell:
        return Cell(span, self.written(span), values)

    def row(self, span: Span, *cells: Cell) -> Row:
        return Row(span, cells)

    def kind_table(self, span: Span, type: Token, *rows: Row) -> s.Declaration:
        of = self.ident(type)
        head, *body = rows
        headings = [self.heading(cell) for cell in head.cells]
        known = [h[0].name for h in headings if h]
        if None not in headings and "kind" not in known:
            messages.no_kind_column(self.diagnostics, head.span)
            headings = []
        kinds: list[s.Kind] = []
        if headings and None not in headings:
            for row in body:
                if len(row.cells) != len(headings):
                    messages.row_length(self.diagnostics, row.span, len(row.cells), len(headings))
                    continue
                columns = [
                    (heading, cell) for heading, cell in zip(headings, row.cells, strict=True) if heading
                ]
                kind = self.kind_of_row(of, row, columns)
                if kind:
                    kinds.append(kind)
        written = tuple(tuple(cell.text for cell in row.cells) for row in rows)
        return s.KindTable(span=span, type=of, rows=written, kinds=tuple(kinds))

    def heading(self, cell: Cell) -> tuple[s.Ident, s.Expr | None] | None:
        """`cost` as (cost, None), `needs[Wood]` as (needs, Wood)."""
        if len(cell.values) == 1:
            value = cell.values[0]
            if isinstance(value, s.Name) and value.name[0].islower():
                return s.Ident(span=value.span, name=value.name), None
            if isinstance(value, s.Item) and isinstance(value.object, s.Name) and len(value.index) == 1:
                return s.Ident(span=value.object.span, name=value.object.name), value.index[0]
        messages.bad_heading(self.diagnostics, cell.span, cell.text)
        return None

    def kind_of_row(
        self, type: s.Ident, row: Row, columns: list[tuple[tuple[s.Ident, s.Expr | None], Cell]]
    ) -> s.Kind | None:
        name: s.Ident | None = None
        copies: s.Copies | None = None
        title: s.Text | None = None
        lines: list[s.Declaration] = []
        for (heading, index), cell in columns:
            if heading.name == "kind":
                value = cell.values[0] if len(cell.values) == 1 else None
                if not isinstance(value, s.Name) or not value.name[0].isupper():
                    messages.bad_kind_cell(self.diagnostics, cell.span, cell.text)
                    return None
                name = s.Ident(span=value.span, name=value.name)
            elif not cell.values:
                continue
            elif heading.name == "x":
                copies = self.copies_cell(cell)
            elif heading.name == "title" and isinstance(cell.values[0], s.Text):
                title = cell.values[0]
            elif heading.name == "traits":
                lines.append(s.Traits(span=cell.span, uses=self.trait_uses(cell.values)))
            else:
                lines.append(s.GiveField(span=cell.span, name=heading, index=index, values=cell.values))
        assert name is not None
        return s.Kind(
            span=row.span, type=type, names=(name,), copies=copies, title=title, lines=tuple(lines), row=True
        )

    def copies_cell(self, cell: Cell) -> s.Copies:
        value = cell.values[0]
        if isinstance(value, s.Name) and value.name == "unlimited":
            return s.Copies(span=cell.span, count=None)
        return s.Copies(span=cell.span, count=value)

    def trait_uses(self, values: tuple[s.Expr, ...]) -> tuple[tuple[s.TraitCall, s.Expr | None], ...]:
        """`born, bolster(2)`, which were read as expressions."""
        uses: list[tuple[s.TraitCall, s.Expr | None]] = []
        for value in values:
            named = value.function if isinstance(value, s.Call) else value
            if not isinstance(named, s.Name):
                messages.bad_trait_cell(self.diagnostics, value.span)
                continue
            args: list[s.Expr | s.NamedArg] = []
            if isinstance(value, s.Call):
                args = [*value.args, *value.named]
            name = s.Ident(span=named.span, name=named.name)
            uses.append((s.TraitCall(span=value.span, name=name, args=self.plain_args(args)), None))
        return tuple(uses)
