"""Rules of some classics, written out in plain Python from the rules of the games. They share nothing with the machine.

A table has `legal()`, what the player to move may do, `play(move)`, and `winner`: a seat, -1 for a tie, None while it
goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


class Reversi:
    def __init__(self) -> None:
        self.discs: dict[Cell, int] = {(4, 5): 0, (5, 4): 0, (4, 4): 1, (5, 5): 1}
        self.turn = 0
        self.winner: int | None = None

    def caught(self, cell: Cell, seat: int) -> list[Cell]:
        found: list[Cell] = []
        for x, y in AROUND:
            line, at = [], (cell[0] + x, cell[1] + y)
            while self.discs.get(at) == 1 - seat:
                line.append(at)
                at = (at[0] + x, at[1] + y)
            if self.discs.get(at) == seat:
                found += line
        return found

    def moves(self, seat: int) -> set[Cell]:
        board = [(x, y) for x in range(1, 9) for y in range(1, 9)]
        return {cell for cell in board if cell not in self.discs and self.caught(cell, seat)}

    def legal(self) -> set[Cell]:
        return self.moves(self.turn)

    def play(self, cell: Cell) -> None:
        for each in self.caught(cell, self.turn):
            self.discs[each] = self.turn
        self.discs[cell] = self.turn
        self.turn = 1 - self.turn
        if not self.moves(self.turn):
            self.turn = 1 - self.turn
            if not self.moves(self.turn):
                lead = sum(1 if seat == 0 else -1 for seat in self.discs.values())
                self.winner = -1 if lead == 0 else 0 if lead > 0 else 1


class Hex:
    """The first player joins west and east, the second south and north."""

    NEXT = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))

    def __init__(self, size: int) -> None:
        self.size = size
        self.stones: dict[Cell, int] = {}
        self.turn = 0
        self.winner: int | None = None

    def legal(self) -> set[Cell]:
        sides = range(1, self.size + 1)
        return {(x, y) for x in sides for y in sides if (x, y) not in self.stones}

    def play(self, cell: Cell) -> None:
        seat = self.turn
        self.stones[cell] = seat
        seen, todo = {cell}, [cell]
        while todo:
            x, y = todo.pop()
            for dx, dy in self.NEXT:
                other = (x + dx, y + dy)
                if other not in seen and self.stones.get(other) == seat:
                    seen.add(other)
                    todo.append(other)
        ends = {each[seat] for each in seen}
        if {1, self.size} <= ends:
            self.winner = seat
        self.turn = 1 - seat


class Breakthrough:
    def __init__(self) -> None:
        self.pawns = {(x, y): 0 if y < 5 else 1 for x in range(1, 9) for y in (1, 2, 7, 8)}
        self.turn = 0
        self.winner: int | None = None

    def legal(self) -> set[tuple[Cell, Cell]]:
        seat, step = self.turn, 1 if self.turn == 0 else -1
        found = set()
        for (x, y), owner in self.pawns.items():
            for side in (-1, 0, 1):
                goal = (x + side, y + step)
                if owner == seat and 1 <= goal[0] <= 8 and 1 <= goal[1] <= 8:
                    there = self.pawns.get(goal)
                    if there is None or (there != seat and side):
                        found.add(((x, y), goal))
        return found

    def play(self, move: tuple[Cell, Cell]) -> None:
        start, goal = move
        del self.pawns[start]
        self.pawns[goal] = self.turn
        if goal[1] == (8 if self.turn == 0 else 1) or 1 - self.turn not in self.pawns.values():
            self.winner = self.turn
        self.turn = 1 - self.turn


class Backgammon:
    """One player's turn: `own` and `other` men by the player's own count of points, 25 the bar and 0 off the board."""

    def __init__(self, own: dict[int, int], other: dict[int, int]):
        self.own, self.other = dict(own), dict(other)

    def single(self, number: int) -> Iterator[int]:
        """The points from which this number can be moved."""
        points = [k for k in range(1, 26) if self.own.get(k)]
        for k in points:
            goal = k - number
            if self.own.get(25) and k != 25:
                continue
            if goal > 0 and self.other.get(goal, 0) < 2:
                yield k
            if goal <= 0 and points[-1] <= 6 and (goal == 0 or k == points[-1]):
                yield k

    def after(self, k: int, number: int) -> Backgammon:
        table = Backgammon(self.own, self.other)
        goal = max(0, k - number)
        table.own[k] -= 1
        table.own[goal] = table.own.get(goal, 0) + 1
        if goal > 0 and table.other.pop(goal, 0):
            table.other[0] = table.other.get(0, 0) + 1  # the other's bar
        return table

    def sequences(self, numbers: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
        """All orders of moves, as far as they go."""
        found = [
            ((k, n), *rest)
            for n in set(numbers)
            for k in self.single(n)
            for rest in self.after(k, n).sequences(_without(numbers, n))
        ]
        return found or [()]

    def legal(self, numbers: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
        """As many numbers as can be; where only one of two can be, the higher one."""
        every = self.sequences(numbers)
        most = max(map(len, every))
        longest = [each for each in every if len(each) == most]
        if most == 1 and len(numbers) == 2:
            high = max(n for ((_, n),) in longest)
            longest = [each for each in longest if each[0][1] == high]
        return longest


def _without(numbers: tuple[int, ...], n: int) -> tuple[int, ...]:
    at = numbers.index(n)
    return numbers[:at] + numbers[at + 1 :]
