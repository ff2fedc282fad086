"""Count tilings exactly by the frontier method, and answer the questions that counts can answer.

Names are imported on first use, so that a command loads only the modules that it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.counting.answers.by_piece import ByPiece as ByPiece
    from tilewright.counting.answers.by_piece import count_by_piece as count_by_piece
    from tilewright.counting.answers.matchings import HeightCounts as HeightCounts
    from tilewright.counting.answers.matchings import RandomMatchings as RandomMatchings
    from tilewright.counting.answers.number import Square as Square
    from tilewright.counting.answers.number import count as count
    from tilewright.counting.answers.number import count_details as count_details
    from tilewright.counting.answers.number import count_square as count_square
    from tilewright.counting.answers.orbits import UpToSymmetry as UpToSymmetry
    from tilewright.counting.answers.orbits import count_up_to_symmetry as count_up_to_symmetry
    from tilewright.counting.answers.plans import Count as Count
    from tilewright.counting.answers.weights import Cheapest as Cheapest
    from tilewright.counting.answers.weights import cheapest as cheapest
    from tilewright.counting.answers.weights import weighted_count as weighted_count
    from tilewright.counting.resources import sampling_weights as sampling_weights
    from tilewright.counting.sets.ranking import nth as nth
    from tilewright.counting.sets.ranking import rank as rank
    from tilewright.counting.sets.ranking import sample as sample
    from tilewright.counting.sets.tiling_set import Essential as Essential
    from tilewright.counting.sets.tiling_set import Marginals as Marginals
    from tilewright.counting.sets.tiling_set import TilingSet as TilingSet
    from tilewright.counting.sets.tiling_set import load as load
    from tilewright.counting.sets.tiling_set import tiling_set as tiling_set
    from tilewright.counting.sets.usage import Heat as Heat
    from tilewright.counting.sets.usage import heat as heat
    from tilewright.counting.sets.usage import placement_counts as placement_counts
    from tilewright.counting.strips.linear import LinearSequence as LinearSequence
    from tilewright.counting.strips.strip import Strip as Strip
    from tilewright.counting.strips.strip import strip as strip

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "answers.by_piece": "ByPiece count_by_piece",
        "answers.matchings": "HeightCounts RandomMatchings",
        "answers.number": "Count Square count count_details count_square",
        "answers.orbits": "UpToSymmetry count_up_to_symmetry",
        "sets.ranking": "nth rank sample",
        "resources": "sampling_weights",
        "strips.linear": "LinearSequence",
        "strips.strip": "Strip strip",
        "sets.tiling_set": "Essential Marginals TilingSet load tiling_set",
        "sets.usage": "Heat heat placement_counts",
        "answers.weights": "Cheapest cheapest weighted_count",
    },
)
