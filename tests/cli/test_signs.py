"""Terminals and files that do not take every sign."""

from __future__ import annotations

import io
import sys

import pytest

from gdl.cli import main
from gdl.cli.signs import adapt_streams


def ascii_output(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    kept = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(kept, encoding="ascii", write_through=True))
    return kept


def test_the_nearest_sign_stands_for_one_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ascii_output(monkeypatch)
    adapt_streams()
    sys.stdout.write("gold 1 → 2 · Wolf ×2 – why … ☃")
    assert kept.getvalue() == b"gold 1 > 2 - Wolf x2 - why ... ?"


def test_a_match_is_told_in_plain_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What changed stands between dots, where there are any."""
    kept = ascii_output(monkeypatch)
    assert main(["run", "love_letter", "--seed", "1", "--human", "none", "--limit", "4"]) == 0
    told = kept.getvalue().decode("ascii")
    assert "Player 1" in told and " - " in told and "?" not in told.replace("? -", "")


def test_utf_8_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(kept, encoding="utf-8", write_through=True))
    adapt_streams()
    sys.stdout.write("1 → 2")
    assert kept.getvalue().decode() == "1 → 2"
