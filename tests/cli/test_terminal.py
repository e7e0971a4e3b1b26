"""At a terminal: colour, unless it is not wanted, and a person in the first seat."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pexpect = pytest.importorskip("pexpect")


def spawn(*words: str, **environment: str) -> Any:
    env = {**os.environ, "TERM": "xterm", **environment}
    if "NO_COLOR" not in environment:
        env.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "gdl", *words]
    return pexpect.spawn(command[0], command[1:], env=env, encoding="utf-8", timeout=20, dimensions=(40, 120))


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[str]:
    path = tmp_path / "broken.gdl"
    path.write_text("game Broken:\n    players == 2\n")
    yield str(path)


def test_colour_at_a_terminal_unless_it_is_not_wanted(broken: str) -> None:
    coloured = spawn("lint", broken)
    coloured.expect(pexpect.EOF)
    assert "\x1b[1;31merror" in coloured.before
    plain = spawn("lint", broken, NO_COLOR="1")
    plain.expect(pexpect.EOF)
    assert "\x1b[" not in plain.before and "error GDL" in plain.before
    dumb = spawn("lint", broken, TERM="dumb")
    dumb.expect(pexpect.EOF)
    assert "\x1b[" not in dumb.before


def test_seat_one_is_a_person() -> None:
    table = spawn("run", "nim", "--seed", "1")
    table.expect("people in seat 1")
    table.expect("> ")
    table.sendline("1")
    table.expect("Player 1: ")
    table.expect("Player 2: ")
    table.expect("> ")
    table.sendline("quit")
    table.expect("not over after 2 decisions")
    table.expect(pexpect.EOF)
    table.close()
    assert table.exitstatus == 0


def test_leaving_by_control_c_is_calm() -> None:
    table = spawn("run", "nim", "--seed", "1")
    table.expect("> ")
    table.sendintr()
    table.expect("stopped")
    table.expect(pexpect.EOF)
    assert "Traceback" not in table.before
    table.close()
    assert table.exitstatus == 130


def test_all_bots_at_a_terminal_if_asked_for() -> None:
    table = spawn("run", "nim", "--seed", "1", "--human", "none")
    table.expect("all bots")
    table.expect(r"after \d+ decisions")
    table.expect(pexpect.EOF)
