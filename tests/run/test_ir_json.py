"""The IR as JSON: there and back, the committed schema, and strict reading of what comes from anywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from small_games import GAMES, tic_tac_toe

from gdl.dsl.ir_json import from_json, schema, to_json
from gdl.interpreter.match import Match

SCHEMA = Path(__file__).parents[2] / "schemas" / "ir.schema.json"


@pytest.mark.parametrize("game", GAMES)
def test_there_and_back(game: str) -> None:
    program = GAMES[game]()
    data = json.loads(json.dumps(to_json(program)))
    assert from_json(data) == program
    jsonschema.validate(data, schema())


def test_the_committed_schema_is_the_one_of_the_dataclasses(update: bool) -> None:
    text = json.dumps(schema(), indent=2) + "\n"
    if update:
        SCHEMA.write_text(text)
    assert SCHEMA.read_text() == text


def test_a_program_that_was_read_plays_like_the_one_that_was_written() -> None:
    program = tic_tac_toe()
    again = from_json(json.loads(json.dumps(to_json(program))))
    one, two = Match.new(program, 4), Match.new(again, 4)
    while one.request:
        one.apply(0)
        two.apply(0)
        assert one.state_key() == two.state_key()
    assert two.over


def first(data: Any, tag: str) -> dict[str, Any]:
    """The first node of this sort."""
    if isinstance(data, dict):
        if data.get("is") == tag:
            return data
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            found = first(item, tag)
            if found:
                return found
    return {}


@pytest.mark.parametrize(
    ("tag", "field", "value", "message"),
    [
        ("Binary", "op", "+ __import__('os').getpid() +", "is expected here"),
        ("Load", "base", "0] + print('x') + S[0", "int is expected here"),
        ("Store", "base", True, "int is expected here"),
        ("Jump", "block", 99, "there is no block 99"),
        ("Call", "function", -1, "there is no function -1"),
        ("Local", "slot", 40, "there is no local 40"),
        ("Table", "table", 7, "there is no table 7"),
        ("Const", "value", "text", "a number or a list of numbers is expected here"),
        ("Binary", "middle", 1, "Binary has no field middle"),
        ("Binary", "is", "Jump", "Expr is expected here"),
        ("Binary", "is", "Expr", "Expr is expected here"),
        ("Function", "span", "nowhere", "file:line:column:end_line:end_column is expected here"),
    ],
)
def test_what_is_no_program_is_refused(tag: str, field: str, value: object, message: str) -> None:
    data = json.loads(json.dumps(to_json(tic_tac_toe())))
    first(data, tag)[field] = value
    with pytest.raises(ValueError, match=re.escape(message)):
        from_json(data)


def test_other_files_are_refused() -> None:
    for data in (None, [], {}, {"format": "gdl-ir-0"}, {"format": "gdl-ir-1", "program": 3}):
        with pytest.raises(ValueError, match=r"this is not a compiled game|Program is expected"):
            from_json(data)
