"""Statements as Python lines.

In `full` code chance goes through `X.chance`, and logs and events through `X.recorder`. In `fast` code
chance is sampled on the spot from `S[RANDOM]` by the very same steps, and nothing is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gdl.dsl import ir
from gdl.dsl.ir import RANDOM
from gdl.interpreter.codegen.expressions import Expressions
from gdl.interpreter.codegen.inline import (
    can_be_written_out,
    ends,
    leaves_loop,
    returns,
    with_returns,
    with_the_rest,
    written_slots,
)
from gdl.interpreter.codegen.scope import Scope
from gdl.interpreter.codegen.writer import Writer, is_number, listed, numbers_in
from gdl.interpreter.shown import asks_what_is_printed
from gdl.interpreter.state import BITS, INCREMENT, MULTIPLIER, STEP_BUDGET

if TYPE_CHECKING:
    from gdl.interpreter.codegen.module import ModuleWriter

FEW = 4
"""Loops over no more things than this may be written out round by round."""
QUIET = (ir.SetLocal, ir.Log, ir.Event, ir.If, ir.Break, ir.Continue, ir.Return, ir.Loop)
"""Statements after which what has been worked out before still holds, unless something inside them has changed it."""
MOST_ROUNDS = 240
"""If they come to no more nodes than this together."""


@dataclass(slots=True)
class Top:
    """The local `slot` is what lies on top of an ordered zone, whose content is in `lying`; `sure`: there is something."""

    slot: int
    pick: ir.Pick
    sure: bool = False
    unread: bool = False
    """The local is yet to be set: the next step is to leave if there is nothing."""

    def there(self, e: ir.Expr) -> bool | None:
        """Whether there is something where this condition holds, or just where it does not; None: it says nothing."""
        if isinstance(e, ir.Binary) and e.left == ir.Local(self.slot):
            if e.right == ir.Const(0):
                return {">=": True, "<": False}.get(e.op)
            if e.right == ir.Const(-1):
                return {"!=": True, "==": False}.get(e.op)
        return None


class Statements:
    """Writes statements of one Python function; locals are Python variables named by the scope."""

    def __init__(self, module: ModuleWriter, writer: Writer, expressions: Expressions, pure: bool = False):
        self.module = module
        self.program = module.program
        self.full = module.full and not pure  # values are worked out at any time: nothing happens by that
        self.writer = writer
        self.e = expressions
        self.line = writer.line
        self.inside: tuple[int, ...] = ()
        """The rules that are being written out, the innermost last."""
        self.leaves: str | None = None
        """What tells `return` in a rule that is written out; None where it is a function of its own."""
        self.top: Top | None = None
        self.guarded = False
        self.names: dict[int, str] = {}
        """The names of locals that are read as the numbers they are."""

    def write(self, stmts: ir.Stmts) -> None:
        for i, stmt in enumerate(stmts):
            if self.leaves == "" and isinstance(stmt, ir.If) and i + 1 < len(stmts) and returns((stmt,)):
                self._if(self.module.keep(with_the_rest(stmt, stmts[i + 1 :])))
                return
            self.guarded = i + 1 < len(stmts) and _is_guard(stmt, stmts[i + 1])
            top = self.top
            write: Callable[[Any], None] = getattr(self, "_" + type(stmt).__name__.lower())
            write(stmt)
            if self.top is top and not _only_leaves(stmt):
                self.top = None
            if not isinstance(stmt, QUIET):
                self.writer.known.clear()

    # ------------------------------------------------------------------------------ expressions in statements

    def value(self, e: ir.Expr) -> str:
        return self.module.folds.root_value(self.writer, self.e, e)

    def condition(self, e: ir.Expr) -> str:
        return self.module.folds.root_condition(self.writer, self.e, e)

    def iterable(self, e: ir.Expr) -> str:
        return self.module.folds.root_iterable(self.writer, self.e, e)

    def maybe(self, e: ir.Expr | None) -> str:
        return "None" if e is None else self.value(e)

    def local(self, slot: int) -> str:
        return self.e.scope.name(slot)

    def _shown(self, text: ir.Template) -> str:
        return listed([self.e.value(part.value) for part in text.parts if isinstance(part, ir.Shown)])

    # ------------------------------------------------------------------------------ variables

    def _setlocal(self, s: ir.SetLocal) -> None:
        name, text = self.local(s.slot), self.value(s.value)
        function = self.e.scope.function
        if function is not None and s.slot in self.module.set_once(function):
            name = self.names.setdefault(s.slot, name)
            self.e.scope.limits[s.slot] = self.e.static.bounds(s.value, self.e.scope, sure=True)
            self.e.scope.typed[s.slot] = self.e.static.bounds(s.value, self.e.scope)
            if is_number(text) and not self.full:
                self.e.scope.known[s.slot] = text  # it is read as the number itself
                return
            self.e.scope.known[s.slot] = name
        self.line(f"{name} = {text}")
        self.writer.forget(name)

    def _store(self, s: ir.Store) -> None:
        if s.low is None or s.high is None or self.e.static.is_within(s.value, s.low, s.high, self.e.scope):
            value = self.value(s.value)
            self.line(f"{self.e.at(s.base, s.offset)} = {value}")
            return
        self.line(f"new = {self.value(s.value)}")
        if s.clamped:
            self.line(f"new = {s.low} if new < {s.low} else {s.high} if new > {s.high} else new")
        else:
            least, most = self.e.static.bounds(s.value, self.e.scope)
            test = f"not {s.low} <= new <= {s.high}"
            if least is not None and least >= s.low:
                test = f"new > {s.high}"
            elif most is not None and most <= s.high:
                test = f"new < {s.low}"
            with self.writer.block(f"if {test}:"):
                self.line(f"raise left_range(new, {self.module.node(s)})")
        self.line(f"{self.e.at(s.base, s.offset)} = new")

    # ------------------------------------------------------------------------------ the table

    def _move(self, s: ir.Move) -> None:
        if not self.full and self.module.tablework.move(self, s):
            return
        index = f", {self.value(s.index)}" if s.index is not None else ""
        component, zone = self.value(s.component), self.value(s.zone)
        self.line(f"move_{s.at}(S, {component}, {zone}{index}, {self.module.span(s.span)})")

    def _movecubes(self, s: ir.MoveCubes) -> None:
        args = [self.value(e) for e in (s.kind, s.count, s.source, s.target)]
        target = "" if s.moved is None else f"{self.local(s.moved)} = "
        self.line(f"{target}move_cubes(S, {', '.join(args)}, {self.module.span(s.span)})")

    def _pick(self, s: ir.Pick) -> None:
        settled, zone = self.e.static.constant(s.zone)
        slot = self.local(s.slot)
        if not self.full and not settled and self._draws_from_top(s.zone):
            self.line(f"lying = {self.e.at(self.program.zone_slot, s.zone)}")
            self._top_lying(s)
            return
        if self.full or not settled or zone < 0:
            self.line(f"{slot} = pick(S, {self.value(s.zone)}, X)")
            return
        info, base = self.program.zones[zone], zone * len(self.program.kinds)
        self.line(f"lying = S[{self.program.zone_slot + zone}]")
        if info.ordered:
            self._top_lying(s)
            return
        with self.writer.block("if lying:"):
            self._sample(slot, "lying", f"{base} + " if info.cubes else "")
        with self.writer.block("else:"):
            self.line(f"{slot} = -1")

    def _top_lying(self, s: ir.Pick) -> None:
        """The local becomes what lies on top; where the next step leaves if there is nothing, behind that."""
        self.top = Top(s.slot, s, unread=self.guarded)
        if not self.guarded:
            self.line(f"{self.local(s.slot)} = lying[0] if lying else -1")

    def _read_top(self, top: Top) -> None:
        """From here on there is something."""
        self.top = replace(top, sure=True, unread=False)
        if top.unread:
            self.line(f"{self.local(top.slot)} = lying[0]")

    def _draws_from_top(self, zone: ir.Expr) -> bool:
        """Whether every zone that this can be (`p.pile`, whoever p is) is a deck or row, drawn from its top."""
        which = self.e.static.zones(zone, self.e.scope)
        if which is None:
            return False
        return all(self.program.zones[z].ordered and not self.program.zones[z].cubes for z in which)

    def _sample(self, target: str, items: str, plus: str = "") -> None:
        """One of several, by the generator in the state."""
        self._next_random()
        self.line(f"{target} = {plus}{items}[(r >> 32) * len({items}) >> 32]")

    def _next_random(self) -> None:
        self.line(f"r = S[{RANDOM}] = (S[{RANDOM}] * {MULTIPLIER} + {INCREMENT}) & {BITS:#x}")

    def _shuffle(self, s: ir.Shuffle) -> None:
        self.line(f"shuffle(S, {self.value(s.zone)}, X)")

    def _swapzones(self, s: ir.SwapZones) -> None:
        self.line(f"swap_zones(S, {self.value(s.left)}, {self.value(s.right)})")

    def _random(self, s: ir.Random) -> None:
        slot = self.local(s.slot)
        self.line(f"items = {self.value(s.list)}")
        with self.writer.block("if items:"):
            if self.full:
                self.line(f"{slot} = X.chance.pick(S, items, {self.module.point('random', s.type)})")
            else:
                self._sample(slot, "items")
        with self.writer.block("else:"):
            self.line(f"{slot} = -1")
        if self.full and s.seers == "all":
            self.line(f"X.recorder.chance(S, 'random', {self.module.type(s.type)}, {slot})")

    def _randomorder(self, s: ir.RandomOrder) -> None:
        slot, items, count = self.local(s.slot), self.value(s.list), self.maybe(s.count)
        if self.full:
            self.line(f"{slot} = X.chance.order(S, {items}, {count}, {self.module.point('order', s.type)})")
        else:
            self.line(f"{slot} = draw_order(S, {items}, {count})")

    def _roll(self, s: ir.Roll) -> None:
        if self.full:
            self.line(f"die = {self.value(s.die)}")
            self.line("roll(S, die, X)")
            return
        faces = self.module.faces()
        settled, die = self.e.static.constant(s.die)
        if settled and die >= 0 and self.module.machine.moves.knowledge is None:
            shown, face = self.module.globals["FACES"][die], f"S[{self.program.face_slot + die}]"
            if shown == tuple(range(shown[0], shown[0] + len(shown))):
                self._next_random()
                self.line(f"{face} = {shown[0]} + ((r >> 32) * {len(shown)} >> 32)")
            else:
                self._sample(face, self.module.constant(shown))
            return
        self.line(f"die = {self.value(s.die)}")
        with self.writer.block("if die >= 0:"):
            self.line(f"faces = {faces}[die]")
            if self.module.machine.moves.knowledge is None:
                self._sample(f"S[{self.program.face_slot} + die]", "faces")
            else:
                self._sample("face", "faces")
                self.line("set_face(S, die, face)")

    def _reveal(self, s: ir.Reveal) -> None:
        if self.module.hides:
            self.line(f"reveal(S, {self.value(s.components)}, {self.maybe(s.to)})")

    def _revealtruth(self, s: ir.RevealTruth) -> None:
        if not self.module.hides:
            return
        component, to = self.value(s.component), self.maybe(s.to)
        self.e.scope.forget(s.slot)
        with self.writer.block(f"def test({self.local(s.slot)}):"):
            self.line(f"return {self.value(s.test)}")
        printed = asks_what_is_printed(self.program, s.test)
        self.line(f"reveal_truth(S, {component}, test, {to}, {printed})")

    def _conceal(self, s: ir.Conceal) -> None:
        if self.module.hides:
            self.line(f"conceal(S, {self.value(s.components)}, {self.maybe(s.but)})")

    def _arrange(self, s: ir.Arrange) -> None:
        self.line(f"arrange(S, {self.value(s.before)}, {self.value(s.after)}, {self.value(s.by)})")

    def _turnface(self, s: ir.TurnFace) -> None:
        self.line(f"turn(S, {self.value(s.components)}, {int(s.up)})")

    # ------------------------------------------------------------------------------ what is written down

    def _log(self, s: ir.Log) -> None:
        if self.full:
            self.line(f"X.recorder.log(S, {self.module.node(s)}, {self._shown(s.text)}, {self.maybe(s.to)})")

    def _event(self, s: ir.Event) -> None:
        if self.full and s.word != "modifier":  # values are pure: what changed them is for `explain` to ask
            self.line(f"X.recorder.event(S, {self.module.node(s)}, {listed(self.e.values(s.args))})")

    def _fail(self, s: ir.Fail) -> None:
        self.line(f"fail(S, {self.module.node(s)}, {self._shown(s.text)}, X)")

    # ------------------------------------------------------------------------------ control

    def _if(self, s: ir.If) -> None:
        top = self.top
        there = None if top is None else top.there(s.condition)
        test = "not lying" if top is not None and top.unread else self.condition(s.condition)
        if test in ("True", "False"):
            self.write(s.then if test == "True" else s.otherwise)
            return
        if not self._says_something(s.then) and self._says_something(s.otherwise):
            with self.writer.block("if lying:" if test == "not lying" else f"if not {test}:"):
                if top is not None and there is False:
                    self._read_top(top)
                self.write(s.otherwise)
            return
        if test == "not lying" and self.leaves == "" and s.otherwise and isinstance(s.then[0], ir.Return):
            with self.writer.block("if lying:"):  # what is left there is told by what is not done
                assert top is not None
                self._read_top(top)
                self.write(s.otherwise)
            return
        with self.writer.block(f"if {test}:"):
            if top is not None and there:
                self._read_top(top)
            self.write(s.then)
        if self._says_something(s.otherwise):
            with self.writer.block("else:"):
                if top is not None and there is False:
                    self._read_top(top)
                self.write(s.otherwise)
        elif top is not None and there is False and ends(s.then):
            self._read_top(top)

    def _says_something(self, stmts: ir.Stmts) -> bool:
        return any(self.full or not self.module.is_silent(stmt) for stmt in stmts)

    def _each(self, s: ir.Each) -> None:
        if not self._says_something(s.body):
            return
        if not self.full and self.module.tablework.move_all(self, s):
            return
        items, function = self.iterable(s.list), self.e.scope.function
        self.writer.known.clear()
        if not self.full and self._one_by_one(s, items):
            return
        if function is not None and s.slot in self.module.set_once(function):
            self.e.scope.limits[s.slot] = self.e.static.bounds_of_items(s.list, self.e.scope)
        with self.writer.block(f"for {self.local(s.slot)} in {items}:"), self._leaving(s.body):
            self.write(s.body)

    def _one_by_one(self, s: ir.Each, text: str) -> bool:
        """A short loop over numbers that are known before play is written out, so that more is known in each round."""
        items = numbers_in(text)
        if not items or len(items) > FEW or (self.leaves == "" and returns(s.body)):
            return False
        body = s.body
        if leaves_loop(body):
            body = tuple(self.module.keep(stmt) for stmt in with_returns(body))
            if len(items) > 1 or returns(s.body) or not can_be_written_out(body):
                return False
        if len(items) * self.module.full_weight(body) > MOST_ROUNDS:
            return False
        before, name, limits = self.leaves, self.local(s.slot), self.e.scope.limits.get(s.slot)
        self.leaves = "" if body is not s.body else self.leaves
        for item in items:
            self.e.scope.known[s.slot], self.e.scope.limits[s.slot] = str(item), (item, item)
            self.top = None
            self.write(body)
        self.top, self.leaves = None, before
        self.e.scope.known[s.slot] = name
        self.e.scope.limits.pop(s.slot)
        if limits is not None:
            self.e.scope.limits[s.slot] = limits
        return True

    def _loop(self, s: ir.Loop) -> None:
        self.writer.known.clear()
        depth, known = self.writer.depth, {}
        with self.writer.block("while True:"):
            if s.condition is not None:
                with self.writer.block(f"if not {self.condition(s.condition)}:"):
                    known = dict(self.writer.known)
                    self.line("break")
            if not self.always_decides(s.body):
                self.count_step()
            with self._leaving(s.body):
                self.write(s.body)
        self.writer.known.clear()
        if s.condition is not None and not leaves_loop(s.body) and not returns(s.body):
            # It is left where the condition has just been worked out.
            self.writer.known.update({key: (name, depth) for key, (name, at) in known.items() if at == depth + 1})

    def always_decides(self, body: ir.Stmts) -> bool:
        """Whether no round of a loop ends without a decision, or with the loop: then rounds need not be counted."""
        return False

    @contextmanager
    def _leaving(self, body: ir.Stmts) -> Iterator[None]:
        """In the last loop of a rule that is written out, `return` is `break`."""
        before, self.top = self.leaves, None
        if self.leaves == "" and returns(body):
            self.leaves = "break"
        yield
        self.leaves, self.top = before, None

    def count_step(self) -> None:
        self.line("X.steps += 1")
        with self.writer.block(f"if X.steps > {STEP_BUDGET}:"):
            self.line("raise OutOfSteps")

    def _break(self, s: ir.Break) -> None:
        self.line("break")

    def _continue(self, s: ir.Continue) -> None:
        self.line("continue")

    def _return(self, s: ir.Return) -> None:
        if self.leaves is not None:
            if self.leaves:
                self.line(self.leaves)
            return
        self.line(f"return {'-1' if s.value is None else self.value(s.value)}")

    def _do(self, s: ir.Do) -> None:
        if not self.full and self.written_out(s, self.program.functions[s.function].body):
            return
        target = "" if s.result is None else f"{self.local(s.result)} = "
        args = ["S", "X", *self.e.values(s.args)]
        self.line(f"{target}{self.module.function_name(s.function)}({', '.join(args)})")

    def written_out(self, s: ir.Do, stmts: ir.Stmts | None) -> bool:
        """Whether the rule has been written here; else it has to be called."""
        module, function = self.module, self.program.functions[s.function]
        if stmts is None or len(self.inside) > 6 or self.writer.depth > 12 or not module.is_written_out(s, stmts):
            return False
        scope, changed = Scope(function, f"_{module.fresh()}"), written_slots(stmts)
        for slot, arg in enumerate(s.args):
            text = self.value(arg)
            if slot in changed or not (text.isidentifier() or is_number(text)):
                self.line(f"{scope.name(slot)} = {text}")
            else:
                scope.known[slot] = text
            if slot not in changed:
                scope.limits[slot] = self.e.static.bounds(arg, self.e.scope, sure=True)
                scope.typed[slot] = self.e.static.bounds(arg, self.e.scope)
        unset = module.liveness.before(stmts, module.liveness.reads(function.result)) - set(range(function.params))
        for slot in sorted(unset):
            self.line(f"{scope.name(slot)} = 0")
        inner = type(self)(module, self.writer, Expressions(module, scope))
        inner.inside, inner.leaves = (*self.inside, s.function), ""
        with self.writer.region(function.name):
            inner.write(stmts)
            if s.result is not None:
                result = "-1" if function.result is None else inner.value(function.result)
                self.line(f"{self.local(s.result)} = {result}")
        return True

    def _over(self, s: ir.Over) -> None:
        if s.who is not None and not self.full and isinstance(s.who, ir.Fold):
            # Out of the way: a comprehension would make what it reads slower for the whole function.
            self.line(f"over(S, {s.word!r}, {self.module.folds.apart(self.e, s.who)})")
            return
        self.line(f"over(S, {s.word!r}, {self.maybe(s.who)})")

    def _eliminate(self, s: ir.Eliminate) -> None:
        self.line(f"eliminate(S, {self.value(s.player)})")


def _is_guard(stmt: ir.Stmt, after: ir.Stmt) -> bool:
    """Whether a draw is followed by leaving where there is nothing to draw."""
    if not isinstance(stmt, ir.Pick) or not isinstance(after, ir.If) or Top(stmt.slot, stmt).there(after.condition) is not False:
        return False
    return bool(after.then) and all(isinstance(s, (ir.Break, ir.Continue, ir.Return)) for s in after.then)


def _only_leaves(stmt: ir.Stmt) -> bool:
    """Whether a statement changes nothing: it may only leave what it stands in."""
    if isinstance(stmt, ir.If):
        return all(_only_leaves(inner) for inner in (*stmt.then, *stmt.otherwise))
    return isinstance(stmt, (ir.Log, ir.Event, ir.Break, ir.Continue, ir.Return))
