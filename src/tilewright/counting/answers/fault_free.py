"""Tilings of a rectangle without faults, from the numbers of tilings of all smaller rectangles.

A set of faults cuts the rectangle into smaller ones, which are tiled independently. Therefore,
inclusion-exclusion over the sets of lines gives the number of tilings without faults. Sets of lines
between rows with blocks of the same heights give the same terms, so partitions of the number of
rows are enough. A recurrence sums over the lines between columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb, factorial, prod

#: The number of tilings of a rectangle of some rows and columns.
Tilings = Callable[[int, int], int]


def fault_free_tilings(
    rows: int, columns: int, tilings: Tilings, *, across: bool = True, along: bool = True
) -> int:
    """Return the number of tilings of a rectangle without a fault.

    Parameters
    ----------
    rows, columns : int
    tilings : callable
        A function that returns the number of tilings of a rectangle.
    across, along : bool
        Whether lines between columns, and lines between rows, are faults.

    Examples
    --------
    >>> squares = lambda rows, columns: 1  # by monominoes
    >>> fault_free_tilings(1, 1, squares), fault_free_tilings(2, 3, squares)
    (1, 0)
    """
    if not across:
        return fault_free_tilings(columns, rows, lambda c, r: tilings(r, c), along=False)
    total = 0
    for heights in _partitions(rows, rows) if along else [(rows,)]:
        sign = -1 if len(heights) % 2 == 0 else 1
        ways = factorial(len(heights)) // prod(map(factorial, Counter(heights).values()))
        # Tilings with these lines between rows, of each width; then those without any line
        # between columns.
        split = [
            prod(tilings(height, width) for height in heights) for width in range(1, columns + 1)
        ]
        whole: list[int] = []
        for width in range(1, columns + 1):
            first = (whole[left - 1] * split[width - left - 1] for left in range(1, width))
            whole.append(split[width - 1] - sum(first))
        total += sign * ways * whole[-1]
    return total


def fault_free_order(rows: int, order: Callable[[int], int], *, across: bool, along: bool) -> int:
    """Return a bound on the order of the recurrence for rectangles of some rows and any columns.

    The terms of a product are numbers of paths through pairs of states, so orders multiply, and
    equal factors are interchangeable. Tilings without a line between columns have the generating
    function 1 - 1/U, if U is that of all tilings.

    Parameters
    ----------
    rows : int
    order : callable
        A function that returns a bound on the order for the tilings of rectangles of some rows.

    Examples
    --------
    >>> fault_free_order(2, lambda rows: 2, across=True, along=True)
    7
    """
    return sum(
        prod(comb(order(height) + times - 1, times) for height, times in Counter(heights).items())
        + across
        for heights in (_partitions(rows, rows) if along else [(rows,)])
    )


def _partitions(number: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the partitions of a number into parts of at most `largest`."""
    if number == 0:
        yield ()
    for part in range(min(number, largest), 0, -1):
        for rest in _partitions(number - part, part):
            yield (part, *rest)
