"""The picture as a value, in units of cells. All writers read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.drawing.model.geometry import Mesh
from tilewright.drawing.model.palette import LIGHT, TILEWRIGHT, Palette, Theme, readable_on
from tilewright.errors import OutputError, RequestError
from tilewright.model.space.labels import EMPTY, OUTSIDE, UNCOVERED
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import check_text, format_value
from tilewright.system.values.svg_repr import SvgRepr, load_pictures, picture_svg, picture_text

#: Weights of edges.
NONE, THIN, THICK = 0, 1, 2
#: Length of an arrowhead, in cells.
HEAD = 0.24


@dataclass(frozen=True, slots=True)
class Text:
    """Text at a given position in a picture.

    Parameters
    ----------
    row, column : float
        The position of the center of the text, in cells from the upper left corner of the grid.
        With the anchor "start" or "end", the text starts or ends at `column`.
    text : str
    size : float
        The font size, in cells.
    anchor : {"middle", "start", "end"}
    role : {"letter", "label", "note"}
        A *letter* is drawn on a filled cell, in black or white. A *label* is plain text, and a
        *note* is fainter text.
    bold : bool
    """

    row: float
    column: float
    text: str
    size: float = 0.5
    anchor: Literal["middle", "start", "end"] = "middle"
    role: Literal["letter", "label", "note"] = "label"
    bold: bool = False

    def moved(self, x: float, y: float) -> Text:
        """Return the text moved to the right by `x` and down by `y`."""
        return replace(self, row=self.row + y, column=self.column + x)


@dataclass(frozen=True, slots=True)
class Mark:
    """A symbol on a cell.

    Parameters
    ----------
    row, column : int or float
        The upper left corner of the square in which the symbol is centered.
    kind : {"dot", "ring", "hole"}
        A *dot* is a clue of a puzzle, a *ring* highlights a cell, and a *hole* is a removed square.
    """

    row: float
    column: float
    kind: Literal["dot", "ring", "hole"] = "dot"

    def moved(self, x: float, y: float) -> Mark:
        """Return the mark moved to the right by `x` and down by `y`."""
        return replace(self, row=self.row + y, column=self.column + x)


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow beside a joined side of a board. Arrows at joined sides have the same number of
    heads.

    Parameters
    ----------
    start, end : (x, y)
        The points of the arrow in cells, with y downward.
    heads : int
        The number of arrowheads.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    heads: int = 1

    def moved(self, x: float, y: float) -> Arrow:
        """Return the arrow moved to the right by `x` and down by `y`."""
        (a, b), (c, d) = self.start, self.end
        return Arrow((a + x, b + y), (c + x, d + y), self.heads)

    def strokes(self) -> list[list[tuple[float, float]]]:
        """Return the lines to draw, each as a list of points: the shaft, then the heads."""
        (x, y), (u, v) = self.start, self.end
        length = max(float(np.hypot(u - x, v - y)), 1e-9)
        dx, dy = (u - x) / length, (v - y) / length
        strokes = [[self.start, self.end]]
        for number in range(self.heads):
            tip_x, tip_y = u - number * HEAD * dx, v - number * HEAD * dy
            strokes.append(
                [
                    (tip_x - HEAD * (dx + side * dy * 0.7), tip_y - HEAD * (dy - side * dx * 0.7))
                    if side
                    else (tip_x, tip_y)
                    for side in (-1, 0, 1)
                ]
            )
        return strokes


@dataclass(frozen=True, eq=False)
class Picture(SvgRepr):
    """A picture made of a raster of squares, a mesh of polygons, or both, with marks and texts.
    Lengths are measured in cells.

    Functions such as `draw` and `draw_board` create pictures, and functions such as `save` and
    `svg` export them.

    Parameters
    ----------
    fill : int array, shape (rows, columns)
        The color number of each cell, starting at 0; -1 if nothing is drawn, -2 for an empty cell,
        and -3 for an uncovered cell.
    horizontal : int array, shape (rows + 1, columns)
        The line above row i: 0 for no line, 1 for a thin line, and 2 for a thick line. The last row
        of the array is the bottom border.
    vertical : int array, shape (rows, columns + 1)
        The line to the left of column j: 0 for no line, 1 for a thin line, and 2 for a thick line.
    regions : int array, shape (rows, columns), optional
        The tile of each cell; negative if there is no tile. An SVG contains one path for each tile.
    names : tuple of str
        The name of each tile; empty if tiles have no names.
    mesh : Mesh, optional
        The polygons. In a terminal, polygons are shown only if the picture has no squares.
    arrows : tuple of `Arrow`
        The arrows that show which sides of the board are joined.
    marks, texts : tuples of `Mark` and `Text`
    caption : str
        The text below the picture.
    heading, lead : str
        The texts above the picture: a bold line and a paragraph.
    fine : str
        The small print at the bottom, such as an ID.
    title, description : str
        The title and description for screen readers and search engines.
    palette : Palette
    theme : Theme
    patterns : bool
        Whether to add a different hatch pattern to each color.
    bare : bool
        Whether shapes are drawn as outlines only, without fill. Outlines without fill are drawn in
        the text color.
    loose : frozenset of int
        The tiles that do not lie on a board, such as the pieces of a set. All tiles and cells that
        are not listed here are drawn on a sunken board.

    Raises
    ------
    OutputError
        If the shapes of the arrays do not match.
    """

    fill: NDArray[np.int16]
    horizontal: NDArray[np.uint8]
    vertical: NDArray[np.uint8]
    regions: NDArray[np.signedinteger[Any]] | None = None
    names: tuple[str, ...] = ()
    mesh: Mesh | None = None
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[Mark, ...] = ()
    texts: tuple[Text, ...] = ()
    caption: str = ""
    heading: str = ""
    lead: str = ""
    fine: str = ""
    title: str = ""
    description: str = ""
    palette: Palette = field(default=TILEWRIGHT)
    theme: Theme = field(default=LIGHT)
    patterns: bool = False
    bare: bool = False
    loose: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        rows, columns = self.fill.shape
        wanted = {"horizontal": (rows + 1, columns), "vertical": (rows, columns + 1)}
        if self.regions is not None:
            wanted["regions"] = (rows, columns)
        for name, shape in wanted.items():
            actual = getattr(self, name).shape
            if actual != shape:
                raise OutputError(
                    f"`{name}` of a {rows}x{columns} picture must have shape {shape}, got {actual}"
                )
        for name in ("heading", "lead", "caption", "fine", "title", "description"):
            check_text(getattr(self, name), f"the {name} of a picture", error=OutputError)

    def __repr__(self) -> str:
        rows, columns = self.shape
        what = (
            f"{rows}x{columns} cells" if self.mesh is None else f"{len(self.mesh.faces)} polygons"
        )
        return f"<Picture of {what}{f': {self.title}' if self.title else ''}>"

    def __str__(self) -> str:
        load_pictures()
        return picture_text(self)

    def svg(self) -> str:
        """Return the picture as an SVG document. If there are very many cells, the SVG embeds them
        as an image.
        """
        load_pictures()
        return picture_svg(self)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns of the raster of squares."""
        rows, columns = self.fill.shape
        return rows, columns

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The top, left, bottom and right edges of the bounding box of all squares, polygons and
        arrows, in cells.
        """
        rows, columns = self.shape
        boxes = (
            [(0.0, 0.0, float(rows), float(columns))] if rows * columns or self.mesh is None else []
        )
        if self.mesh is not None:
            boxes.append(self.mesh.box)
        for arrow in self.arrows:
            (x, y), (u, v) = arrow.start, arrow.end
            boxes.append((min(y, v) - HEAD, min(x, u) - HEAD, max(y, v) + HEAD, max(x, u) + HEAD))
        top, left, bottom, right = zip(*boxes, strict=True)
        return min(top), min(left), max(bottom), max(right)

    @property
    def size(self) -> tuple[float, float]:
        """The height and width of `box`, in cells."""
        top, left, bottom, right = self.box
        return bottom - top, right - left

    @property
    def vectors(self) -> bool:
        """Whether the picture has polygons or arrows."""
        return self.mesh is not None or bool(self.arrows)

    @property
    def fills(self) -> NDArray[np.int16]:
        """The distinct values of `fill`, including those of the polygons, in ascending order."""
        cells = self.fill if self.mesh is None else np.append(self.fill, self.mesh.fill)
        return np.unique(cells)

    def fill_at(self, row: float, column: float) -> int:
        """Return the color number at a position, or a negative number if there is no color."""
        rows, columns = self.shape
        if 0 <= row < rows and 0 <= column < columns:
            return int(self.fill[int(row), int(column)])
        face = None if self.mesh is None else self.mesh.face_at(column, row)
        return OUTSIDE if face is None or self.mesh is None else int(self.mesh.fill[face])

    def cell_color(self, number: int) -> str:
        """Return the color that a value of `fill` stands for."""
        theme = self.theme
        special = {UNCOVERED: theme.board, EMPTY: theme.empty, OUTSIDE: theme.background}
        return special[number] if number in special else self.palette.color(number)

    def ink_at(self, row: float, column: float) -> str:
        """Return the text color at a position."""
        number = self.fill_at(row, column)
        return self.theme.text if number < 0 else readable_on(self.palette.color(number))

    @property
    def ink(self) -> str:
        """The color of outlines without fill, and of lines in drawings of solids and of boards with
        joined sides.
        """
        return self.theme.text if self.bare else self.theme.ink

    @property
    def seam(self) -> str:
        """The color of the lines between tiles that are too small or too numerous to be drawn with
        edges.
        """
        return self.theme.text if self.bare else self.theme.well

    def on_board(self) -> NDArray[np.bool_]:
        """Return a boolean array (rows, columns) that is True for the cells drawn on a sunken
        board.
        """
        inside: NDArray[np.bool_] = self.fill != OUTSIDE
        if self.loose and self.regions is not None:
            inside &= ~np.isin(self.regions, list(self.loose))
        return inside

    def with_squares(self, side: int) -> Picture:
        """Return a copy of the picture in which every square of `side` by `side` cells has a thick
        border instead of a thin one.
        """
        horizontal, vertical = self.horizontal.copy(), self.vertical.copy()
        for lines in (horizontal[::side], vertical[:, ::side]):
            lines[lines == THIN] = THICK
        return replace(self, horizontal=horizontal, vertical=vertical)

    def with_caption(self, caption: str) -> Picture:
        """Return a copy of the picture with a different caption."""
        return replace(self, caption=caption)

    def without_words(self) -> Picture:
        """Return the picture without the texts above and below it."""
        return replace(self, caption="", heading="", lead="", fine="")


def edges_between(
    labels: ArrayLike, *, grid: bool = False
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return edge weights of a label array, horizontal (rows + 1, columns) and vertical (rows,
    columns + 1).

    Edges are thick between labels that differ and thin between uncovered cells. With `grid`, tiles
    have thin edges inside.
    """
    array = np.asarray(labels)
    return _edges(array, grid), np.ascontiguousarray(_edges(array.T, grid).T)


def _edges(labels: NDArray[Any], grid: bool) -> NDArray[np.uint8]:
    rows, columns = labels.shape
    edges = np.zeros((rows + 1, columns), dtype=np.uint8)
    if not rows:
        return edges
    above, below = labels[:-1], labels[1:]
    edges[0] = np.where(labels[0] == OUTSIDE, NONE, THICK)
    edges[-1] = np.where(labels[-1] == OUTSIDE, NONE, THICK)
    inner = edges[1:-1]
    np.multiply(above != below, np.uint8(THICK), out=inner)
    lowest = int(labels.min(initial=0))
    if lowest <= EMPTY:
        # Uncovered and empty cells are separated by thin lines only.
        inner[(above <= EMPTY) & (below <= EMPTY)] = THIN
    if grid:
        inner[(above == below) & (above >= 0)] = THIN
    return edges


def check_picture(picture: Picture) -> Picture:
    """Return a picture, or raise an error if the value has another type."""
    if not isinstance(picture, Picture):
        raise RequestError(
            f"expected a Picture, as returned by draw(), got {format_value(picture)}"
        )
    return picture


def check_pictures(pictures: Iterable[Picture]) -> Iterator[Picture]:
    """Return an iterator over pictures that checks each picture."""
    if not isinstance(pictures, Iterable) or isinstance(pictures, Tiling | str):
        raise RequestError(
            f"expected several Pictures, as returned by draw(), got {format_value(pictures)}"
        )
    return map(check_picture, pictures)
