"""What is not wrong but surely not meant: warnings GDL10xx about a definition that compiles.

One module for each idea; a rule is a function from a `Text` (all that is written, variants too) to warnings. A rule
that is not sure stays silent. Each code has its page under `codes/`, whose example is the rule's test.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.lint import choices, citations, feeding, leaks, loops, never, numbers, unread, unused, windows
from gdl.dsl.lint.text import Text
from gdl.dsl.load import Loaded
from gdl.dsl.source import Span

RULES: tuple[Callable[[Text, Diagnostics], None], ...] = (
    unused.unused_names,
    unused.unused_kinds,
    unused.states_never_set,
    unread.never_read,
    unread.never_used,
    never.never,
    loops.endless,
    loops.nothing_ends,
    feeding.feeding_on_itself,
    citations.citations,
    leaks.leaks,
    choices.may_be_empty,
    windows.in_mid_effect,
    numbers.texts_that_disagree,
)


def lint(loaded: Loaded, diagnostics: Diagnostics, catalogue: dict[str, Span] | None = None) -> None:
    """All rules on a loaded game; `catalogue` has the places of its rulebook's rules, by id."""
    text = Text.made(loaded, catalogue)
    for rule in RULES:
        rule(text, diagnostics)
