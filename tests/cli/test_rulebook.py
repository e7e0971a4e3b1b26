"""`gdl rulebook`: what the author wrote, in the order people read it; nothing that steers a browser."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    "said",
    [
        "Dig, and go home in time.",
        "For 2 to 4 players.",
        "### Stone (token)\n\nWhat lies in the hill.\n\n- Six stones",
        "| name | copies | worth | text |",
        "| Rough Stone | 4 | 0 |  |",
        "| Ruby | 2 | 3 | Everybody wants it. |",
        "- the **hill**: bag of Stone, open, starts with all Stone",
        "first:  Setup\nthen:   Turn (each player in turn)",
        "### Turn\n\nEach in turn digs once.",
        "### Dig: “dig for …”\n\n- needs: no stones: `hill is not empty`\n- Who digs takes one stone.",
        "- **Hill**: Where the stones are.",
        "- **GOAL** = 3: points to win",
        "- variant **Deep**: a deeper hill",
    ],
)
def test_what_is_in_it(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "small.gdl"]) == 0
    assert said in capsys.readouterr().out


def test_a_variant_changes_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "small.gdl", "--variant", "Deep"]) == 0
    told = capsys.readouterr().out
    assert "With Deep." in told and "- **GOAL** = 9" in told


def test_html_lets_no_markup_of_the_game_through() -> None:
    assert main(["rulebook", "small.gdl", "--format", "html", "-o", "book.html"]) == 0
    page = Path("book.html").read_text()
    assert "<b>" not in page and "&lt;b&gt;Dig" in page
    assert "<table>" in page and "<td>Ruby</td>" in page
