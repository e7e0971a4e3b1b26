"""What the statements and blocks of the IR mean: a plain tree-walking interpreter, the definition that
compiled code is held to.

`Reference` has the same face as compiled code (`machine.Code`): `run(b, S, L, K, X)` carries out block b
and tells the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.dsl import ir
from gdl.dsl.ir import RETURN
from gdl.interpreter import errors
from gdl.interpreter.chance import COMPONENT, CUBE, Point
from gdl.interpreter.context import Context
from gdl.interpreter.evaluate import Evaluator, Value
from gdl.interpreter.liveness import Liveness
from gdl.interpreter.moves import Moves
from gdl.interpreter.shown import asks_what_is_printed
from gdl.interpreter.state import ASK, DEPTH_BUDGET, END_PHASE, LEAVE, STEP_BUDGET, TOGETHER, Frame, State

GOES_ON, BREAKS, CONTINUES, RETURNS = range(4)


class Reference:
    """Carries out statements and blocks of one program."""

    def __init__(self, moves: Moves, evaluator: Evaluator, liveness: Liveness):
        self.moves = moves
        self.program = moves.program
        self.evaluator = evaluator
        self.value = evaluator.value
        self.waiting = [tuple(sorted(slots)) for slots in liveness.waiting]
        self.faces = faces_by_die(self.program)
        self._by_class: dict[type, Callable[[Any, State, Frame, Context], int]] = {
            ir.SetLocal: self._set_local, ir.Store: self._store, ir.Move: self._move, ir.MoveCubes:
            self._move_cubes, ir.Pick: self._pick, ir.Shuffle: self._shuffle, ir.SwapZones: self._swap,
            ir.Random: self._random, ir.RandomOrder: self._random_order, ir.Roll: self._roll, ir.Reveal:
            self._reveal, ir.RevealTruth: self._reveal_truth, ir.Conceal: self._conceal, ir.Arrange:
            self._arrange, ir.TurnFace: self._turn, ir.Log: self._log, ir.Event: self._event, ir.If:
            self._if, ir.Each: self._each, ir.Loop: self._loop, ir.Break: self._break, ir.Continue:
            self._continue, ir.Return: self._return, ir.Do: self._do, ir.Over: self._over, ir.Eliminate:
            self._eliminate, ir.Fail: self._fail,
        }  # fmt: skip

    # ------------------------------------------------------------------------------ blocks

    def run(self, b: int, S: State, L: Frame, K: list[tuple[Any, ...]], X: Context) -> int:
        """Carries out block b in the frame `L`; the next block, or a signal with `L[0] = ~b`."""
        block = self.program.blocks[b]
        self.execute(block.body, S, L, X)
        exit = block.exit
        match exit:
            case ir.Jump(next):
                return next
            case ir.Branch(condition, yes, no):
                return yes if self.value(condition, S, L) else no
            case ir.Switch(value, blocks, otherwise):
                i = self.value(value, S, L)
                return blocks[i] if 0 <= i < len(blocks) else otherwise
            case ir.Leave(value):
                S[RETURN] = 0 if value is None else self.value(value, S, L)
                return LEAVE
            case ir.Invoke():
                return self._invoke(exit, b, S, L, K)
            case ir.Ask():
                self.wait(b, L)
                return ASK
            case ir.Together():
                both = self.value(exit.branches, S, L), self.value(exit.seers, S, L)
                self.wait(b, L)
                L.extend(both)
                return TOGETHER
            case ir.EndPhase():
                L[0] = ~b
                return END_PHASE
        raise TypeError(type(exit).__name__)

    def wait(self, b: int, L: Frame) -> None:
        """The frame waits at the exit of block b, with what is live and no more."""
        kept = self.waiting[b]
        for slot in range(len(L) - 1):
            if slot not in kept:
                L[slot + 1] = 0
        L[0] = ~b

    def _invoke(self, exit: ir.Invoke, b: int, S: State, L: Frame, K: list[tuple[Any, ...]]) -> int:
        args = self.evaluator.values(exit.args, S, L)
        if len(K) >= DEPTH_BUDGET:
            raise errors.TooDeep
        self.wait(b, L)
        K.append(tuple(L))
        function = self.program.functions[exit.function]
        assert function.entry is not None
        L[:] = new_frame(function, args)
        return function.entry

    # ------------------------------------------------------------------------------ statements

    def execute(self, stmts: ir.Stmts, S: State, L: Frame, X: Context) -> int:
        for stmt in stmts:
            outcome = self._by_class[type(stmt)](stmt, S, L, X)
            if outcome:
                return outcome
        return GOES_ON

    def do(self, function: int, args: tuple[Value, ...], S: State, X: Context) -> Value:
        """Carries out a whole function and tells what it returns."""
        f = self.program.functions[function]
        X.steps += 1
        if X.steps > STEP_BUDGET:
            raise errors.OutOfSteps
        L = new_frame(f, args)
        if self.execute(f.body or (), S, L, X) == RETURNS:
            return L[0]
        return -1 if f.result is None else self.value(f.result, S, L)

    def _set_local(self, s: ir.SetLocal, S: State, L: Frame, X: Context) -> int:
        L[s.slot + 1] = self.value(s.value, S, L)
        return GOES_ON

    def _store(self, s: ir.Store, S: State, L: Frame, X: Context) -> int:
        value = self.value(s.value, S, L)
        if s.low is not None and s.high is not None and not s.low <= value <= s.high:
            if not s.clamped:
                raise errors.out_of_range(s.what, value, s.low, s.high, s.span)
            value = max(s.low, min(s.high, value))
        S[s.base + (0 if s.offset is None else self.value(s.offset, S, L))] = value
        return GOES_ON

    def _move(self, s: ir.Move, S: State, L: Frame, X: Context) -> int:
        index = 0 if s.index is None else self.value(s.index, S, L)
        self.moves.move(S, self.value(s.component, S, L), self.value(s.zone, S, L), s.at, index, s.span)
        return GOES_ON

    def _move_cubes(self, s: ir.MoveCubes, S: State, L: Frame, X: Context) -> int:
        kind, count, source, target = self.evaluator.values((s.kind, s.count, s.source, s.target), S, L)
        moved = self.moves.move_cubes(S, kind, count, source, target, s.span)
        if s.moved is not None:
            L[s.moved + 1] = moved
        return GOES_ON

    def _pick(self, s: ir.Pick, S: State, L: Frame, X: Context) -> int:
        L[s.slot + 1] = pick(self.program, S, self.value(s.zone, S, L), X)
        return GOES_ON

    def _shuffle(self, s: ir.Shuffle, S: State, L: Frame, X: Context) -> int:
        shuffle(self.moves, S, self.value(s.zone, S, L), X)
        return GOES_ON

    def _swap(self, s: ir.SwapZones, S: State, L: Frame, X: Context) -> int:
        self.moves.swap_zones(S, self.value(s.left, S, L), self.value(s.right, S, L))
        return GOES_ON

    def _random(self, s: ir.Random, S: State, L: Frame, X: Context) -> int:
        items = self.value(s.list, S, L)
        L[s.slot + 1] = X.chance.pick(S, items, Point("random", s.type)) if items else -1
        if s.seers == "all":
            X.recorder.chance(S, "random", s.type, L[s.slot + 1])
        return GOES_ON

    def _random_order(self, s: ir.RandomOrder, S: State, L: Frame, X: Context) -> int:
        items, count = self.value(s.list, S, L), self.evaluator.maybe(s.count, S, L)
        L[s.slot + 1] = X.chance.order(S, items, count, Point("order", s.type))
        return GOES_ON

    def _roll(self, s: ir.Roll, S: State, L: Frame, X: Context) -> int:
        die = self.value(s.die, S, L)
        if die >= 0:
            faces, type = self.faces[die]
            face = X.chance.pick(S, faces, Point("roll", type))
            self.moves.set_face(S, die, face)
            X.recorder.chance(S, "roll", type, face, die)
        return GOES_ON

    def _reveal(self, s: ir.Reveal, S: State, L: Frame, X: Context) -> int:
        self.moves.reveal(S, self.value(s.components, S, L), self.evaluator.maybe(s.to, S, L))
        return GOES_ON

    def _reveal_truth(self, s: ir.RevealTruth, S: State, L: Frame, X: Context) -> int:
        def test(component: int) -> object:
            inner = list(L)
            inner[s.slot + 1] = component
            return self.value(s.test, S, inner)

        component, to = self.value(s.component, S, L), self.evaluator.maybe(s.to, S, L)
        self.moves.reveal_truth(S, component, test, to, asks_what_is_printed(self.program, s.test))
        return GOES_ON

    def _conceal(self, s: ir.Conceal, S: State, L: Frame, X: Context) -> int:
        self.moves.conceal(S, self.value(s.components, S, L), self.evaluator.maybe(s.but, S, L))
        return GOES_ON

    def _arrange(self, s: ir.Arrange, S: State, L: Frame, X: Context) -> int:
        before, after, by = self.evaluator.values((s.before, s.after, s.by), S, L)
        self.moves.arrange(S, before, after, by)
        return GOES_ON

    def _turn(self, s: ir.TurnFace, S: State, L: Frame, X: Context) -> int:
        self.moves.turn(S, self.value(s.components, S, L), int(s.up))
        return GOES_ON

    def _log(self, s: ir.Log, S: State, L: Frame, X: Context) -> int:
        X.recorder.log(S, s, self.evaluator.shown(s.text, S, L), self.evaluator.maybe(s.to, S, L))
        return GOES_ON

    def _event(self, s: ir.Event, S: State, L: Frame, X: Context) -> int:
        X.recorder.event(S, s, self.evaluator.values(s.args, S, L))
        return GOES_ON

    def _if(self, s: ir.If, S: State, L: Frame, X: Context) -> int:
        return self.execute(s.then if self.value(s.condition, S, L) else s.otherwise, S, L, X)

    def _each(self, s: ir.Each, S: State, L: Frame, X: Context) -> int:
        for item in self.value(s.list, S, L):
            L[s.slot + 1] = item
            outcome = self.execute(s.body, S, L, X)
            if outcome == BREAKS:
                break
            if outcome == RETURNS:
                return RETURNS
        return GOES_ON

    def _loop(self, s: ir.Loop, S: State, L: Frame, X: Context) -> int:
        while s.condition is None or self.value(s.condition, S, L):
            X.steps += 1
            if X.steps > STEP_BUDGET:
                raise errors.OutOfSteps
            outcome = self.execute(s.body, S, L, X)
            if outcome == BREAKS:
                break
            if outcome == RETURNS:
                return RETURNS
        return GOES_ON

    def _break(self, s: ir.Break, S: State, L: Frame, X: Context) -> int:
        return BREAKS

    def _continue(self, s: ir.Continue, S: State, L: Frame, X: Context) -> int:
        return CONTINUES

    def _return(self, s: ir.Return, S: State, L: Frame, X: Context) -> int:
        L[0] = -1 if s.value is None else self.value(s.value, S, L)
        return RETURNS

    def _do(self, s: ir.Do, S: State, L: Frame, X: Context) -> int:
        result = self.do(s.function, self.evaluator.values(s.args, S, L), S, X)
        if s.result is not None:
            L[s.result + 1] = result
        return GOES_ON

    def _over(self, s: ir.Over, S: State, L: Frame, X: Context) -> int:
        self.moves.over(S, s.word, self.evaluator.maybe(s.who, S, L))
        return GOES_ON

    def _eliminate(self, s: ir.Eliminate, S: State, L: Frame, X: Context) -> int:
        self.moves.eliminate(S, self.value(s.player, S, L))
        return GOES_ON

    def _fail(self, s: ir.Fail, S: State, L: Frame, X: Context) -> int:
        raise errors.failed(s.code, X.recorder.failure(S, s, self.evaluator.shown(s.text, S, L)), s.span)


def new_frame(function: ir.Function, args: tuple[Value, ...]) -> Frame:
    return [0, *args, *([0] * (len(function.locals) - len(args)))]


def faces_by_die(program: ir.Program) -> dict[int, tuple[tuple[int, ...], ir.Type]]:
    """Every die's faces, those of the nearest type that declares some."""
    found: dict[int, tuple[tuple[int, ...], ir.Type]] = {}
    for info in sorted(
        program.faces, key=lambda info: program.types[info.type].high - program.types[info.type].low
    ):
        for die in range(program.types[info.type].low, program.types[info.type].high):
            found.setdefault(die, (info.faces, info.face_type))
    return found


def pick(program: ir.Program, S: State, zone: int, X: Context) -> int:
    """What a draw from the zone takes: the top of an ordered zone, or any one of an unordered one."""
    content = S[program.zone_slot + zone] if zone >= 0 else ()
    if not content:
        return -1
    info = program.zones[zone]
    if info.ordered:
        return X.chance.top(S, zone)
    if info.cubes:
        handles = [zone * len(program.kinds) + kind for kind in content]
        cube: int = X.chance.pick(S, handles, Point("draw", CUBE, zone))
        return cube
    component: int = X.chance.pick(S, content, Point("draw", COMPONENT, zone))
    return component


def shuffle(moves: Moves, S: State, zone: int, X: Context) -> None:
    """An ordered zone gets an order that nobody knows; elsewhere there is no order, only knowledge to
    lose."""
    if zone < 0:
        return
    if moves.ordered[zone]:
        X.chance.shuffle(S, zone)
    elif moves.knowledge is not None:
        moves.knowledge.shuffled(S, zone)
