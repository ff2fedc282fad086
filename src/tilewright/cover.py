"""Cover: the compiled problem, flat arrays of placements that every engine reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import MemoryLimitError, ProblemError
from tilewright.memory import available_memory, in_units
from tilewright.piece import Oriented, turned
from tilewright.problem import Problem
from tilewright.symmetry import ELEMENTS, SYMMETRIES
from tilewright.tiling import EMPTY, OUTSIDE, Tiling

__all__ = ["Cover", "compile_cover", "decode", "decode_batch", "decode_views"]


@dataclass(frozen=True, eq=False)
class Cover:
    """The compiled form of a problem.

    Cells are numbered in reading order. Holes, marks and pieces already placed are expressed by
    which placements exist: the cells of a piece already placed have no other placement, and may not
    stay empty; a piece of which no copy is left has no other placement either.

    Attributes
    ----------
    problem : Problem
    cells : (a, 2) int32
        Row and column of each cell of the board; the cell's number is its row here.
    number : (rows, columns) int32
        The cell's number, -1 off the board.
    optional : (a,) bool
        Cells that may stay empty; none of a piece already placed.
    start : (p + 1,) int64
        Placement j covers ``item[start[j]:start[j + 1]]``.
    item : (nnz,) int32
        Cell numbers, ascending inside a placement.
    orientation : (p,) int32
        Oriented piece of each placement. Placements are sorted by (first cell, orientation).
    anchor : (p, 2) int32
        Row and column of the top left corner of the placement's bounding box.
    piece : (f,) int32
        Piece of each oriented piece.
    shape_start : (f + 1,) int32
        Oriented piece i has the cells ``shape_cells[shape_start[i]:shape_start[i + 1]]``.
    shape_cells : (nnz_f, 2) int32
        Row and column offsets from the corner of the bounding box.
    least, most : (k,) int64
        Copies of each piece; `most` is clipped to what the area allows, and `least` to one more
        than that (which says as well that there is no tiling).
    unlimited : (k,) bool
        Pieces of which there is any number.
    empty_least, empty_most : int
        How many of the optional cells stay empty; `empty_most` is at most their number.
    oriented : tuple of (Polyomino, marks)
        Each oriented piece as an object.
    """

    problem: Problem
    cells: NDArray[np.int32]
    number: NDArray[np.int32]
    optional: NDArray[np.bool_]
    start: NDArray[np.int64]
    item: NDArray[np.int32]
    orientation: NDArray[np.int32]
    anchor: NDArray[np.int32]
    piece: NDArray[np.int32]
    shape_start: NDArray[np.int32]
    shape_cells: NDArray[np.int32]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    unlimited: NDArray[np.bool_]
    empty_least: int
    empty_most: int
    oriented: tuple[Oriented, ...]

    @property
    def area(self) -> int:
        """Number of cells of the board."""
        return len(self.cells)

    @property
    def size(self) -> int:
        """Number of placements."""
        return len(self.orientation)

    @cached_property
    def first(self) -> NDArray[np.int32]:
        """(p,) int32: the first cell of each placement in reading order."""
        return self.item[self.start[:-1]]

    @cached_property
    def placement_piece(self) -> NDArray[np.int32]:
        """(p,) int32: the piece of each placement."""
        return self.piece[self.orientation]

    @cached_property
    def _symmetries(self) -> NDArray[np.int32]:
        found = [image for element in ELEMENTS if (image := _placement_images(self, element)) is not None]
        distinct: dict[bytes, NDArray[np.int32]] = {}
        for image in found:
            distinct.setdefault(image.tobytes(), image)
        return np.stack(list(distinct.values()))

    def arrays(self) -> tuple[object, ...]:
        """Return what decides which tilings there are: two covers with equal ones have the same tilings."""
        placements = (self.start, self.item, self.orientation, self.piece, self.least, self.most)
        return (*placements, self.optional, self.number, int(self.empty_least), int(self.empty_most))

    def symmetries(self) -> NDArray[np.int32]:
        """Return the symmetries of the problem as permutations of its placements.

        Returns
        -------
        (g, p) int32
            Row 0 is the identity; all rows differ. A symmetry of the square is one of the problem if
            it takes the board to itself and every placement to a placement, pieces to pieces with the
            same copies (under ``one-sided`` a reflection may take a piece to its mirror image). Symmetries
            that act alike on the placements are one: on a board of one row there are at most two.
            With pieces already placed, it takes these to each other.
        """
        return self._symmetries


def compile_cover(problem: Problem) -> Cover:
    """Compile a problem.

    The cost is a few array operations for each oriented piece; 100,000 placements take well under
    a second.

    Raises
    ------
    ProblemError
        If the problem has faults (all of them are named).
    MemoryLimitError
        If the placements would not fit into the memory that is free.

    Examples
    --------
    >>> cover = compile_cover(Problem("2x3", "L3+"))
    >>> cover.size, cover.item[cover.start[0] : cover.start[1]].tolist()
    (8, [0, 1, 3])
    >>> len(cover.symmetries())
    4
    """
    problem.check()
    board = problem.board
    number = np.full(board.shape, OUTSIDE, dtype=np.int32)
    number[board.mask] = np.arange(board.area, dtype=np.int32)
    cells = np.argwhere(board.mask).astype(np.int32, order="C")
    shapes = [piece.orientations(problem.turn) for piece in problem.pieces]
    oriented = tuple(shape for group in shapes for shape in group)
    piece = np.repeat(np.arange(len(shapes), dtype=np.int32), [len(group) for group in shapes])

    codes = np.where(board.mask, board.marks, -1)
    # Where each mark of the pieces may lie, as one mask for each: most problems have a single one.
    letters = {"": 0} | {letter: code for code, letter in enumerate(board.alphabet, start=1)}
    used = {mark for _, marks in oriented for mark in marks}
    legal = {mark: codes == letters.get(mark, len(letters)) for mark in used}
    _check_room(oriented, legal, number.shape)
    groups = [_placements(shape, legal, number) for shape in oriented]
    sizes = np.array([len(shape) for shape, _ in oriented], dtype=np.int64)
    orientation = np.repeat(np.arange(len(oriented), dtype=np.int32), [len(anchor) for anchor, _ in groups])
    anchor = np.concatenate([anchor for anchor, _ in groups])
    item = np.concatenate([items.ravel() for _, items in groups])
    start = np.concatenate([[0], np.cumsum(sizes[orientation])])
    order = np.lexsort((orientation, item[start[:-1]] if len(orientation) else orientation))
    taken, allowed = _settled(problem, number, piece, orientation, start, item)
    order = order[allowed[order]]
    length = sizes[orientation[order]]
    new_start = np.concatenate([[0], np.cumsum(length)]).astype(np.int64)
    gather = np.repeat(start[:-1][order] - new_start[:-1], length) + np.arange(new_start[-1])

    room = np.array([board.area // len(p.polyomino) for p in problem.pieces], dtype=np.int64)
    most = [
        limit if p.most is None else min(p.most, limit) for p, limit in zip(problem.pieces, room, strict=True)
    ]
    least = [min(p.least, limit + 1) for p, limit in zip(problem.pieces, room, strict=True)]
    optional = problem.optional[board.mask] & ~taken
    return Cover(
        problem=problem,
        cells=cells,
        number=number,
        optional=optional,
        start=new_start,
        item=np.ascontiguousarray(item[gather], dtype=np.int32),
        orientation=orientation[order],
        anchor=np.ascontiguousarray(anchor[order], dtype=np.int32),
        piece=piece,
        shape_start=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        shape_cells=np.array([cell for shape, _ in oriented for cell in shape.cells], dtype=np.int32),
        least=np.array(least, dtype=np.int64),
        most=np.array(most, dtype=np.int64),
        unlimited=np.array([p.most is None for p in problem.pieces]),
        empty_least=problem.empty_least,
        empty_most=min(problem.empty_most, int(optional.sum())),
        oriented=oriented,
    )


def _check_room(
    oriented: tuple[Oriented, ...], legal: dict[str, NDArray[np.bool_]], shape: tuple[int, int]
) -> None:
    """Refuse what would not fit into memory, before it is built."""
    room = available_memory()
    boxes = [(shape[0] - p.rows + 1, shape[1] - p.columns + 1, len(p)) for p, _ in oriented]
    if sum(_bytes(max(height, 0) * max(width, 0), size) for height, width, size in boxes) <= room:
        return
    # A bound was too much; count before saying no.
    counts = [int(_fits(shaped, legal, shape).sum()) for shaped in oriented]
    needed = sum(_bytes(count, len(p)) for count, (p, _) in zip(counts, oriented, strict=True))
    if needed > room:
        raise MemoryLimitError(
            f"the pieces have {sum(counts)} placements on this board, which need about {in_units(needed)}; "
            f"{in_units(room)} are free"
        )


def _bytes(count: int, size: int) -> int:
    """Bytes that `compile_cover` takes at its peak for so many placements of `size` cells (measured)."""
    return count * (70 + 30 * size)


def _fits(shaped: Oriented, legal: dict[str, NDArray[np.bool_]], shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Return where the corner of the bounding box of an oriented piece may lie."""
    polyomino, marks = shaped
    height, width = max(shape[0] - polyomino.rows + 1, 0), max(shape[1] - polyomino.columns + 1, 0)
    fits = np.ones((height, width), dtype=bool)
    if fits.size:
        for (row, column), mark in zip(polyomino.cells, marks, strict=True):
            fits &= legal[mark][row : row + height, column : column + width]
    return fits


def _placements(
    shaped: Oriented, legal: dict[str, NDArray[np.bool_]], number: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the anchors (m, 2) and cell numbers (m, size) of one oriented piece."""
    anchors = np.argwhere(_fits(shaped, legal, number.shape))
    positions = anchors[:, None, :] + np.array(shaped[0].cells)
    return anchors, number[positions[:, :, 0], positions[:, :, 1]]


def _settled(
    problem: Problem,
    number: NDArray[np.int32],
    piece: NDArray[np.int32],
    orientation: NDArray[np.int32],
    start: NDArray[np.int64],
    item: NDArray[np.int32],
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which cells the pieces already placed take, and which placements agree with them."""
    taken = np.zeros(int(number.max()) + 1, dtype=bool)
    kept = np.zeros(len(orientation), dtype=bool)
    left = np.array([np.inf if p.most is None else p.most for p in problem.pieces])
    for placement in problem.placed:
        index = problem.piece_index(placement.piece)
        left[index] -= 1
        cells = np.sort(number[tuple(np.array(placement.cells).T)])
        taken[cells] = True
        same = (np.diff(start) == len(cells)) & (piece[orientation] == index)
        same[same] = item[start[:-1][same]] == cells[0]
        candidates = np.flatnonzero(same)
        covered = item[start[candidates][:, None] + np.arange(len(cells))]
        kept[candidates[(covered == cells).all(axis=1)]] = True
    allowed = left[piece[orientation]] >= 1
    if problem.placed and len(orientation):
        allowed &= ~np.logical_or.reduceat(taken[item], start[:-1])
    return taken, allowed | kept


def _cell_images(cover: Cover, element: int) -> NDArray[np.int32] | None:
    """Return where a symmetry takes each cell; None if cells, marks or optional cells do not agree."""
    moved = cover.cells @ SYMMETRIES[element].T.astype(np.int32)
    moved += cover.cells.min(axis=0) - moved.min(axis=0)
    if (moved.max(axis=0) >= cover.number.shape).any():
        return None
    image = cover.number[moved[:, 0], moved[:, 1]]
    if (image < 0).any() or not np.array_equal(cover.optional[image], cover.optional):
        return None
    marks = cover.problem.board.marks[cover.problem.board.mask]
    return image if np.array_equal(marks[image], marks) else None


def _placement_images(cover: Cover, element: int) -> NDArray[np.int32] | None:
    """Return where a symmetry of the square takes each placement; None if it is none of the problem."""
    image = _cell_images(cover, element)
    if image is None:
        return None
    if not cover.size:
        return np.zeros(0, dtype=np.int32)
    index = {shape: i for i, shape in enumerate(cover.oriented)}
    target_of = np.zeros(len(cover.oriented), dtype=np.int64)
    pieces: dict[int, int] = {}
    # An orientation without a placement is in no tiling, so its image does not matter.
    for i in np.unique(cover.orientation).tolist():
        j = index.get(turned(cover.oriented[i], element))
        if j is None:
            return None
        source, target = int(cover.piece[i]), int(cover.piece[j])
        same = cover.least[source] == cover.least[target] and cover.most[source] == cover.most[target]
        if pieces.setdefault(source, target) != target or not same:
            return None
        target_of[i] = j
    count = len(cover.oriented)
    keys = cover.first.astype(np.int64) * count + cover.orientation
    first = np.minimum.reduceat(image[cover.item], cover.start[:-1]).astype(np.int64)
    wanted = first * count + target_of[cover.orientation]
    found = np.minimum(np.searchsorted(keys, wanted), cover.size - 1)
    return found.astype(np.int32) if np.array_equal(keys[found], wanted) else None


def decode(cover: Cover, choices: NDArray[np.integer]) -> Tiling:
    """Turn placement numbers into a tiling.

    Parameters
    ----------
    choices : (depth,) int
        Placement numbers in any order; negative ones are skipped.

    Raises
    ------
    ProblemError
        If a number is not that of a placement.

    Examples
    --------
    >>> cover = compile_cover(Problem("2x3", "L3+"))
    >>> print(decode(cover, np.array([0, 7])))
    AAB
    ABB
    """
    given = np.asarray(choices)
    if given.size and given.max() >= cover.size:
        raise ProblemError(f"there are {cover.size} placements, 0 to {cover.size - 1}; found {given.max()}")
    row = np.maximum(given, -1).astype(np.int32).reshape(1, -1)
    labels, pieces = decode_batch(cover, row)
    return Tiling(labels[0], pieces[0][pieces[0] >= 0], cover.problem.names)


def decode_batch(cover: Cover, choices: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Turn many rows of placement numbers into label arrays with one kernel call.

    Parameters
    ----------
    choices : (m, depth) int32
        Placement numbers in any order, -1 padded.

    Returns
    -------
    labels : (m, rows, columns) int32
        Tiles numbered by first appearance; -1 off the board, -2 for cells that stayed empty.
    pieces : (m, depth) int32
        Piece of each tile, -1 padded.
    """
    from tilewright.kernels.decode import decode as fill

    rows, columns = cover.number.shape
    flat = np.full((len(choices), cover.area), EMPTY, dtype=np.int32)
    pieces = np.full(choices.shape, -1, dtype=np.int32)
    fill(
        np.ascontiguousarray(choices, dtype=np.int32),
        cover.start,
        cover.item,
        cover.placement_piece,
        flat,
        pieces,
    )
    if cover.area == rows * columns:
        return flat.reshape(-1, rows, columns), pieces
    labels = np.full((len(choices), rows * columns), OUTSIDE, dtype=np.int32)
    labels[:, np.flatnonzero(cover.number.ravel() >= 0)] = flat
    return labels.reshape(-1, rows, columns), pieces


def decode_views(
    cover: Cover, choices: NDArray[np.int32]
) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """Return the labels and the pieces of each row of `decode_batch`, as read-only views of the batch."""
    labels, pieces = decode_batch(cover, choices)
    labels.flags.writeable = False
    pieces.flags.writeable = False
    # A tiling of fewer tiles than others has fewer pieces: the padding is cut off.
    sizes = (pieces >= 0).sum(axis=1)
    if (sizes == pieces.shape[1]).all():
        return zip(labels, pieces, strict=True)
    cut = [row[:size] for row, size in zip(pieces, sizes.tolist(), strict=True)]
    return zip(labels, cut, strict=True)
