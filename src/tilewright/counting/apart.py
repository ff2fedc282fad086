"""Equal pieces told apart: the number of tilings in which each tile also says which of the equal
pieces it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from tilewright.errors import EngineError, quoted
from tilewright.values.problem import Problem


class EqualPieces:
    """The pieces of a problem that were listed several times, and in how many ways their tiles are
    shared out.

    Two tiles cover different cells, so all ways to share out the tiles of a tiling are different.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._kinds = [kind for kind, parts in enumerate(problem.parts) if len(parts) > 1]
        placed = {problem.piece_index(placement.piece) for placement in problem.placed}
        if both := [kind for kind in self._kinds if kind in placed]:
            name = problem.names[both[0]]
            raise EngineError(
                f"{quoted(name)} is listed {len(problem.parts[both[0]])} times, and which of them "
                "is placed is not known, "
                "so they cannot be told apart; leave the placed piece out"
            )

    @property
    def names(self) -> list[str]:
        """The names of those whose number of copies varies."""
        pieces = [self._problem.pieces[kind] for kind in self._kinds]
        return [piece.name for piece in pieces if piece.least != piece.most]

    @property
    def times(self) -> int:
        """In how many ways the tiles of those with a fixed number of copies are shared out."""
        fixed = [kind for kind in self._kinds if self._problem.pieces[kind].name not in self.names]
        most = self._problem.board.area
        return prod(sum(self._problem.times_apart(kind, most).values()) for kind in fixed)

    def total(self, counts: Mapping[tuple[int, ...], int]) -> int:
        """Return the number of tilings told apart, from the numbers of tilings by the copies of
        `names`.
        """
        kinds = [self._problem.names.index(name) for name in self.names]
        most = [max((copies[i] for copies in counts), default=0) for i in range(len(kinds))]
        times = [
            self._problem.times_apart(kind, largest)
            for kind, largest in zip(kinds, most, strict=True)
        ]
        return self.times * sum(
            number * prod(ways[own] for ways, own in zip(times, copies, strict=True))
            for copies, number in counts.items()
        )
