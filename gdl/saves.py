"""Saved matches: written so that there is always a whole one, read so that a changed game is noticed.

A save is written beside the old one, brought to the disk and then put in its place: a crash leaves the old
or the new one. What is read is played again from its seed and answers; where the definition has changed
since, the first difference is told.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.errors import IllegalAnswer, PlayError
from gdl.interpreter.match import Match, program_key

PARTS = ("game", "seats", "variants", "options", "names", "seed", "answers", "state", "program", "log")
"""What every save has."""


def write_save(match: Match, path: Path) -> None:
    """The match in a file; OSError where that cannot be written, and then the old file is as it was."""
    text = json.dumps(match.save()) + "\n"
    folder = path.parent
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """The new name is on the disk too, where the system can say so."""
    with suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_save(text: str) -> dict[str, Any]:
    """The parts of a save; ValueError where it is none."""
    saved = json.loads(text)
    if not isinstance(saved, dict) or any(name not in saved for name in PARTS):
        raise ValueError("this is not a saved match")
    return saved


def is_changed(program: ir.Program, saved: dict[str, Any]) -> bool:
    """Whether the match was saved with another text of the game, or other players, variants or options."""
    return bool(saved["program"] != program_key(program))


def first_difference(program: ir.Program, saved: dict[str, Any]) -> str:
    """Where playing the match again parts from what was saved, in words; empty if it does not.

    The logs are compared as one who knows everything reads them.
    """
    match = Match.new(program, saved["seed"], saved["names"])
    then = [_words(line) for line in saved["log"]]
    for number, index in enumerate(saved["answers"]):
        told = _log_difference(match, then)
        if told:
            return f"after {number} decisions: {told}"
        question = match.question
        if question is None:
            return f"the game is over after {number} decisions; {len(saved['answers'])} were saved"
        if not 0 <= index < len(question.options):
            return f"it does not play again: decision {number + 1} was option {index + 1} of {len(question.options)}"
        try:
            match.apply_index(index)
        except (IllegalAnswer, PlayError) as error:
            return f"it does not play again: decision {number + 1} cannot be made: {error}"
    told = _log_difference(match, then, whole=True)
    if told:
        return f"after {len(saved['answers'])} decisions: {told}"
    return (
        "" if _plain(match.state) == saved["state"] else "the log is the same, but the end is another state"
    )


def _log_difference(match: Match, then: Sequence[str], whole: bool = False) -> str:
    now = [line.texts[-1] or "" for line in match.log]
    for number, text in enumerate(now):
        if number >= len(then):
            return f"now `{text}` happens, where nothing was saved"
        if text != then[number]:
            return f"now `{text}` happens, where `{then[number]}` was saved"
    if whole and len(then) > len(now):
        return f"`{then[len(now)]}` was saved, but does not happen now"
    return ""


def _words(line: dict[str, Any]) -> str:
    texts = line["texts"]
    return texts[-1] or ""


def _plain(state: Any) -> Any:
    return json.loads(json.dumps(state))
