"""GDL1013: a text that says one number where the effect beside it does another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.text import Text

WORDS = {
    word: number
    for number, words in enumerate(
        (
            *("no", "a an one once single another", "two twice both pair double", "three", "four", "five", "six"),
            *("seven", "eight", "nine", "ten", "eleven", "twelve"),
        )
    )
    for word in words.split()
}
ARTICLES = {"a", "an", "no", "one", "once", "single", "another", "both", "pair", "double", "twice"}
"""Words that may mean a number and may not: they excuse an effect, but accuse none."""
TOKEN = re.compile(r"\d+|[A-Za-z]+")


def texts_that_disagree(text: Text, to: Diagnostics) -> None:
    """Texts of cards, labels of actions and of menus, beside what they do.

    Said only where both are at odds: the text has a number that stands nowhere in the effect, and the effect has one
    that the text does not say. What is left to a rule that is called lacks in the effect, and so accuses nobody.
    """
    options = {node.name.name: node.value for node in text.of(s.Option)}
    kinds: dict[str, list[s.Declaration]] = {}
    for node in text.of(s.Kind):
        for each in node.names:
            kinds.setdefault(each.name, []).extend(node.lines)
    for name, lines in kinds.items():
        printed = [
            value
            for line in lines
            if isinstance(line, s.GiveField)
            for value in line.values
            if isinstance(value, s.Text) and _said(value)[0]
        ]
        if printed:
            doing = [x for x in lines if isinstance(x, EFFECTS) or _is_traits(x)]
            for value in printed:
                _compare(value, name, doing, lines, options, to)
    for action in text.of(s.Action):
        if action.label is not None and action.body:
            _compare(action.label, action.name.name, action.body, action, options, to)
    entries: list[s.MenuEntry | s.May] = [*text.of(s.MenuEntry), *text.of(s.May)]
    for asked in entries:
        _compare(asked.label, "", asked.body, asked, options, to)


EFFECTS = (s.Rule, s.Action, s.Trigger, s.When, s.Modifier, s.Value, s.Traits)


def _is_traits(line: s.Declaration) -> bool:
    return isinstance(line, s.GiveField) and line.name.name == "traits"


def _compare(
    text: s.Text, name: str, doing: object, around: object, options: dict[str, s.Expr], to: Diagnostics
) -> None:
    said, meant = _said(text)
    if not said:
        return
    done = set(_done(doing))
    does = done - said - meant - {0}
    wrong = said - done - _near(around, options)
    if wrong and does:
        to.warning(
            "GDL1013",
            text.span,
            f"the text of `{name}` says {_listed(wrong)}, but its effect has {_listed(does)}"
            if name
            else f"this text says {_listed(wrong)}, but its effect has {_listed(does)}",
            "let both say the same, or put the number into the text in braces: {...}",
        )


def _near(node: object, options: dict[str, s.Expr]) -> set[int]:
    """Numbers that explain one in the text: `more than 3` is `>= 4`, `two less` is `3 - 5`, and what an option says."""
    found: set[int] = set()
    for x in walk(node):
        match x:
            case s.Number():
                found.add(x.value)
            case s.Portion():
                found.add(x.count)
            case (
                s.Binary(op=">" | "<=", right=s.Number() as limit)
                | s.Binary(op="<" | ">=", left=s.Number() as limit)
            ):
                found.add(limit.value + 1)
            case (
                s.Binary(op=">=" | "<", right=s.Number() as limit)
                | s.Binary(op="<=" | ">", left=s.Number() as limit)
            ):
                found.add(limit.value - 1)
            case s.Binary(op="+" | "-" | "*", left=s.Number() as left, right=s.Number() as right):
                found.update((left.value + right.value, left.value - right.value, left.value * right.value))
            case s.Name() if isinstance(value := options.get(x.name), s.Number):
                found.add(value.value)
    return found


def _listed(numbers: Iterable[int]) -> str:
    return " and ".join(map(str, sorted(numbers)))


def _said(text: s.Text) -> tuple[set[int], set[int]]:
    """The numbers that a text says, and those that it may mean."""
    said: set[int] = set()
    meant: set[int] = set()
    for part in text.parts:
        if isinstance(part, str):
            for word in TOKEN.findall(part.lower()):
                if word.isdigit():
                    said.add(int(word))
                elif word in ARTICLES:
                    meant.add(WORDS[word])
                elif word in WORDS:
                    said.add(WORDS[word])
        else:
            meant.update(_done(part))
    return said, meant


def _done(node: object) -> Iterator[int]:
    """The numbers in steps and expressions, without places in a row (`z[1]`) and priorities."""
    stack: list[object] = [node]
    while stack:
        x = stack.pop()
        match x:
            case s.Number():
                yield x.value
            case s.Portion():
                yield x.count
            case s.Item():
                stack.append(x.object)
            case s.Trigger():
                stack += [x.condition, x.body, x.events]
            case s.Text():
                stack += [part for part in x.parts if not isinstance(part, str)]
            case s.Node():
                stack += [getattr(x, name) for name in x.__dataclass_fields__ if name != "span"]
            case tuple() | list():
                stack.extend(x)
