"""`docs/cli.md`, made from the commands: `python -m gdl.cli.reference > docs/cli.md`. A test compares."""

from __future__ import annotations

from gdl.cli import COMMANDS, command_parser

HEAD = """# The command line

Made from the program by `make docs`; edit the commands in `gdl/cli/`, not this page.

Exit codes are the same for every command:

- **0**: done, and clean. Also where the reader of the output has left (`gdl ... | head`).
- **1**: something is wrong with the definition, or a check did not pass: an error that `gdl lint` tells, an empty
  `.gdl` file, a failed scenario, a file that `fmt --check` would lay out anew, a replay that plays otherwise.
- **2**: the command was called wrongly, or a file cannot be read at all: an unknown command, game, option, variant
  or code (near names are told), a number that is none or out of range, a missing file, a folder where one game is
  wanted, bytes that are no text in UTF-8, nothing there to be tested or covered.
- **3**: a defect in gdl; please report it. **130**: stopped with Control-C.

Results go to standard output, errors to standard
error; `--format json` prints nothing else and follows a schema in `schemas/`. Colour and progress only at a
terminal; `NO_COLOR` is honoured. FILE is a `.gdl` file, a compiled `.ir.json`, or the name of a shipped game.
"""


def reference() -> str:
    table = ["| command | what it does |", "|---|---|"]
    table += [f"| [`gdl {name}`](#gdl-{name}) | {text} |" for name, text in COMMANDS.items()]
    helps = {name: command_parser(name).format_help().strip() for name in COMMANDS}
    sections = [f"## gdl {name}\n\n```text\n{text}\n```\n" for name, text in helps.items()]
    return "\n".join([HEAD, *table, "", *sections])


if __name__ == "__main__":
    print(reference(), end="")
