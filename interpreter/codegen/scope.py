"""How the locals of a function are called in the Python source of one Python function."""

from __future__ import annotations

from gdl.dsl import ir
from gdl.interpreter.codegen.writer import identifier


class Scope:
    """Local slot -> Python text. `mark` keeps the names of functions that are written into each other
    apart."""

    def __init__(self, function: ir.Function | None, mark: str = ""):
        self.function = function
        self.mark = mark
        self.known: dict[int, str] = {}
        self.limits: dict[int, tuple[int | None, int | None]] = {}
        """What is certain of locals that are set in one place only, whatever their types say."""
        self.typed: dict[int, tuple[int | None, int | None]] = {}
        """The same, as far as the types of what they are set to can be trusted."""

    def name(self, slot: int) -> str:
        """The text that stands for a local."""
        text = self.known.get(slot)
        if text is None:
            names = self.function.local_names if self.function is not None else ()
            base = identifier(names[slot]) if slot < len(names) and names[slot] else "v"
            text = self.known[slot] = f"{base}_{slot}{self.mark}"
        return text

    def type(self, slot: int) -> ir.Type | None:
        types = self.function.locals if self.function is not None else ()
        return types[slot] if slot < len(types) else None

    def forget(self, slot: int) -> None:
        """The local stands for something else from here on."""
        self.limits.pop(slot, None)
        self.typed.pop(slot, None)

    def inner(self, slots: list[int]) -> Scope:
        """The scope of a helper that gets these locals as parameters, by the same names where they are
        names."""
        scope = Scope(self.function, self.mark)
        scope.limits.update(self.limits)
        scope.typed.update(self.typed)
        taken = set()
        for slot, text in self.known.items():
            if slot not in slots or (text.isidentifier() and text not in taken):
                scope.known[slot] = text
            if slot in slots:
                taken.add(text)
        for slot in slots:
            scope.name(slot)
        return scope
