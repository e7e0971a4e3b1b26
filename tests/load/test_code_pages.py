"""The pages of the codes GDL01xx and GDL02xx: the example gives that code and no other, the cure gives none.

In a page, the first block of a section is `game.gdl`; other blocks name their file. Some characters stand for
what cannot be written in a page.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import load
from gdl.dsl.parse import parse
from gdl.dsl.source import Source

CODES = Path(__file__).parent.parent.parent / "dsl" / "codes"
FILES = [*(CODES.parent / "parse").glob("*.py"), CODES.parent / "messages_files.py"]
USED = sorted(
    {code for path in FILES for code in re.findall(r'"(GDL0[12]\d\d)"', path.read_text(encoding="utf-8"))}
)
PAGES = [path for code in USED for path in CODES.glob(f"{code}-*.md")]
BLOCK = re.compile(r"^```(?:gdl|yaml) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STANDS_FOR = {
    "⇥": b"\t",
    "␀": b"\0",
    "�": b"\xe9",
    "# ten megabytes of comments\n": b"# on and on\n" * 900_000,
}


def contents(text: str) -> bytes:
    data = text.encode()
    for shown, meant in STANDS_FOR.items():
        data = data.replace(shown.encode(), meant)
    return data


def found_in(section: str, code: str, folder: Path) -> list[str]:
    """The codes that the files of a section get: from the parser alone, or from loading them."""
    blocks = BLOCK.findall(section)
    assert blocks, "a section has at least one block"
    diagnostics = Diagnostics()
    if code.startswith("GDL01"):
        ((_, text),) = blocks
        parse(Source("page.gdl", contents(text).decode()), diagnostics)
    else:
        for name, text in blocks:
            path = folder / (name or "game.gdl")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents(text))
        load(folder / "game.gdl", diagnostics)
    return [d.code for d in diagnostics.sorted()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    head, body = re.fullmatch(r"---\n(.*?)---\n(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    code = page.name.split("-")[0]
    assert re.fullmatch(rf"code: {code}\ntitle: .+\nseverity: (error|warning)\n", head)
    example, cure = body.split("## Example\n")[1].split("## Cure\n")
    assert set(found_in(example, code, tmp_path / "example")) == {code}
    assert found_in(cure, code, tmp_path / "cure") == []


def test_every_code_has_its_page() -> None:
    assert [page.name.split("-")[0] for page in PAGES] == USED
    assert len(USED) >= 50
