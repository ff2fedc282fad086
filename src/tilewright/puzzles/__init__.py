"""Generate puzzles with exactly one solution, from a seed, with a grade.

>>> from tilewright.puzzles import generate
>>> made = generate("dots", "6x6", "trominoes", seed=7)
>>> len(made.solution.labels), made.grade.level in {"easy", "medium", "hard", "expert"}
(6, True)

Two search engines verify that every returned puzzle has exactly one solution. Rotations of the
whole board that the turn of its pieces allows count once
(`tilewright.solving.search.different_tilings`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.puzzles.generator import Generated as Generated
    from tilewright.puzzles.generator import default_pieces as default_pieces
    from tilewright.puzzles.generator import default_turn as default_turn
    from tilewright.puzzles.generator import generate as generate
    from tilewright.puzzles.generator import make_again as make_again
    from tilewright.puzzles.kinds.marks import default_marks as default_marks
    from tilewright.puzzles.making.clues import GenerationError as GenerationError
    from tilewright.puzzles.making.clues import NoPuzzleError as NoPuzzleError
    from tilewright.puzzles.making.maker import VERSION as VERSION

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "generator": "Generated default_pieces default_turn generate make_again",
        "kinds.marks": "default_marks",
        "making.clues": "GenerationError NoPuzzleError",
        "making.maker": "VERSION",
    },
)
