"""Tilings of the plane: whether a piece tiles the plane, and how. Each answer has a certificate.

`plane` decides, `svg` and `pdf` draw a patch, `fewest_colors` colors the whole tiling, `table`
counts many answers, and `check` verifies a certificate without using the search.
"""

from tilewright.model.claims import ClaimError, Unchecked
from tilewright.shapes.cells import Motion
from tilewright.shapes.plane.answer import (
    Coronas,
    Plane,
    Verdict,
    Way,
    from_json,
    table,
    table_text,
)
from tilewright.shapes.plane.checker import check
from tilewright.shapes.plane.colors import PeriodicColoring, fewest_colors
from tilewright.shapes.plane.decide import PlaneEffort, plane
from tilewright.shapes.plane.geometry import Periodic
from tilewright.shapes.plane.isohedral import Factorization, Kind
from tilewright.shapes.plane.picture import draw_plane, pdf, svg

__all__ = [
    "ClaimError",
    "Coronas",
    "Factorization",
    "Kind",
    "Motion",
    "Periodic",
    "PeriodicColoring",
    "Plane",
    "PlaneEffort",
    "Unchecked",
    "Verdict",
    "Way",
    "check",
    "draw_plane",
    "fewest_colors",
    "from_json",
    "pdf",
    "plane",
    "svg",
    "table",
    "table_text",
]
