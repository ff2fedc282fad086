"""Solve a puzzle as a person would, in named steps, each with a reason.

From easy to hard:

*cell*       Only one placement covers a cell.
*piece*      A piece has only as many positions as copies left to place.
*rule*       A placement breaks a rule: a sum would be too large or too small, regardless of the
             other cells.
*region*     A placement cuts off a region whose size (or number of marks) the remaining pieces
             cannot match. Connected pieces must be completely inside the region. Pieces in several
             parts may be partly inside.
*blocked*    A placement leaves a cell without a placement, or a piece without enough positions.
*symmetry*   The position has a symmetry of the board, so one position of each orbit is enough.
*trial*      A placement leads to one of these contradictions by steps of the first two kinds. Or
             every way to cover a cell leads to a solution, and one is chosen (`Step.is_choice`).
*guess*      No other step is possible: only trial and error is left.

Every step except a guess is a proof, which holds in all tilings with the placements chosen so far.
There are two exceptions, used for grades and never in hints. *Symmetry* keeps at least one of
several tilings that are images of each other, and a choice keeps at least one tiling. Both can
exclude tilings only if there are several.
"""

from tilewright.puzzles.deduction.deducer import LARGEST, Deducer, Solving, grade
from tilewright.puzzles.deduction.explaining import Explainer, Explanation, Scene
from tilewright.puzzles.deduction.sentences import (
    There,
    Words,
    joined,
    plain,
    sentence,
    this_cell,
    words_json,
)
from tilewright.puzzles.deduction.steps import (
    GRADES,
    Candidates,
    Grade,
    Step,
    StepKind,
    called,
)
from tilewright.puzzles.deduction.tables import (
    Placed,
    problem_tables,
    region_tables,
)

__all__ = [
    "GRADES",
    "LARGEST",
    "Candidates",
    "Deducer",
    "Explainer",
    "Explanation",
    "Grade",
    "Placed",
    "Scene",
    "Solving",
    "Step",
    "StepKind",
    "There",
    "Words",
    "called",
    "grade",
    "joined",
    "plain",
    "problem_tables",
    "region_tables",
    "sentence",
    "this_cell",
    "words_json",
]
