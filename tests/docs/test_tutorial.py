"""The tutorial, followed word by word in an empty folder: what is to be written is written, what is to be typed is typed.

After every step lint finds nothing at all, and a bot plays the game to its end; a designer should never have to wonder.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from blocks import declarations

from gdl.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
STEP = re.compile(r"^```(gdl add|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = "ravens.gdl"


def test_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    written: dict[str, str] = {}
    typed = 0
    assert f"Make a file `{FILE}`" in PAGE
    for what, body in STEP.findall(PAGE):
        if what == "sh":
            for line in body.splitlines():
                words = shlex.split(line, comments=True)
                assert words[0] == "gdl"
                assert main(words[1:]) == 0, (line, capsys.readouterr())
                typed += 1
            continue
        written |= declarations(body)
        Path(FILE).write_text("\n".join(written.values()), encoding="utf-8")
        assert main(["lint", "--strict", FILE]) == 0, capsys.readouterr().out
        assert main(["run", FILE, "--seed", "1"]) == 0, capsys.readouterr().err
    told = capsys.readouterr()
    assert typed >= 5 and "2 passed" in told.out and "after" in told.out
    assert "defect" not in told.err


def test_the_words_name_what_is_replaced() -> None:
    """Where a step has a declaration again, its words say that it is replaced."""
    so_far: set[str] = set()
    for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]:
        words = re.sub(r"^```.*?^```$", "", part, flags=re.MULTILINE | re.DOTALL)
        for what, body in STEP.findall(part):
            if what != "gdl add":
                continue
            for head in declarations(body):
                if head in so_far:
                    name = re.split(r" *=|\(", head)[0].split()[-1]
                    assert f"`{name}`" in words, f"{part.splitlines()[0]}: nothing is said of `{head}`"
                so_far.add(head)
