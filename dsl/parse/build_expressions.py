"""Expressions, types and binders."""

from __future__ import annotations

from typing import Literal, cast

from gdl.dsl import syntax as s
from gdl.dsl.parse.build_base import Base
from gdl.dsl.parse.tokens import Token
from gdl.dsl.source import Span

Op = Literal[
    "+", "-", "*", "/down", "/up", "mod", "=", "!=", "<", "<=", ">", ">=", "in", "not in", "has", "and", "or"
]  # fmt: skip
Arg = s.Expr | s.NamedArg


class Expressions(Base):
    # ---------------------------------------------------------------------- read on their own

    def expression_alone(self, span: Span, value: s.Expr) -> s.Expr:
        return value

    def expressions_alone(self, span: Span, *values: s.Expr) -> tuple[s.Expr, ...]:
        return values

    # ---------------------------------------------------------------------- types

    def union(self, span: Span, *parts: s.TypeNode) -> s.TypeNode:
        return s.UnionType(span=span, parts=parts)

    def named(self, span: Span, name: Token) -> s.TypeNode:
        return s.NamedType(span=span, name=name.text)

    def none_type(self, span: Span) -> s.TypeNode:
        return s.NoneType(span=span)

    def range_type(self, span: Span, low: s.Expr, high: s.Expr) -> s.TypeNode:
        return s.RangeType(span=span, low=low, high=high)

    def set_of(self, span: Span, of: s.TypeNode) -> s.TypeNode:
        return s.OfType(span=span, word="set", of=of)

    def list_of(self, span: Span, of: s.TypeNode) -> s.TypeNode:
        return s.OfType(span=span, word="list", of=of)

    def amount_of(self, span: Span, of: Token) -> s.TypeNode:
        return s.OfType(span=span, word="amount", of=s.NamedType(span=self.place(of), name=of.text))

    def kind_of(self, span: Span, of: Token) -> s.TypeNode:
        return s.OfType(span=span, word="kind", of=s.NamedType(span=self.place(of), name=of.text))

    def index(self, span: Span, *types: s.TypeNode) -> tuple[s.TypeNode, ...]:
        return types

    # ---------------------------------------------------------------------- atoms

    def name(self, span: Span, name: Token) -> s.Expr:
        self.checked_name(span, name.text)
        return s.Name(span=span, name=name.text)

    def ref(self, span: Span, name: Token) -> s.Expr:
        return s.Name(span=span, name=name.text)

    def number(self, span: Span, number: Token) -> s.Expr:
        return s.Number(span=span, value=int(number.text))

    def string(self, span: Span, string: Token) -> s.Expr:
        return self.text(string)

    def none(self, span: Span) -> s.Expr:
        return s.Nothing(span=span)

    def flip(self, span: Span) -> s.Expr:
        return s.Flip(span=span)

    def truth(self, span: Span, word: Token) -> s.Expr:
        return s.Truth(span=span, value=word.text == "yes")

    def list_(self, span: Span, *items: s.Expr) -> s.Expr:
        return s.ListOf(span=span, items=items)

    def list_for(self, span: Span, value: s.Expr, binders: s.Binders) -> s.Expr:
        return s.Comprehension(span=span, word="list", value=value, binders=binders)

    def set_(self, span: Span, *items: s.Expr) -> s.Expr:
        return s.SetOf(span=span, items=items)

    def set_for(self, span: Span, value: s.Expr, binders: s.Binders) -> s.Expr:
        return s.Comprehension(span=span, word="set", value=value, binders=binders)

    def count(self, span: Span, of: s.Expr) -> s.Expr:
        return s.Count(span=span, of=of, binders=None)

    def count_of(self, span: Span, binders: s.Binders) -> s.Expr:
        return s.Count(span=span, of=None, binders=binders)

    def sum_(self, span: Span, value: s.Expr, binders: s.Binders | None) -> s.Expr:
        return s.Fold(span=span, word="sum", value=value, binders=binders)

    def best_of(
        self, span: Span, best: Literal["most", "least"], value: s.Expr, binders: s.Binders
    ) -> s.Expr:
        return s.Fold(span=span, word=best, value=value, binders=binders)

    def kinds_of(self, span: Span, type: Token) -> s.Expr:
        return s.KindsOf(span=span, type=self.ident(type))

    def alias(self, span: Span, value: s.Expr, name: Token) -> s.Expr:
        return s.Alias(span=span, value=value, name=self.ident(name))

    # ---------------------------------------------------------------------- parts, calls

    def member(self, span: Span, object: s.Expr, name: Token) -> s.Expr:
        return s.Member(span=span, object=object, name=self.ident(name))

    def call(self, span: Span, function: s.Expr, args: list[Arg]) -> s.Expr:
        plain = tuple(arg for arg in args if isinstance(arg, s.Expr))
        named = tuple(arg for arg in args if isinstance(arg, s.NamedArg))
        return s.Call(span=span, function=function, args=plain, named=named)

    def args(self, span: Span, *args: Arg) -> list[Arg]:
        return list(args)

    def named_arg(self, span: Span, name: Token, value: s.Expr) -> s.NamedArg:
        return s.NamedArg(span=span, name=self.ident(name), value=value)

    def item(self, span: Span, object: s.Expr, *index: s.Expr) -> s.Expr:
        return s.Item(span=span, object=object, index=index)

    # ---------------------------------------------------------------------- arithmetic

    def amount(self, span: Span, *portions: s.Portion) -> s.Expr:
        return s.Amount(span=span, portions=portions)

    def portion(self, span: Span, count: Token, kind: Token) -> s.Portion:
        return s.Portion(span=span, count=int(count.text), kind=self.ident(kind))

    def range_(self, span: Span, low: s.Expr, high: s.Expr) -> s.Expr:
        return s.Range(span=span, low=low, high=high)

    def binary(self, span: Span, op: Op, left: s.Expr, right: s.Expr) -> s.Expr:
        return s.Binary(span=span, op=op, left=left, right=right)

    def plus(self, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return self.binary(span, "+", left, right)

    def minus(self, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return self.binary(span, "-", left, right)

    def times(self, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return self.binary(span, "*", left, right)

    def divided(self, span: Span, left: s.Expr, right: s.Expr, direction: str) -> s.Expr:
        return self.binary(span, "/up" if direction == "up" else "/down", left, right)

    def modulo(self, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return self.binary(span, "mod", left, right)

    def negative(self, span: Span, operand: s.Expr) -> s.Expr:
        return s.Unary(span=span, op="-", operand=operand)

    def players_from(self, span: Span, operand: s.Expr) -> s.Expr:
        return s.Unary(span=span, op="players from", operand=operand)

    def left_of(self, span: Span, operand: s.Expr) -> s.Expr:
        return s.Unary(span=span, op="left of", operand=operand)

    def right_of(self, span: Span, operand: s.Expr) -> s.Expr:
        return s.Unary(span=span, op="right of", operand=operand)

    def up_down(self, span: Span, word: Token) -> str:
        return word.text

    # ---------------------------------------------------------------------- conditions

    def or_(self, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return self.binary(span, "or", left, right)

    def and_(self, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return self.binary(span, "and", left, right)

    def not_(self, span: Span, operand: s.Expr) -> s.Expr:
        return s.Unary(span=span, op="not", operand=operand)

    def compare(self, span: Span, sign: Token) -> str:
        return sign.text

    def compared(self, span: Span, left: s.Expr, sign: str, right: s.Expr) -> s.Expr:
        return self.binary(span, cast(Op, sign), left, right)

    def in_(self, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return self.binary(span, "in", left, right)

    def not_in(self, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return self.binary(span, "not in", left, right)

    def has_trait(self, span: Span, left: s.Expr, right: s.Expr) -> s.Expr:
        return self.binary(span, "has", left, right)

    def is_(self, span: Span, operand: s.Expr, what: s.Expr, alias: s.Ident | None) -> s.Expr:
        return s.Is(span=span, operand=operand, negated=False, what=what, alias=alias)

    def is_not(self, span: Span, operand: s.Expr, what: s.Expr) -> s.Expr:
        return s.Is(span=span, operand=operand, negated=True, what=what, alias=None)

    def none_word(self, span: Span) -> str:
        return "none"

    def empty_word(self, span: Span) -> str:
        return "empty"

    def face(self, span: Span, direction: str) -> str:
        return f"face {direction}"

    def during(self, span: Span, phase: Token) -> s.Expr:
        return s.During(span=span, phase=self.ident(phase))

    def some(self, span: Span, binder: s.Binder, condition: s.Expr | None = None) -> s.Expr:
        return s.Quantified(span=span, word="some", binder=binder, condition=condition)

    def no(self, span: Span, binder: s.Binder, condition: s.Expr | None = None) -> s.Expr:
        return s.Quantified(span=span, word="no", binder=binder, condition=condition)

    def every(self, span: Span, binder: s.Binder, condition: s.Expr) -> s.Expr:
        return s.Quantified(span=span, word="every", binder=binder, condition=condition)

    # ---------------------------------------------------------------------- searches

    def those(self, span: Span, binder: s.Binder, where: s.Expr | None, best: s.Best | None) -> s.Expr:
        return s.Search(span=span, word="those", count=None, binder=binder, where=where, best=best)

    def first(self, span: Span, binder: s.Binder, where: s.Expr | None, best: s.Best | None) -> s.Expr:
        return s.Search(span=span, word="first", count=None, binder=binder, where=where, best=best)

    def last(self, span: Span, binder: s.Binder, where: s.Expr | None, best: s.Best | None) -> s.Expr:
        return s.Search(span=span, word="last", count=None, binder=binder, where=where, best=best)

    def random(self, span: Span, count: s.Expr | None, binder: s.Binder, where: s.Expr | None) -> s.Expr:
        return s.Search(span=span, word="random", count=count, binder=binder, where=where, best=None)

    def random_order(self, span: Span, binder: s.Binder, where: s.Expr | None) -> s.Expr:
        return s.Search(span=span, word="random all", count=None, binder=binder, where=where, best=None)

    def sort(
        self,
        span: Span,
        binder: s.Binder,
        where: s.Expr | None,
        word: Literal["most", "least"],
        value: s.Expr,
    ) -> s.Expr:
        best = s.Best(span=value.span, word=word, value=value)
        return s.Search(span=span, word="sort", count=None, binder=binder, where=where, best=best)

    def if_else(self, span: Span, condition: s.Expr, then: s.Expr, otherwise: s.Expr) -> s.Expr:
        return s.IfElse(span=span, condition=condition, then=then, otherwise=otherwise)

    # ---------------------------------------------------------------------- binders

    def binder(self, span: Span, name: Token, domain: s.Expr) -> s.Binder:
        return s.Binder(span=span, name=self.ident(name), type=None, domain=domain)

    def typed_binder(self, span: Span, name: Token, type: s.TypeNode, domain: s.Expr) -> s.Binder:
        return s.Binder(span=span, name=self.ident(name), type=type, domain=domain)

    def nameless_binder(self, span: Span, type: Token, domain: s.Expr) -> s.Binder:
        named = s.NamedType(span=self.place(type), name=type.text)
        return s.Binder(span=span, name=None, type=named, domain=domain)

    def binders(self, span: Span, *parts: object) -> s.Binders:
        *binders, where, best = parts
        return s.Binders(
            span=span,
            binders=cast("tuple[s.Binder, ...]", tuple(binders)),
            where=cast("s.Expr | None", where),
            best=cast("s.Best | None", best),
        )

    def where(self, span: Span, condition: s.Expr) -> s.Expr:
        return condition

    def with_(self, span: Span, word: Literal["most", "least"], value: s.Expr) -> s.Best:
        return s.Best(span=span, word=word, value=value)

    def best(self, span: Span, word: Token) -> str:
        return word.text

    def all_(self, span: Span) -> s.Quantity:
        return s.Quantity(span=span, word="all", low=None, high=None)

    def up_to(self, span: Span, most: s.Expr) -> s.Quantity:
        return s.Quantity(span=span, word="up to", low=None, high=most)

    def at_random(self, span: Span, number: s.Expr) -> s.Quantity:
        return s.Quantity(span=span, word="random", low=number, high=number)

    def as_quantity(self, quantity: s.Quantity | s.Expr | None) -> s.Quantity | None:
        """`2` and `1..3` come as expressions."""
        if isinstance(quantity, s.Range):
            return s.Quantity(span=quantity.span, word="between", low=quantity.low, high=quantity.high)
        if isinstance(quantity, s.Expr):
            return s.Quantity(span=quantity.span, word="exactly", low=quantity, high=quantity)
        return quantity

    def as_(self, span: Span, name: Token) -> s.Ident:
        return self.ident(name)

    def guard(self, span: Span, condition: s.Expr) -> s.Expr:
        return condition
