"""GDL1010: a citation of a rule that the game's catalogue does not have."""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics, suggestion
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.text import Text


def unknown_rules(text: Text, to: Diagnostics) -> None:
    """Only where there is a catalogue. A prefix of its own (`XX-`) may belong to another book and is left alone."""
    if not text.catalogue:
        return
    prefixes = {rule.partition("-")[0] for rule in text.catalogue}
    for node in (*text.nodes, *walk(text.scenarios)):
        for cite in getattr(node, "cites", ()):
            if isinstance(cite, s.Cite) and cite.id not in text.catalogue:
                if cite.id.partition("-")[0] in prefixes:
                    to.warning(
                        "GDL1010",
                        cite.span,
                        f"the catalogue has no rule `{cite.id}`",
                        suggestion(cite.id, text.catalogue) or "add it to the rulebook, or cite another",
                    )
