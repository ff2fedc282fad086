"""The language of printed texts, and the tables of its texts, which the page reads, too.

A text has ``{name}`` for a value, and ``{name|one|many}`` for one of two texts, by a number.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import resources
from typing import Any, Literal, get_args

from tilewright.errors import RequestError, quoted

#: The tables: texts of sheets, hints, and names of puzzles, boards and pieces.
Table = Literal["sheets", "hints", "names"]
_TABLES = get_args(Table)
_TEXTS = resources.files("tilewright").joinpath("apps/page/static/texts")
_LANGUAGE: ContextVar[str] = ContextVar("language", default="en")
#: A value, or the two texts of which one is chosen; the second one may have values of its own.
_SLOT = re.compile(r"\{(\w+)(?:\|([^{}|]*)\|((?:[^{}|]|\{\w+\})*))?\}")
#: What a name has ``_`` for: numbers, and the letters of pieces.
_PART = re.compile(r"(?<![\w'])(?:\d+m?|[A-Zb-wyz])(?![\w'])")
#: The same in every language: sizes, and numbers of pieces.
_SAME = re.compile(r"[\d x.#-]*m?|[A-Za-z]")
#: Names made of others, each with its text in the table. The page has the same ones.
_MADE = (
    (re.compile(r"(?P<noun>[^,]+), (?P<rest>.+)"), "{noun}, {rest}"),
    (re.compile(r"the (?P<noun>.+)"), "the {noun}"),
    (re.compile(r"an? (?P<noun>.+)"), "a {noun}"),
    (re.compile(r"mirrored (?P<noun>.+)"), "mirrored {noun}"),
    (re.compile(r"(?P<noun>.+) of (?P<number>\d+) cells"), "{noun} of {number} cells"),
    (re.compile(r"(?P<weekday>[A-Z]\w+day) (?P<noun>\w+ \d+)"), "{weekday} {noun}"),
    (re.compile(r"(?P<noun>\D+) (?P<size>\d.*)"), "{noun} {size}"),
)


@functools.cache
def languages() -> tuple[str, ...]:
    """Return the tags of all languages that have texts, English first."""
    names = {file.name for file in _TEXTS.iterdir()}
    tags = {name.split(".")[1] for name in names if name.startswith("sheets.")} - {"en"}
    known = (tag for tag in tags if all(f"{table}.{tag}.json" in names for table in _TABLES))
    return ("en", *sorted(known))


def language() -> str:
    """Return the language in which texts are printed now."""
    return _LANGUAGE.get()


@contextmanager
def in_language(tag: str) -> Iterator[None]:
    """Print texts in another language."""
    if tag not in languages():
        raise RequestError(
            f"unknown language {quoted(tag)}; the languages are {', '.join(languages())}",
            where="--language",
        )
    token = _LANGUAGE.set(tag)
    try:
        yield
    finally:
        _LANGUAGE.reset(token)


@functools.cache
def table(name: Table, tag: str = "en") -> dict[str, str]:
    """Return a table of texts in a language."""
    text = _TEXTS.joinpath(f"{name}.{tag}.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def filled(which: Table, name: str, values: Mapping[str, Any]) -> list[Any]:
    """Return the parts of a text: what stands between its values, and the values."""
    return list(_fill(table(which, language())[name], values))


def _fill(template: str, values: Mapping[str, Any]) -> Iterator[Any]:
    end = 0
    for slot in _SLOT.finditer(template):
        yield template[end : slot.start()]
        end = slot.end()
        name, one, many = slot.groups()
        if one is None:
            yield values[name]
        else:
            yield from _fill(one if values[name] == 1 else many, values)
    yield template[end:]


def phrase(name: str, /, **values: Any) -> str:
    """Return a text of sheets with its values.

    >>> phrase("puzzles", number=3)
    '3 puzzles'
    """
    return "".join(map(str, filled("sheets", name, values)))


def spaced(sentences: Sequence[str]) -> str:
    """Return sentences one after the other, as in the language; empty ones are left out."""
    return phrase("space").join(filter(None, sentences))


def named(text: str) -> str:
    """Return the name of a puzzle, a board or a piece in the language; if it is not known, as it
    is.

    >>> with in_language("en"):
    ...     named("Soma: sofa")
    'Soma: sofa'
    """
    return text if language() == "en" else translated(text, table("names", language())) or text


def translated(text: str, known: Mapping[str, str]) -> str | None:
    """Return a name as a table has it: as it is, with other numbers and letters, or made of other
    names; None if it has not.

    >>> made = {"{noun}, {rest}": "{rest}: {noun}", "{noun} {size}": "{noun} {size}"}
    >>> translated("Dots 4 x 6, torus", {**made, "Dots": "Punkte", "torus": "Torus"})
    'Torus: Punkte 4 x 6'
    """
    if _SAME.fullmatch(text):
        return text
    if text in known:
        return known[text]
    if (found := known.get(_PART.sub("_", text))) is not None:
        for part in _PART.findall(text):
            found = found.replace("_", part, 1)
        return found
    for pattern, name in _MADE:
        if match := pattern.fullmatch(text):
            parts = {key: translated(part, known) for key, part in match.groupdict().items()}
            if None not in parts.values():
                return known[name].format(**parts)
    return None
