"""Tic-tac-toe as one writes it in Python."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    def __init__(self) -> None:
        self.board: list[int | None] = [None] * 9
        self.player = 0
        self.winner: int | None = None

    def copy(self) -> TicTacToe:
        other = TicTacToe.__new__(TicTacToe)
        other.board = self.board[:]
        other.player = self.player
        other.winner = self.winner
        return other

    def legal_moves(self) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] is None]

    def is_over(self) -> bool:
        return self.winner is not None or all(mark is not None for mark in self.board)

    def apply(self, cell: int) -> None:
        self.board[cell] = self.player
        if any(all(self.board[c] == self.player for c in line) for line in LINES):
            self.winner = self.player
        self.player = 1 - self.player


def new(seed: int) -> TicTacToe:
    return TicTacToe()
