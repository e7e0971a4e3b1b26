"""Values in words, for readers who know and readers who do not."""

from __future__ import annotations

from typing import Any

import pytest
from small_table import SmallTable

from gdl.dsl import ir
from gdl.interpreter.text import GOD, Texts, joined, ordinal, plural, with_article, words

CARD = ir.Type("component", 0, optional=True)
CARDS = ir.Type("list", item=CARD)
CARD_SET = ir.Type("set", item=CARD)
PLAYER = ir.Type("player", optional=True)
ZONE = ir.Type("zone")


def table() -> SmallTable:
    return SmallTable(
        2,
        "draw_pile: deck secret = a b c d w1 w2",
        "hand each: hand owner = e f / g h",
        "table: row open = x",
        "spot: slot secret = y",
        "on x: cellar: slot secret",
    ).play("reveal y", "draw draw_pile x.cellar")


NUMBER = table().number


def numbers(names: str) -> tuple[int, ...]:
    return tuple(NUMBER[name] for name in names.split())


SAID: list[tuple[Any, ir.Type, int | None, str]] = [
    (NUMBER["e"], CARD, 0, "e"),
    (NUMBER["e"], CARD, 1, "a card"),
    (NUMBER["e"], CARD, None, "a card"),
    (NUMBER["e"], CARD, GOD, "e"),
    (NUMBER["b"], CARD, 0, "the top card of the draw pile"),
    (NUMBER["c"], CARD, 0, "the 2nd card of the draw pile"),
    (NUMBER["a"], CARD, 0, "the card on x"),
    (NUMBER["y"], CARD, 0, "y"),
    (NUMBER["y"], CARD, None, "y"),
    (-1, CARD, 0, "nothing"),
    (-1, PLAYER, 0, "nobody"),
    (1, PLAYER, 0, "Bob"),
    (numbers("e f"), CARDS, 0, "e and f"),
    (numbers("e f"), CARDS, 1, "2 cards"),
    (numbers("x g h"), CARDS, 0, "x and 2 cards"),
    (numbers("x y e"), CARDS, 0, "x, y and e"),
    (numbers("w1 w2 x"), CARDS, GOD, "2 w and x"),
    ((), CARDS, 0, "nothing"),
    (1 << NUMBER["e"] | 1 << NUMBER["x"], CARD_SET, 0, "e and x"),
    (3, ir.Type("int"), 0, "3"),
    (-1, ir.Type("int", low=-3, high=3), 0, "-1"),
    (-1, ir.Type("int", optional=True, low=0, high=3), 0, "none"),
    (0, ir.Type("bool"), 0, "no"),
    (1, ir.Type("bool"), 0, "yes"),
    (0, ZONE, 0, "draw pile"),
    (2, ZONE, 0, "Bob's hand"),
    (5, ZONE, 0, "the cellar of x"),
    ((0, 2, 0, 1), ir.Type("amount", 0), 0, "2 b and 1 d"),
    ((0, 0, 0, 0), ir.Type("amount", 0), 0, "nothing"),
    (0, ir.Type("kind", 0), 1, "a"),
]


@pytest.mark.parametrize(("value", "type_", "reader", "expected"), SAID)
def test_a_value_in_words(value: Any, type_: ir.Type, reader: int | None, expected: str) -> None:
    small = table()
    assert Texts(small.program, ("Ann", "Bob")).value(small.S, value, type_, reader) == expected


def test_a_template_is_rendered_for_each_reader() -> None:
    small = table()
    template = ir.Template((
        ir.Shown(ir.Const(0), PLAYER), " gives ", ir.Shown(ir.Const(0), CARD), " away",
    ))  # fmt: skip
    texts = Texts(small.program, ("Ann", "Bob"))
    said = [texts.render(small.S, template, (0, NUMBER["e"]), reader) for reader in (0, 1, None)]
    assert said == ["Ann gives e away", "Ann gives a card away", "Ann gives a card away"]


def test_copies_that_cannot_be_told_apart_have_their_title() -> None:
    small = SmallTable(2, "deck: deck secret = w1 w2")
    assert Texts(small.program).value(small.S, 0, CARD, 0) == "w"


def test_an_option_does_not_name_what_cannot_be_pointed_at() -> None:
    small = SmallTable(2, "hand each: hand owner = a / b c d", "deck: deck secret = e f").play("reveal b")
    texts = Texts(small.program)
    known, unknown = small.number["b"], small.number["c"]
    assert [texts.value(small.S, c, CARD, 0) for c in (known, unknown)] == ["b", "a card"]
    assert [texts.choosing.value(small.S, c, CARD, 0) for c in (known, unknown)] == ["a card", "a card"]
    small.play("move c deck", "move d deck", "reveal b")
    assert texts.choosing.value(small.S, known, CARD, 0) == "b", "the only card there"


def test_small_words() -> None:
    assert [words(name) for name in ("NorthEast", "draw_pile", "HQ", "D6")] == [
        "North East",
        "draw pile",
        "HQ",
        "D6",
    ]
    assert [with_article(noun) for noun in ("card", "animal")] == ["a card", "an animal"]
    assert [plural(noun) for noun in ("card", "army", "die", "fox", "boy")] == [
        "cards",
        "armies",
        "dice",
        "foxes",
        "boys",
    ]
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 21)] == ["1st", "2nd", "3rd", "4th", "11th", "21st"]
    assert [joined(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "nothing",
        "a",
        "a and b",
        "a, b and c",
    ]
