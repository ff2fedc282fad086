"""Pips: dominoes to be laid so that their numbers fulfill a condition in each region.

    {"dominoes": [[3, 5], [0, 0], …],
     "regions": [{"indices": [[0, 0], [0, 1]], "type": "sum", "target": 8}, …]}

A region adds up to its target (``sum``), to less (``less``) or to more (``greater``), or all its
numbers are the same (``equal`` or ``equals``) or different (``unequal``). A region without a
condition is ``empty``. The board is made of all regions. A file holds one puzzle, or several by
their names, such as ``easy``, ``medium`` and ``hard``.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.errors import FormatError
from tilewright.formats.format import LARGEST_BOX, Entry, Format, json_reader
from tilewright.formats.puzzles.shapes import board_of, moved
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle
from tilewright.model.puzzle.ids import default_title
from tilewright.model.rules import functions as rules
from tilewright.model.rules.rule_types import Comparison, Rule
from tilewright.model.space.lattice import Cell, cell_word
from tilewright.system.values.arguments import format_value

#: The comparison of each type of region that adds numbers up.
_COMPARED: dict[str, Comparison] = {"sum": "=", "less": "<", "greater": ">"}
_TYPES = (*_COMPARED, "equal", "unequal", "empty")
#: A number of a domino is one digit.
_LARGEST = 9
#: What rows and columns can be. They may begin anywhere.
_PLACES = range(-math.isqrt(LARGEST_BOX), math.isqrt(LARGEST_BOX))


@dataclass(frozen=True, slots=True)
class _Region:
    """A region, by its number from 1."""

    number: int
    cells: tuple[Cell, ...]
    type: str
    target: int

    def __str__(self) -> str:
        return f"region {self.number} ({'-'.join(cell_word(cell) for cell in self.cells)})"

    def rule(self, cells: Sequence[Cell]) -> Rule | None:
        """Return the condition on the region with these cells; None if there is none."""
        if self.type in _COMPARED:
            return rules.sum(cells, _COMPARED[self.type], self.target)
        if self.type == "empty":
            return None
        return (rules.equal if self.type == "equal" else rules.unequal)(cells)

    def fault(self, numbers: Sequence[int]) -> str:
        """Return why the numbers of all dominoes, in ascending order, cannot fulfill the condition;
        empty if they may.
        """
        size = len(self.cells)
        low, high = sum(numbers[:size]), sum(numbers[len(numbers) - size :])
        which = f"{size} {'cell' if size == 1 else 'cells'}"
        if self.type == "unequal" and size > len(set(numbers)):
            return f"needs {size} different numbers, but only {len(set(numbers))} are available"
        if self.type == "equal" and size > max(Counter(numbers).values()):
            most = max(Counter(numbers).values())
            return f"needs {size} equal numbers, but no number occurs more than {most} times"
        if self.type in ("sum", "greater") and high < self.target + (self.type == "greater"):
            more = "more than " if self.type == "greater" else ""
            return f"must add up to {more}{self.target}, but its {which} can show at most {high}"
        if self.type in ("sum", "less") and low > self.target - (self.type == "less"):
            less = "less than " if self.type == "less" else ""
            return f"must add up to {less}{self.target}, but its {which} must show at least {low}"
        return ""


def _read(data: Any) -> Iterator[Entry]:
    """Yield the puzzles of a JSON value."""
    if not isinstance(data, dict):
        raise FormatError(f"a puzzle must be an object, got {format_value(data)}")
    if "dominoes" in data:
        puzzles = {"": data}
    else:
        puzzles = {name: value for name, value in data.items() if isinstance(value, dict)}
    if not puzzles:
        raise FormatError("the file contains no 'dominoes'")
    for name, value in puzzles.items():
        yield _entry(value, name)


def _entry(data: Mapping[str, Any], name: str) -> Entry:
    dominoes = [_domino(pair) for pair in _list(data, "dominoes")]
    regions = [
        _region(number, value) for number, value in enumerate(_list(data, "regions"), start=1)
    ]
    owner: dict[Cell, _Region] = {}
    for region in regions:
        for cell in region.cells:
            if cell in owner:
                place = cell_word(cell)
                earlier = owner[cell]
                twice = f"{region} lists the cell {place} twice"
                shared = f"regions {earlier.number} and {region} overlap in the cell {place}"
                raise FormatError(twice if earlier is region else shared)
            owner[cell] = region
    if len(owner) != 2 * len(dominoes):
        raise FormatError(
            f"the regions have {len(owner)} cells, but the {len(dominoes)} dominoes cover "
            f"{2 * len(dominoes)}"
        )
    numbers = sorted(number for pair in dominoes for number in pair)
    for region in regions:
        if fault := region.fault(numbers):
            raise FormatError(f"{region} {fault}")
    board, corner = board_of([*owner])
    copies = Counter(f"{min(pair)}{max(pair)}" for pair in dominoes)
    conditions = [region.rule(moved(region.cells, corner)) for region in regions]
    problem = Problem(
        board,
        *(f"{word}={number}" for word, number in sorted(copies.items())),
        marks_agree={str(digit): [""] for digit in {*numbers}},
        rules=[rule for rule in conditions if rule is not None],
    )
    puzzle = Puzzle.of(problem, title=default_title("pips", board), kind="pips")
    lost = ("the solution",) if "solution" in data else ()
    return Entry(problem=problem, puzzle=puzzle, name=name, lost=lost)


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    items = data.get(name)
    if not isinstance(items, list) or not items:
        raise FormatError(f"'{name}' must be a non-empty list, got {format_value(items)}")
    return items


def _pair(value: Any, allowed: range, what: str) -> tuple[int, int]:
    """Return two allowed integers."""
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(type(number) is int and number in allowed for number in value)
    ):
        raise FormatError(f"{what}, got {format_value(value)}")
    return value[0], value[1]


def _domino(value: Any) -> tuple[int, int]:
    return _pair(value, range(_LARGEST + 1), f"a domino must be two numbers from 0 to {_LARGEST}")


def _region(number: int, value: Any) -> _Region:
    if not isinstance(value, dict):
        raise FormatError(f"region {number} must be an object, got {format_value(value)}")
    what = f"the indices of region {number} must be pairs [row, column]"
    indices = value.get("indices")
    if not isinstance(indices, list) or not indices:
        raise FormatError(f"region {number} must have a list of indices [row, column]")
    cells = tuple(_pair(cell, _PLACES, what) for cell in indices)
    kind, target = value.get("type"), value.get("target")
    kind = "equal" if kind == "equals" else kind
    if kind not in _TYPES:
        raise FormatError(
            f"the type of region {number} must be one of {', '.join(_TYPES)}, got "
            f"{format_value(kind)}"
        )
    if kind not in _COMPARED:
        target = 0
    elif type(target) is not int or target < 0:
        raise FormatError(
            f"region {number} needs a target, an integer of at least 0, got {format_value(target)}"
        )
    return _Region(number, cells, kind, target)


PIPS = Format(
    name="pips",
    title="Pips: dominoes, and regions with conditions",
    endings=(".json",),
    holds=("problem",),
    recognizes=lambda text: re.search(r'"dominoes"\s*:', text) is not None,
    read=json_reader("a puzzle of Pips", _read),
    many=True,
)
