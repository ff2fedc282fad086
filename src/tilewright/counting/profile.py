"""The broken profile: a state is the set of cells ahead that are taken, for any problem along any scan.

Where lines close on themselves, states that a symmetry of the lines takes to each other are held as one after each line.
On a torus what is taken after whole lines lies in the lines that follow and, where pieces go over the seam, in the last
ones. A move of the board along its lines, or a mirror, takes what is taken to what is taken, lines to themselves and
placements to placements: such states have equally many continuations, so only the least of them is kept. That is the sum
over what crosses the seam, reduced by the translations along it, without a sum for each of what may cross it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.layers import Expand
from tilewright.counting.moves import Moves, Options
from tilewright.counting.scans import Scan, mirrors
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.cover import Cover
from tilewright.files import checkpoint as saved
from tilewright.kernels.frontier.deal import deal, deal_wide
from tilewright.kernels.frontier.least import deal_least

__all__ = ["BrokenProfile", "WrappedFrontier", "folded", "line_symmetries"]


class BrokenProfile:
    """The states of a problem along a scan, a `tilewright.counting.layers.Frontier`.

    Parameters
    ----------
    moves : Moves
        A placement is a move of its first cell.
    shared : int, optional
        Layers with fewer states are not worth a second thread.
    """

    unit = "cell"

    def __init__(self, moves: Moves, shared: int | None = None, tuning: Tuning = USUAL) -> None:
        self.moves = moves
        self.area = moves.area
        self.first = moves.first
        self.fanout = moves.edges
        self.merging: int | None = moves.edges
        self.shared = tuning.shared_profile if shared is None else shared

    def fingerprint(self) -> str:
        """Return what tells these states from others."""
        moves = self.moves
        return saved.fingerprint(moves.table, moves.start, moves.words, moves.first)

    def expand(self, c: int, parts: int, name_bits: int) -> Expand:
        """Return what writes down the successors of states of layer c, in any number of parts."""
        moves = self.moves
        advance = deal if len(self.first) == 1 else deal_wide
        return partial(advance, moves.layer(c), moves.tree(c), moves.words[c + 1], name_bits)

    def kinds(self, c: int) -> NDArray[np.int64]:
        """Return the kind of each move of layer c, (m,)."""
        moves = self.moves
        return moves.options.kind[moves.option[moves.start[c] : moves.start[c + 1]]]

    def possible(self, c: int, keys: NDArray[np.uint64]) -> bool:
        """Whether keys have the form of states of layer c: nothing is taken but ahead, on the board, and no copy too many."""
        return not (keys & ~self.moves.free_bits(c)).any()

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds of a state after the last layer; None if it is no tiling."""
        return tuple(sorted(self.moves.copies(key).items())) if self.moves.accepts(key) else None


def folded(
    profile: BrokenProfile, cover: Cover, way: Scan, count: Sequence[int] = ()
) -> BrokenProfile | WrappedFrontier:
    """Return a profile along a scan, folded by the symmetries of its lines if there are any.

    Parameters
    ----------
    count : sequence of int
        Kinds that are counted beside those whose copies have bounds.
    """
    symmetries = line_symmetries(cover, profile.moves.options, way, count)
    if len(symmetries) == 1:
        return profile
    return WrappedFrontier(profile, symmetries, way.line_ends(cover.cells))


def line_symmetries(
    cover: Cover, options: Options, way: Scan, count: Sequence[int] = ()
) -> NDArray[np.int64]:
    """Return the symmetries of a problem that take each line of a scan to itself.

    Parameters
    ----------
    cover : Cover
        Of a problem; where no sides are joined, only the identity is looked for.
    options : Options
        What covers its cells: each symmetry takes them to options, counted kinds to themselves.
    way : Scan
    count : sequence of int
        Kinds that are counted beside those whose copies have bounds.

    Returns
    -------
    (g, area) int64
        The image of each place of the scan. Row 0 is the identity; the rows are a group.
    """
    board, lifts = cover.problem.board, cover.lifts
    found = np.arange(cover.area)[None]
    if lifts is None:
        return found
    lattice, surface, cells = board.lattice, board.surface, cover.cells.astype(np.int64)
    line = way.lines(cover.cells)
    mine = cells[line == line[0]]
    cell = np.argsort(way.position)
    for element in lattice.elements:
        image = lattice.image(element, cells)
        shifts = mine - image[0]
        for shift in shifts[lattice.kind(shifts) == 0]:
            to = lifts.places(surface, image + shift)
            if (to < 0).any():
                continue
            to %= cover.area
            if not np.array_equal(line[to], line) or len(np.unique(to)) < len(to):
                continue
            places = way.position[to[cell]]
            if not (found == places).all(axis=1).any() and mirrors(options, to, count):
                found = _closed(found, places)
    return found


def _closed(group: NDArray[np.int64], more: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the group that is generated by a group and one more permutation."""
    known = {row.tobytes(): row for row in group}
    waiting = [more]
    while waiting:
        row = waiting.pop()
        if row.tobytes() not in known:
            waiting += [product for other in [*known.values(), row] for product in (row[other], other[row])]
            known[row.tobytes()] = row
    return np.stack(list(known.values()))


class WrappedFrontier:
    """A broken profile whose states are folded by symmetries, a `tilewright.counting.layers.Frontier`.

    Parameters
    ----------
    profile : BrokenProfile
    symmetries : (g, area) int64
        The image of each place of the scan: what `line_symmetries` found.
    ends : sequence of int
        Places after which all symmetries take what was taken to itself, ascending: the ends of lines. After each of
        them is a layer more, in which each state has one successor, the least of its images.
    """

    unit = "step"

    def __init__(self, profile: BrokenProfile, symmetries: NDArray[np.int64], ends: Sequence[int]) -> None:
        self._profile = profile
        self._symmetries = symmetries
        # Before the first cell and after the last one there is one state.
        inner = [end for end in ends if 0 < end < profile.area]
        steps = [(cell, False) for cell in range(profile.area)] + [(end, True) for end in inner]
        #: The place of the cell that a layer takes; or the end of a line, and that states are folded there.
        self._steps = sorted(steps, key=lambda step: (step[0], not step[1]))
        self.area = len(self._steps)
        self.first = profile.first
        self.fanout = profile.fanout
        # Of the images of a state, each may be there.
        self.merging: int | None = max(cast("int", profile.merging), len(symmetries))
        self.shared = profile.shared

    def fingerprint(self) -> str:
        """Return what tells these states from others."""
        steps = np.array(self._steps, dtype=np.int64)
        return saved.fingerprint(self._profile.fingerprint(), self._symmetries, steps)

    def expand(self, c: int, parts: int, name_bits: int) -> Expand:
        """Return what writes down the successors of states of layer c, in any number of parts."""
        place, folds = self._steps[c]
        if not folds:
            return self._profile.expand(place, parts, name_bits)
        return partial(deal_least, self._images(place), self._profile.moves.words[place, 0])

    def _images(self, begin: int) -> NDArray[np.uint64]:
        """Return what each symmetry but the identity makes of each byte of a window from a place on, (g - 1, bytes, 256, words).

        What is taken behind an end of lines is in the window, and so are its images: a symmetry takes a placement that began
        before the end to one that did.
        """
        span = min(self._profile.moves.span, self._profile.area - begin)
        words = len(self.first)
        image = self._symmetries[1:, begin : begin + span] - begin
        inside = image < span
        single = np.zeros((len(image), -(-span // 8) * 8, words), dtype=np.uint64)
        number, bit = np.nonzero(inside)
        to = image[inside]
        single[number, bit, to >> 6] = np.uint64(1) << (to & 63).astype(np.uint64)
        eights = single.reshape(len(image), single.shape[1] // 8, 8, words)
        table = np.zeros((len(image), eights.shape[1], 256, words), dtype=np.uint64)
        for low in range(8):
            block = 1 << low
            table[:, :, block : 2 * block] = table[:, :, :block] | eights[:, :, low, None]
        return table

    def possible(self, c: int, keys: NDArray[np.uint64]) -> bool:
        """Whether keys have the form of states of layer c."""
        return self._profile.possible(self._steps[c][0] if c < self.area else self._profile.area, keys)

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds of a state after the last layer; None if it is no tiling."""
        return self._profile.copies(key)
