"""All rectangles that can be composed of given rectangles, and the proof that there are no other
primes.

Two rectangles with a side of equal length form a third rectangle. If every rectangle beyond some
size is ruled out or composed of smaller rectangles, all primes are known.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: A rectangle: its shorter and its longer side.
Rectangle = tuple[int, int]
#: The sides of a box, from the shortest to the longest.
Box = tuple[int, int, int]


def _sums(lengths: int, most: int) -> int:
    """Return all sums up to `most` of positive lengths. Both are bit sets."""
    mask = (1 << most + 1) - 1
    sums = 1
    left = lengths & mask & ~1
    while left:
        shift = (left & -left).bit_length() - 1
        while shift <= most:
            sums |= sums << shift & mask
            shift *= 2
        left &= ~sums
    return sums & ~1


class Closure:
    """All rectangles with sides up to `size` (shorter sides up to `widths`) that straight cuts
    divide into given rectangles. By default, `size` is the longest side of the given rectangles.

    With `parts`, one of the given rectangles is repeatedly extended by rectangles from that
    closure.

    >>> joint = Closure([(3, 3)], 9, parts=Closure([(1, 3), (2, 3), (3, 3)], 9))
    >>> (3, 4) in joint, (3, 2) in joint, joint.composite(3, 4), joint.composite(3, 3)
    (True, False, True, False)
    """

    def __init__(
        self,
        rectangles: Collection[Rectangle],
        size: int | None = None,
        widths: int | None = None,
        parts: Closure | None = None,
    ) -> None:
        if size is None:
            size = max((long for _, long in rectangles), default=1)
        self.size, widths = size, size if widths is None else widths
        lengths: dict[int, int] = {}
        for short, long in rectangles:
            for one, other in ((short, long), (long, short)):
                if max(one, other) <= size:
                    lengths[one] = lengths.get(one, 0) | 1 << other
        #: Bit l of row w: whether w x l is made.
        self.rows = [0] * (widths + 1)
        self._parts = self.rows if parts is None else parts.rows
        for width in range(1, widths + 1):
            row = lengths.get(width, 0)
            row |= sum(1 << other for other in range(1, width) if self.rows[other] >> width & 1)
            for part in range(1, width // 2 + 1 if parts is None else width):
                row |= self.rows[part] & self._parts[width - part]
            if parts is None:
                self.rows[width] = _sums(row, size)
                continue
            for length in range(1, size + 1):
                if row >> length & 1:
                    row |= parts.rows[width] << length & (1 << size + 1) - 1
            self.rows[width] = row

    def __contains__(self, rectangle: Rectangle) -> bool:
        short, long = sorted(rectangle)
        return long <= self.size and short < len(self.rows) and bool(self.rows[short] >> long & 1)

    def composite(self, width: int, length: int) -> bool:
        """Return True if a straight cut leaves a rectangle that is made and a part."""
        rows, parts = self.rows, self._parts
        return any(
            rows[width] >> one & 1 and parts[width] >> (length - one) & 1
            for one in range(1, length)
        ) or any(
            rows[one] >> length & 1 and parts[width - one] >> length & 1 for one in range(1, width)
        )

    def table(self) -> NDArray[np.bool_]:
        """Return which sizes can be composed, shape (size + 1, size + 1)."""
        size = len(self.rows)
        table = np.zeros((size, size), dtype=bool)
        for width, row in enumerate(self.rows):
            bits = np.frombuffer(row.to_bytes(size // 8 + 1, "little"), dtype=np.uint8)
            table[width] = np.unpackbits(bits, bitorder="little")[:size]
        return table


def is_made_of(box: Box, boxes: Iterable[Box]) -> bool:
    """Return whether straight cuts can divide a box into the given boxes, like `Closure` in three
    dimensions.
    """
    layers, rows, columns = box
    bars: dict[tuple[int, int], int] = {}
    for one in boxes:
        for high, deep, long in itertools.permutations(one):
            bars[high, deep] = bars.get((high, deep), 0) | 1 << long
    #: For each section, bit l: whether a bar of length l is made.
    filled: dict[tuple[int, int], int] = {}
    for layer, row in itertools.product(range(1, layers + 1), range(1, rows + 1)):
        lengths = bars.get((layer, row), 0)
        for part in range(1, layer // 2 + 1):
            lengths |= filled[part, row] & filled[layer - part, row]
        for part in range(1, row // 2 + 1):
            lengths |= filled[layer, part] & filled[layer, row - part]
        filled[layer, row] = _sums(lengths, columns)
    return bool(filled[layers, rows] >> columns & 1)


def is_divided(
    rectangle: Rectangle, rectangles: Iterable[Rectangle], most: int = 20_000
) -> bool | None:
    """Return whether a rectangle can be divided into others in any way, or None if the decision
    needs more than `most` states.

    A state is the height up to which each column is filled. The next rectangle is placed on the
    leftmost of the lowest columns.

    >>> is_divided((3, 3), [(1, 1), (1, 2)])
    True
    >>> is_divided((3, 3), [(1, 3), (3, 3)]), is_divided((5, 5), [(2, 3)])
    (True, False)
    """
    columns, rows = sorted(rectangle)
    parts = {
        (width, height)
        for one, other in rectangles
        if sorted((one, other)) != [columns, rows]
        for width, height in ((one, other), (other, one))
        if width <= columns and height <= rows
    }
    # Bit sets of the sums of widths, and of heights.
    widths, heights = (
        1 | _sums(sum(1 << side for side in {part[axis] for part in parts}), most_of)
        for axis, most_of in ((0, columns), (1, rows))
    )
    seen: set[tuple[int, ...]] = set()
    left = [(0,) * columns]
    while left:
        state = left.pop()
        low = min(state)
        if low == rows:
            return True
        if state in seen:
            continue
        if len(seen) >= most:
            return None
        seen.add(state)
        first = state.index(low)
        room = next((gap for gap in range(columns - first) if state[first + gap] > low), None)
        room = columns - first if room is None else room
        for width, height in parts:
            top = low + height
            fits = width <= room and top <= rows
            if fits and widths >> (room - width) & heights >> (rows - top) & 1:
                left.append((*state[:first], *(top,) * width, *state[first + width :]))
    return False


@dataclass(frozen=True)
class Ending:
    """The reason why all rectangles beyond some size are known if those in `open` are decided.

    All rectangles with a side up to `widths` or in `beyond` are known, and all others up to `bound`
    + `step` were checked one by one. From longer rectangles, a part of width `step` is cut off.
    `open` contains the rectangles that are neither composed nor ruled out, by area.
    """

    widths: int
    bound: int
    step: int
    open: tuple[Rectangle, ...]
    beyond: tuple[int, ...] = ()

    def reduced(self, sides: Rectangle) -> Rectangle:
        """Return a rectangle with sides up to `bound` + `step` that can be tiled if and only if the
        given one can.
        """
        most = self.bound + self.step
        short, long = sorted(
            side if side <= most else self.bound + 1 + (side - self.bound - 1) % self.step
            for side in sides
        )
        return short, long

    def text(self, ruled: str) -> str:
        """Return the reason as a clause. `ruled` names the arguments that rule out sizes."""
        in_brackets = f" ({ruled})" if ruled else ""
        if self.bound + self.step <= self.widths:
            return f"all widths up to {self.widths} are decided{in_brackets}"
        more = f", and {join_numbers(self.beyond)}," if self.beyond else ""
        excluded = f"is ruled out{in_brackets} or " if ruled else ""
        most = self.bound + self.step
        return (
            f"widths up to {self.widths}{more} are decided, and every larger rectangle "
            f"{excluded}splits into smaller "
            f"ones (checked case by case up to {most}x{most}; beyond that, by cutting off a strip "
            f"of width {self.step})"
        )


def join_numbers(numbers: Sequence[int]) -> str:
    """Return numbers as text, with "and" before the last."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last


def find_ending(
    tiled: NDArray[np.bool_],
    parts: NDArray[np.bool_],
    widths: int,
    allowed: NDArray[np.bool_],
    period: int,
    bound: int,
    none: Collection[Rectangle],
    beyond: tuple[int, ...] = (),
) -> Ending | None:
    """Find the step for which the proof that larger rectangles are ruled out or composed leaves the
    fewest rectangles open.

    `tiled`, `parts` and `allowed` are tables of the sizes that are tiled, may be cut off, or are
    not ruled out (with `period` beyond the bound). Rectangles in `none` are impossible.
    """
    # Let both sides exceed the bound. While one exceeds bound + step, cut off a rectangle of width
    # `step`: if the other side is at most bound + step, the tables have it; if not, it is a sum of
    # these and step x step. The rest has both sides in (bound, bound + step], which the tables
    # cover. A row between `widths` and `bound` is similar.
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
        unknown = np.triu(allowed[:last, :last] & ~tiled[:last, :last])
        unknown[: widths + 1] = False
        unknown[list(beyond)] = unknown[:, list(beyond)] = False
        pairs = [
            (one, other)
            for one, other in np.argwhere(unknown).tolist()
            if (one, other) not in missing
        ]
        if best is None or len(pairs) < len(best.open):
            pairs.sort(key=lambda pair: (pair[0] * pair[1], pair))
            best = Ending(widths, bound, step, tuple(pairs), beyond)
        if not pairs:
            break
    return best
