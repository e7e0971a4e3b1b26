"""Steps as a rulebook says them: lines of a list, indented where one belongs to another."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.book.words import Words, article, capital, in_words, listed, of, plural
from gdl.dsl import syntax as s

INDENT = "  "
SHORT = 48
"""What a `let` stands for is said in its place, where it is not longer than this."""


def told(words: Words, steps: Iterable[s.Step], depth: int = 0) -> list[str]:
    """The steps as lines of Markdown; what only the log says is left out."""
    lines: list[str] = []
    before = words.here
    for step in steps:
        lines += _step(words, step, depth)
    words.here = before
    return lines


def verb(who: str, word: str) -> str:
    """`you choose`, `the player chooses`"""
    if who == "you" or who.startswith("all "):
        return f"{who} {word}"
    return f"{who} {word}{'es' if word.endswith(('s', 'h', 'o')) else 's'}"


def _line(depth: int, text: str) -> str:
    return f"{INDENT * depth}- {capital(text)}"


def _block(words: Words, depth: int, head: str, body: s.Steps) -> list[str]:
    """A head with its steps below it, or behind it where it is one."""
    inside = told(words, body, depth + 1)
    if not inside:
        return []
    if len(inside) == 1:
        rest = inside[0].strip().removeprefix("- ")
        return [_line(depth, f"{head}: {rest[:1].lower()}{rest[1:]}")]
    return [_line(depth, f"{head}:"), *inside]


def _step(words: Words, step: s.Step, depth: int) -> list[str]:
    say, ask = words.said, words.asked
    match step:
        case s.Log() | s.Pass():
            return []
        case s.Let():
            phrase = say(step.value)
            name = step.name.name
            if len(phrase) <= SHORT and not isinstance(step.value, s.Flip | s.Search):
                words.here = {**words.here, name: phrase}
                return []
            called = f"the {in_words(name)}" if len(name) > 1 else "it"
            words.here = {**words.here, name: called}
            return [_line(depth, f"{'this is' if called == 'it' else called + ' is'} {phrase}.")]
        case s.Assign():
            return [_line(depth, _assign(words, step))]
        case s.Do():
            return [_line(depth, _do(words, step))]
        case s.Move():
            source = f" from {say(step.source)}" if step.source is not None else ""
            return [_line(depth, f"put {say(step.what)}{source} {_into(words, step.target, step.at)}.")]
        case s.Take():
            thing = words.thing(step.binder)
            many = _quantity(words, step.quantity, thing)
            what = f"{many}{words.among(step.binder, step.where)}"
            return [_line(depth, f"put {what} {_into(words, step.target, step.at)}.")]
        case s.Draw():
            many = say(step.count)
            thing = words.item_of(step.source) or "card"
            if step.alias is not None:
                words.here = {
                    **words.here,
                    step.alias.name: f"the {thing if many == '1' else plural(thing)} drawn",
                }
            thing = thing if many == "1" else plural(thing)
            return [
                _line(
                    depth,
                    f"draw {many} {thing} from {say(step.source)} {_into(words, step.target, step.at)}.",
                )
            ]
        case s.Roll():
            if step.alias is not None:
                words.here = {**words.here, step.alias.name: "the dice rolled"}
            many = f"{say(step.count)} of " if step.count is not None else ""
            return [_line(depth, f"roll {many}{say(step.what)}.")]
        case s.Shuffle():
            return [_line(depth, f"shuffle {say(step.zone)}.")]
        case s.Swap():
            return [_line(depth, f"exchange {say(step.left)} and {say(step.right)}.")]
        case s.Reveal():
            return [
                _line(
                    depth, f"show {say(step.what)} to {say(step.to) if step.to is not None else 'everybody'}."
                )
            ]
        case s.Conceal():
            return [_line(depth, f"mix {say(step.what)}, so that nobody knows which is which.")]
        case s.Turn():
            return [_line(depth, f"turn {say(step.what)} face {'up' if step.up else 'down'}.")]
        case s.Give():
            return [_line(depth, _give(words, step))]
        case s.Split():
            least = f", each with at least {say(step.at_least)}" if step.at_least is not None else ""
            return [
                _line(
                    depth, f"{verb(say(step.by), 'share')} out {say(step.what)} to {say(step.into)}{least}."
                )
            ]
        case s.Arrange():
            return [_line(depth, f"{verb(say(step.by), 'put')} {say(step.what)} in any order.")]
        case s.OpenWindow():
            who = listed([say(each) for each in step.players])
            return [
                _line(
                    depth, f"now {who} may act in turn, until all have passed (*{in_words(step.name.name)}*)."
                )
            ]
        case s.EndPhase():
            return [_line(depth, f"{in_words(step.phase.name)} ends.")]
        case s.EndEffects():
            return [_line(depth, f"all lasting effects of {say(step.source)} end.")]
        case s.EndWithScore():
            with words.binding(
                {step.binder.name.name: "each player"} if step.binder.name is not None else {}
            ):
                return [_line(depth, f"the game ends. The score is {say(step.score)}, and the most wins.")]
        case s.Outcome():
            return [_line(depth, _outcome(words, step))]
        case s.Leave():
            return [_line(depth, _leave(words, step))]
        case s.OwnSteps():
            return [_line(depth, "now do what it says.")]
        case s.If():
            return _if(words, step, depth, "if")
        case s.For():
            return _for(words, step.binders, step.body, depth, "for")
        case s.Together():
            lines = _for(words, step.binders, step.body, depth, "at the same time, for")
            return lines
        case s.Repeat():
            head = f"do this {say(step.times)} times" if step.times is not None else "do this again and again"
            return _block(words, depth, head, step.body)
        case s.While():
            return _block(words, depth, f"as long as {ask(step.condition)}", step.body)
        case s.Choose():
            return _choose(words, step, depth)
        case s.ChooseOne():
            lines = [_line(depth, f"{verb(say(step.by), 'choose')} one{_prompt(words, step.prompt)}:")]
            for entry in step.entries:
                bound = {
                    n: x
                    for b in (entry.binders.binders if entry.binders else ())
                    for n, x in words.named(b).items()
                }
                with words.binding(bound):
                    only = f" (only if {ask(entry.guard)})" if entry.guard is not None else ""
                    each = f"{words.over(entry.binders).strip()}: " if entry.binders else ""
                    head = f"{each}“{words.text(entry.label)}”{only}"
                    lines += _block(words, depth + 1, head, entry.body) or [_line(depth + 1, f"{head}.")]
            return lines
        case s.May():
            only = f", if {ask(step.guard)}," if step.guard is not None else ""
            head = f"{say(step.who)}{only} may choose “{words.text(step.label)}”"
            lines = _block(words, depth, head, step.body) or [_line(depth, f"{head}.")]
            return lines + _block(words, depth, "otherwise", step.otherwise or ())
        case s.Offer():
            return _offer(words, step, depth)
    return []


def _assign(words: Words, step: s.Assign) -> str:
    target, value = words.said(step.target), words.said(step.value)
    match step.op:
        case "+=":
            return f"{target} goes up by {value}."
        case "-=":
            return f"{target} goes down by {value}."
    if isinstance(step.value, s.Truth) and isinstance(step.target, s.Member):
        whom, word = words.said(step.target.object), in_words(step.target.name.name)
        be = "are" if whom == "you" else "is"
        return f"{whom} {be} now {word}." if step.value.value else f"{whom} {be} no longer {word}."
    if isinstance(step.value, s.Nothing):
        return f"{target} is now nobody’s." if "owner" in target else f"{target} is now empty."
    return f"{target} is now {value}."


def _do(words: Words, step: s.Do) -> str:
    call = step.call
    if not isinstance(call, s.Call):
        return f"do *{words.said(call)}*."
    args = [words.said(each) for each in call.args]
    if isinstance(call.function, s.Member):
        return f"do *{in_words(call.function.name.name)}* of {words.said(call.function.object)}{_with(args)}."
    name = call.function.name if isinstance(call.function, s.Name) else ""
    return f"do *{in_words(name)}*{_with(args)}."


def _with(args: list[str]) -> str:
    return f" with {listed(args)}" if args else ""


def _into(words: Words, target: s.Expr, at: s.At | None) -> str:
    where = words.said(target)
    if at is None:
        return f"into {where}"
    if at.word == "at" and at.index is not None:
        return f"into {where}, at place {words.said(at.index)}"
    return f"{'on top of' if at.word == 'top' else 'under'} {where}"


def _give(words: Words, step: s.Give) -> str:
    until = (
        ""
        if step.until is None
        else f" until {words.said(step.until).removeprefix('the ')}{' ends' if step.ends else ''}"
    )
    if step.trait is not None:
        args = [words.said(each) for each in step.trait.args]
        return f"{words.said(step.to)} gets *{in_words(step.trait.name.name)}*{_with(args)}{until}."
    assert step.copied is not None
    return f"{words.said(step.to)} gets the abilities of {words.said(step.copied)}{until}."


def _outcome(words: Words, step: s.Outcome) -> str:
    who = words.said(step.who) if step.who is not None else ""
    match step.word:
        case "win":
            return f"**{verb(who, 'win')} the game.**"
        case "tie":
            return f"**The game is a tie{' of ' + who if who else ''}.**"
        case "eliminate":
            return f"{who} {'are' if who == 'you' else 'is'} out of the game."
    return "**Everyone loses the game.**"


def _leave(words: Words, step: s.Leave) -> str:
    only = f" if {words.asked(step.guard)}" if step.guard is not None else ""
    if step.word == "return" and step.value is not None:
        return f"the answer is {words.said(step.value)}{only}."
    return {
        "return": f"this is over{only}.",
        "stop": f"stop{only}.",
        "next": f"go on with the next one{only}.",
    }[step.word]


def _if(words: Words, step: s.If, depth: int, word: str) -> list[str]:
    lines = _block(words, depth, f"{word} {words.asked(step.condition)}", step.then)
    rest = step.otherwise or ()
    if len(rest) == 1 and isinstance(rest[0], s.If) and lines:
        return lines + _if(words, rest[0], depth, "otherwise, if")
    if not lines:
        return _block(words, depth, f"unless {words.asked(step.condition)}", rest)
    return lines + _block(words, depth, "otherwise", rest)


def _for(words: Words, binders: s.Binders, body: s.Steps, depth: int, word: str) -> list[str]:
    parts = []
    bound: dict[str, str] = {}
    for binder in binders.binders:
        parts.append(f"each {words.thing(binder)}{words.among(binder, None)}")
        bound |= words.named(binder)
    head = f"{word} {listed(parts)}"
    with words.binding(bound):
        if binders.best is not None:
            head += f" with the {binders.best.word} {words.said(binders.best.value).removeprefix('the ')}"
        if binders.where is not None:
            head += f" where {words.asked(binders.where)}"
        return _block(words, depth, head, body)


def _quantity(words: Words, quantity: s.Quantity | None, thing: str) -> str:
    if quantity is None:
        return article(thing)
    high = words.said(quantity.high) if quantity.high is not None else ""
    low = words.said(quantity.low) if quantity.low is not None else ""
    match quantity.word:
        case "all":
            return f"all {plural(thing)}"
        case "between":
            return f"{low} to {high} {plural(thing)}"
        case "up to":
            return f"up to {high} {plural(thing)}"
        case "random":
            return f"{low or high} random {plural(thing)}"
    return f"{low or high} {plural(thing)}"


def _choose(words: Words, step: s.Choose, depth: int) -> list[str]:
    thing = words.thing(step.binder)
    many = _quantity(words, step.quantity, thing)
    who = words.said(step.by)
    what = f"{many}{words.among(step.binder, step.where, step.best)}"
    line = _line(depth, f"{verb(who, 'choose')} {what}{_prompt(words, step.prompt)}.")
    bound = words.named(step.binder)
    if step.alias is not None:
        bound[step.alias.name] = f"the chosen {plural(thing)}"
    with words.binding(bound):
        lines = [line, *_nested(words, step.body or (), depth)]
    lines += _block(words, depth, "if there is none", step.otherwise or ())
    if step.body is None:
        words.here = {**words.here, **bound}
    return lines


def _nested(words: Words, body: s.Steps, depth: int) -> list[str]:
    return told(words, body, depth + 1)


def _prompt(words: Words, prompt: s.Text | None) -> str:
    return f" (“{words.text(prompt)}”)" if prompt is not None else ""


def _offer(words: Words, step: s.Offer, depth: int) -> list[str]:
    names = []
    for item in step.items:
        if item.what is None:
            names.append("pass")
            continue
        what = item.what.function if isinstance(item.what, s.Call) else item.what
        name = what.name.name if isinstance(what, s.Member) else what.name if isinstance(what, s.Name) else ""
        of_what = ""
        if item.binder is not None:
            with words.binding(words.named(item.binder)):
                of_what = f" {article(words.thing(item.binder))}{words.among(item.binder, item.where)}"
        elif isinstance(what, s.Member):
            of_what = f" ({words.said(what.object)})"
        names.append(f"**{in_words(name)}**{of_what}")
    who = words.said(step.to)
    if len(names) > 1:
        head = f"{verb(who, 'do')} one of these: {listed(names, 'or')}."
    else:
        head = f"{verb(who, 'pass')}." if names == ["pass"] else f"{verb(who, 'do')} this: {names[0]}."
    return [_line(depth, head), *_block(words, depth, "if nothing can be done", step.otherwise or ())]


__all__ = ["of", "told"]
