"""Kuhn poker, solved in the literature: with the equilibrium strategies the first player loses 1/18 a game."""

from __future__ import annotations

from fractions import Fraction

import pytest

import gdl


def strategy(alpha: Fraction, seat: int, card: str, facing: bool, moved: bool) -> Fraction:
    """How often a player bets (or calls, when facing a bet); Kuhn 1950, one equilibrium for each alpha in 0..1/3."""
    if seat == 0 and not moved:
        return {"Jack": alpha, "Queen": Fraction(0), "King": 3 * alpha}[card]
    if seat == 0:
        return {"Jack": Fraction(0), "Queen": alpha + Fraction(1, 3), "King": Fraction(1)}[card]
    if facing:
        return {"Jack": Fraction(0), "Queen": Fraction(1, 3), "King": Fraction(1)}[card]
    return {"Jack": Fraction(1, 3), "Queen": Fraction(0), "King": Fraction(1)}[card]


def own_card(node: gdl.Node, seat: int) -> str:
    """What the seat holds, as it sees it itself."""
    zones = {zone["id"]: zone for zone in node.match.view(seat)["zones"]}
    kind: str = zones[f"p{seat + 1}.hand"]["items"][0]["kind"]
    return kind


def value(node: gdl.Node, alpha: Fraction, moved: bool = False) -> Fraction:
    """What the first player may expect."""
    if node.kind == "end":
        return Fraction(node.payoffs[0])
    branches = node.branches()
    if node.kind == "chance":
        return sum((branch.chance * value(branch.node, alpha) for branch in branches), Fraction(0))
    assert node.seat is not None
    facing = any(branch.label == "call" for branch in branches)
    bets = strategy(alpha, node.seat, own_card(node, node.seat), facing, moved)
    shares = {branch: bets if branch.label in ("bet", "call") else 1 - bets for branch in branches}
    return sum((share * value(branch.node, alpha, True) for branch, share in shares.items() if share), Fraction(0))


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_value_of_the_game(alpha: Fraction) -> None:
    assert value(gdl.load("kuhn_poker").tree(), alpha) == Fraction(-1, 18)
