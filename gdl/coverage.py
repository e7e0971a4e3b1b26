"""How far a definition covers its catalogue: each rule, where it is cited, which scenarios prove it.

A catalogue is `NAME/rulebook*.yaml`: any mapping in it with an `id` like `MF-DAY-03` is a rule. A
rule that cannot have a scenario says so in a comment: `# no scenario: MF-DAY-03 only tells how to shuffle`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal

from gdl.cli.files import read_text, shown
from gdl.cli.parser import Usage
from gdl.dsl import syntax
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse import parse
from gdl.dsl.source import Source, Span

ID = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+")
EXEMPT = re.compile(
    rf"no scenario:\s*(?P<ids>{ID.pattern}(?:\s*,\s*{ID.pattern})*)\s*[-:,]?\s*(?P<reason>.*)"
)
ID_LINE = re.compile(rf"""\s*(?:- *)?\{{? *id: *["']?(?P<id>{ID.pattern})\b""")

Status = Literal["proven", "exempt", "failing", "cited", "open"]


@dataclass(slots=True)
class Rule:
    """A rule of the catalogue: the places that cite it; the scenarios that do and pass, and those that fail."""

    id: str
    text: str
    cited: list[str] = field(default_factory=list)
    scenarios: list[str] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    exempt: str = ""

    @property
    def status(self) -> Status:
        if not self.cited:
            return "open"
        if self.scenarios:
            return "proven"
        return "failing" if self.failing else "exempt" if self.exempt else "cited"


@dataclass(slots=True)
class Coverage:
    """`unknown` are ids that the definition cites and the catalogue does not have, each with its places.
    `passed` has the scenarios that passed, by file and line; None: they were not run, and count as passed."""

    rules: dict[str, Rule]
    unknown: dict[str, list[str]] = field(default_factory=dict)
    scenarios: int = 0
    passed: frozenset[tuple[str, int]] | None = None

    def count(self, *statuses: Status) -> int:
        return sum(rule.status in statuses for rule in self.rules.values())


def coverage_of(game: Path, run: bool = True) -> Coverage:
    """The coverage of a game by its own files: `NAME.gdl` and what lies in `NAME/`.

    A scenario proves what it cites only if it passes, so all of them are run, unless `run` is false.
    """
    folder = game.with_suffix("")
    rules = rules_of(game)
    if not rules:
        raise Usage(
            f"{shown(game)} has no catalogue", f"the rules are listed in {shown(folder)}/rulebook.yaml"
        )
    found = Coverage(rules, passed=_passed(game) if run else None)
    for path in [game, *sorted(folder.rglob("*.gdl"))]:
        _read(found, path)
    return found


def _passed(game: Path) -> frozenset[tuple[str, int]]:
    from gdl.scenarios import outcomes_of

    outcomes = outcomes_of(Path(shown(game)))
    return frozenset((outcome.file, outcome.line) for outcome in outcomes if outcome.passed)


def rules_of(game: Path) -> dict[str, Rule]:
    """The rules of a game's catalogue, by id; none where it has no catalogue."""
    rules: dict[str, Rule] = {}
    for content in _catalogues(game):
        for entry in _entries(content):
            text = entry.get("rule") or next((v for k, v in entry.items() if k != "id"), "")
            rules.setdefault(entry["id"], Rule(entry["id"], " ".join(str(text).split())))
    return rules


def places_of(game: Path) -> dict[str, Span]:
    """Where each rule of a game's catalogue stands. Reads the ids alone, which is much quicker than all of it."""
    places: dict[str, Span] = {}
    for source in catalogues_of(game):
        for number, line in enumerate(source.text.splitlines(), 1):
            found = ID_LINE.match(line)
            if found:
                start, end = found.span("id")
                places.setdefault(found["id"], Span(source.file, number, start + 1, number, end + 1))
    return places


def catalogues_of(game: Path) -> list[Source]:
    """The texts of a game's catalogue."""
    paths = sorted(game.with_suffix("").glob("rulebook*.yaml"))
    return [Source(shown(path), read_text(path)) for path in paths]


def terms_of(game: Path) -> dict[str, str]:
    """The words that the catalogue explains."""
    found: dict[str, str] = {}
    for content in _catalogues(game):
        terms = content.get("terms") if isinstance(content, dict) else None
        if isinstance(terms, dict):
            found.update({str(word): str(meaning) for word, meaning in terms.items()})
    return found


def summary_of(game: Path) -> str:
    """What the catalogue says the game is about."""
    for content in _catalogues(game):
        if isinstance(content, dict) and content.get("summary"):
            return " ".join(str(content["summary"]).split())
    return ""


def _catalogues(game: Path) -> list[Any]:
    """What stands in `NAME/rulebook*.yaml`."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where it is there
    contents = []
    for path in sorted(game.with_suffix("").glob("rulebook*.yaml")):
        try:
            contents.append(yaml.load(read_text(path), Loader=loader))
        except yaml.YAMLError as error:
            raise Usage(f"{shown(path)} is not YAML: {' '.join(str(error).split())}") from None
    return contents


def _entries(content: Any) -> Iterator[dict[str, Any]]:
    if isinstance(content, dict):
        if isinstance(content.get("id"), str) and ID.fullmatch(content["id"]):
            yield content
        for value in content.values():
            yield from _entries(value)
    elif isinstance(content, list):
        for value in content:
            yield from _entries(value)


def _read(found: Coverage, path: Path) -> None:
    source = Source(shown(path), read_text(path))
    file = parse(source, Diagnostics())
    if file is None:
        return
    for declaration in file.declarations:
        found.scenarios += isinstance(declaration, syntax.Scenario)
        for cite in cites_of(declaration):
            rule = found.rules.get(cite.id)
            if rule is None:
                _once(found.unknown.setdefault(cite.id, []), str(cite.span))
            elif isinstance(declaration, syntax.Scenario):
                place = (declaration.span.file, declaration.span.line)
                passes = found.passed is None or place in found.passed
                _once(rule.scenarios if passes else rule.failing, declaration.title)
            else:
                _once(rule.cited, str(cite.span))
    for _, _, comment in file.comments:
        told = EXEMPT.search(comment)
        if told:
            for id in ID.finditer(told["ids"]):
                if id[0] in found.rules:
                    found.rules[id[0]].exempt = told["reason"] or "no reason given"


def _once(names: list[str], name: str) -> None:
    if name not in names:
        names.append(name)


def cites_of(node: Any) -> Iterator[syntax.Cite]:
    """Every citation at or below a node."""
    if isinstance(node, syntax.Cite):
        yield node
    elif is_dataclass(node):
        for part in fields(node):
            yield from cites_of(getattr(node, part.name))
    elif isinstance(node, tuple):
        for item in node:
            yield from cites_of(item)
