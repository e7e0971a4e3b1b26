"""Scenarios, with every name, type and number settled: what `interpreter/scenario.py` plays.

The expressions are those of `gdl.dsl.ir`. They are worked out over one frame of locals that belongs to the scenario: the
aliases of `[Militia as c]`, the names of `let`, and whatever binders need. Lines are played in order, one strict sequence.
"""

from __future__ import annotations

from typing import Literal

from gdl.dsl import ir
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span

# ---------------------------------------------------------------------------------------------- what a line names


@dataclass(frozen=True, slots=True)
class Arg:
    """What a scenario says where the game has a value: an argument, an option, an outcome, a thing to lay somewhere."""


@dataclass(frozen=True, slots=True)
class Exact(Arg):
    """The value of an expression; of a list, any of its items will do."""

    value: ir.Expr
    type: ir.Type


@dataclass(frozen=True, slots=True)
class Named(Arg):
    """A capital name, which may mean a kind and members of enums: `members` are (enum, position)."""

    name: str
    kind: int = -1
    members: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Copy(Arg):
    """`Rooster(dawn: OneLess)`: a component of the kind for which `test` holds of the local `slot`."""

    kind: int
    slot: int
    test: ir.Expr


@dataclass(frozen=True, slots=True)
class Label(Arg):
    """`"Draw another"`: an option by its words."""

    text: str


@dataclass(frozen=True, slots=True)
class Several(Arg):
    """`[a, b]`, `2 Mouse`"""

    items: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """`Attack(p2)`, `c.Play(x)`: an action by name, with the first of its arguments."""

    name: str
    receiver: Arg | None
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Passing:
    """`pass`"""


Offer = Deed | Passing | Arg


# ---------------------------------------------------------------------------------------------- what is given


@dataclass(frozen=True, slots=True)
class Given:
    """One condition that is made true before play goes on. Nothing is triggered by it."""

    span: Span


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing to lay somewhere; the local `alias` becomes it."""

    what: Arg
    alias: int | None = None


@dataclass(frozen=True, slots=True)
class Fill(Given):
    """`p1.hand = [Militia as c, Champion]`: these and nothing else, the first on top. Dice are named by their faces."""

    zone: ir.Expr
    items: tuple[Wanted, ...]


@dataclass(frozen=True, slots=True)
class FillCubes(Given):
    """`p1.bag = 2 Mouse + 1 Food`: (kind, how many)"""

    zone: ir.Expr
    cubes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Put(Given):
    """`c in p1.hand`, `top(deck) = Guard`: this as well, at the bottom or on top"""

    zone: ir.Expr
    item: Wanted
    top: bool = False


@dataclass(frozen=True, slots=True)
class CountIs(Given):
    """`count(p1.cubes) = 5`: filled up from where such things are spare, or emptied into it"""

    zone: ir.Expr
    count: ir.Expr


@dataclass(frozen=True, slots=True)
class SetState(Given):
    """`p1.score = 3`, `d.face = Boot`, `not p1.bust`"""

    store: ir.Store


@dataclass(frozen=True, slots=True)
class Turned(Given):
    """`u is face up`"""

    components: ir.Expr
    up: bool


@dataclass(frozen=True, slots=True)
class Told(Given):
    """`p2 knows c`"""

    seat: int
    components: ir.Expr


# ---------------------------------------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class Outcome:
    """The next chance point gives this."""

    what: Arg


@dataclass(frozen=True, slots=True)
class Order:
    """The next shuffle that can, or the next one of `zone`, puts these on top."""

    items: tuple[Arg, ...]
    zone: ir.Expr | None = None


# ---------------------------------------------------------------------------------------------- claims


@dataclass(frozen=True, slots=True)
class Claim:
    """What `then` says of the position. `span` is where it stands."""

    span: Span


@dataclass(frozen=True, slots=True)
class Holds(Claim):
    """A condition; `sides` are shown where it fails."""

    condition: ir.Expr
    sides: tuple[ir.Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Lies(Claim):
    """`p1.hand = [Militia, c]`: these things, kinds standing for any of their copies; in this order if `ordered`."""

    found: ir.Expr
    type: ir.Type
    items: tuple[Arg, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Not(Claim):
    claim: Claim


@dataclass(frozen=True, slots=True)
class All(Claim):
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Offered(Claim):
    """`offered p1 Place(x), pass`: all of these can be chosen."""

    seat: int
    items: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Knows(Claim):
    """`p2 knows c`: what each of these is."""

    seat: int
    components: ir.Expr


@dataclass(frozen=True, slots=True)
class Sees(Claim):
    """`p2 sees p1.drawn = 2 Food`: it holds, whatever p2 does not know."""

    seat: int
    claim: Claim


@dataclass(frozen=True, slots=True)
class CouldBe(Claim):
    """`c could be Flag for p2`: one of these may be of one of the kinds, as far as the seat knows."""

    seat: int
    components: ir.Expr
    kinds: tuple[int, ...]
    possible: bool


@dataclass(frozen=True, slots=True)
class Happened(Claim):
    """`happened reroll 1 times`: events of this name since the scenario began"""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Ended(Claim):
    """`won p1`, `tied p1, p3`, `tied`, `over`, `everyone lost`, `eliminated p1`"""

    word: Literal["won", "tied", "over", "everyone lost", "eliminated"]
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stopped(Claim):
    """`error "part of the message"`: the line before has stopped the match with this."""

    text: str


# ---------------------------------------------------------------------------------------------- lines


@dataclass(frozen=True, slots=True)
class Line:
    span: Span


@dataclass(frozen=True, slots=True)
class Begin(Line):
    """`begin at Roam(p1)`. `function` is the phase; `opening` looks at every `when` and then calls it. A parameter that is not given has
    None."""

    function: int
    opening: int
    args: tuple[ir.Expr | None, ...]
    said: bool = True
    """Whether a line says so; else it is where play begins anyway."""


@dataclass(frozen=True, slots=True)
class Setting(Line):
    """`given ...`"""

    items: tuple[Given, ...]


@dataclass(frozen=True, slots=True)
class Let(Line):
    slot: int
    value: ir.Expr


@dataclass(frozen=True, slots=True)
class Do(Line):
    deeds: tuple[tuple[int, Deed | Passing], ...]


@dataclass(frozen=True, slots=True)
class Pick(Line):
    seat: int
    values: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Chance(Line):
    outcomes: tuple[Outcome | Order, ...]


@dataclass(frozen=True, slots=True)
class RunTo(Line):
    """`run to FightBattle(b)`: until an event of this name, with these arguments, is about to begin"""

    name: str
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Then(Line):
    claim: Claim


@dataclass(frozen=True, slots=True)
class Scenario:
    """`locals` is the size of its frame; `names` are its locals that have one, for reports."""

    title: str
    span: Span
    cites: tuple[str, ...]
    locals: int
    names: tuple[tuple[str, int, ir.Type], ...]
    begin: Begin
    lines: tuple[Line, ...]
    """Without the `begin` line: those before it, if any, are the first `early` of them."""
    early: int = 0


PLAY = "play begins"
"""The event with which the repeated part of the flow is about to begin, in programs made for scenarios."""
