"""What people write who know the game better than the language, and how it is said here.

Each pattern is looked for in the line, with single spaces, and counts where it covers the token at which the parser got stuck: so a
cure is never about another part of the line. `{1}` stands for what its first group has found.
"""

from __future__ import annotations

import re

from gdl.dsl.parse.machine import LAYOUT
from gdl.dsl.parse.tokens import Token

_THING = r"([\w.]+(?:\[\w+\])?)"
_CURES: tuple[tuple[str, str], ...] = (
    # steps
    (r"^discard (.+)", "write `move {1} to discard`, with a zone `discard`"),
    (r"^deal (\d+).*", "write `for p in players:`, and below it `draw {1} from deck to p.hand`"),
    (r"^(?:ask|prompt) .*", 'write `choose ... by p "..."`, or `may p "...":`'),
    (r"^(\w+) draws? .*", "write `draw 1 from deck to {1}.hand`"),
    (r"^(\w+) wins?$", "write `win {1}`"),
    (r"^end (?:the )?game", "the game ends with `win p`, `tie`, `everyone loses` or `end with score ...`"),
    (r"^(?:draw|take) (\d+) cards?\b", "write the number alone: `draw {1} from deck to p.hand`"),
    (r"^(draw .*) to (?:each|every) player", "write `for p in players:`, and below it `{1} to p.hand`"),
    (r"^shuffle the (\w+)", "write `shuffle {1}`"),
    (r"^swap (.+) with (.+)", "write `swap {1} and {2}`"),
    (r"^set (.+) to (.+)", "write `{1} = {2}`"),
    (r"^log (\w+)$", 'write `log "{{{1}}}"`'),
    (r"^repeat until (.+?) ?:?$", "write `repeat:`, and in its block `stop if {1}`"),
    (r"^for each (\w+)", "write `for {1} in ...:`; `each` stands behind `together` and in menus"),
    (r"^for (\w+) (?:from|=) (\w+) to (\w+)", "write `for {1} in {2}..{3}:`"),
    (r"^choose (\w+) from (.+)", "write `choose {1} in {2} by p`"),
    (r"^choose one of (.+?) by (\w+)", "write `choose c in {1} by {2}`"),
    (r"^(\S+ [-+]?= .+) if (.+)", "let the condition come first: `if {2}: {1}`"),
    (r"^if (.+) then\b.*", "write `if {1}:`, and what happens then below it, indented"),
    (r"^let (\w+) = roll (\w+)", "rolling is a step: `roll {2}`, and then `{2}.face`"),
    (r"\broll ?\((\w+)\)", "rolling is a step: `roll {1}` stands above, and `{1}.face` is asked"),
    (r"^repeat (\w+):", "write `repeat {1} times:`"),
    (r"^choose (?:up to )?(?:\d+ )?(\w+) in (\S+)$", "say who is asked: `choose {1} in {2} by p`"),
    # declarations
    (r"^on (\w+).*", "a trigger begins with `before`, `after`, `instead of` or `when`: `after {1}(p):`"),
    # expressions
    (rf"{_THING}\.(?:count|size|length)\b", "write `count({1})`"),
    (rf"{_THING}\.shuffle\b.*", "write `shuffle {1}`"),
    (rf"{_THING} (?:contains|includes) (\w+)", "write `some c: {2} in {1}`"),
    (rf"{_THING} not empty\b", "write `{1} is not empty`"),
    (rf"count\({_THING} where\b", "name what is counted: `count(c in {1} where ...)`"),
    (rf"\b{_THING} / (\w+)$", "say how it is rounded: `{1} / {2} rounded down`"),
    (r"\btop (\w+)", "write `top({1})`"),
)


_CALL = (r"^(?!left|right)([a-z]\w*) ([a-z]\w*) (\w+)$", "a rule is called with brackets: `{1}({2}, {3})`")
"""Only where the first word was taken for a name that something is to be done with."""


def cure(tokens: list[Token], index: int, expected: frozenset[str]) -> str:
    """How what stands around this token is said in the language; empty where nothing is known."""
    start = end = index
    while start and tokens[start - 1].type not in LAYOUT:
        start -= 1
    while end < len(tokens) and tokens[end].type not in LAYOUT:
        end += 1
    line, place = "", 0
    for number in range(start, end):
        token = tokens[number]
        if number > start and token.column > tokens[number - 1].end:
            line += " "
        if number == index:
            place = len(line)
        line += token.text
    if index == end:
        place = len(line)
    for pattern, told in (*_CURES, _CALL) if "=" in expected else _CURES:
        found = re.search(pattern, line)
        if found and found.start() <= place <= found.end():
            return told.format("", *found.groups())
    return ""
