"""What can go wrong at the table, as diagnostics: each function makes one message.

`PlayError` carries a diagnostic about the definition (a range left, a full zone, a runaway).
`IllegalAnswer` is about a player's answer and leaves the match as it was.
"""

from __future__ import annotations

from collections.abc import Iterable

from gdl.dsl import ir
from gdl.dsl.diagnostics import Diagnostic
from gdl.dsl.source import NOWHERE, Span


class PlayError(Exception):
    """The definition did what it must not do; `diagnostic` says what and where."""

    def __init__(self, diagnostic: Diagnostic):
        self.diagnostic = diagnostic
        super().__init__(str(diagnostic))


class IllegalAnswer(ValueError):
    """This answer is not among the options; the match is as it was."""


class GameOver(Exception):
    """Raised by `Over` to leave all rules at once; never leaves the machine."""


class OutOfSteps(Exception):
    """A budget is used up; the machine turns it into a diagnostic that names the rules."""


class Enough(Exception):
    """A playout in straight code has made as many decisions as it may."""


class TooDeep(Exception):
    """Too many frames; the machine turns it into a diagnostic that names the rules."""


def _error(code: str, span: Span, message: str, hint: str = "") -> PlayError:
    return PlayError(Diagnostic(code, "error", message, span, hint))


def runaway(names: Iterable[str], span: Span = NOWHERE) -> PlayError:
    listed = ", ".join(f"`{name}`" for name in names) or "the rules"
    return _error(
        "GDL0901",
        span,
        f"the game does not come to its next decision: {listed} go on and on",
        "give the loop a condition that becomes false, or a `stop`",
    )


def too_deep(names: Iterable[str], span: Span = NOWHERE) -> PlayError:
    listed = ", ".join(f"`{name}`" for name in names) or "rules"
    return _error(
        "GDL0902",
        span,
        f"rules call each other too deeply: {listed}",
        "let one of them end without calling the next",
    )


def zone_full(zone: str, limit: int, span: Span) -> PlayError:
    what = "it holds one already" if limit == 1 else f"it holds {limit} already"
    return _error(
        "GDL0903",
        span,
        f"nothing more fits into `{zone}`: {what}",
        "ask for room before the move, or move something out first",
    )


def out_of_range(what: str, value: object, low: int | None, high: int | None, span: Span) -> PlayError:
    return _error(
        "GDL0904",
        span,
        f"{what or 'a number'} would be {value}, outside {low}..{high}",
        "widen the range, check before, or declare it `clamped`",
    )


def not_as_checked(node: ir.Checked, value: int) -> PlayError:
    """A value that was checked, and is not what it has to be."""
    if node.there:
        return _error("GDL0905", node.span, f"there is no {node.what}", "test it first: `is not none`")
    return out_of_range(node.what, value, node.low, node.high, node.span)


def no_such_item(index: int, size: int, span: Span) -> PlayError:
    return _error(
        "GDL0905",
        span,
        f"there is no item {index} in a list of {size}",
        "the first item is number 1; ask for the length before",
    )


def beyond(span: Span) -> PlayError:
    return _error(
        "GDL0905",
        span,
        "a number points beyond what there is",
        "give what is counted a range that holds, or ask before",
    )


def end_from_together(phase: str, span: Span) -> PlayError:
    return _error(
        "GDL0906",
        span,
        f"`{phase}` cannot be ended from inside a `together` block that it contains",
        "note it in a state and end the phase after the block",
    )


def clash(what: str, span: Span) -> PlayError:
    return _error(
        "GDL0907",
        span,
        f"two blocks of a `together` change {what} in different ways",
        "let each block change only what is its own, and join the results after it",
    )


def impossible_chance(asked: str, possible: str) -> PlayError:
    return _error(
        "GDL0908",
        NOWHERE,
        f"chance cannot give {asked} here: it can give {possible}",
        "check the order of the `chance` lines",
    )


def divided_by_zero(span: Span = NOWHERE) -> PlayError:
    return _error("GDL0909", span, "a number is divided by zero", "ask first whether the divisor is zero")


def failed(code: str, text: str, span: Span) -> PlayError:
    return _error(code, span, text)
