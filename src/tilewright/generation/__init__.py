"""Generation: puzzles with exactly one solution, from a seed, graded.

>>> from tilewright.generation import generate
>>> made = generate("dots", "6x6", "trominoes", seed=7)
>>> len(made.solution.labels), made.grade.level in {"easy", "medium", "hard", "expert"}
(6, True)

A generator may fail, but it never lies: that there is one solution, and no second one, is proved by the
search engine for every puzzle that is returned. Where the board can be turned or mirrored onto
itself and nothing on it is fixed (sigils), the images of the solution are not counted as others.
"""

from tilewright.generation.failure import GenerationError, NoPuzzleError
from tilewright.generation.making import Generated, generate
from tilewright.generation.marks import default_marks
from tilewright.generation.warming import warm_up

__all__ = ["Generated", "GenerationError", "NoPuzzleError", "default_marks", "generate", "warm_up"]
