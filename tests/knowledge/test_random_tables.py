"""Random steps on a table with every sort of zone: after each, guesses for every seat are whole, look the
same, and are blind."""

from __future__ import annotations

import json
from random import Random

import pytest
from small_table import SmallTable
from test_sample import seen_is_known, whole

from gdl.dsl import ir
from gdl.interpreter.sample import Sampler
from gdl.interpreter.view import Viewer

ZONES = (
    "deck: deck secret = a b c w1 w2 h1 h2",
    "hand each: hand owner = / d e / f g",
    "table: row open",
    "pool each: pool secret",
    "field each: row face down",
    "heap: pool face down",
    "shared: pool owner = P1x P1y P2x P2y P3x P3y",
    "spot: slot secret",
    "on h1: cargo: pool open",
    "on h2: cargo: pool open",
    "on h1: under: stack secret",
    "on h2: under: stack secret",
)
VARS = (
    ("marks", "open", True, "component"),
    ("wounds", "card", False, "component"),
    ("hunted", "open", False, "game"),
    ("plan", "owner", False, "player"),
)
REFERENCE = ir.Type("component", 0, optional=True)


def table() -> SmallTable:
    return SmallTable(
        3,
        *ZONES,
        vars=VARS,
        var_types={"hunted": REFERENCE, "plan": REFERENCE},
        keeps="a b c d e f g w1 w2 h1 h2",
    )


def fitting(small: SmallTable, rng: Random) -> str:
    """One step that is possible now."""
    names = list(small.zones)
    card = rng.choice(small.names)
    seat = f"p{rng.randrange(3) + 1}"
    some = rng.sample(small.names, 3)
    match rng.randrange(12):
        case 0 | 1 | 2 | 3 | 4:
            zone = rng.choice(names)
            if small.program.zones[small.zones[zone]].shape == "slot" and small.lying(zone):
                return f"move {card} table"
            if zone.split(".")[0] in ("h1", "h2") and card in ("h1", "h2"):
                return f"move {card} deck"
            return f"move {card} {zone} {rng.choice(['top', 'bottom'])}"
        case 5:
            ordered = [z for z in names if small.knowledge.sight.ordered[small.zones[z]]]
            zone = rng.choice(ordered)
            order = [small.names[c] for c in small.lying(zone)]
            rng.shuffle(order)
            return f"shuffle {zone} {' '.join(order)}"
        case 6:
            return f"reveal {card} {seat}"
        case 7:
            return f"conceal {','.join(some)}"
        case 8:
            left, right = rng.sample(["p1.hand", "p2.hand", "p3.hand", "p1.pool"], 2)
            return f"swap {left} {right}"
        case 9:
            zone = small.program.zones[small.S[small.program.place_slot + small.number[card]]]
            return f"turn {card} up" if zone.sight == "face down" else f"reveal {card}"
        case 10:
            kinds = sorted({name.strip("12") for name in some if name[0] != "P"} or {"a"})
            return f"truth {card} {','.join(kinds)}"
        case _:
            return rng.choice(
                [f"set marks {card} {rng.randrange(3)}", f"set hunted - {card}", f"set plan {seat} {card}"]
            )


@pytest.mark.parametrize("seed", range(40))
def test_guesses_on_random_tables(seed: int) -> None:
    rng = Random(seed)
    small = table()
    sampler, viewer = Sampler(small.program), Viewer(small.program)
    steps: list[str] = []
    for _ in range(15):
        steps.append(fitting(small, rng))
        small.play(steps[-1])
        seen_is_known(small, small.S)
        for seat in range(3):
            guess = sampler.sample(small.S, seat, Random(seed))
            whole(small, guess)
            seen_is_known(small, guess)
            now, then = viewer.view(small.S, seat), viewer.view(guess, seat)
            assert json.dumps(now) == json.dumps(then), (steps, seat)
            assert sampler.sample(guess, seat, Random(seed)) == guess, (steps, seat)
