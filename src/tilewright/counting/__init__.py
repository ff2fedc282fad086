"""Count tilings exactly by the frontier method, and answer everything that counting makes possible.

Names are imported when they are first used, so that a command loads what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.counting.by_piece import ByPiece as ByPiece
    from tilewright.counting.by_piece import count_by_piece as count_by_piece
    from tilewright.counting.heights import HeightCounts as HeightCounts
    from tilewright.counting.matchings import RandomMatchings as RandomMatchings
    from tilewright.counting.number import Square as Square
    from tilewright.counting.number import count as count
    from tilewright.counting.number import count_details as count_details
    from tilewright.counting.number import count_square as count_square
    from tilewright.counting.orbits import UpToSymmetry as UpToSymmetry
    from tilewright.counting.orbits import count_up_to_symmetry as count_up_to_symmetry
    from tilewright.counting.plans import Count as Count
    from tilewright.counting.ranking import nth as nth
    from tilewright.counting.ranking import rank as rank
    from tilewright.counting.ranking import sample as sample
    from tilewright.counting.request import sampling_weights as sampling_weights
    from tilewright.counting.strips.linear import LinearSequence as LinearSequence
    from tilewright.counting.strips.strip import Strip as Strip
    from tilewright.counting.strips.strip import strip as strip
    from tilewright.counting.tiling_set import Essential as Essential
    from tilewright.counting.tiling_set import Marginals as Marginals
    from tilewright.counting.tiling_set import TilingSet as TilingSet
    from tilewright.counting.tiling_set import compile as compile
    from tilewright.counting.tiling_set import load as load
    from tilewright.counting.usage import Heat as Heat
    from tilewright.counting.usage import heat as heat
    from tilewright.counting.usage import placement_counts as placement_counts
    from tilewright.counting.weights import Cheapest as Cheapest
    from tilewright.counting.weights import cheapest as cheapest
    from tilewright.counting.weights import weighted_count as weighted_count

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "by_piece": "ByPiece count_by_piece",
        "heights": "HeightCounts",
        "matchings": "RandomMatchings",
        "number": "Count Square count count_details count_square",
        "orbits": "UpToSymmetry count_up_to_symmetry",
        "ranking": "nth rank sample",
        "request": "sampling_weights",
        "strips.linear": "LinearSequence",
        "strips.strip": "Strip strip",
        "tiling_set": "Essential Marginals TilingSet compile load",
        "usage": "Heat heat placement_counts",
        "weights": "Cheapest cheapest weighted_count",
    },
)
