"""The plane on lattices of one's own: cells of several kinds, neighbors many columns apart."""

from __future__ import annotations

import random

import pytest

import naive_tessellation as naive
import tilewright as tw
from own_lattices import QUARTERS, SHAPES, move_piece, random_lattice, random_piece
from tilewright.model.space.lattice import LATTICES, Turn
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.plane import Plane
from tilewright.shapes.plane.decide import PlaneEffort, decide
from tilewright.shapes.plane.geometry import geometry_of
from tilewright.shapes.plane.tori import Positions, TorusSearch, sublattices

#: Problems of one test; of the suite; and of `make test-all`.
EACH, FEW, MANY = 10, 10, 1200
EFFORT = PlaneEffort(tiles=6, coronas=3, rounds=2, nodes=2_000)


def _shares() -> list[object]:
    return [
        pytest.param(first, marks=[] if first < FEW else [pytest.mark.slow])
        for first in range(0, MANY, EACH)
    ]


def test_a_piece_with_neighbors_many_columns_apart_is_decided() -> None:
    piece = Polyform(((-1, -3), (-1, 0), (-1, 2), (-1, 3), (0, 0), (0, 1), (0, 3)), QUARTERS)
    answer = tw.plane(piece)
    assert (answer.verdict, answer.heesch, answer.heesch_with_holes) == ("does not tile", 0, 0)
    assert not naive.has_rings(piece, 1, 0)


def _turn(rng: random.Random) -> Turn:
    return rng.choice(("free", "free", "one-sided", "fixed"))


@pytest.mark.parametrize("first", _shares())
def test_answers_are_those_of_searches_of_periods_and_of_a_clause_solver(first: int) -> None:
    for number in range(first, first + EACH):
        rng = random.Random(number)
        lattice = random_lattice(rng, rng.choice(sorted(SHAPES)), rng.choice((0, 0, 1)))
        piece, turn = random_piece(rng, lattice, rng.randint(2, 8)), _turn(rng)
        answer = decide(["piece"], [piece], turn, EFFORT)
        said = f"problem {number}: {piece.cells} {turn} on {lattice!r}: {answer}"
        if answer.verdict == "tiles":
            # One class is one that all motions of the tiling lead to each other.
            assert answer.kind != "periodic" or (answer.isohedral_number or 0) > 1, said
        elif answer.verdict == "does not tile":
            assert not _periodic(piece, turn, answer), said
        if turn == "fixed":
            assert bool(answer) == _repeats(piece), said
        impossible = None if answer.coronas is None else answer.coronas.impossible
        # With few steps, it may stay open how many rings there are.
        if turn == "free" and impossible is not None:
            for rings in range(1, min(impossible, 2) + 1):
                assert naive.has_rings(piece, rings, 0) == (rings < impossible), said
                if answer.heesch is not None:
                    assert naive.has_rings(piece, rings, rings) == (rings <= answer.heesch), said
                if answer.heesch_with_holes is not None:
                    fits = rings <= answer.heesch_with_holes
                    assert naive.has_rings(piece, rings, rings - 1) == fits, said


def _repeats(piece: Polyform) -> bool:
    """Whether the translations of some sublattice take the piece over all cells, by trying all of
    this index.
    """
    lattice = piece.lattice
    index, odd = divmod(len(piece), lattice.kinds)
    for a, b, d in sublattices(index) if not odd else ():
        places = set()
        for row, column in piece.cells:
            period, kind = divmod(column, lattice.kinds)
            times, row = divmod(row, a)
            places.add((row, (period - times * b) % d, kind))
        if len(places) == len(piece):
            return True
    return False


def _periodic(piece: Polyform, turn: Turn, answer: Plane) -> bool:
    """Whether a search of all periods of up to four tiles finds a tiling."""
    positions = Positions([piece], turn, answer.geometry)
    for tiles in range(1, 5):
        index, odd = divmod(tiles * len(piece), piece.lattice.kinds)
        for period in sublattices(index) if not odd else ():
            if any(True for _ in TorusSearch(positions, period).run(2_000)):
                return True
    return False


@pytest.mark.parametrize("first", _shares())
def test_answers_do_not_depend_on_how_the_kinds_of_a_lattice_are_listed(first: int) -> None:
    for number in range(first, first + EACH):
        rng = random.Random(f"listed {number}")
        shape, turn = rng.choice(sorted(SHAPES)), _turn(rng)
        lattice = random_lattice(rng, shape, 0)
        piece = random_piece(rng, lattice, rng.randint(2, 7))
        found = set()
        for each in (piece, move_piece(piece, random_lattice(rng, shape, 1))):
            answer = decide(["piece"], [each], turn, EFFORT)
            found.add(
                (
                    answer.verdict,
                    answer.kind,
                    answer.heesch,
                    answer.heesch_with_holes,
                    len(answer.holes),
                )
            )
        assert len(found) == 1, f"problem {number}: {piece.cells} {turn} on {lattice!r}: {found}"


def test_holes_do_not_depend_on_how_the_kinds_of_a_lattice_are_listed() -> None:
    rng = random.Random(5)
    for far in (0, 1, 2):
        kites = random_lattice(rng, "kites", far)
        middle = (3, 3 * kites.kinds)
        near = set(kites.neighbors(middle)) | {middle}
        ring = {(middle[0] + a, middle[1] + b) for a, b in kites.touching[0]}
        beyond = {cell for one in ring for cell in kites.neighbors(one)} - ring - {middle}
        assert near - {middle} <= ring
        answer = tw.plane(Polyform(tuple(sorted(ring)), kites))
        assert (answer.verdict, len(answer.holes)) == ("does not tile", 1)
        assert not set(answer.holes) & beyond


def test_reflections_at_straight_sides_are_not_forgotten() -> None:
    # On the known lattices, half turns replace them; here no half turn is about the middle of some
    # sides.
    assert all(
        geometry_of(lattice).replaces_mirrors
        for lattice in LATTICES.values()
        if lattice.dimension == 2
    )
    lattice = random_lattice(random.Random(268), "twelfths", 0)
    single = Polyform(((0, 0),), lattice)
    answer = tw.plane(single)
    assert (answer.verdict, answer.isohedral_number, answer.isohedral_number_proven) == (
        "tiles",
        1,
        True,
    )
    assert answer.kind == "isohedral"
