"""Pictures of problems and puzzles for print: the board, the pieces left, title, rules, level and ID."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import format_value
from tilewright.drawing.makers.compose import draw, draw_board
from tilewright.drawing.makers.gallery import draw_pieces, sheet
from tilewright.drawing.makers.tile_colors import piece_colors, tile_colors
from tilewright.drawing.model.palette import Palette, PaletteName, Theme, ThemeName, find_palette
from tilewright.drawing.model.picture import UNCOVERED, Picture
from tilewright.errors import RequestError
from tilewright.labels import EMPTY, OUTSIDE, number_tiles
from tilewright.lattices.lattice import Cell
from tilewright.naming import piece_captions
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.puzzle import Level, Puzzle, as_problem, is_puzzle_name, written_puzzle
from tilewright.tiling import Tiling

__all__ = ["draw_answer", "draw_legend", "draw_problem", "draw_puzzle", "draw_supply", "with_reason"]

#: Up to this many orientations a legend shows every one; beyond, a piece in one of its orientations.
_ORIENTATIONS = 12
#: The width of a supply below a small board, in cells: the first that leaves the whole not much taller than wide.
#: The last is as wide as a terminal has room for.
_SUPPLY = (11, 15, 19)
_TALL = 1.2


def draw_problem(
    problem: Problem | Puzzle | str,
    *,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    caption: str = "",
) -> Picture:
    """Make a picture of a problem: the board, with what is placed on it, and the pieces left below.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A word is the name of a puzzle.
    palette, theme, caption
        As for `draw`.
    """
    problem = as_problem(problem)
    board = _draw_placed(problem, palette, theme)
    left = _left(problem)
    below = _draw_left(problem, left, _width(board), max(_width(board), 20), palette, theme)
    return replace(
        board if below is None else sheet([board, below], columns=1),
        title=f"{problem.board} and {len(problem.pieces)} pieces",
        description="" if below is None else below.description,
        caption=caption,
    )


def draw_puzzle(
    problem: Problem | Puzzle | str,
    *,
    title: str | None = None,
    rules: str = "",
    level: Level | None = None,
    name: str | None = None,
    supply: bool = True,
    width: int | None = None,
    beside: bool = False,
    coloring: Mapping[Cell, int] | None = None,
    patterns: bool = False,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
) -> Picture:
    """Make a picture of a puzzle as one would hand it to a friend.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A word is the name of a puzzle.
    title, rules : str
        Printed above the board; the title is by default that of the puzzle.
    level : {"easy", "medium", "hard", "expert"}, optional
    name : str, optional
        How hard it is, and its ID: printed at the bottom; by default those of the puzzle.
    supply : bool
        Show what is to be placed: the pieces left, or, where pieces with marks are used as often as needed,
        a legend of their orientations (`draw_legend`).
    width : int, optional
        Lay the pieces so wide, in cells; by default such that the whole is not much taller than wide.
    beside : bool
        Put them to the right of the board, not below it.
    coloring : mapping of a cell to a color number, optional
        The colors of the placed pieces on these cells, for those that are not to have that of their kind.
    patterns, palette, theme
        As for `draw`.

    Examples
    --------
    >>> from tilewright.drawing import terminal
    >>> problem = Problem("o#/##/#o", "#/o#+")
    >>> print(terminal(draw_puzzle(problem, title="Dots", level="easy", supply=False), color="none"))
    Dots
    <BLANKLINE>
    ┌───────┐
    │ ●   · │
    │       │
    │ ·   · │
    │       │
    │ ·   ● │
    └───────┘
    easy
    """
    if isinstance(problem, str) and is_puzzle_name(problem):
        problem = written_puzzle(problem)
    if isinstance(problem, Puzzle):
        title = problem.title if title is None else title
        level = problem.level if level is None else level
        name = problem.name if name is None else name
    problem, title, caption, name = as_problem(problem), title or "", level or "", name or ""
    board = _draw_placed(problem, palette, theme, coloring)
    below = _draw_supply(problem, board, width, beside, palette, theme) if supply else None
    words = [rules, "" if below is None else f"Pieces: {below.description}.", caption.capitalize(), name]
    return replace(
        board if below is None else sheet([board, below], columns=2 if beside else 1, even=not beside),
        heading=title,
        lead=rules,
        caption=caption,
        fine=name,
        patterns=patterns,
        title=title,
        description=" ".join(filter(None, words)),
    )


def draw_answer(
    problem: Problem | Puzzle | str,
    solution: Tiling,
    *,
    title: str,
    name: str = "",
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
) -> Picture:
    """Make a picture of the answer of a puzzle, in the colors that its pieces have in the supply or the legend.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A word is the name of a puzzle.
    solution : Tiling
    title, name : str
        Printed above it, and its ID below.
    palette, theme
        As for `draw`.
    """
    problem = as_problem(problem)
    if not isinstance(solution, Tiling):
        raise RequestError(f"an answer is a Tiling, not {format_value(solution)}", where="solution")
    names = [piece.name for piece in problem.pieces]
    number = [problem.piece_index(piece) for piece in solution.piece_names()]
    if solution.piece is not None and None not in number:
        indexes = np.array(number, dtype=np.int32)
        solution = replace(solution, piece=indexes, names=tuple(names))
    coloring = _supply_colors(problem, solution, palette)
    picture = draw(solution, coloring=coloring, marks=problem.board, palette=palette, theme=theme)
    return replace(picture, heading=title, fine=name, title=title)


def draw_legend(
    problem: Problem | Puzzle | str,
    columns: int = 30,
    *,
    under: int | None = 0,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
) -> Picture | None:
    """Make a picture of the oriented pieces with their marks; None if the pieces have none, or are counted out.

    All orientations are shown if there are few of them. Where a piece is also there without marks (some were
    left out of the board), only the one with marks is.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A word is the name of a puzzle.
    columns : int
        The width to fill, in cells.
    under : int
        As for `draw_pieces`.
    palette, theme
        As for `draw`.

    Examples
    --------
    >>> len(draw_legend(Problem("6x6", "#o#+", "#/o#+")).names)
    6
    """
    problem = as_problem(problem)
    pieces = problem.pieces
    if not any(piece.marks for piece in pieces) or any(piece.most is not None for piece in pieces):
        return None
    marked = _marked(problem)
    shown = [
        (piece, color)
        for number, (piece, color) in enumerate(zip(pieces, _colors(problem, palette), strict=True))
        if marked[number] == number
    ]
    oriented = [
        (Piece(polyomino, piece.name, marks=marks), color)
        for piece, color in shown
        for polyomino, marks in piece.orientations(problem.turn)
    ]
    if len(oriented) > _ORIENTATIONS:
        oriented = [(replace(piece, least=1, most=1), color) for piece, color in shown]
    return draw_pieces(
        [piece for piece, _ in oriented],
        orientations=False,
        names=False,
        columns=columns,
        under=under,
        coloring=[color for _, color in oriented],
        palette=palette,
        theme=theme,
    )


def draw_supply(
    problem: Problem | Puzzle | str,
    *,
    patterns: bool = False,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
) -> list[Picture]:
    """Make a picture of each copy of each piece that is left to be placed, to be cut out.

    Of a piece that may be there any number of times there are as many copies as could be used.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A word is the name of a puzzle.
    patterns, palette, theme
        As for `draw`.

    Examples
    --------
    >>> [picture.shape for picture in draw_supply(Problem("2x6", "L3=2", "I3+"))]
    [(2, 2), (2, 2), (1, 3), (1, 3)]
    """
    problem = as_problem(problem)
    left = [
        (piece, color, len(piece.polyomino.cells))
        for piece, color in zip(_left(problem), _colors(problem, palette), strict=True)
        if piece is not None
    ]
    # What the others need at least is not there for a piece of which there is a choice.
    room = int(problem.board.mask.sum()) - sum(len(placement.cells) for placement in problem.placed)
    room -= sum(piece.least * size for piece, _, size in left)
    pictures = []
    for piece, color, size in left:
        possible = piece.least + max(room, 0) // size
        copies = possible if piece.most is None else min(piece.most, possible)
        picture = draw_pieces(
            [replace(piece, least=1, most=1)],
            turn=problem.turn,
            orientations=False,
            names=False,
            coloring=[color],
            palette=palette,
            theme=theme,
            patterns=patterns,
        )
        pictures += [picture] * copies
    return pictures


def _draw_placed(
    problem: Problem,
    palette: Palette | PaletteName | None,
    theme: Theme | ThemeName | None,
    wanted: Mapping[Cell, int] | None = None,
) -> Picture:
    """Return the board with what is placed on it, each piece in the color that it has in the supply.

    Those on the cells of `wanted` have the colors given there.
    """
    board = problem.board
    if not problem.placed:
        return draw_board(board, palette=palette, theme=theme)
    labels = np.where(board.mask, UNCOVERED, OUTSIDE).astype(np.int32)
    labels[board.optional] = EMPTY
    first: dict[int, int] = {}
    for placement in problem.placed:
        index = problem.piece_index(placement.piece)
        # A label of its own for now; tiles are numbered in reading order below.
        label = len(first)
        first[label] = 0 if index is None else index
        labels[tuple(np.array(placement.cells).T)] = label
    numbered = number_tiles(labels)
    order = [int(labels[tuple(np.argwhere(numbered == tile)[0])]) for tile in range(len(first))]
    names = tuple(piece.name for piece in problem.pieces)
    piece = np.array([first[label] for label in order], dtype=np.int32)
    tiling = Tiling(numbered, piece, names, board.lattice, board.surface)
    coloring = _supply_colors(problem, tiling, palette)
    if wanted:
        if coloring is None:
            coloring = tile_colors(
                numbered,
                piece,
                names,
                colors=len(find_palette(palette)),
                lattice=board.lattice,
                surface=board.surface,
            )
        for cell in np.ndindex(numbered.shape):
            if numbered[cell] >= 0 and cell in wanted:
                coloring[numbered[cell]] = wanted[cell]
    return draw(tiling, coloring=coloring, marks=board, palette=palette, theme=theme)


def _width(picture: Picture) -> int:
    return math.ceil(picture.size[1] - 0.01)


def _marked(problem: Problem) -> list[int]:
    """Return for each piece its number, or that of the same polyomino with marks if it has none itself.

    Some marks may have been left out of a board, so that what has none is the same piece to a person.
    """
    shapes = [piece.polyomino.canonical("free") for piece in problem.pieces]
    first = {
        shape: number
        for number, (shape, piece) in reversed([*enumerate(zip(shapes, problem.pieces, strict=True))])
        if piece.marks
    }
    return [
        number if piece.marks else first.get(shape, number)
        for number, (shape, piece) in enumerate(zip(shapes, problem.pieces, strict=True))
    ]


def _colors(problem: Problem, palette: Palette | PaletteName | None) -> list[int]:
    """Return the color number of each piece, in supply, legend and answer."""
    own = piece_colors(problem.names, len(find_palette(palette)))
    return [own[number] for number in _marked(problem)]


def _supply_colors(
    problem: Problem, tiling: Tiling, palette: Palette | PaletteName | None
) -> NDArray[np.int16] | None:
    """Return for each tile the color that its piece has in the supply, (n,); None if the pieces are not known."""
    if tiling.piece is None:
        return None
    of_tile: NDArray[np.int16] = np.array(_colors(problem, palette), dtype=np.int16)[
        tiling.piece[: tiling.size]
    ]
    return of_tile


def _left(problem: Problem) -> list[Piece | None]:
    """Return each piece with the copies that are still to be placed; None for one that is used up."""
    used = Counter(problem.piece_index(placement.piece) for placement in problem.placed)
    return [
        None
        if piece.most is not None and piece.most <= used[number]
        else replace(
            piece,
            least=max(0, piece.least - used[number]),
            most=None if piece.most is None else piece.most - used[number],
        )
        for number, piece in enumerate(problem.pieces)
    ]


def _draw_supply(
    problem: Problem,
    board: Picture,
    width: int | None,
    beside: bool,
    palette: Palette | PaletteName | None,
    theme: Theme | ThemeName | None,
) -> Picture | None:
    """Return what stands with the board of a puzzle: the legend, or the pieces left; None if there is neither."""
    rows, columns = math.ceil(board.size[0]), _width(board)
    for wide in _SUPPLY if width is None else (width,):
        room = wide if beside else max(columns, wide)
        under = None if beside else columns
        below = draw_legend(problem, room, under=under, palette=palette, theme=theme)
        if below is None:
            below = _draw_left(problem, _left(problem), under, room, palette, theme)
        if below is None or rows + 1 + below.size[0] <= _TALL * room:
            break
    return below


def _draw_left(
    problem: Problem,
    left: Sequence[Piece | None],
    under: int | None,
    columns: int,
    palette: Palette | PaletteName | None,
    theme: Theme | ThemeName | None,
) -> Picture | None:
    colors = _colors(problem, palette)
    names = piece_captions(problem.names)
    shown = [each for each in zip(left, colors, names, strict=True) if each[0] is not None]
    if not shown:
        return None
    return draw_pieces(
        [piece for piece, _, _ in shown if piece is not None],
        turn=problem.turn,
        orientations=False,
        names=[name for _, _, name in shown],
        columns=columns,
        under=under,
        coloring=[color for _, color, _ in shown],
        palette=palette,
        theme=theme,
    )


def with_reason(picture: Picture, board: str, reason: str) -> Picture:
    """Return a picture of a board under the words that it has no tiling, and why.

    Parameters
    ----------
    picture : Picture
    board : str
        What the board is called, with an article.
    reason : str
        A sentence, without a full stop.

    Examples
    --------
    >>> from tilewright.drawing import draw_board
    >>> with_reason(draw_board("1x3"), "a 1x3 board", "a domino covers two cells").lead
    'A domino covers two cells.'
    """
    return replace(
        picture,
        heading="There is no tiling",
        lead=f"{reason[0].upper()}{reason[1:]}.",
        title=f"Why {board} has no tiling",
        description=reason,
    )
