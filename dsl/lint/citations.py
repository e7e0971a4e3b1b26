"""GDL1010, GDL1017: a citation of a rule that the game's catalogue does not have; a rule that nothing cites."""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics, suggestion
from gdl.dsl.lint.text import Text


def citations(text: Text, to: Diagnostics) -> None:
    """Only where there is a catalogue. A prefix of its own (`XX-`) may belong to another book and is left alone.

    A rule that is in the catalogue is there to be implemented; what only a scenario cites is implemented nowhere.
    """
    if not text.catalogue:
        return
    prefixes = {rule.partition("-")[0] for rule in text.catalogue}
    cited = text.of(s.Cite)
    for cite in (*cited, *(x for x in text.tested if isinstance(x, s.Cite))):
        if cite.id not in text.catalogue and cite.id.partition("-")[0] in prefixes:
            to.warning(
                "GDL1010",
                cite.span,
                f"the catalogue has no rule `{cite.id}`",
                suggestion(cite.id, text.catalogue) or "add it to the rulebook, or cite another",
            )
    done = {cite.id for cite in cited}
    for rule, span in text.catalogue.items():
        if rule not in done:
            to.warning(
                "GDL1017",
                span,
                f"nothing in the game cites the rule `{rule}`",
                f"write `@{rule}` where it is implemented, or implement it",
            )
