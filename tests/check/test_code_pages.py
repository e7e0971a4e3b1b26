"""The pages of the codes from GDL03xx to GDL09xx: the example gives that code and no other, the cure none.

In a page, the first block of a section is `game.gdl`, with a `game` and a `flow` added where it has none; other
blocks name their file. Pages of GDL09xx are played. GDL1xxx are looked at in `tests/lint`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from definitions import complaints, played, program_of, write

from gdl.interpreter.chance import Outcome
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match

CODES = Path(__file__).parent.parent.parent / "dsl" / "codes"
PAGES = [path for path in sorted(CODES.glob("*.md")) if "GDL03" <= path.name < "GDL10"]
BLOCK = re.compile(r"^```(?:gdl|yaml) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IN_A_SCENARIO = "GDL0908"
"""What only a scenario that is run can bring about."""


def sections(page: Path, folder: Path) -> tuple[Path, Path]:
    """The files of the example and of the cure."""
    example, cure = page.read_text(encoding="utf-8").split("## Example\n")[1].split("## Cure\n")
    made = []
    for name, section in (("example", example), ("cure", cure)):
        blocks = BLOCK.findall(section)
        assert blocks, "a section has at least one block"
        made.append(write(folder / name, {file or "game.gdl": text for file, text in blocks}))
    return made[0], made[1]


@pytest.mark.parametrize(
    "page", [p for p in PAGES if not p.name.startswith(IN_A_SCENARIO)], ids=lambda page: page.stem
)
def test_page(page: Path, tmp_path: Path) -> None:
    code = page.name[:7]
    look = played if code.startswith("GDL09") else complaints
    example, cure = sections(page, tmp_path)
    found = look(example)
    assert {d.code for d in found} == {code}, "\n".join(map(str, found))
    assert [str(d) for d in look(cure)] == []


def test_impossible_chance(tmp_path: Path) -> None:
    (page,) = CODES.glob("GDL0908-*.md")
    example, _ = sections(page, tmp_path)
    with pytest.raises(PlayError) as error:
        Match.new(program_of(example), chance=[Outcome("value", 7)])
    assert error.value.diagnostic.code == "GDL0908"
    assert Match.new(program_of(example), chance=[Outcome("value", 6)]).over


def test_there_are_enough_pages() -> None:
    assert len(PAGES) >= 80
