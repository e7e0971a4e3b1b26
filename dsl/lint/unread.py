"""GDL1020, GDL1021: what is printed or kept and nobody asks about; what a rule is given or works out and does not use.

Names are compared as text, whatever they stand for: where something else of the same name is asked about, nothing is
said. What people look at counts as asked about: a field that is a text, and what a scenario looks at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.text import Text
from gdl.dsl.names import word_of

MAKING_NAMES = {s.Let, s.Draw, s.Roll, s.Choose, s.Is}
Callable = s.Rule | s.Value | s.Table | s.Action | s.Phase


def never_read(text: Text, to: Diagnostics) -> None:
    """Fields that no rule asks about, and states that are set and never looked at."""
    read = _read(text)
    tested = {x.name for x in text.tested if isinstance(x, s.Name | s.Ident)}
    for field in text.of(s.Field):
        name = field.name.name
        if name in read or name in tested or _of_library(field.name):
            continue
        if not (isinstance(field.type, s.NamedType) and field.type.name == "text"):
            to.warning(
                "GDL1020",
                field.name.span,
                f"no rule asks about the field `{name}`",
                "use it, or take it out; what only people read is a `text`, or is looked at by a scenario",
            )
    written = {_name(_base(node.target)) for node in text.of(s.Assign)}
    for state in text.of(s.State):
        name = state.name.name
        if name in read or name not in written or _of_library(state.name):
            continue
        if state.sight == "secret":
            hint = "ask about it somewhere, or take it out: nobody sees a secret state"
        elif name in tested:
            continue
        else:
            hint = "ask about it somewhere, or take it out; if it is there to be seen, let a scenario look at it"
        to.warning("GDL1020", state.name.span, f"the state `{name}` is set, but nothing asks about it", hint)


def _read(text: Text) -> set[str]:
    """All names that stand where something is asked: not what is assigned to, nor what is only asked to set it anew."""
    count = Counter(node.name for node in text.of(s.Name))
    count.update(node.name.name for node in text.of(s.Member))
    count.update(node.name.name for node in text.of(s.TraitCall))
    for node in text.of(s.Assign):
        base = _base(node.target)
        name = _name(base)
        count[name] -= 1
        if isinstance(base, s.Name | s.Member) and count[name] > 0:
            count[name] -= sum(_name(x) == name for x in walk(node.value) if isinstance(x, s.Name | s.Member))
    return {name for name, times in count.items() if times > 0}


def _base(target: s.Expr) -> s.Expr:
    return target.object if isinstance(target, s.Item) else target


def _name(node: s.Expr) -> str:
    return node.name if isinstance(node, s.Name) else node.name.name if isinstance(node, s.Member) else ""


# ---------------------------------------------------------------------------------------------- names of a body


def never_used(text: Text, to: Diagnostics) -> None:
    """Parameters and names inside a body that nothing in it mentions."""
    fixed = _fixed_heads(text)
    silent: dict[tuple[str, int], s.Param] = {}
    heads: dict[str, Callable] = {}
    used: set[tuple[str, int]] = set()
    for declaration, nodes, mentions in text.parts:
        node = declaration.declaration if isinstance(declaration, s.Replace) else declaration
        if _of_library(node):
            continue
        bound = [*_bound([x for x in nodes if type(x) in MAKING_NAMES])]
        own = Counter(name.name for _, name in bound)
        if isinstance(node, Callable):
            own.update(param.name.name for param in node.params)
        for word, name in bound:
            if mentions[name.name] == own[name.name]:
                _say_local(to, word, name)
        if isinstance(node, Callable):
            heads.setdefault(node.name.name, node)
            for i, param in enumerate(node.params):
                if mentions[param.name.name] > own[param.name.name]:
                    used.add((node.name.name, i))
                elif not (i == 0 and isinstance(node, s.Action | s.Phase)):
                    silent.setdefault((node.name.name, i), param)
    for (head, i), param in silent.items():
        if (head, i) not in used and head not in fixed:
            word = word_of(heads[head])
            to.warning(
                "GDL1021",
                param.name.span,
                f"{word} `{head}` does not use its parameter `{param.name.name}`",
                f"use it, or take it out, here and where the {word} is called",
            )


def _bound(nodes: list[s.Node]) -> Iterator[tuple[str, s.Ident]]:
    """The names that steps make, with what makes them."""
    for node in nodes:
        match node:
            case s.Let():
                yield "let", node.name
            case s.Draw() | s.Roll() if node.alias is not None:
                yield "as", node.alias
            case s.Choose(alias=s.Ident() as alias):
                yield "choose", alias
            case s.Choose() if node.binder.name is not None:
                yield "choose", node.binder.name
            case s.Is() if node.alias is not None:
                yield "as", node.alias


def _say_local(to: Diagnostics, word: str, name: s.Ident) -> None:
    if word == "choose":
        message, hint = f"nothing comes of this choice: `{name.name}` is never used", "use it, or do not ask"
    elif word == "let":
        message, hint = f"`{name.name}` is never used", "use it, or take this line out"
    else:
        message, hint = f"`{name.name}` is never used", f"use it, or leave out `as {name.name}`"
    to.warning("GDL1021", name.span, message, hint)


def _fixed_heads(text: Text) -> set[str]:
    """What is called with parameters that others need: triggers and modifiers that are told them, the library, and whatever
    goes along by a value's name alone (`cost: toll`)."""
    found = {modifier.name.name for modifier in text.of(s.Modifier)}
    for trigger in text.of(s.Trigger):
        found.update(event.name.name for event in trigger.events if isinstance(event.name, s.Name))
    values = {value.name.name for value in text.of(s.Value)}
    called = {id(call.function) for call in text.of(s.Call)}
    for node in text.of(s.Name):
        if _of_library(node) or (node.name in values and id(node) not in called):
            found.add(node.name)
    return found


def _of_library(node: s.Node) -> bool:
    """A library offers more than one game needs."""
    return PurePath(node.span.file).parent.name == "std"
