"""The compiled problem, which consists of flat arrays of placements, and its symmetries."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ProblemError, RequestError
from tilewright.model.cover.oriented import OrientedPieces
from tilewright.model.cover.sums import Sums
from tilewright.model.piece import Oriented
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY, OUTSIDE
from tilewright.model.space.surface import Surface, neighboring
from tilewright.model.tiling import Tiling
from tilewright.system.platform.machine import check_room
from tilewright.system.values.arguments import format_value
from tilewright.system.values.arrays import grouped, ranges, read_only, starts, unique_rows
from tilewright.system.work.deadline import check_time

#: What counts once: nothing, images by rotations and reflections, or images by rotations.
Unique = bool | Literal["rotations"]

#: Placements are found in a table of all first cells and oriented pieces if it has at most so many
#: entries.
_TABLE = 1 << 20
#: Numbers in the arrays of symmetries that are tried together.
_BLOCK = 1 << 21


def check_unique(unique: object) -> Unique:
    """Return the value if it is True, False or "rotations". Otherwise, raise a RequestError."""
    if unique is True or unique is False or unique == "rotations":
        return unique
    raise RequestError(
        f"must be True, False or 'rotations', got {format_value(unique)}", where="unique"
    )


def up_to(unique: Unique) -> str:
    """Return the phrase that says which tilings count once; empty if every tiling counts."""
    return "" if not unique else " up to rotations" if unique == "rotations" else " up to symmetry"


@dataclass(frozen=True, eq=False)
class CoverSymmetry:
    """A symmetry of a problem, as permutations.

    Attributes
    ----------
    element : int
        The symmetry of the lattice. In `Cover.cell_symmetries`, it is the first symmetry that acts
        on the placements in this way.
    shift : tuple of int
        The translation that follows the symmetry.
    cells : (a,) int32
        The image of each cell, which has the same mark, and may stay empty if the cell may.
    placements : (p,) int32
        The image of each placement, which covers the images of its cells.
    """

    element: int
    shift: tuple[int, ...]
    cells: NDArray[np.int32]
    placements: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Lifts:
    """The placement for each orientation and position in the plane, if sides are joined or marks
    agree with several marks.

    Attributes
    ----------
    low : (d,) int64
    table : int64 array
        The position number of each cell in a part of the plane that begins with `low`. All other
        cells are translates by periods.
    key : (n,) int64
        The position and orientation of all valid pairs, in ascending order.
    placement : (n,) int32
        The placement of each pair. Pairs that cover the same cells with the same piece are one
        placement.
    orientations : int
        The number of oriented pieces.
    """

    low: NDArray[np.int64]
    table: NDArray[np.int64]
    key: NDArray[np.int64]
    placement: NDArray[np.int32]
    orientations: int

    @property
    def count(self) -> int:
        """The number of positions."""
        return int(self.table.max()) + 1

    def places(self, surface: Surface, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the position numbers of cells of the plane, or -1 if there is no position."""
        moved = surface.reduced(cells) - self.low
        inside = ((moved >= 0) & (moved < self.table.shape)).all(axis=1)
        numbers = np.full(len(cells), -1, dtype=np.int64)
        numbers[inside] = self.table[tuple(moved[inside].T)]
        return numbers

    @classmethod
    def of(cls, surface: Surface, places: NDArray[np.int64], orientations: int) -> Lifts:
        """Return an empty table for these positions."""
        residues = surface.reduced(places)
        low = residues.min(axis=0)
        table = np.full(tuple((residues.max(axis=0) + 1 - low).tolist()), -1, dtype=np.int64)
        table[tuple((residues - low).T)] = np.arange(len(places))
        return cls(
            low, table, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32), orientations
        )


@dataclass(frozen=True, eq=False)
class Cover:
    """The compiled form of a problem.

    Cells are numbered in reading order. Holes, marks and placed pieces limit the possible
    placements. Cells under a placed piece are covered only by that piece and cannot stay empty.
    If all copies of a piece are already placed, no further placements of the piece are possible.

    Attributes
    ----------
    problem : Problem
    cells : (a, d) int32
        The coordinates of each cell: (row, column), or (layer, row, column) for cubes. The number
        of a cell is its index in this array.
    number : int32 array of the shape of the board
        The number of each cell; -1 for positions outside the board.
    optional : (a,) bool
        Whether each cell may stay empty; False for the cells of pieces already placed.
    start : (p + 1,) int64
        The cells that placement j covers are ``item[start[j]:start[j + 1]]``.
    item : (nnz,) int32
        The numbers of the covered cells, in ascending order within each placement.
    orientation : (p,) int32
        The number of the oriented piece of each placement. Placements are sorted by (first cell,
        orientation).
    origin : (p, d) int32
        The position of each placement, which is the location of the first cell of the oriented
        piece. If sides are joined, the position is a cell of the plane, and may be a copy of a cell
        of the board.
    shapes : OrientedPieces
        The oriented pieces.
    least, most : (k,) int64
        The minimum and maximum number of copies of each piece. `most` is capped at the number of
        copies that fit in the area of the board. `least` is capped at one more than the number of
        copies that fit, so that an impossible minimum remains impossible.
    unlimited : (k,) bool
        Whether each piece may be used any number of times.
    empty_least, empty_most : int
        The minimum and maximum number of empty cells; `empty_most` is at most the number of
        optional cells.
    lifts : Lifts, optional
        A table that maps each orientation and position to a placement; None unless sides are joined
        or a mark of a piece may cover several marks of the board.
    whole : bool
        Whether the cover contains all placements of the problem. Solvers apply theorems about
        boards and pieces only if all placements are included.
    sums : Sums, optional
        The conditions that the rules of the problem impose on the placements; None if there are no
        rules.
    """

    problem: Problem
    cells: NDArray[np.int32]
    number: NDArray[np.int32]
    optional: NDArray[np.bool_]
    start: NDArray[np.int64]
    item: NDArray[np.int32]
    orientation: NDArray[np.int32]
    origin: NDArray[np.int32]
    shapes: OrientedPieces
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    unlimited: NDArray[np.bool_]
    empty_least: int
    empty_most: int
    lifts: Lifts | None = None
    whole: bool = True
    sums: Sums | None = None

    def __repr__(self) -> str:
        return (
            f"<Cover of {self.problem.board}: {self.size} placements of {len(self.least)} pieces>"
        )

    @property
    def area(self) -> int:
        """The number of cells of the board."""
        return len(self.cells)

    @property
    def size(self) -> int:
        """The number of placements."""
        return len(self.orientation)

    @property
    def oriented(self) -> tuple[Oriented, ...]:
        """The oriented pieces as objects, with the marks of their cells."""
        return self.shapes.oriented

    @property
    def piece(self) -> NDArray[np.int32]:
        """(f,) int32: the piece of each oriented piece."""
        return self.shapes.piece

    @property
    def shape_start(self) -> NDArray[np.int32]:
        """(f + 1,) int32: oriented piece i has the cells ``shape_cells[shape_start[i]:shape_start[i
        + 1]]``.
        """
        return self.shapes.starts

    @property
    def shape_cells(self) -> NDArray[np.int32]:
        """(nnz_f, d) int32: the cells of the polyforms."""
        return self.shapes.cells

    @cached_property
    def neighbors(self) -> NDArray[np.int32]:
        """(m, 2) int32: the pairs of cells that share a face (in the plane: an edge), the smaller
        number first.

        Pairs of cells that are neighbors across a joined side are included.
        """
        board = self.problem.board
        return neighboring(self.cells, board.lattice, board.surface)

    @cached_property
    def beside(self) -> NDArray[np.int32]:
        """(a, n) int32: the neighbors of each cell, ascending, then -1; as many columns as a cell
        of this board has at most.
        """
        both = np.concatenate([self.neighbors, self.neighbors[:, ::-1]])
        both = both[np.lexsort((both[:, 1], both[:, 0]))]
        count = np.bincount(both[:, 0], minlength=self.area)
        table = np.full((self.area, int(count.max(initial=0))), -1, dtype=np.int32)
        column = np.arange(len(both)) - np.repeat(starts(count)[:-1], count)
        table[both[:, 0], column] = both[:, 1]
        return table

    @cached_property
    def first(self) -> NDArray[np.int32]:
        """(p,) int32: the first cell of each placement in reading order."""
        return self.item[self.start[:-1]]

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        """(nnz,) int64: the placement of each entry of `item`."""
        return np.repeat(np.arange(self.size), np.diff(self.start))

    @cached_property
    def placement_piece(self) -> NDArray[np.int32]:
        """(p,) int32: the piece of each placement."""
        return self.piece[self.orientation]

    @cached_property
    def used(self) -> NDArray[np.int64]:
        """(u,) int64: the oriented pieces that have a placement, ascending."""
        return np.flatnonzero(np.bincount(self.orientation, minlength=len(self.piece)))

    def find(
        self, first: NDArray[np.integer], orientation: NDArray[np.integer]
    ) -> NDArray[np.int32]:
        """Return the numbers of the placements with the given first cells and orientations, which
        are two arrays of shape (m,). The result contains -1 where no such placement exists.
        """
        wanted = first.astype(np.int64) * len(self.piece) + orientation
        table, key, placement = self.located
        if len(table):
            return table[wanted]
        position = np.minimum(np.searchsorted(key, wanted), len(key) - 1)
        return np.where(key[position] == wanted, placement[position], -1).astype(np.int32)

    @cached_property
    def located(self) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
        """A table that maps each position and orientation to a placement. The positions are the
        cells of the board and their copies across flipped sides.

        Returns
        -------
        table : (m * f,) int32
            For each position and orientation, the number of the placement, or -1 if there is no
            such placement. The array is empty if the table would be too large.
        key : (n,) int64
            The valid pairs of position and orientation, each encoded as one number, in ascending
            order.
        placement : (n,) int32
            The number of the placement that belongs to each key.
        """
        count = len(self.piece)
        if self.lifts is None:
            key, placement = self.first.astype(np.int64), np.arange(self.size, dtype=np.int32)
            key *= count
            key += self.orientation
            places = self.area
        else:
            key, placement, places = self.lifts.key, self.lifts.placement, self.lifts.count
        table = np.zeros(0, dtype=np.int32)
        if places * count <= _TABLE:
            table = np.full(places * count, -1, dtype=np.int32)
            table[key] = placement
        return table, key, placement

    def padded(self) -> NDArray[np.int32]:
        """Return the cells of each placement in a row, (p, m) int32, -1 after the last."""
        return padded(self.start, self.item)

    @cached_property
    def anchor(self) -> NDArray[np.int32]:
        """(p, d) int32: where the origin of the cells of each placement's orientation lies."""
        return self.origin - self.shape_cells[self.shape_start[self.orientation]]

    @cached_property
    def patterns(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The pattern of each placement. Placements with the same pattern are translations of each
        other.

        Returns
        -------
        pattern : (p,) int32
            The pattern of each placement. Placements with the same pattern use the same piece, and
            their cells differ by a translation. Placements with the same pattern have different
            first cells. On flat boards, the pattern of a placement is its orientation. If sides are
            joined, a placement across a joined side has its own pattern.
        piece : (number of patterns,) int32
            The piece of each pattern.
        """
        if self.lifts is None or not self.size:
            return self.orientation, self.piece
        most = int(np.diff(self.start).max())
        rows = np.zeros((self.size, 2 + most * self.cells.shape[1]), dtype=np.int64)
        rows[:, 0] = self.placement_piece
        items = self.padded()
        cells = self.cells[items] - self.cells[self.first][:, None]
        cells[items < 0] = 0
        rows[:, 2:] = cells.reshape(self.size, -1)
        # Ways to go round that cover the same cells are told apart by number.
        same = np.concatenate([self.first[:, None], rows], axis=1)
        check_time()
        _, which = unique_rows(same, check_time)
        check_time()
        begin, order = grouped(which, self.size)
        rows[order, 1] = np.arange(self.size) - begin[which[order]]
        example, pattern = unique_rows(rows, check_time)
        return pattern.astype(np.int32), self.placement_piece[example]

    @property
    def symmetry_bound(self) -> int:
        """An upper bound on the number of symmetries, including translations if sides are
        joined.
        """
        return self.problem.board.lattice.order * (
            self.area if self.problem.board.surface.joined else 1
        )

    @cached_property
    def _symmetries(self) -> tuple[NDArray[np.int32], tuple[CoverSymmetry, ...]]:
        return _find_symmetries(self)

    def arrays(self) -> tuple[object, ...]:
        """Return the values that determine the tilings of the cover. Two covers with equal values
        have the same tilings.
        """
        placements = (self.start, self.item, self.orientation, self.piece, self.least, self.most)
        return (
            *placements,
            self.optional,
            self.number,
            int(self.empty_least),
            int(self.empty_most),
            *(() if self.sums is None else self.sums.arrays()),
        )

    @cached_property
    def _rotations(self) -> tuple[NDArray[np.int32], tuple[CoverSymmetry, ...]]:
        board = self.problem.board
        if any(element >= board.lattice.mirror for element in board.surface.turnings):
            # A rotation around the surface is a reflection, too.
            return self._symmetries
        group, symmetries = self._symmetries
        rotates = [symmetry.element < board.lattice.mirror for symmetry in symmetries]
        return group[rotates], tuple(itertools.compress(symmetries, rotates))

    def symmetries(self, unique: Unique = True) -> NDArray[np.int32]:
        """Return the symmetries of the problem as permutations of its placements.

        Parameters
        ----------
        unique : bool or "rotations"
            With ``"rotations"``, reflections are excluded. On a Möbius strip or a Klein bottle,
            reflections are still included, because a piece that moves around the surface comes back
            reflected.

        Returns
        -------
        (g, p) int32
            One permutation in each row; row 0 is the identity, and no two rows are equal. The array
            is shared, so do not modify it. A symmetry of the lattice is a symmetry of the problem
            if it preserves the board and the rules and maps placements to placements. A symmetry
            must also map each piece to a piece with the same number of copies. If pieces are
            one-sided, a reflection may map a piece to its mirror image. Symmetries that act on the
            placements in the same way are counted once, so a board with one row has at most two
            symmetries. A symmetry also maps placed pieces to placed pieces. If sides are joined,
            translations of the board are included.
        """
        return (self._rotations if unique == "rotations" else self._symmetries)[0]

    def cell_symmetries(self, unique: Unique = True) -> tuple[CoverSymmetry, ...]:
        """Return how each of the `symmetries` of the problem acts on the cells."""
        return (self._rotations if unique == "rotations" else self._symmetries)[1]

    def board_moves(
        self, wanted: Callable[[int, tuple[int, ...]], bool]
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield the symmetries of the board's cells, ignoring marks and pieces.

        Parameters
        ----------
        wanted : callable
            A function that decides whether to yield a symmetry. The function receives a symmetry of
            the lattice and the translation that follows it.

        Yields
        ------
        cells : (a,) int32
            For each cell, the number of the cell that it is mapped to.
        images : (p,) int32
            For each placement, the number of the placement that it is mapped to, including its
            marks; -1 if the image is not a valid placement. If a placement can have several
            orientations, an orientation with a valid image is used.
        """
        turned = self.shapes.turned
        place, orientation, placement = self._list_lays()
        begin = self.shapes.start[orientation]
        for tried in _board_symmetries(self, np.zeros(self.area, dtype=np.int32)):
            for element, shift, images in zip(
                tried.element.tolist(), tried.shift.tolist(), tried.images, strict=True
            ):
                if not wanted(element, tuple(shift)):
                    continue
                target = turned.target[element][orientation]
                steps = self.shapes.steps[begin + turned.lead[element][orientation]]
                lead = self._place_of(place + steps)
                placements_there = self.find(images[lead], np.maximum(target, 0))
                there = (target >= 0) & (placements_there >= 0)
                image = np.full(self.size, -1, dtype=np.int32)
                image[placement[there]] = placements_there[there]
                yield images[: self.area] % self.area, image

    def _list_lays(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """Return all positions and orientations of placements: the first cell, the oriented piece
        and the placement.
        """
        if self.lifts is None:
            here = np.arange(self.size, dtype=np.int32)
            return self.cells[self.first].astype(np.int64), self.orientation, here
        known = self.lifts.placement >= 0
        number, orientation = np.divmod(self.lifts.key[known], len(self.piece))
        board, cells = self.problem.board, self.cells.astype(np.int64)
        places = [
            board.surface.image(board.lattice, turning, cells)
            for turning in range(len(board.surface.turnings))
        ]
        first = np.concatenate(places)[number]
        return first, orientation.astype(np.int32), self.lifts.placement[known]

    def _place_of(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the position number of each cell, (n, d)."""
        if self.problem.board.surface.joined and self.lifts is not None:
            return self.lifts.places(self.problem.board.surface, cells)
        places: NDArray[np.int64] = self.number[tuple(cells.T)].astype(np.int64)
        return places

    def turnings(self) -> tuple[CoverSymmetry, ...]:
        """Return the symmetries of the whole board that use only the turns allowed for the pieces.

        If pieces cannot be flipped, the board is not flipped either, so mirror images count as
        different tilings.

        The first symmetry is the identity.
        """
        turns = self.problem.turns()
        return tuple(symmetry for symmetry in self._symmetries[1] if symmetry.element in turns)

    def only(self, allowed: NDArray[np.bool_]) -> Cover:
        """Return a cover that contains only the given placements.

        Parameters
        ----------
        allowed : (p,) bool
        """
        lifts = self.lifts
        if lifts is not None and len(lifts.key):
            number = np.where(allowed, np.cumsum(allowed) - 1, -1).astype(np.int32)
            lifted = np.where(lifts.placement < 0, np.int32(-1), number[lifts.placement])
            lifts = replace(lifts, placement=lifted)
        return replace(
            self,
            start=starts(np.diff(self.start)[allowed]),
            item=self.item[np.repeat(allowed, np.diff(self.start))],
            orientation=self.orientation[allowed],
            origin=self.origin[allowed],
            lifts=lifts,
            whole=self.whole and bool(allowed.all()),
            sums=None if self.sums is None else self.sums.only(allowed),
        )


def padded(start: NDArray[np.int64], item: NDArray[np.int32], width: int = 0) -> NDArray[np.int32]:
    """Return the cells of each placement in a row of at least this width, padded with -1."""
    sizes = np.diff(start)
    rows = np.full((len(sizes), int(sizes.max(initial=width))), -1, dtype=np.int32)
    rows[np.arange(rows.shape[1]) < sizes[:, None]] = item
    return rows


#: Cells of the rows that are checked at a time.
_CHECKED = 1 << 22


def decode(cover: Cover, choices: NDArray[np.integer]) -> Tiling:
    """Convert placement numbers to a tiling.

    Parameters
    ----------
    choices : (depth,) int
        The placement numbers, in any order. Negative numbers are skipped.

    Raises
    ------
    ProblemError
        If a placement number is out of range.

    Examples
    --------
    >>> from tilewright import Problem
    >>> from tilewright.model.cover import compile_cover
    >>> cover = compile_cover(Problem("2x3", "L3+"))
    >>> print(decode(cover, np.array([0, 7])))
    AAB
    ABB
    """
    numbers = np.asarray(choices)
    if numbers.size and numbers.max() >= cover.size:
        raise ProblemError(
            f"placement numbers must be between 0 and {cover.size - 1}, got {numbers.max()}"
        )
    row = np.maximum(numbers, -1).astype(np.int32).reshape(1, -1)
    return next(decode_tilings(cover, row))


def decode_marks(cover: Cover, choices: NDArray[np.int32]) -> NDArray[np.str_]:
    """Return the marks that each row of placement numbers (padded with -1) shows, as an array (m,
    …) with the shape of the board; "" means no mark.
    """
    cells, mark, letters = shown_marks(cover)
    flat = np.zeros((len(choices), cover.number.size), dtype="<U1")
    place = np.flatnonzero(cover.number.ravel() >= 0)
    row, column = np.nonzero(choices >= 0)
    placement = choices[row, column]
    counts = cover.start[placement + 1] - cover.start[placement]
    entry = ranges(cover.start[placement], counts)
    flat[np.repeat(row, counts), place[cells[entry]]] = np.array(letters)[mark[entry]]
    return flat.reshape(-1, *cover.number.shape)


def decode_batch(
    cover: Cover, choices: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Convert many rows of placement numbers to label arrays with one kernel call.

    Parameters
    ----------
    choices : (m, depth) int32
        Placement numbers in any order, padded with -1.

    Returns
    -------
    labels : (m, …) int32
        One array with the shape of the board for each row. The tile numbers by first appearance; -1
        outside the board, and -2 for empty cells.
    pieces : (m, depth) int32
        The piece of each tile, padded with -1.
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
    """Return the tiling for each row of placement numbers. The arrays are read-only views of one
    batch.
    """
    labels, pieces = map(read_only, decode_batch(cover, choices))
    marks: Iterable[NDArray[np.str_] | None] = itertools.repeat(None)
    if cover.problem.reads_marks:
        shown: NDArray[np.str_] = read_only(decode_marks(cover, choices))
        marks = shown
    # A tiling of fewer tiles than others has fewer pieces: the padding is cut off.
    sizes = (pieces >= 0).sum(axis=1)
    pieces_of_tiling = (
        pieces if (sizes == pieces.shape[1]).all() else map(_cut_padding, pieces, sizes.tolist())
    )
    board, always = cover.problem.board, itertools.repeat
    return map(
        Tiling._of_arrays,
        labels,
        pieces_of_tiling,
        always(cover.problem.names),
        always(board.lattice),
        always(board.surface),
        always(cover.problem.colors),
        marks,
    )


def _cut_padding(row: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    return row[:size]


def are_tilings(cover: Cover, choices: NDArray[np.int32]) -> bool:
    """Whether each row of placement numbers (padded with -1) is a tiling of the problem.

    Parameters
    ----------
    choices : (m, depth) int32
        Arbitrary numbers, for example from a file.
    """
    step = max(1, _CHECKED // max(cover.area, 1))
    return (cover.sums is None or bool(cover.sums.holds(choices).all())) and all(
        _are_tilings(cover, choices[first : first + step]) for first in range(0, len(choices), step)
    )


def _are_tilings(cover: Cover, choices: NDArray[np.int32]) -> bool:
    used = choices >= 0
    if (choices < -1).any() or (choices >= cover.size).any() or (used[:, 1:] & ~used[:, :-1]).any():
        return False
    row, count, kinds = np.nonzero(used)[0], len(choices), len(cover.least)
    placement = choices[used].astype(np.int64)
    sizes = cover.start[placement + 1] - cover.start[placement]
    # Where the cells of each placement are in the list of all.
    entry = ranges(cover.start[placement], sizes)
    at = np.repeat(row, sizes) * cover.area + cover.item[entry]
    covered = np.bincount(at, minlength=count * cover.area).reshape(count, cover.area)
    copies = np.bincount(row * kinds + cover.placement_piece[placement], minlength=count * kinds)
    copies = copies.reshape(count, kinds)
    empty = (covered == 0).sum(axis=1)
    return bool(
        (covered <= 1).all()
        and (covered[:, ~cover.optional] == 1).all()
        and ((cover.least <= copies) & (copies <= cover.most)).all()
        and ((cover.empty_least <= empty) & (empty <= cover.empty_most)).all()
    )


def cycles(permutation: NDArray[np.int32]) -> tuple[NDArray[np.int64], int]:
    """Return the cycle of each element, numbered by smallest elements, and the number of cycles."""
    least = np.arange(len(permutation))
    moved = permutation
    while not np.array_equal(moved, np.arange(len(permutation))):
        least = np.minimum(least, moved)
        moved = permutation[moved]
    names, cycle = np.unique(least, return_inverse=True)
    return cycle.astype(np.int64), len(names)


@dataclass(frozen=True, eq=False)
class _Candidates:
    """Symmetries of the board, followed by translations, and their action on the positions.

    Attributes
    ----------
    element : (c,) int64
    shift : (c, d) int64
    images : (c, m) int32
        The image of each position: first the cells of the board, and then their copies across a
        flip, if any.
    """

    element: NDArray[np.int64]
    shift: NDArray[np.int64]
    images: NDArray[np.int32]

    def select(self, chosen: NDArray[np.bool_]) -> _Candidates:
        """Return a selection of the symmetries."""
        if chosen.all():
            return self
        return _Candidates(self.element[chosen], self.shift[chosen], self.images[chosen])


def _find_symmetries(cover: Cover) -> tuple[NDArray[np.int32], tuple[CoverSymmetry, ...]]:
    """Return the symmetries of the problem of a cover, starting with the identity."""
    needed = 4 * (cover.symmetry_bound // 2) * (cover.size + cover.area)
    if cover.lifts is not None:
        check_room(needed, f"the board's symmetries (up to {cover.symmetry_bound}) need {{}}")
    by_placements: dict[bytes, CoverSymmetry] = {}
    for symmetry in _find_moves(cover):
        by_placements.setdefault(symmetry.placements.tobytes(), symmetry)
    group = np.array([symmetry.placements for symmetry in by_placements.values()])
    return group, tuple(
        replace(symmetry, placements=placements)
        for symmetry, placements in zip(by_placements.values(), group, strict=True)
    )


def _find_moves(cover: Cover) -> Iterator[CoverSymmetry]:
    """Yield all moves of the board that map placements to placements, starting with the
    identity.
    """
    from tilewright.kernels.cover import symmetries as kernel

    pieces = cover.shapes
    turned = pieces.turned
    turning = kernel.Turning(
        turned.target, turned.lead, pieces.piece, cover.used, cover.least, cover.most
    )
    laid = kernel.Covered(cover.start, _places(cover), cover.orientation)
    located = kernel.Located(*cover.located)
    for tried in _board_symmetries(cover, _number_looks(cover)):
        group = np.empty((len(tried.element), cover.size), dtype=np.int32)
        holds = np.empty(len(tried.element), dtype=np.bool_)
        kernel.move(tried.element, tried.images, turning, laid, located, group, holds)
        for number in np.flatnonzero(holds).tolist():
            check_time()
            if cover.sums is not None and not cover.sums.keeps(group[number]):
                continue
            cells = tried.images[number, : cover.area]
            if len(tried.images[number]) > cover.area:
                cells = cells % np.int32(cover.area)
            shift = tuple(tried.shift[number].tolist())
            yield CoverSymmetry(int(tried.element[number]), shift, cells, group[number])


def shown_marks(
    cover: Cover,
) -> tuple[NDArray[np.int32], NDArray[np.int32], tuple[str, ...]]:
    """Return the marks that each placement shows on its cells.

    Returns
    -------
    cells, mark : (nnz,) int32
        The cells of all placements, grouped by placement, and the number of the mark on each cell.
    letters : tuple of str
        The marks by number; "" means no mark.
    """
    cells = _places(cover)
    if cover.lifts is not None and cover.problem.board.surface.joined:
        cells = cells % np.int32(cover.area)
    letters = tuple(sorted({mark for _, marks in cover.oriented for mark in marks} | {""}))
    number = {letter: code for code, letter in enumerate(letters)}
    codes = np.array(
        [number[mark] for _, marks in cover.oriented for mark in marks], dtype=np.int32
    )
    sizes = np.diff(cover.start)
    first = np.repeat(cover.shapes.start[cover.orientation] - cover.start[:-1], sizes)
    return cells, codes[first + np.arange(len(cover.item))], letters


def _places(cover: Cover) -> NDArray[np.int32]:
    """Return the position of each cell of each placement, in the order of the cells of its
    orientation.
    """
    if cover.lifts is None or not cover.problem.board.surface.joined:
        # In reading order, as the cells of orientations are.
        return cover.item
    first = np.repeat(
        cover.shapes.start[cover.orientation] - cover.start[:-1], np.diff(cover.start)
    )
    steps = cover.shapes.steps[first + np.arange(len(cover.item))]
    cells = np.repeat(cover.origin, np.diff(cover.start), axis=0) + steps
    return cover.lifts.places(cover.problem.board.surface, cells).astype(np.int32)


def _number_looks(cover: Cover) -> NDArray[np.int32]:
    """Return a number for each cell that encodes its mark and whether it may stay empty."""
    board = cover.problem.board
    if not board.alphabet:
        return cover.optional.astype(np.int32)
    return 2 * board.marks[board.mask].astype(np.int32) + cover.optional


def _board_symmetries(cover: Cover, look: NDArray[np.int32]) -> Iterator[_Candidates]:
    """Yield, in batches, the symmetries that map cells to cells with the same mark and kind."""
    if cover.problem.board.surface.joined:
        return _joining_symmetries(cover, look)
    return _flat_symmetries(cover, look)


def _flat_symmetries(cover: Cover, look: NDArray[np.int32]) -> Iterator[_Candidates]:
    """Yield, in batches, the symmetries that preserve the corner of the cells of the board."""
    from tilewright.kernels.cover import symmetries as kernel

    lattice, number = cover.problem.board.lattice, cover.number
    board = kernel.BoardCells(
        cover.cells, number.ravel(), np.array(number.shape, dtype=np.int64), look
    )
    step = max(1, _BLOCK // max(cover.size, cover.area))
    for begin in range(0, lattice.order, step):
        check_time()
        matrices, offset, kinds = (table[begin : begin + step] for table in lattice.maps)
        count = len(matrices)
        shift = np.empty((count, lattice.dimension), dtype=np.int64)
        images = np.empty((count, cover.area), dtype=np.int32)
        holds = np.empty(count, dtype=np.bool_)
        kernel.move_cells(matrices, offset, kinds, board, shift, images, holds)
        yield _Candidates(np.arange(begin, begin + count), shift, images).select(holds)


def _joining_symmetries(cover: Cover, look: NDArray[np.int32]) -> Iterator[_Candidates]:
    """Yield, in batches, the symmetries that preserve the joined sides, with each translation."""
    board, lifts = cover.problem.board, cover.lifts
    assert lifts is not None
    lattice, surface = board.lattice, board.surface
    cells = cover.cells.astype(np.int64)
    turnings = range(len(surface.turnings))
    places = np.concatenate([surface.image(lattice, turning, cells) for turning in turnings])
    step = max(1, _BLOCK // max(cover.size, places.size))
    for element in lattice.elements:
        check_time()
        image = lattice.image(element, places)
        shifts = cells - image[0]
        shifts = shifts[lattice.kind(shifts) == 0]
        # Nothing moved at all comes first.
        shifts = shifts[np.argsort((shifts != 0).any(axis=1), kind="stable")]
        shifts = shifts[surface.preserved_by(lattice, element, shifts)]
        for begin in range(0, len(shifts), step):
            check_time()
            block = shifts[begin : begin + step]
            moved = (image + block[:, None]).reshape(-1, lattice.dimension)
            places_of_images = lifts.places(surface, moved).reshape(len(block), -1).astype(np.int32)
            cells_of_images = places_of_images[:, : cover.area] % cover.area
            agrees: NDArray[np.bool_] = np.logical_and.reduce((places_of_images >= 0), axis=1)
            agrees &= np.logical_and.reduce(look[cells_of_images] == look, axis=1)
            yield _Candidates(np.full(len(block), element), block, places_of_images).select(agrees)
