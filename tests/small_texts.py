"""Parts of small definitions that tests of several folders put their own lines between."""

from __future__ import annotations


def dealing(count: int, zone: str) -> str:
    """Each player gets so many cards of a shuffled deck into a zone, then they take turns."""
    return f"""\
flow:
    once Deal
    repeat Turn for each player

phase Deal:
    shuffle deck
    for p in players:
        draw {count} from deck to p.{zone}
"""


def race(most: int) -> str:
    """Players take turns and have a score up to `most`; see `GOAL_WINS`."""
    return f"""\
state:
    each player:
        score: 0..{most} = 0

flow:
    repeat Turn for each player
"""


GOAL_WINS = """\
when some p in players where p.score >= GOAL:
    win p
"""
