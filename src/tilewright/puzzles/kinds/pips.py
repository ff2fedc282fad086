"""Puzzles of Pips: dominoes are laid so that their numbers fulfill a condition in each region.

A random tiling gets the numbers of random dominoes. At first each cell is a region with its number.
Then regions are joined, and conditions dropped, in random order as long as there is one solution.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from tilewright.errors import RequestError
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece, shortest_words
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Level
from tilewright.model.rules import functions as rules
from tilewright.model.rules.rule_types import Comparison, Rule
from tilewright.model.space.lattice import Cell
from tilewright.model.space.surface import check_flat_squares, neighboring
from tilewright.model.tiling import Tiling
from tilewright.puzzles.making.clues import (
    find_within,
    hardest,
    is_solved_within,
    random_solution,
)
from tilewright.puzzles.making.maker import Attempts, Order, SolvedPuzzle, solved
from tilewright.system.work.deadline import check_time

#: Most nodes of a search for a second solution, and first limit for drawing one tiling.
_JUDGED, _DRAWN = 1 << 14, 1 << 15
#: Exchanges of dominoes for each tile: at most so many to bring equal numbers together, and to get
#: one solution.
_GATHERED, _CHANGES = 12, 12
#: Most cells of a region with a sum, and of one with equal numbers.
_LARGEST, _LARGEST_EQUAL = 4, 6
#: Cells for each condition, if no level is requested.
_ENOUGH = 3


@dataclass(frozen=True, slots=True)
class _Region:
    """The numbers of its cells, and its condition; none if the comparison is empty."""

    cells: tuple[int, ...]
    compared: str = ""
    bound: int = 0


class RegionPuzzles(Attempts):
    """Makes puzzles whose clues are conditions on the numbers in regions."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        board = order.board
        check_flat_squares(board, f"puzzles of {order.kind}")
        cells = np.argwhere(board.mask)
        self.cells: list[Cell] = [tuple(cell) for cell in cells.tolist()]
        self.sides: list[list[int]] = neighboring(cells, board.lattice, board.surface).tolist()

    def make(self, dice: random.Random, level: Level | None, minimal: bool) -> SolvedPuzzle:
        """Return a puzzle, of the requested level if possible; None if this attempt failed."""
        dominoes = self._draw_dominoes(dice)
        tiles = self._draw_tiles(dice) if dominoes else None
        if dominoes is None or tiles is None:
            return None
        copies = Counter(dominoes)
        self.pieces = tuple(
            replace(piece, least=copies[piece], most=copies[piece])
            for piece in self.order.pieces
            if copies[piece]
        )
        numbers = self._draw_numbers(tiles, dominoes, dice)
        if numbers is None:
            return None
        enough = 0 if level or minimal else len(self.cells) // _ENOUGH
        ways = self._join_regions(numbers, dice, enough)
        regions = (
            ways[-1]
            if level is None or minimal
            else hardest(
                ways, lambda regions: is_solved_within(compile_cover(self._problem(regions)), level)
            )
        )
        return solved(
            self.order.puzzle(
                shortest_words(self.pieces),
                conditions=tuple(rule.word() for rule in self._rules(regions)),
                marks_agree=_marks_agreeing(self.pieces),
            )
        )

    def _draw_dominoes(self, dice: random.Random) -> list[Piece] | None:
        """Return the dominoes of a puzzle, one for each tile; None if their number cannot fit."""
        for piece in self.order.pieces:
            if len(piece.marks) != 2 or not all(mark.isdigit() for mark in piece.marks):
                raise RequestError(
                    "pieces of this kind of puzzle must be dominoes with numbers, such as 35 or "
                    f"double-6=0..1; got {piece.word()}",
                    where="pieces",
                )
        number = self.order.board.area // 2
        drawn = [piece for piece in self.order.pieces for _ in range(piece.least)]
        left = [
            piece
            for piece in self.order.pieces
            for _ in range((number if piece.most is None else piece.most) - piece.least)
        ]
        if not len(drawn) <= number <= len(drawn) + len(left):
            return None
        return [*drawn, *dice.sample(left, number - len(drawn))]

    def _draw_tiles(self, dice: random.Random) -> list[tuple[int, int]] | None:
        """Return a random tiling by dominoes, as pairs of cells."""
        problem = self.order.problem(self.order.bare)
        tiling = random_solution(problem, dice.randrange(1 << 31), _DRAWN)
        if tiling is None:
            return None
        number = {cell: at for at, cell in enumerate(self.cells)}
        return [(number[first], number[second]) for _, (first, second) in tiling]

    def _draw_numbers(
        self,
        tiles: list[tuple[int, int]],
        dominoes: list[Piece],
        dice: random.Random,
    ) -> list[int] | None:
        """Return the number on each cell. There is one solution if all are known."""
        pairs = [(int(piece.marks[0]), int(piece.marks[1])) for piece in dominoes]
        dice.shuffle(pairs)
        every = range(len(tiles))

        def exchange(one: int) -> list[tuple[int, int]]:
            """Exchange the domino of a tile with another's, either of them turned or not."""
            changed, other = list(pairs), dice.choice(every)
            changed[one], changed[other] = pairs[other], pairs[one]
            for tile in (one, other):
                first, second = changed[tile]
                changed[tile] = dice.choice(((first, second), (second, first)))
            return changed

        def numbers_of(pairs: list[tuple[int, int]]) -> list[int]:
            numbers = [0] * len(self.cells)
            for cells, pair in zip(tiles, pairs, strict=True):
                for cell, number in zip(cells, pair, strict=True):
                    numbers[cell] = number
            return numbers

        def count_alike(numbers: list[int]) -> int:
            return sum(numbers[one] == numbers[other] for one, other in self.sides)

        # Regions with equal numbers exist only where such numbers lie side by side.
        numbers = numbers_of(pairs)
        for _ in range(dice.randrange(_GATHERED * len(tiles))):
            changed = exchange(dice.choice(every))
            if count_alike(now := numbers_of(changed)) >= count_alike(numbers):
                pairs, numbers = changed, now
        tilings = self._find_solutions(_single_cells(numbers))
        for _ in range(_CHANGES * len(tiles)):
            if tilings is None or len(tilings) == 1:
                break
            there = [{cells for _, cells in tiling} for tiling in tilings]
            differing = [
                tile
                for tile in every
                if any(
                    tuple(self.cells[cell] for cell in tiles[tile]) not in placements
                    for placements in there
                )
            ]
            pairs = exchange(dice.choice(differing or every))
            numbers = numbers_of(pairs)
            tilings = self._find_solutions(_single_cells(numbers))
        return numbers if tilings is not None and len(tilings) == 1 else None

    def _join_regions(
        self,
        numbers: list[int],
        dice: random.Random,
        enough: int,
    ) -> list[list[_Region]]:
        """Return regions with one solution, from single cells to `enough` conditions."""
        ways = [_single_cells(numbers)]

        def add_if_unique(regions: list[_Region]) -> bool:
            tilings = self._find_solutions(regions)
            if tilings is None or len(tilings) != 1:
                return False
            ways.append(regions)
            return True

        sides = dice.sample(self.sides, len(self.sides))
        # Equal numbers first: most pairs of neighbors are joined to a sum, too.
        sides.sort(key=lambda side: numbers[side[0]] != numbers[side[1]])
        for one, other in sides:
            regions = ways[-1]
            first, second = (
                next(region for region in regions if cell in region.cells) for cell in (one, other)
            )
            if first is second or sum(bool(region.compared) for region in regions) <= enough:
                continue
            cells = tuple(sorted(first.cells + second.cells))
            rest = [region for region in regions if region not in (first, second)]
            for compared, bound in _conditions([numbers[cell] for cell in cells], dice):
                if add_if_unique([*rest, _Region(cells, compared, bound)]):
                    break
        for region in dice.sample(ways[-1], len(ways[-1])):
            regions = ways[-1]
            if sum(bool(region.compared) for region in regions) > enough:
                rest = [other for other in regions if other is not region]
                shown = [numbers[cell] for cell in region.cells]
                for compared, bound in (("", 0), *_weaker_conditions(region, sum(shown), dice)):
                    if add_if_unique([*rest, _Region(region.cells, compared, bound)]):
                        break
        return ways

    def _problem(self, regions: list[_Region]) -> Problem:
        agree = dict(_marks_agreeing(self.pieces))
        return self.order.problem(self.pieces, rules=self._rules(regions), marks_agree=agree)

    def _rules(self, regions: list[_Region]) -> list[Rule]:
        """Return the rules of regions, in reading order."""
        conditions: list[Rule] = []
        for region in sorted(regions, key=lambda region: region.cells):
            cells = [self.cells[cell] for cell in region.cells]
            if region.compared in ("equal", "unequal"):
                conditions.append(
                    (rules.equal if region.compared == "equal" else rules.unequal)(cells)
                )
            elif region.compared:
                conditions.append(
                    rules.sum(cells, cast("Comparison", region.compared), region.bound)
                )
        return conditions

    def _find_solutions(self, regions: list[_Region]) -> tuple[Tiling, ...] | None:
        """Return up to two solutions; None if the search takes too long."""
        check_time()
        tilings, ended = find_within(self._problem(regions), 2, _JUDGED, engine="dance")
        return tilings if ended else None


def _single_cells(numbers: list[int]) -> list[_Region]:
    """Return each cell as a region with its number."""
    return [_Region((cell,), "=", number) for cell, number in enumerate(numbers)]


def _conditions(numbers: list[int], dice: random.Random) -> list[tuple[str, int]]:
    """Return the conditions to try for a region with these numbers, those that say most first."""
    size, total = len(numbers), sum(numbers)
    if len(set(numbers)) == 1:
        return [("equal", 0)] if size <= _LARGEST_EQUAL else []
    if size > _LARGEST:
        return []
    different = [("unequal", 0)] if size > 2 and len(set(numbers)) == size else []
    return dice.sample([("=", total), *different], 1 + len(different))


def _weaker_conditions(region: _Region, total: int, dice: random.Random) -> list[tuple[str, int]]:
    """Return conditions that say less than a sum: a bound near it."""
    if region.compared != "=":
        return []
    bounds = [(">", total - dice.choice((1, 2))), ("<", total + dice.choice((1, 2)))]
    return [(compared, bound) for compared, bound in dice.sample(bounds, 2) if bound >= 0]


def _marks_agreeing(pieces: tuple[Piece, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return that each number may lie on every cell, as the board shows none."""
    marks = {mark for piece in pieces for mark in piece.marks}
    return tuple((mark, ("",)) for mark in sorted(marks))
