"""Dance against the general exact cover programs of PyPI, and CP-SAT, on the same problems in the
same run.

    python -m benchmarks dance
    python -m benchmarks.bench_dance pentominoes queens
    python -m benchmarks.bench_dance soma box-2x3x10 box-2x5x6 box-3x4x5 bedlam hexiamonds

Figures are processor time of one process, without imports, compiling and reading the problem: each
has it in the form that it takes, and hands out each solution. A peer that is not installed, or that
cannot say the problem, is left out; one that takes longer than `LONGEST` is stopped, and not before
it took `TIMES` as long as dance.
"""

from __future__ import annotations

import importlib.util
import json
import math
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tilewright.formats.exactcover import ExactCover, as_exact_cover
from tilewright.formats.solvers.knuth import read_xcc, write_xcc
from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.puzzle import find_puzzle
from tilewright.solving.search import ExactSearch, Search, exact_cover

LONGEST = 40
TIMES = 25
RUNS = 5


def hexominoes(rows: int, columns: int, hole: tuple[range, range]) -> Problem:
    """The 35 hexominoes on a rectangle with a rectangular hole, 210 cells."""
    holes = [(row, column) for row in hole[0] for column in hole[1]]
    return Problem(Board.rectangle(rows, columns, holes), "hexominoes")


def ragged(side: int, holes: int, optional: int, copies: int) -> Problem:
    """Copies of the pentominoes on a square with random holes and random cells that may stay
    empty.
    """
    order = np.random.default_rng(1).permutation(side * side)
    cells = np.full(side * side, "#")
    cells[order[:holes]] = "."
    cells[order[holes : holes + optional]] = "?"
    board = Board.from_text("\n".join("".join(row) for row in cells.reshape(side, side)))
    return Problem(board, *(f"pentomino:{letter}={copies}" for letter in "FILNPTUVWXYZ"))


def queens(size: int) -> ExactCover:
    """Queens: rows and columns are primary, diagonals secondary."""
    lines = range(2 * size - 1)
    return ExactCover.build(
        (
            [f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + size - 1}"]
            for r in range(size)
            for c in range(size)
        ),
        [f"r{i}" for i in range(size)] + [f"c{i}" for i in range(size)],
        [f"a{i}" for i in lines] + [f"b{i}" for i in lines],
    )


def langford(size: int) -> ExactCover:
    """Langford's problem: two of each number, as many places apart as it says, and each place
    taken.
    """
    places = range(2 * size)
    return ExactCover.build(
        ([f"{n}", f"s{j}", f"s{j + n + 1}"] for n in range(1, size + 1) for j in places[: -n - 1]),
        [f"{n}" for n in range(1, size + 1)] + [f"s{j}" for j in places],
    )


def sudoku(grid: NDArray[np.integer]) -> ExactCover:
    """A sudoku: digits in cells (9, 9), 0 where there is none."""
    options = [
        [f"p{r}{c}", f"r{r}{d}", f"c{c}{d}", f"b{r // 3 * 3 + c // 3}{d}"]
        for r, c, d in product(range(9), range(9), range(1, 10))
        if grid[r, c] in (0, d)
    ]
    cells = [f"p{r}{c}" for r, c in product(range(9), repeat=2)]
    return ExactCover.build(
        options, cells + [f"{k}{i}{d}" for k in "rcb" for i in range(9) for d in range(1, 10)]
    )


def sudokus(count: int) -> list[ExactCover]:
    """Sudokus without a digit to spare, from a seed: ten are dug out of a full grid, the others are
    images of them.
    """
    rng = np.random.default_rng(1)
    r, c = np.indices((9, 9))
    full = (3 * r + r // 3 + c) % 9 + 1

    def image(grid: NDArray[np.integer]) -> NDArray[np.integer]:
        digits = np.append(0, rng.permutation(9) + 1)
        rows, columns = (
            np.concatenate([3 * band + rng.permutation(3) for band in rng.permutation(3)])
            for _ in range(2)
        )
        found: NDArray[np.integer] = digits[grid][rows][:, columns]
        return found

    dug = []
    for _ in range(10):
        grid = image(full)
        for cell in rng.permutation(81):
            digit, grid.flat[cell] = grid.flat[cell], 0
            if ExactSearch(sudoku(grid), limit=2).count() > 1:
                grid.flat[cell] = digit
        dug.append(grid)
    return [sudoku(image(dug[number % 10])) for number in range(count)]


Asked = Problem | ExactCover | list[ExactCover]

#: Name, what is asked, whether one solution is enough, and how the problem is made.
PROBLEMS: dict[str, tuple[str, bool, Callable[[], Asked]]] = {
    "hexominoes-15": (
        "the 35 hexominoes on the 15x15 without its middle 3x5, one tiling",
        True,
        lambda: hexominoes(15, 15, (range(6, 9), range(5, 10))),
    ),
    "hexominoes-13": (
        "the 35 hexominoes on the 13x17 without its middle 1x11, one tiling",
        True,
        lambda: hexominoes(13, 17, (range(6, 7), range(3, 14))),
    ),
    "ragged": (
        "30x30 with 40 random holes, 20 of 60 random cells empty, 14 copies of each pentomino, "
        "one tiling",
        True,
        lambda: ragged(30, 40, 60, 14),
    ),
    "pentominoes": (
        "the 12 pentominoes on the 6x10, all 9,356, as `tilings` finds them: one of four images",
        False,
        lambda: Problem("6x10", "pentominoes"),
    ),
    "pentominoes-plain": (
        "the same as an exact cover problem, without its symmetry",
        False,
        lambda: as_exact_cover(compile_cover(Problem("6x10", "pentominoes"))),
    ),
    "soma": (
        "the Soma cube, all 11,520, one of 48 images",
        False,
        lambda: find_puzzle("solid:soma").problem(),
    ),
    "box-2x3x10": (
        "the 12 solid pentominoes in 2x3x10, all 96, one of 8 images",
        False,
        lambda: Problem("cube:2x3x10", "pentominoes"),
    ),
    "box-2x5x6": (
        "the same in 2x5x6, all 2,112, one of 8 images",
        False,
        lambda: Problem("cube:2x5x6", "pentominoes"),
    ),
    "box-3x4x5": (
        "the same in 3x4x5, all 31,520, one of 8 images",
        False,
        lambda: Problem("cube:3x4x5", "pentominoes"),
    ),
    "bedlam": (
        "Bedlam's cube, all 460,464, one of 24 images",
        False,
        lambda: find_puzzle("solid:bedlam").problem(),
    ),
    "hexiamonds": (
        "the 12 hexiamonds on 6x6 rhombs, all 624, one of 4 images",
        False,
        lambda: Problem("tri:6x6", "hexiamonds"),
    ),
    "queens": ("12 queens, all 14,200", False, lambda: read_xcc(write_xcc(queens(12)))),
    "langford": ("Langford's problem of 12, all 216,288", False, lambda: langford(12)),
    "sudoku": ("a thousand sudokus, one after the other", False, lambda: sudokus(1000)),
}


def dance(problem: Asked, one: bool) -> int:
    """Solve with this package."""
    if isinstance(problem, list):
        return sum(dance(each, one) for each in problem)
    limit = 1 if one else None
    if isinstance(problem, ExactCover):
        return sum(1 for _ in exact_cover(problem, limit))
    search = Search(compile_cover(problem), limit=limit, engine="dance", threads=1)
    return search.count() if not one else sum(1 for tiling in search if not tiling.faults(problem))


def exact_problems(problem: Asked) -> list[ExactCover]:
    """Problems as items and options."""
    if isinstance(problem, list):
        return problem
    return [problem if isinstance(problem, ExactCover) else as_exact_cover(compile_cover(problem))]


def peer_passagemath(problem: Asked, one: bool) -> Iterator[int]:
    """C++ dancing links; a secondary item is one with an option of its own."""
    from sage.combinat.matrices.dancing_links import dlx_solver

    read = []
    for cover in exact_problems(problem):
        rows = [row.tolist() for row in np.split(cover.item, cover.start[1:-1])]
        read.append(rows + [[item] for item in range(cover.primary, len(cover.items))])
    yield 0
    found = 0
    for rows in read:
        solver = dlx_solver(rows)
        while solver.search() == 1:
            solver.get_solution()
            found += 1
            if one:
                break
    yield found


def peer_xcover(problem: Asked, one: bool) -> Iterator[int]:
    """Numba dancing cells."""
    from xcover import covers

    read = [
        (
            list(cover.options()),
            list(cover.items[: cover.primary]),
            list(cover.items[cover.primary :]),
        )
        for cover in exact_problems(problem)
    ]
    next(covers([["a"]], primary=["a"]))
    next(covers([["a", "b"]], primary=["a"], secondary=["b"]))
    yield 0
    found = 0
    for options, primary, secondary in read:
        for _ in (
            covers(options, primary=primary, secondary=secondary)
            if secondary
            else covers(options, primary=primary)
        ):
            found += 1
            if one:
                break
    yield found


def peer_exact_cover(problem: Asked, one: bool) -> Iterator[int]:
    """Dancing links in C; it finds one solution."""
    import exact_cover as package

    (cover,) = exact_problems(problem)
    matrix = np.zeros((cover.size, len(cover.items)), dtype=bool)
    matrix[np.repeat(np.arange(cover.size), np.diff(cover.start)), cover.item] = True
    yield 0
    yield int(len(package.get_exact_cover(matrix)) > 0)


def peer_ortools(problem: Asked, one: bool) -> Iterator[int]:
    """CP-SAT, with all its workers: a variable for each placement, a constraint for each cell and
    piece.
    """
    from ortools.sat.python import cp_model

    assert isinstance(problem, Problem)
    cover: Cover = compile_cover(problem)
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"{number}") for number in range(cover.size)]
    on_cell: list[list[cp_model.IntVar]] = [[] for _ in range(cover.area)]
    for cell, number in zip(
        cover.item, np.repeat(np.arange(cover.size), np.diff(cover.start)), strict=True
    ):
        on_cell[cell].append(chosen[number])
    for optional, variables in zip(cover.optional, on_cell, strict=True):
        (model.add_at_most_one if optional else model.add_exactly_one)(variables)
    for piece, (least, most) in enumerate(
        zip(cover.least.tolist(), cover.most.tolist(), strict=True)
    ):
        own = [chosen[number] for number in np.flatnonzero(cover.placement_piece == piece)]
        model.add_linear_constraint(sum(own), least, min(most, len(own)))
    yield 0
    yield int(cp_model.CpSolver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE))


def child(peer: str, name: str) -> None:
    """Run one peer on one problem and print seconds and solutions (in a process of its own)."""
    _, one, make = PROBLEMS[name]
    problem, rival = make(), PEERS[peer]
    if not rival.serves(problem, one):
        return
    steps = rival.solve(problem, one)
    next(steps)
    before = time.process_time()
    found = next(steps)
    print(json.dumps({"seconds": time.process_time() - before, "found": found}))


def plain(problem: Asked) -> bool:
    """Whether the problem is exact cover without multiplicities: most peers cannot say more."""
    return isinstance(problem, ExactCover | list) or (
        all((piece.least, piece.most) == (1, 1) for piece in problem.pieces)
        and not problem.optional.any()
    )


@dataclass(frozen=True)
class Peer:
    """Another program.

    Attributes
    ----------
    module : str
        What it is imported as.
    solve : callable
        Takes a problem and whether one solution is enough; yields once when it is ready to begin,
        and then how many it found.
    serves : callable
        Whether it can say the problem, and is able to do that.
    """

    module: str
    solve: Callable[[Asked, bool], Iterator[int]]
    serves: Callable[[Asked, bool], bool]


def _all_primary(problem: Asked) -> bool:
    return all(cover.primary == len(cover.items) for cover in exact_problems(problem))


PEERS = {
    "passagemath": Peer("sage.combinat", peer_passagemath, lambda problem, one: plain(problem)),
    "xcover": Peer("xcover", peer_xcover, lambda problem, one: plain(problem)),
    "exact-cover": Peer(
        "exact_cover",
        peer_exact_cover,
        lambda problem, one: one and plain(problem) and _all_primary(problem),
    ),
    "ortools": Peer(
        "ortools", peer_ortools, lambda problem, one: one and isinstance(problem, Problem)
    ),
}


def measure(peer: str, name: str, longest: int = LONGEST) -> str:
    """Return what a peer does, in words; it has so many seconds of processor time."""
    if importlib.util.find_spec(PEERS[peer].module.partition(".")[0]) is None:
        return "not installed"
    command = [
        sys.executable,
        "-c",
        f"from benchmarks.bench_dance import child; child({peer!r}, {name!r})",
    ]
    folder = Path(__file__).parent.parent
    limits = (longest, longest + 5)
    process = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limits),
    )
    if process.returncode < 0:
        return f"over {longest} s"
    if process.returncode:
        raise RuntimeError(process.stderr)
    return process.stdout.strip() or "not supported"


def report(names: Sequence[str] = tuple(PROBLEMS)) -> str:
    """Return the section of the page of benchmarks."""
    lines = [
        "## Exact cover with dance",
        "",
        "Processor seconds, and how many times as long as dance another program takes. Each was "
        "stopped after "
        f"{LONGEST} seconds, or {TIMES} times the time of dance.",
        "",
        "| problem | dance | " + " | ".join(PEERS) + " |",
        "| --- | ---: |" + " ---: |" * len(PEERS),
    ]
    for name in names:
        title, one, make = PROBLEMS[name]
        problem = make()
        found = dance(problem, one)
        times = []
        for _ in range(RUNS):
            before = time.process_time()
            assert dance(problem, one) == found > 0
            times.append(time.process_time() - before)
        own = statistics.median(times)
        longest = max(LONGEST, math.ceil(TIMES * own))
        cells = [title, f"{own:.3g}"]
        for peer in PEERS:
            said = measure(peer, name, longest)
            if said.startswith("{"):
                answer = json.loads(said)
                assert answer["found"] == found, (peer, name, answer)
                said = f"{answer['seconds']:.3g} ({answer['seconds'] / own:.2g} x)"
            elif said.startswith("over"):
                said += f" (over {longest / own:.2g} x)"
            cells.append(said)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(report(sys.argv[1:] or tuple(PROBLEMS)))
