"""How fast each way of executing plays each shipped game: decisions a second of random play, and copies.

    python benchmarks/forms.py [seconds] [game ...]

Processor time is measured, so that other work on the machine counts little.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import gdl
from gdl.interpreter.machine import Machine
from gdl.interpreter.match import Match, Mode, machine_for

GAMEDEFS = Path(__file__).parents[1] / "gamedefs"
MODES: tuple[Mode, ...] = ("reference", "full", "fast")


def decisions_per_second(machine: Machine, mode: Mode, seconds: float) -> float:
    """Random play from the start, again and again."""
    source = random.Random(1)
    made = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        made += Match.new(machine, source.getrandbits(32), mode=mode).playout(source, 200)
    return made / spent


def copies_per_second(match: Match, seconds: float) -> float:
    made = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(100):
            match.copy()
        made += 100
    return made / spent


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    wanted = sys.argv[2:]
    print(f"{'game':<22}{'reference':>12}{'full':>12}{'fast':>12}{'copies':>12}   per second")
    for path in sorted(GAMEDEFS.glob("*.gdl")) + sorted(GAMEDEFS.glob("classics/*.gdl")):
        if wanted and path.stem not in wanted:
            continue
        machine = machine_for(gdl.load(path).program())
        rates = [decisions_per_second(machine, mode, seconds) for mode in MODES]
        copies = copies_per_second(Match.new(machine, 1), seconds / 4)
        print(f"{path.stem:<22}" + "".join(f"{rate:>12,.0f}" for rate in (*rates, copies)))


if __name__ == "__main__":
    main()
