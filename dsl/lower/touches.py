"""What code reads and writes, roughly: enough to leave out work that cannot matter. `all` stands for anything."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from gdl.dsl import ir
from gdl.dsl.elaborate import core

Touched = set[object]
_ZONE_STEPS = (ir.Move, ir.MoveCubes, ir.SwapZones, ir.Arrange, ir.Shuffle)


def parts(node: Any) -> list[Any]:
    """The IR nodes directly below one."""
    out: list[Any] = []
    fields = getattr(node, "__dataclass_fields__", None)
    values = (
        [getattr(node, f) for f in fields] if fields else list(node) if isinstance(node, tuple | list) else []
    )
    for v in values:
        if isinstance(
            v, ir.Expr | ir.Stmt | ir.Entry | ir.Choice | ir.Template | ir.Shown | ir.Exit | tuple | list
        ):
            out.append(v)
    return out


def walk(node: Any) -> list[Any]:
    out: list[Any] = []
    stack = [node]
    while stack:
        x = stack.pop()
        if not isinstance(x, tuple | list):
            out.append(x)
        stack.extend(parts(x))
    return out


def writes(stmts: Any) -> Touched:
    """Slots (by base) that statements write themselves, not by what they call."""
    out: Touched = set()
    for x in walk(stmts):
        if isinstance(x, ir.Store):
            out.add(("slot", x.base) if x.offset is None else ("run", x.base))
        elif isinstance(x, _ZONE_STEPS):
            out.add("zones")
        elif isinstance(x, ir.Roll):
            out.add("faces")
        elif isinstance(x, ir.TurnFace):
            out.add("up")
        elif isinstance(x, ir.Eliminate):
            out.add("players")
        elif isinstance(x, core.Together | core.EndPhase):
            out.add("all")
    return out


def reads(node: Any) -> tuple[Touched, set[int]]:
    """What is read, and which functions are called for it."""
    out: Touched = set()
    called: set[int] = set()
    for x in walk(node):
        if isinstance(x, ir.Load):
            out.add(("slot", x.base) if x.offset is None else ("run", x.base))
        elif isinstance(x, ir.Content | ir.Handles | ir.Place):
            out.add("zones")
        elif isinstance(x, ir.Seats | ir.Beside):
            out.add("players")
        elif isinstance(x, ir.Call | ir.Do):
            called.add(x.function)
    return out, called


def reads_of_function(w: Any, function: int) -> Touched:
    """All that a function and the values it asks for may read (not what the bodies of triggers do)."""
    out: Touched = set()
    seen: set[int] = set()
    stack = [function]
    while stack:
        f = stack.pop()
        if f in seen:
            continue
        seen.add(f)
        fn = w.functions[f]
        if f != function and not fn.pure:
            continue
        got, called = reads([fn.body or [], fn.result])
        out |= got
        stack.extend(called)
    if w.counters.get("face_slot", -1) >= 0:
        out.add("faces")
    if w.counters.get("up_slot", -1) >= 0:
        out.add("up")
    return out


def meets(w: Any, wrote: Touched, read: Touched) -> bool:
    """May something written be something read? Slots are compared by the variable that they belong to."""
    if "all" in wrote and read:
        return True
    starts = sorted({d.base for d in w.state_list} | set(w.counters.values()))

    def variables(touched: Touched) -> Touched:
        return {starts[bisect_right(starts, x[1]) - 1] if isinstance(x, tuple) else x for x in touched}

    return bool(variables(wrote) & variables(read))
