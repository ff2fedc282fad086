"""Generate puzzles with exactly one solution, from a seed, with a grade.

>>> from tilewright.generation import generate
>>> made = generate("dots", "6x6", "trominoes", seed=7)
>>> len(made.solution.labels), made.grade.level in {"easy", "medium", "hard", "expert"}
(6, True)

Two search engines verify that every returned puzzle has exactly one solution. Rotations of the
whole board, as its pieces may be turned, count once (`tilewright.search.different_tilings`).
"""

from tilewright.generation.judging import GenerationError, NoPuzzleError
from tilewright.generation.making import (
    Generated,
    default_pieces,
    default_turn,
    generate,
    make_again,
)
from tilewright.generation.marks import default_marks
from tilewright.generation.version import VERSION

__all__ = [
    "VERSION",
    "Generated",
    "GenerationError",
    "NoPuzzleError",
    "default_marks",
    "default_pieces",
    "default_turn",
    "generate",
    "make_again",
]
