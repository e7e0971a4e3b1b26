"""Rich choices as atomic picks: `some`, `order` and `split`, one small decision at a time.

The picks made so far lie at the end of the waiting frame, so that a half-made choice can be copied, saved
and undone. A pick is offered only if the choice can still be completed after it. Things that the chooser
cannot tell apart form a class, and picks go through classes in one order, so that each whole answer is
reached by one sequence of picks only. Cubes have no identity: equal values among the items are so many cubes.

    some    picks are values; then STOP, where enough are taken
    order   picks are values, the first place first
    split   picks are piles, one for each item; equal items lie side by side and go into piles from left to
    right
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

STOP = -1

Key = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Picking:
    """A half-made rich choice. `classes`: the items, in groups that the chooser cannot tell apart, by first
    appearance."""

    word: str
    items: tuple[Any, ...]
    classes: tuple[tuple[Any, ...], ...]
    picks: tuple[Any, ...]
    low: int
    high: int
    piles: int

    def class_of(self, item: Any) -> int:
        for number, members in enumerate(self.classes):
            if item in members:
                return number
        raise KeyError(item)

    @property
    def sorted_items(self) -> tuple[Any, ...]:
        """The items of a split as they are dealt out: equal ones side by side."""
        return tuple(item for members in self.classes for item in members)

    def unpicked(self, number: int) -> list[Any]:
        """What is left of a class."""
        return without(self.classes[number], self.picks)

    def offers(self) -> list[int]:
        """What can be picked now: classes (STOP to end a `some`), or piles of a split; empty when all is
        picked."""
        if self.word == "split":
            return self._piles()
        count = len(self.picks)
        if count >= self.high:
            return []
        if self.word == "order":
            return [number for number in range(len(self.classes)) if self.unpicked(number)]
        start = self.class_of(self.picks[-1]) if count else 0
        left = [len(self.unpicked(number)) for number in range(start, len(self.classes))]
        needed = self.low - count
        offered = [start + i for i, some in enumerate(left) if some and sum(left[i:]) >= needed]
        if needed <= 0 and offered:
            offered.append(STOP)
        return offered

    def _piles(self) -> list[int]:
        items, dealt = self.sorted_items, len(self.picks)
        if dealt == len(items):
            return []
        same = self.class_of(items[dealt])
        alike = sum(1 for item in items[dealt + 1 :] if self.class_of(item) == same)
        others = len(items) - dealt - 1 - alike
        first = 0
        if dealt and self.class_of(items[dealt - 1]) == same:
            first = self.picks[-1]
        missing = [max(0, self.low - self.picks.count(pile)) for pile in range(self.piles)]
        offered = []
        for pile in range(first, self.piles):
            after = list(missing)
            after[pile] = max(0, after[pile] - 1)
            # Equal items that come later go into this pile or one to its right.
            if sum(after[:pile]) <= others and sum(after) <= others + alike:
                offered.append(pile)
        return offered

    def result(self) -> Any:
        """What the choice gives when nothing is left to pick."""
        if self.word == "split":
            where: dict[Any, list[int]] = {}
            for item, pile in zip(self.sorted_items, self.picks, strict=True):
                where.setdefault(item, []).append(pile)
            piles: list[list[Any]] = [[] for _ in range(self.piles)]
            for item in self.items:
                piles[where[item].pop(0)].append(item)
            return tuple(tuple(pile) for pile in piles)
        if self.word == "some":
            left = without(self.items, self.picks)
            return tuple(without(self.items, left))
        return self.picks

    # ------------------------------------------------------------------------------ whole answers

    def next_pick(self, answer: Any) -> int:
        """The pick that leads on to a whole answer: a list of items, or of lists of items for a split.

        The answer must be possible (`problem` says nothing). STOP, where all of it is picked.
        """
        if self.word == "split":
            return self._piles_for(answer)[len(self.picks)]
        wanted = [self.class_of(item) for item in answer]
        if self.word == "order":
            return wanted[len(self.picks)]
        for pick in self.picks:
            wanted.remove(self.class_of(pick))
        return min(wanted, default=STOP)

    def agrees(self, answer: Any) -> bool:
        """Whether a possible answer begins with the picks that have been made, by the player or because there
        was no other way."""
        if self.word == "split":
            return self._piles_for(answer)[: len(self.picks)] == list(self.picks)
        wanted = [self.class_of(item) for item in answer]
        picked = [self.class_of(item) for item in self.picks]
        if self.word == "order":
            return wanted[: len(picked)] == picked
        return len(without(wanted, picked)) == len(wanted) - len(picked)

    def _piles_for(self, answer: Sequence[Sequence[Any]]) -> list[int]:
        """The pile of each of the sorted items; of equal ones the leftmost piles first."""
        by_class: dict[int, list[int]] = {}
        for pile, items in enumerate(answer):
            for item in items:
                by_class.setdefault(self.class_of(item), []).append(pile)
        return [pile for number in range(len(self.classes)) for pile in sorted(by_class[number])]

    def problem(self, answer: Any) -> str:
        """Why a whole answer is not possible; empty if it is."""
        if self.word == "split":
            if len(answer) != self.piles:
                return f"{self.piles} piles are needed, not {len(answer)}"
            short = [i + 1 for i, pile in enumerate(answer) if len(pile) < self.low]
            if short:
                return f"pile {short[0]} needs at least {self.low}"
            flat = [item for pile in answer for item in pile]
        else:
            flat = list(answer)
        if len(without(self.items, flat)) != len(self.items) - len(flat):
            return "the same thing is named twice"
        if self.word == "some":
            if not self.low <= len(flat) <= self.high:
                wanted = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
                return f"{wanted} must be named, not {len(flat)}"
            return ""
        if sorted(flat) != sorted(self.items):
            return f"all {len(self.items)} must be named, not {len(flat)}"
        return ""


def without(items: Sequence[Any], taken: Sequence[Any]) -> list[Any]:
    """The items that are left when those are taken away, of equal ones as many as are taken."""
    left = list(items)
    for item in taken:
        if item in left:
            left.remove(item)
    return left


def classes(items: Sequence[Any], key: Key | None) -> tuple[tuple[Any, ...], ...]:
    """The items in groups of equal key, by first appearance; without a key, only equal ones go together."""
    found: dict[Any, list[Any]] = {}
    for item in items:
        found.setdefault(item if key is None else key(item), []).append(item)
    return tuple(tuple(members) for members in found.values())
