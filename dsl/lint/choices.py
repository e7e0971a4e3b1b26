"""GDL1014: a choice that may find nothing to choose from, and does not say what happens then."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.text import Text

Guards = tuple[s.Expr, ...]


def may_be_empty(text: Text, to: Diagnostics) -> None:
    """`choose c in z by p` without a block and without `else`: if nothing is there, `c` is nothing in what follows.

    Silent where a condition around or before it asks about the same things, and where something is always there.
    """
    looker = _Looker(text, to)
    for action in text.of(s.Action):
        asked = tuple(c for r in action.requires for c in r.conditions)
        domains = tuple(p.domain for p in action.params if p.domain is not None)
        wheres = tuple(p.where for p in action.params if p.where is not None)
        looker.steps(action.body or (), (*asked, *domains, *wheres))
    for rule in text.of(s.Rule):
        looker.steps(rule.body, looker.around.get(rule.name.name, ()))
    for phase in text.of(s.Phase):
        looker.steps(phase.body, ())
    for trigger in text.of(s.Trigger):
        looker.steps(trigger.body, () if trigger.condition is None else (trigger.condition,))
    for when in text.of(s.When):
        looker.steps(when.body, (when.condition,))
    for row in text.of(s.TableRow):
        looker.steps(row.body, ())


class _Looker:
    def __init__(self, text: Text, to: Diagnostics):
        self.to = to
        self.values: dict[str, list[s.Expr]] = {}
        for value in text.of(s.Value):
            self.values.setdefault(value.name.name, []).append(value.body)
        self.full = {"players", "seats", "Player", "Direction", "Team"}
        self.full |= {node.name.name for node in text.of(s.Enum)}
        self.full |= {node.name.name for node in text.of(s.Component)} | {
            node.name.name for node in text.of(s.Link)
        }
        self._names: dict[str, frozenset[str]] = {}
        self.around = _conditions_of_calls(text)

    def steps(self, steps: Iterable[s.Step], guards: Guards) -> None:
        for step in steps:
            if isinstance(step, s.Choose):
                self.choose(step, guards)
            for block, more in _blocks(step):
                self.steps(block, (*guards, *more))
            guards = (*guards, *_after(step))

    def choose(self, node: s.Choose, guards: Guards) -> None:
        if node.body is not None or node.otherwise is not None or node.alias is not None:
            return
        if node.quantity is not None and node.quantity.word not in ("exactly",):
            return
        if node.binder.name is None or self._never_empty(node.binder.domain, node.where):
            return
        name = node.binder.name.name
        about = self.names(node.binder.domain) | (
            self.names(node.where) if node.where is not None else frozenset()
        )
        about -= {name}
        if any(about & self.names(guard) for guard in guards):
            return
        self.to.warning(
            "GDL1014",
            node.span,
            f"there may be nothing to choose `{name}` from, and then the steps below go on without it",
            "add `else: return`, or put what follows into a block of the choice, which is skipped then",
        )

    def _never_empty(self, domain: s.Expr, where: s.Expr | None) -> bool:
        if where is not None and not _leaves_some(where):
            return False
        match domain:
            case s.Name():
                return domain.name in self.full or self._full_value(domain.name)
            case s.Call(function=s.Name() as function):
                return self._full_value(function.name)
            case s.KindsOf() | s.ListOf() | s.SetOf() | s.Unary(op="players from"):
                return not isinstance(domain, s.ListOf | s.SetOf) or bool(domain.items)
            case s.Range(low=s.Number() as low, high=high):
                if isinstance(high, s.Number):
                    return low.value <= high.value
                return low.value <= 0 or (isinstance(high, s.Name) and high.name.isupper())
            case s.Binary(op="+"):
                return self._never_empty(domain.left, None) or self._never_empty(domain.right, None)
        return False

    def _full_value(self, name: str) -> bool:
        bodies = self.values.get(name, [])
        return bool(bodies) and all(self._never_empty(body, None) for body in bodies)

    def names(self, node: object) -> frozenset[str]:
        """What an expression is about: names of zones, states, types and values, also inside those values."""
        found: set[str] = set()
        for x in walk(node):
            if isinstance(x, s.Name) or (isinstance(x, s.Ident) and x.name not in ("owner", "kind")):
                name = x.name
                if len(name) > 1 and name not in ("you", "self", "players"):
                    found.add(name)
                    if name in self.values:
                        found |= self._inside(name)
        return frozenset(found)

    def _inside(self, name: str) -> frozenset[str]:
        if name not in self._names:
            self._names[name] = frozenset()
            self._names[name] = self.names(self.values[name])
        return self._names[name]


def _leaves_some(where: s.Expr) -> bool:
    """`where k != Guard` leaves something of several."""
    return isinstance(where, s.Binary) and where.op == "!=" and isinstance(where.left, s.Name)


def _blocks(step: s.Step) -> list[tuple[s.Steps, Guards]]:
    match step:
        case s.If():
            return [(step.then, (step.condition,)), (step.otherwise or (), (step.condition,))]
        case s.While():
            return [(step.body, (step.condition,))]
        case s.For():
            where = () if step.binders.where is None else (step.binders.where,)
            return [(step.body, (*where, *(b.domain for b in step.binders.binders)))]
        case s.Together():
            return [(step.body, () if step.binders.where is None else (step.binders.where,))]
        case s.Repeat():
            return [(step.body, () if step.times is None else (step.times,))]
        case s.Choose():
            where = () if step.where is None else (step.where,)
            return [(step.body or (), (*where, step.binder.domain)), (step.otherwise or (), ())]
        case s.ChooseOne():
            return [(e.body, () if e.guard is None else (e.guard,)) for e in step.entries]
        case s.May():
            return [(step.body, () if step.guard is None else (step.guard,)), (step.otherwise or (), ())]
        case s.Offer():
            return [(step.otherwise or (), ())]
    return []


def _after(step: s.Step) -> Guards:
    """What is known behind a step: `return if z is empty`, `draw 1 from deck to p.hand`, `move c to z`."""
    match step:
        case s.Leave(guard=guard) if guard is not None:
            return (guard,)
        case s.If(then=then) if then and isinstance(
            then[-1], s.Leave | s.Outcome | s.EndPhase | s.EndWithScore
        ):
            return (step.condition,)
        case s.Draw() | s.Move() | s.Take():
            return (step.target,)
        case s.Choose(body=None):
            return (step.binder.domain, *(() if step.where is None else (step.where,)))
    return ()


def _conditions_of_calls(text: Text) -> dict[str, Guards]:
    """For each rule, the conditions under which it is called, if every call of it stands under one."""
    found: dict[str, list[Guards]] = {}

    def visit(steps: Iterable[s.Step], guards: Guards) -> None:
        for step in steps:
            if isinstance(step, s.Do) and isinstance(step.call, s.Call):
                function = step.call.function
                name = function.name if isinstance(function, s.Name) else ""
                name = function.name.name if isinstance(function, s.Member) else name
                found.setdefault(name, []).append((*guards, *step.call.args))
            for block, more in _blocks(step):
                visit(block, (*guards, *more))
            guards = (*guards, *_after(step))

    for action in text.of(s.Action):
        visit(action.body or (), tuple(c for r in action.requires for c in r.conditions))
    plain: list[s.Rule | s.Phase | s.TableRow] = [*text.of(s.Rule), *text.of(s.Phase), *text.of(s.TableRow)]
    for node in plain:
        visit(node.body, ())
    for trigger in text.of(s.Trigger):
        visit(trigger.body, () if trigger.condition is None else (trigger.condition,))
    for when in text.of(s.When):
        visit(when.body, (when.condition,))
    return {name: tuple(g for guards in calls for g in guards) for name, calls in found.items() if all(calls)}
