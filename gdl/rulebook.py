"""A rulebook for people, made from the definition: components, set-up, flow, actions, cards, words.

What the author wrote is used as it is: comments above declarations, labels, texts of cards, and the
catalogue's rules where they are cited. Nothing is invented: what reads badly here reads badly there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from gdl.coverage import cites_of, rules_of, terms_of
from gdl.dsl import syntax as s
from gdl.dsl.load import Loaded

D = TypeVar("D", bound=s.Declaration)


@dataclass(frozen=True, slots=True)
class Book:
    """Title, then sections; a section is Markdown without its heading."""

    title: str
    sections: tuple[tuple[str, str], ...]

    def markdown(self) -> str:
        parts = [f"# {self.title}\n"]
        parts += [f"## {heading}\n\n{body.strip()}\n" for heading, body in self.sections if body.strip()]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))


def rulebook(loaded: Loaded, game_file: Path) -> Book:
    writer = _Writer(loaded, game_file)
    makers: dict[str, Callable[[], str]] = {
        "The game": writer.header,
        "In the box": writer.components,
        "The table": writer.zones,
        "How it goes": writer.flow,
        "Phases": lambda: writer.described(s.Phase, "phase"),
        "Actions": writer.actions,
        "Rules": lambda: writer.described(s.Rule, "rule"),
        "At any time": writer.triggers,
        "Abilities": lambda: writer.described(s.Trait, "trait"),
        "Tables": writer.tables,
        "Words": writer.words,
        "Options and variants": writer.choices,
    }
    return Book(writer.title(), tuple((heading, make()) for heading, make in makers.items()))


class _Writer:
    def __init__(self, loaded: Loaded, game_file: Path):
        self.loaded = loaded
        self.file = game_file
        self.rules = rules_of(game_file)

    # ---------------------------------------------------------------------------- source text

    def all(self, sort: type[D]) -> Iterator[D]:
        return (each for each in self.loaded.declarations if isinstance(each, sort))

    def source(self, node: s.Node) -> str:
        """The text of a node on one line."""
        span = node.span
        source = self.loaded.sources.get(span.file)
        if source is None:
            return ""
        lines = source.text.splitlines()[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = (
            lines[-1][: span.end_column - 1] if span.end_line > span.line or len(lines) == 1 else lines[-1]
        )
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(" ".join(lines).split())

    def comment(self, node: s.Node) -> str:
        """The comment lines right above a node (citations between are skipped, rulers are no prose)."""
        source = self.loaded.sources.get(node.span.file)
        if source is None:
            return ""
        lines = source.text.splitlines()
        number, found = node.span.line - 2, []
        while 0 <= number < len(lines) and lines[number].strip().startswith(("#", "@")):
            text = lines[number].strip()
            if text.startswith("#") and not re.search(r"[-=*]{6,}", text):
                found.append(text.lstrip("# ").strip())
            number -= 1
        return " ".join(reversed(found))

    def cited(self, node: object) -> list[str]:
        """The catalogue's rules that are cited at or inside a node, each once."""
        found: dict[str, None] = {}
        for cite in cites_of(node):
            rule = self.rules.get(cite.id)
            if rule is not None and rule.text:
                found[f"- {_line(rule.text)} <sub>{rule.id}</sub>"] = None
        return list(found)

    # ---------------------------------------------------------------------------- sections

    def title(self) -> str:
        for setting in self.loaded.game.settings:
            if setting.name.name == "title" and setting.values and isinstance(setting.values[0], s.Text):
                return plain(setting.values[0])
        return in_words(self.loaded.game.name.name)

    def header(self) -> str:
        told = {
            each.name.name: ", ".join(self.source(value) for value in each.values)
            for each in self.loaded.game.settings
        }
        lines = [self.comment(self.loaded.game), ""]
        if "players" in told:
            lines.append(f"For {told['players'].replace('..', ' to ')} players.")
        if "cooperative" in told:
            lines.append("All win or lose together.")
        if self.loaded.chosen:
            lines.append(f"With {', '.join(self.loaded.chosen)}.")
        return "\n".join([*lines, "", *self.cited(self.loaded.game)])

    def components(self) -> str:
        parts = []
        kinds = list(self.all(s.Kind))
        for component in self.all(s.Component):
            own = [kind for kind in kinds if kind.type.name == component.name.name]
            title = plain(component.title) if component.title else in_words(component.name.name)
            parts += [
                f"### {title} ({component.sort})\n",
                self.comment(component),
                "",
                *self.cited(component),
                "",
            ]
            parts += self.kinds(own)
        return "\n".join(parts)

    def kinds(self, kinds: list[s.Kind]) -> list[str]:
        """A table of kinds: name, copies, and a column for each field that one of them gives."""
        merged: dict[str, dict[str, str]] = {}
        for kind in kinds:
            for name in kind.names:
                row = merged.setdefault(name.name, {})
                row["name"] = plain(kind.title) if kind.title else row.get("name", in_words(name.name))
                if kind.copies is not None:
                    row["copies"] = (
                        "any number" if kind.copies.count is None else self.source(kind.copies.count)
                    )
                for line in kind.lines:
                    if isinstance(line, s.GiveField):
                        field = line.name.name + (f" {self.source(line.index)}" if line.index else "")
                        row[field] = ", ".join(_shown(value, self.source(value)) for value in line.values)
                    elif isinstance(line, s.Traits):
                        row["abilities"] = ", ".join(self.source(use) for use, _ in line.uses)
        if not merged:
            return []
        columns = list(dict.fromkeys(name for row in merged.values() for name in row))
        columns.sort(key=lambda name: (name != "name", name != "copies", name == "text"))
        lines = [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
        for row in merged.values():
            lines.append("| " + " | ".join(row.get(name, "").replace("|", "\\|") for name in columns) + " |")
        return [*lines, ""]

    def zones(self) -> str:
        lines = []
        for block in self.all(s.Zones):
            for each_player, zone in block.zones:
                whose = "each player's" if each_player else "the"
                told = self.source(zone).partition(":")[2].split(" @")[0].strip()
                lines.append(f"- {whose} **{in_words(zone.name.name)}**: {told}")
        return "\n".join(lines)

    def flow(self) -> str:
        lines = ["```text"]
        for flow in self.all(s.Flow):
            for line in flow.lines:
                phases = " ─► ".join(in_words(phase.name) for phase in line.phases)
                each = " (each player in turn)" if line.each_player else ""
                again = "  ↺ until the game ends" if line.word == "repeat" else ""
                lines.append(f"{'first:' if line.word == 'once' else 'then: ':<7} {phases}{each}{again}")
        return "\n".join([*lines, "```"]) if len(lines) > 1 else ""

    def described(self, sort: type[D], word: str) -> str:
        """What is said about each declaration of a sort: the author's comment, and the rules it cites."""
        parts = []
        for node in self.all(sort):
            said, rules = self.comment(node), self.cited(node)
            if said or rules:
                name = getattr(node, "name").name  # noqa: B009 - every sort asked for here has a name
                parts += [f"### {in_words(name)}\n", said, "", *rules, ""]
        return "\n".join(parts)

    def actions(self) -> str:
        parts = []
        for action in self.all(s.Action):
            label = plain(action.label) if action.label else in_words(action.name.name)
            when = " (at any time)" if action.anytime else ""
            parts += [f"### {in_words(action.name.name)}: “{label}”{when}\n", self.comment(action), ""]
            for requires in action.requires:
                reason = f"{plain(requires.reason)}: " if requires.reason else ""
                parts += [f"- needs: {reason}`{self.source(each)}`" for each in requires.conditions]
            parts += [*self.cited(action), ""]
        return "\n".join(parts)

    def triggers(self) -> str:
        parts = []
        for node in self.loaded.declarations:
            if isinstance(node, s.Trigger | s.When):
                rules = self.cited(node)
                said = self.comment(node)
                if rules or said:
                    head = self.source(node).partition(":")[0]
                    parts += [f"**{head}**\n", said, "", *rules, ""]
        return "\n".join(parts)

    def tables(self) -> str:
        parts = []
        for table in self.all(s.Table):
            parts += [f"### {in_words(table.name.name)}\n", self.comment(table), ""]
            for row in table.rows:
                keys = ", ".join(self.source(key) for key in row.keys)
                parts.append(
                    f"- {keys}: {plain(row.text) if row.text else self.source(row).partition(':')[2].strip()}"
                )
            parts += ["", *self.cited(table), ""]
        return "\n".join(parts)

    def words(self) -> str:
        return "\n".join(f"- **{word}**: {_line(meaning)}" for word, meaning in terms_of(self.file).items())

    def choices(self) -> str:
        lines = []
        for option in self.all(s.Option):
            meaning = plain(option.meaning) if option.meaning else ""
            lines.append(f"- **{option.name.name}** = {self.source(option.value)}: {meaning}")
        for variant in self.loaded.variants:
            lines.append(
                f"- variant **{in_words(variant.name)}**: {variant.title or self.comment(variant.node)}"
            )
        return "\n".join(lines)


def plain(text: s.Text) -> str:
    """A text with its blanks to fill shown as `…`."""
    return "".join(part if isinstance(part, str) else "…" for part in text.parts)


def in_words(name: str) -> str:
    """`TheGreatHall` and `the_great_hall` as `The Great Hall` and `the great hall`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ")


def _shown(value: s.Expr, source: str) -> str:
    return plain(value) if isinstance(value, s.Text) else source


def _line(text: object) -> str:
    return " ".join(str(text).split())


def as_html(markdown: str, title: str) -> str:
    """The book as one page without scripts: enough Markdown for what is written here."""
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(_subs(markdown))
    style = (
        "body{font:17px/1.5 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em}"
        "table{border-collapse:collapse;font-size:.9em}"
        "td,th{border-bottom:1px solid #ccc;padding:.2em .6em;text-align:left}"
        "pre{background:#f4f1ea;padding:.8em}"
    )
    from html import escape

    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f"<style>{style}</style>\n{body}</html>\n"
    )


def _subs(markdown: str) -> str:
    """Ids of rules in brackets: raw HTML is not let through."""
    return re.sub(r"<sub>(.*?)</sub>", r"(\1)", markdown)
