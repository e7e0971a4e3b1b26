"""Wrong definitions and what is said about them: names, types, declarations, steps, data, and play.

Each `.gdl` file here (but `table.gdl`, which most cases use) holds cases, separated by lines of `---`. A line that
should be complained about ends in `#! CODE part of the message`; where it gets two, the next line says `#!^ CODE ...`.
Other files of a case stand below lines of `=== name`. A case that says `# played` is compiled and played.
Every complaint must be expected, every expectation met, and nothing may end in a traceback.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from definitions import complaints, played, write

HERE = Path(__file__).parent
TABLE = (HERE / "table.gdl").read_text(encoding="utf-8")
EXPECTED = re.compile(r"#!(\^?) (GDL\d{4})(?: (.*?))?\s*$")


def cases() -> list[tuple[str, str]]:
    found = []
    for path in sorted(HERE.glob("*.gdl")):
        if path.name != "table.gdl":
            texts = re.split(r"^---.*\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            found += [(f"{path.stem}-{number}", text) for number, text in enumerate(texts, 1)]
    return found


def files_of(text: str) -> dict[str, str]:
    first, *others = re.split(r"^=== (\S+)\n", text, flags=re.MULTILINE)
    return {"game.gdl": first, **dict(zip(others[::2], others[1::2], strict=True)), "table.gdl": TABLE}


def expectations(files: dict[str, str]) -> list[tuple[str, int, str, str]]:
    """(file, line, code, part of the message)"""
    found = []
    for name, text in files.items():
        for number, line in enumerate(text.split("\n"), 1):
            match = EXPECTED.search(line)
            if match:
                found.append((name, number - len(match[1]), match[2], match[3] or ""))
    return found


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in cases()])
def test_case(text: str, tmp_path: Path) -> None:
    files = files_of(text)
    path = write(tmp_path, files)
    found = played(path) if "# played" in text else complaints(path)
    left = list(found)
    expected = expectations(files)
    assert expected, "a case says what it expects"
    for file, line, code, part in expected:
        met = [
            d
            for d in left
            if (Path(d.span.file).name, d.span.line, d.code) == (file, line, code)
            and part in f"{d.message} ({d.hint})"
        ]
        assert met, f"{file}:{line}: expected {code} {part!r}, found:\n" + "\n".join(map(str, found))
        left.remove(met[0])
    assert not left, "unexpected:\n" + "\n".join(map(str, left))


def test_there_are_enough_cases() -> None:
    assert len(cases()) >= 350


def test_the_table_is_right(tmp_path: Path) -> None:
    assert [str(d) for d in played(write(tmp_path, {"game.gdl": TABLE}))] == []
