"""Expressions as Python text.

`value` gives an integer or a tuple, never a Python truth: it may be stored. `condition` gives anything that
is true or false.
`iterable` gives what a loop may run over once. Folds and walks become helper functions (`folds`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gdl.dsl import ir
from gdl.dsl.ir import PLAYERS
from gdl.interpreter.codegen.scope import Scope
from gdl.interpreter.codegen.static import size
from gdl.interpreter.codegen.writer import is_atom, is_number, listed
from gdl.interpreter.evaluate import binary

if TYPE_CHECKING:
    from gdl.interpreter.codegen.module import ModuleWriter

TRUTHS = ("==", "!=", "<", "<=", ">", ">=", "in", "in set", "same")
ORDERED = ("==", "!=", "<", "<=", ">", ">=")
INLINE_SIZE = 14


class Expressions:
    """Writes expressions in one scope; helpers go into the module."""

    def __init__(self, module: ModuleWriter, scope: Scope):
        self.module = module
        self.program = module.program
        self.static = module.static
        self.scope = scope

    def in_scope(self, scope: Scope) -> Expressions:
        return Expressions(self.module, scope)

    # ------------------------------------------------------------------------------ three forms

    def value(self, e: ir.Expr) -> str:
        settled, value = self.static.constant(e)
        if settled:
            return self.module.constant(value)
        if self.is_truth(e):
            return f"(1 if {self.condition(e)} else 0)"
        write: Callable[[Any], str] = getattr(self, "_" + type(e).__name__.lower())
        return write(e)

    def values(self, es: tuple[ir.Expr, ...]) -> list[str]:
        return [self.value(e) for e in es]

    def condition(self, e: ir.Expr) -> str:
        settled, value = self.static.constant(e)
        if settled:
            return "True" if value else "False"
        match e:
            case ir.Logic(op, parts):
                return self._logic(op, parts)
            case ir.Unary("not", operand):
                return f"(not {self.condition(operand)})"
            case ir.Binary(op, left, right) if op in TRUTHS:
                return self._comparison(op, left, right)
            case ir.IfElse(test, then, otherwise):
                return f"({self.condition(then)} if {self.condition(test)} else {self.condition(otherwise)})"
            case ir.Fold("any" | "all"):
                return self.module.folds.truth(self, e)
            case ir.Call() if (inlined := self._inlined(e)) is not None:
                return inlined[0].condition(inlined[1])
        return self.value(e)

    def iterable(self, e: ir.Expr) -> str:
        """For a loop that runs over it once: a range or a Python list will do."""
        settled, value = self.static.constant(e)
        if settled:
            return self.module.constant(value)
        scope, inner = self.resolved(e)
        if inner is not e:
            return scope.iterable(inner)
        match e:
            case ir.Span_(low, high):
                first, last = self.value(low), self.value(high)
                if is_number(first) and is_number(last) and int(last) - int(first) < 30:
                    return self.module.constant(tuple(range(int(first), int(last) + 1)))
                return f"range({first}, {last} + 1)"
            case ir.Fold("list"):
                return self.module.folds.comprehension(self, e)
            case ir.First(items, count) if self.static.constant(count)[0]:
                return f"{self.iterable(items)}[:{max(0, self.static.constant(count)[1])}]"
            case ir.Handles():
                return self._handles(e, "[{}]")
            case ir.IfElse(test, then, otherwise):
                text = self.condition(test)
                if text in ("True", "False"):
                    return self.iterable(then if text == "True" else otherwise)
                return f"({self.iterable(then)} if {text} else {self.iterable(otherwise)})"
        return self.value(e)

    def is_truth(self, e: ir.Expr) -> bool:
        """Whether the natural Python text of it may give a Python truth."""
        match e:
            case ir.Logic() | ir.Unary("not"):
                return True
            case ir.Binary(op):
                return op in TRUTHS
        return False

    def resolved(self, e: ir.Expr, size_limit: int = INLINE_SIZE) -> tuple[Expressions, ir.Expr]:
        """What stands there once small values are written out, and the scope it is read in."""
        if isinstance(e, ir.Call) and not self.static.constant(e)[0]:
            inlined = self._inlined(e, size_limit)
            if inlined is not None:
                return inlined[0].resolved(inlined[1], size_limit)
        return self, e

    # ------------------------------------------------------------------------------ conditions

    def _logic(self, op: str, parts: tuple[ir.Expr, ...]) -> str:
        texts = []
        for part in parts:
            text = self.condition(part)
            if text == ("False" if op == "and" else "True"):
                texts.append(text)
                break
            if text not in ("True", "False"):
                texts.append(text)
        if not texts:
            return "True" if op == "and" else "False"
        return texts[0] if len(texts) == 1 else "(" + f" {op} ".join(texts) + ")"

    def _comparison(self, op: str, left: ir.Expr, right: ir.Expr) -> str:
        decided = self.static.decided(op, left, right, self.scope)
        if decided is not None:
            return "True" if decided else "False"
        if op == "in":
            return self._member(self.value(left), right)
        if op == "in set":
            scope, inner = self.resolved(right)
            if isinstance(inner, ir.Unary) and inner.op == "mask" and not self.static.constant(inner)[0]:
                item = self.value(left)
                if self.static.is_never_none(left, self.scope):
                    return scope._member(item, inner.operand)
                if is_atom(item):  # none is in no set, but it may be in a list
                    return f"({item} >= 0 and {scope._member(item, inner.operand)})"
        empty = self._emptiness(op, left, right)
        if empty is not None:
            return empty
        a, b = self.value(left), self.value(right)
        if is_number(a) and is_number(b) and op in ORDERED:
            return str(bool(binary(op, int(a), int(b))))
        if op == "in set":
            if self.static.is_never_none(left, self.scope):
                return f"({b} >> {a} & 1)"
            return f"({a} >= 0 and {b} >> {a} & 1)" if is_atom(a) else f"in_set({a}, {b})"
        if op == "same":
            return f"(sorted({a}) == sorted({b}))"
        return f"({a} {op} {b})"

    def _emptiness(self, op: str, left: ir.Expr, right: ir.Expr) -> str | None:
        """`len(search) = 0` and the like need not go through all that is found."""
        settled, value = self.static.constant(right)
        if not settled or not isinstance(left, ir.Unary) or left.op != "len":
            return None
        wanted = {
            ("==", 0): False,
            ("<=", 0): False,
            ("<", 1): False,
            ("!=", 0): True,
            (">", 0): True,
            (">=", 1): True,
        }
        some = wanted.get((op, value))
        if some is None:
            return None
        scope, e = self.resolved(left.operand, size_limit=200)
        if isinstance(e, ir.Fold) and e.word == "list" and not self.static.constant(e)[0]:
            found = self.module.folds.exists(scope, e)
            return found if some else f"(not {found})"
        items = (
            self.iterable(left.operand) if isinstance(left.operand, (ir.Content, ir.Load, ir.Local)) else None
        )
        return None if items is None else items if some else f"(not {items})"

    def _member(self, item: str, items: ir.Expr) -> str:
        """`item in items`; of a search, whether the item lies in its domain and fits."""
        settled, value = self.static.constant(items)
        if settled:
            return f"({item} in {self.module.frozen_set(value) if len(value) > 6 else self.module.constant(value)})"
        outer, e = self.resolved(items)
        if isinstance(e, ir.Fold) and e.word == "list" and len(e.binders) == 1 and is_atom(item):
            binder = e.binders[0]
            if isinstance(e.value, ir.Local) and e.value.slot == binder.slot:
                inside = outer._member(item, binder.domain)
                scope = outer.scope.inner([])
                scope.known[binder.slot] = item
                scope.forget(binder.slot)
                fits = "True" if binder.where is None else outer.in_scope(scope).condition(binder.where)
                return inside if fits == "True" else f"({inside} and {fits})"
        return f"({item} in {self.iterable(items)})"

    # ------------------------------------------------------------------------------ one for each node

    def _local(self, e: ir.Local) -> str:
        return self.scope.name(e.slot)

    def at(self, base: int, offset: ir.Expr | None) -> str:
        """`S[base + offset]`, with what is known added up."""
        if offset is None:
            return f"S[{base}]"
        settled, value = self.static.constant(offset)
        if settled:
            return f"S[{base + value}]"
        if isinstance(offset, ir.Binary) and offset.op in ("+", "-"):
            known, value = self.static.constant(offset.right)
            if known:
                return self.at(base + value if offset.op == "+" else base - value, offset.left)
            known, value = self.static.constant(offset.left)
            if known and offset.op == "+":
                return self.at(base + value, offset.right)
        text = self.value(offset)
        if is_number(text):
            return f"S[{base + int(text)}]"
        return f"S[{text} + {base}]" if base else f"S[{text}]"

    def _load(self, e: ir.Load) -> str:
        return self.at(e.base, e.offset)

    def _table(self, e: ir.Table) -> str:
        index, table = self.value(e.index), self.program.tables[e.table]
        if is_number(index) and 0 <= int(index) < len(table):
            return self.module.constant(table[int(index)])
        return f"{self.module.table(e.table)}[{index}]"

    def _checked(self, e: ir.Checked) -> str:
        if self.static.is_within(e.value, e.low, e.high, self.scope):
            return self.value(e.value)
        return f"checked({self.value(e.value)}, {self.module.node(e)})"

    def _unary(self, e: ir.Unary) -> str:
        if e.op == "len":
            return f"len({self.iterable(e.operand)})"
        if e.op == "total":
            return f"sum({self.iterable(e.operand)})"
        if e.op == "unique":
            return f"tuple(dict.fromkeys({self.iterable(e.operand)}))"
        if e.op == "bits" and isinstance(e.operand, ir.Table):
            return f"{self.module.bits_table(e.operand.table)}[{self.value(e.operand.index)}]"
        if e.op == "mask":
            return f"mask({self.iterable(e.operand)})"
        a = self.value(e.operand)
        match e.op:
            case "-":
                return f"(-{a})"
            case "size":
                return f"{a}.bit_count()"
        return f"{e.op}({a})"

    def _binary(self, e: ir.Binary) -> str:
        a, b = self.value(e.left), self.value(e.right)
        if is_number(a) and is_number(b) and (e.op in ("+", "-", "*", "min", "max") or (e.op == "%" and int(b) > 0)):
            return str(binary(e.op, int(a), int(b)))
        match e.op:
            case "/^":
                return f"(-(-{a} // {b}))"
            case "min" | "max" if is_atom(a) and is_atom(b):
                return f"({a} if {a} {'<' if e.op == 'min' else '>'} {b} else {b})"
            case "min" | "max":
                return f"{e.op}({a}, {b})"
            case "&~":
                return f"({a} & ~{b})"
            case "++":
                return f"({a} + {b})"
            case "a+":
                return f"add_amounts({a}, {b})"
            case "a-":
                return f"subtract_amounts({a}, {b})"
            case "count":
                return f"{b}.count({a})"
        return f"({a} {e.op} {b})"

    def _ifelse(self, e: ir.IfElse) -> str:
        test = self.condition(e.condition)
        if test in ("True", "False"):
            return self.value(e.then if test == "True" else e.otherwise)
        return f"({self.value(e.then)} if {test} else {self.value(e.otherwise)})"

    def _bind(self, e: ir.Bind) -> str:
        return self.module.folds.bound(self, e)

    def _seq(self, e: ir.Seq) -> str:
        return listed(self.values(e.items))

    def _span_(self, e: ir.Span_) -> str:
        return f"tuple({self.iterable(e)})"

    def _item(self, e: ir.Item) -> str:
        items, index = self.value(e.list), self.value(e.index)
        otherwise = f"item({items}, {index}, {self.module.node(e)})" if e.checked else "-1"
        if not e.checked and e.index == ir.Unary("len", e.list) and isinstance(e.list, (ir.Content, ir.Local)):
            return f"({items}[-1] if {items} else -1)"
        if is_atom(items) and index == "1":
            return f"({items}[0] if {items} else {otherwise})"
        if is_atom(items) and is_atom(index):
            return f"({items}[{index} - 1] if 0 < {index} <= len({items}) else {otherwise})"
        if e.checked:
            return otherwise
        return f"item_or_none({items}, {index})"

    def _first(self, e: ir.First) -> str:
        settled, count = self.static.constant(e.count)
        if settled:
            return f"{self.value(e.list)}[:{max(0, count)}]"
        return f"{self.value(e.list)}[: max(0, {self.value(e.count)})]"

    def _content(self, e: ir.Content) -> str:
        return self._guarded(e.zone, self.program.zone_slot, "()")

    def _place(self, e: ir.Place) -> str:
        return self._guarded(e.component, self.program.place_slot, "-1")

    def _guarded(self, index: ir.Expr, base: int, otherwise: str) -> str:
        """`S[base + index]`, or something else where the index is `none`."""
        if self.static.is_never_none(index, self.scope):
            return self.at(base, index)
        shift = 0
        if isinstance(index, ir.Binary) and index.op in ("+", "-") and self.static.constant(index.right)[0]:
            known = int(self.static.constant(index.right)[1])
            shift, index = known if index.op == "+" else -known, index.left
        text = self.value(index)
        if is_atom(text):
            return f"(S[{text} + {base + shift}] if {text} >= {-shift} else {otherwise})"
        if shift:
            text = f"{text} + {shift}"
        return f"{'content' if otherwise == '()' else 'place'}(S, {text})"

    def _handles(self, e: ir.Handles, form: str = "tuple([{}])") -> str:
        settled, zone = self.static.constant(e.zone)
        if settled and zone >= 0 and not self.program.zones[zone].endless:
            base = zone * len(self.program.kinds)
            return form.format(f"{base} + k for k in S[{self.program.zone_slot + zone}]")
        return f"handles(S, {self.value(e.zone)}, {self.module.constant(e.kinds)})"

    def _seats(self, e: ir.Seats) -> str:
        if e.start is None and self.program.clockwise:
            return f"S[{PLAYERS}]"
        return f"seats_from(S, {'-1' if e.start is None else self.value(e.start)})"

    def _beside(self, e: ir.Beside) -> str:
        player = self.value(e.player)
        if self.static.seats_fixed and self.static.is_never_none(e.player, self.scope):
            if is_number(player):
                return str((int(player) + (1 if e.step > 0 else -1)) % self.program.seats)
            return f"(({player} {'+' if e.step > 0 else '-'} 1) % {self.program.seats})"
        return f"beside(S, {player}, {e.step})"

    def _fold(self, e: ir.Fold) -> str:
        return self.module.folds.value(self, e)

    def _reach(self, e: ir.Reach) -> str:
        return self.module.folds.reach(self, e)

    # ------------------------------------------------------------------------------ calls

    def _call(self, e: ir.Call) -> str:
        inlined = self._inlined(e)
        if inlined is not None:
            return inlined[0].value(inlined[1])
        return f"{self.module.function_name(e.function)}({', '.join(['S', *self.values(e.args)])})"

    def can_be_written_out(self, number: int, size_limit: int) -> bool:
        """Whether a value is small and nothing but an expression."""
        function = self.program.functions[number]
        if function.body or function.result is None or number in self.module.recursive:
            return False
        return size(function.result) <= size_limit and self.module.inline_depth <= 6

    def _inlined(self, e: ir.Call, size_limit: int = INLINE_SIZE) -> tuple[Expressions, ir.Expr] | None:
        """A small value is written out where it is called: its expression, in a scope where its parameters
        are the arguments."""
        function = self.program.functions[e.function]
        if function.result is None or not self.can_be_written_out(e.function, size_limit):
            return None
        args = self.values(e.args)
        if not all(is_atom(text) for text in args):
            return None
        scope = Scope(function, f"_{self.module.fresh()}")
        scope.known.update(enumerate(args))
        for slot, arg in enumerate(e.args):
            scope.limits[slot] = self.static.bounds(arg, self.scope, sure=True)
            scope.typed[slot] = self.static.bounds(arg, self.scope)
        self.module.inline_depth += 1
        inner = self.in_scope(scope)
        self.module.inline_depth -= 1
        return inner, function.result
