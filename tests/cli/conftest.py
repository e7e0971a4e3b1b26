"""Running `gdl` as people do: as a program of its own, with its output apart from its errors."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


Gdl = Callable[..., Ran]


@pytest.fixture
def gdl(tmp_path: Path) -> Gdl:
    """`gdl("lint", "x.gdl", cwd=..., NO_COLOR="1")`: runs it there, by default in the repository."""

    def run(
        *words: str | Path, cwd: Path = ROOT, stdin: str = "", timeout: float = 60, **environment: str
    ) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "gdl", *map(str, words)],
            cwd=cwd,
            input=stdin,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run
