"""What a person means by a line: one of the options, a whole answer of a rich choice, or a command.

2 · b · bet          an option by number, by letter where they are few, by its words or a part of them
1 3                  several of a list, or the list in that order
1 2 / 3 / 4 5        a split into piles
none                 several, but none of them
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from gdl.interpreter.errors import IllegalAnswer
from gdl.interpreter.request import Request

LETTERED = 9
"""Options that also have letters, if there are no more."""


def is_whole(request: Request) -> bool:
    """Whether the choice is answered as a whole: a subset, an order, piles; unless it was begun pick by pick."""
    return request.kind in ("some", "order", "split") and (request.kind == "some" or not request.picked)


def listed(request: Request) -> list[str]:
    """What is numbered on the screen: the items of a rich choice, then what else can be done; or the options."""
    if not is_whole(request):
        return list(request.labels)
    return [*request.items, *(request.options[index].label for index in others(request))]


def others(request: Request) -> list[int]:
    """Options of a rich choice that are no picks: what can be done at any time."""
    return [option.index for option in request.options if option.style == "action"]


def understood(request: Request, line: str) -> Any:
    """The answer for `Match.apply`; IllegalAnswer where it cannot be told."""
    return _whole(request, line) if is_whole(request) else _one(request, line)


def _one(request: Request, line: str) -> int:
    labels = listed(request)
    if line.isdigit():
        return _numbered(line, len(labels))
    if len(line) == 1 and len(labels) <= LETTERED and line.lower() in string.ascii_lowercase[: len(labels)]:
        return string.ascii_lowercase.index(line.lower())
    return _named(labels, line)


def _whole(request: Request, line: str) -> Any:
    items = request.items
    extra = others(request)
    if line.isdigit() and len(items) < int(line) <= len(items) + len(extra):
        return extra[int(line) - len(items) - 1]
    if request.kind == "split":
        piles: list[list[int]] = []
        for pile in line.split("/"):
            piles.append(_several(items, pile, [number for each in piles for number in each]))
        return piles
    return _several(items, line)


def _several(items: Sequence[str], line: str, taken: Sequence[int] = ()) -> list[int]:
    """`1 3`, `1,3`, `a c`, `Wolf, Hare`; of equal things, one that is not `taken`."""
    if line.strip().lower() in ("", "none"):
        return []
    parts = line.replace(",", " ").lower().split()
    if all(part.isdigit() for part in parts):
        return [_numbered(part, len(items)) for part in parts]
    letters = string.ascii_lowercase[: len(items)] if len(items) <= LETTERED else ""
    if all(len(part) == 1 and part in letters for part in parts):
        return [letters.index(part) for part in parts]
    found: list[int] = []
    for name in line.split(","):
        name = name.strip()
        free = _equal_ones(items, name, {*taken, *found})
        found.append(free[0] if free else _numbered_or_named(items, name))
    return found


def _equal_ones(items: Sequence[str], name: str, taken: set[int]) -> list[int]:
    """The free things that are called so, or have these words in their name, if they are all alike."""
    for fits in (lambda item: item.lower() == name.lower(), lambda item: name.lower() in item.lower()):
        meant = [number for number, item in enumerate(items) if fits(item)]
        if meant:
            alike = len({items[number] for number in meant}) == 1
            return [number for number in meant if number not in taken] if alike else []
    return []


def _numbered_or_named(items: Sequence[str], name: str) -> int:
    return _numbered(name, len(items)) if name.isdigit() else _named(items, name)


def _numbered(word: str, count: int) -> int:
    number = int(word)
    if not 1 <= number <= count:
        raise IllegalAnswer(f"there is no {number}: they are numbered 1 to {count}")
    return number - 1


def _named(labels: Sequence[str], line: str) -> int:
    """The label that is meant: the same, or the only one with these words in it."""
    low = line.lower()
    for fits in (lambda label: label.lower() == low, lambda label: low in label.lower()):
        found = [number for number, label in enumerate(labels) if fits(label)]
        if found and len({labels[number] for number in found}) == 1:
            return found[0]  # of equal ones, any
        if found:
            shown = ", ".join(str(number + 1) for number in found[:12])
            more = " and more" if len(found) > 12 else ""
            raise IllegalAnswer(f"`{line}` can mean {shown}{more}: answer by number, or `/{line}` lists them")
    raise IllegalAnswer(f"`{line}` is none of the options; answer by number or words, or `help`")


def asked(request: Request) -> str:
    """The question: as the game puts it, or by its kind."""
    if request.prompt:
        return request.prompt
    if request.kind == "split":
        return f"how do you lay out these {len(request.items)} in {request.piles} piles?"
    return "in which order?" if request.kind == "order" else "what will you do?"


def how_to(request: Request) -> str:
    """What kind of answer the question takes."""
    count = len(request.items)
    if not is_whole(request):
        return ""
    if request.kind == "order":
        return f"name all {count} in the order you want, as in `{' '.join(map(str, range(count, 0, -1)))}`"
    if request.kind == "split":
        least = f", each at least {request.low}" if request.low else ""
        return f"{request.piles} piles{least}, with `/` between them, as in `{_piles_example(request)}`"
    low, high = request.low, request.high
    wanted = (
        str(low)
        if low == high
        else f"{low} to {high}"
        if high < count
        else f"at least {low}"
        if low
        else "any"
    )
    none = "; `none` for none" if low == 0 else ""
    return f"name {wanted}, as in `{' '.join(map(str, range(1, max(1, low) + 1)))}`{none}"


def _piles_example(request: Request) -> str:
    """A possible split: the items dealt out in turn."""
    count = len(request.items)
    piles = [
        " ".join(str(item) for item in range(pile + 1, count + 1, request.piles))
        for pile in range(request.piles)
    ]
    return " / ".join(piles)
