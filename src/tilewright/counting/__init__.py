"""Count tilings exactly by the frontier method, and everything that counting makes possible.

Names are imported when they are first used, so that Numba loads when a kernel first runs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.counting.answers.by_piece import ByPiece as ByPiece
    from tilewright.counting.answers.by_piece import count_by_piece as count_by_piece
    from tilewright.counting.answers.costs import Cheapest as Cheapest
    from tilewright.counting.answers.costs import cheapest as cheapest
    from tilewright.counting.answers.orbits import UpToSymmetry as UpToSymmetry
    from tilewright.counting.answers.orbits import count_up_to_symmetry as count_up_to_symmetry
    from tilewright.counting.answers.ranking import Ranking as Ranking
    from tilewright.counting.answers.ranking import nth as nth
    from tilewright.counting.answers.ranking import rank as rank
    from tilewright.counting.answers.ranking import sample as sample
    from tilewright.counting.answers.squares import Square as Square
    from tilewright.counting.answers.squares import count_square as count_square
    from tilewright.counting.answers.strips import Strip as Strip
    from tilewright.counting.answers.strips import strip as strip
    from tilewright.counting.answers.totals import Count as Count
    from tilewright.counting.answers.totals import count as count
    from tilewright.counting.answers.totals import count_details as count_details
    from tilewright.counting.answers.usage import Heat as Heat
    from tilewright.counting.answers.usage import heat as heat
    from tilewright.counting.answers.usage import placement_counts as placement_counts
    from tilewright.counting.answers.weighted import weigh as weigh
    from tilewright.counting.answers.weighted import weighted_count as weighted_count

#: Where each public name lives.
_HOMES = {
    "ByPiece": "answers.by_piece",
    "Cheapest": "answers.costs",
    "Count": "answers.totals",
    "Heat": "answers.usage",
    "Ranking": "answers.ranking",
    "Square": "answers.squares",
    "Strip": "answers.strips",
    "UpToSymmetry": "answers.orbits",
    "cheapest": "answers.costs",
    "count": "answers.totals",
    "count_by_piece": "answers.by_piece",
    "count_details": "answers.totals",
    "count_square": "answers.squares",
    "count_up_to_symmetry": "answers.orbits",
    "heat": "answers.usage",
    "nth": "answers.ranking",
    "placement_counts": "answers.usage",
    "rank": "answers.ranking",
    "sample": "answers.ranking",
    "strip": "answers.strips",
    "weigh": "answers.weighted",
    "weighted_count": "answers.weighted",
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
