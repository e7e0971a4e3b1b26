"""Which variants a game can be played with at the same time: sets of variants, each with all that it needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from gdl.dsl.diagnostics import Diagnostic, Diagnostics
from gdl.dsl.load import Loaded
from gdl.dsl.variants import apply, order_of

Combination = tuple[str, ...]
"""Names of variants in the order in which they are applied; none: the plain game."""

REFUSED = "GDL0527"
"""A header's `requires` that does not hold for these players and options."""
CLASH = "GDL0227"
"""Two variants that change one thing without knowing each other."""
MOST = 512
"""So many combinations are looked at, those of few variants first."""


def every_combination(loaded: Loaded) -> list[Combination]:
    """All sets of variants with what they need, the plain game first; at most `MOST`."""
    known = {variant.name: variant.node for variant in loaded.variants}
    names = [variant.name for variant in loaded.variants]
    found: dict[frozenset[str], Combination] = {}
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            order = order_of(chosen, known, Diagnostics())
            found.setdefault(frozenset(order), order)
            if len(found) == MOST:
                return _by_size(found.values())
    return _by_size(found.values())


def _by_size(found: Iterable[Combination]) -> list[Combination]:
    return sorted(found, key=len)


def with_variants(loaded: Loaded, names: Sequence[str], told: Diagnostics) -> Loaded:
    """The plain game with these variants and what they need, without reading any file again."""
    known = {variant.name: variant.node for variant in loaded.variants}
    applied = apply(loaded.game, loaded.base, known, names, told)
    return replace(loaded, game=applied.game, declarations=applied.declarations, chosen=applied.chosen)


def named(told: Iterable[Diagnostic], names: Combination) -> Iterator[Diagnostic]:
    """What is wrong with a combination, with its name."""
    for item in told:
        where = f"in the game with {', '.join(names)}"
        yield replace(item, hint=f"{item.hint}; {where}" if item.hint else where) if names else item


def goes_together(loaded: Loaded, names: Combination) -> bool:
    """Whether no two of the variants change the same thing."""
    told = Diagnostics()
    with_variants(loaded, names, told)
    return not told.has_errors


def rotation(loaded: Loaded, most: int) -> list[Combination]:
    """Some combinations, at most so many: each variant with no more than it needs, then as few others as have all pairs
    of variants that go together."""
    rest = [each for each in every_combination(loaded) if each and goes_together(loaded, each)]
    missing = {part for each in rest for part in _pairs(each)}
    chosen: list[Combination] = []
    for variant in loaded.variants:
        chosen += [each for each in rest if variant.name in each][:1]
    chosen = list(dict.fromkeys(chosen))
    while len(chosen) < most:
        missing -= {part for each in chosen for part in _pairs(each)}
        if not missing:
            break
        chosen.append(max(rest, key=lambda each: len(missing & _pairs(each))))
    return chosen[:most]


def _pairs(names: Combination) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in combinations(names, 2)}
