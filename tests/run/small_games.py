"""Small games in bare IR, each with one thing that the machine must get right."""

from __future__ import annotations

from collections.abc import Callable

from builder import COMPONENT, INT, PLAYER, Builder, C, V, entry, op, text

from gdl.dsl import ir

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def tic_tac_toe() -> ir.Program:
    """Open, no chance: 5,478 positions, 255,168 games."""
    b = Builder("TicTacToe")
    box = b.zone("box", "pool")
    b.cards("Cell", [f"c{i}" for i in range(9)], box, sort="space")
    mark = b.var("mark", -1, 1, -1, holder="component")
    lines = b.table(*LINES)
    won = b.function("won", 1, ("p", "line", "c"), word="value", pure=True)
    line = ir.Fold("all", (ir.For(2, ir.Table(lines, V(1))),), op("==", ir.Load(mark, V(2)), V(0)))
    won.body = ()
    won.result = ir.Fold("any", (ir.For(1, C(tuple(range(8)))),), line)
    place = b.function("place", 2, ("p", "c"), word="action")
    place.body = (
        ir.Event("action", "place", place.number, (V(0), V(1))),
        ir.Store(mark, V(1), V(0), -1, 1, what="mark"),
        ir.If(ir.Call(won.number, (V(0),)), (ir.Over("win", ir.Seq((V(0),))),)),
        ir.If(
            ir.Fold("all", (ir.For(2, C(tuple(range(9)))),), op(">=", ir.Load(mark, V(2)), C(0))),
            (ir.Over("tie"),),
        ),
    )
    place.locals += (("x", INT),)
    main = b.function("main", 0, (("p", PLAYER), "which", ("c", COMPONENT)))
    free = ir.For(2, C(tuple(range(9))), op("<", ir.Load(mark, V(2)), C(0)))
    ask = ir.Choice(
        "one",
        V(0),
        text("Where?"),
        1,
        (entry("Place", (free,), label=text("mark ", (V(2), COMPONENT)), types=(COMPONENT,)),),
    )
    main.block("turn", [], ir.Ask(ask, "act"))
    main.block(
        "act", [ir.Do(place.number, (V(0), V(2))), ir.SetLocal(0, op("-", C(1), V(0)))], ir.Jump("turn")
    )
    return b.program(main)


def bag_draw() -> ir.Program:
    """Cubes, a bag and a stop: draw until two white ones, or bank."""
    b = Builder("BagDraw", seats=1)
    supply = b.zone("supply", "pool", cubes=True, endless=True)
    bag = b.zone("bag", "bag", cubes=True)
    drawn = b.zone("drawn", "pool", cubes=True)
    white, red = b.cubes("Cube", ["White", "Red"])
    b.contents[bag] = [white, white, white, red, red]
    main = b.function("main", 0, ("cube", "which", "n"))
    kinds = len(b.kinds)
    whites = op("count", C(white), ir.Content(C(drawn)))
    main.block(
        "draw",
        [
            ir.Pick(0, C(bag)),
            ir.MoveCubes(op("%", V(0), C(kinds)), C(1), op("//", V(0), C(kinds)), C(drawn), 2),
            ir.Log(text("drew ", (V(0), ir.Type("cube")))),
            ir.If(op(">=", whites, C(2)), (ir.Over("lose"),)),
        ],
        ir.Branch(op("==", ir.Unary("len", ir.Content(C(bag))), C(0)), "bank", "ask"),
    )
    menu = ir.Choice(
        "one", C(0), text("Go on?"), 1, (entry("again", style="menu"), entry("stop", style="menu"))
    )
    main.block("ask", [], ir.Ask(menu, "chosen"))
    main.block("chosen", [], ir.Branch(op("==", V(1), C(0)), "draw", "bank"))
    main.block(
        "bank",
        [
            ir.MoveCubes(C(red), C(9), C(drawn), C(supply), 2),
            ir.Over("score", ir.Seq((ir.Seq((C(0), V(2))),))),
        ],
        ir.Leave(),
    )
    return b.program(main)


def deck_and_hands() -> ir.Program:
    """Hidden cards, six turns: draw one, play one, take one unseen from the other hand."""
    b = Builder("DeckAndHands")
    deck = b.zone("deck", "deck", "secret")
    hands = [b.zone(f"p{i + 1}.hand", "hand", "owner", player=i) for i in range(2)]
    pile = b.zone("pile", "deck")
    b.cards("Card", list("aabbccddeeffgghh"), deck)
    turns = b.var("turns", 0, 12)
    score = b.var("score", 0, 99, holder="player")
    card = COMPONENT
    draw = b.function("draw", 1, (("p", PLAYER), ("c", card)))
    draw.body = (
        ir.Pick(1, C(deck)), ir.Move(V(1), op("+", V(0), C(hands[0]))),
        ir.Log(text((V(0), PLAYER), " draws ", (V(1), card))),
    )  # fmt: skip
    main = b.function("main", 0, (("p", PLAYER), "which", ("c", card), "i"))
    main.block(
        "deal",
        [ir.Shuffle(C(deck)), ir.Each(3, C((0, 1, 0, 1, 0, 1)), (ir.Do(draw.number, (V(3),)),))],
        ir.Jump("turn"),
    )
    mine = ir.For(2, ir.Content(op("+", V(0), C(hands[0]))))
    theirs = ir.For(2, ir.Content(op("-", C(hands[1]), V(0))))
    shown = text((V(2), card))
    play = ir.Choice("one", V(0), text("Play"), 1, (entry("Play", (mine,), label=shown, types=(card,)),))
    take = ir.Choice(
        "one", V(0), text("Take"), 1, (entry("Take", (theirs,), label=shown, types=(card,)),), asked=True
    )
    main.block("turn", [ir.Do(draw.number, (V(0),))], ir.Ask(play, "played"))
    main.block(
        "played",
        [
            ir.Move(V(2), C(pile), "top"),
            ir.Store(score, V(0), op("+", ir.Load(score, V(0)), C(1)), 0, 99, what="score"),
        ],
        ir.Ask(take, "took"),
    )
    main.block(
        "took",
        [
            ir.Move(V(2), op("+", V(0), C(hands[0]))),
            ir.Log(text((V(0), PLAYER), " takes ", (V(2), card))),
            ir.Store(turns, None, op("+", ir.Load(turns), C(1)), 0, 12, what="turns"),
            ir.SetLocal(0, op("-", C(1), V(0))),
        ],
        ir.Branch(op(">=", ir.Load(turns), C(6)), "end", "turn"),
    )
    scores = ir.Fold("list", (ir.For(3, ir.Seats()),), ir.Seq((V(3), ir.Load(score, V(3)))))
    main.block("end", [ir.Over("score", scores)], ir.Leave())
    return b.program(main)


def bids() -> ir.Program:
    """Together: both choose a number and move a card of their own in private; then the higher bid wins."""
    b = Builder("Bids")
    hands = [b.zone(f"p{i + 1}.hand", "hand", "owner", player=i) for i in range(2)]
    table = b.zone("table", "row")
    b.cards("Card", ["x", "y", "z", "w"], hands[0])
    b.contents[hands[1]] = [b.contents[hands[0]].pop(), b.contents[hands[0]].pop()]
    bid = b.var("bid", 0, 9, holder="player")
    private = b.function("bidding", 1, (("p", PLAYER), "which", "n", ("c", COMPONENT)))
    number = ir.For(2, C((1, 2, 3)))
    how_much = ir.Choice(
        "one", V(0), text("Bid"), 1, (entry("Bid", (number,), label=text((V(2), INT)), types=(INT,)),)
    )
    card = ir.For(3, ir.Content(op("+", V(0), C(hands[0]))))
    which = ir.Choice(
        "one", V(0), None, 1, (entry("Put", (card,), label=text((V(3), COMPONENT)), types=(COMPONENT,)),)
    )
    private.block("bid", [], ir.Ask(how_much, "card"))
    private.block(
        "card",
        [ir.Store(bid, V(0), V(2), 0, 9, what="bid"), ir.Log(text((V(0), PLAYER), " bids ", (V(2), INT)))],
        ir.Ask(which, "put"),
    )
    private.block("put", [ir.Move(V(3), C(table))], ir.Leave())
    main = b.function("main", 0, ("i",))
    both = ir.Seats()
    main.block(
        "bids", [],
        ir.Together(private.number, ir.Fold("list", (ir.For(0, both),), ir.Seq((V(0),))),
                    ir.Fold("list", (ir.For(0, both),), ir.Seq((V(0),))), "end"),
    )  # fmt: skip
    winners = ir.Fold("most", (ir.For(0, both),), V(0), ir.Load(bid, V(0)))
    main.block("end", [ir.Over("win", winners)], ir.Leave())
    return b.program(main)


def ended_phase() -> ir.Program:
    """A phase with a loop inside; an action two frames deeper ends it. The score tells what happened."""
    b = Builder("EndedPhase", seats=1)
    log = b.var("steps", 0, 999)
    cleaned = b.var("cleaned", 0, 9)

    def add(n: int) -> ir.Stmt:
        return ir.Store(log, None, op("+", op("*", ir.Load(log), C(10)), C(n)), 0, 999, what="steps")

    clean = b.function("clean", 0, ())
    clean.body = (ir.Store(cleaned, None, op("+", ir.Load(cleaned), C(1)), 0, 9),)
    phase = b.function("Battle", 0, ("n",), word="phase", exit_name="after")
    inner = b.function("fight", 1, ("n", "which"), cleanup=clean.number)
    go_on = ir.Choice("one", C(0), None, 1, (entry("on", style="menu"), entry("end", style="menu")))
    inner.block("ask", [], ir.Ask(go_on, "chosen"))
    inner.block("chosen", [], ir.Branch(op("==", V(1), C(1)), "ends", "leaves"))
    inner.block("ends", [add(1)], ir.EndPhase(phase.number, "leaves"))
    inner.block("leaves", [add(2)], ir.Leave(V(0)))
    phase.block("loop", [ir.SetLocal(0, C(3))], ir.Invoke(inner.number, (V(0),), 0, "again"))
    phase.block("again", [], ir.Branch(op("<", ir.Load(log), C(20)), "loop", "after"))
    phase.block("after", [add(7)], ir.Leave())
    main = b.function("main", 0, ())
    main.block("go", [], ir.Invoke(phase.number, (), None, "end"))
    scores = ir.Seq((ir.Seq((C(0), ir.Load(log))),))
    main.block("end", [ir.Over("score", scores)], ir.Leave())
    return b.program(main)


def anytime() -> ir.Program:
    """p1 decides three times; either player may buy once, at any time, up to two times each."""
    b = Builder("Anytime")
    turns = b.var("turns", 0, 9)
    money = b.var("money", 0, 9, 2, holder="player")
    bought = b.var("bought", 0, 99)
    buy = b.function("Buy", 2, (("p", PLAYER), "n"), word="action")
    buy.body = (
        ir.Store(money, V(0), op("-", ir.Load(money, V(0)), V(1)), 0, 9, what="money"),
        ir.Store(bought, None, op("+", ir.Load(bought), V(1)), 0, 99),
    )
    some = ir.For(1, C((1, 2)), op("<=", V(1), ir.Load(money, V(0))))
    b.anytime.append(
        entry("Buy", (some,), label=text("buy ", (V(1), INT)), types=(INT,), deed=(buy.number, (V(0), V(1))))
    )
    main = b.function("main", 0, ("which",))
    ask = ir.Choice("one", C(0), text("Now?"), 0, (entry("go on", style="menu"), entry("wait", style="menu")))
    main.block("turn", [], ir.Ask(ask, "next"))
    main.block(
        "next",
        [ir.Store(turns, None, op("+", ir.Load(turns), C(1)), 0, 9)],
        ir.Branch(op("<", ir.Load(turns), C(3)), "turn", "end"),
    )
    main.block("end", [ir.Over("tie")], ir.Leave())
    return b.program(main)


def rich() -> ir.Program:
    """Some of five cards (two alike), an order of three, a split of four into two piles."""
    b = Builder("Rich", seats=1)
    hand = b.zone("hand", "hand")
    kept = b.zone("kept", "row")
    b.cards("Card", ["a", "a", "b", "c", "d"], hand)
    cards = ir.Type("list", item=COMPONENT)
    main = b.function(
        "main",
        0,
        (("some", cards), ("c", COMPONENT), ("order", cards), ("piles", ir.Type("list", item=cards))),
    )
    one = ir.For(1, ir.Content(C(hand)))
    some = ir.Choice(
        "some",
        C(0),
        text("Which?"),
        0,
        (entry("keep", (one,), label=text((V(1), COMPONENT)), types=(COMPONENT,), style="item"),),
        asked=True,
        low=C(1),
        high=C(2),
    )
    order = ir.Choice("order", C(0), None, 2, items=ir.Content(C(hand)), item_type=COMPONENT)
    split = ir.Choice("split", C(0), None, 3, items=V(2), piles=C(2), low=C(1), item_type=COMPONENT)
    main.block("some", [], ir.Ask(some, "order"))
    main.block("order", [ir.Each(1, V(0), (ir.Move(V(1), C(kept)),))], ir.Ask(order, "split"))
    main.block("split", [], ir.Ask(split, "end"))
    main.block(
        "end", [ir.Over("score", ir.Seq((ir.Seq((C(0), ir.Unary("len", ir.Item(V(3), C(1))))),)))], ir.Leave()
    )
    return b.program(main)


def dice_race() -> ir.Program:
    """Two dice, rolled each turn by calling a rule in blocks that calls itself; first to twelve wins."""
    b = Builder("DiceRace")
    box = b.zone("box", "pool")
    dice = b.dice(["d1", "d2"], (1, 1, 2, 3), box)
    score = b.var("score", 0, 99, holder="player")
    face = b.zone_slot() + 1 + len(b.components)  # zones, then places, then faces
    turn = b.function("turn", 1, (("p", PLAYER), "which", "n", "item"))
    again = ir.Choice(
        "one", V(0), text("Roll again?"), 1, (entry("roll", style="menu"), entry("hold", style="menu"))
    )
    turn.block(
        "roll",
        [ir.Roll(C(dice[0])), ir.Roll(C(dice[1])),
         ir.SetLocal(2, op("+", ir.Load(face + dice[0]), ir.Load(face + dice[1]))),
         ir.Random(3, ir.Span_(C(0), V(2)), INT)],
        ir.Branch(op("==", V(2), C(2)), "bust", "ask"),
    )  # fmt: skip
    turn.block("bust", [], ir.Leave(C(0)))
    turn.block("ask", [], ir.Ask(again, "chosen"))
    turn.block("chosen", [], ir.Switch(V(1), ("more", "hold"), "hold"))
    turn.block("more", [], ir.Invoke(turn.number, (V(0),), 3, "add"))
    turn.block("add", [], ir.Leave(ir.IfElse(op("==", V(3), C(0)), C(0), op("+", V(2), V(3)))))
    turn.block("hold", [], ir.Leave(V(2)))
    main = b.function("main", 0, (("p", PLAYER), "got"))
    main.block("turn", [], ir.Invoke(turn.number, (V(0),), 1, "score"))
    main.block(
        "score",
        [
            ir.Store(score, V(0), op("+", ir.Load(score, V(0)), V(1)), 0, 20, True, "score"),
            ir.If(op(">=", ir.Load(score, V(0)), C(12)), (ir.Over("win", ir.Seq((V(0),))),)),
            ir.SetLocal(0, ir.Beside(V(0), 1)),
        ],
        ir.Jump("turn"),
    )
    return b.program(main)


GAMES: dict[str, Callable[[], ir.Program]] = {
    game.__name__: game
    for game in (tic_tac_toe, bag_draw, deck_and_hands, bids, ended_phase, anytime, rich, dice_race)
}
