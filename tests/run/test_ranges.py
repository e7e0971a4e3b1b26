"""A number that leaves the range of a parameter or a result is the same diagnostic, on the same line, however the game is
played; nothing trusts a range that has not been looked at."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from builder import Builder, C, V, entry, op

import gdl
from gdl.dsl import ir
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match

GAME = """game Ranges:
    players: 2

state:
    n: 0..99 = 0
    small: 0..9 = 0
    each player:
        points: 0..9 = 0

flow:
    repeat Turn for each player

phase Turn(p: Player):
    offer p: Go, Stay

action Stay(p: Player):
    n += 1
    if n > 60:
        tie

{rest}
"""
WRONG = {
    "an argument of a rule": """
action Go(p: Player):
    n += 4
    grab(n)  # here

rule grab(k: 0..9):
    small = k
""",
    "an argument of a value": """
value twice(k: 0..9) = k + k

action Go(p: Player):
    n += 4
    if twice(n) > 500:  # here
        small = 1
""",
    "an argument that is only passed on": """
action Go(p: Player):
    n += 4
    pass_on(n)

rule pass_on(k: int):
    grab(k)  # here

rule grab(k: 0..9):
    log "{k}"
""",
    "the result of a rule": """
action Go(p: Player):
    n += 4
    let k = next_one(n)
    small = k

rule next_one(k: int) -> 0..9:
    return k  # here
""",
    "the result of a value": """
value half: 0..9 = n / 2 rounded down  # here

action Go(p: Player):
    n += 4
    small = half
""",
}


def failure(made: ir.Program, mode: str, seed: int) -> tuple[str, str, int]:
    match = Match.new(made, seed, mode=mode)
    rng = random.Random(seed)
    with pytest.raises(PlayError) as caught:
        for _ in range(400):
            assert match.question is not None, "the game is over"
            match.apply_index(int(rng.random() * len(match.question.options)))
    told = caught.value.diagnostic
    return told.code, told.message, told.span.line


def in_playout(made: ir.Program, seed: int) -> tuple[str, str, int]:
    with pytest.raises(PlayError) as caught:
        Match.new(made, seed, mode="fast").playout(random.Random(seed))
    told = caught.value.diagnostic
    return told.code, told.message, told.span.line


@pytest.mark.parametrize("what", WRONG)
def test_a_range_that_is_left(what: str, tmp_path: Path) -> None:
    path = tmp_path / "ranges.gdl"
    path.write_text(GAME.replace("{rest}", WRONG[what]))
    made = gdl.load(path).program(2)
    line = 1 + next(i for i, text in enumerate(path.read_text().split("\n")) if "# here" in text)
    for seed in range(3):
        told = failure(made, "reference", seed)
        assert told[0] == "GDL0904" and told[2] == line
        assert failure(made, "full", seed) == told
        assert failure(made, "fast", seed) == told
        assert in_playout(made, seed) == told


def test_what_a_parameter_runs_over_is_kept_inside_its_range(tmp_path: Path) -> None:
    """Like `c: Hero in z`: the type says which of them are meant."""
    path = tmp_path / "ranges.gdl"
    rest = """
action Go(p: Player, k: 0..9 in [x for x in 8..8 + n]) "{k}":
    n += 1
    small = k
"""
    path.write_text(GAME.replace("{rest}", rest))
    made = gdl.load(path).program(2)
    matches = [Match.new(made, 1, mode=mode) for mode in ("reference", "full", "fast")]
    for turn in range(8):
        wanted = [(0, k) for k in range(8, min(8 + turn, 9) + 1)]
        for match in matches:
            assert match.question is not None
            assert [option for option in match.question.options if option[0] == 0] == wanted
            match.apply_index(0)


def beyond() -> ir.Program:
    """Bare IR whose table is too short: a number counts on until it points beyond it."""
    b = Builder("Beyond", seats=1)
    n = b.var("n", 0, 99)
    table = b.table(1, 2, 3)
    main = b.function("main", 0, ("which",))
    ask = ir.Choice("one", C(0), None, 0, (entry("on", style="menu"), entry("again", style="menu")))
    main.block("ask", [], ir.Ask(ask, "count"))
    main.block(
        "count",
        [
            ir.Store(n, None, op("+", ir.Load(n), C(1)), 0, 99),
            ir.If(op("==", ir.Table(table, ir.Load(n)), V(0)), (ir.SetLocal(0, C(0)),)),
        ],
        ir.Jump("ask"),
    )
    return b.program(main)


def test_beyond_a_table() -> None:
    made = beyond()
    told = failure(made, "reference", 1)
    assert told[0] == "GDL0905"
    assert failure(made, "full", 1) == failure(made, "fast", 1) == in_playout(made, 1) == told
