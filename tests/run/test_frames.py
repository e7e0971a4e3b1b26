"""Phases that are ended from inside, and private blocks that are joined."""

from __future__ import annotations

import pytest
from small_games import bids, ended_phase

from gdl.interpreter.match import Match
from gdl.interpreter.together import joined_groups, joined_zone

TABLE = 2


def test_ending_a_phase_from_two_frames_deeper() -> None:
    """The action notes 1; `leaves` (2) is not done; what follows in the phase (7) is; the frame left is cleaned up."""
    match = Match.new(ended_phase(), 0)
    match.apply("end")
    steps, cleaned = match.state[7], match.state[8]
    assert (steps, cleaned) == (17, 1)
    assert match.result[0].score == 17


def test_a_phase_that_comes_to_its_own_end() -> None:
    match = Match.new(ended_phase(), 0)
    match.apply("on")
    match.apply("on")
    assert (match.state[7], match.state[8]) == (227, 0)


def test_nobody_sees_into_a_private_block() -> None:
    match = Match.new(bids(), 0, names=("Ann", "Ben"))
    program = match.program

    def table(seat: int | None) -> int:
        return len(match.state_for(seat)[program.zone_slot + TABLE])

    match.apply("3")
    assert match.request.seat == 0
    assert match.log_for(0) == ["3", "Ann bids 3"]
    assert match.log_for(1) == []
    assert match.log_for(None) == []
    match.apply(0)
    assert match.request.seat == 1
    assert (table(0), table(1), table(None)) == (1, 0, 0)
    assert match.state_for(0)[7:9] == [3, 0]
    assert match.state_for(1)[7:9] == [0, 0]
    match.apply("1")
    assert match.state_for(1)[7:9] == [0, 1]
    match.apply(0)
    assert match.over
    assert len(match.state[program.zone_slot + TABLE]) == 2
    assert [r.word for r in match.result] == ["won", "lost"]
    assert "Ann bids 3" in match.log_for(1)
    assert "Ben bids 1" in match.log_for(None)


def test_undo_hides_again_what_a_join_has_shown() -> None:
    match = Match.new(bids(), 0, names=("Ann", "Ben"))
    for answer in ("3", 0, "1"):
        match.apply(answer)
    before = match.log_for(1)
    match.apply(0)
    assert len(match.log_for(1)) > len(before) + 1
    match.undo()
    assert match.log_for(1) == before


class _Ordered:
    ordered = (False, True)


@pytest.mark.parametrize(
    ("zone", "start", "branches", "joined"),
    [
        (0, (1, 2, 3), [(2, 3), (1, 3)], (3,)),
        (0, (2,), [(1, 2), (2, 3)], (1, 2, 3)),
        (0, (5, 5, 6), [(5, 6), (5, 5)], (5,)),  # cubes: one of each kind left
        (1, (1, 2), [(9, 1, 2), (1, 2, 8)], (9, 1, 2, 8)),
        (1, (), [(4,), (3,)], (4, 3)),
    ],
)
def test_zones_are_joined_by_what_left_and_what_came(
    zone: int, start: object, branches: object, joined: object
) -> None:
    assert joined_zone(_Ordered(), zone, start, branches) == joined  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("start", "branches", "joined"),
    [
        ([0, 0, 0, -1], [[-1, 1, 1, -1]], [-1, 1, 1, -1]),  # one branch has shown the first
        ([0, 0, 0, -1], [[-1, 1, 1, -1], [0, 0, 0, -1]], [-1, 1, 1, -1]),
        ([0, 0, -1, -1], [[0, 0, 0, -1]], [0, 0, 0, -1]),  # one branch has mixed the third in
        ([0, 0, 2, 2], [[0, 0, 0, 0]], [0, 0, 0, 0]),
        ([0, 0], [[-1, -1]], [-1, -1]),
    ],
)
def test_knowledge_is_joined(start: list[int], branches: list[list[int]], joined: list[int]) -> None:
    assert joined_groups(start, branches) == joined
