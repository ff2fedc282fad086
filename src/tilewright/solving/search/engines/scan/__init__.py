"""The engine scan: always fill the first empty cell, along the short side of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tilewright.model.cover import Cover
    from tilewright.solving.search.engines.scan.layout import ScanLayout
    from tilewright.solving.search.engines.scan.tree import ScanTree

__all__ = ["make_scan"]


def make_scan(
    cover: Cover,
    allowed: NDArray[np.bool_] | None = None,
    seed: int | None = None,
    layout: ScanLayout | None = None,
) -> ScanTree:
    """Return the engine for states of one machine word if they fit, or the engine for any number of
    words otherwise.
    """
    from tilewright.solving.search.engines.scan.layout import lay_out

    layout = lay_out(cover, allowed, seed) if layout is None else layout
    if layout.refusal is None:
        from tilewright.solving.search.engines.scan.narrow import ScanEngine

        return ScanEngine(cover, allowed, seed, layout=layout)
    from tilewright.solving.search.engines.scan.wide import ScanWideEngine

    return ScanWideEngine(cover, allowed, seed, layout=layout)
