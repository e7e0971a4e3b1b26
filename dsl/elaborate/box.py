"""What is in the box: every component, numbered.

Component types are numbered depth first, a type's own kinds before its subtypes', so that the components (and kinds)
of every type are one run of numbers and a state of a type is one run of slots.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import prod

from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import Comp, CompType, KindDecl, World
from gdl.dsl.elaborate.types import ANY, Ty

MOST_COMPONENTS = 20_000
TOO_FULL = f"more than {MOST_COMPONENTS} components do not fit in a box"


def number(cx: Cx) -> None:
    w = cx.w
    for t in w.types.values():
        if t.parent is None:
            _number_kinds(w, t)
    for i, t in enumerate(w.types.values()):
        t.index = i
    for t in w.types.values():
        if t.parent is None:
            if t.node.sort == "space" and any(link.type is t for link in w.links.values()):
                continue
            _number_type(cx, t)


def _number_kinds(w: World, t: CompType) -> None:
    t.kind_low = len(w.kind_list)
    for kind in t.kinds:
        kind.index = len(w.kind_list)
        w.kind_list.append(kind)
    for child in t.children:
        _number_kinds(w, child)
    t.kind_high = len(w.kind_list)


def _number_type(cx: Cx, t: CompType) -> None:
    w = cx.w
    t.low = len(w.comps)
    if t.parent is not None:
        t.per_player = t.per_player or t.parent.per_player
        t.axes = list(t.parent.axes) + t.axes
    _family(cx, t)
    if t.grid is not None:
        _grid(w, t)
    elif not t.cubes:
        _copies(cx, t)
    for child in t.children:
        _number_type(cx, child)
    t.high = len(w.comps)


def _family(cx: Cx, t: CompType) -> None:
    node = t.node.family
    if isinstance(node, s.Grid):
        cols, rows = (
            ex.constant(cx, node.columns, "the size of a grid"),
            ex.constant(cx, node.rows, "the size of a grid"),
        )
        cols, rows = max(1, cols or 1), max(1, rows or 1)
        if cols * rows > MOST_COMPONENTS:
            cx.w.error(
                "GDL0507",
                node.span,
                f"a grid of {cols} by {rows} is too large",
                TOO_FULL,
            )
            cols = rows = 1
        t.grid = (node.hex, cols, rows)
    elif isinstance(node, s.Family):
        for axis in node.axes:
            if axis is None:
                t.per_player = True
                continue
            name, domain = axis
            lst = coerce.as_list(cx, ex.expr(cx.pure(), domain), domain.span)
            values = b.items(lst.e)
            if values is None:
                cx.w.error(
                    "GDL0404", domain.span, "what a family runs over must be known before the game begins"
                )
                values = ()
            numbers = [v for v in values if isinstance(v, int)]
            item = lst.ty.item or ANY
            if item.word == "int" and numbers:
                item = Ty("int", low=min(numbers), high=max(numbers))
            if item.word == "component" and not numbers:
                cx.w.error(
                    "GDL0508", domain.span, "there is none of these yet", "declare that type before this one"
                )
            t.axes.append((name.name, item, numbers))


def _grid(w: World, t: CompType) -> None:
    assert t.grid is not None
    _, cols, rows = t.grid
    kind = t.kinds[0] if t.kinds else KindDecl(t.name, t, t.node.span)
    for row in range(1, rows + 1):
        for col in range(1, cols + 1):
            c = comp(w, f"{t.name}[{col}, {row}]", _coordinate(col, row), kind, t)
            c.column, c.line = col, row


def _coordinate(col: int, row: int) -> str:
    """`c4`, as chess players say it."""
    letters = ""
    while col > 0:
        col, rest = divmod(col - 1, 26)
        letters = chr(97 + rest) + letters
    return f"{letters}{row}"


def _copies(cx: Cx, t: CompType) -> None:
    w = cx.w
    owners: list[int] = list(range(w.seats)) if t.per_player else [-1]
    members = prod(len(values) for _, _, values in t.axes)
    if members > MOST_COMPONENTS:
        w.error("GDL0507", t.node.span, f"a family of {members} is too large", TOO_FULL)
        return
    numbers: Counter[str] = Counter()
    for owner in owners:
        for axes in _combinations(t.axes):
            for kind in t.kinds:
                rows: list[s.Kind | None] = [*kind.rows] or [None]
                for row in rows:
                    n = _copy_count(cx, t, kind, row)
                    if len(w.comps) + n > MOST_COMPONENTS:
                        w.error("GDL0507", kind.span, TOO_FULL, "make fewer, or `x unlimited` if they are all alike")
                        return
                    if n:
                        _alike(w, t, kind, row, owner, axes, n, numbers)


def _combinations(axes: list[tuple[str, Ty, list[int]]]) -> list[dict[str, int]]:
    out: list[dict[str, int]] = [{}]
    for name, _, values in axes:
        out = [{**o, name: v} for o in out for v in values]
    return out


def _copy_count(cx: Cx, t: CompType, kind: KindDecl, row: s.Kind | None) -> int:
    if row is not None:
        for line in row.lines:
            if isinstance(line, s.GiveField) and line.name.name == "x" and line.values:
                return max(0, ex.constant(cx, line.values[0], "the number of copies") or 0)
    node = row.copies if row is not None and row.copies is not None else None
    if node is None and (t.implicit_kind or row is None or row.copies is None):
        node = t.node.copies
    if node is None or node.count is None:
        return 1
    n = ex.constant(cx, node.count, "the number of copies")
    return min(max(0, n if n is not None else 1), MOST_COMPONENTS + 1)


def _alike(
    w: World,
    t: CompType,
    kind: KindDecl,
    row: s.Kind | None,
    owner: int,
    axes: dict[str, int],
    n: int,
    numbers: Counter[str],
) -> None:
    """So many copies; `numbers` counts those of the same name."""
    index = [f"{v}" for v in axes.values()]
    for (axis, ty, _), k in zip(t.axes, range(len(index)), strict=True):
        v = axes[axis]
        if ty.word == "component":
            index[k] = w.comps[v].name
        elif ty.word == "enum" and ty.enum is not None:
            index[k] = ty.enum.members[v]
    name = kind.name + (f"[{', '.join(index)}]" if index else "")
    if owner >= 0:
        name = f"p{owner + 1}.{name}"
    title = kind.title or t.title or words(kind.name)
    if index:
        title = _family_title(w, t, axes, index) or f"{title} {', '.join(words(x) for x in index)}"
    if axes.get("player", -1) >= 0:
        owner = axes["player"]
    several = len(kind.rows) > 1 or n > 1
    base = name
    for _ in range(n):
        if several:
            numbers[base] += 1
            name = f"{base}#{numbers[base]}"
        c = comp(w, name, title, kind, t)
        c.owner, c.axes, c.row = owner, dict(axes), row


def _family_title(w: World, t: CompType, axes: dict[str, int], index: list[str]) -> str:
    """`"pile {place}"` for one member of a family; empty where the label has no holes, which stand for what it is a family of."""
    label = t.node.title
    if label is None or all(isinstance(part, str) for part in label.parts):
        return ""
    out = ""
    for part in label.parts:
        if isinstance(part, str):
            out += part
            continue
        name = part.name if isinstance(part, s.Name) else ""
        for (axis, type, _), shown in zip(t.axes, index, strict=True):
            if axis == name:
                out += w.comps[axes[axis]].title if type.word == "component" else words(shown)
                break
        else:
            known = ", ".join(f"`{axis}`" for axis, _, _ in t.axes)
            hint = f"in this label {known} can stand in braces"
            w.error("GDL0302", part.span, "a label can only tell what this is one of", hint)
            return ""
    return out


def comp(w: World, name: str, title: str, kind: KindDecl, t: CompType) -> Comp:
    c = Comp(len(w.comps), name, title, kind, t)
    w.comps.append(c)
    w.comp_names[name] = c.index
    kind.components.append(c.index)
    return c


@cache
def words(name: str) -> str:
    """`GuerrillaScout` and `OldMill2` as people write them: `Guerrilla Scout`, `Old Mill 2`. Short names of places (`b2`,
    `Fr1`) stay as they are."""
    out = ""
    for i, ch in enumerate(name):
        if (
            i
            and ch.isupper()
            and (
                name[i - 1].islower()
                or (i + 1 < len(name) and name[i + 1].islower() and name[i - 1].isalpha())
            )
        ):
            out += " "
        out += ch
    return re.sub(r"(?<=[A-Za-z][a-z]{2})(?=[0-9])", " ", out.replace("_", " "))
