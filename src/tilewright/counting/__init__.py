"""Count tilings exactly by the frontier method, and everything that counting makes possible.

Names are imported when they are first used, so that Numba loads when a kernel first runs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.counting.by_piece import ByPiece as ByPiece
    from tilewright.counting.by_piece import count_by_piece as count_by_piece
    from tilewright.counting.costs import Cheapest as Cheapest
    from tilewright.counting.costs import cheapest as cheapest
    from tilewright.counting.orbits import UpToSymmetry as UpToSymmetry
    from tilewright.counting.orbits import count_up_to_symmetry as count_up_to_symmetry
    from tilewright.counting.progress import Progress as Progress
    from tilewright.counting.ranking import Ranking as Ranking
    from tilewright.counting.ranking import nth as nth
    from tilewright.counting.ranking import rank as rank
    from tilewright.counting.ranking import sample as sample
    from tilewright.counting.strips import Strip as Strip
    from tilewright.counting.strips import strip as strip
    from tilewright.counting.totals import Count as Count
    from tilewright.counting.totals import count as count
    from tilewright.counting.totals import count_details as count_details
    from tilewright.counting.usage import Heat as Heat
    from tilewright.counting.usage import heat as heat
    from tilewright.counting.usage import placement_counts as placement_counts
    from tilewright.counting.weighted import weigh as weigh

#: Where each public name lives.
_HOMES = {
    "ByPiece": "by_piece",
    "Cheapest": "costs",
    "Count": "totals",
    "Heat": "usage",
    "Progress": "progress",
    "Ranking": "ranking",
    "Strip": "strips",
    "UpToSymmetry": "orbits",
    "cheapest": "costs",
    "count": "totals",
    "count_by_piece": "by_piece",
    "count_details": "totals",
    "count_up_to_symmetry": "orbits",
    "heat": "usage",
    "nth": "ranking",
    "placement_counts": "usage",
    "rank": "ranking",
    "sample": "ranking",
    "strip": "strips",
    "weigh": "weighted",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tilewright.counting' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"tilewright.counting.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
