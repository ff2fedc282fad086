"""How many tilings by two-cell pieces a symmetry fixes: quotients against the frontier and
listing."""

from __future__ import annotations

import random

import pytest

from tilewright import Board, Problem, count, tilings
from tilewright.counting import count_up_to_symmetry
from tilewright.counting.answers import orbits
from tilewright.counting.answers.plans import Job
from tilewright.counting.resources import Resources
from tilewright.errors import MemoryLimitError
from tilewright.model.cover import CoverSymmetry, compile_cover
from tilewright.solving.matching import quotient

PIECES = {"tri:": "diamond+", "hex:": "dihex+"}
#: Boards whose centers are points, edges, cells of every lattice, and axes through cells and
#: between them.
BOARDS = [
    *("4x4", "6x6", "5x5", "4x6", "5x6", "7x7", "6x8", "3x7", "aztec:3", "7x7-3,3"),
    *("tri:hexagon2", "tri:hexagon1,2,3", "tri:hexagon3", "tri:triangle6", "tri:4x8"),
    *("hex:hexagon3", "hex:hexagon4", "hex:triangle6", "hex:4x6", "hex:5x5"),
]


def by_determinants(job: Job, symmetry: CoverSymmetry) -> int | None:
    """The number of fixed tilings by all ways, which must agree; None if there is no way."""
    found = quotient(job.cover, symmetry.cells, symmetry.placements)
    graphs = None if found is None else found.graphs()
    if graphs is None:
        return None
    total = 0
    for graph in graphs:
        numbers = {way.count().value for way in graph.ways()}
        assert len(numbers) == 1
        total += numbers.pop()
    return total


def random_board(draw: random.Random) -> Problem:
    """A board from which orbits of cells under a symmetry are removed."""
    words = draw.choice(BOARDS)
    piece = PIECES.get(words[:4], "dominoes+")
    problem = Problem(words, piece)
    lattice = problem.board.lattice
    cover = compile_cover(problem)
    symmetry = draw.choice(cover.cell_symmetries())
    mask = problem.board.mask.copy()
    for _ in range(draw.randrange(4)):
        cell = draw.randrange(cover.area)
        for _ in range(12):
            mask[tuple(cover.cells[cell])] = False
            cell = int(symmetry.cells[cell])
    return problem if not mask.any() else Problem(Board(mask, lattice=lattice), piece)


def agree(seed: int, most: int) -> int:
    """Compare with the frontier for every symmetry of random boards; return how many numbers were
    not 0.
    """
    draw = random.Random(seed)
    some = 0
    for _ in range(most):
        problem = random_board(draw)
        job = Job(problem, 0, Resources())
        for symmetry in job.cover.cell_symmetries()[1:] if job.cover.size else ():
            found = by_determinants(job, symmetry)
            assert found == orbits._count_fixed_along(job, "", symmetry), (
                seed,
                problem,
                symmetry.element,
            )
            some += found > 0
    return some


def test_random_symmetric_boards_of_every_lattice():
    assert agree(1, 40) > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 22))
def test_many_random_symmetric_boards(seed):
    assert agree(seed, 50) > 20


@pytest.mark.parametrize(
    "words", ["4x5 dominoes+", "4x4 dominoes+", "tri:hexagon2 diamond+", "hex:hexagon2-1,1 dihex+"]
)
def test_fixed_tilings_are_those_that_listing_finds(words):
    problem = Problem(*words.split())
    cover = compile_cover(problem)
    listed = [
        frozenset(frozenset(map(tuple, cells)) for _, cells in tiling)
        for tiling in tilings(problem)
    ]
    where = [tuple(cell) for cell in cover.cells.tolist()]
    job = Job(problem, 0, Resources())
    for symmetry in cover.cell_symmetries():
        image = {where[i]: where[j] for i, j in enumerate(symmetry.cells.tolist())}
        fixed = sum({frozenset(image[c] for c in tile) for tile in one} == one for one in listed)
        if symmetry.element:
            assert by_determinants(job, symmetry) == fixed


@pytest.mark.parametrize(
    "words", ["18x18 dominoes+", "aztec:10 dominoes+", "tri:hexagon8 diamond+"]
)
def test_large_boards_are_counted_up_to_symmetry_by_matchings(words, monkeypatch):
    problem = Problem(*words.split())
    found = count_up_to_symmetry(problem)
    assert found.method == "matching"
    slow = orbits.fixed_matchings
    monkeypatch.setattr(orbits, "fixed_matchings", lambda *args: None)
    assert count_up_to_symmetry(problem) == found
    monkeypatch.setattr(orbits, "fixed_matchings", slow)
    assert count(problem, unique=True, mod=1000) == found.value % 1000


def test_aztec_diamonds_beyond_the_frontier():
    found = count_up_to_symmetry("aztec:40", "dominoes+")
    assert found.fixed["identity"] == 2**820
    assert found.value * 8 == sum(found.fixed.values())


def test_joined_sides_are_said_to_be_too_much():
    with pytest.raises(MemoryLimitError, match="with joined sides, only the frontier"):
        count_up_to_symmetry("cylinder:60x60-0,0-0,1-59,0-59,1", "dominoes+", max_memory="700M")
