"""GDL1008, GDL1018: a loop that nothing in it can leave; a game that nothing ends."""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.text import Text

LEAVING = (
    s.Leave, s.Outcome, s.EndPhase, s.EndWithScore, s.Do, s.Offer, s.OpenWindow, s.Together, s.OwnSteps,
)  # fmt: skip
"""Steps that leave a loop, or that let something happen which may end the game."""
CHANGING = (
    *LEAVING, s.Move, s.Take, s.Draw, s.Roll, s.Shuffle, s.Swap, s.Split, s.Arrange, s.Turn, s.Give, s.EndEffects,
    s.Choose, s.ChooseOne, s.May,
)  # fmt: skip
"""Steps that may change what the condition of a `while` asks about."""


def endless(text: Text, to: Diagnostics) -> None:
    """`repeat:` without a number, with no step in it that could leave it or end the game; `while` on what stays."""
    for node in text.of(s.Repeat):
        if node.times is None and not any(isinstance(x, LEAVING) for x in walk(node.body)):
            to.warning(
                "GDL1008",
                node.span,
                "nothing in this loop can leave it",
                "add `stop if ...`, or say how often: `repeat 3 times:`",
            )
    for loop in text.of(s.While):
        inside = walk(loop.body)
        if any(isinstance(x, CHANGING) for x in inside):
            continue
        asked = {x.name for x in walk(loop.condition) if isinstance(x, s.Name | s.Ident)}
        calls = any(isinstance(x, s.Call | s.Flip | s.Search) for x in walk(loop.condition))
        values = {value.name.name for value in text.of(s.Value)}
        changed = {
            x.name
            for step in inside
            if isinstance(step, s.Assign | s.Let)
            for x in (walk(step.target) if isinstance(step, s.Assign) else (step.name,))
            if isinstance(x, s.Name | s.Ident)
        }
        if not asked & changed and not calls and not asked & values:
            to.warning(
                "GDL1008",
                loop.span,
                "nothing in this loop changes what its condition asks about",
                "change it in the loop, or leave with `stop if ...`",
            )


def nothing_ends(text: Text, to: Diagnostics) -> None:
    """A flow that repeats goes on until a rule ends the game; no step of this game does."""
    repeats = [line for line in text.of(s.FlowLine) if line.word == "repeat"]
    ends = any(o.word in ("win", "tie", "everyone loses", "eliminate") for o in text.of(s.Outcome))
    if repeats and not ends and not text.of(s.EndWithScore):
        to.warning(
            "GDL1018",
            repeats[-1].span,
            "nothing ever ends this game",
            "somewhere say `win p`, `tie`, `everyone loses` or `end with score ...`",
        )
