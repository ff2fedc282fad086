"""The atlas: the known facts about each small polyform, as records.

`record` collects the facts about one piece, and `collect` collects the facts about a whole set in a
resumable run. `tilewright.apps.atlas` writes the pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.shapes.atlas.facts import record as record
    from tilewright.shapes.atlas.record_files import collect as collect
    from tilewright.shapes.atlas.records import PieceRecord as PieceRecord
    from tilewright.shapes.atlas.sets import Family as Family
    from tilewright.shapes.atlas.sets import families as families

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "sets": "Family families",
        "facts": "record",
        "records": "PieceRecord",
        "record_files": "collect",
    },
)
