"""The variants of a shipped game that do not go together are refused, whatever else is chosen with them, in words that name
both."""

from __future__ import annotations

from pathlib import Path

from gdl.combinations import CLASH, every_combination, with_variants
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import load

TIGER = Path(__file__).parents[2] / "gamedefs" / "tossing_tiger.gdl"
APART = {"Simulwars", "FightTogether"}
"""Both say who fights in a round."""


def test_tossing_tiger_refuses_exactly_what_its_rules_keep_apart() -> None:
    loaded = load(TIGER, Diagnostics())
    assert loaded is not None
    every = every_combination(loaded)
    assert len(every) == len(set(every)) == 192
    refused = 0
    for names in every:
        told = Diagnostics()
        with_variants(loaded, names, told)
        wrong = {item.message for item in told if item.code == CLASH}
        assert bool(wrong) == (set(names) >= APART), names
        assert not wrong or any(all(name in message for name in APART) for message in wrong), wrong
        refused += bool(wrong)
    assert refused == 48
