"""What is chosen in a game, by whom, and whether they won: the counts behind a designer's questions.

An action counts when an option of that name is offered or taken; the answer to a question by its words; a card (a tile,
token or piece) when an option speaks of it. Per seat and game it counts once whether something was used at all, and what
that seat came to: a win is 1, a tie 1/2.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from gdl.dsl import ir
from gdl.interpreter.bots.rewards import score_now
from gdl.interpreter.match import Match, Result
from gdl.interpreter.request import Request
from gdl.interpreter.text import GOD, words

MOVING = ("card", "tile", "token", "piece")
"""Sorts of components that are there to be moved; dice are rolled, spaces stay, cubes have no identity."""
Use = tuple[str, str]
"""`("action", "Hold")`, `("card", "Guard")`, `("choice", "Which card?\tGuard")`."""
BETWEEN = "\t"
"""Between a question and its answer."""


@dataclass(slots=True)
class Uses:
    """What some games have shown. Those of parts are added up."""

    offered: Counter[Use] = field(default_factory=Counter)
    """Decisions at which it could be chosen."""
    taken: Counter[Use] = field(default_factory=Counter)
    users: Counter[Use] = field(default_factory=Counter)
    """Seats, one a game, that took it at least once in a game that came to an end."""
    won: Counter[Use] = field(default_factory=Counter)
    """Half wins of those seats."""
    seats: int = 0
    half_wins: int = 0
    lead_changes: list[int] = field(default_factory=list)
    """By game, where the game has a count or advice by which somebody leads."""

    def add(self, other: Uses) -> None:
        for name in ("offered", "taken", "users", "won"):
            getattr(self, name).update(getattr(other, name))
        self.seats += other.seats
        self.half_wins += other.half_wins
        self.lead_changes += other.lead_changes


class Watcher:
    """Watches one game."""

    def __init__(self, program: ir.Program):
        self.program = program
        self.uses = Uses()
        self.used: list[set[Use]] = [set() for _ in range(program.seats)]
        self.leader: int | None = None
        self.changes = 0
        self.counts = True
        self.cards = cards_of(program)
        self.questions: dict[int, str] = {}

    def decides(self, request: Request, picked: int) -> None:
        """A decision, before it is made."""
        offered: set[Use] = set()
        for option in request.options:
            found = self.of_option(request, option.index)
            offered.update(found)
            if option.index == picked:
                self.uses.taken.update(found)
                self.used[request.seat].update(found)
        self.uses.offered.update(offered)

    def of_option(self, request: Request, index: int) -> set[Use]:
        option = request.options[index]
        if option.style == "action":
            found: set[Use] = {("action", option.name)}
        else:
            answer = option.name if option.style == "menu" else request.say(index, GOD)
            found = {("choice", self.question(request) + BETWEEN + answer)}
        if self.cards:
            for value, type in zip(option.values, option.types, strict=False):
                if type.word == "component" and isinstance(value, int) and value in self.cards:
                    found.add(self.cards[value])
            if not option.types and option.values and option.values[0] in self.cards and request.kind != "one":
                found.add(self.cards[option.values[0]])  # a pick of an order or a split
        return found

    def question(self, request: Request) -> str:
        """As the game puts it, or where it is asked."""
        if request.kind == "anytime":
            return "in another's turn"
        if request.block not in self.questions:
            function = self.program.functions[self.program.blocks[request.block].function]
            where = words(function.name.removesuffix(" body"))
            self.questions[request.block] = request.written_prompt or f"({where})"
        return self.questions[request.block]

    def look(self, match: Match) -> None:
        """Who leads now: the only seat with the highest count."""
        if not self.counts or match.program.cooperative or match.program.seats < 2:
            return
        worth = standing(match)
        if worth is None:
            self.counts = False
            return
        most = max(worth)
        if worth.count(most) == 1:
            leader = worth.index(most)
            self.changes += self.leader not in (None, leader)
            self.leader = leader

    def ends(self, result: tuple[Result, ...]) -> None:
        for seat, each in enumerate(result):
            self.uses.seats += 1
            self.uses.half_wins += each.outcome + 1
            self.uses.users.update(self.used[seat])
            for use in self.used[seat]:
                self.uses.won[use] += each.outcome + 1
        if self.leader is not None:
            self.uses.lead_changes.append(self.changes)


def standing(match: Match) -> list[int] | None:
    """What the seats have now: by the game's advice, or by its final count if that can be made anywhere."""
    program = match.program
    if program.advice >= 0:
        value = match.machine.fast.code.whole[program.advice]
        assert value is not None
        return [value(match.state, seat) for seat in range(program.seats)]
    return score_now(match)


def cards_of(program: ir.Program) -> dict[int, Use]:
    """By component: the kind that it is of, where that is there to be moved."""
    found: dict[int, Use] = {}
    for kind in program.kinds:
        sort = program.types[kind.type].sort
        if sort in MOVING:
            found.update((component, (sort, kind.title or kind.name)) for component in kind.components)
    return found
