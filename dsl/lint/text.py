"""All that a definition says, in the shape that lint rules ask for: nodes, and how often each name is mentioned."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gdl.dsl import syntax as s
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.load import Loaded


@dataclass(frozen=True, slots=True)
class Text:
    """`declarations` are those of the plain game at the top level; `nodes` every node of the game and all its
    variants, whether chosen or not; `mentions` counts names, their declarations among them. `scenarios` are
    apart: testing a thing is no use of it."""

    declarations: tuple[s.Declaration, ...]
    nodes: tuple[s.Node, ...]
    mentions: Counter[str]
    game: s.Game
    scenarios: tuple[s.Scenario, ...]
    catalogue: frozenset[str]

    @staticmethod
    def of(loaded: Loaded, catalogue: frozenset[str] = frozenset()) -> Text:
        nodes = walk([loaded.game, *loaded.base, *(v.node for v in loaded.variants)])
        mentions = Counter(name for x in nodes if isinstance(name := getattr(x, "name", None), str))
        return Text(loaded.base, tuple(nodes), mentions, loaded.game, loaded.scenarios, catalogue)

    def alone(self, name: s.Ident) -> bool:
        """Whether a name stands nowhere but at its declaration."""
        return self.mentions[name.name] == 1
