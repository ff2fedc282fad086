"""The plane: whether a piece tiles it, how, and if not, how far it gets. Each answer has a certificate.

plane(*pieces, turn=...)
    The verdict: a `Plane` with kind, period, a patch to look at, rings of copies, and what lets somebody else check it.
svg(answer)
    A patch as a drawing, one period outlined; or what repeats without a seam.
fewest_colors(answer)
    A coloring of the whole tiling that repeats, and whether fewer are not enough.
table(answers)
    How many of a set tile, and in which way.
check(record)
    Verify what was said, as JSON has it, without anything that found it.
"""

from tilewright.proof.claims import ClaimError, Unchecked
from tilewright.tessellation.answer import Coronas, Plane, Verdict, Way, table
from tilewright.tessellation.check import check
from tilewright.tessellation.colors import PeriodicColoring, fewest_colors
from tilewright.tessellation.decision import PlaneEffort, plane
from tilewright.tessellation.geometry import Motion, Periodic
from tilewright.tessellation.isohedral import Factorization, Kind
from tilewright.tessellation.picture import pdf, svg

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
    "fewest_colors",
    "pdf",
    "plane",
    "svg",
    "table",
]
