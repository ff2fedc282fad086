"""The graph of touching tiles, on any lattice and surface, as sparse arrays and in the formats of
other programs.

The kernels expect cells with neighbors at fixed steps. On a flat board of squares, these are the
cells of the board. On other boards, each pair of touching cells becomes a separate row, so the only
steps are left and right. A batch of tilings is then laid out by one table lookup.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.errors import ColoringError, MemoryLimitError
from tilewright.model.board import Board
from tilewright.model.space.labels import EMPTY, OUTSIDE
from tilewright.model.space.lattice import Cell, Lattice, cell_word
from tilewright.model.space.surface import Surface, is_flat_squares, labels_beside
from tilewright.model.tiling import Tiling, check_labels
from tilewright.system.platform.machine import allowed_memory, has_room, in_units
from tilewright.system.values.arguments import check_integer
from tilewright.system.values.arrays import ranges, read_only, starts
from tilewright.system.work.limits import Limits, limited

if TYPE_CHECKING:
    import networkx

#: Colors are 32-bit numbers.
_LARGEST = (1 << 31) - 1


def cell_colors(
    board: Board | str, modulus: int = 2, row: int = 1, column: int = 1, layer: int = 1
) -> NDArray[np.int32]:
    """Return a color for each cell: ``(row * r + column * c) mod modulus`` for the cell in row r
    and column c.

    For cubes, ``layer * l`` is added for the cell in layer l.

    Parameters
    ----------
    board : Board or str
    modulus : int
        The number of colors, at least 1. With two colors, the cells are colored like a chessboard.
    row, column, layer : int
        The amounts added to the color by a step down, a step to the right, and a step to the next
        layer.

    Returns
    -------
    (rows, columns) int32, or (layers, rows, columns)
        The color of each cell, or -1 for cells outside the board.

    Notes
    -----
    Colors can prove that no tiling exists, because the pieces must cover the right number of cells
    of each color (S. W. Golomb, "Checker boards and polyominoes", American Mathematical Monthly 61,
    1954).

    Examples
    --------
    A chessboard without two opposite corners has 30 cells of one color and 32 of the other, but
    each domino covers one cell of each color.

    >>> colors = cell_colors("8x8-0,0-7,7")
    >>> np.bincount(colors[colors >= 0]).tolist()
    [30, 32]
    >>> cell_colors("2x4", 3, 1, -1).tolist()
    [[0, 2, 1, 0], [1, 0, 2, 1]]
    """
    modulus = check_integer(
        modulus, "the modulus", 1, _LARGEST, error=ColoringError, where="modulus"
    )
    row = check_integer(row, "row", error=ColoringError)
    column = check_integer(column, "column", error=ColoringError)
    layer = check_integer(layer, "layer", error=ColoringError)
    cells = board if isinstance(board, Board) else Board.parse(board)
    colors = np.zeros(cells.shape, dtype=np.int64)
    for axis, (step, size) in enumerate(
        zip((layer, row, column)[-colors.ndim :], cells.shape, strict=True)
    ):
        # Taking remainders first keeps large steps within a machine word.
        line = np.array([step * k % modulus for k in range(size)], dtype=np.int64)
        colors = (
            colors + line.reshape([-1 if axis == other else 1 for other in range(colors.ndim)])
        ) % modulus
    return np.where(cells.mask, colors, -1).astype(np.int32)


#: The steps between cells in the rows of `Contacts.side_by_side`.
SIDEWAYS = np.array([[0, -1], [0, 1]], dtype=np.int32)
#: ``"edge"`` (in space, a face), ``"strong"`` (also a corner), or a distance in king's moves (1 is
#: strong).
Touch = Literal["edge", "strong"] | int


class Contacts:
    """The pairs of touching cells of a board.

    `distance` is 0 along a side or face, 1 also at a corner, and d within d such steps. `pairs` (p,
    2) int64 are numbers of cells in reading order, lesser first. `border` (q,) int64 are the cells
    that touch the outside.

    >>> from tilewright.model.space.lattice import HEXAGONS
    >>> from tilewright.model.space.surface import FLAT
    >>> Contacts(np.ones((2, 2), dtype=bool), HEXAGONS, FLAT, 0).pairs.tolist()
    [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]
    """

    def __init__(
        self, there: NDArray[np.bool_], lattice: Lattice, surface: Surface, distance: int
    ) -> None:
        self._area = there.size
        number = np.where(there, np.arange(there.size).reshape(there.shape), OUTSIDE)
        steps = [_steps(lattice, kind, distance) for kind in range(lattice.kinds)]
        pairs, border = [], []
        for cells, beside in labels_beside(number, lattice, surface, steps):
            pairs.append(np.stack([cells, beside], axis=-1)[(cells >= 0) & (cells < beside)])
            border.append(cells[(cells >= 0) & (beside == OUTSIDE)])
        self.pairs: NDArray[np.int64] = np.unique(np.concatenate(pairs).astype(np.int64), axis=0)
        self.border: NDArray[np.int64] = np.unique(np.concatenate(border).astype(np.int64))
        touched = np.unique(self.pairs)
        self._alone = np.setdiff1d(number[there], touched)

    def side_by_side(self, labels: NDArray[Any], outside: bool) -> NDArray[np.int32]:
        """Return label arrays in which exactly the cells that touch are neighbors in a row."""
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
    """Return the steps from a cell of a kind to all cells that it touches."""
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
        tuple(x - y for x, y in zip(cell, origin, strict=True))
        for cell in reached
        if cell != origin
    )


class AdjacencyTooLargeError(ColoringError, MemoryLimitError):
    """The adjacency does not fit into memory. Nothing was computed."""

    kind = "memory"
    # The request is too large; no limit of the user's stopped a computation.
    exit_code = 2


@dataclass(frozen=True, eq=False)
class Graph:
    """The graph of tiles that touch.

    Attributes
    ----------
    start : (size + 1,) int64
        The neighbors of vertex u are ``neighbor[start[u]:start[u + 1]]``.
    neighbor : (2 * number of edges,) int32
        The neighbors of each vertex, in ascending order.
    tiles : int
        The number of tiles; the tiles are the vertices 0 to `tiles` - 1.
    touch : str or int
        The rule that determines which tiles touch.
    outside : bool
        Whether vertex number `tiles` stands for the outside of the board.
    tiling : Tiling or None
        The tiling, or None for a subgraph.

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
        """The number of vertices: the number of tiles, plus one if the outside is included."""
        return len(self.start) - 1

    @property
    def degree(self) -> NDArray[np.int64]:
        """The number of neighbors of each vertex, (size,) int64."""
        return np.diff(self.start)

    def neighbors(self, vertex: int) -> NDArray[np.int32]:
        """Return the neighbors of a vertex, in ascending order."""
        return self.neighbor[self.start[vertex] : self.start[vertex + 1]]

    def edges(self) -> NDArray[np.int32]:
        """Return each edge once, as a sorted (m, 2) int32 array."""
        source = np.repeat(np.arange(self.size, dtype=np.int32), self.degree)
        upward = source < self.neighbor
        return np.stack([source[upward], self.neighbor[upward]], axis=1)

    def induced(self, vertices: NDArray[np.integer[Any]]) -> Graph:
        """Return the subgraph induced by the given vertices, which must be in ascending order.

        The vertices are renumbered from 0.
        """
        length = self.degree[vertices]
        begin = starts(length)
        neighbors = self.neighbor[ranges(self.start[vertices], length)]
        place = np.searchsorted(vertices, neighbors)
        inside = place < len(vertices)
        inside[inside] = vertices[place[inside]] == neighbors[inside]
        start = starts(inside)[begin]
        return Graph(start, place[inside].astype(np.int32), len(vertices), self.touch)

    def to_networkx(self, coloring: Any = None) -> networkx.Graph[int]:
        """Return a `networkx.Graph` whose nodes are the tile numbers and, if the outside is
        included, ``"outside"``.

        This method requires the ``graph`` extra: ``pip install 'tilewright[graph]'``.

        Parameters
        ----------
        coloring : Coloring or int array, shape (n,), optional
            A color for each tile, stored as the node attribute ``color``.

        Notes
        -----
        The node of a tile has the attributes ``piece`` (the name, if known) and ``cells`` (such as
        ``0,0-0,1-1,0``). The attributes ``row`` and ``column`` (for cubes, also ``layer``) locate
        the middle of the tile. All attributes are plain values that NetworkX can write in any of
        its formats.
        """
        try:
            import networkx
        except ImportError:
            raise ColoringError(
                "NetworkX is not installed. Install it with: pip install 'tilewright[graph]'",
                where="networkx",
            ) from None
        result: Any = networkx.Graph(touch=self.touch)
        result.add_nodes_from(range(self.tiles))
        for tile, (piece, cells) in enumerate(self.tiling or ()):
            middle = {
                name: sum(numbers) / len(cells)
                for name, numbers in zip(
                    ("layer", "row", "column")[-len(cells[0]) :],
                    zip(*cells, strict=True),
                    strict=True,
                )
            }
            word = "-".join(cell_word(cell) for cell in cells)
            result.add_node(tile, **({"piece": piece} if piece else {}), cells=word, **middle)
        if coloring is not None:
            colors = np.asarray(getattr(coloring, "coloring", coloring))
            if colors.shape != (self.tiles,):
                raise ColoringError(
                    f"`coloring` must contain a color for each of the {self.tiles} tiles, got "
                    f"shape {colors.shape}",
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
        """Yield the lines of a graph file in the format ``edges`` (one edge per line, with vertices
        numbered from 0) or ``dimacs`` (numbered from 1).
        """
        edges = self.edges()
        if form == "dimacs":
            yield f"p edge {self.size} {len(edges)}\n"
        elif form != "edges":
            raise ColoringError(f"`form` must be 'edges' or 'dimacs', got '{form}'", where="form")
        for begin in range(0, len(edges), 1 << 16):
            part = edges[begin : begin + (1 << 16)].tolist()
            if form == "dimacs":
                yield "".join(f"e {one + 1} {two + 1}\n" for one, two in part)
            else:
                yield "".join(f"{one} {two}\n" for one, two in part)

    def dimacs(self) -> str:
        """Return the graph in the format of the DIMACS coloring challenge, with vertices numbered
        from 1.
        """
        return "".join(self.lines("dimacs"))

    def edge_list(self) -> str:
        """Return one line for each edge, with its two vertices, numbered from 0."""
        return "".join(self.lines("edges"))


def check_touch(touch: Touch) -> int:
    """Return the distance for a value of ``touch``: 0 for ``edge``, 1 for ``strong``, or the number
    itself.

    Raises
    ------
    ColoringError
        If `touch` has any other value.
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
            "`touch` must be 'edge', 'strong' (also at corners) or a distance of at least 1, got "
            f"{touch!r}",
            where="touch",
        )
    return distance


def by_first_appearance(coloring: NDArray[np.int32], held: int | None = None) -> NDArray[np.int32]:
    """Rename colors to 0, 1, … in the order of tiles. Color `held` becomes 0."""
    used, first = np.unique(coloring, return_index=True)
    if held is not None:
        first[used == held] = -1
        if held not in used:
            used, first = np.append(used, held), np.append(first, -1)
    names = np.empty(int(used.max(initial=-1)) + 1, dtype=np.int32)
    names[used[np.argsort(first)]] = np.arange(len(used), dtype=np.int32)
    return names[coloring]


def memory_needed(cells: int, tiles: int, distance: int) -> int:
    """Estimate the number of bytes needed to build the adjacency of a board.

    A tile of a cells has at most a + (2 a + 2) d + 4 d^2 cells within distance d, and a straight
    tile reaches this bound. About twice as many tiles of average size touch these cells as would
    fill them.
    """
    size = cells / max(tiles, 1)
    reach = 2 * size + 2 if distance == 0 else (2 * size + 2) * distance + 4 * distance**2
    entries = tiles * min(2 * reach / size, 6.0 if distance == 0 else reach, max(tiles - 1, 0))
    return int(8 * cells + 16 * tiles + 8 * entries)


def as_graph(tiling: Tiling | Graph | ArrayLike, touch: Touch, outside: bool) -> Graph:
    """Return a graph, or the graph of a tiling."""
    return tiling if isinstance(tiling, Graph) else graph(tiling, touch, outside=outside)


@limited
def graph(
    tiling: Tiling | ArrayLike,
    touch: Touch = "edge",
    *,
    outside: bool = False,
    **limits: Unpack[Limits],
) -> Graph:
    """Return the graph of tiles that touch.

    Parameters
    ----------
    tiling : Tiling or integer array, shape (rows, columns)
        Tiles are numbered from 0 in any order. Cells outside the board have the label -1, and empty
        cells have the label -2.
    touch : {"edge", "strong"} or int
        With ``"edge"``, tiles touch if they share an edge (for cubes, a face); with ``"strong"``,
        also if they share a corner. With a number d, tiles touch if two of their cells are within d
        king's moves. On lattices without squares, a king's move leads to any cell that shares a
        corner.
    outside : bool
        Whether to add a vertex for the outside of the board.
    timeout, max_memory
        See `tilewright.system.work.limits`.

    Returns
    -------
    Graph

    Raises
    ------
    ColoringError
        If `touch` is invalid.
    AdjacencyTooLargeError
        If the estimated size of the graph exceeds the memory limit.
    TilingError
        If the array is not a tiling; the message lists all faults.

    Examples
    --------
    >>> import tilewright as tw
    >>> touching = tw.graph([[0, 0, 1], [2, 2, 1]])
    >>> touching.edges().tolist(), touching.neighbors(1).tolist()
    ([[0, 1], [0, 2], [1, 2]], [0, 2])

    Notes
    -----
    The function takes O(cells) time for ``edge`` and ``strong``, and O(cells (2d + 1)^2) for a
    distance d.
    """
    distance, outside = check_touch(touch), bool(outside)
    labels = check_labels(tiling)
    tiles = int(labels.max(initial=-1)) + 1
    distance = min(distance, max(labels.shape, default=1))
    needed, offsets = memory_needed(max(labels.size, 1), tiles, distance), None
    if isinstance(tiling, Tiling) and not is_flat_squares(tiling):
        contacts = Contacts(labels != OUTSIDE, tiling.lattice, tiling.surface, distance)
        labels, offsets = contacts.side_by_side(labels[None], outside)[0], SIDEWAYS
    if not has_room(needed):
        raise AdjacencyTooLargeError(
            f"the graph of {tiles} tiles needs about {in_units(needed)}, but only "
            f"{in_units(allowed_memory())} are allowed. Color a "
            "part of the board, or reduce the distance.",
            where="memory",
        )
    from tilewright.kernels.coloring.adjacency import adjacency

    start, neighbor = adjacency(read_only(labels), distance, outside, tiles, offsets)
    shown = tiling if isinstance(tiling, Tiling) else Tiling(labels)
    return Graph(start, neighbor, tiles, touch, outside, shown)
