"""What seats learn of a move: the chooser all that it means, the others what the log would tell them.

A move is named by the question's place in the program, the entry, and its values as far as the reader can
tell them apart, so the same name stands for the same move in every guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gdl.dsl import ir
from gdl.dsl.ir import STACK
from gdl.interpreter import together
from gdl.interpreter.choice import ANYTIME, PASS_ON, Question
from gdl.interpreter.machine import Machine
from gdl.interpreter.rich import STOP
from gdl.interpreter.state import State

Name = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One option, without its looks: `values` are what its binders stand for."""

    seat: int
    block: int
    entry: int
    values: tuple[Any, ...]
    types: tuple[ir.Type, ...]


class Observer:
    """What can be learned of moves of one program."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.asks = machine.fast.choices.asks
        self.alike = machine.moves.alike.alike
        self.private = any(isinstance(block.exit, ir.Together) for block in machine.program.blocks)

    def move(self, question: Question, index: int) -> Move:
        """The option `index` of a question."""
        option = question.options[index]
        ask = self.asks[question.block]
        assert ask is not None
        entry: int = option[0]
        if question.word == "anytime" and option == PASS_ON:
            return Move(question.seat, question.block, STOP, (), ())
        if entry >= ANYTIME or question.picking is None:
            types = ask.entries[ask.number(option)].types
            return Move(question.seat, question.block, entry, option[1:], types)
        picking = question.picking
        if entry == STOP:
            return Move(question.seat, question.block, STOP, (), ())
        if picking.word == "split":
            item = picking.sorted_items[len(picking.picks)]
            return Move(question.seat, question.block, 0, (item, entry), (ask.item_type, ir.Type("int")))
        type = ask.entries[0].types[-1] if picking.word == "some" else ask.item_type
        return Move(question.seat, question.block, 0, (picking.unpicked(entry)[0],), (type,))

    def name(self, S: State, reader: int, move: Move) -> Name:
        """The move as the reader tells it from others."""
        if not move.types or not self.alike.can_merge(move.types):
            return (move.seat, move.block, move.entry, move.values)
        key = self.alike.option_key(S, reader, move.values[: len(move.types)], move.types)
        return (move.seat, move.block, move.entry, key)

    def told(self, question: Question) -> bool:
        """Whether others are told of the answer at all."""
        ask = self.asks[question.block]
        return question.word != "anytime" and ask is not None and not ask.choice.secret

    def seers(self, S: State) -> Sequence[tuple[int, ...]]:
        """Who sees each of the private blocks that the state is in."""
        if not self.private:
            return ()
        blocks = self.machine.program.blocks
        return [
            together.seers(list(frame))
            for frame in S[STACK]
            if frame[0] < 0 and isinstance(blocks[~frame[0]].exit, ir.Together)
        ]
