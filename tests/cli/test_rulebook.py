"""`gdl rulebook`: what the author wrote, in the order people read it; nothing that steers a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.cli import main

GAME = """\
# Dig, and go home in time.
game Small:
    title: "Small <b>Dig</b>"
    players: 2..4

option GOAL: 1..9 = 3 "points to win"

# What lies in the hill.
@AB-COMP-01
token Stone:
    worth: 0..3
    text: text = ""

Stone:
    | kind       | x | worth |
    | RoughStone | 4 | 0     |
    | Ruby       | 2 | 3     |

Stone Ruby:
    text: "Everybody wants it."

zones:
    hill: bag of Stone, open, starts with all Stone

flow:
    once Setup
    repeat Turn for each player

phase Setup:
    shuffle hill

# Each in turn digs once.
phase Turn(p: Player):
    offer p: Dig

action Dig(p: Player) "dig for {GOAL}":
    requires "no stones": hill is not empty
    log "digs" @AB-DIG-01

variant Deep "a deeper hill":
    option GOAL = 9
"""
CATALOGUE = """\
summary: A hill full of stones.
rules:
  - {id: AB-DIG-01, rule: "Who digs takes one stone."}
components:
  - {id: AB-COMP-01, what: "Six stones"}
terms:
  Hill: Where the stones are.
"""


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.gdl").write_text(GAME)
    Path("small").mkdir()
    Path("small/rulebook.yaml").write_text(CATALOGUE)


def test_headings_of_the_catalogue_are_no_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """`Six stones` counts what is in the box, which the book has counted itself."""
    assert main(["rulebook", "small.gdl"]) == 0
    told = capsys.readouterr().out
    assert "Six stones" not in told and "Who digs takes one stone." in told


def test_many_that_differ_in_their_names_alone_stand_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"    | Node{i} | {i if i < 2 else '-'} |\n" for i in range(9))
    text = Path("small.gdl").read_text(encoding="utf-8") + (
        f"\nspace Node:\n    toll: 0..9 = 0\nNode:\n    | kind | toll |\n{rows}"
    )
    Path("nodes.gdl").write_text(text, encoding="utf-8")
    assert main(["rulebook", "nodes.gdl"]) == 0
    told = capsys.readouterr().out
    assert "| Node1 | 1 |" in told and "| Node2" not in told
    assert "And 7 more, with nothing printed on them: Node2, Node3, Node4, Node5, Node6, Node7, Node8." in told


@pytest.mark.parametrize(
    "said",
    [
        "Dig, and go home in time.",
        "For 2 to 4 players.",
        "### Stone\n\n*6 tokens*\n\nWhat lies in the hill.\n\n| name",
        "| name | number | worth | text |",
        "| Rough Stone | 4 | 0 |  |",
        "| Ruby | 2 | 3 | Everybody wants it. |",
        "- The **hill**: a bag of stones; open to all; at the beginning all stones.",
        "A hill full of stones.",
        "## Setting up\n\n### Setup\n\n- Shuffle the hill.",
        "first:  Setup\nthen:   Turn (each player in turn)",
        "### Turn\n\nEach in turn digs once.",
        "### Dig: “dig for 3”\n\nOnly if:\n\n- The hill is not empty (otherwise: “no stones”).\n\n- Who digs takes one stone.",
        "- **Hill**: Where the stones are.",
        "| Points to win | 3 | 1 to 9 | `GOAL` |",
        "### Deep\n\nA deeper hill",
    ],
)
def test_what_is_in_it(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "small.gdl"]) == 0
    assert said in capsys.readouterr().out


def test_a_variant_changes_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "small.gdl", "--variant", "Deep"]) == 0
    told = capsys.readouterr().out
    assert "With Deep." in told and "| Points to win | 9 |" in told and "### Deep (chosen)" in told


def test_html_lets_no_markup_of_the_game_through() -> None:
    assert main(["rulebook", "small.gdl", "--format", "html", "-o", "book.html"]) == 0
    page = Path("book.html").read_text()
    assert "<b>" not in page and "&lt;b&gt;Dig" in page
    assert "<table>" in page and "<td>Ruby</td>" in page


def test_html_has_the_flow_drawn_and_contents() -> None:
    assert main(["rulebook", "small.gdl", "--format", "html", "-o", "book.html"]) == 0
    page = Path("book.html").read_text()
    (drawing,) = re.findall(r"<svg class=.flow.*?</svg>", page, re.DOTALL)
    assert ">Setup</text>" in drawing and ">Turn</text>" in drawing and drawing.count('class="box"') == 2
    places = re.findall(r'<h[23] id="(.*?)"', page)
    assert len(places) == len(set(places)) >= 8
    assert {f"#{place}" for place in places} == set(re.findall(r'href="(.*?)"', page))
    assert "%%" not in page and "Points to win: 9 instead of 3" in page
    assert page.count("<details>") == page.count("</details>") >= 1
