"""What generated code calls: small functions, made once for a program."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from gdl.dsl import ir
from gdl.dsl.source import Span
from gdl.interpreter import errors
from gdl.interpreter.chance import Point
from gdl.interpreter.context import Context
from gdl.interpreter.evaluate import bits, item, mask, reached, walk
from gdl.interpreter.moves import Moves, beside, seats_from
from gdl.interpreter.reference import faces_by_die, pick, shuffle
from gdl.interpreter.state import State, draw_order

if TYPE_CHECKING:
    from gdl.interpreter.machine import Machine


def names(machine: Machine) -> dict[str, Any]:
    """The global names of a generated module."""
    program, moves = machine.program, machine.moves
    faces = faces_by_die(program)
    zone_slot, place_slot = program.zone_slot, program.place_slot

    def roll(S: State, die: int, X: Context) -> None:
        if die >= 0:
            face = X.chance.pick(S, faces[die][0], Point("roll", faces[die][1]))
            moves.set_face(S, die, face)
            X.recorder.chance(S, "roll", faces[die][1], face, die)

    return {
        "bits": bits,
        "mask": mask,
        "walk": walk,
        "reached": reached,
        "item": item,
        "item_or_none": item_or_none,
        "in_set": in_set,
        "checked": checked,
        "left_range": left_range,
        "add_amounts": add_amounts,
        "subtract_amounts": subtract_amounts,
        "last": last,
        "first_of": itemgetter(0),
        "draw_order": draw_order,
        "OutOfSteps": errors.OutOfSteps,
        "TooDeep": errors.TooDeep,
        "Enough": errors.Enough,
        "fail": fail,
        "roll": roll,
        "pick": lambda S, zone, X: pick(program, S, zone, X),
        "shuffle": lambda S, zone, X: shuffle(moves, S, zone, X),
        "content": lambda S, zone: S[zone_slot + zone] if zone >= 0 else (),
        "place": lambda S, component: S[place_slot + component] if component >= 0 else -1,
        "seats_from": lambda S, start: seats_from(program, S, start),
        "beside": lambda S, player, step: beside(program, S, player, step),
        "handles": moves.handles,
        "move_top": mover(moves, "top"),
        "move_bottom": mover(moves, "bottom"),
        "move_index": lambda S, c, z, index, span: moves.move(S, c, z, "index", index, span),
        "move_cubes": moves.move_cubes,
        "is_seen": seer(moves),
        "swap_zones": moves.swap_zones,
        "set_face": moves.set_face,
        "reveal": moves.reveal,
        "reveal_truth": moves.reveal_truth,
        "conceal": moves.conceal,
        "arrange": moves.arrange,
        "turn": moves.turn,
        "over": moves.over,
        "eliminate": moves.eliminate,
    }


def mover(moves: Moves, at: str) -> Callable[[State, int, int, Span], None]:
    """`moves.move` for one way of laying down, with what the program does not need left out."""
    program = moves.program
    base, place, shuffled, up = program.zone_slot, program.place_slot, program.shuffled_slot, program.up_slot
    limits, ordered, keeps, zones = moves.limits, moves.ordered, moves.keeps, program.zones
    any_keeps, knowledge, partly, top = any(keeps), moves.knowledge, moves.partly_seen, at == "top"
    carriers = knowledge._carriers if knowledge is not None else ()
    first_groups = knowledge.followed if knowledge is not None else ()

    def all_know(S: State, c: int) -> bool:
        for first in first_groups:
            if S[first + c] >= 0:
                return False
        return True

    def move(S: State, c: int, z: int, span: Span) -> None:
        if c < 0 or z < 0:
            return
        source = S[place + c]
        if source == z:
            moves.move(S, c, z, at, 0, span)
            return
        entered = S[base + z]
        limit = limits[z]
        if limit is not None and len(entered) >= limit:
            raise errors.zone_full(zones[z].name, limit, span)
        seen = moves.alike.sight.seers(S, c) if partly[source] and not (ordered[source] and all_know(S, c)) else 0
        left = S[base + source]
        i = left.index(c)
        S[base + source] = left[:i] + left[i + 1 :]
        S[place + c] = z
        if ordered[z]:
            S[base + z] = (c, *entered) if top else (*entered, c)
        elif entered and entered[-1] > c:
            S[base + z] = tuple(sorted((*entered, c)))
        else:
            S[base + z] = (*entered, c)
        if S[shuffled + source]:
            S[shuffled + source] &= ~(1 << c)
        if any_keeps and keeps[c] and zones[z].player >= 0:
            S[program.owner_slot + c] = zones[z].player
        if up >= 0:
            S[up + c] = 0
        if knowledge is not None:
            if ordered[source] and c not in carriers and all_know(S, c):
                return  # what everybody can follow from an ordered place stays known, wherever it goes
            if knowledge.touches(source, z):
                knowledge.moved(S, c, source, z, seen)

    return move


def seer(moves: Moves) -> Callable[[State, int, int], None]:
    """`Knowledge.split` where truths are never revealed; `first` is where the groups of the seat begin."""
    count, dice = len(moves.program.components), moves.alike.sight.dice

    def is_seen(S: State, first: int, c: int) -> None:
        label = S[first + c]
        S[first + c] = -1
        after = first + count
        if label != c:
            smallest = label
        else:
            try:
                smallest = S.index(label, first + c + 1, after) - first
            except ValueError:
                return
        try:
            S.index(label, first + smallest + 1, after)
        except ValueError:
            S[first + smallest] = smallest if smallest in dice else -1
            return
        if label == c:
            S[first + smallest : after] = [
                smallest if other == label else other for other in S[first + smallest : after]
            ]

    return is_seen


def item_or_none(items: tuple[Any, ...], index: int) -> Any:
    return items[index - 1] if 0 < index <= len(items) else -1


def in_set(a: int, b: int) -> int:
    return b >> a & 1 if a >= 0 else 0


def checked(value: int, node: ir.Checked) -> int:
    if not node.low <= value <= node.high:
        raise errors.not_as_checked(node, value)
    return value


def left_range(value: int, node: ir.Store) -> errors.PlayError:
    return errors.out_of_range(node.what, value, node.low, node.high, node.span)


def add_amounts(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([x + y for x, y in zip(a, b, strict=True)])


def subtract_amounts(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([x - y for x, y in zip(a, b, strict=True)])


def last(items: list[Any]) -> Any:
    return items[-1] if items else -1


def fail(S: State, node: ir.Fail, values: tuple[Any, ...], X: Context) -> None:
    raise errors.failed(node.code, X.recorder.failure(S, node, values), node.span)
