"""Tilings of the plane: whether a piece tiles it, and how. Each answer has a certificate.

`plane` decides, `svg` and `pdf` draw a patch, `fewest_colors` colors the whole tiling, `table`
counts many answers, and `check` verifies a certificate without using the search.
"""

from tilewright.proof.claims import ClaimError, Unchecked
from tilewright.tessellation.answer import (
    Coronas,
    Plane,
    Verdict,
    Way,
    from_json,
    table,
    table_text,
)
from tilewright.tessellation.check import check
from tilewright.tessellation.colors import PeriodicColoring, fewest_colors
from tilewright.tessellation.decision import PlaneEffort, decide_each, plane
from tilewright.tessellation.geometry import Motion, Periodic
from tilewright.tessellation.isohedral import Factorization, Kind
from tilewright.tessellation.picture import draw_plane, pdf, svg

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
    "decide_each",
    "draw_plane",
    "fewest_colors",
    "from_json",
    "pdf",
    "plane",
    "svg",
    "table",
    "table_text",
]
