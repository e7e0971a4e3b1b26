"""`gdl schema`: rows that the loader takes are valid, and mistakes in them are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from gdl.cli import main

GAME = """\
game Small:
    players: 2

enum Kin: Mouse, Otter
enum Good: Stone, Wood

card Card:
    cost: 1..4
    text: text = ""

card Unit is Card:
    kin: set of Kin
    side: Kin or none = none
    brave: bool = no
    needs[Good]: 0..6 = 0
    slots: int = 2
"""


@pytest.fixture
def schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    Path("small.gdl").write_text(GAME)
    assert main(["schema", "small.gdl", "Unit"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(found)
    return found


@pytest.mark.parametrize(
    "rows",
    [
        "[{kind: Hare, cost: 3, kin: [Mouse, Otter], brave: yes, needs: {Stone: 2}}]",
        "{Hare: {x: 2, cost: 2 * 2, kin: Mouse, side: Kin.Otter, text: runs, title: A hare}}",
        "{Hare: {traits: [swift, bolster(1)]}, Mole: }",
        "[Hare, Mole]",
        "{Hare: [{cost: 1}, {cost: 2}]}",
    ],
)
def test_rows_as_the_loader_takes_them(schema: dict[str, Any], rows: str) -> None:
    jsonschema.validate(yaml.safe_load(rows), schema)


@pytest.mark.parametrize(
    "rows",
    [
        "[{kind: Hare, cost: 5}]",  # out of range
        "[{cost: 3}]",  # no kind
        "{hare: {cost: 3}}",  # kinds are CamelCase
        "{Hare: {prize: 3}}",  # no such field
        "{Hare: {kin: [Badger]}}",  # no such member
        "{Hare: {needs: {Iron: 2}}}",  # no such index
        "{Hare: {brave: maybe}}",
        "{Hare: {cost: 1.5}}",
        "7",
    ],
)
def test_mistakes(schema: dict[str, Any], rows: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(yaml.safe_load(rows), schema)


def test_an_unknown_type_gets_near_names(schema: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "small.gdl", "Unti"]) == 2
    assert "did you mean `Unit`?" in capsys.readouterr().err
