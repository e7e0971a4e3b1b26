"""Definitions with one slip of the fingers in them: one token of a shipped game, changed so that the definition is wrong.

Any token may be hit, in every file of the game: the rules, the cards, the scenarios, the data, the catalogue. Only such slips are
left out as leave a definition that is right:

- a name that stands nowhere else (the name of the game, of a scenario's thing that is not used again), or nowhere else in its
  declaration where it is bound there: under another name it is as good;
- a misspelling that is a word of the language or another name of the same game: it may fit there;
- the indentation of a block of one line, of a line inside brackets and of a line that goes on with the one before: free;
- a word in the picture of a board: it draws another space, as good as the first;
- a minus sign before a number or in a cell of a table, a comma between a number and a word (`2, Ruby` and `2 Ruby`).

Where a slip is to be told: in its line. Three slips lie between two lines, and either is right: a name misspelt where it is declared
is told where it is used (and then the new spelling is offered there), a bracket at its partner, and the indentation of the
first line of a block at the second.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.load import load
from gdl.dsl.parse.tables import tables
from gdl.dsl.parse.tokens import CLOSING, CONTINUES, OPENING, Token, scan_line

FOREIGN = {
    "=": ["==", "and"], "!=": ["<>", "=!"], "<": ["+", "<<"], ">": ["+", ">>"], "<=": ["=<", "=>"],
    ">=": ["=>", "≥"], "+": ["and", "++"], "-": ["and", "–"], "*": ["**", "and"], "+=": ["=+", "++"],
    "-=": ["=-", "--"], "..": ["...", "-"], "and": ["&&", "+"], "or": ["||", "+"],
}  # fmt: skip
"""Operators of other languages and of other types, none of which can stand in the place of the one."""

YAML_KEY = re.compile(r"(?:(?<=[{,]) *|^ *(?:- )?)([A-Za-z_]\w*):(?= |$)")
PICTURE = re.compile(r"  .*  |\^|^ *- [A-Z][\w ]*$")
YAML_WORD = re.compile(r"(?<![\w\"'-])([A-Za-z_]\w{2,})(?![\w\"'-])")


@dataclass(frozen=True, slots=True)
class Mutant:
    """`file` with one line changed, the slip being told in one of `lines`. `right`: what should be offered, where a name was
    misspelt as `wrong`."""

    sort: str
    game: Path
    file: Path
    lines: tuple[int, ...]
    text: str
    right: str = ""
    wrong: str = ""


def misspelt(word: str, chance: random.Random) -> str:
    """Two letters exchanged, one left out, doubled or changed; a capital stays one, and a small letter small."""
    at = chance.randrange(len(word))
    other = chance.choice("bcdfghklmnprst")
    made = [word[:at] + word[at] + word[at:], word[:at] + other + word[at + 1 :]]
    if len(word) > 2:
        made.append(word[:at] + word[at + 1 :])
        made.append(word[:at] + word[at : at + 2][::-1] + word[at + 2 :])
    new = chance.choice(made)
    if word.isupper():
        return new.upper()
    return (
        (new[0].upper() if word[0].isupper() else new[0].lower()) + new[1:].lower()
        if "_" in word
        else (new[0].upper() if word[0].isupper() else new[0].lower()) + new[1:]
    )


@dataclass(slots=True)
class Line:
    """A line of a definition: its tokens, and the top-level declaration that it belongs to."""

    number: int
    text: str
    tokens: list[Token]
    piece: int
    inside: bool
    """Whether a bracket is open where it begins."""


@dataclass(slots=True)
class Slips:
    """All places of one game where a slip can be made."""

    game: Path
    files: dict[Path, str] = field(default_factory=dict)
    lines: dict[Path, list[Line]] = field(default_factory=dict)
    mentions: Counter[str] = field(default_factory=Counter)
    in_piece: Counter[tuple[Path, int, str]] = field(default_factory=Counter)
    bound: set[tuple[str, int, int]] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)

    @staticmethod
    def of(game: Path) -> Slips:
        found = Slips(game)
        told = Diagnostics()
        loaded = load(game, told)
        assert loaded is not None and not told.has_errors
        folder = game.with_suffix("")
        for path in [game, *sorted(folder.rglob("*.gdl")), *sorted(folder.rglob("*.yaml"))]:
            found.files[path] = path.read_text(encoding="utf-8")
        for path, text in found.files.items():
            if path.suffix == ".gdl":
                found.lines[path] = list(_lines(text))
                for line in found.lines[path]:
                    for token in line.tokens:
                        for word in re.findall(r"[A-Za-z_]\w*", token.text):
                            found.mentions[word] += 1
                            found.in_piece[path, line.piece, word] += 1
            else:
                found.mentions.update(re.findall(r"[A-Za-z_]\w*", re.sub(r"#.*", "", text)))
        variants = [v.node for v in loaded.variants]
        for node in walk([loaded.game, loaded.base, variants, loaded.scenarios]):
            match node:
                case s.Param() | s.Let() if node.name is not None:
                    found.bound.add(_place(node.name))
                case s.Binder() if node.name is not None:
                    found.bound.add(_place(node.name))
                case s.Event() | s.Modifier() | s.Occasion():
                    found.bound |= {_place(a) for a in node.args if isinstance(a, s.Name)}
                case s.Field() | s.GiveField():
                    found.fields.add(node.name.name)
        return found

    # ---------------------------------------------------------------------------- one slip

    def mutant(self, sort: str, chance: random.Random) -> Mutant | None:
        """One of this sort, or None where the place that was looked at does not fit."""
        if sort in ("key", "value"):
            return self._data(sort, chance)
        path = chance.choices(list(self.lines), [len(x) for x in self.lines.values()])[0]
        line = chance.choice(self.lines[path])
        if sort == "indent":
            return self._indent(path, line, chance)
        if not line.tokens:
            return None
        token = chance.choice(line.tokens)
        match sort:
            case "name" if token.type in ("NAME", "UPPER"):
                return self._name(sort, path, line, token, token.text, 0, chance)
            case "in text" if token.type == "STRING":
                inside = [m for m in re.finditer(r"(?<!\{)\{([A-Za-z_]\w*)", token.text)]
                if inside:
                    one = chance.choice(inside)
                    return self._name(sort, path, line, token, one[1], one.start(1), chance)
            case "keyword" if token.type == "WORD" or token.type.startswith("_"):
                wrong = misspelt(token.text, chance)
                if self._free(wrong) and not wrong.isdigit():
                    return self._made(sort, path, line, token, wrong)
            case "number" if token.type == "NUMBER" and not line.text.lstrip().startswith("|"):
                return self._made(
                    sort, path, line, token, chance.choice(["yes", f"{token.text}x", f"{token.text}.5"])
                )
            case "operator" if token.text in FOREIGN and not line.text.lstrip().startswith("|"):
                before = line.tokens[line.tokens.index(token) - 1] if token is not line.tokens[0] else None
                unary = token.text == "-" and (before is None or before.type in ("SIGN", "WORD"))
                if not unary:
                    return self._made(sort, path, line, token, chance.choice(["", *FOREIGN[token.text]]))
            case "bracket" if token.text in OPENING or token.text in CLOSING:
                partner = self._partner(path, token)
                return self._made(sort, path, line, token, "", (partner,) if partner else ())
            case "comma or colon" if token.text in (",", ":"):
                at = line.tokens.index(token)
                around = line.tokens[at - 1 : at + 2]
                if token.text == "," and (len(around) < 3 or around[0].type in ("NUMBER", "COPIES")):
                    return None
                return self._made(sort, path, line, token, "")
            case "citation" if token.type == "CITE":
                at = chance.randrange(1, len(token.text))
                ch = token.text[at]
                new = str((int(ch) + 1) % 10) if ch.isdigit() else chance.choice("BCDFGHKLMNPRST")
                wrong = token.text[:at] + new + token.text[at + 1 :]
                book = "".join(t for p, t in self.files.items() if "rulebook" in p.name)
                own = token.text[1:].partition("-")[0]  # an id of another book is the author's own
                if ch != "-" and book and wrong[1:] not in book and wrong[1:].partition("-")[0] == own:
                    return self._made(sort, path, line, token, wrong, (), token.text[1:])
            case "file" if token.type == "STRING" and re.search(r"\.(gdl|yaml)\"$", token.text):
                at = token.text.rindex(".")
                start = max(token.text.rfind("/"), 0) + 1
                wrong = misspelt(token.text[start:at], chance)
                if wrong != token.text[start:at]:
                    new = token.text[:start] + wrong + token.text[at:]
                    return self._made(sort, path, line, token, new, (), token.text[start:-1])
        return None

    def _name(
        self, sort: str, path: Path, line: Line, token: Token, name: str, shift: int, chance: random.Random
    ) -> Mutant | None:
        if len(name) < 3 or name == "self":
            return None
        place = (str(path), line.number, token.column + shift)
        local = place in self.bound
        if self.mentions[name] == 1 or (local and self.in_piece[path, line.piece, name] < 2):
            return None
        wrong = misspelt(name, chance)
        if not self._free(wrong):
            return None
        new = token.text[:shift] + wrong + token.text[shift + len(name) :]
        return self._made(sort, path, line, token, new, (), name, wrong)

    def _indent(self, path: Path, line: Line, chance: random.Random) -> Mutant | None:
        if not line.tokens or line.inside or line.tokens[0].text in CONTINUES:
            return None
        all_ = [
            x for x in self.lines[path] if x.tokens and not x.inside and x.tokens[0].text not in CONTINUES
        ]
        at = all_.index(line)
        depth = line.tokens[0].column
        if depth == 1 or line.tokens[0].type == "CITE":
            return None
        first = at > 0 and all_[at - 1].tokens[0].column < depth
        below = next((x for x in all_[at + 1 :] if x.tokens[0].column <= depth), None)
        if first and (below is None or below.tokens[0].column < depth):
            return None
        shift = chance.choice([-3, -2, -1, 1, 2, 3])
        text = " " * (depth - 1 + shift) + line.text.lstrip()
        others = tuple(x.number for x in all_[at + 1 : at + 2] if first or shift > 0)
        if first and below is not None:
            others += (below.number,)
        return self._changed("indent", path, line.number, text, others)

    def _data(self, sort: str, chance: random.Random) -> Mutant | None:
        paths = [p for p in self.files if p.suffix == ".yaml"]
        if not paths:
            return None
        path = chance.choice(paths)
        lines = self.files[path].split("\n")
        number = chance.randrange(len(lines))
        text = lines[number].split(" #")[0]
        keys = [m for m in YAML_KEY.finditer(text) if not text.lstrip().startswith(("#", '"'))]
        if sort == "key" and keys:
            one = chance.choice(keys)
        elif sort == "value" and "rulebook" not in path.name and '"' not in text and not PICTURE.search(text):
            words = [m for m in YAML_WORD.finditer(text) if m.start(1) not in {k.start(1) for k in keys}]
            words = [m for m in words if self.mentions[m[1]] > 1]
            if not words or text.lstrip().startswith("#") or not re.search(r"[:\[{,-] ", text):
                return None
            one = chance.choice(words)
        else:
            return None
        wrong = misspelt(one[1], chance)
        if self.mentions[one[1]] == 1 or wrong == one[1] or not self._free(wrong) or len(one[1]) < 2:
            return None
        changed = lines[number][: one.start(1)] + wrong + lines[number][one.end(1) :]
        return self._changed(sort, path, number + 1, changed, (), one[1], wrong)

    # ---------------------------------------------------------------------------- parts

    def _free(self, word: str) -> bool:
        return (
            bool(word) and not self.mentions[word] and word not in _words() and not re.match(r"x\d*$", word)
        )

    def _partner(self, path: Path, token: Token) -> int | None:
        stack: list[Token] = []
        for line in self.lines[path]:
            for other in line.tokens:
                if other.text in OPENING and other.type == "SIGN":
                    stack.append(other)
                elif other.text in CLOSING and other.type == "SIGN" and stack:
                    opened = stack.pop()
                    if other == token:
                        return opened.line
                    if opened == token:
                        return other.line
        return None

    def _made(
        self, sort: str, path: Path, line: Line, token: Token, new: str, others: tuple[int, ...] = (),
        right: str = "", wrong: str = "",
    ) -> Mutant:  # fmt: skip
        text = line.text[: token.column - 1] + new + line.text[token.end - 1 :]
        return self._changed(sort, path, line.number, text, others, right, wrong)

    def _changed(
        self, sort: str, path: Path, number: int, line: str, others: tuple[int, ...] = (), right: str = "",
        wrong: str = "",
    ) -> Mutant:  # fmt: skip
        lines = self.files[path].split("\n")
        lines[number - 1] = line
        return Mutant(sort, self.game, path, (number, *others), "\n".join(lines), right, wrong)


def _place(node: s.Ident | s.Name) -> tuple[str, int, int]:
    return (node.span.file, node.span.line, node.span.column)


def _words() -> frozenset[str]:
    """The words of the language."""
    return frozenset(text for text in tables().literals if text[0].isalpha()) | {
        "x",
        "self",
        "you",
        "it",
        "owner",
    }


def _lines(text: str) -> Iterator[Line]:
    piece, depth = 0, 0
    for number, each in enumerate(text.split("\n"), 1):
        tokens = [t for t in scan_line(each, number) if t.type != "COMMENT"]
        if tokens and tokens[0].column == 1 and not depth:
            piece = number
        yield Line(number, each, tokens, piece, depth > 0)
        for token in tokens:
            if token.type == "SIGN":
                depth += (token.text in OPENING) - (token.text in CLOSING)


SORTS = ("name", "name", "keyword", "number", "operator", "indent", "key", "value", "bracket", "comma or colon",
         "citation", "in text", "file")  # fmt: skip
"""The sorts of slips, names twice: they are misspelt most."""


def mutants(games: list[Path], count: int, seed: int) -> list[Mutant]:
    """So many slips, spread over the games and sorts; always the same for the same seed."""
    chance = random.Random(seed)
    slips = [Slips.of(game) for game in games]
    found: list[Mutant] = []
    while len(found) < count:
        each, sort = chance.choice(slips), SORTS[len(found) % len(SORTS)]
        for _ in range(500):
            made = each.mutant(sort, chance)
            if made is not None:
                found.append(made)
                break
    return found
