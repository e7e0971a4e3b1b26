"""Every command on every sort of bad file: told in words, exit 1 or 2, and never a defect of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gdl.cli import COMMANDS, main

BAD = {
    "empty.gdl": b"",
    "junk.gdl": bytes(range(256)) * 20,
    "latin.gdl": "game Caf\xe9:\n".encode("latin-1"),
    "nulls.gdl": b"\0" * 100,
    "no_game.gdl": b"rule a():\n    pass\n",
    "half.gdl": b"game Half:\n    players: 2..",
    "deep.gdl": b"game Deep:\n    players: 2\n\nvalue a = " + b"(" * 5000 + b"1" + b")" * 5000 + b"\n",
    "nobody.gdl": b"game Nobody:\n    players: 0\n",
    "backwards.gdl": b"game Backwards:\n    players: 4..2\n",
    "no_flow.gdl": b"game NoFlow:\n    players: 2\n",
    "lone_variant.gdl": b'variant X of "nowhere.gdl":\n    option A = 1\n',
    "broken.ir.json": b'{"format": "gdl-ir-1", "program": 7}',
    "text.ir.json": b"not json at all",
    "list.ir.json": b"[1, 2]",
    "notes.txt": b"hello",
}
OF_A_GAME = [
    "run",
    "sim",
    "bench",
    "perft",
    "compile",
    "hooks",
    "coverage",
    "rulebook",
    "diff",
    "lint",
    "fmt",
    "test",
]
MORE = {"diff": ["--variant", "V"], "sim": ["--games", "1"], "bench": ["--seconds", "0.01"]}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, data in BAD.items():
        Path(name).write_bytes(data)
    Path("folder").mkdir()


@pytest.mark.parametrize("command", [name for name in OF_A_GAME if name in COMMANDS])
@pytest.mark.parametrize("name", [*BAD, "folder", "missing.gdl", "missing"])
def test_told_in_words(command: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([command, name, *MORE.get(command, [])])
    told = capsys.readouterr()
    assert "defect" not in told.err
    assert "Traceback" not in told.out + told.err
    reads_text_only = command in ("fmt", "hooks", "rulebook")
    if (
        command == "fmt"
        or (reads_text_only and name in ("nobody.gdl", "backwards.gdl"))
        or name
        in (
            "no_game.gdl",
            "no_flow.gdl",
            "empty.gdl",
        )
    ):
        assert code in (0, 1, 2)
    else:
        assert code in (1, 2), told.out
        assert told.out + told.err


@pytest.mark.parametrize("command", ["run", "sim", "bench", "perft"])
def test_a_compiled_game_that_was_changed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Well formed, and still no program: `Take` is called without what it needs."""
    main(["compile", "nim", "-o", "nim.ir.json"])
    data = json.loads(Path("nim.ir.json").read_text(encoding="utf-8"))
    take = next(f for f in data["program"]["functions"] if f["name"] == "Take")
    take["params"], take["locals"], take["local_names"] = 0, [], []
    Path("nim.ir.json").write_text(json.dumps(data), encoding="utf-8")
    more = {"run": ["--human", "none"], "perft": []}
    code = main([command, "nim.ir.json", *more.get(command, MORE.get(command, []))])
    told = capsys.readouterr()
    assert code in (1, 2)
    assert "nim.ir.json" in told.err
    assert "defect" not in told.err


@pytest.mark.parametrize(
    "words", [["schema", "junk.gdl", "Card"], ["replay", "junk.gdl"], ["new", "\0"], ["explain", "\x1b"],
     ["lint", "x" * 5000], ["run", "x" * 5000], ["bench", "pig", "--seconds", "-1"], ["bench", "pig", "--seconds", "nan"]]
)
def test_the_other_commands_too(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) in (1, 2)
    assert "defect" not in capsys.readouterr().err
