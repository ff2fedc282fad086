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

from tilewright.system.lazy import drawing_modules, lazy_names, provide
from tilewright.version import __version__ as __version__

#: As in `typing`, which is not imported: the command is to be ready for Ctrl-C as early as
#: possible.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from tilewright import atlas as atlas
    from tilewright import coloring as coloring
    from tilewright import construction as construction
    from tilewright import counting as counting
    from tilewright import cover as cover
    from tilewright import deduction as deduction
    from tilewright import drawing as drawing
    from tilewright import errors as errors
    from tilewright import exchange as exchange
    from tilewright import figures as figures
    from tilewright import generation as generation
    from tilewright import notebook as notebook
    from tilewright import play as play
    from tilewright import proof as proof
    from tilewright import puzzle as puzzle
    from tilewright import rectification as rectification
    from tilewright import search as search
    from tilewright import tessellation as tessellation
    from tilewright import web as web
    from tilewright.coloring import Coloring as Coloring
    from tilewright.coloring import Graph as Graph
    from tilewright.coloring import graph as graph
    from tilewright.construction import deficient as deficient
    from tilewright.construction import golomb as golomb
    from tilewright.construction import golomb_cell as golomb_cell
    from tilewright.construction import golomb_window as golomb_window
    from tilewright.construction import obstruction as obstruction
    from tilewright.counting import compile as compile
    from tilewright.counting import count as count
    from tilewright.counting import load as load
    from tilewright.counting import nth as nth
    from tilewright.counting import rank as rank
    from tilewright.counting import sample as sample
    from tilewright.cover import Cover as Cover
    from tilewright.errors import BoardError as BoardError
    from tilewright.errors import CheckpointError as CheckpointError
    from tilewright.errors import ColoringError as ColoringError
    from tilewright.errors import ConstructionError as ConstructionError
    from tilewright.errors import EngineError as EngineError
    from tilewright.errors import FormatError as FormatError
    from tilewright.errors import LimitError as LimitError
    from tilewright.errors import MemoryLimitError as MemoryLimitError
    from tilewright.errors import NoTilingError as NoTilingError
    from tilewright.errors import OutputError as OutputError
    from tilewright.errors import PieceError as PieceError
    from tilewright.errors import PluginError as PluginError
    from tilewright.errors import PolyominoError as PolyominoError
    from tilewright.errors import ProblemError as ProblemError
    from tilewright.errors import RequestError as RequestError
    from tilewright.errors import TilewrightError as TilewrightError
    from tilewright.errors import TilingError as TilingError
    from tilewright.errors import TimeLimitError as TimeLimitError
    from tilewright.errors import UndecidedError as UndecidedError
    from tilewright.exchange.tables import table as table
    from tilewright.figures import Fewest as Fewest
    from tilewright.figures import Figure as Figure
    from tilewright.figures import Figures as Figures
    from tilewright.figures import exclusion as exclusion
    from tilewright.figures import figure as figure
    from tilewright.figures import ring as ring
    from tilewright.figures import superform as superform
    from tilewright.generation import generate as generate
    from tilewright.lattices import catalog as catalog
    from tilewright.lattices import polyomino as polyomino
    from tilewright.lattices import symmetry as symmetry
    from tilewright.lattices.polyomino import Polyomino as Polyomino
    from tilewright.matching import flips as flips
    from tilewright.packing import Packing as Packing
    from tilewright.packing import most as most
    from tilewright.play import Session as Session
    from tilewright.play import hint as hint
    from tilewright.proof import Barrier as Barrier
    from tilewright.proof import WeightBound as WeightBound
    from tilewright.proof import Weighting as Weighting
    from tilewright.proof import barrier as barrier
    from tilewright.proof import explain as explain
    from tilewright.proof import weighting as weighting
    from tilewright.puzzle import find_puzzle as find_puzzle
    from tilewright.reading import read as read
    from tilewright.reading import read_tilings as read_tilings
    from tilewright.rectification import Boxes as Boxes
    from tilewright.rectification import Rectangles as Rectangles
    from tilewright.rectification import boxes as boxes
    from tilewright.rectification import rectangles as rectangles
    from tilewright.requests import color as color
    from tilewright.requests import draw as draw
    from tilewright.requests import grade as grade
    from tilewright.requests import write as write
    from tilewright.search import Search as Search
    from tilewright.search import solve as solve
    from tilewright.search import tilings as tilings
    from tilewright.system import progress as progress
    from tilewright.system.progress import Progress as Progress
    from tilewright.tessellation import Plane as Plane
    from tilewright.tessellation import plane as plane
    from tilewright.values import board as board
    from tilewright.values import piece as piece
    from tilewright.values import placement as placement
    from tilewright.values import problem as problem
    from tilewright.values import rules as rules
    from tilewright.values import tiling as tiling
    from tilewright.values.board import Board as Board
    from tilewright.values.piece import Piece as Piece
    from tilewright.values.placement import Placement as Placement
    from tilewright.values.problem import Problem as Problem
    from tilewright.values.tiling import Tiling as Tiling
    from tilewright.verifying import Verification as Verification
    from tilewright.verifying import verify as verify

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "values.board": "Board",
        "coloring": "Coloring Graph graph",
        "construction": "deficient golomb golomb_cell golomb_window obstruction",
        "counting": "compile count load nth rank sample",
        "cover": "Cover",
        "errors": (
            "BoardError CheckpointError ColoringError ConstructionError EngineError FormatError "
            "LimitError MemoryLimitError NoTilingError OutputError PieceError PluginError "
            "PolyominoError ProblemError RequestError TilewrightError TilingError TimeLimitError "
            "UndecidedError"
        ),
        "exchange.tables": "table",
        "figures": "Fewest Figure Figures exclusion figure ring superform",
        "generation": "generate",
        "lattices.polyomino": "Polyomino",
        "packing": "Packing most",
        "values.piece": "Piece",
        "play": "Session hint",
        "values.problem": "Placement Problem",
        "system.progress": "Progress",
        "matching": "flips",
        "proof": "Barrier WeightBound Weighting barrier explain weighting",
        "puzzle": "find_puzzle",
        "reading": "read read_tilings",
        "requests": "color draw grade write",
        "rectification": "Boxes Rectangles boxes rectangles",
        "search": "Search solve tilings",
        "tessellation": "Plane plane",
        "values.tiling": "Tiling",
        "verifying": "Verification verify",
    },
    own="__version__",
    modules=(
        "atlas coloring construction counting cover deduction drawing errors exchange figures "
        "generation lattices notebook packing play proof puzzle rectification search "
        "tessellation web "
        + "values.board lattices.catalog lattices.polyomino lattices.symmetry values.piece "
        "values.placement values.problem values.rules system.progress values.tiling"
    ),
)


if _ipython := sys.modules.get("IPython"):
    _shell = _ipython.get_ipython()
    if getattr(_shell, "display_formatter", None) is not None:
        from tilewright.system.svg_repr import show_lists

        show_lists(_shell)

# IDs of generated puzzles are read by making the puzzles again.
provide(make_again="tilewright.generation")

# Loaded when a value is first shown in a notebook.
drawing_modules[:] = "tilewright.drawing.output", "tilewright.proof.drawing", "tilewright.pictures"
