"""A rulebook for people, made from the definition: components, set-up, flow, actions, cards, words, variants.

What the author wrote comes first: comments above declarations, labels, texts of cards, and the catalogue's rules where they are
cited. What a declaration does is told in plain sentences where nobody has said it better; beside the author's own words it can
be unfolded. Nothing is invented: what reads badly here reads badly there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from gdl.book import chart
from gdl.book.components import Box, kinds_table, zone_line
from gdl.book.page import FLOW, FOLD, UNFOLD, as_html
from gdl.book.steps import told
from gdl.book.words import Words, capital, in_words
from gdl.coverage import cites_of, rules_of, summary_of, terms_of
from gdl.dsl import syntax as s
from gdl.dsl.load import Loaded, VariantInfo
from gdl.dsl.names import word_of

D = TypeVar("D", bound=s.Declaration)
Told = s.Phase | s.Rule | s.Action | s.Trigger | s.When


@dataclass(frozen=True, slots=True)
class Book:
    """Title, then sections; a section is Markdown without its heading. `flow` is the drawing."""

    title: str
    sections: tuple[tuple[str, str], ...]
    flow: tuple[chart.Part, ...]

    def markdown(self) -> str:
        """For people who read it as text: the drawing in signs, nothing folded."""
        text = self._joined().replace(FLOW, chart.as_signs(self.flow))
        return re.sub(r"\n{3,}", "\n\n", re.sub(rf"\n{FOLD}.*?{UNFOLD}\n", "", text, flags=re.DOTALL))

    def html(self) -> str:
        return as_html(self._joined(), self.title, chart.as_svg(self.flow) if self.flow else "")

    def _joined(self) -> str:
        parts = [f"# {self.title}\n"]
        parts += [f"## {heading}\n\n{body.strip()}\n" for heading, body in self.sections if body.strip()]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))


def rulebook(loaded: Loaded, game_file: Path) -> Book:
    writer = _Writer(loaded, game_file)
    makers: dict[str, Callable[[], str]] = {
        "The game": writer.header,
        "In the box": writer.components,
        "The table": writer.table,
        "How it goes": lambda: FLOW if writer.flow() else "",
        "Setting up": lambda: writer.phases("once"),
        "Playing": lambda: writer.phases("repeat"),
        "Parts of play": lambda: writer.phases(""),
        "Actions": writer.actions,
        "Rules": lambda: writer.described(writer.all(s.Rule)),
        "Whenever": writer.triggers,
        "Abilities": lambda: writer.described(writer.all(s.Trait)),
        "Tables": writer.tables,
        "Words": writer.words_explained,
        "Options": writer.options,
        "Variants": writer.variants,
    }
    return Book(writer.title(), tuple((heading, make()) for heading, make in makers.items()), writer.flow())


class _Writer:
    def __init__(self, loaded: Loaded, game_file: Path):
        self.loaded = loaded
        self.file = game_file
        self.rules = rules_of(game_file)
        self.words = Words(loaded)
        self.box = Box(loaded)
        self.heads: dict[str, tuple[s.Param, ...]] = {}
        """The parameters of what types declare and kinds say in their own way."""
        for component in self.all(s.Component):
            for line in component.lines:
                if isinstance(line, s.Rule | s.Action):
                    self.heads[line.name.name] = line.params

    # ---------------------------------------------------------------------------- what the author wrote

    def all(self, sort: type[D]) -> Iterator[D]:
        return (each for each in self.loaded.declarations if isinstance(each, sort))

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
        return _prose(" ".join(reversed([each for each in found if not each.startswith("no scenario:")])))

    def cited(self, node: object) -> list[str]:
        """The catalogue's rules that are cited at or inside a node, each once."""
        found: dict[str, None] = {}
        for cite in cites_of(node):
            rule = self.rules.get(cite.id)
            if rule is not None and is_sentence(rule.text):
                found[f"- {_line(rule.text)} <sub>{rule.id}</sub>"] = None
        return list(found)

    def steps(self, node: Told) -> list[str]:
        """What a declaration does, in sentences."""
        bound = {}
        heads = self.heads.get(node.name.name, ()) if isinstance(node, s.Rule | s.Action) else ()
        for place, param in enumerate(getattr(node, "params", ())):
            if param.type is None and param.domain is None and place < len(heads):
                param = replace(heads[place], name=param.name)  # a kind need not say the types again
            bound[param.name.name] = self.parameter(param, isinstance(node, s.Action))
        if isinstance(node, s.When):
            bound |= found_by(self.words, node.condition)
        elif isinstance(node, s.Trigger):
            bound |= event_names(node)
        with self.words.binding(bound):
            return told(self.words, node.body or ())

    def parameter(self, param: s.Param, acting: bool) -> str:
        name = param.name.name
        if isinstance(param.type, s.NamedType) and param.type.name == "Player":
            others = len(name) > 1 and name not in ("player", "you")
            return in_words(name) if others else "you" if acting else "the player"
        if param.domain is not None:
            binder = s.Binder(span=param.span, name=param.name, type=param.type, domain=param.domain)
            thing = self.words.thing(binder)
            return f"the {in_words(name) if thing == 'one' and len(name) > 1 else thing}"
        if isinstance(param.type, s.RangeType):
            return "the number" if len(name) <= 2 else f"the {in_words(name)}"
        named = param.type.name if isinstance(param.type, s.NamedType) else ""
        thing = self.words.types.get(named, "")
        return f"the {thing if len(name) <= 2 and thing else in_words(name)}"

    def explained(self, node: s.Declaration) -> list[str]:
        """Comment and rules; the steps where there are neither, and to be unfolded where there are."""
        said, rules = self.comment(node), self.cited(node)
        steps = self.steps(node) if isinstance(node, Told) else []
        if isinstance(node, s.Trait):
            steps = [line.removeprefix("  ") for line in self.inside(node.lines)]
        lines = [said, "", *rules, ""]
        if steps and (said or rules):
            lines += [FOLD, "", *steps, "", UNFOLD]
        elif steps:
            lines += steps
        return [*lines, ""]

    # ---------------------------------------------------------------------------- sections

    def title(self) -> str:
        for setting in self.loaded.game.settings:
            if setting.name.name == "title" and setting.values and isinstance(setting.values[0], s.Text):
                return self.words.text(setting.values[0])
        return in_words(self.loaded.game.name.name)

    def header(self) -> str:
        settings = {each.name.name: each.values for each in self.loaded.game.settings}
        lines = [summary_of(self.file), "", self.comment(self.loaded.game), ""]
        for value in settings.get("players", ()):
            told = self.words.said(value)
            lines.append(f"For {told} player{'' if told == '1' else 's'}.")
        if "cooperative" in settings:
            lines.append("All win or lose together.")
        if "teams" in settings:
            names = [self.words.said(value) for value in settings["teams"]]
            lines.append(f"The players form teams: {', '.join(names)}.")
        if self.loaded.chosen:
            lines.append(f"With {', '.join(in_words(name) for name in self.loaded.chosen)}.")
        return "\n".join([*lines, "", *self.cited(self.loaded.game)])

    def components(self) -> str:
        parts = []
        kinds = list(self.all(s.Kind))
        for component in self.all(s.Component):
            own = [kind for kind in kinds if kind.type.name == component.name.name]
            title = capital(self.words.types[component.name.name])
            count = self.box.count(component)
            parts += [f"### {title}\n", f"*{count}*" if count else "", "", self.comment(component), ""]
            parts += [*self.cited(component), "", *kinds_table(self.words, self.box, own), ""]
            parts += self.behaviour(own)
        return "\n".join(parts)

    def behaviour(self, kinds: list[s.Kind]) -> list[str]:
        """What single kinds do that the others of their type do not; folded where all of them say it in their text."""
        lines: list[str] = []
        silent = False
        for kind in kinds:
            does = self.inside(kind.lines)
            if does:
                says = any(isinstance(x, s.GiveField) and x.name.name == "text" for x in kind.lines)
                silent = silent or not (says or self.cited(kind))
                lines += [f"- **{self.words.kinds[kind.names[0].name]}**", *does]
        if lines and not silent:
            return [FOLD, "", *lines, "", UNFOLD, ""]
        return [*lines, ""]

    def inside(self, lines: Iterable[s.Declaration]) -> list[str]:
        """The rules, actions, triggers and changes of a kind or trait, indented."""
        found: list[str] = []
        for line in lines:
            match line:
                case s.Rule() | s.Action() | s.Trigger() | s.When():
                    head = self.head(line)
                    steps = [f"    {each}" for each in self.steps(line)]
                case s.Modifier():
                    head, steps = self.modifier(line), []
                case _:
                    continue
            if steps or isinstance(line, s.Modifier):
                found += [f"  - {capital(head)}", *steps]
        return found

    def head(self, node: s.Rule | s.Action | s.Trigger | s.When) -> str:
        match node:
            case s.When():
                return f"as soon as {self.words.asked(node.condition)}:"
            case s.Trigger():
                events = " or ".join(_event(event) for event in node.events)
                with self.words.binding(event_names(node)):
                    only = f", if {self.words.asked(node.condition)}" if node.condition is not None else ""
                return f"{node.moment} {events}{only}:"
        return f"*{in_words(node.name.name)}*:"

    def modifier(self, node: s.Modifier) -> str:
        only = f" while {self.words.asked(node.condition)}" if node.condition is not None else ""
        changed = {"+": "goes up by", "-": "goes down by", "becomes": "becomes"}[node.op]
        return f"*{in_words(node.name.name)}* {changed} {self.words.said(node.value)}{only}."

    def table(self) -> str:
        lines = [
            zone_line(self.words, zone, each_player)
            for block in self.all(s.Zones)
            for each_player, zone in block.zones
        ]
        return "\n".join(lines)

    def flow(self) -> tuple[chart.Part, ...]:
        parts = []
        for flow in self.all(s.Flow):
            for line in flow.lines:
                phases = tuple(in_words(phase.name) for phase in line.phases)
                parts.append(chart.Part(phases, line.word == "repeat", line.each_player))
        return tuple(parts)

    def phases(self, word: str) -> str:
        """The phases of the flow's lines with this word, in their order; of none: those that others call."""
        in_flow = {p.name: line.word for flow in self.all(s.Flow) for line in flow.lines for p in line.phases}
        known = {phase.name.name: phase for phase in self.all(s.Phase)}
        names = [name for name, its in in_flow.items() if its == word]
        if not word:
            names = [name for name in known if name not in in_flow]
        return self.described(known[name] for name in names if name in known)

    def described(self, nodes: Iterable[s.Declaration]) -> str:
        parts = []
        for node in nodes:
            lines = self.explained(node)
            if any(lines):
                name = getattr(node, "name").name  # noqa: B009 - every sort asked for here has a name
                parts += [f"### {capital(in_words(name))}\n", *lines]
        return "\n".join(parts)

    def actions(self) -> str:
        parts = []
        for action in self.all(s.Action):
            bound = {p.name.name: self.parameter(p, acting=True) for p in action.params}
            with self.words.binding(bound):
                label = self.words.text(action.label) if action.label else ""
                needs = [self.need(r, c) for r in action.requires for c in r.conditions]
            when = " (at any time)" if action.anytime else ""
            name = in_words(action.name.name)
            said = f": “{label}”" if label and label.lower() != name.lower() else ""
            parts += [f"### {name}{said}{when}\n"]
            parts += [*(["Only if:", "", *needs, ""] if needs else []), *self.explained(action)]
        return "\n".join(parts)

    def need(self, requires: s.Requires, condition: s.Expr) -> str:
        reason = f" (otherwise: “{self.words.text(requires.reason)}”)" if requires.reason else ""
        return f"- {capital(self.words.asked(condition))}{reason}."

    def triggers(self) -> str:
        parts = []
        for node in self.loaded.declarations:
            if not isinstance(node, s.When | s.Trigger):
                continue
            head = self.head(node)
            lines = self.explained(node)
            if any(lines):
                parts += [f"**{capital(head)}**", "", *lines]
        return "\n".join(parts)

    def tables(self) -> str:
        parts = []
        for table in self.all(s.Table):
            by = f"Roll {self.words.kind(table.rolls.name)}." if table.rolls is not None else ""
            parts += [f"### {capital(in_words(table.name.name))}\n", self.comment(table) or by, ""]
            for row in table.rows:
                keys = ", ".join(self.words.said(key) for key in row.keys)
                with self.words.binding({p.name.name: self.parameter(p, acting=False) for p in table.params}):
                    steps = told(self.words, row.body, 1)
                text = self.words.text(row.text) if row.text else ""
                parts += [f"- **{keys}**{': ' + text if text else ''}", *([] if text else steps)]
            parts += ["", *self.cited(table), ""]
        return "\n".join(parts)

    def words_explained(self) -> str:
        return "\n".join(f"- **{word}**: {_line(meaning)}" for word, meaning in terms_of(self.file).items())

    def options(self) -> str:
        rows = []
        for option in self.all(s.Option):
            meaning = (
                capital(self.words.text(option.meaning))
                if option.meaning
                else in_words(option.name.name).lower()
            )
            allowed = ""
            if isinstance(option.type, s.RangeType):
                allowed = f"{self.words.said(option.type.low)} to {self.words.said(option.type.high)}"
            elif isinstance(option.type, s.NamedType):
                allowed = "yes or no" if option.type.name == "bool" else in_words(option.type.name)
            rows.append(f"| {meaning} | {self.words.said(option.value)} | {allowed} | `{option.name.name}` |")
        head = ["| option | as played | may be | called |", "|---|---|---|---|"]
        return "\n".join([*head, *rows]) if rows else ""

    def variants(self) -> str:
        return "\n".join(line for variant in self.loaded.variants for line in self.variant(variant))

    def variant(self, variant: VariantInfo) -> list[str]:
        mark = " (chosen)" if variant.name in self.loaded.chosen else ""
        needs = f"Needs {', '.join(in_words(name) for name in variant.needs)}." if variant.needs else ""
        lines = [
            f"### {in_words(variant.name)}{mark}\n",
            capital(variant.title),
            "",
            self.comment(variant.node),
            "",
            needs,
            "",
        ]
        changes: dict[str, None] = {}
        for each in variant.changes:
            changes[f"- {self.change(each.what, each.name, each.before, each.after)}"] = None
        return [*lines, *self.cited(variant.node), "", FOLD, "", *changes, "", UNFOLD, ""] if lines else []

    def change(self, what: str, name: str, before: s.Node | None, after: s.Node | None) -> str:
        called = f"{what} **{self.words.kinds.get(name) or in_words(name)}**".replace(" ****", "")
        if isinstance(after, s.Option):
            old = f" instead of {self.words.said(before.value)}" if isinstance(before, s.Option) else ""
            meaning = self.words.text(after.meaning) if after.meaning else in_words(name).lower()
            return f"{capital(meaning)}: {self.words.said(after.value)}{old}"
        verb = "new" if before is None else "without" if after is None else "changed"
        return f"{capital(verb)}: {called}"


def found_by(words: Words, condition: s.Expr) -> dict[str, str]:
    """The names that a condition finds for the steps below it: the p of `some p in players where ...`."""
    match condition:
        case s.Quantified(word="some"):
            return words.named(condition.binder)
        case s.Binary(op="and"):
            return found_by(words, condition.left) | found_by(words, condition.right)
    return {}


def event_names(node: s.Trigger) -> dict[str, str]:
    """What the arguments of an event are called."""
    names = [a.name for event in node.events for a in event.args if isinstance(a, s.Name)]
    bound = {
        n: f"the {in_words(n)}" if len(n) > 1 and n != "you" else "the player" for n in names if n != "self"
    }
    return bound | {event.binder.name: "it" for event in node.events if event.binder is not None}


def _event(event: s.Event) -> str:
    match event.name:
        case s.Name():
            return f"*{in_words(event.name.name)}*"
        case s.Member():
            return f"*{in_words(event.name.name.name)}*"
    if isinstance(event.zone, s.Name | s.Member):
        zone = event.zone.name if isinstance(event.zone, s.Name) else event.zone.name.name
        return f"something {event.word} the {in_words(zone)}"
    return event.word


def _line(text: object) -> str:
    return _prose(" ".join(str(text).split()))


def is_sentence(text: str) -> bool:
    """Whether this is a rule in words, and not the heading of a list of what is in the box (`Champion cards`)."""
    return text.rstrip(" )”\"'").endswith((".", "!", "?", ":"))


def _prose(text: str) -> str:
    """With names of the definition, `draw_pile`, in words."""
    return re.sub(r"\b[a-z]+(?:_[a-z0-9]+)+\b", lambda found: in_words(found[0]), text)


__all__ = ["Book", "rulebook", "word_of"]
