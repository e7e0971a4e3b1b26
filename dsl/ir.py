"""The IR: what a definition means, with every name, type and number settled. The only thing `interpreter/`
sees.

It is made for one number of seats, one choice of variants and options. Everything in it is bounded, so a
match's state is
one flat list of integers and of tuples of integers:

    S[STACK]   the frames: a tuple of (block, local, local, ...), the running one last. A frame that waits at
    the exit of block b (for an
               answer, for a frame above it, for the branches of a `Together`) has ~b there, and what it has
               gathered so far at its end
    S[RANDOM]  the state of the random generator, a 64-bit integer
    S[OVER]    0 while the game goes on, 1 when it has ended
    S[RESULT]  one entry a seat when it has ended: see `Over`
    S[PLAYERS] the seats still in the game, a tuple in seat order
    S[RETURN]  what the last frame that was left has returned
    S[PASSED]  a seat's `anytime` options that it has passed on, a tuple a seat
    S[...]     variables, then zones (`Program.zone_slot + z`), then where components lie (`Program.place_slot
    + c`),
               then what each seat and, last, the public knows (`Program.group_slot + seat * components + c`, `Program.exclude_slot
               + ...`, `Program.shown_slot`, `Program.asked_slot`)

Values: truths are 0 and 1, seats 0.., components, kinds and zones are their index in the Program's tuples,
enum members
their position, `none` is -1. A list is a tuple. A set is a bit mask over the same numbers. An amount is a
tuple of counts,
one for each kind of its type, in order. A *cube* (a piece of a kind that is `x unlimited`, without identity)
is a handle
`zone * len(kinds) + kind`; a zone of cubes holds kind numbers, sorted.

Nothing here knows text or files; spans are kept so that errors, logs and traces can speak of the source.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from gdl.dsl.records import dataclass
from gdl.dsl.source import NOWHERE, Span

STACK, RANDOM, OVER, RESULT, PLAYERS, RETURN, PASSED = range(7)
FIRST_FREE = 7

Number = int
Static = int | tuple["Static", ...]


# ---------------------------------------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Type:
    """What a value is: tells a view, a label or a guess how to read an integer.

    `word`: int, bool, player, team, component, cube, kind, enum, zone, phase, text, trait, list, set, amount.
    `of`: index of the component type or enum; `item`: what a list or set holds; `low`, `high`: of an int.
    """

    word: str
    of: int = -1
    item: Type | None = None
    optional: bool = False
    low: int | None = None
    high: int | None = None


# ---------------------------------------------------------------------------------------------- expressions
# Pure: they read state and never change it.


@dataclass(frozen=True, slots=True)
class Expr:
    pass


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: Static


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A local of the running function."""

    slot: int


@dataclass(frozen=True, slots=True)
class Load(Expr):
    """`S[base + offset]`"""

    base: int
    offset: Expr | None = None


@dataclass(frozen=True, slots=True)
class Table(Expr):
    """`tables[table][index]`: what never changes (fields, kinds, owners, neighbours)."""

    table: int
    index: Expr


@dataclass(frozen=True, slots=True)
class Checked(Expr):
    """`value`, or a run-time diagnostic if it is outside `low..high`; `what` names it there. `there`: outside means none, where
    something was taken to be there."""

    value: Expr
    low: int
    high: int
    what: str
    span: Span = NOWHERE
    there: bool = False


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`not`, `-`, `abs`, `len` (of a list), `bits` (a set as a list, ascending), `mask` (a list as a set),
    `total` (of an amount),
    `unique` (a list without repetitions, first ones kept), `size` (how many a set holds)"""

    op: Literal["not", "-", "abs", "len", "bits", "mask", "total", "unique", "size"]
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """Numbers: `+ - * // /^ % min max` (`//` rounds down, `/^` up). Any: `== != < <= > >=`. Sets: `| & &~`.
    `in` (an item in a list), `in set` (an item in a set), `++` (two lists joined), `a+ a-` (amounts),
    `count` (how often an item is in a list), `same` (two lists with the same items in any order)"""

    op: Literal[
        "+",
        "-",
        "*",
        "//",
        "/^",
        "%",
        "min",
        "max",
        "==",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "|",
        "&",
        "&~",
        "in",
        "in set",
        "++",
        "a+",
        "a-",
        "count",
        "same",
    ]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Logic(Expr):
    """Left to right, stops as soon as it is settled."""

    op: Literal["and", "or"]
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class IfElse(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Bind(Expr):
    """`let` inside an expression: the local `slot` is `value` while `body` is worked out."""

    slot: int
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Seq(Expr):
    """A list of these items."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Span_(Expr):
    """The list `low, low + 1, ... high`; empty if `high < low`."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Item(Expr):
    """`list[index]`, the first is 1; outside, `none`, or a run-time diagnostic where `checked`."""

    list: Expr
    index: Expr
    checked: bool = False
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class First(Expr):
    """The first `count` items of a list, or as many as there are."""

    list: Expr
    count: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A pure function (a `value` of the game)."""

    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class For(Expr):
    """One generator of a fold: the local `slot` runs over `domain`, `where` keeps some."""

    slot: int
    domain: Expr
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Fold(Expr):
    """Goes through all bindings of `binders`, left to right.

    `list` all values · `any`, `all` whether the value holds for some or every binding · `count` bindings
    (value unused) · `sum` of the values
    `first`, `last` value, or -1 · `max`, `min` value, or -1 · `most`, `least` the list of values whose `key`
    is greatest or least, ties kept
    `sort most`, `sort least` the list of values by falling or rising `key`, stable
    `prefix` the list of values as long as `key` holds, and the first for which it does not
    """

    word: Literal[
        "list",
        "any",
        "all",
        "count",
        "sum",
        "first",
        "last",
        "max",
        "min",
        "most",
        "least",
        "sort most",
        "sort least",
        "prefix",
    ]
    binders: tuple[For, ...]
    value: Expr
    key: Expr | None = None


@dataclass(frozen=True, slots=True)
class Content(Expr):
    """What lies in a zone: components in order (the top first); for a zone of cubes, kinds, sorted."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Handles(Expr):
    """The cubes in a zone as handles, one for each cube; for an endless zone, one of each kind in `kinds`
    (static)."""

    zone: Expr
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place(Expr):
    """The zone in which a component lies."""

    component: Expr


@dataclass(frozen=True, slots=True)
class Seats(Expr):
    """The players still in the game in turn order; from `start` on if given (or from the next one, if that
    one is out)."""

    start: Expr | None = None


@dataclass(frozen=True, slots=True)
class Beside(Expr):
    """The next player still in the game, `step` 1 to the left and -1 to the right of `player`."""

    player: Expr
    step: int


@dataclass(frozen=True, slots=True)
class Reach(Expr):
    """A walk over a board, from `start`, along `neighbours` (tables from a space to a list of spaces, walked
    together).

    `list`: all spaces that can be reached, nearest first, without the start · `distance`: steps to `goal`, or
    -1.
    `open`: a condition on the link from local `here` to local `there` (bridges). `through`: one may go on
    only from spaces for which
    it holds of the local `there`; the first space for which it does not hold is still reached.
    `cost`: of a step from `here` to `there` (1 if not given); `within`: the greatest whole cost.
    """

    word: Literal["list", "distance"]
    start: Expr
    neighbours: tuple[int, ...]
    here: int
    there: int
    goal: Expr | None = None
    open: Expr | None = None
    through: Expr | None = None
    cost: Expr | None = None
    within: Expr | None = None


# ---------------------------------------------------------------------------------------------- text


@dataclass(frozen=True, slots=True)
class Shown:
    """A value inside a text, shown to each reader by what that reader knows."""

    value: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Template:
    parts: tuple[str | Shown, ...]


# ---------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Stmt:
    pass


Stmts = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class SetLocal(Stmt):
    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(Stmt):
    """`S[base + offset] = value`; leaving `low..high` is a run-time diagnostic, or is cut off where `clamped`."""

    base: int
    offset: Expr | None
    value: Expr
    low: int | None = None
    high: int | None = None
    clamped: bool = False
    what: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """One component into a zone, with all that it changes: places, owner kept, face, who knows what. -1 does
    nothing.

    `at`: `top` (the head of the list), `bottom` or the 1-based `index`. In unordered zones components are
    kept sorted.
    A full zone (`limit`, a slot) is a run-time diagnostic.
    """

    component: Expr
    zone: Expr
    at: Literal["top", "bottom", "index"] = "bottom"
    index: Expr | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class MoveCubes(Stmt):
    """`count` cubes of `kind` from zone to zone, or as many as there are; `moved` gets how many."""

    kind: Expr
    count: Expr
    source: Expr
    target: Expr
    moved: int | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Pick(Stmt):
    """Local `slot` = what a draw from the zone takes next: the top, or in a bag one at random (a chance point; so is the top of a
    shuffled zone for a solver). A component; for a zone of cubes a handle; -1 if it is empty. It is not
    moved."""

    slot: int
    zone: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    zone: Expr


@dataclass(frozen=True, slots=True)
class SwapZones(Stmt):
    """All that lies in one zone changes places with all that lies in the other."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Random(Stmt):
    """Local `slot` = one item of the list, each as likely, or -1; a chance point. `type` tells what the items are."""

    slot: int
    list: Expr
    type: Type
    seers: Literal["all", "nobody"] = "all"


@dataclass(frozen=True, slots=True)
class RandomOrder(Stmt):
    """Local `slot` = `count` items of the list (all if None) in random order."""

    slot: int
    list: Expr
    count: Expr | None
    type: Type


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """The die gets a new face (`Program.face_slot + die`)."""

    die: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Stmt):
    """These components (a list) are shown to the seats in `to` (a list), or to all."""

    components: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class RevealTruth(Stmt):
    """The seats in `to` (or all) learn whether `test` holds, and so what `component` cannot be.

    `test` reads the local `slot`, which stands for the component; for what else lies in the component's group
    (for that seat) the
    test is tried as well, and those with another answer are excluded for the place.
    """

    component: Expr
    slot: int
    test: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class Conceal(Stmt):
    """From now on nobody but those who can see into their zones knows which of these components (a list) is
    where."""

    components: Expr
    but: Expr | None = None


@dataclass(frozen=True, slots=True)
class Arrange(Stmt):
    """The components of list `before` change places so that `after[i]` lies where `before[i]` lay. The seat
    `by` knows; others, where
    they cannot see, no longer know which is where."""

    before: Expr
    after: Expr
    by: Expr


@dataclass(frozen=True, slots=True)
class TurnFace(Stmt):
    """Components (a list) of a `face down` zone are turned."""

    components: Expr
    up: bool


@dataclass(frozen=True, slots=True)
class Log(Stmt):
    """A line in the log of the seats in `to` (a list), or of all."""

    text: Template
    to: Expr | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Event(Stmt):
    """For the log, the trace and `happened`: the rule, action, phase or trigger `name` begins. Nothing else
    happens by it.

    `word`: rule, action, phase, trigger, modifier, instead, skipped (a trigger that matched but whose `if`
    failed).
    """

    word: str
    name: str
    function: int
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class If(Stmt):
    condition: Expr
    then: Stmts
    otherwise: Stmts = ()


@dataclass(frozen=True, slots=True)
class Each(Stmt):
    """`for`: the list is taken once."""

    slot: int
    list: Expr
    body: Stmts


@dataclass(frozen=True, slots=True)
class Loop(Stmt):
    """Until `Break`, or while `condition` holds if there is one. Bounded by the step budget."""

    condition: Expr | None
    body: Stmts
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Break(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class Continue(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    """A whole function is carried out; `result` gets what it returns."""

    function: int
    args: tuple[Expr, ...]
    result: int | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Over(Stmt):
    """The game ends, wherever this is.

    `win`: the seats in `who` (a list) have won, the others lost · `tie`: those in `who` share, the others lost
    `lose`: all have lost · `score`: `who` is a list of [seat, score]; the best have won (a tie if several).
    S[RESULT] = per seat (outcome, score): outcome 1 won, 0 tied, -1 lost; score, or the outcome if there are no scores.
    """

    word: Literal["win", "tie", "lose", "score"]
    who: Expr | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Eliminate(Stmt):
    """The player leaves the game; it ends if nobody is left."""

    player: Expr


@dataclass(frozen=True, slots=True)
class Fail(Stmt):
    """A run-time diagnostic."""

    code: str
    text: Template
    span: Span = NOWHERE


# ---------------------------------------------------------------------------------------------- choices


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """A question in the middle of straight code: only in `Function.straight`, for random play, which never stops
    at one. The choice is the very object of an `Ask`."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Entry:
    """One group of options: a binding of `binders` each. With no binders it is a single option, there if
    `where` holds.

    `name` is what is counted: the action's name, or the text of a menu. `deed` is the action's function with
    its arguments, for
    `anytime` actions, which the machine carries out by itself.
    """

    name: str
    binders: tuple[For, ...]
    where: Expr | None
    label: Template
    types: tuple[Type, ...]
    style: Literal["action", "item", "menu", "pass"]
    deed: tuple[int, tuple[Expr, ...]] | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player is asked.

    `one`: one option of the entries. Local `slot` gets the entry's number, the binders' locals their values.
           If there is just one and not `asked`, it is taken unasked; if there is none, `slot` gets -1.
           Options of style `pass` alone are taken unasked even where `asked`: there is nothing to decide.
    `some`: `low..high` of the values of the single entry (its last binder); local `slot` gets the list, in
    the domain's order.
    `order`: the list `items` in the order that the player likes; local `slot` gets it.
    `split`: the list `items` into `piles` lists, each at least `low` long; local `slot` gets a list of lists.
    `anytime`: whether `anytime` actions may join (not inside another one).
    """

    word: Literal["one", "some", "order", "split"]
    player: Expr
    prompt: Template | None
    slot: int
    entries: tuple[Entry, ...] = ()
    asked: bool = False
    low: Expr | None = None
    high: Expr | None = None
    items: Expr | None = None
    piles: Expr | None = None
    item_type: Type | None = None
    pile_labels: Expr | None = None
    secret: bool = False
    anytime: bool = True
    span: Span = NOWHERE


# ---------------------------------------------------------------------------------------------- blocks


@dataclass(frozen=True, slots=True)
class Exit:
    """How a block ends. Block numbers are global: `Program.blocks`."""


@dataclass(frozen=True, slots=True)
class Jump(Exit):
    block: int


@dataclass(frozen=True, slots=True)
class Branch(Exit):
    condition: Expr
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Switch(Exit):
    """To `blocks[value]`, or to `otherwise` where there is none (a negative or too large value)."""

    value: Expr
    blocks: tuple[int, ...]
    otherwise: int


@dataclass(frozen=True, slots=True)
class Invoke(Exit):
    """A function in blocks gets a frame; when it returns, `result` gets its value and this frame goes on at
    `block`."""

    function: int
    args: tuple[Expr, ...]
    result: int | None
    block: int


@dataclass(frozen=True, slots=True)
class Ask(Exit):
    """The only place where the machine stops."""

    choice: Choice
    block: int


@dataclass(frozen=True, slots=True)
class Together(Exit):
    """Private, simultaneous blocks: `function` for each argument list in `branches`, each from the state as
    it is now.

    `seers` is, branch by branch, the list of seats who see what happens in it. Nobody else sees anything
    until all are done; then all changes
    are joined and this frame goes on at `block`.
    """

    function: int
    branches: Expr
    seers: Expr
    block: int
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Leave(Exit):
    """The function returns."""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class EndPhase(Exit):
    """Frames are left up to the innermost one of `function`, which goes on at its `exit` block. Of each
    function left on the way the `cleanup`
    (a whole function without arguments) is done. If there is no such frame, this one goes on at `block`."""

    function: int
    block: int


@dataclass(frozen=True, slots=True)
class Block:
    name: str
    function: int
    body: Stmts
    exit: Exit


# ---------------------------------------------------------------------------------------------- the program


@dataclass(frozen=True, slots=True)
class Function:
    """A rule, action, phase, value, table or trigger. Whole (`body`) or in blocks (`entry`): then it can stop
    in the middle.

    `params` locals come first. A value (`pure`) is `result` after its `body` (which only sets locals).
    """

    name: str
    word: str
    params: int
    locals: tuple[Type, ...]
    local_names: tuple[str, ...]
    body: Stmts | None = None
    result: Expr | None = None
    entry: int | None = None
    exit: int | None = None
    cleanup: int | None = None
    pure: bool = False
    span: Span = NOWHERE
    cites: tuple[str, ...] = ()
    straight: Stmts | None = None
    """The same as its blocks, uncut, with `Choose` for questions; not for functions that end phases or run
    blocks together."""


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A printed field of a component type: `table` is by component (minus `TypeInfo.low`), `kind_table` by
    kind (minus `kind_low`)."""

    name: str
    type: Type
    table: int
    kind_table: int
    index: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TypeInfo:
    """A component type. Its components are `low..high-1`, those of its subtypes among them; likewise its
    kinds. How spaces lie, for whoever draws them: `hex` grids, or the squares of the picture that they were made from
    (a component, or -1 for nothing)."""

    name: str
    sort: str
    parent: int
    low: int
    high: int
    kind_low: int
    kind_high: int
    cubes: bool
    title: str
    fields: tuple[FieldInfo, ...] = ()
    span: Span = NOWHERE
    hex: bool = False
    picture: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class KindInfo:
    name: str
    title: str
    type: int
    components: tuple[int, ...]
    text: str = ""
    span: Span = NOWHERE
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ComponentInfo:
    """`name` is unique (`Footsoldiers#2`, `p1.King`, `Cell[3, 4]`), `title` is for people; `owner` is -1
    unless fixed.
    `keeps`: its last owner is kept in `Program.owner_slot + c`. `look` numbers what is printed: equal copies
    share it."""

    name: str
    title: str
    kind: int
    owner: int
    keeps: bool
    look: int


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """`family` is the declared name; `player` the owner's seat or -1; `holder` the component it lies on or
    -1; `index` its place in a family of
    several. `ordered`: deck, stack, row. `endless`: holds any number of every cube (the box, a supply that
    starts with all of them)."""

    name: str
    family: str
    player: int
    holder: int
    index: tuple[int, ...]
    shape: str
    sight: Literal["open", "owner", "secret", "face down"]
    ordered: bool
    in_play: bool
    cubes: bool
    endless: bool
    limit: int | None
    always_full: bool
    span: Span = NOWHERE
    holds: tuple[int, ...] = ()
    """The component types that may lie here, with their subtypes; empty: any."""


@dataclass(frozen=True, slots=True)
class VarInfo:
    """`size` slots from `base`: one for each holder (`holder`: game, player, component, trait, hidden), times
    the index.

    `of`: the component type whose components hold it (offset by its `low`). `sight`: open to all; `owner`:
    the holding player (or the owner of
    the holding component); `secret`; `card`: hidden with the component. `place`: belongs to the place, not to
    the component (for guesses). `told`: where a set of seats for each slot begins, those who have been told what lies there now;
    -1 if that never happens.
    """

    name: str
    base: int
    size: int
    index: tuple[tuple[str, ...], ...]
    type: Type
    holder: Literal["game", "player", "component", "trait", "hidden"]
    of: int = -1
    sight: Literal["open", "owner", "secret", "card"] = "open"
    place: bool = False
    span: Span = NOWHERE
    told: int = -1
    per: str = ""
    """The phase with which it begins anew."""


@dataclass(frozen=True, slots=True)
class FaceInfo:
    """The faces of a die type, in order, repeated ones several times."""

    type: int
    faces: tuple[int, ...]
    face_type: Type


@dataclass(frozen=True, slots=True)
class LinkInfo:
    """Drawn on boards: pairs of spaces; `table`: a space's neighbours by component number."""

    name: str
    pairs: tuple[tuple[int, int], ...]
    table: int


@dataclass(frozen=True, slots=True)
class FactInfo:
    text: str
    function: int
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    title: str
    seats: int
    variants: tuple[str, ...]
    options: tuple[tuple[str, Static], ...]
    source_hash: str
    cooperative: bool
    clockwise: bool
    teams: tuple[str, ...]
    team_slot: int
    types: tuple[TypeInfo, ...]
    kinds: tuple[KindInfo, ...]
    components: tuple[ComponentInfo, ...]
    enums: tuple[tuple[str, tuple[str, ...]], ...]
    zones: tuple[ZoneInfo, ...]
    vars: tuple[VarInfo, ...]
    faces: tuple[FaceInfo, ...]
    links: tuple[LinkInfo, ...]
    tables: tuple[tuple[Static, ...], ...]
    functions: tuple[Function, ...]
    blocks: tuple[Block, ...]
    facts: tuple[FactInfo, ...]
    anytime: tuple[Entry, ...]
    anytime_player: int
    """The local of the asked player in the frame of an `anytime` question: entries read it as Local(0)."""
    start: int
    """The function in blocks that plays the whole game."""
    flow: tuple[tuple[str, str], ...]
    """For drawings: (`once`/`repeat`/`repeat for each player`, phase)."""
    initial: tuple[Static, ...]
    """The state before the first step, without its random generator."""
    zone_slot: int
    place_slot: int
    owner_slot: int
    face_slot: int
    """Of dice: S[face_slot + die - first die]... by component number: `face_slot + c`; -1 if there are no
    dice."""
    up_slot: int
    """Whether a component of a `face down` zone is face up: `up_slot + c`; -1 if there are no such zones."""
    group_slot: int
    """A row for each seat, and one for the public: what a spectator knows. -1 if nothing is ever hidden."""
    exclude_slot: int
    """-1 if no truth is ever revealed."""
    shown_slot: int
    """What others know of a seat's knowledge, where truths are revealed: see `interpreter/shown.py`. Else -1."""
    asked_slot: int
    shuffled_slot: int
    """By zone: a bit mask of the components that lie there in an order that nobody knows (for solvers), 0 at
    first."""
    phases: tuple[int, ...] = ()
    """Functions that are phases, for `run to` and drawings."""
    advice: int = -1
    """The value that tells bots what a position is worth to a player (`evaluate p: ...`); -1 if there is none."""
    advice_after: int = 0
    """The decisions after which it is asked for (`evaluate p after 3 decisions: ...`); 0 leaves that to the bots."""
    texts: tuple[str, ...] = ()
    hints: tuple[tuple[str, str], ...] = field(default=())
