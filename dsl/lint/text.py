"""All that a definition says, in the shape that lint rules ask for: nodes by sort, and how often a name is mentioned."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from gdl.dsl import syntax as s
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.load import Loaded
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span

N = TypeVar("N", bound=s.Node)


@dataclass(frozen=True, slots=True)
class Text:
    """`declarations` are those of the plain game at the top level; `nodes` every node of the game and all its
    variants, whether chosen or not; `mentions` counts names, their declarations among them. `scenarios` are
    apart: testing a thing is no use of it. `catalogue` has the place of each rule of the rulebook."""

    declarations: tuple[s.Declaration, ...]
    variants: tuple[s.Variant, ...]
    nodes: tuple[s.Node, ...]
    parts: tuple[tuple[s.Declaration, list[s.Node], Counter[str]], ...]
    """Each declaration, also the lines of variants, with the nodes in it and how often they mention names."""
    sorts: dict[type[s.Node], list[s.Node]]
    mentions: Counter[str]
    game: s.Game
    scenarios: tuple[s.Scenario, ...]
    tested: tuple[s.Node, ...]
    catalogue: dict[str, Span]

    @staticmethod
    def made(loaded: Loaded, catalogue: dict[str, Span] | None = None) -> Text:
        variants = tuple(v.node for v in loaded.variants)
        lines = [line for variant in variants for line in variant.lines]
        parts = tuple((node, inside := walk(node), _named(inside)) for node in (*loaded.base, *lines))
        heads = [(v.cites, v.name, v.title, v.of, v.needs) for v in variants]
        nodes = [*walk([loaded.game, *heads]), *variants]
        mentions = _named(nodes)
        for _, inside, names in parts:
            nodes += inside
            mentions.update(names)
        sorts: dict[type[s.Node], list[s.Node]] = {}
        for node in nodes:
            sorts.setdefault(type(node), []).append(node)
        return Text(
            loaded.base,
            variants,
            tuple(nodes),
            parts,
            sorts,
            mentions,
            loaded.game,
            loaded.scenarios,
            tuple(walk(loaded.scenarios)),
            catalogue or {},
        )

    def of(self, sort: type[N]) -> list[N]:
        """All nodes of one sort."""
        return self.sorts.get(sort, [])  # type: ignore[return-value]  # filled by sort in `made`

    def alone(self, name: s.Ident) -> bool:
        """Whether a name stands nowhere but at its declaration."""
        return self.mentions[name.name] == 1


def _named(nodes: list[s.Node]) -> Counter[str]:
    return Counter([name for x in nodes if isinstance(name := getattr(x, "name", None), str)])
