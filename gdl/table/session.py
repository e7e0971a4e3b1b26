"""A match at one screen: people take their seats in turn, bots play the rest.

Before a person is asked, the table is drawn from that seat's own view, with what has happened since it was
last asked. Where things are hidden and several people play, a page without secrets stands between them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rich.text import Text

from gdl.dsl.source import Source
from gdl.interpreter.bots import Bot, Position
from gdl.interpreter.match import Match
from gdl.saves import write_save
from gdl.table import draw
from gdl.table.answers import asked, how_to
from gdl.table.handover import HandOver
from gdl.table.news import log_lines, readable
from gdl.table.options import Listing, options
from gdl.table.screen import Screen
from gdl.table.styles import DIM, HEAD, indented, seat_style

NEWS = 15
"""Lines of the log that are shown before a question; `log` shows all."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where: `people` are asked, for the others `bots` decide; `hint` advises people."""

    people: Collection[int]
    bots: Mapping[int, Bot]
    hint: Bot


class Session:
    """One match until it is over or the people leave."""

    def __init__(
        self,
        match: Match,
        seating: Seating,
        screen: Screen,
        save: Path | None = None,
        sources: Mapping[str, Source] | None = None,
    ):
        self.match = match
        self.seating = seating
        self.screen = screen
        self.save = save
        self.sources = sources or {}
        self.read: list[set[int]] = [set() for _ in range(match.program.seats)]
        """By seat: the lines of the log that it has been shown. Lines of private blocks become readable
        later than lines after them."""
        self.told = [0] * match.program.seats
        """By seat: the turn up to which it has been told what changed on the table."""
        self.sitting: int | None = None
        """Whose secrets are on the screen."""
        self.handover = HandOver(match, seating.people)

    # ------------------------------------------------------------------------------ bots

    def let_bot_answer(self, seat: int) -> None:
        """The bot answers. Its random numbers follow from the match, so the same position gives the same
        answer."""
        bot = self.seating.bots[seat]
        self.match.apply_index(bot.choose(Position(self.match), self.random(seat)))

    def random(self, seat: int) -> Random:
        return Random(f"{self.match.seed}:{seat}:{len(self.match.answers)}")

    # ------------------------------------------------------------------------------ people

    def seated(self, seat: int) -> bool:
        """The person sits down; False if nobody is there any more."""
        if self.sitting != seat and self.handover.people:
            self.screen.clear()
            name = self.match.names[seat]
            self.screen.show(Text(f"Hand over to {name}.", f"bold {seat_style(seat)}"))
            try:
                self.screen.ask(f"{name}, press Enter when you alone see the screen: ")
            except EOFError:
                return False
            self.screen.clear()
        self.sitting = seat
        return True

    def others_look(self) -> bool:
        """In private blocks, those who are not asked sit down, too; False if nobody is there any more."""
        for seat in self.handover.others_first():
            if not self.seated(seat):
                return False
            self.draw(seat)
            self.screen.show(indented("There is nothing for you to decide now.", 4, DIM))
            try:
                self.screen.ask("Press Enter when you have looked: ")
            except EOFError:
                return False
        return True

    def draw(self, seat: int) -> None:
        """The table as the seat sees it, and the news."""
        self.screen.show()
        self.screen.show(draw.table(self.match.view(seat), self.screen.width))
        self.news(seat)

    def news(self, seat: int) -> None:
        """What has happened since the seat was last asked."""
        lines = log_lines(self.match, seat, self.read[seat], self.told[seat])
        self.read[seat] |= readable(self.match, seat)
        self.told[seat] = self.match.turn_id
        if len(lines) > NEWS:
            self.screen.show(Text(f"  ... {len(lines) - NEWS} lines before; `log` shows all", DIM))
        for line in lines[-NEWS:]:
            self.screen.show(line)

    def question(self, listing: Listing) -> None:
        """The prompt and the numbered options."""
        request = self.match.request
        assert request is not None
        name = self.match.names[request.seat]
        text = Text(name, f"bold {seat_style(request.seat)}")
        text.append(f": {asked(request)}", HEAD)
        self.screen.show(text)
        self.screen.show(options(listing, self.screen.width, self.screen.height))
        how = how_to(request)
        if how:
            self.screen.show(indented(how, 4, DIM))

    def listing(self) -> Listing:
        request = self.match.request
        assert request is not None
        return Listing.of(request)

    def take_back(self) -> bool:
        """Back to the last decision that a person made, with all its picks; False if there is none."""
        match = self.match
        while match.answers:
            match.undo()
            request = match.request
            if request is not None and request.seat in self.seating.people:
                self._to_first_pick()
                self.handover.forget()
                for seat, read in enumerate(self.read):
                    read &= readable(match, seat)
                    self.told[seat] = min(self.told[seat], match.turn_id)
                return True
        return False

    def _to_first_pick(self) -> None:
        """Picks of one subset, order or split share their turn: back to where it began."""
        match = self.match
        turn = match.turn_id
        while match.answers:
            last = match.answers[-1]
            match.undo()
            if match.turn_id != turn:
                match.apply_index(last)
                return

    def autosave(self) -> None:
        """With `--save` the match is on the disk after every answer of a person."""
        if self.save is not None:
            write_save(self.match, self.save)

    def finish(self) -> None:
        """The last table, as all of the people may see it: a spectator's where there are several."""
        people = sorted(self.seating.people)
        reader = people[0] if len(people) == 1 else None
        self.screen.show()
        self.screen.show(draw.table(self.match.view(reader), self.screen.width))
        known = [self.read[seat] for seat in people]
        told = min((self.told[seat] for seat in people), default=0)
        for line in log_lines(self.match, reader, set.intersection(*known) if known else set(), told):
            self.screen.show(line)
