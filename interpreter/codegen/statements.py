"""Statements as Python lines.

In `full` code chance goes through `X.chance`, and logs and events through `X.recorder`. In `fast` code
chance is sampled on the spot from `S[RANDOM]` by the very same steps, and nothing is written down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gdl.dsl import ir
from gdl.dsl.ir import RANDOM
from gdl.interpreter.codegen.expressions import Expressions
from gdl.interpreter.codegen.writer import Writer, listed
from gdl.interpreter.state import BITS, INCREMENT, MULTIPLIER, STEP_BUDGET

if TYPE_CHECKING:
    from gdl.interpreter.codegen.module import ModuleWriter


class Statements:
    """Writes statements of one Python function; locals are Python variables named by the scope."""

    def __init__(self, module: ModuleWriter, writer: Writer, expressions: Expressions, pure: bool = False):
        self.module = module
        self.program = module.program
        self.full = module.full and not pure  # values are worked out at any time: nothing happens by that
        self.writer = writer
        self.e = expressions
        self.line = writer.line

    def write(self, stmts: ir.Stmts) -> None:
        for stmt in stmts:
            write: Callable[[Any], None] = getattr(self, "_" + type(stmt).__name__.lower())
            write(stmt)

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
        self.line(f"{self.local(s.slot)} = {self.value(s.value)}")

    def _store(self, s: ir.Store) -> None:
        if s.low is None or s.high is None or self.e.static.is_within(s.value, s.low, s.high, self.e.scope):
            value = self.value(s.value)
            self.line(f"{self.e.at(s.base, s.offset)} = {value}")
            return
        self.line(f"new = {self.value(s.value)}")
        if s.clamped:
            self.line(f"new = {s.low} if new < {s.low} else {s.high} if new > {s.high} else new")
        else:
            with self.writer.block(f"if not {s.low} <= new <= {s.high}:"):
                self.line(f"raise left_range(new, {self.module.node(s)})")
        self.line(f"{self.e.at(s.base, s.offset)} = new")

    # ------------------------------------------------------------------------------ the table

    def _move(self, s: ir.Move) -> None:
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
            self.line(f"{slot} = lying[0] if lying else -1")
            return
        if self.full or not settled or zone < 0:
            self.line(f"{slot} = pick(S, {self.value(s.zone)}, X)")
            return
        info, base = self.program.zones[zone], zone * len(self.program.kinds)
        self.line(f"lying = S[{self.program.zone_slot + zone}]")
        if info.ordered:
            self.line(f"{slot} = lying[0] if lying else -1")
            return
        with self.writer.block("if lying:"):
            self._sample(slot, "lying", f"{base} + " if info.cubes else "")
        with self.writer.block("else:"):
            self.line(f"{slot} = -1")

    def _draws_from_top(self, zone: ir.Expr) -> bool:
        """Whether every zone that this can be (`p.pile`, whoever p is) is a deck or row, drawn from its top."""
        low, high = self.e.static.bounds(zone, self.e.scope)
        if low is None or high is None or low < 0 or high >= len(self.program.zones):
            return False
        return all(info.ordered and not info.cubes for info in self.program.zones[low : high + 1])

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
        with self.writer.block(f"def test({self.local(s.slot)}):"):
            self.line(f"return {self.value(s.test)}")
        self.line(f"reveal_truth(S, {component}, test, {to})")

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
        test = self.condition(s.condition)
        if test in ("True", "False"):
            self.write(s.then if test == "True" else s.otherwise)
            return
        if not self._says_something(s.then) and self._says_something(s.otherwise):
            with self.writer.block(f"if not {test}:"):
                self.write(s.otherwise)
            return
        with self.writer.block(f"if {test}:"):
            self.write(s.then)
        if self._says_something(s.otherwise):
            with self.writer.block("else:"):
                self.write(s.otherwise)

    def _says_something(self, stmts: ir.Stmts) -> bool:
        return any(self.full or not isinstance(stmt, (ir.Log, ir.Event)) for stmt in stmts)

    def _each(self, s: ir.Each) -> None:
        if not self._says_something(s.body):
            return
        with self.writer.block(f"for {self.local(s.slot)} in {self.iterable(s.list)}:"):
            self.write(s.body)

    def _loop(self, s: ir.Loop) -> None:
        with self.writer.block("while True:"):
            if s.condition is not None:
                with self.writer.block(f"if not {self.condition(s.condition)}:"):
                    self.line("break")
            self.count_step()
            self.write(s.body)

    def count_step(self) -> None:
        self.line("X.steps += 1")
        with self.writer.block(f"if X.steps > {STEP_BUDGET}:"):
            self.line("raise OutOfSteps")

    def _break(self, s: ir.Break) -> None:
        self.line("break")

    def _continue(self, s: ir.Continue) -> None:
        self.line("continue")

    def _return(self, s: ir.Return) -> None:
        self.line(f"return {'-1' if s.value is None else self.value(s.value)}")

    def _do(self, s: ir.Do) -> None:
        target = "" if s.result is None else f"{self.local(s.result)} = "
        args = ["S", "X", *self.e.values(s.args)]
        self.line(f"{target}{self.module.function_name(s.function)}({', '.join(args)})")

    def _over(self, s: ir.Over) -> None:
        self.line(f"over(S, {s.word!r}, {self.maybe(s.who)})")

    def _eliminate(self, s: ir.Eliminate) -> None:
        self.line(f"eliminate(S, {self.value(s.player)})")
