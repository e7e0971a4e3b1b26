"""Moves written out: where it is known before play from which zones to which a component goes, and that nobody's
knowledge changes by it, what is left of a move is a few assignments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gdl.dsl import ir
from gdl.interpreter.codegen.writer import is_atom
from gdl.interpreter.sight import ALWAYS

if TYPE_CHECKING:
    from gdl.interpreter.codegen.module import ModuleWriter
    from gdl.interpreter.codegen.statements import Statements
    from gdl.interpreter.codegen.writer import Writer


class TableWork:
    """Writes moves into a module."""

    def __init__(self, module: ModuleWriter):
        self.module = module
        self.program = module.program
        self.moves = module.machine.moves
        self.simple = not any(self.moves.keeps) and not (
            self.moves.knowledge is not None and self.moves.knowledge._carriers
        )
        """Nothing keeps an owner, and nothing that is moved carries hidden things along."""
        self._last: tuple[Writer, int, str, str, str] | None = None
        """The last whole zone that was moved: where, behind which line, to what, how, and what lay there."""

    def move(self, statements: Statements, s: ir.Move) -> bool:
        """What has just been drawn from the top of a zone goes to another one. Whether that has been written."""
        top = statements.top
        if top is None or not isinstance(s.component, ir.Local) or s.component.slot != top.slot or s.index is not None:
            return False
        zones = self._from_to(statements, top.pick.zone, s.zone)
        if zones is None:
            return False
        e, line, program = statements.e, statements.line, self.program
        c, source = e.scope.name(top.slot), top.pick.zone
        index = statements.module.span(s.span)
        target, goal = e.at(program.zone_slot, s.zone), statements.value(s.zone)
        learners = self._who_see_it_then(*zones)
        unknown = self._unknown_to_some(*zones, c) if learners is None else ""
        writer = statements.writer
        depth = writer.depth
        if unknown:
            with writer.block(f"if {unknown if top.sure else f'{c} < 0 or {unknown}'}:"):
                line(f"move_{s.at}(S, {c}, {goal}, {index})")
            line("else:")
            writer.depth += 1
        elif not top.sure:
            line(f"if {c} >= 0:")
            writer.depth += 1
        limit = self.moves.limits[zones[1][0]]
        if limit is not None:
            with writer.block(f"if len({target}) >= {limit}:"):
                line(f"move_{s.at}(S, {c}, {goal}, {index})  # says so")
        line(f"{e.at(program.zone_slot, source)} = lying[1:]")
        self._enter(statements, target, f"({c},)", zones[1], s.at)
        line(f"S[{c} + {program.place_slot}] = {goal}")
        if self._may_be_shuffled(zones[0]):
            shuffled = e.at(program.shuffled_slot, source)
            with writer.block(f"if {shuffled}:"):
                line(f"{shuffled} &= ~(1 << {c})")
        if program.up_slot >= 0:
            line(f"S[{c} + {program.up_slot}] = 0")
        for seat in learners or ():
            with writer.block(f"if S[{c} + {program.group_slot + seat * len(program.components)}] >= 0:"):
                line(f"is_seen(S, {program.group_slot + seat * len(program.components)}, {c})")
        writer.depth = depth
        return True

    def move_all(self, statements: Statements, s: ir.Each) -> bool:
        """`for c in a: move c to b`: all at once. Whether that has been written."""
        said = [stmt for stmt in s.body if not self.module.is_silent(stmt)]
        if len(said) != 1 or not isinstance(said[0], ir.Move) or not isinstance(s.list, ir.Content):
            return False
        move, source = said[0], s.list.zone
        if move.component != ir.Local(s.slot) or move.index is not None:
            return False
        static = statements.e.static
        if s.slot in self.module.liveness.reads(move.zone) or static.reads_state(move.zone):
            return False
        zones = self._from_to(statements, source, move.zone)
        if zones is None or self.moves.limits[zones[1][0]] is not None or self._seats_touched(*zones):
            return False
        e, line, program, writer = statements.e, statements.line, self.program, statements.writer
        home, c = e.at(program.zone_slot, source), statements.local(s.slot)
        target, goal = e.at(program.zone_slot, move.zone), statements.value(move.zone)
        ordered = self.moves.ordered[zones[1][0]]
        lying, joined = self._together_with_the_last(statements, target, move.at) if ordered else ("lying", "")
        line(f"{lying} = {home}")
        line(f"{home} = ()")
        if not is_atom(goal):
            line(f"goal = {goal}")
            goal = "goal"
        with writer.block(f"for {c} in {lying}:"):
            line(f"S[{c} + {program.place_slot}] = {goal}")
            if program.up_slot >= 0:
                line(f"S[{c} + {program.up_slot}] = 0")
        if self._may_be_shuffled(zones[0]):
            line(f"{e.at(program.shuffled_slot, source)} = 0")
        if move.at == "top" and ordered:
            lying = f"{lying}[::-1]"
        all_of_them = (f"{lying} + {joined}" if move.at == "top" else f"{joined} + {lying}") if joined else lying
        self._enter(statements, target, all_of_them, zones[1], move.at)
        self._last = writer, len(writer.lines), target, move.at, all_of_them
        return True

    def _together_with_the_last(self, statements: Statements, target: str, at: str) -> tuple[str, str]:
        """The variable for what is moved, and what has just been moved to the same zone, if that is so: long zones are
        put together once."""
        writer, last = statements.writer, self._last
        if last is None or last[0] is not writer or last[2:4] != (target, at):
            return "lying", ""
        lines = writer.lines
        margin = "    " * writer.depth
        if not lines[last[1] - 1].startswith(f"{margin}{target} "):
            return "lying", ""
        if any(re.fullmatch(margin + r"\w+ = [\w+\-*% ()]+", text) is None for text in lines[last[1] :]):
            return "lying", ""
        del lines[last[1] - 1]
        return f"lying_{self.module.fresh()}", last[4]

    # ------------------------------------------------------------------------------ what is known before play

    def _from_to(self, statements: Statements, source: ir.Expr, target: ir.Expr) -> tuple[range, range] | None:
        """The zones that both can be, if they are of one sort each and never the same."""
        static, scope = statements.e.static, statements.e.scope
        homes, goals = static.zones(source, scope), static.zones(target, scope)
        if homes is None or goals is None or not self.simple:
            return None
        if homes[0] <= goals[-1] and goals[0] <= homes[-1]:
            return None
        zones, moves = self.program.zones, self.moves
        if any(zones[z].cubes for z in (*homes, *goals)):
            return None
        if len({moves.ordered[z] for z in goals}) > 1 or len({moves.limits[z] for z in goals}) > 1:
            return None
        return homes, goals

    def _seats_touched(self, homes: range, goals: range) -> set[int]:
        """The seats whose knowledge may change by a move between these."""
        knowledge = self.moves.knowledge
        if knowledge is None:
            return set()
        return {seat for home in homes for goal in goals for seat in knowledge.touches(home, goal)}

    def _who_see_it_then(self, homes: range, goals: range) -> list[int] | None:
        """The seats that come to see what is drawn from the top of any of these zones and laid into any of those, if
        that is all there is to learn by it; None where it may be another thing for another zone."""
        knowledge = self.moves.knowledge
        if knowledge is None:
            return []
        if knowledge.excludes:
            return None
        sight = knowledge.sight.by_seat
        found = []
        for seat in sorted(self._seats_touched(homes, goals)):
            if any(sight[seat][goal] != ALWAYS for goal in goals):
                return None
            if any(seat not in knowledge.touches(home, goal) for home in homes for goal in goals):
                return None
            found.append(seat)
        return found

    def _unknown_to_some(self, homes: range, goals: range, c: str) -> str:
        """Whether one of them does not know the component: then more happens than is written out here. What everybody
        can follow from an ordered place stays known."""
        seats = sorted(self._seats_touched(homes, goals))
        return " or ".join(f"S[{c} + {self.moves.alike.followed[seat]}] >= 0" for seat in seats)

    def _may_be_shuffled(self, homes: range) -> bool:
        families = self.module.static.shuffled_families
        return any(self.program.zones[z].family in families for z in homes)

    def _enter(self, statements: Statements, target: str, several: str, goals: range, at: str) -> None:
        line = statements.line
        if not self.moves.ordered[goals[0]]:
            line(f"{target} = tuple(sorted({target} + {several}))")
        elif at == "top":
            line(f"{target} = {several} + {target}")
        else:
            line(f"{target} += {several}")
