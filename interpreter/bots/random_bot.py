"""Any option, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gdl.interpreter.bots.position import Judged, Position


class RandomBot:
    """Plays at random: the yardstick, and what playouts do."""

    name = "random"

    def judge(self, position: Position, rng: Random) -> Sequence[Judged]:
        return ()

    def choose(self, position: Position, rng: Random) -> int:
        return rng.randrange(position.count)
