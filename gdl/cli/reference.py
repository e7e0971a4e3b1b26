"""`docs/cli.md`, made from the commands: `python -m gdl.cli.reference > docs/cli.md`. A test compares."""

from __future__ import annotations

from gdl.cli import COMMANDS, command_parser

HEAD = """# The command line

Made from the program by `make docs`; edit the commands in `gdl/cli/`, not this page.

Exit codes: 0 done and clean, 1 findings (errors found, a test failed, a file would be laid out anew), 2 wrong
usage or a file that cannot be read, 3 a defect in gdl. Results go to standard output, errors to standard
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
