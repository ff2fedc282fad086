"""Dance against the general exact cover programs of PyPI, and CP-SAT, on the same problems in the same run.

    python -m benchmarks dance
    python -m benchmarks.bench_dance pentominoes queens

Figures are processor time of one process, without imports, compiling and reading the problem. A peer that is
not installed, or that cannot say the problem, is left out; one that takes longer than `LONGEST` is stopped.
"""

from __future__ import annotations

import importlib.util
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tilewright.board import Board
from tilewright.cover import Cover
from tilewright.exchange.exactcover import ExactCover, as_exact_cover
from tilewright.exchange.solvers.knuth import read_xcc, write_xcc
from tilewright.problem import Problem
from tilewright.search import Search, exact_cover

LONGEST = 40
RUNS = 5


def hexominoes(rows: int, columns: int, hole: tuple[range, range]) -> Problem:
    """The 35 hexominoes on a rectangle with a rectangular hole, 210 cells."""
    holes = [(row, column) for row in hole[0] for column in hole[1]]
    return Problem(Board.rectangle(rows, columns, holes), "hexominoes")


def ragged(side: int, holes: int, optional: int, copies: int) -> Problem:
    """Copies of the pentominoes on a square with random holes and random cells that may stay empty."""
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
        ([f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + size - 1}"] for r in range(size) for c in range(size)),
        [f"r{i}" for i in range(size)] + [f"c{i}" for i in range(size)],
        [f"a{i}" for i in lines] + [f"b{i}" for i in lines],
    )


#: Name, what is asked, whether one solution is enough, and how the problem is made.
PROBLEMS: dict[str, tuple[str, bool, Callable[[], Problem | ExactCover]]] = {
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
        "30x30 with 40 random holes, 20 of 60 random cells empty, 14 copies of each pentomino, one tiling",
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
        lambda: as_exact_cover(Problem("6x10", "pentominoes").cover()),
    ),
    "queens": ("12 queens, all 14,200", False, lambda: read_xcc(write_xcc(queens(12)))),
}


def dance(problem: Problem | ExactCover, one: bool) -> int:
    """Solve with this package."""
    limit = 1 if one else None
    if isinstance(problem, ExactCover):
        return sum(1 for _ in exact_cover(problem, limit))
    search = Search(problem.cover(), limit=limit, engine="dance", threads=1)
    return search.count() if not one else sum(1 for tiling in search if not tiling.faults(problem))


def exact_problem(problem: Problem | ExactCover) -> ExactCover:
    """The problem as items and options."""
    return problem if isinstance(problem, ExactCover) else as_exact_cover(problem.cover())


def peer_passagemath(problem: Problem | ExactCover, one: bool) -> Iterator[int]:
    """C++ dancing links; a secondary item is one with an option of its own."""
    from sage.combinat.matrices.dancing_links import dlx_solver

    cover = exact_problem(problem)
    rows = [row.tolist() for row in np.split(cover.item, cover.start[1:-1])]
    rows += [[item] for item in range(cover.primary, len(cover.items))]
    solver = dlx_solver(rows)
    yield 0
    found = 0
    while solver.search() == 1:
        found += 1
        if one:
            break
    yield found


def peer_xcover(problem: Problem | ExactCover, one: bool) -> Iterator[int]:
    """Numba dancing cells."""
    from xcover import covers

    cover = exact_problem(problem)
    primary, secondary = list(cover.items[: cover.primary]), list(cover.items[cover.primary :])
    next(covers([["a"]], primary=["a"]))
    next(covers([["a", "b"]], primary=["a"], secondary=["b"]))
    options = list(cover.options())
    yield 0
    found = 0
    for _ in (
        covers(options, primary=primary, secondary=secondary)
        if secondary
        else covers(options, primary=primary)
    ):
        found += 1
        if one:
            break
    yield found


def peer_exact_cover(problem: Problem | ExactCover, one: bool) -> Iterator[int]:
    """Dancing links in C; it finds one solution."""
    import exact_cover as package

    cover = exact_problem(problem)
    matrix = np.zeros((cover.size, len(cover.items)), dtype=bool)
    matrix[np.repeat(np.arange(cover.size), np.diff(cover.start)), cover.item] = True
    yield 0
    yield int(len(package.get_exact_cover(matrix)) > 0)


def peer_ortools(problem: Problem | ExactCover, one: bool) -> Iterator[int]:
    """CP-SAT, with all its workers."""
    from tilewright.search.engines.protocol import Status
    from tilewright.search.engines.sat import SatEngine

    assert isinstance(problem, Problem)
    cover: Cover = problem.cover()
    yield 0
    run = SatEngine(cover, one=True).start()
    while run.advance(1) is not Status.DONE:
        pass
    yield run.found


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


def plain(problem: Problem | ExactCover) -> bool:
    """Whether the problem is exact cover without multiplicities: most peers cannot say more."""
    return isinstance(problem, ExactCover) or (
        all((piece.least, piece.most) == (1, 1) for piece in problem.pieces) and not problem.optional.any()
    )


@dataclass(frozen=True)
class Peer:
    """Another program.

    Attributes
    ----------
    module : str
        What it is imported as.
    solve : callable
        Takes a problem and whether one solution is enough; yields once when it is ready to begin, and then how many it found.
    serves : callable
        Whether it can say the problem, and is able to do that.
    """

    module: str
    solve: Callable[[Problem | ExactCover, bool], Iterator[int]]
    serves: Callable[[Problem | ExactCover, bool], bool]


def _all_primary(problem: Problem | ExactCover) -> bool:
    cover = exact_problem(problem)
    return cover.primary == len(cover.items)


PEERS = {
    "passagemath": Peer("sage.combinat", peer_passagemath, lambda problem, one: plain(problem)),
    "xcover": Peer("xcover", peer_xcover, lambda problem, one: plain(problem)),
    "exact-cover": Peer(
        "exact_cover", peer_exact_cover, lambda problem, one: one and plain(problem) and _all_primary(problem)
    ),
    "ortools": Peer("ortools", peer_ortools, lambda problem, one: one and isinstance(problem, Problem)),
}


def measure(peer: str, name: str) -> str:
    """Return what a peer does, in words."""
    if importlib.util.find_spec(PEERS[peer].module.partition(".")[0]) is None:
        return "not installed"
    command = [sys.executable, "-c", f"from benchmarks.bench_dance import child; child({peer!r}, {name!r})"]
    folder = Path(__file__).parent.parent
    limits = (LONGEST, LONGEST + 5)
    process = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limits),
    )
    if process.returncode < 0:
        return f"over {LONGEST} s"
    if process.returncode:
        raise RuntimeError(process.stderr)
    return process.stdout.strip() or "cannot say it"


def report(names: Sequence[str] = tuple(PROBLEMS)) -> str:
    """Return the section of the page of benchmarks."""
    lines = [
        "## Dance: hard single tilings, and exact cover in general",
        "",
        "Processor seconds, and how many times as long as dance a peer takes. Peers: "
        + ", ".join(PEERS)
        + f"; each is stopped after {LONGEST} seconds of processor time.",
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
        cells = [title, f"{own:.3g}"]
        for peer in PEERS:
            said = measure(peer, name)
            if said.startswith("{"):
                answer = json.loads(said)
                assert answer["found"] == found, (peer, name, answer)
                said = f"{answer['seconds']:.3g} ({answer['seconds'] / own:.2g} x)"
            elif said.startswith("over"):
                said += f" (over {LONGEST / own:.2g} x)"
            cells.append(said)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(report(sys.argv[1:] or tuple(PROBLEMS)))
