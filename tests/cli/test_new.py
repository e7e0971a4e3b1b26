"""`gdl new`: what it writes is a good example: clean, laid out, proven, and it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.cli import main


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "file", "head"),
    [
        ("my_game", "my_game.gdl", 'game MyGame:\n    title: "My Game"\n'),
        ("MyGame", "my_game.gdl", 'game MyGame:\n    title: "My Game"\n'),
        ("go 2.gdl", "go_2.gdl", 'game Go2:\n    title: "Go 2"\n'),
    ],
)
def test_it_is_named_as_asked(name: str, file: str, head: str) -> None:
    assert main(["new", name]) == 0
    assert head in Path(file).read_text()


@pytest.mark.parametrize("name", ["", "1st", "a/b", "..", "ä*"])
def test_a_name_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    assert main(["new", name]) == 2
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    Path("my_game.gdl").write_text("mine")
    assert main(["new", "my_game"]) == 2
    assert "my_game.gdl is there already" in capsys.readouterr().err
    assert Path("my_game.gdl").read_text() == "mine"


@pytest.mark.parametrize(
    "words", [["lint", "--strict"], ["fmt", "--check"], ["test"], ["sim", "--games", "20"]]
)
def test_what_it_writes_is_a_good_example(words: list[str]) -> None:
    main(["new", "my_game"])
    assert main([words[0], "my_game.gdl", *words[1:]]) == 0
