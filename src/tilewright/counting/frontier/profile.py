"""The broken profile, for any problem along any scan: a state is the set of covered cells ahead.

If lines are closed, states after each line are merged by the symmetries of the lines. On a torus,
the cells covered after whole lines are in the next lines and, if pieces cross the seam, in the last
lines. A translation along the lines, or a mirror, maps lines to themselves and placements to
placements. States that it maps to each other have the same number of continuations, so only the
smallest of them is kept. In effect, this sums over the pieces that cross the seam, up to
translations along the seam.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.layers import Expand
from tilewright.counting.frontier.scans import Scan, mirrors
from tilewright.counting.moves import NO_TREE, Moves, Options, scan_width
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.kernels.frontier.expand import expand, expand_least, expand_wide
from tilewright.model.cover import Cover
from tilewright.system.files import checkpoint as saved

#: The most bytes for the images of states under all symmetries of a line.
_IMAGES = 1 << 28


class BrokenProfile:
    """The states of a problem along a scan (a `tilewright.counting.frontier.layers.Frontier`).

    If `ordered`, the successors of a state are in the order of its moves.
    """

    unit = "cell"

    def __init__(
        self,
        moves: Moves,
        shared: int | None = None,
        tuning: Tuning = USUAL,
        *,
        ordered: bool = False,
    ) -> None:
        self.moves, self._ordered = moves, ordered
        self.area = moves.area
        self.first = moves.first
        self.fanout = moves.edges
        self.merging: int | None = moves.edges
        self.shared = tuning.shared_profile if shared is None else shared

    def fingerprint(self) -> str:
        """Return a text that identifies these states."""
        moves = self.moves
        return saved.fingerprint(moves.table, moves.start, moves.words, moves.first)

    def expand(self, c: int, name_bits: int) -> Expand:
        """Return the function that writes the successors of states of layer c."""
        moves = self.moves
        advance = expand if moves.narrow else expand_wide
        tree = NO_TREE if self._ordered else moves.tree(c)
        return partial(advance, moves.layer(c), tree, moves.words[c + 1], name_bits)

    def kinds(self, c: int) -> NDArray[np.int64]:
        """Return the kind of each move of layer c, (m,)."""
        moves = self.moves
        return moves.options.kind[moves.option[moves.start[c] : moves.start[c + 1]]]

    def possible(self, c: int, keys: NDArray[np.uint64]) -> bool:
        """Return whether keys have the form of states of layer c."""
        return not (keys & ~self.moves.free_bits(c)).any()

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds in a final state, or None if it is not a
        tiling.
        """
        return tuple(sorted(self.moves.copies(key).items())) if self.moves.accepts(key) else None


def fold_profile(
    profile: BrokenProfile, cover: Cover, way: Scan, count: Sequence[int] = ()
) -> BrokenProfile | WrappedFrontier:
    """Return a profile along a scan, in which states are merged by the symmetries of the lines, if
    any.
    """
    symmetries = line_symmetries(cover, profile.moves.options, way, count)
    if len(symmetries) == 1:
        return profile
    return WrappedFrontier(profile, symmetries, way.line_ends(cover.cells))


def line_symmetries(
    cover: Cover, options: Options, way: Scan, count: Sequence[int] = ()
) -> NDArray[np.int64]:
    """Return the symmetries of a problem that map each line of a scan to itself."""
    board, lifts = cover.problem.board, cover.lifts
    group = np.arange(cover.area)[None]
    if lifts is None or not board.surface.joined:
        return group
    if cover.sums is not None and not cover.sums.uniform:
        return group
    lattice, surface, cells = board.lattice, board.surface, cover.cells.astype(np.int64)
    line = way.lines(cover.cells)
    first_line = cells[line == line[0]]
    # States are folded between lines, which only pays where there are more of them than symmetries
    # to look for.
    span, load = scan_width(options, way.position)
    looked = len(lattice.elements) * len(first_line)
    table = looked * -(-span // 8) * 256 * -(-span // 64) * 8
    if not np.ptp(line) or load < math.log2(looked) or table > _IMAGES:
        return group
    cell = np.argsort(way.position)
    generators: list[NDArray[np.int64]] = []
    known = {group[0].tobytes()}
    for element in lattice.elements:
        image = lattice.image(element, cells)
        shifts = first_line - image[0]
        for shift in shifts[lattice.kind(shifts) == 0]:
            to = lifts.places(surface, image + shift)
            if (to < 0).any():
                continue
            to %= cover.area
            if not np.array_equal(line[to], line):
                continue
            places = way.position[to[cell]]
            if (
                places.tobytes() in known
                or len(np.unique(to)) < len(to)
                or not mirrors(options, to, count)
            ):
                continue
            generators.append(places)
            group = _generate_group(generators)
            known = {row.tobytes() for row in group}
    return group


def _generate_group(generators: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Return the group generated by some permutations."""
    one = np.arange(len(generators[0]))
    known, waiting = {one.tobytes(): one}, [one]
    while waiting:
        row = waiting.pop()
        for generator in generators:
            product = row[generator]
            if known.setdefault(product.tobytes(), product) is product:
                waiting.append(product)
    return np.stack(list(known.values()))


class WrappedFrontier:
    """A broken profile whose states are merged by symmetries (a
    `tilewright.counting.frontier.layers.Frontier`).
    """

    unit = "step"

    def __init__(
        self, profile: BrokenProfile, symmetries: NDArray[np.int64], ends: Sequence[int]
    ) -> None:
        self._profile = profile
        self._symmetries = symmetries
        # There is one state before the first cell and after the last one.
        inner = [end for end in ends if 0 < end < profile.area]
        steps = [(cell, False) for cell in range(profile.area)] + [(end, True) for end in inner]
        #: The place of the cell of a layer; or the end of a line, where states are folded.
        self._steps = sorted(steps, key=lambda step: (step[0], not step[1]))
        self.area = len(self._steps)
        self.first = profile.first
        self.fanout = profile.fanout
        # All images of a state may occur.
        self.merging: int | None = max(cast("int", profile.merging), len(symmetries))
        self.shared = profile.shared

    def fingerprint(self) -> str:
        """Return a text that identifies these states."""
        steps = np.array(self._steps, dtype=np.int64)
        return saved.fingerprint(self._profile.fingerprint(), self._symmetries, steps)

    def expand(self, c: int, name_bits: int) -> Expand:
        """Return the function that writes the successors of states of layer c."""
        place, folds = self._steps[c]
        if not folds:
            return self._profile.expand(place, name_bits)
        return partial(expand_least, self._images(place), self._profile.moves.words[place, 0])

    def _images(self, begin: int) -> NDArray[np.uint64]:
        """Return the image of each byte of a window under each symmetry but the identity, (g - 1,
        bytes, 256, words).

        The covered cells beyond the end of a line, and their images, are in the window, because
        symmetries preserve the line where a placement begins.
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
        """Return whether keys have the form of states of layer c."""
        return self._profile.possible(
            self._steps[c][0] if c < self.area else self._profile.area, keys
        )

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds in a final state, or None if it is not a
        tiling.
        """
        return self._profile.copies(key)
