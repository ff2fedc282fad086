"""What a laser cutter cuts for a puzzle: the pieces, with a frame, floor and lid, in SVG and DXF
files.

Without kerf, clearance and rounded corners, the pieces of a tiling lie as in the tiling, and each
shared edge is cut once. Otherwise each piece has its own outline, and pieces lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.formats.cutting.parts import (
    CutLengths,
    Loop,
    check_smaller_than_cell,
    loops,
    moved,
    rounded,
    signed_area,
    width_of_cell,
    workpieces,
)
from tilewright.formats.cutting.sheet import CutSheet, Line, Part, engraved, laid_out
from tilewright.formats.cutting.svg_and_dxf import dxf
from tilewright.formats.format import Entry, Format
from tilewright.model.board import Board
from tilewright.model.naming import naming
from tilewright.model.piece import Piece
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import HEXAGONS, SQUARES, TRIANGLES, Cell, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling

#: Width of the rim of a tray, in cells.
_RIM = 1
#: The size of a name: its width and height, relative to the largest circle in a cell.
_NAME = (0.66, 0.34)
#: The longest name that is engraved on a piece.
_LONGEST = 5


def as_parts(solution: Tiling, names: Mapping[Cell, str] | None = None) -> Entry:
    """Return the pieces of a tiling, each copy once, and its board with all cells open, also those
    with names.
    """
    mask, lattice = _open_cells(solution, names or {}), solution.lattice
    if solution.surface.joined:
        raise FormatError("pieces of a board with joined sides cannot be cut apart")
    board = Board(mask, lattice=lattice)
    pieces = []
    for tile, name in enumerate(solution.piece_names()):
        cells = np.argwhere(solution.labels == tile)
        if lattice is SQUARES and np.ptp(cells[:, 0]) > np.ptp(cells[:, 1]):
            # Horizontal pieces take less room. They are turned, not flipped, as the sheet may have
            # a back.
            cells = np.column_stack([cells[:, 1], -cells[:, 0]])
        shape = Polyform(tuple(map(tuple, cells.tolist())), lattice)
        if lattice.dimension == 3:
            # Solid pieces lie as flat as they can.
            shape = min(shape.orientations("one-sided"), key=lambda turned: turned.shape[0])
        pieces.append(Piece(shape, name))
    return Entry(board=board, pieces=tuple(pieces))


def _open_cells(solution: Tiling, names: Iterable[Cell]) -> NDArray[np.bool_]:
    """Return the cells of the board: of the tiling, and those with names."""
    mask: NDArray[np.bool_] = solution.labels != OUTSIDE
    for cell in names:
        mask[cell] = True
    return mask


def cut(
    solution: Tiling,
    lengths: Mapping[str, Any] | None = None,
    *,
    names: Mapping[Cell, str] | None = None,
    tray: bool = False,
    lid: bool = False,
    engraves: bool = False,
) -> CutSheet:
    """Return what is cut for the pieces of a tiling, and optionally its tray and lid.

    Parameters
    ----------
    solution : Tiling
        It must be flat.
    lengths : dict, optional
        Fields of `CutLengths` that differ from the defaults.
    names : dict, optional
        The names of cells, which are engraved on the floor. These cells are open in the frame even
        if the tiling leaves them out.
    tray : bool
        Add a frame around the board, and a floor below it.
    lid : bool
        Add a plate of the same size.
    engraves : bool
        Engrave the name of each piece on it, or its number if the name has other characters than
        letters and digits.
    """
    checked = CutLengths.of({**asdict(CutLengths()), **(lengths or {})})
    if solution.lattice.dimension != 2 or solution.surface.joined:
        raise FormatError("files for laser cutters require a flat board, without joined sides")
    plates = [name for name, add in (("floor", tray), ("lid", lid)) if add]
    return laid_out(partial(_parts, solution, names or {}, tray, plates, engraves), checked)


def _parts(
    solution: Tiling,
    names: Mapping[Cell, str],
    tray: bool,
    plates: Sequence[str],
    engraves: bool,
    lengths: CutLengths,
) -> list[Part]:
    """Return the parts of a tiling, and plates as large as its frame."""
    cell, lattice = lengths.cell_size, solution.lattice
    board = _open_cells(solution, names)
    low, extent = _box(map(tuple, np.argwhere(board).tolist()), lattice)
    wide, tall = ((extent + 2 * _RIM) * cell).tolist()
    plate = Line(_make_plate(wide, tall, lengths))
    if lengths.shares_edges:
        corner = (low - _RIM * tray) * cell
        lines = tuple(_shared_lines(solution, board, tray, corner, cell))
        signs = _signs_of_tiles(solution, corner, cell) if engraves else ()
        width, height = ((extent + 2 * _RIM * tray) * cell).tolist()
        parts = [Part("pieces", width, height, lines, tuple(signs))]
        frame = Part("frame", wide, tall, (plate,), around=True)
    else:
        entry = as_parts(solution, names)
        assert entry.board is not None
        parts = list(_pieces(entry.pieces, lengths, engraves=engraves))
        frame = _make_frame(entry.board, lengths)
    parts += [frame] * tray
    for name in plates:
        letters = _draw_names(names, low - _RIM, cell) if name == "floor" else ()
        parts.append(Part(name, wide, tall, (plate,), tuple(letters)))
    return parts


def cut_alone(
    pieces: Sequence[Piece], lengths: Mapping[str, Any] | None = None, *, engraves: bool = False
) -> CutSheet:
    """Return what is cut for pieces without a board, each copy side by side.

    `lengths` and `engraves` are those of `cut`. The pieces must be flat.
    """
    checked = CutLengths.of({**asdict(CutLengths()), **(lengths or {})})
    copies = workpieces(pieces)
    return laid_out(lambda lengths: [*_pieces(copies, lengths, engraves=engraves)], checked)


def _pieces(
    pieces: Sequence[Piece], lengths: CutLengths, *, engraves: bool = False
) -> Iterable[Part]:
    """Yield pieces with outlines of their own."""
    cell = lengths.cell_size
    signs = _signs([piece.name for piece in pieces]) if engraves else [""] * len(pieces)
    for piece, sign in zip(pieces, signs, strict=True):
        cells, lattice = piece.polyomino.cells, piece.lattice
        if lattice.dimension != 2:
            raise FormatError(f"laser cutters cannot cut {lattice.cells}, such as {piece.name}")
        low, extent = _box(cells, lattice)
        wide, tall = (extent * cell).tolist()
        paths = _outlines(cells, lattice, lengths, lengths.outwards, -low)
        centers = (lattice.center(np.array(cells)) - low) * cell
        letters = _draw_sign(sign, centers, width_of_cell(lattice, cell)) if sign else ()
        outlines = tuple(map(Line, paths))
        yield Part(_part_name(piece.name), wide, tall, outlines, tuple(letters))


def _part_name(name: str) -> str:
    """Return what the part for a piece is called."""
    return f"piece-{naming(name).sign or name}"


def _box(
    cells: Iterable[Cell], lattice: Lattice
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the smallest x and y of cells, and their extent."""
    corners = np.array([corner for cell in cells for corner in lattice.outline(cell)])
    return corners.min(axis=0), np.ptp(corners, axis=0)


def _outlines(
    cells: Iterable[Cell],
    lattice: Lattice,
    lengths: CutLengths,
    outwards: float,
    shift: NDArray[np.float64],
) -> list[Loop]:
    """Return the closed paths around cells, moved by some cells, holes first."""
    size = lengths.cell_size
    check_smaller_than_cell(lattice, size, kerf=lengths.kerf, clearance=lengths.clearance)
    return [
        rounded(moved(loop + shift, size, outwards), lengths.corner_radius)
        for loop in sorted(loops(cells, lattice), key=lambda loop: signed_area(loop) > 0)
    ]


def _make_frame(board: Board, lengths: CutLengths) -> Part:
    """Return the frame around a board; what is cut out of it moves the other way."""
    places = [tuple(place) for place in np.argwhere(board.mask).tolist()]
    low, extent = _box(places, board.lattice)
    wide, tall = ((extent + 2 * _RIM) * lengths.cell_size).tolist()
    holes = _outlines(places, board.lattice, lengths, -lengths.kerf / 2, _RIM - low)
    return Part("frame", wide, tall, tuple(map(Line, [*holes, _make_plate(wide, tall, lengths)])))


def _make_plate(width: float, height: float, lengths: CutLengths) -> Loop:
    """Return the outline of a plate with its corner at 0, 0."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    outwards = lengths.kerf / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return rounded(corners + outwards, lengths.corner_radius)


def _draw_names(
    names: Mapping[Cell, str], corner: NDArray[np.float64], cell: float
) -> Iterator[Line]:
    """Yield the lines of names in the middle of their cells on the floor."""
    for (row, column), name in names.items():
        yield from _draw_sign(name, (np.array([[column, row]]) - corner) * cell, cell)


def _draw_sign(text: str, centers: NDArray[np.float64], width: float) -> Iterator[Line]:
    """Yield the lines of a text in the cell that is nearest to the middle of all. `centers` (n, 2)
    are the centers of the cells, and `width` is the diameter of the largest circle in a cell.
    """
    nearest = np.abs(centers - centers.mean(axis=0)).sum(axis=1).argmin()
    x, y = centers[nearest].tolist()
    for line in engraved(text, x, y, _NAME[0] * width, _NAME[1] * width):
        yield Line([(across, down, 0.0) for across, down in line.tolist()], closed=False)


def _signs(names: Sequence[str]) -> list[str]:
    """Return what is engraved on pieces: their names, or the number of a piece whose name is long
    or has other characters than letters and digits.
    """
    signs = [naming(name).sign or name for name in names]
    return [
        sign if sign.isascii() and sign.isalnum() and len(sign) <= _LONGEST else str(number)
        for number, sign in enumerate(signs, start=1)
    ]


def _signs_of_tiles(solution: Tiling, corner: NDArray[np.float64], cell: float) -> Iterator[Line]:
    """Yield the lines of the names of tiles that share their edges."""
    for tile, sign in enumerate(_signs(solution.piece_names())):
        places = np.argwhere(solution.labels == tile).tolist()
        middles = [np.mean(solution.lattice.outline(tuple(place)), axis=0) for place in places]
        width = width_of_cell(solution.lattice, cell)
        yield from _draw_sign(sign, np.array(middles) * cell - corner, width)


def _shared_lines(
    solution: Tiling,
    board: NDArray[np.bool_],
    tray: bool,
    corner: NDArray[np.float64],
    cell: float,
) -> Iterator[Line]:
    """Yield the lines between and around tiles, each once, inner ones first."""
    lattice = solution.lattice
    # With a tray, cells of no tile are open, so they are apart from the frame.
    labels = np.where(solution.labels < 0, len(solution) if tray else -1, solution.labels)
    tile_of = {tuple(place): int(labels[tuple(place)]) for place in np.argwhere(board).tolist()}
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
    for side in (*_join_sides(np.array(inner)), *_join_sides(np.array(outer))):
        ends = np.array(side) * cell - corner
        yield Line([(x, y, 0.0) for x, y in ends.tolist()], closed=False)


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
            board = entry.the_board()
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
    lattices=frozenset({SQUARES, TRIANGLES, HEXAGONS}),
)
