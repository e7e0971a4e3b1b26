"""Definitions that go wrong at the table: always a diagnostic that names the place, never anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from builder import COMPONENT, PLAYER, Builder, C, V, entry, op, text

from gdl.dsl import ir
from gdl.dsl.source import Span
from gdl.interpreter.errors import PlayError
from gdl.interpreter.match import Match

HERE = Span("wrong.gdl", 3, 5, 3, 9)
MODES = ("reference", "full", "fast")
ASK = ir.Choice("one", C(0), None, 0, (entry("go", style="menu"), entry("stay", style="menu")))


def one_block(
    body: Callable[[Builder, Any], list[ir.Stmt]], locals: tuple[str, ...] = ("a", "b", "c")
) -> ir.Program:
    """A game that asks first and then does this."""
    b = Builder("Wrong", seats=2)
    main = b.function("main", 0, locals)
    stmts = body(b, main)
    main.block("ask", [], ir.Ask(ASK, "act"))
    main.block("act", stmts, ir.Jump("ask"))
    return b.program(main)


def endless_loop(b: Builder, main: Any) -> list[ir.Stmt]:
    return [ir.Loop(None, (ir.SetLocal(1, C(1)),), HERE)]


def endless_recursion(b: Builder, main: Any) -> list[ir.Stmt]:
    one = b.function("ping", 0, ())
    two = b.function("pong", 0, ())
    one.body = (ir.Do(two.number, ()),)
    two.body = (ir.Do(one.number, ()),)
    return [ir.Do(one.number, ())]


def doubling_recursion(b: Builder, main: Any) -> list[ir.Stmt]:
    twice = b.function("twice", 1, ("n",))
    less = (op("-", V(0), C(1)),)
    twice.body = (ir.If(op(">", V(0), C(0)), (ir.Do(twice.number, less), ir.Do(twice.number, less))),)
    return [ir.Do(twice.number, (C(60),))]


def endless_value(b: Builder, main: Any) -> list[ir.Stmt]:
    f = b.function("again", 1, ("n",), word="value", pure=True)
    f.body, f.result = (), ir.Call(f.number, (op("+", V(0), C(1)),))
    return [ir.SetLocal(1, ir.Call(f.number, (C(0),)))]


def full_slot(b: Builder, main: Any) -> list[ir.Stmt]:
    box, slot = b.zone("box", "pool"), b.zone("throne", "slot")
    cards = b.cards("Card", ["x", "y"], box)
    return [ir.Move(C(cards[0]), C(slot), span=HERE), ir.Move(C(cards[1]), C(slot), span=HERE)]


def full_pool_of_cubes(b: Builder, main: Any) -> list[ir.Stmt]:
    supply, pool = (
        b.zone("supply", "pool", cubes=True, endless=True),
        b.zone("pool", "pool", cubes=True, limit=2),
    )
    (kind,) = b.cubes("Cube", ["Red"])
    return [ir.MoveCubes(C(kind), C(3), C(supply), C(pool), span=HERE)]


def left_range(b: Builder, main: Any) -> list[ir.Stmt]:
    x = b.var("gold", 0, 3)
    return [ir.Store(x, None, op("+", ir.Load(x), C(2)), 0, 3, what="gold", span=HERE)]


def wrong_item(b: Builder, main: Any) -> list[ir.Stmt]:
    return [ir.SetLocal(1, ir.Item(ir.Seq((V(0), V(0))), C(3), checked=True, span=HERE))]


def checked_value(b: Builder, main: Any) -> list[ir.Stmt]:
    return [ir.SetLocal(1, ir.Checked(op("+", V(0), C(9)), 0, 3, "n", HERE))]


def by_zero(b: Builder, main: Any) -> list[ir.Stmt]:
    return [ir.SetLocal(1, op("//", C(4), op("-", V(0), V(0))))]


def failing(b: Builder, main: Any) -> list[ir.Stmt]:
    return [ir.Fail("GDL0999", text("no row for ", (op("+", V(0), C(7)), ir.Type("int"))), HERE)]


CASES = [
    (endless_loop, "GDL0901", "`main`"),
    (endless_recursion, "GDL0901|GDL0902", "`p[io]ng`"),
    (doubling_recursion, "GDL0901", "`twice`"),
    (endless_value, "GDL0902", "`again`|rules"),
    (full_slot, "GDL0903", "`throne`: it holds one already"),
    (full_pool_of_cubes, "GDL0903", "`pool`: it holds 2 already"),
    (left_range, "GDL0904", r"gold would be 4, outside 0\.\.3"),
    (wrong_item, "GDL0905", "no item 3 in a list of 2"),
    (checked_value, "GDL0904", "n would be 9"),
    (by_zero, "GDL0909", "divided by zero"),
    (failing, "GDL0999", "no row for 7"),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("body", "code", "message"), CASES, ids=[case[0].__name__ for case in CASES])
def test_a_diagnostic(body: Any, code: str, message: str, mode: Any) -> None:
    match = Match.new(one_block(body), 0, mode=mode)
    before, log = match.state_key(), list(match.log)
    with pytest.raises(PlayError, match=message) as error:
        match.apply("go")
        match.apply("go")  # where one round is still right
    assert error.value.diagnostic.code in code.split("|")
    if mode == "full" and body is not left_range:
        assert match.state_key() == before
        assert match.log == log


@pytest.mark.parametrize("mode", MODES)
def test_blocks_that_go_round_without_a_question(mode: Any) -> None:
    b = Builder("Round")
    ping, pong = b.function("ping", 0, ()), b.function("pong", 0, ())
    main = b.function("main", 0, ("a",))
    main.block("ask", [], ir.Ask(ASK, "go"))
    main.block("go", [], ir.Invoke(ping.number, (), None, "go"))
    ping.block("one", [], ir.Invoke(pong.number, (), None, "two"))
    ping.block("two", [], ir.Leave())
    pong.block("one", [], ir.Leave())
    with pytest.raises(PlayError, match=r"`main`.*`ping`|`ping`.*`main`|`ping`") as error:
        Match.new(b.program(main), 0, mode=mode).apply(0)
    assert error.value.diagnostic.code == "GDL0901"


@pytest.mark.parametrize("mode", MODES)
def test_blocks_that_call_each_other_for_ever(mode: Any) -> None:
    b = Builder("Deep")
    ping, pong = b.function("ping", 0, ()), b.function("pong", 0, ())
    main = b.function("main", 0, ("a",))
    main.block("ask", [], ir.Ask(ASK, "go"))
    main.block("go", [], ir.Invoke(ping.number, (), None, "go"))
    ping.block("one", [], ir.Invoke(pong.number, (), None, "one"))
    pong.block("one", [], ir.Invoke(ping.number, (), None, "one"))
    with pytest.raises(PlayError, match=r"`p.ng`, `p.ng`") as error:
        Match.new(b.program(main), 0, mode=mode).apply(0)
    assert error.value.diagnostic.code == "GDL0902"


def private_game(change: list[ir.Stmt], builder: Builder) -> ir.Program:
    private = builder.function("private", 1, (("p", PLAYER), "which", ("c", COMPONENT)))
    ask = ir.Choice("one", V(0), None, 1, (entry("yes", style="menu"), entry("no", style="menu")))
    private.block("ask", [], ir.Ask(ask, "do"))
    private.block("do", change, ir.Leave())
    main = builder.function("main", 0, ("i",))
    seats = ir.Fold("list", (ir.For(0, ir.Seats()),), ir.Seq((V(0),)))
    main.block("all", [], ir.Together(private.number, seats, seats, "end", HERE))
    main.block("end", [ir.Over("tie")], ir.Leave())
    return builder.program(main)


@pytest.mark.parametrize("mode", MODES)
def test_private_blocks_that_clash(mode: Any) -> None:
    b = Builder("Clash")
    x = b.var("leader", 0, 9)
    program = private_game([ir.Store(x, None, op("+", V(0), C(1)), 0, 9)], b)
    match = Match.new(program, 0, mode=mode)
    match.apply("yes")
    with pytest.raises(PlayError, match="`leader`") as error:
        match.apply("yes")
    assert error.value.diagnostic.code == "GDL0907"
    assert error.value.diagnostic.span == HERE


def test_private_blocks_that_change_alike_do_not_clash() -> None:
    b = Builder("Alike")
    x = b.var("done", 0, 1)
    match = Match.new(private_game([ir.Store(x, None, C(1), 0, 1)], b), 0)
    match.apply("yes")
    assert match.state[x] == 0
    match.apply("no")
    assert (match.state[x], match.over) == (1, True)
