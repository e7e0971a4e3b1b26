"""What is not wrong but surely not meant: warnings GDL10xx about a definition that compiles.

One module for each idea; a rule is a function from a `Text` (all that is written, variants too) to warnings. A rule
that is not sure stays silent. Each code has its page under `codes/`, whose example is the rule's test.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.lint import citations, feeding, leaks, loops, never, unused
from gdl.dsl.lint.text import Text
from gdl.dsl.load import Loaded

RULES: tuple[Callable[[Text, Diagnostics], None], ...] = (
    unused.unused_names,
    unused.states_never_set,
    never.never_offered,
    never.never_reached,
    never.never_happens,
    loops.endless,
    feeding.feeding_on_itself,
    citations.unknown_rules,
    leaks.hidden_in_public,
)


def lint(loaded: Loaded, diagnostics: Diagnostics, catalogue: frozenset[str] = frozenset()) -> None:
    """All rules on a loaded game; `catalogue` are the ids of its rulebook, where it has one."""
    text = Text.of(loaded, catalogue)
    for rule in RULES:
        rule(text, diagnostics)
