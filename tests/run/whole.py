"""What must hold of every state at a decision, in any game."""

from __future__ import annotations

from typing import Any

from gdl.dsl import ir
from gdl.interpreter.match import Match


def check(match: Match) -> None:
    """Every component in exactly one place, every variable in its range, zones sorted, facts true, all of
    it integers."""
    components_lie_in_one_place(match.program, match.state)
    variables_are_in_range(match.program, match.state)
    for value in match.state:
        _integers(value)
    for fact in match.program.facts:
        if not match.over:
            assert match.machine.evaluator.call(fact.function, (), match.state), f"not so: {fact.text}"


def components_lie_in_one_place(program: ir.Program, S: list[Any]) -> None:
    found: list[int] = []
    for z, zone in enumerate(program.zones):
        content = S[program.zone_slot + z]
        if not zone.ordered:
            assert list(content) == sorted(content), f"{zone.name} is not sorted"
        if zone.cubes:
            assert all(0 <= kind < len(program.kinds) for kind in content)
            continue
        assert all(S[program.place_slot + c] == z for c in content), f"places and {zone.name} do not agree"
        found += content
    spaces = [c for c in range(len(program.components)) if S[program.place_slot + c] == -1]
    assert sorted([*found, *spaces]) == list(range(len(program.components)))
    assert all(program.types[program.kinds[program.components[c].kind].type].sort == "space" for c in spaces)


def variables_are_in_range(program: ir.Program, S: list[Any]) -> None:
    for var in program.vars:
        for slot in range(var.base, var.base + var.size):
            assert _fits(program, S[slot], var.type), f"{var.name} is {S[slot]}"


def _fits(program: ir.Program, value: Any, type: ir.Type) -> bool:
    if type.item is not None or type.word == "amount":
        return isinstance(value, int if type.word == "set" else tuple)
    if type.word == "int":
        return (type.low is None or value >= type.low) and (type.high is None or value <= type.high)
    if value == -1:
        return True  # not set yet, or none
    limits = {
        "bool": 2,
        "player": program.seats,
        "component": len(program.components),
        "zone": len(program.zones),
        "kind": len(program.kinds),
        "enum": len(program.enums[type.of][1]) if type.word == "enum" else 0,
    }
    return bool(0 <= value < limits.get(type.word, 1 << 62))


def _integers(value: Any) -> None:
    if type(value) is tuple:
        for item in value:
            _integers(item)
    else:
        assert type(value) is int, f"{value!r} is no integer"
