"""`when some l in lines(Cell, 4) where every c in l has c.disc = p`, looked at after an action that changes one cell: only lines through
that cell can have become true, so only they are looked at.

Holds for a `when` that ends the game (else it would have to remember lines that stop being true), if nothing but this one statement
ever changes the state that it reads.
"""

from __future__ import annotations

from typing import Any

from gdl.dsl import ir
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate.model import FnBuilder, World
from gdl.dsl.elaborate.types import INT
from gdl.dsl.lower.rewrite import rewritten
from gdl.dsl.lower.touches import reads, walk

FEWEST = 8


def near_check(w: World, check: int, body: FnBuilder) -> list[ir.Stmt] | None:
    """Statements that look at `check` only near what `body` has changed; None if that cannot be said."""
    store = _only_store(w, check, body)
    if store is None or store.offset is None:
        return None
    key = ("near", check, store.base)
    if key not in w.cache:
        w.cache[key] = _near_function(w, w.functions[check], store)
    made = w.cache[key]
    return [ir.Do(made, (store.offset,))] if isinstance(made, int) else None


def _only_store(w: World, check: int, body: FnBuilder) -> ir.Store | None:
    """The one statement of the game that changes what `check` reads, if it stands straight in `body`."""
    got, called = reads([w.functions[check].body or []])
    runs = {x[1] for x in got if isinstance(x, tuple) and x[0] == "run"}
    others = got - {("run", r) for r in runs} - {"players"}
    if len(runs) != 1 or others - _armed(w) or any(w.functions[f].pure for f in called):
        return None
    [base] = runs
    stores = [x for fn in w.functions for x in walk(fn.body or []) if isinstance(x, ir.Store) and x.base == base]
    mine = [x for x in body.body or [] if isinstance(x, ir.Store) and x.base == base]
    if len(stores) != 1 or len(mine) != 1 or mine[0].offset is None:
        return None
    changed = {x.slot for x in walk(body.body or []) if isinstance(x, ir.SetLocal)}
    used = {x.slot for x in walk(mine[0].offset) if isinstance(x, ir.Local)}
    return mine[0] if not used & changed and all(s < body.params for s in used) else None


def _armed(w: World) -> set[object]:
    return {("slot", w.counters["armed"])} if "armed" in w.counters else set()


def _near_function(w: World, check: FnBuilder, store: ir.Store) -> int | None:
    narrowed: list[int] = []
    fn = w.new_function(f"{check.name} near", "hook")
    fn.types, fn.names = [INT, *check.types], ["changed", *check.names]
    fn.params = 1

    def change(node: Any) -> Any:
        if isinstance(node, ir.Local):
            return ir.Local(node.slot + 1)
        for name in ("slot", "result", "here", "there"):
            old = getattr(node, name, None)
            if isinstance(old, int) and isinstance(node, ir.SetLocal | ir.For | ir.Each | ir.Bind | ir.Reach | ir.Do):
                node = _with(node, name, old + 1)
        if isinstance(node, ir.Fold) and node.word in ("any", "first"):
            return _near_fold(w, node, store.base, narrowed)
        return node

    made = rewritten(list(check.body or []), change)
    if not narrowed:
        w.functions.remove(fn)
        return None
    fn.body = made
    return fn.index


def _with(node: Any, name: str, value: int) -> Any:
    from dataclasses import replace

    return replace(node, **{name: value})


def _near_fold(w: World, fold: ir.Fold, base: int, narrowed: list[int]) -> ir.Fold:
    """Generators over known lists of components, all of whose members are asked for, run over the lists with the changed one."""
    binders: list[ir.For] = []
    for g in fold.binders:
        lists = b.items(g.domain)
        shift = _asks_all(g, fold, base) if lists is not None and len(lists) >= FEWEST else None
        if lists is None or shift is None:
            binders.append(g)
            continue
        rows: dict[int, list[ir.Static]] = {}
        for row in lists:
            for c in row if isinstance(row, tuple) else ():
                if isinstance(c, int):
                    rows.setdefault(c + shift, []).append(row)
        table = w.table(tuple(tuple(rows.get(i, ())) for i in range(max(rows, default=0) + 1)))
        narrowed.append(table)
        if binders:
            _ask_the_changed_one_first(binders, g, fold, base, shift)
        binders.append(ir.For(g.slot, ir.Table(table, ir.Local(0)), g.where))
    return ir.Fold(fold.word, tuple(binders), fold.value, fold.key)


def _ask_the_changed_one_first(binders: list[ir.For], g: ir.For, fold: ir.Fold, base: int, shift: int) -> None:
    """Every list holds the changed one: what is asked of all members is asked of it before the lists are gone through
    (`c.disc = p` leaves one player to look at). Only where the last generator before binds all that the condition reads."""
    every = g.where
    if not isinstance(every, ir.Fold) or every.word != "all" or _asks_all(g, fold, base) != shift:
        return
    slot = every.binders[0].slot
    test = every.value
    if not isinstance(test, ir.Binary) or test.op != "==":
        return
    for mine, other in ((test.left, test.right), (test.right, test.left)):
        is_slot = isinstance(mine, ir.Load) and mine.base == base and _distance(mine.offset, slot) == shift
        if is_slot and isinstance(other, ir.Local) and other.slot == binders[-1].slot:
            last = binders[-1]
            wanted = ir.Binary("==", ir.Load(base, ir.Local(0)), other)
            binders[-1] = ir.For(last.slot, last.domain, wanted if last.where is None else b.both(last.where, wanted))
            return


def _asks_all(g: ir.For, fold: ir.Fold, base: int) -> int | None:
    """Whether what must hold for the list says something about each member's slot; the distance from number to slot."""
    parts = [g.where, fold.value, *(x.where for x in fold.binders)]
    for part in parts:
        for x in [part] if not isinstance(part, ir.Logic) else part.parts:
            if isinstance(x, ir.Fold) and x.word == "all" and len(x.binders) == 1:
                inner = x.binders[0]
                if inner.domain == ir.Local(g.slot) and inner.where is None:
                    for load in walk(x.value):
                        if isinstance(load, ir.Load) and load.base == base:
                            return _distance(load.offset, inner.slot)
    return None


def _distance(offset: ir.Expr | None, slot: int) -> int | None:
    if offset == ir.Local(slot):
        return 0
    if isinstance(offset, ir.Binary) and offset.op == "+" and offset.left == ir.Local(slot):
        return b.number(offset.right)
    return None
