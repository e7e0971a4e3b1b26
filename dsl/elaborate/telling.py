"""`reveal lair [to p]`: players are told what a hidden state is now, and know it until it is set again.

Beside each state that is ever told lies a set of seats for each of its values: those who have been told it. A step that
tells adds to the set, and every step that sets the state empties it. `interpreter/sight.py` reads it.
"""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate import abilities, places
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.layout import slots_of
from gdl.dsl.elaborate.model import StateDecl, World
from gdl.dsl.elaborate.types import Val, describe

HIDDEN = ("secret", "owner")


def mark(w: World, nodes: list[s.Declaration]) -> None:
    """Finds out before any body is made which states are ever told: one may be set before it is told."""
    hidden = [decl for decl in w.state_list if can_be_told(decl)]
    if not hidden:
        return
    named = {
        x.name if isinstance(x, s.Name) else x.name.name
        for node in nodes
        for step in abilities.reveals(node)
        for x in abilities.walk(step.what)
        if isinstance(x, s.Name | s.Member)
    }
    for decl in hidden:
        if decl.name in named:
            whose = f" of {decl.holder.name}" if decl.holder is not None else ""
            decl.told = slots_of(w).counter(f"who knows {decl.name}{whose}", decl.size * decl.holders)


def can_be_told(decl: StateDecl) -> bool:
    """A state of the table, of a player or of a space. What a card remembers is hidden with the card: not every reader knows
    which card it is of."""
    on_a_space = decl.where == "component" and decl.holder is not None and decl.holder.root.sort == "space"
    return decl.sight in HIDDEN and (decl.where in ("game", "player") or on_a_space)


def state_in(cx: Cx, node: s.Expr) -> StateDecl | None:
    """The state that an expression names, if it names one."""
    target = _target(node)
    found: StateDecl | None = None
    if isinstance(target, s.Name) and target.name not in cx.scope:
        found = cx.w.states.get(target.name)
    elif isinstance(target, s.Member):
        found = _state_of(cx, target)
    if found is not None and isinstance(node, s.Item) and not found.index:
        return None  # one of a list
    return found


def _state_of(cx: Cx, target: s.Member) -> StateDecl | None:
    inner = cx.child()
    inner.out = None
    holder = ex.expr(inner, target.object).ty
    if holder.word == "player":
        found = cx.w.states.get(target.name.name)
        return found if found is not None and found.where == "player" else None
    return next((d for t in holder.types if (d := t.find_state(target.name.name)) is not None), None)


def tell(cx: Cx, node: s.Reveal, decl: StateDecl, to: ir.Expr | None) -> None:
    """The seats in `to`, or all and the public behind the last of them, know the value from now on."""
    if decl.where == "player" and isinstance(_target(node.what), s.Name):
        cx.w.error(
            "GDL0609",
            node.what.span,
            f"every player has a `{decl.name}`: whose is told?",
            f"write `p.{decl.name}`, or go through all: `for q in players:`",
        )
        return
    place = places.resolve(cx, node.what)
    if place is not None and place.told >= 0:
        all_seats = ir.Const((2 << cx.w.seats) - 1)
        seats = b.unary("mask", to) if to is not None else all_seats
        known = ir.Load(place.told, place.offset)
        cx.emit(ir.Store(place.told, place.offset, b.binary("|", known, seats)))


def _target(node: s.Expr) -> s.Expr:
    return node.object if isinstance(node, s.Item) else node


def refused(v: Val, state: StateDecl | None) -> tuple[str, str]:
    """Why something cannot be revealed, and what could be done."""
    if state is None:
        return (
            f"{describe(v.ty)} cannot be revealed",
            "reveal components, a truth about one, or a state that is hidden",
        )
    if state.sight == "open":
        return (
            f"all see `{state.name}`: there is nothing to reveal",
            "take this line out, or declare the state `secret` or `owner`",
        )
    return (
        f"`{state.name}` is hidden with what it is a state of, and is not told alone",
        f"reveal the component, or a truth about it: `reveal c.{state.name} = ...`",
    )


def instead_of_truth(cx: Cx, node: s.Expr) -> str:
    """What could be done where a truth speaks of no component."""
    for x in abilities.walk(node):
        if isinstance(x, s.Name | s.Member):
            state = state_in(cx, x)
            if state is not None and can_be_told(state):
                name = f"p.{state.name}" if state.where == "player" else state.name
                return f"tell the state itself: `reveal {name}`"
    return "what all can see anyway needs no showing"
