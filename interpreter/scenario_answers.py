"""Which option of a question a line of a scenario means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.interpreter.choice import ANYTIME, Ask, Question
from gdl.interpreter.request import Request
from gdl.interpreter.rich import STOP
from gdl.interpreter.scenario_match import Matcher
from gdl.interpreter.state import Frame, State
from gdl.interpreter.text import GOD


@dataclass(frozen=True, slots=True)
class Act:
    """An action that is offered, with all its arguments and their types."""

    name: str
    args: tuple[tuple[Any, ir.Type], ...]
    before: int
    """How many arguments come before those that a scenario names: the component, the player."""
    asked: tuple[int, ...]
    """Those that the player chooses; the others are given by the offer."""

    def named(self) -> list[list[tuple[Any, ir.Type]]]:
        """What a scenario may write as arguments: all of them, or those that are chosen."""
        return [list(self.args[self.before :]), [self.args[i] for i in self.asked if i >= self.before]]


class Reader:
    """Reads the options of questions as scenarios speak of them."""

    def __init__(self, matcher: Matcher, request: Request, S: State, L: Frame):
        self.matcher, self.request, self.S, self.L = matcher, request, S, L
        self.question: Question = request._question

    def deeds(self, deed: sc.Deed | sc.Passing) -> list[int]:
        """The options that an action, or `pass`, can mean."""
        if isinstance(deed, sc.Passing):
            found = self.passing()
            return [] if found is None else [found]
        return [i for i in range(len(self.request)) if self.is_deed(deed, i)]

    def passing(self) -> int | None:
        """The option that declines, if there is one."""
        if self.question.word == "anytime":
            return len(self.question.options) - 1
        for i, option in enumerate(self.question.options):
            if option[0] == STOP and self.question.picking is not None:
                return i
            entry = self.request.entry(i)
            if entry is not None and entry.style == "pass" and option[0] < ANYTIME:
                return i
        return None

    def is_deed(self, deed: sc.Deed, index: int) -> bool:
        act = self.act(index)
        return act is not None and fits_deed(self.matcher, deed, act, self.S, self.L)

    def is_whole(self, deed: sc.Deed, index: int) -> bool:
        """Whether the deed leaves nothing open that the player chooses."""
        act = self.act(index)
        return act is not None and len(deed.args) >= min(len(named) for named in act.named())

    def act(self, index: int) -> Act | None:
        """The action that an option stands for."""
        entry = self.request.entry(index)
        if entry is None or entry.deed is None:
            return None
        return act_of(self.matcher, entry, self.S, self._bound(entry, index))

    def _bound(self, entry: ir.Entry, index: int) -> Frame:
        option = self.question.options[index]
        if option[0] >= ANYTIME:
            return self.request._choices.anytime_frame(entry, self.request.seat, option)
        frame = list(self.S[ir.STACK][-1])
        self.request._ask.bind(frame, option)
        return frame

    def values(self, arg: sc.Arg) -> list[int]:
        """The options that a value, a kind or a label can mean."""
        found = [i for i in range(len(self.request)) if self.is_value(arg, i)]
        if isinstance(arg, sc.Label) and not found:
            found = [i for i in range(len(self.request)) if self._reads(arg, i, loosely=True)]
        return found

    def is_value(self, arg: sc.Arg, index: int) -> bool:
        if isinstance(arg, sc.Label):
            return self._reads(arg, index)
        option = self.question.options[index]
        entry = self.request.entry(index)
        if entry is None or (entry.style == "pass" and option[0] < ANYTIME):
            return False
        values = self.request.values(index)
        return len(values) > 0 and self.matcher.fits(arg, values[-1], entry.types[-1], self.S, self.L)

    def _reads(self, arg: sc.Label, index: int, loosely: bool = False) -> bool:
        entry = self.request.entry(index)
        labels = [self.request.say(index), self.request.say(index, GOD)]
        if entry is not None:
            labels.append(entry.name)
        wanted = arg.text.lower()
        return any(wanted in x.lower() if loosely else wanted == x.lower() for x in labels)

    def items(self, args: Sequence[sc.Arg]) -> list[Any] | None:
        """The items of a rich choice that these args name, each once."""
        picking = self.question.picking
        assert picking is not None
        return self.matcher.chosen(args, list(picking.items), self.item_type, self.S, self.L)

    def item(self, arg: sc.Arg, but: Sequence[Any]) -> Any | None:
        picking = self.question.picking
        assert picking is not None
        left = [item for item in picking.items if item not in but]
        found = self.matcher.chosen([arg], left, self.item_type, self.S, self.L)
        return None if found is None else found[0]

    @property
    def item_type(self) -> ir.Type:
        ask: Ask = self.request._ask
        return ask.choice.entries[0].types[-1] if ask.word == "some" else ask.item_type


def act_of(matcher: Matcher, entry: ir.Entry, S: State, frame: Frame) -> Act:
    """The action of an entry whose binders are in the frame."""
    assert entry.deed is not None
    function, exprs = entry.deed
    info = matcher.program.functions[function]
    by_slot = {binder.slot: type for binder, type in zip(entry.binders, entry.types, strict=True)}
    args = []
    for i, e in enumerate(exprs):
        declared = info.locals[i] if i < len(info.locals) else ir.Type("int")
        type = by_slot.get(e.slot, declared) if isinstance(e, ir.Local) else declared
        args.append((matcher.evaluator.value(e, S, frame), type))
    on_component = "." in entry.name or "." in info.name
    asked = tuple(i for i, e in enumerate(exprs) if isinstance(e, ir.Local) and e.slot in by_slot)
    return Act(entry.name.split(".")[-1], tuple(args), 2 if on_component else 1, asked)


def fits_deed(matcher: Matcher, deed: sc.Deed, act: Act, S: State, L: Frame) -> bool:
    if act.name != deed.name:
        return False
    if deed.receiver is not None:
        if act.before != 2 or not matcher.fits(deed.receiver, *act.args[0], S, L):
            return False
    return any(
        len(deed.args) <= len(named)
        and all(matcher.fits(a, *value, S, L) for a, value in zip(deed.args, named, strict=False))
        for named in act.named()
    )
