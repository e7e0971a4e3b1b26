"""The report of many games as text for a terminal."""

from __future__ import annotations

from typing import Any

MOST_ANSWERS = 8
"""Answers to one question that are listed; the others are added up."""
WIDEST = 44
"""Columns for names."""
NUMBERS = "offered    taken  won with            won without"



def percent(told: dict[str, float]) -> str:
    """`52% (45% to 59%)`."""
    return f"{told['share']:.0%} ({told['low']:.0%} to {told['high']:.0%})"


def head(told: dict[str, Any]) -> list[tuple[str, str]]:
    """The first lines of the report, each with its name."""
    length = told["length"]
    wins = ", ".join(f"seat {seat} {percent(each)}" for seat, each in told["win_shares"].items())
    rounds = told["rounds"]
    speed = f"{told['decisions_per_second']:,} decisions and {told['playouts_per_second']:,} playouts a second"
    phases = ", ".join(f"{name} {n}" for name, n in told["phases"].items())
    games = f"{told['games']}: {told['finished']} finished, {told['capped']} not within the limit"
    if told["capped"]:
        seeds, why = told["unfinished"]["seeds"], told["unfinished"]["why"]
        shown = ", ".join(map(str, seeds[:3])) + (", ..." if seeds[3:] else "")
        games += f" ({why + '; ' if why else ''}seed {shown})"
    leads = told["lead_changes"]
    return [
        ("game", " with ".join([told["game"], *told["variants"]])),
        ("players", f"{told['players']}, all {told['bot']}, seed {told['seed']}"),
        ("games", games),
        ("length", f"{length['mean']} decisions {_within(length)}"),
        *([("rounds", f"{rounds['mean']} {_within(rounds)} ({_beat(rounds)})")] if rounds else []),
        *([("phases", f"in a game: {phases}")] if phases else []),
        ("wins", wins),
        ("ends", ", ".join(f"{reason} {n}" for reason, n in told["ends"].items())),
        *(
            [("leads", f"{leads['mean']} changes of the lead on average; 95% have up to {leads['p95']}")]
            if leads
            else []
        ),
        ("speed", speed),
    ]


def _within(told: dict[str, Any]) -> str:
    return "on average; 5%, 50%, 95% have up to " + ", ".join(str(told[name]) for name in ("p5", "p50", "p95"))


def _beat(rounds: dict[str, Any]) -> str:
    each = " for each player" if rounds["in_a_round"] > 1 else ""
    return f"{rounds['phase']}{each}"


def as_text(told: dict[str, Any]) -> str:
    lines = [f"{name:<8} {text}" for name, text in head(told)]
    lines += _table("action", told["actions"])
    lines += _questions(told["choices"])
    lines += _table("card", told["cards"])
    for key, words in (("dominant", "won more"), ("losing", "won less")):
        if told[key]:
            lines += ["", f"stands out (who did it {words} often than who did not; the 95% intervals do not meet):"]
        for each in told[key]:
            lines.append(f"  {each['what']}: {percent(each['won_with'])}, without {percent(each['won_without'])}")
    if told["dead_cards"]:
        lines += ["", "dead cards (never moved, or offered and hardly ever taken):"]
        lines += [f"  {name}" for name in told["dead_cards"]]
    others = unused_others(told)
    if others:
        lines += ["", "never used:", *(f"  {name}" for name in others)]
    return "\n".join(lines) + "\n"


def unused_others(told: dict[str, Any]) -> list[str]:
    """What was never used and is not told among the dead cards."""
    return [each for each in told["never_used"] if each not in told["dead_cards"]]


def _table(word: str, choices: dict[str, dict[str, Any]]) -> list[str]:
    if not choices:
        return []
    width = min(WIDEST, max(len(name) for name in [word, *choices]))
    lines = ["", f"{word:<{width}}  {NUMBERS}"]
    ordered = sorted(choices.items(), key=lambda item: -item[1]["taken"])
    return lines + [_row(name, each, width) for name, each in ordered]


def _questions(questions: dict[str, dict[str, dict[str, Any]]]) -> list[str]:
    """Each question, and under it the answers."""
    if not questions:
        return []
    lines = ["", f"{'choice':<{WIDEST}}  {NUMBERS}"]
    for question, answers in questions.items():
        lines.append(question)
        shown, left = few_answers(answers)
        lines += [_row(f"  {answer}", each, WIDEST) for answer, each in shown.items()]
        if left:
            lines.append(_row(f"  {left['answers']} others", left, WIDEST))
    return lines


def few_answers(answers: dict[str, dict[str, Any]]) -> tuple[dict[str, dict[str, Any]], dict[str, Any] | None]:
    """The answers that were taken most, and how often all others were offered and taken."""
    if len(answers) <= MOST_ANSWERS + 1:
        return answers, None
    listed = list(answers.items())
    left = [each for _, each in listed[MOST_ANSWERS:]]
    summed = {name: sum(each[name] for each in left) for name in ("offered", "taken")}
    return dict(listed[:MOST_ANSWERS]), {"answers": len(left), **summed}


def _row(name: str, each: dict[str, Any], width: int) -> str:
    won = ""
    if each.get("seats"):
        won = f"  {percent(each['won_with']):<18}  {percent(each['won_without']) if each['others'] else ''}"
    short = name if len(name) <= width else f"{name[: width - 1]}…"
    return f"{short:<{width}} {each['offered']:>8} {each['taken']:>8}{won}".rstrip()
