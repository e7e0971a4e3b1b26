"""The IR as JSON and back, and the JSON Schema of it, all three read off the dataclasses of `ir`.

    {"is": "Binary", "op": "+", "left": {"is": "Local", "slot": 0}, "right": {"is": "Const", "value": 1}}

A node is an object that says what it `is`; fields with their default value are left out. Tuples are arrays.
A span is a text,
`file:line:column:end_line:end_column`. Reading is strict: what is not of the declared type is a ValueError
that says where, so that a file from anywhere can be read without trusting it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from gdl.dsl import ir
from gdl.dsl.source import Span

FORMAT = "gdl-ir-1"
CLASSES: dict[str, Any] = {
    name: thing
    for name, thing in vars(ir).items()
    if isinstance(thing, type) and is_dataclass(thing) and thing is not Span
}
BASES = (ir.Expr, ir.Stmt, ir.Exit)
DEEPEST = 400


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, vars(ir) | {"Span": Span})


# ---------------------------------------------------------------------------------------------- writing


def to_json(program: ir.Program) -> dict[str, Any]:
    return {"format": FORMAT, "program": _plain(program)}


def _plain(value: Any) -> Any:
    if isinstance(value, Span):
        return f"{value.file}:{value.line}:{value.column}:{value.end_line}:{value.end_column}"
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        node: dict[str, Any] = {"is": type(value).__name__}
        for f in fields(value):
            inner = getattr(value, f.name)
            if f.default is MISSING or inner != f.default:
                node[f.name] = _plain(inner)
        return node
    if isinstance(value, bool) or value is None or isinstance(value, (int, str)):
        return value
    raise TypeError(f"{type(value).__name__} has no place in the IR")


# ---------------------------------------------------------------------------------------------- reading


def from_json(data: Any) -> ir.Program:
    """The program; ValueError where the data is not one."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"this is not a compiled game of format {FORMAT}")
    program = _node(data.get("program"), ir.Program, "program", 0)
    assert isinstance(program, ir.Program)
    problem = next(iter(loose_ends(program)), None)
    if problem is not None:
        raise ValueError(problem)
    return program


def _wrong(where: str, wanted: str) -> ValueError:
    return ValueError(f"{where}: {wanted} is expected here")


def _node(data: Any, wanted: type, where: str, depth: int) -> Any:
    if depth > DEEPEST:
        raise ValueError(f"{where}: nested too deeply")
    if not isinstance(data, dict) or not isinstance(data.get("is"), str):
        raise _wrong(where, wanted.__name__)
    cls = CLASSES.get(data["is"])
    if cls is None or not issubclass(cls, wanted) or cls in BASES:
        raise _wrong(where, wanted.__name__)
    hints = _hints(cls)
    unknown = set(data) - set(hints) - {"is"}
    if unknown:
        raise ValueError(f"{where}: {cls.__name__} has no field {sorted(unknown)[0]}")
    values = {}
    for f in fields(cls):
        if f.name in data:
            values[f.name] = _value(data[f.name], hints[f.name], f"{where}.{f.name}", depth + 1)
        elif f.default is MISSING:
            raise ValueError(f"{where}: {cls.__name__} needs {f.name}")
    return cls(**values)


def _is_static(hint: Any) -> bool:
    """Whether it is `ir.Static`, a number or lists of them; evaluated hints are not equal to it."""
    args = get_args(hint)
    return (
        get_origin(hint) in (Union, UnionType)
        and int in args
        and any(get_origin(arg) is tuple for arg in args)
    )


def _value(data: Any, hint: Any, where: str, depth: int) -> Any:
    """A value of the hinted type."""
    if _is_static(hint):
        return _static(data, where, depth)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _one_of(data, args, where, depth)
    if origin is Literal:
        if data not in args or isinstance(data, bool):
            raise _wrong(where, " or ".join(map(str, args)))
        return data
    if origin is tuple:
        if not isinstance(data, list):
            raise _wrong(where, "a list")
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple([_value(item, args[0], f"{where}[{i}]", depth + 1) for i, item in enumerate(data)])
        if len(data) != len(args):
            raise _wrong(where, f"a list of {len(args)}")
        return tuple(
            [
                _value(item, arg, f"{where}[{i}]", depth + 1)
                for i, (item, arg) in enumerate(zip(data, args, strict=True))
            ]
        )
    if hint is Span:
        return _span(data, where)
    if hint in (int, str, bool, NoneType):
        if type(data) is not hint:
            raise _wrong(where, "nothing" if hint is NoneType else hint.__name__)
        return data
    return _node(data, hint, where, depth)


def _one_of(data: Any, args: tuple[Any, ...], where: str, depth: int) -> Any:
    if data is None and NoneType in args:
        return None
    inner = [arg for arg in args if arg is not NoneType]
    if isinstance(data, str) and str in inner:
        return data
    nodes = [arg for arg in inner if arg is not str]
    if not nodes:
        raise _wrong(where, "str")
    return _value(data, nodes[0], where, depth)


def _static(data: Any, where: str, depth: int) -> Any:
    if depth > DEEPEST:
        raise ValueError(f"{where}: nested too deeply")
    if type(data) is int:
        return data
    if isinstance(data, list):
        return tuple([_static(item, where, depth + 1) for item in data])
    raise _wrong(where, "a number or a list of numbers")


def _span(data: Any, where: str) -> Span:
    parts = data.rsplit(":", 4) if isinstance(data, str) else []
    if len(parts) != 5 or not all(part.isdecimal() for part in parts[1:]):
        raise _wrong(where, "file:line:column:end_line:end_column")
    return Span(parts[0], *(int(part) for part in parts[1:]))


def loose_ends(program: ir.Program) -> Iterable[str]:
    """Numbers of blocks, functions, tables and locals that point at nothing."""
    counts = {"function": len(program.functions), "block": len(program.blocks), "table": len(program.tables)}
    for b, block in enumerate(program.blocks):
        if not 0 <= block.function < counts["function"]:
            yield f"block {b} belongs to no function"
            return
        size = len(program.functions[block.function].locals)
        yield from _loose((block.body, block.exit), counts, size, f"block {b}")
    for number, function in enumerate(program.functions):
        named = {"block": (function.entry, function.exit), "function": (function.cleanup,)}
        for word, values in named.items():
            if any(value is not None and not 0 <= value < counts[word] for value in values):
                yield f"function {number} names a {word} that is not there"
        if function.params > len(function.locals):
            yield f"function {number} has fewer locals than parameters"
        yield from _loose(
            (function.body, function.result), counts, len(function.locals), f"function {number}"
        )
    if not 0 <= program.start < counts["function"] or program.functions[program.start].entry is None:
        yield "the program has no start"
    if len(program.initial) < program.shuffled_slot + len(program.zones):
        yield "the first state is too short"


def _loose(node: Any, counts: dict[str, int], locals: int, where: str) -> Iterable[str]:
    if isinstance(node, tuple):
        for item in node:
            yield from _loose(item, counts, locals, where)
    elif is_dataclass(node) and not isinstance(node, (Span, type)):
        for f in fields(node):
            value = getattr(node, f.name)
            if f.name in counts and isinstance(value, int) and not 0 <= value < counts[f.name]:
                if not (isinstance(node, ir.Event) and f.name == "function"):
                    yield f"{where}: there is no {f.name} {value}"
            elif f.name in ("slot", "here", "there", "result", "moved") and isinstance(value, int):
                if not 0 <= value < locals:
                    yield f"{where}: there is no local {value}"
            elif (
                f.name in ("yes", "no", "otherwise")
                and isinstance(value, int)
                and not 0 <= value < counts["block"]
            ):
                yield f"{where}: there is no block {value}"
            elif f.name == "blocks" and not all(0 <= b < counts["block"] for b in value):
                yield f"{where}: there is no such block"
            else:
                yield from _loose(value, counts, locals, where)


# ---------------------------------------------------------------------------------------------- the schema


def schema() -> dict[str, Any]:
    """JSON Schema of what `to_json` writes."""
    definitions: dict[str, Any] = {
        "Static": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/Static"}}]},
        "Span": {"type": "string", "pattern": r"^[^\n]*:\d+:\d+:\d+:\d+$"},
    }
    for base in BASES:
        below = [name for name, cls in CLASSES.items() if issubclass(cls, base) and cls is not base]
        definitions[base.__name__] = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in below]}
    for name, cls in CLASSES.items():
        if cls not in BASES:
            definitions[name] = _class_schema(name, cls)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A compiled game",
        "type": "object",
        "properties": {"format": {"const": FORMAT}, "program": {"$ref": "#/$defs/Program"}},
        "required": ["format", "program"],
        "$defs": definitions,
    }


def _class_schema(name: str, cls: type) -> dict[str, Any]:
    hints = _hints(cls)
    return {
        "type": "object",
        "properties": {"is": {"const": name}, **{f.name: _hint_schema(hints[f.name]) for f in fields(cls)}},
        "required": ["is", *(f.name for f in fields(cls) if f.default is MISSING)],
        "additionalProperties": False,
    }


def _hint_schema(hint: Any) -> dict[str, Any]:
    if _is_static(hint):
        return {"$ref": "#/$defs/Static"}
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return {"anyOf": [_hint_schema(arg) for arg in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": _hint_schema(args[0])}
        return {
            "type": "array", "prefixItems": [_hint_schema(arg) for arg in args],
            "minItems": len(args), "maxItems": len(args),
        }  # fmt: skip
    plain = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}
    if hint in plain:
        return {"type": plain[hint]}
    return {"$ref": f"#/$defs/{hint.__name__}"}
