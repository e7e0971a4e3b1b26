"""The games that come with the package."""

from __future__ import annotations

from pathlib import Path


def shipped_folder() -> Path:
    return (Path(__file__).parent / "gamedefs").resolve()


def shipped_games() -> dict[str, Path]:
    """Every game that comes with the package, by name. A folder named like a game holds its parts."""
    games: dict[str, Path] = {}
    folder = shipped_folder()
    for path in sorted(folder.rglob("*.gdl")):
        inside = path.relative_to(folder)
        is_part = any(
            (folder / above).with_suffix(".gdl").is_file() for above in inside.parents if above.name
        )
        if inside.parts[0] != "std" and not is_part:
            games[path.stem] = path
    return games
