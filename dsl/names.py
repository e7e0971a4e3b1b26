"""What declarations are called: the words and names by which variants and diagnostics speak of them."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.dsl import syntax as s

Declared = (
    s.Option | s.Enum | s.TypeAlias | s.Component | s.Link | s.Value | s.Rule | s.Action | s.Trait | s.Phase
    | s.Table | s.Window | s.Zone | s.State | s.Field
)  # fmt: skip
"""Declarations with one name."""

_WORDS = {
    "Option": "option", "Enum": "enum", "TypeAlias": "type", "Link": "link", "Value": "value",
    "Rule": "rule", "Action": "action", "Trait": "trait", "Phase": "phase", "Table": "table",
    "Window": "window", "Zone": "zone", "State": "state", "Field": "field", "Flow": "flow",
    "Trigger": "trigger", "When": "trigger", "Fact": "fact", "Evaluate": "evaluate",
    "Game": "game", "Use": "use",
    "Variant": "variant", "Scenario": "scenario", "Setting": "setting", "Modifier": "modifier",
    "Board": "board", "Picture": "board", "Linked": "link", "OtherName": "name", "Faces": "faces",
    "GiveField": "field", "FieldDefault": "field", "Traits": "traits", "Zones": "zones",
    "States": "state", "KindTable": "table of kinds", "KindData": "data", "HasZone": "zone",
    "Requires": "requires", "LiveWhile": "live while", "OpenWhile": "open while",
    "KeepsOwner": "keeps owner", "WhileIn": "while in", "TableRow": "row", "FlowLine": "line",
    "Replace": "replace", "Change": "change", "Extend": "extend", "Remove": "remove",
}  # fmt: skip


def word_of(declaration: s.Declaration) -> str:
    """`rule`, `zone`, `card`; for a kind the name of its type, as in `remove Hero Orlando`"""
    if isinstance(declaration, s.Component):
        return declaration.sort
    if isinstance(declaration, s.Kind):
        return declaration.type.name
    return _WORDS.get(type(declaration).__name__, "declaration")


def name_of(declaration: s.Declaration) -> str:
    """The name that a declaration is found by; empty where it has none (a modifier, an uncalled trigger)."""
    if isinstance(declaration, Declared):
        return declaration.name.name
    if isinstance(declaration, s.HasZone):
        return declaration.zone.name.name
    if isinstance(declaration, s.Trigger | s.When):
        return declaration.called.name if declaration.called else ""
    if isinstance(declaration, s.Flow):
        return "flow"
    if isinstance(declaration, s.Evaluate):
        return "evaluate"
    if isinstance(declaration, s.Fact):
        return "".join(part for part in declaration.text.parts if isinstance(part, str))
    if isinstance(declaration, s.Kind):
        return declaration.names[0].name if len(declaration.names) == 1 else ""
    if isinstance(declaration, s.GiveField | s.FieldDefault | s.Setting):
        return declaration.name.name
    return ""


def flattened(declarations: tuple[s.Declaration, ...]) -> Iterator[s.Declaration]:
    """The declarations one by one: tables of kinds taken apart, so that each can be changed alone."""
    for declaration in declarations:
        if isinstance(declaration, s.KindTable):
            yield from _with_cites(declaration.kinds, declaration.cites)
        else:
            yield declaration


def _with_cites(kinds: tuple[s.Kind, ...], cites: tuple[s.Cite, ...]) -> Iterator[s.Kind]:
    """The citations of a whole table stay, at its first row."""
    from dataclasses import replace

    for number, kind in enumerate(kinds):
        yield replace(kind, cites=cites + kind.cites) if cites and number == 0 else kind
