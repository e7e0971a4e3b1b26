"""What a player means by an answer: an option by index or label, or a whole answer of a rich choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.dsl.diagnostics import suggestion
from gdl.interpreter.errors import IllegalAnswer
from gdl.interpreter.request import Option, Request


def meant_option(request: Request, answer: Any) -> int:
    """The index of the option that is meant."""
    count = len(request)
    if isinstance(answer, Option):
        return answer.index
    if isinstance(answer, bool):
        raise IllegalAnswer("an answer is the number of an option, its label, or a list")
    if isinstance(answer, int):
        if 0 <= answer < count:
            return answer
        raise IllegalAnswer(f"there is no option {answer}: they are numbered 0 to {count - 1}")
    if isinstance(answer, str):
        return _by_label(request.labels, [request.say(index) for index in range(count)], answer, "option")
    raise IllegalAnswer("an answer is the number of an option, its label, or a list")


def _by_label(labels: Sequence[str], bare: Sequence[str], wanted: str, what: str) -> int:
    """By its label, or by the `bare` one, without what tells it from others."""
    for names in (labels, bare):
        for same in (wanted.__eq__, lambda label: label.lower() == wanted.lower()):
            found = [index for index, label in enumerate(names) if same(label)]
            if len(found) == 1:
                return found[0]
            if found:
                numbers = ", ".join(str(index) for index in found)
                raise IllegalAnswer(f"`{wanted}` can mean several {what}s: {numbers}; name one by its number")
    hint = suggestion(wanted, labels) or ("there are: " + ", ".join(f"`{label}`" for label in labels[:8]))
    raise IllegalAnswer(f"there is no {what} `{wanted}`: {hint}")


def meant_items(request: Request, answer: Sequence[Any]) -> Any:
    """The items of a whole answer, or lists of items for a split; IllegalAnswer if that cannot be chosen."""
    picking = request._question.picking
    if picking is None:
        raise IllegalAnswer("this question takes one option, not a list")
    if picking.word == "split":
        if not all(isinstance(pile, (list, tuple)) for pile in answer):
            raise IllegalAnswer("a split is answered by a list of lists, one for each pile")
        wanted: Any = [_items(request, pile, answer) for pile in answer]
    else:
        wanted = _items(request, answer, [answer])
    problem = picking.problem(wanted)
    if problem:
        raise IllegalAnswer(problem)
    if not picking.agrees(wanted):
        raise IllegalAnswer(
            "this choice has been begun pick by pick: go on like that, or take the picks back"
        )
    return wanted


def _items(request: Request, names: Sequence[Any], everything: Sequence[Sequence[Any]]) -> list[Any]:
    """Items by index or label. Several with the same label are taken one after the other, those named by
    index left out."""
    values, labels = request.item_values, request.items
    bare = [request.say_item(item) for item in values]
    by_index = {name for part in everything for name in part if isinstance(name, int)}
    taken: set[int] = set()
    for part in everything:
        if part is names:
            break
        for name in part:
            if isinstance(name, str):
                taken.add(_free(labels, bare, name, by_index | taken))
    found = []
    for name in names:
        if isinstance(name, int) and not isinstance(name, bool):
            if not 0 <= name < len(values):
                raise IllegalAnswer(f"there is no item {name}: they are numbered 0 to {len(values) - 1}")
            index = name
        elif isinstance(name, str):
            index = _free(labels, bare, name, by_index | taken)
            taken.add(index)
        else:
            raise IllegalAnswer("an item is named by its number or its label")
        found.append(values[index])
    return found


def _free(labels: Sequence[str], bare: Sequence[str], wanted: str, taken: set[int]) -> int:
    for names in (labels, bare):
        for index, label in enumerate(names):
            if label.lower() == wanted.lower() and index not in taken:
                return index
    left = [index for index in range(len(labels)) if index not in taken]
    return left[_by_label([labels[index] for index in left], [bare[index] for index in left], wanted, "item")]
