"""`together`: private, simultaneous blocks, carried out one after the other from the same state, then joined.

While they go on, the frame that waits for them ends in

    (branches, seers, number of the running branch, the state they began from, what each finished branch has
    changed)

The changes of a branch are pairs (slot, value). Joined are: zones by what left and what came; knowledge,
where what is known at the start or to any branch is known; everything else must have been changed by one
branch only, or by all of them in the same way. The random generator goes on from branch to branch.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from gdl.dsl import ir
from gdl.dsl.ir import PASSED, PLAYERS, RANDOM, RETURN, STACK
from gdl.interpreter import errors
from gdl.interpreter.moves import Moves
from gdl.interpreter.state import Frame, State

Changes = tuple[tuple[int, Any], ...]
KEPT_APART = (STACK, RANDOM, RETURN)
PARTS = 5
STRETCH = 64
"""So many slots are compared at once: most of a state is as it was."""


def changes(start: tuple[Any, ...], S: State) -> Changes:
    """What a branch has changed."""
    found: list[tuple[int, Any]] = []
    for first in range(0, len(S), STRETCH):
        now, then = tuple(S[first : first + STRETCH]), start[first : first + STRETCH]
        if now != then:
            pairs = enumerate(zip(now, then, strict=True), first)
            found += [(slot, a) for slot, (a, b) in pairs if a is not b and a != b and slot not in KEPT_APART]
    return tuple(found)


def begin(S: State, L: Frame) -> bool:
    """The frame, which ends in (branches, seers), starts its first branch; whether there is one."""
    if not L[-2]:
        del L[-2:]
        return False
    L.extend((0, without_stack(S), ()))
    return True


def without_stack(S: State) -> tuple[Any, ...]:
    return ((), *S[1:])


def branch_arguments(L: Frame) -> tuple[Any, ...]:
    branch = L[-5][L[-3]]
    return branch if isinstance(branch, tuple) else (branch,)


def seers(L: Frame) -> tuple[int, ...]:
    """The seats who see the running branch."""
    who = L[-4][L[-3]]
    return who if isinstance(who, tuple) else (who,)


class Blocks(NamedTuple):
    """Private blocks that go on: the state they began from, who sees each, which one runs, and who is in the game."""

    start: tuple[Any, ...]
    seers: tuple[tuple[int, ...], ...]
    number: int
    playing: tuple[int, ...]


def private_blocks(program: ir.Program, S: State) -> Blocks | None:
    """The outermost private blocks that go on, if any do."""
    for frame in S[STACK]:
        if frame[0] < 0 and isinstance(program.blocks[~frame[0]].exit, ir.Together):
            _, seers, number, start, _ = frame[-PARTS:]
            each = tuple(who if isinstance(who, tuple) else (who,) for who in seers)
            return Blocks(start, each, number, start[PLAYERS])
    return None


def next_branch(moves: Moves, S: State, L: Frame, exit: ir.Together) -> bool:
    """A branch has ended: the state goes back to the start for the next one, or all are joined; whether
    there is a next one."""
    branches, _, number, start, done = L[-PARTS:]
    done = (*done, changes(start, S))
    if number + 1 < len(branches):
        restore(S, start)
        L[-3], L[-1] = number + 1, done
        return True
    restore(S, start)
    join(moves, S, start, done, exit)
    del L[-PARTS:]
    return False


def restore(S: State, start: tuple[Any, ...]) -> None:
    kept = S[STACK], S[RANDOM]
    S[:] = start
    S[STACK], S[RANDOM] = kept


def join(
    moves: Moves, S: State, start: tuple[Any, ...], done: tuple[Changes, ...], exit: ir.Together
) -> None:
    """All changes together on the state, which is as it was at the start."""
    program = moves.program
    zones = range(program.zone_slot, program.zone_slot + len(program.zones))
    components = len(program.components)
    places = range(program.place_slot, program.place_slot + components)
    ups = range(program.up_slot, program.up_slot + components) if program.up_slot >= 0 else range(0)
    groups, excluded, shown = (
        range(slot, slot + rows * components) if slot >= 0 else range(0)
        for slot, rows in (
            (program.group_slot, program.seats + 1),
            (program.exclude_slot, program.seats + 1),
            (program.shown_slot, program.seats),
        )
    )
    asked = range(program.asked_slot, program.asked_slot + program.seats) if excluded else range(0)
    shuffled = range(program.shuffled_slot, program.shuffled_slot + len(program.zones))
    by_slot: dict[int, list[Any]] = {}
    for change in done:
        for slot, value in change:
            by_slot.setdefault(slot, []).append(value)
    told = told_slots(program)
    for slot, values in by_slot.items():
        if slot in told:
            S[slot] = joined_telling(slot, told[slot], start, done)
        elif slot in zones:
            S[slot] = joined_zone(moves, slot - program.zone_slot, start[slot], values)
        elif slot in groups or slot in ups or slot in shown:
            continue
        elif slot in excluded:
            kept, new = start[slot], 0
            for value in values:
                kept &= value
                new |= value & ~start[slot]
            S[slot] = kept | new
        elif slot in asked:
            moves.alike.shown.joined(S, start, values, slot)
        elif slot in shuffled:
            for value in values:
                S[slot] &= value
        elif slot == PASSED:
            S[slot] = values[-1]
        elif all(value == values[0] for value in values):
            S[slot] = values[0]
        else:
            raise errors.clash(name_of(program, slot), exit.span)
    for slot in by_slot:
        if slot in places and S[slot] != start[slot] and program.up_slot >= 0:
            S[program.up_slot + slot - program.place_slot] = 0
    for slot in ups:
        if slot in by_slot:
            S[slot] = by_slot[slot][0]
    for rows in (groups, shown):
        if components:
            join_knowledge(S, start, done, rows, components)


def told_slots(program: ir.Program) -> dict[int, int]:
    """Slots that say who has been told a state, with the slot of the state."""
    return {
        var.told + offset: var.base + offset for var in program.vars if var.told >= 0 for offset in range(var.size)
    }


def joined_telling(slot: int, state: int, start: tuple[Any, ...], done: tuple[Changes, ...]) -> int:
    """Who knows a state: all who were told it in any branch. Where a branch has set it, those whom that branch has told."""
    after = [dict(change) for change in done]
    setting = [row for row in after if state in row or start[slot] & ~row.get(slot, start[slot])]
    joined = 0
    for row in setting or after:
        joined |= row.get(slot, start[slot])
    return joined


def joined_zone(
    moves: Moves, z: int, start: tuple[int, ...], values: list[tuple[int, ...]]
) -> tuple[int, ...]:
    """What left in any branch is gone; what came in any branch is there, at the end of an ordered zone it
    did not come on top of."""
    gone: Counter[int] = Counter()
    top: list[int] = []
    bottom: list[int] = []
    for value in values:
        gone += Counter(start) - Counter(value)
        came = Counter(value) - Counter(start)
        seen_old = False
        for item in value:
            if came[item] > 0:
                came[item] -= 1
                (bottom if seen_old or not start else top).append(item)
            else:
                seen_old = True
    kept = []
    for item in start:
        if gone[item] > 0:
            gone[item] -= 1
        else:
            kept.append(item)
    content = [*top, *kept, *bottom]
    return tuple(content if moves.ordered[z] else sorted(content))


def join_knowledge(
    S: State, start: tuple[Any, ...], done: tuple[Changes, ...], slots: range, count: int
) -> None:
    """Known is what was known at the start or became known in a branch; what a branch has mixed is mixed. The groups lie in
    these slots, in rows of `count`."""
    for first in slots[::count]:
        before = list(start[first : first + count])
        rows = []
        for change in done:
            row = list(before)
            for at, value in change:
                if first <= at < first + count:
                    row[at - first] = value
            if row != before:
                rows.append(row)
        if rows:
            S[first : first + count] = joined_groups(before, rows)


def joined_groups(before: list[int], rows: list[list[int]]) -> list[int]:
    """Groups of components for one seat: the union of the branches' groupings, without what became known in
    one of them."""
    count = len(before)
    learned = {c for c in range(count) for row in rows if before[c] >= 0 and row[c] < 0}
    leader = list(range(count))

    def find(c: int) -> int:
        while leader[c] != c:
            c = leader[c]
        return c

    hidden = {c for row in (before, *rows) for c in range(count) if row[c] >= 0} - learned
    for row in (before, *rows):
        by_label: dict[int, int] = {}
        for c in sorted(hidden):
            if row[c] >= 0:
                other = by_label.setdefault(row[c], c)
                a, b = find(other), find(c)
                leader[max(a, b)] = min(a, b)
    labels = [find(c) if c in hidden else -1 for c in range(count)]
    sizes = Counter(labels)
    alone = {c for c in hidden if sizes[labels[c]] == 1 and before[c] != c}
    return [-1 if c in alone else label for c, label in enumerate(labels)]


def name_of(program: ir.Program, slot: int) -> str:
    for var in program.vars:
        if var.base <= slot < var.base + var.size:
            return f"`{var.name}`"
    if program.place_slot <= slot < program.place_slot + len(program.components):
        return f"where `{program.components[slot - program.place_slot].title}` lies"
    return "the same thing"


def seen_by(moves: Moves, S: State, seat: int | None) -> State:
    """The state as a seat may look at it: while private blocks go on, the start and what happens in those
    that it sees."""
    for depth, frame in enumerate(S[STACK]):
        if frame[0] >= 0 or not isinstance(moves.program.blocks[~frame[0]].exit, ir.Together):
            continue
        exit = moves.program.blocks[~frame[0]].exit
        assert isinstance(exit, ir.Together)
        _, seers, number, start, done = frame[-PARTS:]
        if seat is not None and seat in seers[number]:
            continue
        visible = list(start)
        mine = tuple(change for i, change in enumerate(done) if seat is not None and seat in seers[i])
        if mine:
            join(moves, visible, start, mine, exit)
        visible[STACK] = S[STACK][: depth + 1]
        return visible
    return S
