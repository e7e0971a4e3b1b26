"""What the files of this folder say: small definitions, and what must be true of them.

A file is cut at lines `---`. Its first parts may be shared by its cases:

    #= NAME                  a frame: a game with a line `# here`, where a case `#: in NAME` stands, indented alike
    #= file cards.yaml       a file beside every game of this file
    #= about scores          the construct (`constructs.py`) that the cases from here on show

Each other part is a case. It begins with a line `# what it shows`, and is a whole game or a fragment. A **bad** case
has `#! GDL0401 part of the message` at the end of every line about which something is said, and nothing else may be
said; `#: says 5 GDL0301 part of the message` is about line 5 of a file beside the game. A **good** case tells what
happens, step by step, in lines that may stand anywhere in it:

    #: in NAME                         stands in that frame
    #: about scores, ties              which constructs it shows; unless said, those of the last part `#= about scores`
    #: players 3                       at a table of three (as few as may play, unless said)
    #: with Variant · option X = 3     with that variant, or option
    #: do p1 "take 2"                  p1 is asked, has an option of that label, and takes it
    #: pick p1 Ape, Bear               p1 is asked for several, or an order, and answers with all of them
    #: pick p1 Ape / Bear, Cow         p1 is asked to split, and answers with these piles
    #: offered p1 "take 1", "take 2"   p1 is asked now, and has exactly these options
    #: asked p1                        p1 is asked now
    #: then count(deck) = 3            a condition of the language holds now; p1, p2 ... are the seats
    #: sees p2 "text"                  that text is in p2's log; `sees not p2 "text"`: it is not
    #: knows p2 Ape                    p2 knows where it lies; `knows not p2 Ape`: p2 does not
    #: told p2 lair = Quay             p2 sees that state, and so does every guess of p2's; `told not p2 lair`: p2 does not;
                                       p0 is a spectator
    #: could p2 Ape: Ape, Bear         as far as p2 knows, just these may lie in its place
    #: explains power(Ape): 3 = ...    why a value is what it is, in words for one who knows everything
    #: traced "text"                   the last deed set that off: it is a line of the trace
    #: over won p1 p2                  it is over, and just these seats won; also `over tied p1 p2`, `over lost`
    #: fails GDL0904 part of message   the last thing done, or the start, is stopped with this

Conditions are put at the end of the definition as facts, and asked when their time comes. Afterwards a good case is
played at random, in all three ways of executing, unless it says `fails`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

SEAT = re.compile(r"\bp([1-9])\b")
MARK = re.compile(r"#! (GDL\d{4})(?: (.*))?$")
TABLE_WORDS = ("in", "about", "players", "with", "option")
"""Lines that say what a case is played with; the others say what happens."""
LINE = re.compile(r"^ *#: (\w+) ?(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Case:
    """`marks` are (line, code, part of the message); `script` is (word, rest) for each `#:` line."""

    title: str
    files: dict[str, str]
    marks: list[tuple[int, str, str]]
    script: list[tuple[str, str]]
    conditions: list[str] = field(default_factory=list)
    about: tuple[str, ...] = ()

    @property
    def is_bad(self) -> bool:
        return bool(self.marks)


def read(path: Path) -> list[Case]:
    frames: dict[str, str] = {}
    beside: dict[str, str] = {}
    cases: list[Case] = []
    about = ""
    for part in re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
        part = part.lstrip("\n")
        head, _, rest = part.partition("\n")
        if head.startswith("#= file "):
            beside[head.removeprefix("#= file ")] = rest
        elif head.startswith("#= about "):
            about = head.removeprefix("#= about ")
        elif head.startswith("#= "):
            frames[head.removeprefix("#= ")] = rest
        elif part:
            cases.append(_case(path, part, frames, beside, about))
    return cases


def _case(path: Path, text: str, frames: dict[str, str], beside: dict[str, str], about: str) -> Case:
    title = text.partition("\n")[0]
    assert title.startswith("# "), f"{path.name}: a case begins with what it shows, not with {title!r}"
    script = [(m[1], m[2].strip()) for m in LINE.finditer(text)]
    for word, rest in script:
        if word == "about":
            about = rest
        if word == "in":
            text = _framed(frames[rest], text)
    marks = [
        (number, m[1], (m[2] or "").strip())
        for number, line in enumerate(text.splitlines(), 1)
        if (m := MARK.search(line))
    ]
    for rest in (rest for word, rest in script if word == "says"):
        line, code, part = (rest + "  ").split(" ", 2)
        marks.append((int(line), code, part.strip()))
    conditions = [SEAT.sub(r"seats[\1]", rest) for word, rest in script if word == "then"]
    facts = "".join(f'\nfact "then {i}": {condition}\n' for i, condition in enumerate(conditions))
    assert marks or len([w for w, _ in script if w not in TABLE_WORDS]), (
        f"{path.name}: {title}: nothing is expected"
    )
    files = {"game.gdl": text.rstrip("\n") + "\n" + facts, **beside}
    names = tuple(name.strip() for name in about.split(",") if name.strip())
    return Case(title[2:], files, marks, script, conditions, names)


def _framed(frame: str, fragment: str) -> str:
    place = re.search(r"^( *)# here\n", frame, re.MULTILINE)
    assert place, "a frame has a line `# here`"
    body = "".join(place[1] + line if line.strip() else line for line in fragment.splitlines(keepends=True))
    return frame[: place.start()] + body + frame[place.end() :]
