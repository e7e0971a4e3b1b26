"""A simulation that can be stopped and gone on with: one line a game in a file.

The first line says what is simulated; another simulation is not mixed into it. A line that was cut off by a crash is
not counted: its game is played again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.match import program_key
from gdl.simulate import How, Tally, each_game
from gdl.uses import Uses

COUNTERS = ("winners", "ends", "offered", "taken", "happened")
PLAIN = ("games", "finished", "capped", "seconds", "lengths", "rounds", "unfinished")
USES = ("offered", "taken", "users", "won")


class OtherSimulation(Exception):
    """The file is of another game, seed or bot, or of none."""


def games_kept(
    path: Path, program: ir.Program, seeds: list[int], seed: int, how: How, workers: int
) -> Iterator[Tally]:
    """One tally for each game, in the order of the seeds: those in the file, then the rest, each written when done."""
    about = {"program": program_key(program), "seed": seed, "cap": how.cap, "bot": how.bot}
    done = _read(path, about)
    kept = [done[each] for each in seeds if each in done]
    yield from kept
    left = [each for each in seeds if each not in done]
    with path.open("a", encoding="utf-8") as file:
        if not done and not file.tell():
            file.write(json.dumps(about) + "\n")
        elif not path.read_text(encoding="utf-8").endswith("\n"):
            file.write("\n")
        for number, tally in zip(left, each_game(program, left, how, workers), strict=True):
            if not tally.failures:  # a failure is told with its place each time
                file.write(json.dumps({"game": number, **_plain(tally)}) + "\n")
                file.flush()
            yield tally


def _read(path: Path, about: dict[str, Any]) -> dict[int, Tally]:
    if not path.exists() or not path.stat().st_size:
        return {}
    first, *rest = path.read_text(encoding="utf-8").split("\n")
    try:
        known = json.loads(first)
    except ValueError:
        known = None
    if known != about:
        raise OtherSimulation(f"{path} holds another simulation: other rules, seed, limit or bot")
    found: dict[int, Tally] = {}
    for line in rest:
        try:
            data = json.loads(line)
            found[data["game"]] = _tally(data)
        except (ValueError, KeyError, TypeError):
            continue
    return found


def _plain(tally: Tally) -> dict[str, Any]:
    """A tally of one game as JSON; counters as lists of pairs, since their keys are no strings."""
    uses = tally.uses
    return {
        **{name: getattr(tally, name) for name in PLAIN},
        **{name: _pairs(getattr(tally, name)) for name in COUNTERS},
        "moved": sorted(tally.moved),
        "uses": {
            **{name: _pairs(getattr(uses, name)) for name in USES},
            "seats": uses.seats,
            "half_wins": uses.half_wins,
            "lead_changes": uses.lead_changes,
        },
    }


def _tally(data: dict[str, Any]) -> Tally:
    uses = data["uses"]
    counters: dict[str, Any] = {name: _counter(data[name]) for name in COUNTERS}
    plain = {name: data[name] for name in PLAIN}
    used = Uses(
        **{name: _counter(uses[name]) for name in USES},
        seats=uses["seats"],
        half_wins=uses["half_wins"],
        lead_changes=uses["lead_changes"],
    )
    return Tally(**plain, **counters, moved=set(data["moved"]), uses=used)


def _pairs(counter: Counter[Any]) -> list[list[Any]]:
    return [[key, count] for key, count in counter.items()]


def _counter(pairs: Iterable[list[Any]]) -> Counter[Any]:
    return Counter({tuple(key) if isinstance(key, list) else key: count for key, count in pairs})
