"""The graph of a problem whose pieces have two cells. Two cells are joined if a piece can cover
both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ProblemError, quoted
from tilewright.model.cover import Cover
from tilewright.model.problem import Problem
from tilewright.system.values.arguments import counted


class CountedGraph(Protocol):
    """A graph whose matchings are counted."""

    @property
    def size(self) -> int:
        """The number of vertices."""

    @property
    def ends(self) -> NDArray[np.signedinteger]:
        """(m, 2): the two vertices of each edge."""

    @property
    def side(self) -> NDArray[np.int8] | None:
        """(n,) int8: a color 0 or 1 for each vertex so that neighbors differ; None if no such
        coloring exists.
        """


def matching_refusal(problem: Problem) -> str | None:
    """Return the reason why the tilings of a problem are not the perfect matchings of a graph, or
    None if they are.

    Marks, holes, joined sides, turns and placed pieces only determine which edges exist. Cells that
    may stay empty are not a reason, because whether they are supported depends on the question.

    >>> matching_refusal(Problem("8x8", "dominoes+"))
    >>> matching_refusal(Problem("8x8", "dominoes=32"))
    'the number of copies of the piece domino is limited'
    >>> matching_refusal(Problem("8x8", "dominoes+", "L3+"))
    'the piece L3 has 3 cells'
    """
    for piece in problem.pieces:
        if (size := len(piece.polyomino)) != 2:
            return f"the piece {piece.name} has {counted(size, 'cell')}"
    for piece in problem.pieces:
        if piece.least > 0 or piece.most is not None:
            return f"the number of copies of the piece {piece.name} is limited"
    if problem.rules:
        return f"the problem has the rule {quoted(problem.rules[0].word())}"
    return None if problem.pieces else "the problem contains no pieces"


@dataclass(frozen=True, eq=False)
class MatchingGraph:
    """The graph of a problem whose pieces have two cells. Its perfect matchings correspond
    one-to-one to the tilings.

    Edge j is placement j of the cover. Different pieces on the same two cells are parallel edges.
    The cells of a piece already placed have no other edge.

    Parameters
    ----------
    cover : Cover
        The compiled problem. `cover.cells`, `cover.placement_piece` and `cover.orientation` contain
        the positions of cells and the pieces of edges.

    Raises
    ------
    ProblemError
        If the tilings are not perfect matchings (see `matching_refusal`).
    """

    cover: Cover

    def __post_init__(self) -> None:
        if (why := matching_refusal(self.cover.problem)) is not None:
            raise ProblemError(f"tilings of this problem are not matchings: {why}")

    def only(self, chosen: NDArray[np.bool_]) -> MatchingGraph:
        """Return the graph with some of the edges, (m,) bool."""
        cover = self.cover
        count = int(chosen.sum())
        part = replace(
            cover,
            start=2 * np.arange(count + 1, dtype=np.int64),
            item=self.ends[chosen].ravel(),
            orientation=cover.orientation[chosen],
            origin=cover.origin[chosen],
        )
        return MatchingGraph(part)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.cover.area

    @property
    def ends(self) -> NDArray[np.int32]:
        """(m, 2) int32: the two cells of each edge, the smaller number first."""
        return self.cover.item.reshape(-1, 2)

    @cached_property
    def adjacency(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """The neighbors of each cell.

        Returns
        -------
        start : (n + 1,) int64
            Cell i has the entries ``start[i]:start[i + 1]`` of the other arrays.
        beside : (2 m,) int32
            The neighbors of each cell. Each parallel edge has its own entry.
        edge : (2 m,) int32
            The edge to each neighbor.
        """
        from tilewright.kernels.matching.graphs import list_neighbors

        start = np.zeros(self.size + 1, dtype=np.int64)
        beside, edge = np.empty((2, 2 * len(self.ends)), dtype=np.int32)
        list_neighbors(self.ends, start, beside, edge)
        return start, beside, edge

    @cached_property
    def side(self) -> NDArray[np.int8] | None:
        """(n,) int8: a color 0 or 1 for each cell so that neighbors differ; None if no such
        coloring exists.

        If possible, the colors are those of a chessboard, or the two kinds of triangles. Otherwise
        the first cell of each connected part is 0.
        """
        from tilewright.kernels.matching.graphs import clashes, two_color

        cells, lattice = self.cover.cells, self.cover.problem.board.lattice
        parity = lattice.kind(cells) if lattice.kinds > 1 else np.bitwise_xor.reduce(cells.T)
        natural = (parity & 1).astype(np.int8)
        if not clashes(self.ends, natural):
            return natural
        start, beside, _ = self.adjacency
        side = np.full(self.size, -1, dtype=np.int8)
        possible = two_color(start, beside, side, np.empty(self.size, dtype=np.int32))
        return side if possible else None

    def drawn(self, edges: NDArray[np.integer]) -> NDArray[np.int32]:
        """Return drawn edges after verifying that they are a matching of all cells."""
        if (np.bincount(self.ends[edges].ravel(), minlength=self.size) != 1).any():
            raise AssertionError("the edges that were drawn do not form a matching of the board")
        return edges.astype(np.int32)

    @cached_property
    def is_adjacent(self) -> bool:
        """Whether the cells of each edge share a side (for cubes, a face), unlike the cells of
        pieces with two separate cells.
        """
        shapes = self.cover.shapes
        used = self.cover.used
        pairs = shapes.cells.reshape(-1, 2, shapes.cells.shape[1])[used]
        faces = self.cover.problem.board.lattice.faces
        kinds = self.cover.problem.board.lattice.kind(pairs[:, 0])
        steps = (pairs[:, 1] - pairs[:, 0]).tolist()
        return all(
            tuple(step) in faces[kind] for step, kind in zip(steps, kinds.tolist(), strict=True)
        )
