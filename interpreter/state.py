"""The state of a match: one flat list, laid out as `gdl.dsl.ir` says. Here: how it begins, its random
generator, its bytes.

A frame is `(block, local 0, local 1, ...)`. Inside the machine the running frame is a list `L` and those
below it a list `K`; both are written back to `S[STACK]` wherever the machine stops. A frame that waits at
the exit of block b begins with `~b`.

A block's code returns the next block, or one of the signals below with `L[0]` set to `~b`.
"""

from __future__ import annotations

import json
from typing import Any

from gdl.dsl.ir import PASSED, PLAYERS, RANDOM, Program

State = list[Any]
"""Integers and tuples of integers; `Any`, because the slot alone says which."""
Frame = list[Any]

LEAVE, ASK, TOGETHER, END_PHASE = -1, -2, -3, -4

BITS = (1 << 64) - 1
MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407

STEP_BUDGET = 200_000
"""Blocks, rounds of loops and recursive calls between two decisions."""
DEPTH_BUDGET = 300
"""Frames in the stack."""


def scrambled(seed: int) -> int:
    """A well mixed 64-bit number from any seed (splitmix64), so that near seeds give unlike games."""
    z = (seed + 0x9E3779B97F4A7C15) & BITS
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & BITS
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & BITS
    return z ^ (z >> 31)


def draw_below(S: State, bound: int) -> int:
    """A number in `0..bound-1`, each as likely; the generator goes on by one step."""
    r: int = (S[RANDOM] * MULTIPLIER + INCREMENT) & BITS
    S[RANDOM] = r
    return ((r >> 32) * bound) >> 32


def draw_order(S: State, items: tuple[Any, ...], count: int | None = None) -> tuple[Any, ...]:
    """`count` of the items (all if None) in random order."""
    pool = list(items)
    size = len(pool)
    count = size if count is None else max(0, min(count, size))
    for i in range(min(count, size - 1)):
        j = i + draw_below(S, size - i)
        pool[i], pool[j] = pool[j], pool[i]
    return tuple(pool[:count])


def first_state(program: Program, seed: int) -> State:
    """The state before the first step."""
    S: State = list(program.initial)
    S[RANDOM] = scrambled(seed)
    if not S[PLAYERS]:
        S[PLAYERS] = tuple(range(program.seats))
    S[PASSED] = ((),) * program.seats
    return S


def state_bytes(S: State) -> bytes:
    """Equal states have equal bytes and the other way round."""
    return json.dumps(S, separators=(",", ":")).encode()


def from_json(value: Any) -> Any:
    """Lists back to tuples, all the way down."""
    if isinstance(value, list):
        return tuple(from_json(item) for item in value)
    return value
