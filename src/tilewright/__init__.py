"""tilewright: find, count, color, draw, make and play exact polyomino tilings.

>>> import tilewright as tw
>>> problem = tw.Problem("6x10", "pentominoes")
>>> tw.solve(problem)
<Tiling of 6x10 by 12 tiles>

Names are imported when they are first used, so that ``import tilewright`` is quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.board import Board as Board
    from tilewright.coloring import Coloring as Coloring
    from tilewright.coloring import color as color
    from tilewright.construction import deficient as deficient
    from tilewright.construction import golomb as golomb
    from tilewright.construction import golomb_cell as golomb_cell
    from tilewright.construction import golomb_window as golomb_window
    from tilewright.construction import obstruction as obstruction
    from tilewright.counting import count as count
    from tilewright.counting import nth as nth
    from tilewright.counting import rank as rank
    from tilewright.counting import sample as sample
    from tilewright.cover import Cover as Cover
    from tilewright.generation import generate as generate
    from tilewright.piece import Piece as Piece
    from tilewright.play import Session as Session
    from tilewright.polyomino import Polyomino as Polyomino
    from tilewright.problem import Placement as Placement
    from tilewright.problem import Problem as Problem
    from tilewright.proof import Weighting as Weighting
    from tilewright.proof import explain as explain
    from tilewright.proof import weighting as weighting
    from tilewright.search import solve as solve
    from tilewright.search import tilings as tilings
    from tilewright.tiling import Tiling as Tiling

__version__ = "0.1.0"

#: Where each public name lives.
_HOMES = {
    "Board": "board",
    "Coloring": "coloring",
    "Cover": "cover",
    "Piece": "piece",
    "Placement": "problem",
    "Polyomino": "polyomino",
    "Problem": "problem",
    "Session": "play",
    "Tiling": "tiling",
    "Weighting": "proof",
    "color": "coloring",
    "deficient": "construction",
    "explain": "proof",
    "generate": "generation",
    "golomb": "construction",
    "golomb_cell": "construction",
    "golomb_window": "construction",
    "obstruction": "construction",
    "count": "counting",
    "nth": "counting",
    "rank": "counting",
    "sample": "counting",
    "solve": "search",
    "tilings": "search",
    "weighting": "proof",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tilewright' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"tilewright.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
