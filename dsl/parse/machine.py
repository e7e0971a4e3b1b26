"""Runs the parse tables over tokens: a stack of states, and beside it the values that the builder makes.

There is no recursion, so no text is too deep for it. What stops it is a value (`Stuck`) that knows what could
have stood there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from gdl.dsl.parse.tables import ACCEPT, Tables, tables
from gdl.dsl.parse.tokens import Token
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})
_BY_TEXT = frozenset({"NAME", "WORD", "SIGN"})
"""Tokens that are taken for their text where it can stand."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """Token number `index` cannot stand after those before it; `expected` are the terminals that could."""

    index: int
    expected: frozenset[str]


Method = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Reduction:
    """A rule as `run` uses it. `kept` are the first and the end of its parts where those are neighbours and nothing is to be
    taken apart; `passes` tells that its one part goes up as it is."""

    origin: str
    length: int
    method: Method | None
    plan: tuple[int | tuple[int] | None, ...]
    single: bool
    kept: tuple[int, int] | None
    passes: bool


@cache
def _reductions(builder: type) -> list[Reduction]:
    """The rules of the grammar with the methods of a class of builders: the same for every text."""
    return [
        Reduction(
            rule.origin,
            rule.length,
            getattr(builder, rule.method, None) if rule.method else None,
            rule.plan,
            rule.single,
            _neighbours(rule.plan),
            rule.single and rule.length == 1 and rule.plan == (0,),
        )
        for rule in tables().rules
    ]


def _neighbours(plan: tuple[int | tuple[int] | None, ...]) -> tuple[int, int] | None:
    if not plan:
        return 0, 0
    first = plan[0]
    if isinstance(first, int) and plan == tuple(range(first, first + len(plan))):
        return first, first + len(plan)
    return None


_PASSED: dict[tuple[int, int, str], int] = {}
"""Where the rules that only pass a value on lead to: from the state below, the state above and the terminal that comes."""


class Machine:
    """`builder` has a method for each rule of the grammar; called with the span and the rule's parts."""

    def __init__(self, builder: object, file: str):
        self.file = file
        self.builder = builder
        self.tables: Tables = tables()
        self.rules = _reductions(type(builder))  # type: ignore[arg-type]

    def run(self, tokens: list[Token], start: str, terminals: list[str] | None = None) -> Any | Stuck:
        """The value of `start` that the tokens make; the last token must be `$END`.

        `terminals` is filled with what each token was taken for: whether `limit` is a keyword or a name.
        """
        actions, gotos, rules = self.tables.actions, self.tables.gotos, self.rules
        file, builder = self.file, self.builder
        states = [self.tables.starts[start]]
        values: list[Any] = []
        firsts: list[Token] = []
        last = tokens[0]
        """The token before; at the beginning the one that comes."""
        index = 0
        while True:
            token = tokens[index]
            row = actions[states[-1]]
            terminal, text = token[:2]
            if terminal in _BY_TEXT and text in row:
                terminal = text
            elif terminal not in row:
                terminal = classify(token, row)
                if terminal == "":
                    tokens[index : index + 1] = _unpaired(token)
                    continue
            if not index:
                last = token
            while True:
                code = row.get(terminal)
                if code is None:
                    return Stuck(index, self.could_follow(states))
                if code >= 0:
                    if code == ACCEPT:
                        return values[-1]
                    states.append(code)
                    values.append(token)
                    firsts.append(token)
                    last = token
                    if terminals is not None:
                        terminals.append(terminal)
                    break
                rule = rules[~code]
                if rule.passes:
                    key = (states[-2], states[-1], terminal)
                    state = _PASSED.get(key)
                    if state is None:
                        state = _PASSED[key] = self._passed(*key)
                    states[-1] = state
                    row = actions[state]
                    continue
                length = rule.length
                base = len(values) - length
                kept = rule.kept
                parts = (
                    values[base + kept[0] : base + kept[1]] if kept is not None else _parts(values, base, rule.plan)
                )
                if length:
                    first = firsts[base]
                    del states[-length:], values[base:], firsts[base:]
                else:
                    first = last
                if rule.single and len(parts) == 1:
                    value = parts[0]
                elif rule.method is None:
                    value = parts
                else:
                    column = first.column if length else first.end
                    value = rule.method(builder, Span(file, first.line, column, last.line, last.end), *parts)
                state = gotos[states[-1]][rule.origin]
                states.append(state)
                values.append(value)
                firsts.append(first)
                row = actions[state]
            index += 1

    def _passed(self, below: int, state: int, terminal: str) -> int:
        """The state in which something else than passing on is to be done."""
        while True:
            code = self.tables.actions[state].get(terminal)
            if code is None or code >= 0 or not self.rules[~code].passes:
                return state
            state = self.tables.gotos[below][self.rules[~code].origin]

    def expected_at(self, tokens: list[Token], index: int, start: str) -> frozenset[str]:
        """The terminals that could stand in the place of `tokens[index]`, after those before it."""
        place = tokens[index]
        stuck = self.run([*tokens[:index], place._replace(type="?", text="?")], start)
        assert isinstance(stuck, Stuck)
        return stuck.expected

    def could_follow(self, states: list[int]) -> frozenset[str]:
        """The terminals that can really be shifted here, after the reductions that each of them brings."""
        return frozenset(t for t in self.tables.actions[states[-1]] if self._can_shift(list(states), t))

    def _can_shift(self, states: list[int], terminal: str) -> bool:
        while True:
            code = self.tables.actions[states[-1]].get(terminal)
            if code is None:
                return False
            if code >= 0:
                return True
            rule = self.rules[~code]
            if rule.length:
                del states[-rule.length :]
            states.append(self.tables.gotos[states[-1]][rule.origin])


def _parts(values: list[Any], base: int, plan: tuple[int | tuple[int] | None, ...]) -> list[Any]:
    """What a rule keeps of the values from `base` on."""
    parts: list[Any] = []
    for entry in plan:
        if entry is None:
            parts.append(None)
        elif isinstance(entry, tuple):
            # The list of a helper rule is nobody else's, so that a long one grows instead of being copied.
            if parts:
                parts += values[base + entry[0]]
            else:
                parts = values[base + entry[0]]
        else:
            parts.append(values[base + entry])
    return parts


def classify(token: Token, row: dict[str, int]) -> str:
    """The terminal that a token is in this state: a word that can be a keyword here is one.

    Empty for a pair such as `players from` that has to be taken as two words.
    """
    kind = token.type
    if kind == "NAME":
        return token.text if token.text in row else kind
    if kind == "SIGN" or kind == "WORD":
        return token.text
    if kind == "COPIES":
        return kind if kind in row else "NAME"
    if kind[0] == "_" and kind not in LAYOUT:
        return kind if kind in row else ""
    return kind


def _unpaired(pair: Token) -> list[Token]:
    """`players from` as the two tokens `players` and `from`"""
    left, right = pair.text.split()
    return [
        Token("NAME", left, pair.line, pair.column, pair.column + len(left)),
        Token("WORD", right, pair.line, pair.end - len(right), pair.end),
    ]
