"""What a failed scenario tells: who was asked what, and the table as it stood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gdl.dsl import ir
from gdl.dsl.source import Span
from gdl.interpreter.request import Request
from gdl.interpreter.state import State
from gdl.interpreter.text import GOD, Texts

MOST_OPTIONS = 12
MOST_LINES = 60


@dataclass(frozen=True, slots=True)
class Verdict:
    """`message` is empty if the scenario passed; else `span` is the line at which it failed. Of one that passed: what
    happened in it, as (word, name), which options were taken, and how the seats came out if the game was over."""

    span: Span
    message: str = ""
    table: str = ""
    happened: frozenset[tuple[str, str]] = frozenset()
    taken: frozenset[str] = frozenset()
    outcomes: tuple[int, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.message


class Failed(Exception):
    """The scenario fails here."""

    def __init__(self, span: Span, message: str):
        super().__init__(message)
        self.span, self.message = span, message


def asked(request: Request | None) -> str:
    """`p1 is asked "And now?": Draw another, Stop`"""
    if request is None:
        return "nobody is asked anything"
    options = [request.say(i, GOD) for i in range(len(request))]
    if request.kind in ("order", "split", "some"):
        options = [f"{request.kind} of", *request.items]
    more = f" and {len(options) - MOST_OPTIONS} more" if len(options) > MOST_OPTIONS else ""
    prompt = f' "{request.prompt}"' if request.prompt else ""
    return f"p{request.seat + 1} is asked{prompt}: {', '.join(options[:MOST_OPTIONS])}{more}"


def table_text(program: ir.Program, texts: Texts, S: State) -> str:
    """Zones that hold something and states that have changed, a line each."""
    lines = [line for zone in range(len(program.zones)) if (line := _zone(program, S, zone))]
    for var in program.vars:
        if var.holder not in ("hidden", "trait"):
            lines += _var(program, texts, S, var)
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more lines"]
    return "\n".join(lines)


def _zone(program: ir.Program, S: State, zone: int) -> str:
    info = program.zones[zone]
    content = S[program.zone_slot + zone]
    if info.name == "box" or info.endless or not isinstance(content, tuple) or not content:
        return ""
    if info.cubes:
        counts = {kind: content.count(kind) for kind in dict.fromkeys(content)}
        return f"{info.name}: " + " + ".join(f"{n} {program.kinds[k].name}" for k, n in counts.items())
    names = [_component(program, S, c) for c in content[:12]]
    more = f", and {len(content) - 12} more" if len(content) > 12 else ""
    return f"{info.name}: {', '.join(names)}{more}"


def _component(program: ir.Program, S: State, c: int) -> str:
    name = program.components[c].name
    if program.up_slot >= 0 and S[program.up_slot + c]:
        name += " (face up)"
    kind = program.types[program.kinds[program.components[c].kind].type]
    if program.face_slot >= 0 and kind.sort == "die":
        type = next(
            (f.face_type for f in program.faces if f.type == program.kinds[program.components[c].kind].type),
            None,
        )
        face = S[program.face_slot + c]
        if type is not None and type.word == "enum":
            return program.enums[type.of][1][face]
        return str(face)
    return name


def _var(program: ir.Program, texts: Texts, S: State, var: ir.VarInfo) -> list[str]:
    holders = _holders(program, var)
    step = max(1, var.size // max(1, len(holders)))
    lines = []
    for i, holder in enumerate(holders):
        for k in range(step):
            slot = var.base + i * step + k
            if S[slot] == program.initial[slot]:
                continue
            index = f"[{_index(var, k)}]" if var.index else ""
            lines.append(f"{holder}{var.name}{index} = {_value(program, texts, S, S[slot], var.type)}")
    return lines


def _holders(program: ir.Program, var: ir.VarInfo) -> list[str]:
    if var.holder == "player":
        return [f"p{seat + 1}." for seat in range(program.seats)]
    if var.holder == "component" and var.of >= 0:
        type = program.types[var.of]
        return [f"{program.components[c].name}." for c in range(type.low, type.high)]
    return [""]


def _index(var: ir.VarInfo, k: int) -> str:
    names: list[str] = []
    for members in reversed(var.index):
        names.insert(0, members[k % len(members)])
        k //= max(1, len(members))
    return ", ".join(names)


def _value(program: ir.Program, texts: Texts, S: State, value: Any, type: ir.Type) -> str:
    if type.word == "component" and isinstance(value, int) and value >= 0:
        return program.components[value].name
    try:
        return texts.value(S, value, type, GOD)
    except (IndexError, TypeError):
        return str(value)
