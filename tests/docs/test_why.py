"""The questions that the language page asks of a match, and the answers that it prints."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import written

from gdl.interpreter.match import Match

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")


def test_the_answers_on_the_page_are_given() -> None:
    text = re.search(r"^```gdl why\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    talk = re.search(r"^```python\n(>>> .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert text is not None and talk is not None
    game, said = written.compiled({"game.gdl": text[1]})
    assert game is not None and not said
    match = Match.new(game.program(2), seed=1)
    test = doctest.DocTestParser().get_doctest(talk[1], {"match": match}, "language.md", None, 0)
    assert len(test.examples) >= 8
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert runner.failures == 0
