"""The deep lint: what shows only in play. Some games at random: what fails, what never ends, what is never used."""

from __future__ import annotations

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import Loaded
from gdl.game import compiled, seats_of
from gdl.simulate import CAP, Tally, Unused, never_used, simulate

SEED = 1
"""Always the same, so that a finding can be found again."""


def play_deep(loaded: Loaded, games: int, diagnostics: Diagnostics, cap: int = CAP) -> None:
    """Plays so many games for the least and for the most players, and tells what they have shown.

    What only one of the two numbers came to is used.
    """
    total = Tally()
    unused: dict[str, Unused] | None = None
    for seats in sorted(set(seats_of(loaded.game))):
        program = compiled(loaded, seats, {}, Diagnostics())
        if program is not None:
            tally = simulate(program, games, SEED, cap=cap)
            total.add(tally)
            found = {str(each): each for each in never_used(program, tally)}
            unused = found if unused is None else {name: unused[name] for name in found if name in unused}
    diagnostics.extend(total.failures.values())
    if total.capped:
        diagnostics.warning(
            "GDL1901",
            loaded.game.name.span,
            f"{total.capped} of {total.games} games at random were not over after {cap:,} decisions",
            "see that something always brings the end nearer",
        )
    for each in (unused or {}).values():
        diagnostics.warning(
            "GDL1902",
            each.span,
            f"{each.word} `{each.name}` {_missing(each.word)} in {total.games} games at random",
            "it may be rare: try more games; or it cannot happen",
        )


def _missing(word: str) -> str:
    if word in ("action", "menu"):
        return "was never taken"
    return "never happened" if word in ("rule", "phase", "trigger", "table") else "never left its place"
