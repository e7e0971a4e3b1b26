"""The JSON Schema of a type's YAML rows, derived from its declaration: for editors and other tools.

    card Unit:                {"type": "object", "properties": {
        printed: 0..4     ►        "printed": {"anyOf": [{"type": "integer", "minimum": 0, ...}, ...]},
        kin: set of Kin            "kin": {"anyOf": [{"type": "array", "items": {"enum": ...}}, ...]},

A value may be an expression of the language as a string wherever a number, a set or an amount is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gdl.dsl import syntax as s

Schema = dict[str, Any]

EXPRESSION: Schema = {"type": "string", "description": "an expression of the language"}
KIND = "^[A-Z][A-Za-z0-9_]*$"


def types_with_rows(declarations: Iterable[s.Declaration]) -> dict[str, s.Component]:
    """Every component type, by name."""
    return {each.name.name: each for each in declarations if isinstance(each, s.Component)}


def row_schema(declarations: Iterable[s.Declaration], type: str) -> Schema:
    """The schema of a file of rows: a mapping of kinds to their fields, or a list of rows and names.

    Nothing but a row's `kind` is required, because a kind may be given partly in data and partly in text.
    """
    known = tuple(declarations)
    row: Schema = {"type": "object", "additionalProperties": False, "properties": _properties(known, type)}
    named = {**row, "properties": {"kind": {"type": "string", "pattern": KIND}, **row["properties"]}}
    named["required"] = ["kind"]
    fields = {"anyOf": [{"$ref": "#/$defs/row"}, {"type": "null"}, _list_of({"$ref": "#/$defs/row"})]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"rows of {type}",
        "$defs": {"row": row, "named_row": named},
        "anyOf": [
            _list_of({"anyOf": [{"$ref": "#/$defs/named_row"}, {"type": "string", "pattern": KIND}]}),
            {"type": "object", "patternProperties": {KIND: fields}, "additionalProperties": False},
        ],
    }


def _properties(known: tuple[s.Declaration, ...], type: str) -> dict[str, Schema]:
    """What a row may say: copies, title, traits, and the fields of the type and of those it extends."""
    types = types_with_rows(known)
    enums = {each.name.name: [m.name for m in each.members] for each in known if isinstance(each, s.Enum)}
    chain = [types[type]]
    while chain[-1].parent is not None and chain[-1].parent.name in types and len(chain) <= len(types):
        chain.append(types[chain[-1].parent.name])
    found: dict[str, Schema] = {
        "x": {"anyOf": [{"type": "integer", "minimum": 0}, EXPRESSION], "description": "how many copies"},
        "title": {"type": "string"},
        "traits": {"anyOf": [_list_of({"type": "string"}), {"type": "string"}]},
    }
    for component in reversed(chain):
        for line in component.lines:
            if isinstance(line, s.Field):
                found[line.name.name] = _field(line, enums)
    return found


def _field(line: s.Field, enums: dict[str, list[str]]) -> Schema:
    value = _value(line.type, enums)
    for index in reversed(line.index):
        members = enums.get(index.name) if isinstance(index, s.NamedType) else None
        if members:
            properties = dict.fromkeys(members, value)
            value = {"type": "object", "additionalProperties": False, "properties": properties}
        else:
            value = {"type": "object", "additionalProperties": value}
    return value


def _value(type: s.TypeNode, enums: dict[str, list[str]]) -> Schema:
    if isinstance(type, s.RangeType):
        return {"anyOf": [_integer(type), EXPRESSION]}
    if isinstance(type, s.NoneType):
        return {"anyOf": [{"type": "null"}, {"enum": ["none", "-"]}]}
    if isinstance(type, s.UnionType):
        return {"anyOf": [_value(part, enums) for part in type.parts]}
    if isinstance(type, s.OfType):
        if type.word in ("set", "list"):
            return {"anyOf": [_list_of(_value(type.of, enums)), EXPRESSION]}
        return dict(EXPRESSION)
    assert isinstance(type, s.NamedType)
    if type.name in enums:
        return {"enum": [*enums[type.name], *(f"{type.name}.{member}" for member in enums[type.name])]}
    named: dict[str, Schema] = {
        "bool": {"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}]},
        "int": {"anyOf": [{"type": "integer"}, EXPRESSION]},
        "text": {"type": "string"},
    }
    return named.get(type.name, dict(EXPRESSION))


def _integer(type: s.RangeType) -> Schema:
    schema: Schema = {"type": "integer"}
    if isinstance(type.low, s.Number):
        schema["minimum"] = type.low.value
    if isinstance(type.high, s.Number):
        schema["maximum"] = type.high.value
    return schema


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}
