"""All placements of pieces on one board, computed once for the kernels that make puzzles.

The marks that a puzzle shows select among the placements, so thousands of puzzles are tried without
compiling them. The kernels make all random choices. The page calls the same kernels, so a seed
gives the same puzzle.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.model.piece import Piece
from tilewright.puzzles.deduction import Placed, problem_tables, region_tables
from tilewright.system.platform.machine import check_room
from tilewright.system.values.arrays import ranges, starts
from tilewright.system.work.deadline import check_time

if TYPE_CHECKING:
    from tilewright.kernels.deduction.steps import DeductionTables

#: The choices that follow from a text; kernels move them on.
Dice = NDArray[np.uint64]
#: The placements of a tiling, ascending, -1 padded, or a label for each cell.
Tiles = NDArray[np.int32]

#: Bytes of a placement, in all tables together.
_PLACEMENT = 700


class MakerEffort(NamedTuple):
    """How far makers search; the page has the same numbers from its facts."""

    #: Attempts after which all tilings or all lists of pieces are tried, if they are few.
    attempts: int = 40
    #: Placements that a search for a random tiling tries before it begins again, with twice as
    #: many.
    fewest: int = 4_000
    most: int = 512_000
    #: Placements that a search for a second solution tries.
    judged: int = 400_000
    #: The same with letters, or conditions on regions.
    ruled: int = 20_000
    #: Lists that are drawn for a sigil, and placements that a search tries for each.
    drawn: int = 300
    quick: int = 2_000
    #: Changes between two looks at the clock.
    changes: int = 16
    #: Changes for each tile until the marks that are shown have one solution.
    marked: int = 12
    #: Changes until the dots of a tiling have one solution; more of them for each tile; more if
    #: pieces may have no dots.
    dotted: int = 40
    for_each: int = 6
    for_bare: int = 30
    #: A tiling by more tiles than this must not have a larger share of one piece.
    varied: int = 6
    share: float = 0.75
    #: Placements that a search for a division without single cells tries.
    divided: int = 16_000
    #: Changes of dominoes that bring equal numbers together in regions.
    tuned: int = 3_000
    #: Placements that a search tries for each change of regions.
    joined: int = 5_000


EFFORT = MakerEffort()


def dice_of(text: str) -> Dice:
    """Return the random choices that a text determines."""
    from tilewright.kernels.deduction.chance import begin

    dice = np.zeros(4, dtype=np.uint64)
    begin(np.frombuffer(text.encode(), dtype=np.uint8).copy(), dice)
    return dice


def shuffled(dice: Dice, numbers: Iterable[int]) -> NDArray[np.int64]:
    """Return numbers in random order."""
    from tilewright.kernels.deduction.chance import shuffle

    order = np.array(list(numbers), dtype=np.int64)
    shuffle(dice, order)
    return order


@dataclass(frozen=True, slots=True)
class Regional:
    """A tiling with its copies of each piece, the region of each cell, and the condition of each
    region.
    """

    tiling: Tiles
    copies: NDArray[np.int64]
    region: NDArray[np.int64]
    about: NDArray[np.int64]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The sizes of the regions."""
        sizes: NDArray[np.int64] = np.unique(self.region, return_counts=True)[1]
        return sizes


class PuzzleField:
    """The placements of a cover, or of marked pieces on the same cells.

    Parameters
    ----------
    cover : Cover
        The cover without the marks of pieces.
    marked : sequence of Piece
        The pieces with their marks.
    alphabet : sequence of str
        The marks.
    kinds : int, optional
        The number of pieces to use by default, which are the first pieces.
    turned : bool
        Whether solutions that are rotations of each other count once.
    """

    def __init__(
        self,
        cover: Cover,
        marked: Sequence[Piece] = (),
        alphabet: Sequence[str] = (),
        *,
        kinds: int | None = None,
        turned: bool = True,
    ) -> None:
        self.cover = cover
        self.code = np.zeros((0, 0), dtype=np.int32)
        self.home = np.arange(cover.size, dtype=np.int64)
        placed = self._mark(marked, alphabet) if marked else None
        check_room(_PLACEMENT * self.size, f"{self.size:,} placements of a new puzzle need {{}}")
        self.tables: DeductionTables = problem_tables(cover, pairs=False, placed=placed)
        self.regions = region_tables(cover, placed, [piece.polyomino for piece in marked])
        self.kinds = kinds or len(self.tables.least)
        turnings = cover.turnings() if turned else cover.turnings()[:1]
        self.moves = np.array([turning.cells for turning in turnings], dtype=np.int32)
        self.gaps = np.array([cover.empty_least, cover.empty_most], dtype=np.int64)

    def _mark(self, marked: Sequence[Piece], alphabet: Sequence[str]) -> Placed:
        """Place the marked pieces, and record the marks that they show."""
        cover, turn = self.cover, self.cover.problem.turn
        codes = {mark: code for code, mark in enumerate(("", *alphabet))}
        ways: dict[object, list[tuple[int, list[int]]]] = {}
        for number, piece in enumerate(marked):
            for shape, own in piece.orientations(turn):
                shown = [codes[mark] for mark in own or ("",) * len(shape)]
                others = ways.setdefault(shape, [])
                if all((number, shown) != other for other in others):
                    others.append((number, shown))
        oriented = [ways.get(shape, []) for shape, _ in cover.oriented]
        bare = cover.orientation.tolist()
        counts = [len(oriented[each]) for each in bare]
        laid = [way for each in bare for way in oriented[each]]
        of = np.repeat(np.arange(cover.size), counts)
        sizes = np.diff(cover.start)[of]
        start = starts(sizes)
        item = cover.item[ranges(cover.start[of], sizes)]
        self.home = np.repeat(starts(counts)[:-1], counts)
        self.code = np.zeros((len(laid), int(sizes.max(initial=0))), dtype=np.int32)
        for row, (_, shown) in enumerate(laid):
            self.code[row, : len(shown)] = shown
        room = [cover.area // len(piece.polyomino) for piece in marked]
        bounds = [
            (min(piece.least, most + 1), most if piece.most is None else min(piece.most, most))
            for piece, most in zip(marked, room, strict=True)
        ]
        least, most = np.array(bounds, dtype=np.int64).T.copy()
        piece_of = np.array([number for number, _ in laid], dtype=np.int32)
        return Placed(start, np.ascontiguousarray(item, dtype=np.int32), piece_of, least, most)

    @property
    def size(self) -> int:
        """The number of placements."""
        return len(self.home)

    @property
    def leading(self) -> NDArray[np.bool_]:
        """The first placement on the same cells."""
        first: NDArray[np.bool_] = self.home == np.arange(self.size)
        return first

    def with_copies(self, copies: NDArray[np.int64]) -> PuzzleField:
        """Return the field with the given copies of each piece."""
        field = copy.copy(self)
        field.tables = self.tables._replace(least=copies, most=copies)
        return field

    def cells_of(self, placement: int) -> list[int]:
        """Return the cells of a placement."""
        begin, end = self.tables.start[placement : placement + 2]
        cells: list[int] = self.tables.item[begin:end].tolist()
        return cells

    def piece_of(self, placement: int) -> int:
        """Return the piece of a placement."""
        return int(self.tables.piece[placement])

    # Tilings ---------------------------------------------------------------------------------

    def draw(
        self, dice: Dice, wanted: NDArray[np.bool_] | None = None, most: int = EFFORT.most
    ) -> tuple[Tiles, NDArray[np.int64]] | None:
        """Return a random tiling and its copies of each piece, or None if no tiling was found.

        A search that takes too long is restarted, because another order may find a tiling at once.
        (C. Gomes, B. Selman, H. Kautz, *Boosting combinatorial search through randomization*, AAAI
        1998.)
        """
        from tilewright.kernels.deduction.making import draw

        tiling = np.full(self.cover.area, -1, dtype=np.int32)
        copies = np.zeros(len(self.tables.least), dtype=np.int64)
        some = np.ones(self.size, dtype=np.bool_) if wanted is None else wanted
        budget = EFFORT.fewest
        while budget <= most:
            check_time()
            found = draw(self.tables, self.regions, some, self.gaps, dice, tiling, copies, budget)
            if found >= 0:
                return (tiling, copies) if found else None
            budget *= 2
        return None

    def scramble(self, tiling: Tiles, wanted: NDArray[np.bool_], dice: Dice) -> None:
        """Change a tiling in many places, because searches find similar tilings."""
        from tilewright.kernels.deduction.climb import scramble

        for _ in range(2 * int((tiling >= 0).sum()) // EFFORT.changes + 1):
            check_time()
            scramble(self.tables, self.regions, wanted, tiling, dice, EFFORT.changes)

    def climb(
        self,
        tiling: Tiles,
        how: int,
        dice: Dice,
        rounds: int,
        *,
        wanted: NDArray[np.bool_] | None = None,
        kinds: int | None = None,
    ) -> bool:
        """Change a tiling until the marks of all cells allow only one solution. Return False after
        this number of changes.
        """
        from tilewright.kernels.deduction.climb import climb

        some = np.ones(self.size, dtype=np.bool_) if wanted is None else wanted
        pieces = kinds or self.kinds
        fixed = (self.tables, self.regions, self.code, self.home, pieces, how, some)
        for left in range(rounds, -1, -EFFORT.changes):
            check_time()
            if climb(*fixed, tiling, self.gaps, dice, min(left, EFFORT.changes)):
                return True
        return False

    def draw_list(self, dice: Dice) -> list[int] | None:
        """Return the copies of each piece in a random list that fits in only one way, or None if no
        such list was found.
        """
        from tilewright.kernels.deduction.making import draw_list

        copies = np.zeros(len(self.tables.least), dtype=np.int64)
        fixed = (self.tables, self.regions, self.moves, copies, self.gaps)
        return copies.tolist() if draw_list(*fixed, dice, EFFORT.drawn, EFFORT.quick) else None

    # Clues -----------------------------------------------------------------------------------

    def show(self, tiling: Tiles) -> Tiles:
        """Return the mark that a tiling shows on each cell."""
        from tilewright.kernels.deduction.making import show

        labels = np.zeros(self.cover.area, dtype=np.int32)
        show(self.tables, self.code, tiling, labels)
        return labels

    def settle(self, tiling: Tiles, dice: Dice) -> Tiles | None:
        """Return the marks of some cells, at least one of each tile, that allow only one solution,
        or None if even all marks allow several.
        """
        from tilewright.kernels.deduction.making import settle

        labels = np.zeros(self.cover.area, dtype=np.int32)
        found = 0
        while not found:
            check_time()
            fixed = (self.tables, self.regions, self.code, self.kinds, tiling, labels)
            found = settle(*fixed, self.gaps, dice, EFFORT.ruled)
        return labels if found > 0 else None

    def has_one_solution(self, labels: Tiles, *, kinds: int | None = None) -> bool:
        """Return whether a search shows that the marks allow only one solution, up to rotations."""
        from tilewright.kernels.deduction.making import EXACT, judge

        fixed = (self.tables, self.regions, self.moves, self.code, kinds or self.kinds, EXACT)
        return bool(judge(*fixed, labels, labels, self.gaps, EFFORT.judged) == 1)

    def reduce(
        self,
        how: int,
        tiling: Tiles,
        labels: Tiles,
        dice: Dice,
        *,
        all_: bool,
        kinds: int | None = None,
    ) -> tuple[list[Tiles], bool]:
        """Remove clues in random order while there is one solution: all that can be removed, or
        until a third is left.

        Returns
        -------
        ways : list of Tiles
            The labels from all to the fewest.
        decided : bool
            Whether each remaining clue is necessary.
        """
        from tilewright.kernels.deduction.making import LOOSE, reduce

        order = shuffled(dice, np.flatnonzero(labels).tolist())
        # One clue alone may go.
        enough = 0 if all_ else max(len(order) > 1, len(order) // 3)
        gone, where = np.zeros_like(order), np.zeros(4, dtype=np.int64)
        pieces = kinds or self.kinds
        fixed = (self.tables, self.regions, self.moves, self.code, pieces, how, tiling)
        left, ways = labels.copy(), [labels]
        budget = EFFORT.ruled if how == LOOSE else EFFORT.judged
        while reduce(*fixed, left, order, gone, where, enough, self.gaps, budget):
            check_time()
        for clue in gone[: where[1]].tolist():
            ways.append(ways[-1].copy())
            ways[-1][clue] = 0
        return ways, not where[3]

    # Regions ---------------------------------------------------------------------------------

    def draw_regions(self, dice: Dice, spare: int) -> Regional | None:
        """Return a tiling with regions of mostly two to five cells whose conditions have one
        solution; None if none was found.
        """
        from tilewright.kernels.deduction.joining import divide, grow, tune

        drawn = self.draw(dice)
        if drawn is None:
            return None
        tiling, copies = drawn
        area, beside = self.cover.area, self.regions.neighbor
        target, region = np.zeros((2, area), dtype=np.int64)
        about = np.zeros((area, 2), dtype=np.int64)
        pairs = np.zeros((3 * int((beside >= 0).sum()) // 2, 2), dtype=np.int64)
        where = np.zeros(3, dtype=np.int64)
        divide(self.tables, self.regions, self.code, tiling, target, dice)
        tiles = (self.code, self.home, self.kinds, tiling, copies, target)
        tune(self.tables, *tiles, spare, dice, EFFORT.tuned)
        fixed = (self.tables, self.regions, *tiles, region, about, pairs, where)
        while grow(*fixed, dice, EFFORT.joined):
            check_time()
        return Regional(tiling, copies, region, about) if where[1] else None

    def loosen(self, made: Regional, dice: Dice, room: Sequence[int]) -> NDArray[np.int64]:
        """Return changes from conditions that say much to those that say little: see
        `tilewright.kernels.deduction.joining`.
        """
        from tilewright.kernels.deduction.joining import loosen

        area, beside = self.cover.area, self.regions.neighbor
        order = np.zeros((int((beside >= 0).sum()) + area, 2), dtype=np.int64)
        taken, where = np.zeros((len(order), 4), dtype=np.int64), np.zeros(3, dtype=np.int64)
        changed = (made.tiling, made.copies, made.region.copy(), made.about.copy())
        fixed = (self.tables, self.regions, self.code, *changed, order, taken, where)
        left = np.array(room, dtype=np.int64)
        while loosen(*fixed, left, dice, EFFORT.joined):
            check_time()
        return taken[: where[1]]
