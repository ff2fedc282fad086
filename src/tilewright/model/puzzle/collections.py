"""Named puzzles: puzzles that come with tilewright, calendar puzzles, and puzzles by ID. Also the
meaning of arguments that name puzzles.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from tilewright.errors import ProblemError, quoted
from tilewright.model.board import Board
from tilewright.model.puzzle.calendar import CALENDARS
from tilewright.model.puzzle.ids import Recipe, read_code
from tilewright.model.puzzle.kinds import KINDS, LEVELS
from tilewright.model.puzzle.links import is_link, read_link
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.space.lattice import check_turn
from tilewright.system.lazy import provided

_MINUS = "\N{MINUS SIGN}"


@functools.cache
def _puzzle_lists() -> tuple[Puzzle, ...]:
    from importlib import resources

    text = resources.files("tilewright").joinpath("data/puzzles.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    keys, *rows = lines
    puzzles = []
    for row in rows:
        entry = dict(zip(keys, row, strict=True))
        puzzles.append(
            Puzzle(
                name=entry["id"],
                title=entry["title"],
                board=Board.parse(entry["board"]),
                pieces=tuple(entry["pieces"].split()),
                turn=check_turn(entry["turn"]),
                source=entry["source"],
                kind=next(kind for kind in KINDS if kind == entry["kind"]),
                tilings=int(entry["tilings"]) if entry["tilings"] else None,
                level=next((level for level in LEVELS if level == entry["level"]), None),
            )
        )
    return tuple(puzzles)


def named_puzzles(match: str = "") -> tuple[Puzzle, ...]:
    """Return the named puzzles whose name or title contains `match`, ignoring case.

    The 366 calendar puzzles are included only if `match` begins with ``calendar``, and the 2,562
    puzzles with weekdays only if it begins with ``weekday``.

    Examples
    --------
    >>> [puzzle.name for puzzle in named_puzzles("hub-gates")][:2]
    ['talos:hub-gates-1', 'talos:hub-gates-2']
    """
    wanted = match.lower()
    edition = next(
        (edition for name, edition in CALENDARS.items() if wanted.startswith(name)), None
    )
    candidates = _puzzle_lists() if edition is None else edition.puzzles()
    return tuple(
        puzzle for puzzle in candidates if wanted in puzzle.name or wanted in puzzle.title.lower()
    )


def puzzles_like(pattern: str) -> tuple[Puzzle, ...]:
    """Return the named puzzles whose names match a pattern. ``*`` matches any sequence of
    characters.

    Raises
    ------
    ProblemError
        If no puzzle matches the pattern.

    Examples
    --------
    >>> [puzzle.name for puzzle in puzzles_like("talos:hub-*-3")]
    ['talos:hub-gates-3']
    """
    collection, _, rest = pattern.lower().partition(":")
    wanted = re.compile(re.escape(rest).replace(r"\*", ".*"))
    puzzles = [
        puzzle
        for puzzle in named_puzzles(f"{collection}:")
        if wanted.fullmatch(puzzle.name.partition(":")[2])
    ]
    if not puzzles:
        raise ProblemError(f"no puzzle name matches {quoted(pattern)}")
    return tuple(puzzle for puzzle in puzzles if puzzle.collection == collection)


def _restore_id(word: str) -> str:
    """Undo changes that phones and PDF viewers make to the ID of a puzzle. Any other word is
    unchanged.

    Full-width letters and digits become plain, every dash becomes ``-``, and spaces are removed.

    Examples
    --------
    >>> _restore_id(" ID: 11QW\N{EN DASH}3WC4")
    'ID:11QW-3WC4'
    """
    collection, colon, code = unicodedata.normalize("NFKC", word).partition(":")
    if not colon or collection.strip().lower() != "id":
        return word
    letters = []
    for letter in code:
        kind = unicodedata.category(letter)
        if kind == "Pd" or letter == _MINUS:
            letters.append("-")
        elif not letter.isspace() and kind != "Cf":  # spaces of no width, soft hyphens
            letters.append(letter)
    return f"{collection.strip()}:{''.join(letters)}"


def is_puzzle_name(word: str) -> bool:
    """Return True if a word is a link, or if it has the form of a puzzle name (``collection:name``)
    and the collection is known. Case is ignored.
    """
    if is_link(word):
        return True
    collection, colon, _ = _restore_id(word).partition(":")
    if not colon:
        return False
    return collection.lower() in {
        *CALENDARS,
        "id",
        *(puzzle.collection for puzzle in _puzzle_lists()),
    }


def near_names(word: str) -> list[str]:
    """Return up to two puzzle names that are similar to a misspelled word, with the most likely
    name first.

    Examples
    --------
    >>> near_names("tower-gates-5"), near_names("dots")
    (['talos:tower-gates-5'], [])
    """
    import difflib

    wanted = re.sub(r"[\s_]+", "-", word.strip().lower())
    known = [puzzle.name for puzzle in (*_puzzle_lists(), *CALENDARS["calendar"].puzzles())]
    ending = [name for name in known if wanted == name.partition(":")[2]]
    return ending or difflib.get_close_matches(wanted, known, n=2, cutoff=0.6)


def find_puzzle(name: str) -> Puzzle:
    """Return the puzzle with this name or ID, or the puzzle that a link to puzz.link or Penpa+
    contains. The name of a calendar puzzle contains a date (``calendar:today``,
    ``weekday:10-06-tue``).

    Raises
    ------
    ProblemError
        If no puzzle has the given name. The error message suggests similar names.
    FormatError
        If the ID or link is damaged, or if the ID belongs to another version of the generator.

    Examples
    --------
    >>> find_puzzle("talos:hub-gates-1").title
    'Hub Gates (Green) #1'
    >>> find_puzzle("https://puzz.link/p?shikaku/6/6/s66j4.g8n4h4g").title
    'Shikaku 6 x 6'
    """
    if is_link(name):
        return read_link(name)
    collection, _, rest = _restore_id(name).partition(":")
    if collection.lower() == "id":
        puzzle = read_code(rest)
        if isinstance(puzzle, Recipe):
            again: Puzzle = provided("make_again")(puzzle)
            return again
        return puzzle
    if edition := CALENDARS.get(collection.lower()):
        try:
            return edition.read(rest)
        except ProblemError as error:
            raise ProblemError(error.message, where=name) from None
    for puzzle in _puzzle_lists():
        if puzzle.name == name.lower():
            return puzzle
    if "*" in rest:
        raise ProblemError(
            f"{quoted(name)} selects several puzzles, but only `print` accepts more than one"
        )
    near = near_names(name)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise ProblemError(f"unknown puzzle {quoted(name)}{hint}")
