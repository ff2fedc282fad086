"""Count tilings exactly by the frontier method, and everything that counting makes possible.

Names are imported when they are first used, so that Numba loads when a kernel first runs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.counting.by_piece import ByPiece as ByPiece
    from tilewright.counting.by_piece import count_by_piece as count_by_piece
    from tilewright.counting.number import Count as Count
    from tilewright.counting.number import Square as Square
    from tilewright.counting.number import count as count
    from tilewright.counting.number import count_details as count_details
    from tilewright.counting.number import count_square as count_square
    from tilewright.counting.orbits import UpToSymmetry as UpToSymmetry
    from tilewright.counting.orbits import count_up_to_symmetry as count_up_to_symmetry
    from tilewright.counting.ranking import Ranking as Ranking
    from tilewright.counting.ranking import nth as nth
    from tilewright.counting.ranking import rank as rank
    from tilewright.counting.ranking import sample as sample
    from tilewright.counting.strips import Strip as Strip
    from tilewright.counting.strips import strip as strip
    from tilewright.counting.usage import Heat as Heat
    from tilewright.counting.usage import heat as heat
    from tilewright.counting.usage import placement_counts as placement_counts
    from tilewright.counting.weights import Cheapest as Cheapest
    from tilewright.counting.weights import cheapest as cheapest
    from tilewright.counting.weights import weigh as weigh
    from tilewright.counting.weights import weighted_count as weighted_count

#: Where each public name lives.
_HOMES = {
    "ByPiece": "by_piece",
    "Cheapest": "weights",
    "Count": "number",
    "Heat": "usage",
    "Ranking": "ranking",
    "Square": "number",
    "Strip": "strips",
    "UpToSymmetry": "orbits",
    "cheapest": "weights",
    "count": "number",
    "count_by_piece": "by_piece",
    "count_details": "number",
    "count_square": "number",
    "count_up_to_symmetry": "orbits",
    "heat": "usage",
    "nth": "ranking",
    "placement_counts": "usage",
    "rank": "ranking",
    "sample": "ranking",
    "strip": "strips",
    "weigh": "weights",
    "weighted_count": "weights",
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
