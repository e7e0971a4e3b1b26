"""Quick work that makes much and drops it at its end: Python's search for cycles would go through all of it again and again."""

from __future__ import annotations

import gc

MOST = 3_000_000
"""After so many objects that may be in cycles a search pays; some hundred megabytes."""


_alone = False


def begin(alone: bool) -> None:
    """`alone`: this process runs one command and ends; otherwise how Python searches is left as it is."""
    global _alone
    _alone = alone


def without_search() -> None:
    """From now on no search for cycles, except where `tidy` finds it due: for a command that soon ends."""
    if _alone:
        gc.disable()


def tidy() -> None:
    """At a place where much has just been dropped; does nothing while Python searches by itself."""
    if not gc.isenabled() and gc.get_count()[0] > MOST:
        gc.collect()


def leave() -> None:
    """Before the program ends: what is still there goes with the process and need not be looked through."""
    if _alone:
        gc.freeze()
