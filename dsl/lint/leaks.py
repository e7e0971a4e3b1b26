"""GDL1011, GDL1012: what tells its reader something that the reader may not see.

What a player is offered and what it is called, what all can read, and what all can see happen tell something. Where
that hangs on cards that lie hidden from the reader, the secret is out. `sight.py` knows where things lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics
from gdl.dsl.elaborate.abilities import walk
from gdl.dsl.lint.sight import Known, Lying, Names, Read, Sight, Told, Who, visible
from gdl.dsl.lint.text import Text

VOWELS = "AEIOUaeiou"


def leaks(text: Text, to: Diagnostics) -> None:
    """Offers and choices that tell the chooser, and results that tell everybody, what they may not see."""
    rules = {node.name.name: node for node in text.declarations if isinstance(node, s.Rule)}
    looker = _Looker(Sight(text), rules, to)
    looker.read_heads(text)
    for node in text.declarations:
        looker.declaration(node)
    if text.variants:
        changed = {
            zone.name.name
            for node in text.of(s.Replace)
            if isinstance(node.declaration, s.Zones)
            for _, zone in node.declaration.zones
        }
        looker = _Looker(Sight(text, frozenset(changed)), rules, to)
        for variant in text.variants:
            for line in variant.lines:
                looker.declaration(line.declaration if isinstance(line, s.Replace) else line)


class _Looker:
    """Goes through bodies in order, and keeps where the things lie that have a name."""

    def __init__(self, sight: Sight, rules: dict[str, s.Rule], to: Diagnostics):
        self.sight = sight
        self.rules = rules
        self.to = to
        self.private = False
        self.shown: set[str] = set()
        """Zones of which something is shown somewhere in the body: then a public result is meant to be known."""
        self.earlier: set[str] = set()
        """Zones of which something has been shown before the step that is looked at."""
        self.visited: set[object] = set()
        self.heads = {name: rule.params for name, rule in rules.items()}
        """The parameters of what triggers wait for."""
        self.callers: dict[str, list[s.Steps]] = {}
        """The bodies that call a rule."""
        self.params: dict[str, tuple[s.Param, ...]] = {}
        self._loud: dict[str, bool] = {}
        self._of_bodies: dict[int, set[str]] = {}
        self._showing: dict[tuple[str, int], bool] = {}

    def read_heads(self, text: Text) -> None:
        """What is asked about other declarations: their parameters, and from where rules are called."""
        acting: list[s.Action | s.Phase | s.Table] = [
            *text.of(s.Action),
            *text.of(s.Phase),
            *text.of(s.Table),
        ]
        self.heads |= {node.name.name: node.params for node in acting}
        calling: list[s.Action | s.Phase | s.Rule | s.Trigger] = [*text.of(s.Action), *text.of(s.Phase)]
        for node in (*calling, *text.of(s.Rule), *text.of(s.Trigger)):
            body = node.body or ()
            for call in walk(body):
                if isinstance(call, s.Call) and isinstance(call.function, s.Name):
                    bodies = self.callers.setdefault(call.function.name, [])
                    if not any(each is body for each in bodies):
                        bodies.append(body)

    # ------------------------------------------------------------------------------------ declarations

    def declaration(self, node: s.Declaration) -> None:
        match node:
            case s.Action():
                self._action(node)
            case s.Rule() | s.Phase() | s.Table():
                names = self._players(node)
                if isinstance(node, s.Table):
                    for row in node.rows:
                        self._body(row.body, names)
                else:
                    before = self._shown_before(node.name.name) if isinstance(node, s.Rule) else set()
                    self._body(node.body, names, frozenset(before))
                if isinstance(node, s.Phase):
                    for trigger in node.triggers:
                        self.declaration(trigger)
            case s.Trigger():
                names = self._of_events(node)
                self.shown = self._revealed(node.body, names)
                if node.condition is not None and self._told(node.body) and not self._asks(node.body):
                    self.shown |= self._laid_open(node.body, names)
                    self.all_learn(node.condition, names)
                self._body(node.body, names)
            case s.When():
                self.shown = self._revealed(node.body, {})
                if self._told(node.body):
                    self.all_learn(node.condition, {})
                self._body(node.body, self.sight.learnt(node.condition, {}))
            case s.Component():
                for line in node.lines:
                    if isinstance(line, s.Rule | s.Action):
                        self.params.setdefault(line.name.name, line.params)
                    self.declaration(line)
            case s.Kind() | s.Trait() | s.Extend():
                for line in node.lines:
                    self.declaration(line)

    def _of_events(self, node: s.Trigger) -> Names:
        """The players that a trigger is told about, by the heads of what it waits for."""
        names = _own()
        for event in node.events:
            name = event.name.name if isinstance(event.name, s.Name) else ""
            for argument, param in zip(event.args, self.heads.get(name, ()), strict=False):
                if (
                    isinstance(argument, s.Name)
                    and isinstance(param.type, s.NamedType)
                    and param.type.name == "Player"
                ):
                    names[argument.name] = Who(argument.name)
        return names

    def _action(self, node: s.Action) -> None:
        self.shown, self.earlier = set(), set()
        names = self._players(node)
        actor = names.get(node.params[0].name.name) if node.params else None
        if not isinstance(actor, Who):
            return
        for param in node.params[1:]:
            if param.domain is not None:
                self.learns(param.domain, names, actor, f"the offer of `{node.name.name}`")
                binder = s.Binder(span=param.span, name=param.name, type=param.type, domain=param.domain)
                names = self.sight.bound(binder, param.where, names)
            elif isinstance(param.type, s.NamedType) and param.type.name == "Player":
                names = {**names, param.name.name: Who(param.name.name, each=True)}
            self.learns(param.where, names, actor, f"the offer of `{node.name.name}`")
        for requires in node.requires:
            for condition in requires.conditions:
                self.learns(condition, names, actor, f"the offer of `{node.name.name}`")
                names = self.sight.learnt(condition, names)
        self.learns(node.label, names, actor, f"the label of `{node.name.name}`")
        self._body(node.body or (), names)

    def _players(self, node: s.Rule | s.Action | s.Phase | s.Table) -> Names:
        """Parameters that are players, under their own names; `you` too. Kinds need not say the types again."""
        names = _own()
        said = self.params.get(node.name.name, ())
        for i, param in enumerate(node.params):
            type = param.type or (said[i].type if i < len(said) else None)
            player = isinstance(type, s.NamedType) and type.name == "Player"
            if param.name.name == "you" or player or (isinstance(node, s.Action) and i == 0):
                names[param.name.name] = Who(param.name.name)
            else:
                names[param.name.name] = None
        return names

    def _body(self, steps: s.Steps, names: Names, before: frozenset[str] = frozenset()) -> None:
        self.shown = self._revealed(steps, names) | before
        self.earlier = set()
        self.private = False
        self.steps(steps, names)

    def _revealed(self, steps: Iterable[s.Step], names: Names, deep: int = 3) -> set[str]:
        """Zones of which something is shown in these steps, or in the rules that they call."""
        found: set[str] = set()
        for node in walk(tuple(steps)):
            if isinstance(node, s.Reveal) and node.to is not None and self._is_state(node.what):
                continue  # told to some, which is not told to all
            if isinstance(node, s.Reveal | s.Turn):
                for x in walk(node.what):
                    if isinstance(x, s.Name | s.Ident):
                        found.add(x.name)
                        value = self.sight.values.get(x.name)
                        if value is not None:
                            found.update(y.name for y in walk(value.body) if isinstance(y, s.Name | s.Ident))
            elif isinstance(node, s.For | s.Choose):
                binders = node.binders.binders if isinstance(node, s.For) else (node.binder,)
                if any(isinstance(x, s.Reveal | s.Turn) for x in walk(node.body)):
                    for b in binders:
                        found.update(x.name for x in walk(b.domain) if isinstance(x, s.Name | s.Ident))
            elif isinstance(node, s.Call) and isinstance(node.function, s.Name) and deep:
                rule = self.rules.get(node.function.name)
                if rule is not None and self._shows(rule, deep):
                    found |= self._revealed(rule.body, {}, deep - 1)
                    found.update(
                        x.name for a in node.args for x in walk(a) if isinstance(x, s.Name | s.Ident)
                    )
        return found | self._behind(found, steps)

    def _is_state(self, node: s.Expr) -> bool:
        """Whether this is a hidden state itself: `lair`, `p.role`, `price[Wool]`."""
        name = _base(node)
        sight = self.sight
        return name in sight.of_the_table or name in sight.private or name in sight.hidden_on_spaces

    def _shows(self, rule: s.Rule, deep: int) -> bool:
        """Whether a rule shows something, itself or by a rule that it calls."""
        key = rule.name.name, deep
        if key not in self._showing:
            self._showing[key] = self._looks_showing(rule, deep)
        return self._showing[key]

    def _looks_showing(self, rule: s.Rule, deep: int) -> bool:
        for x in walk(rule.body):
            if isinstance(x, s.Reveal | s.Turn):
                return True
            if isinstance(x, s.Call) and isinstance(x.function, s.Name) and deep:
                called = self.rules.get(x.function.name)
                if called is not None and self._shows(called, deep - 1):
                    return True
        return False

    def _behind(self, found: set[str], steps: Iterable[s.Step]) -> set[str]:
        """The names behind locals and values: what `let hidden = those u in units_at(p)` speaks of."""
        lets = {x.name.name: x.value for x in walk(tuple(steps)) if isinstance(x, s.Let)}
        done: set[str] = set()
        todo = [name for name in found if name in lets]
        while todo:
            name = todo.pop()
            value = self.sight.values.get(name)
            for node in (lets.get(name), value.body if value is not None else None):
                for x in walk(node):
                    if isinstance(x, s.Name | s.Ident) and x.name not in done:
                        done.add(x.name)
                        todo.append(x.name)
        return done

    def _revealed_in(self, body: s.Steps) -> set[str]:
        """What a body that calls rules shows: asked for each rule that it calls."""
        if id(body) not in self._of_bodies:
            self._of_bodies[id(body)] = self._revealed(body, {})
        return self._of_bodies[id(body)]

    def _shown_before(self, rule: str) -> set[str]:
        """Zones of which something is shown wherever a rule is called."""
        callers = self.callers.get(rule, [])
        shown = [self._revealed_in(body) for body in callers]
        return set.intersection(*shown) if shown else set()

    # ------------------------------------------------------------------------------------ steps

    def steps(self, steps: Iterable[s.Step], names: Names) -> None:
        for step in steps:
            names = self.step(step, names)

    def step(self, node: s.Step, names: Names) -> Names:
        """Looks at one step; the names as they are behind it."""
        know = self.sight.known
        match node:
            case s.Let():
                found = know(node.value, names)
                if found is None:
                    reads = tuple(self.sight.reads(node.value, names))
                    found = Told(reads) if reads else None
                return {**names, node.name.name: found}
            case s.Assign():
                if _base(node.target) in self.sight.public:
                    self.all_learn(node.value, names)
            case s.Log():
                reader = know(node.to, names) if node.to is not None else None
                if node.to is None:
                    self.all_learn(node.text, names)
                elif isinstance(reader, Who) and not reader.each:
                    self.learns(node.text, names, reader, "this text")
            case s.Move():
                if isinstance(node.what, s.Name) and node.what.name in names:
                    return {**names, node.what.name: know(node.target, names)}
            case s.Draw():
                if node.alias is not None:
                    return {**names, node.alias.name: know(node.target, names)}
            case s.Do():
                self._call(node.call, names)
                self.earlier |= self._revealed((node,), names)
                return _without(names, node.call)
            case s.Reveal() | s.Turn():
                self.earlier |= self._revealed((node,), names)
                return _without(names, node.what)
            case s.If():
                self._branch(node, names)
            case s.While():
                inside = self.sight.learnt(node.condition, names)
                self._happens(node.condition, node.body, names, inside)
                self.steps(node.body, inside)
            case s.Repeat():
                self._happens(node.times, node.body, names, names)
                self.steps(node.body, names)
            case s.For():
                inside = self._binders(node.binders, names)
                self._happens(
                    s.Count(span=node.span, of=None, binders=node.binders), node.body, names, inside
                )
                self.steps(node.body, inside)
            case s.Together():
                self.private = True
                self.steps(node.body, self._binders(node.binders, names))
                self.private = False
            case s.Choose():
                return self._choose(node, names)
            case s.ChooseOne():
                self._menu(node, names)
            case s.May():
                who = know(node.who, names)
                if isinstance(who, Who):
                    self.learns(node.guard, names, who, "this question")
                    self.learns(node.label, names, who, "this question")
                self.steps(node.body, names)
                self.steps(node.otherwise or (), names)
            case s.Offer():
                self._offer(node, names)
        return names

    def _call(self, call: s.Expr, names: Names) -> None:
        """A rule that is told about hidden cards is looked at with just these."""
        if not isinstance(call, s.Call) or not isinstance(call.function, s.Name):
            return
        rule = self.rules.get(call.function.name)
        if rule is None:
            return
        given = tuple(self.sight.known(argument, names) for argument in call.args)
        key = (rule.name.name, given)
        if key in self.visited or not any(isinstance(known, Lying) for known in given):
            return
        self.visited.add(key)
        kept = self.shown, self.earlier
        self.shown = self.shown | self._revealed(rule.body, {})
        inside = _own()
        inside.update({p.name.name: known for p, known in zip(rule.params, given, strict=False)})
        self.steps(rule.body, inside)
        self.shown, self.earlier = kept

    def _binders(self, node: s.Binders, names: Names) -> Names:
        for binder in node.binders:
            names = self.sight.bound(binder, node.where, names)
        return names

    def _happens(
        self, why: s.Expr | None, body: s.Steps, names: Names, inside: Names, otherwise: s.Steps = ()
    ) -> None:
        """Whether, and how often, these steps happen hangs on `why`: if all see them happen, all learn it."""
        if (self._told(body) or self._told(otherwise)) and not self._asks(body):
            kept = self.shown
            self.shown = kept | self._laid_open(body, inside)
            self.all_learn(why, names)
            self.shown = kept

    def _branch(self, node: s.If, names: Names) -> None:
        inside = self.sight.learnt(node.condition, names)
        self._happens(node.condition, node.then, names, inside, node.otherwise or ())
        self.steps(node.then, self.sight.learnt(node.condition, names))
        self.steps(node.otherwise or (), names)

    def _choose(self, node: s.Choose, names: Names) -> Names:
        by = self.sight.known(node.by, names)
        inside = self.sight.bound(node.binder, node.where, names)
        if isinstance(by, Who):
            what = s.Search(
                span=node.span, word="those", count=None, binder=node.binder, where=node.where, best=node.best
            )
            self.learns(what, names, by, "this choice")
            self.learns(node.prompt, names, by, "this question")
            if node.otherwise is not None and self._told(node.otherwise):
                kept = self.shown
                self.shown = kept | self._laid_open(node.body or (), inside)
                self.all_learn(what, names)
                self.shown = kept
        self.steps(node.body or (), inside)
        self.steps(node.otherwise or (), names)
        if node.alias is not None and node.binder.name is not None:
            inside = {**names, node.alias.name: inside.get(node.binder.name.name)}
        return inside if node.body is None else names

    def _menu(self, node: s.ChooseOne, names: Names) -> None:
        by = self.sight.known(node.by, names)
        for entry in node.entries:
            inside = names
            if entry.binders is not None:
                if isinstance(by, Who):
                    what = s.Count(span=entry.span, of=None, binders=entry.binders)
                    self.learns(what, names, by, "this choice")
                inside = self._binders(entry.binders, names)
            if isinstance(by, Who):
                self.learns(entry.guard, inside, by, "this choice")
                self.learns(entry.label, inside, by, "this choice")
            self.steps(entry.body, inside)

    def _offer(self, node: s.Offer, names: Names) -> None:
        to = self.sight.known(node.to, names)
        for item in node.items:
            if isinstance(to, Who) and item.binder is not None:
                what = s.Search(
                    span=item.span, word="those", count=None, binder=item.binder, where=item.where, best=None
                )
                self.learns(what, names, to, "this offer")
        self.steps(node.otherwise or (), names)

    def _told(self, steps: Iterable[s.Step]) -> bool:
        """Whether all can see that these steps happen (the end of the game tells no secret that matters)."""
        for node in walk(tuple(steps)):
            match node:
                case s.Assign() if _base(node.target) in self.sight.public:
                    return True
                case s.Log(to=None) | s.Outcome(word="eliminate"):
                    return True
                case s.Move() | s.Take() | s.Draw() | s.Swap() | s.Shuffle() | s.Roll():
                    return True
                case s.Call(function=s.Name() as function) if function.name in self.rules:
                    if self._loud_rule(function.name):
                        return True
        return False

    def _asks(self, steps: s.Steps, deep: int = 3) -> bool:
        """Whether a player decides first: what all see then is that player's doing."""
        first = steps[0] if steps else None
        if (
            isinstance(first, s.Do)
            and isinstance(first.call, s.Call)
            and isinstance(first.call.function, s.Name)
        ):
            rule = self.rules.get(first.call.function.name)
            return rule is not None and deep > 0 and self._asks(rule.body, deep - 1)
        return isinstance(first, s.Choose | s.ChooseOne | s.Offer | s.May)

    def _laid_open(self, steps: s.Steps, names: Names) -> set[str]:
        """Zones from which these steps take something to where all can see it."""
        found: set[str] = set()
        for node in steps:
            if isinstance(node, s.Move | s.Take | s.Draw):
                target = self.sight.known(node.target, names)
                if isinstance(target, Lying) and all(place.sight == "open" for place in target.places):
                    taken = node.what if isinstance(node, s.Move) else node
                    found.update(x.name for x in walk(taken) if isinstance(x, s.Name | s.Ident))
                    lying = self.sight.known(node.what, names) if isinstance(node, s.Move) else None
                    if isinstance(lying, Lying):
                        found.update(place.name for place in lying.places)
        return found

    def _loud_rule(self, name: str) -> bool:
        if name not in self._loud:
            self._loud[name] = False
            self._loud[name] = self._told(self.rules[name].body)
        return self._loud[name]

    # ------------------------------------------------------------------------------------ saying it

    def learns(self, node: object, names: Names, reader: Who, by: str) -> None:
        """A player is shown what hangs on this expression."""
        for read in self._hidden(node, names, reader):
            self.to.warning(
                "GDL1011",
                read.at.span,
                f"{by} tells {_player(reader)} {_fact(read)}",
                f"{_why(read)}; ask about what {_player(reader)} can see, or reveal it first",
            )

    def all_learn(self, node: object, names: Names) -> None:
        """Everybody sees what hangs on this expression."""
        if self.private:
            return
        for read in self._hidden(node, names, None):
            if read.place.name not in self.shown:
                self.to.warning(
                    "GDL1012",
                    read.at.span,
                    f"this tells every player {_fact(read)}",
                    f"{_why(read)}; if all may know, {_cure(read)}",
                )

    def _hidden(self, node: object, names: Names, reader: Who | None) -> Iterator[Read]:
        if node is None:
            return
        said: set[object] = set()
        for read in self.sight.reads(node, names):
            key = (read.at, read.place.name)
            if key not in said and not visible(read, reader):
                if reader is not None and read.place.name in self.earlier:
                    continue
                if reader is not None and read.place.zone is None and read.place.name in self.sight.told:
                    continue  # somebody is told it somewhere: perhaps this reader
                said.add(key)
                yield read


def _fact(read: Read) -> str:
    """`whether p holds a Scout`, `something about the cost of what lies in the deck`."""
    place = read.place
    whose = place.holder
    if place.zone is None:
        return f"something about the `{place.name}` of {_player(whose)}" if whose else f"something about `{place.name}`"
    if read.kind:
        named = read.kind[0].isupper()
        kind = f"a{'n' if read.kind[0] in VOWELS else ''} {read.kind}" if named else f"the card `{read.kind}`"
        if whose is None:
            return f"whether {kind} lies in `{place.name}`"
        verb = "holds" if place.zone is not None and place.zone.shape == "hand" else "has"
        where = "" if verb == "holds" else f" in `{place.name}`"
        return f"whether {_player(whose)} {verb} {kind}{where}"
    of = (
        f"of what lies in `{place.name}`"
        if whose is None
        else f"of what {_player(whose)} has in `{place.name}`"
    )
    return f"something about the `{read.part}` {of}"


def _why(read: Read) -> str:
    """Why it is hidden, and by way of which values it is read."""
    sight = {
        "secret": "nobody may look there",
        "owner": "only its owner may look there",
        "face down": "it lies face down",
    }
    if read.place.zone is None:
        sight = {"secret": "this state is secret", "owner": "only its player may know this state"}
    way = f" (read by way of {', '.join(f'`{name}`' for name in read.through)})" if read.through else ""
    return sight[read.place.sight] + way


def _cure(read: Read) -> str:
    """How all come to know it in earnest."""
    place = read.place
    if place.zone is not None:
        return "`reveal` it here, so that the table knows it too"
    named = ""
    if place.holder is None and isinstance(read.at, s.Name) and not read.through:
        named = f" {place.name}"
    elif place.holder is not None and place.holder.name != "players":
        named = f" {place.holder.name}.{place.name}"
    return f"`reveal{named}`{'' if named else ' it'} first: then they know it until it is set again"


def _player(who: Who) -> str:
    return "any player" if who.each and who.name == "players" else f"`{who.name}`"


def _own() -> Names:
    own: dict[str, Known] = {"you": Who("you"), "self": None}
    return own


def _base(target: s.Expr) -> str:
    base = target.object if isinstance(target, s.Item) else target
    return base.name if isinstance(base, s.Name) else base.name.name if isinstance(base, s.Member) else ""


def _without(names: Names, node: object) -> Names:
    """What a rule was told about, or what was shown, may lie elsewhere and be known now."""
    gone = {x.name for x in walk(node) if isinstance(x, s.Name) and isinstance(names.get(x.name), Lying)}
    return {name: known for name, known in names.items() if name not in gone} if gone else names
