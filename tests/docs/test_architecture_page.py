"""The page on how it is built keeps up: its Python runs, and the files that it names exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_its_python_runs() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr


def test_the_files_it_names_exist() -> None:
    named = set(re.findall(r"`([\w/]+\.(?:py|lark))`", TEXT))
    assert len(named) >= 20
    known = {path.name for folder in ("dsl", "interpreter") for path in (ROOT / folder).rglob("*.*")}
    assert sorted(name for name in named if name.rpartition("/")[2] not in known) == []
    assert sorted(name for name in named if "/" in name and not (ROOT / name).exists()) == []
