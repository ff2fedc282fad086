"""Figures: the smallest figure that several pieces tile, or that one piece tiles with a symmetry.

>>> print(figure("P5", "X5").text())
20 cells: 4 P5 = 4 X5; there is no smaller figure
"""

from tilewright.figures.answer import Figure, Figures
from tilewright.figures.claims import figure_claims
from tilewright.figures.finding import figure, figure_problem, improve
from tilewright.figures.problem import FigureProblem
from tilewright.figures.symmetries import (
    beginnings,
    has_symmetry,
    symmetry_groups,
    symmetry_names,
)

__all__ = [
    "Figure",
    "FigureProblem",
    "Figures",
    "beginnings",
    "figure",
    "figure_claims",
    "figure_problem",
    "has_symmetry",
    "improve",
    "symmetry_groups",
    "symmetry_names",
]
