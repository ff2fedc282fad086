"""Tilings by pieces of two cells: perfect matchings of the graph of cells, found in polynomial
time.

`graph` decides whether tilings of a problem are matchings, and builds the graph that all modules
here use. `finding` finds a largest matching, and `barriers` finds the reason why no matching covers
the board. `flipping` moves from one tiling to others. `counting` counts all matchings, and
`quotients` counts the matchings that a symmetry of the board fixes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.solving.matching.barriers import OddParts as OddParts
    from tilewright.solving.matching.barriers import find_odd_parts as find_odd_parts
    from tilewright.solving.matching.counting import MatchingCount as MatchingCount
    from tilewright.solving.matching.counting import StepReporter as StepReporter
    from tilewright.solving.matching.counting import Way as Way
    from tilewright.solving.matching.counting import ways as ways
    from tilewright.solving.matching.flip_moves import flip_distance as flip_distance
    from tilewright.solving.matching.flip_moves import flips as flips
    from tilewright.solving.matching.flip_moves import highest_tiling as highest_tiling
    from tilewright.solving.matching.flip_moves import lowest_tiling as lowest_tiling
    from tilewright.solving.matching.graph import MatchingGraph as MatchingGraph
    from tilewright.solving.matching.graph import matching_refusal as matching_refusal
    from tilewright.solving.matching.hexagons import LozengeShuffler as LozengeShuffler
    from tilewright.solving.matching.hexagons import lozenge_shuffler as lozenge_shuffler
    from tilewright.solving.matching.inverse import likely_edges as likely_edges
    from tilewright.solving.matching.largest import Matching as Matching
    from tilewright.solving.matching.largest import MatchingSearch as MatchingSearch
    from tilewright.solving.matching.largest import largest_matching as largest_matching
    from tilewright.solving.matching.nested_dissection import Divider as Divider
    from tilewright.solving.matching.nested_dissection import divider as divider
    from tilewright.solving.matching.quotients import Quotient as Quotient
    from tilewright.solving.matching.quotients import quotient as quotient
    from tilewright.solving.matching.sampling import Shuffler as Shuffler
    from tilewright.solving.matching.sampling import shuffler as shuffler
    from tilewright.solving.matching.sampling import shuffling_steps as shuffling_steps

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "barriers": "OddParts find_odd_parts",
        "nested_dissection": "Divider divider",
        "largest": "Matching MatchingSearch largest_matching",
        "counting": "MatchingCount StepReporter Way ways",
        "flip_moves": "flip_distance flips highest_tiling lowest_tiling",
        "graph": "MatchingGraph matching_refusal",
        "hexagons": "LozengeShuffler lozenge_shuffler",
        "inverse": "likely_edges",
        "quotients": "Quotient quotient",
        "sampling": "Shuffler shuffler shuffling_steps",
    },
)
