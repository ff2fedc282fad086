"""Why a search finds nothing: seen before it begins, or looked for when it has found nothing for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.cover import Cover
from tilewright.problem import Problem
from tilewright.proof.area import area_reason
from tilewright.proof.reach import reach_reasons

if TYPE_CHECKING:
    from tilewright.proof import Weighting

__all__ = ["Reasons"]


class Reasons:
    """The reasons why there is no tiling, as far as they are known.

    Parameters
    ----------
    problem : Problem
    cover : callable
        Returns the compiled problem; it is called only if the areas add up.

    Attributes
    ----------
    listed : list of str
        Each is a proof.
    weighting : Weighting or None
        The weighting that the last one is about.
    weighed : bool
        Whether a weighting was looked for, or need not be.
    """

    def __init__(self, problem: Problem, cover: Callable[[], Cover]) -> None:
        self._cover = cover
        self.listed = area_reason(problem) or reach_reasons(cover())
        self.weighting: Weighting | None = None
        self.weighed = bool(self.listed)

    def weigh(self) -> bool:
        """Look for a weighting, once; return whether there is any reason now."""
        if not self.weighed:
            from tilewright.proof.finding import find_weighting

            self.weighed = True
            self.weighting = find_weighting(self._cover())
            if self.weighting is not None:
                self.listed = [self.weighting.text()]
        return bool(self.listed)
