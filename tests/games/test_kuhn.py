"""Kuhn poker, solved in the literature: with the equilibrium strategies the first player loses 1/18 a game."""

from __future__ import annotations

from fractions import Fraction

import pytest

import gdl
from gdl.dsl import ir
from gdl.interpreter.perft import Explorer, Position

JACK, QUEEN, KING = range(3)


def strategy(alpha: Fraction, seat: int, card: int, facing: bool, moved: bool) -> Fraction:
    """How often a player bets (or calls, when facing a bet); Kuhn 1950, one equilibrium for each alpha in 0..1/3."""
    if seat == 0 and not moved:
        return {JACK: alpha, QUEEN: Fraction(0), KING: 3 * alpha}[card]
    if seat == 0:
        return {JACK: Fraction(0), QUEEN: alpha + Fraction(1, 3), KING: Fraction(1)}[card]
    if facing:
        return {JACK: Fraction(0), QUEEN: Fraction(1, 3), KING: Fraction(1)}[card]
    return {JACK: Fraction(1, 3), QUEEN: Fraction(0), KING: Fraction(1)}[card]


def value(explorer: Explorer, position: Position, alpha: Fraction, moves: tuple[str, ...]) -> Fraction:
    """What the first player may expect."""
    program = explorer.machine.program
    if position.index != -1:  # at a chance point
        steps = explorer.next(position)
        total = sum(w for w, _ in steps)
        return sum((Fraction(w, total) * value(explorer, p, alpha, moves) for w, p in steps), Fraction(0))
    if position.question is None:
        return Fraction(position.state[3][0][1])
    seat = position.question.seat
    hand = next(z for z, info in enumerate(program.zones) if info.family == "hand" and info.player == seat)
    card = program.components[position.state[program.zone_slot + hand][0]].kind
    ask = program.blocks[position.question.block].exit
    assert isinstance(ask, ir.Ask)
    names = [ask.choice.entries[option[0]].name for option in position.question.options]
    facing = "Call" in names
    bets = strategy(alpha, seat, card, facing, bool(moves))
    out = Fraction(0)
    for (_, after), name in zip(explorer.next(position), names, strict=True):
        chance = bets if name in ("Bet", "Call") else 1 - bets
        if chance:
            out += chance * value(explorer, after, alpha, (*moves, name))
    return out


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_value_of_the_game(alpha: Fraction) -> None:
    explorer = Explorer(gdl.load("kuhn_poker").program())
    [start] = explorer.first()
    assert value(explorer, start, alpha, ()) == Fraction(-1, 18)
