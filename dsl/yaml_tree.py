"""YAML text to a small tree with exact places, within bounds.

The tree is made from the parser's events, so no text makes it deep or slow: at most `MOST_LEVELS` levels and
`MOST_NODES` nodes, aliases counted each time they are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gdl.dsl import messages_files as messages
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.records import dataclass
from gdl.dsl.source import Source, Span

if TYPE_CHECKING:
    from yaml.events import Event

MOST_LEVELS = 12
MOST_NODES = 200_000


@dataclass(frozen=True, slots=True)
class Scalar:
    """`plain` tells `yes` from `"yes"`; `column` is where the characters themselves begin."""

    text: str
    plain: bool
    span: Span
    column: int


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Tree, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys are scalars, each once; a merge (`<<: *base`) is resolved."""

    items: tuple[tuple[Scalar, Tree], ...]
    span: Span

    def get(self, key: str) -> Tree | None:
        return next((value for name, value in self.items if name.text == key), None)


Tree = Scalar | Sequence | Mapping


def read_yaml(source: Source, diagnostics: Diagnostics) -> Tree | None:
    """The one document of a YAML file; None, with a diagnostic, where there is none."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    start = Span(source.file, 1, 1, 1, 2)
    try:
        events = list(_bounded(yaml.parse(source.text, Loader=loader), source.file, diagnostics))
    except _Refused:
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = (
            Span(source.file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)
            if mark
            else start
        )
        is_tab = mark is not None and source.line(mark.line + 1)[mark.column : mark.column + 1] == "\t"
        problem = "there is a tab" if is_tab else str(error.problem or error.context or "it cannot be read")
        messages.bad_yaml(diagnostics, at, problem)
        return None
    except yaml.YAMLError as error:
        messages.bad_yaml(diagnostics, start, str(error).splitlines()[0])
        return None
    return _Composer(source.file, diagnostics).document(events)


class _Refused(Exception):
    """Stops reading; the diagnostic has been given."""


def _bounded(events: Any, file: str, diagnostics: Diagnostics) -> Iterator[Event]:
    depth = 0
    for number, event in enumerate(events):
        name = type(event).__name__
        depth += name in ("SequenceStartEvent", "MappingStartEvent")
        depth -= name in ("SequenceEndEvent", "MappingEndEvent")
        if depth > MOST_LEVELS or number > 2 * MOST_NODES:
            what = "is nested too deeply" if depth > MOST_LEVELS else "has too many parts"
            messages.yaml_too_large(diagnostics, _span(event, file), what)
            raise _Refused
        yield event


def _span(event: Any, file: str) -> Span:
    start, end = event.start_mark, event.end_mark
    return Span(file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


class _Composer:
    def __init__(self, file: str, diagnostics: Diagnostics):
        self.file = file
        self.diagnostics = diagnostics
        self.anchors: dict[str, Tree] = {}
        self.sizes: dict[int, int] = {}
        self.used = 0

    def document(self, events: list[Event]) -> Tree | None:
        starts = [e for e in events if type(e).__name__ == "DocumentStartEvent"]
        at = Span(self.file, 1, 1, 1, 2)
        if not starts:
            messages.wrong_shape(self.diagnostics, at, "an empty file", "a mapping or a list")
            return None
        if len(starts) > 1:
            messages.wrong_shape(
                self.diagnostics, _span(starts[1], self.file), "a second document", "one only"
            )
            return None
        inner = iter(e for e in events if not type(e).__name__.startswith(("Document", "Stream")))
        try:
            return self.node(next(inner), inner)
        except _Refused:
            return None

    def node(self, event: Any, rest: Iterator[Any]) -> Tree:
        """The node that begins with `event`; takes its other events off `rest`."""
        self.used += 1
        name = type(event).__name__
        span = _span(event, self.file)
        if name == "AliasEvent":
            return self.alias(event, span)
        before = self.used
        anchor = event.anchor
        tree: Tree
        if name == "ScalarEvent":
            quoted = event.style in ("'", '"')
            tree = Scalar(event.value, not event.style, span, span.column + quoted)
        elif name == "SequenceStartEvent":
            items: list[Tree] = []
            while type(event := next(rest)).__name__ != "SequenceEndEvent":
                items.append(self.node(event, rest))
            tree = Sequence(tuple(items), span.to(_span(event, self.file)))
        else:
            tree = self.mapping(span, rest)
        if anchor:
            self.anchors[anchor] = tree
            self.sizes[id(tree)] = self.used - before + 1
        return tree

    def alias(self, event: Any, span: Span) -> Tree:
        tree = self.anchors.get(event.anchor)
        if tree is None:
            messages.bad_yaml(self.diagnostics, span, f"nothing is anchored as &{event.anchor}")
            raise _Refused
        self.used += self.sizes[id(tree)]
        if self.used > MOST_NODES:
            messages.yaml_too_large(self.diagnostics, span, "grows too large by its aliases")
            raise _Refused
        return tree

    def mapping(self, span: Span, rest: Iterator[Any]) -> Mapping:
        own: dict[str, tuple[Scalar, Tree]] = {}
        merged: dict[str, tuple[Scalar, Tree]] = {}
        while type(event := next(rest)).__name__ != "MappingEndEvent":
            key = self.node(event, rest)
            value = self.node(next(rest), rest)
            if not isinstance(key, Scalar):
                messages.wrong_shape(self.diagnostics, key.span, "a list or mapping", "a name with a `:`")
            elif key.text == "<<" and key.plain:
                for base in value.items if isinstance(value, Sequence) else (value,):
                    for name, item in base.items if isinstance(base, Mapping) else ():
                        merged.setdefault(name.text, (name, item))
            elif key.text in own:
                messages.duplicate_key(self.diagnostics, key.span, key.text, own[key.text][0].span)
            else:
                own[key.text] = (key, value)
        items = [pair for name, pair in merged.items() if name not in own]
        return Mapping((*items, *own.values()), span.to(_span(event, self.file)))
