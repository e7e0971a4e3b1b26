"""Scenarios that play with the same variants, options and number of players: they share one program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.texts import plain_text
from gdl.dsl.header import players_of
from gdl.dsl.load import Loaded
from gdl.dsl.source import Span
from gdl.dsl.variants import apply

Options = tuple[tuple[str, str], ...]
Group = tuple[tuple[str, ...], Options, int | None]
"""Variants, options and how many players (None: as few as may play)."""


def grouped(scenes: Sequence[s.Scenario]) -> dict[Group, list[s.Scenario]]:
    """By what they play with, in the order of their text."""
    found: dict[Group, list[s.Scenario]] = {}
    for scene in scenes:
        found.setdefault(_group_of(scene), []).append(scene)
    return found


def with_group(loaded: Loaded, group: Group, at: Span, told: Diagnostics) -> tuple[Loaded, int] | None:
    """The game with the variants of a group, and its number of players; None where they do not go together."""
    changed = with_names(loaded, group[0], at, told)
    return None if changed is None else for_seats(changed, group[2], at, told)


def with_names(loaded: Loaded, variants: Sequence[str], at: Span, told: Diagnostics) -> Loaded | None:
    """The game with these variants; None where they do not go together."""
    known = {variant.name: variant.node for variant in loaded.variants}
    wanted = list(dict.fromkeys((*loaded.chosen, *variants)))
    applied = apply(loaded.game, loaded.base, known, wanted, told, at)
    if told.has_errors:
        return None
    return replace(loaded, game=applied.game, declarations=applied.declarations, chosen=applied.chosen)


def for_seats(changed: Loaded, seats: int | None, at: Span, told: Diagnostics) -> tuple[Loaded, int] | None:
    """A game and the number of players that is asked for; None where it does not take so many."""
    least, most = players_of(changed.game)
    count = least if seats is None else seats
    if not least <= count <= most:
        told.error("GDL0803", at, f"this game is for {least} to {most} players, not {count}")
        return None
    return changed, count


def at_the_scenario(told: Diagnostics, scenes: Sequence[s.Scenario]) -> Diagnostics:
    """What is wrong with an option that scenarios set is told where they set it."""
    moved = Diagnostics()
    lines = [line for scene in scenes for line in scene.scenes if isinstance(line, s.OptionScene)]
    for item in told:
        at = [line.name.span for line in lines if item.message == f"there is no option `{line.name.name}`"]
        if item.code != "GDL0310":
            wrong = [line for line in lines if item.message.endswith(f"option {line.name.name}")]
            wrong += [line for line in lines if f"of option {line.name.name}:" in item.message]
            at = [line.span for line in wrong[:1]] if item.code == "GDL0504" else []
        for span in at or [item.span]:
            moved.add(replace(item, span=span))
    return moved


def is_expected(scene: s.Scenario, messages: list[str]) -> bool:
    """`then error "..."` of a game that is refused with these variants, options and players."""
    claims = [line.claim for line in scene.scenes if isinstance(line, s.ThenScene)]
    texts = [
        plain_text(claim.text).lower() if isinstance(claim, s.Claim) and claim.word == "error" else None
        for claim in claims
    ]
    return bool(texts) and all(
        text is not None and any(text in message.lower() for message in messages) for text in texts
    )


def _group_of(scene: s.Scenario) -> Group:
    variants: list[str] = []
    options: dict[str, str] = {}
    seats: int | None = None
    for line in scene.scenes:
        match line:
            case s.WithScene():
                variants += [name.name for name in line.variants]
            case s.OptionScene():
                options[line.name.name] = _option_text(line.value)
            case s.SeatsScene():
                seats = line.count
    return tuple(variants), tuple(sorted(options.items())), seats


def _option_text(value: s.Expr) -> str:
    match value:
        case s.Number():
            return str(value.value)
        case s.Truth():
            return "yes" if value.value else "no"
        case s.Name():
            return value.name
        case s.Unary(op="-", operand=s.Number() as number):
            return f"-{number.value}"
    return "?"
