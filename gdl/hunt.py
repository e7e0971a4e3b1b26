"""What no game at random came to is looked for: in more games where it is to be found, and with options at other values.

A rule may be rare because the variant that brings it was played a few times only, or because an option keeps it away: a
draw after thirty quiet rounds comes soon enough when one quiet round will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import Loaded
from gdl.game import compiled
from gdl.simulate import Thing

MORE = 2
"""So many times as many games as are asked for are played to find what is missing."""
SHORT = 2_000
"""Decisions after which such a game is given up. Whether it would have ended is not asked here."""
NEAREST = 4
"""Tables, those first at which most is missing, that share the games of a round."""
FEW = 20
"""With an option at another value, a game for each so many that are asked for."""

Settings = tuple[tuple[str, str], ...]
"""`(("QUIET_ROUNDS", "1"),)`"""


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """The game with its variants, for so many players, with some options at other values."""

    loaded: Loaded
    seats: int
    settings: Settings = ()

    @property
    def words(self) -> str:
        """What makes a command speak of this table."""
        variants = "".join(f" --variant {name}" for name in self.loaded.chosen)
        return f" --players {self.seats}{variants}" + "".join(
            f" --set {name}={value}" for name, value in self.settings
        )

    def program(self, told: Diagnostics) -> ir.Program | None:
        return compiled(self.loaded, self.seats, dict(self.settings), told)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table, its program, and how many games of it to play."""

    program: ir.Program
    games: int
    table: Table
    seed: int

    def again(self, seed: int, file: str) -> str:
        """The command that plays one of its games once more."""
        return f"gdl run {file} --human none --seed {seed}{self.table.words}"


@dataclass(slots=True)
class Hunt:
    """Further sittings, as long as something is `missing` and there are games left to play."""

    missing: Callable[[], set[Thing]]
    games: int
    seed: int
    tables: list[tuple[Table, frozenset[Thing]]]
    """Those that were played at, with all there is to come to at them."""
    left: int = field(init=False)
    made: dict[int, ir.Program] = field(default_factory=dict)
    """By number of the table: those of the nearest are wanted again and again."""

    def __post_init__(self) -> None:
        self.left = MORE * self.games

    def sittings(self) -> Iterator[Sitting]:
        for turn in count(1):
            near = self.nearest()
            if not near or self.left <= 0:
                return
            for number in near:
                yield from self.more(number, self.seed + turn)
            if turn == 1:
                yield from self.with_options(near)

    def nearest(self) -> list[int]:
        missing = self.missing()
        held = [len(missing & things) for _, things in self.tables]
        order = sorted(range(len(held)), key=lambda number: -held[number])
        return [number for number in order if held[number]][:NEAREST]

    def more(self, number: int, seed: int) -> Iterator[Sitting]:
        table, things = self.tables[number]
        games = min(self.left, -(-self.games // NEAREST))
        if games <= 0 or self.missing().isdisjoint(things):
            return
        if number not in self.made:
            program = table.program(Diagnostics())
            assert program is not None  # it has been played
            self.made[number] = program
        self.left -= games
        yield Sitting(self.made[number], games, table, seed)

    def with_options(self, near: list[int]) -> Iterator[Sitting]:
        """Each option by itself at each of its other values, at the nearest tables in turn; what the game refuses is left
        out."""
        turn = 0
        for name, values in other_values(self.tables[near[0]][0].loaded).items():
            for value in values:
                table, things = self.tables[near[turn % len(near)]]
                if self.missing().isdisjoint(things):
                    continue
                changed = Table(table.loaded, table.seats, ((name, value),))
                told = Diagnostics()
                program = changed.program(told)
                turn += 1
                if program is not None and not told.has_errors:
                    games = -(-self.games // FEW)
                    self.left -= games
                    yield Sitting(program, games, changed, self.seed)


def other_values(loaded: Loaded) -> dict[str, list[str]]:
    """By option: the ends of its range and what comes after the least, which often means `never`; the other truth; the other
    members of its enum."""
    enums = {node.name.name: node for node in loaded.declarations if isinstance(node, s.Enum)}
    found: dict[str, list[str]] = {}
    for node in loaded.declarations:
        if isinstance(node, s.Option):
            values = list(dict.fromkeys(_values(node.type, enums)))
            found[node.name.name] = [value for value in values if value != _value(node.value)]
    return found


def _values(type: s.TypeNode | None, enums: dict[str, s.Enum]) -> list[str]:
    match type:
        case s.RangeType(low=s.Number(value=low), high=s.Number(value=high)):
            return [str(low), str(min(low + 1, high)), str(high)]
        case s.NamedType(name="bool"):
            return ["yes", "no"]
        case s.NamedType(name=name) if name in enums:
            return [member.name for member in enums[name].members]
    return []


def _value(node: s.Expr) -> str:
    match node:
        case s.Number(value=number):
            return str(number)
        case s.Truth(value=truth):
            return "yes" if truth else "no"
        case s.Name(name=name):
            return name
    return ""
