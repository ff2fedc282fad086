"""The language of printed texts: names of puzzles in the tables, and what is no language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

import tilewright as tw
from tilewright.apps.page.shipped import answers
from tilewright.model.puzzle import KINDS
from tilewright.model.puzzle.calendar import CALENDARS
from tilewright.model.puzzle.days import days
from tilewright.model.space.catalog import CALLED, POLYFORMS
from tilewright.system.values.language import in_language, named, phrase, table, translated

#: Fields of answers to the page that people read.
READ = ("title", "about", "label", "called")


def read(value: Any, name: str = "") -> Iterator[str]:
    """The texts in an answer that people read."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from read(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from read(each, name)
    elif isinstance(value, str) and name in READ:
        yield value


def all_names() -> Iterator[str]:
    """What people read of puzzles, boards and pieces that come with tilewright."""
    for kind in KINDS.built_in.values():
        yield from (kind.title, kind.about, kind.rules, kind.goal)
        for offer in kind.offers:
            yield from (offer.title, *(title for _, title in (*offer.boards, *offer.choices)))
    for entry in days().values():
        yield from chain.from_iterable((each["title"], each["doing"]) for each in entry["puzzles"])
    for calendar in CALENDARS.values():
        yield from calendar.names.values()
    for family in POLYFORMS.values():
        yield from chain.from_iterable(family.values())
    yield from chain.from_iterable(CALLED.values())
    for text in answers().values():
        yield from read(json.loads(text))
    yield from ("My own 6 x 6", "Calendar with weekday, Saturday March 14", "the L of 4 cells")
    yield from ("Fit the pieces 4 x 4 hexagons, torus", "Find the hole 24 triangles")


def test_each_name_is_in_the_table() -> None:
    known = {key: f"⟦{key}⟧" for key in table("names")}
    plain = table("names")
    for name in sorted(set(all_names())):
        assert translated(name, plain) == re.sub("^an ", "a ", name)
        words = re.search(r"[^\W\d_]{2}", name)
        assert not words or "⟦" in (translated(name, known) or ""), name


def test_a_name_that_is_not_known_stays() -> None:
    assert translated("My cat, 4 x 5", {"{noun}, {rest}": "{noun}; {rest}"}) is None
    assert named("My cat, 4 x 5") == "My cat, 4 x 5"


def test_a_language_ends_with_its_block() -> None:
    message = "unknown language 'xx'; the languages are en"
    with pytest.raises(tw.RequestError, match=message), in_language("xx"):
        pass
    assert phrase("puzzles", number=1) == "1 puzzle"
