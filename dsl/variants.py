"""Applies variants to declarations. Pure: nodes in, nodes out, and a record of what changed.

A plain declaration adds; `replace`, `change`, `extend` and `remove` find their target by name. A target that
is missing, a name that is there already, and two variants that change one thing without knowing each other,
are diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from gdl.dsl import messages_files as messages
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.names import flattened, name_of, word_of
from gdl.dsl.records import dataclass
from gdl.dsl.same import same
from gdl.dsl.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Changed:
    """`what` is `rule`, `zone`, `Hero`, ...; a missing `before` means added, a missing `after` removed. Where something is only
    extended, or changed in part, `extended` is the line that says by what."""

    what: str
    name: str
    before: s.Node | None
    after: s.Node | None
    extended: s.Node | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """The game with its variants: `changes` has what each of them did, in order."""

    game: s.Game
    declarations: tuple[s.Declaration, ...]
    chosen: tuple[str, ...]
    changes: tuple[tuple[str, tuple[Changed, ...]], ...]


def order_of(
    wanted: Iterable[str], known: dict[str, s.Variant], diagnostics: Diagnostics, at: Span = NOWHERE
) -> tuple[str, ...]:
    """The variants to apply, in the order given, each after those that it needs (`with`)."""
    order: list[str] = []

    def visit(name: str, at: Span, chain: tuple[str, ...]) -> None:
        if name in order:
            return
        if name in chain:
            _tell_cycle(chain[chain.index(name) :], known, diagnostics)
        elif name not in known:
            messages.unknown_variant(diagnostics, at, name, known)
        else:
            for need in known[name].needs:
                visit(need.name, need.span, (*chain, name))
            order.append(name)

    for name in wanted:
        visit(name, at, ())
    return tuple(order)


def _tell_cycle(circle: tuple[str, ...], known: dict[str, s.Variant], diagnostics: Diagnostics) -> None:
    """A circle is told from its first name on, so that it is told once, wherever it was entered."""
    start = circle.index(min(circle))
    names = circle[start:] + circle[:start]
    at = next(need.span for need in known[names[-1]].needs if need.name == names[0])
    messages.variant_cycle(diagnostics, at, (*names, names[0]))


def needs_of(name: str, known: dict[str, s.Variant]) -> frozenset[str]:
    """All that a variant needs, and what those need."""
    found: set[str] = set()
    todo = [name]
    while todo:
        variant = known.get(todo.pop())
        for need in variant.needs if variant else ():
            if need.name not in found:
                found.add(need.name)
                todo.append(need.name)
    return frozenset(found)


def apply(
    game: s.Game,
    declarations: tuple[s.Declaration, ...],
    known: dict[str, s.Variant],
    wanted: Iterable[str],
    diagnostics: Diagnostics,
    at: Span = NOWHERE,
) -> Applied:
    """The game as the wanted variants make it. What cannot be applied is told and left out."""
    order = order_of(wanted, known, diagnostics, at)
    table = _Table(
        game, list(flattened(declarations)), diagnostics, {name: needs_of(name, known) for name in order}
    )
    for each in table.declarations:
        table.taken |= {x.name for x in each.names} if isinstance(each, s.Kind) else {name_of(each)}
    changes = []
    for name in order:
        changes.append((name, tuple(table.apply(known[name]))))
    return Applied(table.game, tuple(table.declarations), order, tuple(changes))


@dataclass(slots=True)
class _Table:
    """The declarations as they stand, and which variant touched what."""

    game: s.Game
    declarations: list[s.Declaration]
    diagnostics: Diagnostics
    needs: dict[str, frozenset[str]]
    touched: dict[str, str] = field(default_factory=dict)
    variant: str = ""
    changes: list[Changed] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    """All names there are or have been: a name that is not among them is free."""

    def apply(self, variant: s.Variant) -> list[Changed]:
        self.variant = variant.name.name
        self.changes = []
        for line in flattened(variant.lines):
            self.line(line)
        return self.changes

    def line(self, line: s.Declaration) -> None:
        match line:
            case s.Setting():
                self.setting(line)
            case s.Requires():
                self.game = replace(self.game, requires=(*self.game.requires, line))
                self.record("requires", "", None, line)
            case s.Option(type=None):
                self.option(line)
            case s.Replace():
                self.replace(line)
            case s.Change(table=None):
                self.change_kind(line)
            case s.Change():
                self.change_table(line)
            case s.Extend():
                self.extend(line)
            case s.Remove():
                self.remove(line)
            case s.Game() | s.Variant() | s.Scenario() | s.Use():
                messages.not_in_variant(self.diagnostics, line.span, f"`{word_of(line)}`")
            case _:
                self.add(line)

    def record(
        self,
        what: str,
        name: str,
        before: s.Node | None,
        after: s.Node | None,
        extended: s.Node | None = None,
    ) -> None:
        self.changes.append(Changed(what, name, before, after, extended))

    def touch(self, name: str, at: Span) -> None:
        """Notes that this variant changes `name`; another that did so without being needed is a clash."""
        by = self.touched.get(name, self.variant)
        if by != self.variant and by not in self.needs[self.variant]:
            messages.variants_clash(self.diagnostics, at, name, by, self.variant)
        self.touched[name] = self.variant

    def find(self, word: str, name: str) -> list[int]:
        """Where the declarations of this sort and name stand; a kind has one for each of its rows."""
        return [
            place
            for place, declaration in enumerate(self.declarations)
            if name_of(declaration) == name and word_of(declaration) == word
        ]

    def names(self, word: str) -> list[str]:
        return [name_of(d) for d in self.declarations if word_of(d) == word and name_of(d)]

    def put(self, place: int, after: s.Declaration) -> None:
        self.declarations[place] = after

    # ---------------------------------------------------------------------- settings and options

    def setting(self, line: s.Setting) -> None:
        self.touch(line.name.name, line.span)
        before = next((each for each in self.game.settings if each.name.name == line.name.name), None)
        kept = tuple(each for each in self.game.settings if each is not before)
        self.game = replace(self.game, settings=(*kept, line))
        self.record("setting", line.name.name, before, line)

    def option(self, line: s.Option) -> None:
        found = self.find("option", line.name.name)
        if not found:
            messages.unknown_option(self.diagnostics, line.name.span, line.name.name, self.names("option"))
            return
        self.touch(line.name.name, line.name.span)
        before = self.declarations[found[0]]
        assert isinstance(before, s.Option)
        after = replace(line, type=before.type, meaning=line.meaning or before.meaning)
        self.put(found[0], after)
        self.record("option", line.name.name, before, after)

    # ---------------------------------------------------------------------- adding

    def add(self, line: s.Declaration) -> None:
        if isinstance(line, s.Zones | s.States):
            self.add_each(line)
            return
        names = [each.name for each in line.names] if isinstance(line, s.Kind) else [name_of(line)]
        for name in names:
            if name and self.is_there(line, name):
                return
        self.declarations.append(line)
        self.taken.update(names)
        for name in names:
            if name:
                self.touched.setdefault(name, self.variant)
            self.record(word_of(line), name, None, line)

    def is_there(self, line: s.Declaration, name: str) -> bool:
        """Whether the name is taken by something older than this variant; rows of one kind do not clash."""
        if name not in self.taken:
            return False
        for declaration in self.declarations:
            if isinstance(declaration, s.Kind):
                if all(each.name != name for each in declaration.names):
                    continue
            elif name_of(declaration) != name:
                continue
            if isinstance(line, s.Fact) != isinstance(declaration, s.Fact):
                continue
            if isinstance(line, s.Kind) and self.touched.get(name) == self.variant:
                continue
            messages.already_there(self.diagnostics, line.span, word_of(line), name, declaration.span)
            return True
        return False

    def add_each(self, line: s.Zones | s.States) -> None:
        """Zones and variables are added one by one, to be found one by one."""
        pairs: Sequence[tuple[bool, s.Zone | s.State]] = (
            line.zones if isinstance(line, s.Zones) else line.states
        )
        for _, each in pairs:
            older = self.member(each.name.name)
            if older is not None:
                word = word_of(each)
                messages.already_there(self.diagnostics, each.span, word, each.name.name, older.span)
            else:
                self.record(word_of(each), each.name.name, None, each)
        self.declarations.append(line)

    def member(self, name: str) -> s.Zone | s.State | None:
        """The zone or variable of this name."""
        for declaration in self.declarations:
            pairs: Sequence[tuple[bool, s.Zone | s.State]] = ()
            if isinstance(declaration, s.Zones):
                pairs = declaration.zones
            elif isinstance(declaration, s.States):
                pairs = declaration.states
            for _, each in pairs:
                if each.name.name == name:
                    return each
        return None

    # ---------------------------------------------------------------------- replacing

    def replace(self, line: s.Replace) -> None:
        new = line.declaration
        if isinstance(new, s.Zones):
            self.replace_zone(new.zones[0][1])
            return
        if isinstance(new, s.Kind) and len(new.names) > 1:
            for each in new.names:
                self.replace(replace(line, declaration=replace(new, names=(each,))))
            return
        word, name = word_of(new), name_of(new)
        if not name:
            messages.cannot_replace(self.diagnostics, line.span, f"this {word}")
            return
        self.split_kinds(name)
        found = self.find(word, name)
        if isinstance(new, s.Component) and not found:
            found = [
                p
                for p, d in enumerate(self.declarations)
                if isinstance(d, s.Component) and name_of(d) == name
            ]
        if not found:
            messages.nothing_to_replace(self.diagnostics, line.span, word, name, self.names(word))
            return
        self.touch(name, line.span)
        before = self.declarations[found[0]]
        after = replace(inherit(new, before), cites=line.cites + new.cites)
        self.put(found[0], after)
        for place in reversed(found[1:]):
            del self.declarations[place]
        self.record(word, name, before, after)

    def replace_zone(self, zone: s.Zone) -> None:
        """A zone stays with each player, or common, as it was."""
        name = zone.name.name
        for place, declaration in enumerate(self.declarations):
            if isinstance(declaration, s.Zones) and any(
                each.name.name == name for _, each in declaration.zones
            ):
                before = next(each for _, each in declaration.zones if each.name.name == name)
                pairs = tuple((per, zone if each is before else each) for per, each in declaration.zones)
                self.touch(name, zone.span)
                self.put(place, replace(declaration, zones=pairs))
                self.record("zone", name, before, zone)
                return
        messages.nothing_to_replace(self.diagnostics, zone.span, "zone", name, self.zone_names())

    def zone_names(self) -> list[str]:
        return [z.name.name for d in self.declarations if isinstance(d, s.Zones) for _, z in d.zones]

    def split_kinds(self, name: str) -> None:
        """Takes `Critter Mouse, Hare` apart where one of them is to be changed alone."""
        for place, declaration in enumerate(self.declarations):
            if isinstance(declaration, s.Kind) and len(declaration.names) > 1:
                if any(each.name == name for each in declaration.names):
                    alone = [replace(declaration, names=(each,)) for each in declaration.names]
                    self.declarations[place : place + 1] = alone
                    return

    # ---------------------------------------------------------------------- changing

    def change_kind(self, line: s.Change) -> None:
        assert line.type is not None and line.kind is not None
        word, name = line.type.name, line.kind.name
        self.split_kinds(name)
        found = self.find(word, name)
        if not found:
            messages.nothing_to_change(self.diagnostics, line.kind.span, word, name, self.names(word))
            return
        for each in line.lines:
            self.touch(f"{name}.{name_of(each) or word_of(each)}", each.span)
        for place in found:
            before = self.declarations[place]
            assert isinstance(before, s.Kind)
            after = replace(before, lines=overridden(before.lines, line.lines))
            self.put(place, after)
            self.record(word, name, before, after, line)

    def change_table(self, line: s.Change) -> None:
        assert line.table is not None
        name = line.table.name
        found = self.find("table", name)
        if not found:
            messages.nothing_to_change(self.diagnostics, line.table.span, "table", name, self.names("table"))
            return
        before = self.declarations[found[0]]
        assert isinstance(before, s.Table)
        rows = list(before.rows)
        for new in line.lines:
            assert isinstance(new, s.TableRow)
            places = [place for place, row in enumerate(rows) if same(row.keys, new.keys)]
            shown = [_written(row.keys) for row in rows]
            if not places:
                messages.no_such_row(self.diagnostics, new.span, name, _written(new.keys), shown)
                continue
            self.touch(f"{name}: {_written(new.keys)}", new.span)
            rows[places[0]] = replace(new, text=new.text or rows[places[0]].text)
        after = replace(before, rows=tuple(rows))
        self.put(found[0], after)
        self.record("table", name, before, after, line)

    # ---------------------------------------------------------------------- extending, removing

    def extend(self, line: s.Extend) -> None:
        if line.type:
            self.extend_type(line, line.type)
        elif line.action:
            self.extend_action(line, line.action)
        elif isinstance(line.declaration, s.Enum):
            self.extend_enum(line, line.declaration)
        elif isinstance(line.declaration, s.Zones | s.States):
            self.add_each(line.declaration)

    def extend_type(self, line: s.Extend, type: s.Ident) -> None:
        for place, before in enumerate(self.declarations):
            if isinstance(before, s.Component) and before.name.name == type.name:
                there = {name_of(each): each for each in before.lines if name_of(each)}
                for each in line.lines:
                    older = there.get(name_of(each))
                    if older is not None:
                        word = word_of(each)
                        messages.already_there(self.diagnostics, each.span, word, name_of(each), older.span)
                after = replace(before, lines=(*before.lines, *line.lines))
                self.put(place, after)
                self.record(word_of(before), type.name, before, after, line)
                return
        known = [d.name.name for d in self.declarations if isinstance(d, s.Component)]
        messages.nothing_to_extend(self.diagnostics, type.span, "type", type.name, known)

    def extend_action(self, line: s.Extend, action: s.Ident) -> None:
        more = tuple(each for each in line.lines if isinstance(each, s.Requires))
        for place, declaration in enumerate(self.declarations):
            if isinstance(declaration, s.Action) and declaration.name.name == action.name:
                after = replace(declaration, requires=declaration.requires + more)
                self.put(place, after)
                self.record("action", action.name, declaration, after, line)
                return
            if isinstance(declaration, s.Component | s.Kind | s.Trait):
                for each in declaration.lines:
                    if isinstance(each, s.Action) and each.name.name == action.name:
                        inner = replace(each, requires=each.requires + more)
                        lines = tuple(inner if old is each else old for old in declaration.lines)
                        self.put(place, replace(declaration, lines=lines))
                        self.record("action", action.name, each, inner, line)
                        return
        messages.nothing_to_extend(self.diagnostics, action.span, "action", action.name, self.names("action"))

    def extend_enum(self, line: s.Extend, more: s.Enum) -> None:
        found = self.find("enum", more.name.name)
        if not found:
            messages.nothing_to_extend(
                self.diagnostics, more.name.span, "enum", more.name.name, self.names("enum")
            )
            return
        before = self.declarations[found[0]]
        assert isinstance(before, s.Enum)
        there = {each.name: each for each in before.members}
        for each in more.members:
            if each.name in there:
                messages.already_there(self.diagnostics, each.span, "enum", each.name, there[each.name].span)
        new = tuple(each for each in more.members if each.name not in there)
        after = replace(before, members=before.members + new)
        self.put(found[0], after)
        self.record("enum", more.name.name, before, after, line)

    def remove(self, line: s.Remove) -> None:
        name = line.name.name if isinstance(line.name, s.Name) else _written((line.name,))
        if line.what == "zone":
            self.remove_zone(line, name)
            return
        self.split_kinds(name)
        found = self.find(line.what, name)
        if not found and isinstance(line.name, s.Member) and isinstance(line.name.object, s.Name):
            if self.remove_part(line, line.name.object.name, line.name.name.name):
                return
        if not found:
            messages.nothing_to_remove(self.diagnostics, line.span, line.what, name, self.names(line.what))
            return
        self.touch(name, line.span)
        for place in reversed(found):
            self.record(line.what, name, self.declarations.pop(place), None)

    def remove_part(self, line: s.Remove, owner: str, name: str) -> bool:
        """`remove action Hero.Use`: a part of a type, kind or trait"""
        for place, before in enumerate(self.declarations):
            if isinstance(before, s.Component | s.Kind | s.Trait) and name_of(before) == owner:
                gone = [each for each in before.lines if name_of(each) == name and word_of(each) == line.what]
                if gone:
                    self.touch(f"{owner}.{name}", line.span)
                    self.put(place, replace(before, lines=tuple(e for e in before.lines if e not in gone)))
                    self.record(line.what, f"{owner}.{name}", gone[0], None)
                    return True
        return False

    def remove_zone(self, line: s.Remove, name: str) -> None:
        for place, declaration in enumerate(self.declarations):
            if isinstance(declaration, s.Zones):
                gone = [each for _, each in declaration.zones if each.name.name == name]
                if gone:
                    self.touch(name, line.span)
                    kept = tuple(pair for pair in declaration.zones if pair[1] is not gone[0])
                    self.put(place, replace(declaration, zones=kept))
                    self.record("zone", name, gone[0], None)
                    return
        messages.nothing_to_remove(self.diagnostics, line.span, "zone", name, self.zone_names())


# ---------------------------------------------------------------------- parts


def inherit(new: s.Declaration, old: s.Declaration) -> s.Declaration:
    """What a replacement leaves out it takes from the original: types of parameters and of the result."""
    if isinstance(new, s.Rule) and isinstance(old, s.Rule):
        return replace(new, params=_params(new.params, old.params), result=new.result or old.result)
    if isinstance(new, s.Value) and isinstance(old, s.Value):
        return replace(new, params=_params(new.params, old.params), type=new.type or old.type)
    if isinstance(new, s.Table) and isinstance(old, s.Table):
        return replace(new, params=_params(new.params, old.params))
    if isinstance(new, s.Action) and isinstance(old, s.Action):
        return replace(new, params=_params(new.params, old.params))
    if isinstance(new, s.Phase) and isinstance(old, s.Phase):
        return replace(new, params=_params(new.params, old.params))
    if isinstance(new, s.Window) and isinstance(old, s.Window):
        return replace(new, params=_params(new.params, old.params))
    if isinstance(new, s.Option) and isinstance(old, s.Option):
        return replace(new, type=new.type or old.type, meaning=new.meaning or old.meaning)
    return new


def _params(new: tuple[s.Param, ...], old: tuple[s.Param, ...]) -> tuple[s.Param, ...]:
    """A bare parameter takes type and domain from the one in its place."""
    taken = []
    for place, param in enumerate(new):
        if param.type is None and param.domain is None and place < len(old):
            before = old[place]
            param = replace(param, type=before.type, domain=before.domain, where=param.where or before.where)
        taken.append(param)
    return tuple(taken)


def overridden(old: tuple[s.Declaration, ...], new: tuple[s.Declaration, ...]) -> tuple[s.Declaration, ...]:
    """The lines of a kind, some changed: a field, the traits, or a named rule takes the old place."""
    lines = list(old)
    for line in new:
        places = [place for place, each in enumerate(lines) if _same_line(each, line)]
        if places:
            lines[places[0]] = inherit(line, lines[places[0]])
        else:
            lines.append(line)
    return tuple(lines)


def _same_line(one: s.Declaration, other: s.Declaration) -> bool:
    if isinstance(one, s.GiveField) and isinstance(other, s.GiveField):
        return one.name.name == other.name.name and same(one.index, other.index)
    if isinstance(one, s.Traits) and isinstance(other, s.Traits):
        return True
    return bool(name_of(one)) and name_of(one) == name_of(other) and word_of(one) == word_of(other)


def _written(keys: tuple[s.Expr, ...]) -> str:
    """A key of a table as it would be written: `1..2`, `Red`, `3`"""
    return ", ".join(_expression(key) for key in keys)


def _expression(key: s.Expr) -> str:
    match key:
        case s.Name():
            return key.name
        case s.Number():
            return str(key.value)
        case s.Range():
            return f"{_expression(key.low)}..{_expression(key.high)}"
        case s.Member():
            return f"{_expression(key.object)}.{key.name.name}"
        case s.Truth():
            return "yes" if key.value else "no"
        case s.Nothing():
            return "none"
        case _:
            return "..."
