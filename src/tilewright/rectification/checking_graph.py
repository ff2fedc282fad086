"""The states of a strip as a graph of whole numbers, and the lengths of walks in it: for checking, sharing nothing with `strips`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Sequence

from tilewright.deadline import check_time
from tilewright.proof.claims import ClaimError, StateLimit

__all__ = ["StripGraph", "is_sum", "sums_upto"]

_Cells = tuple[tuple[int, ...], ...]


def sums_upto(last: int, generators: Iterable[int], parts: Iterable[int]) -> list[bool]:
    """Return for each length up to the last whether it is a generator with any parts added, each as often as wanted."""
    made = [False] * (last + 1)
    generators, parts = set(generators), list(parts)
    for length in range(last + 1):
        made[length] = length in generators or any(length >= one and made[length - one] for one in parts)
    return made


def is_sum(number: int, generators: Iterable[int]) -> bool:
    """Return whether a positive number is a sum of generators, each as often as wanted."""
    return number > 0 and sums_upto(number, [0], generators)[number]


class StripGraph:
    """The states of a strip or a bar after full columns, found one after the other.

    A state is the set of cells beyond that are covered and, for a joint graph, the set of the groups that were used so far: a whole
    number with a bit for each of these groups, then for each cell. With open sides, tiles may stick out beyond the last row and layer.
    """

    def __init__(
        self,
        groups: Sequence[Collection[_Cells]],
        section: Sequence[int],
        most: int,
        *,
        joint: bool = False,
        open_sides: bool = False,
    ) -> None:
        self._width = math.prod(section)
        if not self._width:
            raise ValueError
        self._bits = len(groups) if joint else 0
        self._placed: list[set[int]] = [set() for _ in range(self._width)]
        for number, images in enumerate(groups):
            used = 1 << number if joint else 0
            for image in images:
                self._place(image, section, used, open_sides=open_sides)
        columns: dict[int, set[int]] = {}
        self.after: dict[int, set[int]] = {}
        waiting = [0]
        while waiting:
            state = waiting.pop()
            if state in self.after:
                continue
            if len(self.after) >= most:
                raise StateLimit(
                    f"there are more than {most:,} states{' with what they use' if joint else ''}"
                )
            check_time()
            used = state & ~(-1 << self._bits)
            cells = state - used
            if not joint:
                self.after[state] = self._columns(cells)
            else:
                if cells not in columns:
                    columns[cells] = self._columns(cells)
                self.after[state] = {following | used for following in columns[cells]}
            waiting += self.after[state]

    def _place(self, image: _Cells, section: Sequence[int], used: int, *, open_sides: bool) -> None:
        """Enter all placements of an image in the section, in the row of the first cell of each."""
        extents = [1 + max(cell[axis] for cell in image) for axis in range(len(section))]
        ends = [side if open_sides else side - own + 1 for side, own in zip(section, extents, strict=True)]
        for offset in itertools.product(*map(range, ends)):
            inside = []
            for *across, column in image:
                place = [a + b for a, b in zip(offset, across, strict=True)]
                if all(at < side for at, side in zip(place, section, strict=True)):
                    row = place[0] if len(place) == 1 else place[0] * section[1] + place[1]
                    inside.append((column, row))
            if inside:
                left, first = min(inside)
                mask = sum(1 << ((column - left) * self._width + row) for column, row in inside)
                self._placed[first].add(mask << self._bits | used)

    def _columns(self, cells: int) -> set[int]:
        """Return what can follow when the first column is full, and which groups fill it."""
        bits, beyond = self._bits, -1 << self._bits
        full = ((1 << self._width) - 1) << bits
        filled = {cells}
        for row in range(self._width):
            bit = 1 << row + bits
            filled = {
                one | placed
                for one in filled
                for placed in ([0] if one & bit else self._placed[row])
                if not one & placed & beyond
            }
        shift = self._width + bits
        return {one >> shift << bits | one & ~beyond for one in filled if one & full == full}

    def ends(self, last: int) -> list[bool]:
        """Return for each length up to the last whether the strip can end there (with all groups, if the graph is joint)."""
        end = (1 << self._bits) - 1
        now = {0}
        ends = [not end]
        for _ in range(last):
            check_time()
            now = {after for state in now for after in self.after[state]}
            ends.append(end in now)
        return ends

    def _before(self) -> dict[int, list[int]]:
        """Return the states before each."""
        before: dict[int, list[int]] = {state: [] for state in self.after}
        for state, after in self.after.items():
            for one in after:
                before[one].append(state)
        return before

    def endless(self) -> bool:
        """Return whether some walk has no end."""
        before = self._before()
        left = {state: len(after) for state, after in self.after.items()}
        waiting = [state for state, number in left.items() if not number]
        ended = 0
        while waiting:
            ended += 1
            for state in before[waiting.pop()]:
                left[state] -= 1
                if not left[state]:
                    waiting.append(state)
        return ended < len(self.after)

    def check(self, lengths: list[int]) -> None:
        """Find out whether the strip can end at the sums of these lengths, and nowhere else."""
        before = self._before()
        closing: set[int] = set()
        waiting = list(before[0])
        while waiting:
            state = waiting.pop()
            if state not in closing:
                closing.add(state)
                waiting += before[state]
        if not lengths:
            if closing:
                raise ClaimError("there is a length that can be tiled")
            return
        period = math.gcd(*lengths)
        residue = {0: 0}
        waiting = [0]
        while waiting:
            state = waiting.pop()
            for one in self.after[state] & closing:
                if one not in residue:
                    residue[one] = (residue[state] + 1) % period
                    waiting.append(one)
                elif residue[one] != (residue[state] + 1) % period:
                    raise ClaimError(f"lengths that are not multiples of {period} can be tiled")
        self._compare([0], lengths, max(lengths))

    def check_joint(self, lengths: list[int], parts: list[int]) -> None:
        """Find out whether the strip can end with all groups at a length with sums of parts behind it, and nowhere else.

        The parts are the lengths that any groups tile, which is known.
        """
        if not lengths:
            if (1 << self._bits) - 1 in self.after:
                raise ClaimError("there is a length that can be tiled")
            return
        if not parts:
            raise ClaimError("no pieces tile any length")
        period = math.gcd(*parts)
        if any(length % period for length in lengths):
            raise ClaimError(f"lengths that are not multiples of {period} cannot be tiled")
        self._compare(lengths, parts, max(lengths))

    def _compare(self, lengths: list[int], parts: list[int], least: int) -> None:
        """Compare where the strip can end with lengths with sums of parts behind, up to where these repeat.

        Behind a length any part may follow: from as many lengths in a row as the least part on, all are there.
        """
        period = math.gcd(*parts)
        last = run = 0
        made = [0 in lengths]
        while run * period < min(parts) or last < least:
            last += 1
            made.append(last in lengths or any(last >= one and made[last - one] for one in parts))
            if last % period == 0:
                run = run + 1 if made[last] else 0
        for length, ends in enumerate(self.ends(last)):
            if ends != made[length]:
                raise ClaimError(f"the length {length} can{'' if ends else 'not'} be tiled")
