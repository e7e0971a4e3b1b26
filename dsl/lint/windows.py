"""GDL1015: a window that opens while an effect is half done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.text import Text

QUIET = (s.Log, s.Pass, s.Leave, s.EndPhase)
"""Steps behind a window that leave nothing half done."""


def in_mid_effect(text: Text, to: Diagnostics) -> None:
    """An action, or what a card or trigger does, comes to a window and has more to do behind it.

    Phases may open windows between their steps: that is what they are for, whoever calls them.
    """
    opens = _opening(text)
    if not opens:
        return
    for word, name, body in _effects(text):
        for step, window in _before_more(body, opens):
            to.warning(
                "GDL1015",
                step.span,
                f"the window `{window}` may open here, while {word} `{name}` is half done: more of it follows",
                "open the window when the effect is over, from a phase or as its last step",
            )


def _opening(text: Text) -> dict[str, str]:
    """Rules, actions and tables that may come to a window, and to which."""
    bodies: dict[str, list[object]] = {}
    calling: list[s.Rule | s.Action] = [*text.of(s.Rule), *text.of(s.Action)]
    for node in calling:
        bodies.setdefault(node.name.name, []).append(node.body)
    for table in text.of(s.Table):
        bodies.setdefault(table.name.name, []).extend(row.body for row in table.rows)
    calls: dict[str, set[str]] = {}
    found: dict[str, str] = {}
    if not text.of(s.OpenWindow):
        return found
    for name, parts in bodies.items():
        for x in walk(parts):
            if isinstance(x, s.OpenWindow):
                found[name] = x.name.name
            elif isinstance(x, s.Call):
                calls.setdefault(_called(x), set()).add(name)
    for trigger in text.of(s.Trigger):
        inside = [x for x in walk(trigger.body) if isinstance(x, s.OpenWindow)]
        for event in trigger.events:
            if inside and isinstance(event.name, s.Name) and trigger.moment != "after":
                found.setdefault(event.name.name, inside[0].name.name)
    todo = list(found)
    while todo:
        name = todo.pop()
        for caller in calls.get(name, ()):
            if caller not in found:
                found[caller] = found[name]
                todo.append(caller)
    return found


def _effects(text: Text) -> Iterator[tuple[str, str, s.Steps]]:
    """Bodies of actions, of what cards do, and of triggers."""
    for action in text.of(s.Action):
        yield "action", action.name.name, action.body or ()
    bearing: list[s.Kind | s.Component | s.Trait] = [
        *text.of(s.Kind),
        *text.of(s.Component),
        *text.of(s.Trait),
    ]
    for kind in bearing:
        for line in kind.lines:
            if isinstance(line, s.Rule):
                yield "rule", line.name.name, line.body
    for trigger in text.of(s.Trigger):
        first = trigger.events[0].name if trigger.events else None
        name = first.name if isinstance(first, s.Name) else trigger.moment
        yield f"the trigger {trigger.moment}", name, trigger.body


def _before_more(
    steps: Iterable[s.Step], opens: dict[str, str], more: bool = False
) -> Iterator[tuple[s.Step, str]]:
    """Steps that may open a window and have others behind them; a loop has itself behind it."""
    steps = tuple(steps)
    for i, step in enumerate(steps):
        behind = more or any(not isinstance(x, QUIET) for x in steps[i + 1 :])
        match step:
            case s.OpenWindow() if behind:
                yield step, step.name.name
            case s.Do() if behind and isinstance(step.call, s.Call) and _called(step.call) in opens:
                yield step, opens[_called(step.call)]
            case s.For() | s.While() | s.Repeat():
                yield from _before_more(step.body, opens, behind)
            case s.If():
                yield from _before_more(step.then, opens, behind)
                yield from _before_more(step.otherwise or (), opens, behind)
            case s.Choose() | s.May():
                yield from _before_more(step.body or (), opens, behind)
                yield from _before_more(step.otherwise or (), opens, behind)
            case s.ChooseOne():
                for entry in step.entries:
                    yield from _before_more(entry.body, opens, behind)


def _called(call: s.Call) -> str:
    match call.function:
        case s.Name() as function:
            return function.name
        case s.Member() as method:
            return method.name.name
    return ""
