"""The tree of a game as solvers see it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import gdl

DICE = """\
game Dice:
    players: 1

die D4 x2:
    faces: 1..4

flow:
    once Turn

phase Turn:
    roll D4
    offer players[1]: Stay, Again
    end with score sum(d.face for d in D4) for p in players

action Stay(p: Player) "stay":
    pass

action Again(p: Player) "again":
    roll D4
"""


@pytest.fixture
def root(tmp_path: Path) -> gdl.Node:
    path = tmp_path / "dice.gdl"
    path.write_text(DICE)
    return gdl.load(path).tree()


def spread(node: gdl.Node) -> list[tuple[Fraction, gdl.Node]]:
    """The decisions and ends that chance leads to."""
    if node.kind != "chance":
        return [(Fraction(1), node)]
    return [(b.chance * chance, after) for b in node.branches() for chance, after in spread(b.node)]


def test_chance_is_exact(root: gdl.Node) -> None:
    """Two dice of four faces: the best of keeping what lies there and rolling once more."""
    assert root.kind == "chance" and root.seat is None
    assert [branch.label for branch in root.branches()] == ["1", "2", "3", "4"]
    first = spread(root)
    assert sum(chance for chance, _ in first) == 1
    assert {node.kind for _, node in first} == {"decision"}

    def worth(node: gdl.Node) -> Fraction:
        return max(
            sum((c * end.payoffs[0] for c, end in spread(branch.node)), Fraction(0)) for branch in node.branches()
        )

    # Rolling is worth 5. The sums 6, 7 and 8 come up 3, 2 and 1 times in 16 and are worth keeping.
    assert sum((c * worth(node) for c, node in first), Fraction(0)) == 5 + Fraction(3 * 1 + 2 * 2 + 1 * 3, 16)


def test_decisions_and_ends(root: gdl.Node) -> None:
    _, node = spread(root)[0]
    assert node.seat == 0
    stay, again = node.branches()
    assert (stay.label, stay.chance, stay.node.kind) == ("stay", 1, "end")
    assert stay.node.payoffs == (2,) and stay.node.branches() == []
    assert again.node.kind == "chance"
    assert node.match.request is not None and len(node.match.request) == 2


def test_what_cannot_be_asked(root: gdl.Node) -> None:
    with pytest.raises(ValueError, match="go on to a branch"):
        _ = root.match
    with pytest.raises(ValueError, match="not over"):
        _ = spread(root)[0][1].payoffs


def test_a_look_changes_nothing(root: gdl.Node) -> None:
    _, node = spread(root)[5]
    node.match.apply("stay")
    assert [branch.label for branch in node.branches()] == ["stay", "again"]
