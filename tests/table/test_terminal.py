"""`gdl run` in a real terminal: people type, take back, save, leave, and go on."""

from __future__ import annotations

import os
import random
import re
import sys
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect")

ROOT = Path(__file__).parents[2]
FIVE: dict[str, tuple[str, ...]] = {
    "mossflower": (),
    "tossing_tiger": (),
    "bones_and_banners": ("--set", "CUBES_TO_WIN=3"),
    "stratego_conquest": (),
    "weasel_wars": ("--set", "GOAL=4"),
}
"""The larger games, and what makes them shorter where they are long: a script answers at random, and wins when it wins."""
PROMPT = "\n> "
WAIT = 90
MOST_TURNS = 6_000
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A person at `gdl run`."""

    def __init__(self, *words: str, columns: int = 100, **environment: str):
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "gdl", "run", *words],
            cwd=str(ROOT),
            env={**os.environ, "TERM": "xterm", **environment},
            encoding="utf-8",
            timeout=WAIT,
            dimensions=(40, columns),
        )
        self.child.delaybeforesend = None  # a prompt has been seen: the program is reading

    def at_prompt(self) -> str:
        """What has been shown before the next prompt, without colours."""
        self.child.expect_exact(PROMPT)
        return ANSI.sub("", str(self.child.before)).replace("\r\n", "\n")

    def type(self, line: str) -> None:
        self.child.sendline(line)

    def rest(self) -> str:
        """What is shown until the program has ended."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return ANSI.sub("", str(self.child.before)).replace("\r\n", "\n")

    @property
    def code(self) -> int | None:
        return self.child.exitstatus  # type: ignore[no-any-return]


def test_a_whole_match_against_a_bot() -> None:
    """The middle, then whatever is free: nine marks at most."""
    terminal = Terminal("tic_tac_toe", "--seed", "1", "--bot", "random")
    assert "Tic-Tac-Toe" in terminal.at_prompt()
    terminal.type("mark b2")
    for _ in range(5):
        if terminal.child.expect_exact([PROMPT, "after "]) == 1:
            break
        terminal.type("1")
    assert re.search(r"\d+ decisions: Player 1 (won|lost|tied)", terminal.rest())
    assert terminal.code == 0


def test_some_turns_with_undo_save_and_resume(tmp_path: Path) -> None:
    name, path = "love_letter", tmp_path / "match.json"
    terminal = Terminal(name, "--seed", "5", "--bot", "random")
    first = terminal.at_prompt()
    assert "Player 1" in first
    terminal.type("undo")
    assert "there is nothing to take back" in terminal.at_prompt()
    question = answer(terminal, first)
    terminal.type("undo")
    again = terminal.at_prompt()
    assert options_of(again) == options_of(first), "the same question again"
    question = answer(terminal, again)
    for _ in range(2):
        question = answer(terminal, question)
    terminal.type(f"save {path}")
    assert f"saved in {path}" in " ".join(terminal.at_prompt().split())
    terminal.type("quit")
    assert "you left" in terminal.rest()
    assert terminal.code == 0

    terminal = Terminal(name, "--resume", str(path), "--bot", "random")
    resumed = terminal.at_prompt()
    assert options_of(resumed) == options_of(question)
    answer(terminal, resumed)
    terminal.type("quit")
    terminal.rest()
    assert terminal.code == 0


@pytest.mark.parametrize("name", FIVE)
def test_a_whole_match_from_start_to_end_with_undo_save_and_resume(name: str, tmp_path: Path) -> None:
    """A script plays seat 1 at random until the game tells its result; on the way it takes back, saves, leaves, resumes."""
    path = tmp_path / "match.json"
    choose = random.Random(name)
    terminal = Terminal(name, *FIVE[name], "--seed", "3", "--bot", "random")
    screen = terminal.at_prompt()
    for turn in range(MOST_TURNS):
        if turn == 2:
            earlier = screen
        if turn == 3:
            terminal.type("undo")
            screen = terminal.at_prompt()
            assert options_of(screen) == options_of(earlier), "the same question again"
        if turn == 5:
            terminal.type(f"save {path}")
            terminal.at_prompt()
            terminal.type("quit")
            terminal.rest()
            before, terminal = screen, Terminal(name, "--resume", str(path), "--bot", "random")
            screen = terminal.at_prompt()
            assert options_of(screen) == options_of(before)
        terminal.type(any_answer(screen, choose))
        if terminal.child.expect_exact([PROMPT, "\nafter "]) == 1:
            break
        screen = ANSI.sub("", str(terminal.child.before)).replace("\r\n", "\n")
        assert "Traceback" not in screen
    assert re.search(r"\d+ decisions: Player 1 (won|lost|tied)", " ".join(terminal.rest().split()))
    assert terminal.code == 0 and path.exists()


def any_answer(screen: str, choose: random.Random) -> str:
    """As the question's own example says, or any of the numbers on the screen."""
    asked = screen[screen.rindex("Player 1: ") :] if "Player 1: " in screen else screen
    example = re.findall(r"as in `([^`]+)`", " ".join(asked.split()))
    if example:
        return str(example[-1])
    numbers = re.findall(r"(?:^|  ) *(\d+)(?:[-,]\d+)* (?:[a-i] )? ", asked, re.MULTILINE)
    return str(choose.choice(numbers)) if numbers else "1"


def options_of(screen: str) -> list[str]:
    """The numbered lines under the last question."""
    return re.findall(r"^ +\d+ .*$", screen[screen.rindex("Player 1: ") :], re.MULTILINE)


def answer(terminal: Terminal, screen: str) -> str:
    """Answers the question on the screen: as its own example says, or by the first option."""
    shown = " ".join(screen[screen.rindex("Player 1: ") :].split())
    example = re.findall(r"as in `([^`]+)`", shown)
    terminal.type(example[-1] if example else "1")
    return terminal.at_prompt()


def test_leaving_by_end_of_input_saves(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    terminal = Terminal("nim", "--seed", "1", "--save", str(path))
    terminal.at_prompt()
    terminal.child.sendeof()
    assert "saved in" in terminal.rest()
    assert terminal.code == 0 and path.exists()


def test_leaving_by_control_c_saves_and_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    terminal = Terminal("nim", "--seed", "1", "--bot", "random", "--save", str(path))
    terminal.at_prompt()
    terminal.type("1")
    terminal.at_prompt()
    terminal.child.sendintr()
    said = terminal.rest()
    assert "stopped" in said and "Traceback" not in said
    assert terminal.code == 130 and path.exists()


def test_a_narrow_terminal_and_one_without_colour() -> None:
    terminal = Terminal("reversi", "--seed", "1", columns=30, NO_COLOR="1")
    terminal.child.expect_exact(PROMPT)
    shown = str(terminal.child.before)
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", shown), "no colours"
    lines = ANSI.sub("", shown).replace("\r\n", "\n").split("\n")[1:]
    assert max(len(line) for line in lines) <= 30
    terminal.type("quit")
    terminal.rest()
    assert terminal.code == 0


def test_two_people_hand_the_screen_over() -> None:
    terminal = Terminal("kuhn_poker", "--seed", "1", "--human", "1,2")
    terminal.child.expect_exact("Player 1, press Enter when you alone see the screen: ")
    terminal.type("")
    terminal.at_prompt()
    terminal.type("bet")
    terminal.child.expect_exact("Player 2, press Enter when you alone see the screen: ")
    wiped = str(terminal.child.before)
    assert "\x1b[2J" in wiped and not any(card in wiped for card in ("Jack", "Queen", "King"))
    terminal.type("")
    terminal.at_prompt()
    terminal.type("call")
    assert "2 decisions" in terminal.rest()
