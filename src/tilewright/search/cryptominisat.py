"""CryptoMiniSat in the calling process, for all tilings of a kind: their order is that of earlier editions.

References
----------
M. Soos, K. Nohl and C. Castelluccia, "Extending SAT Solvers to Cryptographic Problems", SAT 2009, Lecture Notes in
Computer Science 5584.
"""

from __future__ import annotations

import queue
from array import array
from collections.abc import Sequence
from importlib.util import find_spec

from tilewright.deadline import check_time

__all__ = ["CryptoMiniSat", "has_cryptominisat"]

#: Conflicts that the solver may have before it comes back, at first and at most.
_FIRST_CONFLICTS, _CONFLICTS = 200, 5_000


def has_cryptominisat() -> bool:
    """Return whether pycryptosat is installed (the extra ``sat``)."""
    return find_spec("pycryptosat") is not None


class CryptoMiniSat:
    """CryptoMiniSat on clauses; its parameters and methods are those of `tilewright.search.cadical.Cadical`."""

    def __init__(self, blocks: Sequence[array[int]], variables: array[int], *, parts: bool = False) -> None:
        import pycryptosat

        self._solver = pycryptosat.Solver()
        for block in blocks:
            check_time()
            self._solver.add_clauses(block)
        self._variables, self._parts = variables, parts
        #: Conflicts that it was allowed so far.
        self.conflicts = 0
        self._slice = _FIRST_CONFLICTS

    def next(self, seconds: float) -> array[int] | None:
        """Work for some seconds, or until it had many conflicts; see `Cadical.next`."""
        answer, model = self._solver.solve(confl_limit=self._slice, time_limit=seconds)
        self.conflicts += self._slice
        if answer is None:
            self._slice = min(2 * self._slice, _CONFLICTS)
            raise queue.Empty
        if not answer:
            return None
        # Variables that are in no clause the solver does not know.
        true = array("i", [v for v in self._variables if v < len(model) and model[v]])
        chosen = set(true)
        others = [v for v in self._variables if v not in chosen] if self._parts else []
        self._solver.add_clause([*(-v for v in true), *others])
        return true

    def close(self) -> None:
        """Do nothing: it works only while it is waited for."""
