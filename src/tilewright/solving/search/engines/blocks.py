"""Tile a rectangle with copies of one smaller rectangle.

If every piece may be used any number of times, a tiling of a small rectangle gives a tiling of
every rectangle that copies of it fill. This is often fast if a search on the whole board is
hopeless: the Y pentomino tiles 30x30 with eighteen copies of its 5x10. It never proves that there
is no tiling. Rectangles that cannot be composed like this are the subject of D. A. Klarner,
"Packing a rectangle with congruent n-ominoes", J. Combin. Theory 7, 1969.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.proofs import area_reason
from tilewright.solving.search.running.bounds import most_tiles
from tilewright.solving.search.running.protocol import (
    Engine,
    EngineRun,
    Status,
    WholeRun,
)

#: The most cells of a block.
_LARGEST = 1024
#: Steps of the first try of each block; each round takes twice as many.
_TRY = 4096


def block_sizes(cover: Cover) -> list[tuple[int, int]]:
    """Return the sizes of the rectangles whose copies may fill the board, starting with the
    smallest.

    The list is empty unless every piece may be used any number of times, anywhere on a whole
    rectangle.
    """
    problem = cover.problem
    if not cover.whole:
        return []
    free = all(piece.least == 0 and piece.most is None for piece in problem.pieces)
    if not (free and problem.board.is_rectangle) or problem.placed or problem.empty_least:
        return []
    if problem.marks_agree or problem.rules:
        return []
    rows, columns = problem.board.shape
    sizes = [
        (height, width)
        for height in range(1, rows + 1)
        for width in range(1, columns + 1)
        if rows % height == 0
        and columns % width == 0
        and height * width <= min(_LARGEST, rows * columns // 2)
    ]
    sizes.sort(key=lambda size: (size[0] * size[1], size))
    return [size for size in sizes if not area_reason(_block_problem(problem, size))]


def _block_problem(problem: Problem, size: tuple[int, int]) -> Problem:
    return Problem(Board.rectangle(*size), *problem.pieces, turn=problem.turn)


class BlocksEngine:
    """The search for a block."""

    name = "blocks"
    single = True

    def __init__(self, cover: Cover, make: Callable[[Cover], Engine]) -> None:
        self.cover = cover
        self.make = make
        self.sizes = block_sizes(cover)
        if not self.sizes:
            raise EngineError(
                "the engine 'blocks' requires unlimited copies of each piece, and a rectangle that "
                "splits into equal smaller rectangles"
            )
        self.depth = most_tiles(cover)

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 1) -> BlocksRun:
        """Return a new run over all blocks."""
        return BlocksRun(self)

    def repeat_block(self, block: Cover, row: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the placements on the whole board that repeat those of a block."""
        cover, (rows, columns) = self.cover, self.cover.number.shape
        height, width = block.number.shape
        corner = np.stack(
            np.meshgrid(np.arange(0, rows, height), np.arange(0, columns, width), indexing="ij"), -1
        )
        first = corner.reshape(-1, 1, 2) + block.cells[block.first[row]]
        # Both covers have the same pieces, so orientations have the same numbers.
        cells = cover.number[first[..., 0], first[..., 1]]
        return cover.find(cells, np.broadcast_to(block.orientation[row], cells.shape)).ravel()


@dataclass(eq=False)
class _Block:
    """A block to try: its cover, its run, the steps spent, and whether it has no tiling."""

    size: tuple[int, int]
    steps: int = 0
    ended: bool = False
    cover: Cover | None = field(default=None, repr=False)
    run: EngineRun | None = field(default=None, repr=False)


class BlocksRun(WholeRun):
    """All blocks in turn, with twice the steps in each round; see
    `tilewright.solving.search.running.protocol.EngineRun`.

    It ends with `Status.CUT` if it finds a tiling, or if no block has a tiling, which proves
    nothing about the board.
    """

    share = 0.0

    def __init__(self, engine: BlocksEngine) -> None:
        super().__init__(engine.depth)
        self._engine = engine
        self._blocks = [_Block(size) for size in engine.sizes]
        self._round = self._at = 0

    @property
    def nodes(self) -> int:
        """The number of placements tried so far on all blocks."""
        return sum(block.run.nodes for block in self._blocks if block.run is not None)

    def _join_block(self, block: _Block) -> tuple[Cover, EngineRun]:
        if block.cover is None or block.run is None:
            block.cover = compile_cover(_block_problem(self._engine.cover.problem, block.size))
            block.run = self._engine.make(block.cover).start(np.zeros(0, dtype=np.int32), 1)
        return block.cover, block.run

    def advance(self, budget: int) -> Status:
        """Take about `budget` steps."""
        while budget > 0 and not self.found and not all(block.ended for block in self._blocks):
            block = self._blocks[self._at]
            left = (_TRY << self._round) - block.steps
            if block.ended or left <= 0:
                self._at = (self._at + 1) % len(self._blocks)
                self._round += self._at == 0
                continue
            cover, run = self._join_block(block)
            steps = min(budget, left)
            status = run.advance(steps)
            block.steps += steps
            budget -= steps
            rows = run.take()
            if len(rows):
                self._keep(self._engine.repeat_block(cover, rows[0][rows[0] >= 0]))
            block.ended = status is Status.DONE
        return (
            Status.CUT if self.found or all(block.ended for block in self._blocks) else Status.MORE
        )

    def close(self) -> None:
        """Close the runs of all blocks."""
        for block in self._blocks:
            if block.run is not None:
                block.run.close()
