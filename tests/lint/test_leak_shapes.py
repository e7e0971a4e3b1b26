"""Leaks of many shapes are found, and what gives nothing away is left alone."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from definitions import complaints, write
from leak_shapes import DECLARED_KEEPS, DECLARED_TELLS, END, GAME, KEEPS, TELLS

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.lint import lint
from gdl.dsl.load import load


def told(declared: str, steps: str, folder: Path) -> list[str]:
    """The codes of leaks in a game with these declarations and steps of a turn."""
    turn = f"phase Turn(p: Player):\n{indent(steps, '    ')}"
    path = write(folder, {"game.gdl": f"{GAME}\n{declared}\n{turn}\n{END}"})
    assert [str(d) for d in complaints(path) if d.severity == "error"] == []
    found = Diagnostics()
    loaded = load(path, found)
    assert loaded is not None
    lint(loaded, found)
    return [str(d) for d in found if d.code in ("GDL1011", "GDL1012")]


@pytest.mark.parametrize("name", TELLS)
def test_it_tells(name: str, tmp_path: Path) -> None:
    assert told("", f"{TELLS[name]}offer p: Wait\n", tmp_path)


@pytest.mark.parametrize("name", KEEPS)
def test_it_keeps_the_secret(name: str, tmp_path: Path) -> None:
    assert told("", f"{KEEPS[name]}offer p: Wait\n", tmp_path) == []


@pytest.mark.parametrize("name", DECLARED_TELLS)
def test_a_declaration_tells(name: str, tmp_path: Path) -> None:
    assert told(*DECLARED_TELLS[name], tmp_path)


@pytest.mark.parametrize("name", DECLARED_KEEPS)
def test_a_declaration_keeps_the_secret(name: str, tmp_path: Path) -> None:
    assert told(*DECLARED_KEEPS[name], tmp_path) == []


def test_there_are_enough() -> None:
    assert len(TELLS) + len(DECLARED_TELLS) >= 36 and len(KEEPS) + len(DECLARED_KEEPS) >= 28
