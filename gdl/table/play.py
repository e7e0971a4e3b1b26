"""The loop of a match at one screen."""

from __future__ import annotations

from typing import Literal

from gdl.table.commands import Turn
from gdl.table.session import Session

End = Literal["over", "limit", "left"]


def play(session: Session, limit: int) -> End:
    """Until the game is over, a person leaves, or so many decisions have been made."""
    while True:
        request = session.match.request
        if not session.others_look():
            return "left"
        if request is None:
            session.finish()
            return "over"
        if len(session.match.answers) >= limit:
            return "limit"
        if request.seat not in session.seating.people:
            session.let_bot_answer(request.seat)
            continue
        if not session.seated(request.seat):
            return "left"
        session.draw(request.seat)
        if not Turn(session, request).take():
            return "left"
        session.autosave()
