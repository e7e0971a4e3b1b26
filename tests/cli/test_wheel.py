"""What is built is what is installed: the wheel has all packages, the grammar, the codes and the games."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of the tree, without the network and without leaving anything behind here."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "tree", symlinks=True, ignore=LEFT_OUT)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
    ]
    done = subprocess.run([*command, str(folder / "tree")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_all_data(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {"gdl/dsl/gdl.lark"}
    for folder, patterns in {
        "gamedefs": ["*.gdl", "*.yaml"],
        "schemas": ["*.json"],
        "dsl/codes": ["*.md"],
    }.items():
        for pattern in patterns:
            wanted |= {f"gdl/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / folder).rglob(pattern)}
    assert len(wanted) > 20
    assert sorted(wanted - held) == []
    assert [name for name in held if name.startswith(("dsl/", "interpreter/", "tests/"))] == []


def test_the_wheel_runs_where_the_repository_is_not(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    for words in (["explain", "GDL0101"], ["lint", "pig"], ["run", "pig", "--seed", "1"]):
        done = subprocess.run(
            [sys.executable, "-m", "gdl", *words],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert str(ROOT) not in done.stdout + done.stderr
