"""Pictured: a value that shows itself as a picture in a notebook."""

from __future__ import annotations

__all__ = ["Pictured"]


class Pictured:
    """A value that `tilewright.drawing.notebook_svg` knows how to draw.

    The picture is made by the module that makes all pictures, which is loaded only then.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from tilewright.drawing import notebook_svg

        return notebook_svg(self)
