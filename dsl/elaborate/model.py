"""What a game declares, as objects that later modules fill in: types, kinds, components, zones, variables, functions.

`World` is the whole of it. Numbers (component, kind, zone, slot) are given out by `layout`.
"""

from __future__ import annotations

from dataclasses import field

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics, suggestion
from gdl.dsl.elaborate.types import ANY, Ty, Val
from gdl.dsl.records import dataclass
from gdl.dsl.source import NOWHERE, Span


@dataclass(eq=False, slots=True)
class EnumDecl:
    name: str
    members: list[str]
    span: Span
    index: int = -1


@dataclass(eq=False, slots=True)
class FieldDecl:
    """A printed field. `table`, `kind_table`: where the values of all components (kinds) of `owner` stand."""

    name: str
    owner: CompType
    node: s.Field | None
    ty: Ty
    index: tuple[Ty, ...] = ()
    at_least: int = 0
    table: int = -1
    kind_table: int = -1
    span: Span = NOWHERE


@dataclass(eq=False, slots=True)
class Method:
    """A value, rule or action declared in a type, kind or trait. `kind` is None when the type says it."""

    name: str
    owner: CompType
    kind: KindDecl | None
    node: s.Value | s.Rule | s.Action
    function: int = -1


@dataclass(eq=False, slots=True)
class CompType:
    name: str
    node: s.Component
    parent: CompType | None
    sort: str
    cubes: bool = False
    children: list[CompType] = field(default_factory=list)
    lines: list[s.Declaration] = field(default_factory=list)
    defaults: dict[str, s.Expr] = field(default_factory=dict)
    fields: dict[str, FieldDecl] = field(default_factory=dict)
    zones: dict[str, ZoneFamily] = field(default_factory=dict)
    states: dict[str, StateDecl] = field(default_factory=dict)
    methods: dict[str, Method] = field(default_factory=dict)
    kinds: list[KindDecl] = field(default_factory=list)
    axes: list[tuple[str, Ty, list[int]]] = field(default_factory=list)
    per_player: bool = False
    grid: tuple[bool, int, int] | None = None
    picture: tuple[tuple[int, ...], ...] = ()
    """The squares of the picture that its spaces were made from: components, -1 for nothing."""
    live_while: list[s.Expr] = field(default_factory=list)
    keeps_owner: bool = False
    faces: s.Faces | None = None
    face_values: tuple[int, ...] = ()
    face_ty: Ty | None = None
    index: int = -1
    low: int = 0
    high: int = 0
    kind_low: int = 0
    kind_high: int = 0
    title: str = ""
    implicit_kind: bool = False

    def is_a(self, other: CompType) -> bool:
        t: CompType | None = self
        while t is not None:
            if t is other:
                return True
            t = t.parent
        return False

    def chain(self) -> list[CompType]:
        """From the root down to this type."""
        out: list[CompType] = []
        t: CompType | None = self
        while t is not None:
            out.append(t)
            t = t.parent
        return out[::-1]

    def all_kinds(self) -> list[KindDecl]:
        out = list(self.kinds)
        for child in self.children:
            out.extend(child.all_kinds())
        return out

    @property
    def root(self) -> CompType:
        t = self
        while t.parent is not None:
            t = t.parent
        return t

    def find_field(self, name: str) -> FieldDecl | None:
        t: CompType | None = self
        while t is not None:
            if name in t.fields:
                return t.fields[name]
            t = t.parent
        return None

    def find_zone(self, name: str) -> ZoneFamily | None:
        t: CompType | None = self
        while t is not None:
            if name in t.zones:
                return t.zones[name]
            t = t.parent
        return None

    def find_state(self, name: str) -> StateDecl | None:
        t: CompType | None = self
        while t is not None:
            if name in t.states:
                return t.states[name]
            t = t.parent
        return None

    def find_method(self, name: str) -> Method | None:
        """In this type, above it, or below it (a method that only some kinds or subtypes have is no method of the type)."""
        t: CompType | None = self
        while t is not None:
            if name in t.methods:
                return t.methods[name]
            t = t.parent
        return None


@dataclass(eq=False, slots=True)
class KindDecl:
    """One kind; `rows` are its printings (usually one), `lines` its abilities."""

    name: str
    type: CompType
    span: Span
    title: str = ""
    rows: list[s.Kind] = field(default_factory=list)
    blocks: list[s.Kind] = field(default_factory=list)
    lines: list[s.Declaration] = field(default_factory=list)
    methods: dict[str, Method] = field(default_factory=dict)
    states: dict[str, StateDecl] = field(default_factory=dict)
    unlimited: bool = False
    components: list[int] = field(default_factory=list)
    index: int = -1
    cites: tuple[str, ...] = ()
    values: dict[str, ir.Static] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Comp:
    index: int
    name: str
    title: str
    kind: KindDecl
    type: CompType
    owner: int = -1
    axes: dict[str, int] = field(default_factory=dict)
    row: s.Kind | None = None
    fields: dict[str, ir.Static] = field(default_factory=dict)
    column: int = 0
    line: int = 0


@dataclass(eq=False, slots=True)
class ZoneFamily:
    """A declared zone: `holder` is the type that has it, `per_player` whether each player has one. Zone number =
    `base + seat or component offset * (index sizes) + index offset`."""

    name: str
    node: s.Zone
    item: Ty
    per_player: bool = False
    holder: CompType | None = None
    index: tuple[Ty, ...] = ()
    sizes: tuple[int, ...] = ()
    base: int = -1
    count: int = 1
    sight: str = "open"

    @property
    def shape(self) -> str:
        return self.node.shape


@dataclass(eq=False, slots=True)
class StateDecl:
    """A declared variable. Slot = `base + holder offset * size + index offset`."""

    name: str
    node: s.State | None
    ty: Ty
    where: str
    """game, player, component, trait"""
    holder: CompType | None = None
    kind: KindDecl | None = None
    index: tuple[Ty, ...] = ()
    sizes: tuple[int, ...] = ()
    size: int = 1
    base: int = -1
    holders: int = 1
    low_holder: int = 0
    initial: ir.Static = 0
    initial_expr: s.Expr | None = None
    must_set: bool = False
    per: str | None = None
    while_in: s.Expr | None = None
    sight: str = "open"
    clamped: bool = False
    place: bool = False
    span: Span = NOWHERE
    used: bool = False
    told: int = -1
    """Where it is kept who has been told it: a set of seats for each slot; -1 if it is never told. See `telling`."""


@dataclass(eq=False, slots=True)
class TraitDecl:
    """A trait, or the abilities in the body of a kind or type (an anonymous one). `uses`: (component, arguments, condition)."""

    name: str
    node: s.Trait | None
    params: list[tuple[str, Ty]]
    on: tuple[CompType, ...]
    lines: list[s.Declaration]
    span: Span
    on_players: bool = False
    owner_kind: KindDecl | None = None
    index: int = -1
    uses: list[tuple[int, tuple[ir.Static, ...], s.Expr | None]] = field(default_factory=list)
    given: bool = False
    effect_slot: int = -1
    states: dict[str, StateDecl] = field(default_factory=dict)
    bearers: int = -1
    traits: dict[str, TraitDecl] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class TriggerDecl:
    node: s.Trigger
    event: s.Event
    trait: TraitDecl | None
    priority: int
    order: int
    phase: str | None = None
    function: int = -1


@dataclass(eq=False, slots=True)
class WhenDecl:
    node: s.When
    trait: TraitDecl | None
    phase: str | None


@dataclass(eq=False, slots=True)
class ModifierDecl:
    node: s.Modifier
    trait: TraitDecl | None
    order: int


@dataclass(eq=False, slots=True)
class Callable_:
    """A top-level value, rule, action, phase or table, or a dispatcher of methods."""

    name: str
    word: str
    params: list[tuple[str, Ty]]
    node: s.Declaration | None
    result: Ty | None = None
    function: int = -1
    body: int = -1
    span: Span = NOWHERE
    used: bool = False
    method: bool = False


@dataclass(eq=False, slots=True)
class FnBuilder:
    """A function being made."""

    name: str
    word: str
    index: int
    params: int = 0
    types: list[Ty] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    body: list[ir.Stmt] | None = None
    result: ir.Expr | None = None
    pure: bool = False
    span: Span = NOWHERE
    cites: tuple[str, ...] = ()
    cleanup: int | None = None
    endable: bool = False
    on_demand: bool = False

    def local(self, name: str, ty: Ty) -> int:
        self.types.append(ty)
        self.names.append(name)
        return len(self.types) - 1


@dataclass(eq=False, slots=True)
class World:
    """All that is declared, and what has been made of it so far."""

    diagnostics: Diagnostics
    seats: int
    game: s.Game
    options: dict[str, Val] = field(default_factory=dict)
    option_types: dict[str, Ty] = field(default_factory=dict)
    option_nodes: dict[str, s.Option] = field(default_factory=dict)
    enums: dict[str, EnumDecl] = field(default_factory=dict)
    enum_members: dict[str, list[tuple[EnumDecl, int]]] = field(default_factory=dict)
    types: dict[str, CompType] = field(default_factory=dict)
    aliases: dict[str, Ty] = field(default_factory=dict)
    kinds: dict[str, KindDecl] = field(default_factory=dict)
    kind_list: list[KindDecl] = field(default_factory=list)
    comps: list[Comp] = field(default_factory=list)
    comp_names: dict[str, int] = field(default_factory=dict)
    other_names: dict[str, str] = field(default_factory=dict)
    zones: dict[str, ZoneFamily] = field(default_factory=dict)
    families: list[ZoneFamily] = field(default_factory=list)
    zone_infos: list[ir.ZoneInfo] = field(default_factory=list)
    states: dict[str, StateDecl] = field(default_factory=dict)
    state_list: list[StateDecl] = field(default_factory=list)
    links: dict[str, LinkDecl] = field(default_factory=dict)
    traits: dict[str, TraitDecl] = field(default_factory=dict)
    trait_list: list[TraitDecl] = field(default_factory=list)
    callables: dict[str, Callable_] = field(default_factory=dict)
    methods: dict[str, list[Method]] = field(default_factory=dict)
    windows: dict[str, s.Window] = field(default_factory=dict)
    triggers: list[TriggerDecl] = field(default_factory=list)
    whens: list[WhenDecl] = field(default_factory=list)
    modifiers: dict[str, list[ModifierDecl]] = field(default_factory=dict)
    facts: list[s.Fact] = field(default_factory=list)
    evaluations: list[s.Evaluate] = field(default_factory=list)
    flow: s.Flow | None = None
    functions: list[FnBuilder] = field(default_factory=list)
    tables: list[tuple[ir.Static, ...]] = field(default_factory=list)
    table_index: dict[tuple[ir.Static, ...], int] = field(default_factory=dict)
    pending: list[object] = field(default_factory=list)
    teams: tuple[str, ...] = ()
    cooperative: bool = False
    clockwise: bool = True
    first: s.Expr | None = None
    title: str = ""
    uses_elimination: bool = False
    counters: dict[str, int] = field(default_factory=dict)
    cache: dict[object, object] = field(default_factory=dict)
    touched: set[object] = field(default_factory=set)
    checking: bool = False
    """Only what is wrong is wanted, no program: what cannot go wrong may be left out."""
    changed: set[str] | None = None
    """Where the same declarations have been checked before: the names that have another meaning now. See `again`."""
    mentions: object = None
    library: dict[str, tuple[str, Span]] = field(default_factory=dict)
    """The files of the library that the game uses, each with its name and its `use`."""

    # ------------------------------------------------------------------ saying what is wrong

    def error(self, code: str, span: Span, message: str, hint: str = "") -> Val:
        if span.file in self.library:  # what stands there is in order: the game lacks something, or has it otherwise
            part, span = self.library[span.file]
            code, message = "GDL0314", f"`{part}` does not fit this game: {message}"
            hint = f"its first lines say what it leaves to the game: `gdl explain {part}` shows them"
        self.diagnostics.error(code, span, message, hint)
        return Val(ir.Const(-1), ANY)

    def warning(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.diagnostics.warning(code, span, message, hint)

    def unknown(self, what: str, name: str, span: Span, known: list[str] | set[str]) -> Val:
        return self.error("GDL0301", span, f"there is no {what} `{name}`", suggestion(name, known))

    # ------------------------------------------------------------------ tables and functions

    def table(self, values: tuple[ir.Static, ...]) -> int:
        """The number of a static table; equal ones are shared."""
        if values not in self.table_index:
            self.table_index[values] = len(self.tables)
            self.tables.append(values)
        return self.table_index[values]

    def new_function(self, name: str, word: str, span: Span = NOWHERE) -> FnBuilder:
        fn = FnBuilder(name, word, len(self.functions), span=span)
        self.functions.append(fn)
        return fn


@dataclass(eq=False, slots=True)
class LinkDecl:
    name: str
    node: s.Link | None
    left: CompType | None
    right: CompType | None
    pairs: list[tuple[int, int]] = field(default_factory=list)
    table: int = -1
    states: dict[str, StateDecl] = field(default_factory=dict)
    open_while: s.Expr | None = None
    type: CompType | None = None
    ids: dict[tuple[int, int], int] = field(default_factory=dict)
