"""Definitions of several files, and what is wrong with them.

A `.case` holds files under lines of `=== path`; the first is the one that is loaded. `=== with A, B` asks for
variants. Complaints are expected as in `tests/syntax`: `#! CODE part of the message`, or `#!^` below it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import load

CASES = sorted(Path(__file__).parent.glob("*.case"))
EXPECTED = re.compile(r"#!(\^?) (GDL\d{4})(?: (.*?))?\s*$")


def parts(text: str) -> tuple[dict[str, str], list[str]]:
    """The files by name, and the variants asked for."""
    files: dict[str, str] = {}
    wanted: list[str] = []
    for section in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        head, _, body = section.partition("\n")
        if head.startswith("with "):
            wanted += head.removeprefix("with ").split(", ")
        else:
            files[head.strip()] = body
    return files, wanted


def cases() -> list[tuple[str, str]]:
    """A file may hold several, separated by lines of `-----`."""
    found = []
    for path in CASES:
        texts = re.split(r"^-----\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        found += [(f"{path.stem}-{number}", text) for number, text in enumerate(texts, 1)]
    return found


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in cases()])
def test_case(text: str, tmp_path: Path) -> None:
    files, wanted = parts(text)
    expected = []
    for name, body in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body.replace("⇥", "\t"), encoding="utf-8")
        for number, line in enumerate(body.split("\n"), 1):
            match = EXPECTED.search(line)
            if match:
                expected.append((str(path), number - len(match[1]), match[2], match[3] or ""))
    assert expected or "#! fine" in text, "a case says what it expects"
    diagnostics = Diagnostics()
    load(tmp_path / next(iter(files)), diagnostics, wanted)
    left = diagnostics.sorted()
    everything = "\n".join(map(str, left))
    for file, line, code, part in expected:
        met = [
            d
            for d in left
            if (d.span.file, d.span.line, d.code) == (file, line, code) and part in f"{d.message} ({d.hint})"
        ]
        assert met, f"expected {file}:{line} {code} {part!r}, found:\n{everything}"
        left.remove(met[0])
    assert not left, "unexpected:\n" + "\n".join(map(str, left))


def test_there_are_enough_cases() -> None:
    assert len(cases()) >= 45
