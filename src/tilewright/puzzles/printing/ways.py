"""Print "how many ways?": boards with room to draw every tiling, and all tilings as the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from tilewright.drawing import (
    THEMES,
    ColorBy,
    Palette,
    PaletteName,
    Picture,
    booklet,
    draw,
    draw_pieces,
    draw_puzzle,
    sheet,
)
from tilewright.drawing.writers.pdf import Front, Paper
from tilewright.errors import NoTilingError, RequestError
from tilewright.model.cover import compile_cover
from tilewright.model.puzzle import Puzzle
from tilewright.model.tiling import Tiling
from tilewright.puzzles.making.rules import plural
from tilewright.solving.search import Search
from tilewright.system.values.language import named, phrase, spaced
from tilewright.system.work.deadline import current_deadline

#: The most tilings of a board, and the numbers of empty boards to draw on.
_MOST = 60
_EMPTY = (4, 8, 12, 20, 30, 40, 60, 80)
#: Boards side by side, for the page to choose from.
_ACROSS = (2, 3, 4, 5, 6, 8, 10)


@dataclass(frozen=True, slots=True)
class Ways:
    """A puzzle that asks how many tilings there are.

    Parameters
    ----------
    puzzle : Puzzle
    tilings : tuple of Tiling
        All tilings. Rotations and reflections are different.
    """

    puzzle: Puzzle
    tilings: tuple[Tiling, ...]


def ways_of(puzzle: Puzzle, *, title: str = "") -> Ways:
    """Find all tilings of a puzzle for printing.

    Raises
    ------
    NoTilingError
        If there is no tiling.
    RequestError
        If there are more than 60 tilings.
    TimeLimitError
        If not all tilings are found in time.
    """
    search = Search(compile_cover(puzzle.problem()), threads=1)
    tilings = tuple(islice(search, _MOST + 1))
    name = puzzle.name or puzzle.title
    if len(tilings) > _MOST:
        raise RequestError(
            f"there are more than {_MOST} solutions, too many to draw; choose a smaller board",
            where=name,
        )
    if not search.complete:
        raise current_deadline().error_before("all tilings were found")
    if not tilings:
        raise NoTilingError(
            "there is no tiling",
            where=name,
            advice="`tilewright print … --impossible` prints the reason as the answer",
        )
    return Ways(replace(puzzle, title=title or puzzle.title), tilings)


def ways_booklet(
    sheets: Sequence[Ways],
    *,
    title: str = "",
    paper: Paper = "a4",
    per_page: int | None = None,
    palette: Palette | PaletteName | None = None,
    patterns: bool = False,
    color_by: ColorBy | None = None,
    front: Front | None = None,
) -> bytes:
    """Return a PDF with empty boards to draw on for each puzzle, and all tilings of each at the
    end.

    Parameters
    ----------
    sheets : sequence of Ways
    title : str
        The title. [default: How many ways?]
    paper, per_page, palette, patterns, color_by, front
        See `booklet_of`.
    """
    colors: dict[str, Any] = {"palette": palette, "patterns": patterns, "theme": "print"}
    several = len({ways.puzzle.pieces for ways in sheets}) > 1
    names = plural(sheets[0].puzzle.problem().pieces)
    pieces = phrase("itsPieces") if several else names or phrase("thesePieces")
    question = phrase("waysBoard" if len(sheets) == 1 else "waysBoards", pieces=pieces)
    return booklet(
        [_empty(ways, several, colors) for ways in sheets],
        [_all(ways, color_by, colors) for ways in sheets],
        title=title or phrase("ways"),
        instructions=spaced([question, phrase("waysAll")]),
        legend=None if several else _pieces(sheets[0], colors),
        per_page=per_page,
        paper=paper,
        front=front,
    )


def _pieces(ways: Ways, colors: dict[str, Any]) -> Picture:
    """Return the distinct pieces of a puzzle."""
    return draw_pieces(ways.puzzle.problem().pieces, orientations=False, names=False, **colors)


def _empty(ways: Ways, pieces: bool, colors: dict[str, Any]) -> list[Picture]:
    """Return pictures of empty boards in several layouts. With `pieces`, the boards are below the
    pieces.
    """
    board = draw_puzzle(ways.puzzle.problem(), supply=False, **colors).without_words()
    number = next(number for number in _EMPTY if number > len(ways.tilings))
    caption = phrase("waysEmpty", title=named(ways.puzzle.title))
    pictures = []
    for across in _ACROSS:
        boards = sheet([board] * number, columns=across)
        if pieces:
            boards = sheet([_pieces(ways, colors), boards], columns=1)
        pictures.append(replace(boards, caption=caption))
    return pictures


def _all(ways: Ways, color_by: ColorBy | None, colors: dict[str, Any]) -> Picture:
    """Return all tilings of a puzzle in one picture."""
    problem = ways.puzzle.problem()
    board = problem.board
    # Copies of one piece differ only by their orientations.
    color_by = color_by or ("orientation" if len(problem.pieces) == 1 else None)
    pictures = [draw(tiling, marks=board, color_by=color_by, **colors) for tiling in ways.tilings]
    title, number = named(ways.puzzle.title), len(ways.tilings)
    caption = phrase("waysOf", title=title, number=number)
    return replace(sheet(pictures), caption=caption, theme=THEMES["print"])
