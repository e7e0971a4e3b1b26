"""Random expressions of every sort: generated code and the reference interpreter give the same, or both fail."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from builder import COMPONENT, INT, Builder, C

from gdl.dsl import ir
from gdl.interpreter.errors import PlayError
from gdl.interpreter.machine import Machine

LOCALS = 60
PARAMS = 3  # a number, a list, a component
LINKS = tuple(tuple(x for x in (i - 1, i + 1, i + 3) if 0 <= x < 9) for i in range(9))


class Writer:
    """Writes expressions of a wanted type, with locals that are in scope."""

    def __init__(self, rng: random.Random, zone_count: int, variables: int):
        self.rng = rng
        self.zones = zone_count
        self.variables = variables
        self.numbers = [0, 2]
        self.lists = [1]
        self.next_slot = PARAMS

    def slot(self) -> int:
        self.next_slot += 1
        return self.next_slot - 1

    def number(self, depth: int) -> ir.Expr:
        rng = self.rng
        if depth <= 0 or self.next_slot > LOCALS - 6:
            leaf = rng.choice([lambda: C(rng.randint(-2, 9)), lambda: ir.Local(rng.choice(self.numbers))])
            return leaf()
        n, t, items = self.number, self.truth, self.list
        makers: list[Callable[[], ir.Expr]] = [
            lambda: ir.Binary(
                rng.choice(["+", "-", "*", "min", "max", "|", "&", "&~"]), n(depth - 1), n(depth - 1)
            ),
            lambda: ir.Binary(rng.choice(["//", "/^", "%"]), n(depth - 1), n(depth - 1)),
            lambda: ir.Unary(rng.choice(["-", "abs"]), n(depth - 1)),
            lambda: ir.Unary(rng.choice(["len", "total", "mask"]), items(depth - 1)),
            lambda: ir.IfElse(t(depth - 1), n(depth - 1), n(depth - 1)),
            lambda: ir.Load(self.variables, ir.Binary("%", n(depth - 1), C(4))),
            lambda: ir.Table(0, ir.Binary("%", n(depth - 1), C(9))),
            lambda: ir.Item(items(depth - 1), n(depth - 1), rng.random() < 0.5),
            lambda: ir.Binary("count", n(depth - 1), items(depth - 1)),
            lambda: ir.Place(ir.Binary("max", C(-1), ir.Binary("min", n(depth - 1), C(8)))),
            lambda: ir.Beside(ir.Binary("%", n(depth - 1), C(3)), rng.choice([1, -1])),
            lambda: ir.Checked(n(depth - 1), -5, 6, "x"),
            lambda: ir.Call(0, (n(depth - 1), items(depth - 1), C(1))),
            lambda: t(depth - 1),
            lambda: self.bind(depth, self.number),
            lambda: self.fold(rng.choice(["count", "sum", "first", "last", "max", "min"]), depth),
            lambda: self.reach("distance", depth),
        ]
        return rng.choice(makers)()

    def truth(self, depth: int) -> ir.Expr:
        rng = self.rng
        if depth <= 0 or self.next_slot > LOCALS - 6:
            return ir.Binary(
                rng.choice(["==", "<", ">="]), ir.Local(rng.choice(self.numbers)), C(rng.randint(0, 5))
            )
        n, t, items = self.number, self.truth, self.list
        makers: list[Callable[[], ir.Expr]] = [
            lambda: ir.Logic(
                rng.choice(["and", "or"]), tuple(t(depth - 1) for _ in range(rng.randint(1, 3)))
            ),
            lambda: ir.Unary("not", t(depth - 1)),
            lambda: ir.Binary(rng.choice(["==", "!=", "<", "<=", ">", ">="]), n(depth - 1), n(depth - 1)),
            lambda: ir.Binary("in", n(depth - 1), items(depth - 1)),
            lambda: ir.Binary("in set", n(depth - 1), ir.Unary("mask", items(depth - 1))),
            lambda: ir.Binary("same", items(depth - 1), items(depth - 1)),
            lambda: ir.Binary(rng.choice(["==", ">", "!="]), ir.Unary("len", items(depth - 1)), C(0)),
            lambda: self.fold(rng.choice(["any", "all"]), depth),
        ]
        return rng.choice(makers)()

    def list(self, depth: int) -> ir.Expr:
        rng = self.rng
        if depth <= 0 or self.next_slot > LOCALS - 6:
            return rng.choice(
                [C((1, 2, 5)), ir.Local(rng.choice(self.lists)), ir.Content(C(rng.randrange(self.zones)))]
            )
        n, t, items = self.number, self.truth, self.list
        makers: list[Callable[[], ir.Expr]] = [
            lambda: ir.Seq(tuple(n(depth - 1) for _ in range(rng.randint(0, 3)))),
            lambda: ir.Span_(C(rng.randint(-1, 3)), ir.Binary("min", C(6), n(depth - 1))),
            lambda: ir.First(items(depth - 1), n(depth - 1)),
            lambda: ir.Unary("unique", items(depth - 1)),
            lambda: ir.Unary("bits", ir.Binary("&", n(depth - 1), C(0x3F))),
            lambda: ir.Unary("bits", ir.Table(1, ir.Binary("%", n(depth - 1), C(3)))),
            lambda: ir.Binary("++", items(depth - 1), items(depth - 1)),
            lambda: ir.Content(ir.Binary("max", C(-1), ir.Binary("min", n(depth - 1), C(self.zones - 1)))),
            lambda: ir.Seats(rng.choice([None, ir.Binary("%", n(depth - 1), C(3))])),
            lambda: ir.IfElse(t(depth - 1), items(depth - 1), items(depth - 1)),
            lambda: self.bind(depth, self.list),
            lambda: self.fold(
                rng.choice(["list", "most", "least", "sort most", "sort least", "prefix"]), depth
            ),
            lambda: self.reach("list", depth),
        ]
        return rng.choice(makers)()

    def bind(self, depth: int, body: Callable[[int], ir.Expr]) -> ir.Expr:
        value, slot = self.number(depth - 1), self.slot()
        self.numbers.append(slot)
        made = ir.Bind(slot, value, body(depth - 1))
        self.numbers.remove(slot)
        return made

    def fold(self, word: Any, depth: int) -> ir.Expr:
        binders, slots = [], []
        for _ in range(self.rng.choice([1, 1, 2])):
            domain, slot = self.list(depth - 2), self.slot()
            self.numbers.append(slot)
            slots.append(slot)
            where = self.truth(depth - 2) if self.rng.random() < 0.5 else None
            binders.append(ir.For(slot, domain, where))
        value = self.truth(depth - 2) if word in ("any", "all") else self.number(depth - 2)
        if self.rng.random() < 0.3:
            value = ir.Local(slots[-1]) if word not in ("any", "all") else C(1)
        keyed = word in ("most", "least", "sort most", "sort least", "prefix")
        key = (self.truth if word == "prefix" else self.number)(depth - 2) if keyed else None
        for slot in slots:
            self.numbers.remove(slot)
        return ir.Fold(word, tuple(binders), value, key)

    def reach(self, word: Any, depth: int) -> ir.Expr:
        rng = self.rng
        start = ir.Binary("%", self.number(depth - 1), C(9))
        goal = ir.Binary("%", self.number(depth - 1), C(9)) if word == "distance" else None
        within = self.number(depth - 2) if rng.random() < 0.4 else None
        here, there = self.slot(), self.slot()
        self.numbers += [here, there]
        open_ = self.truth(depth - 2) if rng.random() < 0.4 else None
        cost = ir.Binary("+", C(1), ir.Unary("abs", ir.Local(there))) if rng.random() < 0.3 else None
        self.numbers.remove(here)
        through = self.truth(depth - 2) if rng.random() < 0.4 else None
        self.numbers.remove(there)
        return ir.Reach(word, start, (2,), here, there, goal, open_, through, cost, within)


def program_with(seed: int) -> tuple[ir.Program, int]:
    """A program with 30 random values, the first of which can be called by the others."""
    rng = random.Random(seed)
    b = Builder("Random", seats=3)
    deck, hand = b.zone("deck", "deck"), b.zone("hand", "hand")
    cards = b.cards("Card", list("abcdefghi"), deck)
    b.contents[hand] = [cards.pop() for _ in range(4)]
    b.contents[deck] = cards
    variables = b.var("x", -9, 9, 2)
    for number in range(3):
        b.var(f"x{number}", -9, 9, number - 1)
    b.table(4, -1, 7, 0, 2, 2, 1, 8, 3)
    b.table(0b101, 0, 0b11010)
    b.table(*LINKS)
    types = (
        ("n", ir.Type("int")),
        ("items", ir.Type("list", item=INT)),
        ("c", ir.Type("component", 0, optional=True)),
    )
    count = 30
    for number in range(count):
        locals = types + tuple((f"v{i}", ir.Type("int")) for i in range(LOCALS - PARAMS))
        function = b.function(f"value{number}", PARAMS, locals, word="value", pure=True)
        writer = Writer(rng, 2, variables)
        function.body = ()
        if number == 0:
            function.result = ir.Binary("+", ir.Local(0), ir.Unary("len", ir.Local(1)))
        else:
            function.result = rng.choice([writer.number, writer.truth, writer.list])(rng.randint(2, 5))
    main = b.function("main", 0, (("c", COMPONENT),))
    main.block("end", [ir.Over("tie")], ir.Leave())
    return b.program(main), count


def outcome(work: Callable[[], Any]) -> Any:
    """The value, or that it fails: which of two mistakes is met first is nobody's business."""
    try:
        return work()
    except (PlayError, ZeroDivisionError):
        return "a diagnostic"


@pytest.mark.parametrize("seed", range(60))
def test_generated_code_means_what_the_reference_means(seed: int) -> None:
    program, count = program_with(seed)
    machine = Machine(program)
    rng = random.Random(seed)
    S = list(program.initial)
    for number in range(count):
        for _ in range(4):
            args = (
                rng.randint(-3, 8),
                tuple(rng.randint(0, 8) for _ in range(rng.randint(0, 4))),
                rng.randint(-1, 8),
            )
            expected = outcome(lambda number=number, args=args: machine.evaluator.call(number, args, S))
            for code in (machine.fast.code, machine.full.code):
                found = outcome(lambda code=code, number=number, args=args: code.whole[number](S, *args))
                assert found == expected, program.functions[number].result
                assert not isinstance(found, bool)
    assert tuple(S) == program.initial
