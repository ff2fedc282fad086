"""The number of solutions of a Pips puzzle as newspapers print it: a small solver, cell by cell."""

from __future__ import annotations

from collections import Counter
from typing import Any

Cell = tuple[int, int]


def holds(region: dict[str, Any], numbers: list[int]) -> bool:
    """Whether the numbers on the cells of a region fulfill its condition."""
    target = region.get("target")
    return {
        "sum": sum(numbers) == target,
        "less": target is not None and sum(numbers) < target,
        "greater": target is not None and sum(numbers) > target,
        "equal": len(set(numbers)) == 1,
        "unequal": len(set(numbers)) == len(numbers),
        "empty": True,
    }[region["type"]]


def number_of_solutions(puzzle: dict[str, Any]) -> int:
    """The number of ways to lay the dominoes: a small solver, cell by cell."""
    cells = sorted(tuple(cell) for region in puzzle["regions"] for cell in region["indices"])
    left = Counter(tuple(sorted(pair)) for pair in puzzle["dominoes"])
    on: dict[Cell, int] = {}

    regions = {tuple(cell): region for region in puzzle["regions"] for cell in region["indices"]}

    def fine(cell: Cell) -> bool:
        """Whether the region of a cell is not full, or keeps its condition."""
        numbers = [on.get(tuple(other)) for other in regions[cell]["indices"]]
        return None in numbers or holds(regions[cell], numbers)

    def ways() -> int:
        first = next((cell for cell in cells if cell not in on), None)
        if first is None:
            return 1
        total = 0
        for other in ((first[0], first[1] + 1), (first[0] + 1, first[1])):
            if other not in cells or other in on:
                continue
            for pair in [pair for pair, copies in left.items() if copies]:
                for one, two in {pair, pair[::-1]}:
                    on[first], on[other] = one, two
                    left[pair] -= 1
                    total += ways() if fine(first) and fine(other) else 0
                    left[pair] += 1
                    del on[first], on[other]
        return total

    return ways()
