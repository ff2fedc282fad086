"""The atlas as a site of static pages: `build` writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.apps.atlas.building import Built as Built
    from tilewright.apps.atlas.building import build as build

__getattr__, __dir__, __all__ = lazy_names(__name__, {"building": "Built build"})
