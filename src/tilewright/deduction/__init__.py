"""Deduction: solve a puzzle the way a person does, by named steps, and say why each step holds.

From easy to hard:

*cell*       a cell that only one placement covers;
*piece*      a piece with as many places left as copies to place;
*region*     a placement would cut off a region whose size (or number of marks) does not fit the pieces left;
*blocked*    a placement would leave a cell without any placement, or a piece without enough places;
*symmetry*   turning or mirroring the whole board changes nothing, so one place of each kind is enough;
*trial*      a placement leads, by steps of the first two kinds, to one of the contradictions above;
*guess*      none of these: only trying and taking back is left.

Every step but a guess is a proof: it holds in all tilings (*symmetry*: in all tilings up to the symmetries
of the problem).
"""

from tilewright.deduction.deducer import LARGEST, Deducer, grade
from tilewright.deduction.placements import placement_number, placement_of
from tilewright.deduction.steps import GRADES, Candidates, Contradiction, Grade, Step, StepKind
from tilewright.deduction.tables import problem_tables, region_tables
from tilewright.deduction.wording import Words, called, plain, spoken

__all__ = [
    "GRADES",
    "LARGEST",
    "Candidates",
    "Contradiction",
    "Deducer",
    "Grade",
    "Step",
    "StepKind",
    "Words",
    "called",
    "grade",
    "placement_number",
    "placement_of",
    "plain",
    "problem_tables",
    "region_tables",
    "spoken",
]
