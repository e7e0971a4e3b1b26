"""`why`: why a value is what it is, and why an action is not offered.

    why strength Matthias      strength of Matthias is 5 = 3 printed + 2 Great Hall
    why Attack                 Attack is not offered: none of Wolf, Hare fits

What would be answered otherwise if hidden things lay otherwise is not answered: the seat cannot know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from gdl.dsl import ir
from gdl.dsl.source import Source
from gdl.interpreter.choice import Ask
from gdl.interpreter.errors import PlayError
from gdl.interpreter.explain import explain, in_words
from gdl.interpreter.match import Match
from gdl.interpreter.text import joined, words

Sources = Mapping[str, Source]


GUESSES = 8
"""Guesses at what is hidden in which an answer must stay the same."""


def why(match: Match, seat: int, line: str, sources: Sources) -> list[str]:
    """The answer, if all that it rests on is known to the seat."""
    told = _why(match, seat, line, sources)
    rng = Random(0)
    for _ in range(GUESSES):
        try:
            if _why(match.sample(seat, rng), seat, line, sources) != told:
                return ["that rests on what you cannot know"]
        except PlayError:
            continue
    return told


def _why(match: Match, seat: int, line: str, sources: Sources) -> list[str]:
    """What there is to say about `line`: the name of a value and of what it is asked of, or of an action."""
    parts = line.split(maxsplit=1)
    if not parts:
        return [f"`why VALUE THING` or `why ACTION`; actions here: {joined(list(_entries(match)))}"]
    name, rest = parts[0], parts[1] if len(parts) > 1 else ""
    told = _values(match, seat, name, rest)
    if told:
        return told
    for known, entry in _entries(match).items():
        if _same(known, line):
            return [_entry(match, seat, known, entry, sources)]
    if any(_same(known, line) for known in _actions(match.program)):
        return [f"{line} is no part of this question: it offers {joined(list(_entries(match)))}"]
    known_values = sorted({f.name for f in match.program.functions if f.pure and f.word == "value"})
    return [f"there is no value or action `{line}`; values: {', '.join(known_values) or 'none'}"]


def _same(a: str, b: str) -> bool:
    return words(a).replace(" ", "").lower() == words(b).replace(" ", "").lower()


# ------------------------------------------------------------------------------------------ values


def _values(match: Match, seat: int, name: str, rest: str) -> list[str]:
    told = []
    for number, function in enumerate(match.program.functions):
        if not (function.pure and function.word == "value" and _same(function.name, name)):
            continue
        for args in _arguments(match, seat, function, rest):
            S = match.state_for(seat)
            found = explain(match.machine.evaluator, match.texts, S, number, args, seat)
            what = match.texts.value(S, args[0], function.locals[0], seat) if args else ""
            of = f" of {what}" if what else ""
            made = in_words(found, match.texts, S, seat)
            if not found.parts:
                made = f"{made.split(' = ')[0]}; nothing changes it"
            told.append(f"{words(function.name)}{of}: {made}")
    return told


def _arguments(match: Match, seat: int, function: ir.Function, rest: str) -> Iterator[tuple[Any, ...]]:
    """What the value may be asked of: nothing, a player, or a component that the seat sees."""
    if function.params == 0:
        yield ()
    if function.params != 1:
        return
    word = function.locals[0].word
    low = rest.lower()
    if word == "player":
        for other, name in enumerate(match.texts.names):
            if low in (name.lower(), "") or (low == "me" and other == seat):
                yield (other,)
    elif word == "component":
        sight, S = match.machine.moves.alike.sight, match.state_for(seat)
        info = match.program.types[function.locals[0].of] if function.locals[0].of >= 0 else None
        seen: set[str] = set()
        for component, known in enumerate(match.program.components):
            fits = info is None or info.low <= component < info.high
            if fits and low and low in known.title.lower() and sight.sees(S, seat, component):
                if known.title not in seen:
                    seen.add(known.title)
                    yield (component,)


# ------------------------------------------------------------------------------------------ actions


def _ask(match: Match) -> Ask:
    question = match.question
    assert question is not None
    ask = match.machine.full.choices.asks[question.block]
    assert ask is not None
    return ask


def _entries(match: Match) -> dict[str, ir.Entry]:
    return {entry.name: entry for entry in _ask(match).entries if entry.style in ("action", "menu")}


def _actions(program: ir.Program) -> set[str]:
    return {function.name for function in program.functions if function.word == "action"}


def _entry(match: Match, seat: int, name: str, entry: ir.Entry, sources: Sources) -> str:
    request = match.request
    assert request is not None
    offered = [option.label for option in request.options if option.name == name]
    if offered:
        return f"{name} is offered: {joined(offered[:6])}"
    reason = _reason(match, seat, entry)
    conditions = _requires(entry, sources)
    if conditions and reason.startswith("its"):
        reason += "; it requires " + "; ".join(f"`{condition}`" for condition in conditions)
    return f"{name} is not offered: {reason}"


def _reason(match: Match, seat: int, entry: ir.Entry) -> str:
    """Which of the entry's binders has nothing to stand for, or that the last condition fails."""
    evaluator, S = match.machine.evaluator, match.state
    frame = list(S[ir.STACK][-1])
    frame += [0] * (max([0, *(binder.slot for binder in entry.binders)]) + 2 - len(frame))
    for count in range(1, len(entry.binders) + 1):
        if next(evaluator.bindings(entry.binders[:count], S, frame), None) is not None:
            continue
        binder, before = entry.binders[count - 1], entry.binders[: count - 1]
        candidates: dict[str, None] = {}
        for _ in evaluator.bindings(before, S, frame):
            for value in evaluator.value(binder.domain, S, frame):
                candidates[match.texts.choosing.value(S, value, entry.types[count - 1], seat)] = None
        if not candidates:
            return "there is nothing to choose from"
        return f"none of {joined(list(candidates)[:12])} fits"
    return "its conditions do not hold"


def _requires(entry: ir.Entry, sources: Sources) -> Sequence[str]:
    """The `requires` lines of the action in the text of the game."""
    source = sources.get(entry.span.file)
    if source is None:
        return ()
    lines = source.text.splitlines()
    found: list[str] = []
    head = entry.span.line - 1
    indent = len(lines[head]) - len(lines[head].lstrip()) if head < len(lines) else 0
    inside = False
    for line in lines[head + 1 :]:
        depth = len(line) - len(line.lstrip())
        if line.strip() and depth <= indent:
            break
        text = line.strip().split(" @")[0]
        if text.startswith("requires:"):
            inside, block = True, depth
            if text[9:].strip():
                found.append(text[9:].strip())
        elif inside and text and depth > block:
            found.append(text)
        elif text:
            inside = False
    return found
