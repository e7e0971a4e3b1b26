"""Definitions that are nearly right, in hundreds of ways: whatever is said about them is a diagnostic, never anything else."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from scrambled import scrambled, trouble

ROOT = Path(__file__).parents[2]
BUDGET = float(os.environ.get("GDL_SOAK_SECONDS", "20"))
TEXTS = [
    path.read_text(encoding="utf-8")
    for folder in ("gamedefs/classics", "docs/cookbook")
    for path in sorted((ROOT / folder).glob("*.gdl"))
]
PARTS, EACH = 8, 25


def test_there_are_texts() -> None:
    assert len(TEXTS) >= 20
    assert len({scrambled(TEXTS, f"part 0 {number}") for number in range(EACH)}) == EACH


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_but_diagnostics(part: int, tmp_path: Path) -> None:
    for number in range(EACH):
        text = scrambled(TEXTS, f"part {part} {number}")
        wrong = trouble(text, tmp_path)
        assert not wrong, f"{text}\n{wrong}"


@pytest.mark.soak
def test_and_many_more(tmp_path: Path) -> None:
    end = time.perf_counter() + BUDGET / 10
    number = 0
    while time.perf_counter() < end:
        text = scrambled(TEXTS, f"more {number}")
        wrong = trouble(text, tmp_path)
        assert not wrong, f"{text}\n{wrong}"
        number += 1
