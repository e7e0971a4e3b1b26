"""Playing a match line by line: the log as the reader sees it, numbered options, an answer.

The plainest table there is: it works over a pipe and in any terminal. Other seats are played by a bot.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from typing import Literal

from gdl.interpreter.bots import Bot, Position
from gdl.interpreter.errors import IllegalAnswer
from gdl.interpreter.match import Match
from gdl.interpreter.request import Request
from gdl.table.changes import changes

Say = Callable[[str], object]
Ask = Callable[[str], str]
End = Literal["over", "limit", "left"]

HELP = (
    "answer by number or by words; several, as in `1 3`, where a choice takes several; `undo`, `log`, `quit`"
)


class PlainTable:
    """One match, and who sits at it. `watch`: the seat that reads the log; None: a spectator. Seats that are
    neither people nor have a bot play at random."""

    def __init__(
        self,
        match: Match,
        people: Collection[int],
        say: Say,
        ask: Ask,
        watch: int | None = None,
        bots: Mapping[int, Bot] | None = None,
    ):
        self.match = match
        self.people = people
        self.say = say
        self.ask = ask
        self.watch = watch
        self.shown = 0
        self.seen = match.view(watch)
        """The table as it was last told."""
        self.bots = bots or {}
        self.random = random.Random(match.seed)

    def play(self, limit: int) -> End:
        """Until the game is over, a person leaves, or so many decisions have been made."""
        while True:
            self.tell()
            request = self.match.request
            if request is None:
                return "over"
            if len(self.match.answers) >= limit:
                return "limit"
            if request.seat not in self.people:
                self.let_bot_answer(request)
            elif not self.person(request):
                return "left"

    def let_bot_answer(self, request: Request) -> None:
        bot = self.bots.get(request.seat)
        if bot is None:
            index = self.random.randrange(len(request))
        else:
            index = bot.choose(Position(self.match), self.random)
        self.match.apply_index(index)

    def tell(self) -> None:
        """The lines of the log that have not been shown, and what has changed on the table."""
        for line in self.match.log[self.shown :]:
            text = line.told(self.watch)
            if text is not None:
                who = f"{self.match.names[line.seat]}: " if line.word == "choice" and line.seat >= 0 else ""
                self.say(f"  {who}{text}")
        self.shown = len(self.match.log)
        now = self.match.view(self.watch)
        told = changes(self.seen, now)
        if told:
            self.say(f"      {' · '.join(told)}")
        self.seen = now

    def person(self, request: Request) -> bool:
        """One answer of a person; False if the person leaves."""
        self.say("")
        self.say(f"{self.match.names[request.seat]}: {request.prompt or 'what will you do?'}")
        for number, option in enumerate(request.options, 1):
            self.say(f"  {number:>2}  {option.label}")
        while True:
            try:
                words = self.ask("> ").strip()
            except EOFError:
                return False
            if words in ("quit", "exit"):
                return False
            if words in ("", "?", "help"):
                self.say(HELP)
            elif words == "log":
                self.shown = 0
                self.tell()
            elif words == "undo":
                return self.take_back()
            elif self.answered(request, words):
                return True

    def answered(self, request: Request, words: str) -> bool:
        numbers = words.replace(",", " ").split()
        try:
            if all(word.isdigit() for word in numbers):
                picks = [int(word) - 1 for word in numbers]
                self.match.apply(picks[0] if len(picks) == 1 else picks)
            else:
                self.match.apply(words)
        except IllegalAnswer as error:
            self.say(str(error))
            return False
        return True

    def take_back(self) -> bool:
        """Back to the last decision of a person before this one, if there is one."""
        match = self.match
        steps = len(match.answers)
        while match.answers:
            match.undo()
            request = match.request
            if request is not None and request.seat in self.people:
                self.shown = min(self.shown, len(match.log))
                self.seen = match.view(self.watch)
                self.say(f"(took back {steps - len(match.answers)} decisions)")
                return True
        self.say("there is nothing to take back")
        return True
