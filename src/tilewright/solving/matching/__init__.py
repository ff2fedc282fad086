"""Tilings by pieces of two cells: perfect matchings of the graph of cells, found in polynomial
time.

`graph` decides whether a problem is one of matchings and makes the graph that everything here
reads. `finding` finds a largest matching, and `barriers` the reason why none covers the board.
`flipping` goes from one tiling to others. `counting` counts all matchings, and `quotients` those
that a symmetry of the board fixes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.matching.barriers import OddParts as OddParts
    from tilewright.matching.barriers import find_odd_parts as find_odd_parts
    from tilewright.matching.counting import MatchingCount as MatchingCount
    from tilewright.matching.counting import Told as Told
    from tilewright.matching.counting import Way as Way
    from tilewright.matching.counting import ways as ways
    from tilewright.matching.dividing import Divider as Divider
    from tilewright.matching.dividing import ParallelDivider as ParallelDivider
    from tilewright.matching.dividing import divider as divider
    from tilewright.matching.finding import Matching as Matching
    from tilewright.matching.finding import MatchingSearch as MatchingSearch
    from tilewright.matching.finding import largest_matching as largest_matching
    from tilewright.matching.flipping import flip_distance as flip_distance
    from tilewright.matching.flipping import flips as flips
    from tilewright.matching.flipping import highest_tiling as highest_tiling
    from tilewright.matching.flipping import lowest_tiling as lowest_tiling
    from tilewright.matching.graph import MatchingGraph as MatchingGraph
    from tilewright.matching.graph import matching_refusal as matching_refusal
    from tilewright.matching.hexagons import LozengeShuffler as LozengeShuffler
    from tilewright.matching.hexagons import lozenge_shuffler as lozenge_shuffler
    from tilewright.matching.inverse import likely_edges as likely_edges
    from tilewright.matching.quotients import Quotient as Quotient
    from tilewright.matching.quotients import quotient as quotient
    from tilewright.matching.sampling import Shuffler as Shuffler
    from tilewright.matching.sampling import shuffler as shuffler
    from tilewright.matching.sampling import shuffling_steps as shuffling_steps

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "barriers": "OddParts find_odd_parts",
        "dividing": "Divider ParallelDivider divider",
        "finding": "Matching MatchingSearch largest_matching",
        "counting": "MatchingCount Told Way ways",
        "flipping": "flip_distance flips highest_tiling lowest_tiling",
        "graph": "MatchingGraph matching_refusal",
        "hexagons": "LozengeShuffler lozenge_shuffler",
        "inverse": "likely_edges",
        "quotients": "Quotient quotient",
        "sampling": "Shuffler shuffler shuffling_steps",
    },
)
