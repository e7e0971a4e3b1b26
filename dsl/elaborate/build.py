"""Makers of IR expressions that work out what is known already: constants meet here, so that an option or a printed field costs
nothing at the table."""

from __future__ import annotations

from typing import Literal, cast

from gdl.dsl import ir
from gdl.dsl.ir import Const, Expr, Static

YES, NO = Const(1), Const(0)
MINUS = Const(-1)
EMPTY = Const(())


def const(value: Static | bool) -> Const:
    return Const(int(value) if isinstance(value, bool) else value)


def static(e: Expr) -> Static | None:
    """The value of an expression that is known already."""
    return e.value if isinstance(e, Const) else None


def number(e: Expr) -> int | None:
    return e.value if isinstance(e, Const) and isinstance(e.value, int) else None


def items(e: Expr) -> tuple[Static, ...] | None:
    return e.value if isinstance(e, Const) and isinstance(e.value, tuple) else None


def unary(op: str, a: Expr) -> Expr:
    v = static(a)
    if v is not None:
        match op, v:
            case "not", int():
                return const(not v)
            case "-", int():
                return Const(-v)
            case "abs", int():
                return Const(abs(v))
            case "len", tuple():
                return Const(len(v))
            case "total", tuple():
                return Const(sum(cast("tuple[int, ...]", v)))
            case "bits", int():
                return Const(tuple(i for i in range(v.bit_length()) if v >> i & 1))
            case "size", int():
                return Const(v.bit_count())
            case "mask", tuple():
                mask = 0
                for i in cast("tuple[int, ...]", v):
                    mask |= 1 << max(i, 0)  # -1 stands for what is wrong, and has been told
                return Const(mask)
            case "unique", tuple():
                return Const(tuple(dict.fromkeys(v)))
    if op == "not" and isinstance(a, ir.Unary) and a.op == "not":
        return a.operand
    if op == "bits" and isinstance(a, ir.Unary) and a.op == "mask":
        return ir.Unary("bits", a)
    if op == "len" and isinstance(a, ir.Fold) and a.word == "list":
        return ir.Fold("count", a.binders, YES)
    return ir.Unary(cast("Literal['not']", op), a)


def binary(op: str, a: Expr, b: Expr) -> Expr:
    x = a.value if isinstance(a, Const) else None
    y = b.value if isinstance(b, Const) else None
    if x is None and y is None:
        return ir.Binary(cast("Literal['+']", op), a, b)
    if isinstance(x, int) and isinstance(y, int):
        done = _arith(op, x, y)
        if done is not None:
            return Const(done)
    if isinstance(x, int) and isinstance(y, tuple) and op == "in":
        return const(x in y)
    if isinstance(x, tuple) and isinstance(y, tuple):
        if op == "++":
            return Const(x + y)
        if op in ("==", "!="):
            return const((x == y) == (op == "=="))
        if op in ("a+", "a-"):
            sign = 1 if op == "a+" else -1
            return Const(tuple(cast(int, i) + sign * cast(int, j) for i, j in zip(x, y, strict=True)))
    if op == "++":
        if x == ():
            return b
        if y == ():
            return a
    if op == "in" and y == ():
        return NO
    if op in ("+", "-") and y == 0:
        return a
    if op == "+" and x == 0:
        return b
    if op == "*" and x == 1:
        return b
    if op in ("*", "//") and y == 1:
        return a
    if op == "+" and isinstance(y, int) and isinstance(a, ir.Binary) and a.op in ("+", "-"):
        inner = number(a.right)
        if inner is not None:
            return binary("+", a.left, Const(y + (inner if a.op == "+" else -inner)))
    if op == "-" and isinstance(y, int):
        return binary("+", a, Const(-y))
    return ir.Binary(cast("Literal['+']", op), a, b)


def _arith(op: str, x: int, y: int) -> int | None:
    match op:
        case "+":
            return x + y
        case "-":
            return x - y
        case "*":
            return x * y
        case "//":
            return x // y if y else None
        case "/^":
            return -(-x // y) if y else None
        case "%":
            return x % y if y else None
        case "min":
            return min(x, y)
        case "max":
            return max(x, y)
        case "==":
            return int(x == y)
        case "!=":
            return int(x != y)
        case "<":
            return int(x < y)
        case "<=":
            return int(x <= y)
        case ">":
            return int(x > y)
        case ">=":
            return int(x >= y)
        case "|":
            return x | y
        case "&":
            return x & y
        case "&~":
            return x & ~y
        case "in set":
            return y >> x & 1 if x >= 0 else 0
    return None


def both(*parts: Expr) -> Expr:
    return _logic("and", parts)


def either(*parts: Expr) -> Expr:
    return _logic("or", parts)


def _logic(op: Literal["and", "or"], parts: tuple[Expr, ...]) -> Expr:
    stop, skip = (NO, YES) if op == "and" else (YES, NO)
    kept: list[Expr] = []
    for part in parts:
        if isinstance(part, Const):
            if part.value == skip.value:
                continue
            if part.value == stop.value:
                if not kept:
                    return stop
                kept.append(part)
                break
        kept.extend(part.parts if isinstance(part, ir.Logic) and part.op == op else (part,))
    if not kept:
        return skip
    return kept[0] if len(kept) == 1 else ir.Logic(op, tuple(kept))


def invert(e: Expr) -> Expr:
    return unary("not", e)


def if_else(c: Expr, a: Expr, b: Expr) -> Expr:
    n = number(c)
    if n is not None:
        return a if n else b
    if a == b:
        return a
    return ir.IfElse(c, a, b)


def seq(*parts: Expr) -> Expr:
    values = tuple(static(p) for p in parts)
    if all(v is not None for v in values):
        return Const(cast("tuple[Static, ...]", values))
    return ir.Seq(parts)


def span(low: Expr, high: Expr) -> Expr:
    a, b = number(low), number(high)
    if a is not None and b is not None and b - a < 4096:
        return Const(tuple(range(a, b + 1)))
    return ir.Span_(low, high)


def item(lst: Expr, index: int) -> Expr:
    known = items(lst)
    if known is not None:
        return Const(known[index - 1]) if 0 < index <= len(known) else MINUS
    if isinstance(lst, ir.Seq):
        return lst.items[index - 1] if 0 < index <= len(lst.items) else MINUS
    return ir.Item(lst, Const(index))


def table(tables: list[tuple[Static, ...]], which: int, index: Expr) -> Expr:
    """A static look-up; a table of one value only is that value."""
    values = tables[which]
    n = number(index)
    if n is not None and 0 <= n < len(values):
        return Const(values[n])
    if values and all(v == values[0] for v in values):
        return Const(values[0])
    return ir.Table(which, index)


def stmt_if(c: Expr, then: list[ir.Stmt], otherwise: list[ir.Stmt] | None = None) -> list[ir.Stmt]:
    n = number(c)
    if n is not None:
        return then if n else (otherwise or [])
    if not then and not otherwise:
        return []
    return [ir.If(c, tuple(then), tuple(otherwise or ()))]
