"""Connect Four as one writes it in Python: columns as lists, the lines through the last disc looked at."""

from __future__ import annotations

COLUMNS, ROWS = 7, 6
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class ConnectFour:
    def __init__(self) -> None:
        self.board: list[list[int | None]] = [[None] * ROWS for _ in range(COLUMNS)]
        self.height = [0] * COLUMNS
        self.player = 0
        self.winner: int | None = None

    def copy(self) -> ConnectFour:
        other = ConnectFour.__new__(ConnectFour)
        other.board = [column[:] for column in self.board]
        other.height = self.height[:]
        other.player = self.player
        other.winner = self.winner
        return other

    def legal_moves(self) -> list[int]:
        return [column for column in range(COLUMNS) if self.height[column] < ROWS]

    def is_over(self) -> bool:
        return self.winner is not None or all(height == ROWS for height in self.height)

    def run(self, x: int, y: int, dx: int, dy: int) -> int:
        count = 0
        x, y = x + dx, y + dy
        while 0 <= x < COLUMNS and 0 <= y < ROWS and self.board[x][y] == self.player:
            count += 1
            x, y = x + dx, y + dy
        return count

    def apply(self, column: int) -> None:
        row = self.height[column]
        self.board[column][row] = self.player
        self.height[column] += 1
        for dx, dy in DIRECTIONS:
            if self.run(column, row, dx, dy) + self.run(column, row, -dx, -dy) >= 3:
                self.winner = self.player
        self.player = 1 - self.player


def new(seed: int) -> ConnectFour:
    return ConnectFour()
