"""The command line. `main` finds the command and only then imports its file, so `gdl --help` stays quick.

Exit codes: 0 done and clean, 1 findings, 2 wrong usage or a file that cannot be read, 3 a defect in gdl.
A command is a module of this package with `arguments(parser)` and `run(args) -> int`; it imports little at
its top and the rest inside `run`.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import ModuleType

from gdl import memory
from gdl.cli.parser import Parser, Unplayable, Usage
from gdl.cli.signs import adapt_streams

COMMANDS: dict[str, str] = {
    "run": "play a game; without a terminal bots play it",
    "lint": "say all that is wrong or doubtful in definitions",
    "fmt": "lay out definitions in the one canonical way",
    "test": "run the scenarios of games",
    "new": "write a small, working, commented game to start from",
    "hooks": "list what can be hooked, modified, offered and overridden in a game",
    "schema": "print the JSON Schema of the YAML rows of a type, for editors",
    "diff": "show what a variant changes",
    "coverage": "tell which rules of the catalogue are implemented and which are proven",
    "sim": "let bots play many games and tell what came of them",
    "perft": "count the sequences of decisions and chance outcomes, depth by depth",
    "bench": "measure how fast a game is loaded, played and copied",
    "compile": "write a game as IR in JSON, or as the Python that is run",
    "replay": "step through a saved match, or check it",
    "rulebook": "write a rulebook for people, made from the definition",
    "explain": "say what a diagnostic means, with an example and the cure",
}
"""Each command and what it does; the module `gdl.cli.NAME` does it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Never lets an exception through, unless GDL_DEBUG is set."""
    words = list(sys.argv[1:] if argv is None else argv)
    memory.begin(alone=argv is None)
    _open_streams()
    try:
        return _dispatch(words)
    except Usage as wrong:
        _tell(wrong.text())
        return 2
    except Unplayable:
        return 1
    except BrokenPipeError:
        # The reader of our output has left (`gdl ... | head`): nothing is wrong.
        _leave_output()
        return 0
    except KeyboardInterrupt:
        _tell("\nstopped")
        return 130
    except Exception as error:
        if os.environ.get("GDL_DEBUG"):
            raise
        if isinstance(error, OSError) and error.filename and any(str(error.filename) in word for word in words):
            _tell(f"gdl: {str(error.filename)[:200]} cannot be used: {error.strerror}")
            return 2
        if isinstance(error, OSError) and error.errno in _CANNOT_WRITE:
            _tell(f"gdl: the output cannot be written: {error.strerror}")
            _leave_output()
            return 2
        if tampered := next((word for word in words if word.endswith(".ir.json")), None):
            _tell(_tampered(tampered))
            return 1
        _tell(_defect(error))
        return 3


_CANNOT_WRITE = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT)


def _open_streams() -> None:
    """Where a stream is closed (`gdl ... >&-`) Python has none: what is said there goes nowhere."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, "r" if name == "stdin" else "w", encoding="utf-8"))
    adapt_streams()


def _leave_output() -> None:
    """Nothing can be written any more; what still waits to be, when the program ends, goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(text: str) -> None:
    """To standard error, if anybody reads it."""
    with suppress(OSError):
        print(text, file=sys.stderr)


def command_module(name: str) -> ModuleType:
    return import_module(f"gdl.cli.{name}")


def command_parser(name: str) -> Parser:
    parser = Parser(prog=f"gdl {name}", description=_sentence(COMMANDS[name]))
    command_module(name).arguments(parser)
    return parser


def version() -> str:
    from importlib.metadata import version as installed

    return installed("gdl")


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help") or words == ["help"]:
        print(overview())
        return 0 if words else 2
    if words[0] in ("-V", "--version"):
        print(f"gdl {version()}")
        return 0
    if words[0] == "help":
        words = [words[1], "--help"]
    name, rest = words[0], words[1:]
    if name not in COMMANDS:
        raise Usage.unknown("command", name, COMMANDS, "`gdl --help` lists them all")
    parser = command_parser(name)
    try:
        args = parser.understand(rest)
    except SystemExit as done:  # argparse leaves this way after --help
        return int(done.code or 0)
    code: int = command_module(name).run(args)
    sys.stdout.flush()
    return code


def overview() -> str:
    """What `gdl --help` prints."""
    width = max(len(name) for name in COMMANDS)
    lines = [
        "usage: gdl COMMAND ...",
        "",
        "A language for whole tabletop games, and the machine that plays them.",
        "",
        "commands:",
        *(f"  {name:<{width}}  {text}" for name, text in COMMANDS.items()),
        "",
        "`gdl COMMAND --help` says more about one.",
        "FILE is a .gdl file, a compiled .ir.json, or the name of a shipped game.",
    ]
    return "\n".join(lines)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _tampered(file: str) -> str:
    """What a compiler wrote always plays; all that is looked at before play is that it is well formed."""
    return f"gdl: {file} is no compiled game as `gdl compile` writes it: it has been changed. Compile the game again."


def _defect(error: Exception) -> str:
    place = ""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None:
        code = trace.tb_frame.f_code
        place = f" at {os.path.basename(code.co_filename)}:{trace.tb_lineno}"
    what = " ".join(str(error).split())[:200]
    return (
        f"gdl: this is a defect in gdl, not in your definition: {type(error).__name__}: {what}{place}. "
        "Please report it with this line, the command and the file; GDL_DEBUG=1 shows the whole trace."
    )
