"""The static types. `Ty` says what an expression is; `World` objects (component types, enums) are compared by identity."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from gdl.dsl import ir
from gdl.dsl.records import dataclass

if TYPE_CHECKING:
    from gdl.dsl.elaborate.model import CompType, EnumDecl, ZoneFamily


@dataclass(frozen=True, slots=True)
class Ty:
    """`word` is one of

    int bool text player team phase trait none any · component (`types`) · cube (`types`) · kind (`types`) · enum (`enum`)
    zone (`family` or None, `item` what it holds) · list, set (`item`) · amount (`types`)
    kindname: the bare name of a kind, which is its component where one is wanted, else the kind
    zones: several zones (a list of zone numbers) whose contents together are meant
    """

    word: str
    types: tuple[CompType, ...] = ()
    enum: EnumDecl | None = None
    item: Ty | None = None
    family: ZoneFamily | None = None
    optional: bool = False
    low: int | None = None
    high: int | None = None

    @property
    def is_list(self) -> bool:
        return self.word in ("list", "set", "zone", "zones")

    def or_none(self) -> Ty:
        return self if self.optional else self._with(True)

    def sure(self) -> Ty:
        return self._with(False) if self.optional else self

    def _with(self, optional: bool) -> Ty:
        return Ty(self.word, self.types, self.enum, self.item, self.family, optional, self.low, self.high)

    def __str__(self) -> str:
        return describe(self)


INT = Ty("int")
BOOL = Ty("bool")
TEXT = Ty("text")
PLAYER = Ty("player")
TEAM = Ty("team")
NONE = Ty("none", optional=True)
ANY = Ty("any")
TRAIT = Ty("trait")


class Val(NamedTuple):
    """An elaborated expression."""

    e: ir.Expr
    ty: Ty


def list_of(item: Ty) -> Ty:
    return Ty("list", item=item)


def set_of(item: Ty) -> Ty:
    return Ty("set", item=item)


def component(*types: CompType) -> Ty:
    cubes = types[0].cubes if len(types) == 1 else bool(types) and all(t.cubes for t in types)
    return Ty("cube" if cubes else "component", types=types)


def kind_of(*types: CompType) -> Ty:
    return Ty("kind", types=types)


def ranged(low: int, high: int) -> Ty:
    return Ty("int", low=low, high=high)


def describe(ty: Ty) -> str:
    """For messages: `a Hero`, `a list of numbers`."""
    tail = " or none" if ty.optional and ty.word != "none" else ""
    names = " or ".join(t.name for t in ty.types)
    match ty.word:
        case "int":
            if ty.low is None or ty.high is None:
                return "a number" + tail
            if ty.low == ty.high:
                return f"the number {ty.low}"
            return f"a number from {ty.low} to {ty.high}" + tail
        case "bool":
            return "a truth (yes or no)"
        case "text":
            return "a text"
        case "component" | "cube" | "kindname":
            return (names or "a component") + tail
        case "kind":
            return f"a kind of {names}" + tail
        case "enum":
            return (ty.enum.name if ty.enum else "a name") + tail
        case "player":
            return "a player" + tail
        case "list" | "set":
            item = describe(ty.item.sure()) if ty.item else "nothing"
            if ty.item is not None and ty.item.word in ("player", "int"):
                item = "players" if ty.item.word == "player" else "numbers"
            return f"a {ty.word} of {item}"
        case "zone":
            return f"the zone `{ty.family.name}`" if ty.family else "a zone"
        case "zones":
            return "several zones"
        case "amount":
            return f"an amount of {names}"
        case "none":
            return "none"
    return f"a {ty.word}" + tail


def accepts(want: Ty, got: Ty) -> bool:
    """May a value of type `got` stand where `want` is declared? (Ranges are checked when the value is stored.)"""
    if want.word == "any" or got.word == "any":
        return True
    if got.word == "none":
        return want.optional or want.word in ("list", "set", "zone", "zones")
    if got.optional and not want.optional and want.word not in ("list", "set"):
        return False
    if want.word in ("component", "cube", "kind", "amount"):
        return got.word == want.word and (
            not want.types
            or want.types == got.types
            or all(any(t.is_a(w) for w in want.types) for t in got.types)
        )
    if want.word == "enum":
        return got.word == "enum" and got.enum is want.enum
    if want.word in ("list", "set"):
        if got.word not in ("list", "set"):
            return False
        return want.item is None or got.item is None or accepts(want.item, got.item)
    return want.word == got.word


def comparable(a: Ty, b: Ty) -> bool:
    """Can `=` ever hold between them?"""
    if "any" in (a.word, b.word):
        return True
    if a.word == "none" or b.word == "none":
        return True
    if a.word in ("component", "cube", "kind") and a.word == b.word:
        if not a.types or not b.types:
            return True
        return any(x.is_a(y) or y.is_a(x) for x in a.types for y in b.types)
    if a.word == "enum" and b.word == "enum":
        return a.enum is b.enum
    if a.is_list and b.is_list:
        return True
    if {a.word, b.word} <= {"amount", "zone", "zones", "list"}:
        return True
    return a.word == b.word


def join(a: Ty, b: Ty) -> Ty | None:
    """The type of `if c then a else b`, or None if they do not agree."""
    if a.word == "any":
        return b
    if b.word == "any":
        return a
    if a.word == "none":
        return b.or_none()
    if b.word == "none":
        return a.or_none()
    optional = a.optional or b.optional
    if a.word in ("component", "cube", "kind") and b.word == a.word:
        merged = tuple(dict.fromkeys(a.types + b.types))
        common = _common_parent(merged)
        return Ty(a.word, types=(common,) if common else merged, optional=optional)
    if a.word == "int" and b.word == "int":
        both = a.low is not None and b.low is not None and a.high is not None and b.high is not None
        if both:
            assert a.low is not None and b.low is not None and a.high is not None and b.high is not None
            return Ty("int", low=min(a.low, b.low), high=max(a.high, b.high), optional=optional)
        return Ty("int", optional=optional)
    if a.word == b.word and a.word in ("zone", "zones"):
        item = join(a.item, b.item) if a.item is not None and b.item is not None else a.item or b.item
        return Ty(a.word, item=item, family=a.family if a.family is b.family else None)
    if a.is_list and b.is_list:
        if a.item is None or b.item is None:
            return a if a.item is not None else b
        item = join(a.item, b.item)
        if item is None:
            return None
        return Ty("set" if a.word == b.word == "set" else "list", item=item)
    if a.word == b.word and a.enum is b.enum:
        return replace(a, optional=optional)
    return None


def _common_parent(types: tuple[CompType, ...]) -> CompType | None:
    for t in types:
        if all(other.is_a(t) for other in types):
            return t
    return None
