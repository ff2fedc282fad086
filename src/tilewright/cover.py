"""Cover: the compiled problem, flat arrays of placements that every engine reads."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.board import LARGEST_AREA, Board
from tilewright.deadline import check_time
from tilewright.errors import MemoryLimitError, ProblemError
from tilewright.lattice import Lattice
from tilewright.memory import available_memory, in_units
from tilewright.piece import Oriented
from tilewright.problem import Problem
from tilewright.surface import Surface
from tilewright.tiling import EMPTY, OUTSIDE, Tiling

__all__ = ["Cover", "CoverSymmetry", "compile_cover", "decode", "decode_batch", "decode_tilings"]

#: Oriented pieces laid on cells between two looks at the clock.
_BLOCK = 1 << 21
#: Placements are found in a table of all first cells and oriented pieces if it has at most so many entries.
_TABLE = 1 << 20


@dataclass(frozen=True, eq=False)
class Cover:
    """The compiled form of a problem.

    Cells are numbered in reading order. Holes, marks and pieces already placed are expressed by
    which placements exist: the cells of a piece already placed have no other placement, and may not
    stay empty; a piece of which no copy is left has no other placement either.

    Attributes
    ----------
    problem : Problem
    cells : (a, d) int32
        Row and column (of cubes: layer, row and column) of each cell of the board; the cell's number is its row here.
    number : int32 array of the shape of the board
        The cell's number, -1 off the board.
    optional : (a,) bool
        Cells that may stay empty; none of a piece already placed.
    start : (p + 1,) int64
        Placement j covers ``item[start[j]:start[j + 1]]``.
    item : (nnz,) int32
        Cell numbers, ascending inside a placement.
    orientation : (p,) int32
        Oriented piece of each placement. Placements are sorted by (first cell, orientation).
    origin : (p, d) int32
        Where the first cell of the placement's orientation lies. Where sides are joined that is a cell of the plane,
        which may be a copy of one of the board.
    piece : (f,) int32
        Piece of each oriented piece.
    shape_start : (f + 1,) int32
        Oriented piece i has the cells ``shape_cells[shape_start[i]:shape_start[i + 1]]``.
    shape_cells : (nnz_f, d) int32
        The cells of the polyform.
    least, most : (k,) int64
        Copies of each piece; `most` is clipped to what the area allows, and `least` to one more
        than that (which says as well that there is no tiling).
    unlimited : (k,) bool
        Pieces of which there is any number.
    empty_least, empty_most : int
        How many of the optional cells stay empty; `empty_most` is at most their number.
    oriented : tuple of (Polyform, marks)
        Each oriented piece as an object.
    lifts : Lifts, optional
        Where sides are joined: which placement each orientation is wherever it is laid.
    """

    problem: Problem
    cells: NDArray[np.int32]
    number: NDArray[np.int32]
    optional: NDArray[np.bool_]
    start: NDArray[np.int64]
    item: NDArray[np.int32]
    orientation: NDArray[np.int32]
    origin: NDArray[np.int32]
    piece: NDArray[np.int32]
    shape_start: NDArray[np.int32]
    shape_cells: NDArray[np.int32]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    unlimited: NDArray[np.bool_]
    empty_least: int
    empty_most: int
    oriented: tuple[Oriented, ...]
    lifts: Lifts | None = None

    def __repr__(self) -> str:
        return f"<Cover of {self.problem.board}: {self.size} placements of {len(self.least)} pieces>"

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
    def used(self) -> NDArray[np.int64]:
        """(u,) int64: the oriented pieces that have a placement, ascending."""
        return np.flatnonzero(np.bincount(self.orientation, minlength=len(self.piece)))

    def find(self, first: NDArray[np.integer], orientation: NDArray[np.integer]) -> NDArray[np.int32]:
        """Return the placements of oriented pieces (m,) with these first cells (m,) in reading order; -1 for none."""
        count = len(self.piece)
        wanted = first.astype(np.int64) * count + orientation
        if self._numbers is not None:
            return self._numbers[wanted]
        keys = self.first.astype(np.int64) * count + self.orientation
        found = np.minimum(np.searchsorted(keys, wanted), self.size - 1)
        return np.where(keys[found] == wanted, found, -1).astype(np.int32)

    @cached_property
    def _numbers(self) -> NDArray[np.int32] | None:
        """The placement of each oriented piece on each first cell, -1 for none; None if the table would be large."""
        count = len(self.piece)
        if self.area * count > _TABLE:
            return None
        numbers = np.full(self.area * count, -1, dtype=np.int32)
        numbers[self.first.astype(np.int64) * count + self.orientation] = np.arange(self.size, dtype=np.int32)
        return numbers

    @cached_property
    def anchor(self) -> NDArray[np.int32]:
        """(p, d) int32: where the origin of the cells of each placement's orientation lies."""
        return self.origin - self.shape_cells[self.shape_start[self.orientation]]

    @cached_property
    def patterns(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Which placements are alike but for where they lie, as sets of cells of the board.

        Returns
        -------
        pattern : (p,) int32
            Two placements with the same number are of one piece, and each cell of one is as far from the same cell of
            the other. No two of one pattern have the same first cell. On flat boards these are the orientations; where
            sides are joined, a piece that lies over a side is of another pattern.
        piece : (number of patterns,) int32
            The piece of each.
        """
        if self.lifts is None or not self.size:
            return self.orientation, self.piece
        most = int(np.diff(self.start).max())
        rows = np.zeros((self.size, 2 + most * self.cells.shape[1]), dtype=np.int64)
        rows[:, 0] = self.placement_piece
        padded = _padded(self.start, self.item)
        cells = self.cells[padded] - self.cells[self.first][:, None]
        cells[padded < 0] = 0
        rows[:, 2:] = cells.reshape(self.size, -1)
        # Ways to go round that cover the same cells are told apart by number.
        same = np.concatenate([self.first[:, None], rows], axis=1)
        _, which = np.unique(same, axis=0, return_inverse=True)
        order = np.argsort(which.ravel(), kind="stable")
        begin = np.searchsorted(which.ravel()[order], np.arange(which.max() + 1))
        rows[order, 1] = np.arange(self.size) - begin[which.ravel()[order]]
        _, example, pattern = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        return pattern.ravel().astype(np.int32), self.placement_piece[example]

    @property
    def symmetry_bound(self) -> int:
        """At least the number of symmetries; where sides are joined, the board may be moved over itself, too."""
        return self.problem.board.lattice.order * (self.area if self.lifts is not None else 1)

    @cached_property
    def _symmetries(self) -> tuple[CoverSymmetry, ...]:
        needed, room = 4 * (self.symmetry_bound // 2) * (self.size + self.area), available_memory()
        if self.lifts is not None and needed > room:
            raise MemoryLimitError(
                f"the board is moved over itself in up to {self.symmetry_bound} ways, which need {in_units(needed)}; "
                f"{in_units(room)} are free"
            )
        distinct: dict[bytes, CoverSymmetry] = {}
        for element in self.problem.board.lattice.elements:
            turned: _Turned | None = None
            for shift in _shifts(self, element):
                cells = _cell_images(self, element, shift)
                if cells is None:
                    continue
                turned = turned or _turned(self, element)
                if turned is None:
                    break
                placements = _placement_images(self, element, shift, turned)
                if placements is not None:
                    symmetry = CoverSymmetry(element, tuple(shift.tolist()), cells, placements)
                    distinct.setdefault(placements.tobytes(), symmetry)
        return tuple(distinct.values())

    def arrays(self) -> tuple[object, ...]:
        """Return what decides which tilings there are: two covers with equal ones have the same tilings."""
        placements = (self.start, self.item, self.orientation, self.piece, self.least, self.most)
        return (*placements, self.optional, self.number, int(self.empty_least), int(self.empty_most))

    def symmetries(self) -> NDArray[np.int32]:
        """Return the symmetries of the problem as permutations of its placements.

        Returns
        -------
        (g, p) int32
            Row 0 is the identity; all rows differ. A symmetry of the lattice is one of the problem if
            it takes the board to itself and every placement to a placement, pieces to pieces with the
            same copies (under ``one-sided`` a reflection may take a piece to its mirror image). Symmetries
            that act alike on the placements are one: on a board of one row there are at most two.
            With pieces already placed, it takes these to each other. Where sides are joined, the moves of the board over
            itself are among them.
        """
        return np.stack([symmetry.placements for symmetry in self._symmetries])

    def cell_symmetries(self) -> tuple[CoverSymmetry, ...]:
        """Return the symmetries of the problem with what each does to the cells, in the order of `symmetries`."""
        return self._symmetries

    def turnings(self) -> tuple[CoverSymmetry, ...]:
        """Return the symmetries that somebody can do who turns the whole board as its pieces may be turned.

        Where pieces are not flipped over, neither is the board: a mirror image has to be found for itself.

        The identity is the first.
        """
        allowed = self.problem.board.lattice.turns
        turns = set(allowed[self.problem.turn])
        for piece in self.problem.pieces:
            turns &= set(allowed[piece.turn or self.problem.turn])
        return tuple(each for each in self._symmetries if each.element in turns)

    def only(self, allowed: NDArray[np.bool_]) -> Cover:
        """Return the cover with some of its placements.

        Parameters
        ----------
        allowed : (p,) bool
        """
        lifts = self.lifts
        if lifts is not None and len(lifts.key):
            number = np.where(allowed, np.cumsum(allowed) - 1, -1).astype(np.int32)
            lifts = replace(lifts, placement=number[lifts.placement])
        return replace(
            self,
            start=np.concatenate([[0], np.cumsum(np.diff(self.start)[allowed])]).astype(self.start.dtype),
            item=self.item[np.repeat(allowed, np.diff(self.start))],
            orientation=self.orientation[allowed],
            origin=self.origin[allowed],
            lifts=lifts,
        )


@dataclass(frozen=True, eq=False)
class CoverSymmetry:
    """A symmetry of a problem, as permutations.

    Attributes
    ----------
    element : int
        The first symmetry of the lattice that acts on the placements in this way.
    shift : tuple of int
        The translation after it.
    cells : (a,) int32
        The image of each cell: cells with its mark, and cells that may stay empty if it may.
    placements : (p,) int32
        The image of each placement: it covers the images of the cells.
    """

    element: int
    shift: tuple[int, ...]
    cells: NDArray[np.int32]
    placements: NDArray[np.int32]


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
    shape_cells = _flat((shape.cells for shape, _ in oriented), axes * int(shape_start[-1])).reshape(-1, axes)

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


def _flat(rows: Iterable[Iterable[Any]], count: int) -> NDArray[np.int32]:
    """Return all numbers of sequences of cells as one array."""
    chain = itertools.chain.from_iterable
    return np.fromiter(chain(chain(rows)), dtype=np.int32, count=count)


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


def _padded(start: NDArray[np.int64], item: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the cells of each placement in a row, -1 after the last."""
    sizes = np.diff(start)
    rows = np.full((len(sizes), int(sizes.max(initial=0))), -1, dtype=np.int32)
    rows[np.arange(rows.shape[1]) < sizes[:, None]] = item
    return rows


@dataclass(frozen=True, eq=False)
class Lifts:
    """Where sides are joined: which placement each orientation is, wherever in the plane it is laid.

    Attributes
    ----------
    low : (d,) int64
    table : int64 array
        The place of each cell of a part of the plane that begins with `low`; all others are some periods away.
    key : (n,) int64
        Place and orientation of all that can be laid, ascending.
    placement : (n,) int32
        The placement that it is; several are one, if they cover the same cells with the same piece.
    orientations : int
        How many oriented pieces there are.
    """

    low: NDArray[np.int64]
    table: NDArray[np.int64]
    key: NDArray[np.int64]
    placement: NDArray[np.int32]
    orientations: int

    def places(self, surface: Surface, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places of cells of the plane, -1 for none."""
        moved = surface.reduced(cells) - self.low
        inside = ((moved >= 0) & (moved < self.table.shape)).all(axis=1)
        found = np.full(len(cells), -1, dtype=np.int64)
        found[inside] = self.table[tuple(moved[inside].T)]
        return found

    def find(self, place: NDArray[np.int64], orientation: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the placements that orientations are at places, -1 for none."""
        wanted = place * self.orientations + orientation
        found = np.minimum(np.searchsorted(self.key, wanted), len(self.key) - 1)
        return np.where(self.key[found] == wanted, self.placement[found], -1).astype(np.int32)

    @classmethod
    def of(cls, surface: Surface, places: NDArray[np.int64], orientations: int) -> Lifts:
        """Return an empty table for these places."""
        residues = surface.reduced(places)
        low = residues.min(axis=0)
        table = np.full(tuple((residues.max(axis=0) + 1 - low).tolist()), -1, dtype=np.int64)
        table[tuple((residues - low).T)] = np.arange(len(places))
        return cls(low, table, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32), orientations)


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
    rows = _padded(cover.start, cover.item)
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
        turned = _turned(cover, element)
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


@dataclass(frozen=True, eq=False)
class _Turned:
    """What a symmetry of the lattice makes of oriented pieces.

    Attributes
    ----------
    target : (f,) int64
        The orientation that each becomes, -1 where it is none of them.
    lead : (f, d) int64
        From its first cell to the one that becomes the first.
    """

    target: NDArray[np.int64]
    lead: NDArray[np.int64]


@lru_cache(maxsize=64)
def _turned_shapes(oriented: tuple[Oriented, ...]) -> tuple[_Turned, ...]:
    """Return what each symmetry of their lattice makes of oriented pieces: their cells and marks as numbers, sorted."""
    lattice = oriented[0][0].lattice
    start = np.concatenate([[0], np.cumsum([len(shape) for shape, _ in oriented])])
    cells = _flat((shape.cells for shape, _ in oriented), lattice.dimension * int(start[-1]))
    cells = cells.reshape(-1, lattice.dimension).astype(np.int64)
    owner = np.repeat(np.arange(len(oriented)), np.diff(start))
    number: dict[str, int] = {}
    letters = np.array([number.setdefault(mark, len(number)) for _, marks in oriented for mark in marks])
    # A turned piece is no wider than it was long and wide together.
    extent = np.int64(2 * lattice.kinds * (int(cells.max(axis=0).sum()) + 2))
    weights = extent ** np.arange(lattice.dimension)[::-1]
    bounds = start.tolist()
    index: dict[bytes, int] = {}
    found = []
    for element in lattice.elements:
        check_time()
        image = lattice.image(element, cells)
        corner = np.minimum.reduceat(image, start[:-1])
        corner -= corner % lattice.periods
        code = (image - corner[owner]) @ weights
        order = np.lexsort((code, owner))
        looks = code[order] * len(number) + letters[order]
        keys = [looks[begin:end].tobytes() for begin, end in itertools.pairwise(bounds)]
        if not element:
            index = {key: i for i, key in enumerate(keys)}
        target = np.array([index.get(key, -1) for key in keys], dtype=np.int64)
        found.append(_Turned(target, cells[order[start[:-1]]] - cells[start[:-1]]))
    return tuple(found)


def _turned(cover: Cover, element: int) -> _Turned | None:
    """Return what a symmetry makes of the oriented pieces; None if pieces or their copies do not agree.

    An orientation without a placement is in no tiling, so its image does not matter.
    """
    turned = _turned_shapes(cover.oriented)[element]
    target = turned.target[cover.used]
    if (target < 0).any():
        return None
    source, piece = cover.piece[cover.used], cover.piece[target]
    image_of = np.zeros(len(cover.least), dtype=np.int32)
    image_of[source] = piece
    same = (cover.least[source] == cover.least[piece]) & (cover.most[source] == cover.most[piece])
    return turned if (same & (image_of[source] == piece)).all() else None


def _shifts(cover: Cover, element: int) -> Iterator[NDArray[np.int64]]:
    """Yield the translations after which a symmetry may take the board to itself.

    On a flat board that is one, which brings the corner of the board's cells to where it was. Where sides are joined,
    the first cell may go to any cell of its kind, if what is joined stays joined.
    """
    board = cover.problem.board
    image = board.lattice.image(element, cover.cells.astype(np.int64))
    if not board.surface.joined:
        yield (board.lattice.corner(cover.cells) - board.lattice.corner(image))[0].astype(np.int64)
        return
    shifts = cover.cells - image[0]
    shifts = shifts[shifts[:, -1] % board.lattice.kinds == 0]
    # Nothing moved at all comes first.
    for shift in shifts[np.argsort((shifts != 0).any(axis=1), kind="stable")]:
        check_time()
        if board.surface.transform(board.lattice, element, shift) == board.surface:
            yield shift


def _cell_images(cover: Cover, element: int, shift: NDArray[np.int64]) -> NDArray[np.int32] | None:
    """Return where a symmetry, then a translation, takes each cell; None if cells, marks or optional cells do not agree."""
    board = cover.problem.board
    moved = board.lattice.image(element, cover.cells.astype(np.int64)) + shift
    if cover.lifts is not None:
        image = cover.lifts.places(board.surface, moved).astype(np.int32)
        # The places after the board's own cells are their copies across a flip.
        image = np.where(image < 0, image, image % cover.area).astype(np.int32)
    elif (moved.max(axis=0) >= cover.number.shape).any():
        return None
    else:
        image = cover.number[tuple(moved.T)]
    if (image < 0).any() or not np.array_equal(cover.optional[image], cover.optional):
        return None
    marks = board.marks[board.mask]
    return image if np.array_equal(marks[image], marks) else None


def _placement_images(
    cover: Cover, element: int, shift: NDArray[np.int64], turned: _Turned
) -> NDArray[np.int32] | None:
    """Return where a symmetry takes each placement; None if it is none of the problem."""
    if not cover.size:
        return np.zeros(0, dtype=np.int32)
    board = cover.problem.board
    check_time()
    origin = board.lattice.image(element, cover.origin + turned.lead[cover.orientation]) + shift
    target = turned.target[cover.orientation]
    if cover.lifts is None:
        image = cover.find(cover.number[tuple(origin.T)], target)
    else:
        image = cover.lifts.find(cover.lifts.places(board.surface, origin), target)
    return None if (image < 0).any() else image


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
    board = cover.problem.board
    return Tiling(labels[0], pieces[0][pieces[0] >= 0], cover.problem.names, board.lattice, board.surface)


def decode_batch(cover: Cover, choices: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Turn many rows of placement numbers into label arrays with one kernel call.

    Parameters
    ----------
    choices : (m, depth) int32
        Placement numbers in any order, -1 padded.

    Returns
    -------
    labels : (m, …) int32
        Of the shape of the board, one after the other. Tiles numbered by first appearance; -1 off the board, -2 for cells that stayed empty.
    pieces : (m, depth) int32
        Piece of each tile, -1 padded.
    """
    from tilewright.kernels.cover.decode import decode as fill

    shape = cover.number.shape
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
    if cover.area == cover.number.size:
        return flat.reshape(-1, *shape), pieces
    labels = np.full((len(choices), cover.number.size), OUTSIDE, dtype=np.int32)
    labels[:, np.flatnonzero(cover.number.ravel() >= 0)] = flat
    return labels.reshape(-1, *shape), pieces


def decode_tilings(cover: Cover, choices: NDArray[np.int32]) -> Iterator[Tiling]:
    """Return the tiling of each row of placement numbers; their arrays are read-only views of one batch."""
    labels, pieces = decode_batch(cover, choices)
    labels.flags.writeable = False
    pieces.flags.writeable = False
    # A tiling of fewer tiles than others has fewer pieces: the padding is cut off.
    sizes = (pieces >= 0).sum(axis=1)
    own = pieces if (sizes == pieces.shape[1]).all() else map(_cut, pieces, sizes.tolist())
    board, always = cover.problem.board, itertools.repeat
    return map(
        Tiling._trusted,
        labels,
        own,
        always(cover.problem.names),
        always(board.lattice),
        always(board.surface),
    )


def _cut(row: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    return row[:size]
