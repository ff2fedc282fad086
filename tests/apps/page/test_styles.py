"""The page's styles: a class means one thing, wherever it stands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import tilewright.apps.page

STATIC = Path(tilewright.apps.page.__file__).with_name("static")
#: Classes that several modules give to their elements, and what each means in all of them. Every
#: other class that is styled wherever it stands is given by one module.
SHARED = {
    # Words and numbers.
    "caption": "what a picture shows, in a line below it",
    "count": "how many of something there are, beside its heading",
    "figures": "a list of numbers with their names",
    "finished": "the line that says that a collection is solved",
    "hidden": "text for screen readers",
    "kicker": "the line above the name of a puzzle",
    "lead": "the sentence that explains a heading or a form",
    "loading": "stands where a view will be",
    "notice": "a message in place of what is missing",
    "number": "digits of one width",
    "saying": "what a search has found, in a space that does not jump",
    "source": "where a puzzle or a fact comes from",
    "verdict": "an answer in one line, good or bad",
    # Controls.
    "button": "a link that looks like a button",
    "menu": "a button that unfolds a panel",
    "pick": "a piece to choose, with its number",
    "picker": "rows of pieces to choose from",
    "primary": "the button that does what most want",
    "quiet": "a button without a frame",
    "small": "a smaller button",
    "sort": "a choice with a picture",
    "sorts": "a group of choices with pictures",
    # Where things are.
    "card": "a puzzle as a picture with words; also its place while it is loaded",
    "cards": "puzzles as cards of one size",
    "collected": "the heading of a collection, and how far one has come",
    "collection": "a section of puzzles",
    "columns": "a picture with a panel beside it",
    "daily": "the puzzles of a day",
    "inplace": "a puzzle that is played within a page; also its place while it is loaded",
    "row": "things in a line",
    "side": "the panel beside a picture",
    "stage": "where the board is",
    # Boards and canvases.
    "coarse": "what is said where fingers point",
    "cursor": "the cell at which the keyboard is",
    "deep": "the canvas of a picture that can be zoomed",
    "deep-box": "what holds such a picture, and what lies on it",
    "drawn": "a line that was drawn on the board",
    "moving": "a piece that turns",
    "table": "a board",
    "thumbnail": "a small picture of a board or a piece",
    "watching": "a board on which nobody plays",
}


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)


def _selectors(css: str) -> Iterator[str]:
    """Each selector of the rules, one by one, also within media queries."""
    for match in re.finditer(r"([^{};]+)\{", _without_comments(css)):
        if not match[1].strip().startswith("@"):
            yield from (each.strip() for each in re.split(r",(?![^(]*\))", match[1]))


def _styled_anywhere(selector: str) -> list[str]:
    """The classes that this selector styles whatever they are in: ``.badge`` and ``.badge.kept``
    style badges, ``.card .name`` only the names in cards."""
    alone = re.sub(r":(has|not)\((?:[^()]|\([^()]*\))*\)", "", selector)
    if re.search(r"[\s>+~]", re.sub(r"\([^()]*\)", "", alone)):
        return []
    classes = re.findall(r"\.([a-zA-Z][\w-]*)", alone)
    return classes if alone.startswith(":is(") else classes[:1]


#: An expression: what stands between two commas, with strings and at most two levels of brackets.
_EXPRESSION = r"""(?:"[^"]*"|`[^`]*`|\((?:[^()]|\([^()]*\))*\)|[^,;"`(){}\[\]])*"""
#: Where a module gives classes.
_GIVES = re.compile(
    rf"(?:\b(?:class|className):\s|\bclassName = |\bframe\(|\bclassList\.\w+\()({_EXPRESSION})"
    rf"""|\bclass=("[^"]*")"""
)


def _given(module: str) -> set[str]:
    """The classes that a module gives to elements, as far as they are written out."""
    found = set()
    for match in _GIVES.finditer(_without_comments(module)):
        expression = match[1] or match[2] or ""
        written = re.findall(r'"([^"]*)"', expression)
        written += [re.sub(r"\$\{.*?\}", " ", each) for each in re.findall("`([^`]*)`", expression)]
        found |= set(" ".join(written).split())
    return found


def _modules() -> dict[str, str]:
    """What draws the page: its modules and its frame."""
    drawing = ("app.js", "index.html", "board/*.js", "parts/*.js", "views/*.js")
    return {
        path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8")
        for pattern in drawing
        for path in STATIC.glob(pattern)
    }


def test_each_class_has_one_owner() -> None:
    """A second component that takes the name of a class gets its styles as well."""
    owners = defaultdict(list)
    for name, text in _modules().items():
        for each in _given(text):
            owners[each].append(name)
    css = (STATIC / "style.css").read_text(encoding="utf-8")
    anywhere = {each for selector in _selectors(css) for each in _styled_anywhere(selector)}
    several = {each: owners[each] for each in anywhere if len(owners[each]) > 1}
    assert {each: several[each] for each in several.keys() - SHARED.keys()} == {}
    assert SHARED.keys() - several.keys() == set(), "these have one owner, or no style, by now"
