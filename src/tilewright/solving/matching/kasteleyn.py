"""Signs of edges that make a Pfaffian count matchings, on boards with holes and on joined sides.

The cells are ordered in layers (rows or columns), and within each layer. Two cells of a layer are
joined only if they are consecutive, and edges between two layers do not cross. This is verified for
the given edges. Draw all edges above a line with the cells in this order. Then the term of a
matching in the Pfaffian has the sign (-1)^c, where c is the number of pairs of its edges that
cross. Comparing this drawing with the drawing in the plane gives the sign of each edge: minus if
the closed curve of its two drawings encloses an odd number of other cells. This also works for
boards with holes.

Edges across a joined side are drawn around the board. Each edge across the left and right sides
crosses each edge across the top and bottom once. If the sides are joined with a flip, they also
cross each other. Therefore, with x and y such edges, a matching has the sign (-1)^(xy), and
(-1)^(x(x-1)/2) for the flip. To correct the signs, one Pfaffian is needed for each choice of roots
of unity as weights of these edges: four for a torus or a Klein bottle (Kasteleyn 1961; Tesler
2000).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BoardError
from tilewright.model.cover import Cover
from tilewright.model.space.lattice import Lattice
from tilewright.model.space.surface import Surface
from tilewright.solving.matching.graph import MatchingGraph
from tilewright.system.values.arrays import starts

#: Along which lines cells are taken.
Lines = Literal["rows", "columns"]


@dataclass(frozen=True)
class Term:
    """A Pfaffian of a sum. Edges across sides have the weights i^around and i^across. The `part` of
    its value is multiplied by `times` / 2.

    `part` is ``"real"`` or ``"imaginary"``.
    """

    around: int
    across: int
    times: int
    part: str = "real"


ONE_TERM = (Term(0, 0, 2),)
_TORUS = (Term(0, 0, 1), Term(0, 2, 1), Term(2, 0, 1), Term(2, 2, -1))
_MOEBIUS = (Term(1, 0, 2), Term(1, 0, 2, "imaginary"))
_KLEIN = (Term(1, 0, 2), Term(1, 2, 2, "imaginary"))


@dataclass(frozen=True, eq=False)
class Drawing:
    """The graph drawn in layers, and the signs of its edges.

    Attributes
    ----------
    lines : {"rows", "columns"}
        The kind of the layers.
    order : (n,) int64
        The position of each cell in the order by layers.
    layer : (n,) int64
        The layer of each cell.
    ends : (m, 2) int64
        The two cells of each edge, in order.
    minus : (m,) bool
        Whether the entry of an edge, right of the diagonal, is negative.
    around, across : (m,) int8
        Whether an edge crosses the sides along the layers, and the first and last layer.
    terms : tuple of Term
        The Pfaffians whose sum is the number of matchings.
    turned : (m,) int8, optional
        A power of i by which each entry is multiplied, so that all entries are real.
    signed : bool
        Whether the sum of the Pfaffians is the number of matchings. Otherwise, there is one
        Pfaffian, which is the number or minus the number.
    """

    lines: Lines
    order: NDArray[np.int64]
    layer: NDArray[np.int64]
    ends: NDArray[np.int64]
    minus: NDArray[np.bool_]
    around: NDArray[np.int8]
    across: NDArray[np.int8]
    terms: tuple[Term, ...]
    turned: NDArray[np.int8] | None = None
    signed: bool = True

    @property
    def complex(self) -> bool:
        """Whether the Pfaffians are complex."""
        return self.turned is None and any(
            term.around % 2 or term.across % 2 for term in self.terms
        )

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The distinct weights that the Pfaffians use for edges across sides."""
        return sorted({(term.around, term.across) for term in self.terms})

    def phases(self, term: Term) -> NDArray[np.int8]:
        """(m,) int8: the entries of the edges right of the diagonal, as powers of i."""
        phase = 2 * self.minus + term.around * self.around + term.across * self.across
        if self.turned is not None:
            phase = phase + self.turned
        return (phase % 4).astype(np.int8)


def drawings(graph: MatchingGraph, turned: bool = False) -> Iterator[Drawing]:
    """Yield the possible drawings in layers, by rows and by columns, optionally `turned` by half a
    turn.
    """
    if graph.cover.cells.shape[1] != 2 or not graph.size:
        return
    chart = _Chart.of(graph.cover)
    if chart is None:
        return
    for axis in range(2):
        drawing = _drawing(chart, axis, -1 if turned else 1)
        if drawing is not None:
            yield drawing


@dataclass(frozen=True, eq=False)
class _Chart:
    """The positions of the cells and edges of a board, with rows and columns exchanged if the
    surface has a name only then.

    Attributes
    ----------
    surface : Surface
    transposed : bool
    cells : (n, 2) int64
    ends : (m, 2) int64
    shifts : (m, 2) int64
        The distance between the two cells of each edge along both axes, in numbers of boards.
    """

    surface: Surface
    transposed: bool
    cells: NDArray[np.int64]
    ends: NDArray[np.int64]
    shifts: NDArray[np.int64]

    @classmethod
    def of(cls, cover: Cover) -> _Chart | None:
        """Return the chart of a board, or None if its sides are joined in another way."""
        board = cover.problem.board
        for transposed in (False, True):
            shape = board.mask.shape[::-1] if transposed else board.mask.shape
            surface = _transpose(board.surface, board.lattice) if transposed else board.surface
            if surface is not None and surface == _find_named(surface, shape, board.lattice):
                way = -1 if transposed else 1
                cells, ends = (
                    cover.cells[:, ::way].astype(np.int64),
                    cover.item.reshape(-1, 2).astype(np.int64),
                )
                number = cover.number.T if transposed else cover.number
                starts = cover.shape_start[cover.orientation]
                where = [(cover.anchor + cover.shape_cells[starts + k])[:, ::way] for k in range(2)]
                return cls(surface, transposed, cells, ends, _shifts(surface, number, ends, where))
        return None


def _find_named(surface: Surface, shape: tuple[int, ...], lattice: Lattice) -> Surface | None:
    """Return the surface with this name on a board of a given shape, or None if there is none."""
    try:
        return Surface.named(surface.name, shape, lattice)
    except BoardError:
        return None


def _transpose(surface: Surface, lattice: Lattice) -> Surface | None:
    """Return a surface with rows and columns exchanged, or None if its glide does not allow
    that.
    """
    periods = tuple((column, row) for row, column in surface.periods)
    if surface.glide is None:
        return Surface(periods, name=surface.name)
    element, (row, column) = surface.glide
    matrices, matrix = lattice.matrices.tolist(), lattice.matrices[element][::-1, ::-1].tolist()
    if matrix not in matrices:
        return None
    return Surface(periods, (matrices.index(matrix), (column, row)), surface.name)


def _shifts(
    surface: Surface,
    number: NDArray[np.int32],
    ends: NDArray[np.int64],
    where: list[NDArray[np.int64]],
) -> NDArray[np.int64]:
    """Return the distance between the two cells of each edge along both axes, in numbers of boards,
    (m, 2).

    `where` contains both cells of each edge in the plane.
    """
    shifts = np.zeros((len(ends), 2), dtype=np.int64)
    if not surface.joined:
        return shifts
    rows, columns = number.shape
    size = np.array([rows, columns])
    boards = [cells // size for cells in where]
    shifts[:] = boards[1] - boards[0]
    if len(surface.periods) == 1:
        shifts[:, 0] = 0
    # The first cell in the plane may be the second one of the edge.
    flipped = (
        boards[0][:, 1] % 2 == 1 if surface.glide is not None else np.zeros(len(ends), dtype=bool)
    )
    local = (
        where[0] % size
        if len(surface.periods) == 2
        else where[0] - boards[0] * size * np.array([0, 1])
    )
    row = np.where(flipped, rows - 1 - local[:, 0], local[:, 0])
    first = number[row, local[:, 1]]
    shifts[first != ends[:, 0]] *= -1
    return shifts


def _drawing(chart: _Chart, axis: int, way: int) -> Drawing | None:
    """Return the drawing with layers along an axis, from the last to the first if `way` is -1.

    None if edges would cross, or if the surface has a flip along it.
    """
    surface = chart.surface
    if surface.glide is not None and axis == 1:
        return None
    layer, place = (way * chart.cells[:, a] for a in (axis, 1 - axis))
    layer -= layer.min()
    by_order = np.lexsort((place, layer))
    order = np.empty(len(layer), dtype=np.int64)
    order[by_order] = np.arange(len(layer))
    ends = chart.ends
    turned = order[ends[:, 0]] > order[ends[:, 1]]
    ends = np.where(turned[:, None], ends[:, ::-1], ends)
    step = way * np.where(turned[:, None], -chart.shifts, chart.shifts)
    across, around = step[:, axis], step[:, 1 - axis]
    signed = _Signed(
        order, layer, ends, np.zeros(len(ends), dtype=np.bool_), surface.glide is not None
    )
    if not (
        signed.sign_inside(across, around)
        and signed.sign_around(across, around)
        and signed.sign_across(across, around)
    ):
        return None
    terms: tuple[Term, ...] = ONE_TERM
    if surface.name != "cylinder" and surface.joined:
        terms = {"moebius": _MOEBIUS, "klein": _KLEIN, "torus": _TORUS}[surface.name]
    lines: tuple[Lines, Lines] = ("rows", "columns")
    drawing = Drawing(
        lines[axis ^ chart.transposed],
        order,
        layer,
        ends,
        signed.minus,
        np.abs(around).astype(np.int8),
        np.abs(across).astype(np.int8),
        terms,
    )
    return _real(drawing, (layer + place) % 2) if surface.glide is not None else drawing


def _real(drawing: Drawing, color: NDArray[np.int64]) -> Drawing:
    """Return a drawing on a strip or bottle with real entries, if only the edges across the flip
    join cells of the same color.

    In this case, the parity of the number of these edges is the same in all matchings. The rows and
    columns of cells of color 0 are multiplied by a root of -i, and those of color 1 are divided by
    it. The Pfaffian is multiplied by the product of these factors.
    """
    one, two = color[drawing.ends].T
    if ((one == two) != (drawing.around > 0)).any():
        return drawing
    turned = np.where(drawing.around > 0, np.where(one == 0, 3, 1), 0).astype(np.int8)
    # The Pfaffian is i^half times that of real entries.
    half = (len(color) // 2 - int(color.sum())) % 4
    across = 2 * (half % 2) if drawing.terms == _KLEIN else 0
    return replace(drawing, terms=(Term(1, across, 2 if half < 2 else -2),), turned=turned)


class _Signed:
    """The signs of the edges of each kind; methods return False if edges cross."""

    def __init__(
        self,
        order: NDArray[np.int64],
        layer: NDArray[np.int64],
        ends: NDArray[np.int64],
        minus: NDArray[np.bool_],
        glide: bool,
    ) -> None:
        self.order, self.layer, self.ends, self.minus, self.glide = order, layer, ends, minus, glide
        sizes = np.bincount(layer)
        self.before = starts(sizes)
        #: Cells of the same layer before each cell, and after it.
        self.left = order - self.before[layer]
        self.right = sizes[layer] - 1 - self.left

    def sign_inside(self, across: NDArray[np.int64], around: NDArray[np.int64]) -> bool:
        """Set the signs of the edges that cross no side."""
        plain = np.flatnonzero((across == 0) & (around == 0))
        upper, lower = self.ends[plain].T
        step = self.layer[lower] - self.layer[upper]
        beside = step == 0
        if (step > 1).any() or (self.order[lower] - self.order[upper])[beside].max(initial=1) > 1:
            return False
        down = plain[~beside]
        if not self._ascending(self.ends[down, 0], self.ends[down, 1]):
            return False
        self.minus[down] = self.left[self.ends[down, 1]] % 2 == 1
        return True

    def sign_around(self, across: NDArray[np.int64], around: NDArray[np.int64]) -> bool:
        """Set the signs of the edges from the end of a layer to the beginning of a layer."""
        edges = np.flatnonzero((across == 0) & (around != 0))
        upper, lower = self.ends[edges].T
        # From the upper cell, a step forward leaves at the end of its layer; with a flip, both ways
        # are the same.
        forward = around[edges] > 0
        if self.glide:
            forward = (self.right[upper] == 0) & (self.left[lower] == 0)
        last, first = np.where(forward, upper, lower), np.where(forward, lower, upper)
        if (np.abs(around[edges]) > 1).any() or self.right[last].any() or self.left[first].any():
            return False
        if not self._ascending(last, first, -1 if self.glide else 1):
            return False
        row, back = self.layer[last], self.layer[first]
        self.minus[edges] = (self.before[row + 1] - 1 - (back <= row)) % 2 == 1
        return True

    def sign_across(self, across: NDArray[np.int64], around: NDArray[np.int64]) -> bool:
        """Set the signs of the edges between the first and the last layer."""
        edges = np.flatnonzero(across != 0)
        if not len(edges):
            return True
        layers = len(self.before) - 1
        upper, lower = self.ends[edges].T
        # From the upper cell, the lower one lies before the first layer.
        if layers < 2 or (across[edges] != -1).any() or self.layer[upper].any():
            return False
        if (self.layer[lower] != layers - 1).any():
            return False
        straight = around[edges] == 0
        if not self._ascending(lower[straight], upper[straight]):
            return False
        # The first cell of the last layer may be joined to the last cell of the first layer, past
        # the corner.
        corner = ~straight
        if corner.any():
            ends = (
                (around[edges][corner] == 1)
                & (self.right[upper[corner]] == 0)
                & (self.left[lower[corner]] == 0)
            )
            if not ends.all() or corner.sum() > 1:
                return False
        total = self.before[-1]
        self.minus[edges] = np.where(straight, self.left[upper], total - self.before[1]) % 2 == 1
        return True

    def _ascending(self, one: NDArray[np.int64], two: NDArray[np.int64], way: int = 1) -> bool:
        """Whether edges between `one` and `two` do not cross."""
        first, second = self.order[one], way * self.order[two]
        sort = np.lexsort((second, first))
        return bool((np.diff(second[sort]) >= 0).all())
