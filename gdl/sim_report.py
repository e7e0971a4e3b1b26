"""What many games tell a designer: who wins, how long it takes, what is chosen and what that is good for.

Shares come with Wilson's 95% interval. *With* a choice: of all seats that took it at least once, one a game, how many
won (a tie is half a win); *without*: of those that did not. A choice stands out where the two intervals do not meet.
That is no proof of a cause: what only a winner can do, only winners do.
"""

from __future__ import annotations

from typing import Any

from gdl.dsl import ir
from gdl.interpreter.text import words
from gdl.simulate import Tally, beat_of, never_used, playouts_per_second
from gdl.tournament import wilson
from gdl.uses import BETWEEN, MOVING, Use, Uses

ENOUGH = 20
"""Seats with and without a choice, of each at least so many, before it can stand out."""
DEAD_OFFERS = 50
"""A card that was offered at least so often and taken in less than 1 of `RARE` cases is dead."""
RARE = 50
BINS = 20


def report(
    program: ir.Program, tally: Tally, games: int, seed: int, endless: str = "", bot: str = "random"
) -> dict[str, Any]:
    """What `--format json` prints; it follows `schemas/sim.schema.json`. `endless`: why games may go on for ever."""
    lengths = sorted(tally.lengths) or [0]
    unused = [str(each) for each in never_used(program, tally)]
    cards = {use: each for use, each in _choices(tally.uses).items() if use[0] in MOVING}
    actions = _actions(tally)
    questions = _questions(tally.uses)
    answers = {f"{said} – {answer}": each for said, of in questions.items() for answer, each in of.items()}
    outstanding = {"action": actions, "choice": answers, **_by_sort(cards)}
    return {
        "game": program.name,
        "title": program.title or words(program.name),
        "variants": list(program.variants),
        "options": {name: value for name, value in program.options},
        "players": program.seats,
        "cooperative": program.cooperative,
        "bot": bot,
        "games": games,
        "seed": seed,
        "finished": tally.finished,
        "capped": tally.capped,
        "unfinished": {"seeds": tally.unfinished, "why": endless},
        "failed": len(tally.failures),
        "decisions": tally.decisions,
        "decisions_per_second": round(tally.decisions / tally.seconds, 1) if tally.seconds else 0.0,
        "playouts_per_second": 0.0 if tally.failures else round(playouts_per_second(program, seed), 1),
        "length": {**spread(lengths), "bins": bins(lengths)},
        "rounds": _rounds(program, tally),
        "phases": {
            name: round(n / games, 1) for (word, name), n in tally.happened.most_common() if word == "phase"
        },
        "winners": {str(seat + 1): tally.winners[seat] for seat in range(program.seats)},
        "win_shares": {str(seat + 1): share(tally.winners[seat], games) for seat in range(program.seats)},
        "ends": dict(tally.ends.most_common()),
        "lead_changes": _leads(tally.uses.lead_changes),
        "actions": actions,
        "choices": questions,
        "cards": {name: {"sort": sort, **each} for (sort, name), each in cards.items()},
        "dead_cards": _dead(cards, unused),
        "dominant": _standing_out(outstanding, "won_with", "won_without"),
        "losing": _standing_out(outstanding, "won_without", "won_with"),
        "never_used": unused,
    }


def share(part: float, count: int) -> dict[str, float]:
    """`{"share": 0.5, "low": 0.24, "high": 0.76}` of 5 in 10."""
    mean = part / count if count else 0.0
    low, high = wilson(mean, count)
    return {"share": round(mean, 4), "low": round(low, 4), "high": round(high, 4)}


def percentile(ordered: list[int], percent: int) -> int:
    """The smallest value that so many percent of all do not exceed."""
    rank = -(-percent * len(ordered) // 100)
    return ordered[max(rank, 1) - 1]


def spread(ordered: list[int]) -> dict[str, float]:
    mean = round(sum(ordered) / len(ordered), 2)
    return {"mean": mean, **{f"p{each}": percentile(ordered, each) for each in (5, 50, 95)}}


def bins(ordered: list[int]) -> list[list[int]]:
    """`[from, to, how many]` in equal steps."""
    low, high = ordered[0], ordered[-1]
    width = max(1, -(-(high - low + 1) // BINS))
    starts = range(low, high + 1, width)
    return [[at, at + width - 1, sum(at <= each < at + width for each in ordered)] for at in starts]


def _leads(changes: list[int]) -> dict[str, float] | None:
    """None where nothing is counted by which somebody leads."""
    if not changes:
        return None
    return {"games": len(changes), **spread(sorted(changes))}


def _rounds(program: ir.Program, tally: Tally) -> dict[str, Any] | None:
    """None where the flow repeats nothing. A round in which somebody has dropped out counts as a part of one."""
    beat = beat_of(program)
    if beat is None or not tally.rounds:
        return None
    phase, times = beat
    return {"phase": phase, "in_a_round": times, **spread(sorted(tally.rounds))}


def _actions(tally: Tally) -> dict[str, dict[str, Any]]:
    """By name; without who won where nobody watched."""
    watched = {name: each for (word, name), each in _choices(tally.uses).items() if word == "action"}
    if watched or tally.uses.offered:
        return watched
    names = sorted(set(tally.offered) | set(tally.taken))
    return {name: {"offered": tally.offered[name], "taken": tally.taken[name]} for name in names}


def _questions(uses: Uses) -> dict[str, dict[str, dict[str, Any]]]:
    """By question: its answers, the one that was taken most first."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for (word, name), each in sorted(_choices(uses).items(), key=lambda item: -item[1]["taken"]):
        if word == "choice":
            question, _, answer = name.partition(BETWEEN)
            found.setdefault(question, {})[answer] = each
    return found


def _choices(uses: Uses) -> dict[Use, dict[str, Any]]:
    found = {}
    for use in sorted(uses.offered):
        users, others = uses.users[use], uses.seats - uses.users[use]
        found[use] = {
            "offered": uses.offered[use],
            "taken": uses.taken[use],
            "seats": users,
            "won_with": share(uses.won[use] / 2, users),
            "won_without": share((uses.half_wins - uses.won[use]) / 2, others),
            "others": others,
        }
    return found


def _by_sort(cards: dict[Use, dict[str, Any]]) -> dict[str, dict[str, dict[str, Any]]]:
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for (sort, name), each in cards.items():
        found.setdefault(sort, {})[name] = each
    return found


def _dead(cards: dict[Use, dict[str, Any]], unused: list[str]) -> list[str]:
    """Cards that never left their place, or that hardly anybody takes."""
    found = [each for each in unused if each.split(" ")[0] in MOVING]
    for (sort, name), each in cards.items():
        if each["offered"] >= DEAD_OFFERS and each["taken"] * RARE < each["offered"]:
            found.append(f"{sort} {name}")
    return found


def _standing_out(
    choices: dict[str, dict[str, dict[str, Any]]], better: str, worse: str
) -> list[dict[str, Any]]:
    """Choices with which, or without which, more is won than otherwise: the largest difference first."""
    found = []
    for word, named in choices.items():
        for name, each in named.items():
            if "won_with" in each and min(each["seats"], each["others"]) >= ENOUGH:
                if each[better]["low"] > each[worse]["high"]:
                    found.append({"what": f"{word} {name}", **{k: each[k] for k in ("won_with", "won_without")}})
    found.sort(key=lambda each: each[worse]["share"] - each[better]["share"])
    return found
