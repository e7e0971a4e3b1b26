"""What everybody knows that a seat has been shown, whatever there was to be seen: the part of its knowledge that others can
speak of.

A guess for one seat lets other things lie in places that another seat knows something about. That other seat must
then know what it would know if the guess were the truth. Where it has seen a place that is plain: it knows what lies
there now. Where it has been told a truth, the *question* is what all at the table know; the answer follows from what
lies there. And what it has concluded from answers is concluded anew. So where truths are told (`exclude_slot`), the
state also keeps for each seat, without any answers,

    S[shown_slot + seat * n + c]   its groups as they are if nothing is concluded
    S[asked_slot + seat]           the questions whose answers it has heard: pairs (places, things)

of bit masks: the seat knows of how many of the places it is true that one of the things lies there. A question is
about one place at first. Where places are mixed that have been asked the same, they are one pool; where one of them
has not been asked, nobody can say any more what the answer was about, and the question is dropped. Questions about
what changes in play (`c.wounds > 2`) are not kept: of things that are hidden, not everybody knows what the answer
would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any

from gdl.dsl import ir
from gdl.dsl.ir import Program
from gdl.interpreter.alike import bits
from gdl.interpreter.rows import put_together, take_out, with_groups
from gdl.interpreter.sight import Sight
from gdl.interpreter.state import State

Question = tuple[int, int]
NEVER_CHANGES = (
    ir.Const, ir.Local, ir.Table, ir.Checked, ir.Unary, ir.Binary, ir.Logic, ir.IfElse, ir.Bind, ir.Seq, ir.Span_,
    ir.Item, ir.First, ir.For, ir.Fold,
)  # fmt: skip


def asks_what_is_printed(program: Program, node: object) -> bool:
    """Whether everybody could answer a question for any component, hidden or not."""
    if isinstance(node, tuple):
        return all(asks_what_is_printed(program, part) for part in node)
    if isinstance(node, ir.Call):
        called = program.functions[node.function]
        return not called.body and asks_what_is_printed(program, (called.result, *node.args))
    if isinstance(node, ir.Load):
        of = next((var for var in program.vars if var.base <= node.base < var.base + var.size), None)
        return of is not None and of.of < 0 and of.sight == "open" and node.offset is None
    if not isinstance(node, ir.Expr | ir.For):
        return True
    return isinstance(node, NEVER_CHANGES) and all(
        asks_what_is_printed(program, getattr(node, field.name)) for field in fields(node)
    )


class Shown:
    """Keeps it, for a program in which truths are told."""

    def __init__(self, program: Program, sight: Sight):
        self.program = program
        self.n = len(program.components)
        self.sight = sight
        self.slot, self.asked = program.shown_slot, program.asked_slot
        self.public = program.seats
        """Who is no seat: what the public knows all know, with the answers."""

    def row(self, seat: int) -> int:
        return self.slot + seat * self.n

    # ------------------------------------------------------------------------------ what happens

    def seen(self, S: State, seat: int, component: int) -> None:
        """The seat has seen what this is."""
        first = self.slot + seat * self.n
        if seat == self.public or S[first + component] < 0:
            return
        _, alone = take_out(S, first, self.n, component, self.sight.dice)
        if S[self.asked + seat]:
            gone = 1 << component | (1 << alone if alone >= 0 else 0)
            self._ask(S, seat, ((places & ~gone, things) for places, things in S[self.asked + seat]))

    def mixed(self, S: State, seat: int, components: Sequence[int]) -> None:
        """The seat no longer knows which of these is where."""
        if seat == self.public:
            return
        first = self.row(seat)
        self._pool(S, seat, components)
        labels = {S[first + component] for component in components}
        if len(labels) > 1 or -1 in labels:
            put_together(S, first, with_groups(S, first, self.n, components))

    def blurred(self, S: State, seat: int, component: int, lying: Iterable[int]) -> None:
        """One of those that lie without an order is about to be seen, and nobody can tell which place was its own."""
        if seat == self.public:
            return
        first = self.row(seat)
        label = S[first + component]
        if label >= 0:
            self._pool(S, seat, [c for c in lying if S[first + c] == label])

    def told(self, S: State, seat: int, component: int, things: int) -> None:
        """The seat has heard whether one of these things lies in this place."""
        if seat == self.public:
            return
        first = self.row(seat)
        label = S[first + component]
        if label < 0 or S[first : first + self.n].count(label) < 2:
            return
        place = 1 << component
        others = ((p & ~place if t == things else p, t) for p, t in S[self.asked + seat])
        self._ask(S, seat, [*others, (place, things)])

    def _pool(self, S: State, seat: int, components: Sequence[int]) -> None:
        if not S[self.asked + seat] or len(components) < 2:
            return
        first = self.row(seat)
        mixed = sum(1 << c for c in components)
        in_doubt = sum(1 << c for c in components if S[first + c] >= 0)
        kept: list[Question] = []
        pools: dict[int, int] = {}
        for places, things in S[self.asked + seat]:
            if places & mixed:
                pools[things] = pools.get(things, 0) | places
            else:
                kept.append((places, things))
        kept += [(places | mixed, things) for things, places in pools.items() if not in_doubt & ~places]
        self._ask(S, seat, kept)

    def _ask(self, S: State, seat: int, questions: Iterable[Question]) -> None:
        S[self.asked + seat] = tuple(sorted({question for question in questions if question[0]}))

    # ------------------------------------------------------------------------------ what follows from it

    def worked_out(
        self, S: State, seat: int, conclude: Callable[[State, int, Sequence[int]], None]
    ) -> None:
        """The seat knows what follows from what it has been shown, as things lie in this state, and nothing else."""
        program, n = self.program, self.n
        groups, masks = program.group_slot + seat * n, program.exclude_slot + seat * n
        row = S[self.row(seat) : self.row(seat) + n]
        S[groups : groups + n] = row
        S[masks : masks + n] = [0] * n
        if not S[self.asked + seat]:
            return
        members: dict[int, list[int]] = {}
        for component, label in enumerate(row):
            if label >= 0:
                members.setdefault(label, []).append(component)
        in_group = {label: sum(1 << c for c in group) for label, group in members.items()}
        concerned = set()
        for places, things in S[self.asked + seat]:
            answers = places & things
            if answers and answers != places:
                continue  # some of the pool are, some are not: any of them may be either
            for component in bits(places):
                label = row[component]
                if label >= 0:
                    S[masks + component] |= in_group[label] & (~things if answers else things)
                    concerned.add(label)
        for label in sorted(concerned):
            conclude(S, seat, members[label])

    def joined(self, S: State, start: Sequence[Any], values: Sequence[tuple[Question, ...]], slot: int) -> None:
        """After private blocks: the questions that none of them has dropped, and those that came up in one."""
        before = set(start[slot])
        kept = before.intersection(*map(set, values))
        new = {question for value in values for question in value if question not in before}
        S[slot] = tuple(sorted(kept | new))
