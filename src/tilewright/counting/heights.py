"""How many corners of cells have each height, over tilings by dominoes or lozenges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tilewright.values.tiling import Tiling

#: Characters of the longest bar.
_BAR = 40


@dataclass(frozen=True)
class HeightCounts:
    """How many corners of cells have each height, over several tilings.

    Attributes
    ----------
    tilings : int
        The number of tilings.
    by_height : dict of int to int
        The number of corners of each height, from the lowest height to the highest.

    Examples
    --------
    >>> import tilewright as tw
    >>> print(HeightCounts.of(tw.sample("4x4", "dominoes+", number=100, seed=1)).text())
    -4   2 #
    -3  25 ##
    -2 195 #########
    -1 575 ##########################
     0 895 ########################################
     1 575 ##########################
     2 205 ##########
     3  25 ##
     4   3 #
    """

    tilings: int
    by_height: dict[int, int]

    @classmethod
    def of(cls, tilings: Iterable[Tiling]) -> HeightCounts:
        """Count the heights of tilings, which are not kept; see `tilewright.Tiling.heights`."""
        found: Counter[int] = Counter()
        number = 0
        for tiling in tilings:
            found.update(tiling.heights().compressed().tolist())
            number += 1
        return cls(number, dict(sorted(found.items())))

    def text(self) -> str:
        """Return a line with a bar for each height, as ``tilewright sample --heights`` prints
        them.
        """
        most = max(self.by_height.values(), default=0)
        wide = max((len(str(height)) for height in self.by_height), default=0)
        return "\n".join(
            f"{height:>{wide}} {number:>{len(str(most))}} {'#' * -(-_BAR * number // most)}"
            for height, number in self.by_height.items()
        )

    def to_json(self) -> dict[str, Any]:
        """Return the counts as ``tilewright sample --heights --json`` prints them, as strings of
        digits.
        """
        return {
            "drawn": str(self.tilings),
            "heights": {str(height): str(number) for height, number in self.by_height.items()},
        }
