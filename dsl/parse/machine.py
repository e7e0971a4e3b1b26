"""Runs the parse tables over tokens: a stack of states, and beside it the values that the builder makes.

There is no recursion, so no text is too deep for it. What stops it is a value (`Stuck`) that knows what could
have stood there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.dsl.parse.tables import ACCEPT, Tables, tables
from gdl.dsl.parse.tokens import Token
from gdl.dsl.records import dataclass
from gdl.dsl.source import Span

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})


@dataclass(frozen=True, slots=True)
class Stuck:
    """Token number `index` cannot stand after those before it; `expected` are the terminals that could."""

    index: int
    expected: frozenset[str]


Method = Callable[..., Any]
Action = tuple[str, int, Method | None, tuple[int | tuple[int] | None, ...], bool, bool, bool]


class Machine:
    """`builder` has a method for each rule of the grammar; called with the span and the rule's parts."""

    def __init__(self, builder: object, file: str):
        self.file = file
        self.tables: Tables = tables()
        self.rules: list[Action] = [
            (
                rule.origin,
                rule.length,
                getattr(builder, rule.method, None) if rule.method else None,
                rule.plan,
                rule.single,
                any(isinstance(entry, tuple) for entry in rule.plan),
                rule.single and rule.length == 1 and rule.plan == (0,),
            )
            for rule in self.tables.rules
        ]

    def run(self, tokens: list[Token], start: str, terminals: list[str] | None = None) -> Any | Stuck:
        """The value of `start` that the tokens make; the last token must be `$END`.

        `terminals` is filled with what each token was taken for: whether `limit` is a keyword or a name.
        """
        actions, gotos, rules, file = self.tables.actions, self.tables.gotos, self.rules, self.file
        states = [self.tables.starts[start]]
        values: list[Any] = []
        firsts: list[Token] = []
        lasts: list[Token] = []
        index = 0
        while True:
            token = tokens[index]
            row = actions[states[-1]]
            terminal = classify(token, row)
            if terminal == "":
                tokens[index : index + 1] = _unpaired(token)
                continue
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
                    lasts.append(token)
                    if terminals is not None:
                        terminals.append(terminal)
                    break
                origin, length, method, plan, single, splices, passes = rules[~code]
                if passes:
                    states[-1] = gotos[states[-2]][origin]
                    row = actions[states[-1]]
                    continue
                base = len(values) - length
                parts: list[Any]
                if splices:
                    parts = []
                    for entry in plan:
                        if entry is None:
                            parts.append(None)
                        elif isinstance(entry, tuple):
                            if parts:
                                parts += values[base + entry[0]]
                            else:
                                parts = values[base + entry[0]]
                        else:
                            parts.append(values[base + entry])
                else:
                    parts = [None if entry is None else values[base + entry] for entry in plan]  # type: ignore[operator]
                if length:
                    first, last = firsts[base], lasts[-1]
                    del states[-length:], values[base:], firsts[base:], lasts[base:]
                else:
                    first = last = lasts[-1] if lasts else token
                if single and len(parts) == 1:
                    value = parts[0]
                elif method is None:
                    value = parts
                else:
                    column = first.column if length else first.end
                    value = method(Span(file, first.line, column, last.line, last.end), *parts)
                states.append(gotos[states[-1]][origin])
                values.append(value)
                firsts.append(first)
                lasts.append(last)
                row = actions[states[-1]]
            index += 1

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
            origin, length = self.rules[~code][:2]
            if length:
                del states[-length:]
            states.append(self.tables.gotos[states[-1]][origin])


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
