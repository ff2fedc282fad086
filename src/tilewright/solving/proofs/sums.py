"""Simple reasons why no tiling satisfies the rules of a problem."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tilewright.model.cover import Cover
from tilewright.model.cover.cover import shown_marks
from tilewright.model.rules.rule_types import Clues, FaultFree, Sum, Tiles, fault_lines
from tilewright.model.space.lattice import cell_word
from tilewright.system.values.arguments import counted

#: How many reasons of a kind are listed.
_LISTED = 3


def rule_reasons(cover: Cover) -> list[str]:
    """Return sentences that each prove that no tiling satisfies the rules; empty if there is no
    simple reason.
    """
    if cover.sums is None:
        return []
    sentences = [*_tile_reasons(cover), *_line_reasons(cover), *_sum_reasons(cover)]
    return sentences or _unreachable_sums(cover)[:_LISTED]


def clue_reasons(cover: Cover) -> list[str]:
    """Return sentences that each prove that no tiling satisfies the clues of a cell."""
    covered = np.zeros(cover.area, dtype=np.bool_)
    covered[cover.item] = True
    rules = [rule for rule in cover.problem.rules if isinstance(rule, Clues)]
    bare = [
        f"no piece can cover the cell {place} and agree with the clue {place}={clue}"
        for rule in rules
        for cell, clue in rule.clues
        for number, place in [(cover.number[cell], cell_word(cell))]
        if not (covered | cover.optional)[number]
    ]
    return bare[:_LISTED]


def _tile_reasons(cover: Cover) -> Iterator[str]:
    """Yield reasons why the number of tiles is impossible, from the areas of the pieces that
    fit.
    """
    sizes = np.diff(cover.start)
    if not len(sizes):
        return
    smallest, largest = int(sizes.min()), int(sizes.max())
    least = -(-(cover.area - cover.empty_most) // largest)
    most = (cover.area - cover.empty_least) // smallest
    for rule in cover.problem.rules:
        if not isinstance(rule, Tiles) or rule.pieces:
            continue
        if rule.most < least:
            yield (
                f"{counted(rule.most, 'tile')} of at most {counted(largest, 'cell')} cannot cover "
                f"{counted(cover.area - cover.empty_most, 'cell')}"
            )
        elif rule.least > most:
            yield (
                f"{counted(rule.least, 'tile')} of at least {counted(smallest, 'cell')} need more "
                f"than the {counted(cover.area - cover.empty_least, 'cell')} of the board"
            )


def _line_reasons(cover: Cover) -> Iterator[str]:
    """Yield reasons why two-cell pieces cannot cross all lines, from the parity on each side."""
    pieces = [piece.polyomino for piece in cover.problem.pieces]
    if cover.empty_most or not all(
        len(polyomino) == 2 and polyomino.is_connected() for polyomino in pieces
    ):
        return
    board = cover.problem.board
    for rule in cover.problem.rules:
        if not isinstance(rule, FaultFree):
            continue
        twice = once = 0
        for line in fault_lines(board, rule.axis):
            # A cell lies before the line if it lies before the first cells of its pairs, or beside
            # them: on squares and cubes, one coordinate tells.
            first, second = (
                np.array(np.unravel_index(line.pairs[0, side], board.shape)) for side in (0, 1)
            )
            axis = np.flatnonzero(first != second)
            if len(axis) != 1 or board.lattice.kinds > 1:
                return
            before = int((cover.cells[:, axis[0]] <= min(first[axis[0]], second[axis[0]])).sum())
            twice += before % 2 == 0
            once += before % 2
        tiles, needed = cover.area // 2, 2 * twice + once
        if needed > tiles:
            others = f", and each of {once} by at least one piece" if once else ""
            yield (
                f"each of {counted(twice, 'line')} has an even number of cells on each side, so it "
                f"must be crossed by at least two pieces{others}. Each piece crosses one line, "
                f"so {needed} pieces are needed, but only {tiles} cover the board"
            )


def _sum_reasons(cover: Cover) -> Iterator[str]:
    """Yield reasons why the digits of a region cannot have the sum, from the smallest and largest
    digit in each cell.
    """
    rules = [rule for rule in cover.problem.rules if isinstance(rule, Sum)]
    if not rules:
        return
    cells, mark, letters = shown_marks(cover)
    digit = np.array([int(letter or 0) for letter in letters])[mark]
    low = np.full(cover.area, 10, dtype=np.int64)
    high = np.zeros(cover.area, dtype=np.int64)
    np.minimum.at(low, cells, digit)
    np.maximum.at(high, cells, digit)
    low[(low == 10) | cover.optional] = 0
    for rule in rules:
        region = [int(cover.number[cell]) for cell in rule.cells]
        least, most = int(low[region].sum()), int(high[region].sum())
        if most < rule.least or (rule.most is not None and least > rule.most):
            yield (
                f"the cells {rule.places()} add up to {least} to {most}, but the rule requires "
                f"{rule.expected()}"
            )


def _unreachable_sums(cover: Cover) -> list[str]:
    """Return which sums cannot be reached by all placements together."""
    sums = cover.sums
    assert sums is not None
    reach = np.bincount(sums.number, sums.weight, minlength=len(sums))
    wrong = np.flatnonzero(~sums.colored & (reach < sums.least))
    words = [rule.word() for rule in cover.problem.rules]
    return [
        f"no placements of the pieces satisfy the rule '{words[sums.rule[number]]}' for "
        f"{sums.about[number]}"
        for number in wrong.tolist()
    ]
