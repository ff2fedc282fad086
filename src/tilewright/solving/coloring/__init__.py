"""Color tilings with the fewest colors, with a proof, for tilings of any size.

`color` finds the minimum number of colors, a coloring, and a proof that fewer colors are not
enough. Tiles may touch along an edge, also at a corner ("strong"), or within a distance. `graph`
returns the graph of tiles that touch, for NetworkX, edge lists and DIMACS. `colorings`,
`count_colorings` and `chromatic_polynomial` find all colorings of a small tiling. `judge` and
`tally` color thousands of tilings at once. `cell_colors` colors the cells of a board in a pattern
such as a chessboard.
"""

from tilewright.solving.coloring.batch import (
    BatchColors,
    ColorCounts,
    crossings,
    judge,
    stacks,
    tally,
)
from tilewright.solving.coloring.checker import check_certificate, check_coloring
from tilewright.solving.coloring.enumeration import (
    chromatic_polynomial,
    colorings,
    count_colorings,
    polynomial_text,
)
from tilewright.solving.coloring.least import color
from tilewright.solving.coloring.result import Certificate, Coloring
from tilewright.solving.coloring.touching import Graph, Touch, cell_colors, check_touch, graph

__all__ = [
    "BatchColors",
    "Certificate",
    "ColorCounts",
    "Coloring",
    "Graph",
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
    "polynomial_text",
    "stacks",
    "tally",
]
