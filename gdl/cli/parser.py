"""argparse with our manners: a wrong word is answered with the near right ones, and becomes a `Usage`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from gdl.dsl.diagnostics import suggestion


class Usage(Exception):
    """The command was called wrongly, or a file cannot be read: `main` prints it and exits with 2."""

    def __init__(self, message: str, hint: str = ""):
        super().__init__(message)
        self.message = message
        self.hint = hint

    def text(self) -> str:
        return f"gdl: {self.message}" + (f"\n     {self.hint}" if self.hint else "")

    @classmethod
    def unknown(cls, what: str, name: str, known: Iterable[str], otherwise: str = "") -> Usage:
        """`there is no WHAT called NAME`, with near names if there are any."""
        names = list(known)
        return cls(f"there is no {what} called `{name}`", suggestion(name, names) or otherwise)


class Unplayable(Exception):
    """The definition has errors, which have been told already: `main` exits with 1."""


class Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any):
        super().__init__(allow_abbrev=False, formatter_class=_Layout, **settings)

    def understand(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments in `words`, or `Usage`."""
        found, rest = self.parse_known_args(words)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return found

    def error(self, message: str) -> NoReturn:
        unknown = re.match(r"unrecognized arguments: (.*)", message)
        hint = f"`{self.prog} --help` says what it takes"
        if unknown:
            word = unknown[1].split()[0].split("=")[0]
            options = [name for action in self._actions for name in action.option_strings]
            kind = "option" if word.startswith("-") else "argument"
            if kind == "option":
                raise Usage(f"`{self.prog}` has no option `{word}`", suggestion(word, options) or hint)
            raise Usage(f"`{self.prog}` does not take `{word}`", hint)
        choice = re.match(r"argument (\S+): invalid choice: '?(.*?)'? \(choose from (.*)\)", message)
        if choice:
            known = [word.strip(" '") for word in choice[3].split(",")]
            message = f"{choice[1]} cannot be `{choice[2]}`; it is one of {', '.join(known)}"
            raise Usage(message, suggestion(choice[2], known))
        number = re.match(r"argument (\S+): invalid (int|float) value: '(.*)'", message)
        if number:
            wanted = "a whole number" if number[2] == "int" else "a number"
            raise Usage(f"{number[1].split('/')[-1]} takes {wanted}, not `{number[3]}`", hint)
        missing = re.match(r"the following arguments are required: (.*)", message)
        if missing:
            raise Usage(f"`{self.prog}` needs {missing[1].replace(', ', ' and ')}", hint)
        raise Usage(f"`{self.prog}`: {message}", hint)


class _Layout(argparse.HelpFormatter):
    """Help of a fixed width, so that `docs/cli.md` does not depend on the terminal that it was made in."""

    def __init__(self, prog: str):
        super().__init__(prog, max_help_position=28, width=100)
