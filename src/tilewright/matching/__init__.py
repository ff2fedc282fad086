"""Tilings by pieces of two cells: perfect matchings of the graph of cells, found in polynomial time.

`graph` decides whether a problem is one of matchings and makes the graph that everything here reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.matching.graph import MatchingGraph as MatchingGraph
    from tilewright.matching.graph import matching_refusal as matching_refusal

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "graph": "MatchingGraph matching_refusal",
    },
)
