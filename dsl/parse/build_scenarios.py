"""Scenarios; and with them the builder of everything."""

from __future__ import annotations

from gdl.dsl import syntax as s
from gdl.dsl.parse.build_rules import RuleNodes
from gdl.dsl.parse.tokens import Token
from gdl.dsl.source import Span


class Builder(RuleNodes):
    """All rules of the grammar."""

    def scenario(self, span: Span, title: Token, *parts: Token | s.Scene) -> s.Declaration:
        """The citations in the head are among the parts; they are given to their node with all the others."""
        scenes = tuple(part for part in parts if isinstance(part, s.Scene))
        return s.Scenario(span=span, title=self.plain_text(title), scenes=scenes)

    def seats(self, span: Span, count: Token) -> s.Scene:
        return s.SeatsScene(span=span, count=int(count.text))

    def with_variants(self, span: Span, names: tuple[s.Ident, ...]) -> s.Scene:
        return s.WithScene(span=span, variants=names)

    def with_option(self, span: Span, name: Token, value: s.Expr) -> s.Scene:
        return s.OptionScene(span=span, name=self.ident(name), value=value)

    def begin(self, span: Span, at: s.Expr) -> s.Scene:
        return s.BeginScene(span=span, at=at)

    def given(self, span: Span, *items: s.Expr) -> s.Scene:
        return s.GivenScene(span=span, items=items)

    def let_scene(self, span: Span, name: Token, value: s.Expr) -> s.Scene:
        return s.LetScene(span=span, name=self.ident(name), value=value)

    def deeds(self, span: Span, *deeds: tuple[s.Ident, s.Expr | None]) -> s.Scene:
        return s.DoScene(span=span, deeds=deeds)

    def deed(self, span: Span, player: Token, action: s.Expr) -> tuple[s.Ident, s.Expr]:
        return self.ident(player), action

    def deed_pass(self, span: Span, player: Token) -> tuple[s.Ident, None]:
        return self.ident(player), None

    def pick(self, span: Span, player: Token, *values: s.Expr) -> s.Scene:
        return s.PickScene(span=span, player=self.ident(player), values=values)

    def chance(self, span: Span, *values: s.Expr) -> s.Scene:
        return s.ChanceScene(span=span, values=values)

    def run(self, span: Span, to: s.Expr) -> s.Scene:
        return s.RunScene(span=span, to=to)

    def then(self, span: Span, claim: s.Expr) -> s.Scene:
        return s.ThenScene(span=span, claim=claim)

    # ---------------------------------------------------------------------- claims

    def offered(self, span: Span, player: Token, *items: object) -> s.Expr:
        return s.Claim(
            span=span, word="offered", player=self.ident(player), items=self.offer_items(list(items))
        )

    def could_be(self, span: Span, what: s.Expr, kind: s.Expr, player: Token) -> s.Expr:
        return s.Claim(span=span, word="could be", what=what, kind=kind, player=self.ident(player))

    def could_not_be(self, span: Span, what: s.Expr, kind: s.Expr, player: Token) -> s.Expr:
        return s.Claim(span=span, word="could not be", what=what, kind=kind, player=self.ident(player))

    def happened(self, span: Span, what: s.Expr, count: Token) -> s.Expr:
        return s.Claim(span=span, word="happened", what=what, count=int(count.text))

    def won(self, span: Span, *players: Token) -> s.Expr:
        return s.Claim(span=span, word="won", players=tuple(self.ident(player) for player in players))

    def eliminated(self, span: Span, player: Token) -> s.Expr:
        return s.Claim(span=span, word="eliminated", player=self.ident(player))

    def everyone_lost(self, span: Span) -> s.Expr:
        return s.Claim(span=span, word="everyone lost")

    def tied(self, span: Span, *players: Token) -> s.Expr:
        return s.Claim(span=span, word="tied", players=tuple(self.ident(player) for player in players))

    def over(self, span: Span) -> s.Expr:
        return s.Claim(span=span, word="over")

    def error(self, span: Span, text: Token) -> s.Expr:
        return s.Claim(span=span, word="error", text=self.text(text))

    def knows(self, span: Span, player: Token, what: s.Expr) -> s.Expr:
        return s.Claim(span=span, word="knows", player=self.ident(player), what=what)

    def sees(self, span: Span, player: Token, what: s.Expr) -> s.Expr:
        return s.Claim(span=span, word="sees", player=self.ident(player), what=what)
