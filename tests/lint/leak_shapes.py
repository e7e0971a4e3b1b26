"""Small definitions that tell a secret, and as many that do not: steps of a turn, or declarations with the turn's last steps.

What ends the game tells no secret that matters any more, so it is no leak.
"""

from __future__ import annotations

from small_texts import dealing

GAME = (
    """\
game Leak:
    players: 2..3

card Card:
    rank: 1..9
    state marked: bool = no
    rule act(p: Player): pass
Card Scout x3:
    rank: 2
Card Giant x3:
    rank: 8

zones:
    deck: deck of Card, secret, starts with all Card
    discard: stack of Card, open
    veil: row of Card, face down
    each player:
        hand: hand of Card, owner
        front: row of Card, open
        kept: slot of Card, secret

state:
    pot: 0..99 = 0
    alarm: bool = no
    each player:
        score: 0..99 = 0
        memo: 0..99 = 0, owner

"""
    + dealing(1, "hand")
)

END = """
action Wait(p: Player) "wait":
    pot += 1
    if pot > 20:
        tie
"""

TELLS = {
    "if-other-hand": """\
if some c: Scout in (left of p).hand:
    p.score += 1
""",
    "if-own-hand-public": """\
if some c: Scout in p.hand:
    p.score += 1
""",
    "state-from-top": """\
if top(deck) is not none:
    pot = top(deck).rank
""",
    "alarm-from-hand": """\
alarm = some c in p.hand where c.rank > 5
""",
    "log-own-all": """\
log "{p} holds {most(c.rank for c in p.hand)}"
""",
    "log-top": """\
if top(deck) is not none:
    log "next is worth {top(deck).rank}"
""",
    "choose-other-where": """\
choose c in (left of p).hand where c.rank > 4 by p "Which?"
else: return
move c to p.hand
""",
    "may-guard": """\
may p "steal" if some c: Giant in (left of p).hand:
    pot += 1
""",
    "menu-guard": """\
choose one by p "what":
    "take" if sum(c.rank for c in (left of p).hand) > 4: pot += 1
    "leave": pass
""",
    "prompt": """\
choose n in 1..2 by p "they hold {sum(c.rank for c in (left of p).hand)}"
pot += n
""",
    "else-public": """\
choose c in p.hand where c.rank > 5 by p "Which giant?"
else:
    p.score += 1
    return
move c to discard
""",
    "repeat-hidden": """\
repeat count(c: Giant in p.hand) times:
    pot += 1
""",
    "while-hidden": """\
while pot < sum(c.rank for c in p.hand):
    pot += 1
""",
    "for-hidden-where": """\
for c in p.hand where c.rank > 5:
    p.score += 1
""",
    "move-hidden-where": """\
for q in players where some c: Giant in q.hand:
    q.score += 1
""",
    "let-indirect": """\
let best = most(c.rank for c in p.hand)
if best > 5:
    pot += 1
""",
    "ternary": """\
pot += if some c: Scout in p.hand then 1 else 2
""",
    "secret-slot": """\
if p.kept is not none and p.kept.rank > 3:
    pot += 1
""",
    "veil": """\
if some c in veil where c is Giant:
    pot += 1
""",
    "range-hidden": """\
choose n in 1..sum(c.rank for c in (left of p).hand) by p "How many?"
pot += n
""",
    "marked-state": """\
if some c in (left of p).hand where c.marked:
    pot += 1
""",
    "together-public": """\
together each q in players:
    choose c in q.hand by q "Which?"
    move c to q.kept
for q in players where q.kept is not none and q.kept.rank > 5:
    q.score += 1
""",
    "memo-of-other": """\
if (left of p).memo > 3:
    pot += 1
""",
    "log-to-wrong": """\
log "they hold {sum(c.rank for c in (left of p).hand)}" to p
""",
    "shuffle-if": """\
if some c: Scout in p.hand:
    shuffle deck
""",
    "random-hidden": """\
let c = random c in (left of p).hand
if c is Giant:
    pot += 1
""",
    "first-hidden": """\
for c in [first c in (left of p).hand where c is Giant]:
    pot += 1
""",
}
"""Steps by which somebody learns what lies hidden."""

KEEPS = {
    "own-choose": """\
choose c in p.hand where c.rank > 4 by p "Which?":
    move c to discard
""",
    "own-choose-else": """\
choose c in p.hand by p "Which?"
else: return
move c to p.kept
""",
    "count-other": """\
if count((left of p).hand) > 1:
    p.score += 1
""",
    "empty-other": """\
if (left of p).hand is empty:
    p.score += 1
""",
    "count-deck": """\
if count(deck) < 2:
    pot += 1
""",
    "after-reveal": """\
reveal p.hand
if some c: Scout in p.hand:
    pot += 1
""",
    "after-draw-open": """\
if deck is not empty:
    draw 1 from deck to discard
    if top(discard) is not none:
        pot += top(discard).rank
""",
    "open-zone": """\
if some c in p.front where c.rank > 5:
    pot += 1
""",
    "log-to-owner": """\
log "you hold {sum(c.rank for c in p.hand)}" to p
""",
    "private-memo": """\
p.memo = sum(c.rank for c in p.hand)
""",
    "may-own": """\
may p "show it" if some c: Giant in p.hand:
    reveal p.hand
    p.score += 1
""",
    "blind-pick": """\
choose c in (left of p).hand by p "Draw one unseen."
else: return
move c to p.hand
""",
    "played-card-counts": """\
choose c in p.hand by p "Play one."
else: return
move c to p.front
pot += c.rank
""",
    "reveal-to": """\
choose c in (left of p).hand by p "Look at one."
else: return
reveal c to p
may p "take it" if c.rank > 5:
    move c to p.hand
""",
    "reveal-fact": """\
for c in p.hand:
    reveal c.rank > 5
if some c in p.hand where c.rank > 5:
    pot += 1
""",
    "together-then-show": """\
together each q in players:
    choose c in q.hand by q "Which?"
    move c to q.kept
for q in players where q.kept is not none:
    move q.kept to q.front
for q in players where some c in q.front where c.rank > 5:
    q.score += 1
""",
    "menu-own": """\
choose one by p "what":
    "boast" if some c: Giant in p.hand: reveal p.hand
    "leave": pass
""",
    "split-veil-after-turn": """\
if veil is not empty:
    turn veil face up
    if some c in veil where c is Giant:
        pot += 1
""",
    "discard-all-then": """\
move p.hand to discard
if some c: Giant in discard:
    pot += 1
""",
    "range-own": """\
choose n in 0..count(p.hand) by p "How many?"
pot += n
""",
    "own-marked": """\
choose c in p.hand where not c.marked by p "Which?":
    c.marked = yes
""",
    "face-up": """\
if some c in veil where c is face up and c is Giant:
    pot += 1
""",
    "score-open": """\
if pot > 5:
    end with score sum(c.rank for c in q.front) for q in players
""",
    "reveal-then-score": """\
if pot > 5:
    for q in players:
        reveal q.hand
    end with score sum(c.rank for c in q.hand) for q in players
""",
    "win-hidden": """\
if sum(c.rank for c in p.hand) > 7:
    win p
""",
    "end-score": """\
if pot > 5:
    end with score sum(c.rank for c in q.hand) for q in players
""",
}
"""Steps by which nobody does."""

DECLARED_TELLS = {
    "requires-other": (
        """\
action Guess(p: Player) "guess":
    requires: some c: Scout in (left of p).hand
    pot += 1
""",
        """\
offer p: Wait, Guess
""",
    ),
    "param-where": (
        """\
action Rob(p: Player, q: Player where q != p and some c: Giant in q.hand) "rob {q}":
    pot += 1
""",
        """\
offer p: Wait, Rob
""",
    ),
    "label": (
        """\
action Peek(p: Player) "peek at {sum(c.rank for c in (left of p).hand)}":
    pot += 1
""",
        """\
offer p: Wait, Peek
""",
    ),
    "via-value": (
        """\
value rich(q: Player) = some c: Giant in q.hand
action Tax(p: Player, q: Player where q != p and rich(q)) "tax {q}":
    pot += 1
""",
        """\
offer p: Wait, Tax
""",
    ),
    "via-value-2": (
        """\
value worth(q: Player) = sum(c.rank for c in q.hand)
value rich(q: Player) = worth(q) > 5
rule tax(q: Player):
    if rich(q):
        q.score += 1
""",
        """\
tax(p)
offer p: Wait
""",
    ),
    "via-rule-result": (
        """\
rule strongest(q: Player) -> int:
    return sum(c.rank for c in q.hand)
""",
        """\
let n = strongest(p)
pot += n
offer p: Wait
""",
    ),
    "trigger-if": (
        """\
after Wait(p) if some c: Giant in p.hand:
    pot += 1
""",
        """\
offer p: Wait
""",
    ),
    "kind-rule": (
        """\
rule play(c: Card, q: Player):
    if c.rank > 3:
        pot += 1
""",
        """\
for c in p.hand:
    play(c, p)
offer p: Wait
""",
    ),
    "modifier-hidden": (
        """\
value price = 3
trait costly on Card:
    price +1 while some c: Giant in you.hand
""",
        """\
pot += price
offer p: Wait
""",
    ),
    "offer-for-other": (
        """\
""",
        """\
choose one by p "hit":
    each c in (left of p).hand where c.rank > 4 "hit": pot += 1
    "no": pass
offer p: Wait
""",
    ),
}
"""Declarations that tell a secret, and the steps of a turn with them."""

DECLARED_KEEPS = {
    "own-requires-ok": (
        """\
action Show(p: Player) "show":
    requires: some c: Giant in p.hand
    reveal p.hand
""",
        """\
offer p: Wait, Show
""",
    ),
    "own-label-ok": (
        """\
action Show(p: Player, c: Card in p.hand) "show {c}":
    reveal c
    pot += c.rank
""",
        """\
offer p: Wait, Show
""",
    ),
    "count-via-value-ok": (
        """\
value held(q: Player) = count(q.hand)
action Tax(p: Player, q: Player where q != p and held(q) > 1) "tax {q}":
    pot += 1
""",
        """\
offer p: Wait, Tax
""",
    ),
    "when-it-ends": (
        """\
when some q in players where sum(c.rank for c in q.hand) > 15:
    win q
""",
        """\
offer p: Wait
""",
    ),
}
