"""From declarations to a `World`: enums, options, types, kinds and the components in the box, all numbered.

Component types are numbered depth first, a type's own kinds before its subtypes', so that the components (and
kinds) of every type are one run of
numbers and a state of a type is one run of slots.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from gdl.dsl import header
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics, suggestion
from gdl.dsl.elaborate import boards, coerce, declared_types, refs, texts
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import Comp, CompType, EnumDecl, FieldDecl, KindDecl, LinkDecl, World
from gdl.dsl.elaborate.types import ANY, PLAYER, Ty, Val, list_of
from gdl.dsl.source import NOWHERE, Span

MOST_COMPONENTS = 20_000


def collect(
    declarations: Iterable[s.Declaration],
    game: s.Game,
    seats: int,
    options: dict[str, str],
    diagnostics: Diagnostics,
) -> World:
    """What is declared, with every component numbered."""
    w = World(diagnostics, seats, game)
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
    _number(top)
    _link_pairs(w, nodes)
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
            self.w.error(
                "GDL0501",
                name.span,
                f"`{name.name}` is declared twice",
                f"the first is in {first.file} line {first.line}; rename one of them",
            )
        return first is name.span


# ---------------------------------------------------------------------------------------------- header, enums, options

_SETTINGS = ("title", "players", "cooperative", "teams", "turns", "first", "rulebook", "authors")


def _settings(w: World, game: s.Game) -> None:
    w.title = game.name.name
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
                w.teams = tuple(v.name for v in setting.values if isinstance(v, s.Name))
            case "turns":
                word = (
                    setting.values[0].name if setting.values and isinstance(setting.values[0], s.Name) else ""
                )
                if word not in ("clockwise", "anticlockwise"):
                    w.error("GDL0502", setting.span, "`turns` is `clockwise` or `anticlockwise`")
                w.clockwise = word != "anticlockwise"
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
            members = [m.name for m in node.members]
            for i, m in enumerate(node.members):
                if m.name in members[:i]:
                    w.error("GDL0503", m.span, f"`{m.name}` stands twice in `{node.name.name}`")
            add(node.name.name, list(dict.fromkeys(members)), node.name.span)
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


# ---------------------------------------------------------------------------------------------- numbering


def _number(cx: Cx) -> None:
    w = cx.w
    for t in w.types.values():
        if t.parent is None:
            _number_kinds(w, t)
    for i, t in enumerate(w.types.values()):
        t.index = i
    for t in w.types.values():
        if t.parent is None:
            if t.node.sort == "space" and any(link.type is t for link in w.links.values()):
                continue
            _number_type(cx, t)


def _number_kinds(w: World, t: CompType) -> None:
    t.kind_low = len(w.kind_list)
    for kind in t.kinds:
        kind.index = len(w.kind_list)
        w.kind_list.append(kind)
    for child in t.children:
        _number_kinds(w, child)
    t.kind_high = len(w.kind_list)


def _number_type(cx: Cx, t: CompType) -> None:
    w = cx.w
    t.low = len(w.comps)
    if t.parent is not None:
        t.per_player = t.per_player or t.parent.per_player
        t.axes = list(t.parent.axes) + t.axes
    _family(cx, t)
    if t.grid is not None:
        _grid(w, t)
    elif not t.cubes:
        _copies(cx, t)
    for child in t.children:
        _number_type(cx, child)
    t.high = len(w.comps)


def _family(cx: Cx, t: CompType) -> None:
    node = t.node.family
    if isinstance(node, s.Grid):
        cols, rows = (
            ex.constant(cx, node.columns, "the size of a grid"),
            ex.constant(cx, node.rows, "the size of a grid"),
        )
        cols, rows = max(1, cols or 1), max(1, rows or 1)
        if cols * rows > MOST_COMPONENTS:
            cx.w.error(
                "GDL0507",
                node.span,
                f"a grid of {cols} by {rows} is too large",
                f"at most {MOST_COMPONENTS} components fit in a box",
            )
            cols = rows = 1
        t.grid = (node.hex, cols, rows)
    elif isinstance(node, s.Family):
        for axis in node.axes:
            if axis is None:
                t.per_player = True
                continue
            name, domain = axis
            lst = coerce.as_list(cx, ex.expr(cx.pure(), domain), domain.span)
            values = b.items(lst.e)
            if values is None:
                cx.w.error(
                    "GDL0404", domain.span, "what a family runs over must be known before the game begins"
                )
                values = ()
            numbers = [v for v in values if isinstance(v, int)]
            item = lst.ty.item or ANY
            if item.word == "int" and numbers:
                item = Ty("int", low=min(numbers), high=max(numbers))
            if item.word == "component" and not numbers:
                cx.w.error(
                    "GDL0508", domain.span, "there is none of these yet", "declare that type before this one"
                )
            t.axes.append((name.name, item, numbers))


def _grid(w: World, t: CompType) -> None:
    assert t.grid is not None
    _, cols, rows = t.grid
    kind = t.kinds[0] if t.kinds else KindDecl(t.name, t, t.node.span)
    for row in range(1, rows + 1):
        for col in range(1, cols + 1):
            c = _comp(w, f"{t.name}[{col}, {row}]", _coordinate(col, row), kind, t)
            c.column, c.line = col, row


def _coordinate(col: int, row: int) -> str:
    """`c4`, as chess players say it."""
    letters = ""
    while col > 0:
        col, rest = divmod(col - 1, 26)
        letters = chr(97 + rest) + letters
    return f"{letters}{row}"


def _copies(cx: Cx, t: CompType) -> None:
    w = cx.w
    owners: list[int] = list(range(w.seats)) if t.per_player else [-1]
    for owner in owners:
        for axes in _combinations(t.axes):
            for kind in t.kinds:
                rows: list[s.Kind | None] = [*kind.rows] or [None]
                for row in rows:
                    n = _copy_count(cx, t, kind, row)
                    for i in range(n):
                        _one(w, t, kind, row, owner, axes, i, n)
                        if len(w.comps) > MOST_COMPONENTS:
                            w.error(
                                "GDL0507",
                                kind.span,
                                f"more than {MOST_COMPONENTS} components do not fit in a box",
                            )
                            return


def _combinations(axes: list[tuple[str, Ty, list[int]]]) -> list[dict[str, int]]:
    out: list[dict[str, int]] = [{}]
    for name, _, values in axes:
        out = [{**o, name: v} for o in out for v in values]
    return out


def _copy_count(cx: Cx, t: CompType, kind: KindDecl, row: s.Kind | None) -> int:
    if row is not None:
        for line in row.lines:
            if isinstance(line, s.GiveField) and line.name.name == "x" and line.values:
                return max(0, ex.constant(cx, line.values[0], "the number of copies") or 0)
    node = row.copies if row is not None and row.copies is not None else None
    if node is None and (t.implicit_kind or row is None or row.copies is None):
        node = t.node.copies
    if node is None or node.count is None:
        return 1
    n = ex.constant(cx, node.count, "the number of copies")
    return min(max(0, n if n is not None else 1), MOST_COMPONENTS + 1)


def _one(
    w: World,
    t: CompType,
    kind: KindDecl,
    row: s.Kind | None,
    owner: int,
    axes: dict[str, int],
    i: int,
    n: int,
) -> None:
    index = [f"{v}" for v in axes.values()]
    for (axis, ty, _), k in zip(t.axes, range(len(index)), strict=True):
        v = axes[axis]
        if ty.word == "component":
            index[k] = w.comps[v].name
        elif ty.word == "enum" and ty.enum is not None:
            index[k] = ty.enum.members[v]
    name = kind.name + (f"[{', '.join(index)}]" if index else "")
    if owner >= 0:
        name = f"p{owner + 1}.{name}"
    title = kind.title or t.title or words(kind.name)
    if index:
        title += " " + ", ".join(words(x) for x in index)
    base = name
    if len(kind.rows) > 1 or n > 1:
        name = f"{base}#{1 + sum(1 for c in w.comps[t.low :] if c.name.split('#')[0] == base)}"
    c = _comp(w, name, title, kind, t)
    c.owner, c.axes, c.row = owner, dict(axes), row
    for axis, _, _ in t.axes:
        if axes[axis] >= 0 and axis == "player":
            c.owner = axes[axis]


def _comp(w: World, name: str, title: str, kind: KindDecl, t: CompType) -> Comp:
    c = Comp(len(w.comps), name, title, kind, t)
    w.comps.append(c)
    w.comp_names[name] = c.index
    kind.components.append(c.index)
    return c


def words(name: str) -> str:
    """`GuerrillaScout` as people write it: `Guerrilla Scout`."""
    out = ""
    for i, ch in enumerate(name):
        if (
            i
            and ch.isupper()
            and (
                name[i - 1].islower()
                or (i + 1 < len(name) and name[i + 1].islower() and name[i - 1].isalpha())
            )
        ):
            out += " "
        out += ch
    return out.replace("_", " ")


# ---------------------------------------------------------------------------------------------- who is linked to whom


def _link_pairs(w: World, nodes: list[s.Declaration]) -> None:
    for node in nodes:
        if isinstance(node, s.Linked):
            link = w.links.get(node.link.name)
            if link is None:
                w.unknown("link", node.link.name, node.link.span, list(w.links))
                continue
            ends = [_space(w, e) for e in node.line]
            link.pairs += [
                (x, y)
                for x, y in pairwise(ends)
                if x is not None and y is not None and x != y
            ]
        elif isinstance(node, s.Picture):
            _picture_pairs(w, node)
        elif isinstance(node, s.OtherName):
            w.other_names[node.name.name] = node.of.name
    for link in w.links.values():
        link.pairs = list(dict.fromkeys((min(p), max(p)) for p in link.pairs))
        if link.type is not None:
            t = link.type
            t.low = len(w.comps)
            for x, y in link.pairs:
                c = _comp(
                    w,
                    f"{link.name}[{w.comps[x].name}, {w.comps[y].name}]",
                    f"{w.comps[x].title} to {w.comps[y].title}",
                    t.kinds[0],
                    t,
                )
                link.ids[x, y] = c.index
            t.high = len(w.comps)
    for link in w.links.values():
        around: list[list[int]] = [[] for _ in w.comps]
        for x, y in link.pairs:
            around[x].append(y)
            around[y].append(x)
        link.table = w.table(tuple(tuple(a) for a in around) or ((),))


def _space(w: World, name: s.Ident) -> int | None:
    n = w.other_names.get(name.name, name.name)
    kind = w.kinds.get(n)
    if kind is not None and len(kind.components) == 1:
        return kind.components[0]
    if n in w.comp_names:
        return w.comp_names[n]
    w.unknown("space", name.name, name.span, [k for k, d in w.kinds.items() if d.type.root.sort == "space"])
    return None


def _picture_pairs(w: World, node: s.Picture) -> None:
    link = w.links.get(node.link.name)
    if link is None:
        w.unknown("link", node.link.name, node.link.span, list(w.links))
        return
    rows = [row.split() for row in node.rows]
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            for other in (
                row[x + 1] if x + 1 < len(row) else None,
                rows[y + 1][x] if y + 1 < len(rows) and x < len(rows[y + 1]) else None,
            ):
                if other is None or other == word or word in node.nothing or other in node.nothing:
                    continue
                a, z = (
                    _space(w, s.Ident(span=node.span, name=word)),
                    _space(w, s.Ident(span=node.span, name=other)),
                )
                if a is not None and z is not None:
                    link.pairs.append((a, z))


__all__ = ["PLAYER", "FieldDecl", "collect", "list_of", "refs", "words"]
