"""Reasons why there is no tiling, the simplest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.cover import Cover, compile_cover
from tilewright.problem import Problem
from tilewright.proof.area import area_reason
from tilewright.proof.reach import reach_reasons

if TYPE_CHECKING:
    from tilewright.proof.weights import Weighting

__all__ = ["Reasons"]


class Reasons:
    """The reasons why there is no tiling, as far as they are known: the cheap ones at once, others by `weigh`.

    Parameters
    ----------
    problem : Problem
        Without faults.
    cover : callable, optional
        Returns the compiled problem; it is called only if the areas add up.

    Attributes
    ----------
    listed : list of str
        Each is a proof on its own.
    weighting : Weighting or None
        The weighting that the only one is about.
    weighed : bool
        Whether a weighting was looked for, or need not be.
    """

    def __init__(self, problem: Problem, cover: Callable[[], Cover] | None = None) -> None:
        self._cover = cover or (lambda: compile_cover(problem))
        self.listed = area_reason(problem) or reach_reasons(self._cover())
        self.weighting: Weighting | None = None
        self.weighed = bool(self.listed)

    def weigh(self) -> bool:
        """Look for a weighting, once, if there is no other reason; return whether there is any now."""
        if not self.weighed:
            from tilewright.proof.finding import find_weighting

            self.weighed = True
            self.weighting = find_weighting(self._cover())
            if self.weighting is not None:
                self.listed = [self.weighting.text()]
        return bool(self.listed)
