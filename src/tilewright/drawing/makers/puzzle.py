"""Draw problems and puzzles: the board, the remaining pieces, the title, rules, level and ID."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.makers.gallery import draw_pieces, sheet
from tilewright.drawing.makers.tile_colors import ColorBy, piece_colors, tile_colors
from tilewright.drawing.makers.tiling import draw, draw_board
from tilewright.drawing.model.palette import (
    Palette,
    PaletteName,
    Theme,
    ThemeName,
    find_palette,
    find_theme,
)
from tilewright.drawing.model.picture import THICK, Picture, Text
from tilewright.errors import RequestError
from tilewright.formats.request import read
from tilewright.model.board import Board
from tilewright.model.naming import piece_captions
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import KINDS, Level, Puzzle, find_puzzle, is_puzzle_name
from tilewright.model.rules.rule_types import CellRule, Clues
from tilewright.model.space.labels import EMPTY, OUTSIDE, UNCOVERED, number_tiles
from tilewright.model.space.lattice import Cell
from tilewright.model.space.polyform import Polyform
from tilewright.model.space.surface import is_flat_squares
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import format_value
from tilewright.system.values.language import named, phrase

#: A legend with more orientations than this shows each piece once.
_ORIENTATIONS = 12
#: Widths of the pieces below a small board, in cells. The first that keeps the picture from being
#: much taller than wide is taken. The last is as wide as a terminal allows.
_SUPPLY = (11, 15, 19)
_TALL = 1.2


def draw_problem(
    problem: Problem | Puzzle | str,
    *,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
    caption: str = "",
) -> Picture:
    """Return a picture of a problem, with the placed pieces on the board and the remaining pieces
    below.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A string is interpreted as the name of a puzzle.
    palette, theme : optional
        The palette and the theme, each given as an object or by name (see `PALETTES` and `THEMES`).
    caption : str
        The text below the picture.
    """
    parts = _Parts.of(read(problem), palette, theme)
    board = parts.board()
    below = parts.left(max(_width(board), 20), _width(board))
    return replace(
        board if below is None else sheet([board, below], columns=1),
        title=f"{parts.problem.board} and {len(parts.problem.pieces)} pieces",
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
    """Return a picture of a puzzle that is suitable for sharing.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A string is interpreted as the name of a puzzle.
    title, rules : str
        The texts above the board. The default title is the title of the puzzle.
    level : {"easy", "medium", "hard", "expert"}, optional
        The level to print below the board; by default, the level of the puzzle.
    name : str, optional
        The ID to print at the bottom; by default, the ID of the puzzle.
    supply : bool
        Whether to show the pieces to place. If the pieces have marks and may be used any number of
        times, the legend from `draw_legend` is shown instead of the pieces.
    width : int, optional
        The width of the pieces, in cells. By default, the picture is not much taller than it is
        wide.
    beside : bool
        Whether to draw the pieces to the right of the board instead of below it.
    coloring : mapping of a cell to a color number, optional
        Color numbers for individual placed pieces; each key is one of the cells of the piece. All
        other pieces keep their usual colors.
    patterns : bool
        Whether to add a different hatch pattern to each color.
    palette, theme : optional
        The palette and the theme, each given as an object or by name (see `PALETTES` and `THEMES`).

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
    """  # noqa: E501
    if isinstance(problem, str) and is_puzzle_name(problem):
        problem = find_puzzle(problem)
    if isinstance(problem, Puzzle):
        title = problem.title if title is None else title
        level = problem.level if level is None else level
        name = problem.name if name is None else name
        supply = supply and KINDS[problem.kind].shows_pieces
    title, caption, name = title or "", phrase(level) if level else "", name or ""
    parts = _Parts.of(read(problem), palette, theme)
    board = parts.board(coloring)
    below = parts.supply(board, width, beside) if supply else None
    words = [
        rules,
        "" if below is None else f"{phrase('pieces')}: {below.description}.",
        caption.capitalize(),
        name,
    ]
    return replace(
        board
        if below is None
        else sheet([board, below], columns=2 if beside else 1, even=not beside),
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
    color_by: ColorBy | None = None,
    letters: bool = False,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
) -> Picture:
    """Return a picture of a puzzle's solution, in the same colors as the picture of the puzzle.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A string is interpreted as the name of a puzzle.
    solution : Tiling
    title, name : str
        The texts above and below the picture.
    color_by : {"piece", "orientation", "parity", "height", "touch"}, optional
        The property that determines the color of a tile; see `draw`.
    letters : bool
        Whether to label each tile with the name of its piece.
    palette, theme : optional
        The palette and the theme, each given as an object or by name (see `PALETTES` and `THEMES`).
    """
    parts = _Parts.of(read(problem), palette, theme)
    if not isinstance(solution, Tiling):
        raise RequestError(
            f"`solution` must be a Tiling, got {format_value(solution)}", where="solution"
        )
    pieces = parts.problem.pieces
    number = [parts.problem.piece_index(piece) for piece in solution.piece_names()]
    if solution.piece is not None and None not in number:
        indexes = np.array(number, dtype=np.int32)
        solution = replace(solution, piece=indexes, names=tuple(piece.name for piece in pieces))
    # Copies of a single piece are told apart, not one solid mass.
    by_piece = color_by == "piece" or (color_by is None and len(pieces) > 1)
    colors = parts.colors_of(solution) if by_piece else None
    picture = parts.tiling(solution, colors, color_by, letters=letters)
    return replace(picture, heading=title, fine=name, title=title)


def draw_legend(
    problem: Problem | Puzzle | str,
    columns: int = 30,
    *,
    under: int | None = 0,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
) -> Picture | None:
    """Return a picture of the pieces with their marks. Return None if no piece has marks, or if a
    piece has a maximum number of copies.

    All orientations of the pieces are shown unless there are too many. If a piece is given both
    with and without marks, only the marked version is shown.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A string is interpreted as the name of a puzzle.
    columns : int
        The width available for the pieces, in cells.
    under : int, optional
        The width, in cells, within which rows are centered; if None, rows are aligned to the left.
    palette, theme : optional
        The palette and the theme, each given as an object or by name (see `PALETTES` and `THEMES`).

    Examples
    --------
    >>> len(draw_legend(Problem("6x6", "#o#+", "#/o#+")).names)
    6
    """
    return _Parts.of(read(problem), palette, theme).legend(columns, under)


def draw_supply(
    problem: Problem | Puzzle | str,
    *,
    patterns: bool = False,
    palette: Palette | PaletteName | None = None,
    theme: Theme | ThemeName | None = None,
) -> list[Picture]:
    """Return one picture for each remaining copy of a piece, to be printed and cut out.

    If a piece has no maximum number of copies, enough copies are drawn to cover the rest of the
    board, even if the last copy does not fit.

    Parameters
    ----------
    problem : Problem, Puzzle or str
        A string is interpreted as the name of a puzzle.
    patterns : bool
        Whether to add a different hatch pattern to each color.
    palette, theme : optional
        The palette and the theme, each given as an object or by name (see `PALETTES` and `THEMES`).

    Examples
    --------
    >>> [picture.shape for picture in draw_supply(Problem("2x6", "L3=2", "I3+"))]
    [(2, 2), (2, 2), (1, 3), (1, 3)]
    """
    parts = _Parts.of(read(problem), palette, theme)
    problem = parts.problem
    left = [
        (piece, color, len(piece.polyomino.cells))
        for piece, color in zip(_copies_left(problem), parts.colors, strict=True)
        if piece is not None
    ]
    # Optional copies only get the cells that the required copies leave.
    room = int(problem.board.mask.sum()) - sum(len(placement.cells) for placement in problem.placed)
    room -= sum(piece.least * size for piece, _, size in left)
    pictures = []
    for piece, color, size in left:
        # Of a piece without a maximum there is always one to try.
        possible = piece.least + max(room, 0) // size
        copies = (
            piece.least - max(room, 0) // -size if piece.most is None else min(piece.most, possible)
        )
        picture = parts.pieces([(replace(piece, least=1, most=1), color)])
        pictures += [replace(picture, patterns=patterns)] * copies
    return pictures


@dataclass(frozen=True)
class _Parts:
    """Draws the parts of a problem in one palette and theme. A piece has the same color in all
    parts.
    """

    problem: Problem
    palette: Palette
    theme: Theme

    @classmethod
    def of(
        cls,
        problem: Problem,
        palette: Palette | PaletteName | None,
        theme: Theme | ThemeName | None,
    ) -> _Parts:
        """Return the object that draws a problem in a palette and theme, given as objects or
        names.
        """
        return cls(problem, find_palette(palette), find_theme(theme))

    @cached_property
    def colors(self) -> list[int]:
        """The color number of each piece."""
        colors = piece_colors(self.problem.names, len(self.palette), self.problem.colors)
        return [colors[number] for number in _index_marked(self.problem)]

    def colors_of(self, tiling: Tiling) -> NDArray[np.int16] | None:
        """Return the color number of each tile, (n,), or None if the pieces are unknown."""
        if tiling.piece is None:
            return None
        of_tile: NDArray[np.int16] = np.array(self.colors, dtype=np.int16)[
            tiling.piece[: len(tiling)]
        ]
        return of_tile

    def tiling(
        self,
        tiling: Tiling,
        coloring: NDArray[np.int16] | None,
        color_by: ColorBy | None = None,
        *,
        letters: bool = False,
    ) -> Picture:
        """Return a tiling of the board, with the marks, clues and regions of the board."""
        return draw_tiling(
            self.problem,
            tiling,
            coloring=coloring,
            color_by=color_by,
            letters=letters,
            palette=self.palette,
            theme=self.theme,
        )

    def pieces(
        self,
        shown: Sequence[tuple[Piece, int]],
        names: bool | Sequence[str] = False,
        columns: int = 30,
        under: int | None = None,
    ) -> Picture:
        """Return some pieces in these colors."""
        return draw_pieces(
            [piece for piece, _ in shown],
            turn=self.problem.turn,
            orientations=False,
            names=names,
            columns=columns,
            under=under,
            coloring=[color for _, color in shown],
            palette=self.palette,
            theme=self.theme,
        )

    def board(self, wanted: Mapping[Cell, int] | None = None) -> Picture:
        """Return the board with its placed pieces. `wanted` overrides the colors on its cells."""
        problem, board = self.problem, self.problem.board
        regions = _regions(problem)
        if not problem.placed and (regions or isinstance(signs_of_problem(problem), Board)):
            picture = draw_board(board, palette=self.palette, theme=self.theme)
            return _add_regions(picture, regions) if regions else picture
        labels = np.where(board.mask, UNCOVERED, OUTSIDE).astype(np.int32)
        labels[board.optional] = EMPTY
        first: dict[int, int] = {}
        for label, placement in enumerate(problem.placed):
            # Tiles are numbered in reading order below.
            first[label] = problem.piece_index(placement.piece) or 0
            labels[tuple(np.array(placement.cells).T)] = label
        numbered = number_tiles(labels)
        order = [int(labels[tuple(np.argwhere(numbered == tile)[0])]) for tile in range(len(first))]
        piece = np.array([first[label] for label in order], dtype=np.int32)
        tiling = Tiling(
            numbered, piece, problem.names, board.lattice, board.surface, problem.colors
        )
        coloring = self.colors_of(tiling)
        if wanted and coloring is not None:
            for cell in np.ndindex(numbered.shape):
                if numbered[cell] >= 0 and cell in wanted:
                    coloring[numbered[cell]] = wanted[cell]
        return self.tiling(tiling, coloring)

    def legend(self, columns: int, under: int | None) -> Picture | None:
        """Return the pieces with their marks; see `draw_legend`."""
        pieces = self.problem.pieces
        if not any(piece.marks for piece in pieces) or any(
            piece.most is not None for piece in pieces
        ):
            return None
        marked = _index_marked(self.problem)
        shown = [
            (piece, color)
            for number, (piece, color) in enumerate(zip(pieces, self.colors, strict=True))
            if marked[number] == number
        ]
        oriented = [
            (Piece(polyomino, piece.name, marks=marks), color)
            for piece, color in shown
            for polyomino, marks in piece.orientations(self.problem.turn)
        ]
        if len(oriented) > _ORIENTATIONS:
            oriented = [(replace(piece, least=1, most=1), color) for piece, color in shown]
        return self.pieces(oriented, columns=columns, under=under)

    def left(self, columns: int, under: int | None) -> Picture | None:
        """Return the remaining pieces, with their names unless all their cells have marks, or None
        if there are none.
        """
        names = piece_captions(self.problem.names)
        supply = zip(_copies_left(self.problem), self.colors, names, strict=True)
        shown = [(piece, color, name) for piece, color, name in supply if piece is not None]
        if not shown:
            return None
        pieces = [(piece, color) for piece, color, _ in shown]
        captions = [
            "" if piece.marks and all(piece.marks) else named(name) for piece, _, name in shown
        ]
        return self.pieces(pieces, captions, columns, under)

    def supply(self, board: Picture, width: int | None, beside: bool) -> Picture | None:
        """Return the legend or else the remaining pieces, to show with the board, or None if there
        are neither.
        """
        rows, columns = math.ceil(board.size[0]), _width(board)
        for wide in _SUPPLY if width is None else (width,):
            room = wide if beside else max(columns, wide)
            under = None if beside else columns
            below = self.legend(room, under) or self.left(room, under)
            if below is None or rows + 1 + below.size[0] <= _TALL * room:
                break
        return below


def signs_of_problem(problem: Problem, tiling: Tiling | None = None) -> Board | NDArray[np.str_]:
    """Return what to write on the cells: the board with its marks, or the marks and the clues of
    rules as texts. With a tiling, a board without marks shows the numbers of its pieces. If no rule
    depends on the numbers, either orientation is used.
    """
    board = problem.board
    clues = [rule.at for rule in problem.rules if isinstance(rule, Clues)]
    if not clues:
        numbered = all(piece.marks and all(piece.marks) for piece in problem.pieces)
        if tiling and numbered and not board.marks.any() and is_flat_squares(board):
            return _numbers(problem, tiling)
        return board
    texts = np.array(["", *board.alphabet], dtype=object)[board.marks]
    for at in clues:
        for cell, clue in at.items():
            texts[cell] = str(clue)
    return texts.astype(np.str_)


def _numbers(problem: Problem, tiling: Tiling) -> NDArray[np.str_]:
    """Return the numbers of the pieces on the cells of a tiling."""
    texts = np.full(tiling.shape, "", dtype=object)
    for name, cells in tiling:
        number = problem.piece_index(name)
        listed = () if number is None else problem.pieces[number].orientations(problem.turn)
        marks = dict(reversed(listed)).get(Polyform(cells), ())
        texts[tuple(np.array(cells[: len(marks)], dtype=int).reshape(-1, 2).T)] = marks
    return texts.astype(np.str_)


def draw_tiling(
    problem: Problem,
    tiling: Tiling,
    *,
    coloring: Any = None,
    color_by: ColorBy | None = None,
    **options: Any,
) -> Picture:
    """Return a picture of a tiling of a problem, with the clues and regions of its rules.

    Each region shows its condition in a corner. Unless `color_by` is given, the cells of a region
    have the same color.

    Parameters
    ----------
    problem : Problem
    tiling : Tiling
    coloring, color_by, **options
        See `draw`.
    """
    regions = _regions(problem)
    if not regions:
        signs = signs_of_problem(problem, tiling)
        return draw(tiling, coloring=coloring, color_by=color_by, marks=signs, **options)
    picture = draw(tiling, coloring=coloring, color_by=color_by, marks=problem.board, **options)
    labels = _region_labels(problem.board.mask, regions)
    if color_by is None and not picture.bare:
        colors = tile_colors(labels, colors=len(picture.palette))
        fill = np.where(labels < 0, labels, colors[labels]).astype(np.int16)
        picture = replace(picture, fill=fill)
    return replace(picture, texts=(*picture.texts, *_badges(regions, 0.2, "letter")))


def _regions(problem: Problem) -> list[CellRule]:
    """Return the rules that are drawn as regions."""
    rules = problem.rules if is_flat_squares(problem.board) else ()
    return [rule for rule in rules if isinstance(rule, CellRule)]


def _region_labels(mask: NDArray[np.bool_], regions: Sequence[CellRule]) -> NDArray[np.int32]:
    """Return the number of the region of each cell, or -2 for cells without a region."""
    labels = np.where(mask, EMPTY, OUTSIDE).astype(np.int32)
    for number, rule in enumerate(regions):
        labels[tuple(np.array(rule.cells).T)] = number
    return labels


def _badges(
    regions: Sequence[CellRule], size: float, role: Literal["letter", "label"]
) -> Iterator[Text]:
    """Yield the condition of each region, in a corner of its first cell."""
    for rule in regions:
        (row, column), badge = rule.cells[0], rule.badge()
        left = column + size * (0.43 + 0.29 * len(badge))
        yield Text(row + 0.79 * size, left, badge, size, bold=True, role=role)


def _add_regions(picture: Picture, regions: Sequence[CellRule]) -> Picture:
    """Return a board with thick lines around regions, each with its condition in a corner."""
    labels = _region_labels(picture.fill != OUTSIDE, regions)
    horizontal, vertical = picture.horizontal.copy(), picture.vertical.copy()
    horizontal[1:-1][labels[1:] != labels[:-1]] = THICK
    vertical[:, 1:-1][labels[:, 1:] != labels[:, :-1]] = THICK
    return replace(
        picture,
        horizontal=horizontal,
        vertical=vertical,
        texts=(*picture.texts, *_badges(regions, 0.28, "label")),
    )


def _width(picture: Picture) -> int:
    return math.ceil(picture.size[1] - 0.01)


def _index_marked(problem: Problem) -> list[int]:
    """Return the index of each piece, or of the same polyomino with marks if the piece has no
    marks.
    """
    # Some boards leave out marks, so to a person these are the same piece.
    shapes = [piece.polyomino.canonical("free") for piece in problem.pieces]
    first = {
        shape: number
        for number, (shape, piece) in reversed(
            [*enumerate(zip(shapes, problem.pieces, strict=True))]
        )
        if piece.marks
    }
    return [
        number if piece.marks else first.get(shape, number)
        for number, (shape, piece) in enumerate(zip(shapes, problem.pieces, strict=True))
    ]


def _copies_left(problem: Problem) -> list[Piece | None]:
    """Return each piece with the copies still to be placed, or None if it is used up."""
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


def with_reason(picture: Picture, board: str, reason: str) -> Picture:
    """Return the picture with the heading "There is no tiling" and a line that states the reason.

    Parameters
    ----------
    picture : Picture
    board : str
        The name of the board with its article, such as "a 1x3 board".
    reason : str
        The reason, as a sentence without a final period.

    Examples
    --------
    >>> from tilewright.drawing import draw_board
    >>> with_reason(draw_board("1x3"), "a 1x3 board", "a domino covers two cells").lead
    'A domino covers two cells.'
    """
    return replace(
        picture,
        heading=phrase("noTiling"),
        lead=f"{reason[0].upper()}{reason[1:]}.",
        title=f"Why {board} has no tiling",
        description=reason,
    )
