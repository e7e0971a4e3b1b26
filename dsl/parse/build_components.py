"""The game's header, its types, kinds, zones, state and boards."""

from __future__ import annotations

from typing import Any, Literal, cast

from gdl.dsl import syntax as s
from gdl.dsl.parse import messages
from gdl.dsl.parse.build_steps import StepNodes
from gdl.dsl.parse.tokens import Token
from gdl.dsl.source import Span

Sight = Literal["open", "owner", "secret", "face down"]
Word = tuple[str, Any, Span]
"""One of the words after a zone or a variable: (`limit`, 5), (`sight`, `open`), ..."""


class ComponentNodes(StepNodes):
    # ---------------------------------------------------------------------- header

    def game(self, span: Span, name: Token, *lines: s.Setting | s.Requires) -> s.Declaration:
        settings = tuple(line for line in lines if isinstance(line, s.Setting))
        requires = tuple(line for line in lines if isinstance(line, s.Requires))
        return s.Game(span=span, name=self.ident(name), settings=settings, requires=requires)

    def setting(self, span: Span, name: Token, *values: s.Expr) -> s.Declaration:
        return s.Setting(span=span, name=self.ident(name), values=values)

    def setting_name(self, span: Span, name: Token) -> Token:
        return name

    def flag(self, span: Span, name: Token) -> s.Declaration:
        return s.Setting(span=span, name=self.ident(name), values=())

    def requires(self, span: Span, reason: Token | None, *conditions: s.Expr) -> s.Declaration:
        return s.Requires(span=span, reason=self.maybe_text(reason), conditions=conditions)

    def use_file(self, span: Span, path: Token, *changes: s.Declaration) -> s.Declaration:
        return s.Use(span=span, path=self.plain_text(path), module=None, changes=changes)

    def use_module(self, span: Span, *parts: Token | s.Declaration) -> s.Declaration:
        module = ".".join(part.text for part in parts if isinstance(part, Token))
        changes = tuple(part for part in parts if not isinstance(part, Token))
        return s.Use(span=span, path=None, module=module, changes=changes)

    def option(
        self, span: Span, name: Token, type: s.TypeNode | None, value: s.Expr, meaning: Token | None
    ) -> s.Declaration:
        return s.Option(
            span=span, name=self.ident(name), type=type, value=value, meaning=self.maybe_text(meaning)
        )

    def enum(self, span: Span, name: Token, *members: Token) -> s.Declaration:
        return s.Enum(span=span, name=self.ident(name), members=tuple(self.ident(m) for m in members))

    def union_type(self, span: Span, name: Token, type: s.TypeNode) -> s.Declaration:
        return s.TypeAlias(span=span, name=self.ident(name), type=type)

    def names(self, span: Span, *names: Token) -> tuple[s.Ident, ...]:
        return tuple(self.ident(name) for name in names)

    # ---------------------------------------------------------------------- types

    def component(
        self,
        span: Span,
        sort: str,
        name: Token,
        parent: Token | None,
        copies: s.Copies | None,
        family: s.Family | s.Grid | None,
        title: Token | None,
        *lines: s.Declaration,
    ) -> s.Declaration:
        return s.Component(
            span=span,
            sort=cast(Any, sort),
            name=self.ident(name),
            parent=self.maybe_ident(parent),
            copies=copies,
            family=family,
            title=self.maybe_text(title),
            lines=lines,
        )

    def sort_of(self, span: Span, word: Token) -> str:
        return word.text

    def copies_word(self, span: Span, word: Token) -> s.Copies:
        number = Span(self.file, word.line, word.column + 1, word.line, word.end)
        return s.Copies(span=span, count=s.Number(span=number, value=int(word.text[1:])))

    def copies(self, span: Span, count: s.Expr) -> s.Copies:
        return s.Copies(span=span, count=count)

    def unlimited(self, span: Span) -> s.Copies:
        return s.Copies(span=span, count=None)

    def family(self, span: Span, *axes: tuple[s.Ident, s.Expr] | None) -> s.Family:
        return s.Family(span=span, axes=axes)

    def each_player(self, span: Span) -> None:
        return None

    def each_in(self, span: Span, name: Token, domain: s.Expr) -> tuple[s.Ident, s.Expr]:
        return self.ident(name), domain

    def grid(self, span: Span, columns: s.Expr, rows: s.Expr) -> s.Grid:
        return s.Grid(span=span, hex=False, columns=columns, rows=rows)

    def hex_grid(self, span: Span, columns: s.Expr, rows: s.Expr) -> s.Grid:
        return s.Grid(span=span, hex=True, columns=columns, rows=rows)

    def field(
        self,
        span: Span,
        name: Token,
        index: tuple[s.TypeNode, ...] | None,
        type: s.TypeNode,
        default: s.Expr | None,
        at_least: s.Expr | None,
    ) -> s.Declaration:
        return s.Field(
            span=span, name=self.ident(name), index=index or (), type=type, default=default, at_least=at_least
        )

    def field_name(self, span: Span, name: Token) -> Token:
        return name

    def default(self, span: Span, name: Token, value: s.Expr) -> s.Declaration:
        return s.FieldDefault(span=span, name=self.ident(name), value=value)

    def faces(self, span: Span, *values: s.Expr) -> s.Declaration:
        return s.Faces(span=span, values=values)

    def has(self, span: Span, zone: s.Zone) -> s.Declaration:
        return s.HasZone(span=span, zone=zone)

    def while_in(self, span: Span, zone: s.Expr, *states: s.State) -> s.Declaration:
        return s.WhileIn(span=span, zone=zone, states=states)

    def live(self, span: Span, condition: s.Expr) -> s.Declaration:
        return s.LiveWhile(span=span, condition=condition)

    def passable(self, span: Span, condition: s.Expr) -> s.Declaration:
        return s.OpenWhile(span=span, condition=condition)

    def keeps_owner(self, span: Span) -> s.Declaration:
        return s.KeepsOwner(span=span)

    def state(self, span: Span, state: s.State) -> s.Declaration:
        return state

    def traits(self, span: Span, *uses: tuple[s.TraitCall, s.Expr | None]) -> s.Declaration:
        return s.Traits(span=span, uses=uses)

    def trait_use(
        self, span: Span, trait: s.TraitCall, condition: s.Expr | None
    ) -> tuple[s.TraitCall, s.Expr | None]:
        return trait, condition

    # ---------------------------------------------------------------------- kinds

    def kind(
        self,
        span: Span,
        type: Token,
        names: tuple[s.Ident, ...],
        copies: s.Copies | None,
        title: Token | None,
        *lines: s.Declaration,
    ) -> s.Declaration:
        return s.Kind(
            span=span,
            type=self.ident(type),
            names=names,
            copies=copies,
            title=self.maybe_text(title),
            lines=lines,
        )

    def give_field(self, span: Span, name: Token, index: s.Expr | None, *values: s.Expr) -> s.Declaration:
        return s.GiveField(span=span, name=self.ident(name), index=index, values=values)

    def kind_data(self, span: Span, type: Token, path: Token) -> s.Declaration:
        return s.KindData(span=span, type=self.ident(type), path=self.text(path))

    # ---------------------------------------------------------------------- zones and state

    def zones(self, span: Span, *zones: s.Zone | tuple[s.Zone, ...]) -> s.Declaration:
        pairs: list[tuple[bool, s.Zone]] = []
        for zone in zones:
            pairs += [(True, each) for each in zone] if isinstance(zone, tuple) else [(False, zone)]
        return s.Zones(span=span, zones=tuple(pairs))

    def zones_of_each(self, span: Span, *zones: s.Zone) -> tuple[s.Zone, ...]:
        return zones

    def zone(
        self,
        span: Span,
        name: Token,
        index: tuple[s.TypeNode, ...] | None,
        shape: str,
        of: s.TypeNode,
        *words: Word,
    ) -> s.Zone:
        said = self.words(words)
        return s.Zone(
            span=span,
            name=self.ident(name),
            index=index or (),
            shape=cast(Any, shape),
            of=of,
            sight=said.get("sight"),
            in_play="in play" in said,
            always_full="always full" in said,
            limit=said.get("limit"),
            refills=said.get("refills from"),
            starts=said.get("starts with"),
        )

    def shape(self, span: Span, word: Token) -> str:
        return word.text

    def words(self, words: tuple[Word | None, ...]) -> dict[str, Any]:
        said: dict[str, Any] = {}
        for word, value, span in (w for w in words if w):
            if word in said:
                messages.said_twice(self.diagnostics, span, "who sees it" if word == "sight" else f"`{word}`")
            said[word] = value
        return said

    def sight(self, span: Span, *words: Token) -> Word:
        return "sight", " ".join(word.text for word in words), span

    def in_play(self, span: Span) -> Word:
        return "in play", True, span

    def always_full(self, span: Span) -> Word:
        return "always full", True, span

    def limit(self, span: Span, number: s.Expr) -> Word:
        return "limit", number, span

    def refills(self, span: Span, zone: s.Expr) -> Word:
        return "refills from", zone, span

    def starts_with(self, span: Span, stock: s.Stock | s.Amount) -> Word:
        if isinstance(stock, s.Amount):
            stock = s.Stock(span=stock.span, word="amount", type=None, where=None, amount=stock)
        return "starts with", stock, span

    def clamped(self, span: Span) -> Word:
        return "clamped", True, span

    def all_of(self, span: Span, type: Token, where: s.Expr | None) -> s.Stock:
        return s.Stock(span=span, word="all", type=self.ident(type), where=where, amount=None)

    def one_of_each(self, span: Span, type: Token, where: s.Expr | None) -> s.Stock:
        return s.Stock(span=span, word="one of each", type=self.ident(type), where=where, amount=None)

    def states(self, span: Span, *states: s.State | tuple[s.State, ...]) -> s.Declaration:
        pairs: list[tuple[bool, s.State]] = []
        for state in states:
            pairs += [(True, each) for each in state] if isinstance(state, tuple) else [(False, state)]
        return s.States(span=span, states=tuple(pairs))

    def states_of_each(self, span: Span, *states: s.State) -> tuple[s.State, ...]:
        return states

    def variable(
        self,
        span: Span,
        name: Token,
        index: tuple[s.TypeNode, ...] | None,
        type: s.TypeNode,
        default: s.Expr | None,
        per: s.Expr | None,
        *words: Word,
    ) -> s.State:
        said = self.words(words)
        return s.State(
            span=span,
            name=self.ident(name),
            index=index or (),
            type=type,
            default=default,
            per=per,
            sight=said.get("sight"),
            clamped="clamped" in said,
        )

    # ---------------------------------------------------------------------- boards

    def link(
        self, span: Span, name: Token, left: Token, right: Token, *lines: s.Declaration
    ) -> s.Declaration:
        return s.Link(
            span=span, name=self.ident(name), left=self.ident(left), right=self.ident(right), lines=lines
        )

    def board(self, span: Span, path: Token) -> s.Declaration:
        return s.Board(span=span, path=self.text(path))

    def picture(self, span: Span, space: Token, link: Token, *rows: Token) -> s.Declaration:
        return s.Picture(
            span=span,
            space=self.ident(space),
            link=self.ident(link),
            rows=tuple(self.plain_text(row) for row in rows),
        )
