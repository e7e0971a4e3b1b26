"""Questions: who is asked what, and what an answer does to the frame that waits for it.

A question is worked out from the state alone, so a match can be copied, saved and guessed at wherever it
stops. An option is a tuple `(entry, value, value, ...)`: which entry of the choice, and what its binders
are; in a rich choice `(pick,)`. An `anytime` action has ANYTIME + its number there. Options that the asked
seat cannot tell apart are one option; where it cannot point at the thing it takes, which one it gets is
chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from gdl.dsl import ir
from gdl.dsl.ir import PASSED
from gdl.interpreter.chance import COMPONENT, Point, Sampled
from gdl.interpreter.context import Context
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.moves import Moves, seats_from
from gdl.interpreter.rich import STOP, Picking, classes
from gdl.interpreter.sight import ALWAYS
from gdl.interpreter.state import Frame, State

Option = tuple[Any, ...]
OptionFunction = Callable[[State, Frame], list[Option]]
PartFunction = Callable[[State, Frame], Any]
PARTS = ("player", "low", "high", "items", "piles")
"""The expressions of a choice that are worked out when it is asked."""


class ChoiceCode(Protocol):
    """What a question is worked out with: its options as they are, its parts, and a seat's `anytime`
    options."""

    @property
    def options(self) -> Sequence[OptionFunction | None]: ...
    @property
    def parts(self) -> Sequence[Mapping[str, PartFunction]]: ...
    @property
    def anytime(self) -> Callable[[State, int], list[Option]]: ...


PASS_ON: Option = (-1,)
"""Passing on one's `anytime` actions in another's turn."""
ANYTIME = 1_000_000
ANYTIME_LOCALS = 400
"""More than any `anytime` entry has."""


class Question:
    """`word`: one, some, order, split, or anytime (others' turns). `alike`: by option, all that the chooser
    cannot tell from it."""

    __slots__ = ("alike", "block", "options", "picking", "seat", "word")

    def __init__(
        self, seat: int, block: int, word: str, options: list[Option], picking: Picking | None = None
    ):
        self.seat = seat
        self.block = block
        self.word = word
        self.options = options
        self.alike: dict[int, list[Option]] = {}
        self.picking = picking


class Ask:
    """What is known of one question before play."""

    def __init__(self, program: ir.Program, moves: Moves, b: int, exit: ir.Ask):
        choice = exit.choice
        self.choice = choice
        self.block = b
        self.next: int = exit.block
        self.word = choice.word
        self.slot = choice.slot + 1
        self.asked = choice.asked
        self.size = len(program.functions[program.blocks[b].function].locals) + 1
        entries = (*choice.entries, *program.anytime)
        self.entries = entries
        self.own = len(choice.entries)
        self.slots = tuple(tuple(binder.slot + 1 for binder in entry.binders) for entry in entries)
        alike = moves.alike.alike
        self.merges = tuple(bool(entry.binders) and alike.can_merge(entry.types) for entry in entries)
        self.merging_types = tuple(
            tuple(type if alike.can_merge((type,)) else None for type in entry.types) for entry in entries
        )
        """By entry: the types of those values that may be like others; None for those that are themselves."""
        self.any_merges = any(self.merges)
        self.passes = tuple(entry.style == "pass" for entry in entries)
        player = choice.player
        self.player_slot = player.slot + 1 if isinstance(player, ir.Local) else 0
        self.player = player.value if isinstance(player, ir.Const) and isinstance(player.value, int) else None
        self.plain = self.word == "one" and not program.anytime and not self.any_merges
        """One of the options as they are: nothing to join and nothing to merge."""
        type = choice.item_type or ir.Type("int")
        self.item_type = type
        self.items_merge = alike.can_merge((type,))

    def number(self, option: Option) -> int:
        """Which of `entries` the option belongs to."""
        first: int = option[0]
        return first if first < ANYTIME else first - ANYTIME + self.own

    def takes_unasked(self, option: Option) -> bool:
        """Whether it is taken without a question where it is the only one."""
        entry: int = option[0]
        return entry < ANYTIME and (not self.asked or self.passes[entry])

    def take(self, L: Frame, options: list[Option]) -> int:
        """The only option there is, or none."""
        if options:
            return self.bind(L, options[0])
        L[self.slot] = -1
        return self.next

    def bind(self, L: Frame, option: Option) -> int:
        """The frame gets the answer; tells the block that goes on."""
        entry = option[0]
        L[self.slot] = entry
        i = 1
        for slot in self.slots[entry]:
            L[slot] = option[i]
            i += 1
        return self.next


class Choices:
    """The questions of one program."""

    def __init__(self, moves: Moves, evaluator: Evaluator, code: ChoiceCode):
        self.moves = moves
        self.program = moves.program
        self.evaluator = evaluator
        self.options = code.options
        self.parts = code.parts
        self._anytime = code.anytime
        self.no_chance = Context(Sampled(moves), most_forced=0)
        spaces = {number for number, info in enumerate(self.program.types) if info.sort == "space"}
        self._one_of_a_kind = [
            zone.holder < 0 or self.program.kinds[self.program.components[zone.holder].kind].type in spaces
            for zone in self.program.zones
        ]
        """By zone: there is no other zone just like it."""
        self.asks = [
            Ask(self.program, moves, b, block.exit) if isinstance(block.exit, ir.Ask) else None
            for b, block in enumerate(self.program.blocks)
        ]

    def ask(self, S: State, K: Sequence[tuple[Any, ...]], L: Frame, X: Context) -> Question | int:
        """The frame `L` waits at a question: the question, or the next block where there is nothing to
        decide."""
        ask: Ask | None = self.asks[~L[0]]
        assert ask is not None
        if ask.plain:
            seat = self.seat(S, L, ask)
            options = self._own_options(S, L, ask, seat)
            if not options or (len(options) == 1 and ask.takes_unasked(options[0]) and X.forced > 0):
                X.forced -= 1
                return ask.take(L, options)
            return Question(seat, ask.block, "one", options)
        joins = self.program.anytime and ask.choice.anytime and not self._in_anytime(K)
        if joins and len(L) == ask.size:
            other = self._others_first(S, K, L, ask)
            if other is not None:
                return other
        if ask.word != "one":
            return self._pick(S, L, ask, X, bool(joins))
        seat = self.seat(S, L, ask)
        options = self._own_options(S, L, ask, seat)
        if joins and seat >= 0:
            options = options + self._anytime(S, seat)
        question = self._merged(S, seat, ask, options)
        if not question.options:
            return ask.take(L, [])
        if len(question.options) == 1 and ask.takes_unasked(question.options[0]) and X.forced > 0:
            X.forced -= 1
            return ask.bind(L, self.really(S, question, 0, X))
        if ask.choice.secret and joins and self._passed_on(S, ask, question) and X.forced > 0:
            X.forced -= 1
            return ask.bind(L, question.options[0])
        return question

    @staticmethod
    def _passed_on(S: State, ask: Ask, question: Question) -> bool:
        """In a window: whether there is nothing but a pass, and what the seat has passed on already."""
        own, anytime = question.options[0], tuple(question.options[1:])
        return own[0] < ANYTIME and ask.passes[own[0]] and anytime == S[PASSED][question.seat]

    def seat(self, S: State, L: Frame, ask: Ask) -> int:
        """Who is asked."""
        seat: int | None = L[ask.player_slot] if ask.player_slot else ask.player
        if seat is None:
            seat = self.parts[ask.block]["player"](S, L)
        return seat

    def question(self, S: State) -> Question:
        """The question at which the state has stopped."""
        stack = S[ir.STACK]
        found = self.ask(S, stack[:-1], list(stack[-1]), self.no_chance)
        assert isinstance(found, Question)
        return found

    def answer(
        self, S: State, L: Frame, question: Question, index: int, X: Context
    ) -> int | tuple[int, Option]:
        """The frame gets the answer. The next block; or (entry, option) where an `anytime` action is to be
        carried out; or the block of the question itself with a sign turned (`~b`) where it goes on."""
        ask = self.asks[question.block]
        assert ask is not None
        first = question.options[index][0]
        if first >= ANYTIME:
            return first - ANYTIME, self.really(S, question, index, X)
        if question.word == "anytime":
            self._pass_on(S, question.seat, question.options[:-1])
            return ~question.block
        picking = question.picking
        if picking is None:
            if self.program.anytime and ask.passes[first]:
                self._pass_on(S, question.seat, [o for o in question.options if o[0] >= ANYTIME])
            return ask.bind(L, self.really(S, question, index, X))
        if picking.word == "some" and first == STOP:
            return self._finish(L, ask, picking)
        self._take(S, L, ask, picking, first, X)
        return ~question.block

    def really(self, S: State, question: Question, index: int, X: Context) -> Option:
        """The option itself, or one of those like it where the seat cannot point at what it takes."""
        members = question.alike.get(index)
        option = question.options[index]
        if members is not None:
            number: int = X.chance.pick(S, range(len(members)), Point("unseen", ir.Type("int")))
            option = members[number]
        return self._lifted(S, question, option, X) if X.chance.settles else option

    def _lifted(self, S: State, question: Question, option: Option, X: Context) -> Option:
        """The option with what really lies at the places that the seat has pointed at without seeing what lies there."""
        ask = self.asks[question.block]
        assert ask is not None
        sees = self.moves.alike.sight.sees
        return option[0], *(
            X.chance.lifted(S, value)
            if type.word == "component" and value >= 0 and not sees(S, question.seat, value)
            else value
            for value, type in zip(option[1:], ask.entries[ask.number(option)].types, strict=True)
        )

    # ------------------------------------------------------------------------------ options

    def _own_options(self, S: State, L: Frame, ask: Ask, seat: int) -> list[Option]:
        function = self.options[ask.block]
        assert function is not None
        return function(S, L) if seat >= 0 else []

    def _merged(self, S: State, seat: int, ask: Ask, options: list[Option], word: str = "one") -> Question:
        if not ask.any_merges or len(options) < 2:
            return Question(seat, ask.block, word, options)
        marks = self._marks(S, seat, ask, options)
        if marks is None:
            return Question(seat, ask.block, word, options)
        alike = self.moves.alike.alike
        found: dict[Any, list[Option]] = {}
        for option in options:
            entry = ask.number(option)
            k: Any = option
            if ask.merges[entry]:
                seen = [m[v] if m is not None else v for v, m in zip(option[1:], marks[entry], strict=True)]
                k = (entry, *seen)
            found.setdefault(k, []).append(option)
        question = Question(seat, ask.block, word, [members[0] for members in found.values()])
        for index, members in enumerate(found.values()):
            if len(members) > 1:
                types = ask.entries[ask.number(members[0])].types
                if any(
                    type.word == "component" and value >= 0 and not alike.pointed_at(S, seat, value)
                    for value, type in zip(members[0][1:], types, strict=False)
                ):
                    question.alike[index] = members
        return question

    def _marks(self, S: State, seat: int, ask: Ask, options: list[Option]) -> dict[int, list[Any]] | None:
        """By entry and binder: what the seat sees of each value; None where it can tell all values apart."""
        by_first: dict[int, list[Option]] = {}
        for option in options:
            own = by_first.get(option[0])
            if own is None:
                by_first[option[0]] = [option]
            else:
                own.append(option)
        some_alike = False
        marks: dict[int, list[Any]] = {}
        for own in by_first.values():
            entry = ask.number(own[0])
            if not ask.merges[entry]:
                continue
            marks[entry] = []
            for place, type in enumerate(ask.merging_types[entry], 1):
                if type is None:
                    marks[entry].append(None)
                    continue
                values = {option[place] for option in own}
                if type.word == "component":
                    by_value = self._component_marks(S, seat, values, type)
                else:
                    by_value = {value: self.mark(S, seat, value, type) for value in values}
                marks[entry].append(by_value)
                some_alike = some_alike or len(set(by_value.values())) < len(by_value)
        return marks if some_alike else None

    def _component_marks(self, S: State, seat: int, values: set[int], type: ir.Type) -> dict[int, Any]:
        """`mark` of many, with those first that are certainly themselves: like no other and in sight, or alone."""
        place_slot, zone_slot, alone = self.program.place_slot, self.program.zone_slot, self._one_of_a_kind
        alike = self.moves.alike.alike
        static, single, key = alike.sight.by_seat[seat], alike.single, alike.key
        found: dict[int, Any] = {}
        for value in values:
            if value >= 0:
                zone = S[place_slot + value]
                if zone < 0:
                    if single[value]:
                        found[value] = value
                        continue
                elif (single[value] and static[zone] == ALWAYS) or (alone[zone] and len(S[zone_slot + zone]) == 1):
                    found[value] = value
                    continue
            found[value] = key(S, seat, value, type)
        return found

    def mark(self, S: State, seat: int, value: Any, type: ir.Type) -> Any:
        """Equal for values that the seat cannot tell apart. What lies alone in a zone of its own is
        itself."""
        if type.word == "component" and value >= 0:
            zone = S[self.program.place_slot + value]
            if zone >= 0 and self._one_of_a_kind[zone] and len(S[self.program.zone_slot + zone]) == 1:
                return value
        return self.moves.alike.alike.key(S, seat, value, type)

    # ------------------------------------------------------------------------------ anytime

    def _in_anytime(self, K: Sequence[tuple[Any, ...]]) -> bool:
        """Whether some frame below waits at a question: then an `anytime` action is being carried out."""
        return any(frame[0] < 0 and self.asks[~frame[0]] is not None for frame in K)

    def anytime_options(self, S: State, seat: int, ask: Ask) -> tuple[Option, ...]:
        """The `anytime` actions that a seat has now: what it passes on, if it passes."""
        return tuple(self._merged(S, seat, ask, self._anytime(S, seat), "anytime").options)

    @staticmethod
    def _pass_on(S: State, seat: int, options: list[Option]) -> None:
        """The seat has passed on these: it is not asked again in others' turns while they stay the same."""
        if options:
            passed = list(S[PASSED])
            passed[seat] = tuple(options)
            S[PASSED] = tuple(passed)

    def deed(self, S: State, seat: int, number: int, option: Option) -> tuple[int, tuple[Any, ...]]:
        """The function of an `anytime` action and its arguments."""
        entry = self.program.anytime[number]
        assert entry.deed is not None
        frame = self.anytime_frame(entry, seat, option)
        return entry.deed[0], self.evaluator.values(entry.deed[1], S, frame)

    @staticmethod
    def anytime_frame(entry: ir.Entry, seat: int, option: Option) -> Frame:
        """The locals that an `anytime` entry reads: the player is the first."""
        frame: Frame = [0, seat, *([0] * ANYTIME_LOCALS)]
        for binder, value in zip(entry.binders, option[1:], strict=True):
            frame[binder.slot + 1] = value
        return frame

    def _others_first(self, S: State, K: Sequence[tuple[Any, ...]], L: Frame, ask: Ask) -> Question | None:
        """Another seat that has `anytime` actions and has not passed on them, in turn order after the asked
        one."""
        if any(isinstance(self.program.blocks[~frame[0]].exit, ir.Together) for frame in K):
            return None  # in private blocks nobody sees that others are asked
        asked = self.seat(S, L, ask)
        for seat in seats_from(self.program, S, asked):
            if seat == asked:
                continue
            options = self._anytime(S, seat)
            question = self._merged(S, seat, ask, options, "anytime")
            if S[PASSED][seat] and S[PASSED][seat] != tuple(question.options):
                passed = list(S[PASSED])
                passed[seat] = ()
                S[PASSED] = tuple(passed)
            if question.options and not S[PASSED][seat]:
                question.options.append(PASS_ON)
                return question
        return None

    # ------------------------------------------------------------------------------ rich choices

    def picking(self, S: State, L: Frame, ask: Ask, seat: int) -> Picking:
        """How far a rich choice has come."""
        choice, parts = ask.choice, self.parts[ask.block]

        def part(name: str) -> Any:
            return parts[name](S, L) if name in parts else None

        if ask.word == "some":
            type = choice.entries[0].types[-1]
            found = [option[-1] for option in self._own_options(S, L, ask, seat)]
            items = tuple(found if type.word == "cube" else dict.fromkeys(found))
            merges = ask.any_merges
        else:
            type, merges = ask.item_type, ask.items_merge
            items = tuple(part("items") or ()) if seat >= 0 else ()
        groups = classes(items, (lambda item: self.mark(S, seat, item, type)) if merges else None)
        count = len(items)
        low, high, piles = part("low"), part("high"), part("piles")
        low = 0 if low is None else low
        high = count if high is None else min(high, count)
        if ask.word == "order":
            low = high = count
        if ask.word == "split":
            piles = max(1, piles or 1)
            low = min(low, count // piles)
        picks = L[ask.size] if len(L) > ask.size else ()
        return Picking(ask.word, items, groups, picks, max(0, min(low, high)), max(0, high), piles or 0)

    def _pick(self, S: State, L: Frame, ask: Ask, X: Context, joins: bool) -> Question | int:
        """Goes through forced picks; the question of the next one that is not, or the next block when all
        are made."""
        seat = self.seat(S, L, ask)
        while True:
            picking = self.picking(S, L, ask, seat)
            offers = picking.offers()
            if not offers:
                return self._finish(L, ask, picking)
            question = Question(seat, ask.block, ask.word, [(offer,) for offer in offers], picking=picking)
            if joins and not picking.picks:
                question.options += self._anytime(S, seat)
            if len(question.options) > 1 or ask.asked:
                return question
            self._take(S, L, ask, picking, offers[0], X)

    def _finish(self, L: Frame, ask: Ask, picking: Picking) -> int:
        del L[ask.size :]
        L[ask.slot] = picking.result()
        return ask.next

    def _take(self, S: State, L: Frame, ask: Ask, picking: Picking, offer: int, X: Context) -> None:
        """One pick into the frame: a pile of a split, or a class of which one is taken."""
        if ask.word == "split":
            pick: Any = offer
        else:
            left = picking.unpicked(offer)
            pick = left[0]
            if len(left) > 1 and self._unseen(S, ask, pick, L):
                pick = X.chance.pick(S, left, Point("unseen", COMPONENT))
        del L[ask.size :]
        L.append((*picking.picks, pick))

    def _unseen(self, S: State, ask: Ask, item: Any, L: Frame) -> bool:
        type = ask.choice.entries[0].types[-1] if ask.word == "some" else ask.item_type
        seat = self.seat(S, L, ask)
        return type.word == "component" and item >= 0 and not self.moves.alike.alike.pointed_at(S, seat, item)
