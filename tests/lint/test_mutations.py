"""Slips of the fingers in shipped games: `gdl lint` finds them, in the right line, and offers the right name.

    GDL_MUTATIONS=1000 GDL_MUTATION_SEED=5 pytest tests/lint/test_mutations.py -s

shows the rates by sort of slip. `mutants.py` says which slips there are.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from mutants import Mutant, mutants

from gdl.dsl import load as loading
from gdl.dsl.diagnostics import Diagnostic, Diagnostics
from gdl.dsl.parse import parse
from gdl.dsl.source import Source
from gdl.dsl.syntax import File
from gdl.examine import examine

ROOT = Path(__file__).parent.parent.parent
COUNT = int(os.environ.get("GDL_MUTATIONS", "78"))
SEED = int(os.environ.get("GDL_MUTATION_SEED", "11"))


def found_by_lint(mutant: Mutant) -> list[Diagnostic]:
    """All that lint says about the changed game, errors and warnings."""
    before = mutant.file.read_text(encoding="utf-8")
    mutant.file.write_text(mutant.text, encoding="utf-8")
    try:
        return examine([mutant.game]).diagnostics.sorted()
    finally:
        mutant.file.write_text(before, encoding="utf-8")


def is_told(item: Diagnostic, mutant: Mutant) -> bool:
    """In the right line; or where the name of a declaration is used that has been misspelt, with the new one offered."""
    if Path(item.span.file).name == mutant.file.name and item.span.line in mutant.lines:
        return True
    return bool(mutant.wrong) and f"`{mutant.right}`" in item.message and mutant.wrong in item.hint


def is_offered(item: Diagnostic, mutant: Mutant) -> bool:
    """The right name in the hint; or, where the declaration was misspelt, the name that it has now."""
    if mutant.wrong and f"`{mutant.right}`" in item.message and mutant.wrong in item.hint:
        return True
    return re.search(rf"[`./ ]{re.escape(mutant.right)}[`.]", item.hint) is not None


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Copies of the shipped games; a file that stays as it is is parsed once."""
    shutil.copytree(ROOT / "gamedefs", tmp_path / "gamedefs")
    kept: dict[tuple[str, str], tuple[File | None, list[Diagnostic]]] = {}

    def once(source: Source, diagnostics: Diagnostics) -> File | None:
        key = source.file, source.text
        if key not in kept:
            told = Diagnostics()
            kept[key] = parse(source, told), told.items
        diagnostics.extend(kept[key][1])
        return kept[key][0]

    monkeypatch.setattr(loading, "parse", once)
    found = sorted((tmp_path / "gamedefs").rglob("*.gdl"))
    return [p for p in found if "std" not in p.parts and re.search(r"^game ", p.read_text(), re.M)]


def test_slips_are_found_where_they_are(games: list[Path]) -> None:
    tried, missed, named, not_offered = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    shown: list[str] = []
    for mutant in mutants(games, COUNT, SEED):
        found = found_by_lint(mutant)
        here = [d for d in found if is_told(d, mutant)]
        line = mutant.text.split("\n")[mutant.lines[0] - 1].strip()
        what = f"{mutant.sort} {mutant.file.name}:{mutant.lines[0]} {line}"
        tried[mutant.sort] += 1
        if not here:
            missed[mutant.sort] += 1
            shown.append(f"MISSED {what} ({mutant.right})\n    " + "\n    ".join(map(str, found[:2])))
        elif mutant.right:
            named[mutant.sort] += 1
            if not any(is_offered(d, mutant) for d in here):
                not_offered[mutant.sort] += 1
                shown.append(f"NOT OFFERED {what} ({mutant.right})\n    " + "\n    ".join(map(str, here[:2])))
    report = [
        f"{sort:<16}{tried[sort] - missed[sort]:>5} of {tried[sort]} found"
        + (f", {named[sort] - not_offered[sort]:>4} of {named[sort]} offered" if named[sort] else "")
        for sort in tried
    ]
    misses, lacks, names = missed.total(), not_offered.total(), named.total()
    report.append(f"seed {SEED}: {COUNT - misses} of {COUNT} found in their line; {names - lacks} of {names} names offered")
    text = "\n".join([*shown, *report])
    print(text)
    assert misses <= COUNT * 0.05, text
    assert lacks <= names * 0.10, text
