"""The manners of the command line as a whole: help, version, wrong words, defects, start-up time."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from gdl import cli
from gdl.cli import COMMANDS, command_module, command_parser, main
from gdl.cli.parser import Usage
from gdl.cli.reference import reference

ROOT = Path(__file__).parents[2]


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in COMMANDS if not re.search(rf"^  {name} ", shown, re.MULTILINE)] == []


def test_no_words_is_wrong_usage_and_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "commands:" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_a_file_of_its_own(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: gdl {name}")
    module = command_module(name)
    assert Path(module.__file__ or "").name == f"{name}.py"
    assert module.__doc__ and module.__doc__.startswith(f"`gdl {name}")


def test_help_command_is_the_same_as_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    main(["help", "lint"])
    first = capsys.readouterr().out
    main(["lint", "--help"])
    assert capsys.readouterr().out == first


def test_version_is_the_installed_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"gdl \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lnt"], "there is no command called `lnt`\n     did you mean `lint`?"),
        (["zzz"], "`gdl --help` lists them all"),
        (
            ["lint", "--formt", "json", "x"],
            "`gdl lint` has no option `--formt`\n     did you mean `--format`?",
        ),
        (
            ["lint", "--format", "jsn", "x"],
            "--format cannot be `jsn`; it is one of text, json, github, sarif",
        ),
        (["lint"], "`gdl lint --help` says what it takes"),
        (["lint", "no_such_file.gdl"], "there is no file no_such_file.gdl"),
        (["fmt", "README.md"], "README.md is not a game"),
        (["explain", "GDL9999"], "there is no diagnostic called `GDL9999`"),
    ],
)
def test_wrong_words_are_answered_with_what_would_be_right(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(words) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_a_defect_is_one_line_and_exit_3(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(words: list[str]) -> int:
        raise KeyError("zone 7")

    monkeypatch.setattr(cli, "_dispatch", broken)
    monkeypatch.delenv("GDL_DEBUG", raising=False)
    assert main(["lint"]) == 3
    told = capsys.readouterr().err
    assert "this is a defect in gdl" in told and "KeyError" in told and "test_main.py" in told
    assert len(told.splitlines()) == 1
    monkeypatch.setenv("GDL_DEBUG", "1")
    with pytest.raises(KeyError):
        main(["lint"])


def test_a_reader_that_leaves_early_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m gdl explain | true", shell=True, capture_output=True, text=True, cwd=ROOT
    )
    assert done.stderr == ""


def test_help_starts_quickly() -> None:
    """Under 0.15 s of processor time: the clock on the wall would measure how busy the machine is."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    times = []
    for _ in range(3):
        start = spent()
        subprocess.run([sys.executable, "-m", "gdl", "--help"], check=True, capture_output=True)
        times.append(spent() - start)
    assert min(times) < 0.15


def test_the_frame_of_the_command_line_imports_nothing_heavy() -> None:
    heavy = ("lark", "yaml", "rich", "jsonschema", "gdl.dsl.parse", "gdl.interpreter")
    program = (
        "import sys; from gdl.cli import *; import gdl.cli as c; [c.command_parser(n) for n in c.COMMANDS]; "
    )
    program += f"print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_the_page_of_the_command_line_is_current() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == reference(), "run `make docs`"


def test_options_do_not_abbreviate() -> None:
    with pytest.raises(Usage):
        command_parser("lint").understand(["--form", "json", "x"])
