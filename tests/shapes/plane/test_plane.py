"""The plane: verdicts and certificates, against published numbers, reference implementations and an
independent checker.
"""

from __future__ import annotations

import io
import itertools
import json
import math
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_tessellation as naive
import tilewright as tw
from tilewright.apps.command import run
from tilewright.apps.command.ask import TimeUp
from tilewright.errors import NoTilingError, PieceError, TimeLimitError, UndecidedError
from tilewright.kernels.plane import plan
from tilewright.kernels.plane.plan import NO_HOLES
from tilewright.kernels.plane.surround import FOUND
from tilewright.model.space.catalog import polyforms
from tilewright.model.space.lattice import HEXAGONS, LATTICES, SQUARES, TRIANGLES, Lattice, Turn
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.cells import holes_of
from tilewright.shapes.plane import (
    ClaimError,
    Plane,
    Unchecked,
    check,
    fewest_colors,
    pdf,
    plane,
    svg,
    table,
    table_text,
)
from tilewright.shapes.plane import decide as decision
from tilewright.shapes.plane.answer import from_json
from tilewright.shapes.plane.decide import (
    Decision,
    PlaneEffort,
    Surrounding,
    decide,
)
from tilewright.shapes.plane.geometry import Sublattice, boundary, geometry_of, hermite
from tilewright.shapes.plane.isohedral import KINDS, isohedral
from tilewright.shapes.plane.picture import _shortest_vectors
from tilewright.shapes.plane.tori import Positions, TorusSearch, sublattices
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.progress import Progress

PLANAR = (SQUARES, TRIANGLES, HEXAGONS)
NAMES = {"polyomino": SQUARES, "polyiamond": TRIANGLES, "polyhex": HEXAGONS}
#: Tables up to this many cells take about a second.
QUICK = {SQUARES: 7, TRIANGLES: 8, HEXAGONS: 5}


def known() -> dict[tuple[Lattice, int], dict[str, int]]:
    """The published numbers: for a lattice and a number of cells, each property and how many free
    pieces have it.
    """
    found: dict[tuple[Lattice, int], dict[str, int]] = {}
    for line in (Path(__file__).parents[2] / "known" / "plane.tsv").read_text().splitlines()[1:]:
        form, size, what, count, _ = line.split("\t")
        found.setdefault((NAMES[form], int(size)), {})[what] = int(count)
    return found


KNOWN = known()
TABLES = [
    pytest.param(
        lattice,
        size,
        id=f"{lattice}-{size}",
        marks=pytest.mark.slow if size > QUICK[lattice] else (),
    )
    for lattice, size in sorted(KNOWN)
]


def ways(polyform: Polyform) -> set[str]:
    """The kinds of all isohedral tilings by a piece."""
    geometry = geometry_of(polyform.lattice)
    way = boundary(polyform.cells, geometry)
    if way is None:
        return {"hole"}
    found = isohedral(way, np.array(polyform.cells), geometry)
    return {factorization.kind.word for factorization, _ in found} or {"none"}


@pytest.mark.parametrize(("lattice", "size"), TABLES)
def test_as_many_pieces_tile_isohedrally_as_is_published(lattice: Lattice, size: int) -> None:
    each = [ways(polyform) for polyform in polyforms(size, "free", lattice)]
    count = Counter(way for found in each for way in found)
    both = sum({"translation", "half turn"} <= found for found in each)
    tile = sum(not found & {"none", "hole"} for found in each)
    computed = {
        "free, tile the plane by translation": count["translation"],
        "tile the plane by translation": count["translation"],
        "translation but not 180deg (Conway)": count["translation"] - both,
        "both translation and 180deg": both,
        "180deg (Conway) but not translation": count["half turn"] - both,
        "180deg (Conway criterion)": count["half turn"],
        "translation or 180deg": count["translation"] + count["half turn"] - both,
        "isohedral only beyond translation/180deg": tile
        - count["translation"]
        - count["half turn"]
        + both,
        "tile isohedrally": tile,
        "free, without holes": len(each) - count["hole"],
    }
    expected = KNOWN[lattice, size]
    shared = computed.keys() & expected.keys()
    assert shared
    assert {what: computed[what] for what in shared} == {what: expected[what] for what in shared}


def checked(answer: Plane) -> str:
    return check(json.loads(json.dumps(answer.to_json())))


@pytest.mark.parametrize(("lattice", "size"), TABLES)
def test_as_many_pieces_tile_as_is_published_and_every_certificate_is_verified(
    lattice: Lattice, size: int
) -> None:
    answers = [plane(polyform) for polyform in polyforms(size, "free", lattice)]
    counts = table(answers)
    computed = {
        "tile the plane": counts["tile"],
        "tile isohedrally": counts["isohedral"],
        "anisohedral": counts["anisohedral"],
        "hole-free non-tilers": counts["do_not"],
        "do not tile the plane (holes included)": str(int(counts["do_not"]) + int(counts["holes"])),
    }
    computed |= {
        f"Heesch number Hc = {number}": counts["heesch"].get(str(number), "0")
        for number in range(5)
    }
    expected = {what: str(count) for what, count in KNOWN[lattice, size].items()}
    shared = computed.keys() & expected.keys()
    assert {what: computed[what] for what in shared} == {what: expected[what] for what in shared}
    assert counts["not_known"] == "0"
    for answer in answers:
        what = checked(answer)
        assert what != "nothing is said"
        assert "not checked" not in what


def test_the_smallest_piece_that_tiles_but_not_isohedrally() -> None:
    answer = plane("##/.##/..#/..##/..#")
    assert (answer.verdict, answer.kind, answer.isohedral_number) == ("tiles", "periodic", 2)
    assert checked(answer) == "there is a tiling of the plane with 4 tiles per period in 2 classes"
    # Two classes are the fewest, as one is impossible.
    with pytest.raises(ClaimError, match="into 2 classes, not 1"):
        check({**answer.to_json(), "isohedral_number": 1})


@pytest.mark.parametrize(
    ("word", "rounds", "number", "proven"),
    [
        ("F5", 4, 1, True),
        ("##/.##/..#/..##/..#", 4, 2, True),
        pytest.param("##/.#.####/.###", 4, 3, True, marks=pytest.mark.slow),
        # The first tiling found has four classes, and periods this small have none with two.
        ("###/.####/.###/.#", 4, 2, True),
        # The search was not exhaustive.
        pytest.param("##/.#.###/.###", 2, 4, False, marks=pytest.mark.slow),
    ],
)
def test_the_isohedral_number_is_as_small_as_can_be(
    word: str, rounds: int, number: int, proven: bool
) -> None:
    answer = decide([word], [tw.Piece.parse(word).polyomino], effort=PlaneEffort(rounds=rounds))
    assert (answer.isohedral_number, answer.isohedral_number_proven) == (number, proven)
    assert f"in {number} class" in checked(answer)
    record = answer.to_json()
    assert record["isohedral_number_proven"] is proven
    if number > 2:
        assert ("fewer are impossible" in answer.why) == proven
        assert (
            proven or "fewer may be possible, but not with periods of up to 8 tiles" in answer.why
        )


def test_a_motion_that_mixes_tiles_of_several_periods_is_no_symmetry() -> None:
    # The image of a tile covers the same cells modulo the period as another tile.
    answer = plane("tri:####.##/..####")
    assert answer.tiling is not None
    assert naive.count_classes(answer.tiling, answer.pieces) == answer.isohedral_number == 3
    assert check(answer.to_json()).endswith("in 3 classes")


def test_a_search_of_periods_that_was_cut_short_excludes_none() -> None:
    word = "##/.##/..#/..##/..#"
    effort = PlaneEffort(tiles=3, rounds=1, nodes=1)
    cut = Decision([word], [tw.Piece.parse(word).polyomino], effort=effort)
    cut.run()
    assert (cut.periods, cut.best, cut.fewest) == (2, None, False)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("word", ["L3", "##/.##/..#/..##/..#", "tri:#####", "hex:###/..#/.#", "L4"])
def test_a_period_has_no_more_tiles_than_its_symmetries_allow(word: str) -> None:
    (polyform,) = plane(word).pieces
    geometry = geometry_of(polyform.lattice)
    positions = Positions([polyform], "free", geometry)
    seen = set()
    for count in range(1, 7):
        index, odd = divmod(count * len(polyform), geometry.kinds)
        for period in () if odd else sublattices(index):
            for found in itertools.islice(TorusSearch(positions, period).run(2000), 40):
                tiling, classes = positions.classify(found)
                seen.add((len(tiling.tiles), classes))
                most = classes * naive.count_keeping(polyform.lattice, tiling.period)
                assert len(tiling.tiles) <= most
    assert seen


@pytest.mark.parametrize("lattice", PLANAR, ids=str)
def test_searches_are_chosen_like_by_the_reference(lattice: Lattice) -> None:
    ends = Counter[str]()
    for seed in range(200):
        rng = random.Random(f"{lattice} {seed}")
        effort = rng.randint(1, 12), rng.randint(1, 7), rng.randint(1, 4), rng.randint(1, 100)
        size, least, shown = rng.randint(1, 6), rng.randint(1, 2), rng.randint(0, 3)
        state = np.zeros(plan.COLUMNS, dtype=np.int64)
        state[: plan.GIVEN] = *effort, size, least, shown
        reference = naive.plan(effort, size, least, shown, lattice)
        likely, outcome, classes = rng.choice((0.05, 0.5, 0.95)), 1, 0
        answer: tuple[int, int] | None = None
        while True:
            what = plan.advance(state, geometry_of(lattice).tables, outcome, classes)
            try:
                chosen = reference.send(answer)  # type: ignore[arg-type]
            except StopIteration as end:
                found = end.value
                break
            nodes = state[plan.BUDGET]
            if what == plan.PERIOD:
                period = tuple(state[plan.PERIOD_AT : plan.COUNT].tolist())
                assert chosen == (period, nodes)
                outcome = int(rng.random() < 0.9)
                if rng.random() < 0.05:
                    classes = min(classes or 9, rng.randint(least, 5))
            else:
                assert what == plan.RINGS
                assert chosen == (state[plan.LEVELS], state[plan.HOLES], nodes)
                outcome = 1 if rng.random() < likely else rng.choice((0, 2))
            answer = outcome, classes
        assert what == plan.DONE
        numbers = state[plan.PERIODS : plan.WITH_HOLES + 1].tolist()
        assert found == tuple(None if number < 0 else number for number in numbers)
        ends[f"{found[2]} {found[3] == found[4]} {classes > 0}"] += 1
    assert len(ends) >= 4


def periods_of(cells: int, lattice: Lattice) -> list[Sublattice]:
    """The periods with so many cells."""
    index, odd = divmod(cells, lattice.kinds)
    return [] if odd else list(sublattices(index))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lattice", PLANAR, ids=str)
@pytest.mark.parametrize("turn", ["free", "one-sided", "fixed"])
def test_tiles_of_a_torus_and_classes_of_a_tiling(lattice: Lattice, turn: Turn) -> None:
    geometry, tilings = geometry_of(lattice), 0
    for size in (2, 3, 4):
        for polyform in polyforms(size, "free", lattice):
            positions = Positions([polyform], turn, geometry)
            for period in periods_of(4 * size, lattice)[::3]:
                search = TorusSearch(positions, period)
                if search.complete:
                    assert len(naive.on_torus(polyform.cells, lattice.kinds, period)) < size
                    continue
                images = [
                    motion.image(lattice, np.array(polyform.cells)) for _, motion in search.tiles
                ]
                tiles = [naive.on_torus(own.tolist(), lattice.kinds, period) for own in images]
                assert len(set(tiles)) == len(tiles)
                assert set(tiles) == naive.torus_tiles(polyform, turn, period)
                for found in itertools.islice(search.run(2000), 3):
                    tilings += 1
                    shortest, classes = positions.classify(found)
                    kept = naive.count_translations(found, [polyform])
                    assert len(found.tiles) == kept * len(shortest.tiles)
                    assert naive.count_translations(shortest, [polyform]) == 1
                    assert classes == naive.count_classes(shortest, [polyform])
    assert tilings > 10


def test_rings_of_a_piece_that_does_not_tile() -> None:
    # One of the three heptominoes that do not tile, the one whose ring has a hole.
    answer = plane(".#../####/.#../.#..")
    assert (answer.verdict, answer.heesch, answer.heesch_with_holes) == ("does not tile", 0, 1)
    assert answer.coronas is not None
    labels, level = answer.rings()
    assert Counter(level.tolist()) == {0: 1, 1: len(answer.coronas.rings[0])}
    assert (np.bincount(labels[labels >= 0]) == 7).all()
    assert checked(answer).startswith("1 rings fit around the piece, but not 2")
    with pytest.raises(ClaimError, match="a ring has a hole"):
        check({**answer.to_json(), "heesch": 1})
    # A missing part of the proof is reported, but is not an error.
    record = answer.to_json()
    record["certificate"]["proof_without_holes"] = None
    with pytest.raises(Unchecked, match="1 rings without holes"):
        check(record)
    del record["certificate"]["proof_without_holes"]
    with pytest.raises(Unchecked, match="1 rings without holes"):
        check(record)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("word", "rings", "with_holes"),
    [
        # The two decominoes that take longest if the innermost ring is always closed first.
        ("#######/#.#..#", 1, 2),
        ("######/##...##", 1, 2),
        # Eleven cells; every ring of the first one has a hole.
        ("########/#..#..#", 0, 1),
        ("####/#..###/...###", 2, 2),
    ],
)
def test_rings_that_are_hard_to_rule_out(word: str, rings: int, with_holes: int) -> None:
    answer = plane(word)
    assert (answer.heesch, answer.heesch_with_holes) == (rings, with_holes)
    assert "not verified" not in checked(answer)


def test_a_hole_in_closed_rings_ends_a_branch_of_a_proof() -> None:
    answer = plane("#####/.#/.#/.###")
    assert (answer.heesch, answer.heesch_with_holes) == (0, 1)
    record = json.loads(json.dumps(answer.to_json()))
    assert "was not checked" not in check(record)
    proof = record["certificate"]["proof_without_holes"]
    place = proof.index(None)
    for other in (proof[:place], [*proof[:place], proof[0], *proof[place + 1 :]]):
        record["certificate"]["proof_without_holes"] = other
        with pytest.raises(ClaimError):
            check(record)


@pytest.mark.parametrize(
    ("lattice", "size"),
    [
        (SQUARES, 7),
        (TRIANGLES, 7),
        pytest.param(TRIANGLES, 9, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_rings_are_those_that_a_clause_solver_finds(lattice: Lattice, size: int) -> None:
    pytest.importorskip("pysat.solvers")
    asked = 0
    for polyform in polyforms(size, "free", lattice):
        if asked == 8:
            break
        answer = plane(polyform)
        if answer.coronas is not None:
            asked += 1
            rings, with_holes = answer.heesch, answer.heesch_with_holes
            assert rings is not None
            assert with_holes is not None
            assert not naive.has_rings(polyform, answer.coronas.impossible, 0)
            assert naive.has_rings(polyform, answer.coronas.impossible - 1, 0)
            assert naive.has_rings(polyform, rings, rings)
            assert not naive.has_rings(polyform, rings + 1, rings + 1)
            assert naive.has_rings(polyform, with_holes, max(with_holes - 1, 0))
            assert not naive.has_rings(polyform, with_holes + 1, with_holes)
    assert asked


def test_there_is_room_for_as_many_rings_as_one_likes() -> None:
    cross = tw.Piece.parse("X5").polyomino
    cells = cross.cells
    search = Surrounding(cross, "free", 5, NO_HOLES)
    assert search.run(10_000) == FOUND
    rings = [tile for ring in search.rings() for tile in ring]
    assert len(rings) > 64
    covered = [cell for tile in rings for cell in tile] + list(cells)
    assert len(covered) == len(set(covered)) == 5 * (len(rings) + 1)
    # Everything around a piece with four rings is covered.
    inside = {cell for ring in search.rings()[:-1] for tile in ring for cell in tile} | set(cells)
    assert {(r + a, c + b) for r, c in inside for a in (-1, 0, 1) for b in (-1, 0, 1)} <= set(
        covered
    )


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("coronas", lambda rings: [rings[0][:-1]]),
        ("coronas", lambda rings: [[*rings[0], rings[0][0]]]),
        ("proof", lambda proof: [*proof, proof[0]]),
        ("proof", lambda proof: proof[:-1]),
        ("heesch", lambda _: 2),
        ("impossible", lambda _: 1),
        # A ring with a hole was not ruled out.
        ("heesch_with_holes", lambda _: 0),
        ("proof_without_holes", lambda proof: [None, *proof[1:]]),
        ("proof_without_holes", lambda proof: [[40, 40], *proof[1:]]),
    ],
)
def test_rings_and_proofs_that_were_tampered_with_are_found(
    where: str, change: Callable[[Any], Any]
) -> None:
    record = plane(".#../####/.#../.#..").to_json()
    part = record["certificate"] if where in record["certificate"] else record
    part[where] = change(part[where])
    with pytest.raises(ClaimError):
        check(record)


def test_the_heesch_number_that_is_not_known_has_a_lower_bound() -> None:
    # The rings fit, but whether more do, or whether the piece tiles, is not searched.
    answer = decide(
        ["piece"],
        [Polyform.from_text("#####/#...##")],
        "free",
        PlaneEffort(tiles=1, coronas=1, rounds=1),
    )
    assert (answer.verdict, answer.heesch, answer.heesch_at_least) == ("not known", None, 1)
    record = answer.to_json()
    assert (record["heesch"], record["heesch_at_least"]) == (None, 1)
    assert check(record) == "1 ring without holes fits around the piece"
    again = from_json(record)
    assert (again.heesch_at_least, again.to_json()) == (1, record)
    with pytest.raises(ClaimError, match="the record claims 2 rings, but the certificate has 1"):
        check({**record, "heesch_at_least": 2})
    (first, *rest), *_ = record["certificate"]["coronas"]
    with pytest.raises(ClaimError, match="a ring is not closed"):
        check({**record, "certificate": {"coronas": [rest]}})
    assert first
    with pytest.raises(ClaimError, match="does not prove that the piece does not tile"):
        check({**record, "verdict": "does not tile", "shown": None})
    # It is known that the piece does not tile, not yet how many rings fit without holes.
    known = decide(["piece"], [Polyform.from_text("#####/#..#/#")])
    assert (known.heesch, known.heesch_at_least, "heesch_at_least" in known.to_json()) == (
        1,
        1,
        False,
    )
    assert tw.plane("I3").heesch_at_least is None


def test_what_is_not_known_says_what_was_shown(capsys: pytest.CaptureFixture[str]) -> None:
    answer = plane("##/.##/..#/..##/..#", max_tiles=3)
    assert answer.verdict == "not known"
    assert answer.shown["tiles"] == 3
    assert answer.shown["coronas"] >= 2
    assert "no tiling has a period of up to 3 tiles" in answer.why
    # It has no truth value.
    with pytest.raises(UndecidedError, match=r"it is not known whether .* tiles the plane: "):
        bool(answer)
    assert (
        check(answer.to_json())
        == f"{answer.heesch_at_least} rings without holes fit around the piece"
    )
    assert run(["plane", "##/.##/..#/..##/..#", "--max-tiles", "3", "-q"]) == 3
    assert "not known" in capsys.readouterr().out


def test_several_pieces_are_all_used() -> None:
    # Each piece has a class of its own.
    mixed = plane("tri:##", "tri:###")
    assert (mixed.isohedral_number, mixed.isohedral_number_proven) == (3, False)
    assert "fewer may be possible" in mixed.why
    both = plane("I3", "L3")
    assert (both.verdict, both.kind) == ("tiles", "periodic")
    assert (both.isohedral_number, both.isohedral_number_proven) == (2, True)
    assert both.tiling is not None
    assert {number for number, _ in both.tiling.tiles} == {0, 1}
    checked(both)
    record = both.to_json()
    record["cells"] = ["###", "##/##"]
    with pytest.raises(ClaimError, match="L3 is the name of a different piece"):
        check(record)
    record["piece"] = ["one", "other"]
    with pytest.raises(ClaimError, match="not a copy"):
        check(record)


@pytest.mark.parametrize(
    ("lattice", "size"),
    [(SQUARES, 4), (SQUARES, 5), (TRIANGLES, 5), (TRIANGLES, 7), (HEXAGONS, 3)],
    ids=str,
)
def test_kinds_are_those_that_trying_all_cuts_finds(lattice: Lattice, size: int) -> None:
    geometry = geometry_of(lattice)
    for polyform in polyforms(size, "free", lattice)[:12]:
        way = boundary(polyform.cells, geometry)
        assert way is not None
        found = {each.kind for each, _ in isohedral(way, np.array(polyform.cells), geometry)}
        # Tilings are verified cell by cell; the reference shows that none is missed.
        assert {kind for kind in KINDS if naive.fits(kind, way, geometry)} == found, polyform.text()


@st.composite
def domains(draw: st.DrawFn) -> Polyform | None:
    """A random fundamental domain of two independent translations, grown from cell to neighbor.

    If it is a disk, its boundary is a deformed parallelogram or hexagon. None if the growth got
    stuck.
    """
    lattice = draw(st.sampled_from(PLANAR))
    rows, columns, shift = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(0, 3))
    high, wide = lattice.periods

    def residue(cell: tuple[int, ...]) -> tuple[int, ...]:
        turns, row = divmod(cell[0] // high, rows)
        return row, (cell[1] // wide - turns * shift) % columns, cell[1] % wide

    cells = {residue((0, 0)): (0, 0)}
    for _ in range(rows * columns * wide - 1):
        beside = {
            near
            for cell in cells.values()
            for near in lattice.neighbors(cell)
            if residue(near) not in cells
        }
        if not beside:
            return None
        cell = draw(st.sampled_from(sorted(beside)))
        cells[residue(cell)] = cell
    return Polyform(list(cells.values()), lattice)


@given(domains())
def test_what_two_translations_repeat_tiles_by_translations(polyform: Polyform | None) -> None:
    if polyform is not None and not holes_of(polyform.lattice, polyform.cells):
        answer = plane(polyform, turn="fixed")
        assert (answer.verdict, answer.kind) == ("tiles", "translation")
        check(answer.to_json())


@given(st.sampled_from(PLANAR), st.data())
def test_a_piece_that_a_hole_is_cut_into_never_tiles(lattice: Lattice, data: st.DataObject) -> None:
    hole = (3, 3)
    cells = {cell for near in lattice.neighbors(hole) for cell in lattice.neighbors(near)}
    cells |= {
        (hole[0] + step[0], hole[1] + step[1])
        for step in lattice.touching[lattice.kind(np.array(hole))]
    }
    cells |= set(lattice.neighbors(hole))
    for _ in range(data.draw(st.integers(0, 4))):
        beside = {near for cell in cells for near in lattice.neighbors(cell)} - cells
        cells.add(data.draw(st.sampled_from(sorted(beside))))
    polyform = Polyform(sorted(cells - {hole}), lattice)
    answer = plane(polyform)
    assert answer.verdict == "does not tile"
    assert set(answer.certificate) == {"hole"}
    check(answer.to_json())


@given(st.sampled_from(PLANAR), st.data())
def test_a_mirror_image_has_the_same_verdict(lattice: Lattice, data: st.DataObject) -> None:
    polyform = data.draw(
        st.sampled_from(polyforms(6 if lattice is not HEXAGONS else 5, "free", lattice))
    )
    element = data.draw(st.sampled_from(lattice.elements))
    assert ways(polyform.transform(element)) == ways(polyform)


def test_a_piece_with_a_hole_does_not_tile() -> None:
    answer = plane("###/#.#/##")
    assert (answer.verdict, answer.kind, answer.certificate) == (
        "does not tile",
        None,
        {"hole": [[1, 1]]},
    )
    assert not answer
    assert check(answer.to_json()) == "the piece has a hole that no copy can fill"
    with pytest.raises(NoTilingError, match="no tiling of the plane"):
        answer.patch(4, 4)


def test_turning_is_a_question_of_its_own() -> None:
    # The F-pentomino needs half turns; alone it does not tile by translations.
    assert plane("F5").kind == "half turn"
    fixed = plane("F5", turn="fixed")
    assert (fixed.verdict, fixed.kind) == ("does not tile", None)
    assert checked(fixed) == "the piece does not tile the plane by translations alone"
    with pytest.raises(ClaimError, match="tiles the plane by translations alone"):
        check({**fixed.to_json(), "cells": "#####", "piece": "piece"})
    shown = {word: plane(word, turn="one-sided").kind for word in ("X5", "hexomino:12", "tri:####")}
    assert shown["X5"] == "translation"
    # A symmetric piece need not be flipped to lie like its mirror image.
    symmetric = plane("hex:##.##/.##", turn="one-sided")
    assert (symmetric.kind, symmetric.isohedral_number) == ("isohedral", 1)
    assert checked(symmetric) == checked(plane("hex:##.##/.##"))


@pytest.mark.parametrize("word", ["F5", "###/#.#/#", "tri:#####", "hex:##/##/#", "heptomino:60"])
def test_a_patch_is_made_of_copies_of_the_piece(word: str) -> None:
    answer = plane(word)
    (piece,) = answer.pieces
    lattice = piece.lattice
    rows, columns = 14, 15 * lattice.kinds
    patch = answer.patch(rows, columns)
    shapes = set(piece.orientations())
    whole = 0
    for _, cells in patch:
        assert len(cells) <= len(piece)
        if len(cells) == len(piece):
            whole += 1
            assert Polyform(cells, lattice) in shapes
    assert whole * len(piece) > rows * columns // 3


def test_what_is_no_piece_of_the_plane_is_refused() -> None:
    with pytest.raises(PieceError, match="connected along edges"):
        plane("#.#")
    with pytest.raises(PieceError, match="squares, triangles or hexagons"):
        plane("cube:##//#")
    with pytest.raises(PieceError, match="same lattice"):
        plane("X5", "hex:##")
    for words in ("pentominoes", ["pentominoes"]):
        with pytest.raises(PieceError, match="one piece at a time, but pentominoes has 12"):
            tw.plane(words)
    with pytest.raises(PieceError, match="specify a piece"):
        plane()


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("placements", lambda tiles: [[[r, c + 1] for r, c in tiles[0]], *tiles[1:]]),
        ("placements", lambda tiles: [[[99, 99], *tiles[0][1:]], *tiles[1:]]),
        ("period", lambda period: [period[0], [period[1][0], 2 * period[1][1]]]),
        ("period", lambda period: [period[0], period[0]]),
        ("kind", lambda _: "translation"),
        ("turn", lambda _: "fixed"),
        ("certificate", lambda _: {}),
    ],
)
def test_what_was_tampered_with_is_found(where: str, change: Callable[[Any], Any]) -> None:
    record = plane("F5").to_json()
    check(record)
    part = record["certificate"] if where in record["certificate"] else record
    part[where] = change(part[where])
    with pytest.raises(ClaimError):
        check(record)


def test_a_hole_that_is_none_is_found() -> None:
    record = plane("###/#.#/##").to_json()
    with pytest.raises(ClaimError, match="does not enclose"):
        check({**record, "cells": "###/#.#/#", "piece": "piece"})


@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), min_size=2, max_size=4))
def test_hermite_spans_what_the_vectors_span(vectors: list[tuple[int, int]]) -> None:
    form = hermite(vectors)
    minors = [a * d - b * c for a, b in vectors for c, d in vectors]
    assert (form is None) == (not any(minors))
    if form is not None:
        a, b, d = form
        assert a * d == np.gcd.reduce(minors)
        assert all(x % a == 0 and (y - x // a * b) % d == 0 for x, y in vectors)


def test_the_command_says_how_and_exits_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["plane", "Y5"]) == 0
    text = capsys.readouterr().out
    assert "Y5: tiles the plane (translation; isohedral number 1)" in text
    assert len(text.splitlines()) > 12
    assert run(["plane", "###/#.#/##", "-q"]) == 1
    assert capsys.readouterr().out == f"{plane('###/#.#/##')}\n"
    assert "does not tile the plane: the piece has a hole" in str(plane("###/#.#/##"))
    file = tmp_path / "verdicts.jsonl"
    assert run(["plane", "--table", "pentominoes", "tetrahexes", "-q", "-o", str(file)]) == 0
    capsys.readouterr()
    assert run(["verify", str(file)]) == 0
    assert capsys.readouterr().out == "All 19 claims hold.\n"
    lines = file.read_text().splitlines()
    spoiled = json.loads(lines[0])
    spoiled["certificate"]["placements"][0][0][0] += 7
    file.write_text("\n".join([json.dumps(spoiled), *lines[1:]]))
    assert run(["verify", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == 1
    assert run(["plane", ".#../####/.#../.#..", "-q", "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    record["certificate"]["proof"] = None
    file.write_text("\n".join([json.dumps(record), *lines]))
    assert run(["verify", str(file)]) == 3
    assert capsys.readouterr().out.endswith("19 of 20 claims hold, 1 was not verified.\n")


def test_the_command_saves_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plane", "X5", "-q", "-o", str(tmp_path / "plane.svg")]) == 0
    assert (tmp_path / "plane.svg").read_text().startswith("<svg")
    assert run(["plane", ".#../####/.#../.#..", "--heesch", "-o", str(tmp_path / "rings.png")]) == 1
    assert (tmp_path / "rings.png").read_bytes().startswith(b"\x89PNG")
    assert "(Heesch number 0, 1 with holes): " in str(plane(".#../####/.#../.#.."))
    assert run(["plane", "pentominoes", "--table", "-o", str(tmp_path / "plane.png")]) == 2
    assert "one per line" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["Y5", "hex:###/..#/.#", "tri:#####"])
def test_a_document_shows_what_the_picture_does(word: str) -> None:
    """The PDF has one filled outline for each tile of the SVG, and a dashed line around one
    period."""
    answer = plane(word)
    for options in ({}, {"coloring": fewest_colors(answer)}, {"seamless": True}):
        drawing = svg(answer, **options)  # type: ignore[arg-type]
        document = pypdf.PdfReader(io.BytesIO(pdf(answer, **options)))  # type: ignore[arg-type]
        (page,) = document.pages
        content = page.get_contents().get_data().decode()
        assert content.count("\nB*") == drawing.count("<use")
        assert (
            ("[.5 .25]" in content) == ('class="period"' in drawing) == ("seamless" not in options)
        )
        box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing).groups()  # type: ignore[union-attr]
        assert [float(side) * 72 / 2.54 for side in box] == pytest.approx(
            list(page.mediabox[2:]), abs=0.01
        )


@pytest.mark.parametrize("word", ["F5", "##/.##/..#/..##/..#", "hex:###/..#/.#", "tri:#####"])
def test_a_seamless_picture_repeats(word: str) -> None:
    answer = plane(word)
    drawing = svg(answer, seamless=True)
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing).groups())  # type: ignore[union-attr]
    used = {
        (color, *(round(float(number), 3) for number in matrix.split()))
        for matrix, color in re.findall(r'matrix\(([^)]*)\)" class="(color-\d+)"', drawing)
    }
    # Every tile has a translate of the same color one rectangle further, or is far enough inside.
    assert used
    for color, a, b, c, d, x, y in used:
        places = {
            (round(x + i * width, 2), round(y + j * height, 2))
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
        }
        mates = [each for each in used if each[:5] == (color, a, b, c, d)]
        assert any((round(each[5], 2), round(each[6], 2)) in places for each in mates)
    assert 'class="period"' not in drawing
    whole = svg(answer)
    assert 'class="period"' in whole
    assert whole.count("<symbol") == 1


@pytest.mark.parametrize(
    ("word", "fewest"),
    [
        ("X5", 2),
        ("Y5", 3),
        ("##/.##/..#/..##/..#", 4),
        ("tri:.#", 2),
        ("hex:#", 3),
        ("hex:###/#", 3),
        ("tri:.###/###", 3),
    ],
)
def test_as_few_colors_as_can_be_over_the_whole_plane(word: str, fewest: int) -> None:
    answer = tw.plane(word)
    coloring = fewest_colors(answer)
    assert (coloring.colors, coloring.proven) == (fewest, True)
    lattice = answer.geometry.lattice
    # Colors that meet at the sides of cells, even far away from the origin.
    corner = (-37, -30 * lattice.kinds)
    tile, number, times = answer.parts((40, 40), corner)
    color = np.empty(tile.shape, dtype=int)
    for place in np.ndindex(tile.shape):
        down, across = times[place].tolist()
        color[place] = coloring.color(int(number[place]), (down, across))
    met = 0
    for row, column in np.ndindex(tile.shape):
        for down, right in lattice.faces[(column + corner[1]) % lattice.kinds]:
            there = row + down, column + right
            if 0 <= there[0] < 40 and 0 <= there[1] < 40 and tile[there] != tile[row, column]:
                met += 1
                assert color[there] != color[row, column]
    assert met > 500
    assert set(color.ravel().tolist()) == set(range(fewest))


def test_what_does_not_tile_has_no_colors() -> None:
    with pytest.raises(NoTilingError):
        fewest_colors(tw.plane("###/#.#/###"))


def test_the_command_saves_a_picture_in_fewest_colors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plane.svg"
    assert run(["plane", "hex:###/#", "-q", "--color-by", "fewest", "-o", str(file)]) == 0
    assert "3 colors, fewer are not enough" in capsys.readouterr().err
    used = set(re.findall(r'class="color-(\d+)"', file.read_text(encoding="utf-8")))
    assert used == {"0", "1", "2"}


def test_the_command_counts_a_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plane", "hexominoes", "--table", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "turn": "free",
        "pieces": "35",
        "holes": "0",
        "translation": "24",
        "half_turn": "35",
        "translation_or_half_turn": "35",
        "isohedral": "35",
        "anisohedral": "0",
        "tile": "35",
        "do_not": "0",
        "not_known": "0",
        "heesch": {},
    }
    assert run(["plane", "tetrahexes", "--table", "-v"]) == 0
    text = capsys.readouterr().out
    answers = [tw.plane(f"tetrahex:{number}") for number in range(1, 8)]
    assert sorted(text.splitlines()[:7]) == sorted(map(str, answers))
    assert text.endswith(table_text(table(answers)) + "\n")


def test_it_is_at_the_top_level() -> None:
    answer = tw.plane("X5")
    assert isinstance(answer, Plane)
    assert repr(answer) == "<Plane of X5: tiles, translation>"
    assert answer.period == ((1, 2), (0, 5))
    assert set(LATTICES) >= {"square", "tri", "hex"}


def test_progress_of_a_piece_that_is_hard_to_decide() -> None:
    told: list[Progress] = []
    answer = plane(".#../####/.#../.#..", progress=told.append)
    assert answer.verdict == "does not tile"
    assert {far.phase for far in told} == {"rings"}
    assert [far.done for far in told] == sorted(far.done for far in told)
    together: list[Progress] = []
    assert plane("X5", "monomino", progress=together.append).verdict == "tiles"
    assert {(far.phase, far.unit) for far in together} == {("periods", "cell")}
    assert all(far.done < far.total for far in together)


@pytest.mark.parametrize("noise", [-1e-13, 0.0, 1e-13])
@pytest.mark.parametrize("sign", [-1, 1])
def test_a_period_that_is_as_short_in_two_ways_is_found(noise: float, sign: int) -> None:
    """Two candidates have the same length, apart from rounding."""
    one, other = np.array([1.0, 0.0]), np.array([sign * 0.5 + noise, math.sqrt(0.75)])
    assert [math.hypot(*move) for move in _shortest_vectors(one, other)] == pytest.approx([1, 1])


@pytest.mark.parametrize(
    ("word", "verdicts"),
    [
        # Its ring, and the proof that there are not two; the Heesch number takes longer.
        (".#../####/.#../.#..", ["not known", "not known", "does not tile", "does not tile"]),
        ("##/.##/..#/..##/..#", ["not known"] * 4),
    ],
)
@pytest.mark.parametrize("error", [KeyboardInterrupt, TimeUp, TimeLimitError])
def test_whenever_it_is_interrupted_what_is_known_is_printed(
    word: str,
    verdicts: list[str],
    error: type[BaseException],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = Surrounding.run
    calls = most = 0

    def interrupted(rings: Surrounding, nodes: int) -> int:
        nonlocal calls
        calls += 1
        if calls > most:
            raise error("now")
        return whole(rings, nodes)

    monkeypatch.setattr(Surrounding, "run", interrupted)
    for number, verdict in enumerate(verdicts):
        calls, most = 0, number
        code = run(["plane", word, "--max-tiles", "3", "--json"])
        record = json.loads(capsys.readouterr().out)
        assert record["verdict"] == verdict
        assert check(record)
        if error is KeyboardInterrupt:
            assert code == 130
        else:
            assert code == (1 if verdict == "does not tile" else 3)
        if verdict == "not known":
            assert "no isohedral tiling exists" in record["why"]
            assert ("interrupted" if error is KeyboardInterrupt else "the time ") in record["why"]


def test_nothing_is_said_of_isohedral_tilings_before_they_were_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*unused: object) -> None:
        raise TimeLimitError("now")

    monkeypatch.setattr(decision, "isohedral", late)
    monkeypatch.setattr(Deadline, "passed", property(lambda self: self.seconds is not None))
    assert plane("Y5", timeout=1).why == "the time limit was reached"
