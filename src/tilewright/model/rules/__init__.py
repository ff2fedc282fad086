"""Rules of a problem beyond covering each cell once; see `functions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.model.rules.functions import apart as apart
    from tilewright.model.rules.functions import clues as clues
    from tilewright.model.rules.functions import equal as equal
    from tilewright.model.rules.functions import fault_free as fault_free
    from tilewright.model.rules.functions import maximal as maximal
    from tilewright.model.rules.functions import no_crossroads as no_crossroads
    from tilewright.model.rules.functions import parse as parse
    from tilewright.model.rules.functions import sum as sum
    from tilewright.model.rules.functions import tiles as tiles
    from tilewright.model.rules.functions import unequal as unequal

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {"functions": "apart clues equal fault_free maximal no_crossroads parse sum tiles unequal"},
)
