"""What lint promises to find: each has a code with its page, a case where it is told and one beside it where nothing is.

The cases are in `cases/promises.gdl` (`test_rules.py` runs them): `# PROMISE` heads a definition that is told of,
`# PROMISE: none` one that is nearly the same and is not.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGES = HERE.parent.parent / "dsl" / "codes"
PROMISED = {
    "unused type": "GDL1003",
    "unused kind": "GDL1003",
    "unused zone": "GDL1003",
    "unused state": "GDL1003",
    "unused value": "GDL1003",
    "unused rule": "GDL1007",
    "unused trait": "GDL1003",
    "unused option": "GDL1003",
    "action never offered": "GDL1005",
    "phase never reached": "GDL1006",
    "trigger that can never fire": "GDL1016",
    "choice that may be empty": "GDL1014",
    "table row missing": "GDL0523",
    "table row twice": "GDL0521",
    "text and effect disagree": "GDL1013",
    "citation of an unknown rule": "GDL1010",
    "rule of the catalogue not cited": "GDL1017",
    "loop that cannot end": "GDL1008",
    "window in mid-effect": "GDL1015",
    "value that feeds on itself": "GDL1009",
    "leak in an offer": "GDL1011",
    "leak in a public result": "GDL1012",
}
"""An action is never used where it is never offered: these are one."""


def cases() -> dict[str, str]:
    """Each case by its headings."""
    found: dict[str, str] = {}
    for text in re.split(r"^---\n", (HERE / "cases" / "promises.gdl").read_text(encoding="utf-8"), flags=re.MULTILINE):
        for line in text.splitlines():
            if not line.startswith("# ") or line.startswith("# catalogue"):
                break
            found[line.removeprefix("# ")] = text
    return found


@pytest.mark.parametrize("promise", PROMISED)
def test_promise(promise: str) -> None:
    code = PROMISED[promise]
    assert list(PAGES.glob(f"{code}-*.md")), f"{code} has no page"
    assert set(re.findall(r"#! (GDL\d{4})", cases()[promise])) == {code}
    assert "#!" not in cases()[f"{promise}: none"]


def test_every_case_is_promised() -> None:
    assert {heading.removesuffix(": none") for heading in cases()} == set(PROMISED)
