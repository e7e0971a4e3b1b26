"""What other programs read: each format is valid for a sound game and for a wrong one, and stands alone on standard output."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from small_texts import GOAL_WINS, race

from gdl.cli import main

SCHEMAS = Path(__file__).parents[2] / "schemas"
SOUND = (
    """\
game Tiny:
    players: 2

option GOAL: 1..9 = 1

"""
    + race(9)
    + """
phase Turn(p: Player):
    offer p: Take

action Take(p: Player) "take one":
    p.score += 1

"""
    + GOAL_WINS
    + """
scenario "one is enough":
    do p1 Take
    then won p1
"""
)
WRONG = SOUND.replace("p.score += 1", "p.scroe += 1")
FAILING = SOUND.replace("then won p1", "then won p2")

SARIF: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name", "rules"],
                                "properties": {"rules": {"uniqueItems": True, "items": {"required": ["id"]}}},
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "required": ["ruleId", "level", "message", "locations"],
                            "properties": {
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": {"required": ["text"]},
                                "locations": {
                                    "items": {
                                        "required": ["physicalLocation"],
                                        "properties": {
                                            "physicalLocation": {
                                                "required": ["artifactLocation", "region"],
                                                "properties": {
                                                    "artifactLocation": {
                                                        "properties": {"uri": {"pattern": "^[A-Za-z0-9_./~%:-]+$"}}
                                                    },
                                                    "region": {
                                                        "additionalProperties": {"type": "integer", "minimum": 1}
                                                    },
                                                },
                                            }
                                        },
                                    }
                                },
                            },
                        },
                    },
                },
            },
        },
    },
}
"""What SARIF 2.1.0 requires of a log with results that have places."""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a b").mkdir()
    for name, text in {"sound.gdl": SOUND, "a b/wrong.gdl": WRONG, "failing.gdl": FAILING}.items():
        Path(name).write_text(text, encoding="utf-8")


def validate(text: str, schema: str) -> Any:
    told = json.loads(text)
    jsonschema.validate(told, json.loads((SCHEMAS / f"{schema}.schema.json").read_text(encoding="utf-8")))
    return told


@pytest.mark.parametrize(
    ("words", "schema", "code"),
    [
        ("lint sound.gdl", "lint", 0),
        ("lint a_b/wrong.gdl", "lint", 1),
        ("test sound.gdl", "test", 0),
        ("test failing.gdl", "test", 1),
        ("test a_b/wrong.gdl", "test", 1),
        ("hooks sound.gdl", "hooks", 0),
        ("sim sound.gdl --games 3 --seed 1", "sim", 0),
        ("sim sound.gdl --games 4 --seed 1 --bots random,mc:1 --rotate", "tournament", 0),
        ("perft sound.gdl --depth 2", "perft", 0),
        ("bench sound.gdl --seconds 0.01", "bench", 0),
    ],
)
def test_json(words: str, schema: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word.replace("a_b", "a b") for word in words.split()] + ["--format", "json"]) == code
    told = capsys.readouterr()
    found = validate(told.out, schema)
    assert bool(found) == (schema != "lint" or code == 1)
    assert told.err == ""


def test_hooks_name_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    main(["hooks", "sound.gdl", "--format", "json"])
    told = validate(capsys.readouterr().out, "hooks")
    assert {(row["word"], row["name"], row["place"]) for row in told} == {
        ("option", "GOAL", "sound.gdl:4:1"),
        ("phase", "Turn", "sound.gdl:13:1"),
        ("action", "Take", "sound.gdl:16:1"),
    }


def test_sarif(capsys: pytest.CaptureFixture[str]) -> None:
    for file, code, results in (("sound.gdl", 0, 0), ("a b/wrong.gdl", 1, 1)):
        assert main(["lint", file, "--format", "sarif"]) == code
        told = capsys.readouterr()
        log = json.loads(told.out)
        jsonschema.validate(log, SARIF)
        assert len(log["runs"][0]["results"]) == results and told.err == ""
    (result,) = log["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b/wrong.gdl"


def test_github(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "a b/wrong.gdl", "--format", "github"]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("::error file=a b/wrong.gdl,line=17,col=7,") and told.err == ""
    assert main(["lint", "sound.gdl", "--format", "github"]) == 0
    assert capsys.readouterr().out == ""


def test_junit(capsys: pytest.CaptureFixture[str]) -> None:
    for file, code, failures in (("sound.gdl", 0, "0"), ("failing.gdl", 1, "1"), ("a b/wrong.gdl", 1, "1")):
        assert main(["test", file, "--format", "junit"]) == code
        told = capsys.readouterr()
        suite = ET.fromstring(told.out)
        assert (suite.get("tests"), suite.get("failures"), told.err) == ("1", failures, "")
        assert (suite.find("testcase/failure") is not None) == bool(code)


# ---------------------------------------------------------------------- streams that are closed, full, a terminal


def shell(line: str) -> subprocess.CompletedProcess[str]:
    words = line.replace("gdl", f"{sys.executable} -m gdl", 1)
    return subprocess.run(["bash", "-c", words], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("gdl lint 'a b/wrong.gdl' | true; exit ${PIPESTATUS[0]}", 0, "1 error in 1 file\n"),
        ("gdl test -v sound.gdl | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}", 0, ""),
        ("gdl lint 'a b/wrong.gdl' >&-", 1, "1 error in 1 file\n"),
        ("gdl run sound.gdl --seed 1 <&- >&-", 0, ""),
        ("gdl nonsense 2>&-", 2, ""),
        ("gdl hooks sound.gdl >/dev/full", 2, "gdl: the output cannot be written: No space left on device\n"),
    ],
)
def test_whoever_does_not_listen_is_no_defect(line: str, code: int, said: str) -> None:
    done = shell(line)
    assert (done.stdout, done.returncode) == ("", code)
    assert done.stderr == said or ("|" in line and not done.stderr)


@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colour_is_for_terminals_that_want_it(environment: dict[str, str], coloured: bool) -> None:
    ours, theirs = pty.openpty()
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    subprocess.run(
        [sys.executable, "-m", "gdl", "lint", "a b/wrong.gdl"],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env=plain | environment,
        timeout=60,
    )
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "GDL0" in shown and ("\x1b[" in shown) == coloured


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("run sound.gdl --watch 9", "there is no seat 9; the seats are 1 to 2"),
        ("run sound.gdl --human 0", "there is no seat 0; the seats are 1 to 2"),
        ("run sound.gdl --players 7", "Tiny is for 2 players, not 7"),
        ("run sound.gdl --variant Fast", "there is no variant of sound.gdl called `Fast`"),
        ("run sound.gdl --set GAOL=3", "did you mean `GOAL`?"),
        ("run sound.gdl --set GOAL=30", "GOAL is a number from 1 to 9; 30 is outside"),
        ("schema sound.gdl Card", "there is no component type called `Card`"),
        ("sim sound.gdl --bot rnadom", "did you mean `random`?"),
        ("hooks sonud.gdl", "did you mean `sound.gdl`?"),
    ],
)
def test_wrong_words_say_nothing_else(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    told = capsys.readouterr()
    assert said in told.err and told.out == ""
