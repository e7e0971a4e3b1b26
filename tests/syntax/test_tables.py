"""The grammar has no conflict, every rule has its builder, and the cache helps without being trusted."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gdl.dsl.parse import tables as made
from gdl.dsl.parse.build_scenarios import Builder


def test_the_grammar_is_strict() -> None:
    """lark compares terminals only where interegular is installed, and then a conflict raises."""
    pytest.importorskip("interegular")
    plain = made.make_plain(made.GRAMMAR.read_text(encoding="utf-8"))
    assert len(plain["actions"]) > 1000


def test_a_conflict_would_be_seen() -> None:
    pytest.importorskip("interegular")
    grammar = "\n".join(f"{start}: a | b" for start in made.STARTS) + '\na: "x" "y"?\nb: "x"\n'
    with pytest.raises(Exception, match=r"(?i)collision|conflict"):
        made.make_plain(grammar)


def test_every_rule_has_its_builder() -> None:
    rules = [rule for rule in made.tables().rules if rule.method and not _only_passes(rule)]
    missing = sorted({rule.method for rule in rules if not hasattr(Builder, rule.method)})
    assert not missing and len(rules) > 300


def _only_passes(rule: made.Rule) -> bool:
    return rule.single and len(rule.plan) == 1


WARM = """
import sys
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.parse import parse
from gdl.dsl.source import Source
diagnostics = Diagnostics()
assert parse(Source("x.gdl", "game A:\\n    players: 2\\n"), diagnostics)
print(*(name for name in ("lark", "yaml", "interegular") if name in sys.modules))
"""


HOLLOW = dict.fromkeys(("starts", "actions", "gotos", "rules", "patterns", "literals"))


def run(cache: Path) -> str:
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", WARM], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_a_warm_start_needs_no_lark(tmp_path: Path) -> None:
    assert "lark" in run(tmp_path)
    assert run(tmp_path) == ""


@pytest.mark.parametrize(
    "damage", [b"", b"junk", marshal.dumps([1, 2]), marshal.dumps({"starts": 1}), marshal.dumps(HOLLOW)]
)
def test_a_damaged_cache_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    run(tmp_path)
    (kept,) = (tmp_path / "gdl").iterdir()
    kept.write_bytes(damage)
    assert "lark" in run(tmp_path)
    assert run(tmp_path) == ""


@pytest.mark.skipif(os.name == "nt", reason="permissions are not kept there")
def test_the_cache_is_private(tmp_path: Path) -> None:
    run(tmp_path)
    assert (tmp_path / "gdl").stat().st_mode & 0o777 == 0o700
    (tmp_path / "gdl").chmod(0o777)
    assert "lark" in run(tmp_path), "a folder that others can write to is not read"


def test_no_cache_at_all(tmp_path: Path) -> None:
    (tmp_path / "gdl").write_text("a file where the folder should be")
    assert "lark" in run(tmp_path)
