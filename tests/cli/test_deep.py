"""`gdl lint --deep`: the pages of its codes, what is played, and that a finding can be found again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.cli import main
from gdl.cli.explain import front_matter
from gdl.combinations import every_combination, goes_together, rotation
from gdl.deep import play_deep, sittings
from gdl.dsl.diagnostics import Diagnostic, Diagnostics
from gdl.dsl.load import Loaded, load
from gdl.examine import Wish, examine
from gdl.hunt import other_values

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "dsl" / "codes").glob("GDL19*.md"))


def read(text: str, folder: Path) -> Loaded:
    path = folder / "game.gdl"
    path.write_text(text)
    told = Diagnostics()
    loaded = load(path, told)
    assert loaded is not None and not told.items
    return loaded


def found_in(text: str, folder: Path, games: int = 20, cap: int = 200) -> list[Diagnostic]:
    loaded, told = read(text, folder), Diagnostics()
    play_deep(loaded, sittings(loaded, games, told), told, cap)
    return list(told)


def examples(page: Path) -> tuple[str, str]:
    example, cure = re.findall(r"^```gdl\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    return example, cure


def page_of(code: str) -> Path:
    return next(page for page in PAGES if page.name.startswith(code))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path) -> None:
    example, cure = examples(page)
    found = found_in(example, tmp_path)
    assert {each.code for each in found} == {page.name[:7]}
    assert {each.severity for each in found} == {front_matter(page)["severity"]}
    assert found_in(cure, tmp_path) == []


def test_there_are_pages() -> None:
    assert len(PAGES) == 5


# ------------------------------------------------------------------------------------------ never used


def test_what_was_never_used_is_told_at_its_place(tmp_path: Path) -> None:
    example, _ = examples(page_of("GDL1902"))
    (found,) = found_in(example, tmp_path)
    assert "action `Hurry` was never taken in 60 games" in found.message  # twice as many again to find it
    assert example.splitlines()[found.span.line - 1].startswith("action Hurry")


SHOWN = '\nscenario "who is late may hurry":\n    given turns = {turns}\n    then {not_}offered p1 Hurry\n'


def test_a_scenario_that_only_looks_at_it_does_not_use_it(tmp_path: Path) -> None:
    example, _ = examples(page_of("GDL1902"))
    (found,) = found_in(example + SHOWN.format(turns=3, not_="not "), tmp_path)
    assert (found.code, found.severity) == ("GDL1902", "warning")


def test_a_scenario_that_fails_is_no_witness(tmp_path: Path) -> None:
    example, _ = examples(page_of("GDL1904"))
    found = found_in(example.replace("then won p1", "then won p2"), tmp_path)
    assert [(each.code, each.severity) for each in found] == [("GDL1905", "warning")]


def test_what_only_scenarios_come_to_is_one_note(tmp_path: Path) -> None:
    example, _ = examples(page_of("GDL1904"))
    text = example.replace("win p\n\n", "crown(p)\n\nrule crown(p: Player):\n    win p\n\n").replace(
        'action Wait(p: Player) "wait":\n',
        'action Wait(p: Player) "wait":\n    if bells = 29:\n        sigh()\n',
    )
    text += '\nrule sigh():\n    log "so near"\n\nscenario "so near":\n    given bells = 29\n    do p1 Wait\n'
    (found,) = [each for each in found_in(text, tmp_path) if each.message.startswith("60 games at random")]
    assert (found.code, found.severity) == ("GDL1904", "note")
    assert "rule `sigh` (`so near`)" in found.message
    assert "rule `crown` (`who rings thirty times in a row has won`)" in found.message
    assert text.splitlines()[found.span.line - 1].startswith("game ")


def test_what_had_no_alternative_was_taken_all_the_same(tmp_path: Path) -> None:
    """With two players there is one opponent only, so nobody is asked whom to greet."""
    text = (
        "game Greetings:\n    players: 2\n\nstate:\n    turns: 0..9 = 0\n\nflow:\n    repeat Turn for each player\n\n"
        "phase Turn(p: Player):\n    offer p: Greet\n    turns += 1\n\n"
        'action Greet(p: Player, q: Player) "greet {q}":\n    requires: q != p\n    log "hello"\n\n'
        "when turns = 5:\n    win random p in players\n"
    )
    assert found_in(text, tmp_path) == []


# ------------------------------------------------------------------------------------------ looked for

PATIENT = (
    'game Patient:\n    players: 2\n\noption QUIET: 0..30 = 20 "rests in a row that end the game"\n\n'
    "state:\n    turns: 0..12 = 0\n    rests: 0..12 = 0\n\nflow:\n    repeat Turn for each player\n\n"
    "phase Turn(p: Player):\n    offer p: Work, Rest\n    turns += 1\n\n"
    'action Work(p: Player) "work":\n    rests = 0\n\naction Rest(p: Player) "rest":\n    rests += 1\n\n'
    "when turns = 12:\n    win random p in players\n\n"
    "when QUIET > 0 and rests >= QUIET:\n    fall_asleep()\n\nrule fall_asleep():\n    tie\n"
)


def test_what_an_option_keeps_away_is_found_at_another_value_of_it(tmp_path: Path) -> None:
    assert found_in(PATIENT, tmp_path) == []
    fixed = PATIENT.replace("option QUIET: 0..30 = 20", "option QUIET: 20..30 = 20")
    assert {each.code for each in found_in(fixed, tmp_path)} == {"GDL1902"}


def test_the_other_values_of_options(tmp_path: Path) -> None:
    text = PATIENT.replace(
        "state:\n",
        "enum Mood: Calm, Gay, Wild\noption LOUD: bool = no\noption MOOD: Mood = Gay\noption ONE: 1..2 = 2\n"
        "option NONE: 3..3 = 3\n\nstate:\n",
        1,
    )
    assert other_values(read(text, tmp_path)) == {
        "QUIET": ["0", "1", "30"], "LOUD": ["yes"], "MOOD": ["Calm", "Wild"], "ONE": ["1"], "NONE": [],
    }  # fmt: skip


def test_a_failure_that_is_met_on_the_way_is_told_with_the_option(tmp_path: Path) -> None:
    text = PATIENT.replace("    tie\n", "    turns += 20\n    tie\n").replace("turns: 0..12", "turns: 0..40")
    assert found_in(text, tmp_path) == []
    (found,) = found_in(text.replace("turns: 0..40", "turns: 0..19"), tmp_path)
    assert found.code == "GDL0904" and found.hint.endswith("--players 2 --set QUIET=1")


def test_more_games_are_played_where_something_is_missing(tmp_path: Path) -> None:
    """The variant is played 5 times out of 25, in which a chance of one in twenty may well not come."""
    text = (
        "game Lucky:\n    players: 2\n\nflow:\n    repeat Turn for each player\n\n"
        'phase Turn(p: Player):\n    choose one by p "What?":\n        "stop": win random q in players\n'
        '        "go on": pass\n\nvariant Luck:\n    before Turn(p):\n'
        "        let n = random k in 1..40\n        if n = 1:\n            shine(p)\n"
        "    rule shine(p: Player):\n        win p\n"
    )
    read(text, tmp_path)
    assert codes(tmp_path / "game.gdl", Wish(40)) == []
    never = text.replace("if n = 1:", "if n = 41:")
    read(never, tmp_path)
    assert codes(tmp_path / "game.gdl", Wish(40)) == ["GDL1902"]


# ------------------------------------------------------------------------------------------ never ends

ENDLESS = examples(page_of("GDL1901"))[0]


def test_a_header_that_says_endless_does_not_excuse_a_game_that_never_ends(tmp_path: Path) -> None:
    text = ENDLESS.replace("players: 2\n", 'players: 2\n    endless: "it is a pastime"\n')
    (found,) = found_in(text, tmp_path)
    assert found.severity == "warning" and "20 of 20 games" in found.message
    assert 'the header says "it is a pastime", but' in found.hint


def test_a_rare_game_without_end_is_a_note_where_the_header_says_so(tmp_path: Path) -> None:
    """Every turn one face in six ends the game: of 100 games about two go on for more than 20 turns."""
    text = (
        "use std.dice\n\ngame Six:\n    players: 2\n\nzones:\n    table: pool of D6, open, starts with all D6\n\n"
        "flow:\n    repeat Turn for each player\n\nphase Turn(p: Player):\n    roll D6\n"
        '    offer p: Wait, Rest\n\naction Wait(p: Player) "wait":\n    look(p)\n\n'
        'action Rest(p: Player) "rest":\n    look(p)\n\nrule look(p: Player):\n    if some d in D6 where d.face = 6:\n'
        "        win p\n"
    )
    (found,) = found_in(text, tmp_path, 100, 20)
    assert (found.code, found.severity) == ("GDL1901", "warning")
    said = text.replace("players: 2\n", 'players: 2\n    endless: "a six may never come"\n')
    (found,) = found_in(said, tmp_path, 100, 20)
    assert (found.code, found.severity) == ("GDL1901", "note")
    assert found.message.endswith("a six may never come")


def test_the_header_says_how_often_a_game_may_go_on(tmp_path: Path) -> None:
    """All of these games go on: that is more than nine in ten, and one more by chance, of twenty or of a hundred."""
    text = ENDLESS.replace("players: 2\n", 'players: 2\n    endless: "it is a pastime", 9 in 10\n')
    (found,) = found_in(text, tmp_path)
    assert found.severity == "warning" and "more than 9 in 10" in found.hint
    (found,) = found_in(text.replace("9 in 10", "19 in 20"), tmp_path)
    assert found.severity == "note"


# ------------------------------------------------------------------------------------------ fails, and again

BAD = (
    "game Bad:\n    players: 2\n\nstate:\n    pot: 0..30 = 0\n\nflow:\n    repeat Turn for each player\n\n"
    'phase Turn(p: Player):\n    offer p: Add, More\n\naction Add(p: Player) "add":\n    pot += 1\n\n'
    'action More(p: Player) "more":\n    pot += 2\n'
)


def test_a_definition_that_fails_at_the_table_is_an_error_with_the_game_that_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.gdl").write_text(BAD)
    assert main(["lint", "bad.gdl"]) == 0
    capsys.readouterr()
    assert main(["lint", "bad.gdl", "--deep", "5"]) == 1
    told = capsys.readouterr().out
    assert "error GDL0904" in told and "bad.gdl:1" in told and "pot += 2" in told
    command = re.search(
        r"games at random: gdl (run bad.gdl --human none --seed \d+ --players 2)$", told, re.M
    )
    assert command is not None
    place = re.search(r"^bad.gdl:\d+:\d+: error GDL0904", told, re.M)
    assert place is not None
    assert main(command[1].split()) == 1
    assert place[0] in capsys.readouterr().err


# ------------------------------------------------------------------------------------------ never won


def test_a_seat_that_never_wins_is_told(tmp_path: Path) -> None:
    text = examples(page_of("GDL1905"))[1].replace("win p", "win players[1]")
    (found,) = found_in(text, tmp_path, 60)
    assert found.code == "GDL1905" and "player 2 of 2 won none of 60 games" in found.message


# ------------------------------------------------------------------------------------------ variants

VARIED = (
    "game Varied:\n    players: 2..3\n\nstate:\n    turns: 0..9 = 0\n\nflow:\n    repeat Turn for each player\n\n"
    "phase Turn(p: Player):\n    offer p: Wait, Rest\n    turns += 1\n\n"
    'action Wait(p: Player) "wait":\n    log "waits"\n\naction Rest(p: Player) "rest":\n    log "rests"\n\n'
    "when turns = 9:\n    win random p in players\n\n"
    "variant Sing:\n    replace phase Turn(p):\n        offer p: Wait, Rest, Hum\n        turns += 1\n"
    '    action Hum(p: Player) "hum":\n        log "hums"\n\n'
    'variant Loud with Sing:\n    replace action Hum(p: Player) "shout":\n        turns += 2\n\n'
    "variant Dance:\n    replace phase Turn(p):\n        offer p: Wait, Rest\n        turns += 1\n\n"
    'variant Full:\n    requires "three or none": count(players) = 3\n'
)


def test_combinations_have_what_they_need_and_no_clashes(tmp_path: Path) -> None:
    loaded = read(VARIED, tmp_path)
    every = every_combination(loaded)
    assert every[0] == ()
    assert {frozenset(each) for each in every} == {
        frozenset(some)
        for some in (
            (), ("Sing",), ("Dance",), ("Full",), ("Sing", "Loud"), ("Sing", "Dance"), ("Sing", "Full"),
            ("Dance", "Full"), ("Sing", "Loud", "Dance"), ("Sing", "Loud", "Full"), ("Sing", "Dance", "Full"),
            ("Sing", "Loud", "Dance", "Full"),
        )
    }  # fmt: skip
    refused = [each for each in every if not goes_together(loaded, each)]
    assert all({"Sing", "Dance"} <= set(each) for each in refused) and len(refused) == 4


def test_the_rotation_has_every_variant_alone_and_every_pair(tmp_path: Path) -> None:
    chosen = rotation(read(VARIED, tmp_path), 16)
    assert {("Sing",), ("Dance",), ("Full",), ("Sing", "Loud")} <= set(chosen)
    for pair in ({"Sing", "Full"}, {"Loud", "Full"}, {"Dance", "Full"}):
        assert any(pair <= set(each) for each in chosen), pair
    assert len(chosen) <= 6
    assert len(rotation(read(VARIED, tmp_path), 3)) == 3


def codes(path: Path, wish: Wish) -> list[str]:
    return [each.code for each in examine([path], wish).diagnostics]


def test_workers_share_the_games_and_find_the_same(tmp_path: Path) -> None:
    read(VARIED, tmp_path)
    one, two = (
        examine([tmp_path / "game.gdl"], Wish(20, every=True, workers=workers)).diagnostics for workers in (1, 2)
    )
    assert [str(each) for each in one] == [str(each) for each in two] != []


def test_variants_are_played_too(tmp_path: Path) -> None:
    """Loud lets the turns run out of their range, which only games with it can show."""
    read(VARIED, tmp_path)
    path = tmp_path / "game.gdl"
    assert codes(path, Wish(20, ("Sing",))) == []
    assert codes(path, Wish(20, ("Sing", "Full"))) == []
    for wish in (Wish(20), Wish(20, ("Loud",)), Wish(20, every=True)):
        found = examine([path], wish)
        assert {each.code for each in found.diagnostics} == {"GDL0904"}
        assert all("--variant Loud" in each.hint for each in found.diagnostics)


def test_every_variant_counts_what_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    read(VARIED.replace("turns: 0..9", "turns: 0..99").replace("turns = 9", "turns >= 9"), tmp_path)
    assert main(["lint", "game.gdl", "--strict", "--deep", "20", "--every-variant"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "8 combinations of variants looked at, 4 refused by the game" in said.err
    assert main(["lint", "game.gdl", "--variant", "Sing", "--variant", "Dance"]) == 1
    assert "GDL0227" in capsys.readouterr().out
    assert main(["lint", "game.gdl", "--variant", "Sign"]) == 2
    assert "did you mean `Sing`?" in capsys.readouterr().err
