"""One question and the lines that a person types until it is answered: answers, or commands.

2 · bet · 1 3 · 1 2 / 3      an answer
undo · hint · why X · look X · log · table · /words · more · back · save FILE · help · quit
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from rich.table import Table
from rich.text import Text

from gdl.interpreter.bots import Position
from gdl.interpreter.errors import IllegalAnswer
from gdl.interpreter.request import Request
from gdl.saves import write_save
from gdl.table.answers import understood
from gdl.table.draw import closer
from gdl.table.news import log_lines
from gdl.table.options import Listing
from gdl.table.session import Session
from gdl.table.styles import DIM, indented
from gdl.table.why import why

After = Literal["asked", "answered", "left"]
"""Whether the question is still open, has been answered or taken back, or the person has gone."""

HELP = {
    "a number, a letter, words": "take that option; `1 3` several, `1 2 / 3` piles, where it is so asked",
    "undo": "take back your last decision",
    "hint": "what a bot would do",
    "why NAME ...": "why a value is what it is, or why an action is not offered",
    "look NAME": "all that you know of a thing or a zone",
    "log": "all that has happened, as you have seen it",
    "table": "draw the table again",
    "/words": "show only the options with these words; `/` shows all",
    "more, back": "turn the pages of a long list",
    "save FILE": "write the match to a file; `gdl run GAME --resume FILE` goes on with it",
    "quit": "leave",
}


class Turn:
    """A person's turn to answer."""

    def __init__(self, session: Session, request: Request):
        self.session = session
        self.request = request
        self.screen = session.screen
        self.list = Listing.of(request)
        self.commands: dict[str, Callable[[str], After]] = {
            "undo": self.undo,
            "hint": self.hint,
            "why": self.why,
            "look": self.look,
            "log": self.log,
            "table": self.table,
            "more": lambda rest: self.turn_page(1),
            "back": lambda rest: self.turn_page(-1),
            "save": self.save,
            "help": self.help,
            "?": self.help,
            "quit": lambda rest: "left",
            "exit": lambda rest: "left",
        }

    def take(self) -> bool:
        """Asks until there is an answer; False if the person leaves."""
        self.session.question(self.list)
        while True:
            try:
                line = self.screen.ask("> ")
            except EOFError:
                return False
            after = self.understand(line)
            if after != "asked":
                return after == "answered"

    def understand(self, line: str) -> After:
        if not line:
            return self.say("answer by number or words; `help` lists what else can be typed")
        if line.startswith("/"):
            return self.filter(line[1:].strip())
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        # A command's word may begin an option (`look around`): then the option is meant.
        if command is not None and line.lower() not in (label.lower() for label in self.list.labels):
            return command(rest.strip())
        try:
            self.session.match.apply(understood(self.request, line))
        except IllegalAnswer as error:
            return self.say(str(error))
        return "answered"

    def say(self, text: str) -> After:
        self.screen.show(indented(text, 4, DIM))
        return "asked"

    # ------------------------------------------------------------------------------ commands

    def undo(self, rest: str) -> After:
        if self.session.take_back():
            return "answered"
        return self.say("there is nothing to take back")

    def hint(self, rest: str) -> After:
        match = self.session.match
        bot = self.session.seating.hint
        judged = bot.judge(Position(match), self.session.random(self.request.seat))
        if not judged:
            return self.say("there is nothing to say: try what you like")
        for each in judged[:3]:
            label = self.request.options[each.index].label
            self.say(f"{label}: worth {100 * each.worth:.0f} of 100 in {each.visits} tries")
        return "asked"

    def why(self, rest: str) -> After:
        for text in why(self.session.match, self.request.seat, rest, self.session.sources):
            self.say(text)
        return "asked"

    def look(self, rest: str) -> After:
        found = closer(self.session.match.view(self.request.seat), rest) if rest else []
        if not found:
            return self.say("`look NAME`: the name of a thing or zone that you see")
        for line in found:
            self.screen.show(line)
        return "asked"

    def log(self, rest: str) -> After:
        for line in log_lines(self.session.match, self.request.seat):
            self.screen.show(line)
        return "asked"

    def table(self, rest: str) -> After:
        self.session.draw(self.request.seat)
        self.session.question(self.list)
        return "asked"

    def filter(self, wanted: str) -> After:
        self.list = replace(self.list, page=0, wanted=wanted)
        self.session.question(self.list)
        return "asked"

    def turn_page(self, step: int) -> After:
        self.list = self.list.turned(step, self.screen.width, self.screen.height)
        self.session.question(self.list)
        return "asked"

    def save(self, rest: str) -> After:
        path = Path(rest) if rest else self.session.save
        if path is None:
            return self.say("say where: `save FILE`")
        try:
            write_save(self.session.match, path)
        except OSError as error:
            return self.say(f"{path} cannot be written: {error.strerror}")
        return self.say(f"saved in {path}")

    def help(self, rest: str) -> After:
        rows = Table.grid(padding=(0, 2, 0, 0))
        for name, text in HELP.items():
            rows.add_row(f"    {name}", Text(text, DIM))
        self.screen.show(rows)
        return "asked"
