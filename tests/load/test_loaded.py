"""What loading makes of files: kinds from data, effective declarations, variants with what they change."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import Loaded, load, load_scenarios
from gdl.dsl.names import name_of, word_of

GAME = "game Tiny:\n    players: 2\n"


def loaded(
    folder: Path, files: dict[str, str], variants: tuple[str, ...] = (), main: str = "game.gdl"
) -> Loaded:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    result = load(folder / main, diagnostics, variants)
    assert not len(diagnostics), "\n".join(map(str, diagnostics))
    assert result is not None
    return result


def only(result: Loaded, kind: type[Any]) -> list[Any]:
    return [each for each in result.declarations if isinstance(each, kind)]


def brief(value: Any) -> Any:
    """An expression in few words, for comparing."""
    match value:
        case s.Number() | s.Truth():
            return value.value
        case s.Name():
            return value.name
        case s.Text():
            return "".join(part if isinstance(part, str) else f"<{brief(part)}>" for part in value.parts)
        case s.Amount():
            return [(p.count, p.kind.name) for p in value.portions]
        case s.ListOf():
            return [brief(item) for item in value.items]
        case None:
            return None
    return type(value).__name__


def fields(kind: s.Kind) -> dict[Any, Any]:
    """(name) or (name, index) to values, traits by name"""
    found: dict[Any, Any] = {}
    for line in kind.lines:
        if isinstance(line, s.Traits):
            found["traits"] = [(use.name.name, [brief(a) for a in use.args]) for use, _ in line.uses]
        elif isinstance(line, s.GiveField):
            key = (line.name.name, brief(line.index)) if line.index else line.name.name
            found[key] = [brief(value) for value in line.values]
    return found


ROWS = """\
Stoat: {x: 2, title: a Stoat, cost: 3, tame: yes, wild: false, critters: 2 Mouse + 1 Food}
Weasel:
  affinity: [Mouse, Hare]
  goods: Wood, Stone
  needs: {Wood: 1, Stone: 2}
  traits: "sly, quick(2)"
  text: "{p} runs, and hides"
  motto: all for one!
Ferret:
Rat:
  - {x: 1, cost: 1}
  - {x: 1, cost: 2}
"""
HERO = """\
card Hero:
    text: text = ""
    motto: text = ""
    cost: 0..9 = 0

Hero from "rows.yaml"  @T-ROWS-1
"""


def test_rows_become_kinds(tmp_path: Path) -> None:
    kinds = only(loaded(tmp_path, {"game.gdl": GAME + HERO, "rows.yaml": ROWS}), s.Kind)
    assert [name_of(kind) for kind in kinds] == ["Stoat", "Weasel", "Ferret", "Rat", "Rat"]
    assert all(kind.row and kind.type.name == "Hero" for kind in kinds)
    stoat, weasel, ferret, one, two = kinds
    assert brief(stoat.copies.count) == 2 and brief(stoat.title) == "a Stoat"
    assert fields(stoat) == {
        "cost": [3],
        "tame": [True],
        "wild": [False],
        "critters": [[(2, "Mouse"), (1, "Food")]],
    }
    assert fields(weasel) == {
        "affinity": ["Mouse", "Hare"],
        "goods": ["Wood", "Stone"],
        ("needs", "Wood"): [1],
        ("needs", "Stone"): [2],
        "traits": [("sly", []), ("quick", [2])],
        "text": ["<p> runs, and hides"],
        "motto": ["all for one!"],
    }
    assert fields(ferret) == {} and (fields(one), fields(two)) == ({"cost": [1]}, {"cost": [2]})
    assert [cite.id for cite in stoat.cites] == ["T-ROWS-1"]


def test_places_in_data_are_exact(tmp_path: Path) -> None:
    kinds = only(loaded(tmp_path, {"game.gdl": GAME + HERO, "rows.yaml": ROWS}), s.Kind)
    lines = ROWS.split("\n")
    for kind in kinds:
        name = kind.names[0]
        assert lines[name.span.line - 1][name.span.column - 1 :].startswith(name.name)
        assert name.span.file.endswith("rows.yaml")
    amount = kinds[0].lines[-1].values[0]
    assert lines[0][amount.portions[1].span.column - 1 :].startswith("1 Food")
    (hole, _) = next(line for line in kinds[1].lines if name_of(line) == "text").values[0].parts
    assert lines[hole.span.line - 1][hole.span.column - 1] == "p"


def test_a_list_of_rows(tmp_path: Path) -> None:
    rows = "- {kind: Stoat, cost: 2}\n- Weasel\n- kind: Stoat\n  cost: 3\n"
    kinds = only(loaded(tmp_path, {"game.gdl": GAME + HERO, "rows.yaml": rows}), s.Kind)
    assert [(name_of(kind), fields(kind)) for kind in kinds] == [
        ("Stoat", {"cost": [2]}),
        ("Weasel", {}),
        ("Stoat", {"cost": [3]}),
    ]


def test_anchors_and_merges(tmp_path: Path) -> None:
    rows = "Stoat: &base {cost: 2, tame: yes}\nWeasel: {<<: *base, cost: 3}\nFerret: *base\n"
    kinds = only(loaded(tmp_path, {"game.gdl": GAME + HERO, "rows.yaml": rows}), s.Kind)
    assert [fields(kind) for kind in kinds] == [
        {"cost": [2], "tame": [True]},
        {"tame": [True], "cost": [3]},
        {"cost": [2], "tame": [True]},
    ]


def test_a_board(tmp_path: Path) -> None:
    board = """\
picture:
  space: Zone
  link: border
  nothing: ["^^^", ...]
  rows:
    - A1 A2
    - ^^^ A2
Land:
  Home: {city: no, parts: [A1, A2]}
spaces:
  Castle: [Gate]
  Node: {N1: {}, N2: {terrain: Red}}
names: {Red3: N2}
links:
  path:
    - Gate, N1, N2
    - [N2, Gate]
"""
    game = GAME + 'space Zone\nspace Node\nlink path: Node -- Node\nboard from "map.yaml"\n'
    result = loaded(tmp_path, {"game.gdl": game, "map.yaml": board})
    (picture,) = only(result, s.Picture)
    assert (picture.space.name, picture.link.name) == ("Zone", "border")
    assert picture.rows == ("A1 A2", "^^^ A2") and picture.nothing == ("^^^", "...")
    kinds = [(kind.type.name, name_of(kind), fields(kind)) for kind in only(result, s.Kind)]
    assert kinds == [
        ("Land", "Home", {"city": [False], "parts": ["A1", "A2"]}),
        ("Castle", "Gate", {}),
        ("Node", "N1", {}),
        ("Node", "N2", {"terrain": ["Red"]}),
    ]
    assert [(n.name.name, n.of.name) for n in only(result, s.OtherName)] == [("Red3", "N2")]
    assert [(n.link.name, [i.name for i in n.line]) for n in only(result, s.Linked)] == [
        ("path", ["Gate", "N1", "N2"]),
        ("path", ["N2", "Gate"]),
    ]
    assert board.split("\n")[15][only(result, s.Linked)[0].line[2].span.column - 1 :].startswith("N2")


VARIED = """\
game Tiny:
    players: 2
option GOAL: 1..9 = 3 "points"
enum Color: Red, Green
card Hero:
    cost: 0..9 = 0
Hero:
    | kind | cost | traits |
    | Mole | 1    | sly    |
    | Hare | 2    | -      |
Hero Vole, Newt
zones:
    deck: deck of Hero, secret
    each player:
        hand: hand of Hero, owner
rule score(p: Player, n: 0..5) -> int: return n
value worth(h: Hero): 0..9 = h.cost
action Hit(p: Player): pass
after score(p) called spoils: pass
table crow(n: 1..3) by n:
    1: pass
    2..3 "two": pass

variant Long "the long game":
    players: 2..4
    option GOAL = 9
    replace rule score(q, m): return 2 * m
    replace value worth(x) = 1
    replace zone hand: hand of Hero, open
    change Hero Mole:
        cost: 7
    change Hero Newt:
        cost: 4
    change table crow:
        2..3: stop
    extend Hero:
        state tired: bool = no
    extend enum Color: Blue
    extend action Hit:
        requires: yes
    extend zones:
        pile: stack of Hero, open
    remove Hero Hare
    remove trigger spoils
    card Extra

variant Longer with Long:
    option GOAL = 8
"""


def varied(folder: Path, *variants: str) -> Loaded:
    return loaded(folder, {"game.gdl": VARIED}, variants)


def find(result: Loaded, word: str, name: str) -> Any:
    return next(d for d in result.declarations if word_of(d) == word and name_of(d) == name)


def test_without_variants_nothing_changes(tmp_path: Path) -> None:
    result = varied(tmp_path)
    assert result.chosen == ()
    assert result.declarations == result.base
    assert [name_of(kind) for kind in only(result, s.Kind)] == ["Mole", "Hare", ""]
    assert not only(result, s.Variant) and not only(result, s.KindTable)


def test_a_variant_is_applied(tmp_path: Path) -> None:
    result = varied(tmp_path, "Long")
    (players,) = result.game.settings
    assert isinstance(players.values[0], s.Range) and brief(players.values[0].high) == 4
    goal = find(result, "option", "GOAL")
    assert brief(goal.value) == 9 and isinstance(goal.type, s.RangeType) and brief(goal.meaning) == "points"
    assert fields(find(result, "Hero", "Mole")) == {"cost": [7], "traits": [("sly", [])]}
    assert (
        fields(find(result, "Hero", "Newt")) == {"cost": [4]} and fields(find(result, "Hero", "Vole")) == {}
    )
    assert [m.name for m in find(result, "enum", "Color").members] == ["Red", "Green", "Blue"]
    assert len(find(result, "action", "Hit").requires) == 1
    assert [name_of(line) for line in find(result, "card", "Hero").lines] == ["cost", "tired"]
    zones = [(per, zone.name.name, zone.sight) for each in only(result, s.Zones) for per, zone in each.zones]
    assert zones == [(False, "deck", "secret"), (True, "hand", "open"), (False, "pile", "open")]
    rows = find(result, "table", "crow").rows
    assert [type(row.body[0]).__name__ for row in rows] == ["Pass", "Leave"] and brief(rows[1].text) == "two"
    gone = {(word_of(d), name_of(d)) for d in result.declarations} & {("Hero", "Hare"), ("trigger", "spoils")}
    assert not gone


def test_a_replacement_takes_over_types(tmp_path: Path) -> None:
    result = varied(tmp_path, "Long")
    score = find(result, "rule", "score")
    assert [(p.name.name, type(p.type).__name__) for p in score.params] == [
        ("q", "NamedType"),
        ("m", "RangeType"),
    ]
    assert isinstance(score.result, s.NamedType) and score.result.name == "int"
    worth = find(result, "value", "worth")
    assert worth.params[0].name.name == "x" and worth.params[0].type.name == "Hero"
    assert isinstance(worth.type, s.RangeType)


def test_needs_come_first(tmp_path: Path) -> None:
    result = varied(tmp_path, "Longer")
    assert result.chosen == ("Long", "Longer")
    assert brief(find(result, "option", "GOAL").value) == 8


def test_variants_tell_what_they_change(tmp_path: Path) -> None:
    result = varied(tmp_path)
    long, longer = result.variants
    assert (long.name, long.title, long.needs, longer.needs) == ("Long", "the long game", (), ("Long",))
    changes = [(c.what, c.name, c.before is not None, c.after is not None) for c in long.changes]
    assert changes == [
        ("setting", "players", True, True),
        ("option", "GOAL", True, True),
        ("rule", "score", True, True),
        ("value", "worth", True, True),
        ("zone", "hand", True, True),
        ("Hero", "Mole", True, True),
        ("Hero", "Newt", True, True),
        ("table", "crow", True, True),
        ("card", "Hero", True, True),
        ("enum", "Color", True, True),
        ("action", "Hit", True, True),
        ("zone", "pile", False, True),
        ("Hero", "Hare", True, False),
        ("trigger", "spoils", True, False),
        ("card", "Extra", False, True),
    ]
    (change,) = longer.changes
    assert isinstance(change.before, s.Option) and brief(change.before.value) == 9


def test_scenarios_and_variants_beside_the_game(tmp_path: Path) -> None:
    files = {
        "game.gdl": GAME + 'scenario "inside":\n    players 2\n',
        "game/scenarios.gdl": 'scenario "beside":\n    players 2\n',
        "game/scenarios_more.gdl": 'scenario "more":\n    players 2\n',
        "game/notes.gdl": "card Unread\n",
        "game/variants/long.gdl": 'variant Long:\n    players: 3\n\nscenario "long":\n    with Long\n',
        "other/scenarios.gdl": 'scenario "of another":\n    players 2\n',
    }
    result = loaded(tmp_path, files)
    assert [scenario.title for scenario in result.scenarios] == ["inside", "beside", "more", "long"]
    assert [variant.name for variant in result.variants] == ["Long"]
    assert result.variants[0].file.endswith("long.gdl")
    beside = load_scenarios(tmp_path / "game.gdl", Diagnostics())
    assert [scenario.title for scenario in beside] == ["beside", "more"]


def test_a_variants_file_loads_its_game(tmp_path: Path) -> None:
    files = {
        "game.gdl": GAME + "option GOAL: 1..9 = 3\n",
        "game/variants/long.gdl": 'variant Long of "game.gdl":\n    option GOAL = 9\n',
    }
    result = loaded(tmp_path, files, main="game/variants/long.gdl")
    assert result.chosen == ("Long",) and result.game.name.name == "Tiny"
    assert brief(find(result, "option", "GOAL").value) == 9


def test_files_are_hashed_and_kept(tmp_path: Path) -> None:
    result = loaded(tmp_path, {"game.gdl": GAME + HERO, "rows.yaml": ROWS})
    hashes = {Path(file).name: digest for file, digest in result.files.items()}
    assert hashes["rows.yaml"] == hashlib.sha256(ROWS.encode()).hexdigest()
    assert set(hashes) == {"game.gdl", "rows.yaml"} and set(result.sources) == set(result.files)


def test_files_come_from_the_given_functions() -> None:
    files = {"made/up.gdl": GAME.encode() + b'use "more.gdl"\n', "made/more.gdl": b"card Card\n"}
    asked: list[str] = []

    def read(path: Path) -> bytes:
        asked.append(path.as_posix())
        return files[path.as_posix()]

    def listing(folder: Path) -> list[str]:
        return [Path(file).name for file in files if Path(file).parent == folder]

    diagnostics = Diagnostics()
    result = load("made/up.gdl", diagnostics, (), read, listing)
    assert result is not None and not len(diagnostics)
    assert asked == ["made/up.gdl", "made/more.gdl"]


def test_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    (tmp_path / "game.gdl").write_bytes(
        b"\xef\xbb\xbf" + (GAME + "card Card\n").replace("\n", "\r\n").encode()
    )
    diagnostics = Diagnostics()
    result = load(tmp_path / "game.gdl", diagnostics)
    assert result is not None and not len(diagnostics)
    assert (result.game.span.line, result.game.span.column) == (1, 1)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"# comment\n" * 1_000_000, "GDL0203"),
        (b"game Caf\xe9:\n    players: 2\n", "GDL0202"),
        (bytes(range(256)) * 10, "GDL0202"),
        (b"\0" * 1000, "GDL0122"),
        (b"", "GDL0207"),
    ],
    ids=["ten megabytes", "latin-1", "all bytes", "zeros", "empty"],
)
def test_odd_files(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "game.gdl").write_bytes(data)
    diagnostics = Diagnostics()
    assert load(tmp_path / "game.gdl", diagnostics) is None
    assert [d.code for d in diagnostics] == [code]


def test_a_missing_file(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    assert load(tmp_path / "nowhere.gdl", diagnostics) is None
    assert [d.code for d in diagnostics] == ["GDL0201"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_does_not_lead_outside(tmp_path: Path) -> None:
    (tmp_path / "secret.gdl").write_text("card Secret\n")
    game = tmp_path / "game"
    game.mkdir()
    (game / "inner.gdl").symlink_to(tmp_path / "secret.gdl")
    (game / "game.gdl").write_text(GAME + 'use "inner.gdl"\n')
    (game / "game" / "variants").mkdir(parents=True)
    (game / "game" / "variants" / "sly.gdl").symlink_to(tmp_path / "secret.gdl")
    (game / "game" / "scenarios.gdl").symlink_to(tmp_path / "secret.gdl")
    diagnostics = Diagnostics()
    result = load(game / "game.gdl", diagnostics)
    assert [d.code for d in diagnostics] == ["GDL0204"] * 3
    assert result is not None and [Path(file).name for file in result.files] == ["game.gdl"]
