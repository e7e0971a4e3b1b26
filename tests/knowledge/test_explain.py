"""Values explained: what is printed and what each modifier makes of it."""

from __future__ import annotations

import pytest
from small_table import SmallTable

from gdl.dsl import ir
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.explain import explain, in_words
from gdl.interpreter.text import Texts

CARD, NUMBER = ir.Type("component", 0), ir.Type("int", low=0, high=6)
C, IT = ir.Local(0), ir.Local(1)


def plus(amount: int, when: ir.Expr, source: tuple[ir.Expr, ...], name: str = "tower:3") -> ir.Stmt:
    done = (ir.SetLocal(1, ir.Binary("+", IT, ir.Const(amount))), ir.Event("modifier", name, 0, source))
    return ir.If(when, done)


def strength(*modifiers: ir.Stmt, clamped: bool = False) -> ir.Function:
    """`value strength(c) = c.marks`, and its modifiers."""
    body = (ir.SetLocal(1, ir.Load(ir.FIRST_FREE, C)), *modifiers)
    result = ir.Binary("min", IT, ir.Const(6)) if clamped else IT
    types, names = (CARD, NUMBER, CARD), ("c", "it", "other")
    return ir.Function("strength", "value", 1, types, names, body, result, pure=True)


YES, NO = ir.Const(1), ir.Const(0)
B = (ir.Const(1),)

CASES = [
    ((), False, "3 = 3 printed"),
    ((plus(2, YES, B),), False, "5 = 3 printed + 2 b"),
    ((plus(2, NO, B),), False, "3 = 3 printed"),
    ((plus(2, YES, B), plus(-1, YES, ())), False, "4 = 3 printed + 2 b - 1 tower"),
    ((plus(0, YES, B),), False, "3 = 3 printed"),
    ((plus(9, YES, B),), True, "6 = 3 printed + 9 b, kept at 6"),
    (
        (ir.Each(2, ir.Const((0, 1)), (plus(1, YES, (ir.Local(2),)),)),),
        False,
        "5 = 3 printed + 1 a + 1 b",
    ),
]


@pytest.mark.parametrize(("modifiers", "clamped", "expected"), CASES)
def test_explained(modifiers: tuple[ir.Stmt, ...], clamped: bool, expected: str) -> None:
    table = SmallTable(
        2,
        "table: row open = a b",
        vars=(("marks", "open", True, "component"),),
        functions=(strength(*modifiers, clamped=clamped),),
    ).play("set marks a 3")
    texts = Texts(table.program)
    found = explain(Evaluator(table.moves), texts, table.S, 0, (0,), 0)
    assert in_words(found, texts, table.S, 0) == expected


def test_a_hidden_source_is_not_named() -> None:
    table = SmallTable(
        2,
        "table: row open = a",
        "hand each: hand owner = b / c d",
        vars=(("marks", "open", True, "component"),),
        functions=(strength(plus(1, YES, (ir.Const(2),))),),
    )
    texts = Texts(table.program)
    for reader, expected in ((0, "1 = 0 printed + 1 a card"), (1, "1 = 0 printed + 1 c")):
        found = explain(Evaluator(table.moves), texts, table.S, 0, (0,), reader)
        assert in_words(found, texts, table.S, reader) == expected
