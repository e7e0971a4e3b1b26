"""`gdl fmt`: writes in place, or only tells; leaves alone what does not parse."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from gdl.cli import main

UGLY = "game   Small :\n  players:2   # two\n"


@pytest.fixture
def ugly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("ugly.gdl")
    path.write_text(UGLY)
    return path


def test_in_place_and_then_there_is_nothing_to_do(ugly: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "."]) == 0
    told = capsys.readouterr()
    assert told.out == "laid out ugly.gdl\n" and "1 changed" in told.err
    lines = ugly.read_text().splitlines()
    assert lines[0] == "game Small:"
    assert lines[1].startswith("    players: 2") and lines[1].endswith("# two")
    assert [path.name for path in Path(".").iterdir()] == ["ugly.gdl"]
    assert main(["fmt", "--check", "ugly.gdl"]) == 0
    assert "1 unchanged" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_looking_changes_nothing_and_exits_with_1(ugly: Path, option: str) -> None:
    assert main(["fmt", option, "ugly.gdl"]) == 1
    assert ugly.read_text() == UGLY


def test_diff_shows_both(ugly: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["fmt", "--diff", "ugly.gdl"])
    told = capsys.readouterr().out
    assert "-game   Small :\n" in told and "+game Small:\n" in told


def test_what_does_not_parse_is_left_alone(ugly: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = UGLY + "rule x(:\n"
    ugly.write_text(broken)
    assert main(["fmt", "ugly.gdl"]) == 1
    assert ugly.read_text() == broken
    told = capsys.readouterr().err
    assert "ugly.gdl:3:" in told and "1 cannot be parsed" in told


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(UGLY))
    assert main(["fmt", "-"]) == 0
    assert capsys.readouterr().out.startswith("game Small:\n")


def test_the_mode_of_a_file_and_a_link_to_it_stay(ugly: Path) -> None:
    ugly.chmod(0o640)
    Path("link.gdl").symlink_to("ugly.gdl")
    assert main(["fmt", "link.gdl"]) == 0
    assert Path("link.gdl").is_symlink()
    assert ugly.stat().st_mode & 0o777 == 0o640
    assert ugly.read_text() != UGLY
