"""Solve a puzzle as a person does, in named steps, each with its reason.

From easy to hard:

*cell*       only one placement covers a cell;
*piece*      a piece has as many places left as copies to place;
*rule*       a placement would break a rule: a sum would be too large or too small, whatever lies on
the other cells;
*region*     a placement would cut off a region whose size (or number of marks) the remaining pieces
cannot make up: connected
             pieces are inside it as a whole, those in several parts perhaps in part;
*blocked*    a placement would leave a cell without any placement, or a piece without enough places;
*symmetry*   a symmetry of the board changes nothing, so one place of each orbit is enough;
*trial*      a placement leads, by steps of the first two kinds, to one of the contradictions above;
or every way to cover a cell
             leads to a solution, and one of them is chosen (`Step.is_choice`);
*guess*      none of these: only trial and error is left.

Every step but a guess is a proof: it holds in all tilings with the placements chosen so far. There
are two exceptions, used for grades and never in hints. *Symmetry* keeps at least one of the tilings
that are images of each other, and a choice keeps at least one tiling. Both lose tilings only if
there are several.
"""

from tilewright.puzzles.deduction.deducer import LARGEST, Deducer, Solving, grade
from tilewright.puzzles.deduction.explaining import Explainer, Explanation, Scene
from tilewright.puzzles.deduction.sentences import (
    There,
    Words,
    plain,
    sentence,
    spoken,
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
    "plain",
    "problem_tables",
    "region_tables",
    "sentence",
    "spoken",
    "words_json",
]
