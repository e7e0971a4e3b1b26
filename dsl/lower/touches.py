"""What code reads and writes, roughly: enough to leave out work that cannot matter. `all` stands for anything."""

from __future__ import annotations

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


def meets(wrote: Touched, read: Touched) -> bool:
    """May something written be something read? Runs of slots are compared by where they begin."""
    if "all" in wrote and read:
        return True
    if wrote & read:
        return True
    runs = sorted(x[1] for x in read if isinstance(x, tuple) and x[0] == "run")
    singles = sorted(x[1] for x in read if isinstance(x, tuple) and x[0] == "slot")
    for x in wrote:
        if isinstance(x, tuple):
            if x[0] == "slot" and any(r <= x[1] for r in runs):
                return True
            if x[0] == "run" and (any(s >= x[1] for s in singles)):
                return True
    return False
