"""Small definitions, checked and played: what is said about them, and never a traceback.

A text without a `game` or a `flow` gets the plainest one, at its end, so that line numbers stay as they are.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

from gdl.dsl import ir
from gdl.dsl.compile import compile_game, elaborate_scenarios
from gdl.dsl.diagnostics import Diagnostic, Diagnostics
from gdl.dsl.load import load
from gdl.game import seats_of
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match

GAME = "\n\ngame Tiny:\n    players: 2\n"
FLOW = "\n\nflow:\n    once Begin\n\nphase Begin: pass\n"


def completed(text: str) -> str:
    """The text with a `game` and a `flow`, where it has none and does not say that this is meant."""
    if 'use "table.gdl"' in text:
        return text
    if not re.search(r"^game ", text, re.MULTILINE):
        text += GAME
    if not re.search(r"^(# no )?flow:", text, re.MULTILINE):
        text += FLOW
    return text


def write(folder: Path, files: dict[str, str]) -> Path:
    """The files of a definition, the first one completed; its path."""
    for number, (name, text) in enumerate(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(completed(text) if number == 0 else text, encoding="utf-8")
    return folder / next(iter(files))


def complaints(path: Path) -> list[Diagnostic]:
    """All that loading and compiling say, scenarios and all, for the fewest players. `# with A` asks for a variant, `# with --set
    NAME=5` sets an option."""
    diagnostics = Diagnostics()
    text = path.read_text(encoding="utf-8")
    options = dict(re.findall(r"^# with --set (\w+)=(\S+)", text, re.MULTILINE))
    loaded = load(path, diagnostics, re.findall(r"^# with (\w+)", text, re.MULTILINE))
    if loaded is not None and not diagnostics.has_errors:
        seats = seats_of(loaded.game)[0]
        compile_game(loaded, seats, options, diagnostics)
        if loaded.scenarios and not diagnostics.has_errors:
            made = elaborate_scenarios(loaded, seats, options, loaded.scenarios, diagnostics)
            for _, told in made[1] if made is not None else ():
                diagnostics.extend(told)
    return diagnostics.sorted()


def program_of(path: Path) -> ir.Program:
    """The program of a definition that is right."""
    diagnostics = Diagnostics()
    loaded = load(path, diagnostics)
    assert loaded is not None
    program = compile_game(loaded, seats_of(loaded.game)[0], {}, diagnostics)
    assert program is not None, "\n".join(map(str, diagnostics))
    return program


def played(path: Path, decisions: int = 60, matches: int = 3) -> list[Diagnostic]:
    """What goes wrong when the definition is compiled and played at random; nothing if all goes well."""
    found = complaints(path)
    if any(d.severity == "error" for d in found):
        return found
    program = program_of(path)
    for seed in range(matches):
        chance = random.Random(seed)
        try:
            match = Match.new(program, seed)
            for _ in range(decisions):
                if match.request is None:
                    break
                match.apply(chance.randrange(len(match.request.options)))
        except PlayError as error:
            return [error.diagnostic]
    return []
