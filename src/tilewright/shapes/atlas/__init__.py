"""The atlas: what is known of each small polyform, as records and as a site of static pages.

`record` collects the facts about one piece, `collect` those of a whole set in a run that resumes,
and `build` writes the pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.atlas.building import Built as Built
    from tilewright.atlas.building import build as build
    from tilewright.atlas.facts import record as record
    from tilewright.atlas.records import PieceRecord as PieceRecord
    from tilewright.atlas.run import collect as collect
    from tilewright.atlas.sets import Family as Family
    from tilewright.atlas.sets import families as families

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "building": "Built build",
        "sets": "Family families",
        "facts": "record",
        "records": "PieceRecord",
        "run": "collect",
    },
)
