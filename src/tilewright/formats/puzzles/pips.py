"""Pips: dominoes to be laid so that their numbers fulfill a condition in each region.

    {"dominoes": [[3, 5], [0, 0], …],
     "regions": [{"indices": [[0, 0], [0, 1]], "type": "sum", "target": 8}, …]}

A region adds up to its target (``sum``), to less (``less``) or to more (``greater``), or all its
numbers are the same (``equal`` or ``equals``) or different (``unequal``). A region without a
condition is ``empty``. The board is made of all regions. A file holds one puzzle, or several by
their names, such as ``easy``, ``medium`` and ``hard``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

import numpy as np

from tilewright.errors import FormatError, RequestError
from tilewright.formats.format import LARGEST_BOX, Entry, Format, decoded, parsed_json
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle
from tilewright.model.puzzle.ids import default_title
from tilewright.model.rules import functions as rules
from tilewright.model.rules.rule_types import Comparison, Rule
from tilewright.model.space.lattice import Cell
from tilewright.system.values.arguments import format_value

#: The comparison of each type of region that adds numbers up.
_COMPARED: dict[str, Comparison] = {"sum": "=", "less": "<", "greater": ">"}
_TYPES = (*_COMPARED, "equal", "unequal", "empty")
#: A number of a domino is one digit.
_LARGEST = 9


@dataclass(frozen=True, slots=True)
class _Region:
    """A region, by its number from 1."""

    number: int
    cells: tuple[Cell, ...]
    type: str
    target: int

    def __str__(self) -> str:
        return f"region {self.number} ({'-'.join(','.join(map(str, cell)) for cell in self.cells)})"

    def rule(self) -> Rule | None:
        """Return the condition; None if there is none."""
        if self.type in _COMPARED:
            return rules.sum(self.cells, _COMPARED[self.type], self.target)
        if self.type == "empty":
            return None
        return (rules.equal if self.type == "equal" else rules.unequal)(self.cells)

    def fault(self, numbers: Sequence[int]) -> str:
        """Return why the numbers of all dominoes, in ascending order, cannot fulfill the condition;
        empty if they may.
        """
        size = len(self.cells)
        low, high = sum(numbers[:size]), sum(numbers[len(numbers) - size :])
        which = f"{size} {'cell shows' if size == 1 else 'cells show'}"
        if self.type == "unequal" and size > len(set(numbers)):
            return f"needs {size} different numbers, but there are {len(set(numbers))}"
        if self.type == "equal" and size > max(Counter(numbers).values()):
            most = max(Counter(numbers).values())
            return f"needs {size} equal numbers, but no number is there more than {most} times"
        if self.type in ("sum", "greater") and high < self.target + (self.type == "greater"):
            more = "more than " if self.type == "greater" else ""
            return f"must add up to {more}{self.target}, but its {which} at most {high}"
        if self.type in ("sum", "less") and low > self.target - (self.type == "less"):
            less = "less than " if self.type == "less" else ""
            return f"must add up to {less}{self.target}, but its {which} at least {low}"
        return ""


class _Reader:
    """Reads the puzzles of one file."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, message: str) -> FormatError:
        return FormatError(message, where=self.where)

    def entries(self, data: Any) -> Iterator[Entry]:
        """Yield the puzzles of a JSON value."""
        if not isinstance(data, dict):
            raise self.fail(f"a puzzle must be an object, got {format_value(data)}")
        if "dominoes" in data:
            yield self._entry(data, "")
            return
        puzzles = {name: value for name, value in data.items() if isinstance(value, dict)}
        for name, value in puzzles.items():
            yield self._entry(value, name)
        if not puzzles:
            raise self.fail("the file contains no 'dominoes'")

    def _entry(self, data: Mapping[str, Any], name: str) -> Entry:
        dominoes = [self._domino(pair) for pair in self._list(data, "dominoes")]
        regions = [
            self._region(number, value)
            for number, value in enumerate(self._list(data, "regions"), start=1)
        ]
        owner: dict[Cell, _Region] = {}
        for region in regions:
            for cell in region.cells:
                if cell in owner:
                    place = ",".join(map(str, cell))
                    earlier = owner[cell]
                    twice = f"{region} has the cell {place} twice"
                    shared = f"region {earlier.number} and {region} overlap in the cell {place}"
                    raise self.fail(twice if earlier is region else shared)
                owner[cell] = region
        if len(owner) != 2 * len(dominoes):
            raise self.fail(
                f"the regions have {len(owner)} cells, but the {len(dominoes)} dominoes cover "
                f"{2 * len(dominoes)}"
            )
        numbers = sorted(number for pair in dominoes for number in pair)
        for region in regions:
            if fault := region.fault(numbers):
                raise self.fail(f"{region} {fault}")
        lost = ("the solution",) if "solution" in data else ()
        problem = self._problem(owner, dominoes, regions)
        title = default_title("pips", problem.board)
        puzzle = Puzzle.of(problem, title=title, kind="pips")
        return Entry(problem=problem, puzzle=puzzle, name=name, lost=lost)

    def _problem(
        self, cells: Mapping[Cell, object], dominoes: list[tuple[int, int]], regions: list[_Region]
    ) -> Problem:
        least = [min(axis) for axis in zip(*cells, strict=True)]
        shape = [
            max(axis) + 1 - low for axis, low in zip(zip(*cells, strict=True), least, strict=True)
        ]
        mask = np.zeros(shape, dtype=bool)
        for row, column in cells:
            mask[row - least[0], column - least[1]] = True
        copies = Counter(f"{min(pair)}{max(pair)}" for pair in dominoes)
        moved = [
            _Region(
                region.number,
                tuple((row - least[0], column - least[1]) for row, column in region.cells),
                region.type,
                region.target,
            )
            for region in regions
        ]
        try:
            return Problem(
                Board(mask),
                *(f"{word}={number}" for word, number in sorted(copies.items())),
                marks_agree={str(digit): [""] for digit in {x for pair in dominoes for x in pair}},
                rules=[rule for region in moved if (rule := region.rule()) is not None],
            )
        except RequestError as error:
            raise self.fail(str(error)) from None

    def _list(self, data: Mapping[str, Any], name: str) -> list[Any]:
        items = data.get(name)
        if not isinstance(items, list) or not items:
            raise self.fail(f"'{name}' must be a list that is not empty, got {format_value(items)}")
        return items

    def _domino(self, pair: Any) -> tuple[int, int]:
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(type(number) is int and 0 <= number <= _LARGEST for number in pair)
        ):
            raise self.fail(
                f"a domino must be two numbers from 0 to {_LARGEST}, got {format_value(pair)}"
            )
        return pair[0], pair[1]

    def _region(self, number: int, value: Any) -> _Region:
        if not isinstance(value, dict):
            raise self.fail(f"region {number} must be an object, got {format_value(value)}")
        cells = []
        for cell in value.get("indices") or []:
            if (
                not isinstance(cell, list)
                or len(cell) != 2
                or not all(type(x) is int and 0 <= x * x < LARGEST_BOX for x in cell)
            ):
                raise self.fail(
                    f"the indices of region {number} must be [row, column], got "
                    f"{format_value(cell)}"
                )
            cells.append((cell[0], cell[1]))
        if not cells:
            raise self.fail(f"region {number} has no indices")
        kind, target = value.get("type"), value.get("target")
        kind = "equal" if kind == "equals" else kind
        if kind not in _TYPES:
            raise self.fail(
                f"the type of region {number} must be one of {', '.join(_TYPES)}, got "
                f"{format_value(kind)}"
            )
        if kind not in _COMPARED:
            return _Region(number, tuple(cells), kind, 0)
        if type(target) is not int or target < 0:
            raise self.fail(
                f"region {number} needs a target, an integer of at least 0, got "
                f"{format_value(target)}"
            )
        return _Region(number, tuple(cells), kind, target)


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    data = parsed_json(decoded(stream, where, "a puzzle of Pips"), where)
    return list(_Reader(where).entries(data))


PIPS = Format(
    name="pips",
    title="Pips: dominoes, and regions with conditions",
    endings=(".json",),
    holds=("problem",),
    recognizes=lambda text: re.search(r'"dominoes"\s*:', text) is not None,
    read=_read,
    many=True,
)
