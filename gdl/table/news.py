"""The log on the screen: who chose what, what chance gave, and what was seen to change after each turn.

Ann: Which boat comes over? – Moss Boat       a choice, with what it was about where its words do not say that
Ann: Which cubes? – Food, Hare, done          the picks of one choice together
red die: 1, 4 · green die: 6                  dice that were rolled together
    Hero from Harbour to Hill                 what changed on the table
"""

from __future__ import annotations

from collections.abc import Collection

from rich.console import RenderableType
from rich.text import Text

from gdl.interpreter.match import Match
from gdl.interpreter.record import Line
from gdl.table.changes import changes
from gdl.table.styles import DIM, indented, seat_style


def readable(match: Match, reader: int | None) -> set[int]:
    """The lines of the log that the reader can read."""
    return {number for number, line in enumerate(match.log) if line.text(reader) is not None}


def log_lines(
    match: Match, reader: int | None, known: Collection[int] = (), since: int | None = None
) -> list[RenderableType]:
    """The log as the reader has it, without the lines that are known; after each turn from `since` on, what the reader
    saw change on the table."""
    found: list[RenderableType] = []
    before = None if since is None else match.view_at(since, reader)
    turn = since or 0
    group: list[Line] = []

    def written() -> None:
        if group:
            found.append(indented(_said(match, group, reader), 2))
            group.clear()

    def changed(until: int) -> None:
        nonlocal before, turn
        if before is not None and turn < until:
            written()
        while before is not None and turn < until:
            turn += 1
            now = match.view_at(turn, reader)
            told = changes(before, now)
            if told:
                found.append(indented(" · ".join(told), 6, DIM))
            before = now

    for number, line in enumerate(match.log):
        if line.text(reader) is None or number in known:
            continue
        changed(line.turn)
        if group and not _together(group[-1], line):
            written()
        group.append(line)
    changed(match.turn_id)
    written()
    return found


def _together(last: Line, line: Line) -> bool:
    """Picks of one choice, or what chance gave at one moment."""
    return last.word == line.word != "say" and last.turn == line.turn and last.seat == line.seat


def _said(match: Match, group: list[Line], reader: int | None) -> Text:
    first = group[0]
    texts = [line.text(reader) or "" for line in group]
    if first.word == "chance":
        return Text(" · ".join(_rolls(texts)))
    text = Text()
    if first.word == "choice" and first.seat >= 0:
        text.append(f"{match.names[first.seat]}: ", seat_style(first.seat))
        question = first.question(reader)
        if question:
            text.append(f"{question} – ", DIM)
    text.append(", ".join(texts))
    return text


def _rolls(texts: list[str]) -> list[str]:
    """`die: 1`, `die: 4` as `die: 1, 4`; what came in between stays in between."""
    runs: list[tuple[str, list[str]]] = []
    for text in texts:
        name, colon, value = text.partition(": ")
        if not runs or runs[-1][0] != name + colon:
            runs.append((name + colon, []))
        runs[-1][1].append(value)
    return [name + ", ".join(values) for name, values in runs]
