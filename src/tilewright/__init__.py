"""tilewright: find, count, color, draw, make and play exact polyomino tilings.

>>> import tilewright as tw
>>> tw.solve("6x10 pentominoes")
<Tiling of 6x10 by 12 tiles>
>>> tw.count("9x12 trominoes+")
20574308184277971

Names are imported when they are first used, so that ``import tilewright`` is quick.
"""

from __future__ import annotations

import sys

from tilewright.system.lazy import answers, drawing_modules, lazy_names, provide, works
from tilewright.version import __version__ as __version__

#: As in `typing`, which is not imported: the command is to be ready for Ctrl-C as early as
#: possible.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from tilewright import counting as counting
    from tilewright import drawing as drawing
    from tilewright import errors as errors
    from tilewright import formats as formats
    from tilewright import puzzles as puzzles
    from tilewright import shapes as shapes
    from tilewright import solving as solving
    from tilewright.api import color as color
    from tilewright.api import draw as draw
    from tilewright.api import grade as grade
    from tilewright.api import pieces as pieces
    from tilewright.api import write as write
    from tilewright.apps import notebook as notebook
    from tilewright.counting import Strip as Strip
    from tilewright.counting import TilingSet as TilingSet
    from tilewright.counting import cheapest as cheapest
    from tilewright.counting import count as count
    from tilewright.counting import count_by_piece as count_by_piece
    from tilewright.counting import heat as heat
    from tilewright.counting import load as load
    from tilewright.counting import nth as nth
    from tilewright.counting import rank as rank
    from tilewright.counting import sample as sample
    from tilewright.counting import strip as strip
    from tilewright.counting import tiling_set as tiling_set
    from tilewright.errors import LimitError as LimitError
    from tilewright.errors import NoTilingError as NoTilingError
    from tilewright.errors import RequestError as RequestError
    from tilewright.errors import TilewrightError as TilewrightError
    from tilewright.formats.request import read as read
    from tilewright.formats.request import read_tilings as read_tilings
    from tilewright.formats.tables import table as table
    from tilewright.model import rules as rules
    from tilewright.model.board import Board as Board
    from tilewright.model.piece import Piece as Piece
    from tilewright.model.placement import Placement as Placement
    from tilewright.model.problem import Problem as Problem
    from tilewright.model.puzzle import Puzzle as Puzzle
    from tilewright.model.puzzle import find_puzzle as find_puzzle
    from tilewright.model.space.catalog import polyominoes as polyominoes
    from tilewright.model.space.polyform import Polyomino as Polyomino
    from tilewright.model.tiling import Tiling as Tiling
    from tilewright.puzzles import Generated as Generated
    from tilewright.puzzles import generate as generate
    from tilewright.puzzles.deduction import Grade as Grade
    from tilewright.puzzles.play import Hint as Hint
    from tilewright.puzzles.play import Session as Session
    from tilewright.puzzles.play import hint as hint
    from tilewright.shapes.figures import Figure as Figure
    from tilewright.shapes.figures import Figures as Figures
    from tilewright.shapes.figures import figure as figure
    from tilewright.shapes.plane import Plane as Plane
    from tilewright.shapes.plane import plane as plane
    from tilewright.shapes.rectangles import Rectangles as Rectangles
    from tilewright.shapes.rectangles import rectangles as rectangles
    from tilewright.solving import search as search
    from tilewright.solving.coloring import Coloring as Coloring
    from tilewright.solving.coloring import Graph as Graph
    from tilewright.solving.coloring import graph as graph
    from tilewright.solving.design import Design as Design
    from tilewright.solving.design import Designs as Designs
    from tilewright.solving.design import design as design
    from tilewright.solving.matching import flips as flips
    from tilewright.solving.packing import Packing as Packing
    from tilewright.solving.packing import best_packing as best_packing
    from tilewright.solving.proofs import explain as explain
    from tilewright.solving.search import solve as solve
    from tilewright.solving.search import tilings as tilings
    from tilewright.solving.theorems import deficient as deficient
    from tilewright.solving.theorems import golomb as golomb
    from tilewright.system.work.progress import Progress as Progress
    from tilewright.verification import Verification as Verification
    from tilewright.verification import verify as verify

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "api": "color draw grade pieces write",
        "counting": (
            "Strip TilingSet cheapest count count_by_piece heat load nth rank sample strip "
            "tiling_set"
        ),
        "errors": "LimitError NoTilingError RequestError TilewrightError",
        "formats.request": "read read_tilings",
        "formats.tables": "table",
        "model.board": "Board",
        "model.piece": "Piece",
        "model.placement": "Placement",
        "model.problem": "Problem",
        "model.puzzle": "Puzzle find_puzzle",
        "model.space.catalog": "polyominoes",
        "model.space.polyform": "Polyomino",
        "model.tiling": "Tiling",
        "puzzles": "Generated generate",
        "puzzles.deduction": "Grade",
        "puzzles.play": "Hint Session hint",
        "shapes.figures": "Figure Figures figure",
        "shapes.plane": "Plane plane",
        "shapes.rectangles": "Rectangles rectangles",
        "solving.coloring": "Coloring Graph graph",
        "solving.design": "Design Designs design",
        "solving.matching": "flips",
        "solving.packing": "Packing best_packing",
        "solving.proofs": "explain",
        "solving.search": "solve tilings",
        "solving.theorems": "deficient golomb",
        "system.work.progress": "Progress",
        "verification": "Verification verify",
    },
    defined="__version__",
    modules=(
        "apps.notebook counting drawing errors formats model.rules puzzles shapes solving "
        "solving.search"
    ),
)


if _ipython := sys.modules.get("IPython"):
    _shell = _ipython.get_ipython()
    if getattr(_shell, "display_formatter", None) is not None:
        from tilewright.system.values.svg_repr import show_lists

        show_lists(_shell)

# What lower rooms call by name: IDs of generated puzzles are read by making the puzzles again,
# public functions read requests, and runs find their kinds of work.
provide(
    count="tilewright.counting",
    make_again="tilewright.puzzles",
    read="tilewright.formats.request",
    read_request="tilewright.formats.request",
    request_words="tilewright.formats.request",
)
works.update(
    tilings="tilewright.solving.search.work:TilingsWork",
    colors="tilewright.solving.coloring.work:ColorsWork",
    designs="tilewright.solving.design.work:DesignsWork",
    counts="tilewright.counting.work:CountsWork",
    puzzles="tilewright.puzzles.work:PuzzlesWork",
    plane="tilewright.shapes.plane.work:PlaneWork",
    rectangles="tilewright.shapes.rectangles.work:RectanglesWork",
    figures="tilewright.shapes.figures.work:FiguresWork",
    days="tilewright.apps.site.days:DaysWork",
)
_PLANE, _RECTANGLES = "tilewright.shapes.plane.claims:", "tilewright.shapes.rectangles.claims:"
_ATLAS, _FIGURES = "tilewright.shapes.atlas.claims:", "tilewright.shapes.figures.claims:"
_COLORING, _PACKING = "tilewright.solving.coloring.claims:", "tilewright.solving.packing.claims:"
_PROOF, _SEARCH = "tilewright.solving.proofs.proof_types:", "tilewright.solving.search.claims:"
_TROMINOES, _PUZZLES = "tilewright.solving.theorems.claims:", "tilewright.puzzles.claims:"
answers[:] = (
    ("atlas", "format version", f"{_ATLAS}header_claims", "max_states"),
    ("atlas", "id facts limits", f"{_ATLAS}record_claims", "numbered max_states"),
    ("rectangles", "claim", f"{_RECTANGLES}certificate_claims", "lines max_states"),
    ("rectangles", "primes rectifiable", f"{_RECTANGLES}prime_claims", "max_states"),
    ("plane", "verdict", f"{_PLANE}plane_claims", "numbered"),
    ("packing", "most", f"{_PACKING}packing_claims", "problem"),
    ("figures", "figure", f"{_FIGURES}figure_claims", ""),
    ("fewest", "fewest", f"{_FIGURES}fewest_claims", ""),
    ("coloring", "touch coloring", f"{_COLORING}coloring_claims", ""),
    ("coloring", "by_colors", f"{_COLORING}color_claims", ""),
    ("coloring", "colorable", f"{_COLORING}color_claims", ""),
    ("designs", "designs boards", "tilewright.solving.design.claims:design_claims", ""),
    ("puzzle", "puzzles", f"{_PUZZLES}made_claims", ""),
    ("puzzle", "whole_id solution", f"{_PUZZLES}puzzle_claims", ""),
    ("tilings", "labels size hole", f"{_TROMINOES}tromino_claims", "problem"),
    ("trominoes", "size hole labels", f"{_TROMINOES}tromino_claims", ""),
    ("weighting", "weights modulus", f"{_PROOF}saved_claims", "problem"),
    ("bound", "weights least", f"{_PROOF}saved_claims", "problem"),
    ("barrier", "parts between", f"{_PROOF}saved_claims", "problem"),
    ("tilings", "file tilings", "tilewright.model.answer:shown_claims", "problem"),
    ("weighting", "weighting", f"{_SEARCH}answer_claims", "problem"),
    ("bound", "bound", f"{_SEARCH}answer_claims", "problem"),
    ("barrier", "barrier", f"{_SEARCH}answer_claims", "problem"),
    ("answer", "tilings", f"{_SEARCH}answer_claims", "problem"),
)

# Loaded when a value is first shown in a notebook.
drawing_modules[:] = (
    "tilewright.drawing.output",
    "tilewright.solving.proofs.drawing",
    "tilewright.shapes.plane.picture",
)
