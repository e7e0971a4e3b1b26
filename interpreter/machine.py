"""The loop: runs blocks until somebody has to decide, the game is over, or the definition turns out to be
wrong.

`Machine(program)` holds all that is worked out once for a program: steps, questions, and code in three
forms (`reference`, `full` with log and controlled chance, `fast` without). All forms share states: a match
can go on in any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from gdl.dsl import ir
from gdl.dsl.ir import RETURN, STACK
from gdl.dsl.source import NOWHERE
from gdl.interpreter import errors, together
from gdl.interpreter.chance import Sampled
from gdl.interpreter.choice import Ask, Choices, Question
from gdl.interpreter.code import Code, ReferenceCode, Stack
from gdl.interpreter.codegen.module import CompiledCode
from gdl.interpreter.context import Context
from gdl.interpreter.evaluate import Evaluator
from gdl.interpreter.liveness import Liveness
from gdl.interpreter.moves import Moves
from gdl.interpreter.reference import Reference, new_frame
from gdl.interpreter.state import ASK, END_PHASE, LEAVE, STEP_BUDGET, TOGETHER, Frame, State, first_state

Random = Callable[[], float]


class Machine:
    """One program, ready to be played by any number of matches."""

    def __init__(self, program: ir.Program):
        self.program = program
        self.moves = Moves(program)
        self.evaluator = Evaluator(self.moves)
        self.liveness = Liveness(program)
        self.sampled = Sampled(self.moves)

    @cached_property
    def reference(self) -> Player:
        return Player(self, ReferenceCode(Reference(self.moves, self.evaluator, self.liveness)))

    @cached_property
    def full(self) -> Player:
        return Player(self, CompiledCode(self, full=True))

    @cached_property
    def fast(self) -> Player:
        return Player(self, CompiledCode(self, full=False))

    @cached_property
    def quiet(self) -> Context:
        """For light matches: chance as it comes, nothing written down."""
        return Context(self.sampled)

    def player(self, mode: str) -> Player:
        """`full`, `fast` or `reference`."""
        player: Player = getattr(self, mode)
        return player


class Player:
    """Plays states of a program with one form of its code."""

    def __init__(self, machine: Machine, code: Code, evaluator: Evaluator | None = None):
        self.program = machine.program
        self.moves = machine.moves
        self.code = code
        self.choices = Choices(machine.moves, evaluator or machine.evaluator, code)
        self.resumes = [_resume(block.exit) for block in self.program.blocks]

    def start(self, seed: int, X: Context) -> tuple[State, Question | None]:
        """A new match, up to its first decision."""
        S = first_state(self.program, seed)
        function = self.program.functions[self.program.start]
        assert function.entry is not None
        return S, self._guarded(S, [], new_frame(function, ()), function.entry, X)

    def begin(self, S: State, K: Stack, function: int, args: tuple[Any, ...], X: Context) -> Question | None:
        """A function in blocks begins above the waiting frames `K`: up to the next decision."""
        called = self.program.functions[function]
        assert called.entry is not None
        return self._guarded(S, list(K), new_frame(called, args), called.entry, X)

    def ask_again(self, S: State, X: Context) -> Question | None:
        """From a question of a state that has been changed by hand: it may be another one now, or none."""
        K: Stack = list(S[STACK])
        L: Frame = list(K.pop())
        return self._guarded(S, K, L, ASK, X)

    def answer(self, S: State, question: Question, index: int, X: Context) -> Question | None:
        """The question is answered by its option `index`: up to the next decision, or None when the game is
        over."""
        K: Stack = list(S[STACK])
        L: Frame = list(K.pop())
        return self._guarded(S, K, L, ASK, X, (question, index))

    def playout(
        self, S: State, question: Question, random: Random, limit: int, X: Context
    ) -> tuple[int, Question | None]:
        """Random answers until the game is over or `limit` decisions are made: how many, and the question it
        stands at."""
        if limit < 1:
            return 0, question
        K: Stack = list(S[STACK])
        L: Frame = list(K.pop())
        X.decisions = 1
        X.random, X.limit = random, limit
        start = list(S)
        first = question, int(random() * len(question.options))
        try:
            now = self._guarded(S, K, L, ASK, X, first, random, limit)
        except errors.Enough:
            # Straight code cannot stop at a question: once more in blocks, up to where the limit falls.
            S[:] = start
            K, X.decisions = list(S[STACK]), 1
            L = list(K.pop())
            first = question, int(random() * len(question.options))
            now = self._guarded(S, K, L, ASK, X, first, random, limit, stops=True)
        return X.decisions, now

    def _guarded(
        self, S: State, K: Stack, L: Frame, b: int, X: Context, first: tuple[Question, int] | None = None,
        random: Random | None = None, limit: int = 0, stops: bool = False,
    ) -> Question | None:  # fmt: skip
        """Runs, after the answer `first` if there is one, and turns what went wrong into a diagnostic."""
        X.steps = 0
        X.forced = X.most_forced
        try:
            if first is not None:
                b = self._answered(S, K, L, first[0], first[1], X)
            return self.run(S, K, L, b, X, random, limit, stops)
        except errors.GameOver:
            return ended(S)
        except errors.OutOfSteps as error:
            names = self._in_traceback(error) or self._running(K, L)
            raise errors.runaway(names, self._place(names, L)) from None
        except RecursionError as error:
            names = self._in_traceback(error)
            raise errors.too_deep(names, self._place(names, L)) from None
        except errors.TooDeep:
            names = self._running(K, L)
            raise errors.too_deep(names, self._place(names, L)) from None
        except IndexError as error:
            raise errors.beyond(self._place(self._in_traceback(error), L)) from None
        except ZeroDivisionError as error:
            raise errors.divided_by_zero(self._place(self._in_traceback(error), L)) from None

    def _answered(self, S: State, K: Stack, L: Frame, question: Question, index: int, X: Context) -> int:
        """The answer goes into the frame, or an `anytime` action begins: the next block or signal."""
        outcome = self.choices.answer(S, L, question, index, X)
        if isinstance(outcome, int):
            return outcome if outcome >= 0 else ASK
        number, option = outcome
        function, args = self.choices.deed(S, question.seat, number, option)
        entry = self.program.functions[function].entry
        if entry is not None:
            K.append(tuple(L))
            L[:] = new_frame(self.program.functions[function], args)
            return entry
        whole = self.code.whole[function]
        assert whole is not None
        whole(S, X, *args)
        return ASK

    def run(
        self, S: State, K: Stack, L: Frame, b: int, X: Context, random: Random | None = None, limit: int = 0,
        stops: bool = True,
    ) -> Question | None:  # fmt: skip
        """From block b (or a signal) in frame `L` over frames `K` to the next decision; None when the game is
        over. With `random` it decides by itself until `X.decisions` comes to the limit; a question that is asked
        only because so many before it left no choice counts for all of them."""
        blocks = self.code.blocks if random is None or stops else self.code.random_blocks
        resumes, choices = self.resumes, self.choices
        asks, options_of = choices.asks, self.code.options
        found: Question | int
        while True:
            for _ in range(STEP_BUDGET):
                if b >= 0:
                    b = blocks[b](S, L, K, X)
                elif b == ASK:
                    ask: Ask = asks[~L[0]]
                    if ask.plain and ask.player_slot and L[ask.player_slot] >= 0:
                        options = options_of[ask.block](S, L)  # type: ignore[misc]
                        count = len(options)
                        if count == 0 or (count == 1 and ask.takes_unasked(options[0]) and X.forced > 0):
                            X.forced -= 1
                            b = ask.take(L, options)
                            continue
                        if random is not None and X.decisions < limit:
                            X.decisions += 1 if X.forced > 0 else X.most_forced or 1
                            b = ask.bind(L, options[int(random() * count)])
                            break
                        found = Question(L[ask.player_slot], ask.block, "one", options)
                    else:
                        found = choices.ask(S, K, L, X)
                        if isinstance(found, int):
                            b = found
                            continue
                        if random is not None and X.decisions < limit:
                            X.decisions += 1 if X.forced > 0 else X.most_forced or 1
                            b = self._answered(S, K, L, found, int(random() * len(found.options)), X)
                            break
                    K.append(tuple(L))
                    S[STACK] = tuple(K)
                    return found
                elif b == LEAVE:
                    if not K:
                        self.moves.settle(S, "tie", None)
                        return ended(S)
                    L[:] = K.pop()
                    slot, b = resumes[~L[0]]
                    if slot:
                        L[slot] = S[RETURN]
                    S[RETURN] = 0
                elif b == TOGETHER:
                    b = self._together(S, K, L, X)
                elif b == NEXT_BRANCH:
                    b = self._next_branch(S, K, L, X)
                elif b == END_PHASE:
                    b = self._end_phase(S, K, L, X)
            else:
                names = self._cycle(S, K, L, b, X)
                raise errors.runaway(names, self._place(names, L))
            X.steps = 0
            X.forced = X.most_forced

    # ------------------------------------------------------------------------------ private blocks

    def _together(self, S: State, K: Stack, L: Frame, X: Context) -> int:
        exit = self.program.blocks[~L[0]].exit
        assert isinstance(exit, ir.Together)
        if not together.begin(S, L):
            return exit.block
        return self._enter_branch(K, L, exit, X)

    def _enter_branch(self, K: Stack, L: Frame, exit: ir.Together, X: Context) -> int:
        function = self.program.functions[exit.function]
        assert function.entry is not None
        K.append(tuple(L))
        X.recorder.private(together.seers(L))
        L[:] = new_frame(function, together.branch_arguments(L))
        return function.entry

    def _next_branch(self, S: State, K: Stack, L: Frame, X: Context) -> int:
        exit = self.program.blocks[~L[0]].exit
        assert isinstance(exit, ir.Together)
        X.recorder.private(None)
        if together.next_branch(self.moves, S, L, exit):
            return self._enter_branch(K, L, exit, X)
        X.recorder.joined(S)
        return exit.block

    # ------------------------------------------------------------------------------ ending a phase

    def _end_phase(self, S: State, K: Stack, L: Frame, X: Context) -> int:
        exit = self.program.blocks[~L[0]].exit
        assert isinstance(exit, ir.EndPhase)
        frames = [*K, tuple(L)]
        depth = len(frames) - 1
        while depth >= 0 and self._function_of(frames[depth]) != exit.function:
            if depth < len(frames) - 1 and isinstance(
                self.program.blocks[~frames[depth][0]].exit, ir.Together
            ):
                raise errors.end_from_together(self.program.functions[exit.function].name, self._span(L))
            depth -= 1
        if depth < 0:
            return exit.block
        for frame in reversed(frames[depth + 1 :]):
            cleanup = self.program.functions[self._function_of(frame)].cleanup
            if cleanup is not None:
                whole = self.code.whole[cleanup]
                assert whole is not None
                whole(S, X)
        function = self.program.functions[exit.function]
        del K[depth:]
        L[:] = frames[depth][: len(function.locals) + 1]
        assert function.exit is not None
        return function.exit

    def _function_of(self, frame: tuple[Any, ...]) -> int:
        block: int = frame[0] if frame[0] >= 0 else ~frame[0]
        return self.program.blocks[block].function

    # ------------------------------------------------------------------------------ what goes on and on

    def _running(self, K: Stack, L: Frame) -> list[str]:
        """The functions in the stack, the innermost first, each once."""
        names = [self.program.functions[self._function_of(frame)].name for frame in reversed(K)]
        return list(dict.fromkeys(names))[:6]

    def _cycle(self, S: State, K: Stack, L: Frame, b: int, X: Context) -> list[str]:
        """Goes on for a while and notes which functions are running."""
        names: dict[str, None] = {}
        for _ in range(500):
            if b >= 0:
                names[self.program.functions[self.program.blocks[b].function].name] = None
                b = self.code.blocks[b](S, L, K, X)
            elif b == LEAVE and K:
                L[:] = K.pop()
                slot, b = self.resumes[~L[0]]
                if slot:
                    L[slot] = S[RETURN]
            elif b == ASK and isinstance(found := self.choices.ask(S, K, L, X), int):
                b = found
            else:
                break
        return list(names)[:6]

    def _in_traceback(self, error: BaseException) -> list[str]:
        """The functions of the definition that were running, from the frames of the Python code that carried
        them out: compiled code knows its names, the reference has the function or block at hand."""
        names: list[str] = []
        trace = error.__traceback__
        while trace is not None:
            frame = trace.tb_frame
            name = frame.f_globals.get("FUNCTION_NAMES", {}).get(frame.f_code.co_name)
            running = frame.f_locals.get("f") or frame.f_locals.get("block")
            if isinstance(running, ir.Block):
                running = self.program.functions[running.function]
            if name is None and isinstance(running, ir.Function):
                name = running.name
            if name is not None:
                names.append(name)
                written_out = frame.f_globals.get("WRITTEN_OUT", ())
                line = trace.tb_lineno
                names += [n for first, after, n in reversed(written_out) if first <= line < after]
            trace = trace.tb_next
        return list(dict.fromkeys(reversed(names)))[:6]

    def _place(self, names: list[str], L: Frame) -> Any:
        """Where the first of the running functions that stands in the text stands."""
        for name in names:
            for f in self.program.functions:
                if f.name == name and f.span != NOWHERE:
                    return f.span
        return self._span(L)

    def _span(self, L: Frame) -> Any:
        block = L[0] if L[0] >= 0 else ~L[0]
        return self.program.functions[self.program.blocks[block].function].span


NEXT_BRANCH = -5


def ended(S: State) -> Question | None:
    """The game is over: no frame is left, nothing is asked."""
    S[STACK] = ()
    S[RETURN] = 0
    return None


def _resume(exit: ir.Exit) -> tuple[int, int]:
    """What happens to a frame that waits at this exit when the one above it has left: (where its result
    goes, the next block)."""
    match exit:
        case ir.Invoke():
            return (0 if exit.result is None else exit.result + 1), exit.block
        case ir.Ask():
            return 0, ASK
        case ir.Together():
            return 0, NEXT_BRANCH
    return 0, LEAVE
