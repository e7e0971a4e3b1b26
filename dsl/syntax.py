"""What the parser makes of text: one frozen class for each form, with the place it came from.

The docstring of a node shows the source it stands for. `span` covers the whole form. Nodes compare by identity
(`eq=False`), so that later stages can keep what they find out in tables keyed by node.
Citations (`@MF-DAY-03`) stay with the node they stand at: `cites` of declarations and of steps.
"""

from __future__ import annotations

from typing import Literal

from gdl.dsl.records import dataclass
from gdl.dsl.source import Span


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Node:
    span: Span


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Cite(Node):
    """`@MF-DAY-03`"""

    id: str


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Ident(Node):
    """A name where it is declared or referred to: `hand`, `Hero`."""

    name: str


# ---------------------------------------------------------------------------------------------- types


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class TypeNode(Node):
    pass


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class NamedType(TypeNode):
    """`Hero`, `Player`, `bool`, `int`, `text`, `trait`; or a parameter that is a kind, as in `c: k in z`"""

    name: str


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class NoneType(TypeNode):
    """`none`, in `Unit or none`"""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class RangeType(TypeNode):
    """`0..10`"""

    low: Expr
    high: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OfType(TypeNode):
    """`set of T`, `list of T`, `amount of T`, `kind of T`"""

    word: Literal["set", "list", "amount", "kind"]
    of: TypeNode


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class UnionType(TypeNode):
    """`Unit or Village or none`"""

    parts: tuple[TypeNode, ...]


# ---------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Expr(Node):
    pass


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Name(Expr):
    """`pot`, `Mouse`"""

    name: str


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Number(Expr):
    """`7`"""

    value: int


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Text(Expr):
    """`"{p} draws {n}"`: alternating strings and expressions."""

    parts: tuple[str | Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Truth(Expr):
    """`yes`, `no`"""

    value: bool


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Nothing(Expr):
    """`none`"""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Flip(Expr):
    """`flip`"""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Member(Expr):
    """`p.hand`, `Symbol.Shield`"""

    object: Expr
    name: Ident


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class NamedArg(Node):
    """`within: 3`"""

    name: Ident
    value: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Call(Expr):
    """`banners(u)`, `c.effect(p)`, `reachable(n, path, within: 3)`"""

    function: Expr
    args: tuple[Expr, ...]
    named: tuple[NamedArg, ...] = ()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Item(Expr):
    """`heap[i]`, `Battle[w, 3]`"""

    object: Expr
    index: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Portion(Node):
    """`2 Mouse`"""

    count: int
    kind: Ident


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Amount(Expr):
    """`2 Mouse + 1 Food`"""

    portions: tuple[Portion, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Range(Expr):
    """`1..n`"""

    low: Expr
    high: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ListOf(Expr):
    """`[a, b]`"""

    items: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class SetOf(Expr):
    """`{a, b}`"""

    items: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Alias(Expr):
    """`Militia as c`, in the lists of scenarios"""

    value: Expr
    name: Ident


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Comprehension(Expr):
    """`[e for x in z where c]`; `{...}` makes a set"""

    word: Literal["list", "set"]
    value: Expr
    binders: Binders


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Count(Expr):
    """`count(z)` (`of`) or `count(x in z where c)` (`binders`)"""

    of: Expr | None
    binders: Binders | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Fold(Expr):
    """`sum(e for x in z)`, `most(e for x in z)`, `least(...)`; `sum(z)` has no binders"""

    word: Literal["sum", "most", "least"]
    value: Expr
    binders: Binders | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class KindsOf(Expr):
    """`kinds of Cube`"""

    type: Ident


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Unary(Expr):
    """`not c`, `-n`, `players from p`, `left of p`, `right of p`"""

    op: Literal["not", "-", "players from", "left of", "right of"]
    operand: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Binary(Expr):
    """`a + b`, `a / b rounded down` (`/down`), `a = b`, `x in z`, `u has protect`, `a and b`"""

    op: Literal[
        "+", "-", "*", "/down", "/up", "mod", "=", "!=", "<", "<=", ">", ">=", "in", "not in", "has", "and", "or"
    ]
    left: Expr
    right: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Is(Expr):
    """`u is Flag`, `x is not none`, `z is empty`, `c is face up`, `x is T as y`; `what` is a Name or Member, or a word"""

    operand: Expr
    negated: bool
    what: Expr | Literal["none", "empty", "face up", "face down"]
    alias: Ident | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class During(Expr):
    """`during Night`"""

    phase: Ident


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Quantified(Expr):
    """`some x in z where c`, `no x in z where c`, `every x in z has c`"""

    word: Literal["some", "no", "every"]
    binder: Binder
    condition: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Search(Expr):
    """`those|first|last x in z where c with most e`, `random [n] x in z`, `random all x in z`, `sort x in z by most e`

    `count` is the n of `random n`; `best` is of `with` or of `sort ... by`.
    """

    word: Literal["those", "first", "last", "random", "random all", "sort"]
    count: Expr | None
    binder: Binder
    where: Expr | None
    best: Best | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class IfElse(Expr):
    """`if c then a else b`"""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Broken(Expr):
    """What could not be read; never reaches a later stage without a diagnostic."""


# ---------------------------------------------------------------------------------------------- binders


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Binder(Node):
    """`x in z`, `c: Hero in z`, `Mouse in z` (no name)"""

    name: Ident | None
    type: TypeNode | None
    domain: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Best(Node):
    """`with most e`, `with least e`"""

    word: Literal["most", "least"]
    value: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Binders(Node):
    """`x in z, y in f(x) where c with most e`"""

    binders: tuple[Binder, ...]
    where: Expr | None
    best: Best | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Quantity(Node):
    """`2`, `1..3` (`low`, `high`), `up to 2` (`low` None), `all` (both None), `random 2` (`random`)"""

    word: Literal["exactly", "between", "up to", "all", "random"]
    low: Expr | None
    high: Expr | None


# ---------------------------------------------------------------------------------------------- steps


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Step(Node):
    cites: tuple[Cite, ...] = ()


Steps = tuple[Step, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Let(Step):
    """`let x = e`"""

    name: Ident
    value: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Assign(Step):
    """`x = e`, `x += e`, `x -= e`"""

    op: Literal["=", "+=", "-="]
    target: Expr
    value: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Do(Step):
    """`combat(p, card)`, `k.act(here) as self`"""

    call: Expr
    as_self: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class At(Node):
    """`top`, `bottom`, `at 3`"""

    word: Literal["top", "bottom", "at"]
    index: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Move(Step):
    """`move cs [from z] to z [top|bottom|at i]`"""

    what: Expr
    source: Expr | None
    target: Expr
    at: At | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Take(Step):
    """`take n x in z where c to z`, and `move all x in z where c to z` (`quantity.word` is `all`)"""

    quantity: Quantity
    binder: Binder
    where: Expr | None
    target: Expr
    at: At | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Draw(Step):
    """`draw n from z to z [as got]`"""

    count: Expr
    source: Expr
    target: Expr
    at: At | None
    alias: Ident | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Roll(Step):
    """`roll dice [as got]`, `roll 2 MovementDie as got` (`count`, `what` a Name), `roll random 2 d in z`"""

    count: Expr | None
    what: Expr
    alias: Ident | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Shuffle(Step):
    """`shuffle z`"""

    zone: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Swap(Step):
    """`swap a and b`"""

    left: Expr
    right: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Reveal(Step):
    """`reveal c [to p]`"""

    what: Expr
    to: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Conceal(Step):
    """`conceal cs`"""

    what: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Turn(Step):
    """`turn c face up`"""

    what: Expr
    up: bool


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class TraitCall(Node):
    """`rallied(2)`"""

    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Give(Step):
    """`give x rallied(2) [until EndOfRound [ends]]`, `give x traits of y` (`copied`)"""

    to: Expr
    trait: TraitCall | None
    copied: Expr | None
    until: Expr | None
    ends: bool


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Split(Step):
    """`split p.hand into zones by p, each at least 2`"""

    what: Expr
    into: Expr
    by: Expr
    at_least: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Arrange(Step):
    """`arrange top(deck, 3) by p`"""

    what: Expr
    by: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OpenWindow(Step):
    """`window advice(b) for players from initiative`"""

    name: Ident
    args: tuple[Expr, ...]
    players: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Log(Step):
    """`log "..." [to p]`"""

    text: Text
    to: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class EndPhase(Step):
    """`end Battle`"""

    phase: Ident


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class EndEffects(Step):
    """`end effects from c`"""

    source: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class EndWithScore(Step):
    """`end with score e for p in players where c`"""

    score: Expr
    binder: Binder
    where: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Outcome(Step):
    """`win p`, `eliminate p`, `tie [ps]`, `everyone loses`"""

    word: Literal["win", "eliminate", "tie", "everyone loses"]
    who: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Leave(Step):
    """`stop [if c]`, `next [if c]`, `return [e] [if c]`"""

    word: Literal["stop", "next", "return"]
    value: Expr | None
    guard: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OwnSteps(Step):
    """`own steps`"""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Pass(Step):
    """`pass`"""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class If(Step):
    """`if c: ... elif d: ... else: ...`; an `elif` is an If alone in `otherwise`"""

    condition: Expr
    then: Steps
    otherwise: Steps | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class For(Step):
    """`for x in z, y in f(x) where c:`"""

    binders: Binders
    body: Steps


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Repeat(Step):
    """`repeat:`, `repeat n times:`"""

    times: Expr | None
    body: Steps


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class While(Step):
    """`while c:`"""

    condition: Expr
    body: Steps


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Choose(Step):
    """`choose [quantity] x in z where c with most e by p "prompt" [as got][: ...] [else: ...]`"""

    quantity: Quantity | None
    binder: Binder
    where: Expr | None
    best: Best | None
    by: Expr
    prompt: Text | None
    alias: Ident | None
    body: Steps | None
    otherwise: Steps | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class MenuEntry(Node):
    """`"Stop" if c: ...`, `each c in z where d "cast {c}" if e: ...`"""

    binders: Binders | None
    label: Text
    guard: Expr | None
    body: Steps
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ChooseOne(Step):
    """`choose one by p "And now?":`"""

    by: Expr
    prompt: Text | None
    entries: tuple[MenuEntry, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class May(Step):
    """`may q "help" if c: ... else: ...`"""

    who: Expr
    label: Text
    guard: Expr | None
    body: Steps
    otherwise: Steps | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OfferItem(Node):
    """`Move`, `StateNumber(w)`, `c.Play for c in drawn where d`, `day_option`; `what` is None for `pass`"""

    what: Expr | None
    binder: Binder | None
    where: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Offer(Step):
    """`offer p: Move, Attack, pass` [`else: ...`]"""

    to: Expr
    items: tuple[OfferItem, ...]
    otherwise: Steps | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Together(Step):
    """`together each p in players where c [seen by ps]: ...`"""

    binders: Binders
    seen_by: Expr | None
    body: Steps


# ---------------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Declaration(Node):
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Param(Node):
    """`p: Player`, `card: Card in reach(p)`, `c: Cell where c.mark is none`, `n in 1..k`, `you`"""

    name: Ident
    type: TypeNode | None
    domain: Expr | None
    where: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Setting(Declaration):
    """`players: 1..4`, `first: start`, `cooperative` (no values)"""

    name: Ident
    values: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Requires(Declaration):
    """`requires ["reason"]: c` or a block of conditions"""

    reason: Text | None
    conditions: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Game(Declaration):
    """`game Pig:`"""

    name: Ident
    settings: tuple[Setting, ...]
    requires: tuple[Requires, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Use(Declaration):
    """`use "cards.gdl"` (`path`), `use std.push_your_luck` (`module`); `changes` are the lines of its block"""

    path: str | None
    module: str | None
    changes: tuple[Declaration, ...] = ()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Option(Declaration):
    """`option TARGET: 20..500 = 100 "points to win"`; in a variant the type may be missing: `option TARGET = 50`"""

    name: Ident
    type: TypeNode | None
    value: Expr
    meaning: Text | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Enum(Declaration):
    """`enum Symbol: Boot, Sword`"""

    name: Ident
    members: tuple[Ident, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class TypeAlias(Declaration):
    """`type Fighter = Hero or Castle`"""

    name: Ident
    type: TypeNode


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Copies(Node):
    """`x2`, `x 2 * DICE`, `x unlimited` (`count` None)"""

    count: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Family(Node):
    """`for each player, rank in 1..13`: a tuple of (None for `player` | (name, domain))"""

    axes: tuple[tuple[Ident, Expr] | None, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Grid(Node):
    """`from grid 8 by 8`, `from hex grid 11 by 11`"""

    hex: bool
    columns: Expr
    rows: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Component(Declaration):
    """`card Hero is Card x2 for each player "the hero": ...`"""

    sort: Literal["card", "cube", "token", "tile", "piece", "die", "space"]
    name: Ident
    parent: Ident | None
    copies: Copies | None
    family: Family | Grid | None
    title: Text | None
    lines: tuple[Declaration, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Field(Declaration):
    """`cost: 1..4 = 2`, `needs[Attribute]: 0..6 = 0`, `affinity: set of kind of Critter, at least 1`"""

    name: Ident
    index: tuple[TypeNode, ...]
    type: TypeNode
    default: Expr | None
    at_least: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class FieldDefault(Declaration):
    """`slots = 5`: another default for a field of the parent type"""

    name: Ident
    value: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Faces(Declaration):
    """`faces: 1..6`, `faces: Miss, Miss, Sword`"""

    values: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class HasZone(Declaration):
    """`has cubes: pool of Cube, open`"""

    zone: Zone


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class WhileIn(Declaration):
    """`while in field:` and its states"""

    zone: Expr
    states: tuple[State, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class LiveWhile(Declaration):
    """`live while self in you.heroes`"""

    condition: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OpenWhile(Declaration):
    """`open while self.intact`, of a link"""

    condition: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class KeepsOwner(Declaration):
    """`keeps owner`"""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Traits(Declaration):
    """`traits: born, wise while rank(self) >= 4`: (trait, condition) pairs"""

    uses: tuple[tuple[TraitCall, Expr | None], ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Kind(Declaration):
    """`Hero Matthias x1 "Matthias of Redwall": ...`, `Critter Mouse, Hare x unlimited`

    Table rows and YAML rows become Kinds too (`row` says so: two rows of one name are copies that differ).
    """

    type: Ident
    names: tuple[Ident, ...]
    copies: Copies | None
    title: Text | None
    lines: tuple[Declaration, ...]
    row: bool = False


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class GiveField(Declaration):
    """`cost: 3`, `affinity: Mouse, Hare`, `needs[Stone]: 2`; several values make a list or set"""

    name: Ident
    index: Expr | None
    values: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class KindTable(Declaration):
    """A table of kinds as written; `kinds` is what it says, `rows` its cells for the formatter."""

    type: Ident
    rows: tuple[tuple[str, ...], ...]
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class KindData(Declaration):
    """`Hero from "cards/heroes.yaml"`; the loader replaces it by Kinds"""

    type: Ident
    path: Text


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Stock(Node):
    """`all T where c`, `one of each T where c`, `2 T + 1 U` (`amount`)"""

    word: Literal["all", "one of each", "amount"]
    type: Ident | None
    where: Expr | None
    amount: Amount | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Zone(Declaration):
    """`pile[Supply]: deck of ArmyCard, secret, in play, limit 5, refills from discard, starts with all ArmyCard`"""

    name: Ident
    index: tuple[TypeNode, ...]
    shape: Literal["deck", "stack", "row", "hand", "bag", "pool", "slot"]
    of: TypeNode
    sight: Literal["open", "owner", "secret", "face down"] | None
    in_play: bool
    always_full: bool
    limit: Expr | None
    refills: Expr | None
    starts: Stock | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Zones(Declaration):
    """`zones:`; (per player?, zone) pairs"""

    zones: tuple[tuple[bool, Zone], ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class State(Declaration):
    """`pot: 0..1000 = 0 per Turn, clamped, owner`"""

    name: Ident
    index: tuple[TypeNode, ...]
    type: TypeNode
    default: Expr | None
    per: Expr | None
    sight: Literal["open", "owner", "secret", "face down"] | None
    clamped: bool


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class States(Declaration):
    """`state:`; (per player?, state) pairs"""

    states: tuple[tuple[bool, State], ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Link(Declaration):
    """`link path: Node -- Node: ...`"""

    name: Ident
    left: Ident
    right: Ident
    lines: tuple[Declaration, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Board(Declaration):
    """`board from "map.yaml"`; the loader replaces it by Kinds, Links and Pictures"""

    path: Text


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Picture(Declaration):
    """`board of Zone by border:` and a string a row"""

    space: Ident
    link: Ident
    rows: tuple[str, ...]
    nothing: tuple[str, ...] = ("^^^",)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Linked(Declaration):
    """Data: these spaces are linked, by pairs, along a line (`N17, N18, N19` makes two links)."""

    link: Ident
    line: tuple[Ident, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OtherName(Declaration):
    """Data: `names: {Red3: N52}` of a board: a second name of a space"""

    name: Ident
    of: Ident


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Value(Declaration):
    """`value banners(u: Unit): 0..20 = u.printed, clamped`"""

    name: Ident
    params: tuple[Param, ...]
    type: TypeNode | None
    body: Expr
    sight: Literal["open", "owner", "secret", "face down"] | None
    clamped: bool


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Rule(Declaration):
    """`rule combat(p: Player, card: Card) -> int:`"""

    name: Ident
    params: tuple[Param, ...]
    result: TypeNode | None
    body: Steps


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Occasion(Node):
    """`day_option`, `before_reveal(b)`"""

    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Action(Declaration):
    """`[anytime] action Fight(p: Player, ...) "fight at {card}" for day_option once per Day: requires ... steps`"""

    anytime: bool
    name: Ident
    params: tuple[Param, ...]
    label: Text | None
    occasions: tuple[Occasion, ...]
    once_per: Expr | None
    requires: tuple[Requires, ...]
    body: Steps | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Event(Node):
    """`victory(you, card, fought)`, `Battle`, `c enters adventure_row`, `every phase`

    `word` is `call` (with `name`, `args`; `has_args` tells `Take` from `Take()`), `enters`, `leaves` (with `binder`, `zone`)
    or `every phase`.
    """

    word: Literal["call", "enters", "leaves", "every phase"]
    name: Expr | None
    args: tuple[Expr, ...]
    binder: Ident | None
    zone: Expr | None
    has_args: bool = True


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Trigger(Declaration):
    """`after victory(you, place) if fought >= 4 priority 2 called spoils: ...`"""

    moment: Literal["before", "after", "instead of"]
    events: tuple[Event, ...]
    condition: Expr | None
    priority: Expr | None
    called: Ident | None
    body: Steps


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class When(Declaration):
    """`when [settled] c [called n]: ...`"""

    settled: bool
    condition: Expr
    called: Ident | None
    body: Steps


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Modifier(Declaration):
    """`banners(self) +2 while guarded(self)`, `price(you) -n`, `side(u) becomes you`; no args: `has_args` False"""

    name: Ident
    args: tuple[Expr, ...]
    op: Literal["+", "-", "becomes"]
    value: Expr
    condition: Expr | None
    has_args: bool = True


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Trait(Declaration):
    """`trait protect(n: int) on Unit: ...`"""

    name: Ident
    params: tuple[Param, ...]
    on: tuple[Ident, ...]
    lines: tuple[Declaration, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class FlowLine(Declaration):
    """`once Setup, Deal`, `repeat Turn for each player from starter`"""

    word: Literal["once", "repeat"]
    phases: tuple[Ident, ...]
    each_player: bool
    start: Expr | None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Flow(Declaration):
    """`flow:`"""

    lines: tuple[FlowLine, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Phase(Declaration):
    """`phase Turn(p: Player):` its steps, and the triggers that stand inside it"""

    name: Ident
    params: tuple[Param, ...]
    body: Steps
    triggers: tuple[Trigger | When, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class TableRow(Declaration):
    """`1..2 "Ambush": ambush(p, 3)`"""

    keys: tuple[Expr, ...]
    text: Text | None
    body: Steps


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Table(Declaration):
    """`table explore_cave(p: Player) rolls CaveDie:`, `table dawn(r: DawnRule) by r:`"""

    name: Ident
    params: tuple[Param, ...]
    rolls: Ident | None
    by: Expr | None
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Window(Declaration):
    """`window advice(b: Battle): Advisor.Advise, Building.Use`"""

    name: Ident
    params: tuple[Param, ...]
    items: tuple[OfferItem, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Fact(Declaration):
    """`fact "a unit that moved is no Flag": c`"""

    text: Text
    conditions: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Evaluate(Declaration):
    """`evaluate p: p.gold + 3 * count(p.hand)`, `evaluate p after 3 decisions: p.gold`"""

    player: Ident
    after: Number | None
    value: Expr


# ---------------------------------------------------------------------------------------------- variants


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Replace(Declaration):
    """`replace rule clash(red, green): ...`, `replace zone z: ...` (a Zones with that one zone; kept per player or not as before)"""

    declaration: Declaration


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Change(Declaration):
    """`change Hero Orlando:` the fields that differ (`kind`), `change table crow:` the rows (`table`)"""

    type: Ident | None
    kind: Ident | None
    table: Ident | None
    lines: tuple[Declaration, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Extend(Declaration):
    """`extend War: ...` (`type`), `extend action Attack: requires: ...` (`action`), `extend enum|zones|state ...` (`declaration`)"""

    type: Ident | None
    action: Ident | None
    declaration: Declaration | None
    lines: tuple[Declaration, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Remove(Declaration):
    """`remove Hero Orlando`, `remove trigger refill_row`"""

    what: str
    name: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Variant(Declaration):
    """`variant Long "a longer game" of "pig.gdl" with Fast: ...`"""

    name: Ident
    title: Text | None
    of: Text | None
    needs: tuple[Ident, ...]
    lines: tuple[Declaration, ...]


# ---------------------------------------------------------------------------------------------- scenarios


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Scene(Node):
    """One line of a scenario."""

    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class SeatsScene(Scene):
    """`players 3`"""

    count: int


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class WithScene(Scene):
    """`with Dawndojo, Simulwars`"""

    variants: tuple[Ident, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OptionScene(Scene):
    """`option TARGET = 50`"""

    name: Ident
    value: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class BeginScene(Scene):
    """`begin at Roam(p1)`"""

    at: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class GivenScene(Scene):
    """`given p1.hand = [Militia as c], p2 knows c`: conditions made true, `Knows` and `Sees` among them"""

    items: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class LetScene(Scene):
    """`let hers = Pile[1].down`"""

    name: Ident
    value: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class DoScene(Scene):
    """`do p1 Attack(p2), p1 pass`: (player, action or None for pass)"""

    deeds: tuple[tuple[Ident, Expr | None], ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class PickScene(Scene):
    """`pick p1 "Stop", Fr1`"""

    player: Ident
    values: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ChanceScene(Scene):
    """`chance Inexperience, 6 Food`, `chance p1.army = [A, B]`, `chance [Crane]`"""

    values: tuple[Expr, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class RunScene(Scene):
    """`run to Dusk`"""

    to: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ThenScene(Scene):
    """`then [not] <condition or claim>`"""

    claim: Expr


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Claim(Expr):
    """What only a scenario can say, with its parts as they are needed:

    `p2 knows c` (player, what) · `p2 sees p1.drawn = 2 Food` (player, what) · `offered p1 Place(x), pass` (player, items)
    `c could be Flag for p2` / `could not be` (what, kind, player) · `happened reroll 1 times` (what, count)
    `won p2`, `tied p1, p3` (players; `tied` alone: some are) · `eliminated p1` (player) · `everyone lost`, `over` · `error "..."` (text)
    A `not` before it is a Unary.
    """

    word: Literal[
        "knows", "sees", "offered", "could be", "could not be", "happened", "won", "eliminated",
        "everyone lost", "tied", "over", "error",
    ]
    player: Ident | None = None
    players: tuple[Ident, ...] = ()
    what: Expr | None = None
    kind: Expr | None = None
    items: tuple[OfferItem, ...] = ()
    count: int = 0
    text: Text | None = None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Scenario(Declaration):
    """`scenario "two white cubes end the attempt" @MF-DRAW-04:`"""

    title: str
    scenes: tuple[Scene, ...]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class File(Node):
    """A whole file. `comments` are (line, column, text) in order, kept for the formatter."""

    declarations: tuple[Declaration, ...]
    comments: tuple[tuple[int, int, str], ...]
