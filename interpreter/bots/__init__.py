"""Bots that play any game, hidden cards or not, and know of it only what their seat knows.

    bot = bot_for("ismcts:200")
    match.apply_index(bot.choose(Position(match), Random(7)))

`random`, `mc` (flat Monte Carlo over guesses), `ismcts` (information-set tree search).
"""

from gdl.interpreter.bots.position import Bot, Judged, Position
from gdl.interpreter.bots.spec import BOTS, bot_for

__all__ = ["BOTS", "Bot", "Judged", "Position", "bot_for"]
