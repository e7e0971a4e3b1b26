"""The same mistake has the same exit code in every command (the table in `docs/cli.md`), and is told in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.cli import COMMANDS, main

MORE = {"sim": ["--games", "1"], "bench": ["--seconds", "0.01"], "perft": ["--depth", "1"], "schema": ["Card"]}
"""What a command needs to come to the mistake quickly."""
OF_ONE_GAME = [name for name in COMMANDS if name not in ("lint", "fmt", "test", "new", "explain", "replay")]
WITH_VARIANTS = ["run", "lint", "hooks", "diff", "sim", "perft", "bench", "compile", "rulebook"]
WITH_OPTIONS = ["run", "hooks", "sim", "perft", "bench", "compile", "rulebook"]
WITH_PLAYERS = ["run", "sim", "perft", "bench", "compile"]

GAME = """game Tiny:
    players: 2

option GOAL: 1..9 = 3 "to win"

state:
    n: 0..99 = 0

flow:
    repeat Turn for each player

phase Turn(p: Player):
    n += 1
    if n >= GOAL:
        win p

variant Longer "a longer game":
    option GOAL = 5
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiny.gdl").write_text(GAME)
    Path("empty.gdl").write_text("")
    Path("wrong.gdl").write_text(GAME.replace("n += 1", "nn += 1"))
    Path("bytes.gdl").write_bytes(b"game A:\n    players: 2\n\xff\xfe")
    Path("folder").mkdir()


CASES: list[tuple[list[str], int, str]] = [
    *(([c, "missing.gdl"], 2, "there is no file missing.gdl") for c in COMMANDS if c not in ("new", "explain")),
    *(([c, "tinny.gdl"], 2, "did you mean `tiny.gdl`") for c in (*OF_ONE_GAME, "lint", "fmt", "test")),
    *(([c, "nimm"], 2, "did you mean `nim`") for c in (*OF_ONE_GAME, "lint", "fmt", "test")),
    *(([c, "folder"], 2, "folder") for c in COMMANDS if c not in ("new", "explain")),
    *(([c, "bytes.gdl"], 2, "not UTF-8") for c in COMMANDS if c not in ("new", "explain", "coverage")),
    *(([c, "empty.gdl"], 1, "no `game` header") for c in (*OF_ONE_GAME, "lint") if c != "coverage"),
    *(([c, "wrong.gdl"], 1, "GDL0301") for c in ("run", "lint", "sim", "perft", "bench", "compile")),
    *(([c, "tiny.gdl", "--variant", "Longest"], 2, "did you mean `Longer`") for c in WITH_VARIANTS),
    *(([c, "tiny.gdl", "--set", "GOALS=3"], 2, "did you mean `GOAL`") for c in WITH_OPTIONS),
    *(([c, "tiny.gdl", "--set", "GOAL=x"], 2, "GOAL is a number from 1 to 9") for c in WITH_OPTIONS),
    *(([c, "tiny.gdl", "--set", "GOAL"], 2, "does not say what to set") for c in WITH_OPTIONS),
    *(([c, "tiny.gdl", "--players", "7"], 2, "Tiny is for 2 players, not 7") for c in WITH_PLAYERS),
    *(([c, "tiny.gdl", "--players", "two"], 2, "--players takes a whole number, not `two`") for c in WITH_PLAYERS),
    *(([c, "tiny.gdl", "--nonsense"], 2, "has no option `--nonsense`") for c in COMMANDS),
    *(([c], 2, f"`gdl {c}` needs") for c in COMMANDS if c != "explain"),
    (["lnit", "tiny.gdl"], 2, "did you mean `lint`"),
    (["lint", "tiny.gdl", "--deep", "-1"], 2, "--deep is 0 or more"),
    (["lint", "tiny.gdl", "--select", "foo"], 2, "not a code"),
    (["lint", "tiny.gdl", "--format", "xml"], 2, "it is one of text, json"),
    (["sim", "tiny.gdl", "--games", "0"], 2, "at least 1"),
    (["perft", "tiny.gdl", "--depth", "-1"], 2, "--depth is 0 or more"),
    (["explain", "GDL9999"], 2, "there is no diagnostic called"),
    (["explain", "std.dise"], 2, "did you mean `std.dice`"),
    (["new", "1bad"], 2, "cannot be the name of a game"),
    (["test", "tiny.gdl"], 2, "there are no scenarios"),
    (["coverage", "tiny.gdl"], 2, "has no catalogue"),
    (["lint", "tiny.gdl"], 0, "nothing to report"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "code", "part"), CASES, ids=[" ".join(words) for words, _, _ in CASES])
def test_exit_code(words: list[str], code: int, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = MORE.get(words[0], []) if words[1:] else []
    if words[0] == "run" and words[1:]:
        more = ["--human", "none"]
    given = {word for word in words if word.startswith("--")}
    found = main([*words, *(more if not given.intersection(more) else [])])
    told = capsys.readouterr()
    assert (found, part in told.out + told.err) == (code, True), told
