"""Values that show themselves as a picture in a notebook."""

from __future__ import annotations

import importlib
from functools import cache, singledispatch

__all__ = ["SvgRepr", "draw_with", "picture_svg"]

#: The modules that register pictures with `picture_svg`.
_modules: list[str] = []


@singledispatch
def picture_svg(value: object) -> str:
    """Return a value as SVG. Each module that draws a kind of value registers how.

    Raises
    ------
    TypeError
        If no picture of this kind of value is registered.
    """
    raise TypeError(f"tilewright cannot draw a {type(value).__name__}")


def draw_with(*modules: str) -> None:
    """Name the modules that register pictures. They are slow to load, so they are imported when a value is first shown."""
    _modules.extend(modules)


@cache
def _load() -> None:
    for module in _modules:
        importlib.import_module(module)


class SvgRepr:
    """A value with a picture, which a notebook shows at the end of a cell."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        _load()
        return picture_svg(self)
