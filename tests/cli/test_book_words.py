"""Steps and conditions in the words of a rulebook: a phase with these steps reads so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.load import load
from gdl.rulebook import rulebook

ROOT = Path(__file__).parent.parent.parent
GAMES = [
    p
    for folder in ("gamedefs", "docs/cookbook")
    for p in sorted((ROOT / folder).rglob("*.gdl"))
    if re.search(r"^game ", p.read_text(), re.M)
]
GAME = """\
game Words:
    players: 2..4

option GOAL: 1..9 = 3 "points to win"
enum Colour: Red, Blue

card Card:
    rank: 1..9
    colour: Colour
    state tired: bool = no
Card GreatApe x3 "the Great Ape":
    rank: 4
    colour: Red

die D6:
    faces: 1..6

zones:
    deck: deck of Card, starts with all Card
    discard: stack of Card, open
    each player:
        hand: hand of Card, owner

state:
    pot: 0..99 = 0
    each player:
        score: 0..99 = 0
        out: bool = no

flow:
    repeat Turn for each player

value strength(p: Player) = sum(c.rank for c in p.hand)

rule gain(p: Player, n: int):
    p.score += n

phase Turn(p: Player):
{steps}
action Rest(p: Player) "rest":
    pass
"""
SAID = [
    ("draw 1 from deck to p.hand", ["Draw 1 card from the deck into the player’s hand."]),
    ("draw 2 from deck to p.hand", ["Draw 2 cards from the deck into the player’s hand."]),
    ("shuffle deck", ["Shuffle the deck."]),
    ("roll D6", ["Roll the D6."]),
    ("p.score += GOAL", ["The player’s score goes up by 3."]),
    ("p.out = yes", ["The player is now out."]),
    ("p.out = no", ["The player is no longer out."]),
    ("if p.score >= GOAL: win p", ["If the player’s score is at least 3: **the player wins the game.**"]),
    ("if count(p.hand) = 0: tie", ["If there are no cards in the player’s hand: **The game is a tie.**"]),
    ("if deck is empty: shuffle discard", ["If the deck is empty: shuffle the discard."]),
    (
        "choose c in p.hand where c.rank > 2 by p\nelse: return\nmove c to discard",
        [
            "The player chooses a card in the player’s hand where its rank is more than 2.",
            "If there is none: this is over.",
            "Put that card into the discard.",
        ],
    ),
    (
        "for q in players where not q.out:\n    q.score -= 1\n    shuffle deck",
        ["For each player where that player is not out:", "That player’s score goes down by 1.", "Shuffle the deck."],
    ),
    ("offer p: Rest, pass", ["The player does one of these: **Rest** or pass."]),
    ("gain(p, strength(p))", ["Do *gain* with the player and the strength of the player."]),
    ("log \"nothing to see\"\nshuffle deck", ["Shuffle the deck."]),
    ("while some c: GreatApe in p.hand: p.score += 1",
     ["As long as there is the Great Ape in the player’s hand: the player’s score goes up by 1."]),
    ("may p \"take a {top(deck)}\": shuffle deck", ["The player may choose “take a top card of the deck”: shuffle the deck."]),
    ("reveal p.hand to left of p", ["Show the player’s hand to the player to the left of the player."]),
    ("move p.hand to deck bottom", ["Put the player’s hand under the deck."]),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "said"), SAID, ids=[steps.split("\n")[0] for steps, _ in SAID])
def test_steps_in_words(steps: str, said: list[str], tmp_path: Path) -> None:
    path = tmp_path / "words.gdl"
    path.write_text(GAME.replace("{steps}", "".join(f"    {line}\n" for line in steps.split("\n"))))
    told = Diagnostics()
    loaded = load(path, told)
    assert loaded is not None and not told.has_errors, told.items
    text = rulebook(loaded, path).markdown()
    turn = text.split("### Turn\n")[1].split("\n## ")[0]
    lines = [line.strip().removeprefix("- ") for line in turn.split("\n") if line.strip()]
    assert lines == [line.replace("a the Great Ape", "the Great Ape") for line in said]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_no_shipped_book_has_signs_of_the_language(game: Path) -> None:
    """Prose, not code: no name with an underscore outside of code marks, no blanks, no defects of the maker."""
    loaded = load(game, Diagnostics())
    assert loaded is not None
    book = rulebook(loaded, game)
    prose = re.sub(r"`[^`]*`|<sub>.*?</sub>|```.*?```", "", book.markdown(), flags=re.DOTALL)
    assert not re.search(r"\b[a-z]+_[a-z_]+\b|%%|\bNone\b|gdl\.dsl", prose), re.findall(
        r".*\b[a-z]+_[a-z_]+\b.*|.*%%.*", prose
    )[:5]
    assert "## How it goes" in prose and len(book.html()) > len(prose)
