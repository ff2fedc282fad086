"""Problems and puzzles as they are printed: the board, what is still to be placed, and the words around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.compose import draw, draw_board
from tilewright.drawing.gallery import draw_pieces, sheet, short_labels
from tilewright.drawing.palette import Palette, Theme, find_palette
from tilewright.drawing.picture import Picture
from tilewright.drawing.signs import piece_label
from tilewright.drawing.tint import piece_colors, tile_colors
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.tiling import Tiling, number_tiles

__all__ = ["draw_answer", "draw_legend", "draw_problem", "draw_puzzle"]

#: Up to this many orientations a legend shows every one; beyond, a piece in one of its orientations.
_ORIENTATIONS = 12
#: The width of a supply below a small board, in cells: the first that leaves the whole not much taller than wide.
#: The last is as wide as a terminal has room for.
_SUPPLY = (11, 15, 19)
_TALL = 1.2


def draw_problem(
    problem: Problem,
    *,
    palette: Palette | str | None = None,
    theme: Theme | str | None = None,
    caption: str = "",
) -> Picture:
    """Make a picture of a problem: the board, with what is placed on it, and the pieces left below.

    Parameters
    ----------
    problem : Problem
    palette, theme, caption
        As for `draw`.
    """
    board = _draw_placed(problem, palette, theme)
    left = _left(problem)
    below = _draw_left(problem, left, max(board.shape[1], 20), palette, theme)
    return replace(
        board if below is None else sheet([board, below], columns=1),
        title=f"{problem.board} and {len(problem.pieces)} pieces",
        description="" if below is None else below.description,
        caption=caption,
    )


def draw_puzzle(
    problem: Problem,
    *,
    title: str,
    rules: str = "",
    level: str = "",
    name: str = "",
    supply: bool = True,
    narrow: bool = False,
    coloring: Mapping[tuple[int, int], int] | None = None,
    patterns: bool = False,
    palette: Palette | str | None = None,
    theme: Theme | str | None = None,
) -> Picture:
    """Make a picture of a puzzle as one would hand it to a friend.

    Parameters
    ----------
    problem : Problem
    title, rules : str
        Printed above the board.
    level, name : str
        How hard it is, and its ID: printed at the bottom.
    supply : bool
        Show what is to be placed: the pieces left, or, where pieces with marks are used as often as needed,
        a legend of their orientations (`draw_legend`).
    narrow : bool
        Lay the pieces no wider than is needed, for a page with several puzzles.
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
    board = _draw_placed(problem, palette, theme, coloring)
    below = _draw_supply(problem, board, narrow, palette, theme) if supply else None
    words = [rules, "" if below is None else f"Pieces: {below.description}.", level.capitalize(), name]
    return replace(
        board if below is None else sheet([board, below], columns=1),
        heading=title,
        lead=rules,
        caption=level,
        fine=name,
        patterns=patterns,
        title=title,
        description=" ".join(filter(None, words)),
    )


def draw_answer(
    problem: Problem,
    solution: Tiling,
    *,
    title: str,
    name: str = "",
    palette: Palette | str | None = None,
    theme: Theme | str | None = None,
) -> Picture:
    """Make a picture of the answer of a puzzle, in the colors that its pieces have in the supply.

    Where pieces are used as often as needed, tiles that touch differ instead.

    Parameters
    ----------
    problem : Problem
    solution : Tiling
    title, name : str
        Printed above it, and its ID below.
    palette, theme
        As for `draw`.
    """
    names = [piece.name for piece in problem.pieces]
    number = [problem.piece_index(piece) for piece in solution.piece_names()]
    if solution.piece is not None and None not in number:
        indexes = np.array(number, dtype=np.int32)
        solution = Tiling(solution.labels, piece=indexes, names=tuple(names))
    coloring = _supply_colors(problem, solution, palette)
    picture = draw(solution, coloring=coloring, marks=problem.board, palette=palette, theme=theme)
    return replace(picture, heading=title, fine=name, title=title)


def draw_legend(
    problem: Problem,
    columns: int = 30,
    *,
    palette: Palette | str | None = None,
    theme: Theme | str | None = None,
) -> Picture | None:
    """Make a picture of the oriented pieces with their marks; None if the pieces have none, or are counted out.

    All orientations are shown if there are few of them. Where a piece is also there without marks (some were
    left out of the board), only the one with marks is.

    Parameters
    ----------
    problem : Problem
    columns : int
        The width to fill, in cells.
    palette, theme
        As for `draw`.

    Examples
    --------
    >>> len(draw_legend(Problem("6x6", "#o#+", "#/o#+")).names)
    6
    """
    pieces = problem.pieces
    if not any(piece.marks for piece in pieces) or any(piece.most is not None for piece in pieces):
        return None
    colors = piece_colors([piece.name for piece in pieces], len(find_palette(palette)))
    marked = {piece.polyomino.canonical("free") for piece in pieces if piece.marks}
    shown = [
        (piece, color)
        for piece, color in zip(pieces, colors, strict=True)
        if piece.marks or piece.polyomino.canonical("free") not in marked
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
        centered=True,
        coloring=[color for _, color in oriented],
        palette=palette,
        theme=theme,
    )


def _draw_placed(
    problem: Problem,
    palette: Palette | str | None,
    theme: Theme | str | None,
    wanted: Mapping[tuple[int, int], int] | None = None,
) -> Picture:
    """Return the board with what is placed on it, each piece in the color that it has in the supply.

    Those on the cells of `wanted` have the colors given there.
    """
    board = problem.board
    if not problem.placed:
        return draw_board(board, palette=palette, theme=theme)
    labels = draw_board(board).fill.astype(np.int32)
    first: dict[int, int] = {}
    for placement in problem.placed:
        index = problem.piece_index(placement.piece)
        rows, columns = np.array(placement.cells).T
        # A label of its own for now; tiles are numbered in reading order below.
        label = len(first)
        first[label] = 0 if index is None else index
        labels[rows, columns] = label
    numbered = number_tiles(labels)
    order = [int(labels[tuple(np.argwhere(numbered == tile)[0])]) for tile in range(len(first))]
    names = tuple(piece.name for piece in problem.pieces)
    piece = np.array([first[label] for label in order], dtype=np.int32)
    tiling = Tiling(numbered, piece=piece, names=names)
    coloring = _supply_colors(problem, tiling, palette)
    if wanted:
        if coloring is None:
            coloring = tile_colors(numbered, piece, names, colors=len(find_palette(palette)))
        for tile, (row, column) in ((numbered[cell], cell) for cell in np.ndindex(numbered.shape)):
            if tile >= 0 and (row, column) in wanted:
                coloring[tile] = wanted[row, column]
    return draw(tiling, coloring=coloring, marks=board, palette=palette, theme=theme)


def _supply_colors(
    problem: Problem, tiling: Tiling, palette: Palette | str | None
) -> NDArray[np.int16] | None:
    """Return for each tile the color that its piece has in the supply, (n,); None if there is no supply."""
    if tiling.piece is None or any(piece.most is None for piece in problem.pieces):
        return None
    colors = piece_colors([piece.name for piece in problem.pieces], len(find_palette(palette)))
    of_tile: NDArray[np.int16] = np.array(colors, dtype=np.int16)[tiling.piece[: tiling.size]]
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
    problem: Problem, board: Picture, narrow: bool, palette: Palette | str | None, theme: Theme | str | None
) -> Picture | None:
    """Return what stands below the board of a puzzle: the legend, or the pieces left; None if there is neither."""
    rows, columns = board.shape
    for width in _SUPPLY:
        room = max(columns, width)
        below = draw_legend(problem, room, palette=palette, theme=theme)
        if below is None:
            below = _draw_left(problem, _left(problem), room, palette, theme)
        if below is None or narrow or rows + 1 + below.shape[0] <= _TALL * room:
            break
    return below


def _draw_left(
    problem: Problem,
    left: Sequence[Piece | None],
    columns: int,
    palette: Palette | str | None,
    theme: Theme | str | None,
) -> Picture | None:
    colors = piece_colors([piece.name for piece in problem.pieces], len(find_palette(palette)))
    names = short_labels(problem.pieces)
    if len(set(names)) < len(names):
        # An L of three cells beside one of five.
        names = [piece_label(piece.name) for piece in problem.pieces]
    shown = [each for each in zip(left, colors, names, strict=True) if each[0] is not None]
    if not shown:
        return None
    return draw_pieces(
        [piece for piece, _, _ in shown if piece is not None],
        turn=problem.turn,
        orientations=False,
        names=[name for _, _, name in shown],
        columns=columns,
        centered=True,
        coloring=[color for _, color, _ in shown],
        palette=palette,
        theme=theme,
    )
