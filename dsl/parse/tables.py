"""The parse tables of `gdl.lark`: made by lark once, kept in the user's cache, plain data afterwards.

Making them takes most of a second and importing lark a tenth; reading them back takes a few milliseconds.
The cache is written with `marshal` (numbers, strings, lists: reading it runs no code), under a name that
holds the hash of the grammar, of this file, and what Python and lark these are, in a folder only the user can
write to. Whatever goes wrong with it, the tables are made anew.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gdl.dsl.records import dataclass

GRAMMAR = Path(__file__).parent.parent / "gdl.lark"
STARTS = ("declaration_alone", "expression_alone", "expressions_alone")
ACCEPT = 1_000_000
"""An action like `shift to`, for a state in which the input is read to its end."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a reduction does: take `length` values off the stack, and call `method` with those in `plan`.

    An entry of the plan is the index of a value, or (index,) for a list whose items are wanted, or None for
    an optional part that is not there. `method` is empty for a helper rule: its values go up as a list.
    A `single` rule passes its value on if it has just one.
    """

    origin: str
    length: int
    method: str
    plan: tuple[int | tuple[int] | None, ...]
    single: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """`actions[state][terminal]` is a state to shift to, or `~rule` to reduce by; `gotos` give a state.

    A terminal is named by its text where it is a word or a sign (`move`, `+=`), else as in the grammar.
    `patterns` has the regular expressions of the latter, `literals` all the former.
    """

    starts: dict[str, int]
    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]
    rules: list[Rule]
    patterns: dict[str, str]
    literals: frozenset[str]


@cache
def tables() -> Tables:
    """The tables, from the cache if it holds them. The same object at each call."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    path = _cache_path(grammar)
    kept = _read(path) if path else None
    if kept is not None:
        return kept
    plain = make_plain(grammar)
    if path:
        _write(path, plain)
    return _from_plain(plain)


def make_plain(grammar: str) -> dict[str, Any]:
    """The tables of a grammar as plain data. Raises lark's error where it has a conflict: our own bug."""
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    try:
        import interegular  # noqa: F401  (lark compares the terminals with it)

        strict = True
    except ImportError:
        strict = False
    made: Any = Lark(
        grammar, parser="lalr", lexer="contextual", start=list(STARTS), strict=strict, maybe_placeholders=True
    )
    literal = {t.name: t.pattern.value for t in made.terminals if t.pattern.type == "str"}
    table = made.parser.parser._parse_table
    numbers = {rule: number for number, rule in enumerate(made.rules)}
    actions: list[dict[str, int]] = [{} for _ in table.states]
    gotos: list[dict[str, int]] = [{} for _ in table.states]
    nonterminals = {rule.origin.name for rule in made.rules}
    for state, row in table.states.items():
        for symbol, (action, target) in row.items():
            if symbol in nonterminals:
                gotos[state][str(symbol)] = target
            else:
                actions[state][literal.get(symbol, str(symbol))] = (
                    target if action is Shift else ~numbers[target]
                )
    for state in table.end_states.values():
        actions[state]["$END"] = ACCEPT
    return {
        "starts": {str(name): state for name, state in table.start_states.items()},
        "actions": actions,
        "gotos": gotos,
        "rules": [_plain_rule(rule) for rule in made.rules],
        "patterns": {t.name: t.pattern.to_regexp() for t in made.terminals if t.pattern.type != "str"},
        "literals": sorted(literal.values()),
    }


def _plain_rule(rule: Any) -> tuple[str, int, str, list[int | tuple[int] | None], bool]:
    """What lark's own tree builder would keep of a rule's symbols: words and signs go, `[x]` leaves a gap."""
    gaps = [0] * (len(rule.expansion) + 1)
    if rule.options.empty_indices:
        runs = "".join("1" if empty else "0" for empty in rule.options.empty_indices).split("0")
        gaps = [len(run) for run in runs]
    plan: list[int | tuple[int] | None] = []
    for index, symbol in enumerate(rule.expansion):
        plan += [None] * gaps[index]
        if symbol.is_term and symbol.filter_out and not rule.options.keep_all_tokens:
            continue
        helper = not symbol.is_term and symbol.name.startswith("_")
        plan.append((index,) if helper else index)
    plan += [None] * gaps[-1]
    origin = str(rule.origin.name)
    single = bool(rule.options.expand1) and not rule.alias
    method = "" if origin.startswith("_") else str(rule.alias or origin)
    return origin, len(rule.expansion), method, plan, single


def _from_plain(plain: dict[str, Any]) -> Tables:
    rules = [Rule(o, length, m, tuple(plan), single) for o, length, m, plan, single in plain["rules"]]
    literals = frozenset(plain["literals"])
    return Tables(plain["starts"], plain["actions"], plain["gotos"], rules, plain["patterns"], literals)


# ---------------------------------------------------------------------------------------------- the cache


def _cache_path(grammar: str) -> Path | None:
    """Where the tables of this grammar are kept; None where no folder is safe."""
    folder = _cache_folder()
    if folder is None:
        return None
    key = hashlib.sha256()
    for part in (grammar, Path(__file__).read_text(encoding="utf-8"), sys.version, _lark_version()):
        key.update(part.encode() + b"\0")
    return folder / f"tables-{key.hexdigest()[:24]}.marshal"


def _lark_version() -> str:
    """What tells one installed lark from another, without importing it."""
    found = find_spec("lark")
    if found is None or found.origin is None:
        return ""
    about = os.stat(found.origin)
    return f"{found.origin} {about.st_size} {about.st_mtime_ns}"


def _cache_folder() -> Path | None:
    base = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    try:
        folder = (Path(base) if base else Path.home() / ".cache") / "gdl"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        about = folder.stat()
    except (OSError, RuntimeError):
        return None
    if os.name != "nt" and (about.st_uid != os.getuid() or stat.S_IMODE(about.st_mode) & 0o022):
        return None
    return folder


def _read(path: Path) -> Tables | None:
    try:
        return _from_plain(marshal.loads(path.read_bytes()))
    except (OSError, ValueError, EOFError, TypeError, KeyError):
        return None


def _write(path: Path, plain: dict[str, Any]) -> None:
    """Written beside and moved into place, so that nobody reads half a file."""
    import tempfile

    try:
        handle, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(marshal.dumps(plain))
            os.replace(name, path)
        except OSError:
            os.unlink(name)
    except OSError:
        return
