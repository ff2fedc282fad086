"""Compiling a problem: every oriented piece is laid on every cell."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.board import LARGEST_AREA, Board
from tilewright.cover.compiled import Cover
from tilewright.cover.images import turned_by
from tilewright.cover.lifts import Lifts
from tilewright.cover.rows import flat, padded
from tilewright.deadline import check_time
from tilewright.errors import MemoryLimitError
from tilewright.lattice import Lattice
from tilewright.piece import Oriented
from tilewright.problem import Problem
from tilewright.system.memory import available_memory, in_units
from tilewright.tiling import OUTSIDE

__all__ = ["compile_cover"]

#: Oriented pieces laid on cells between two looks at the clock.
_BLOCK = 1 << 21


def compile_cover(problem: Problem) -> Cover:
    """Compile a problem.

    Every oriented piece is laid on every cell, twice: to count the placements and to write them. A hundred million
    tries take about a second.

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
    from tilewright.kernels.cover import placements as kernel

    problem.check()
    board = problem.board
    number = np.full(board.shape, OUTSIDE, dtype=np.int32)
    number[board.mask] = np.arange(board.area, dtype=np.int32)
    cells = np.argwhere(board.mask)
    groups = []
    for listed in problem.pieces:
        check_time()
        groups.append(listed.orientations(problem.turn))
    oriented = tuple(itertools.chain.from_iterable(groups))
    piece = np.repeat(np.arange(len(groups), dtype=np.int32), [len(group) for group in groups])
    sizes = np.array([len(shape) for shape, _ in oriented], dtype=np.int64)
    shape_start = np.concatenate([[0], np.cumsum(sizes)])
    axes = board.lattice.dimension
    shape_cells = flat((shape.cells for shape, _ in oriented), axes * int(shape_start[-1])).reshape(-1, axes)

    frame = _frame(board, cells, shape_cells.max(axis=0, initial=0))
    grid, settled = _grid(problem, cells, frame)
    shapes = _shapes(problem, oriented, shape_start, shape_cells, piece, frame)
    places = len(frame.places)
    # A deadline is looked at, and Ctrl-C heard, between blocks of cells.
    step = max(1, _BLOCK // max(1, len(oriented)))

    def lay(count: int, entries: int) -> tuple[Any, tuple[int, int]]:
        """Write the placements into arrays of this size, or only count them if it is 0."""
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

    _, total = lay(0, 0)
    _check_room(*total)
    placements, _ = lay(*total)

    room = np.array([board.area // len(p.polyomino) for p in problem.pieces], dtype=np.int64)
    most = [
        limit if p.most is None else min(p.most, limit) for p, limit in zip(problem.pieces, room, strict=True)
    ]
    least = [min(p.least, limit + 1) for p, limit in zip(problem.pieces, room, strict=True)]
    optional = problem.optional[board.mask] & (grid.owner[grid.place[: board.area]] < 0)
    origin = frame.places.astype(np.int32)[placements.origin]
    cover = Cover(
        problem=problem,
        cells=cells.astype(np.int32, order="C"),
        number=number,
        optional=optional,
        **(placements._asdict() | {"origin": origin}),
        piece=piece,
        shape_start=shape_start.astype(np.int32),
        shape_cells=shape_cells,
        least=np.array(least, dtype=np.int64),
        most=np.array(most, dtype=np.int64),
        unlimited=np.array([p.most is None for p in problem.pieces]),
        empty_least=problem.empty_least,
        empty_most=min(problem.empty_most, int(optional.sum())),
        oriented=oriented,
    )
    return _merged(problem, frame, cover, placements.origin) if board.surface.joined else cover


@dataclass(frozen=True, eq=False)
class _Frame:
    """The part of the plane in which pieces are laid.

    Attributes
    ----------
    low : (d,) int
        Its first cell.
    shape : tuple of int
    places : (m, d) int
        Where the first cell of a piece may be: of each placement at least one lies so.
    """

    low: NDArray[np.int64]
    shape: tuple[int, ...]
    places: NDArray[np.int64]

    def flat(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places of cells in the flat grid."""
        places: NDArray[np.int64] = (cells - self.low) @ self.strides
        return places

    @property
    def strides(self) -> NDArray[np.int64]:
        """(d,) int64: steps in the flat grid along each axis."""
        return np.cumprod((1, *self.shape[:0:-1]))[::-1].astype(np.int64)


def _frame(board: Board, cells: NDArray[np.int64], extents: NDArray[np.int32]) -> _Frame:
    """Return the part of the plane that pieces of these extents need."""
    if not board.surface.joined:
        # No piece that is larger than the board is ever laid.
        around = np.minimum(extents, board.shape)
        return _Frame(np.zeros(len(around), dtype=np.int64), tuple((board.shape + around).tolist()), cells)
    turnings = range(len(board.surface.turnings))
    places = np.concatenate([board.surface.image(board.lattice, turning, cells) for turning in turnings])
    low, high = places.min(axis=0) - extents, places.max(axis=0) + 1 + extents
    shape = tuple((high - low).tolist())
    if math.prod(shape) > LARGEST_AREA:
        raise MemoryLimitError(
            f"the pieces reach over {'x'.join(map(str, shape))} cells around the board; at most {LARGEST_AREA} are held"
        )
    return _Frame(low, shape, places)


def _grid(problem: Problem, cells: NDArray[np.int64], frame: _Frame) -> tuple[Any, Any]:
    """Return the board and what is joined to it, and the pieces already placed, as the kernel reads them."""
    from tilewright.kernels.cover.placements import Grid, Settled

    board = problem.board
    where, which = cells, np.arange(len(cells))
    if board.surface.joined:
        high = frame.low + frame.shape
        where, which = board.surface.copies(board.lattice, cells, frame.low, high)
    places = frame.flat(where)
    size = math.prod(frame.shape)
    number = np.full(size, OUTSIDE, dtype=np.int32)
    number[places] = which
    mark = np.full(size, -1, dtype=np.int32)
    mark[places] = _marked(board.marks[board.mask][which], where, board.lattice)
    owner = np.full(size, -1, dtype=np.int32)
    own = np.full(len(cells), -1, dtype=np.int32)
    numbers = np.full(board.shape, -1, dtype=np.int64)
    numbers[board.mask] = np.arange(len(cells))
    for index, placement in enumerate(problem.placed):
        own[numbers[tuple(np.array(placement.cells).T)]] = index
    owner[places] = own[which]
    placed = [problem.piece_index(placement.piece) for placement in problem.placed]
    free = [p.most is None or placed.count(index) < p.most for index, p in enumerate(problem.pieces)]
    grid = Grid(place=frame.flat(frame.places), number=number, mark=mark, owner=owner)
    settled = Settled(
        piece=np.array(placed, dtype=np.int32),
        size=np.array([len(placement.cells) for placement in problem.placed], dtype=np.int32),
        free=np.array(free, dtype=np.bool_),
    )
    return grid, settled


def _marked(
    marks: NDArray[np.integer[Any]], cells: NDArray[np.integer[Any]], lattice: Lattice
) -> NDArray[np.int32]:
    """Return one number for the mark and the kind of each cell."""
    if lattice.kinds == 1:
        return marks.astype(np.int32)
    return (marks * lattice.kinds + cells[:, -1] % lattice.kinds).astype(np.int32)


def _letters(problem: Problem, oriented: tuple[Oriented, ...], count: int) -> NDArray[np.int32]:
    """Return the mark of each cell of the oriented pieces, 0 for none."""
    if not any(any(piece.marks) for piece in problem.pieces):
        return np.zeros(count, dtype=np.int32)
    letters = {"": 0} | {letter: code for code, letter in enumerate(problem.board.alphabet, start=1)}
    # A letter that the board does not have lies nowhere.
    marks = (letters.setdefault(mark, len(letters)) for _, marks in oriented for mark in marks)
    return np.fromiter(marks, dtype=np.int32, count=count)


def _shapes(
    problem: Problem,
    oriented: tuple[Oriented, ...],
    start: NDArray[np.int64],
    cells: NDArray[np.int32],
    piece: NDArray[np.int32],
    frame: _Frame,
) -> Any:
    """Return the oriented pieces as the kernel reads them."""
    from tilewright.kernels.cover.placements import Shapes

    board = problem.board
    places = cells.astype(np.int64) @ frame.strides
    fits = np.diff(start) <= board.area
    if len(cells) and not board.surface.joined:
        fits = np.asarray((np.maximum.reduceat(cells, start[:-1]) < board.shape).all(axis=1))
    return Shapes(
        first=start,
        offset=places - np.repeat(places[start[:-1]], np.diff(start)),
        wanted=_marked(_letters(problem, oriented, len(cells)), cells, board.lattice),
        fits=fits,
        piece=piece,
    )


def _merged(problem: Problem, frame: _Frame, cover: Cover, origin: NDArray[np.int32]) -> Cover:
    """Drop what meets itself, and make one of what covers the same cells with the same piece.

    Parameters
    ----------
    cover : Cover
        With everything that was laid.
    origin : (p,) int32
        The place of each.
    """
    surface = problem.board.surface
    sizes = np.diff(cover.start)
    owner = np.repeat(np.arange(cover.size), sizes)
    item = cover.item[np.lexsort((cover.item, owner))]
    twice = (item[1:] == item[:-1]) & (owner[1:] == owner[:-1])
    meets = np.zeros(cover.size, dtype=bool)
    meets[owner[1:][twice]] = True
    cover = replace(cover, item=item, lifts=Lifts.of(surface, frame.places, len(cover.oriented))).only(~meets)
    origin = origin[~meets]
    assert cover.lifts is not None
    count = len(cover.oriented)
    key = origin.astype(np.int64) * count + cover.orientation
    rows = padded(cover.start, cover.item)
    columns: list[NDArray[Any]] = [cover.placement_piece[:, None], rows]
    if problem.by_wrap:
        columns.append(_moved_keys(cover, key)[:, None])
    _, example, which = np.unique(
        np.concatenate(columns, axis=1), axis=0, return_index=True, return_inverse=True
    )
    # Sorted by first cell, then by orientation; what is still alike by its cells.
    order = np.lexsort((*rows[example].T[::-1], cover.orientation[example], cover.first[example]))
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    chosen = example[order]
    lifts = replace(cover.lifts, key=key, placement=rank[which.ravel()])
    ascending = np.argsort(key)
    return replace(
        cover,
        start=np.concatenate([[0], np.cumsum(np.diff(cover.start)[chosen])]).astype(cover.start.dtype),
        item=rows[chosen][rows[chosen] >= 0],
        orientation=cover.orientation[chosen],
        origin=cover.origin[chosen],
        lifts=replace(lifts, key=key[ascending], placement=lifts.placement[ascending]),
    )


def _moved_keys(cover: Cover, key: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the least key of all that the moves of the surface take what is laid to."""
    surface, lattice = cover.problem.board.surface, cover.problem.board.lattice
    least = key
    for turning, element in enumerate(surface.turnings[1:], start=1):
        turned = turned_by(cover, element)
        assert turned is not None and cover.lifts is not None  # `faults` has seen to it
        cells = surface.image(lattice, turning, cover.origin + turned.lead[cover.orientation])
        place = cover.lifts.places(surface, cells)
        least = np.minimum(least, place * len(cover.oriented) + turned.target[cover.orientation])
    return least


def _check_room(count: int, entries: int) -> None:
    """Refuse what would not fit into memory, before it is built.

    The cover takes 20 bytes for each placement and 4 for each of its cells; the rest is what engines make of it.
    """
    needed, room = 70 * count + 30 * entries, available_memory()
    if needed > room:
        raise MemoryLimitError(
            f"the pieces have {count} placements on this board, which need about {in_units(needed)}; "
            f"{in_units(room)} are free"
        )
