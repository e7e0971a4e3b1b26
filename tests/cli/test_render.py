"""Diagnostics as text, JSON, GitHub annotations and SARIF, from values made by hand."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from gdl.dsl.diagnostics import Diagnostic
from gdl.dsl.source import Source, Span
from gdl.render import as_github, as_json, as_sarif, as_text, summary

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "lint.schema.json").read_text())
TEXT = "phase Turn(p: Player):\n    pto += 1\n"
SOURCES = {"a.gdl": Source("a.gdl", TEXT)}


def diagnostic(
    line: int = 2, column: int = 5, end_line: int = 2, end_column: int = 8, **changed: str
) -> Diagnostic:
    told = {"code": "GDL0301", "message": "there is no `pto`", "hint": "did you mean `pot`?", **changed}
    return Diagnostic(
        told["code"],
        "error",
        told["message"],
        Span("a.gdl", line, column, end_line, end_column),
        told["hint"],
    )


def test_text_shows_the_line_marks_the_place_and_gives_the_hint() -> None:
    assert as_text([diagnostic()], SOURCES) == (
        "a.gdl:2:5: error GDL0301: there is no `pto`\n"
        "   2 |     pto += 1\n"
        "     |     ^^^\n"
        "     = did you mean `pot`?\n"
    )


def test_text_without_the_source_or_a_hint_is_one_line() -> None:
    assert as_text([diagnostic(hint="")], {}) == "a.gdl:2:5: error GDL0301: there is no `pto`\n"


def test_a_place_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert as_text([diagnostic(1, 7, 2, 9)], SOURCES).splitlines()[2] == "     |       " + "^" * len(
        "Turn(p: Player):"
    )


@pytest.mark.parametrize(
    ("line", "column", "end", "marked"),
    [
        ("猫 = pto", 5, 8, "     |      ^^^"),  # a wide character takes two cells
        ("\tpto", 2, 5, "     |  ^^^"),  # a tab is shown as one blank
        ("ab", 3, 3, "     |   ^"),  # past the end: where something is missing
        ("e\u0301 = pto", 6, 9, "     |     ^^^"),  # a combining accent takes none
        ("x", 90, 95, "     |  ^"),  # nonsense still prints
    ],
)
def test_the_mark_stands_under_the_place(line: str, column: int, end: int, marked: str) -> None:
    sources = {"a.gdl": Source("a.gdl", line)}
    assert as_text([diagnostic(1, column, 1, end, hint="")], sources).splitlines()[2] == marked


def test_a_very_long_line_is_cut_around_the_place() -> None:
    line = "x" * 5000 + "pto" + "y" * 5000
    shown = as_text([diagnostic(1, 5001, 1, 5004, hint="")], {"a.gdl": Source("a.gdl", line)}).splitlines()
    assert len(shown[1]) < 200
    start = shown[2].index("^")
    assert shown[1][start : start + 3] == "pto"


def test_text_from_a_definition_cannot_steer_the_terminal() -> None:
    sources = {"a.gdl": Source("a.gdl", "\x1b[2J\u202eevil")}
    shown = as_text([diagnostic(1, 1, 1, 2, message="\x1b]0;title\x07")], sources)
    assert "\x1b" not in shown and "\u202e" not in shown and "\x07" not in shown


def test_colour_only_when_asked_for() -> None:
    assert "\x1b[" not in as_text([diagnostic()], SOURCES)
    assert "\x1b[1;31merror GDL0301\x1b[0m" in as_text([diagnostic()], SOURCES, colour=True)


def test_json_follows_its_schema_and_loses_nothing() -> None:
    found = json.loads(as_json([diagnostic(), diagnostic(hint="")], SOURCES))
    jsonschema.validate(found, SCHEMA)
    assert found[0] == {
        "code": "GDL0301",
        "severity": "error",
        "message": "there is no `pto`",
        "hint": "did you mean `pot`?",
        "file": "a.gdl",
        "line": 2,
        "column": 5,
        "end_line": 2,
        "end_column": 8,
    }


def test_github_escapes_what_would_end_the_command() -> None:
    shown = as_github([diagnostic(message="50%\nof ::it", hint="")], SOURCES)
    assert shown == "::error file=a.gdl,line=2,col=5,endLine=2,endColumn=8,title=GDL0301::50%25%0Aof ::it\n"


def test_sarif_names_each_rule_once_and_points_to_it() -> None:
    log = json.loads(as_sarif([diagnostic(), diagnostic(code="GDL0102"), diagnostic(line=1)], SOURCES))
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["GDL0102", "GDL0301"]
    assert [(r["ruleId"], r["ruleIndex"], r["level"]) for r in run["results"]] == [
        ("GDL0301", 1, "error"),
        ("GDL0102", 0, "error"),
        ("GDL0301", 1, "error"),
    ]
    assert run["results"][0]["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a.gdl"},
        "region": {"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 8},
    }


def test_the_summary_counts() -> None:
    assert summary([], 1) == "nothing to report in 1 file"
    assert summary([diagnostic(), diagnostic()], 2) == "2 errors in 2 files"
