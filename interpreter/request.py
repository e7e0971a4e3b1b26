"""What a match shows of the question at which it stands: who is asked, what for, and the options, put into
words when looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from gdl.dsl import ir
from gdl.interpreter.choice import ANYTIME, Ask, Choices, Question
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.rich import STOP, Picking
from gdl.interpreter.sight import Reader
from gdl.interpreter.state import Frame, State
from gdl.interpreter.telling_apart import Clues, Described, can_coincide, told_apart
from gdl.interpreter.text import Texts

Words = tuple[ir.Template, tuple[Any, ...]]
"""A text and the values in it, to be rendered for a reader."""


class Option:
    """One option. `name` is what is counted (the action, or the text of a menu); `values` are what its
    binders stand for."""

    __slots__ = ("_request", "index")

    def __init__(self, request: Request, index: int):
        self._request = request
        self.index = index

    @property
    def label(self) -> str:
        """In words for the asked seat, told apart from all others of the question where there is anything to tell."""
        return self._request.labels[self.index]

    @property
    def name(self) -> str:
        entry = self._request.entry(self.index)
        return entry.name if entry is not None else self._request.kind

    @property
    def style(self) -> str:
        entry = self._request.entry(self.index)
        return entry.style if entry is not None else "item"

    @property
    def values(self) -> tuple[Any, ...]:
        return self._request.values(self.index)

    @property
    def types(self) -> tuple[ir.Type, ...]:
        entry = self._request.entry(self.index)
        return entry.types if entry is not None else ()

    @property
    def value(self) -> Any:
        """The value, where there is just one; else all of them."""
        return self.values[0] if len(self.values) == 1 else self.values

    def __repr__(self) -> str:
        return f"Option({self.index}, {self.label!r})"


class Request:
    """`kind`: one, some, order, split, or anytime (in another's turn). Rich choices have `items`, `picked`,
    `low`, `high`, `piles`.

    `turn_id` stays the same while one rich choice is made pick by pick.
    """

    def __init__(
        self, S: State, question: Question, choices: Choices, evaluator: Evaluator, texts: Texts, turn_id: int
    ):
        self._state = S
        self._frame: Frame = list(S[ir.STACK][-1])
        self._question = question
        self._evaluator = evaluator
        self._texts = texts
        ask = choices.asks[question.block]
        assert ask is not None
        self._ask: Ask = ask
        self._choices = choices
        self.seat = question.seat
        self.kind = question.word
        self.turn_id = turn_id
        self.secret = ask.choice.secret

    @cached_property
    def prompt(self) -> str:
        template = self._ask.choice.prompt
        if template is None or self.kind == "anytime":
            return ""
        values = self._evaluator.shown(template, self._state, self._frame)
        return self._texts.render(self._state, template, values, self.seat)

    @property
    def block(self) -> int:
        """Where in the program the question stands."""
        return self._question.block

    @property
    def written_prompt(self) -> str:
        """The question as it is written, with `…` for values; the same whenever it is asked."""
        template = self._ask.choice.prompt
        return "" if template is None else "".join(p if isinstance(p, str) else "…" for p in template.parts)

    def about(self, index: int) -> Words | None:
        """The question, where an option by itself does not say what is chosen: it is no action."""
        template = self._ask.choice.prompt
        entry = self.entry(index)
        if template is None or self.kind == "anytime" or (entry is not None and entry.style == "action"):
            return None
        return template, self._evaluator.shown(template, self._state, self._frame)

    @cached_property
    def options(self) -> Sequence[Option]:
        return [Option(self, index) for index in range(len(self._question.options))]

    def __len__(self) -> int:
        return len(self._question.options)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __repr__(self) -> str:
        return f"Request(seat={self.seat}, kind={self.kind!r}, prompt={self.prompt!r}, {len(self)} options)"

    # ------------------------------------------------------------------------------ rich choices

    @property
    def _picking(self) -> Picking | None:
        return self._question.picking

    @cached_property
    def items(self) -> tuple[str, ...]:
        """What a rich choice is about, in words; equal words have in brackets what tells the items apart."""
        if self._picking is None:
            return ()
        said, type = [self.say_item(item) for item in self._picking.items], self._item_type
        values = self._picking.items
        return tuple(told_apart(said, lambda number: ("", (values[number],), (type,)), self._clues))

    @property
    def item_values(self) -> tuple[Any, ...]:
        return () if self._picking is None else self._picking.items

    @property
    def picked(self) -> tuple[Any, ...]:
        """What has been picked so far: items, or piles of a split."""
        return () if self._picking is None else self._picking.picks

    @property
    def low(self) -> int:
        return 1 if self._picking is None else self._picking.low

    @property
    def high(self) -> int:
        return 1 if self._picking is None else self._picking.high

    @property
    def piles(self) -> int:
        return 0 if self._picking is None else self._picking.piles

    # ------------------------------------------------------------------------------ words

    def entry(self, index: int) -> ir.Entry | None:
        """The entry of the choice that an option belongs to."""
        option = self._question.options[index]
        if option[0] >= ANYTIME or self.kind == "one":
            return self._ask.entries[self._ask.number(option)]
        if self.kind == "some" and option[0] != STOP:
            return self._ask.entries[0]
        return None

    def values(self, index: int) -> tuple[Any, ...]:
        option = self._question.options[index]
        picking = self._picking
        if option[0] >= ANYTIME or self.kind in ("one", "anytime"):
            return option[1:]
        if picking is None or option[0] == STOP:
            return ()
        if self.kind == "split":
            return (picking.sorted_items[len(picking.picks)], option[0])
        return (picking.unpicked(option[0])[0],)

    @cached_property
    def labels(self) -> Sequence[str]:
        """All options in words; those with the same words have in brackets what tells them apart."""
        said = [self.say(index) for index in range(len(self))]
        return told_apart(said, self._described, self._clues)

    def _described(self, index: int) -> Described:
        entry = self.entry(index)
        if self.kind == "one" and entry is not None:
            return entry.name, self.values(index), entry.types
        values = self.values(index)
        return self.kind, values, (self._item_type, ir.Type("int"))[: len(values)]

    @property
    def _clues(self) -> Clues:
        return Clues(self._state, self.seat, self._texts)

    @property
    def _item_type(self) -> ir.Type:
        return self._ask.choice.entries[0].types[-1] if self.kind == "some" else self._ask.item_type

    def note(self, index: int) -> str:
        """What stands in brackets behind the label of an option; nothing where its words are its own."""
        entry = self.entry(index)
        if entry is None or not can_coincide(self._texts.program, entry):
            return ""
        return self.labels[index][len(self.say(index)) :]

    def say(self, index: int, reader: Reader = -2) -> str:
        """An option in words, for the asked seat unless another reader is named."""
        words = self.words(index)
        to = self.seat if reader == -2 else reader
        return self._texts.choosing.render(self._state, words[0], words[1], to)

    def words(self, index: int) -> Words:
        option = self._question.options[index]
        if option[0] >= ANYTIME:
            entry = self._ask.entries[self._ask.number(option)]
            frame = self._choices.anytime_frame(entry, self.seat, option)
            return entry.label, self._evaluator.shown(entry.label, self._state, frame)
        if self.kind == "anytime":
            return ir.Template(("pass",)), ()
        if self.kind == "one":
            frame = list(self._frame)
            self._ask.bind(frame, option)
            label = self._ask.entries[option[0]].label
            return label, self._evaluator.shown(label, self._state, frame)
        if option[0] == STOP:
            return ir.Template(("done",)), ()
        if self.kind == "split":
            item, pile = self.values(index)
            shown, values = self._item_words(item)
            return ir.Template((*shown.parts, " to ", *self._pile_parts(pile))), values
        return self._item_words(self.values(index)[0])

    def say_item(self, item: Any) -> str:
        words = self._item_words(item)
        return self._texts.choosing.render(self._state, words[0], words[1], self.seat)

    def _item_words(self, item: Any) -> Words:
        if self.kind == "some":
            entry = self._ask.choice.entries[0]
            frame = list(self._frame)
            frame[entry.binders[-1].slot + 1] = item
            return entry.label, self._evaluator.shown(entry.label, self._state, frame)
        return ir.Template((ir.Shown(ir.Const(item), self._ask.item_type),)), (item,)

    def _pile_parts(self, pile: int) -> tuple[str, ...]:
        labels = self._evaluator.maybe(self._ask.choice.pile_labels, self._state, self._frame)
        if labels is None:
            return (f"pile {pile + 1}",)
        return (self._texts.value(self._state, labels[pile], ir.Type("zone"), self.seat),)
