"""Count tilings exactly by the frontier method, and everything that counting makes possible.

Names are imported when they are first used, so that Numba loads when a kernel first runs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.counting.progress import Progress as Progress
    from tilewright.counting.totals import ByPiece as ByPiece
    from tilewright.counting.totals import Count as Count
    from tilewright.counting.totals import count as count
    from tilewright.counting.totals import count_by_piece as count_by_piece
    from tilewright.counting.totals import count_details as count_details
    from tilewright.counting.totals import weigh as weigh

#: Where each public name lives.
_HOMES = {
    "ByPiece": "totals",
    "Count": "totals",
    "Progress": "progress",
    "count": "totals",
    "count_by_piece": "totals",
    "count_details": "totals",
    "weigh": "totals",
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
