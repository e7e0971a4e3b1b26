"""Poker games that the literature has solved: our trees have as many information sets, and are worth as much.

What a tree is worth is found here by regret matching; the best answers to the strategies that come out are computed
exactly, and bound the worth of the game from both sides.
"""

from __future__ import annotations

import pytest
from solve import tree_of, worth_between

import gdl


def cards(node: gdl.Node, seat: int) -> str:
    """All cards that the seat sees, by zone."""
    zones = node.match.view(seat)["zones"]
    seen = [(zone["id"], [item.get("kind") for item in zone.get("items", ())]) for zone in zones if zone["id"] != "deck"]
    return str(seen)


@pytest.mark.parametrize(
    ("game", "sets", "worth", "rounds"),
    [
        # Kuhn 1950: three cards, four decisions each way of betting can come to; -1/18 for the first player.
        pytest.param("kuhn_poker", 12, -1 / 18, 300, id="kuhn_poker"),
        # Southey and others 2005: 288 = 3 cards * 6 decisions, and 5 ways to the second round * 3 * 3 cards * 6
        # decisions; the worth is that of Lanctot and others 2017, by a linear program.
        pytest.param("leduc_poker", 288, -0.085606424, 400, id="leduc_poker"),
    ],
)
def test_information_and_worth(game: str, sets: int, worth: float, rounds: int) -> None:
    tree, known = tree_of(gdl.load(game).tree(), cards)
    assert len(known) == sets
    low, high = worth_between(tree, known, rounds)
    assert low <= worth <= high
    assert high - low < 0.015
