"""CryptoMiniSat in the calling process: it gives one answer after the other, and comes back between two of them.

References
----------
M. Soos, K. Nohl and C. Castelluccia, "Extending SAT Solvers to Cryptographic Problems", SAT 2009, Lecture Notes in
Computer Science 5584.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from types import ModuleType

from tilewright.deadline import check_time
from tilewright.errors import EngineError

__all__ = ["CryptoMiniSat", "load_cryptominisat"]

#: Conflicts that the solver may have before it comes back, at first and at most.
_FIRST_CONFLICTS, _CONFLICTS = 200, 5_000


def load_cryptominisat() -> ModuleType:
    """Return the package.

    Raises
    ------
    EngineError
        If it is not installed.
    """
    try:
        import pycryptosat
    except ImportError:
        raise EngineError(
            'the engine clauses needs pycryptosat, which is not installed: pip install "tilewright[sat]"',
            where="clauses",
        ) from None
    found: ModuleType = pycryptosat
    return found


class CryptoMiniSat:
    """CryptoMiniSat on clauses; see `tilewright.search.clauses.Solver`.

    Parameters
    ----------
    blocks : sequence of array of int
        Literals, each clause ended by 0; between two of them it looks at the clock.
    """

    def __init__(self, blocks: Sequence[array[int]]) -> None:
        self._solver = load_cryptominisat().Solver()
        for block in blocks:
            check_time()
            self._solver.add_clauses(block)
        #: Conflicts that it was allowed so far.
        self.conflicts = 0
        self._slice = _FIRST_CONFLICTS

    def solve(self, seconds: float) -> tuple[bool | None, Sequence[int]]:
        """Work for about so long, or until it had many conflicts."""
        answer, model = self._solver.solve(confl_limit=self._slice, time_limit=seconds)
        self.conflicts += self._slice
        if answer is None:
            self._slice = min(2 * self._slice, _CONFLICTS)
        return answer, [variable for variable, value in enumerate(model or ()) if value]

    def forbid(self, clause: Sequence[int]) -> None:
        """Take one more clause."""
        self._solver.add_clause(clause)

    def close(self) -> bool:
        """Do nothing: it works only while it is waited for."""
        return False
