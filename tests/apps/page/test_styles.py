"""The page's styles: a class means one thing, wherever it stands, and is in one file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from tilewright.apps.page.built import STATIC

FILES = sorted((STATIC / "styles").glob("*.css"))
#: The file of what is different on paper and in a notebook, of all classes.
EVERYTHING = "elsewhere"
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
    "at-desk": "a command, which a phone cannot run",
    "button": "a link that looks like a button",
    "pick": "a piece to choose, with its number",
    "picker": "rows of pieces to choose from",
    "primary": "the button that does what most want",
    "quiet": "a button without a frame",
    "small": "a smaller button",
    "sort": "a choice with a picture",
    # Where things are.
    "card": "a puzzle as a picture with words; also its place while it is loaded",
    "cards": "puzzles as cards of one size",
    "collected": "the heading of a collection, and how far one has come",
    "collection": "a section of puzzles",
    "columns": "a picture with a panel beside it",
    "daily": "the puzzles of a day",
    "kind": "a kind of puzzle as a card",
    "kinds": "such cards",
    "inplace": "a puzzle that is played within a page; also its place while it is loaded",
    "row": "things in a line",
    "side": "the panel beside a picture",
    "stage": "where the board is",
    "tally": "a table of numbers",
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


def _rules(css: str) -> Iterator[tuple[str, ...]]:
    """The selectors of each rule with declarations, also within media queries, after those of the
    rules that it is nested in."""
    within: list[str] = []
    found: dict[tuple[str, ...], None] = {}
    for match in re.finditer(r"([^{};]*)([{};])", _without_comments(css)):
        if match[2] == "{":
            within.append(" ".join(match[1].split()))
        elif match[2] == "}":
            within.pop()
        elif not any(each.startswith(("@keyframes", "@page")) for each in within):
            found[tuple(each for each in within if not each.startswith("@"))] = None
    yield from found


def _listed(selectors: str) -> list[str]:
    return [each.strip() for each in re.split(r",(?![^(]*\))", selectors)]


def _selectors(css: str) -> Iterator[str]:
    """Each selector of the rules, one by one, with those that it is nested in."""
    for outer, *inner in _rules(css):
        found = _listed(outer)
        for each in inner:
            found = [
                one.replace("&", above) if "&" in one else f"{above} {one}"
                for above in found
                for one in _listed(each)
            ]
        yield from found


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
    drawing = ("index.html", "board/**/*.js", "parts/*.js", "views/**/*.js")
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
    anywhere = {
        each
        for path in FILES
        for selector in _selectors(path.read_text(encoding="utf-8"))
        for each in _styled_anywhere(selector)
    }
    several = {each: owners[each] for each in anywhere if len(owners[each]) > 1}
    assert {each: several[each] for each in several.keys() - SHARED.keys()} == {}
    assert SHARED.keys() - several.keys() == set(), "these have one owner, or no style, by now"


def _first_class(selector: str) -> str | None:
    found = re.search(r"\.[a-zA-Z][\w-]*", selector)
    return found[0] if found else None


def test_each_class_has_one_file() -> None:
    """A rule is in the file of the first class of its selector."""
    files = defaultdict(set)
    for path in FILES:
        for outer, *_ in _rules(path.read_text(encoding="utf-8")):
            for each in map(_first_class, _listed(outer)):
                if each and path.stem != EVERYTHING:
                    files[each].add(path.name)
    assert len(files) > 150
    assert {each: names for each, names in files.items() if len(names) > 1} == {}


def test_each_file_is_a_layer() -> None:
    """The style sheet of the page is a list of layers, each of which is one file."""
    listed = _without_comments((STATIC / "style.css").read_text(encoding="utf-8")).split("\n")
    names = [path.stem for path in FILES]
    assert sorted(filter(None, listed)) == [
        f'@import "styles/{name}.css" layer({name});' for name in names
    ]
    assert len(names) <= 13


def test_lines_are_short() -> None:
    for path in (STATIC / "style.css", STATIC / "tokens.css", *FILES):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= 100, (path.name, number)
