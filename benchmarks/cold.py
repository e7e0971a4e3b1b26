"""How long a start takes: linting each larger game, and loading a classic up to its first question.

    python -m benchmarks.cold [--runs 5] [--games NAME ...] [--classics NAME ...]

Each run is a process of its own, with nothing kept from the one before but what an installed package has: bytecode
and the tables of the parser (`make setup` makes both). The best of the runs counts: a machine that does other things
can only make a run slower. `cpu` is the processor's time in that process, which a busy machine disturbs less.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLASSICS = ROOT / "gamedefs" / "classics"
LOAD = "import gdl, sys; gdl.load(sys.argv[1]).new_match(seed=1).request"
LINT = "import sys; from gdl.cli import main; sys.argv[1:1] = ['lint', '--strict']; sys.exit(main())"
LINT_LIMIT, LOAD_LIMIT = 1.0, 0.3


def measured(code: str, file: Path, runs: int) -> tuple[float, float]:
    """The best seconds by the clock and of the processor, of so many fresh processes."""
    best, cpu = [], []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code, str(file)], cwd=ROOT, check=True, capture_output=True)
        best.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(best), min(cpu)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--games", nargs="*", default=sorted(p.stem for p in (ROOT / "gamedefs").glob("*.gdl"))
    )
    parser.add_argument("--classics", nargs="*", default=sorted(p.stem for p in CLASSICS.glob("*.gdl")))
    args = parser.parse_args()
    jobs = [("lint", LINT, ROOT / "gamedefs" / f"{name}.gdl", LINT_LIMIT) for name in args.games]
    jobs += [("load", LOAD, CLASSICS / f"{name}.gdl", LOAD_LIMIT) for name in args.classics]
    print(f"{'':26}seconds     cpu   limit")
    for word, code, file, limit in jobs:
        seconds, cpu = measured(code, file, args.runs)
        late = "  too slow" if seconds > limit else ""
        print(f"{word} {file.stem:<20}{seconds:8.2f}{cpu:8.2f}{limit:8.1f}{late}", flush=True)


if __name__ == "__main__":
    main()
