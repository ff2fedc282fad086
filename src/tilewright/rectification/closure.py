"""From some rectangles to all that are made of them by straight cuts, and the proof that there are no others.

Two rectangles with a side of the same length make a third. If from some size on every rectangle that is not ruled out is made of
smaller ones, those that are not made of others are all known.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Box",
    "Closure",
    "Ending",
    "JointClosure",
    "Rectangle",
    "comma",
    "find_ending",
    "is_made_of",
    "is_pinwheel",
]

#: A rectangle: its shorter and its longer side.
Rectangle = tuple[int, int]
#: The sides of a box, from the shortest to the longest.
Box = tuple[int, int, int]


def _sums(lengths: int, most: int) -> int:
    """Return all sums up to `most` of positive lengths; both are bits of a number."""
    mask = (1 << most + 1) - 1
    found = 1
    left = lengths & mask & ~1
    while left:
        shift = (left & -left).bit_length() - 1
        while shift <= most:
            found |= found << shift & mask
            shift *= 2
        left &= ~found
    return found & ~1


class Closure:
    """All rectangles with sides up to a length that some rectangles make by being laid side by side.

    Parameters
    ----------
    rectangles : iterable of (int, int)
        They may be turned.
    size : int
        The longest side that is looked at.
    widths : int, optional
        The longest that the shorter side may be; by default the same.
    """

    def __init__(self, rectangles: Iterable[Rectangle], size: int, widths: int | None = None) -> None:
        self.size, widths = size, size if widths is None else widths
        own: dict[int, int] = {}
        for short, long in rectangles:
            for one, other in ((short, long), (long, short)):
                if max(one, other) <= size:
                    own[one] = own.get(one, 0) | 1 << other
        #: Bit l of row w: whether w x l is made; and whether by a cut that leaves the length l whole.
        self.rows = [0] * (widths + 1)
        self._split = [0] * (widths + 1)
        for width in range(1, widths + 1):
            split = 0
            for part in range(1, width // 2 + 1):
                split |= self.rows[part] & self.rows[width - part]
            self._split[width] = split
            turned = sum(1 << other for other in range(1, width) if self.rows[other] >> width & 1)
            self.rows[width] = _sums(split | own.get(width, 0) | turned, size)

    def __contains__(self, rectangle: Rectangle) -> bool:
        short, long = sorted(rectangle)
        return long <= self.size and short < len(self.rows) and bool(self.rows[short] >> long & 1)

    def composite(self, width: int, length: int) -> bool:
        """Whether a straight cut leaves two that are made: whether w x l is more than one rectangle."""
        row = self.rows[width]
        lengthwise = any(row >> part & 1 and row >> (length - part) & 1 for part in range(1, length // 2 + 1))
        return lengthwise or bool(self._split[width] >> length & 1)

    def table(self) -> NDArray[np.bool_]:
        """Return which are made: shape (size + 1, size + 1)."""
        return _table(self.rows)


class JointClosure:
    """All rectangles with sides up to a length that are one of some rectangles with parts laid beside it, again and again.

    Parameters
    ----------
    rectangles : iterable of (int, int)
        They may be turned.
    parts : Closure
        What may be laid beside them. All `rectangles` are in it.

    Examples
    --------
    >>> joint = JointClosure([(3, 3)], Closure([(1, 3), (2, 3), (3, 3)], 9))
    >>> (3, 4) in joint, (3, 2) in joint, joint.composite(3, 4), joint.composite(3, 3)
    (True, False, True, False)
    """

    def __init__(self, rectangles: Iterable[Rectangle], parts: Closure) -> None:
        size = self.size = parts.size
        self._parts = parts.rows
        own = [0] * len(parts.rows)
        for short, long in rectangles:
            for one, other in ((short, long), (long, short)):
                if one < len(own) and other <= size:
                    own[one] |= 1 << other
        #: Bit l of row w: whether w x l is made.
        self.rows = [0] * len(own)
        for width in range(1, len(own)):
            # What is no higher than wide is known from the rows before.
            row = own[width] | sum(1 << other for other in range(1, width) if self.rows[other] >> width & 1)
            for part in range(1, width):
                row |= self.rows[part] & parts.rows[width - part]
            for length in range(1, size + 1):
                if row >> length & 1:
                    row |= parts.rows[width] << length & (1 << size + 1) - 1
            self.rows[width] = row

    def __contains__(self, rectangle: Rectangle) -> bool:
        short, long = sorted(rectangle)
        return long <= self.size and bool(self.rows[short] >> long & 1)

    def composite(self, width: int, length: int) -> bool:
        """Whether a straight cut of w x l leaves one that is made and a part."""
        own, parts = self.rows, self._parts
        return any(
            own[width] >> one & 1 and parts[width] >> (length - one) & 1 for one in range(1, length)
        ) or any(own[one] >> length & 1 and parts[width - one] >> length & 1 for one in range(1, width))

    def table(self) -> NDArray[np.bool_]:
        """Return which are made: shape (size + 1, size + 1)."""
        return _table(self.rows)


def is_made_of(box: Box, boxes: Iterable[Box]) -> bool:
    """Return whether a box can be made of others by laying them side by side: `Closure` in space."""
    layers, rows, columns = box
    own: dict[tuple[int, int], int] = {}
    for one in boxes:
        for high, deep, long in itertools.permutations(one):
            own[high, deep] = own.get((high, deep), 0) | 1 << long
    #: For each section, bit l: whether a bar of length l is made.
    made: dict[tuple[int, int], int] = {}
    for layer, row in itertools.product(range(1, layers + 1), range(1, rows + 1)):
        lengths = own.get((layer, row), 0)
        for part in range(1, layer // 2 + 1):
            lengths |= made[part, row] & made[layer - part, row]
        for part in range(1, row // 2 + 1):
            lengths |= made[layer, part] & made[layer, row - part]
        made[layer, row] = _sums(lengths, columns)
    return bool(made[layers, rows] >> columns & 1)


def is_pinwheel(rectangle: Rectangle, rectangles: Iterable[Rectangle]) -> bool:
    """Whether a rectangle is a middle with four others around it, all made of given ones that are smaller.

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


def _table(rows: list[int]) -> NDArray[np.bool_]:
    """Return rows of bits as an array."""
    size = len(rows)
    table = np.zeros((size, size), dtype=bool)
    for width, row in enumerate(rows):
        bits = np.frombuffer(row.to_bytes(size // 8 + 1, "little"), dtype=np.uint8)
        table[width] = np.unpackbits(bits, bitorder="little")[:size]
    return table


@dataclass(frozen=True)
class Ending:
    """Why the rectangles beyond some size are known, once those in `open` are.

    Attributes
    ----------
    widths : int
        All rectangles with a side up to this are known.
    bound : int
        All others with both sides up to this are known one by one.
    step : int
        A rectangle with a side above `bound` + `step` has a part of this width cut off.
    open : tuple of Rectangle
        Rectangles that nothing has ruled out and that are not known to be tiled, sorted by area.
    beyond : tuple of int
        Those above `widths`, within the bound, such that all rectangles with such a side are known, too.
    """

    widths: int
    bound: int
    step: int
    open: tuple[Rectangle, ...]
    beyond: tuple[int, ...] = ()

    def reduced(self, sides: Rectangle) -> Rectangle:
        """Return a rectangle with sides up to `bound` + `step` that can be tiled exactly if the given one can.

        Parts of width `step` are cut off as in the proof: see `find_ending`.
        """
        most = self.bound + self.step
        short, long = sorted(
            side if side <= most else self.bound + 1 + (side - self.bound - 1) % self.step for side in sides
        )
        return short, long

    def text(self) -> str:
        """Say it in a sentence, without a full stop."""
        if self.bound + self.step <= self.widths:
            return f"all widths up to {self.widths} are decided"
        more = f", and {comma(self.beyond)}," if self.beyond else ""
        return (
            f"widths up to {self.widths}{more} are decided; every larger rectangle that is not ruled out is cut into "
            f"smaller ones: those with sides up to {self.bound + self.step} one by one, beyond by cutting off "
            f"a part of width {self.step}"
        )


def comma(numbers: Sequence[int]) -> str:
    """Return numbers as one says them."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last


def find_ending(
    made: NDArray[np.bool_],
    parts: NDArray[np.bool_],
    widths: int,
    allowed: NDArray[np.bool_],
    period: int,
    bound: int,
    none: Collection[Rectangle],
    beyond: tuple[int, ...] = (),
) -> Ending | None:
    """Look for a step with which all rectangles beyond a bound are made of smaller ones; the best leaves fewest open.

    Of each size, `made` says whether it is tiled, `parts` whether it may be cut off, `allowed` (with a period beyond the bound) whether it
    is not ruled out. All with a side up to `widths` or in `beyond` are known; single ones in `none` cannot be tiled.

    Notes
    -----
    Let both sides be more than the bound. While one of them is more than bound + step, cut off step x (the other side),
    which is made of what is there: for the other side within (bound, bound + step] that is looked up, beyond it is the sum of such
    and of step x step. What is left has both sides within (bound, bound + step], where all are looked up. A row between `widths`
    and `bound` is treated in the same way.
    """
    best: Ending | None = None
    largest = len(allowed) - 1
    missing = {*none, *((long, short) for short, long in none)}
    for step in range(period, largest - bound + 1, period):
        near = slice(bound + 1, bound + step + 1)
        window = allowed[near, near]
        sides = window.any(axis=1)
        if sides.any() and not (parts[step, near][sides].all() and parts[step, step]):
            continue
        rows = [row for row in range(widths + 1, bound + 1) if row not in beyond]
        if any(allowed[row, near].any() and not parts[row, step] for row in rows):
            continue
        last = bound + step + 1
        unknown = np.triu(allowed[:last, :last] & ~made[:last, :last])
        unknown[: widths + 1] = False
        unknown[list(beyond)] = unknown[:, list(beyond)] = False
        pairs = [(one, other) for one, other in np.argwhere(unknown).tolist() if (one, other) not in missing]
        if best is None or len(pairs) < len(best.open):
            pairs.sort(key=lambda pair: (pair[0] * pair[1], pair))
            best = Ending(widths, bound, step, tuple(pairs), beyond)
        if not pairs:
            break
    return best
