"""Boards: neighbours, distances, walks and lines over links, grids and directions."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, refs
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import CompType, LinkDecl
from gdl.dsl.elaborate.types import ANY, BOOL, Ty, Val, component, describe, list_of
from gdl.dsl.source import Span

DIRECTIONS = ["North", "NorthEast", "East", "SouthEast", "South", "SouthWest", "West", "NorthWest"]
STEPS = {
    "North": (0, 1),
    "NorthEast": (1, 1),
    "East": (1, 0),
    "SouthEast": (1, -1),
    "South": (0, -1),
    "SouthWest": (-1, -1),
    "West": (-1, 0),
    "NorthWest": (-1, 1),
}
HEX_STEPS = {
    "North": (0, 1),
    "East": (1, 0),
    "SouthEast": (1, -1),
    "South": (0, -1),
    "West": (-1, 0),
    "NorthWest": (-1, 1),
}


def neighbour_of(t: CompType, c: int, direction: str) -> int | None:
    """The number of the next cell of a grid in a direction."""
    assert t.grid is not None
    is_hex, cols, rows = t.grid
    step = (HEX_STEPS if is_hex else STEPS).get(direction)
    if step is None:
        return None
    row, col = divmod(c - t.low, cols)
    x, y = col + step[0], row + step[1]
    return t.low + y * cols + x if 0 <= x < cols and 0 <= y < rows else None


def ray_table(cx: Cx, t: CompType) -> int:
    """By direction and cell: the cells in that direction, nearest first."""
    key = ("rays", t)
    if key not in cx.w.cache:
        rows: list[ir.Static] = []
        for d in DIRECTIONS:
            for c in range(t.low, t.high):
                ray: list[int] = []
                at = neighbour_of(t, c, d)
                while at is not None:
                    ray.append(at)
                    at = neighbour_of(t, at, d)
                rows.append(tuple(ray))
        cx.w.cache[key] = cx.w.table(tuple(rows))
    found = cx.w.cache[key]
    assert isinstance(found, int)
    return found


def grid_table(cx: Cx, t: CompType) -> int:
    """By cell: the orthogonal neighbours (all six of a hex grid)."""
    key = ("grid", t)
    if key not in cx.w.cache:
        assert t.grid is not None
        ways = list(HEX_STEPS) if t.grid[0] else ["North", "East", "South", "West"]
        rows: list[ir.Static] = []
        for c in range(t.low, t.high):
            rows.append(tuple(n for d in ways if (n := neighbour_of(t, c, d)) is not None))
        cx.w.cache[key] = cx.w.table(tuple(rows))
    found = cx.w.cache[key]
    assert isinstance(found, int)
    return found


def _space(cx: Cx, node: s.Expr) -> Val:
    from gdl.dsl.elaborate import expressions as ex

    v = ex.expr(cx, node)
    if v.ty.word == "kindname":
        v = coerce.to(cx, v, component(), node.span)
    v = coerce.plain(cx, coerce.certain(cx, v, node.span))
    if v.ty.word == "component" and v.ty.optional and not cx.scenario:
        cx.w.error(
            "GDL0405",
            node.span,
            "this may be none, and none has no neighbours",
            "test it first: `is not none`",
        )
    elif v.ty.word not in ("component", "any"):
        cx.w.error("GDL0401", node.span, f"a space is wanted here, but this is {describe(v.ty)}")
        return Val(b.MINUS, ANY)
    ends = [t for link in cx.w.links.values() for t in (link.left, link.right) if t is not None]
    ends += [t for t in cx.w.types.values() if t.grid is not None]
    if v.ty.types and not any(t.is_a(end) or end.is_a(t) for t in v.ty.types for end in ends):
        cx.w.error(
            "GDL0308", node.span, f"{describe(v.ty)} has no links", "of a component's place write `place(c)`"
        )
        return Val(b.MINUS, ANY)
    return v


def _links(cx: Cx, nodes: tuple[s.Expr, ...], space: Val) -> tuple[list[LinkDecl], list[Val]]:
    """The links and the directions among the arguments."""
    from gdl.dsl.elaborate import expressions as ex

    links: list[LinkDecl] = []
    directions: list[Val] = []
    for node in nodes:
        if isinstance(node, s.Name) and node.name in cx.w.links and node.name not in cx.scope:
            cx.w.touched.add(("link", node.name))
            links.append(cx.w.links[node.name])
            continue
        v = ex.expr(cx, node)
        inner = v.ty.item if v.ty.is_list else v.ty
        if (
            inner is not None
            and inner.word == "enum"
            and inner.enum is not None
            and inner.enum.name == "Direction"
        ):
            directions.append(coerce.as_list(cx, v, node.span))
        elif v.ty.word != "any":
            cx.w.error(
                "GDL0308",
                node.span,
                f"a link or direction is wanted here, but this is {describe(v.ty)}",
                _known_links(cx),
            )
    return links, directions


def _known_links(cx: Cx) -> str:
    return "the links of this game: " + ", ".join(f"`{n}`" for n in cx.w.links) if cx.w.links else ""


def _grid_of(space: Val) -> CompType | None:
    for t in space.ty.types:
        for x in t.chain():
            if x.grid is not None:
                return x
    return None


def _other_ends(cx: Cx, links: list[LinkDecl], space: Val) -> Ty:
    found: list[CompType] = []
    for link in links:
        for side, other in ((link.left, link.right), (link.right, link.left)):
            if (
                side is not None
                and other is not None
                and any(t.is_a(side) or side.is_a(t) for t in space.ty.types)
            ):
                found.append(other)
    kept = [t for t in dict.fromkeys(found) if not any(t is not o and t.is_a(o) for o in found)]
    return Ty("component", types=tuple(kept)) if kept else Ty("component", types=space.ty.types)


def _open(cx: Cx, link: LinkDecl, here: ir.Expr, there: ir.Expr) -> ir.Expr | None:
    """Whether the link between two spaces exists now (`open while`)."""
    from gdl.dsl.elaborate import expressions as ex

    if link.open_while is None or link.type is None:
        return None
    n = len(cx.w.comps)
    pairs: dict[int, int] = {}
    for (a, z), c in link.ids.items():
        pairs[a * n + z] = c
        pairs[z * n + a] = c
    keys = sorted(pairs)
    per: list[ir.Static] = []
    ids: list[ir.Static] = []
    for a in range(n):
        mine = [k for k in keys if k // n == a]
        per.append(tuple(k % n for k in mine))
        ids.append(tuple(pairs[k] for k in mine))
    inner = cx.child()
    inner.out = None
    me = inner.bind("self", component(link.type))
    i = inner.temp(Ty("int"), "i")
    cond = ex.condition(inner, link.open_while)
    ends = b.table(cx.w.tables, cx.w.table(tuple(per)), here)
    which = b.table(cx.w.tables, cx.w.table(tuple(ids)), here)
    gens = (
        ir.For(i.slot, b.span(ir.Const(1), b.unary("len", ends)), b.binary("==", ir.Item(ends, i), there)),
        ir.For(me.slot, b.seq(ir.Item(which, i)), cond),
    )
    return ir.Fold("any", gens, b.YES)


def neighbors(cx: Cx, node: s.Call) -> Val:
    """`neighbors(n, path, bridge)`, `neighbors(c)` on a grid, `neighbors(c, [North, East])`"""
    if not node.args:
        return cx.w.error("GDL0307", node.span, "`neighbors` needs a space")
    space = _space(cx, node.args[0])
    if space.ty.word == "any":
        return Val(b.EMPTY, list_of(ANY))
    links, directions = _links(cx, node.args[1:], space)
    grid = _grid_of(space)
    if directions and grid is not None:
        d = cx.temp(directions[0].ty.item or ANY, "d")
        size = grid.high - grid.low
        index = b.binary("+", b.binary("*", d, ir.Const(size)), b.binary("-", space.e, ir.Const(grid.low)))
        step = _first_step_table(cx, grid)
        x = cx.temp(component(grid), "x")
        gens = (ir.For(d.slot, directions[0].e), ir.For(x.slot, b.table(cx.w.tables, step, index)))
        return Val(ir.Fold("list", gens, x), list_of(component(grid)))
    if not links and grid is not None:
        return Val(
            b.table(cx.w.tables, grid_table(cx, grid), b.binary("-", space.e, ir.Const(grid.low))),
            list_of(component(grid)),
        )
    links = links or _all_links(cx, space)
    if not links:
        return cx.w.error("GDL0308", node.span, "this space has no links", _known_links(cx))
    out: ir.Expr = b.EMPTY
    for link in links:
        ends: ir.Expr = b.table(cx.w.tables, link.table, space.e)
        if link.open_while is not None:
            x = cx.temp(ANY, "x")
            ends = ir.Fold("list", (ir.For(x.slot, ends, _open(cx, link, space.e, x)),), x)
        out = b.binary("++", out, ends)
    if len(links) > 1:
        out = b.unary("unique", out)
    return Val(out, list_of(_other_ends(cx, links, space)))


def _first_step_table(cx: Cx, t: CompType) -> int:
    rows: list[ir.Static] = []
    for d in DIRECTIONS:
        for c in range(t.low, t.high):
            n = neighbour_of(t, c, d)
            rows.append(() if n is None else (n,))
    return cx.w.table(tuple(rows))


def _all_links(cx: Cx, space: Val) -> list[LinkDecl]:
    def fits(t: CompType | None) -> bool:
        return t is not None and any(x.is_a(t) or t.is_a(x) for x in space.ty.types)

    return [link for link in cx.w.links.values() if fits(link.left) or fits(link.right)]


def linked(cx: Cx, node: s.Call) -> Val:
    """`linked(a, b, path)`"""
    if len(node.args) < 2:
        return cx.w.error("GDL0307", node.span, "`linked` needs two spaces")
    other = _space(cx, node.args[1])
    around = neighbors(
        cx, s.Call(span=node.span, function=node.function, args=(node.args[0], *node.args[2:]))
    )
    return Val(b.binary("in", other.e, around.e), BOOL)


def _named(cx: Cx, node: s.Call, allowed: tuple[str, ...]) -> dict[str, s.Expr]:
    out: dict[str, s.Expr] = {}
    for arg in node.named:
        if arg.name.name not in allowed:
            cx.w.error(
                "GDL0307",
                arg.span,
                f"there is no `{arg.name.name}:` here",
                "there are " + ", ".join(f"`{a}:`" for a in allowed),
            )
        else:
            out[arg.name.name] = arg.value
    return out


def reachable(cx: Cx, node: s.Call) -> Val:
    """`reachable(n, path, within: k, cost: f, through: zs)`; `reachable(c, North)` is the ray"""
    return _walk(cx, node, "list")


def distance(cx: Cx, node: s.Call) -> Val:
    """`distance(a, b, path)`: steps on the shortest way, or none"""
    return _walk(cx, node, "distance")


def _walk(cx: Cx, node: s.Call, word: str) -> Val:
    from gdl.dsl.elaborate import expressions as ex

    w = cx.w
    first = 1 if word == "list" else 2
    if len(node.args) < first:
        return w.error(
            "GDL0307", node.span, f"`{'reachable' if word == 'list' else 'distance'}` needs {'one space' if first == 1 else 'two spaces'}"
        )
    start = _space(cx, node.args[0])
    goal = _space(cx, node.args[1]).e if word == "distance" else None
    named = _named(cx, node, ("within", "cost", "through"))
    links, directions = _links(cx, node.args[first:], start)
    grid = _grid_of(start)
    if start.ty.word == "any":
        return Val(b.EMPTY, list_of(ANY))
    item = (
        component(grid)
        if grid is not None and not links
        else _other_ends(cx, links or _all_links(cx, start), start)
    )
    here, there = cx.temp(item, "here"), cx.temp(item, "there")
    through = None
    if "through" in named:
        dom = ex.expr(cx, named["through"])
        through = _inside(cx, dom, there, named["through"].span)
    if directions and grid is not None:
        return _rays(cx, start, directions[0], grid, there, through)
    within = ex.number(cx, named["within"]) if "within" in named else None
    cost = _cost(cx, named["cost"], here, there, item) if "cost" in named else None
    tables, condition = _tables(cx, links, start, grid, here, there, node.span)
    e = ir.Reach(
        "list" if word == "list" else "distance",
        start.e,
        tables,
        here.slot,
        there.slot,
        goal,
        condition,
        through,
        cost,
        within,
    )
    return Val(e, list_of(item) if word == "list" else Ty("int", low=0, optional=True))


def _inside(cx: Cx, dom: Val, there: ir.Local, span: Span) -> ir.Expr:
    if dom.ty.word == "set":
        return b.binary("in set", there, dom.e)
    lst = coerce.as_list(cx, dom, span)
    if isinstance(lst.e, ir.Fold) and lst.e.word == "list" and len(lst.e.binders) == 1:
        g = lst.e.binders[0]
        if lst.e.value == ir.Local(g.slot) and g.where is not None and b.items(g.domain) is not None:
            return ir.Bind(g.slot, there, g.where)
    return b.binary("in", there, lst.e)


def _rays(
    cx: Cx, start: Val, directions: Val, grid: CompType, there: ir.Local, through: ir.Expr | None
) -> Val:
    size = grid.high - grid.low
    d = cx.temp(directions.ty.item or ANY, "d")
    known = (
        directions.e.items[0] if isinstance(directions.e, ir.Seq) and len(directions.e.items) == 1 else None
    )
    one = (
        known
        if known is not None
        else (b.item(directions.e, 1) if len(b.items(directions.e) or ()) == 1 else None)
    )
    way = one if one is not None else d
    index = b.binary("+", b.binary("*", way, ir.Const(size)), b.binary("-", start.e, ir.Const(grid.low)))
    ray = b.table(cx.w.tables, ray_table(cx, grid), index)
    if through is not None:
        ray = ir.Fold("prefix", (ir.For(there.slot, ray),), there, through)
    if one is not None:
        return Val(ray, list_of(component(grid)))
    x = cx.temp(component(grid), "x")
    return Val(
        ir.Fold("list", (ir.For(d.slot, directions.e), ir.For(x.slot, ray)), x), list_of(component(grid))
    )


def _cost(cx: Cx, node: s.Expr, here: ir.Local, there: ir.Local, item: Ty) -> ir.Expr:
    """`cost: step_cost` (a value of one or two spaces) or an expression with `here` and `there`"""
    from gdl.dsl.elaborate import expressions as ex
    from gdl.dsl.elaborate import functions

    if isinstance(node, s.Name) and node.name in cx.w.callables and cx.w.callables[node.name].params:
        target = cx.w.callables[node.name]
        vals = [Val(there, item)] if len(target.params) == 1 else [Val(here, item), Val(there, item)]
        return functions.call_with(cx, target, vals, node.span).e
    inner = cx.child()
    inner.scope["here"], inner.scope["there"] = Val(here, item), Val(there, item)
    return ex.number(inner, node)


def _tables(
    cx: Cx,
    links: list[LinkDecl],
    start: Val,
    grid: CompType | None,
    here: ir.Local,
    there: ir.Local,
    span: Span,
) -> tuple[tuple[int, ...], ir.Expr | None]:
    """Tables by component number, and the condition on links that can be closed."""
    if not links and grid is not None:
        rows = cx.w.tables[grid_table(cx, grid)]
        whole: list[ir.Static] = [()] * len(cx.w.comps)
        for i, row in enumerate(rows):
            whole[grid.low + i] = row
        return (cx.w.table(tuple(whole)),), None
    links = links or _all_links(cx, start)
    closable = [link for link in links if link.open_while is not None]
    condition: ir.Expr | None = None
    if closable:
        always = [link for link in links if link.open_while is None]
        parts: list[ir.Expr] = [
            b.binary("in", there, b.table(cx.w.tables, link.table, here)) for link in always
        ]
        parts += [e for link in closable if (e := _open(cx, link, here, there)) is not None]
        condition = b.either(*parts)
    return tuple(link.table for link in links), condition


def lines(cx: Cx, node: s.Call) -> Val:
    """`lines(Cell, 3)`: every straight run of 3 cells, in all directions"""
    from gdl.dsl.elaborate import expressions as ex

    if node.args and isinstance(node.args[0], s.Name) and node.args[0].name not in cx.w.types:
        grids = [n for n, t in cx.w.types.items() if t.grid is not None]
        return cx.w.unknown("grid", node.args[0].name, node.args[0].span, grids)
    if len(node.args) != 2 or not isinstance(node.args[0], s.Name):
        return cx.w.error("GDL0307", node.span, "`lines` takes a grid and a length", "write `lines(Cell, 3)`")
    t = cx.w.types[node.args[0].name]
    n = ex.constant(cx, node.args[1], "the length of a line")
    if t.grid is None or n is None:
        return cx.w.error(
            "GDL0308", node.args[0].span, f"`{t.name}` is no grid", "declare it `from grid 3 by 3`"
        )
    out: list[ir.Static] = []
    ways = ["East", "North", "SouthEast"] if t.grid[0] else ["East", "North", "NorthEast", "SouthEast"]
    for d in ways:
        for c in range(t.low, t.high):
            run = [c]
            while len(run) < n:
                nxt = neighbour_of(t, run[-1], d)
                if nxt is None:
                    break
                run.append(nxt)
            if len(run) == n:
                out.append(tuple(run))
    return Val(b.const(tuple(out)), list_of(list_of(component(t))))


__all__ = ["DIRECTIONS", "distance", "grid_table", "lines", "linked", "neighbors", "reachable", "refs"]
