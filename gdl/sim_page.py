"""The report of many games as one HTML page with charts: no script, nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

from gdl.sim_text import few_answers, head, percent, unused_others

STYLE = """
:root{color-scheme:light dark;--ink:#1c2733;--soft:#6b7a89;--bar:#3b7dd8;--line:#d9e0e7;--paper:#fff;--warm:#d9822b}
@media(prefers-color-scheme:dark){:root{--ink:#e4eaf0;--soft:#93a1af;--bar:#6aa5f2;--line:#33404d;--paper:#161c22;--warm:#f0a552}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62em;margin:2em auto;padding:0 1em}
h1{margin-bottom:.2em}h2{margin-top:2em;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
td,th{text-align:left;padding:.25em .8em .25em 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600}td.n,td.n~td,th.n,th.n~th{white-space:nowrap}td.n,th.n{text-align:right;padding-right:1.6em}
th.between{color:var(--ink);padding-top:1.2em}
svg{display:block;width:100%;height:auto;margin:1em 0}
svg text{fill:var(--ink);font:12px system-ui,sans-serif}svg .soft{fill:var(--soft)}
.bar{fill:var(--bar)}.whisker{stroke:var(--ink);stroke-width:1.5}.axis{stroke:var(--line)}.warm{fill:var(--warm)}
h3{font-size:1em;margin:1.2em 0 0}ul.many{columns:16em;padding-left:1.2em}
.note{color:var(--soft)}.fair{stroke:var(--warm);stroke-width:1.5;stroke-dasharray:4 4}
""".strip()
HEADS = ["name", "offered", "taken", "of offers", "won with", "won without"]
WIDTH = 720
LEFT = 150
ROW = 26


def as_html(told: dict[str, Any]) -> str:
    title = escape(told["title"])
    parts = [
        f"<h1>{title}</h1>",
        table(["", ""], [[name, text] for name, text in head(told)], numbers=()),
        "<h2>Who wins</h2>",
        shares({f"seat {seat}": each for seat, each in told["win_shares"].items()}, fair=_fair(told)),
        note(
            "The share of all games that each seat has won; the line is the 95% interval."
            + (" Dashed: what each seat would win of a fair game without ties." if _fair(told) else "")
        ),
        "<h2>How long a game takes</h2>",
        histogram(told["length"]["bins"], "decisions"),
        note("How many games took so many decisions."),
    ]
    if told["dominant"] or told["losing"]:
        parts.append("<h2>What stands out</h2>")
    for key, words in (("dominant", "more"), ("losing", "less")):
        if told[key]:
            parts += [
                note(
                    f"Who did it won {words} often than who did not, and the two 95% intervals do not meet. It may be a "
                    "cause, or something that only those come to do."
                ),
                *(_compared(each) for each in told[key][:20]),
            ]
    if told["actions"]:
        parts += ["<h2>Actions</h2>", _choices(told["actions"])]
    if told["choices"]:
        parts += ["<h2>Choices</h2>", _questions(told["choices"])]
    if told["cards"]:
        parts += ["<h2>Cards</h2>", _choices(told["cards"])]
    for words, named, about in (
        ("Dead cards", told["dead_cards"], "Never moved, or offered and hardly ever taken."),
        ("Never used", unused_others(told), "What no game came to."),
    ):
        if named:
            items = "".join(f"<li>{escape(each)}</li>" for each in named)
            parts += [f"<h2>{words}</h2>", note(about), f'<ul class="many">{items}</ul>']
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>\n{STYLE}\n</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def table(heads: list[str], rows: list[list[str]], numbers: tuple[int, ...]) -> str:
    def cell(word: str, column: int, text: str) -> str:
        return f"<{word}{' class=n' if column in numbers else ''}>{escape(text)}</{word}>"

    def line(row: list[str]) -> str:
        if len(row) == 1:  # a head between rows
            return f'<tr><th class="between" colspan="{len(heads)}">{escape(row[0])}</th></tr>'
        return "<tr>" + "".join(cell("td", column, text) for column, text in enumerate(row)) + "</tr>"

    top = "".join(cell("th", column, text) for column, text in enumerate(heads)) if any(heads) else ""
    body = "\n".join(line(row) for row in rows)
    return f"<table>\n{f'<tr>{top}</tr>' if top else ''}\n{body}\n</table>"


def _fair(told: dict[str, Any]) -> float | None:
    """An equal part, where at most one seat wins a game; None where several may."""
    together = any(word not in ("one won", "not within the limit", "failed") and "won" in word for word in told["ends"])
    return None if together or told["players"] < 2 else 1 / told["players"]


def shares(named: dict[str, dict[str, float]], colours: tuple[str, ...] = ("bar",), fair: float | None = None) -> str:
    """Bars from 0 to 100%, each with the line of its interval; a dashed line through all of them where all should end."""
    scale = WIDTH - LEFT - 60
    lines = []
    for number, (name, each) in enumerate(named.items()):
        y = number * ROW
        end = LEFT + scale * each["share"]
        low, high = LEFT + scale * each["low"], LEFT + scale * each["high"]
        middle = y + ROW / 2
        lines.append(
            f'<text x="{LEFT - 8}" y="{middle + 4}" text-anchor="end">{escape(_short(name))}</text>'
            f'<rect class="{colours[number % len(colours)]}" x="{LEFT}" y="{y + 5}" width="{end - LEFT:.1f}" height="{ROW - 10}"/>'
            f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}"/>'
            f'<text class="soft" x="{max(end, high) + 8:.1f}" y="{middle + 4}">{each["share"]:.0%}</text>'
        )
    height = len(named) * ROW + 6
    axis = f'<line class="axis" x1="{LEFT}" x2="{LEFT}" y1="0" y2="{height}"/>'
    if fair is not None:
        x = LEFT + scale * fair
        axis += f'<line class="fair" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height}"/>'
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img">{axis}{"".join(lines)}</svg>'


def histogram(bins: list[list[int]], what: str) -> str:
    most = max((count for _, _, count in bins), default=1) or 1
    height, step = 160, (WIDTH - 40) / max(1, len(bins))
    bars = "".join(
        f'<rect class="bar" x="{20 + number * step + 1:.1f}" y="{height - 140 * count / most:.1f}" '
        f'width="{max(1.0, step - 2):.1f}" height="{140 * count / most:.1f}"><title>{low} to {high}: {count}</title></rect>'
        for number, (low, high, count) in enumerate(bins)
    )
    bars += "".join(
        f'<text class="soft" x="{20 + (number + 0.5) * step:.1f}" y="{height - 140 * count / most - 4:.1f}" '
        f'text-anchor="middle">{count}</text>'
        for number, (_, _, count) in enumerate(bins)
        if count
    )
    ends = (
        f'<text class="soft" x="20" y="{height + 18}">{bins[0][0]}</text>'
        f'<text class="soft" x="{WIDTH / 2}" y="{height + 18}" text-anchor="middle">{escape(what)}</text>'
        f'<text class="soft" x="{WIDTH - 20}" y="{height + 18}" text-anchor="end">{bins[-1][1]}</text>'
    )
    axis = f'<line class="axis" x1="20" x2="{WIDTH - 20}" y1="{height}" y2="{height}"/>'
    return f'<svg viewBox="0 -12 {WIDTH} {height + 38}" role="img">{bars}{axis}{ends}</svg>'


def _compared(each: dict[str, Any]) -> str:
    named = {"with": each["won_with"], "without": each["won_without"]}
    return f"<h3>{escape(each['what'])}</h3>" + shares(named, ("warm", "bar"))


def _choices(choices: dict[str, dict[str, Any]]) -> str:
    rows = [_row(name, each) for name, each in sorted(choices.items(), key=lambda item: -item[1]["taken"])]
    return table(HEADS, rows, (1, 2, 3))


def _questions(questions: dict[str, dict[str, dict[str, Any]]]) -> str:
    """One table: each question, and under it the answers."""
    rows: list[list[str]] = []
    for question, answers in questions.items():
        shown, left = few_answers(answers)
        rows.append([question])
        rows += [_row(answer, each) for answer, each in shown.items()]
        if left:
            rows.append(_row(f"{left['answers']} others", left))
    return table(HEADS, rows, (1, 2, 3))


def _row(name: str, each: dict[str, Any]) -> list[str]:
    rate = f"{each['taken'] / each['offered']:.0%}" if each["offered"] else ""
    won = percent(each["won_with"]) if each.get("seats") else ""
    without = percent(each["won_without"]) if each.get("others") else ""
    return [name, f"{each['offered']:,}", f"{each['taken']:,}", rate, won, without]


def _short(name: str) -> str:
    return name if len(name) <= 22 else name[:21] + "…"
