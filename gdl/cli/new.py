"""`gdl new NAME`: a small, working, commented game to start from."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from gdl.cli.parser import Usage


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the game's name: my_game makes my_game.gdl here")


def run(args: argparse.Namespace) -> int:
    words = re.findall(r"[A-Za-z][a-z0-9]*|\d+", args.name.removesuffix(".gdl"))
    if not words or not words[0][0].isalpha() or re.search(r"[^\w .\-]", args.name):
        raise Usage(
            f"`{args.name}` cannot be the name of a game", "a name is made of letters and digits: my_game"
        )
    path = Path("_".join(word.lower() for word in words) + ".gdl")
    text = (Path(__file__).parent / "template.gdl").read_text(encoding="utf-8")
    camel, title = "".join(word.capitalize() for word in words), " ".join(word.capitalize() for word in words)
    text = (
        text.replace("game NAME:", f"game {camel}:")
        .replace('"TITLE"', f'"{title}"')
        .replace("FILE", str(path))
    )
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Usage(f"{path} is there already", "choose another name, or move it away") from None
    except OSError as error:
        raise Usage(f"{path} cannot be written: {error.strerror}") from None
    print(f"wrote {path}: try `gdl run {path}`, then change it")
    return 0
