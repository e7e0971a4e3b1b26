"""From declarations to a `World`: names, header, enums, options, types and kinds.

What they put into the box is numbered by `box.py`; who is linked to whom is settled by `linking.py`."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.dsl import header
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics, suggestion
from gdl.dsl.elaborate import boards, box, declared_types, linking, texts
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import CompType, EnumDecl, KindDecl, LinkDecl, World
from gdl.dsl.elaborate.types import Ty, Val
from gdl.dsl.source import NOWHERE, Span


def collect(
    declarations: Iterable[s.Declaration],
    game: s.Game,
    seats: int,
    options: dict[str, str],
    diagnostics: Diagnostics,
    library: dict[str, tuple[str, Span]],
) -> World:
    """What is declared, with every component numbered."""
    w = World(diagnostics, seats, game, library=library)
    nodes = [k for d in declarations for k in (d.kinds if isinstance(d, s.KindTable) else (d,))]
    top = Cx(w, w.new_function("constants", "value"))
    nodes = _Names(w).check(nodes)
    _settings(w, game)
    _enums(w, nodes)
    _options(top, nodes, options)
    _types(w, nodes)
    _links(w, nodes)
    _pictures(w, nodes)
    _kinds(w, nodes)
    _aliases(top, nodes)
    box.number(top)
    linking.link_pairs(w, nodes)
    return w


class _Names:
    """One namespace for top-level names: the second of a name is an error that points at the first."""

    def __init__(self, w: World):
        self.w = w
        self.seen: dict[str, Span] = {}

    def check(self, nodes: list[s.Declaration]) -> list[s.Declaration]:
        """The declarations without those that stand there for the second time."""
        twins: list[s.Declaration] = []
        for node in nodes:
            match node:
                case (
                    s.Enum()
                    | s.Option()
                    | s.TypeAlias()
                    | s.Component()
                    | s.Rule()
                    | s.Value()
                    | s.Phase()
                    | s.Table()
                    | s.Window()
                    | s.Link()
                ):
                    if not self.add(node.name):
                        twins.append(node)
                case s.Action() | s.Trait():
                    if not self.add(node.name):
                        twins.append(node)
                case s.Zones():
                    for _, zone in node.zones:
                        self.add(zone.name)
                case s.States():
                    for _, state in node.states:
                        self.add(state.name)
        games = [n for n in nodes if isinstance(n, s.Flow)]
        for extra in games[1:]:
            self.w.error(
                "GDL0501", extra.span, "there are two flows", f"the first is in line {games[0].span.line}"
            )
        return [node for node in nodes if not any(node is twin for twin in twins)]

    def add(self, name: s.Ident) -> bool:
        first = self.seen.setdefault(name.name, name.span)
        if first is not name.span:
            at, hint = name.span, f"the first is in {first.file} line {first.line}; rename one of them"
            for brought, own in ((first, name.span), (name.span, first)):
                if brought.file in self.w.library and own.file not in self.w.library:
                    part, _ = self.w.library[brought.file]
                    at, hint = own, f"`use {part}` brings one; rename this, or `replace` that one in its block"
            self.w.error("GDL0501", at, f"`{name.name}` is declared twice", hint)
        return first is name.span


# ---------------------------------------------------------------------------------------------- header, enums, options

_SETTINGS = ("title", "players", "cooperative", "teams", "turns", "first", "rulebook", "authors", "endless")


def _settings(w: World, game: s.Game) -> None:
    w.title = game.name.name
    if not any(setting.name.name == "players" for setting in game.settings):
        hint = "add `players: 2..4`, or `players: 1` if it is a game for one"
        w.error("GDL0528", game.name.span, "the header does not say how many may play", hint)
    for setting in game.settings:
        match setting.name.name:
            case "title":
                if setting.values and isinstance(setting.values[0], s.Text):
                    w.title = texts.plain_text(setting.values[0])
            case "players":
                if wrong := header.what_is_wrong(setting):
                    w.error("GDL0528", setting.span, wrong, "as in `players: 2..4`")
            case "cooperative":
                w.cooperative = True
            case "teams":
                named = [v for v in setting.values if isinstance(v, s.Name)]
                w.teams = tuple(dict.fromkeys(v.name for v in named))
                for again in (v for i, v in enumerate(named) if v.name in [x.name for x in named[:i]]):
                    w.error("GDL0501", again.span, f"there is a team `{again.name}` already")
            case "turns":
                word = (
                    setting.values[0].name if setting.values and isinstance(setting.values[0], s.Name) else ""
                )
                if word not in ("clockwise", "anticlockwise"):
                    w.error("GDL0502", setting.span, "`turns` is `clockwise` or `anticlockwise`")
                w.clockwise = word != "anticlockwise"
            case "endless":
                if not header.is_endless_right(setting):
                    hint = 'as in `endless: "two equal armies may dance around each other", 1 in 50`'
                    w.error("GDL0502", setting.span, "`endless` says why, as a text, and perhaps how often", hint)
            case "first":
                w.first = setting.values[0] if setting.values else None
            case name if name not in _SETTINGS:
                w.error(
                    "GDL0502",
                    setting.name.span,
                    f"a game has no setting `{name}`",
                    suggestion(name, _SETTINGS),
                )


def _enums(w: World, nodes: list[s.Declaration]) -> None:
    def add(name: str, members: list[str], span: Span) -> None:
        enum = EnumDecl(name, members, span, len(w.enums))
        w.enums[name] = enum
        for i, m in enumerate(members):
            w.enum_members.setdefault(m, []).append((enum, i))

    for node in nodes:
        if isinstance(node, s.Enum):
            members: dict[str, None] = {}
            for m in node.members:
                if m.name in members:
                    w.error("GDL0503", m.span, f"`{m.name}` stands twice in `{node.name.name}`")
                members[m.name] = None
            add(node.name.name, list(members), node.name.span)
    if w.teams:
        add("Team", list(w.teams), w.game.span)
    if (
        any(isinstance(n, s.Component) and isinstance(n.family, s.Grid) for n in nodes)
        and "Direction" not in w.enums
    ):
        add("Direction", list(boards.DIRECTIONS), NOWHERE)


def _options(cx: Cx, nodes: list[s.Declaration], given: dict[str, str]) -> None:
    w = cx.w
    declared = {n.name.name: n for n in nodes if isinstance(n, s.Option)}
    for name in given:
        if name not in declared:
            w.error("GDL0310", w.game.span, f"there is no option `{name}`", suggestion(name, list(declared)))
    for name, node in declared.items():
        ty = declared_types.resolve(cx, node.type) if node.type is not None else None
        v = ex.value(cx.pure(), node.value, ty)
        if v.ty.word == "any":
            ty = v.ty
        if ty is None:
            ty = v.ty
        if ty.optional and ty.word != "any":
            w.error("GDL0418", node.span, f"the option {name} is never none", "use a number or a member that says so")
        if name in given:
            v = _given_option(cx, node, ty, given[name])
        n = b.number(v.e)
        if n is None and v.ty.word != "any":
            w.error(
                "GDL0404",
                node.value.span,
                "an option must be known before the game begins",
                "use numbers and other options",
            )
        elif (
            n is not None
            and ty.word == "int"
            and ty.low is not None
            and ty.high is not None
            and not ty.low <= n <= ty.high
        ):
            w.error(
                "GDL0504",
                node.value.span,
                f"{name} is {n}, outside {ty.low}..{ty.high}",
                "choose a value inside its range",
            )
        fixed = Ty("int", low=n, high=n) if ty.word == "int" else ty
        w.options[name] = Val(v.e, fixed)
        w.option_types[name] = ty
        w.option_nodes[name] = node


def _given_option(cx: Cx, node: s.Option, ty: Ty, text: str) -> Val:
    """An option's value from outside: a number, yes/no or a name."""
    w = cx.w
    raw = text.strip()
    if ty.word == "int":
        if raw.lstrip("-").isdigit():
            return Val(b.const(int(raw)), ty)
    elif ty.word == "bool":
        truths = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
        if raw.lower() in truths:
            return Val(b.const(truths[raw.lower()]), ty)
    elif ty.word == "enum" and ty.enum is not None:
        if raw in ty.enum.members:
            return Val(b.const(ty.enum.members.index(raw)), ty)
        return w.error(
            "GDL0504",
            node.name.span,
            f"`{raw}` is no value of option {node.name.name}",
            suggestion(raw, ty.enum.members) or ", ".join(ty.enum.members),
        )
    return w.error(
        "GDL0504", node.name.span, f"`{raw}` is no value of option {node.name.name}: {ty} is wanted"
    )


# ---------------------------------------------------------------------------------------------- types and kinds


def _types(w: World, nodes: list[s.Declaration]) -> None:
    declared = {n.name.name: n for n in nodes if isinstance(n, s.Component)}
    busy: list[str] = []

    def make(name: str) -> CompType | None:
        if name in w.types:
            return w.types[name]
        node = declared[name]
        parent = None
        if node.parent is not None:
            if node.parent.name not in declared:
                w.unknown("component type", node.parent.name, node.parent.span, list(declared))
            elif node.parent.name in busy or node.parent.name == name:
                w.error(
                    "GDL0505",
                    node.parent.span,
                    f"`{name}` extends itself by way of {' -> '.join([*busy, name])}",
                )
            else:
                busy.append(name)
                parent = make(node.parent.name)
                busy.pop()
        t = CompType(name, node, parent, node.sort, title=texts.plain_text(node.title) if node.title else "")
        t.lines = list(node.lines)
        w.types[name] = t
        if parent is not None:
            parent.children.append(t)
        for line in node.lines:
            match line:
                case s.FieldDefault():
                    t.defaults[line.name.name] = line.value
                case s.LiveWhile():
                    t.live_while.append(line.condition)
                case s.KeepsOwner():
                    t.keeps_owner = True
                case s.Faces():
                    t.faces = line
        return t

    for name in declared:
        make(name)


def _links(w: World, nodes: list[s.Declaration]) -> None:
    for node in nodes:
        if not isinstance(node, s.Link):
            continue
        ends = []
        for end in (node.left, node.right):
            t = w.types.get(end.name)
            if t is None:
                w.unknown("space", end.name, end.span, list(w.types))
            elif t.root.sort != "space":
                w.error("GDL0308", end.span, f"`{end.name}` is no space: links go between spaces")
            ends.append(t)
        link = LinkDecl(node.name.name, node, ends[0], ends[1])
        link.open_while = next((x.condition for x in node.lines if isinstance(x, s.OpenWhile)), None)
        if node.lines:
            fake = s.Component(
                span=node.span,
                sort="space",
                name=node.name,
                parent=None,
                copies=None,
                family=None,
                title=None,
                lines=tuple(x for x in node.lines if not isinstance(x, s.OpenWhile)),
            )
            link.type = CompType(node.name.name, fake, None, "space", lines=list(fake.lines))
            w.types[node.name.name] = link.type
        w.links[node.name.name] = link


def _pictures(w: World, nodes: list[s.Declaration]) -> None:
    """The words of a picture are spaces; those that data does not name are made here."""
    for node in nodes:
        if not isinstance(node, s.Picture):
            continue
        t = w.types.get(node.space.name)
        if t is None:
            w.unknown("space", node.space.name, node.space.span, list(w.types))
            continue
        if t.root.sort != "space":
            w.error("GDL0308", node.space.span, f"`{t.name}` is no space: a picture is of spaces")
            continue
        for row in node.rows:
            for word in row.split():
                if word not in node.nothing and word not in w.kinds:
                    w.kinds[word] = KindDecl(word, t, node.span)
                    t.kinds.append(w.kinds[word])


def _kinds(w: World, nodes: list[s.Declaration]) -> None:
    for node in nodes:
        if not isinstance(node, s.Kind):
            continue
        t = w.types.get(node.type.name)
        if t is None:
            w.unknown("component type", node.type.name, node.type.span, list(w.types))
            continue
        for name in node.names:
            _add_kind(w, t, name, node)
    for kind in w.kinds.values():
        for block in kind.blocks:
            kind.rows = [_merged(row, block) for row in kind.rows] if kind.rows else [block]
    for t in list(w.types.values()):
        if not t.kinds and not t.children:
            kind = KindDecl(t.name, t, t.node.span, title=t.title)
            t.kinds.append(kind)
            t.implicit_kind = True
    for t in w.types.values():
        own = [k for k in t.all_kinds()]
        t.cubes = bool(own) and all(k.unlimited for k in own)
        mixed = [k for k in own if k.unlimited]
        if mixed and not t.cubes and t.parent is None:
            w.error(
                "GDL0506",
                mixed[0].span,
                f"`{mixed[0].name}` is unlimited, other kinds of {t.name} are not",
                "make all kinds of the type unlimited, or none",
            )


def _add_kind(w: World, t: CompType, name: s.Ident, node: s.Kind) -> None:
    kind = w.kinds.get(name.name)
    if kind is None:
        kind = KindDecl(name.name, t, name.span)
        w.kinds[name.name] = kind
        t.kinds.append(kind)
    elif kind.type is not t:
        w.error(
            "GDL0501",
            name.span,
            f"`{name.name}` is a {kind.type.name} already",
            f"see {kind.span.file} line {kind.span.line}; rename one of them",
        )
        return
    if name.name in w.types:
        w.error("GDL0501", name.span, f"`{name.name}` is a type already", "give the kind another name")
    if node.title is not None:
        kind.title = texts.plain_text(node.title)
    kind.cites += tuple(c.id for c in node.cites)
    if node.copies is not None and node.copies.count is None:
        kind.unlimited = True
    (kind.rows if node.row else kind.blocks).append(node)
    kind.lines += [x for x in node.lines if not isinstance(x, s.GiveField)]


def _merged(row: s.Kind, more: s.Kind) -> s.Kind:
    """A kind given partly in data, partly in a block: the block's fields win."""
    mine = {(x.name.name, str(x.index)) for x in more.lines if isinstance(x, s.GiveField)}
    kept = tuple(
        x for x in row.lines if not (isinstance(x, s.GiveField) and (x.name.name, str(x.index)) in mine)
    )
    return s.Kind(
        span=row.span,
        cites=row.cites,
        type=row.type,
        names=row.names,
        copies=more.copies or row.copies,
        title=row.title,
        lines=kept + tuple(x for x in more.lines if isinstance(x, s.GiveField)),
        row=row.row,
    )


def _aliases(cx: Cx, nodes: list[s.Declaration]) -> None:
    for node in nodes:
        if isinstance(node, s.TypeAlias):
            cx.w.aliases[node.name.name] = declared_types.resolve(cx, node.type)
