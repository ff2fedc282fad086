"""Generation: puzzles with exactly one solution, from a seed, graded.

>>> from tilewright.generation import generate
>>> made = generate("dots", "6x6", "trominoes", seed=7)
>>> len(made.solution.labels), made.grade.level in {"easy", "medium", "hard", "expert"}
(6, True)

A generator may fail, but it never lies: that there is one solution, and no second one, is proved by
two search engines for every puzzle that is returned. Solutions that are each other with the whole board turned, as its pieces
may be turned, are one (`tilewright.search.different_tilings`): that is what is promised here, and counted while it is played.
"""

from tilewright.generation.judging import GenerationError, NoPuzzleError
from tilewright.generation.making import (
    Generated,
    default_pieces,
    default_turn,
    generate,
    make_again,
    warm_up,
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
    "warm_up",
]
