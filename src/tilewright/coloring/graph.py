"""Graph: which tiles touch, on any lattice and surface, as sparse arrays, and how other programs read it.

The kernels that look for the tiles that touch know cells with neighbors at fixed steps. On a flat board of squares these are the
board's own. On any other board each two cells that touch get a row of their own, in which they lie side by side: then the only
steps are one to the left and one to the right, whatever the lattice is, and a batch of tilings is laid out by one look-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.arguments import check_integer
from tilewright.board import Board
from tilewright.errors import ColoringError, MemoryLimitError, TilingError
from tilewright.labels import EMPTY, OUTSIDE
from tilewright.lattices.lattice import Cell, Lattice
from tilewright.lattices.surface import Surface, continued, is_flat_squares
from tilewright.system.arrays import read_only
from tilewright.system.memory import available_memory, in_units
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    import networkx

__all__ = [
    "SIDEWAYS",
    "AdjacencyTooLargeError",
    "Contacts",
    "Graph",
    "Touch",
    "as_graph",
    "by_first_appearance",
    "cell_colors",
    "check_labels",
    "check_touch",
    "graph",
]


#: Colors are 32-bit numbers.
_LARGEST = (1 << 31) - 1


def cell_colors(
    board: Board | str, modulus: int = 2, row: int = 1, column: int = 1, layer: int = 1
) -> NDArray[np.int32]:
    """Color each cell ``(row * its row + column * its column) mod modulus``; of cubes, with ``layer * its layer`` as well.

    Parameters
    ----------
    board : Board or str
    modulus : int
        Number of colors, 1 or more; 2 is the chessboard.
    row, column, layer : int
        What a step down, a step to the right and a step to the next layer add to the color.

    Returns
    -------
    (rows, columns) int32, or (layers, rows, columns)
        -1 for cells that are not on the board.

    Notes
    -----
    If every placement covers the colors in the same proportion, or in proportions that cannot add
    up to those of the board, there is no tiling (S. W. Golomb, "Checker boards and polyominoes",
    American Mathematical Monthly 61, 1954).

    Examples
    --------
    The chessboard without two opposite corners has 30 cells of one color and 32 of the other, a
    domino has one of each.

    >>> colors = cell_colors("8x8-0,0-7,7")
    >>> np.bincount(colors[colors >= 0]).tolist()
    [30, 32]
    >>> cell_colors("2x4", 3, 1, -1).tolist()
    [[0, 2, 1, 0], [1, 0, 2, 1]]
    """
    modulus = check_integer(modulus, "the modulus", 1, error=ColoringError, where="modulus")
    row = check_integer(row, "the step of a row", error=ColoringError, where="row")
    column = check_integer(column, "the step of a column", error=ColoringError, where="column")
    layer = check_integer(layer, "the step of a layer", error=ColoringError, where="layer")
    if modulus > _LARGEST:
        raise ColoringError(f"the modulus is at most {_LARGEST}, not {modulus}", where="modulus")
    cells = board if isinstance(board, Board) else Board.parse(board)
    colors = np.zeros(cells.shape, dtype=np.int64)
    for axis, (step, size) in enumerate(zip((layer, row, column)[-colors.ndim :], cells.shape, strict=True)):
        # Remainders first: no step is too large for a machine word.
        line = np.array([step * k % modulus for k in range(size)], dtype=np.int64)
        colors = (
            colors + line.reshape([-1 if axis == other else 1 for other in range(colors.ndim)])
        ) % modulus
    return np.where(cells.mask, colors, -1).astype(np.int32)


#: The steps between cells of a row that `Contacts.side_by_side` makes.
SIDEWAYS = np.array([[0, -1], [0, 1]], dtype=np.int32)
#: ``"edge"`` (of cubes: a face), ``"strong"`` (a corner as well), or a Chebyshev distance d >= 1 (1 is strong).
Touch = Literal["edge", "strong"] | int
#: The most cells of a label array.
_MOST_CELLS = 2**31 - 1
#: The share of the free memory that the adjacency may take.
_SHARE = 0.9


class Contacts:
    """Which cells of a board touch.

    Parameters
    ----------
    there : bool array, of `Lattice.dimension` axes
        The cells of the board.
    lattice : Lattice
    surface : Surface
    distance : int
        0 along a side (of cubes: a face), 1 at a corner as well, d by at most so many cells of which each touches the next
        one so.

    Attributes
    ----------
    pairs : (p, 2) int64
        Numbers of cells that touch, in the array of the board in reading order; the lesser one first, each pair once.
    border : (q,) int64
        The cells that touch what is not on the board.

    Examples
    --------
    >>> from tilewright.lattices.lattice import HEXAGONS
    >>> from tilewright.lattices.surface import FLAT
    >>> Contacts(np.ones((2, 2), dtype=bool), HEXAGONS, FLAT, 0).pairs.tolist()
    [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]
    """

    def __init__(self, there: NDArray[np.bool_], lattice: Lattice, surface: Surface, distance: int) -> None:
        self._area = there.size
        number = np.where(there, np.arange(there.size).reshape(there.shape), OUTSIDE)
        steps = [_steps(lattice, kind, distance) for kind in range(lattice.kinds)]
        reach = max(abs(x) for kind in steps for step in kind for x in step)
        margin = -(-reach // lattice.kinds) * lattice.kinds
        around = continued(number, lattice, surface, margin)
        pairs, border = [], []
        for kind, each in enumerate(steps):
            own = number[..., kind :: lattice.kinds]
            for step in each:
                begin = [margin + x for x in step]
                begin[-1] += kind
                part = tuple(slice(x, x + size) for x, size in zip(begin, there.shape, strict=True))
                beside = around[part][..., :: lattice.kinds][..., : own.shape[-1]]
                pairs.append(np.stack([own, beside], axis=-1)[(own >= 0) & (own < beside)])
                border.append(own[(own >= 0) & (beside == OUTSIDE)])
        self.pairs: NDArray[np.int64] = np.unique(np.concatenate(pairs).astype(np.int64), axis=0)
        self.border: NDArray[np.int64] = np.unique(np.concatenate(border).astype(np.int64))
        touched = np.unique(self.pairs)
        self._alone = np.setdiff1d(number[there], touched)

    def side_by_side(self, labels: NDArray[Any], outside: bool) -> NDArray[np.int32]:
        """Return label arrays in which cells that touch are neighbors in a row, and no others."""
        flat = np.asarray(labels).reshape(len(labels), -1).astype(np.int32)
        off, empty = self._area, self._area + 1
        known = np.pad(flat, ((0, 0), (0, 2)))
        known[:, off], known[:, empty] = OUTSIDE, EMPTY
        rows = [self.pairs, np.stack([self._alone, np.full(len(self._alone), empty)], axis=1)]
        if outside:
            rows.append(np.stack([self.border, np.full(len(self.border), off)], axis=1))
        index = np.pad(np.concatenate(rows), ((0, 0), (1, 1)), constant_values=empty)
        side: NDArray[np.int32] = np.ascontiguousarray(known[:, index])
        return side


def _steps(lattice: Lattice, kind: int, distance: int) -> list[Cell]:
    """Return the steps from a cell of a kind to all that it touches."""
    if distance == 0:
        return list(lattice.faces[kind])
    origin = (0,) * (lattice.dimension - 1) + (kind,)
    reached, last = {origin}, [origin]
    for _ in range(distance):
        beside = {
            tuple(x + s for x, s in zip(cell, step, strict=True))
            for cell in last
            for step in lattice.touching[cell[-1] % lattice.kinds]
        }
        last = sorted(beside - reached)
        reached |= beside
    return sorted(
        tuple(x - y for x, y in zip(cell, origin, strict=True)) for cell in reached if cell != origin
    )


class AdjacencyTooLargeError(ColoringError, MemoryLimitError):
    """The adjacency would not fit into memory; nothing was computed."""

    kind = "memory"
    # The request is too large; it is not a limit of the user's that stopped a computation.
    exit_code = 2


@dataclass(frozen=True, eq=False)
class Graph:
    """Which tiles touch.

    Attributes
    ----------
    start : (size + 1,) int64
        Vertex u touches ``neighbor[start[u]:start[u + 1]]``.
    neighbor : (2 * number of edges,) int32
        Vertex numbers, ascending for each vertex.
    tiles : int
        Vertices 0..tiles-1 are the tiles.
    touch : str or int
        What counted as touching.
    outside : bool
        Whether there is one more vertex, number `tiles`, for all cells off the board.
    tiling : Tiling or None
        Whose tiles they are; None for a part of a graph.

    Examples
    --------
    >>> square = graph(np.array([[0, 1], [2, 3]]))
    >>> square.size, square.edges().tolist()
    (4, [[0, 1], [0, 2], [1, 3], [2, 3]])
    >>> print(square.dimacs(), end="")
    p edge 4 4
    e 1 2
    e 1 3
    e 2 4
    e 3 4
    """

    start: NDArray[np.int64]
    neighbor: NDArray[np.int32]
    tiles: int
    touch: Touch = "edge"
    outside: bool = False
    tiling: Tiling | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", read_only(self.start))
        object.__setattr__(self, "neighbor", read_only(self.neighbor))

    def __repr__(self) -> str:
        outside = " and the outside" if self.outside else ""
        return f"<Graph of {self.tiles} tiles{outside}: {len(self.neighbor) // 2} pairs touch>"

    @property
    def size(self) -> int:
        """Number of vertices: the tiles, and the outside if it counts."""
        return len(self.start) - 1

    @property
    def degree(self) -> NDArray[np.int64]:
        """(size,) int64: how many others each vertex touches."""
        return np.diff(self.start)

    def neighbors(self, vertex: int) -> NDArray[np.int32]:
        """Return the vertices that a vertex touches, ascending."""
        return self.neighbor[self.start[vertex] : self.start[vertex + 1]]

    def edges(self) -> NDArray[np.int32]:
        """Return each pair that touches once, as an (m, 2) int32 array, sorted."""
        source = np.repeat(np.arange(self.size, dtype=np.int32), self.degree)
        upward = source < self.neighbor
        return np.stack([source[upward], self.neighbor[upward]], axis=1)

    def induced(self, vertices: NDArray[np.integer[Any]]) -> Graph:
        """Return the graph of some vertices (ascending); they are numbered anew, in this order."""
        length = self.degree[vertices]
        begin = np.concatenate([[0], np.cumsum(length)])
        taken = self.neighbor[
            np.repeat(self.start[vertices] - begin[:-1], length) + np.arange(begin[-1], dtype=np.int64)
        ]
        place = np.searchsorted(vertices, taken)
        inside = place < len(vertices)
        inside[inside] = vertices[place[inside]] == taken[inside]
        kept = np.concatenate([[0], np.cumsum(inside)])[begin]
        return Graph(kept.astype(np.int64), place[inside].astype(np.int32), len(vertices), self.touch)

    def to_networkx(self, coloring: Any = None) -> networkx.Graph[int]:
        """Return a `networkx.Graph`; the nodes are the tile numbers, and ``"outside"`` for the outside.

        Needs the extra ``graph``: ``pip install 'tilewright[graph]'``.

        Parameters
        ----------
        coloring : Coloring or int array, shape (n,), optional
            A color for each tile: the attribute ``color`` of its node.

        Notes
        -----
        A tile's node has the attributes ``piece`` (the name, if the pieces are known), ``cells`` (as words have
        them, ``0,0-0,1-1,0``), ``row`` and ``column``, of cubes ``layer`` as well (the middle of its cells). All are plain values that
        NetworkX writes to any format.
        """
        try:
            import networkx
        except ImportError:
            raise ColoringError(
                "NetworkX is not installed; pip install 'tilewright[graph]' brings it", where="networkx"
            ) from None
        result: Any = networkx.Graph(touch=self.touch)
        result.add_nodes_from(range(self.tiles))
        for tile, (piece, cells) in enumerate(self.tiling or ()):
            middle = {
                name: sum(numbers) / len(cells)
                for name, numbers in zip(
                    ("layer", "row", "column")[-len(cells[0]) :], zip(*cells, strict=True), strict=True
                )
            }
            word = "-".join(",".join(map(str, cell)) for cell in cells)
            result.add_node(tile, **({"piece": piece} if piece else {}), cells=word, **middle)
        if coloring is not None:
            colors = np.asarray(getattr(coloring, "coloring", coloring))
            if colors.shape != (self.tiles,):
                raise ColoringError(
                    f"a coloring has a color for each of the {self.tiles} tiles, this one has shape "
                    f"{colors.shape}",
                    where="coloring",
                )
            for tile, color in enumerate(colors.tolist()):
                result.nodes[tile]["color"] = color
        if self.outside:
            result.add_node("outside")
        names: list[int | str] = [*range(self.tiles), *(["outside"] if self.outside else [])]
        result.add_edges_from((names[one], names[two]) for one, two in self.edges().tolist())
        return result

    def lines(self, form: Literal["edges", "dimacs"] = "edges") -> Iterator[str]:
        """Yield the lines of a file: ``edges`` (a pair of numbers from 0 a line) or ``dimacs`` (from 1)."""
        edges = self.edges()
        if form == "dimacs":
            yield f"p edge {self.size} {len(edges)}\n"
        elif form != "edges":
            raise ColoringError(f"a graph is written as 'edges' or 'dimacs', not '{form}'", where="form")
        for begin in range(0, len(edges), 1 << 16):
            part = edges[begin : begin + (1 << 16)].tolist()
            if form == "dimacs":
                yield "".join(f"e {one + 1} {two + 1}\n" for one, two in part)
            else:
                yield "".join(f"{one} {two}\n" for one, two in part)

    def dimacs(self) -> str:
        """Return the graph in the text format of the DIMACS coloring challenge (vertices from 1)."""
        return "".join(self.lines("dimacs"))

    def edge_list(self) -> str:
        """Return a line with two vertex numbers, from 0, for each pair that touches."""
        return "".join(self.lines("edges"))


def check_touch(touch: Touch) -> int:
    """Return the distance that a word means: 0 for ``edge``, 1 for ``strong``, d for d.

    Raises
    ------
    ColoringError
        If it means none.
    """
    if touch == "edge":
        return 0
    if touch == "strong":
        return 1
    try:
        distance = int(touch)
    except (TypeError, ValueError):
        distance = 0
    if isinstance(touch, bool) or distance < 1:
        raise ColoringError(
            f"tiles touch by 'edge', 'strong' (corners too) or within a distance of 1 or more, not {touch!r}",
            where="touch",
        )
    return distance


def check_labels(tiling: Tiling | ArrayLike) -> NDArray[np.int32]:
    """Return the label array of a tiling, or of a plain array, as int32."""
    if not isinstance(tiling, Tiling):
        array = np.asarray(tiling)
        if array.dtype.kind == "u" and array.size and int(array.max()) <= np.iinfo(np.int64).max:
            array = array.astype(np.int64)
        tiling = Tiling(array)
    if tiling.labels.size > _MOST_CELLS:
        raise TilingError(f"the array has {tiling.labels.size} cells, the most is {_MOST_CELLS}")
    labels = tiling.labels
    present = np.zeros(0, dtype=bool)
    faults = []
    lowest = int(labels.min(initial=0))
    if lowest < -2:
        cell = tuple(np.argwhere(labels < -2)[0].tolist())
        faults.append(
            f"the label {labels[cell]} at {','.join(map(str, cell))} means nothing; "
            "-1 is off the board, -2 is empty, tiles are 0 and up"
        )
    highest = int(labels.max(initial=-1))
    if highest >= labels.size:
        cell = tuple(np.argwhere(labels == highest)[0].tolist())
        faults.append(
            f"the label {highest} at {','.join(map(str, cell))} is too large: {labels.size} cells have "
            f"at most the tiles 0..{labels.size - 1}"
        )
    else:
        present = np.zeros(highest + 1, dtype=bool)
        present[labels[labels >= 0]] = True
        if not present.all():
            missing = np.flatnonzero(~present)
            faults.append(f"{len(missing)} of the tiles 0..{highest} have no cell, the first is {missing[0]}")
    if tiling.piece is not None and len(tiling.piece) < highest + 1:
        faults.append(f"there are {highest + 1} tiles, but the pieces of {len(tiling.piece)}")
    if faults:
        raise TilingError("; ".join(faults), where="tiling")
    return np.ascontiguousarray(labels, dtype=np.int32)


def by_first_appearance(coloring: NDArray[np.int32], held: int | None = None) -> NDArray[np.int32]:
    """Rename colors 0, 1, … in the order in which the tiles first have them; color `held` becomes 0."""
    used, first = np.unique(coloring, return_index=True)
    if held is not None:
        first[used == held] = -1
        if held not in used:
            used, first = np.append(used, held), np.append(first, -1)
    names = np.empty(int(used.max(initial=-1)) + 1, dtype=np.int32)
    names[used[np.argsort(first)]] = np.arange(len(used), dtype=np.int32)
    return names[coloring]


def memory_needed(cells: int, tiles: int, distance: int) -> int:
    """Estimate the bytes that the adjacency of a board takes while it is made.

    A tile of a cells has at most a + (2 a + 2) d + 4 d^2 cells within distance d (a straight one does);
    about twice as many tiles of average size meet these as would fill them.
    """
    size = cells / max(tiles, 1)
    reach = 2 * size + 2 if distance == 0 else (2 * size + 2) * distance + 4 * distance**2
    entries = tiles * min(2 * reach / size, 6.0 if distance == 0 else reach, max(tiles - 1, 0))
    return int(8 * cells + 16 * tiles + 8 * entries)


def as_graph(tiling: Tiling | Graph | ArrayLike, touch: Touch, outside: bool) -> Graph:
    """Return the graph that a public function is given; of a tiling, which tiles touch."""
    return tiling if isinstance(tiling, Graph) else graph(tiling, touch, outside=outside)


def graph(
    tiling: Tiling | ArrayLike,
    touch: Touch = "edge",
    *,
    outside: bool = False,
    max_memory: int | None = None,
) -> Graph:
    """Find which tiles touch.

    Parameters
    ----------
    tiling : Tiling or integer array, shape (rows, columns)
        Tiles 0..n-1 in any order; -1 off the board, -2 stayed empty.
    touch : {"edge", "strong"} or int
        Tiles touch along an edge (in space, a face); or there or at a corner; or when two of their cells are
        within a Chebyshev distance d (``max(|rows|, |columns|) <= d``; on other lattices, at most d cells away of which each
        touches the next one at least at a corner).
    outside : bool
        One more vertex for the cells off the board and beyond the array.
    max_memory : int, optional
        Refuse when more bytes would be needed; 90 % of the free memory when not given.

    Returns
    -------
    Graph

    Raises
    ------
    ColoringError
        If `touch` means nothing.
    AdjacencyTooLargeError
        If the graph would not fit into memory (estimated beforehand).
    TilingError
        If the array is not a tiling; all faults are named.

    Notes
    -----
    O(cells) time for ``edge`` and ``strong``, O(cells (2d + 1)^2) for a distance d.
    """
    distance, outside = check_touch(touch), bool(outside)
    labels = check_labels(tiling)
    tiles = int(labels.max(initial=-1)) + 1
    distance = min(distance, max(labels.shape, default=1))
    needed, offsets = memory_needed(max(labels.size, 1), tiles, distance), None
    if isinstance(tiling, Tiling) and not is_flat_squares(tiling):
        contacts = Contacts(labels != OUTSIDE, tiling.lattice, tiling.surface, distance)
        labels, offsets = contacts.side_by_side(labels[None], outside)[0], SIDEWAYS
    allowed = int(available_memory() * _SHARE) if max_memory is None else max_memory
    if needed > allowed:
        raise AdjacencyTooLargeError(
            f"which of the {tiles} tiles touch needs about {in_units(needed)}, more than the "
            f"{in_units(allowed)} allowed; take a part of the board, or a smaller distance",
            where="memory",
        )
    from tilewright.kernels.coloring.adjacency import adjacency

    start, neighbor = adjacency(read_only(labels), distance, outside, tiles, offsets)
    shown = tiling if isinstance(tiling, Tiling) else Tiling(labels)
    return Graph(start, neighbor, tiles, touch, outside, shown)
