"""Scenarios, elaborated in the World of their game: every line as IR over the scenario's own frame.

`prepare` and `openings` make the program playable from any of its phases; `elaborate_scenario` then settles names and types
as everywhere else, with `p1`, `p2`, ... as names of the seats.
"""

from __future__ import annotations

from gdl.dsl import ir
from gdl.dsl import ir_scenario as sc
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics, suggestion
from gdl.dsl.elaborate import build as b
from gdl.dsl.elaborate import coerce, functions, scenario_args, scenario_claims, scenario_given, texts
from gdl.dsl.elaborate import expressions as ex
from gdl.dsl.elaborate.cx import Cx
from gdl.dsl.elaborate.model import Callable_, FnBuilder, World
from gdl.dsl.elaborate.types import PLAYER, Val

OPENINGS = "openings"


def prepare(w: World) -> None:
    """Before bodies are made: every phase is a place where play can begin and stop."""
    w.touched.add(sc.PLAY)
    for target in w.callables.values():
        if target.word == "phase":
            w.functions[target.function].endable = True


def openings(w: World) -> None:
    """For each phase a function that looks at every `when` for the first time and then calls it."""
    made: dict[str, int] = {}
    for target in list(w.callables.values()):
        if target.word != "phase":
            continue
        fn = w.new_function(f"opening of {target.name}", "flow", target.span)
        params = [ir.Local(fn.local(n, ty)) for n, ty in target.params]
        fn.params = len(params)
        fn.body = []
        if "armed" in w.counters:
            fn.body.append(ir.Store(w.counters["armed"], None, ir.Const(1)))
        for settled in (False, True):
            whens = w.cache.get(("whens", settled))
            if isinstance(whens, int):
                fn.body.append(ir.Do(whens, ()))
        unreplaced = (ir.Const(0),) if functions.has_replacements(w, target.name) else ()
        fn.body.append(ir.Do(target.function, (*params, *unreplaced)))
        made[target.name] = fn.index
    w.cache[OPENINGS] = made


def elaborate_scenario(w: World, node: s.Scenario, told: Diagnostics) -> sc.Scenario | None:
    """The scenario, or None where something is wrong (told in `told`)."""
    before, w.diagnostics = w.diagnostics, told
    try:
        return _Elaboration(w, node).run()
    finally:
        w.diagnostics = before


class _Elaboration:
    def __init__(self, w: World, node: s.Scenario):
        self.w, self.node = w, node
        self.fn = FnBuilder(node.title, "scenario", -1, span=node.span)
        self.cx = Cx(w, self.fn, scenario=True)
        for i in range(w.seats):
            self.cx.scope[f"p{i + 1}"] = Val(ir.Const(i), PLAYER)
        self.begin: sc.Begin | None = None
        self.lines: list[sc.Line] = []
        self.early = 0
        self.named: list[tuple[str, int, ir.Type]] = []

    def run(self) -> sc.Scenario | None:
        for scene in self.node.scenes:
            self.scene(scene)
        begin = self.begin or self.default_begin()
        if self.begin is None and begin is not None:
            self.early = self.scripted_set_up(begin)
        if self.w.diagnostics.has_errors or begin is None:
            return None
        names = tuple(
            (n, v.e.slot, texts.ir_type(self.w, v.ty))
            for n, v in self.cx.scope.items()
            if isinstance(v.e, ir.Local)
        )
        cited = [*self.node.cites, *(c for scene in self.node.scenes for c in scene.cites)]
        cites = tuple(dict.fromkeys(c.id for c in cited))
        return sc.Scenario(
            self.node.title,
            self.node.span,
            cites,
            len(self.fn.types),
            names,
            begin,
            tuple(self.lines),
            self.early,
        )

    def scene(self, scene: s.Scene) -> None:
        cx, span = self.cx, scene.span
        match scene:
            case s.BeginScene():
                if self.begin is not None:
                    self.w.error(
                        "GDL0801", span, "a scenario begins once", "use `run to` to go on from there"
                    )
                self.begin = self.begin_at(scene)
                self.early = len(self.lines)
            case s.GivenScene():
                items = [g for item in scene.items for g in scenario_given.given(cx, item)]
                self.lines.append(sc.Setting(span, tuple(items)))
            case s.LetScene():
                v = coerce.plain(cx, ex.expr(cx, scene.value))
                if v.ty.word == "zone":
                    v = coerce.as_list(cx, v, scene.value.span)
                local = cx.bind(scene.name.name, v.ty.sure())
                self.lines.append(sc.Let(span, local.slot, v.e))
            case s.DoScene():
                deeds = tuple(
                    (
                        scenario_args.seat(cx, who),
                        sc.Passing() if what is None else scenario_args.deed(cx, what),
                    )
                    for who, what in scene.deeds
                )
                self.lines.append(sc.Do(span, deeds))
            case s.PickScene():
                seat = scenario_args.seat(cx, scene.player)
                values = tuple(scenario_args.arg(cx, v) for v in scene.values)
                self.lines.append(sc.Pick(span, seat, values))
            case s.ChanceScene():
                outcomes = [o for v in scene.values for o in scenario_args.outcome(cx, v)]
                self.lines.append(sc.Chance(span, tuple(outcomes)))
            case s.RunScene():
                self.lines.append(self.run_to(scene))
            case s.ThenScene():
                self.lines.append(sc.Then(span, scenario_claims.claim(cx, scene.claim)))

    def run_to(self, scene: s.RunScene) -> sc.Line:
        node = scene.to.function if isinstance(scene.to, s.Call) else scene.to
        args = scene.to.args if isinstance(scene.to, s.Call) else ()
        name = scenario_args.event_name(self.cx, node, "`run to`")
        return sc.RunTo(scene.span, name, tuple(scenario_args.arg(self.cx, a) for a in args))

    # ------------------------------------------------------------------------------ where it begins

    def begin_at(self, scene: s.BeginScene) -> sc.Begin | None:
        node = scene.at.function if isinstance(scene.at, s.Call) else scene.at
        args = scene.at.args if isinstance(scene.at, s.Call) else ()
        phases = [n for n, c in self.w.callables.items() if c.word == "phase"]
        name = node.name if isinstance(node, s.Name) else ""
        if name not in phases:
            self.w.error(
                "GDL0801", node.span, f"there is no phase `{name}` to begin at", suggestion(name, phases)
            )
            return None
        target = self.w.callables[name]
        if len(args) > len(target.params):
            self.w.error(
                "GDL0801", scene.at.span, f"`{name}` has {len(target.params)} parameters, found {len(args)}"
            )
            return None
        given: list[ir.Expr | None] = []
        for node_, (_, ty) in zip(args, target.params, strict=False):
            given.append(ex.value(self.cx, node_, ty).e)
        return self.made_begin(scene, target, given)

    def made_begin(self, node: s.Node, target: Callable_, given: list[ir.Expr | None]) -> sc.Begin:
        line = self.flow_line(target.name)
        for _ in target.params[len(given) :]:
            given.append(self.starter(line) if not given and line is not None and line.each_player else None)
        made = self.w.cache[OPENINGS]
        assert isinstance(made, dict)
        opening = made[target.name]
        return sc.Begin(node.span, target.function, opening, tuple(given), isinstance(node, s.BeginScene))

    def default_begin(self) -> sc.Begin | None:
        """The first phase that repeats; the first of all where none does, or where the scenario runs to one of the `once` part."""
        lines = list(self.w.flow.lines) if self.w.flow is not None else []
        acting = next((x for x in self.lines if not isinstance(x, sc.Chance | sc.Let)), None)
        goal = self.flow_line(acting.name) if isinstance(acting, sc.RunTo) else None
        early = goal is not None and goal.word == "once"
        for line in lines if early else sorted(lines, key=lambda x: x.word == "once"):
            for name in line.phases:
                target = self.w.callables.get(name.name)
                if target is not None:
                    return self.made_begin(self.node, target, [])
        return None

    def scripted_set_up(self, begin: sc.Begin) -> int:
        """`chance ...` and `run to Rally`, without a `begin`: the chance is that of the set-up before the first Rally."""
        count = next((i for i, x in enumerate(self.lines) if not isinstance(x, sc.Chance)), len(self.lines))
        line = self.lines[count] if count < len(self.lines) else None
        name = self.w.functions[begin.function].name
        return count if isinstance(line, sc.RunTo) and line.name == name else 0

    def flow_line(self, phase: str) -> s.FlowLine | None:
        lines = self.w.flow.lines if self.w.flow is not None else ()
        return next((x for x in lines if any(p.name == phase for p in x.phases)), None)

    def starter(self, line: s.FlowLine | None) -> ir.Expr:
        if line is not None and line.start is not None:
            return coerce.player(self.cx, ex.expr(self.cx, line.start, PLAYER), line.start.span)
        return b.item(ir.Seats(), 1)
