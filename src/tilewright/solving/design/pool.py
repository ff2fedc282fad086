"""The sets that can be chosen from a pool of pieces, numbered, for given areas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.model.piece import Piece
from tilewright.system.work.deadline import check_time


@dataclass(frozen=True)
class PiecePool:
    """Pieces of which each may be used a number of times (`Piece.least` to `Piece.most`), and the
    areas that a set may have.

    >>> from tilewright.model.piece import parse_pieces
    >>> from dataclasses import replace
    >>> pool = PiecePool(tuple(replace(x, least=0) for x in parse_pieces("tetrominoes")), (12,))
    >>> pool.numbers, pool.count(3), pool.rows(3, 4, 6).tolist()
    ([3], 10, [[1, 0, 1, 0, 1], [1, 0, 0, 1, 1]])
    """

    pieces: tuple[Piece, ...]
    areas: tuple[int, ...]

    @cached_property
    def sizes(self) -> list[int]:
        """The number of cells of each piece."""
        return [len(piece.polyomino) for piece in self.pieces]

    @cached_property
    def _bounds(self) -> list[range]:
        """The numbers of copies of each piece that fit in the largest area."""
        area = self.areas[-1]
        return [
            range(piece.least, 1 + min(area // size, area if piece.most is None else piece.most))
            for piece, size in zip(self.pieces, self.sizes, strict=True)
        ]

    @cached_property
    def _ways(self) -> list[NDArray[np.object_]]:
        """For each piece, the number of choices of it and those after it: by the number of pieces
        and their area.
        """
        area = self.areas[-1]
        ways = np.zeros((area + 1, area + 1), dtype=object)
        ways[0, 0] = 1
        tables = [ways]
        for size, bounds in zip(self.sizes[::-1], self._bounds[::-1], strict=True):
            check_time()
            longer = np.zeros_like(ways)
            for copies in bounds:
                longer[copies:, copies * size :] += ways[
                    : area + 1 - copies, : area + 1 - copies * size
                ]
            tables.append(ways := longer)
        return tables[::-1]

    def count(self, number: int) -> int:
        """Return how many sets have a number of pieces and one of the areas."""
        most = self.areas[-1]
        return sum(int(self._ways[0][number, area]) for area in self.areas if number <= most)

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers of pieces that a set can have, ascending."""
        return [number for number in range(1, self.areas[-1] + 1) if self.count(number)]

    def rows(self, number: int, first: int, stop: int) -> NDArray[np.int64]:
        """Return the copies of each piece in the sets ``first`` to ``stop - 1`` of a number of
        pieces.
        """
        chosen = [*self._walk([(area, number) for area in self.areas], first, stop - first)]
        rows = np.zeros((len(chosen), len(self.pieces)), dtype=np.int64)
        for row, copies in enumerate(chosen):
            for index, times in copies:
                rows[row, index] = times
        return rows

    def _walk(
        self, starts: Sequence[tuple[int, int]], skip: int, left: int
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield sets as pairs of a piece and its copies, without those before `skip`."""
        stack: list[tuple[int, int, int, tuple[tuple[int, int], ...]]] = [
            (0, number, area, ()) for area, number in reversed(starts)
        ]
        while stack and left > 0:
            index, number, area, chosen = stack.pop()
            ways = self._ways[index][number, area]
            if skip >= ways:
                skip -= ways
            elif index == len(self.pieces):
                left -= 1
                yield chosen
            else:
                size = self.sizes[index]
                for copies in self._bounds[index]:
                    if copies <= number and copies * size <= area:
                        more = ((index, copies),) if copies else ()
                        rest = (number - copies, area - copies * size)
                        stack.append((index + 1, *rest, chosen + more))

    def words(self, copies: Iterable[int]) -> tuple[str, ...]:
        """Return a set as words."""
        return tuple(
            replace(piece, least=times, most=times).word()
            for piece, times in zip(self.pieces, copies, strict=True)
            if times
        )
