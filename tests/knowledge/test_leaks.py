"""The battery can fail: games that give something away in each of the ways that it looks at."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from battery import Battery, random_play
from small_texts import dealing

import gdl

GAME = (
    """\
game Leaky:
    players: 2

card Card:
    rank: 1..4
Card:
    | kind  | x | rank |
    | Ape   | 2 | 1    |
    | Bear  | 2 | 2    |
    | Crane | 2 | 3    |
    | Deer  | 2 | 4    |

zones:
    deck: deck of Card, secret, starts with all Card
    each player:
        hand: hand of Card, owner

state:
    rounds: 0..9 = 0

"""
    + dealing(3, "hand")
    + """
phase Turn(p: Player):
    rounds += 1
    if rounds = 6:
        tie
    offer p: Wait, Look

action Look(p: Player) "look":
    LOOK
action Wait(p: Player) "wait":
    pass
"""
)

LEAKS = {
    "a number that others read": 'log "{p} has {sum(c.rank for c in p.hand)} in hand"',
    "a card by its kind": 'for c in p.hand with most c.rank:\n        log "the best is {c.kind}"',
    "what is not said, too": "if some c in p.hand where c is Deer:\n        log \"nothing to see\"",
    "the top of the deck": 'if top(deck) is Card as c:\n        log "on top lies a {c.rank}"',
}
FINE = {
    "each reader by what it knows": 'log "{p} has {p.hand}"',
    "to one who knows": 'log "you have {sum(c.rank for c in p.hand)}" to p',
    "after it was shown": 'reveal p.hand\n    log "{p} has {sum(c.rank for c in p.hand)}"',
}


def played(deed: str, tmp_path: Path) -> int:
    """Everything is checked at every decision of some matches; how many deeds could be compared."""
    file = tmp_path / "leaky.gdl"
    file.write_text(GAME.replace("LOOK", deed))
    battery = Battery(gdl.load(file).program(2))
    for seed in range(6):
        for match in random_play(battery.program, seed, 20):
            for seat in range(2):
                guess = battery.guesser.guess(match.state, seat, Random(seed))
                battery.compared += battery.log_is_blind(match, guess, seat, 1)
    return battery.compared


@pytest.mark.parametrize("deed", LEAKS.values(), ids=LEAKS)
def test_a_leak_in_the_log_is_found(deed: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="reads what it does not know"):
        played(deed, tmp_path)


@pytest.mark.parametrize("deed", FINE.values(), ids=FINE)
def test_what_may_be_read_is_no_leak(deed: str, tmp_path: Path) -> None:
    assert played(deed, tmp_path) > 30
