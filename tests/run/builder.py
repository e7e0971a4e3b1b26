"""Builds small programs by hand: the IR without the language.

    b = Builder("Draw", seats=2)
    deck = b.zone("deck", "deck", "secret")
    cards = b.cards("Card", ["a", "a", "b"], deck)
    score = b.var("score", 0, 9, holder="player")
    f = b.function("turn", locals=("p", "c"))
    f.block("start", [ir.Pick(1, ir.Const(deck))], ir.Leave())
    program = b.program(start=f)

Blocks are named inside their function; exits name blocks by text, which is settled when the program is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from gdl.dsl import ir
from gdl.dsl.initial_groups import initial_groups

INT = ir.Type("int", low=0, high=99)
PLAYER = ir.Type("player")
COMPONENT = ir.Type("component", of=0)


def C(value: Any) -> ir.Const:
    return ir.Const(value)


def V(slot: int) -> ir.Local:
    return ir.Local(slot)


def text(*parts: Any) -> ir.Template:
    """Text with (expression, type) pairs in it."""
    return ir.Template(tuple(ir.Shown(*part) if isinstance(part, tuple) else part for part in parts))


def op(word: str, left: Any, right: Any) -> ir.Binary:
    return ir.Binary(word, left, right)


@dataclass
class FunctionBuilder:
    number: int
    name: str
    word: str
    params: int
    locals: tuple[tuple[str, ir.Type], ...]
    body: tuple[ir.Stmt, ...] | None = None
    result: ir.Expr | None = None
    pure: bool = False
    cleanup: int | None = None
    exit_name: str | None = None
    blocks: list[tuple[str, tuple[ir.Stmt, ...], Any]] = field(default_factory=list)

    def block(self, name: str, body: list[ir.Stmt], exit: Any) -> None:
        """`exit` has block names where block numbers belong."""
        self.blocks.append((name, tuple(body), exit))


class Builder:
    def __init__(self, name: str, seats: int = 2):
        self.name = name
        self.seats = seats
        self.zones: list[ir.ZoneInfo] = []
        self.contents: list[list[int]] = []
        self.types: list[ir.TypeInfo] = []
        self.kinds: list[ir.KindInfo] = []
        self.components: list[ir.ComponentInfo] = []
        self.vars: list[tuple[ir.VarInfo, Any]] = []
        self.next_slot = ir.FIRST_FREE
        self.functions: list[FunctionBuilder] = []
        self.tables: list[tuple[Any, ...]] = []
        self.faces: list[ir.FaceInfo] = []
        self.anytime: list[ir.Entry] = []

    def zone(
        self,
        name: str,
        shape: str,
        sight: Any = "open",
        player: int = -1,
        cubes: bool = False,
        endless: bool = False,
        limit: int | None = None,
    ) -> int:
        ordered = shape in ("deck", "stack", "row")
        family = name.split(".")[-1]
        self.zones.append(
            ir.ZoneInfo(
                name, family, player, -1, (), shape, sight, ordered, False, cubes, endless, limit, False
            )
        )
        self.contents.append([])
        return len(self.zones) - 1

    def cards(self, type: str, names: list[str], zone: int, sort: str = "card") -> list[int]:
        """One component for each name; the same name again is another copy of the same kind."""
        low, kind_low, number = len(self.components), len(self.kinds), len(self.types)
        by_name: dict[str, int] = {}
        for name in names:
            if name not in by_name:
                by_name[name] = len(self.kinds)
                self.kinds.append(ir.KindInfo(name, name, number, ()))
            kind = by_name[name]
            c = len(self.components)
            self.kinds[kind] = replace(self.kinds[kind], components=(*self.kinds[kind].components, c))
            self.components.append(ir.ComponentInfo(f"{name}#{c}", name, kind, -1, False, kind))
            self.contents[zone].append(c)
        high = len(self.components)
        self.types.append(ir.TypeInfo(type, sort, -1, low, high, kind_low, len(self.kinds), False, type))
        return list(range(low, high))

    def cubes(self, type: str, names: list[str]) -> list[int]:
        """Kinds without identity."""
        low, n = len(self.kinds), len(self.components)
        self.kinds += [ir.KindInfo(name, name, len(self.types), ()) for name in names]
        self.types.append(ir.TypeInfo(type, "cube", -1, n, n, low, len(self.kinds), True, type))
        return list(range(low, len(self.kinds)))

    def dice(self, names: list[str], faces: tuple[int, ...], zone: int) -> list[int]:
        dice = self.cards("Die", names, zone, "die")
        self.faces.append(ir.FaceInfo(len(self.types) - 1, faces, INT))
        return dice

    def var(
        self, name: str, low: int, high: int, value: Any = 0, holder: Any = "game", type: ir.Type = INT
    ) -> int:
        size = {"game": 1, "player": self.seats, "component": len(self.components)}[holder]
        info = ir.VarInfo(name, self.next_slot, size, (), replace(type, low=low, high=high), holder, 0)
        self.vars.append((info, value))
        self.next_slot += size
        return info.base

    def function(
        self, name: str, params: int = 0, locals: tuple[Any, ...] = (), word: str = "rule", **more: Any
    ) -> FunctionBuilder:
        """Locals are names (numbers) or (name, type)."""
        named = tuple(local if isinstance(local, tuple) else (local, INT) for local in locals)
        built = FunctionBuilder(len(self.functions), name, word, params, named, **more)
        self.functions.append(built)
        return built

    def table(self, *values: Any) -> int:
        self.tables.append(tuple(values))
        return len(self.tables) - 1

    def program(self, start: FunctionBuilder, zone_slot: int | None = None) -> ir.Program:
        numbers: dict[tuple[int, str], int] = {}
        for function in self.functions:
            for name, _, _ in function.blocks:
                numbers[function.number, name] = len(numbers)
        blocks = []
        for function in self.functions:
            for name, body, exit in function.blocks:
                settled = _settled(exit, function.number, numbers)
                blocks.append(ir.Block(f"{function.name}/{name}", function.number, body, settled))
        functions = [
            ir.Function(
                f.name,
                f.word,
                f.params,
                tuple(t for _, t in f.locals),
                tuple(n for n, _ in f.locals),
                f.body,
                f.result,
                numbers[f.number, f.blocks[0][0]] if f.blocks else None,
                numbers[f.number, f.exit_name] if f.exit_name else None,
                f.cleanup,
                f.pure,
            )
            for f in self.functions
        ]
        return self._assemble(functions, blocks, start.number)

    def zone_slot(self) -> int:
        """Where zones will lie, once all variables are declared."""
        return self.next_slot

    def _assemble(self, functions: list[ir.Function], blocks: list[ir.Block], start: int) -> ir.Program:
        n, z, seats = len(self.components), len(self.zones), self.seats
        zone_slot = self.next_slot
        place_slot = zone_slot + z
        face_slot = place_slot + n
        up_slot = face_slot + n
        shuffled_slot = up_slot + n
        end = shuffled_slot + z
        hides = any(zone.sight != "open" for zone in self.zones)
        group_slot = end if hides else -1
        exclude_slot = end + (seats + 1) * n if hides else -1
        shown_slot = end + 2 * (seats + 1) * n if hides else -1
        asked_slot = shown_slot + seats * n if hides else -1
        initial: list[Any] = [0] * (asked_slot if hides else end) + [()] * (seats if hides else 0)
        initial[ir.STACK], initial[ir.RESULT], initial[ir.PASSED] = (), (), ()
        initial[ir.PLAYERS] = tuple(range(seats))
        for info, value in self.vars:
            initial[info.base : info.base + info.size] = [value] * info.size
        lying = [
            tuple(content if self.zones[i].ordered else sorted(content))
            for i, content in enumerate(self.contents)
        ]
        for i, content in enumerate(lying):
            initial[zone_slot + i] = content
            for c in content if not self.zones[i].cubes else ():
                initial[place_slot + c] = i
        if hides:
            groups = initial_groups(seats, self.components, self.zones, lying, frozenset())
            initial[group_slot : group_slot + len(groups)] = groups
            initial[shown_slot : shown_slot + seats * n] = groups[: seats * n]
        return ir.Program(
            name=self.name,
            title=self.name,
            seats=seats,
            variants=(),
            options=(),
            source_hash=self.name,
            cooperative=False,
            clockwise=True,
            teams=(),
            team_slot=-1,
            types=tuple(self.types),
            kinds=tuple(self.kinds),
            components=tuple(self.components),
            enums=(),
            zones=tuple(self.zones),
            vars=tuple(v for v, _ in self.vars),
            faces=tuple(self.faces),
            links=(),
            tables=tuple(self.tables),
            functions=tuple(functions),
            blocks=tuple(blocks),
            facts=(),
            anytime=tuple(self.anytime),
            anytime_player=0,
            start=start,
            flow=(),
            initial=tuple(initial),
            zone_slot=zone_slot,
            place_slot=place_slot,
            owner_slot=-1,
            face_slot=face_slot,
            up_slot=up_slot,
            group_slot=group_slot,
            exclude_slot=exclude_slot,
            shown_slot=shown_slot,
            asked_slot=asked_slot,
            shuffled_slot=shuffled_slot,
        )


def _settled(exit: Any, function: int, numbers: dict[tuple[int, str], int]) -> ir.Exit:
    """Names of blocks become their numbers."""

    def number(name: Any) -> int:
        return numbers[function, name] if isinstance(name, str) else name

    match exit:
        case ir.Switch():
            return replace(
                exit, blocks=tuple(number(b) for b in exit.blocks), otherwise=number(exit.otherwise)
            )
        case ir.Branch():
            return replace(exit, yes=number(exit.yes), no=number(exit.no))
        case ir.Leave():
            return exit
    return replace(exit, block=number(exit.block))


def entry(
    name: str,
    binders: tuple[ir.For, ...] = (),
    where: ir.Expr | None = None,
    label: ir.Template | None = None,
    types: tuple[ir.Type, ...] = (),
    style: Any = "action",
    deed: Any = None,
) -> ir.Entry:
    return ir.Entry(name, binders, where, label or text(name), types, style, deed)
