"""Figures: the smallest figure that several pieces tile, or that one piece tiles with a symmetry.

>>> print(figure("P5", "X5").text())
20 cells: 4 P5 = 4 X5; there is no smaller figure
"""

from tilewright.shapes.figures.answer import Figure, Figures
from tilewright.shapes.figures.fewest import FewestCells, exclusion, ring_around, superform
from tilewright.shapes.figures.fewest_problem import Contains, Excludes, Fewest, Ring
from tilewright.shapes.figures.finding import (
    SmallestFigures,
    figure,
    figure_problem,
    figures_of_each,
    no_figures,
)
from tilewright.shapes.figures.problem import FigureProblem
from tilewright.shapes.figures.symmetries import (
    beginnings,
    has_symmetry,
    symmetry_groups,
    symmetry_names,
)

__all__ = [
    "Contains",
    "Excludes",
    "Fewest",
    "FewestCells",
    "Figure",
    "FigureProblem",
    "Figures",
    "Ring",
    "SmallestFigures",
    "beginnings",
    "exclusion",
    "figure",
    "figure_problem",
    "figures_of_each",
    "has_symmetry",
    "no_figures",
    "ring_around",
    "superform",
    "symmetry_groups",
    "symmetry_names",
]
