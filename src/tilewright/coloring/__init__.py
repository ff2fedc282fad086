"""Color tilings: the fewest colors, proven, for any tiling of any size.

color(tiling, touch=..., ...)
    The least number of colors of one tiling, a coloring, and why fewer will not do; tiles touch along an
    edge, also at a corner ("strong"), or within a distance.
graph(tiling, touch)
    Which tiles touch, as sparse arrays; to NetworkX, an edge list, or DIMACS.
colorings(tiling, ...), count_colorings, chromatic_polynomial
    All colorings of a small tiling: one by one, or counted.
judge(batch, touch), tally(batches, touch)
    Thousands of tilings at once.
cell_colors(board, modulus)
    The cells of a board in a pattern: the chessboard, and others.
"""

from tilewright.coloring.batch import Judgment, Tally, crossings, judge, stacks, tally
from tilewright.coloring.certificate import check_certificate, check_coloring
from tilewright.coloring.enumeration import chromatic_polynomial, colorings, count_colorings
from tilewright.coloring.graph import Graph, Touch, cell_colors, check_touch, graph
from tilewright.coloring.least import color
from tilewright.coloring.result import Certificate, Coloring

__all__ = [
    "Certificate",
    "Coloring",
    "Graph",
    "Judgment",
    "Tally",
    "Touch",
    "cell_colors",
    "check_certificate",
    "check_coloring",
    "check_touch",
    "chromatic_polynomial",
    "color",
    "colorings",
    "count_colorings",
    "crossings",
    "graph",
    "judge",
    "stacks",
    "tally",
]
