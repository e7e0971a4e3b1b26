"""`gdl hooks FILE`: what can be hooked, modified, offered and overridden in a game, and where it stands."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gdl.cli.game_options import add_variants, loaded

if TYPE_CHECKING:
    from gdl.dsl.source import Source
    from gdl.dsl.syntax import Declaration, Node

HEADINGS = {
    "phase": "phases: `before`, `after`, `instead of`, `end`",
    "rule": "rules: `before`, `after`, `instead of`",
    "action": "actions: `before`, `after`, `instead of`; `extend action` adds requirements",
    "table": "tables: `change table` replaces rows",
    "value": "values: modifiers reach them",
    "window": "windows: an action joins with `for NAME`",
    "occasion": "occasions: an action joins with `for NAME`",
    "trait": "traits: `traits:` of a kind, or the step `give`",
    "trigger": "named triggers: `remove trigger`, `replace`",
    "option": "options: `--set`, or `option X = ...` in a variant",
}


@dataclass(frozen=True, slots=True)
class Hook:
    word: str
    name: str
    form: str
    place: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .gdl file, or the name of a shipped game")
    add_variants(parser)
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to say it (text)")


def run(args: argparse.Namespace) -> int:
    found = loaded(args)
    hooks = list(hooks_of(found.declarations, found.sources))
    if args.format == "json":
        rows = [{"word": h.word, "name": h.name, "form": h.form, "place": h.place} for h in hooks]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    for word, heading in HEADINGS.items():
        group = [hook for hook in hooks if hook.word == word]
        if group:
            print(heading)
            width = min(72, max(len(hook.form) for hook in group))
            for hook in group:
                print(f"  {hook.form:<{width}}  {hook.place}")
            print()
    return 0


def hooks_of(
    declarations: Iterable[Declaration], sources: Mapping[str, Source], owner: str = ""
) -> Iterator[Hook]:
    """Every hook, those inside types and kinds as `Owner.name`. Occasions are what actions name."""
    from gdl.dsl import syntax as s

    words = {s.Phase: "phase", s.Rule: "rule", s.Action: "action", s.Table: "table", s.Value: "value"}
    words |= {s.Window: "window", s.Trait: "trait", s.Option: "option"}
    occasions: dict[str, Hook] = {}
    for node in declarations:
        word = words.get(type(node))
        if word:
            name = owner + node.name.name  # type: ignore[attr-defined]
            yield Hook(word, name, f"{owner and f'({owner[:-1]}) '}{head(node, sources)}", str(node.span))
        if isinstance(node, s.Trigger | s.When) and node.called:
            yield Hook("trigger", node.called.name, head(node, sources), str(node.span))
        if isinstance(node, s.Action):
            for occasion in node.occasions:
                form = f"for {occasion.name.name}"
                occasions.setdefault(form, Hook("occasion", occasion.name.name, form, str(occasion.span)))
        if isinstance(node, s.Component | s.Trait):
            yield from hooks_of(node.lines, sources, f"{node.name.name}.")
        if isinstance(node, s.Kind) and len(node.names) == 1:
            yield from hooks_of(node.lines, sources, f"{node.names[0].name}.")
        if isinstance(node, s.Phase):
            yield from hooks_of(node.triggers, sources, f"{node.name.name}.")
    yield from occasions.values()


def head(node: Node, sources: Mapping[str, Source]) -> str:
    """The first line of a declaration as it is written, without its comment and citations."""
    source = sources.get(node.span.file)
    if source is None:
        return ""
    line = source.line(node.span.line)[node.span.column - 1 :].strip()
    return re.sub(r"\s+[#@].*$", "", line).rstrip(":").strip()
