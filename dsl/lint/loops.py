"""GDL1008: a loop that nothing in it can leave."""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.text import Text

LEAVING = (
    s.Leave, s.Outcome, s.EndPhase, s.EndWithScore, s.Do, s.Offer, s.OpenWindow, s.Together, s.OwnSteps,
)  # fmt: skip
"""Steps that leave a loop, or that let something happen which may end the game."""


def endless(text: Text, to: Diagnostics) -> None:
    """`repeat:` without a number, with no step in it that could leave it or end the game."""
    for node in text.nodes:
        if isinstance(node, s.Repeat) and node.times is None:
            if not any(isinstance(x, LEAVING) for x in walk(node.body)):
                to.warning(
                    "GDL1008",
                    node.span,
                    "nothing in this loop can leave it",
                    "add `stop if ...`, or say how often: `repeat 3 times:`",
                )
