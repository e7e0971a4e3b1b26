"""Markdown as one page to read and to print: contents beside it, the flow drawn, light or dark as the reader likes. No scripts."""

from __future__ import annotations

import re
from html import escape, unescape

FLOW, FOLD, UNFOLD = "%%FLOW%%", "%%FOLD%%", "%%UNFOLD%%"
"""Paragraphs that stand for the drawing, and for the beginning and end of what is folded."""

STYLE = """
:root{color-scheme:light dark;--paper:#fbf9f4;--ink:#26221c;--soft:#6d655a;--line:#ddd5c6;--tint:#f1ebdf;--mark:#8a3b2a}
@media(prefers-color-scheme:dark){:root{--paper:#1b1a18;--ink:#e6e0d6;--soft:#a59c8e;--line:#3b3733;--tint:#262421;--mark:#e0937c}}
*{box-sizing:border-box}html{scroll-behavior:smooth}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 Charter,"Bitstream Charter","Iowan Old Style",Georgia,serif}
.book{display:grid;grid-template-columns:15rem minmax(0,46rem);gap:3rem;max-width:66rem;margin:0 auto;padding:2.5rem 1.5rem}
nav{position:sticky;top:1.5rem;align-self:start;max-height:calc(100vh - 3rem);overflow:auto;font-size:.85rem;line-height:1.4}
nav ol{list-style:none;margin:0;padding:0}nav li{margin:.15rem 0}nav ol ol{padding-left:.8rem;margin-bottom:.4rem;font-size:.93em}
nav a{color:var(--soft);text-decoration:none}nav a:hover{color:var(--mark)}nav>ol>li>a{color:var(--ink);font-weight:600}
h1{font-size:2.5rem;line-height:1.1;margin:0 0 1.2rem;letter-spacing:-.01em}
h2{font-size:1.5rem;margin:2.8rem 0 .8rem;padding-bottom:.3rem;border-bottom:2px solid var(--mark)}
h3{font-size:1.12rem;margin:1.6rem 0 .3rem}h2+h3{margin-top:.6rem}
h2,h3{break-after:avoid;scroll-margin-top:1rem}p{margin:.5rem 0}em{color:var(--soft)}
ul{margin:.4rem 0;padding-left:1.25rem}li{margin:.2rem 0}li::marker{color:var(--mark)}
.rule{color:var(--soft);font:.68rem/1 ui-monospace,monospace;white-space:nowrap;opacity:.75}
code{font:.85em ui-monospace,monospace;background:var(--tint);padding:.1em .3em;border-radius:3px}
.wide{overflow-x:auto;margin:.7rem 0}
table{border-collapse:collapse;font-size:.88rem;width:100%}
th{text-align:left;font-weight:600;color:var(--soft);text-transform:capitalize}
td,th{padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}tbody tr:nth-child(even){background:var(--tint)}
td:first-child{font-weight:600;white-space:nowrap}tr{break-inside:avoid}
details{margin:.5rem 0 .9rem;border-left:3px solid var(--line);padding:.1rem 0 .1rem .9rem;font-size:.92rem}
summary{cursor:pointer;color:var(--soft)}
svg.flow{display:block;width:100%;height:auto;margin:1rem 0}
svg .part{fill:var(--tint);stroke:var(--line)}svg .box{fill:var(--paper);stroke:var(--mark);stroke-width:1.5}
svg .line{fill:none;stroke:var(--soft);stroke-width:1.5}svg .tip{fill:var(--soft)}

svg text{font:15px Charter,Georgia,serif;fill:var(--ink)}svg .phase{text-anchor:middle;font-weight:600}
svg .said{fill:var(--soft);font-size:13.5px}
@media(max-width:52rem){.book{display:block;padding:1.2rem}
nav{position:static;max-height:none;margin-bottom:1.5rem;columns:2}nav ol ol{display:none}}
@media print{:root{--paper:#fff;--ink:#000;--soft:#555;--line:#ccc;--tint:#f6f6f6;--mark:#7a3324}
body{font-size:10.5pt}.book{display:block;padding:0;max-width:none}nav,details{display:none}h2{margin-top:1.6rem}a{color:inherit}
@page{margin:18mm 16mm}}
"""


def as_html(markdown: str, title: str, drawing: str) -> str:
    """The book as one page. Nothing that the game says is taken for markup."""
    from markdown_it import MarkdownIt

    plain = re.sub(r"<sub>(.*?)</sub>", r"(\1)", markdown)
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(plain)
    body = re.sub(r" \(([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\)", r' <span class="rule">\1</span>', body)
    body = body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    body = body.replace(f"<p>{FLOW}</p>", drawing)
    body = body.replace(f"<p>{FOLD}</p>", "<details><summary>step by step</summary>")
    body = body.replace(f"<p>{UNFOLD}</p>", "</details>")
    body, contents = _with_contents(body)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f'<style>{STYLE}</style></head>\n<body><div class="book">\n<nav>{contents}</nav>\n<main>\n{body}</main></div></body></html>\n'
    )


def _with_contents(body: str) -> tuple[str, str]:
    """The page with a place to go to at each heading, and the list of them."""
    used: set[str] = set()
    listed: list[str] = []

    def marked(found: re.Match[str]) -> str:
        level, text = found[1], found[2]
        short = re.sub(r"<.*?>", "", text).split(": “")[0]
        name = re.sub(r"[^a-z0-9]+", "-", unescape(short).lower()).strip("-") or "part"
        while name in used:
            name += "-2"
        used.add(name)
        inside = f'<li><a href="#{name}">{short}</a>'
        listed.append(inside if level == "2" else f"<ol>{inside}</li></ol>")
        return f'<h{level} id="{name}">{text}</h{level}>'

    body = re.sub(r"<h([23])>(.*?)</h\1>", marked, body)
    contents = "\n".join(listed).replace("</ol>\n<ol>", "\n")
    return body, f"<ol>{contents}</ol>"
