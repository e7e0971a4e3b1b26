"""What the header of a game says before anything is elaborated: how many may play, and whether it may be endless."""

from __future__ import annotations

from gdl.dsl import syntax as s

MOST_PLAYERS = 100
RARE = (1, 100)
"""Of a game whose header says that it may be endless, so many of so many go on for ever, if it says no more."""


def players_of(game: s.Game) -> tuple[int, int]:
    """`players: 2..4` as (2, 4), `players: 2` as (2, 2); (1, 1) where the header does not say, or says it wrongly."""
    for setting in game.settings:
        if setting.name.name == "players" and not what_is_wrong(setting):
            low, high = _ends(setting)
            assert low is not None and high is not None
            return low, high
    return 1, 1


def endless_of(game: s.Game) -> str:
    """`endless: "why"`: the reason for which a game may go on for ever; empty where the header does not say so."""
    for setting in game.settings:
        if setting.name.name == "endless" and setting.values and isinstance(setting.values[0], s.Text):
            return "".join(part for part in setting.values[0].parts if isinstance(part, str))
    return ""


def endless_share(game: s.Game) -> tuple[int, int]:
    """`endless: "why", 1 in 20`: so many games, of so many, may go on for ever; one in a hundred where it is not said."""
    for setting in game.settings:
        if setting.name.name == "endless" and len(setting.values) == 2:
            return _share(setting.values[1]) or RARE
    return RARE


def is_endless_right(setting: s.Setting) -> bool:
    """A text that says why, and perhaps how many of how many."""
    why, *share = setting.values or (None,)
    return isinstance(why, s.Text) and len(share) < 2 and all(map(_share, share))


def _share(value: s.Expr) -> tuple[int, int] | None:
    """`1 in 20` as (1, 20); None where it is no part of a whole."""
    if not isinstance(value, s.Binary) or value.op != "in":
        return None
    some, of = _number(value.left), _number(value.right)
    return (some, of) if some is not None and of is not None and 0 < some < of else None


def what_is_wrong(setting: s.Setting) -> str:
    """Why a `players` setting cannot be meant, or nothing."""
    low, high = _ends(setting)
    if low is None or high is None:
        return "`players` is a number, or a range of numbers"
    if low < 1:
        return "a game needs at least one player"
    if low > high:
        return f"there is no number from {low} to {high}"
    return f"at most {MOST_PLAYERS} may play" if high > MOST_PLAYERS else ""


def _ends(setting: s.Setting) -> tuple[int | None, int | None]:
    if len(setting.values) != 1:
        return None, None
    value = setting.values[0]
    return (_number(value.low), _number(value.high)) if isinstance(value, s.Range) else (_number(value),) * 2


def _number(value: s.Expr) -> int | None:
    return value.value if isinstance(value, s.Number) else None
