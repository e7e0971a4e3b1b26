"""The code blocks of a page, each made into the files of a whole game.

The info string after ` ```gdl ` says what a block is:

    gdl                     a whole game
    gdl in NAME             a fragment: it stands where `# here` stands in frames/NAME.gdl, indented alike
    gdl with NAME           a whole game that is to be played with that variant
    gdl wrong GDL0405       must give this code, and no other error; may follow `in NAME`
    gdl add                 declarations that join the game that the page has built so far; one of the same head
                            (`phase Turn`, `zones`) takes the place of the earlier one
    gdl why                 a whole game, which the Python on the page then plays
    gdl form                a form, not a text: only its being a block of the language is said

A block ` ```yaml NAME.yaml ` is a file beside the game in the next gdl block.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FRAMES = Path(__file__).parent / "frames"
BLOCK = re.compile(r"^```(gdl|yaml)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """`files` of a whole game; `wrong` is the code that it must give, or empty."""

    line: int
    files: dict[str, str]
    wrong: str = ""
    variants: tuple[str, ...] = ()
    is_form: bool = False

    def __str__(self) -> str:
        return f"line {self.line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found: list[Block] = []
    beside: dict[str, str] = {}
    so_far: dict[str, str] = {}
    for match in BLOCK.finditer(text):
        language, info, body = match[1], match[2].split(), match[3]
        if language == "yaml":
            if info:
                beside[info[0]] = body
            continue
        line = text.count("\n", 0, match.start()) + 1
        said = dict(zip(info[::2], info[1::2], strict=False))
        assert set(said) <= {"in", "with", "wrong"} or info in (["form"], ["add"], ["why"]), f"{page}:{line}: {info}"
        if info == ["add"]:
            so_far |= declarations(body)
            body = "\n".join(so_far.values())
        if "in" in said:
            body = framed(said["in"], body)
        variants = (said["with"],) if "with" in said else ()
        found.append(
            Block(line, {"game.gdl": body, **beside}, said.get("wrong", ""), variants, info == ["form"])
        )
        beside = {}
    return found


def declarations(text: str) -> dict[str, str]:
    """The declarations of a text by their heads: all of the first line that names them."""
    found: dict[str, str] = {}
    head = ""
    for line in text.splitlines(keepends=True):
        if line.strip() and not line.startswith((" ", "#")):
            head = re.split(r"[:(]", line, maxsplit=1)[0].strip()
        found[head] = found.get(head, "") + line
    return found


def framed(name: str, fragment: str) -> str:
    """The fragment in its frame."""
    frame = (FRAMES / f"{name}.gdl").read_text(encoding="utf-8")
    place = re.search(r"^( *)# here\n", frame, re.MULTILINE)
    assert place, f"the frame {name} has no `# here`"
    body = "".join(place[1] + line if line.strip() else line for line in fragment.splitlines(keepends=True))
    return frame[: place.start()] + body + frame[place.end() :]
