"""The number of tilings up to the symmetries of the problem, without listing them.

By Burnside's lemma, the number of classes is the mean, over the group, of the number of tilings
that an element fixes. Such a tiling consists of complete orbits of placements that do not overlap.
Therefore, it is a tiling of the quotient board, whose cells are orbits of cells and whose pieces
are orbits of placements. The frontier method counts these tilings like any other. Matchings of
large boards are counted by determinants.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, gcd
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.answers.listing import LISTED, disagreement, recount
from tilewright.counting.answers.matchings import fixed_matchings, is_large
from tilewright.counting.answers.plans import Job, Method, choose_plan, verify_again
from tilewright.counting.checkpoint import INTERVAL
from tilewright.counting.frontier.layers import count_layers
from tilewright.counting.frontier.profile import BrokenProfile
from tilewright.counting.frontier.scans import inverse, narrower_order
from tilewright.counting.moves import (
    EMPTY_CELL,
    Moves,
    Options,
    compile_moves,
    options_of,
    scan_width,
)
from tilewright.counting.resources import Resources
from tilewright.counting.tuning import Tuning
from tilewright.errors import MemoryLimitError, RequestError
from tilewright.model.cover import Cover, CoverSymmetry, Unique, check_unique, cycles, up_to
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.model.space.lattice import cell_word
from tilewright.system.platform.machine import in_units
from tilewright.system.work.deadline import check_time
from tilewright.system.work.limits import ThreadLimits, limited


@dataclass(frozen=True)
class UpToSymmetry:
    """The number of tilings up to symmetry, and the number of tilings fixed by each symmetry.

    Attributes
    ----------
    value : int
        The number of tilings up to symmetry.
    fixed : dict
        The number of tilings fixed by each symmetry of the problem, keyed by the name of the
        symmetry. The identity fixes all tilings.
    checked : str
        How the number was verified with a second count; empty if it was not verified.
    method : str
        The method that counted all tilings; see `Count`.
    """

    value: int
    fixed: dict[str, int]
    checked: str = ""
    method: Method = "layers"

    def __str__(self) -> str:
        return (
            f"{self.value} tilings up to symmetry, {self.fixed.get('identity', self.value)} in "
            "total"
        )


@limited
@takes_request
def count_up_to_symmetry(
    problem: Problem,
    *,
    unique: Unique = True,
    checkpoint: str | Path | None = None,
    checkpoint_interval: float = INTERVAL,
    check: bool = False,
    tuning: Tuning | None = None,
    **limits: Unpack[ThreadLimits],
) -> UpToSymmetry:
    """Count the tilings up to the symmetries of the problem.

    Parameters not listed here are the same as for `count` and `count_details`. A checkpoint
    contains the counts of the finished symmetries, and the last layer or row of the current count.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        A problem in any form that `tilewright.read` accepts: a board followed by pieces, a string,
        a puzzle or a file.
    unique : True or "rotations"
        Which symmetries to use: all of them, or only rotations and translations.
    check : bool
        Verify the number with a second count. If there are at most a million classes and a search
        takes only seconds, the number is verified by listing one tiling of each class. If a search
        would take too long, another method verifies only the total number of tilings.

    Raises
    ------
    MemoryLimitError
        If counting on the quotient board of a symmetry needs more memory than allowed. Listing the
        tilings with ``solve --unique`` may still succeed.
    EngineError, ProblemError
        The errors are the same as for `count`.

    Examples
    --------
    >>> count_up_to_symmetry("6x10", "pentominoes").value
    2339
    """
    if not check_unique(unique):
        raise RequestError("must be True or 'rotations', got False", where="unique")
    how = up_to(unique).strip()
    resources = Resources.saved(checkpoint, checkpoint_interval, tuning, problem, how)
    reporter = resources.reporter
    job = Job(problem, 0, resources)
    reporter.part = "all tilings"
    names = problem.board.lattice.names
    whole = job.run_step(names[0], lambda: choose_plan(job, "auto", True))
    resources.stay_within(whole.states, whole.nbytes, f"the board was scanned by {whole.scan}")
    fixed = {names[0]: whole.value}
    symmetries = job.cover.cell_symmetries(unique)
    first = _first_alike(symmetries)
    if whole.value and problem.board.surface.joined and is_large(problem):
        _check_widths(job, [symmetries[j] for j in sorted(set(first) - {0})])
    numbers = [whole.value]
    for number, symmetry in enumerate(symmetries[1:], start=1):
        name = names[symmetry.element]
        if problem.board.surface.joined:
            # Symmetries of a board with joined sides include translations.
            name = f"{name}, moved by {cell_word(symmetry.shift)}"
        if first[number] < number:
            numbers.append(numbers[first[number]])
        else:
            reporter.part = f"{name}, {number + 1} of {len(symmetries)}"
            numbers.append(0 if whole.value == 0 else _count_fixed(job, name, symmetry))
        fixed[name] = numbers[-1]
    value = sum(fixed.values()) // len(fixed)
    if not check:
        return UpToSymmetry(value, fixed, method=whole.method)
    reporter.part = "check"
    again = recount(problem, value, unique=unique, tuning=resources.tuning)
    if again not in (None, value):
        raise disagreement(up_to(unique), value, again, LISTED)
    message = LISTED
    if again is None:
        checked = verify_again(job, whole, True).checked
        message = f"only the total number of tilings was verified: {checked}"
    return UpToSymmetry(value, fixed, message, whole.method)


def _first_alike(symmetries: Sequence[CoverSymmetry]) -> list[int]:
    """Return for each symmetry the first symmetry that fixes the same number of tilings.

    Generators of the same group, and conjugates, fix the same number of tilings.
    """
    order = len(symmetries)
    moved = [symmetry.placements for symmetry in symmetries]
    number = {placements.tobytes(): j for j, placements in enumerate(moved)}
    first = list(range(order))

    def root(j: int) -> int:
        while first[j] != j:
            j = first[j]
        return j

    def join(j: int, image: NDArray[np.int32]) -> None:
        one, two = sorted((root(j), root(number[image.tobytes()])))
        first[two] = one

    # Generators: each is a symmetry that those before it do not generate.
    reached, generators = {0}, list[int]()
    for j in range(order):
        if j not in reached:
            generators.append(j)
            waiting = list(reached)
            while waiting:
                here = waiting.pop()
                for generator in generators:
                    there = number[moved[generator][moved[here]].tobytes()]
                    if there not in reached:
                        reached.add(there)
                        waiting.append(there)
    for j in range(order):
        powers = [moved[j]]
        while number[powers[-1].tobytes()] != 0:
            powers.append(moved[j][powers[-1]])
        for exponent, power in enumerate(powers, start=1):
            if gcd(exponent, len(powers)) == 1:
                join(j, power)
        for generator in generators:
            back = np.empty_like(moved[generator])
            back[moved[generator]] = np.arange(len(back), dtype=back.dtype)
            join(j, moved[generator][moved[j][back]])
    return [root(j) for j in range(order)]


def _check_widths(job: Job, symmetries: Sequence[CoverSymmetry]) -> None:
    """Raise `MemoryLimitError` if a quotient of a large board is far too wide for the frontier."""
    # The largest quotients first: those by symmetries that are their own inverses.
    for symmetry in sorted(
        symmetries, key=lambda s: int((s.cells[s.cells] != np.arange(len(s.cells))).sum())
    ):
        check_time()
        options = quotient(job.cover, symmetry)
        if not options.area:
            continue
        _, width = _choose_moves(job.cover, options, symmetry.cells)
        # States are sets of covered cells with about as many cells of each color; each takes more
        # than half a byte.
        if comb(width, width // 2) > 2 * job.resources.allowed:
            name = job.problem.board.lattice.names[symmetry.element]
            raise MemoryLimitError(
                f"tilings with a {name} cannot be counted: with joined sides, only the frontier "
                f"method works, but a frontier of {width} cells needs more than the "
                f"{in_units(job.resources.allowed)} allowed"
            )


def _count_fixed(job: Job, name: str, symmetry: CoverSymmetry) -> int:
    """Return the number of tilings that a symmetry fixes."""

    def work() -> int:
        number = fixed_matchings(job.problem, job.cover, symmetry, job.resources)
        return _count_fixed_along(job, name, symmetry) if number is None else number

    return job.resources.step(name, work, hex, lambda done: done.hexadecimal(name))


def _count_fixed_along(job: Job, name: str, symmetry: CoverSymmetry) -> int:
    """Return the number of tilings that a symmetry fixes, by the frontier."""
    options = quotient(job.cover, symmetry)
    if not options.area:
        return 0
    why = (
        f"the memory is needed to count the tilings with a {name}; a search (solve --unique) may "
        "still work"
    )
    moves, _ = _choose_moves(job.cover, options, symmetry.cells)
    profile = BrokenProfile(moves, tuning=job.resources.tuning)
    outcome = count_layers(profile, job.resources, why=why)
    job.resources.stay_within(outcome.states, outcome.nbytes, why)
    return outcome.total


def quotient(cover: Cover, symmetry: CoverSymmetry) -> Options:
    """Return the quotient of a problem by the group that a symmetry generates."""
    cells, placements = symmetry.cells, symmetry.placements
    options = options_of(cover)
    empty = np.flatnonzero(options.label == EMPTY_CELL)
    # Empty cells are options after the placements, and move with their cells.
    images = np.arange(options.size)
    images[: cover.size] = placements
    place = np.full(cover.area, -1, dtype=np.int64)
    place[options.item[options.start[empty]]] = empty
    images[empty] = place[cells[options.item[options.start[empty]]]]
    cell_class, classes = cycles(cells)
    starts, items, kinds, copies, labels = [0], [], [], [], []
    orbits: list[list[int]] = []
    kind_image = np.arange(len(options.least))
    kind_image[options.kind] = options.kind[images]
    # Pieces that a symmetry maps to each other have equally many copies: count one of them.
    lead = [min(_cycle(kind, kind_image)) for kind in range(len(kind_image))]
    seen = np.zeros(options.size, dtype=bool)
    for first in range(options.size):
        if seen[first]:
            continue
        orbit = _cycle(first, images)
        seen[orbit] = True
        covered = np.concatenate(
            [options.item[options.start[j] : options.start[j + 1]] for j in orbit]
        )
        if len(np.unique(covered)) < len(covered):
            continue
        if (
            cover.sums is not None
            and not cover.sums.merged([_select_placements(orbit, cover)])[1][0]
        ):
            continue
        orbits.append(_select_placements(orbit, cover))
        kind = lead[options.kind[first]]
        items.append(np.unique(cell_class[covered]))
        starts.append(starts[-1] + len(items[-1]))
        kinds.append(kind)
        copies.append(sum(int(options.kind[j]) == kind for j in orbit))
        labels.append(first)
    least, most = options.least.copy(), options.most.copy()
    for kind in range(len(least)):
        if lead[kind] != kind:
            least[kind], most[kind] = 0, options.area
    return Options(
        area=classes,
        start=np.array(starts, dtype=np.int64),
        item=np.concatenate(items).astype(np.int64) if items else np.zeros(0, dtype=np.int64),
        kind=np.array(kinds, dtype=np.int64),
        copies=np.array(copies, dtype=np.int64),
        label=np.array(labels, dtype=np.int64),
        least=least,
        most=most,
        sums=None if cover.sums is None else cover.sums.merged(orbits)[0],
    )


def _select_placements(orbit: list[int], cover: Cover) -> list[int]:
    """Return the options of an orbit that are placements, not empty cells."""
    return [option for option in orbit if option < cover.size]


def _cycle(first: int, images: NDArray[np.int64]) -> list[int]:
    """Return the orbit of the first element under a permutation, starting with this element."""
    cycle = [first]
    while (following := int(images[cycle[-1]])) != first:
        cycle.append(following)
    return cycle


def _choose_moves(cover: Cover, options: Options, cells: NDArray[np.int32]) -> tuple[Moves, int]:
    """Return the moves of a quotient in the order with the narrowest frontier, and its width."""
    cycle, classes = cycles(cells)
    along = list(cover.cells.T.astype(np.int64))
    # The distance to the nearer end along each axis, and to the border.
    inward = [
        np.minimum(place, size - 1 - place)
        for place, size in zip(along, cover.number.shape, strict=True)
    ]
    ring = np.min(inward, axis=0)
    ways = [list(axes) for axes in itertools.permutations(along)]
    ways += [
        [ring, *along],
        [-ring, *along],
        [sum(along), *along],
        [-along[0], *along[1:]],
        [*inward, *along],
    ]

    def position(way: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        """Return the position of each class, which is the position of its first cell."""
        place = inverse(np.lexsort([*reversed(along), *reversed(way)]))
        first = np.full(classes, len(cells), dtype=np.int64)
        np.minimum.at(first, cycle, place)
        return inverse(np.argsort(first))

    def load(position: NDArray[np.int64]) -> float:
        span, width = scan_width(options, position)
        return width + 0.5 * (span > 64)

    best = min(map(position, ways), key=load)
    order = narrower_order(options, best)
    best = best if order is None else order
    return compile_moves(options, best), int(scan_width(options, best)[1])
