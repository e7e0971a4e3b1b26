"""The README says nothing that does not work: its commands run, in order, and its Python runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = [line.split("#")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line]


def test_every_command_runs(tmp_path: Path) -> None:
    """One after the other in one folder, because the later ones work on what the first ones made."""
    assert len(commands()) >= 8
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for command in commands():
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert done.stdout or done.stderr, f"{command} says nothing"


@pytest.mark.parametrize("program", blocks("python"))
def test_the_python_runs(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"^make (\w+)", TEXT, re.MULTILINE)
    assert named and [name for name in named if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


def test_the_gdl_on_the_page_parses() -> None:
    from gdl.dsl.diagnostics import Diagnostics
    from gdl.dsl.parse import parse
    from gdl.dsl.source import Source

    assert blocks("gdl")
    for block in blocks("gdl"):
        diagnostics = Diagnostics()
        parse(Source("README.md", block), diagnostics)
        assert list(diagnostics) == []
