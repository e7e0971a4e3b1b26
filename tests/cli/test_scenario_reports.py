"""How `gdl test` tells what came out, from outcomes made by hand."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema

from gdl.cli.test import as_json, as_junit, as_text
from gdl.scenarios import Outcome

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "test.schema.json").read_text())
PASSED = Outcome("two may play", "a.gdl", 7, ("AB-GO-01",), True, seconds=0.25)
FAILED = Outcome('"<odd>" & bad', "a.gdl", 12, (), False, "line 14: then p1.score = 3\nfound 2\x1b[2J", 0.5)


def test_text_is_one_line_for_what_passed_and_the_reason_for_what_did_not() -> None:
    assert as_text(PASSED, colour=False) == "a.gdl:7: passed: two may play\n"
    told = as_text(FAILED, colour=False)
    assert told.startswith('a.gdl:12: failed: "<odd>" & bad\n    line 14: then p1.score = 3\n    found 2')
    assert "\x1b" not in told
    assert "\x1b[31mfailed\x1b[0m" in as_text(FAILED, colour=True)


def test_json_follows_its_schema() -> None:
    told = json.loads(as_json([PASSED, FAILED]))
    jsonschema.validate(told, SCHEMA)
    assert (told["passed"], told["failed"]) == (1, 1)
    assert told["scenarios"][0]["cites"] == ["AB-GO-01"]
    assert told["scenarios"][1]["message"].startswith("line 14")


def test_junit_is_xml_whatever_the_names() -> None:
    suite = ET.fromstring(as_junit([PASSED, FAILED]))
    assert (suite.get("tests"), suite.get("failures"), suite.get("time")) == ("2", "1", "0.750")
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["two may play", '"<odd>" & bad']
    failure = cases[1].find("failure")
    assert failure is not None and failure.get("message") == "line 14: then p1.score = 3"
    assert cases[0].find("failure") is None
