"""Nodes stand for the text at their spans; citations and comments are where their author put them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse import parse, parse_expression, parse_expressions
from gdl.dsl.parse.tree import walk
from gdl.dsl.source import Source, Span

ROOT = Path(__file__).parent.parent.parent
GAMES = sorted((ROOT / "gamedefs").rglob("*.gdl"))


def read(text: str) -> s.File:
    diagnostics = Diagnostics()
    file = parse(Source("x.gdl", text), diagnostics)
    assert not len(diagnostics), "\n".join(map(str, diagnostics))
    assert file is not None
    return file


def at(text: str, span: Span) -> str:
    """The source of a span on one line."""
    assert span.line == span.end_line
    return text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


SAMPLE = """\
rule a(p: Player, n: 0..5) -> int:
    log "{p.hand} x {count(c in p.hand where c.cost > 2)} and {{ \\" {p}"
    choose up to 2 c in p.hand where c.cost > 2
        by p "Which {n}?" as got
    if x is not none and (a + b) * 3 = 9:
        move 2 Mouse + 1 Food from p.bag to players from p
    elif left of p = p: stop
    else: return n / 2 rounded up
"""


@pytest.mark.parametrize("path", [None, *GAMES], ids=lambda path: path.name if path else "sample")
def test_spans_are_exact(path: Path | None) -> None:
    text = path.read_text(encoding="utf-8") if path else SAMPLE
    seen = 0
    for declaration in read(text).declarations:
        for node, _ in walk(declaration):
            if isinstance(node, s.Name | s.NamedType):
                assert at(text, node.span) == node.name
            elif isinstance(node, s.Number):
                assert int(at(text, node.span)) == node.value
            elif isinstance(node, s.Text):
                assert at(text, node.span)[0] == at(text, node.span)[-1] == '"'
            elif isinstance(node, s.Member):
                assert at(text, node.name.span) == node.name.name
            elif isinstance(node, s.Portion):
                assert at(text, node.span).split() == [str(node.count), node.kind.name]
            else:
                continue
            seen += 1
    assert seen > 5 or len(text) < 500


def test_a_whole_form_is_covered() -> None:
    (rule,) = read(SAMPLE).declarations
    assert isinstance(rule, s.Rule)
    assert (rule.span.line, rule.span.column, rule.span.end_line) == (1, 1, 8)
    log, choose, branch = rule.body
    assert (choose.span.line, choose.span.end_line) == (3, 4)
    assert at(SAMPLE, log.span) == SAMPLE.split("\n")[1].strip()
    assert isinstance(branch, s.If) and branch.otherwise is not None
    (second,) = branch.otherwise
    assert isinstance(second, s.If) and second.span.line == 7 and second.otherwise is not None
    assert isinstance(branch.condition, s.Binary) and branch.condition.op == "and"
    assert at(SAMPLE, branch.condition.span) == "x is not none and (a + b) * 3 = 9"


def test_texts_have_their_parts() -> None:
    (rule,) = read(SAMPLE).declarations
    assert isinstance(rule, s.Rule) and isinstance(rule.body[0], s.Log)
    parts = rule.body[0].text.parts
    assert [part if isinstance(part, str) else type(part).__name__ for part in parts] == [
        "Member", " x ", "Count", ' and { " ', "Name",
    ]  # fmt: skip


def test_escapes() -> None:
    (fact,) = read(r'fact "a \" b \\ c \n d {{e}} f": yes' + "\n").declarations
    assert isinstance(fact, s.Fact)
    assert fact.text.parts == ('a " b \\ c \n d {e} f',)


CITED = """\
@XX-A-1 @XX-A-2
# why
@XX-A-3
rule a(p: Player): @XX-B-1
    @XX-C-1
    draw 1 from z to y   @XX-C-2 @XX-C-3  # a comment
    choose x in z
        where x.a        @XX-D-1
        by p
    choose one by p:
        "stop": stop     @XX-E-1

Hero:                    @XX-F-1
    | kind | cost |
    | Mole | 1    |      @XX-G-1
zones:
    deck: deck of Hero   @XX-H-1
    each player:
        hand: hand of Hero  @XX-H-2

table t(n: int) by n:
    1: stop              @XX-I-1
scenario "s" @XX-J-1 @XX-J-2:
    players 2            @XX-J-3
"""


def test_citations_stay_with_what_they_stand_at() -> None:
    cited: dict[str, list[str]] = {}
    for declaration in read(CITED).declarations:
        for node, _ in walk(declaration):
            if getattr(node, "cites", ()):
                cited.setdefault(type(node).__name__, []).extend(c.id for c in node.cites)  # type: ignore[attr-defined]
    assert cited == {
        "Rule": ["XX-A-1", "XX-A-2", "XX-A-3", "XX-B-1"],
        "Draw": ["XX-C-1", "XX-C-2", "XX-C-3"],
        "Choose": ["XX-D-1"],
        "MenuEntry": ["XX-E-1"],
        "KindTable": ["XX-F-1"],
        "Kind": ["XX-G-1"],
        "Zone": ["XX-H-1", "XX-H-2"],
        "TableRow": ["XX-I-1"],
        "Scenario": ["XX-J-1", "XX-J-2"],
        "SeatsScene": ["XX-J-3"],
    }


def test_a_citation_has_its_place() -> None:
    (rule, *_) = read(CITED).declarations
    assert [at(CITED, cite.span) for cite in rule.cites] == ["@XX-A-1", "@XX-A-2", "@XX-A-3", "@XX-B-1"]


def test_comments_are_kept() -> None:
    assert read(CITED).comments == ((2, 1, "# why"), (6, 43, "# a comment"))


def test_expressions_alone() -> None:
    diagnostics = Diagnostics()
    amount = parse_expression("2 Mouse + 1 Food", "rows.yaml", 7, 12, diagnostics)
    assert isinstance(amount, s.Amount)
    assert [(p.count, p.kind.name, p.span.line, p.span.column) for p in amount.portions] == [
        (2, "Mouse", 7, 12),
        (1, "Food", 7, 22),
    ]
    both = parse_expressions("strength_per(Mouse), cheaper(1)", "rows.yaml", 1, 1, diagnostics)
    assert [type(each).__name__ for each in both] == ["Call", "Call"]
    assert not len(diagnostics)


def test_an_expression_that_is_none() -> None:
    diagnostics = Diagnostics()
    assert isinstance(parse_expression("2 +", "rows.yaml", 7, 12, diagnostics), s.Broken)
    (told,) = diagnostics
    assert told.code == "GDL0119" and (told.span.file, told.span.line, told.span.column) == (
        "rows.yaml",
        7,
        15,
    )
