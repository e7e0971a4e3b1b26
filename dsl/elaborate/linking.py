"""Who is linked to whom: pairs of spaces, from lines of links and from pictures."""

from __future__ import annotations

from itertools import pairwise

from gdl.dsl import syntax as s
from gdl.dsl.elaborate.box import comp
from gdl.dsl.elaborate.model import World


def link_pairs(w: World, nodes: list[s.Declaration]) -> None:
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
            if node.of.name not in w.kinds and node.of.name not in w.comp_names:
                spaces = [k for k, d in w.kinds.items() if d.type.root.sort == "space"]
                w.unknown("space", node.of.name, node.of.span, [*spaces, *w.comp_names])
    for link in w.links.values():
        link.pairs = list(dict.fromkeys((min(p), max(p)) for p in link.pairs))
        if link.type is not None:
            t = link.type
            t.low = len(w.comps)
            for x, y in link.pairs:
                c = comp(
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
    t = w.types.get(node.space.name)
    if t is None or t.root.sort != "space":
        return  # that has been said already
    rows = [row.split() for row in node.rows]
    _keep(w, node, rows)
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


def _keep(w: World, node: s.Picture, rows: list[list[str]]) -> None:
    """The picture stays with its spaces, for whoever draws them. Of several, the first."""
    t = w.types.get(node.space.name)
    if t is None or t.picture:
        return
    named = {word for row in rows for word in row if word not in node.nothing}
    numbers = {word: _space(w, s.Ident(span=node.span, name=word)) for word in sorted(named)}
    t.picture = tuple(tuple(-1 if (c := numbers.get(word)) is None else c for word in row) for row in rows)
