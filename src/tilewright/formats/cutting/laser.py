"""What a laser cutter cuts for a puzzle: the pieces, with a frame, floor and lid, in SVG and DXF
files.

Without kerf, clearance and rounded corners, the pieces of a tiling lie as in the tiling, and each
shared edge is cut once. Otherwise each piece has its own outline, and pieces lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.formats.cutting.parts import (
    CutLengths,
    Loop,
    loops,
    moved,
    rounded,
    signed_area,
    workpieces,
)
from tilewright.formats.cutting.sheet import CutSheet, Line, Part, engraved, laid_out
from tilewright.formats.cutting.svg_and_dxf import dxf
from tilewright.formats.format import Entry, Format
from tilewright.model.board import Board
from tilewright.model.naming import naming
from tilewright.model.piece import Piece
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import SQUARES, Cell
from tilewright.model.space.polyform import Polyomino
from tilewright.model.space.surface import check_flat_squares
from tilewright.model.tiling import Tiling

#: Width of the rim of a tray, in cells.
_RIM = 1
#: The size of a name on the floor: width and height of its cell, in cells.
_NAME = (0.66, 0.34)


def as_parts(solution: Tiling, names: Mapping[Cell, str] | None = None) -> Entry:
    """Return the pieces of a tiling, each copy once, and its board with all cells open, also those
    with names.
    """
    mask = solution.labels != OUTSIDE
    for cell in names or ():
        mask[cell] = True
    board = Board(mask, lattice=solution.lattice, surface=solution.surface)
    check_flat_squares(
        board, "parts with outlines of their own (kerf, clearance, corner_radius, .stl)"
    )
    pieces = []
    for tile, name in enumerate(solution.piece_names()):
        cells = np.argwhere(solution.labels == tile)
        if np.ptp(cells[:, 0]) > np.ptp(cells[:, 1]):
            # Horizontal pieces take less room. They are turned, not flipped, as the sheet may have
            # a back.
            cells = np.column_stack([cells[:, 1], -cells[:, 0]])
        shape = Polyomino(tuple((int(row), int(column)) for row, column in cells))
        pieces.append(Piece(shape, name))
    return Entry(board=board, pieces=tuple(pieces))


def cut(
    solution: Tiling,
    lengths: Mapping[str, Any] | None = None,
    *,
    names: Mapping[Cell, str] | None = None,
    tray: bool = False,
    lid: bool = False,
) -> CutSheet:
    """Return what is cut for the pieces of a tiling, and optionally its tray and lid.

    Parameters
    ----------
    solution : Tiling
        It must be flat; with a kerf, clearance or corner radius, it must be of squares.
    lengths : dict, optional
        Fields of `CutLengths` that differ from the defaults.
    names : dict, optional
        The names of cells, which are engraved on the floor. These cells are open in the frame even
        if the tiling leaves them out.
    tray : bool
        Add a frame around the board, and a floor below it.
    lid : bool
        Add a plate of the same size.
    """
    checked = CutLengths.of({**asdict(CutLengths()), **(lengths or {})})
    plates = [name for name, add in (("floor", tray), ("lid", lid)) if add]
    if solution.lattice is SQUARES and not solution.surface.joined:
        make = _square_parts
    elif checked.shares_edges:
        make = _parts_along_sides
    else:
        as_parts(solution)  # raises the error
    return laid_out(partial(make, solution, names or {}, tray, plates), checked)


def _square_parts(
    solution: Tiling,
    names: Mapping[Cell, str],
    tray: bool,
    plates: Sequence[str],
    lengths: CutLengths,
) -> list[Part]:
    """Return the parts of a tiling of squares."""
    entry = as_parts(solution, names)
    assert entry.board is not None
    cell = lengths.cell_size
    if not lengths.shares_edges:
        parts = list(_pieces(entry.pieces, lengths))
        if tray:
            parts.append(_make_frame(entry.board, lengths))
    else:
        labels = np.where(solution.labels == OUTSIDE, OUTSIDE, np.maximum(solution.labels, -1))
        if tray:
            # Cells of no tile are open, so they are apart from the frame.
            labels[entry.board.mask & (labels < 0)] = len(solution)
        else:
            labels = np.maximum(labels, -1)
        corner, end = _extent(entry.board.mask)
        shift = _RIM * cell * tray
        lines = tuple(_shared_lines(labels[corner[0] : end[0], corner[1] : end[1]], cell, shift))
        wide, tall = (((end - corner)[::-1] + 2 * _RIM * tray) * cell).tolist()
        parts = [Part("pieces", wide, tall, lines)]
        if tray:
            parts.append(
                Part("frame", wide, tall, (Line(_make_plate(wide, tall, lengths)),), around=True)
            )
    corner, end = _extent(entry.board.mask)
    wide, tall = (((end - corner)[::-1] + 2 * _RIM) * cell).tolist()
    for name in plates:
        letters = tuple(_draw_names(names, corner, cell)) if name == "floor" else ()
        parts.append(Part(name, wide, tall, (Line(_make_plate(wide, tall, lengths)),), letters))
    return parts


def _extent(mask: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first row and column with cells, and the ends of rows and columns."""
    there = np.argwhere(mask)
    return there.min(axis=0), there.max(axis=0) + 1


def _pieces(pieces: Iterable[Piece], lengths: CutLengths) -> Iterable[Part]:
    """Yield pieces with outlines of their own."""
    cell = lengths.cell_size
    for piece in pieces:
        cells = piece.polyomino.cells
        tall, wide = (np.array(cells).max(axis=0) + 1).tolist()
        paths = _outlines(cells, cell, lengths.outwards, lengths.corner_radius)
        yield Part(_part_name(piece.name), wide * cell, tall * cell, tuple(map(Line, paths)))


def _part_name(name: str) -> str:
    """Return what the part for a piece is called."""
    return f"piece-{naming(name).sign or name}"


def _outlines(cells: Iterable[Cell], cell: float, outwards: float, radius: float) -> list[Loop]:
    """Return the closed paths around cells, holes first."""
    return [
        rounded(moved(loop, cell, outwards), radius)
        for loop in sorted(loops(cells), key=lambda loop: signed_area(loop) > 0)
    ]


def _make_frame(board: Board, lengths: CutLengths) -> Part:
    """Return the frame around a board. What is cut out of it lies inside, so its paths move the
    other way.
    """
    cell = lengths.cell_size
    corner, end = _extent(board.mask)
    cells = [(int(row), int(column)) for row, column in np.argwhere(board.mask) - corner + _RIM]
    wide, tall = (((end - corner)[::-1] + 2 * _RIM) * cell).tolist()
    holes = _outlines(cells, cell, -lengths.kerf / 2, lengths.corner_radius)
    return Part("frame", wide, tall, tuple(map(Line, [*holes, _make_plate(wide, tall, lengths)])))


def _make_plate(width: float, height: float, lengths: CutLengths) -> Loop:
    """Return the outline of a plate with its corner at 0, 0."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    outwards = lengths.kerf / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return rounded(corners + outwards, lengths.corner_radius)


def _draw_names(
    names: Mapping[Cell, str], corner: NDArray[np.int64], cell: float
) -> Iterable[Line]:
    """Yield the lines of names in the middle of their cells on the floor."""
    for (row, column), name in names.items():
        x, y = ((np.array([column, row]) - corner[::-1] + _RIM + 0.5) * cell).tolist()
        for line in engraved(name, x, y, _NAME[0] * cell, _NAME[1] * cell):
            yield Line([(across, down, 0.0) for across, down in line.tolist()], closed=False)


def _shared_lines(labels: NDArray[np.int32], cell: float, shift: float) -> Iterable[Line]:
    """Yield the lines between and around tiles, each once. Inner lines come first, so that nothing
    moves before it is cut.
    """
    padded = np.pad(labels, 1, constant_values=OUTSIDE)
    padded[padded < 0] = -1
    for outer in (False, True):
        for down in (False, True):
            grid = padded.T if down else padded
            above, below = grid[:-1], grid[1:]
            border = (above < 0) | (below < 0)
            for number, line in enumerate((above != below) & (border == outer)):
                ends = np.flatnonzero(
                    np.diff(np.concatenate([[False], line, [False]]).astype(np.int8))
                )
                # Subtract the padding.
                for first, last in ((ends.reshape(-1, 2) - 1) * cell + shift).tolist():
                    place = number * cell + shift
                    points = [(place, first, 0.0), (place, last, 0.0)]
                    yield Line(
                        points if down else [(x, y, 0.0) for y, x, _ in points], closed=False
                    )


def _parts_along_sides(
    solution: Tiling,
    names: Mapping[Cell, str],
    tray: bool,
    plates: Sequence[str],
    lengths: CutLengths,
) -> list[Part]:
    """Return pieces of triangles or hexagons as they lie, and plates; cuts follow the sides of
    cells.
    """
    lattice, labels, cell = solution.lattice, np.maximum(solution.labels, -1), lengths.cell_size
    if lattice.dimension != 2 or solution.surface.joined:
        raise FormatError("files for laser cutters require a flat board, without joined sides")
    tile_of = {
        tuple(place): int(labels[tuple(place)])
        for place in np.argwhere(solution.labels != OUTSIDE).tolist()
    }
    # Inner lines are cut first, so that nothing moves before it is cut.
    inner: list[_Side] = []
    outer: list[_Side] = []
    for place, tile in tile_of.items():
        corners = lattice.outline(place)
        for number, step in enumerate(lattice.sides[place[-1] % lattice.kinds]):
            neighbor = (place[0] + step[0], place[1] + step[1])
            beyond = tile_of.get(neighbor, -1)
            # A side between two tiles occurs twice; cut it once.
            if beyond != tile and (beyond < 0 or (tile >= 0 and place < neighbor)):
                (x, y), (right, down) = corners[number], corners[(number + 1) % len(corners)]
                (outer if beyond < 0 else inner).append(((x, y), (right, down)))
    points = np.array([*inner, *outer])
    low, high = points.min(axis=(0, 1)), points.max(axis=(0, 1))
    wide, tall = ((high - low + 2 * _RIM * tray) * cell).tolist()
    lines = []
    for side in (*_join_sides(np.array(inner)), *_join_sides(np.array(outer))):
        ends = (np.array(side) - low + _RIM * tray) * cell
        lines.append(Line([(x, y, 0.0) for x, y in ends.tolist()], closed=False))
    plate = Line(_make_plate(wide, tall, lengths))
    parts = [Part("pieces", wide, tall, tuple(lines))]
    if tray:
        parts.append(Part("frame", wide, tall, (plate,), around=True))
    return [*parts, *(Part(name, wide, tall, (plate,)) for name in plates)]


#: Two points (x, y).
_Side = tuple[tuple[float, float], tuple[float, float]]


def _join_sides(sides: NDArray[np.float64]) -> list[_Side]:
    """Join collinear adjacent sides (n, 2, 2) into lines."""
    lines: list[_Side] = []
    last: tuple[tuple[float, ...], float] = ((), 0.0)
    if not len(sides):
        return lines
    # Orient all sides left to right or top to bottom; collinear sides then have the same direction
    # and offset.
    way = sides[:, 1] - sides[:, 0]
    way /= np.hypot(*way.T)[:, None]
    way = np.round(way, 6) + 0.0
    backwards = (way[:, 0] < 0) | ((way[:, 0] == 0) & (way[:, 1] < 0))
    way[backwards] *= -1
    sides = np.where(backwards[:, None, None], sides[:, ::-1], sides)
    off = np.round(sides[:, 0, 0] * way[:, 1] - sides[:, 0, 1] * way[:, 0], 6) + 0.0
    along = np.round((sides * way[:, None, :]).sum(axis=2), 6)
    for index in np.lexsort((along[:, 0], off, way[:, 1], way[:, 0])).tolist():
        (x, y), (right, down) = sides[index].tolist()
        key = (*way[index].tolist(), float(off[index]))
        if lines and key == last[0] and along[index, 0] == last[1]:
            lines[-1] = lines[-1][0], (right, down)
        else:
            lines.append(((x, y), (right, down)))
        last = key, float(along[index, 1])
    return lines


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    """Return pieces, and the frame if there is a board, as DXF."""
    lengths = CutLengths.of(options)

    def make(lengths: CutLengths) -> list[Part]:
        parts: list[Part] = []
        for entry in entries:
            board = entry.problem.board if entry.problem is not None else entry.board
            parts += [_make_frame(board, lengths)] if board is not None else []
            parts += _pieces(workpieces(entry.all_pieces()), lengths)
        return parts

    return dxf(laid_out(make, lengths))


DXF = Format(
    name="dxf",
    title="outlines for laser cutters (DXF)",
    endings=(".dxf",),
    holds=("pieces", "board"),
    write=_write,
    options=asdict(CutLengths()),
)
