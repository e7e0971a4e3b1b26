"""What answers, happens and is offered: values, rules, actions, triggers, traits, flow, tables; variants."""

from __future__ import annotations

from typing import Any, Literal, cast

from gdl.dsl import syntax as s
from gdl.dsl.parse.build_components import Word
from gdl.dsl.parse.build_expressions import Arg
from gdl.dsl.parse.build_tables import TableNodes
from gdl.dsl.parse.tokens import Token
from gdl.dsl.source import Span

Params = tuple[s.Param, ...]


class RuleNodes(TableNodes):
    def declaration_alone(self, span: Span, declaration: s.Declaration) -> s.Declaration:
        return declaration

    def params(self, span: Span, *params: s.Param) -> Params:
        return params

    def param(
        self, span: Span, name: Token, type: s.TypeNode | None, domain: s.Expr | None, where: s.Expr | None
    ) -> s.Param:
        return s.Param(span=span, name=self.ident(name), type=type, domain=domain, where=where)

    def value(
        self,
        span: Span,
        name: Token,
        params: Params | None,
        type: s.TypeNode | None,
        body: s.Expr,
        word: Word | None,
    ) -> s.Declaration:
        said = self.words((word,))
        return s.Value(
            span=span,
            name=self.ident(name),
            params=params or (),
            type=type,
            body=body,
            sight=said.get("sight"),
            clamped="clamped" in said,
        )

    def rule(
        self, span: Span, name: Token, params: Params, result: s.TypeNode | None, body: s.Steps
    ) -> s.Declaration:
        return s.Rule(span=span, name=self.ident(name), params=params, result=result, body=body)

    # ---------------------------------------------------------------------- actions

    def action(
        self,
        span: Span,
        anytime: bool | None,
        name: Token,
        params: Params,
        label: Token | None,
        occasions: tuple[s.Occasion, ...] | None,
        once_per: s.Expr | None,
        *body: s.Steps | s.Requires | s.Step,
    ) -> s.Declaration:
        """`body` is empty, or one block of steps, or requirements with the steps after them."""
        requires = tuple(line for line in body if isinstance(line, s.Requires))
        steps: s.Steps | None = tuple(line for line in body if isinstance(line, s.Step))
        if len(body) == 1 and isinstance(body[0], tuple):
            steps = body[0]
        elif not body:
            steps = None
        return s.Action(
            span=span,
            anytime=bool(anytime),
            name=self.ident(name),
            params=params,
            label=self.maybe_text(label),
            occasions=occasions or (),
            once_per=once_per,
            requires=requires,
            body=steps,
        )

    def anytime(self, span: Span, word: Token) -> bool:
        return True

    def occasions(self, span: Span, *occasions: s.Occasion) -> tuple[s.Occasion, ...]:
        return occasions

    def occasion(self, span: Span, name: Token, args: list[Arg] | None) -> s.Occasion:
        return s.Occasion(span=span, name=self.ident(name), args=self.plain_args(args))

    def once(self, span: Span, per: s.Expr) -> s.Expr:
        return per

    # ---------------------------------------------------------------------- triggers

    def trigger(
        self,
        span: Span,
        moment: Literal["before", "after", "instead of"],
        events: tuple[s.Event, ...],
        condition: s.Expr | None,
        priority: s.Expr | None,
        called: s.Ident | None,
        body: s.Steps,
    ) -> s.Declaration:
        return s.Trigger(
            span=span,
            moment=moment,
            events=events,
            condition=condition,
            priority=priority,
            called=called,
            body=body,
        )

    def moment(self, span: Span, *words: Token) -> str:
        return " ".join(word.text for word in words)

    def events(self, span: Span, *events: s.Event) -> tuple[s.Event, ...]:
        return events

    def event(self, span: Span, name: s.Expr, args: list[Arg] | None) -> s.Event:
        return s.Event(
            span=span,
            word="call",
            name=name,
            args=self.plain_args(args),
            binder=None,
            zone=None,
            has_args=args is not None,
        )

    def every_phase(self, span: Span) -> s.Event:
        return s.Event(span=span, word="every phase", name=None, args=(), binder=None, zone=None)

    def enters(self, span: Span, binder: Token, zone: s.Expr) -> s.Event:
        return s.Event(span=span, word="enters", name=None, args=(), binder=self.ident(binder), zone=zone)

    def leaves(self, span: Span, binder: Token, zone: s.Expr) -> s.Event:
        return s.Event(span=span, word="leaves", name=None, args=(), binder=self.ident(binder), zone=zone)

    def when(
        self, span: Span, settled: bool | None, condition: s.Expr, called: s.Ident | None, body: s.Steps
    ) -> s.Declaration:
        return s.When(span=span, settled=bool(settled), condition=condition, called=called, body=body)

    def settled(self, span: Span, word: Token) -> bool:
        return True

    def priority(self, span: Span, number: s.Expr) -> s.Expr:
        return number

    def called(self, span: Span, name: Token) -> s.Ident:
        return self.ident(name)

    # ---------------------------------------------------------------------- modifiers, traits

    def modifier(
        self,
        span: Span,
        name: Token,
        args: list[Arg] | None,
        change: tuple[Literal["+", "-", "becomes"], s.Expr],
        condition: s.Expr | None,
    ) -> s.Declaration:
        return s.Modifier(
            span=span,
            name=self.ident(name),
            args=self.plain_args(args),
            op=change[0],
            value=change[1],
            condition=condition,
            has_args=args is not None,
        )

    def raised(self, span: Span, by: s.Expr) -> tuple[str, s.Expr]:
        return "+", by

    def lowered(self, span: Span, by: s.Expr) -> tuple[str, s.Expr]:
        return "-", by

    def becomes(self, span: Span, value: s.Expr) -> tuple[str, s.Expr]:
        return "becomes", value

    def trait(
        self, span: Span, name: Token, params: Params | None, on: tuple[s.Ident, ...], *lines: s.Declaration
    ) -> s.Declaration:
        return s.Trait(span=span, name=self.ident(name), params=params or (), on=on, lines=lines)

    # ---------------------------------------------------------------------- flow

    def flow(self, span: Span, *lines: s.FlowLine) -> s.Declaration:
        return s.Flow(span=span, lines=lines)

    def once_phases(self, span: Span, phases: tuple[s.Ident, ...]) -> s.FlowLine:
        return s.FlowLine(span=span, word="once", phases=phases, each_player=False, start=None)

    def repeat_phases(
        self, span: Span, phases: tuple[s.Ident, ...], each: tuple[s.Expr | None] | None
    ) -> s.FlowLine:
        start = each[0] if each else None
        return s.FlowLine(span=span, word="repeat", phases=phases, each_player=each is not None, start=start)

    def for_each_player(self, span: Span, start: s.Expr | None) -> tuple[s.Expr | None]:
        return (start,)

    def phase(
        self, span: Span, name: Token, params: Params | None, *lines: s.Step | s.Trigger | s.When
    ) -> s.Declaration:
        return s.Phase(
            span=span,
            name=self.ident(name),
            params=params or (),
            body=tuple(line for line in lines if isinstance(line, s.Step)),
            triggers=tuple(line for line in lines if isinstance(line, (s.Trigger, s.When))),
        )

    def table(
        self, span: Span, name: Token, params: Params, by: tuple[str, Any], *rows: s.TableRow
    ) -> s.Declaration:
        return s.Table(
            span=span,
            name=self.ident(name),
            params=params,
            rolls=by[1] if by[0] == "rolls" else None,
            by=by[1] if by[0] == "by" else None,
            rows=rows,
        )

    def by_roll(self, span: Span, die: Token) -> tuple[str, s.Ident]:
        return "rolls", self.ident(die)

    def by_value(self, span: Span, value: s.Expr) -> tuple[str, s.Expr]:
        return "by", value

    def table_row(self, span: Span, *parts: object) -> s.TableRow:
        *keys, text, body = parts
        return s.TableRow(
            span=span,
            keys=cast("tuple[s.Expr, ...]", tuple(keys)),
            text=self.maybe_text(cast("Token | None", text)),
            body=cast(s.Steps, body),
        )

    def window(self, span: Span, name: Token, params: Params | None, *items: object) -> s.Declaration:
        offered = self.offer_items(list(items))
        return s.Window(span=span, name=self.ident(name), params=params or (), items=offered)

    def fact(self, span: Span, text: Token, *conditions: s.Expr) -> s.Declaration:
        return s.Fact(span=span, text=self.text(text), conditions=conditions)

    def evaluate(self, span: Span, player: Token, after: Token | None, value: s.Expr) -> s.Declaration:
        wait = s.Number(span=self.place(after), value=int(after.text)) if after else None
        return s.Evaluate(span=span, player=self.ident(player), after=wait, value=value)

    # ---------------------------------------------------------------------- variants

    def variant(
        self,
        span: Span,
        name: Token,
        title: Token | None,
        of: Token | None,
        needs: tuple[s.Ident, ...] | None,
        *lines: s.Declaration,
    ) -> s.Declaration:
        return s.Variant(
            span=span,
            name=self.ident(name),
            title=self.maybe_text(title),
            of=self.maybe_text(of),
            needs=needs or (),
            lines=lines,
        )

    def replace(self, span: Span, declaration: s.Declaration) -> s.Declaration:
        return s.Replace(span=span, declaration=declaration)

    def replace_zone(self, span: Span, zone: s.Zone) -> s.Declaration:
        return s.Replace(span=span, declaration=s.Zones(span=zone.span, zones=((False, zone),)))

    def change_kind(self, span: Span, type: Token, kind: Token, *lines: s.Declaration) -> s.Declaration:
        return s.Change(span=span, type=self.ident(type), kind=self.ident(kind), table=None, lines=lines)

    def change_table(self, span: Span, table: Token, *rows: s.TableRow) -> s.Declaration:
        return s.Change(span=span, type=None, kind=None, table=self.ident(table), lines=rows)

    def extend_type(self, span: Span, type: Token, *lines: s.Declaration) -> s.Declaration:
        return s.Extend(span=span, type=self.ident(type), action=None, declaration=None, lines=lines)

    def extend_action(self, span: Span, action: Token, *lines: s.Declaration) -> s.Declaration:
        return s.Extend(span=span, type=None, action=self.ident(action), declaration=None, lines=lines)

    def extend(self, span: Span, declaration: s.Declaration) -> s.Declaration:
        return s.Extend(span=span, type=None, action=None, declaration=declaration, lines=())

    def remove(self, span: Span, what: Token, name: s.Expr) -> s.Declaration:
        return s.Remove(span=span, what=what.text, name=name)

    def removable(self, span: Span, what: Token) -> Token:
        return what
