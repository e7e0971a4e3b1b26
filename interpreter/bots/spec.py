"""Bots by name: `random`, `mc:200`, `ismcts:1000`, `ismcts:0.5s`."""

from __future__ import annotations

import re
from collections.abc import Callable

from gdl.dsl.diagnostics import suggestion
from gdl.interpreter.bots.budget import Budget
from gdl.interpreter.bots.ismcts import Ismcts
from gdl.interpreter.bots.monte_carlo import MonteCarlo
from gdl.interpreter.bots.position import Bot
from gdl.interpreter.bots.random_bot import RandomBot

DEFAULT = Budget(iterations=200)

BOTS: dict[str, Callable[[Budget], Bot]] = {
    "random": lambda budget: RandomBot(),
    "mc": MonteCarlo,
    "ismcts": Ismcts,
}
"""Each kind of bot by its name."""


def bot_for(spec: str) -> Bot:
    """The bot that is meant; ValueError where that cannot be told."""
    kind, colon, limit = spec.strip().partition(":")
    if kind not in BOTS:
        near = suggestion(kind, BOTS)
        raise ValueError(f"there is no bot `{kind}`; there are {', '.join(BOTS)}" + (f"; {near}" if near else ""))
    if not colon:
        return BOTS[kind](DEFAULT)
    if kind == "random":
        raise ValueError("`random` does not think: it takes no limit")
    if re.fullmatch(r"[1-9]\d*", limit):
        return BOTS[kind](Budget(iterations=int(limit)))
    if re.fullmatch(r"\d+(\.\d+)?s", limit) and float(limit[:-1]) > 0:
        return BOTS[kind](Budget(seconds=float(limit[:-1])))
    raise ValueError(
        f"`{limit}` is no limit: iterations, as in `{kind}:200`, or seconds, as in `{kind}:0.5s`"
    )
