"""The states of a strip as a graph of integers, to verify lengths independently of the search."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Sequence

from tilewright.deadline import check_time
from tilewright.proof.claims import ClaimError, StateLimit

__all__ = ["StripGraph", "is_sum", "sums_upto"]

_Cells = tuple[tuple[int, ...], ...]


def sums_upto(last: int, generators: Iterable[int], parts: Iterable[int]) -> list[bool]:
    """Return for each length up to `last` whether it is a generator plus any sum of parts."""
    made = [False] * (last + 1)
    generators, parts = set(generators), list(parts)
    for length in range(last + 1):
        made[length] = length in generators or any(length >= one and made[length - one] for one in parts)
    return made


def is_sum(number: int, generators: Iterable[int]) -> bool:
    """Return True if a positive number is a sum of generators, with repetition."""
    return number > 0 and sums_upto(number, [0], generators)[number]


class StripGraph:
    """The states of a strip or a bar after full columns.

    A state is an integer: a bit for each used group (in a joint graph), then a bit for each covered cell beyond the last full column. With
    open sides, tiles may extend beyond the last row and layer.
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
                    f"there are more than {most:,} states{' with their used pieces' if joint else ''}"
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
        """Add all placements of an image, under the row of its first cell."""
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
        """Return the possible states after the first column is filled, with the groups that fill it."""
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
        """Return for each length up to `last` whether the strip can end there (in a joint graph, with all groups)."""
        end = (1 << self._bits) - 1
        now = {0}
        ends = [not end]
        for _ in range(last):
            check_time()
            now = {after for state in now for after in self.after[state]}
            ends.append(end in now)
        return ends

    def _before(self) -> dict[int, list[int]]:
        """Return the predecessors of each state."""
        before: dict[int, list[int]] = {state: [] for state in self.after}
        for state, after in self.after.items():
            for one in after:
                before[one].append(state)
        return before

    def endless(self) -> bool:
        """Return True if there is an infinite walk."""
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
        """Verify that the strip can end at the sums of these lengths, and nowhere else."""
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
                raise ClaimError("some length can be tiled")
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
        """Verify that the strip can end with all groups at a length plus a sum of parts, and nowhere else; parts are known lengths."""
        if not lengths:
            if (1 << self._bits) - 1 in self.after:
                raise ClaimError("some length can be tiled")
            return
        if not parts:
            raise ClaimError("the pieces tile no length at all")
        period = math.gcd(*parts)
        if any(length % period for length in lengths):
            raise ClaimError(f"lengths that are not multiples of {period} cannot be tiled")
        self._compare(lengths, parts, max(lengths))

    def _compare(self, lengths: list[int], parts: list[int], least: int) -> None:
        """Verify where the strip can end, up to where the lengths become periodic."""
        # From as many consecutive lengths as the smallest part, all others follow.
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
