"""Which engine for which problem, and why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.errors import EngineError
from tilewright.search.engine import Engine
from tilewright.search.scan import ScanEngine
from tilewright.search.scan_layout import scan_positions
from tilewright.search.symmetry_breaking import Breaking, break_symmetry

__all__ = ["ENGINES", "Made", "choose", "make_engine"]

#: The names that `engine=` takes, apart from ``auto``.
ENGINES = ("scan", "dance")


@dataclass(frozen=True, eq=False)
class Made:
    """An engine, how symmetry is broken in it (None: not at all), and why this engine."""

    engine: Engine
    breaking: Breaking | None
    reason: str


def choose(cover: Cover) -> tuple[str, str]:
    """Return the name of the engine that suits a problem best, and the reason in a few words."""
    rows, columns = cover.cells.max(axis=0) - cover.cells.min(axis=0) + 1
    return "scan", f"full cover, {min(rows, columns)} cells along the short side"


def make_engine(cover: Cover, name: str = "auto", *, unique: bool = False, seed: int | None = None) -> Made:
    """Make the engine for a search.

    Where a pivot breaks the symmetry, it does so for all tilings, too: the images of those found
    are all the others, and cost nothing to find.

    Raises
    ------
    EngineError
        If there is no engine of this name, or it cannot serve the problem.
    """
    if name not in ("auto", *ENGINES):
        raise EngineError(
            f"there is no engine {name!r}; there are auto, {', '.join(ENGINES)}", where="engine"
        )
    reason = "asked for"
    if name == "auto":
        name, reason = choose(cover)
    position = scan_positions(cover, seed) if name == "scan" else None
    breaking: Breaking | None = break_symmetry(cover, position)
    if breaking is not None and (breaking.order == 1 or (breaking.pivot is None and not unique)):
        breaking = None
    allowed = None if breaking is None else breaking.allowed
    return Made(_make(cover, name, allowed, seed), breaking, reason)


def _make(cover: Cover, name: str, allowed: NDArray[np.bool_] | None, seed: int | None) -> Engine:
    if name == "dance":
        from tilewright.search.dance import DanceEngine

        return DanceEngine(cover, allowed, seed)
    try:
        return ScanEngine(cover, allowed, seed)
    except EngineError:
        # More than a machine word: the slower kernel that has no such bounds.
        from tilewright.search.scan_wide import ScanWideEngine

        return ScanWideEngine(cover, allowed, seed)
