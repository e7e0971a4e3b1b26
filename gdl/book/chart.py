"""The flow of a game as a drawing: boxes and arrows, in SVG for a page and in signs for plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HIGH, GAP, EDGE = 168, 46, 36, 20
TIP = (
    '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path class="tip" d="M0 0 L8 4 L0 8 z"/></marker>'
)
ACROSS = 4
"""So many boxes stand in one line."""


@dataclass(frozen=True, slots=True)
class Part:
    """Phases that follow each other, once or again and again."""

    phases: tuple[str, ...]
    again: bool
    each_player: bool


def as_signs(parts: Sequence[Part]) -> str:
    """`first:  Setup ─► Deal` and so on."""
    lines = []
    for part in parts:
        phases = " ─► ".join(part.phases)
        each = " (each player in turn)" if part.each_player else ""
        again = "  ↺ until the game ends" if part.again else ""
        lines.append(f"{'then: ' if part.again else 'first:':<7} {phases}{each}{again}")
    return "\n".join(["```text", *lines, "```"]) if lines else ""


def as_svg(parts: Sequence[Part]) -> str:
    """Each part in a frame of its own, its phases from left to right; a part that repeats has an arrow back."""
    drawn: list[str] = []
    top = 0
    across = min(ACROSS, max((len(part.phases) for part in parts), default=1))
    width = across * (WIDTH + GAP) - GAP + 2 * EDGE
    for number, part in enumerate(parts):
        rows = [part.phases[i : i + ACROSS] for i in range(0, len(part.phases), ACROSS)]
        high = 34 + len(rows) * (HIGH + GAP) - GAP + (40 if part.again else 18)
        if number:
            drawn.append(_arrow(width / 2, top, width / 2, top + 26))
            top += 30
        said = "Again and again, until the game ends" if part.again else "Once, at the beginning"
        said += ", for each player in turn" if part.each_player else ""
        drawn.append(
            f'<rect class="part" x="1" y="{top + 1}" width="{width - 2}" height="{high - 2}" rx="10"/>'
        )
        drawn.append(f'<text class="said" x="{EDGE}" y="{top + 22}">{escape(said)}</text>')
        for line, row in enumerate(rows):
            y = top + 34 + line * (HIGH + GAP)
            for place, phase in enumerate(row):
                x = EDGE + place * (WIDTH + GAP)
                drawn.append(_box(x, y, phase))
                if place + 1 < len(row):
                    drawn.append(_arrow(x + WIDTH, y + HIGH / 2, x + WIDTH + GAP, y + HIGH / 2))
            if line + 1 < len(rows):
                end = EDGE + (len(row) - 1) * (WIDTH + GAP) + WIDTH / 2
                bend = y + HIGH + GAP / 2
                start = EDGE + WIDTH / 2
                drawn.append(_line(f"M{end} {y + HIGH} V{bend} H{start} V{y + HIGH + GAP - 3}"))
        if part.again:
            last = EDGE + (len(rows[-1]) - 1) * (WIDTH + GAP) + WIDTH / 2
            bottom = top + 34 + len(rows) * (HIGH + GAP) - GAP
            left = 9
            way = f"M{last} {bottom} V{bottom + 20} H{left} V{top + 34 + HIGH / 2} H{EDGE - 2}"
            drawn.append(_line(way))
        top += high
    return (
        f'<svg class="flow" role="img" aria-label="The flow of the game" viewBox="0 0 {width} {top}" '
        f'style="max-width:{width}px"><defs>{TIP}</defs>{"".join(drawn)}</svg>'
    )


def _line(way: str) -> str:
    return f'<path class="line" d="{way}" marker-end="url(#tip)"/>'


def _box(x: float, y: float, phase: str) -> str:
    words = phase.split()
    half = (len(words) + 1) // 2
    lines = [phase] if len(phase) <= 19 else [" ".join(words[:half]), " ".join(words[half:])]
    first = y + HIGH / 2 + 5 - (len(lines) - 1) * 8
    texts = "".join(
        f'<text class="phase" x="{x + WIDTH / 2}" y="{first + 16 * i}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    return f'<rect class="box" x="{x}" y="{y}" width="{WIDTH}" height="{HIGH}" rx="8"/>{texts}'


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    return _line(f"M{x1} {y1} L{x2 - 2 * (x2 > x1)} {y2 - 2 * (y2 > y1)}")
