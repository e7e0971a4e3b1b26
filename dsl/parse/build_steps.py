"""Steps: what rules, actions and phases do."""

from __future__ import annotations

from typing import cast

from gdl.dsl import syntax as s
from gdl.dsl.parse.build_expressions import Arg, Expressions
from gdl.dsl.parse.tokens import Token
from gdl.dsl.source import Span

MaybeQuantity = s.Quantity | s.Expr | None


class StepNodes(Expressions):
    def steps(self, span: Span, *steps: s.Step) -> s.Steps:
        return steps

    # ---------------------------------------------------------------------- one line

    def let(self, span: Span, name: Token, value: s.Expr) -> s.Step:
        return s.Let(span=span, name=self.ident(name), value=value)

    def assign(self, span: Span, target: s.Expr, value: s.Expr) -> s.Step:
        return s.Assign(span=span, op="=", target=target, value=value)

    def increase(self, span: Span, target: s.Expr, value: s.Expr) -> s.Step:
        return s.Assign(span=span, op="+=", target=target, value=value)

    def decrease(self, span: Span, target: s.Expr, value: s.Expr) -> s.Step:
        return s.Assign(span=span, op="-=", target=target, value=value)

    def do(self, span: Span, call: s.Expr, as_self: s.Expr | None) -> s.Step:
        return s.Do(span=span, call=call, as_self=as_self)

    def move(
        self, span: Span, what: s.Expr, source: s.Expr | None, target: s.Expr, at: s.At | None
    ) -> s.Step:
        return s.Move(span=span, what=what, source=source, target=target, at=at)

    def move_all(
        self, span: Span, binder: s.Binder, where: s.Expr | None, target: s.Expr, at: s.At | None
    ) -> s.Step:
        every = s.Quantity(span=span, word="all", low=None, high=None)
        return s.Take(span=span, quantity=every, binder=binder, where=where, target=target, at=at)

    def take(
        self,
        span: Span,
        quantity: MaybeQuantity,
        binder: s.Binder,
        where: s.Expr | None,
        target: s.Expr,
        at: s.At | None,
    ) -> s.Step:
        wanted = self.as_quantity(quantity)
        assert wanted is not None
        return s.Take(span=span, quantity=wanted, binder=binder, where=where, target=target, at=at)

    def draw(
        self,
        span: Span,
        count: s.Expr,
        source: s.Expr,
        target: s.Expr,
        at: s.At | None,
        alias: s.Ident | None,
    ) -> s.Step:
        return s.Draw(span=span, count=count, source=source, target=target, at=at, alias=alias)

    def roll(self, span: Span, what: s.Expr, alias: s.Ident | None = None) -> s.Step:
        return s.Roll(span=span, count=None, what=what, alias=alias)

    def roll_of(self, span: Span, count: s.Expr, die: Token, alias: s.Ident | None) -> s.Step:
        what = s.Name(span=self.place(die), name=die.text)
        return s.Roll(span=span, count=count, what=what, alias=alias)

    def shuffle(self, span: Span, zone: s.Expr) -> s.Step:
        return s.Shuffle(span=span, zone=zone)

    def swap(self, span: Span, left: s.Expr, right: s.Expr) -> s.Step:
        return s.Swap(span=span, left=left, right=right)

    def reveal(self, span: Span, what: s.Expr, to: s.Expr | None) -> s.Step:
        return s.Reveal(span=span, what=what, to=to)

    def conceal(self, span: Span, what: s.Expr) -> s.Step:
        return s.Conceal(span=span, what=what)

    def turn(self, span: Span, what: s.Expr, direction: str) -> s.Step:
        return s.Turn(span=span, what=what, up=direction == "up")

    def give(
        self, span: Span, to: s.Expr, gift: s.TraitCall | s.Expr, until: s.Expr | None, ends: bool | None
    ) -> s.Step:
        trait = gift if isinstance(gift, s.TraitCall) else None
        copied = gift if isinstance(gift, s.Expr) else None
        return s.Give(span=span, to=to, trait=trait, copied=copied, until=until, ends=bool(ends))

    def traits_of(self, span: Span, source: s.Expr) -> s.Expr:
        return source

    def ends(self, span: Span, word: Token) -> bool:
        return True

    def trait_call(self, span: Span, name: Token, args: list[Arg] | None) -> s.TraitCall:
        return s.TraitCall(span=span, name=self.ident(name), args=self.plain_args(args))

    def split(self, span: Span, what: s.Expr, into: s.Expr, by: s.Expr, at_least: s.Expr | None) -> s.Step:
        return s.Split(span=span, what=what, into=into, by=by, at_least=at_least)

    def at_least(self, span: Span, number: s.Expr) -> s.Expr:
        return number

    def arrange(self, span: Span, what: s.Expr, by: s.Expr) -> s.Step:
        return s.Arrange(span=span, what=what, by=by)

    def open_window(self, span: Span, name: Token, args: list[Arg] | None, *players: s.Expr) -> s.Step:
        return s.OpenWindow(span=span, name=self.ident(name), args=self.plain_args(args), players=players)

    def log(self, span: Span, text: Token, to: s.Expr | None) -> s.Step:
        return s.Log(span=span, text=self.text(text), to=to)

    def end_phase(self, span: Span, phase: Token) -> s.Step:
        return s.EndPhase(span=span, phase=self.ident(phase))

    def end_effects(self, span: Span, source: s.Expr) -> s.Step:
        return s.EndEffects(span=span, source=source)

    def end_with_score(self, span: Span, score: s.Expr, binder: s.Binder, where: s.Expr | None) -> s.Step:
        return s.EndWithScore(span=span, score=score, binder=binder, where=where)

    def win(self, span: Span, who: s.Expr) -> s.Step:
        return s.Outcome(span=span, word="win", who=who)

    def eliminate(self, span: Span, who: s.Expr) -> s.Step:
        return s.Outcome(span=span, word="eliminate", who=who)

    def tie(self, span: Span, who: s.Expr | None) -> s.Step:
        return s.Outcome(span=span, word="tie", who=who)

    def everyone_loses(self, span: Span) -> s.Step:
        return s.Outcome(span=span, word="everyone loses", who=None)

    def stop(self, span: Span, guard: s.Expr | None) -> s.Step:
        return s.Leave(span=span, word="stop", value=None, guard=guard)

    def next_(self, span: Span, guard: s.Expr | None) -> s.Step:
        return s.Leave(span=span, word="next", value=None, guard=guard)

    def return_(self, span: Span, value: s.Expr | None, guard: s.Expr | None) -> s.Step:
        return s.Leave(span=span, word="return", value=value, guard=guard)

    def own_steps(self, span: Span) -> s.Step:
        return s.OwnSteps(span=span)

    def pass_(self, span: Span) -> s.Step:
        return s.Pass(span=span)

    def at_top(self, span: Span) -> s.At:
        return s.At(span=span, word="top", index=None)

    def at_bottom(self, span: Span) -> s.At:
        return s.At(span=span, word="bottom", index=None)

    def at(self, span: Span, index: s.Expr) -> s.At:
        return s.At(span=span, word="at", index=index)

    # ---------------------------------------------------------------------- with a block

    def if_(self, span: Span, condition: s.Expr, then: s.Steps, *rest: object) -> s.Step:
        """The `elif`s hang below each other, each alone in the `otherwise` of the one before."""
        *elifs, otherwise = cast("tuple[tuple[Span, s.Expr, s.Steps] | s.Steps | None, ...]", rest)
        tail = cast("s.Steps | None", otherwise)
        for at, its_condition, its_steps in reversed(cast("list[tuple[Span, s.Expr, s.Steps]]", elifs)):
            tail = (s.If(span=at.to(span), condition=its_condition, then=its_steps, otherwise=tail),)
        return s.If(span=span, condition=condition, then=then, otherwise=tail)

    def elif_(self, span: Span, condition: s.Expr, steps: s.Steps) -> tuple[Span, s.Expr, s.Steps]:
        return span, condition, steps

    def else_(self, span: Span, steps: s.Steps) -> s.Steps:
        return steps

    def for_(self, span: Span, binders: s.Binders, body: s.Steps) -> s.Step:
        return s.For(span=span, binders=binders, body=body)

    def repeat(self, span: Span, body: s.Steps) -> s.Step:
        return s.Repeat(span=span, times=None, body=body)

    def repeat_times(self, span: Span, times: s.Expr, body: s.Steps) -> s.Step:
        return s.Repeat(span=span, times=times, body=body)

    def while_(self, span: Span, condition: s.Expr, body: s.Steps) -> s.Step:
        return s.While(span=span, condition=condition, body=body)

    def together(self, span: Span, binders: s.Binders, seen_by: s.Expr | None, body: s.Steps) -> s.Step:
        return s.Together(span=span, binders=binders, seen_by=seen_by, body=body)

    def seen_by(self, span: Span, players: s.Expr) -> s.Expr:
        return players

    # ---------------------------------------------------------------------- choices

    def choose(
        self,
        span: Span,
        quantity: MaybeQuantity,
        binder: s.Binder,
        where: s.Expr | None,
        best: s.Best | None,
        by: s.Expr,
        prompt: Token | None,
        alias: s.Ident | None,
        *blocks: s.Steps | None,
    ) -> s.Step:
        """`blocks` are the block, if there is one, and then the `else`."""
        return s.Choose(
            span=span,
            quantity=self.as_quantity(quantity),
            binder=binder,
            where=where,
            best=best,
            by=by,
            prompt=self.maybe_text(prompt),
            alias=alias,
            body=blocks[0] if len(blocks) == 2 else None,
            otherwise=blocks[-1],
        )

    def choose_one(self, span: Span, by: s.Expr, prompt: Token | None, *entries: s.MenuEntry) -> s.Step:
        return s.ChooseOne(span=span, by=by, prompt=self.maybe_text(prompt), entries=entries)

    def choice(self, span: Span, label: Token, guard: s.Expr | None, body: s.Steps) -> s.MenuEntry:
        return s.MenuEntry(span=span, binders=None, label=self.text(label), guard=guard, body=body)

    def choice_of_each(
        self, span: Span, binders: s.Binders, label: Token, guard: s.Expr | None, body: s.Steps
    ) -> s.MenuEntry:
        return s.MenuEntry(span=span, binders=binders, label=self.text(label), guard=guard, body=body)

    def may(
        self,
        span: Span,
        who: s.Expr,
        label: Token,
        guard: s.Expr | None,
        body: s.Steps,
        otherwise: s.Steps | None,
    ) -> s.Step:
        return s.May(span=span, who=who, label=self.text(label), guard=guard, body=body, otherwise=otherwise)

    def offer(self, span: Span, to: s.Expr, *rest: object) -> s.Step:
        *items, otherwise = rest
        return s.Offer(
            span=span, to=to, items=self.offer_items(items), otherwise=cast("s.Steps | None", otherwise)
        )

    def offer_items(self, items: list[object]) -> tuple[s.OfferItem, ...]:
        """A bare action or occasion comes as an expression."""
        return tuple(
            s.OfferItem(span=item.span, what=item, binder=None, where=None)
            if isinstance(item, s.Expr)
            else cast(s.OfferItem, item)
            for item in items
        )

    def offer_of_each(self, span: Span, what: s.Expr, binder: s.Binder, where: s.Expr | None) -> s.OfferItem:
        return s.OfferItem(span=span, what=what, binder=binder, where=where)

    def offer_pass(self, span: Span) -> s.OfferItem:
        return s.OfferItem(span=span, what=None, binder=None, where=None)
