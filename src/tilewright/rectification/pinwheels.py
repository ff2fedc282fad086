"""Pinwheels: rectangles that no straight cut divides, but that are five smaller rectangles around each other."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.rectification.closure import Closure, Rectangle

__all__ = ["is_pinwheel"]


def is_pinwheel(rectangle: Rectangle, rectangles: Iterable[Rectangle]) -> bool:
    """Whether a rectangle is a middle with four others around it, all made of given ones that are smaller.

    Parameters
    ----------
    rectangle : (int, int)
    rectangles : iterable of (int, int)

    Examples
    --------
    >>> is_pinwheel((3, 3), [(1, 1), (1, 2)])
    True
    >>> is_pinwheel((3, 3), [(1, 3), (3, 3)])
    False
    """
    rows, columns = rectangle
    closure = Closure((other for other in rectangles if other != rectangle), max(rectangle))
    for top in range(1, rows):
        # The rectangle in the upper left corner is `top` high and reaches to column `left`.
        for left in range(1, columns):
            if (top, left) not in closure:
                continue
            for right in range(1, rows):
                if (right, columns - left) not in closure:
                    continue
                for low in range(1, columns):
                    # Middle: rows between, columns between; either way round is met, as both diagonals are.
                    height, width = right - top, left - low
                    if height > 0 and width > 0:
                        around = ((rows - top, low), (rows - right, columns - low), (height, width))
                        if all(other in closure for other in around):
                            return True
    return False
