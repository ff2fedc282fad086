"""Follow a search step by step, for animations and the page.

The steps are those of an engine on one thread, without symmetry breaking and restarts. Placements
that the engine rejects before placing them are not shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from tilewright.errors import EngineError
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY, OUTSIDE, UNCOVERED
from tilewright.model.tiling import Tiling
from tilewright.solving.search.choice import EngineName, check_engine, choose
from tilewright.solving.search.engines.dance.engine import DanceEngine
from tilewright.solving.search.engines.scan import make_scan
from tilewright.solving.search.engines.scan.narrow import ScanRun
from tilewright.solving.search.running.protocol import Engine, Status
from tilewright.system.values.arguments import check_seed

if TYPE_CHECKING:
    from tilewright.system.values.arguments import SeedLike


class SearchTrace:
    """The steps of an engine through its search tree. `EngineError` is raised if the engine is
    unknown or cannot be followed.
    """

    def __init__(self, cover: Cover, engine: EngineName = "auto", seed: int | None = None) -> None:
        check_engine(engine)
        searcher = _make_engine(cover, choose(cover)[0] if engine == "auto" else engine, seed)
        self.engine = searcher.name
        self._run = searcher.start()
        #: The placements on the board, the oldest first.
        self.stack: list[int] = []
        self.found = 0
        self.done = False

    @property
    def nodes(self) -> int:
        """The number of placements tried so far, including those rejected at once."""
        return self._run.nodes

    def step(self) -> Iterator[bool]:
        """Let the engine take one step, and yield at each change of `stack` by one placement: True
        at a tiling, False otherwise.
        """
        for stack, tiling in self._advance():
            same = len(_common_prefix(self.stack, stack))
            while len(self.stack) > same:
                self.stack.pop()
                yield False
            for number in stack[same:]:
                self.stack.append(number)
                yield tiling and len(self.stack) == len(stack)
            if tiling and same == len(stack):
                yield True

    def _advance(self) -> Iterator[tuple[list[int], bool]]:
        """Advance the engine; yield the choices at each node, and whether they are a tiling."""
        run = self._run
        if isinstance(run, ScanRun):
            status, walked = run.walk()
        else:
            status, walked = run.advance(1), []
        tilings = [[number for number in row if number >= 0] for row in run.take().tolist()]
        self.found += len(tilings)
        self.done = status is Status.DONE
        for stack in walked:
            is_tiling = (
                bool(tilings) and len(stack) == len(tilings[0]) and set(stack) == set(tilings[0])
            )
            yield stack, is_tiling
            if is_tiling:
                tilings.pop(0)
        for tiling in tilings:
            # The engine has left the tiling; placements that were there before keep their order.
            prefix = self.stack[: _count_standing(self.stack, tiling)]
            yield prefix + [number for number in tiling if number not in prefix], True
        yield [] if self.done else run.stack().tolist(), False


def _make_engine(cover: Cover, name: str, seed: int | None) -> Engine:
    """Return an engine that can take single steps."""
    if name == "dance":
        return DanceEngine(cover, seed=seed)
    if name != "scan":
        raise EngineError(
            f"the steps of {name} cannot be shown. Supported engines: scan, dance", where="engine"
        )
    return make_scan(cover, seed=seed)


def _common_prefix(one: list[int], other: list[int]) -> list[int]:
    """Return the common prefix of two lists of placements."""
    number = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    return one[: min(len(one), len(other)) if number is None else number]


def _count_standing(stack: list[int], tiling: list[int]) -> int:
    """Return the number of placements at the start of a stack that belong to a tiling."""
    among = set(tiling)
    return next((n for n, number in enumerate(stack) if number not in among), len(stack))


def search_frames(
    problem: Problem,
    *,
    limit: int | None = None,
    last: int | None = None,
    seed: SeedLike = None,
    engine: EngineName = "auto",
) -> Iterator[Tiling]:
    """Yield the board after each step of the search for the first tiling. Every step places or
    removes one tile.

    Parameters
    ----------
    problem : Problem
    limit : int, optional
        Stop after this many steps. By default, continue to the first tiling or to the end of the
        search.
    last : int, optional
        Yield only the last ``last`` boards, after the search has ended.
    seed : int or numpy.random.Generator, optional
        Search the branches in a random order that depends on this seed.
    engine : {"auto", "scan", "dance"}

    Yields
    ------
    Tiling
        The first board is empty unless `last` omits it. Tiles are numbered in the order in which
        they are placed. Uncovered cells have the label -3 (`UNCOVERED`). If a tiling is found, the
        last board is this tiling, and its empty cells have the label -2 (`EMPTY`).

    Raises
    ------
    EngineError
        If the engine is unknown, or its steps cannot be shown.
    """
    problem.refuse_rules("showing the steps of a search")
    cover = compile_cover(problem)
    walk = SearchTrace(cover, engine, check_seed(seed))
    # Only at the end it is known which board is the last.
    stacks: deque[list[int]] = deque([[]], maxlen=last or 2)
    count = 0
    while not walk.done and not walk.found and (limit is None or count < limit):
        for is_tiling in walk.step():
            if walk.stack != stacks[-1]:
                if last is None and len(stacks) == 2:
                    yield _board(cover, stacks[0], UNCOVERED)
                stacks.append(walk.stack.copy())
                count += 1
            if is_tiling or count == limit:
                break
    for stack in list(stacks)[:-1]:
        yield _board(cover, stack, UNCOVERED)
    yield _board(cover, stacks[-1], EMPTY if walk.found else UNCOVERED)


def _board(cover: Cover, chosen: list[int], other: int) -> Tiling:
    """Return the board with these placements, numbered in order. All other cells are `other`."""
    labels = np.where(cover.number >= 0, other, OUTSIDE).astype(np.int32)
    for tile, placement in enumerate(chosen):
        covered = cover.cells[cover.item[cover.start[placement] : cover.start[placement + 1]]]
        labels[tuple(covered.T)] = tile
    board = cover.problem.board
    piece = cover.placement_piece[chosen]
    return Tiling(
        labels, piece, cover.problem.names, board.lattice, board.surface, cover.problem.colors
    )
