"""The states of a strip as graphs of whole numbers, and the lengths of walks in them."""

from __future__ import annotations

import math

from tilewright.deadline import check_time
from tilewright.rectification.checking.verdicts import TooMany, Wrong

__all__ = ["StripGraph", "UsesGraph", "is_sum"]

_Cells = tuple[tuple[int, int], ...]


def is_sum(number: int, generators: list[int]) -> bool:
    """Whether a number is a sum of generators, each as often as wanted."""
    sums = [True]
    for n in range(1, number + 1):
        sums.append(any(n >= one and sums[n - one] for one in generators))
    return sums[number] and number > 0


class StripGraph:
    """The states of a strip after full columns: sets of cells beyond, as whole numbers, found one after the other."""

    def __init__(self, placed: list[set[int]], most: int) -> None:
        if not placed:
            raise ValueError
        self._width, self._placed = len(placed), placed
        self.after: dict[int, set[int]] = {}
        waiting = [0]
        while waiting:
            state = waiting.pop()
            if state in self.after:
                continue
            if len(self.after) >= most:
                raise TooMany(f"there are more than {most:,} states")
            check_time()
            self.after[state] = self._columns(state)
            waiting += self.after[state]

    def _columns(self, state: int) -> set[int]:
        """Return what can follow when the first column is full."""
        full = (1 << self._width) - 1
        filled = {state}
        for row in range(self._width):
            bit = 1 << row
            filled = {
                one | placed
                for one in filled
                for placed in ([0] if one & bit else self._placed[row])
                if not one & placed
            }
        return {one >> self._width for one in filled if one & full == full}

    def ends(self, last: int) -> list[bool]:
        """Return for each length up to the last whether the strip can end there."""
        now = {0}
        ends = [True]
        for _ in range(last):
            check_time()
            now = {after for state in now for after in self.after[state]}
            ends.append(0 in now)
        return ends

    def endless(self) -> bool:
        """Whether some walk has no end."""
        before: dict[int, list[int]] = {state: [] for state in self.after}
        left = {state: len(after) for state, after in self.after.items()}
        for state, after in self.after.items():
            for one in after:
                before[one].append(state)
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
        if any(length < 1 for length in lengths):
            raise ValueError
        before: dict[int, list[int]] = {state: [] for state in self.after}
        for state, after in self.after.items():
            for one in after:
                before[one].append(state)
        closing: set[int] = set()
        waiting = list(before[0])
        while waiting:
            state = waiting.pop()
            if state not in closing:
                closing.add(state)
                waiting += before[state]
        if not lengths:
            if closing:
                raise Wrong("there is a length that can be tiled")
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
                    raise Wrong(f"lengths that are not multiples of {period} can be tiled")
        least = min(lengths)
        last = run = 0
        sums = [True]
        while run * period < least or last < max(lengths):
            last += 1
            sums.append(any(last >= one and sums[last - one] for one in lengths))
            if last % period == 0:
                run = run + 1 if sums[last] else 0
        for length, ends in enumerate(self.ends(last)):
            if ends != sums[length]:
                raise Wrong(f"the length {length} can{'' if ends else 'not'} be tiled")


class UsesGraph:
    """The states of a strip after full columns, each with the set of the pieces that were used so far."""

    def __init__(self, groups: list[set[_Cells]], width: int, most: int) -> None:
        if width < 1:
            raise ValueError
        self._width = width
        self._full = (1 << len(groups)) - 1
        self._placed: list[list[tuple[int, int]]] = [[] for _ in range(width)]
        for number, images in enumerate(groups):
            for image in images:
                for top in range(width - max(row for row, _ in image)):
                    cells = sorted((column, row + top) for row, column in image)
                    left, first = cells[0]
                    mask = sum(1 << ((column - left) * width + row) for column, row in cells)
                    self._placed[first].append((mask, 1 << number))
        columns: dict[int, set[tuple[int, int]]] = {}
        self.after: dict[tuple[int, int], set[tuple[int, int]]] = {}
        waiting = [(0, 0)]
        while waiting:
            at = waiting.pop()
            if at in self.after:
                continue
            if len(self.after) >= most:
                raise TooMany(f"there are more than {most:,} states with what they use")
            check_time()
            state, used = at
            if state not in columns:
                columns[state] = self._columns(state)
            self.after[at] = {(following, used | more) for following, more in columns[state]}
            waiting += self.after[at]

    def _columns(self, state: int) -> set[tuple[int, int]]:
        """Return what can follow when the first column is full, and the pieces that fill it."""
        full = (1 << self._width) - 1
        filled = {(state, 0)}
        for row in range(self._width):
            bit = 1 << row
            filled = {
                (one | mask, used | piece)
                for one, used in filled
                for mask, piece in ([(0, 0)] if one & bit else self._placed[row])
                if not one & mask
            }
        return {(one >> self._width, used) for one, used in filled if one & full == full}

    def ends(self, last: int) -> list[bool]:
        """Return for each length up to the last whether the strip can end there with every piece."""
        now = {(0, 0)}
        ends = [False]
        for _ in range(last):
            check_time()
            now = {after for at in now for after in self.after[at]}
            ends.append((0, self._full) in now)
        return ends

    def check_every(self, lengths: list[int], parts: list[int]) -> None:
        """Find out whether the strip can end with every piece at a length with sums of parts behind it, and nowhere else.

        The parts are the lengths that any pieces tile, which is known.
        """
        if any(length < 1 for length in lengths):
            raise ValueError
        if not lengths:
            if (0, self._full) in self.after:
                raise Wrong("there is a length that can be tiled")
            return
        if not parts:
            raise Wrong("no pieces tile any length")
        # Behind a length with every piece any part may follow: from as many lengths in a row as the least part on, all are there.
        period, least = math.gcd(*parts), min(parts)
        if any(length % period for length in lengths):
            raise Wrong(f"lengths that are not multiples of {period} cannot be tiled")
        last = run = 0
        sums = [False]
        some = [True]
        while run * period < least or last < max(lengths):
            last += 1
            some.append(any(last >= one and some[last - one] for one in parts))
            sums.append(any(last >= one and some[last - one] for one in lengths))
            if last % period == 0:
                run = run + 1 if sums[last] else 0
        for length, ends in enumerate(self.ends(last)):
            if ends != sums[length]:
                raise Wrong(f"the length {length} can{'' if ends else 'not'} be tiled")
