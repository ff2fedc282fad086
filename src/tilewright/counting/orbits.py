"""The number of tilings up to the symmetries of the problem, without listing any.

Lemma of Burnside: the number of classes is the mean, over the group, of the number of tilings that an
element leaves as they are. Such a tiling consists of whole orbits of placements whose members do not
overlap, so it is a tiling of the quotient board: its cells are the orbits of cells, its pieces the
orbits of placements. The frontier method counts those like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.counting.checking import LISTED, Lister, recount
from tilewright.counting.engine import Engine
from tilewright.counting.layers import count_frontier
from tilewright.counting.memory import allowed_memory, stay_within
from tilewright.counting.moves import EMPTY_CELL, Moves, Options, compile_moves, options_of, scan_width
from tilewright.counting.occupancy import Occupancy
from tilewright.counting.progress import Report, Reporter
from tilewright.counting.request import check_limits, checked_problem
from tilewright.counting.saving import INTERVAL, Saving
from tilewright.counting.totals import available_threads
from tilewright.cover import Cover
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.symmetry import ELEMENTS, NAMES, apply

__all__ = ["UpToSymmetry", "count_up_to_symmetry", "quotient"]


@dataclass(frozen=True)
class UpToSymmetry:
    """The number of tilings up to symmetry, and what it is the mean of.

    Attributes
    ----------
    value : int
        The number of classes of tilings.
    fixed : dict
        For each symmetry of the problem, by name, how many tilings it leaves as they are; the
        identity's is the number of all tilings.
    checked : str
        How the number was found a second time; empty if it was not.
    """

    value: int
    fixed: dict[str, int]
    checked: str = ""


def count_up_to_symmetry(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_interval: float = INTERVAL,
    check: bool = False,
    lister: Lister | None = None,
) -> UpToSymmetry:
    """Count the tilings up to the symmetries of the problem.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    check : bool
        Find the number a second time: by listing one tiling of each class if there is a `lister` and they are at most a
        million, found within some seconds; else find at least the number of all tilings in another way.
    lister : callable, optional
        What lists tilings for `check`: `tilewright.search.Search`.

    Others as for `count` and `count_details`. A checkpoint keeps the counts that are finished, one for each
    symmetry, and the last layer or row of the one under way.

    Raises
    ------
    MemoryLimitError
        If a quotient board needs more than the limit; enumeration (``solve --unique``) may then do.
    EngineError, ProblemError
        As for `count`.

    Examples
    --------
    >>> count_up_to_symmetry("6x10", "pentominoes").value
    2339
    """
    problem = checked_problem(problem, *pieces)
    check_limits(threads, max_memory)
    reporter = Reporter(progress)
    engine = Engine(
        problem,
        modulus=0,
        threads=available_threads() if threads is None else threads,
        max_memory=max_memory,
        reporter=reporter,
        saving=Saving.of(checkpoint, checkpoint_interval, problem, "up to symmetry"),
    )
    reporter.part = "all tilings"
    whole = engine.run("auto", True, "auto", step=NAMES[0])
    stay_within(whole.states, whole.nbytes, max_memory, f"that is what the scan by {whole.scan} takes")
    fixed = {NAMES[0]: whole.value}
    symmetries = cell_symmetries(engine.cover)
    for number, (element, cells, placements) in enumerate(symmetries[1:], start=2):
        name = NAMES[element]
        reporter.part = f"{name}, {number} of {len(symmetries)}"
        fixed[name] = 0 if whole.value == 0 else _fixed(engine, name, cells, placements)
    value = sum(fixed.values()) // len(fixed)
    if not check:
        return UpToSymmetry(value, fixed)
    again = None if lister is None else recount(problem, value, lister, unique=True)
    if again is None:
        reporter.part = "check"
        checked = engine.check(whole, True).checked
        return UpToSymmetry(value, fixed, f"in part: the number of all tilings {checked}")
    if again != value:
        raise AssertionError(f"two counts up to symmetry disagree: {value} and {again}; please report this")
    return UpToSymmetry(value, fixed, LISTED)


def _fixed(engine: Engine, name: str, cells: NDArray[np.int64], placements: NDArray[np.int64]) -> int:
    """Return how many tilings a symmetry leaves as they are."""
    saving = engine.saving
    if saving is not None and (kept := saving.begin(name)) is not None:
        return int(kept, 16)
    options = quotient(engine.cover, cells, placements)
    number = 0
    if options.area:
        why = f"it is the tilings with a {name} that are many; enumeration (solve --unique) may do instead"
        outcome = count_frontier(
            Occupancy(_best_moves(engine.cover, options, cells)),
            allowed=allowed_memory(engine.max_memory),
            threads=engine.threads,
            reporter=engine.reporter,
            saving=saving,
            why=why,
        )
        stay_within(outcome.states, outcome.nbytes, engine.max_memory, why)
        number = sum(outcome.counts.values())
    if saving is not None:
        saving.finish(hex(number))
    return number


def cell_symmetries(cover: Cover) -> list[tuple[int, NDArray[np.int64], NDArray[np.int64]]]:
    """Return (element, image of each cell, image of each placement) for each symmetry of the problem.

    One for each different permutation of the placements, the identity first.
    """
    rows, columns = (np.flatnonzero((cover.number >= 0).any(axis=axis)) for axis in (1, 0))
    number = cover.number[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    wanted = [row.astype(np.int64) for row in cover.symmetries()]
    found: list[tuple[int, NDArray[np.int64], NDArray[np.int64]]] = []
    for element in ELEMENTS:
        moved = apply(element, number)
        if moved.shape != number.shape or not np.array_equal(moved >= 0, number >= 0):
            continue
        cells = np.empty(cover.area, dtype=np.int64)
        cells[moved[number >= 0]] = number[number >= 0]
        for k, placements in enumerate(wanted):
            if _agree(cover, cells, placements):
                found.append((element, cells, placements))
                del wanted[k]
                break
    return found


def _agree(cover: Cover, cells: NDArray[np.int64], placements: NDArray[np.int64]) -> bool:
    """Whether a map of the cells takes each placement's cells to those of its image."""
    lengths = np.diff(cover.start)
    if not np.array_equal(lengths, lengths[placements]):
        return False
    owner = np.repeat(np.arange(cover.size), lengths)
    image = cells[cover.item]
    image = image[np.lexsort((image, owner))]
    within = np.arange(len(image)) - np.repeat(cover.start[:-1], lengths)
    return np.array_equal(image, cover.item[np.repeat(cover.start[:-1][placements], lengths) + within])


def quotient(cover: Cover, cells: NDArray[np.int64], placements: NDArray[np.int64]) -> Options:
    """Return the quotient of a problem by the group that one of its symmetries generates.

    Parameters
    ----------
    cells, placements : (area,), (p,) int64
        The symmetry, as permutations.
    """
    options = options_of(cover)
    empty = np.flatnonzero(options.label == EMPTY_CELL)
    # Cells that stay empty are options behind the placements, and move as their cells do.
    images = np.arange(options.size)
    images[: cover.size] = placements
    place = np.full(cover.area, -1, dtype=np.int64)
    place[options.item[options.start[empty]]] = empty
    images[empty] = place[cells[options.item[options.start[empty]]]]
    cell_class, classes = _cycles(cells)
    starts, items, kinds, copies, labels = [0], [], [], [], []
    kind_image = {int(a): int(b) for a, b in zip(options.kind, options.kind[images], strict=True)}
    seen = np.zeros(options.size, dtype=bool)
    for first in range(options.size):
        if seen[first]:
            continue
        orbit = [first]
        while (following := int(images[orbit[-1]])) != first:
            orbit.append(following)
        seen[orbit] = True
        covered = np.concatenate([options.item[options.start[j] : options.start[j + 1]] for j in orbit])
        if len(np.unique(covered)) < len(covered):
            continue
        # Pieces that a symmetry takes to each other are used equally often: one of them is counted.
        kind = _least_of_cycle(int(options.kind[first]), kind_image)
        items.append(np.unique(cell_class[covered]))
        starts.append(starts[-1] + len(items[-1]))
        kinds.append(kind)
        copies.append(sum(int(options.kind[j]) == kind for j in orbit))
        labels.append(first)
    least, most = options.least.copy(), options.most.copy()
    for kind in range(len(least)):
        if _least_of_cycle(kind, kind_image) != kind:
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
    )


def _least_of_cycle(kind: int, image: dict[int, int]) -> int:
    cycle = [kind]
    while (following := image.get(cycle[-1], kind)) != kind:
        cycle.append(following)
    return min(cycle)


def _cycles(permutation: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return the cycle of each element, numbered by their least elements, and how many there are."""
    least = np.arange(len(permutation))
    moved = permutation
    while not np.array_equal(moved, np.arange(len(permutation))):
        least = np.minimum(least, moved)
        moved = permutation[moved]
    names, cycle = np.unique(least, return_inverse=True)
    return cycle.astype(np.int64), len(names)


def _best_moves(cover: Cover, options: Options, cells: NDArray[np.int64]) -> Moves:
    """Lay a quotient along the scan with the narrowest frontier."""
    cycle, classes = _cycles(cells)
    row, column = cover.cells[:, 0].astype(np.int64), cover.cells[:, 1].astype(np.int64)
    rows, columns = cover.number.shape
    ring = np.minimum(np.minimum(row, rows - 1 - row), np.minimum(column, columns - 1 - column))
    inward = np.minimum(row, rows - 1 - row), np.minimum(column, columns - 1 - column)
    ways = [
        (row, column),
        (column, row),
        (ring, row),
        (-ring, row),
        (row + column, row),
        (-row, column),
        inward,
    ]
    best: tuple[float, int, NDArray[np.int64]] | None = None
    for number, way in enumerate(ways):
        # A class stands where the first of its cells does.
        order = np.lexsort((column, way[1], way[0]))
        place = np.empty(len(cells), dtype=np.int64)
        place[order] = np.arange(len(cells))
        first = np.full(classes, len(cells), dtype=np.int64)
        np.minimum.at(first, cycle, place)
        position = np.empty(classes, dtype=np.int64)
        position[np.argsort(first)] = np.arange(classes)
        span, load = scan_width(options, position)
        load += 0.5 * (span > 64)
        if best is None or load < best[0]:
            best = (load, number, position)
    assert best is not None
    return compile_moves(options, best[2])
