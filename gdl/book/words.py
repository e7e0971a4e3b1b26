"""Expressions as a rulebook says them: `p.score >= TARGET` is "your score is at least 30"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from gdl.dsl import syntax as s
from gdl.dsl.load import Loaded

COMPARED = {
    "=": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least",
    "in": "is in", "not in": "is not in", "has": "has",
}  # fmt: skip
JOINED = {"+": "plus", "-": "minus", "*": "times", "mod": "modulo", "and": "and", "or": "or"}
AMOUNT = {">=": "at least ", ">": "more than ", "<=": "at most ", "<": "fewer than ", "=": "", "!=": "not "}
ASKED = {"top": "the top card of {}", "bottom": "the bottom card of {}", "total": "the total of {}", "place": "the place of {}",
         "neighbors": "the neighbours of {}", "distance": "the distance between {}", "linked": "there is a link between {}",
         "min": "the smaller of {}", "max": "the larger of {}", "abs": "the size of {}", "range": "the numbers {}"}  # fmt: skip
"""What the language brings, with a blank for the arguments."""


def in_words(name: str) -> str:
    """`TheGreatHall` and `the_great_hall` as `The Great Hall` and `the great hall`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ")


def capital(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def plural(word: str) -> str:
    """More than one of it, as far as a rule of thumb goes."""
    if re.search(r"(s|x|z|ch|sh)$", word):
        return f"{word}es"
    return f"{word[:-1]}ies" if re.search(r"[^aeiou]y$", word) else f"{word}s"


def article(word: str) -> str:
    """`a hat`, `an inn`."""
    if word.split()[0].lower() in ("one", "the"):
        return word
    return f"{'an' if word[:1].lower() in 'aeio' else 'a'} {word}"


def listed(parts: list[str], word: str = "and") -> str:
    """`a, b and c`"""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else ""


def of(whom: str, what: str) -> str:
    """`your hand`, `Ann's hand`, `the hand of the player to the left`"""
    if whom in ("you", "it", "they"):
        return f"{dict(you='your', it='its', they='their')[whom]} {what}"
    if len(whom.split()) > 3:
        return f"the {what} of {whom}"
    return f"{whom}’{'' if whom.endswith('s') else 's'} {what}"


class Words:
    """What things of a game are called, and expressions in these words. `here` has the names that a place binds."""

    def __init__(self, loaded: Loaded):
        self.here: dict[str, str] = {}
        self.types: dict[str, str] = {"Player": "player"}
        self.kinds: dict[str, str] = {}
        self.zones: dict[str, s.Zone] = {}
        self.states: dict[str, s.State] = {}
        self.options: dict[str, str] = {}
        self.actions: dict[str, str] = {}
        self.enums: dict[str, str] = {"Direction": "direction", "Team": "team"}
        self.values: dict[str, s.Expr] = {}
        self.dice: set[str] = set()
        self.each: set[str] = set()
        """Zones and states of which every player has one."""
        for node in loaded.declarations:
            match node:
                case s.Component():
                    called = in_words(node.name.name)
                    self.types[node.name.name] = _label(node.title) or (
                        called if node.sort == "die" else called.lower()
                    )
                    if node.sort == "die":
                        self.dice.add(node.name.name)
                    for line in node.lines:
                        if isinstance(line, s.HasZone):
                            self.zones[line.zone.name.name] = line.zone
                case s.Kind():
                    for name in node.names:
                        known = self.kinds.get(name.name, in_words(name.name))
                        self.kinds[name.name] = _label(node.title) or known
                case s.Zones():
                    self.zones.update({zone.name.name: zone for _, zone in node.zones})
                    self.each |= {zone.name.name for each, zone in node.zones if each}
                case s.States():
                    self.states.update({state.name.name: state for _, state in node.states})
                case s.Option():
                    self.options[node.name.name] = self.said(node.value)
                case s.Enum():
                    self.enums[node.name.name] = in_words(node.name.name).lower()
                case s.Value():
                    self.values[node.name.name] = node.body
                case s.Action():
                    self.actions[node.name.name] = in_words(node.name.name)

    @contextmanager
    def binding(self, names: dict[str, str]) -> Iterator[None]:
        """While these names stand for something."""
        before = self.here
        self.here = {**before, **names}
        yield
        self.here = before

    def named(self, binder: s.Binder) -> dict[str, str]:
        """What the variable of a binder is called in what follows."""
        return {binder.name.name: f"that {self.thing(binder)}"} if binder.name is not None else {}

    # ---------------------------------------------------------------------------- things

    def thing(self, binder: s.Binder) -> str:
        """One of what a binder runs over: `card`, `player`, `number`."""
        if isinstance(binder.type, s.NamedType):
            return self.kind(binder.type.name)
        name = "" if binder.name is None else binder.name.name
        found = self.item_of(binder.domain)
        return found or (in_words(name) if len(name) > 1 else "one")

    def item_of(self, domain: s.Expr) -> str:
        """What lies in a zone or is in a list, in one word; empty where that is not plain."""
        match domain:
            case s.Name(name="players") | s.Unary(op="players from"):
                return "player"
            case s.Name() if domain.name in self.zones:
                return self.of_type(self.zones[domain.name].of)
            case s.Name() if domain.name in self.types:
                return self.types[domain.name]
            case s.Name() if domain.name in self.kinds:
                return self.kinds[domain.name]
            case s.Name() if domain.name in self.enums:
                return self.enums[domain.name]
            case s.Name() if domain.name in self.values:
                return self.item_of(self.values[domain.name])
            case s.Call(function=s.Name(name=name)) if name in self.values:
                return self.item_of(self.values[name])
            case s.Member() if domain.name.name in self.zones:
                return self.of_type(self.zones[domain.name.name].of)
            case s.Item():
                return self.item_of(domain.object)
            case s.Range():
                return "number"
            case s.KindsOf():
                return f"kind of {self.kind(domain.type.name)}"
            case s.Search() | s.Call(function=s.Name(name="top" | "bottom")):
                return self.item_of(domain.binder.domain if isinstance(domain, s.Search) else domain.args[0])
            case s.Binary(op="+"):
                return self.item_of(domain.left)
        return ""

    def of_type(self, type: s.TypeNode) -> str:
        match type:
            case s.NamedType():
                return self.kind(type.name)
            case s.UnionType():
                parts = [self.of_type(x) for x in type.parts if not isinstance(x, s.NoneType)]
                return listed(parts, "or")
        return "thing"

    def kind(self, name: str) -> str:
        return self.types.get(name) or self.kinds.get(name) or in_words(name)

    # ---------------------------------------------------------------------------- expressions

    def said(self, node: s.Expr) -> str:
        """An expression that stands for something."""
        match node:
            case s.Name():
                return self.name(node.name)
            case s.Number():
                return str(node.value)
            case s.Text():
                return f"“{self.text(node)}”"
            case s.Truth():
                return "yes" if node.value else "no"
            case s.Nothing():
                return "nothing"
            case s.Flip():
                return "the flip of a coin"
            case s.Member():
                return self.member(node)
            case s.Call():
                return self.call(node)
            case s.Item():
                index = ", ".join(self.said(each) for each in node.index)
                return f"{self.said(node.object)} {index}"
            case s.Amount():
                return listed([f"{x.count} {self.kind(x.kind.name)}" for x in node.portions])
            case s.Range():
                return f"{self.said(node.low)} to {self.said(node.high)}"
            case s.ListOf() | s.SetOf():
                return listed([self.said(each) for each in node.items]) or "nothing"
            case s.Count():
                return f"the number of {self.counted(node)}"
            case s.Fold():
                word = {"sum": "the sum of", "most": "the most of", "least": "the least of"}[node.word]
                return (
                    f"{word} {self.said(node.value)}{self.over(node.binders)}"
                    if node.binders
                    else f"{word} {self.said(node.value)}"
                )
            case s.Comprehension():
                return f"{self.said(node.value)}{self.over(node.binders)}"
            case s.KindsOf():
                return f"all kinds of {self.kind(node.type.name)}"
            case s.Unary():
                return self.unary(node)
            case s.Binary() if node.op in JOINED and node.op not in ("and", "or"):
                return f"{self.said(node.left)} {JOINED[node.op]} {self.said(node.right)}"
            case s.Binary(op="/down" | "/up"):
                return f"{self.said(node.left)} divided by {self.said(node.right)}, rounded {node.op[1:]}"
            case s.Search():
                return self.search(node)
            case s.IfElse():
                then, otherwise = self.said(node.then), self.said(node.otherwise)
                return f"{then} if {self.asked(node.condition)}, otherwise {otherwise}"
        return self.asked(node)

    def name(self, name: str) -> str:
        if name in self.here:
            return self.here[name]
        if name in self.options:
            return self.options[name]
        if name in self.zones:
            return f"all players’ {plural(in_words(name))}" if name in self.each else f"the {in_words(name)}"
        if name in self.dice:
            return f"the {self.types[name]}"
        if name in self.types and name != "Player":
            return f"all {plural(self.types[name])}"
        if name in self.kinds:
            return self.kinds[name]
        special = {"players": "all players", "you": "you", "self": "it", "box": "the box", "it": "it"}
        if name in special:
            return special[name]
        return in_words(name) if name[:1].isupper() else f"the {in_words(name)}"

    def member(self, node: s.Member) -> str:
        if (
            isinstance(node.object, s.Name)
            and node.object.name[:1].isupper()
            and node.name.name[:1].isupper()
        ):
            return in_words(node.name.name)
        return of(self.said(node.object), in_words(node.name.name))

    def call(self, node: s.Call) -> str:
        args = [self.said(each) for each in (*node.args, *(each.value for each in node.named))]
        if isinstance(node.function, s.Member):
            args.insert(0, self.said(node.function.object))
            name = node.function.name.name
        else:
            name = node.function.name if isinstance(node.function, s.Name) else ""
        if name in ASKED:
            return ASKED[name].format(listed(args))
        return f"the {in_words(name)} of {listed(args)}" if args else f"the {in_words(name)}"

    def unary(self, node: s.Unary) -> str:
        inner = self.said(node.operand)
        match node.op:
            case "left of" | "right of":
                return f"the player to the {node.op.split()[0]} of {inner}"
            case "players from":
                return f"all players in turn, from {inner}"
            case "-":
                return f"minus {inner}"
        return self.asked(node)

    def search(self, node: s.Search) -> str:
        thing = self.thing(node.binder)
        many = {"those": f"all {plural(thing)}", "first": f"the first {thing}", "last": f"the last {thing}",
                "random": article(f"random {thing}"), "random all": f"all {plural(thing)} in random order",
                "sort": f"all {plural(thing)} in order"}[node.word]  # fmt: skip
        if node.count is not None:
            many = f"{self.said(node.count)} random {plural(thing)}"
        return f"{many}{self.among(node.binder, node.where, node.best)}"

    def among(self, binder: s.Binder, where: s.Expr | None, best: s.Best | None = None) -> str:
        """` in your hand with the most strength, where ...`"""
        domain = binder.domain
        if isinstance(domain, s.Name) and domain.name in (*self.types, *self.enums, "players"):
            out = ""
        elif isinstance(domain, s.Unary) and domain.op == "players from":
            out = f" in turn, from {self.said(domain.operand)}"
        else:
            out = f" {'from' if isinstance(domain, s.Range) else 'in'} {self.said(domain)}"
        called = "that player" if self.thing(binder) == "player" else "it"
        with self.binding({binder.name.name: called} if binder.name is not None else {}):
            if best is not None:
                out += f" with the {best.word} {self.said(best.value).removeprefix('the ')}"
            if where is not None:
                out += f" where {self.asked(where)}"
        return out

    def over(self, binders: s.Binders | None) -> str:
        if binders is None:
            return ""
        parts = [f"each {self.thing(b)}{self.among(b, None)}" for b in binders.binders]
        out = f" for {listed(parts)}"
        return f"{out} where {self.asked(binders.where)}" if binders.where is not None else out

    def counted(self, node: s.Count) -> str:
        if node.of is not None:
            thing = self.item_of(node.of)
            if isinstance(node.of, s.Name) and node.of.name in (*self.types, *self.kinds, "players"):
                return plural(thing)
            return f"{plural(thing)} in {self.said(node.of)}" if thing else self.said(node.of)
        assert node.binders is not None
        first = node.binders.binders[0]
        if len(node.binders.binders) > 1:
            return f"{plural(self.thing(first))}{self.over(node.binders)}"
        return f"{plural(self.thing(first))}{self.among(first, node.binders.where, node.binders.best)}"

    # ---------------------------------------------------------------------------- conditions

    def asked(self, node: s.Expr) -> str:
        """A condition: "your hand is empty"."""
        match node:
            case s.Unary(op="not"):
                return (
                    f"not: {self.asked(node.operand)}"
                    if isinstance(node.operand, s.Binary)
                    else self.denied(node.operand)
                )
            case s.Binary(op="and" | "or"):
                return f"{self.asked(node.left)} {node.op} {self.asked(node.right)}"
            case s.Binary(left=s.Count() as count) if node.op in AMOUNT and isinstance(
                node.right, s.Number | s.Name
            ):
                many = self.said(node.right)
                if count.of is not None and not self.item_of(count.of):
                    return f"the number of {self.counted(count)} {COMPARED[node.op]} {many}"
                if many == "1" and node.op == "=":
                    return f"there is just one of the {self.counted(count)}"
                if node.op == "=" and many == "0":
                    return f"there are no {self.counted(count)}"
                return f"there are {AMOUNT[node.op]}{many} {self.counted(count)}"
            case s.Binary(right=s.Truth() as truth) if node.op in ("=", "!="):
                yes = truth.value == (node.op == "=")
                return self.asked(node.left) if yes else self.denied(node.left)
            case s.Binary() if node.op in COMPARED:
                right = (
                    in_words(node.right.name)
                    if node.op == "has" and isinstance(node.right, s.Name)
                    else self.said(node.right)
                )
                return f"{self.said(node.left)} {COMPARED[node.op]} {right}"
            case s.Is():
                return self.is_(node)
            case s.During():
                return f"it is {in_words(node.phase.name)}"
            case s.Quantified():
                return self.quantified(node)
            case s.Truth():
                return "always" if node.value else "never"
            case s.Name() | s.Member() | s.Call():
                return self.holds(node, True)
        return self.said(node)

    def denied(self, node: s.Expr) -> str:
        match node:
            case s.Quantified(word="some"):
                return self.quantified(node, "no")
            case s.Name() | s.Member() | s.Call():
                return self.holds(node, False)
        return f"not: {self.asked(node)}"

    def holds(self, node: s.Name | s.Member | s.Call, yes: bool) -> str:
        """A truth by itself: `c.tired` is "it is tired", `legal(c)` "legal holds for it"."""
        be = "is" if yes else "is not"
        match node:
            case s.Member():
                whom = self.said(node.object)
                word = in_words(node.name.name)
                has = re.match(r"(has|can|may|is|was|will) (.*)", word)
                if has:
                    verb = (
                        "are"
                        if whom == "you" and has[1] == "is"
                        else "have"
                        if whom == "you" and has[1] == "has"
                        else has[1]
                    )
                    return f"{whom} {verb}{'' if yes else ' not'} {has[2]}"
                return f"{whom} {('are' if yes else 'are not') if whom == 'you' else be} {word}"
            case s.Call():
                name = (
                    node.function.name.name
                    if isinstance(node.function, s.Member)
                    else getattr(node.function, "name", "")
                )
                args = [self.said(each) for each in node.args]
                if isinstance(node.function, s.Member):
                    args.insert(0, self.said(node.function.object))
                if name in ASKED:
                    told = ASKED[name].format(listed(args))
                    return told if yes else f"not: {told}"
                return f"*{in_words(name)}* {'holds' if yes else 'does not hold'}{' for ' + listed(args) if args else ''}"
        if node.name in self.options:
            return f"{in_words(node.name).lower()} {'is on' if yes else 'is off'}"
        return (
            f"{self.said(node)} {be} so" if node.name not in self.here else f"{self.here[node.name]} {be} so"
        )

    def is_(self, node: s.Is) -> str:
        whom = self.said(node.operand)
        be = ("are" if whom == "you" else "is") + (" not" if node.negated else "")
        if node.what == "none":
            return f"there is {whom}" if node.negated else f"there is no {whom.removeprefix('the ')}"
        if isinstance(node.what, str):
            return f"{whom} {be} {node.what}"
        what = node.what
        if (
            isinstance(what, s.Name)
            and what.name not in self.here
            and (what.name in self.types or what.name in self.kinds)
        ):
            return f"{whom} {be} {article(self.kind(what.name))}"
        return f"{whom} {be} {self.said(what)}"

    def quantified(self, node: s.Quantified, word: Literal["some", "no", "every", ""] = "") -> str:
        thing = self.thing(node.binder)
        word = word or node.word
        if word == "every":
            inside = self.named(node.binder) or {}
            where = self.among(node.binder, None)
            with self.binding(dict.fromkeys(inside, "that player" if thing == "player" else "it")):
                told = self.asked(node.condition) if node.condition is not None else ""
            return f"for every {thing}{where} {told}"
        head = f"there is {article(thing)}" if word == "some" else f"there is no {thing}"
        return f"{head}{self.among(node.binder, node.condition)}"

    def text(self, node: s.Text) -> str:
        """A text with its blanks filled as far as that is known before the game; other blanks are told in words."""
        out = ""
        for part in node.parts:
            said = part if isinstance(part, str) else self.said(part)
            if not isinstance(part, str) and re.search(r"\b(an?|the) $", out, re.IGNORECASE):
                said = re.sub(r"^(the|an?) ", "", said)  # `take a {face}` is no “take a the face”
            out += said
        return out


def _label(node: s.Text | None) -> str:
    """A label without blanks; what stands in blanks is left out."""
    if node is None:
        return ""
    return " ".join("".join(part for part in node.parts if isinstance(part, str)).split())
