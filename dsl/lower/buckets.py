"""Searches through what is printed become look-ups: `those c in Cell where c.col = col` is the same list for the same column in
every game, so it stands in a table.

A generator over a known list, with a condition `table[x] = e` in which `e` does not depend on x, runs over the bucket of `e`.
"""

from __future__ import annotations

from typing import Any

from gdl.dsl import ir
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate.model import FnBuilder, World
from gdl.dsl.lower.rewrite import rewritten
from gdl.dsl.lower.touches import walk

FEWEST = 4
"""Shorter lists are gone through as they are."""
WIDEST = 4096


def sort_out(w: World) -> None:
    """Rewrites all functions."""

    def change(node: Any) -> Any:
        return _narrowed(w, node) if isinstance(node, ir.For) else node

    for fn in w.functions:
        _rewrite(fn, change)


def _rewrite(fn: FnBuilder, change: Any) -> None:
    if fn.body:
        fn.body = rewritten(fn.body, change)
    if fn.result is not None:
        fn.result = rewritten(fn.result, change)


def _narrowed(w: World, node: ir.For) -> ir.For:
    items = b.items(node.domain)
    if items is None or len(items) < FEWEST or node.where is None:
        return node
    numbers = [i for i in items if isinstance(i, int)]
    if len(numbers) != len(items):
        return node
    parts = node.where.parts if isinstance(node.where, ir.Logic) and node.where.op == "and" else (node.where,)
    for i, part in enumerate(parts):
        if i and not _harmless(parts[:i]):
            break
        found = _printed(w, part, node.slot, numbers)
        if found is None:
            continue
        values, wanted = found
        bucket = _bucket(w, numbers, values, wanted)
        if bucket is None:
            continue
        rest = parts[:i] + parts[i + 1 :]
        return ir.For(node.slot, bucket, b.both(*rest) if rest else None)
    return node


def _harmless(parts: tuple[ir.Expr, ...]) -> bool:
    """May another condition be looked at before these? They must not guard it: only reads of state and tables do not fail."""
    return all(not isinstance(x, ir.Checked | ir.Item | ir.Call) for p in parts for x in walk(p))


def _printed(w: World, part: ir.Expr, slot: int, numbers: list[int]) -> tuple[list[int], ir.Expr] | None:
    """A condition `table[x - low] = e`: what the table says of each number, and e."""
    if not isinstance(part, ir.Binary) or part.op != "==":
        return None
    for mine, other in ((part.left, part.right), (part.right, part.left)):
        if not isinstance(mine, ir.Table) or _reads(other, slot):
            continue
        shift = _shift(mine.index, slot)
        if shift is None:
            continue
        table = w.tables[mine.table]
        values = [table[n + shift] for n in numbers if 0 <= n + shift < len(table)]
        if len(values) == len(numbers) and all(isinstance(v, int) for v in values):
            return [v for v in values if isinstance(v, int)], other
    return None


def _shift(index: ir.Expr, slot: int) -> int | None:
    """k, where the index is `x + k`."""
    if index == ir.Local(slot):
        return 0
    if isinstance(index, ir.Binary) and index.op == "+" and index.left == ir.Local(slot):
        return b.number(index.right)
    return None


def _reads(e: ir.Expr, slot: int) -> bool:
    return any(isinstance(x, ir.Local) and x.slot == slot for x in walk(e))


def _bucket(w: World, numbers: list[int], values: list[int], wanted: ir.Expr) -> ir.Expr | None:
    low, high = min(values), max(values)
    if low == high or high - low > WIDEST:
        return None
    rows = tuple(tuple(n for n, v in zip(numbers, values, strict=True) if v == k) for k in range(low, high + 1))
    known = b.number(wanted)
    if known is not None:
        return b.const(rows[known - low] if low <= known <= high else ())
    table = ir.Table(w.table(rows), b.binary("-", wanted, ir.Const(low)))
    if isinstance(wanted, ir.Table):
        inside = [v for v in w.tables[wanted.table] if isinstance(v, int)]
        if inside and low <= min(inside) and max(inside) <= high:
            return table
    outside = b.both(b.binary("<=", ir.Const(low), wanted), b.binary("<=", wanted, ir.Const(high)))
    return b.if_else(outside, table, b.EMPTY)
