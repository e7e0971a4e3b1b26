"""Views: what is in them for whom, and that they fit their schema."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from small_table import SmallTable

from gdl.dsl import ir
from gdl.interpreter.view import Viewer

CARDS = (
    "deck: deck secret = a b c d w1 w2",
    "hand each: hand owner",
    "table: row open",
    "field each in play: row face down",
)


def zone(view: dict[str, Any], name: str) -> dict[str, Any]:
    return next(z for z in view["zones"] if z["id"] == name)


def shown(view: dict[str, Any], name: str) -> str:
    """The items of a zone in short: titles, or `?` and the group where hidden."""
    return " ".join(
        f"?{item['group']}" if item.get("hidden") and "group" in item
        else "?" if item.get("hidden")
        else item["title"]
        for item in zone(view, name)["items"]
    )  # fmt: skip


CASES = [
    # steps, reader, zone, what is shown
    ([], 0, "deck", "?0 ?0 ?0 ?0 ?0 ?0"),
    (["draw deck p1.hand"], 0, "p1.hand", "a"),
    (["draw deck p1.hand"], 1, "p1.hand", "?0"),
    (["draw deck p1.hand"], None, "p1.hand", "?0"),
    (["draw deck table"], None, "table", "a"),
    (["draw deck table", "move a deck top"], 1, "deck", "a ?0 ?0 ?0 ?0 ?0"),
    (["draw deck table", "move a deck"], 1, "deck", "?0 ?0 ?0 ?0 ?0 a"),
    (["draw deck table", "move a deck"], None, "deck", "?0 ?0 ?0 ?0 ?0 a"),  # what all could follow
    (["reveal a p1", "reveal a p2"], None, "deck", "?0 ?0 ?0 ?0 ?0 ?0"),  # what each has looked at in private
    (["draw deck p1.hand", "draw deck p1.hand", "reveal b p2"], 1, "p1.hand", "b ?0"),
    (["draw deck p1.field", "draw deck p1.field", "turn a up"], 1, "p1.field", "a ?0"),
    (["draw deck p1.field", "draw deck p1.field", "turn b up"], 0, "p1.field", "a b"),
]


@pytest.mark.parametrize(("steps", "reader", "name", "expected"), CASES)
def test_items(steps: list[str], reader: int | None, name: str, expected: str) -> None:
    table = SmallTable(2, *CARDS).play(*steps)
    assert shown(Viewer(table.program).view(table.S, reader), name) == expected


def test_groups_tell_what_a_hidden_card_may_be() -> None:
    table = SmallTable(2, *CARDS).play("draw deck p1.hand", "truth b b,w")
    view = Viewer(table.program).view(table.S, 0)
    assert view["groups"] == [{"content": {"b": 1, "c": 1, "d": 1, "w": 2}}]
    assert zone(view, "deck")["items"][0]["could_be"] == {"b": 1, "w": 2}


def test_a_group_of_equal_copies_has_their_title() -> None:
    table = SmallTable(2, "deck: deck secret = w1 w2")
    items = zone(Viewer(table.program).view(table.S, 0), "deck")["items"]
    assert [item["title"] for item in items] == ["w", "w"]
    assert [item["id"] for item in items] == ["deck/1", "deck/2"]


def test_known_content_without_an_order() -> None:
    table = SmallTable(2, "deck: deck secret = a b c", "rest: pool open = d")
    assert zone(Viewer(table.program).view(table.S, 0), "deck")["content"] == {"a": 1, "b": 1, "c": 1}
    table.play("move d deck", "shuffle deck", "draw deck rest")
    assert zone(Viewer(table.program).view(table.S, 0), "deck")["content"] == {"a": 1, "b": 1, "c": 1}


def test_handles_follow_the_place_and_references_use_them() -> None:
    table = SmallTable(
        2,
        "hand each: hand owner = a b / c d",
        "table: row open = e",
        vars=(("hunted", "open", False, "game"),),
        var_types={"hunted": ir.Type("component", 0, optional=True)},
    ).play("set hunted - d")
    handle = Viewer(table.program).view(table.S, 0)["state"]["hunted"]
    assert handle.startswith("p2.hand/?")
    table.play("set hunted - c")
    assert Viewer(table.program).view(table.S, 0)["state"] == {"hunted": handle}, "no matter which one it is"
    assert Viewer(table.program).view(table.S, 1)["state"] == {"hunted": "c"}


def test_variables_are_shown_by_sight() -> None:
    table = SmallTable(
        2,
        "hand each: hand owner = a / b",
        vars=(
            ("bid", "owner", False, "player"),
            ("fate", "secret", False, "game"),
            ("score", "open", False, "player"),
            ("wounds", "card", False, "component"),
        ),
    ).play("set bid p1 3", "set bid p2 4", "set wounds b 2")
    mine, theirs = Viewer(table.program).view(table.S, 0), Viewer(table.program).view(table.S, None)
    assert [player["state"] for player in mine["players"]] == [{"bid": 3, "score": 0}, {"score": 0}]
    assert [player["state"] for player in theirs["players"]] == [{"score": 0}, {"score": 0}]
    assert mine["state"] == {}
    assert zone(mine, "p1.hand")["items"][0]["state"] == {"wounds": 0}
    assert zone(mine, "p2.hand")["items"] == [
        {"id": "b", "title": "b", "kind": "b", "type": "Card", "sort": "card", "owner": "p2", "seen": False}
    ], "known by counting, but its state is hidden with it"


def test_dice_show_their_faces_to_who_knows_them() -> None:
    table = SmallTable(2, "cup each: pool owner = d1 / d2", dice="d1 d2").play("roll d1 3", "roll d2 5")
    view = Viewer(table.program).view(table.S, 0)
    faces = [zone(view, name)["items"][0]["face"] for name in ("p1.cup", "p2.cup")]
    assert faces == [3, None]


def test_things_on_a_hidden_card_are_listed_in_it_without_naming_it() -> None:
    table = SmallTable(
        2,
        "field each: row face down = / h1 i1",
        "on h1: cargo: pool open",
        "on i1: cargo: pool open",
        "table: pool open = x",
    ).play("move x i1.cargo")
    view = Viewer(table.program).view(table.S, 0)
    second = zone(view, "p2.field")["items"][1]
    assert second["hidden"] and second["zones"][0]["id"] == "p2.field/2.cargo"
    assert second["zones"][0]["items"][0]["title"] == "x"
    assert "i1" not in json.dumps(view)


@pytest.mark.parametrize("reader", [0, 1, None])
def test_views_fit_their_schema(reader: int | None) -> None:
    schema = json.loads((files("gdl.schemas") / "view.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    table = SmallTable(2, *CARDS, vars=(("marks", "open", True, "component"),))
    for step in ("draw deck p1.hand", "draw deck p2.field", "draw deck table", "truth w1 w,d"):
        table.play(step)
        jsonschema.validate(Viewer(table.program).view(table.S, reader), schema)
    table.S[ir.OVER], table.S[ir.RESULT] = 1, ((1, 10), (-1, 3))
    over = Viewer(table.program).view(table.S, reader)
    jsonschema.validate(over, schema)
    assert over["result"][0] == {"player": "p1", "outcome": "won", "score": 10}
