"""Several people at one screen: who has to sit down when, so that nobody learns anything from who is asked.

In private blocks (`together`) some are asked and some are not, and who is may be the secret: only the seer looks at a
card. So while such blocks go on, the screen is handed to every person once, in turn; whoever has nothing to decide looks
at the table and hands it on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gdl.dsl import ir
from gdl.interpreter.match import Match
from gdl.interpreter.together import Blocks, private_blocks


def hides_something(program: ir.Program) -> bool:
    """Whether people at one screen must not look at it together."""
    return (
        program.group_slot >= 0
        or any(var.sight in ("owner", "secret") for var in program.vars)
        or any(isinstance(block.exit, ir.Together) for block in program.blocks)
    )


class HandOver:
    """Who has been at the screen since the private blocks began."""

    def __init__(self, match: Match, people: Collection[int]):
        self.match = match
        self.people = sorted(people) if len(people) > 1 and hides_something(match.program) else []
        self.blocks: Blocks | None = None
        self.been: set[int] = set()

    def forget(self) -> None:
        """Decisions have been taken back: private blocks begin anew."""
        self.blocks, self.been = None, set()

    def others_first(self) -> Iterator[int]:
        """The people who sit down before the next question is put, though they have nothing to decide."""
        if not self.people:
            return
        now = private_blocks(self.match.program, self.match.state)
        if self.blocks is not None and (now is None or now.start is not self.blocks.start):
            yield from self._due(self.blocks, None)
            self.been = set()
        self.blocks = now
        request = self.match.request
        if now is not None and request is not None and request.seat in self.people:
            yield from self._due(now, request.seat)
            self.been.add(request.seat)

    def _due(self, blocks: Blocks, asked: int | None) -> Iterator[int]:
        """Who has not been there and will not be asked any more; before a question, only those whose turn comes before
        the asked one's."""
        for seat in self.people:
            if seat in self.been or seat == asked or seat not in blocks.playing:
                continue
            own = [number for number, seers in enumerate(blocks.seers) if seat in seers]
            passed = own[-1] < blocks.number if own else asked is None or seat < asked
            if asked is None or passed:
                self.been.add(seat)
                yield seat
