"""Definitions with one slip of the fingers in them, wrong by construction.

A slip is made in a place where the text is known to need what stands there: a name that is used (and its misspelt
form is declared nowhere), a word of the language, an operator, a bracket, the indentation of a line that is not the
first of its block, a key of the data.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.load import Loaded, load
from gdl.dsl.source import Span

FOREIGN = {" != ": " <> ", " >= ": " => ", " and ": " && ", " or ": " || ", " += ": " =+ "}
"""Operators of other languages, none of which is one here."""

WORDS = re.compile(
    r"^( +)(move|draw|choose|offer|shuffle|roll|reveal|repeat|return|while|for|if|requires|let|log)\b"
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """`file` with one line changed. `right`: the name that should be offered, where a name was misspelt."""

    sort: str
    game: Path
    file: str
    line: int
    text: str
    right: str = ""


def misspelt(word: str, chance: random.Random) -> str:
    """Two letters exchanged, one left out, doubled or changed; the first letter keeps its place."""
    at = chance.randrange(1, len(word) - 1)
    return chance.choice(
        [
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + chance.choice("bcdfghklmnprst") + word[at + 1 :],
        ]
    )


class Slips:
    """All places of one game where a slip can be made."""

    def __init__(self, game: Path):
        told = Diagnostics()
        loaded = load(game, told)
        assert loaded is not None and not told.has_errors
        self.game = game
        self.loaded: Loaded = loaded
        self.known = {
            n for x in walk([loaded.base, loaded.game]) if isinstance(n := getattr(x, "name", None), str)
        }
        self.files = {
            name: source.text
            for name, source in loaded.sources.items()
            if "scenarios" not in name and "variants" not in name and "rulebook" not in name
        }
        binding = {
            id(a)
            for x in walk(loaded.base)
            if isinstance(x, s.Event | s.Modifier | s.Occasion)
            for a in x.args
        }
        self.uses: list[tuple[Span, str]] = [
            (x.span, x.name)
            for x in walk(loaded.base)
            if isinstance(x, s.Name) and id(x) not in binding and x.name not in ("self", "you", "it")
        ]
        self.uses += [(x.name.span, x.name.name) for x in walk(loaded.base) if isinstance(x, s.Member)]
        self.uses += [(x.span, x.name) for x in walk(loaded.base) if isinstance(x, s.NamedType)]

    def mutant(self, sort: str, chance: random.Random) -> Mutant | None:
        """One of this sort, or None where the first place that was looked at does not fit."""
        if sort == "name":
            return self._name(chance)
        names = [n for n in sorted(self.files) if n.endswith(".yaml") == (sort == "key")]
        if not names:
            return None
        file = chance.choice(names)
        lines = self.files[file].split("\n")
        end = next((i for i, line in enumerate(lines) if re.match(r"variant |scenario ", line)), len(lines))
        at = chance.randrange(max(1, end))
        changed = next(iter(self._changed(sort, lines, at, chance)), None)
        if changed is None or changed == lines[at]:
            return None
        return Mutant(sort, self.game, file, at + 1, "\n".join([*lines[:at], changed, *lines[at + 1 :]]))

    def _name(self, chance: random.Random) -> Mutant | None:
        span, name = chance.choice(self.uses)
        if span.file not in self.files or len(name) < 4 or span.line != span.end_line:
            return None
        lines = self.files[span.file].split("\n")
        line = lines[span.line - 1]
        wrong = misspelt(name, chance)
        start = span.column - 1
        if wrong in self.known or wrong == name or line[start : start + len(name)] != name:
            return None
        lines[span.line - 1] = line[:start] + wrong + line[start + len(name) :]
        return Mutant("name", self.game, span.file, span.line, "\n".join(lines), name)

    def _changed(self, sort: str, lines: list[str], at: int, chance: random.Random) -> Iterator[str]:
        line = lines[at]
        code = line.split("#")[0]
        if '"' in code and sort != "key":
            return
        match sort:
            case "word":
                found = WORDS.match(line)
                if found and len(found[2]) > 2:
                    yield found[1] + misspelt(found[2], chance) + line[found.end() :]
            case "operator":
                there = [op for op in FOREIGN if op in code]
                if there:
                    op = chance.choice(there)
                    yield line.replace(op, FOREIGN[op], 1)
            case "bracket":
                if code.count("(") == code.count(")") > 0 and code.count("[") == code.count("{") == 0:
                    yield code[: code.rindex(")")] + code[code.rindex(")") + 1 :]
            case "indent":
                depth = len(line) - len(line.lstrip())
                above = lines[at - 1]
                second = above.strip() and len(above) - len(above.lstrip()) == depth
                goes_on = re.match(r" *(and|or|where|by|else|elif|#)\b|.*[\])}],?$", code) or above.endswith(
                    ("(", "[", ",")
                )
                if depth >= 8 and depth % 4 == 0 and code.strip() and second and not goes_on:
                    yield line[chance.choice([1, 2, 3]) :]
            case "truth":
                found = re.search(r"(>=|<=|>|<) (\d+)\b", code)
                if found and "=" not in code[found.end() : found.end() + 2]:
                    yield line[: found.start(2)] + "yes" + line[found.end(2) :]
            case "key":
                found = re.match(r"( +)([a-z]\w{3,}):", line)
                if found and found[2] in self.known:
                    wrong = misspelt(found[2], chance)
                    if wrong not in self.known:
                        yield found[1] + wrong + line[found.end(2) :]


SORTS = ("name",) * 8 + ("word", "word", "operator", "operator", "bracket", "indent", "truth", "key")
"""How often each sort of slip is tried: names are misspelt most."""


def mutants(games: list[Path], count: int, seed: int) -> list[Mutant]:
    """So many slips, spread over the games; always the same for the same seed."""
    chance = random.Random(seed)
    slips = [Slips(game) for game in games]
    found: list[Mutant] = []
    while len(found) < count:
        each = slips[len(found) % len(slips)]
        sort = chance.choice(SORTS)
        for _ in range(200):
            made = each.mutant(sort, chance)
            if made is not None:
                found.append(made)
                break
    return found
