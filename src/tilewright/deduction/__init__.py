"""Deduction: solve a puzzle the way a person does, by named steps, and say why each step holds.

From easy to hard:

*cell*       a cell that only one placement covers;
*piece*      a piece with as many places left as copies to place;
*region*     a placement would cut off a region whose size (or number of marks) the pieces left cannot make up: connected
             pieces lie in it whole, of pieces in several parts some may be elsewhere;
*blocked*    a placement would leave a cell without any placement, or a piece without enough places;
*symmetry*   turning or mirroring the whole board changes nothing, so one place of each kind is enough;
*trial*      a placement leads, by steps of the first two kinds, to one of the contradictions above; or every way
             that is left to cover a cell leads to a solution, and one of them is taken (`Step.is_choice`);
*guess*      none of these: only trying and taking back is left.

Every step but a guess is a proof. What it says holds in all tilings that have the placements chosen so far, with two
exceptions, which are for grades and never in a hint: *symmetry* keeps at least one of the tilings that are each other
turned, and a choice keeps at least one tiling. Both only lose tilings where there are several.
"""

from tilewright.deduction.deducer import LARGEST, Deducer, grade
from tilewright.deduction.steps import (
    GRADES,
    Candidates,
    Contradiction,
    Grade,
    Step,
    StepKind,
    Words,
    called,
    plain,
    spoken,
)
from tilewright.deduction.tables import placement_number, placement_of, problem_tables, region_tables

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
