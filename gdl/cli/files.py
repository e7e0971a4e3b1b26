"""From words to files: a FILE is a path or the name of a shipped game; a PATH is a file or a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from gdl.cli.parser import Usage
from gdl.dsl.diagnostics import suggestion
from gdl.shipped import shipped_games


def game_file(word: str) -> Path:
    """The file that FILE means, or `Usage`."""
    path = Path(word)
    if path.is_file():
        if path.suffix == ".gdl" or path.name.endswith(".ir.json"):
            return path
        raise Usage(f"{word} is not a game", "a game is a .gdl file, or a compiled .ir.json")
    if path.is_dir():
        raise Usage(f"{word} is a folder; this command takes one game", _inside(path))
    games = shipped_games()
    if word in games:
        return games[word]
    if path.suffix or os.sep in word:
        near = suggestion(path.name, _names_beside(path), files=True)
        raise Usage(f"there is no file {word}", near or suggestion(path.stem, games))
    hint = suggestion(word, games) or "shipped: " + ", ".join(games)
    raise Usage(f"there is no file and no shipped game called `{word}`", hint)


def definitions(words: Iterable[str]) -> list[Path]:
    """The .gdl files that PATH... mean: a folder stands for all in it; a name for the shipped game."""
    found: dict[Path, None] = {}
    for word in words:
        path = Path(word)
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*.gdl") if not _is_hidden(p.relative_to(path)))
            if not inside:
                raise Usage(f"there is no .gdl file in {word}")
            found.update(dict.fromkeys(inside))
        else:
            found[game_file(word)] = None
    return list(found)


def shown(path: Path) -> str:
    """`path` as messages show it: from here if it lies below here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _names_beside(path: Path) -> list[str]:
    folder = path.parent
    return [p.name for p in folder.iterdir()] if folder.is_dir() else []


def _inside(folder: Path) -> str:
    names = sorted(p.name for p in folder.glob("*.gdl"))
    return "it holds " + ", ".join(names[:8]) if names else ""


def read_text(path: Path) -> str:
    """The text of a file, or `Usage` that says why it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Usage(f"{shown(path)} cannot be read: {error.strerror}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"byte {error.start} is {data[error.start]:#04x}"
        raise Usage(f"{shown(path)} is not UTF-8 text: {byte}") from None
