"""`gdl coverage FILE`: the rules of the game's catalogue: cited where, proven by what, and which are open."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from gdl.cli.files import game_file

if TYPE_CHECKING:
    from gdl.coverage import Coverage


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game with a catalogue, NAME/rulebook.yaml")
    parser.add_argument(
        "--format", choices=["text", "json", "md"], default="text", help="how to say it (text)"
    )
    parser.add_argument(
        "--no-run", action="store_true", help="do not run the scenarios: take it that all of them pass"
    )
    parser.add_argument("--strict", action="store_true", help="exit 1 unless every rule is proven or exempt")


def run(args: argparse.Namespace) -> int:
    from gdl.coverage import coverage_of

    found = coverage_of(game_file(args.file), run=not args.no_run)
    sys.stdout.write({"text": _text, "json": _json, "md": _markdown}[args.format](found))
    complete = found.count("proven", "exempt") == len(found.rules) and not found.unknown
    return 1 if args.strict and not complete else 0


WANTING = {
    "open": "not cited",
    "cited": "cited, but no scenario proves it",
    "failing": "every scenario that should prove it fails",
}


def _counts(found: Coverage) -> str:
    total = len(found.rules)
    cited = total - found.count("open")
    proven, exempt = found.count("proven"), found.count("exempt")
    passed = "" if found.passed is None else f", of which {len(found.passed)} pass"
    scenarios = f"{found.scenarios} scenario{'' if found.scenarios == 1 else 's'}{passed}"
    return f"{total} rules: {cited} cited, {proven} proven, {exempt} exempt; {scenarios}"


def _text(found: Coverage) -> str:
    lines = []
    for status, title in WANTING.items():
        rules = [rule for rule in found.rules.values() if rule.status == status]
        if rules:
            lines += [f"{title}:", *(f"  {rule.id}  {rule.text[:90]}" for rule in rules), ""]
    if found.unknown:
        lines += ["cited, but not in the catalogue:"]
        lines += [f"  {id}  at {', '.join(places)}" for id, places in sorted(found.unknown.items())]
        lines += [""]
    return "\n".join([*lines, _counts(found)]) + "\n"


def _json(found: Coverage) -> str:
    rules = [
        {
            "id": rule.id,
            "cited": rule.cited,
            "scenarios": rule.scenarios,
            "failing": rule.failing,
            "status": rule.status,
            "exempt": rule.exempt,
        }
        for rule in found.rules.values()
    ]
    told = {
        "rules": rules,
        "total": len(rules),
        "cited": len(rules) - found.count("open"),
        "proven": found.count("proven"),
        "unknown": found.unknown,
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _markdown(found: Coverage) -> str:
    lines = [_counts(found) + ".", "", "| rule | status | cited at | scenarios |", "|---|---|---|---|"]
    for rule in found.rules.values():
        status = f"{rule.status}: {rule.exempt}" if rule.status == "exempt" else rule.status
        lines.append(f"| {rule.id} | {status} | {', '.join(rule.cited)} | {'; '.join(rule.scenarios)} |")
    return "\n".join(lines) + "\n"
