"""Slips of the fingers in shipped games: the checker finds them, in the right line, and offers the right name."""

from __future__ import annotations

import os
import re
from pathlib import Path

from mutants import Mutant, mutants

from gdl.dsl.compile import compile_game
from gdl.dsl.diagnostics import Diagnostic, Diagnostics
from gdl.dsl.load import load, read_file
from gdl.game import seats_of

ROOT = Path(__file__).parent.parent.parent
GAMES = [p for p in sorted((ROOT / "gamedefs").rglob("*.gdl")) if re.search(r"^game ", p.read_text(), re.M)]
COUNT = int(os.environ.get("GDL_MUTATIONS", "60"))
SEED = int(os.environ.get("GDL_MUTATION_SEED", "11"))


def said(mutant: Mutant) -> list[Diagnostic]:
    """All errors of the changed game, for the fewest players."""
    wanted = Path(mutant.file).resolve()

    def read(path: Path) -> bytes:
        return mutant.text.encode() if path.resolve() == wanted else read_file(path)

    told = Diagnostics()
    loaded = load(mutant.game, told, read=read)
    if loaded is not None and not told.has_errors:
        compile_game(loaded, seats_of(loaded.game)[0], {}, told)
    return [d for d in told.sorted() if d.severity == "error"]


def test_slips_are_found_where_they_are() -> None:
    missed: list[str] = []
    not_offered: list[str] = []
    names = 0
    for mutant in mutants(GAMES, COUNT, SEED):
        found = said(mutant)
        here = [
            d
            for d in found
            if Path(d.span.file).name == Path(mutant.file).name and d.span.line == mutant.line
        ]
        what = (
            f"{mutant.sort} {mutant.file}:{mutant.line} {mutant.text.split(chr(10))[mutant.line - 1].strip()}"
        )
        if not here:
            missed.append(f"{what}\n    " + "\n    ".join(map(str, found[:2])))
        if mutant.right:
            names += 1
            if not any(f"`{mutant.right}`" in d.hint or f".{mutant.right}`" in d.hint for d in here):
                not_offered.append(f"{what} ({mutant.right})\n    " + "\n    ".join(map(str, here[:2])))
    report = f"{COUNT - len(missed)} of {COUNT} found in their line; {names - len(not_offered)} of {names} names offered"
    print(report)
    assert len(missed) <= COUNT * 0.05, report + "\n" + "\n".join(missed)
    assert len(not_offered) <= names * 0.10, report + "\n" + "\n".join(not_offered)
