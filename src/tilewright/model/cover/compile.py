"""Compiling a problem: every oriented piece is tried on every cell."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import MemoryLimitError
from tilewright.model.board import LARGEST_AREA, Board
from tilewright.model.cover.cover import Cover, Lifts, shown_marks
from tilewright.model.cover.demands import with_rules
from tilewright.model.cover.oriented import OrientedPieces
from tilewright.model.problem import Problem
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import Lattice
from tilewright.system.platform.machine import check_room
from tilewright.system.values.arrays import ranges, starts
from tilewright.system.work.deadline import check_time

#: Oriented pieces laid on cells between two looks at the clock, and cells of these.
_BLOCK, _CELLS = 1 << 21, 1 << 24
#: Placements that cover at most so many cells together, if every piece lies everywhere, are not
#: counted before they are written.
_FEW = 1 << 17


def compile_cover(problem: Problem) -> Cover:
    """Compile a problem.

    Every orientation of every piece is tried on every cell. Large boards require two passes: the
    first pass counts the placements, and the second pass stores them. Trying a hundred million
    positions takes about a second.

    Raises
    ------
    ProblemError
        If the problem has faults. The error message lists all faults.
    MemoryLimitError
        If the placements do not fit in the free memory.

    Examples
    --------
    >>> cover = compile_cover(Problem("2x3", "L3+"))
    >>> cover.size, cover.item[cover.start[0] : cover.start[1]].tolist()
    (8, [0, 1, 3])
    >>> len(cover.symmetries())
    4
    """
    from tilewright.kernels.cover import placements as kernel

    problem.check()
    board = problem.board
    pieces = OrientedPieces.of(problem.pieces, problem.turn)
    number = np.full(board.shape, OUTSIDE, dtype=np.int32)
    cells = np.argwhere(board.mask)
    number[board.mask] = np.arange(len(cells), dtype=np.int32)

    frame = _make_frame(board, cells, pieces.extent)
    grid, settled = _make_grid(problem, number, cells, frame)
    shapes = _make_shapes(problem, pieces, len(cells), frame)
    places = len(frame.places)
    # A deadline is looked at, and Ctrl-C heard, between blocks of cells.
    step = max(1, min(_BLOCK // len(pieces.piece), _CELLS // len(pieces.cells)))

    def lay(count: int, entries: int) -> tuple[Any, tuple[int, int]]:
        """Write the placements into arrays of this size, or only count them if the size is 0."""
        placements = kernel.Placements(
            start=np.zeros(count + 1, dtype=np.int64),
            item=np.empty(entries, dtype=np.int32),
            orientation=np.empty(count, dtype=np.int32),
            origin=np.empty(count, dtype=np.int32),
        )
        filled = (0, 0)
        for begin in range(0, places, step):
            check_time()
            end = min(begin + step, places)
            filled = kernel.lay(begin, end, grid, shapes, settled, placements, filled)
        return placements, filled

    room = places * len(pieces.piece), places * len(pieces.cells)
    if room[1] > _FEW:
        room = lay(0, 0)[1]
        _check_room(*room)
    laid, (count, entries) = lay(*room)
    _check_room(count, entries)
    check_time()
    at = laid.origin[:count]

    most = len(cells) // pieces.size
    optional = problem.optional[board.mask] & (problem.empty_most > 0)
    if problem.placed:
        optional &= grid.owner[grid.place[: len(cells)]] < 0
    whole = cells.astype(np.int32, order="C")
    cover = Cover(
        problem=problem,
        cells=whole,
        number=number,
        optional=optional,
        start=_cut_spare(laid.start, count + 1),
        item=_cut_spare(laid.item, entries),
        orientation=_cut_spare(laid.orientation, count),
        origin=(frame.places.astype(np.int32) if board.surface.joined else whole).take(at, axis=0),
        shapes=pieces,
        least=np.minimum(pieces.least, most + 1),
        most=np.minimum(pieces.most, most),
        unlimited=pieces.unlimited,
        empty_least=problem.empty_least,
        empty_most=min(problem.empty_most, int(np.count_nonzero(optional))),
    )
    # Only there can a piece lie on the same cells in several ways.
    several = board.surface.joined or problem.marks_agree
    return with_rules(_merge_placements(problem, frame, cover, at) if several else cover)


def _cut_spare(values: NDArray[Any], count: int) -> NDArray[Any]:
    """Return the used part of an array that has spare capacity."""
    return values if len(values) == count else values[:count].copy()


@dataclass(frozen=True, eq=False)
class _Frame:
    """The part of the plane in which pieces are placed.

    Attributes
    ----------
    low : (d,) int
        The first cell of this part.
    shape : tuple of int
    places : (m, d) int
        The positions of the first cell of a piece. They include at least one copy of each
        placement.
    """

    low: NDArray[np.int64]
    shape: tuple[int, ...]
    places: NDArray[np.int64]

    def flat(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the positions of cells in the flat grid."""
        places: NDArray[np.int64] = (cells - self.low) @ self.strides
        return places

    @cached_property
    def strides(self) -> NDArray[np.int64]:
        """(d,) int64: steps in the flat grid along each axis."""
        return np.array(
            [math.prod(self.shape[axis + 1 :]) for axis in range(len(self.shape))], dtype=np.int64
        )


def _make_frame(board: Board, cells: NDArray[np.int64], extents: NDArray[np.int32]) -> _Frame:
    """Return the part of the plane that pieces with these extents need."""
    if not board.surface.joined:
        # No piece that is larger than the board is ever laid.
        shape = tuple(
            side + min(side, extent)
            for side, extent in zip(board.shape, extents.tolist(), strict=True)
        )
        return _Frame(np.zeros(len(shape), dtype=np.int64), shape, cells)
    turnings = range(len(board.surface.turnings))
    places = np.concatenate(
        [board.surface.image(board.lattice, turning, cells) for turning in turnings]
    )
    low, high = places.min(axis=0) - extents, places.max(axis=0) + 1 + extents
    shape = tuple((high - low).tolist())
    if math.prod(shape) > LARGEST_AREA:
        raise MemoryLimitError(
            "the board and the cells that pieces can reach around it span "
            f"{'x'.join(map(str, shape))} cells, but at most {LARGEST_AREA} are allowed"
        )
    return _Frame(low, shape, places)


def _make_grid(
    problem: Problem, numbers: NDArray[np.int32], cells: NDArray[np.int64], frame: _Frame
) -> tuple[Any, Any]:
    """Return the board with its copies, and the placed pieces, in the form that the kernel
    reads.
    """
    from tilewright.kernels.cover.placements import Grid, Settled

    board = problem.board
    own_places = places = frame.flat(frame.places)
    where, which = cells, None
    if board.surface.joined:
        high = frame.low + frame.shape
        where, which = board.surface.copies(board.lattice, cells, frame.low, high)
        places = frame.flat(where)
    size = math.prod(frame.shape)
    number = np.full(size, OUTSIDE, dtype=np.int32)
    number[places] = np.arange(len(cells)) if which is None else which
    marks = board.marks[board.mask]
    mark = np.full(size, -1, dtype=np.int32)
    mark[places] = _encode_marks(
        marks if which is None else marks[which], board.lattice.kind(where), board.lattice
    )
    owner = np.full(size, -1, dtype=np.int32)
    placed = [problem.piece_index(placement.piece) for placement in problem.placed]
    if placed:
        index_of_cell = np.full(len(cells), -1, dtype=np.int32)
        for index, placement in enumerate(problem.placed):
            index_of_cell[numbers[tuple(np.array(placement.cells).T)]] = index
        owner[places] = index_of_cell if which is None else index_of_cell[which]
    free = [
        p.most is None or placed.count(index) < p.most for index, p in enumerate(problem.pieces)
    ]
    grid = Grid(place=own_places, number=number, mark=mark, owner=owner)
    settled = Settled(
        piece=np.array(placed, dtype=np.int32),
        size=np.array([len(placement.cells) for placement in problem.placed], dtype=np.int32),
        free=np.array(free, dtype=np.bool_),
    )
    return grid, settled


def _encode_marks(
    marks: NDArray[np.integer[Any]], kinds: NDArray[np.integer[Any]], lattice: Lattice
) -> NDArray[np.int32]:
    """Return a number for the mark and the kind of each cell."""
    if lattice.kinds == 1:
        return marks.astype(np.int32)
    return (marks * lattice.kinds + kinds).astype(np.int32)


def _number_marks(problem: Problem, pieces: OrientedPieces) -> dict[str, int]:
    """Return the number of each mark. The marks of the board come first and keep their numbers."""
    letters = {letter: code for code, letter in enumerate(("", *problem.board.alphabet))}
    for _, marks in pieces.oriented:
        for mark in marks:
            letters.setdefault(mark, len(letters))
    return letters


def _match_marks(problem: Problem, pieces: OrientedPieces) -> NDArray[np.bool_]:
    """Return which marks and kinds of pieces may cover which marks and kinds of the board; empty if
    they must be equal.
    """
    if not problem.marks_agree:
        return np.zeros((0, 0), dtype=np.bool_)
    letters = _number_marks(problem, pieces)
    table = np.zeros((len(letters), len(problem.board.alphabet) + 1), dtype=np.bool_)
    for mark, code in letters.items():
        for there in problem.marks_agree.get(mark, (mark,)):
            if letters.get(there, len(letters)) < table.shape[1]:
                table[code, letters[there]] = True
    return np.kron(table, np.eye(problem.board.lattice.kinds, dtype=np.bool_))


def _letters(problem: Problem, pieces: OrientedPieces) -> NDArray[np.int32]:
    """Return the mark of each cell of the oriented pieces, or 0 if it has no mark."""
    if not pieces.marked:
        return np.zeros(len(pieces.cells), dtype=np.int32)
    letters = _number_marks(problem, pieces)
    marks = (letters[mark] for _, marks in pieces.oriented for mark in marks)
    return np.fromiter(marks, dtype=np.int32, count=len(pieces.cells))


def _make_shapes(problem: Problem, pieces: OrientedPieces, area: int, frame: _Frame) -> Any:
    """Return the oriented pieces in the form that the kernel reads."""
    from tilewright.kernels.cover.placements import Shapes

    board = problem.board
    fits = pieces.size[pieces.piece] <= area
    if not board.surface.joined:
        fits &= (pieces.reach < board.shape).all(axis=1)
    return Shapes(
        first=pieces.start,
        offset=pieces.steps @ frame.strides,
        wanted=_encode_marks(_letters(problem, pieces), pieces.kinds, board.lattice),
        agrees=_match_marks(problem, pieces),
        fits=fits,
        piece=pieces.piece,
    )


def _merge_placements(
    problem: Problem, frame: _Frame, cover: Cover, origin: NDArray[np.int32]
) -> Cover:
    """Drop placements that overlap themselves, and merge placements of a piece that cover the same
    cells.
    """
    from tilewright.kernels.cover import placements as kernel

    surface = problem.board.surface
    # Sorting them takes several copies.
    check_room(
        180 * cover.size + 32 * len(cover.item),
        f"the {cover.size} placements of the pieces on this board need {{}}",
    )
    count = len(cover.oriented)
    nothing = np.zeros(0, dtype=np.int32)
    mark = shown_marks(cover)[1].copy() if problem.reads_marks else nothing
    check_time()
    cover = replace(cover, lifts=Lifts.of(surface, frame.places, count))
    assert cover.lifts is not None
    key = origin.astype(np.int64) * count + cover.orientation
    laid = kernel.Merging(
        start=cover.start,
        item=cover.item.copy(),
        mark=mark,
        piece=cover.placement_piece,
        orientation=cover.orientation,
        extra=_least_keys(cover, key) if problem.by_wrap else nothing.astype(np.int64),
        which=np.empty(cover.size, dtype=np.int32),
        chosen=np.empty(cover.size, dtype=np.int32),
    )
    check_time()
    chosen = laid.chosen[: kernel.merge(laid)]
    check_time()
    sizes = np.diff(cover.start)[chosen]
    proper = laid.which >= 0
    return replace(
        cover,
        start=starts(sizes),
        item=laid.item[ranges(cover.start[chosen], sizes)],
        orientation=cover.orientation[chosen],
        origin=cover.origin[chosen],
        # Placements are laid place by place, so that their keys ascend.
        lifts=replace(cover.lifts, key=key[proper], placement=laid.which[proper]),
        whole=True,
    )


def _least_keys(cover: Cover, key: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the smallest key among the images of a placement under the moves of the surface."""
    surface, lattice, pieces = (
        cover.problem.board.surface,
        cover.problem.board.lattice,
        cover.shapes,
    )
    least = key
    for turning, element in enumerate(surface.turnings[1:], start=1):
        assert cover.lifts is not None
        # All orientations that have a placement become others: `faults` has seen to it.
        lead = pieces.steps[pieces.start[:-1] + pieces.turned.lead[element]]
        cells = surface.image(lattice, turning, cover.origin + lead[cover.orientation])
        place = cover.lifts.places(surface, cells)
        target = pieces.turned.target[element].astype(np.int64)
        least = np.minimum(least, place * len(cover.oriented) + target[cover.orientation])
    return least


def _check_room(count: int, entries: int) -> None:
    """Raise an error if the placements do not fit into memory: 20 bytes per placement and 4 per
    cell, twice.
    """
    check_room(
        40 * count + 10 * entries, f"the {count} placements of the pieces on this board need {{}}"
    )
