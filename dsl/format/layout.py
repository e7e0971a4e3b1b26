"""Lines to text: indentation, breaks of what is too long, columns of tables and of what trails behind."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.dsl.format.pages import Line, Piece
from gdl.dsl.format.spacing import cells_of, spaced, written
from gdl.dsl.parse.tokens import CLOSING, CONTINUES, OPENING, Token

WIDTH = 120
INDENT = 4
_OPEN, _CLOSE = frozenset(OPENING), frozenset(CLOSING)
FURTHEST_TRAILER = 88
"""Code that is longer than this does not push the comments of its neighbours to the right."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the result, still without its trailer in its column."""

    indent: int
    code: str
    trailer: str


def laid_out(lines: list[Line]) -> str:
    rows: list[Row] = []
    following = _following(lines)
    open_blocks: dict[int, int] = {}
    index = 0
    while index < len(lines):
        line = lines[index]
        if line.pieces:
            open_blocks = {d: c for d, c in open_blocks.items() if d < line.depth} | {line.depth: line.column}
        if _is_row(line, following[index]):
            end = index + 1
            for look in range(index + 1, len(lines)):
                if _is_row(lines[look], following[look]):
                    end = look + 1
                elif lines[look].pieces:
                    break
            rows += _table(lines[index:end])
            index = end
        elif line.pieces:
            end = _end_of_form(lines, index)
            rows += _form(lines[index:end])
            index = end
        else:
            rows.append(Row(_alone_indent(line, following[index], open_blocks), "", _trailer(line)))
            index += 1
    return _text(_without_spare_blanks(rows))


# ---------------------------------------------------------------------- forms over several lines


def _end_of_form(lines: list[Line], start: int) -> int:
    """One past the last line of the form that begins at `start`, with the comments between its lines."""
    end = start + 1
    look = end
    while look < len(lines):
        if lines[look].goes_on:
            end = look + 1
        elif lines[look].pieces:
            break
        look += 1
    return end


@dataclass(frozen=True, slots=True)
class _Open:
    """A bracket that is still open: what stands in it begins in this column, and its partner in that one.

    `lists` tells one with commas: there a line that begins with a joining word is more of one item, not the
    next, and stands further in.
    """

    column: int
    closing: int
    lists: bool

    def indent(self, piece: Piece | None) -> int:
        """Where a line stands that begins with this piece, or has none."""
        if piece is not None and piece.terminal in _CLOSE:
            return self.closing
        return self.column + (INDENT if self.lists and piece is not None and _joins(piece) else 0)


def _form(lines: list[Line]) -> list[Row]:
    """A form on the lines that its author gave it, and on more where one is too long."""
    base = lines[0].depth * INDENT
    last = next(line for line in reversed(lines) if line.pieces)
    opens_block = last.pieces[-1].terminal == ":"
    hanging = base + INDENT * (2 if opens_block else 1)
    rows: list[Row] = []
    brackets: list[_Open] = []
    lists = _with_commas(lines)

    def next_indent(rest: list[Piece]) -> int:
        return brackets[-1].indent(rest[0] if rest else None) if brackets else hanging

    for line in lines:
        indent = base if line is lines[0] else next_indent(line.pieces)
        if not line.pieces:
            rows.append(Row(indent, "", _trailer(line)))
            continue
        rest = line.pieces
        while rest:
            cut = _cut(rest, indent, len(brackets))
            part, rest = rest[:cut], rest[cut:]
            text = written(part)
            rows.append(Row(indent, text, "" if rest else _trailer(line)))
            _open_brackets(part, indent, brackets, lists)
            indent = next_indent(rest)
    return rows


def _joins(piece: Piece) -> bool:
    return piece.token.type == "WORD" and piece.terminal in CONTINUES


def _with_commas(lines: list[Line]) -> set[Token]:
    """The opening brackets with items between commas; those of `x for a in b, c in d where ...` part none."""
    found: set[Token] = set()
    around: list[Token] = []
    goes_through: set[Token] = set()
    for line in lines:
        for piece in line.pieces:
            if piece.terminal in _OPEN:
                around.append(piece.token)
            elif piece.terminal in _CLOSE and around:
                around.pop()
            elif piece.terminal == "for" and around:
                goes_through.add(around[-1])
            elif piece.terminal == "," and around:
                found.add(around[-1])
    return found - goes_through


def _open_brackets(pieces: list[Piece], indent: int, brackets: list[_Open], lists: set[Token]) -> None:
    """Brackets that these pieces open and close; an open one holds its content just behind it."""
    column = indent
    for index, piece in enumerate(pieces):
        column += bool(index) and spaced(pieces, index)
        column += len(piece.text)
        if piece.terminal in _OPEN:
            is_last = index == len(pieces) - 1
            places = (indent + INDENT, indent) if is_last else (column, column - 1)
            brackets.append(_Open(*places, piece.token in lists))
        elif piece.terminal in _CLOSE and brackets:
            brackets.pop()


def _cut(pieces: list[Piece], indent: int, depth: int) -> int:
    """How many pieces fit on this line: all, or up to the best place for a break.

    Outside brackets a line may only go on with `and`, `or`, `where` or `by`. The best place is in the fewest
    brackets, and among those after a comma, then before a joining word, then anywhere; of several the last.
    """
    if len(pieces) <= WIDTH and indent + len(written(pieces)) <= WIDTH:
        return len(pieces)
    best: tuple[int, int] | None = None
    column = indent
    for index, piece in enumerate(pieces):
        gap = bool(index) and spaced(pieces, index)
        if index and column > WIDTH:
            break
        joins = _joins(piece)
        if gap and (depth > 0 or joins):
            if pieces[index - 1].terminal == ",":
                rank = -3 * depth + 1
            else:
                rank = -3 * depth if joins or piece.terminal in ("for", "else", "then") else -3 * depth - 300
            best = (rank, index) if best is None else max(best, (rank, index))
        column += gap + len(piece.text)
        depth += (piece.terminal in _OPEN) - (piece.terminal in _CLOSE)
    return best[1] if best else len(pieces)


# ---------------------------------------------------------------------- tables of kinds


def _is_row(line: Line, after: Line | None) -> bool:
    """Whether a line is a row of a table; one that goes on over several lines stays as it was broken."""
    starts = bool(line.pieces) and line.pieces[0].terminal == "|"
    return starts and not (after is not None and after.goes_on)


def _table(lines: list[Line]) -> list[Row]:
    """Rows of cells in columns as wide as their widest cell; comments between them stay between them."""
    table = [cells_of(line.pieces) for line in lines]
    columns = max(len(cells) for cells in table)
    widths = [max((len(cells[c]) for cells in table if c < len(cells)), default=0) for c in range(columns)]
    indent = lines[0].depth * INDENT
    rows = []
    for line, cells in zip(lines, table, strict=True):
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=False))
        rows.append(Row(indent, "| " + " | ".join(padded) + " |" if cells else "", _trailer(line)))
    return rows


# ---------------------------------------------------------------------- comments, citations, blank lines


def _trailer(line: Line) -> str:
    return "  ".join(part for part in (" ".join(line.cites), line.comment) if part)


def _following(lines: list[Line]) -> list[Line | None]:
    """For each line the next one with code."""
    found: list[Line | None] = [None] * len(lines)
    after: Line | None = None
    for index in range(len(lines) - 1, -1, -1):
        found[index] = after
        after = lines[index] if lines[index].pieces else after
    return found


def _alone_indent(line: Line, after: Line | None, open_blocks: dict[int, int]) -> int:
    """A line of comment or citations stands with what follows it, or in the block that it closes.

    It belongs to that block if its author put it further in than what follows. `open_blocks` has the columns
    of the blocks around, by depth.
    """
    depth, column = (after.depth, after.column) if after else (0, 1)
    if line.cites or line.column <= column:
        return depth * INDENT
    inside = [d for d, c in open_blocks.items() if depth < d and c <= line.column]
    return max(inside, default=depth) * INDENT


def _without_spare_blanks(rows: list[Row]) -> list[Row]:
    """At most two blank lines between declarations, one inside; none at either end, below a header or
    between citations and what they stand at."""
    kept: list[Row] = []
    blanks = 0
    for row in rows:
        if not row.code and not row.trailer:
            blanks += 1
            continue
        below_header = bool(kept) and kept[-1].code.endswith(":") and row.indent > kept[-1].indent
        below_cites = bool(kept) and not kept[-1].code and kept[-1].trailer.startswith("@")
        allowed = 0 if not kept or below_header or below_cites else 2 if row.indent == 0 else 1
        kept += [Row(0, "", "")] * min(blanks, allowed)
        blanks = 0
        kept.append(row)
    return kept


def _text(rows: list[Row]) -> str:
    """The rows with their trailers in columns: one for each run of lines of the same indentation."""
    out: list[str] = []
    start = 0
    while start < len(rows):
        end = start + 1
        while (
            end < len(rows) and rows[end].code and rows[start].code and rows[end].indent == rows[start].indent
        ):
            end += 1
        run = rows[start:end]
        lengths = [len(row.code) + row.indent for row in run if row.trailer and row.code]
        column = max((length for length in lengths if length <= FURTHEST_TRAILER), default=0) + 2
        for row in run:
            code = " " * row.indent + row.code if row.code else ""
            if row.trailer and row.code:
                code = code.ljust(max(column, len(code) + 2)) + row.trailer
            elif row.trailer:
                code = " " * row.indent + row.trailer
            out.append(code)
        start = end
    return "".join(line + "\n" for line in out)
