"""Where we are: the function being made, the names in sight, and what is known of them at this point."""

from __future__ import annotations

from dataclasses import field

from gdl.dsl import ir
from gdl.dsl import syntax as s
from gdl.dsl.elaborate.model import FnBuilder, TraitDecl, World
from gdl.dsl.elaborate.types import Ty, Val
from gdl.dsl.records import dataclass


@dataclass(slots=True)
class Cx:
    """`out` takes statements that must happen before an expression (chance, choices); None where only pure expressions may stand.

    `item`: the thing whose members may be named bare (`starts with all Settlement where number > 0`).
    `known`: paths (`p.site`, `x`) that cannot be none here, with their narrower type.
    `instead`: inside `instead of f`: (f, local that holds the replacements used up).
    `narrow_off`: in scenarios, where reading a part of none just makes the claim false.
    """

    w: World
    fn: FnBuilder
    scope: dict[str, Val] = field(default_factory=dict)
    out: list[ir.Stmt] | None = None
    trait: TraitDecl | None = None
    item: Val | None = None
    known: dict[str, Ty] = field(default_factory=dict)
    instead: tuple[str, int] | None = None
    own_steps: list[tuple[s.Steps, Cx]] | None = None
    in_loop: bool = False
    returns: Ty | None = None
    scenario: bool = False
    setup_ok: bool = False

    def child(self) -> Cx:
        """The same place with its own names: what is bound in there is not seen outside."""
        return self._copy(self.out)

    def pure(self) -> Cx:
        return self._copy(None)

    def _copy(self, out: list[ir.Stmt] | None) -> Cx:
        """As `dataclasses.replace` would, which takes several times as long; this is made for nearly every expression."""
        return Cx(
            self.w,
            self.fn,
            dict(self.scope),
            out,
            self.trait,
            self.item,
            dict(self.known),
            self.instead,
            self.own_steps,
            self.in_loop,
            self.returns,
            self.scenario,
            self.setup_ok,
        )

    def bind(self, name: str, ty: Ty) -> ir.Local:
        """A new local of this name."""
        local = ir.Local(self.fn.local(name, ty))
        self.scope[name] = Val(local, ty)
        self.forget(name)
        return local

    def temp(self, ty: Ty, name: str = "_") -> ir.Local:
        return ir.Local(self.fn.local(name, ty))

    def emit(self, *stmts: ir.Stmt) -> None:
        assert self.out is not None, "a step in a place for pure expressions"
        self.out.extend(stmts)

    def forget(self, name: str) -> None:
        """A new thing has this name: nothing is known of it yet."""
        if self.known:
            for key in [k for k in self.known if k == name or k.startswith((name + ".", name + "["))]:
                del self.known[key]


def path(node: s.Expr) -> str | None:
    """The same text for the same path: what has been tested once need not be tested again."""
    match node:
        case s.Name():
            return node.name
        case s.Member():
            inner = path(node.object)
            return f"{inner}.{node.name.name}" if inner else None
        case s.Number():
            return str(node.value)
        case s.Item():
            inner = path(node.object)
            index = [path(i) for i in node.index]
            return f"{inner}[{', '.join(map(str, index))}]" if inner and all(index) else None
        case s.Call():
            inner = path(node.function)
            args = [path(a) for a in node.args]
            return f"{inner}({', '.join(map(str, args))})" if inner and all(args) and not node.named else None
        case s.Unary():
            inner = path(node.operand)
            return f"{node.op} {inner}" if inner else None
    return None
